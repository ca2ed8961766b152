//! What the page did besides showing itself: console, policy, network.
use serde_json::{Value, json};

use crate::page::{Page, must};

/// Runs before the page's own scripts, whatever the policy says.
pub(crate) const LISTENERS: &str = "
window.__violations = [];
addEventListener('securitypolicyviolation', e =>
    window.__violations.push(`${e.effectiveDirective} blocked ${e.blockedURI} ${e.sample}`));
";

impl Page {
    /// This test provokes errors: the runner shall not fail it for them.
    pub fn expect_trouble(&mut self) {
        self.trouble_expected = true;
    }

    /// Errors and warnings on the console since the last call.
    #[track_caller]
    pub fn console_errors(&mut self) -> Vec<String> {
        self.log("browser")
            .iter()
            .filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")))
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// What the content-security policy blocked since the page was loaded.
    #[track_caller]
    pub fn violations(&self) -> Vec<String> {
        let found = self.js("return window.__violations || []");
        found
            .as_array()
            .map(|all| all.iter().map(crate::page::string).collect())
            .unwrap_or_default()
    }

    /// Every address that the browser asked for since the last call, without `data:` and `blob:`.
    #[track_caller]
    pub fn requests(&mut self) -> Vec<String> {
        let mut urls = Vec::new();
        for entry in self.log("performance") {
            let message = entry["message"].as_str().unwrap_or_default();
            let event: Value = serde_json::from_str(message).unwrap_or_default();
            let event = &event["message"];
            let url = match event["method"].as_str() {
                Some("Network.requestWillBeSent") => &event["params"]["request"]["url"],
                Some("Network.webSocketCreated") => &event["params"]["url"],
                _ => continue,
            };
            let url = url.as_str().unwrap_or_default();
            if !["data:", "blob:", "about:"]
                .iter()
                .any(|own| url.starts_with(own))
            {
                urls.push(url.to_owned());
            }
        }
        urls
    }

    /// What the browser's threads did since the last call, where the page was started with a trace.
    #[track_caller]
    pub(crate) fn trace(&self) -> Vec<Value> {
        let entries = self.log("performance");
        let events = entries.iter().filter_map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let event = &event["message"];
            (event["method"] == "Tracing.dataCollected").then(|| event["params"].clone())
        });
        events.collect()
    }

    /// Fails when the page asked for anything but its own files, or, unless
    /// [`Page::expect_trouble`] was called, when something went wrong unseen.
    #[track_caller]
    pub fn assert_clean(&mut self) {
        let own = self.base_url();
        let foreign: Vec<_> = self
            .requests()
            .into_iter()
            .filter(|url| !url.starts_with(&own))
            .filter(|url| self.from_disk.as_ref() != Some(url))
            .collect();
        assert!(foreign.is_empty(), "requests to others: {foreign:#?}");
        if !self.trouble_expected {
            let violations = self.violations();
            assert!(violations.is_empty(), "the policy blocked: {violations:#?}");
            let errors = self.console_errors();
            assert!(errors.is_empty(), "on the console: {errors:#?}");
        }
    }

    #[track_caller]
    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = must(self.driver.post("se/log", &json!({ "type": kind })));
        entries.as_array().cloned().unwrap_or_default()
    }
}

/// Undoes base64.
pub(crate) fn base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for symbol in text.bytes() {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff).to_le_bytes()[0]);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_undone() {
        assert_eq!(base64("SGVhZHJvb20="), b"Headroom");
        assert_eq!(base64("+/8A"), [0xfb, 0xff, 0x00]);
    }
}
