//! The address bar and the history behind it.
use super::frame;
use leptos::prelude::window;
use wasm_bindgen::JsValue;

/// The part after `?`, without it.
pub fn query() -> String {
    without(window().location().search(), '?')
}

/// The part after `#`, without it.
pub fn fragment() -> String {
    without(window().location().hash(), '#')
}

/// The page's own address, with neither query nor fragment.
pub fn base() -> String {
    let location = window().location();
    let origin = location.origin().unwrap_or_default();
    // Pages opened from disk have the origin "null".
    let origin = if origin == "null" {
        "file://".to_owned()
    } else {
        origin
    };
    origin + &location.pathname().unwrap_or_default()
}

/// What was kept with the present entry of the history.
pub fn kept() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// Puts query and fragment into the address bar without a new entry in the history; `kept` stays with the entry. Not in a frame,
/// whose address is its author's.
pub fn replace(query: &str, fragment: &str, kept: Option<&str>) {
    if let Some(history) = own_history() {
        // Refused in sandboxes and by rate limits: the page works without it.
        let _ = history.replace_state_with_url(
            &kept.map_or(JsValue::NULL, JsValue::from_str),
            "",
            Some(&relative(query, fragment)),
        );
    }
}

/// The same with a new entry, so that Back returns to the present one.
pub fn push(query: &str, fragment: &str, kept: &str) {
    if let Some(history) = own_history() {
        let _ = history.push_state_with_url(
            &JsValue::from_str(kept),
            "",
            Some(&relative(query, fragment)),
        );
    }
}

/// The history, where it is the page's to write.
fn own_history() -> Option<web_sys::History> {
    window().history().ok().filter(|_| !frame::embedded())
}

fn relative(query: &str, fragment: &str) -> String {
    let path = window().location().pathname().unwrap_or_default();
    let question = if query.is_empty() {
        String::new()
    } else {
        format!("?{query}")
    };
    format!("{path}{question}#{fragment}")
}

fn without(text: Result<String, JsValue>, mark: char) -> String {
    let text = text.unwrap_or_default();
    text.strip_prefix(mark).map(str::to_owned).unwrap_or(text)
}
