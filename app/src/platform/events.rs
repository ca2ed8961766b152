//! What an event says beyond that it happened.
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

/// The key that was pressed, by name; empty for other events.
pub fn key(event: &Event) -> String {
    event
        .dyn_ref::<KeyboardEvent>()
        .map(KeyboardEvent::key)
        .unwrap_or_default()
}

/// Whether a click wants the link here, not in another tab or window.
pub fn wants_it_here(event: &Event) -> bool {
    event.dyn_ref::<MouseEvent>().is_none_or(|mouse| {
        mouse.button() == 0
            && !(mouse.ctrl_key() || mouse.meta_key() || mouse.shift_key() || mouse.alt_key())
    })
}

/// The address of the link that was hit, if one was.
pub fn address(event: &Event) -> Option<String> {
    let hit = event.target()?.dyn_into::<Element>().ok()?;
    hit.closest("a").ok()??.get_attribute("href")
}
