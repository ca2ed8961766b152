//! Which browser, and how it is started.
use std::{env, path::Path, process::Command};

use serde_json::{Value, json};
use xtask::exec::on_path;

/// Nothing that would talk to the network, and nothing that needs a screen.
const FLAGS: [&str; 11] = [
    "--headless=new",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--lang=en-US",
    "--hide-scrollbars",
];

/// What a trace has to hold for `typing`: tasks of threads, what happens in them, and the marks that a script sets.
const TRACE: &str = "devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing";

/// The session that we ask the driver for; `traced`: the log of performance holds a trace too, which costs time.
pub(crate) fn capabilities(profile: &Path, traced: bool) -> Value {
    let mut args: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    args.push(format!("--user-data-dir={}", profile.display()));
    if is_root() || env::var_os("CI").is_some() {
        // Containers seldom allow the sandbox, and it refuses to run as root.
        args.push("--no-sandbox".to_owned());
    }
    let mut options = json!({ "args": args });
    if let Some(binary) = binary() {
        options["binary"] = json!(binary);
    }
    if traced {
        options["perfLoggingPrefs"] = json!({ "traceCategories": TRACE });
    }
    json!({ "capabilities": { "alwaysMatch": {
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        "unhandledPromptBehavior": "dismiss",
    } } })
}

/// `CHROME` names a browser; else Chromium where that is the only one; else the driver's choice.
fn binary() -> Option<String> {
    if let Ok(named) = env::var("CHROME") {
        return Some(named);
    }
    if on_path("google-chrome").is_some() {
        return None;
    }
    let found = on_path("chromium").or_else(|| on_path("chromium-browser"))?;
    Some(found.display().to_string())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
