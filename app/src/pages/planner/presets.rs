//! Configurations to start from.
use crate::components::{part, press, says, t};
use crate::i18n::{self, Text};
use crate::state::{Session, session};
use estimator::presets::{Preset, all};
use estimator::scenario::Draft;
use leptos::prelude::*;

/// Questions that stand before the list is opened.
const AT_FIRST: usize = 3;

/// The chips.
pub(super) fn presets() -> AnyView {
    let session = session();
    let more = RwSignal::new(false);
    let (sizes, questions): (Vec<&Preset>, Vec<&Preset>) = all().iter().partition(|preset| !is_question(preset));
    let first = questions.iter().take(AT_FIRST).map(|preset| chip(session, preset)).collect_view();
    let rest: Vec<&'static Preset> = questions.into_iter().skip(AT_FIRST).collect();
    let others = part(move || more.get().then(|| rest.iter().map(|preset| chip(session, preset)).collect_view()));
    let fold = says(move || i18n::text(session.lang(), if more.get() { Text::Less } else { Text::More }));
    view! {
        <section class="presets" aria-label=t(Text::Presets)>
            <div class="chips">{sizes.into_iter().map(|preset| chip(session, preset)).collect_view()}</div>
            <div class="chips">
                {first} {others}
                <button
                    type="button"
                    class="chip more"
                    aria-expanded=says(move || if more.get() { "true" } else { "false" })
                    on:click=press(move || more.update(|open| *open = !*open))
                >
                    {fold}
                </button>
                <button type="button" class="link reset" title=t(Text::ResetHint) on:click=press(move || session.commit(Draft::default()))>
                    {t(Text::Reset)}
                </button>
            </div>
        </section>
    }
    .into_any()
}

/// Whether a preset is one of the questions, P1 to P8, and not merely a size and a method.
pub(super) fn is_question(preset: &Preset) -> bool {
    preset.key.strip_prefix('p').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn chip(session: Session, preset: &'static Preset) -> AnyView {
    let pressed = Memo::new(move |_| session.draft.with(|draft| *draft == preset.draft()));
    view! {
        <button
            type="button"
            class="chip"
            aria-pressed=says(move || if pressed.get() { "true" } else { "false" })
            title=says(move || i18n::preset_question(session.lang(), preset.key))
            on:click=press(move || session.commit(preset.draft()))
        >
            {says(move || i18n::preset_label(session.lang(), preset.key))}
        </button>
    }
    .into_any()
}
