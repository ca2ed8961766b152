//! What the architecture and its adapters weigh, counted once when a scenario is built: formulas ask for it again and again.
use super::{Adapters, ModelCode, Scenario, TransformersVersion};
use crate::model::{Ffn, Matrix, ModelSpec, Target};
use crate::num::{float, larger};

/// Numbers of parameters that formulas are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sizes {
    /// Embedding.
    pub(crate) embedding: u64,
    /// Output head; 0 if it is the embedding.
    pub(crate) head: u64,
    /// Linear layers of all blocks.
    pub(crate) linear: f64,
    /// Experts in them.
    pub(crate) experts: f64,
    /// The largest block: of those with experts or those without, where a model has both.
    pub(crate) block: f64,
    /// The largest matrix.
    pub(crate) matrix: u64,
    /// Inputs and outputs of every linear layer in the blocks, added up.
    pub(crate) widths: f64,
    /// Adapters, without what is trained whole beside them; 0 under the full method.
    pub(crate) adapters: f64,
    /// Experts are one 3-D tensor.
    pub(crate) fused_experts: bool,
}

impl Sizes {
    /// Counts them.
    pub(super) fn of(
        model: &ModelSpec,
        adapters: Option<&Adapters>,
        code: ModelCode,
        transformers: TransformersVersion,
    ) -> Self {
        let matrices = model.matrices();
        let counted = model.parameters();
        let total = |matrix: &Matrix| float(matrix.total());
        let experts = match model.ffn {
            Ffn::Moe { experts, .. } => experts,
            Ffn::Dense { .. } => 0,
        };
        let fused_experts = code == ModelCode::Transformers
            && (model.fused_experts_3d()
                || (model.fused_experts_3d_in_v5() && transformers == TransformersVersion::V5));
        Self {
            embedding: counted.embedding,
            head: counted.head,
            linear: matrices.iter().map(total).sum(),
            experts: matrices
                .iter()
                .filter(|matrix| matrix.copies == experts)
                .map(total)
                .sum(),
            block: block(model, &matrices),
            matrix: matrices.iter().map(Matrix::weights).max().unwrap_or(0),
            widths: matrices
                .iter()
                .map(|matrix| {
                    float(matrix.input.saturating_add(matrix.output)) * float(matrix.count())
                })
                .sum(),
            adapters: adapters.map_or(0.0, |adapters| {
                adapter_parameters(model, &matrices, adapters, fused_experts)
            }),
            fused_experts,
        }
    }
}

impl Scenario {
    /// The same with another vocabulary and as many KV heads, everything else as it is; the other parameters stay as published.
    #[must_use]
    pub(crate) fn reshaped(&self, vocab: u64, kv_heads: u64) -> Self {
        let mut changed = self.clone();
        (changed.model.vocab, changed.model.kv_heads) = (vocab, kv_heads);
        let (model, software) = (&changed.model, changed.software);
        changed.sizes = Sizes::of(
            model,
            self.adapters.as_ref(),
            software.code,
            software.transformers,
        );
        changed.parameters += float(changed.model.total()) - float(self.model.total());
        changed
    }
}

fn block(model: &ModelSpec, matrices: &[Matrix]) -> f64 {
    let with = |layers: u64| -> f64 {
        let here = |matrix: &&Matrix| matrix.layers == model.layers || matrix.layers == layers;
        matrices
            .iter()
            .filter(here)
            .map(|matrix| float(matrix.weights()) * float(matrix.copies))
            .sum()
    };
    let sparse = model.sparse_layers();
    larger(with(sparse), with(model.layers.saturating_sub(sparse)))
}

/// T = Σ r·(in + out) over adapted matrices, plus one `out` vector each with DoRA (LoRA paper §4.1; DoRA §4).
fn adapter_parameters(
    model: &ModelSpec,
    matrices: &[Matrix],
    adapters: &Adapters,
    fused_experts: bool,
) -> f64 {
    let adapted = matrices
        .iter()
        .filter(|matrix| adapters.wrap(matrix, fused_experts));
    let of = |input: u64, output: u64| {
        let magnitude = if adapters.dora { float(output) } else { 0.0 };
        float(adapters.rank) * (float(input) + float(output)) + magnitude
    };
    let blocks: f64 = adapted
        .map(|matrix| of(matrix.input, matrix.output) * float(matrix.count()))
        .sum();
    let head = if adapters.targets.contains(&Target::Head) {
        of(model.hidden, model.vocab)
    } else {
        0.0
    };
    blocks + head
}
