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

/// The key that was pressed with Ctrl or Command, in lower case, and whether Shift was.
pub fn command(event: &Event) -> Option<(String, bool)> {
    let key = event.dyn_ref::<KeyboardEvent>()?;
    let command = (key.ctrl_key() || key.meta_key()) && !key.alt_key();
    command.then(|| (key.key().to_ascii_lowercase(), key.shift_key()))
}

/// Whether an event is in a box that is typed into, which undoes on its own.
pub fn is_typing(event: &Event) -> bool {
    let hit = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    hit.is_some_and(|hit| {
        let text = "textarea, input:not([type=checkbox], [type=radio])";
        hit.matches(text).unwrap_or(false)
    })
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

/// Where inside a drawing's place something was pointed at, in pixels from its left and upper edge, and how wide the drawing is
/// shown.
pub fn place(event: &Event) -> Option<(f64, f64, f64)> {
    let mouse = event.dyn_ref::<MouseEvent>()?;
    let hit = event.target()?.dyn_into::<Element>().ok()?;
    let place = hit.closest(".drawing-place").ok()??;
    let drawing = place
        .query_selector("svg")
        .ok()??
        .get_bounding_client_rect();
    Some((
        f64::from(mouse.client_x()) - drawing.left(),
        f64::from(mouse.client_y()) - drawing.top(),
        drawing.width(),
    ))
}

/// Whether the fold that was turned is open now.
pub fn is_open(event: &Event) -> bool {
    let fold = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    fold.is_some_and(|fold| fold.has_attribute("open"))
}
