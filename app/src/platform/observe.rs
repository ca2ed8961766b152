//! Sizes of elements as they change.
use leptos::prelude::{StoredValue, WithValue, document, on_cleanup};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Calls `changed` with the width of `element`, in CSS pixels, now and whenever it changes, until the owner goes away.
pub fn width(element: &web_sys::Element, changed: impl Fn(f64) + 'static) {
    changed(f64::from(element.client_width()));
    watch(element, Box::new(move |size| changed(size.width())));
}

/// Calls `changed` with the height of all that the page shows, in CSS pixels, whenever it changes.
pub fn page_height(changed: impl Fn(f64) + 'static) {
    if let Some(body) = document().body() {
        watch(&body, Box::new(move |size| changed(size.height())));
    }
}

fn watch(element: &web_sys::Element, changed: Box<dyn Fn(web_sys::DomRectReadOnly)>) {
    let closure = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        if let Some(entry) = entries.get(0).dyn_ref::<web_sys::ResizeObserverEntry>() {
            changed(entry.content_rect());
        }
    });
    if let Ok(observer) = web_sys::ResizeObserver::new(closure.as_ref().unchecked_ref()) {
        observer.observe(element);
        let held = StoredValue::new_local((observer, closure));
        on_cleanup(move || {
            held.try_with_value(|held| held.0.disconnect());
        });
    }
}
