//! How everything is computed: METHOD.md, which the build renders.
use super::{header, jump};
use crate::boot::View;
use crate::components::{El, el, paper, t};
use crate::i18n::Text;
use crate::platform::events;
use crate::state::session;
use leptos::prelude::*;

/// The view.
pub(super) fn method() -> AnyView {
    let session = session();
    let body = move || {
        let lang = session.lang();
        Some(session.paper.with(|here| match here {
            Some(here) if here.lang() == lang => paper(here),
            _ if session.paperless.get() => {
                el("p").class("error").says(t(Text::MethodMissing)).into()
            }
            _ => el("p").class("empty").says(t(Text::MethodLoading)).into(),
        }))
    };
    // The fragment holds the scenario: places of the text are gone to without it.
    let follow = move |ev| {
        if let Some(place) = events::address(&ev)
            && let Some(id) = place.strip_prefix('#')
        {
            jump(&ev, id);
        }
    };
    el("main")
        .class("method")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .child(tabs())
        .child(el("div").on("click", follow).part::<AnyView>(body))
        .into()
}

/// The scenario worked out, and the whole method.
pub(super) fn tabs() -> El {
    let tabs = [
        (View::Method, Text::TabMethod),
        (View::Derivation, Text::TabDerivation),
    ];
    el("div")
        .class("tabs")
        .children(tabs.map(|(view, name)| header::tab(view, name)))
}
