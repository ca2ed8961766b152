//! The page around, where this one is a frame in it: messages to it and from it.
use leptos::prelude::{window, window_event_listener_untyped};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

/// What every message's type starts with.
const PREFIX: &str = "headroom:";
/// Version of the messages.
const VERSION: f64 = 1.0;

/// Whether the address asks for a frame in another page: no storage, no rewriting of the address, no header.
pub fn embedded() -> bool {
    super::address::query()
        .split('&')
        .any(|pair| pair == "embed=1")
}

/// The page around, if there is one.
fn around() -> Option<Window> {
    let own = window();
    let parent = own.parent().ok().flatten()?;
    let inside = AsRef::<JsValue>::as_ref(&parent) != AsRef::<JsValue>::as_ref(&own);
    inside.then_some(parent)
}

/// A value in a message.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// Text.
    Text(&'a str),
    /// A number.
    Number(f64),
}

/// Tells the page around something, `host` alone where that names an origin.
pub fn tell(host: &str, kind: &str, fields: &[(&str, Said<'_>)]) {
    let Some(around) = around() else { return };
    let message = js_sys::Object::new();
    let put = |name: &str, value: &JsValue| {
        let _ = js_sys::Reflect::set(&message, &name.into(), value);
    };
    put("type", &[PREFIX, kind].concat().into());
    put("v", &VERSION.into());
    for (name, value) in fields {
        match value {
            Said::Text(text) => put(name, &(*text).into()),
            Said::Number(number) => put(name, &(*number).into()),
        }
    }
    let to = if host.is_empty() { "*" } else { host };
    // Refused where `host` is no origin.
    let _ = around.post_message(&message, to);
}

/// What is done with a message: its kind, and a way to ask for its texts.
type Heard = Box<dyn Fn(&str, &dyn Fn(&str) -> Option<String>)>;

/// Calls `heard` with the kind of each message from the page around and a way to ask for its texts. Messages from elsewhere, from
/// another origin than `host` where that names one, and of another form are ignored.
pub fn listen(host: String, heard: impl Fn(&str, &dyn Fn(&str) -> Option<String>) + 'static) {
    let heard: Heard = Box::new(heard);
    let _ = window_event_listener_untyped("message", move |event| {
        let Some(event) = event.dyn_ref::<MessageEvent>() else {
            return;
        };
        let source = js_sys::Reflect::get(event, &"source".into()).unwrap_or_default();
        let from_around =
            around().is_some_and(|around| *AsRef::<JsValue>::as_ref(&around) == source);
        if !from_around || !(host.is_empty() || event.origin() == host) {
            return;
        }
        let data = event.data();
        let field = |name: &str| js_sys::Reflect::get(&data, &name.into()).ok();
        let text = |name: &str| field(name)?.as_string();
        let ours = field("v").and_then(|version| version.as_f64()) == Some(VERSION);
        if let Some(kind) = text("type").filter(|_| ours)
            && let Some(kind) = kind.strip_prefix(PREFIX)
        {
            heard(kind, &text);
        }
    });
}

/// A text of the query as it was before it was encoded.
pub fn decoded(text: &str) -> String {
    let decoded = js_sys::decode_uri_component(text).ok();
    decoded.map_or_else(|| text.to_owned(), String::from)
}
