//! The top of the page: name, unit, language, theme, link.
use super::embedding;
use crate::boot::{Theme, View};
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::platform::{clipboard, events, page};
use crate::state::session;
use estimator::units::SizeUnit;
use leptos::prelude::*;
use std::time::Duration;

/// How long the button says that the link was copied.
const PRAISE: Duration = Duration::from_secs(2);

/// The header.
pub(super) fn header() -> El {
    let [copied, refused, embedding, exporting] = [false; 4].map(RwSignal::new);
    let brand = el("div")
        .class("brand")
        .says(t(Text::Brand))
        .child(el("small").says(t(Text::Tagline)));
    let tools = [
        unit_switch(),
        language_switch(),
        theme_switch(),
        embed_button(embedding),
        super::export::opener(exporting),
        share_button(copied, refused),
    ];
    el("header")
        .class("top")
        .child(brand)
        .child(nav())
        .child(el("div").class("tools").children(tools))
        .part(move || refused.get().then(by_hand))
        .part(move || embedding.get().then(embedding::embedding))
        .part(move || exporting.get().then(super::export::menu))
}

/// The views. Each keeps the scenario.
fn nav() -> El {
    el("nav")
        .class("nav")
        .live("aria-label", move || Some(t(Text::Pages)()))
        .children(i18n::VIEWS.map(|(view, name)| link(view, name, true)))
}

/// A link to a view; `family`: current on its parts too.
fn link(view: View, name: Text, family: bool) -> El {
    let session = session();
    el("a")
        .live("href", move || Some(session.link_to(view)))
        .live("aria-current", move || {
            let now = session.view();
            let under = now == view || (family && view == now.family());
            under.then_some("page")
        })
        .on("click", move |ev| {
            if events::wants_it_here(&ev) {
                ev.prevent_default();
                if untrack(move || session.view()) != view {
                    session.go(view);
                }
            }
        })
        .says(t(name))
}

/// A link to a part of a view: current only there.
pub(super) fn tab(view: View, name: Text) -> El {
    link(view, name, false)
}

fn button(class: &'static str) -> El {
    el("button").attr("type", "button").class(class)
}

fn unit_switch() -> El {
    let session = session();
    let hint = move || {
        let text = if session.unit() == SizeUnit::Gib {
            Text::UnitGibHint
        } else {
            Text::UnitGbHint
        };
        i18n::text(session.lang(), text)
    };
    let symbol = move || session.unit().symbol();
    let name = t(Text::SizeUnit);
    button("ghost")
        .press(move || {
            session.ui.update(|ui| {
                ui.unit = if ui.unit == SizeUnit::Gib {
                    SizeUnit::Gb
                } else {
                    SizeUnit::Gib
                };
            });
        })
        .live("title", move || Some(hint()))
        .live("aria-label", move || {
            Some(format!("{}: {}", name(), symbol()))
        })
        .says(symbol)
}

fn language_switch() -> El {
    let session = session();
    button("ghost")
        .live("lang", move || Some(session.lang().other().html_lang()))
        .press(move || {
            let other = session.lang().other();
            super::with_words(other, move || session.ui.update(|ui| ui.lang = other));
        })
        .says(t(Text::OtherLanguage))
}

fn theme_switch() -> El {
    let session = session();
    let name = t(Text::Theme);
    let present = move || {
        let text = match session.ui.with(|ui| ui.theme) {
            Theme::Auto => Text::ThemeAuto,
            Theme::Light => Text::ThemeLight,
            Theme::Dark => Text::ThemeDark,
        };
        i18n::text(session.lang(), text)
    };
    let next = move || {
        session.ui.update(|ui| {
            ui.theme = match ui.theme {
                Theme::Auto => Theme::Dark,
                Theme::Dark => Theme::Light,
                Theme::Light => Theme::Auto,
            };
        });
    };
    button("ghost theme")
        .press(next)
        .live("title", move || Some(present()))
        .live("aria-label", move || {
            Some(format!("{}: {}", name(), present()))
        })
        .child(el("span").class("sun").attr("aria-hidden", "true"))
}

/// Opens and closes what is copied to put the scenario into another page.
fn embed_button(open: RwSignal<bool>) -> El {
    button("ghost")
        .either("aria-expanded", move || open.get())
        .live("title", move || Some(t(Text::EmbedHint)()))
        .press(move || open.update(|open| *open = !*open))
        .says(t(Text::EmbedThis))
}

/// Copies the link; where the browser refuses, shows it instead.
fn share_button(copied: RwSignal<bool>, refused: RwSignal<bool>) -> El {
    let session = session();
    let copy = move || {
        clipboard::copy(&untrack(move || session.link()), move |done| {
            copied.set(done);
            refused.set(!done);
            if done {
                set_timeout(move || copied.set(false), PRAISE);
            } else {
                request_animation_frame(|| page::select_text("share-link"));
            }
        });
    };
    let words = move || {
        i18n::text(
            session.lang(),
            if copied.get() {
                Text::Copied
            } else {
                Text::Share
            },
        )
    };
    button("primary")
        .press(copy)
        .live("title", move || Some(t(Text::ShareHint)()))
        .says(words)
}

/// The link to copy by hand, where the browser refuses.
fn by_hand() -> El {
    let session = session();
    let input = el("input")
        .attr("id", "share-link")
        .class("in wide")
        .attr("type", "text")
        .attr("readonly", "")
        .value(move || session.link());
    el("label")
        .class("by-hand")
        .child(el("span").says(t(Text::CopyFailed)))
        .child(input)
}
