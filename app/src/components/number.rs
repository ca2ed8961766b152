//! A box for a number. What is typed stays in it, right or wrong.
use crate::components::{maybe, says};
use super::field::Slot;
use crate::i18n;
use crate::state::session;
use crate::text::normalised;
use estimator::scenario::{Kind, Unit};
use leptos::prelude::*;

/// The box of a number.
pub(super) fn number(slot: Slot) -> AnyView {
    let session = session();
    let info = slot.param.info();
    let keyboard = if matches!(info.kind, Kind::Integer { .. }) { "numeric" } else { "decimal" };
    // An empty box means the default; it must not come back under the cursor while another number is being typed.
    let emptied = RwSignal::new(false);
    let composing = RwSignal::new(false);
    let typed = move |text: String| {
        let text = normalised(&text);
        emptied.set(text.trim().is_empty());
        session.type_text(slot.param, &text);
    };
    let long = matches!(info.unit, Unit::Sequences | Unit::Billions);
    let short = matches!(info.unit, Unit::Gib | Unit::Percent);
    let unit = (info.unit != Unit::None)
        .then(|| view! { <span class="unit" class:long=long class:short=short aria-hidden="true">{says(move || i18n::unit_label(session.lang(), info.unit))}</span> });
    view! {
        <span class="box">
            <input
                type="text"
                id=slot.id()
                class="in"
                inputmode=keyboard
                autocomplete="off"
                spellcheck="false"
                placeholder=says(move || slot.with(|field| field.default.clone()))
                prop:value=says(move || if emptied.get() { String::new() } else { slot.text() })
                aria-invalid=maybe(move || slot.invalid())
                aria-describedby=slot.described_by()
                on:compositionstart=move |_| composing.set(true)
                on:compositionend=move |ev| {
                    composing.set(false);
                    typed(event_target_value(&ev));
                }
                on:input=move |ev| {
                    if !composing.get_untracked() {
                        typed(event_target_value(&ev));
                    }
                }
                on:blur=move |_| emptied.set(false)
            />
            {unit}
        </span>
    }
    .into_any()
}
