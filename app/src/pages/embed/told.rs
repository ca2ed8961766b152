//! What the page around may ask of a frame.
use crate::boot::Theme;
use crate::i18n::Lang;
use crate::pages::with_words;
use crate::platform::{frame, page};
use crate::state::{Session, frame as own};
use leptos::prelude::Update;

/// Does what messages from the page around ask; unknown ones are ignored.
pub(in crate::pages) fn listen(session: Session, host: String) {
    frame::listen(host, move |kind, text| {
        own::touched();
        match kind {
            "ping" => own::ready(session),
            "theme" => {
                if let Some(theme) = text("theme").as_deref().and_then(Theme::from_key) {
                    session.ui.update(|ui| ui.theme = theme);
                }
            }
            "lang" => {
                if let Some(lang) = text("lang").as_deref().and_then(Lang::from_key) {
                    with_words(lang, move || session.ui.update(|ui| ui.lang = lang));
                }
            }
            "scenario" => {
                if let Some(scenario) = text("scenario") {
                    session.take(&scenario);
                }
            }
            "print" => page::print(),
            _ => {}
        }
    });
}
