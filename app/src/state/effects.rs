//! What the page does to the world when its state changes. No other module has effects, and none of these sets a signal
//! that it reads.
use super::following::always;
use super::session::Session;
use super::{details, frame, papers, reach, runs, shown, what_if};
use crate::boot::{self, Theme, View};
use crate::i18n::{self, Lang, Text};
use crate::platform::{address, events, page, storage};
use estimator::units::SizeUnit;
use leptos::ev;
use leptos::prelude::*;
use std::mem;
use std::time::Duration;

/// A screen reader hears the verdict once typing pauses, not at each key.
const PAUSE: Duration = Duration::from_millis(900);

/// Starts them all.
pub fn run(session: Session) {
    shown::follow(session);
    describe(session);
    follow_history(session);
    speak(session);
    if let Some(embed) = session.embed() {
        return frame::follow(session, embed);
    }
    details::follow(session);
    keep(session);
    follow_keys(session);
    reach::follow(session);
    runs::follow(session);
    what_if::follow(session);
    papers::follow(session);
}

/// Language, theme and title of the document.
fn describe(session: Session) {
    always(move || {
        let (lang, theme, view) = session.ui.with(|ui| (ui.lang, ui.theme, ui.view));
        let title = match view {
            View::Plan => Text::PageTitle,
            View::Accuracy | View::Speeds => Text::AccuracyTitle,
            View::Claims => Text::ClaimsTitle,
            View::Compare => Text::CompareTitle,
            View::Method => Text::MethodTitle,
            View::Derivation => Text::DerivationTitle,
        };
        let theme = (theme != Theme::Auto).then(|| theme.key());
        // Outside a frame the answer is not read: a language that is set again, the same one even, has the whole page styled anew.
        let own = session.is_embedded().then(|| session.answer()).flatten();
        let own = own.map(|answer| i18n::embed_title(lang, &answer.scenario));
        let title = own.as_deref().unwrap_or(i18n::text(lang, title));
        page::describe(lang.html_lang(), theme, title);
    });
}

/// Preferences, between visits and in the query where it names them.
fn keep(session: Session) {
    let mut before = None;
    always(move || {
        let now = session.ui.with(|ui| (ui.lang, ui.theme, ui.unit));
        // What the link or the browser chose is not yet a preference.
        if before.replace(now).is_some_and(|before| before != now) {
            remember(now);
        }
    });
}

fn remember((lang, theme, unit): (Lang, Theme, SizeUnit)) {
    storage::write("lang", lang.key());
    storage::write("theme", theme.key());
    storage::write("unit", if unit == SizeUnit::Gb { "gb" } else { "gib" });
    let query = address::query();
    let renamed = boot::renamed(
        &boot::renamed(&query, "lang", lang.key()),
        "theme",
        theme.key(),
    );
    if renamed != query {
        address::replace(&renamed, &address::fragment(), address::kept().as_deref());
    }
}

fn follow_history(session: Session) {
    window_event_listener(ev::popstate, move |_| session.load());
    window_event_listener(ev::hashchange, move |_| {
        session.load();
        // The page around brought its frame to another scenario, which has another title.
        if session.is_embedded() {
            frame::ready(session);
        }
    });
}

/// Undo and redo, and the way to the model. All with Ctrl or Command: single letters would be in the way of those who speak to
/// their computer.
fn follow_keys(session: Session) {
    window_event_listener_untyped("keydown", move |ev| {
        let Some((key, shift)) = events::command(&ev) else {
            return;
        };
        match key.as_str() {
            "z" | "y" if !events::is_typing(&ev) => session.step(key == "z" && !shift),
            "k" if session.ui.with_untracked(|ui| ui.view == View::Plan) => {
                page::focus_soon("f-m".to_owned());
            }
            _ => return,
        }
        ev.prevent_default();
    });
}

/// The verdict for screen readers.
fn speak(session: Session) {
    let (mut first, mut waiting) = (true, None::<TimeoutHandle>);
    always(move || {
        if let Some(handle) = waiting.take() {
            handle.clear();
        }
        let (lang, unit) = (session.lang(), session.unit());
        let words = match session.answer().filter(|_| !session.stale()) {
            Some(answer) => {
                let [(_, mut words), (_, headline)] =
                    i18n::verdict_sentence(lang, &answer.report, unit);
                words.push_str(&headline);
                for verdict in i18n::lacking(lang, &answer.host, &answer.disk, unit) {
                    verdict.follow(lang, &mut words);
                }
                words
            }
            None => i18n::text(lang, Text::NoAnswerYet).to_owned(),
        };
        // The page as it opens is read out anyway.
        if !mem::take(&mut first) {
            waiting = set_timeout_with_handle(move || session.spoken.set(words), PAUSE).ok();
        }
    });
}
