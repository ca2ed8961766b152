//! Tensors whose size follows the batch.
use super::candidates::Candidate;
use super::model::{hidden, tensor, tokens, vocab};
use super::object::{Object, Rows, Width};
use crate::expr::{Expr, count, num};
use crate::memory::Moment;
use crate::model::Ffn;
use crate::num::float;
use crate::scenario::{AttentionKernel, Loss, Scenario};
use crate::source::{Source, SourceKind};

static LOGITS: Source = Source::new(
    SourceKind::Code,
    "transformers: modeling files, loss/loss_utils.py",
    "https://github.com/huggingface/transformers",
    "2026-12",
);
static SCORES: Source = Source::new(
    SourceKind::Paper,
    "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.1",
    "https://arxiv.org/abs/2205.05198",
    "2022",
);

const FORWARD_AND_BACKWARD: &[Moment] = &[
    Moment::FirstBackward,
    Moment::LastBackward,
    Moment::Loss,
    Moment::Evaluation,
];

pub(super) fn of(scenario: &Scenario) -> Vec<Candidate> {
    let mut all = logits(scenario);
    all.extend(activations(scenario));
    all.extend(scores(scenario));
    all.extend(cache(scenario));
    all
}

/// Rows × V, or a share of V where the loss is vocabulary-parallel.
pub(super) fn logits_of(rows: Expr, width: Width, scenario: &Scenario) -> Expr {
    let all = rows * vocab(scenario) * num(width.bytes());
    if scenario.loss == Loss::VocabParallel {
        all / tensor(scenario)
    } else {
        all
    }
}

fn tok(scenario: &Scenario) -> Expr {
    count("tok", tokens(scenario))
}

/// Logits of the micro-batch, of its shifted copy, of an evaluation batch, of what an evaluation keeps.
fn logits(scenario: &Scenario) -> Vec<Candidate> {
    let (batch, around) = (scenario.batch, scenario.around);
    let length = count("s", batch.sequence);
    let whole = !matches!(scenario.loss, Loss::Chunked | Loss::FusedLinear | Loss::Cut);
    let mut rows = vec![(Rows::All, tok(scenario), whole)];
    if scenario.layout.context == 1 && batch.sequence > 1 {
        let shifted = count("b", batch.micro) * (length.clone() - num(1.0));
        rows.push((Rows::Shifted, shifted, whole));
    }
    if scenario.loss == Loss::Chunked {
        rows.push((Rows::Chunk, tok(scenario) / num(8.0), true));
    }
    if around.eval_batch != batch.micro {
        let evaluated = count("b_e", around.eval_batch) * length.clone();
        rows.push((Rows::Evaluation, evaluated, around.evaluation));
    }
    if around.eval_kept > 0 {
        let kept = count("n_e", around.eval_kept) * length;
        rows.push((Rows::Kept, kept, true));
    }
    let mut all = Vec::new();
    for (rows, number, expected) in rows {
        let moments: &'static [Moment] = match rows {
            Rows::Evaluation | Rows::Kept => &[Moment::Evaluation],
            _ => &[Moment::Loss, Moment::Evaluation],
        };
        all.extend(Width::ALL.map(|width| Candidate {
            object: Object::Logits { rows, width },
            formula: logits_of(number.clone(), width, scenario),
            moments,
            expected,
            source: &LOGITS,
        }));
    }
    all
}

/// An object in a format.
type Kind = fn(Width) -> Object;

/// Hidden states, queries, MLP activations.
fn activations(scenario: &Scenario) -> Vec<Candidate> {
    let model = &scenario.model;
    let mut tensors: Vec<(Kind, Expr)> = vec![(Object::Hidden, hidden(scenario))];
    let queries = if model.fused_qkv() {
        count("q", model.q_width()) + 2.0 * count("kv", model.kv_width())
    } else {
        count("q", model.q_width())
    };
    if (queries.value() - float(model.hidden)).abs() > 0.0 {
        tensors.push((Object::Queries, queries / tensor(scenario)));
    }
    // Experts see a number of tokens that nobody knows beforehand.
    if let Ffn::Dense { hidden, .. } = model.ffn {
        let width = count("f", hidden);
        if model.family.fused_gate_up().is_some() {
            tensors.push((Object::GateUp, 2.0 * width.clone() / tensor(scenario)));
        }
        tensors.push((Object::Mlp, width / tensor(scenario)));
    }
    let mut all = Vec::new();
    for (object, width) in tensors {
        all.extend(Width::ALL.map(|each| Candidate {
            object: object(each),
            formula: tok(scenario) * width.clone() * num(each.bytes()),
            moments: FORWARD_AND_BACKWARD,
            expected: true,
            source: &LOGITS,
        }));
    }
    all
}

/// Scores that eager attention writes out: b·a·s² (softmax in fp32).
fn scores(scenario: &Scenario) -> Vec<Candidate> {
    let batch = scenario.batch;
    let length = count("s", batch.sequence);
    let heads = count("a", scenario.model.heads) / tensor(scenario);
    let number = count("b", batch.micro) * heads * length.clone() * length;
    Width::ALL
        .into_iter()
        .map(|width| Candidate {
            object: Object::Scores(width),
            formula: number.clone() * num(width.bytes()),
            moments: FORWARD_AND_BACKWARD,
            expected: scenario.attention == AttentionKernel::Eager,
            source: &SCORES,
        })
        .collect()
}

/// Keys (or values) of one layer, which grow by concatenation (transformers: cache_utils.py, `DynamicCache.update`).
fn cache(scenario: &Scenario) -> Option<Candidate> {
    let around = scenario.around;
    (around.generate > 0).then(|| {
        let length = count("s", scenario.batch.sequence) + count("g", around.generate);
        let keys = count("kv", scenario.model.kv_width());
        Candidate {
            object: Object::KvCache,
            formula: count("b_e", around.eval_batch) * length * keys * num(2.0),
            moments: &[Moment::Generation],
            expected: true,
            source: &LOGITS,
        }
    })
}
