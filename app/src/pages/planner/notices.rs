//! What to know before reading the answer: odd links, wrong fields, forbidden storage.
use crate::components::{El, all, el, part, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::codec::Notice;
use leptos::prelude::*;

/// How many notices are spelled out.
const LISTED: usize = 8;

/// Notices about the link and the browser.
pub(in super::super) fn notices() -> AnyView {
    let session = session();
    let about_link = move || {
        let (notices, runs) = session
            .ui
            .with(|ui| (ui.notices.clone(), ui.run_notices.clone()));
        if notices.is_empty() && runs.is_empty() {
            return None;
        }
        let lang = session.lang();
        let unread = notices.iter().map(Notice::unread).sum::<usize>() + runs.len();
        let title = if unread > 0 {
            i18n::link_partly_read(lang, unread, session.ui.with(|ui| ui.settings))
        } else {
            i18n::text(lang, Text::AboutLink).to_owned()
        };
        // A link full of nonsense must not push the form away.
        let more = (notices.len() + runs.len()).saturating_sub(LISTED);
        let runs = runs
            .iter()
            .map(|notice| i18n::calibration::run_notice(lang, notice));
        let list = notices
            .iter()
            .map(|notice| i18n::notice_text(lang, notice))
            .chain(runs)
            .take(LISTED)
            .map(|notice| el("li").text(notice))
            .chain((more > 0).then(|| el("li").text(format!("+ {more}"))));
        let older = |notice: &Notice| matches!(notice, Notice::OlderCatalogue { .. });
        let renew = notices.iter().any(older).then(|| {
            el("button")
                .attr("type", "button")
                .class("link")
                .press(move || {
                    session.use_current_data();
                    page::focus_soon("answer".to_owned());
                })
                .says(t(Text::UseCurrentData))
        });
        let close = close(move || session.forget_notices());
        let head = el("p")
            .child(el("strong").text(title))
            .text(" ")
            .children(renew)
            .text(" ")
            .child(close);
        Some(notice("notice").child(head).child(el("ul").children(list)))
    };
    let about_storage = move || {
        let close = move || close(move || session.ui.update(|ui| ui.forgetful = false));
        let words = move || {
            el("p")
                .says(t(Text::StorageNotice))
                .text(" ")
                .child(close())
        };
        session
            .ui
            .with(|ui| ui.forgetful)
            .then(|| notice("notice quiet").child(words()))
    };
    all([part(about_link).into_any(), part(about_storage).into_any()])
}

fn notice(class: &'static str) -> El {
    el("section").class(class).attr("role", "status")
}

fn close(act: impl Fn() + 'static) -> El {
    el("button")
        .attr("type", "button")
        .class("link")
        .press(move || {
            act();
            page::focus_soon("answer".to_owned());
        })
        .says(t(Text::Close))
}

/// Why the answer is not the form's.
pub(in super::super) fn reasons() -> AnyView {
    let session = session();
    let list = move || {
        let reasons = session.reasons();
        if reasons.is_empty() {
            return None;
        }
        let lang = session.lang();
        let lines = reasons.iter().map(|issue| {
            let id = format!("f-{}", issue.param.key());
            let field = el("button")
                .attr("type", "button")
                .class("link")
                .press(move || page::focus_soon(id.clone()))
                .text(i18n::param_label(lang, issue.param));
            el("li")
                .child(field)
                .text(" ")
                .text(i18n::issue_text_on(lang, issue, session.gpu()))
        });
        let greyed = session
            .answer()
            .map(|_| i18n::text(lang, Text::GreyedAnswer));
        let head = el("p")
            .child(el("strong").text(i18n::issues_count(lang, reasons.len())))
            .text(" ");
        Some(
            notice("notice bad")
                .child(head.text(greyed.unwrap_or_default()))
                .child(el("ul").children(lines)),
        )
    };
    part(list).into_any()
}
