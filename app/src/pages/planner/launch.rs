//! Launch files: the scenario as the framework takes it, to copy; and a file that a person has, to start from.
mod given;
mod misplaced;
mod written;

pub(super) use misplaced::misplaced;

use crate::components::{El, all, el, fold, t};
use crate::i18n::Text;
use crate::platform::fetch;
use estimator::launch::{formats, install};
use leptos::prelude::*;

/// The table of options, beside the page: only those who open this need it.
const TABLE: &str = "launch.txt";

/// Whether the table is at hand.
#[derive(Clone, Copy, PartialEq)]
enum Table {
    Coming,
    Here,
    Missing,
}

/// The fold. Nothing of it is made or computed while it is closed.
pub(super) fn launch() -> El {
    let table = RwSignal::new(Table::Coming);
    let made = move || {
        table.set(if formats().is_empty() {
            Table::Coming
        } else {
            Table::Here
        });
        if formats().is_empty() {
            fetch::text(TABLE, move |text| {
                table.set(if text.is_some_and(install) {
                    Table::Here
                } else {
                    Table::Missing
                });
            });
        }
        Some(el("div").part(move || Some(body(table.get()))))
    };
    fold(Text::Launch, made)
        .class("calibrate launches")
        .attr("id", "launch")
}

fn body(table: Table) -> AnyView {
    let say = |text| {
        el("p")
            .class("note")
            .attr("role", "status")
            .says(t(text))
            .into()
    };
    match table {
        Table::Coming => say(Text::LaunchLoading),
        Table::Missing => say(Text::LaunchMissing),
        Table::Here => all([written::written(), given::given()]),
    }
}
