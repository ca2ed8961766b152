//! Files beside the page.
use super::promise::then;
use leptos::prelude::window;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Response;

/// Reads a file of the page's own folder, then gives its text; `None` when there is none.
pub fn text(file: &str, done: impl Fn(Option<String>) + 'static) {
    let done = Rc::new(done);
    let answered = move |response: Option<wasm_bindgen::JsValue>| {
        let response = response.and_then(|value| value.dyn_into::<Response>().ok());
        let body = response
            .filter(Response::ok)
            .and_then(|response| response.text().ok());
        let Some(body) = body else {
            done(None);
            return;
        };
        let done = done.clone();
        let read = move |text: Option<wasm_bindgen::JsValue>| {
            done(text.and_then(|text| text.as_string()));
        };
        then(body.as_ref(), Rc::new(read));
    };
    then(window().fetch_with_str(file).as_ref(), Rc::new(answered));
}
