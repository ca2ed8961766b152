//! Quantities of a scenario, by the names of METHOD.md.
use crate::expr::{Expr, count, num, sym};
use crate::model::{Ffn, ModelSpec};
use crate::scenario::Scenario;

/// Parameters of the model.
pub(super) fn parameters(scenario: &Scenario) -> Expr {
    sym("P", scenario.parameters)
}

/// GPUs that share states.
pub(super) fn shards(scenario: &Scenario) -> Expr {
    count("N", scenario.layout.shards)
}

pub(super) fn vocab(scenario: &Scenario) -> Expr {
    count("V", scenario.model.vocab)
}

pub(super) fn hidden(scenario: &Scenario) -> Expr {
    count("h", scenario.model.hidden)
}

/// Ranks that a tensor-parallel layer is divided over.
pub(super) fn tensor(scenario: &Scenario) -> Expr {
    count("t", scenario.layout.tensor)
}

/// Tokens of a micro-batch on one GPU: b·s/c.
pub(super) fn tokens(scenario: &Scenario) -> u64 {
    let batch = scenario.batch;
    batch.micro.saturating_mul(batch.sequence) / scenario.layout.context.max(1)
}

/// Embedding (as wide as the model embeds): V·h.
pub(super) fn embedding(model: &ModelSpec) -> Expr {
    count("V", model.vocab) * count("h", model.embedding_width())
}

/// Parameters of embedding, head and the norms outside the blocks: FSDP's root unit.
pub(super) fn root(model: &ModelSpec) -> Expr {
    let parameters = model.parameters();
    let norms = model
        .norms
        .of_width(model.hidden)
        .saturating_mul(model.norms.outside);
    let all = parameters
        .embedding
        .saturating_add(parameters.head)
        .saturating_add(parameters.positions)
        .saturating_add(model.extras.outside)
        .saturating_add(norms);
    count("P_root", all)
}

/// Parameters of one block with its norms and biases; none where blocks differ.
pub(super) fn block(model: &ModelSpec) -> Option<Expr> {
    let equal = match model.ffn {
        Ffn::Dense { .. } => true,
        Ffn::Moe { dense_layers, .. } => dense_layers == 0,
    };
    let ends = root(model);
    let all = num(crate::num::float(model.total())) - ends;
    let each = all.value() / crate::num::float(model.layers.max(1));
    (equal && each.fract() == 0.0).then(|| sym("P_block", each))
}
