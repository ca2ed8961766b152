//! The planner: a form on one side, its answer on the other.
mod bar;
mod config;
mod form;
mod gpu;
mod header;
mod model;
mod notices;
mod presets;
mod scope;
mod stack;
mod strip;
mod table;
mod verdict;
mod why;

use crate::components::{flag, part, says, t};
use crate::i18n::Text;
use crate::state::session;
use leptos::prelude::*;

/// The page.
#[component]
pub fn Planner() -> impl IntoView {
    let session = session();
    view! {
        <a class="skip" href="#answer" on:click=move |ev| jump(&ev, "answer")>{t(Text::SkipToAnswer)}</a>
        {header::header()}
        <main class="page">
            <form class="form" id="form" tabindex="-1" aria-label=t(Text::Configuration) on:submit=move |ev| ev.prevent_default()>
                {verdict::sticky()}
                {presets::presets()}
                {form::form()}
            </form>
            <div class="out" id="answer" tabindex="-1">
                {notices::notices()}
                {answer()}
                {scope::scope()}
            </div>
        </main>
        <div class="spoken" role="status" aria-live="polite">{says(move || session.spoken.get())}</div>
    }
    .into_any()
}

/// Everything that follows from the form. While something in it is wrong the last answer stays, greyed.
fn answer() -> AnyView {
    let session = session();
    let present = Memo::new(move |_| session.answer().is_some());
    let parts = part(move || {
        Some(if present.get() {
            view! {
                <div class="answer" class:stale=flag(move || session.stale())>
                    {verdict::verdict()}
                    {bar::bar()}
                    {verdict::preset_answer()}
                    {strip::strip()}
                    {table::table()}
                </div>
            }
            .into_any()
        } else {
            view! { <p class="empty">{t(Text::NoAnswerYet)}</p> }.into_any()
        })
    });
    view! {
        {notices::reasons()}
        {parts}
    }
    .into_any()
}

/// Moves the focus without touching the fragment, which holds the scenario.
fn jump(ev: &leptos::ev::MouseEvent, id: &str) {
    ev.prevent_default();
    crate::platform::page::scroll_to(id);
    crate::platform::page::focus_soon(id.to_owned());
}
