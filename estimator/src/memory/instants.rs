//! What is alive at each moment.
use super::dims::View;
use super::factors::Factors;
use super::report::{Instant, Metric, Moment};
use super::sources::{FSDP, LORA_PAPER, PARAMETERS, TRAINER_EVAL};
use super::term::{Divides, Tag, Term, TermId};
use super::weights::bytes;
use crate::expr::{Expr, num, sym};
use crate::num::float;
use crate::scenario::{Dtype, Engine, Loader, Merge, Method, Offload, Save, Scenario, Sharding};

/// Every moment that can occur, for each stage of a pipeline whose GPUs can need most.
pub(crate) fn by_stage(scenario: &Scenario) -> Vec<Vec<Instant>> {
    View::all(scenario).iter().map(View::instants).collect()
}

/// Every moment that can occur; of the stages of a pipeline, the one that needs most at each.
pub(super) fn all(scenario: &Scenario, factors: &Factors) -> Vec<Instant> {
    let mut by_view = by_stage(scenario);
    for instants in &mut by_view {
        factors.apply(instants);
    }
    let worst = |moment: Moment| {
        by_view
            .iter()
            .flatten()
            .filter(|instant| instant.moment == moment)
            .cloned()
            .fold(None::<Instant>, |worst, next| match worst {
                Some(worst) if worst.total(Metric::Needed) >= next.total(Metric::Needed) => {
                    Some(worst)
                }
                _ => Some(next),
            })
    };
    Moment::ALL.into_iter().filter_map(worst).collect()
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
    )
}

impl View<'_> {
    /// Every moment of this stage, overheads included.
    fn instants(&self) -> Vec<Instant> {
        let moments = Moment::ALL.into_iter();
        let mut instants: Vec<Instant> = moments
            .filter(|moment| occurs(*moment, self.scenario))
            .map(|moment| self.instant(moment))
            .collect();
        self.add_overheads(&mut instants);
        instants
    }

    fn instant(&self, moment: Moment) -> Instant {
        let mut terms = match moment {
            Moment::Load => self.load(),
            Moment::Loss => self.at_loss(),
            Moment::FirstBackward => self.first_backward(),
            Moment::LastBackward => self.last_backward(),
            Moment::Step => self.step(),
            Moment::Save => self.save(),
            Moment::Evaluation => self.evaluation(),
            Moment::Generation => self.generation(),
            Moment::Merge => self.merge(),
        };
        if moment != Moment::Load && moment != Moment::Merge {
            terms.push(Self::workspace());
        }
        terms.retain(|term| !term.amount.is_zero());
        Instant {
            moment,
            planned: planned(moment, self.scenario),
            terms,
        }
    }

    /// Weights, optimizer state and whatever else stands through a micro-batch.
    fn resident(&self) -> Vec<Term> {
        let mut terms = self.weights();
        terms.extend(self.optimizer_state());
        terms.extend(self.standing_gradients());
        terms
    }

    /// Weights as the loader brings them: each GPU its shard, or the whole model before it is divided. Quantising happens on
    /// the GPU, one 16-bit matrix at a time.
    fn load(&self) -> Vec<Term> {
        let mut terms = self.weights();
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
        terms
    }

    fn at_loss(&self) -> Vec<Term> {
        let mut terms = self.resident();
        terms.push(self.stored());
        terms.extend(self.escaped_inputs());
        terms.extend(self.loss());
        terms.extend(self.gathered_root());
        terms.extend(self.whole_model());
        terms.extend(self.sequence_gather(1.0));
        terms
    }

    /// Under `SHARD_GRAD_OP` parameters are whole from forward to backward.
    fn whole_model(&self) -> Option<Term> {
        if self.scenario.sharding == Sharding::FsdpGradOp {
            self.gathered_blocks(1.0)
        } else {
            None
        }
    }

    fn first_backward(&self) -> Vec<Term> {
        let mut terms = self.resident();
        terms.push(self.stored());
        terms.extend(self.escaped_inputs());
        if self.recomputes() {
            terms.push(self.recomputed_block());
        }
        terms.extend(self.sequence_gather(2.0));
        terms.push(self.backward_hump());
        // FSDP 2 has let go of the head by now.
        if self.scenario.engine != Engine::Fsdp2 {
            terms.extend(self.gathered_root());
        }
        terms.extend(self.dequantised());
        if self.stores_everything() {
            terms.extend(self.gathered_blocks(2.0));
            terms.extend(self.logits_gradient());
        } else {
            terms.extend(self.gathered_blocks(1.0));
        }
        terms.extend(self.root_gradient());
        terms.extend(self.matrix_gradient());
        terms
    }

    const fn stores_everything(&self) -> bool {
        matches!(
            self.scenario.checkpointing,
            crate::scenario::Checkpointing::None
        )
    }

    fn last_backward(&self) -> Vec<Term> {
        let scenario = self.scenario;
        let mut terms = self.resident();
        if scenario.batch.accumulation <= 1 && !scenario.software.keeps_gradients {
            terms.extend(self.gradients());
        }
        // FSDP 2 reduces the head's gradient at the first block; the embedding's comes after the last one.
        if self.scenario.engine != Engine::Fsdp2 {
            terms.extend(self.root_gradient());
        }
        terms.extend(self.reduce_buckets());
        terms.extend(self.gathered_root());
        terms.push(self.backward_hump());
        if self.stores_everything() {
            terms.push(self.last_activations());
        }
        if self.recomputes() {
            terms.push(self.recomputed_block());
            terms.extend(self.pending_inputs());
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
        terms
    }

    fn step(&self) -> Vec<Term> {
        let mut terms = self.weights_at_rest();
        terms.extend(self.optimizer_state());
        terms.extend(self.gradients());
        terms.extend(self.step_temporary());
        terms
    }

    /// Weights outside forward and backward: autocast has dropped its copies.
    fn weights_at_rest(&self) -> Vec<Term> {
        let mut terms = self.weights();
        terms.retain(|term| stays(term.id));
        terms
    }

    /// Gathering for a full checkpoint: unit by unit into host memory (accelerate: `FullStateDictConfig(offload_to_cpu)`,
    /// DeepSpeed: `_zero3_consolidated_16bit_state_dict`), or the whole model on one GPU.
    fn save(&self) -> Vec<Term> {
        let mut terms = self.weights_at_rest();
        terms.extend(self.optimizer_state());
        if self.scenario.software.keeps_gradients {
            terms.extend(self.gradients());
        }
        if !self.shards_parameters() || !self.sharded() {
            return terms;
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
        terms
    }

    fn evaluation(&self) -> Vec<Term> {
        let around = self.scenario.around;
        let mut terms = self.weights();
        terms.extend(self.optimizer_state());
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
        terms
    }

    fn generation(&self) -> Vec<Term> {
        let mut terms = self.weights();
        terms.extend(self.optimizer_state());
        terms.push(self.forward_block(self.scenario.around.eval_batch));
        terms.push(self.kv_cache());
        terms.extend(self.gathered_root());
        terms.extend(self.gathered_blocks(2.0));
        terms
    }

    /// Merging wants the base in 16 bit, in a process of its own.
    fn merge(&self) -> Vec<Term> {
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
                num(each) * self.adapter_parameters(adapters),
                LORA_PAPER,
            )
        });
        core::iter::once(base).chain(adapters).collect()
    }
}
