//! What is alive at each moment.
use super::dims::View;
use super::factors::Factors;
use super::report::{Instant, Metric, Moment};
use super::sources::{FSDP, LORA_PAPER, PARAMETERS, TRAINER_EVAL};
use super::term::{Divides, Tag, Term, TermId};
use super::weights::bytes;
use crate::expr::{Expr, num, sym};
use crate::num::float;
use crate::scenario::{
    Dtype, Engine, Loader, Loss, Merge, Method, Offload, Save, Scenario, Sharding,
};

/// Which moments are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Every one that can occur.
    Possible,
    /// Those that the run comes to.
    Planned,
    /// The same without cache, which nobody needs.
    Needed,
}

/// Every moment that can occur, for each stage of a pipeline whose GPUs can need most.
pub(crate) fn by_stage(scenario: &Scenario) -> Vec<Vec<Instant>> {
    View::all(scenario)
        .map(|view| view.instants(Which::Possible, &Block::of(&view), &mut Vec::new()))
        .collect()
}

/// The moments asked for; of the stages of a pipeline, the one that needs most at each.
///
/// `spare` holds lists of lines to write into.
pub(super) fn all(
    scenario: &Scenario,
    factors: &Factors,
    which: Which,
    spare: &mut Vec<Vec<Term>>,
) -> Vec<Instant> {
    let mut worst: Vec<Instant> = Vec::new();
    let mut block = None;
    for view in View::all(scenario) {
        let block = block.get_or_insert_with(|| Block::of(&view));
        let mut instants = view.instants(which, block, spare);
        factors.apply(&mut instants);
        if worst.is_empty() {
            worst = instants;
            continue;
        }
        // Each stage comes to the same moments.
        for (known, mut next) in worst.iter_mut().zip(instants) {
            if next.total(Metric::Needed) > known.total(Metric::Needed) {
                core::mem::swap(known, &mut next);
            }
            spare.push(next.terms);
        }
    }
    worst
}

fn occurs(moment: Moment, scenario: &Scenario) -> bool {
    match moment {
        Moment::Generation => scenario.around.generate > 0,
        Moment::Merge => scenario.method != Method::Full,
        _ => true,
    }
}

const fn planned(moment: Moment, scenario: &Scenario) -> bool {
    match moment {
        Moment::Evaluation | Moment::Generation => scenario.around.evaluation,
        Moment::Merge => matches!(scenario.around.merge, Merge::Gpu),
        _ => true,
    }
}

/// Lines that stay from one step to the next.
pub(super) const fn stays(id: TermId) -> bool {
    matches!(
        id,
        TermId::Weights
            | TermId::FrozenBase
            | TermId::QuantisedBase
            | TermId::QuantScales
            | TermId::Unquantised
            | TermId::TrainedModules
            | TermId::Adapters
            | TermId::MasterWeights
            | TermId::Moments
            | TermId::GatheredModel
            | TermId::ReduceBuckets
    )
}

/// Lines that a moment has as a rule.
const LINES: usize = 20;

/// An empty list: a spare one, if there is any.
fn list(spare: &mut Vec<Vec<Term>>) -> Vec<Term> {
    let mut terms = spare.pop().unwrap_or_else(|| Vec::with_capacity(LINES));
    terms.clear();
    terms
}

/// What the backward pass of a block holds: the same in every stage and at every moment, computed once.
struct Block {
    hump: Term,
    recomputed: Option<Term>,
}

impl Block {
    fn of(view: &View<'_>) -> Self {
        Self {
            hump: view.backward_hump(),
            recomputed: view.recomputes().then(|| view.recomputed_block()),
        }
    }
}

/// What stands from one moment to the next, computed once a stage.
struct States {
    weights: Vec<Term>,
    optimizer: Vec<Term>,
    gradients: Vec<Term>,
}

impl States {
    fn of(view: &View<'_>, spare: &mut Vec<Vec<Term>>) -> Self {
        let mut states = Self {
            weights: list(spare),
            optimizer: list(spare),
            gradients: list(spare),
        };
        view.weights(&mut states.weights);
        view.optimizer_state(&mut states.optimizer);
        view.gradients(&mut states.gradients);
        states
    }

    fn weights_and_optimizer(&self, terms: &mut Vec<Term>) {
        terms.extend_from_slice(&self.weights);
        terms.extend_from_slice(&self.optimizer);
    }

    /// Weights outside forward and backward, where autocast has dropped its copies, and optimizer states.
    fn at_rest(&self, terms: &mut Vec<Term>) {
        let resting = self.weights.iter().filter(|term| stays(term.id));
        terms.extend(resting.cloned());
        terms.extend_from_slice(&self.optimizer);
    }
}

impl View<'_> {
    /// The moments of this stage, overheads included.
    fn instants(&self, which: Which, block: &Block, spare: &mut Vec<Vec<Term>>) -> Vec<Instant> {
        let mut instants = Vec::with_capacity(Moment::ALL.len());
        let states = States::of(self, spare);
        for moment in Moment::ALL {
            let planned = planned(moment, self.scenario);
            let asked = planned || which == Which::Possible;
            if asked && occurs(moment, self.scenario) {
                let terms = list(spare);
                instants.push(self.instant(moment, planned, (&states, block), terms));
            }
        }
        spare.extend([states.weights, states.optimizer, states.gradients]);
        self.add_overheads(&mut instants, which != Which::Needed);
        instants
    }

    fn instant(
        &self,
        moment: Moment,
        planned: bool,
        (states, block): (&States, &Block),
        mut terms: Vec<Term>,
    ) -> Instant {
        let lines = &mut terms;
        match moment {
            Moment::Load => self.load(states, lines),
            Moment::Loss => self.at_loss(states, lines),
            Moment::FirstBackward => self.first_backward(states, block, lines),
            Moment::LastBackward => self.last_backward(states, block, lines),
            Moment::Step => self.step(states, lines),
            Moment::Save => self.save(states, lines),
            Moment::Evaluation => self.evaluation(states, lines),
            Moment::Generation => self.generation(states, lines),
            Moment::Merge => self.merge(lines),
        }
        if moment != Moment::Load && moment != Moment::Merge {
            terms.push(Self::workspace());
            terms.extend(self.standing_bucket());
        }
        terms.retain(|term| !term.amount.is_zero());
        Instant {
            moment,
            planned,
            terms,
        }
    }

    /// Weights, optimizer state and whatever else stands through a micro-batch.
    fn resident(&self, states: &States, terms: &mut Vec<Term>) {
        states.weights_and_optimizer(terms);
        if self.gradients_stand() {
            terms.extend_from_slice(&states.gradients);
            terms.extend(self.unsharded_gradients());
        }
    }

    /// Weights as the loader brings them: each GPU its shard, or the whole model before it is divided. Quantising happens on
    /// the GPU, one 16-bit matrix at a time.
    fn load(&self, states: &States, terms: &mut Vec<Term>) {
        terms.extend_from_slice(&states.weights);
        if self.scenario.around.loader == Loader::Whole
            && self.shards_parameters()
            && self.sharded()
        {
            let each = match (self.scenario.quant, self.scenario.weights) {
                (Some(quant), _) => quant.data_bytes() + quant.scale_bytes(),
                (None, dtype) => bytes(dtype),
            };
            let whole = self.parameters() * num(each) / self.t();
            terms.push(Term::new(TermId::LoadCopy, whole, FSDP).tagged(Tag::Temporary));
        } else if self.scenario.quant.is_some() {
            terms.push(
                Term::new(TermId::LoadCopy, 2.0 * self.largest(), PARAMETERS)
                    .tagged(Tag::Temporary),
            );
        }
    }

    fn at_loss(&self, states: &States, terms: &mut Vec<Term>) {
        self.resident(states, terms);
        terms.push(self.stored());
        terms.extend(self.escaped_inputs());
        self.loss(terms);
        // A fused linear loss, which is done before the backward pass begins, has its own.
        if self.scenario.loss != Loss::FusedLinear {
            terms.extend(self.zero_buckets());
        }
        terms.extend(self.gathered_root());
        terms.extend(self.reused());
        terms.extend(self.whole_model());
        terms.extend(self.sequence_gather(1.0));
    }

    /// Under `SHARD_GRAD_OP` parameters are whole from forward to backward.
    fn whole_model(&self) -> Option<Term> {
        if self.scenario.sharding == Sharding::FsdpGradOp {
            self.gathered_blocks(1.0)
        } else {
            None
        }
    }

    fn first_backward(&self, states: &States, block: &Block, terms: &mut Vec<Term>) {
        self.resident(states, terms);
        terms.push(self.stored());
        terms.extend(self.escaped_inputs());
        terms.extend(block.recomputed.clone());
        terms.extend(self.sequence_gather(2.0));
        terms.push(block.hump.clone());
        // FSDP 2 has let go of the head by now.
        if self.scenario.engine != Engine::Fsdp2 {
            terms.extend(self.gathered_root());
        }
        terms.extend(self.dequantised());
        terms.extend(self.zero_buckets());
        if self.stores_everything() {
            terms.extend(self.gathered_blocks(2.0));
            terms.extend(self.logits_gradient());
        } else {
            terms.extend(self.gathered_blocks(1.0));
        }
        terms.extend(self.root_gradient());
        terms.extend(self.matrix_gradient());
    }

    const fn stores_everything(&self) -> bool {
        matches!(
            self.scenario.checkpointing,
            crate::scenario::Checkpointing::None
        )
    }

    fn last_backward(&self, states: &States, block: &Block, terms: &mut Vec<Term>) {
        let scenario = self.scenario;
        self.resident(states, terms);
        if !self.gradients_stand() {
            terms.extend_from_slice(&states.gradients);
        }
        // FSDP 2 reduces the head's gradient at the first block; the embedding's comes after the last one.
        if self.scenario.engine != Engine::Fsdp2 {
            terms.extend(self.root_gradient());
        }
        terms.extend(self.reduce_buckets());
        terms.extend(self.gathered_root());
        terms.push(block.hump.clone());
        if self.stores_everything() {
            terms.push(self.last_activations());
        }
        if self.recomputes() {
            terms.extend(block.recomputed.clone());
            terms.extend(self.pending_inputs().into_iter().flatten());
        }
        terms.extend(self.sequence_gather(2.0));
        if !self.fsdp() {
            terms.extend(self.dequantised());
        }
        let blocks = if self.full() || self.stores_everything() {
            2.0
        } else {
            1.0
        };
        let fetched = if scenario.offload == Offload::Both && self.fsdp() {
            2.0
        } else {
            0.0
        };
        terms.extend(self.gathered_blocks(blocks + fetched));
    }

    fn step(&self, states: &States, terms: &mut Vec<Term>) {
        states.at_rest(terms);
        terms.extend_from_slice(&states.gradients);
        terms.extend(self.step_temporary());
    }

    /// Gathering for a full checkpoint: unit by unit into host memory (accelerate: `FullStateDictConfig(offload_to_cpu)`,
    /// DeepSpeed: `_zero3_consolidated_16bit_state_dict`), or the whole model on one GPU.
    fn save(&self, states: &States, terms: &mut Vec<Term>) {
        states.at_rest(terms);
        if self.scenario.software.keeps_gradients {
            terms.extend_from_slice(&states.gradients);
        }
        if !self.shards_parameters() || !self.sharded() {
            return;
        }
        let each = if self.full() {
            self.trained_bytes()
        } else {
            2.0
        };
        let gathered: Option<Expr> = match self.scenario.around.save {
            Save::Shard => None,
            Save::GatherHost => {
                Some(num(each) * self.block_weights().at_least(self.root()) / self.t())
            }
            Save::GatherGpu => Some(num(each) * self.parameters() / self.t()),
        };
        terms.extend(
            gathered.map(|amount| {
                Term::new(TermId::GatheredState, amount, FSDP).tagged(Tag::Temporary)
            }),
        );
    }

    fn evaluation(&self, states: &States, terms: &mut Vec<Term>) {
        let around = self.scenario.around;
        states.weights_and_optimizer(terms);
        terms.push(self.forward_block(around.eval_batch));
        let tokens = self.eval_tokens(around.eval_batch);
        terms.extend(self.eval_logits(tokens));
        terms.extend(self.gathered_root());
        terms.extend(self.gathered_blocks(2.0));
        if around.eval_kept > 0 && self.has_loss() {
            // Predictions of all ranks are gathered in fp32 and kept until the evaluation ends.
            let kept = sym("n_e", float(around.eval_kept)) * self.s() * self.vocab() * num(4.0);
            terms.push(Term::new(TermId::EvalLogits, kept, TRAINER_EVAL));
        }
    }

    fn generation(&self, states: &States, terms: &mut Vec<Term>) {
        states.weights_and_optimizer(terms);
        terms.push(self.forward_block(self.scenario.around.eval_batch));
        terms.push(self.kv_cache());
        terms.extend(self.gathered_root());
        terms.extend(self.gathered_blocks(2.0));
    }

    /// Merging wants the base in 16 bit, in a process of its own.
    fn merge(&self, terms: &mut Vec<Term>) {
        let base = Term::new(TermId::MergedBase, 2.0 * self.parameters(), PARAMETERS)
            .divided(Divides::Whole)
            .tagged(Tag::Half);
        let adapters = self.scenario.adapters.iter().map(|adapters| {
            let each = if adapters.dtype == Dtype::Fp32 {
                4.0
            } else {
                2.0
            };
            Term::new(
                TermId::Adapters,
                num(each) * self.adapter_parameters(),
                LORA_PAPER,
            )
        });
        terms.push(base);
        terms.extend(adapters);
    }
}
