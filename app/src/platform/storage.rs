//! Preferences between visits. Browsers may forbid it: reading then gives nothing and writing does nothing. A frame in another
//! page keeps nothing and asks for nothing.
use super::frame;
use leptos::prelude::window;

/// What reading found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A value.
    Value(String),
    /// Storage works, but holds nothing under the key.
    Nothing,
    /// Storage is forbidden or broken.
    Unavailable,
}

impl Stored {
    /// The value, if there is one.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::Value(text) => Some(text),
            Self::Nothing | Self::Unavailable => None,
        }
    }
}

/// Reads the value under `key`.
pub fn read(key: &str) -> Stored {
    if frame::embedded() {
        return Stored::Nothing;
    }
    let Ok(Some(storage)) = window().local_storage() else {
        return Stored::Unavailable;
    };
    match storage.get_item(key) {
        Ok(Some(text)) => Stored::Value(text),
        Ok(None) => Stored::Nothing,
        Err(_) => Stored::Unavailable,
    }
}

/// Keeps `value` under `key`, where that is allowed.
pub fn write(key: &str, value: &str) {
    if !frame::embedded()
        && let Ok(Some(storage)) = window().local_storage()
    {
        let _ = storage.set_item(key, value);
    }
}
