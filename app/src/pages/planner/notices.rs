//! What to know before reading the answer: odd links, wrong fields, forbidden storage.
use crate::components::t;
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::codec::Notice;
use leptos::prelude::*;

/// Notices about the link and the browser.
pub(super) fn notices() -> AnyView {
    let session = session();
    let about_link = move || {
        let notices = session.notices.get();
        if notices.is_empty() {
            return None;
        }
        let lang = session.lang.get();
        let unread: usize = notices.iter().map(Notice::unread).sum();
        let title = if unread > 0 {
            i18n::link_partly_read(lang, unread, session.settings.get())
        } else {
            i18n::text(lang, Text::AboutLink).to_owned()
        };
        let list = notices.iter().map(|notice| view! { <li>{i18n::notice_text(lang, notice)}</li> }).collect_view();
        Some(view! {
            <section class="notice" role="status">
                <p>
                    <strong>{title}</strong>
                    <button type="button" class="link" on:click=move |_| session.notices.set(Vec::new())>{t(Text::Close)}</button>
                </p>
                <ul>{list}</ul>
            </section>
        })
    };
    let about_storage = move || {
        session.forgetful.get().then(|| {
            view! {
                <section class="notice quiet" role="status">
                    <p>
                        {t(Text::StorageNotice)}
                        <button type="button" class="link" on:click=move |_| session.forgetful.set(false)>{t(Text::Close)}</button>
                    </p>
                </section>
            }
        })
    };
    view! { {about_link} {about_storage} }.into_any()
}

/// Why the answer is not the form's.
pub(super) fn reasons() -> AnyView {
    let session = session();
    let list = move || {
        let reasons = session.reasons();
        if reasons.is_empty() {
            return None;
        }
        let lang = session.lang.get();
        let lines = reasons
            .iter()
            .map(|issue| {
                let id = format!("f-{}", issue.param.key());
                let words = i18n::issue_text(lang, issue);
                view! {
                    <li>
                        <button type="button" class="link" on:click=move |_| page::focus_soon(id.clone())>
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
    };
    view! { {list} }.into_any()
}
