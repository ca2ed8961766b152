//! Waiting for the browser.
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Calls `done` with what a promise comes to; `None` when it fails.
pub(super) fn then(promise: &JsValue, done: Rc<dyn Fn(Option<JsValue>)>) {
    let failed = done.clone();
    let on_success = Closure::once_into_js(move |value: JsValue| done(Some(value)));
    let on_failure = Closure::once_into_js(move |_: JsValue| failed(None));
    let then: js_sys::Function = js_sys::Reflect::get(promise, &"then".into())
        .unwrap_or_default()
        .unchecked_into();
    let _ = then.call2(promise, &on_success, &on_failure);
}
