//! The top of the page: name, unit, language, theme, link.
use crate::boot::Theme;
use crate::components::{part, press, says, t};
use crate::i18n::{self, Text};
use crate::platform::{clipboard, page};
use crate::state::session;
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// How copying the link ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    Idle,
    Copied,
    ByHand,
}

/// The header.
pub(super) fn header() -> AnyView {
    let share = RwSignal::new(Share::Idle);
    view! {
        <header class="top">
            <div class="brand">{t(Text::Brand)}<small>{t(Text::Tagline)}</small></div>
            <div class="tools">
                {unit_switch()}
                {language_switch()}
                {theme_switch()}
                {share_button(share)}
            </div>
            {part(move || (share.get() == Share::ByHand).then(by_hand))}
        </header>
    }
    .into_any()
}

fn unit_switch() -> AnyView {
    let session = session();
    let flip = press(move || {
        session.ui.update(|ui| ui.unit = if ui.unit == SizeUnit::Gib { SizeUnit::Gb } else { SizeUnit::Gib });
    });
    let name = t(Text::SizeUnit);
    let hint = move || {
        let text = if session.unit() == SizeUnit::Gib { Text::UnitGibHint } else { Text::UnitGbHint };
        i18n::text(session.lang(), text)
    };
    let symbol = move || session.unit().symbol();
    view! {
        <button type="button" class="ghost" on:click=flip title=says(hint) aria-label=says(move || format!("{}: {}", name(), symbol()))>{says(symbol)}</button>
    }
    .into_any()
}

fn language_switch() -> AnyView {
    let session = session();
    let other = move || session.lang().other().html_lang();
    view! {
        <button type="button" class="ghost" lang=says(other) on:click=press(move || session.ui.update(|ui| ui.lang = ui.lang.other()))>
            {t(Text::OtherLanguage)}
        </button>
    }
    .into_any()
}

fn theme_switch() -> AnyView {
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
    let next = press(move || {
        session.ui.update(|ui| {
            ui.theme = match ui.theme {
                Theme::Auto => Theme::Dark,
                Theme::Dark => Theme::Light,
                Theme::Light => Theme::Auto,
            };
        });
    });
    view! {
        <button type="button" class="ghost theme" on:click=next title=says(present) aria-label=says(move || format!("{}: {}", name(), present()))>
            <span class="sun" aria-hidden="true"></span>
        </button>
    }
    .into_any()
}

fn share_button(share: RwSignal<Share>) -> AnyView {
    let session = session();
    let copy = press(move || {
        clipboard::copy(&session.link(), move |done| {
            share.set(if done { Share::Copied } else { Share::ByHand });
            if done {
                let rest = std::time::Duration::from_millis(2500);
                set_timeout(move || share.set(Share::Idle), rest);
            } else {
                request_animation_frame(|| page::select_text("share-link"));
            }
        });
    });
    let words = says(move || i18n::text(session.lang(), if share.get() == Share::Copied { Text::Copied } else { Text::Share }));
    view! { <button type="button" class="primary" on:click=copy title=t(Text::ShareHint)>{words}</button> }.into_any()
}

/// The link to copy by hand, where the browser refuses.
fn by_hand() -> AnyView {
    let session = session();
    view! {
        <label class="by-hand">
            <span>{t(Text::CopyFailed)}</span>
            <input id="share-link" class="in wide" type="text" readonly=true prop:value=says(move || session.link())/>
        </label>
    }
    .into_any()
}
