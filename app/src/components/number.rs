//! A box for a number. What is typed stays in it, right or wrong.
use super::field::Slot;
use crate::components::{El, el};
use crate::i18n;
use crate::state::session;
use crate::text::normalised;
use estimator::scenario::{Kind, Unit};
use leptos::ev::Event;
use leptos::prelude::*;
use std::rc::Rc;

/// The box of a number.
pub(super) fn number(slot: Slot) -> El {
    let session = session();
    let info = slot.param.info();
    let keyboard = if matches!(info.kind, Kind::Integer { .. }) {
        "numeric"
    } else {
        "decimal"
    };
    // An empty box means the default; it must not come back under the cursor while another number is being typed.
    let emptied = RwSignal::new(false);
    let typed = move |text: String| {
        emptied.set(text.trim().is_empty());
        session.type_text(slot.param, &text);
    };
    let width = match info.unit {
        Unit::Gib | Unit::Gb | Unit::Percent => "unit short",
        Unit::Sequences
        | Unit::Billions
        | Unit::MillionTokens
        | Unit::PerGpuHour
        | Unit::PerKwh
        | Unit::PerMonth
        | Unit::PerGbMonth
        | Unit::PerMillionTokens => "unit long",
        Unit::None
        | Unit::Tokens
        | Unit::GbPerSecond
        | Unit::Money
        | Unit::Watts
        | Unit::Months
        | Unit::Hours => "unit",
    };
    let unit = (info.unit != Unit::None).then(|| {
        let name = move || i18n::unit_label(session.lang(), info.unit);
        el("span")
            .class(width)
            .attr("aria-hidden", "true")
            .says(name)
    });
    let input = plain(keyboard, typed)
        .attr("id", slot.id())
        .live("placeholder", move || {
            Some(slot.with(|field| field.default.to_string()))
        })
        .value(move || {
            if emptied.get() {
                String::new()
            } else {
                slot.text()
            }
        })
        .live("aria-invalid", move || slot.invalid())
        .attr("aria-describedby", slot.described_by())
        .on("blur", move |_| emptied.set(false));
    el("span").class("box").child(input).children(unit)
}

/// A box for a number, told of every text that stands in it; full-width digits arrive as ASCII.
pub fn plain(keyboard: &'static str, typed: impl Fn(String) + 'static) -> El {
    told(keyboard, Rc::new(typed))
}

/// The same for all that it may tell: one such box in the code.
fn told(keyboard: &'static str, typed: Rc<dyn Fn(String)>) -> El {
    let composing = RwSignal::new(false);
    let composed = Rc::clone(&typed);
    let read = |typed: &Rc<dyn Fn(String)>, ev: &Event| typed(normalised(&event_target_value(ev)));
    el("input")
        .attr("type", "text")
        .class("in")
        .attr("inputmode", keyboard)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .on("compositionstart", move |_| composing.set(true))
        .on("compositionend", move |ev| {
            composing.set(false);
            read(&composed, &ev);
        })
        .on("input", move |ev| {
            if !composing.get_untracked() {
                read(&typed, &ev);
            }
        })
}
