//! What has to hold after a text is read: enough GPUs for the ranks, and one description of the model.
use crate::model::{self, ModelSpec};
use crate::scenario::{Draft, Param, shape_of};

/// What has to hold after all is read: enough GPUs for the ranks, and one description of the model.
pub(super) fn finish(draft: &mut Draft) {
    shape(draft);
    ranks(draft);
}

/// Sequences that all GPUs process at once, so that a batch of the whole can be divided into steps.
pub(super) fn step_of_a_micro_batch(draft: &mut Draft) -> u64 {
    ranks(draft);
    if let Ok(scenario) = draft.check().scenario {
        return scenario.batch.micro.saturating_mul(scenario.layout.data);
    }
    // What describes the model is not put together yet.
    let of = |params: &[Param]| {
        let known = params.iter().map(|param| whole(draft, *param));
        known.fold(1, u64::saturating_mul)
    };
    let gpus = of(&[Param::GpusPerNode, Param::Nodes]);
    of(&[Param::MicroBatch]).saturating_mul(gpus / of(&RANKS).max(1))
}

/// Ranks that share one copy of the model.
const RANKS: [Param; 3] = [
    Param::TensorParallel,
    Param::PipelineParallel,
    Param::ContextParallel,
];

/// A whole number of a draft; 1 where it has none.
fn whole(draft: &Draft, param: Param) -> u64 {
    let text = draft.get(param);
    text.and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Enough GPUs for the ranks.
fn ranks(draft: &mut Draft) {
    let number = |param| whole(draft, param);
    let needed = RANKS.map(number).into_iter().fold(1, u64::saturating_mul);
    let there = number(Param::GpusPerNode).saturating_mul(number(Param::Nodes));
    if needed > there && needed <= 4096 {
        let each = needed.min(8);
        draft.set(Param::GpusPerNode, each.to_string());
        let nodes = needed.div_ceil(each);
        if nodes > 1 {
            draft.set(Param::Nodes, nodes.to_string());
        }
    }
}

/// What Megatron-LM takes where the numbers of a model are not all given: an MLP four times as wide, heads that share the width.
fn derive(draft: &mut Draft) {
    let number = |param| draft.get(param).and_then(|text| text.parse::<u64>().ok());
    let (width, heads) = (number(Param::Hidden), number(Param::Heads));
    let [ffn, head] = [Param::Ffn, Param::HeadDim].map(|param| draft.get(param).is_none());
    if let Some(width) = width {
        if ffn {
            draft.set(Param::Ffn, width.saturating_mul(4).to_string());
        }
        if let Some(heads) = heads.filter(|heads| head && *heads > 0) {
            draft.set(Param::HeadDim, (width / heads).max(1).to_string());
        }
    }
}

/// A model given by numbers is the catalogue's where those are its numbers.
fn shape(draft: &mut Draft) {
    let mut typed: Vec<(Param, String)> = draft
        .typed()
        .filter(|(param, _)| (Param::Hidden..=Param::PublishedParams).contains(param))
        .map(|(param, text)| (param, text.to_owned()))
        .collect();
    let layers = typed.iter().any(|(param, _)| *param == Param::Layers);
    if draft.get(Param::Model) == Some("custom") {
        return;
    }
    if !layers {
        for (param, _) in &typed {
            draft.clear(*param);
        }
        return;
    }
    // The width of layers without experts means nothing where there are none.
    let first = draft.get(Param::DenseLayers).unwrap_or("0");
    if first == "0" {
        draft.clear(Param::DenseFfn);
        typed.retain(|(param, _)| *param != Param::DenseFfn);
    }
    derive(draft);
    let same = |spec: &&ModelSpec| {
        let shape = shape_of(spec);
        typed.iter().all(|wanted| {
            matches!(
                wanted.0,
                Param::Family | Param::Vocab | Param::PublishedParams | Param::HeadDim
            ) || shape.contains(wanted)
        })
    };
    let named = draft.get(Param::Model).and_then(model::find);
    // Several models share their numbers; a tokenizer tells them apart, also by the words that its own model has.
    let vocab = draft.get(Param::Vocab).and_then(|text| text.parse().ok());
    let vocab = vocab.or(named.as_ref().map(|spec| spec.vocab));
    let of_tokenizer = |spec: &&ModelSpec| same(spec) && vocab == Some(spec.vocab);
    let specs = || model::catalogue().map(|entry| &entry.spec);
    let found = named.filter(|spec| same(&spec)).or_else(|| {
        let alike = specs().find(of_tokenizer);
        alike.or_else(|| specs().find(same)).cloned()
    });
    match found {
        Some(spec) => {
            draft.set(Param::Model, spec.id.to_string());
            for (param, _) in &typed {
                draft.clear(*param);
            }
        }
        None => draft.set(Param::Model, "custom"),
    }
}
