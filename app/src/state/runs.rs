//! The table of measured runs: fetched when it is first looked at.
use super::following::always;
use super::session::Session;
use crate::accuracy::Accuracy;
use crate::boot::View;
use crate::platform::fetch;
use leptos::prelude::*;
use std::sync::Arc;

/// The file, beside the page; written by the build.
const FILE: &str = "accuracy.tsv";

/// Where fetching stands.
#[derive(Clone, Debug, Default)]
pub enum Runs {
    /// Nobody looked at it yet.
    #[default]
    Unread,
    /// Under way.
    Loading,
    /// There is none, or none that can be read.
    Missing,
    /// Here it is.
    Here(Arc<Accuracy>),
}

impl Runs {
    /// The table, once it is here.
    pub(super) fn table(&self) -> Option<Arc<Accuracy>> {
        match self {
            Self::Here(table) => Some(Arc::clone(table)),
            _ => None,
        }
    }
}

/// Fetches the table when its view or one of its runs is opened; again if the last time it could not be had.
pub(super) fn follow(session: Session) {
    always(move || {
        let wanted = session
            .ui
            .with(|ui| ui.view == View::Accuracy || !ui.row.is_empty());
        if wanted
            && session
                .late
                .with_untracked(|late| matches!(late.runs, Runs::Unread | Runs::Missing))
        {
            fetch(session);
        }
    });
}

fn fetch(session: Session) {
    session.late.update(|late| late.runs = Runs::Loading);
    fetch::text(FILE, move |text| {
        let read = text.and_then(|text| Accuracy::read(&text));
        let read = read.map_or(Runs::Missing, |read| Runs::Here(Arc::new(read)));
        session.late.update(|late| late.runs = read);
    });
}
