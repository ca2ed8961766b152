//! What each input shows, told to its control only when that changes. A key changes one of over a hundred inputs; asking all of
//! them anew was a third of its work.
use super::following::always;
use super::session::Session;
use estimator::scenario::{Checked, Field, Issue, Origin, Param};
use leptos::prelude::*;
use std::borrow::Cow;

/// A field with what is wrong with it.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The field.
    pub field: Field,
    /// What is wrong with it, where it applies.
    pub issue: Option<Issue>,
}

/// Of every input, in the order of the table.
pub(super) type AllShown = Box<[RwSignal<Shown>]>;

/// The field of an input; one that the check does not know applies to nothing.
pub(super) fn field(checked: &Checked, param: Param) -> Field {
    checked.field(param).cloned().unwrap_or(Field {
        param,
        applies: false,
        text: Cow::Borrowed(""),
        default: Cow::Borrowed(""),
        origin: Origin::Default,
        value: None,
    })
}

/// As things stand.
pub(super) fn all(checked: &Checked) -> AllShown {
    let shown = |param: &Param| {
        RwSignal::new(Shown {
            field: field(checked, *param),
            issue: issue(checked, *param).cloned(),
        })
    };
    Param::ALL.iter().map(shown).collect()
}

/// Keeps them as the check of the form has them.
pub(super) fn follow(session: Session) {
    always(move || {
        let checked = session.checked();
        for (signal, param) in session.shown.iter().zip(Param::ALL) {
            let Some(field) = checked.field(*param) else {
                continue;
            };
            let issue = issue(&checked, *param);
            let same = |shown: &Shown| shown.field == *field && shown.issue.as_ref() == issue;
            if !signal.with_untracked(same) {
                signal.set(Shown {
                    field: field.clone(),
                    issue: issue.cloned(),
                });
            }
        }
    });
}

fn issue(checked: &Checked, param: Param) -> Option<&Issue> {
    let applies = checked.field(param).is_some_and(|field| field.applies);
    checked.issue(param).filter(|_| applies)
}
