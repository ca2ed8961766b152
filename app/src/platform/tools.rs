//! What makes exports: a package beside the page, which the start script fetches when it is first asked.
use super::promise::then;
use js_sys::{Array, Function, Reflect};
use leptos::prelude::window;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// Asks for a text, then gives it, or else why there is none; that is empty where the package could not be had.
pub fn ask(given: &[&str], done: impl Fn(Result<String, String>) + 'static) {
    let found = Reflect::get(&window(), &"headroomTools".into()).ok();
    let Some(tools) = found.and_then(|found| found.dyn_into::<Function>().ok()) else {
        done(Err(String::new()));
        return;
    };
    let texts: Array = given.iter().map(|text| JsValue::from_str(text)).collect();
    let promise = Reflect::apply(&tools, &JsValue::NULL, &texts).unwrap_or_default();
    let told = move |answer: Option<JsValue>| {
        let text = answer
            .and_then(|answer| answer.as_string())
            .unwrap_or_default();
        done(match text.strip_prefix('+') {
            Some(text) => Ok(text.to_owned()),
            None => Err(text.trim_start_matches('-').to_owned()),
        });
    };
    then(&promise, Rc::new(told));
}
