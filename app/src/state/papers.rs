//! The method: fetched when it is first looked at, in the language of the page.
use super::following::always;
use super::session::Session;
use crate::boot::View;
use crate::paper::Paper;
use leptos::prelude::*;

/// Fetches it when its view is opened or the language changes; again if the last time it could not be had.
pub(super) fn follow(session: Session) {
    always(move || {
        let (view, lang) = (session.view(), session.lang());
        let here = |paper: &Option<Paper>| paper.as_ref().is_some_and(|paper| paper.lang() == lang);
        if view == View::Method && !session.paper.with_untracked(here) {
            session.paperless.set(false);
            Paper::fetch(lang, move |paper| {
                session.paperless.set(paper.is_none());
                // Another one may have been asked for meanwhile.
                if paper.is_some() && untrack(move || session.lang()) == lang {
                    session.paper.set(paper);
                }
            });
        }
    });
}
