//! What the browser says about its person.
use leptos::prelude::window;

/// Languages in order of preference, as tags such as `zh-CN`.
pub fn languages() -> Vec<String> {
    let listed = window().navigator().languages();
    listed.iter().filter_map(|tag| tag.as_string()).collect()
}
