//! The measurement of a run that was opened from the accuracy view, while the form stands as that run.
use crate::boot::View;
use crate::components::{El, el, part, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::events;
use crate::state::session;
use leptos::prelude::*;

/// The line, with the way back.
pub(super) fn measured() -> AnyView {
    part(line).into_any()
}

fn line() -> Option<El> {
    let session = session();
    let (row, table) = session.measured()?;
    let run = table.run(&row)?;
    let lang = session.lang();
    let words = i18n::measured_run(lang, run, session.unit());
    // Chinese full stops bring their own space.
    let gap = if lang == Lang::Zh { "" } else { " " };
    let back = el("a")
        .attr("href", session.link_to(View::Accuracy))
        .on("click", move |ev| {
            if events::wants_it_here(&ev) {
                ev.prevent_default();
                session.go(View::Accuracy);
            }
        })
        .says(t(Text::BackToAccuracy));
    let line = el("p").text(words).text(gap).child(back);
    Some(
        el("section")
            .class("notice quiet of-run")
            .attr("role", "status")
            .child(line)
            .child(el("p").class("hint").text(run.text("source"))),
    )
}
