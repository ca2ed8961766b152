//! A `config.json` as settings: a model of the catalogue where it is one, else the model's numbers by hand.
use super::params::Param;
use super::parse::family_text;
use super::{Draft, Scenario};
use crate::model::{self, Attention, ConfigError, Ffn, ModelSpec};
use crate::num::{ascending, fixed, float};

/// What a model's configuration sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The fields to set; the other fields of the model are to be cleared, see [`apply`](Self::apply).
    pub draft_patch: Vec<(Param, String)>,
    /// Whether the scenario has the same matrices, norms and biases. Otherwise its total is right all the same, but not how
    /// the small parts of a layer share in it.
    pub exact: bool,
    /// The model of the catalogue that it is.
    pub matched: Option<&'static str>,
}

impl Imported {
    /// Sets the model of `draft`: every field of an earlier model is cleared first.
    pub fn apply(&self, draft: &mut Draft) {
        for param in OF_A_MODEL {
            draft.clear(*param);
        }
        for (param, text) in &self.draft_patch {
            draft.set(*param, text.clone());
        }
    }
}

/// The fields that describe a model.
const OF_A_MODEL: &[Param] = &[
    Param::Model,
    Param::Hidden,
    Param::Layers,
    Param::Heads,
    Param::KvHeads,
    Param::HeadDim,
    Param::Ffn,
    Param::Vocab,
    Param::Gated,
    Param::Tied,
    Param::Experts,
    Param::ActiveExperts,
    Param::SharedFfn,
    Param::DenseLayers,
    Param::DenseFfn,
    Param::KvLora,
    Param::QLora,
    Param::RopeDim,
    Param::ValueDim,
    Param::Family,
    Param::PublishedParams,
];

/// Reads the `config.json` of a model.
///
/// # Errors
/// What [`model::from_config_json`] could not read.
pub fn import_config(text: &str) -> Result<Imported, ConfigError> {
    model::from_config_json(text).map(|spec| import_spec(&spec))
}

/// The settings that give the model `spec`.
pub fn import_spec(spec: &ModelSpec) -> Imported {
    if let Some(id) = in_the_catalogue(spec) {
        return Imported {
            draft_patch: vec![(Param::Model, id.to_owned())],
            exact: true,
            matched: Some(id),
        };
    }
    let mut imported = Imported {
        draft_patch: shape_of(spec),
        exact: false,
        matched: None,
    };
    let mut draft = Draft::default();
    imported.apply(&mut draft);
    let built = draft
        .check()
        .scenario
        .map(|scenario: Scenario| scenario.model);
    imported.exact = built
        .as_ref()
        .is_ok_and(|built| same_architecture(built, spec));
    if built.map(|built| built.total()) != Ok(spec.total()) {
        // Nine decimals of 10^9 are single parameters.
        imported
            .draft_patch
            .push((Param::PublishedParams, fixed(float(spec.total()) / 1e9, 9)));
    }
    imported
}

/// The catalogue's model of the same architecture; one with the same context length is preferred.
fn in_the_catalogue(spec: &ModelSpec) -> Option<&'static str> {
    let same = || {
        model::catalogue()
            .map(|entry| &entry.spec)
            .filter(|known| same_architecture(known, spec))
    };
    same()
        .find(|known| known.max_positions == spec.max_positions)
        .or_else(|| same().next())
        .map(|known| known.id.as_ref())
}

/// Whether two models differ in nothing but name and context length.
fn same_architecture(a: &ModelSpec, b: &ModelSpec) -> bool {
    let anonymous = |spec: &ModelSpec| ModelSpec {
        id: "".into(),
        name: "".into(),
        max_positions: None,
        ..spec.clone()
    };
    anonymous(a) == anonymous(b)
}

/// The numbers of a model, as the fields take them.
pub(crate) fn shape_of(spec: &ModelSpec) -> Vec<(Param, String)> {
    let switch = |on: bool| if on { "yes" } else { "no" }.to_owned();
    let mut patch = vec![
        (Param::Model, "custom".to_owned()),
        (Param::Family, family_text(spec.family)),
    ];
    patch.extend([
        (Param::Gated, switch(spec.gated())),
        (Param::Tied, switch(spec.tied)),
    ]);
    let mut numbers = vec![
        (Param::Hidden, spec.hidden),
        (Param::Layers, spec.layers),
        (Param::Heads, spec.heads),
        (Param::KvHeads, spec.kv_heads),
        (Param::HeadDim, spec.head_dim),
        (Param::Vocab, spec.vocab),
    ];
    match spec.ffn {
        Ffn::Dense { hidden, .. } => numbers.push((Param::Ffn, hidden)),
        Ffn::Moe {
            experts,
            active,
            hidden,
            shared_hidden,
            dense_layers,
            dense_hidden,
            ..
        } => numbers.extend([
            (Param::Ffn, hidden),
            (Param::Experts, experts),
            (Param::ActiveExperts, active),
            (Param::SharedFfn, shared_hidden),
            (Param::DenseLayers, dense_layers),
            (Param::DenseFfn, dense_hidden),
        ]),
    }
    if let Attention::Mla {
        q_lora,
        kv_lora,
        rope,
        value,
        ..
    } = spec.attention
    {
        numbers.extend([
            (Param::KvLora, kv_lora),
            (Param::QLora, q_lora.unwrap_or(0)),
            (Param::RopeDim, rope),
            (Param::ValueDim, value),
        ]);
    }
    patch.extend(
        numbers
            .into_iter()
            .map(|(param, number)| (param, number.to_string())),
    );
    ascending(patch, |(param, _)| f64::from(*param as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_of_the_catalogue_is_found_again() {
        for entry in model::catalogue() {
            let found = import_spec(&entry.spec)
                .matched
                .and_then(model::find)
                .unwrap();
            assert!(same_architecture(&found, &entry.spec), "{}", entry.spec.id);
        }
    }

    /// One layer less is in no catalogue: the numbers by hand give the same total, to the parameter.
    #[test]
    fn the_total_is_exact_for_any_architecture() {
        for entry in model::catalogue() {
            let spec = ModelSpec {
                layers: entry.spec.layers - 1,
                ..entry.spec.clone()
            };
            let imported = import_spec(&spec);
            assert_eq!(imported.matched, None, "{}", spec.id);
            let mut draft = Draft::default()
                .with(Param::Model, "gpt2")
                .with(Param::KvLora, "512");
            imported.apply(&mut draft);
            let scenario = draft.check().scenario.unwrap();
            assert_eq!(scenario.parameters, float(spec.total()), "{}", spec.id);
            assert!(
                !imported.exact || scenario.model.total() == spec.total(),
                "{}",
                spec.id
            );
        }
    }
}
