//! Running other programs.
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Errors are sentences for the person at the terminal.
pub type Result<T> = std::result::Result<T, String>;

/// The top of the project.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR")
        .filter(|_| env::var("CARGO_PKG_NAME").is_ok_and(|name| name == "xtask"))
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map(Path::to_path_buf).unwrap_or(here)
}

/// Where cargo builds: set-up tools, stamps and test logs go there too.
pub fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The cargo that started us.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// A program, run in the project.
pub fn program(name: impl Into<OsString>) -> Command {
    let mut command = Command::new(name.into());
    command.current_dir(root());
    command
}

/// Files that git has, and new ones that it would take, by their place in the project.
pub fn tracked() -> Result<Vec<String>> {
    let list = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ];
    let names = capture(program("git").args(list))?;
    let names = names.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(str::to_owned).collect())
}

fn name(command: &Command) -> String {
    Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Runs to the end with our own output.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|e| format!("cannot start {}: {e}", name(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed ({status})", name(command)))
    }
}

/// Runs to the end and gives standard output; what it said on standard error is in the error.
pub fn capture(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot start {}: {e}", name(command)))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = without_addresses(&String::from_utf8_lossy(&output.stderr));
        Err(format!(
            "{} failed ({}): {}",
            name(command),
            output.status,
            said.trim()
        ))
    }
}

/// Runs with a time limit, without input; the child is ended when the limit is over.
pub fn run_limited(command: &mut Command, limit: Duration) -> Result<()> {
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .map_err(|e| format!("cannot start {}: {e}", name(command)))?;
    let end = Instant::now() + limit;
    loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{} failed ({status})", name(command))),
            None if Instant::now() > end => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "{} took longer than {} s",
                    name(command),
                    limit.as_secs()
                ));
            }
            None => thread::sleep(Duration::from_millis(100)),
        }
    }
}

/// Whether a program of that name is on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(&file))
        .find(|path| path.is_file())
}

/// Package managers name hosts and mirrors in their errors: noise here, and nobody else's business
/// in a pasted log.
pub fn without_addresses(text: &str) -> String {
    text.lines()
        .filter(|line| !line.contains("://") && !line.contains("Could not resolve"))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_left_out() {
        let said = "E: Failed to fetch http://mirror.test/x\nE: Unable to locate package y\n";
        assert_eq!(without_addresses(said), "E: Unable to locate package y\n");
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_time_limit_ends_the_child() {
        let limit = Duration::from_millis(150);
        assert!(run_limited(Command::new("sleep").arg("30"), limit).is_err());
    }
}
