//! What theory says about two configurations that differ in one thing.
//!
//! Each property takes scenarios from the whole range of inputs, every field written out so that nothing but the named one
//! changes, and compares the two reports. A premise stands only where theory needs it; its comment says why.
#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps, clippy::similar_names, reason = "short properties")]
mod support;

use estimator::codec::encode;
use estimator::memory::{Family, MemoryReport, Metric, Moment, TermId};
use estimator::model::Ffn;
use estimator::scenario::{Draft, Param, Scenario, Sharding, text};
use std::sync::LazyLock;
use support::{Rng, cases};

/// Changes to a draft.
type Changes = Vec<(Param, String)>;

/// Scenarios to start from, every field written out.
static POOL: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    (0..cases(1_500)).map(|number| written_out(&support::valid(&mut Rng::of_case(number)).0)).collect()
});

/// The draft with every field written out, so that a change of one leaves the others as they are. A published total that
/// contradicts the shape is left out: it would make the parts larger than the whole.
fn written_out(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    draft.clear(Param::PublishedParams);
    let mut whole = Draft::default();
    for field in draft.check().fields {
        whole.set(field.param, field.value.map(|value| text(&value)).unwrap_or_default());
    }
    whole
}

/// Two reports and what they are of.
struct Pair {
    before: MemoryReport,
    after: MemoryReport,
    from: Scenario,
    links: String,
}

/// The scenarios of the pool with `set`, before and after `change`; those that do not check or do not meet the premise
/// (`change` gives nothing) are passed over. Enough must remain for the property to mean something.
fn compare(set: &[(Param, &str)], change: impl Fn(&Scenario, &mut Rng) -> Option<Changes>, holds: impl Fn(&Pair)) {
    let mut met = 0;
    for (number, draft) in POOL.iter().enumerate() {
        let mut draft = draft.clone();
        for (param, value) in set {
            draft.set(*param, *value);
        }
        let Ok(from) = draft.check().scenario else { continue };
        let Some(changes) = change(&from, &mut Rng::of_case(number as u64)) else { continue };
        let mut changed = draft.clone();
        for (param, value) in changes {
            changed.set(param, value);
        }
        let Ok(to) = changed.check().scenario else { continue };
        let links = format!("\n  {}\n  {}", encode(&draft).text, encode(&changed).text);
        holds(&Pair { before: MemoryReport::of(&from), after: MemoryReport::of(&to), from, links });
        met += 1;
    }
    assert!(met * 10 >= POOL.len(), "only {met} of {} scenarios meet the premise", POOL.len());
}

fn set(param: Param, value: impl ToString) -> Option<Changes> {
    Some(vec![(param, value.to_string())])
}

/// `a ≤ b`, up to rounding.
fn at_most(a: f64, b: f64, what: &str, links: &str) {
    assert!(a <= b * (1.0 + 1e-12), "{what}: {a} should be at most {b}{links}");
}

/// The second needs no less than the first, in every figure.
fn grows(pair: &Pair) {
    for metric in [Metric::Allocated, Metric::Reserved, Metric::Driver] {
        at_most(pair.before.peak.of(metric).get(), pair.after.peak.of(metric).get(), &format!("{metric:?}"), &pair.links);
    }
}

/// The second needs no more than the first, in every figure.
fn shrinks(pair: &Pair) {
    for metric in [Metric::Allocated, Metric::Reserved, Metric::Driver] {
        at_most(pair.after.peak.of(metric).get(), pair.before.peak.of(metric).get(), &format!("{metric:?}"), &pair.links);
    }
}

/// Bytes of the lines of some kind at a moment.
fn sum(report: &MemoryReport, moment: Moment, of: impl Fn(TermId) -> bool) -> f64 {
    report.at(moment).map_or(0.0, |instant| instant.terms.iter().filter(|term| of(term.id)).map(|term| term.bytes().get()).sum())
}

const fn is_state(id: TermId) -> bool {
    use TermId as T;
    matches!(
        id,
        T::Weights | T::FrozenBase | T::QuantisedBase | T::QuantScales | T::Unquantised | T::TrainedModules | T::Adapters
            | T::MasterWeights | T::Moments | T::Gradients
    )
}

const fn is_activation(id: TermId) -> bool {
    use TermId as T;
    matches!(id, T::Checkpoints | T::Activations | T::RecomputedBlock | T::BackwardHump | T::PendingInputs)
}

/// States at the step: weights, gradients, master weights, moments.
fn states(report: &MemoryReport) -> f64 {
    sum(report, Moment::Step, is_state)
}

fn states_shrink(pair: &Pair) {
    at_most(states(&pair.after), states(&pair.before), "states", &pair.links);
}

/// No moment's lines of some kind get larger.
fn lines_shrink(pair: &Pair, of: impl Fn(TermId) -> bool + Copy) {
    for moment in Moment::ALL {
        at_most(sum(&pair.after, moment, of), sum(&pair.before, moment, of), &format!("{moment:?}"), &pair.links);
    }
}

const ONE_GPU: &[(Param, &str)] = &[
    (Param::GpusPerNode, "1"), (Param::Nodes, "1"), (Param::Sharding, "none"), (Param::Offload, "none"), (Param::TensorParallel, "1"),
    (Param::PipelineParallel, "1"), (Param::ContextParallel, "1"), (Param::ExpertParallel, "1"),
];
const FULL: &[(Param, &str)] = &[(Param::Method, "full")];
const LORA: &[(Param, &str)] = &[(Param::Method, "lora")];
const QLORA: &[(Param, &str)] = &[(Param::Method, "qlora")];

/// Eight GPUs that do nothing but data parallelism, with that sharding by that engine.
fn eight(sharding: &'static str, engine: &'static str) -> Vec<(Param, &'static str)> {
    let mut all = ONE_GPU.to_vec();
    all.extend([(Param::GpusPerNode, "8"), (Param::Sharding, sharding), (Param::Engine, engine)]);
    all
}

fn joined(a: &[(Param, &'static str)], b: &[(Param, &'static str)]) -> Vec<(Param, &'static str)> {
    [a, b].concat()
}

// --- batch -----------------------------------------------------------------------------------------------------------

#[test]
fn a_longer_sequence_needs_no_less() {
    compare(&[], |from, _| set(Param::Sequence, from.batch.sequence * 2), grows);
}

#[test]
fn a_larger_micro_batch_needs_no_less() {
    compare(&[], |from, rng| set(Param::MicroBatch, from.batch.micro + 1 + rng.below(8)), grows);
}

#[test]
fn more_accumulation_needs_no_less() {
    compare(&[], |from, rng| set(Param::Accumulation, from.batch.accumulation + 1 + rng.below(8)), grows);
}

#[test]
fn lengths_that_vary_need_no_less_than_steady_ones() {
    compare(&[(Param::Variety, "steady")], |_, _| set(Param::Variety, "some"), grows);
}

#[test]
fn lengths_that_vary_for_longer_need_no_less() {
    compare(&[(Param::Variety, "some")], |_, _| set(Param::Variety, "many"), grows);
}

// --- sharding --------------------------------------------------------------------------------------------------------

#[test]
fn more_gpus_to_shard_over_hold_no_more_states_each() {
    for (sharding, engine) in [("fsdp", "fsdp1"), ("fsdp", "fsdp2"), ("zero3", "deepspeed"), ("zero2", "deepspeed"), ("zero1", "megatron")] {
        compare(&eight(sharding, engine), |_, _| set(Param::Nodes, 2), states_shrink);
    }
}

#[test]
fn a_higher_zero_stage_holds_no_more_states() {
    for (lower, higher) in [("zero1", "zero2"), ("zero2", "zero3")] {
        compare(&eight(lower, "deepspeed"), |_, _| set(Param::Sharding, higher), states_shrink);
    }
}

#[test]
fn fsdp_holds_no_more_states_than_replicas() {
    compare(&eight("ddp", "fsdp1"), |_, _| set(Param::Sharding, "fsdp"), states_shrink);
}

#[test]
fn sharding_within_a_node_holds_no_less_than_over_all() {
    let set_up = joined(&eight("fsdp", "fsdp1"), &[(Param::Nodes, "4")]);
    compare(&set_up, |_, _| set(Param::Sharding, "hsdp"), |pair| at_most(states(&pair.before), states(&pair.after), "states", &pair.links));
}

#[test]
fn data_parallelism_leaves_logits_and_activations_unchanged() {
    for (sharding, engine) in [("ddp", "fsdp1"), ("fsdp", "fsdp1"), ("zero2", "deepspeed"), ("zero3", "deepspeed")] {
        compare(&eight(sharding, engine), |_, _| set(Param::Nodes, 4), |pair| {
            for family in [Family::Loss, Family::Activations] {
                for moment in Moment::ALL {
                    let [a, b] = [&pair.before, &pair.after].map(|report| sum(report, moment, |id| id.family() == family));
                    assert!((a - b).abs() <= 1e-12 * a, "{moment:?} {family:?} {a} {b}{}", pair.links);
                }
            }
        });
    }
}

#[test]
fn replicas_do_not_care_how_they_are_spread_over_nodes() {
    compare(&eight("ddp", "fsdp1"), |_, _| Some(vec![(Param::GpusPerNode, "4".into()), (Param::Nodes, "2".into())]), |pair| {
        assert_eq!(pair.before.peak, pair.after.peak, "{}", pair.links);
    });
}

#[test]
fn offloading_leaves_no_more_states() {
    for (sharding, engine) in [("fsdp", "fsdp1"), ("zero3", "deepspeed")] {
        compare(&eight(sharding, engine), |_, _| set(Param::Offload, "optimizer"), states_shrink);
        let half = joined(&eight(sharding, engine), &[(Param::Offload, "optimizer")]);
        compare(&half, |_, _| set(Param::Offload, "both"), states_shrink);
    }
}

// --- method ----------------------------------------------------------------------------------------------------------

/// A quantised base is smaller than a 16-bit one. Premise: norms and embedding are not cast to fp32, and FSDP divides block
/// scales too (under some stacks each GPU holds all of them, which over hundreds of GPUs is more than a share of the base).
#[test]
fn qlora_holds_no_more_states_than_lora() {
    compare(&joined(LORA, &[(Param::KbitUpcast, "no"), (Param::HeadCastBack, "no"), (Param::AdaptersLocal, "no")]), |_, _| set(Param::Method, "qlora"), states_shrink);
}

/// Adapters cost up to 16 bytes a weight and spare at least 4 of the frozen ones: premise, few adapter weights.
#[test]
fn lora_holds_no_more_states_than_full_training() {
    let set_up = joined(LORA, &[(Param::TrainedModules, "no"), (Param::Optimizer, "adamw"), (Param::Rank, "8"), (Param::Dora, "no"), (Param::AdaptersLocal, "no")]);
    compare(&joined(&set_up, ONE_GPU), |from, _| if from.model.hidden >= 1024 { set(Param::Method, "full") } else { None }, |pair| {
        at_most(states(&pair.before), states(&pair.after), "states", &pair.links);
    });
}

#[test]
fn a_larger_rank_needs_no_less() {
    compare(LORA, |from, rng| set(Param::Rank, from.adapters.as_ref()?.rank + 1 + rng.below(64)), grows);
    compare(QLORA, |from, rng| set(Param::Rank, from.adapters.as_ref()?.rank + 1 + rng.below(64)), grows);
}

/// Premise: the MLP stays without adapters (with them another row of the counted table of humps applies), and not LitGPT's
/// code, which pads the update of a part of q/k/v and so keeps more than for all three.
#[test]
fn more_attention_targets_need_no_less() {
    for code in ["transformers", "torchtune"] {
        let attention = |targets| joined(LORA, &[(Param::ModelCode, code), (Param::Targets, targets)]);
        compare(&attention("q"), |_, _| set(Param::Targets, "q_v"), grows);
        compare(&attention("q_v"), |_, _| set(Param::Targets, "q_k_v_o"), grows);
    }
}

#[test]
fn dora_needs_no_less_than_lora() {
    compare(&joined(LORA, &[(Param::Dora, "no")]), |_, _| set(Param::Dora, "yes"), grows);
}

#[test]
fn training_embedding_and_head_too_needs_no_less() {
    compare(&joined(LORA, &[(Param::TrainedModules, "no")]), |_, _| set(Param::TrainedModules, "yes"), grows);
}

#[test]
fn double_quantisation_needs_no_more() {
    compare(&joined(QLORA, &[(Param::Quant, "nf4")]), |_, _| set(Param::Quant, "nf4-dq"), shrinks);
    // int8 has no block scales: where those are not divided, nf4 can hold more.
    let divided = joined(QLORA, &[(Param::Quant, "int8"), (Param::AdaptersLocal, "no")]);
    compare(&divided, |_, _| set(Param::Quant, "nf4"), states_shrink);
    compare(&joined(QLORA, &[(Param::Quant, "gptq8")]), |_, _| set(Param::Quant, "gptq4"), shrinks);
}

#[test]
fn fp32_weights_need_no_less() {
    compare(&joined(LORA, &[(Param::WeightDtype, "16")]), |_, _| set(Param::WeightDtype, "32"), grows);
    compare(&joined(FULL, &[(Param::WeightDtype, "16")]), |_, _| set(Param::WeightDtype, "32"), grows);
}

#[test]
fn fp32_gradients_need_no_less() {
    compare(&joined(FULL, &[(Param::GradientDtype, "weights")]), |_, _| set(Param::GradientDtype, "32"), grows);
}

#[test]
fn adapters_on_every_gpu_need_no_less_than_divided_ones() {
    compare(&joined(LORA, &joined(&eight("fsdp", "fsdp1"), &[(Param::AdaptersLocal, "no")])), |_, _| set(Param::AdaptersLocal, "yes"), grows);
}

// --- optimizer -------------------------------------------------------------------------------------------------------

#[test]
fn optimizers_with_less_state_hold_no_more() {
    for (more, less) in [("adamw", "adamw-8bit"), ("adamw", "lion"), ("lion", "sgd"), ("adamw", "muon"), ("adamw", "adamw-paged"), ("sgd-momentum", "sgd")] {
        compare(&joined(FULL, &[(Param::Optimizer, more)]), |_, _| set(Param::Optimizer, less), states_shrink);
    }
}

#[test]
fn a_fused_step_needs_no_more() {
    compare(&[(Param::Optimizer, "adamw")], |_, _| set(Param::Optimizer, "adamw-fused"), shrinks);
}

/// Premise: gradients are not divided; a divided gradient of everything can be less than the whole one of a block.
#[test]
fn gradients_freed_in_backward_hold_no_more() {
    compare(&joined(FULL, &joined(ONE_GPU, &[(Param::Optimizer, "adamw-fused")])), |_, _| set(Param::Optimizer, "adamw-in-backward"), states_shrink);
}

// --- activations and loss --------------------------------------------------------------------------------------------

/// Layers that the GPU with the most of them has.
fn layers(scenario: &Scenario) -> u64 {
    let split = scenario.sharding == Sharding::LayerSplit;
    scenario.model.layers.div_ceil(if split { scenario.cluster.gpus() } else { scenario.layout.pipeline })
}

/// Tokens of a micro-batch on one GPU.
const fn tokens(from: &Scenario) -> u64 {
    from.batch.micro * from.batch.sequence / from.layout.context
}

/// Premises: more than one block on a GPU, since the checkpoint of a single one saves nothing; more than a handful of tokens,
/// see the next test.
#[test]
fn checkpointing_needs_no_more() {
    let applies = |from: &Scenario| layers(from) > 1 && tokens(from) * 4 >= from.model.hidden;
    compare(&[(Param::Checkpointing, "none")], |from, _| if applies(from) { set(Param::Checkpointing, "full") } else { None }, shrinks);
}

#[test]
fn checkpointing_needs_no_more_for_a_handful_of_tokens() {
    compare(&[(Param::Checkpointing, "none")], |from, _| if layers(from) > 1 { set(Param::Checkpointing, "full") } else { None }, shrinks);
}

/// Premise: more than two blocks on a GPU, since two inputs stay on the GPU.
#[test]
fn offloaded_checkpoints_need_no_more() {
    compare(&[(Param::Checkpointing, "full")], |from, _| if layers(from) > 2 { set(Param::Checkpointing, "full-offload") } else { None }, shrinks);
}

#[test]
fn selective_checkpointing_stores_no_more_than_all_and_no_less_than_full() {
    let stored = |report: &MemoryReport| sum(report, Moment::Loss, is_activation);
    compare(&[(Param::Checkpointing, "selective")], |_, _| set(Param::Checkpointing, "full"), |pair| {
        at_most(stored(&pair.after), stored(&pair.before), "stored", &pair.links);
    });
    compare(&[(Param::Checkpointing, "none")], |_, _| set(Param::Checkpointing, "selective"), |pair| {
        at_most(stored(&pair.after), stored(&pair.before), "stored", &pair.links);
    });
}

#[test]
fn flash_attention_needs_no_more() {
    compare(&[(Param::Attention, "eager")], |_, _| set(Param::Attention, "flash"), shrinks);
}

#[test]
fn repeated_kv_heads_need_no_less() {
    compare(&[(Param::RepeatKv, "no")], |_, _| set(Param::RepeatKv, "yes"), grows);
}

#[test]
fn fused_kernels_need_no_more() {
    compare(&[(Param::Kernels, "eager")], |_, _| set(Param::Kernels, "liger"), shrinks);
}

/// Premise: at least as many tokens as the model is wide; below that the head's gradient, which these kernels hold at
/// the loss, outweighs the logits that they spare. Logits are larger than hidden states in any model.
#[test]
fn losses_without_logits_need_no_more() {
    for less in ["fused-linear", "chunked", "cut", "fused-ce"] {
        compare(&[(Param::Loss, "eager")], |from, _| {
            let enough = tokens(from) >= from.model.hidden && from.model.vocab >= 4 * from.model.hidden;
            if enough { set(Param::Loss, less) } else { None }
        }, shrinks);
    }
}

#[test]
fn cut_cross_entropy_needs_no_more_than_a_fused_linear_loss() {
    compare(&[(Param::Loss, "fused-linear")], |_, _| set(Param::Loss, "cut"), shrinks);
}

// --- model parallelism -----------------------------------------------------------------------------------------------

#[test]
fn tensor_parallelism_never_enlarges_activations() {
    let set_up = joined(&eight("ddp", "fsdp1"), &[(Param::SequenceParallel, "no")]);
    compare(&set_up, |_, _| set(Param::TensorParallel, 2), |pair| lines_shrink(pair, is_activation));
    let sequence = joined(&set_up, &[(Param::TensorParallel, "2")]);
    compare(&sequence, |_, _| set(Param::SequenceParallel, "yes"), |pair| lines_shrink(pair, is_activation));
}

#[test]
fn tensor_parallelism_holds_no_more_states() {
    for sharding in ["ddp", "fsdp"] {
        compare(&eight(sharding, "fsdp1"), |_, _| set(Param::TensorParallel, 2), states_shrink);
    }
}

#[test]
fn a_divided_vocabulary_needs_no_more() {
    let set_up = joined(&eight("ddp", "fsdp1"), &[(Param::TensorParallel, "2"), (Param::Loss, "eager")]);
    compare(&set_up, |_, _| set(Param::Loss, "vocab-parallel"), shrinks);
}

#[test]
fn pipeline_stages_hold_no_more_states() {
    for pp in [2, 4] {
        compare(&eight("ddp", "fsdp1"), |_, _| set(Param::PipelineParallel, pp), states_shrink);
    }
}

#[test]
fn context_parallelism_needs_no_more_activations_and_logits() {
    compare(&eight("ddp", "fsdp1"), |_, _| set(Param::ContextParallel, 2), |pair| {
        lines_shrink(pair, |id| matches!(id.family(), Family::Activations | Family::Loss));
    });
}

#[test]
fn one_tensor_parallel_rank_gathers_nothing() {
    compare(ONE_GPU, |_, _| set(Param::SequenceParallel, "no"), |pair| {
        assert_eq!(pair.before, pair.after, "{}", pair.links);
        lines_shrink(pair, |id| id == TermId::SequenceGather);
    });
}

// --- hardware, software, what happens around -------------------------------------------------------------------------

#[test]
fn the_card_changes_nothing_that_is_allocated() {
    compare(&[(Param::Gpu, "h100-sxm-80gb")], |_, _| set(Param::Gpu, "b200-sxm-180gb"), |pair| {
        assert_eq!(pair.before.peak.allocated, pair.after.peak.allocated, "{}", pair.links);
        assert_eq!(pair.before.peak.reserved, pair.after.peak.reserved, "{}", pair.links);
    });
}

#[test]
fn memory_in_use_is_taken_from_the_card_not_added_to_the_run() {
    compare(&[(Param::InUse, "0")], |_, _| set(Param::InUse, 1), |pair| {
        assert_eq!(pair.before.peak, pair.after.peak, "{}", pair.links);
        let lost = pair.before.verdict.usable.as_gib() - pair.after.verdict.usable.as_gib();
        assert!((lost - 1.0).abs() < 1e-9, "{lost}{}", pair.links);
    });
}

#[test]
fn slack_is_reserved_not_allocated() {
    compare(&[(Param::Slack, "10")], |_, _| set(Param::Slack, 40), |pair| {
        assert_eq!(pair.before.peak.allocated, pair.after.peak.allocated, "{}", pair.links);
        grows(pair);
    });
}

#[test]
fn evaluating_needs_no_less() {
    compare(&[(Param::Evaluation, "no")], |_, _| set(Param::Evaluation, "yes"), grows);
    let evaluating = &[(Param::Evaluation, "yes")];
    compare(evaluating, |from, _| set(Param::EvalBatch, from.around.eval_batch + 8), grows);
    compare(evaluating, |from, _| set(Param::EvalKept, from.around.eval_kept + 100), grows);
    compare(evaluating, |from, _| set(Param::Generate, from.around.generate + 100), grows);
}

#[test]
fn loading_saving_and_merging_on_the_gpu_need_no_less() {
    compare(&[(Param::Loader, "shard")], |_, _| set(Param::Loader, "whole"), grows);
    compare(&[(Param::Save, "shard")], |_, _| set(Param::Save, "gather-host"), grows);
    compare(&[(Param::Save, "gather-host")], |_, _| set(Param::Save, "gather-gpu"), grows);
    compare(&joined(LORA, &[(Param::Merge, "host")]), |_, _| set(Param::Merge, "gpu"), grows);
}

// --- architecture ----------------------------------------------------------------------------------------------------

#[test]
fn a_larger_architecture_needs_no_less() {
    let custom = &[(Param::Model, "custom"), (Param::Experts, "1"), (Param::KvLora, "0")];
    // Over stages the final norm is shared out by layers, so a layer more lowers each one's share by a few bytes.
    compare(&joined(custom, ONE_GPU), |from, _| set(Param::Layers, from.model.layers + 1), grows);
    compare(custom, |from, _| set(Param::Vocab, from.model.vocab * 2), grows);
    compare(custom, |from, _| set(Param::Hidden, from.model.hidden * 2), grows);
    compare(custom, |from, _| set(Param::Ffn, from.model.mlp_width_active() * 2), grows);
}

#[test]
fn more_experts_hold_no_less_and_more_active_ones_compute_no_less() {
    let experts = [(Param::Model, "custom"), (Param::Experts, "16"), (Param::ActiveExperts, "2"), (Param::KvLora, "0"), (Param::ExpertParallel, "1")];
    compare(&experts, |from, _| if matches!(from.model.ffn, Ffn::Moe { .. }) { set(Param::Experts, 32) } else { None }, |pair| {
        at_most(states(&pair.before), states(&pair.after), "states", &pair.links);
    });
    compare(&experts, |_, _| set(Param::ActiveExperts, 4), grows);
}

// --- the facts beside the budget -------------------------------------------------------------------------------------

#[test]
fn the_global_batch_is_the_product_of_its_parts() {
    use estimator::memory::Fact;
    compare(&[], |_, _| set(Param::Slack, 1), |pair| {
        let (batch, layout) = (pair.from.batch, pair.from.layout);
        let sequences = batch.micro.saturating_mul(batch.accumulation).saturating_mul(layout.data);
        assert!(pair.before.facts.contains(&Fact::GlobalBatch(sequences)), "{}", pair.links);
        assert!(pair.before.facts.contains(&Fact::TokensPerStep(sequences.saturating_mul(batch.sequence))), "{}", pair.links);
        assert!(pair.before.facts.contains(&Fact::Gpus(pair.from.cluster.gpus())), "{}", pair.links);
    });
}
