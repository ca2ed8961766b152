//! What an event says beyond that it happened.
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

/// The key that was pressed, by name; empty for other events.
pub fn key(event: &Event) -> String {
    event
        .dyn_ref::<KeyboardEvent>()
        .map(KeyboardEvent::key)
        .unwrap_or_default()
}
