//! The tables of measured runs: each is fetched when it is first looked at.
use super::following::always;
use super::session::Session;
use crate::accuracy::Accuracy;
use crate::boot::View;
use crate::platform::fetch;
use leptos::prelude::*;
use std::sync::Arc;

/// The files, beside the page; written by the build.
const FILES: [&str; 2] = ["accuracy.tsv", "throughput.tsv"];

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
        let view = session.view();
        let row = session.ui.with(|ui| !ui.row.is_empty());
        if (view.measures() || row)
            && session.tables.with_untracked(|tables| {
                matches!(Runs::of(tables, view), Runs::Unread | Runs::Missing)
            })
        {
            fetch(session, view);
        }
    });
}

/// Where the table of a view stands in a list of two.
const fn place(view: View) -> usize {
    match view {
        View::Speeds => 1,
        _ => 0,
    }
}

impl Runs {
    /// The table of a view.
    pub fn of(tables: &[Self; 2], view: View) -> Self {
        tables[place(view)].clone()
    }
}

fn fetch(session: Session, view: View) {
    let at = place(view);
    session.tables.update(|tables| tables[at] = Runs::Loading);
    fetch::text(FILES[at], move |text| {
        let read = text.and_then(|text| Accuracy::read(&text));
        let read = read.map_or(Runs::Missing, |read| Runs::Here(Arc::new(read)));
        session.tables.update(|tables| tables[at] = read);
    });
}
