//! A browser, its driver, fonts and axe-core: found, or installed.
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::exec::{self, Result, on_path, root};

/// Commands that are a browser which chromedriver can drive.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// What the machine has in the end.
pub struct Ready {
    /// Whether axe-core is there; without it the accessibility checks are left out.
    pub axe: bool,
}

/// Installs what is lacking; an error says what could not be had.
pub fn ensure() -> Result<Ready> {
    let mut lacking = Vec::new();
    if !BROWSERS.iter().any(|name| on_path(name).is_some()) && !outside_path() {
        lacking.push("chromium");
    }
    if on_path("chromedriver").is_none() && std::env::var_os("CHROMEDRIVER").is_none() {
        lacking.push("chromium-driver");
    }
    let needed = !lacking.is_empty();
    if !has_chinese_font() {
        lacking.push("fonts-noto-cjk");
    }
    if !lacking.is_empty() {
        match apt_install(&lacking) {
            Ok(()) => {}
            // Without the font Chinese shows as boxes, which no check looks at.
            Err(error) if !needed => println!("No Chinese font: {error}"),
            Err(error) => return Err(error),
        }
    }
    let axe = from_npm("tests/browser", "axe-core");
    if let Err(error) = &axe {
        println!("No axe-core: {error}");
    }
    Ok(Ready { axe: axe.is_ok() })
}

/// On other systems than Linux the browser is no command; the driver finds it by itself.
fn outside_path() -> bool {
    std::env::var_os("CHROME").is_some() || !cfg!(target_os = "linux")
}

fn has_chinese_font() -> bool {
    let Some(list) = on_path("fc-list") else {
        return !cfg!(target_os = "linux");
    };
    exec::capture(Command::new(list).arg(":lang=zh")).is_ok_and(|fonts| !fonts.trim().is_empty())
}

fn apt_install(packages: &[&str]) -> Result<()> {
    let names = packages.join(", ");
    let Some(apt) = on_path("apt-get") else {
        return Err(format!(
            "{names}: not here, and this machine has no apt to install them"
        ));
    };
    let sudo = if quiet(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0") {
        None
    } else if quiet(Command::new("sudo").args(["-n", "true"])).is_some() {
        on_path("sudo")
    } else {
        return Err(format!(
            "{names}: not here, and installing them with apt needs root or sudo"
        ));
    };
    println!("Installing with apt: {names}");
    let apt_get = |arguments: &[&str]| {
        let mut command = Command::new(sudo.as_deref().unwrap_or(&apt));
        if sudo.is_some() {
            command
                .args(["-n", "env", "DEBIAN_FRONTEND=noninteractive"])
                .arg(&apt);
        }
        command
            .args(["-q", "-o", "DPkg::Lock::Timeout=180"])
            .args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        exec::capture(&mut command)
    };
    // Old lists name packages that the archive no longer has. One that fails may still do.
    let _ = apt_get(&["update"]);
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(packages);
    apt_get(&install).map(|_| ())
}

fn quiet(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A package as the lock file in a folder of the project names it; installs all that the file names where it is not there.
pub(crate) fn from_npm(folder: &str, name: &str) -> Result<()> {
    let dir = root().join(folder);
    let lock = read(&dir.join("package-lock.json"))?;
    let wanted = lock
        .split(&format!("node_modules/{name}\""))
        .nth(1)
        .and_then(version);
    let installed = read(&dir.join("node_modules").join(name).join("package.json")).ok();
    if wanted.is_some() && installed.as_deref().and_then(version) == wanted {
        return Ok(());
    }
    let npm = on_path("npm").ok_or("npm is not here")?;
    println!("Installing {name} with npm into {folder}/node_modules.");
    let flags = [
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ];
    exec::capture(Command::new(npm).args(flags).current_dir(dir)).map(|_| ())
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))
}

fn version(json: &str) -> Option<&str> {
    json.split("\"version\":").nth(1)?.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(
            version("{\n \"name\": \"x\",\n \"version\": \"1.2.3\"\n}"),
            Some("1.2.3")
        );
        assert_eq!(version("{}"), None);
    }

    #[test]
    fn locks_pin_every_package_and_name_no_address() {
        for folder in ["tests/browser", "tests/js"] {
            let lock = read(&root().join(folder).join("package-lock.json")).unwrap();
            assert!(
                !lock.contains("resolved") && !lock.contains("registry"),
                "{folder}"
            );
            let packages = lock.matches("\n    \"node_modules/").count();
            let pinned = lock.matches("\"integrity\": \"sha512-").count();
            assert_eq!(packages, pinned, "{folder}");
        }
    }
}
