//! The driver's process and one browser session in it.
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

use serde_json::{Value, json};

use crate::{chrome, http};

/// A running browser with a fresh profile. Both end, and the profile goes, when this is dropped.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    session: String,
    profile: PathBuf,
}

impl Driver {
    /// Starts the driver on a free port and a browser in it; see [`chrome::capabilities`] for `traced`.
    pub(crate) fn start(traced: bool) -> Result<Self, String> {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut process = Command::new(program)
            .args(["--port=0", "--log-level=SEVERE"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot start chromedriver (install it with Chrome): {e}"))?;
        let output = process.stdout.take().ok_or("chromedriver has no output")?;
        let mut lines = BufReader::new(output).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| port_in(&line));
        // A full pipe would stop the driver.
        thread::spawn(move || lines.for_each(drop));
        let profile = env::temp_dir().join(format!("headroom-browser-{}", process.id()));
        let port = port.unwrap_or_default();
        let mut driver = Self {
            process,
            port,
            session: String::new(),
            profile,
        };
        if port == 0 {
            return Err("chromedriver did not say its port".to_owned());
        }
        fs::create_dir_all(&driver.profile).map_err(|e| e.to_string())?;
        let wanted = chrome::capabilities(&driver.profile, traced);
        let session = http::call(port, "POST", "/session", Some(&wanted))
            .map_err(|e| format!("the browser does not start: {e}"))?;
        session["sessionId"]
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut driver.session);
        Ok(driver)
    }

    /// A command of the session with parameters.
    pub(crate) fn post(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        http::call(self.port, "POST", &self.path(command), Some(parameters))
    }

    /// A command of the session that reads.
    pub(crate) fn get(&self, command: &str) -> Result<Value, String> {
        http::call(self.port, "GET", &self.path(command), None)
    }

    /// A command of the browser's own debugging protocol.
    pub(crate) fn cdp(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        self.post(
            "goog/cdp/execute",
            &json!({ "cmd": command, "params": parameters }),
        )
    }

    fn path(&self, command: &str) -> String {
        format!("/session/{}/{command}", self.session)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = http::call(
                self.port,
                "DELETE",
                &format!("/session/{}", self.session),
                None,
            );
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// From `… was started successfully on port 4444.`
fn port_in(line: &str) -> Option<u16> {
    line.split("successfully on port ")
        .nth(1)?
        .trim_end_matches('.')
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::port_in;

    #[test]
    fn the_port_is_read() {
        let said = "ChromeDriver was started successfully on port 41235.";
        assert_eq!(port_in(said), Some(41_235));
        assert_eq!(port_in("Starting ChromeDriver 1.2.3 on port 0"), None);
    }
}
