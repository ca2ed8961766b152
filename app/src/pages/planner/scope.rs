//! What the answer does not cover.
use crate::components::t;
use crate::i18n::Text;
use leptos::prelude::*;

/// The note under the answer.
pub(super) fn scope() -> AnyView {
    view! {
        <section class="scope">
            <h2>{t(Text::NotCovered)}</h2>
            <p>{t(Text::NotCoveredList)} " " {t(Text::NotCoveredWhy)}</p>
            <p>{t(Text::Private)}</p>
        </section>
    }
    .into_any()
}
