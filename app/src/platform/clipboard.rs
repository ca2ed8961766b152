//! Copying text.
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Copies `text`, then says whether that worked.
pub fn copy(text: &str, done: impl Fn(bool) + Clone + 'static) {
    let navigator = window().navigator();
    // Absent outside secure contexts, although the bindings promise an object.
    let present = js_sys::Reflect::has(&navigator, &"clipboard".into()).unwrap_or(false)
        && window().is_secure_context();
    if !present {
        done(false);
        return;
    }
    let failed = done.clone();
    let on_success = Closure::once_into_js(move |_: wasm_bindgen::JsValue| done(true));
    let on_failure = Closure::once_into_js(move |_: wasm_bindgen::JsValue| failed(false));
    let promise: js_sys::Promise = navigator.clipboard().write_text(text).unchecked_into();
    let then: js_sys::Function = js_sys::Reflect::get(&promise, &"then".into())
        .unwrap_or_default()
        .unchecked_into();
    let _ = then.call2(&promise, &on_success, &on_failure);
}
