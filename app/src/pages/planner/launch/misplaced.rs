//! A launch file in a box for something else: said, and taken where it is read.
use crate::components::{El, el, t};
use crate::i18n::Text;
use crate::platform::page;
use crate::state::session;
use leptos::prelude::*;

/// Says that a text is a launch file, and opens it where those are read; `leave` takes it out of the box that it was in.
pub(in crate::pages::planner) fn misplaced(
    what: Text,
    text: String,
    leave: impl Fn() + Send + 'static,
) -> El {
    let session = session();
    let open = move || {
        session.launch.set(text.clone());
        leave();
        page::unfold_soon("launch");
    };
    el("div")
        .class("misplaced")
        .child(el("p").class("note").says(t(what)))
        .child(
            el("button")
                .attr("type", "button")
                .class("ghost")
                .press(open)
                .says(t(Text::LaunchOpen)),
        )
}
