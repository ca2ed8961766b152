//! Copying text.
use super::promise::then;
use leptos::prelude::window;
use std::rc::Rc;

/// Copies `text`, then says whether that worked.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let navigator = window().navigator();
    // Absent outside secure contexts, although the bindings promise an object.
    let present = js_sys::Reflect::has(&navigator, &"clipboard".into()).unwrap_or(false)
        && window().is_secure_context();
    if !present {
        done(false);
        return;
    }
    let promise = navigator.clipboard().write_text(text);
    then(
        promise.as_ref(),
        Rc::new(move |value: Option<_>| done(value.is_some())),
    );
}
