//! What is copied to put the scenario into another page: a frame, an element, and a link that mail does not cut.
use crate::boot::Theme;
use crate::components::{El, el, t};
use crate::embed::{self, Snippet, USUAL, Widget};
use crate::i18n::{self, Text};
use crate::platform::{address, clipboard, page};
use crate::state::session;
use estimator::scenario::Param;
use leptos::prelude::*;

/// What the author chose.
#[derive(Clone, Default)]
struct Choice {
    widget: Widget,
    theme: Theme,
    locked: Vec<Param>,
}

/// The panel under the header.
pub(super) fn embedding() -> El {
    let session = session();
    let choice = RwSignal::new(Choice::default());
    let made = move |write: fn(&Snippet<'_>) -> String| -> String {
        let (
            Choice {
                widget,
                theme,
                locked,
            },
            lang,
        ) = (choice.get(), session.lang());
        let title = session.answer().map_or_else(String::new, |answer| {
            i18n::embed_title(lang, &answer.scenario)
        });
        write(&Snippet {
            base: &address::base(),
            fragment: &session.fragment_now(),
            widget,
            theme: if theme == Theme::Auto {
                ""
            } else {
                theme.key()
            },
            lang: lang.key(),
            locked: &locked,
            title: &title,
        })
    };
    let mail_safe = move || [&address::base(), "?", &session.fragment_now()].concat();
    let copied = |id, name, text: Box<dyn Fn() -> String + Send + Sync>| {
        copied(id, name, Memo::new(move |_| text()))
    };
    el("section")
        .class("embedding")
        .live("aria-label", move || Some(t(Text::EmbedHint)()))
        .child(choices(choice))
        .child(copied(
            "embed-frame",
            Text::EmbedFrame,
            Box::new(move || made(embed::frame)),
        ))
        .child(copied(
            "embed-element",
            Text::EmbedElement,
            Box::new(move || made(embed::element)),
        ))
        .child(copied("mail-safe", Text::MailSafe, Box::new(mail_safe)))
}

/// View, theme, and what readers may not change.
fn choices(choice: RwSignal<Choice>) -> El {
    let session = session();
    let views = Widget::ALL.map(|widget| {
        el("option")
            .attr("value", widget.key())
            .says(move || i18n::widget_label(session.lang(), widget))
    });
    let themes = [
        (Theme::Auto, Text::ThemeAuto),
        (Theme::Light, Text::ThemeLight),
        (Theme::Dark, Text::ThemeDark),
    ];
    let themes = themes.map(|(theme, name)| el("option").attr("value", theme.key()).says(t(name)));
    let list = |id: &'static str, name, options: Vec<El>, choose: fn(&mut Choice, &str)| {
        let chosen = el("select")
            .attr("id", id)
            .class("in")
            .on("change", move |ev| {
                choice.update(|choice| choose(choice, &event_target_value(&ev)));
            })
            .children(options);
        el("label")
            .child(el("span").says(t(name)))
            .text(" ")
            .child(chosen)
    };
    let view = list(
        "embed-view",
        Text::EmbedView,
        views.into(),
        |choice, key| {
            let found = Widget::ALL.into_iter().find(|widget| widget.key() == key);
            choice.widget = found.unwrap_or_default();
        },
    );
    let theme = list("embed-theme", Text::Theme, themes.into(), |choice, key| {
        choice.theme = Theme::from_key(key).unwrap_or_default();
    });
    let locks = USUAL.map(|param| {
        let id = ["embed-lock-", param.key()].concat();
        let flip = move |on: bool| {
            choice.update(|choice| {
                choice.locked.retain(|other| *other != param);
                if on {
                    choice.locked.push(param);
                }
            });
        };
        [
            el("input")
                .attr("type", "checkbox")
                .attr("id", id.clone())
                .on("change", move |ev| flip(event_target_checked(&ev))),
            el("label")
                .attr("for", id)
                .says(move || i18n::param_label(session.lang(), param)),
        ]
    });
    let locks = el("div")
        .class("toggles")
        .attr("role", "group")
        .attr("aria-labelledby", "embed-locks")
        .children(locks.into_iter().flatten());
    el("div")
        .child(el("div").class("choices").child(view).child(theme))
        .child(
            el("span")
                .attr("id", "embed-locks")
                .says(t(Text::EmbedLocks)),
        )
        .child(locks)
}

/// A text that is copied by one press, or by hand where the browser refuses.
fn copied(id: &'static str, name: Text, text: Memo<String>) -> El {
    let session = session();
    let done = RwSignal::new(String::new());
    let press = move || {
        let copy = text.get_untracked();
        clipboard::copy(&copy.clone(), move |worked| {
            if worked {
                done.set(copy.clone());
            } else {
                page::select_text(id);
            }
        });
    };
    // It says so as long as the text is the one that was copied.
    let words = move || {
        let now = done.with(|done| !done.is_empty() && text.with(|text| text == done));
        i18n::text(
            session.lang(),
            if now {
                Text::CopiedMarkdown
            } else {
                Text::Copy
            },
        )
    };
    let label = el("label").attr("for", id).says(t(name));
    let shown = el("textarea")
        .attr("id", id)
        .class("in wide")
        .attr("readonly", "")
        .attr("spellcheck", "false")
        .attr("rows", "5")
        .value(move || text.get());
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .attr("aria-describedby", id)
        .press(press)
        .says(words);
    el("div")
        .child(label)
        .child(shown)
        .child(el("p").child(button))
}
