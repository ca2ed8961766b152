//! The GPU: found by name or given by hand.
use crate::components::{Entry, Source, all, combobox, el};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::hardware::{self, Gpu};
use estimator::scenario::Param;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;

/// The box, and what is known of the card in it.
pub(super) fn gpu(param: Param) -> AnyView {
    let session = session();
    let facts = move || {
        let answer = session.details();
        let words = answer
            .map(|answer| facts(session.lang(), session.unit(), &answer.scenario.cluster.gpu));
        words.unwrap_or_default()
    };
    all([
        combobox(
            param,
            Source {
                entries,
                name,
                prompt: Text::SearchGpu,
            },
        ),
        el("p").class("note").says(facts),
    ])
}

fn entries(lang: Lang, unit: SizeUnit) -> Vec<Entry> {
    let listed = hardware::catalogue().iter().map(|gpu| {
        let aliases = hardware::aliases()
            .filter(|(_, id)| *id == gpu.id)
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
            .join(" ");
        Entry {
            key: gpu.id.to_string(),
            label: gpu.name.to_string(),
            detail: i18n::size(lang, Bytes::gib(gpu.usable()), unit),
            found_by: format!("{} {} {aliases}", gpu.id, gpu.name).to_ascii_lowercase(),
        }
    });
    let custom = Entry {
        key: "custom".to_owned(),
        label: i18n::text(lang, Text::CustomGpu).to_owned(),
        detail: String::new(),
        found_by: format!("custom {}", i18n::choice_label(lang, Param::Gpu, "custom"))
            .to_ascii_lowercase(),
    };
    listed.chain([custom]).collect()
}

fn name(lang: Lang, key: &str) -> Option<String> {
    Some(i18n::choice_label(lang, Param::Gpu, key).to_owned()).filter(|name| !name.is_empty())
}

/// The card in one line: what it has, and what to know about it.
fn facts(lang: Lang, unit: SizeUnit, gpu: &Gpu) -> String {
    let usable = format!(
        "{} {}",
        i18n::size(lang, Bytes::gib(gpu.usable()), unit),
        i18n::text(lang, Text::Usable)
    );
    let doubt = (!gpu.usable_verified).then(|| i18n::text(lang, Text::Unverified).to_owned());
    let notes = gpu
        .notes
        .iter()
        .map(|note| i18n::gpu_note(lang, *note).to_owned());
    [usable]
        .into_iter()
        .chain(doubt)
        .chain(notes)
        .collect::<Vec<_>>()
        .join(" · ")
}
