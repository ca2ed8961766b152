//! Copying as Markdown.
use super::{El, el, t};
use crate::i18n::Text;
use crate::platform::clipboard;
use leptos::prelude::*;

/// A button that copies a text as Markdown, and what is said where the browser refuses.
pub fn copier(class: &'static str, text: impl Fn() -> String + 'static) -> [El; 2] {
    let (copied, refused) = (RwSignal::new(false), RwSignal::new(false));
    let press = move || {
        clipboard::copy(&text(), move |done| {
            copied.set(done);
            refused.set(!done);
        });
    };
    let name = move || {
        t(if copied.get() {
            Text::CopiedMarkdown
        } else {
            Text::CopyMarkdown
        })()
    };
    let no = move || {
        if refused.get() {
            t(Text::ExportNotCopied)()
        } else {
            ""
        }
    };
    [
        el("button")
            .attr("type", "button")
            .class(class)
            .press(press)
            .says(name),
        el("span").attr("role", "status").says(no),
    ]
}
