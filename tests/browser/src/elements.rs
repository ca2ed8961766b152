//! Finding, reading and using elements.
use serde_json::{Value, json};

use crate::{
    keys,
    page::{Page, must, string},
};

/// The name under which the protocol passes elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Page {
    /// How many elements match.
    #[track_caller]
    pub fn count(&self, css: &str) -> usize {
        let found = self.js_with(
            "return document.querySelectorAll(arguments[0]).length",
            &json!([css]),
        );
        found
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or(0)
    }

    /// Whether an element matches and takes up room.
    #[track_caller]
    pub fn is_visible(&self, css: &str) -> bool {
        let script = "const e = document.querySelector(arguments[0]); \
                      return !!e && e.checkVisibility({ visibilityProperty: true })";
        self.js_with(script, &json!([css])) == true
    }

    /// Waits for an element to match and show.
    #[track_caller]
    pub fn wait_visible(&mut self, css: &str) {
        self.wait_for(&format!("`{css}` to show"), |page| page.is_visible(css));
    }

    /// The text of the first match as shown.
    #[track_caller]
    pub fn text(&mut self, css: &str) -> String {
        string(&self.read(css, "return e.innerText"))
    }

    /// The texts of all matches, as they are now.
    #[track_caller]
    pub fn texts(&self, css: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)";
        let found = self.js_with(script, &json!([css]));
        found
            .as_array()
            .map(|all| all.iter().map(string).collect())
            .unwrap_or_default()
    }

    /// The value of a field.
    #[track_caller]
    pub fn value(&mut self, css: &str) -> String {
        string(&self.read(css, "return e.value"))
    }

    /// An attribute, when set.
    #[track_caller]
    pub fn attribute(&mut self, css: &str, name: &str) -> Option<String> {
        let script = format!("return e.getAttribute({})", json!(name));
        self.read(css, &script).as_str().map(str::to_owned)
    }

    /// Runs a function body with the first match as `e`.
    #[track_caller]
    pub fn read(&mut self, css: &str, body: &str) -> Value {
        self.wait_for(&format!("`{css}`"), |page| page.count(css) > 0);
        let script = format!("const e = document.querySelector(arguments[0]); {body}");
        self.js_with(&script, &json!([css]))
    }

    /// Clicks the first match.
    #[track_caller]
    pub fn click(&mut self, css: &str) {
        self.on(css, "click", &json!({}));
    }

    /// Types at the end of a field, key by key.
    #[track_caller]
    pub fn type_into(&mut self, css: &str, text: &str) {
        self.on(css, "value", &json!({ "text": text }));
    }

    /// Empties a field as a person does: select all, delete.
    #[track_caller]
    pub fn clear(&mut self, css: &str) {
        let select_and_delete = format!("{}a\u{E000}{}", keys::CONTROL, keys::BACKSPACE);
        self.type_into(css, &select_and_delete);
    }

    /// Replaces what a field holds.
    #[track_caller]
    pub fn fill(&mut self, css: &str, text: &str) {
        self.clear(css);
        self.type_into(css, text);
    }

    /// Chooses an option of a `<select>` by its value, as a person's choice arrives: value, then `input` and `change`.
    ///
    /// Not by a click on the option: a closed list shows none, and drivers differ in what they do about that.
    #[track_caller]
    pub fn select(&mut self, css: &str, value: &str) {
        self.wait_visible(css);
        let chosen = self.read(
            css,
            &format!(
                "e.value = {v}; \
                 e.dispatchEvent(new Event('input', {{ bubbles: true }})); \
                 e.dispatchEvent(new Event('change', {{ bubbles: true }})); \
                 return e.value",
                v = json!(value)
            ),
        );
        assert_eq!(chosen, value, "{css} has no option {value}");
        self.settle();
    }

    /// Sends keys to whatever has the focus.
    #[track_caller]
    pub fn press(&mut self, keys: &str) {
        let focused = must(self.driver.get("element/active"));
        let path = format!("element/{}/value", string(&focused[ELEMENT]));
        must(self.driver.post(&path, &json!({ "text": keys })));
        self.settle();
    }

    /// Waits for what follows the verdict a frame later. Pressing may have left the page; then there is nothing to wait for.
    fn settle(&mut self) {
        let script = "return document.querySelector('.answer[aria-busy=true]') === null";
        let body = json!({ "script": script, "args": [] });
        self.wait_for("details that follow the verdict", |page| {
            page.driver
                .post("execute/sync", &body)
                .map_or(true, |settled| settled == true)
        });
    }

    #[track_caller]
    fn on(&mut self, css: &str, command: &str, parameters: &Value) {
        self.wait_visible(css);
        let find = json!({ "using": "css selector", "value": css });
        let act = |page: &Self| {
            let element = must(page.driver.post("element", &find));
            let path = format!("element/{}/{command}", string(&element[ELEMENT]));
            page.driver.post(&path, parameters)
        };
        let mut done = act(self);
        // Made anew between being found and being used, as a hand may meet it too; nothing was done to it.
        if done
            .as_ref()
            .is_err_and(|why| why.starts_with("stale element"))
        {
            done = act(self);
        }
        assert!(done.is_ok(), "{command} on `{css}`: {}", done.unwrap_err());
        self.settle();
    }
}
