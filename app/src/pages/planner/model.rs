//! The model: found by name, pasted as its `config.json`, or described by hand.
use super::config;
use crate::components::{Entry, Source, all, combobox, el};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::model::{self, ModelSpec};
use estimator::scenario::Param;
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// The box, what is known of the model in it, and the way to paste another.
pub(super) fn model(param: Param) -> AnyView {
    let session = session();
    let facts = move || {
        let answer = session.details();
        let words = answer.map(|answer| {
            facts(
                session.lang(),
                &answer.scenario.model,
                answer.scenario.parameters,
            )
        });
        words.unwrap_or_default()
    };
    all([
        combobox(
            param,
            Source {
                entries,
                name,
                prompt: Text::SearchModel,
            },
        ),
        el("p").class("note").says(facts),
        config::config(),
    ])
}

fn entries(lang: Lang, _: SizeUnit) -> Vec<Entry> {
    let listed = model::catalogue().map(|entry| {
        let spec = &entry.spec;
        let size = billions(lang, estimator::num::float(spec.total()));
        Entry {
            key: spec.id.to_string(),
            label: spec.name.to_string(),
            found_by: format!(
                "{} {} {} {} {size}",
                spec.id,
                spec.name,
                entry.repository,
                entry.aliases.join(" ")
            )
            .to_ascii_lowercase(),
            detail: size,
        }
    });
    let custom = Entry {
        key: "custom".to_owned(),
        label: i18n::text(lang, Text::CustomModel).to_owned(),
        detail: String::new(),
        found_by: format!(
            "custom {}",
            i18n::choice_label(lang, Param::Model, "custom")
        )
        .to_ascii_lowercase(),
    };
    listed.chain([custom]).collect()
}

fn name(lang: Lang, key: &str) -> Option<String> {
    let custom = (key == "custom").then(|| i18n::choice_label(lang, Param::Model, key).to_owned());
    custom.or_else(|| model::entry(key).map(|entry| entry.spec.name.to_string()))
}

fn billions(lang: Lang, parameters: f64) -> String {
    let (value, letter) = if parameters < 1e9 {
        (parameters / 1e6, "M")
    } else {
        (parameters / 1e9, "B")
    };
    format!(
        "{}{letter}",
        i18n::number(lang, value, usize::from(value < 100.0))
    )
}

/// The shape of a model in one line.
pub(super) fn facts(lang: Lang, spec: &ModelSpec, parameters: f64) -> String {
    let mut parts = vec![format!(
        "{} {}",
        i18n::number(lang, parameters, 0),
        i18n::text(lang, Text::ParametersWord)
    )];
    let counts = [
        (Param::Layers, spec.layers),
        (Param::Heads, spec.heads),
        (Param::KvHeads, spec.kv_heads),
        (Param::Vocab, spec.vocab),
    ];
    parts.extend(counts.map(|(param, count)| {
        format!(
            "{} {}",
            i18n::param_label(lang, param),
            i18n::integer(lang, count)
        )
    }));
    parts.join(" · ")
}
