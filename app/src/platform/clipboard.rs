//! Copying text.
use super::promise::then;
use js_sys::Reflect;
use leptos::prelude::window;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// Copies `text`, then says whether that worked.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    // Absent outside secure contexts, although the bindings promise an object; some browsers throw where others refuse.
    let asked = Reflect::get(&window().navigator(), &"clipboard".into()).and_then(|clipboard| {
        let write = Reflect::get(&clipboard, &"writeText".into())?;
        write
            .dyn_into::<js_sys::Function>()?
            .call1(&clipboard, &text.into())
    });
    match asked {
        Ok(promise) => then(
            &promise,
            Rc::new(move |value: Option<_>| done(value.is_some())),
        ),
        Err(_) => done(false),
    }
}
