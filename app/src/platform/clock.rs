//! Time.
use leptos::prelude::window;

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}
