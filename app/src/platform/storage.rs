//! Preferences between visits. Browsers may forbid it: reading then gives nothing and writing does nothing. A frame in another
//! page keeps nothing and asks for nothing.
use super::frame;
use leptos::prelude::window;

/// What stands in a key for as long as it takes to see whether it can.
const TRIED: &str = "tried";

/// The browser's storage, where the page has any.
fn own() -> Option<web_sys::Storage> {
    (!frame::embedded())
        .then(|| window().local_storage().ok().flatten())
        .flatten()
}

/// Whether what is chosen will not be there at the next visit: storage is forbidden, broken or full.
pub fn forgets() -> bool {
    let keeps = own().is_some_and(|storage| {
        let tried = storage.set_item(TRIED, TRIED).is_ok();
        storage.remove_item(TRIED).is_ok() && tried
    });
    !keeps && !frame::embedded()
}

/// Reads the value under `key`.
pub fn read(key: &str) -> Option<String> {
    own()?.get_item(key).ok().flatten()
}

/// Keeps `value` under `key`, where that is allowed.
pub fn write(key: &str, value: &str) {
    if let Some(storage) = own() {
        let _ = storage.set_item(key, value);
    }
}
