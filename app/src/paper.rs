//! The method as the build rendered it.
use crate::i18n::Lang;
use crate::platform::{fetch, page};
use std::sync::Arc;

/// Markup that the build made of METHOD.md, in one language. Only [`Paper::fetch`] makes one, out of the file that the page's own
/// start script names; the build refuses raw markup in its text.
#[derive(Clone, Debug)]
pub struct Paper {
    lang: Lang,
    markup: Arc<str>,
}

impl Paper {
    /// Fetches it; `None` where it cannot be had.
    pub fn fetch(lang: Lang, done: impl Fn(Option<Self>) + 'static) {
        let name = page::told("data-method").unwrap_or_default();
        let file = [&name, ".", lang.key(), ".html"].concat();
        fetch::text(&file, move |text| {
            done(text.map(|text| Self {
                lang,
                markup: text.into(),
            }));
        });
    }

    /// Its language.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// The markup.
    pub fn markup(&self) -> &str {
        &self.markup
    }
}
