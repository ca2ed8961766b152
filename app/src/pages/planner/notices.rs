//! What to know before reading the answer: odd links, wrong fields, forbidden storage.
use crate::components::{part, press, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::codec::Notice;
use leptos::prelude::*;

/// Notices about the link and the browser.
pub(super) fn notices() -> AnyView {
    let session = session();
    let about_link = part(move || {
        let notices = session.ui.with(|ui| ui.notices.clone());
        if notices.is_empty() {
            return None;
        }
        let lang = session.lang();
        let unread: usize = notices.iter().map(Notice::unread).sum();
        let title = if unread > 0 {
            i18n::link_partly_read(lang, unread, session.ui.with(|ui| ui.settings))
        } else {
            i18n::text(lang, Text::AboutLink).to_owned()
        };
        let list = notices.iter().map(|notice| view! { <li>{i18n::notice_text(lang, notice)}</li> }).collect_view();
        Some(view! {
            <section class="notice" role="status">
                <p>
                    <strong>{title}</strong>
                    <button type="button" class="link" on:click=press(move || session.ui.update(|ui| ui.notices.clear()))>{t(Text::Close)}</button>
                </p>
                <ul>{list}</ul>
            </section>
        })
    });
    let about_storage = part(move || {
        session.ui.with(|ui| ui.forgetful).then(|| {
            view! {
                <section class="notice quiet" role="status">
                    <p>
                        {t(Text::StorageNotice)}
                        <button type="button" class="link" on:click=press(move || session.ui.update(|ui| ui.forgetful = false))>{t(Text::Close)}</button>
                    </p>
                </section>
            }
        })
    });
    view! { {about_link} {about_storage} }.into_any()
}

/// Why the answer is not the form's.
pub(super) fn reasons() -> AnyView {
    let session = session();
    let list = part(move || {
        let reasons = session.reasons();
        if reasons.is_empty() {
            return None;
        }
        let lang = session.lang();
        let lines = reasons
            .iter()
            .map(|issue| {
                let id = format!("f-{}", issue.param.key());
                let words = i18n::issue_text(lang, issue);
                view! {
                    <li>
                        <button type="button" class="link" on:click=press(move || page::focus_soon(id.clone()))>
                            {i18n::param_label(lang, issue.param)}
                        </button>
                        " " {words}
                    </li>
                }
            })
            .collect_view();
        let title = i18n::issues_count(lang, reasons.len());
        let greyed = session.answer().is_some().then(|| i18n::text(lang, Text::GreyedAnswer));
        Some(view! {
            <section class="notice bad" role="status">
                <p><strong>{title}</strong> " " {greyed}</p>
                <ul>{lines}</ul>
            </section>
        })
    });
    view! { {list} }.into_any()
}
