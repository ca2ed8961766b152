//! Accessibility checks by axe-core.
use std::fs;

use serde_json::{Value, json};
use xtask::exec::root;

use crate::page::{Page, string};

/// One broken rule.
#[derive(Debug)]
pub struct Finding {
    /// The rule's name.
    pub rule: String,
    /// `serious` or `critical`.
    pub impact: String,
    /// What is wrong, and where.
    pub what: String,
}

impl Page {
    /// Serious and critical findings on the page as it is now.
    ///
    /// axe comes from `tests/browser/node_modules` (`npm ci` there; `cargo xtask test` does it) and
    /// enters through the driver, past the policy.
    #[track_caller]
    pub fn axe(&mut self) -> Vec<Finding> {
        if std::env::var_os("HEADROOM_NO_AXE").is_some() {
            println!("left out: axe-core is not installed");
            return Vec::new();
        }
        let file = root().join("tests/browser/node_modules/axe-core/axe.min.js");
        let source = fs::read_to_string(file).expect("axe-core: run `npm ci` in tests/browser");
        if self.js("return typeof window.axe") == "undefined" {
            self.js(&format!("{source}; window.axe = axe;"));
        }
        let options = json!([{ "resultTypes": ["violations"] }]);
        let result = self.js_with("return axe.run(document, arguments[0])", &options);
        let violations = result["violations"].as_array().cloned().unwrap_or_default();
        violations.iter().filter_map(finding).collect()
    }

    /// Fails when axe finds something serious.
    #[track_caller]
    pub fn assert_accessible(&mut self) {
        let findings = self.axe();
        assert!(findings.is_empty(), "axe found: {findings:#?}");
    }
}

fn finding(violation: &Value) -> Option<Finding> {
    let impact = string(&violation["impact"]);
    if impact != "serious" && impact != "critical" {
        return None;
    }
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let places: Vec<String> = nodes.iter().map(|node| string(&node["html"])).collect();
    let what = format!("{}: {}", string(&violation["help"]), places.join(" | "));
    Some(Finding {
        rule: string(&violation["id"]),
        impact,
        what,
    })
}
