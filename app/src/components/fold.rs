//! A fold: what is in it is made once it is opened, so that a keystroke makes nothing that nobody sees.
use super::{El, el, t};
use crate::i18n::Text;
use crate::platform::events;
use leptos::prelude::*;

/// A fold under `title`. It stays open when what is in it is made anew.
pub fn fold(title: Text, made: impl Fn() -> Option<El> + Send + 'static) -> El {
    let open = RwSignal::new(false);
    let made: Box<dyn Fn() -> Option<El> + Send> = Box::new(made);
    el("details")
        .on("toggle", move |ev| {
            let now = events::is_open(&ev);
            if open.get_untracked() != now {
                open.set(now);
            }
        })
        .child(el("summary").says(t(title)))
        .part(move || if open.get() { made() } else { None })
}
