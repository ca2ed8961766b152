//! The first pass: what a person writes on a whiteboard, before any library is asked what it really holds.
use super::rounding::{rounded, to_steps};
use crate::memory::logits_bytes;
use crate::num::{finite, float};
use crate::scenario::{
    AttentionKernel, Checkpointing, Loss, Method, Offload, Optimizer, Precision, Scenario,
};
use crate::source::{Source, SourceKind};

/// What a part of a budget is. The first five are in textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Weights.
    Weights,
    /// Gradients of what is trained.
    Gradients,
    /// Master weights and moments.
    Optimizer,
    /// Adapters with their gradients and optimizer state.
    Adapters,
    /// Block inputs, or all activations.
    Activations,
    /// Logits and loss.
    Logits,
    /// What the optimizer step needs for a moment.
    StepTemporary,
    /// Gathered parameters and buffers of communication.
    Gathered,
    /// CUDA context, communicators, workspace.
    Fixed,
    /// Allocator slack.
    Slack,
}

impl Part {
    /// Every part, in the order of a derivation.
    pub const ALL: [Self; 10] = [
        Self::Weights,
        Self::Gradients,
        Self::Optimizer,
        Self::Adapters,
        Self::Activations,
        Self::Logits,
        Self::StepTemporary,
        Self::Gathered,
        Self::Fixed,
        Self::Slack,
    ];
}

/// One factor of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// Its symbol; empty: a plain number of bytes.
    pub symbol: &'static str,
    /// Its value.
    pub value: f64,
    /// Its value as it is said.
    pub said: f64,
    /// Whether the line is divided by it.
    pub divides: bool,
}

/// One line of the first pass: a product.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Which part of the budget it is.
    pub part: Part,
    /// Its factors, in the order in which they are written.
    pub factors: Vec<Factor>,
    /// Bytes, exactly.
    pub exact: f64,
    /// Bytes as they are said: the product of the factors as they are said, rounded again, and within 2.5% of the exact bytes.
    pub said: f64,
    /// Where the formula stands.
    pub source: Source,
}

const fn paper(title: &'static str, url: &'static str) -> Source {
    Source::new(SourceKind::Paper, title, url, "2026-12")
}

const ZERO: Source = paper(
    "Rajbhandari et al. 2020, ZeRO, section 3.1",
    "https://arxiv.org/abs/1910.02054",
);
const LORA: Source = paper(
    "Hu et al. 2021, LoRA, section 4.2",
    "https://arxiv.org/abs/2106.09685",
);
const QLORA: Source = paper(
    "Dettmers et al. 2023, QLoRA, section 3",
    "https://arxiv.org/abs/2305.14314",
);
const RECOMPUTE: Source = paper(
    "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4",
    "https://arxiv.org/abs/2205.05198",
);
const LOGITS: Source = Source::new(
    SourceKind::Code,
    "transformers: loss/loss_utils.py",
    "https://github.com/huggingface/transformers/blob/main/src/transformers/loss/loss_utils.py",
    "2026-12",
);

/// How far what is said may be from the exact bytes of a line.
const CLOSE: f64 = 0.025;

/// Numbers below this that are whole are said as they are.
const SAID_WHOLE: f64 = 1000.0;

fn plain(value: f64) -> Factor {
    times("", value)
}

fn times(symbol: &'static str, value: f64) -> Factor {
    Factor {
        symbol,
        value,
        said: value,
        divides: false,
    }
}

fn over(symbol: &'static str, ranks: u64) -> Factor {
    Factor {
        divides: true,
        ..times(symbol, float(ranks))
    }
}

impl Line {
    /// The product of its factors. Divisions by 1 are left out. Two digits are enough as a rule; where several factors were
    /// rounded the same way, everything gets one more.
    fn of(part: Part, source: Source, factors: &[Factor]) -> Self {
        let mut factors: Vec<Factor> = factors
            .iter()
            .filter(|factor| !factor.divides || factor.value > 1.0)
            .copied()
            .collect();
        let exact = product(&factors, |factor| factor.value);
        let mut said = rounded(exact);
        for steps in [10.0, 100.0] {
            for factor in &mut factors {
                let whole = factor.value < SAID_WHOLE && factor.value.fract() == 0.0;
                factor.said = if whole {
                    factor.value
                } else {
                    to_steps(factor.value, steps)
                };
            }
            said = to_steps(product(&factors, |factor| factor.said), steps);
            if (said - exact).abs() <= CLOSE * exact {
                break;
            }
        }
        Self {
            part,
            factors,
            exact,
            said,
            source,
        }
    }

    /// `2 × P ÷ N`.
    pub fn symbols(&self) -> String {
        self.written(|factor| match factor.symbol {
            "" => crate::num::grouped(factor.value, 4),
            symbol => symbol.to_owned(),
        })
    }

    /// Its factors with the signs between them.
    pub fn written(&self, say: impl Fn(&Factor) -> String) -> String {
        let mut out = String::new();
        for factor in &self.factors {
            if !out.is_empty() {
                out.push_str(if factor.divides { " ÷ " } else { " × " });
            }
            out.push_str(&say(factor));
        }
        out
    }
}

fn product(factors: &[Factor], of: impl Fn(&Factor) -> f64) -> f64 {
    factors.iter().fold(1.0, |product, factor| {
        finite(if factor.divides {
            product / of(factor)
        } else {
            product * of(factor)
        })
    })
}

/// Bytes of a weight, of a gradient, and of master weight and moments, as textbooks have them for a precision (ZeRO, section
/// 3.1: 2 + 2 + 12 for mixed precision with Adam).
fn state_bytes(scenario: &Scenario) -> [f64; 3] {
    let (held, master) = match scenario.precision {
        Precision::Fp32 => (4.0, 0.0),
        precision if precision.mixed() => (2.0, 4.0),
        _ => (2.0, 0.0),
    };
    let moment = if master > 0.0 { 4.0 } else { held };
    let moments = match scenario.optimizer {
        Optimizer::Sgd | Optimizer::Adafactor => 0.0,
        Optimizer::SgdMomentum | Optimizer::Lion | Optimizer::Muon => moment,
        optimizer if optimizer.eight_bit() || optimizer == Optimizer::AdamW8bitPaged => 2.0,
        _ => 2.0 * moment,
    };
    [held, held, master + moments]
}

/// The first pass of a scenario on one GPU, line by line.
pub fn first_pass(scenario: &Scenario) -> Vec<Line> {
    let mut lines = if scenario.method == Method::Full {
        full(scenario)
    } else {
        adapted(scenario)
    };
    lines.extend(activations(scenario));
    lines.extend(logits(scenario));
    lines
}

/// Bytes of all lines, exactly.
pub fn exact(lines: &[Line]) -> f64 {
    lines.iter().map(|line| line.exact).sum()
}

/// Bytes of all lines as they are said.
pub fn said(lines: &[Line]) -> f64 {
    lines.iter().map(|line| line.said).sum()
}

/// What every state is divided by, and the GPUs that share it where it is shared.
fn divisors(scenario: &Scenario, shared: bool) -> [Factor; 3] {
    let layout = scenario.layout;
    [
        over("N", if shared { layout.shards } else { 1 }),
        over("t", layout.tensor),
        over("p", layout.pipeline),
    ]
}

fn state(
    scenario: &Scenario,
    part: Part,
    source: Source,
    bytes: f64,
    count: Factor,
    shared: bool,
) -> Line {
    let [n, t, p] = divisors(scenario, shared);
    Line::of(part, source, &[plain(bytes), count, n, t, p])
}

fn full(scenario: &Scenario) -> Vec<Line> {
    let sharding = scenario.sharding;
    let [weights, gradients, optimizer] = state_bytes(scenario);
    let rows = [
        (Part::Weights, weights, sharding.parameters()),
        (Part::Gradients, gradients, sharding.gradients()),
        (Part::Optimizer, optimizer, sharding.optimizer()),
    ];
    let on_gpu = match scenario.offload {
        Offload::None => 0..3,
        Offload::Optimizer => 0..1,
        Offload::Both => 0..0,
    };
    let count = times("P", scenario.parameters);
    rows.into_iter()
        .take(on_gpu.end)
        .filter(|(_, bytes, _)| *bytes > 0.0)
        .map(|(part, bytes, shared)| state(scenario, part, ZERO, bytes, count, shared))
        .collect()
}

/// A frozen base, and 16 bytes for each parameter of the adapters.
fn adapted(scenario: &Scenario) -> Vec<Line> {
    let shared = scenario.sharding.parameters();
    let (bytes, source) = scenario
        .quant
        .map_or((2.0, LORA), |quant| (quant.data_bytes(), QLORA));
    let base = times("P", scenario.parameters);
    let trained = times("T", scenario.sizes.adapters);
    let each: f64 = state_bytes(scenario).iter().sum();
    let mut lines = Vec::new();
    if scenario.offload != Offload::Both {
        lines.push(state(scenario, Part::Weights, source, bytes, base, shared));
    }
    if scenario.offload == Offload::None {
        let shared = scenario.sharding.optimizer();
        lines.push(state(scenario, Part::Adapters, LORA, each, trained, shared));
    }
    lines
}

/// b, s and what divides them.
fn tokens(scenario: &Scenario) -> [Factor; 3] {
    let batch = scenario.batch;
    [
        times("b", float(batch.micro)),
        times("s", float(batch.sequence)),
        over("c", scenario.layout.context),
    ]
}

/// Checkpoints: one 16-bit input a block. Without them 34·s·b·h a block, and 5·a·s²·b more where attention scores are stored. A
/// pipeline's first stage holds p micro-batches of L/p layers: L in all.
fn activations(scenario: &Scenario) -> Vec<Line> {
    let model = &scenario.model;
    let [b, s, c] = tokens(scenario);
    let layers = times("L", float(model.layers));
    let width = times("h", float(model.hidden));
    let (bytes, t) = match scenario.checkpointing {
        Checkpointing::FullOffload => return Vec::new(),
        Checkpointing::Full => (
            2.0,
            if scenario.layout.sequence {
                scenario.layout.tensor
            } else {
                1
            },
        ),
        Checkpointing::None | Checkpointing::Selective => (34.0, scenario.layout.tensor),
    };
    let t = over("t", t);
    let line = |factors: &[Factor]| Line::of(Part::Activations, RECOMPUTE, factors);
    let mut lines = vec![line(&[plain(bytes), layers, b, s, width, c, t])];
    if scenario.checkpointing == Checkpointing::None && scenario.attention == AttentionKernel::Eager
    {
        let heads = times("a", float(model.heads));
        lines.push(line(&[plain(5.0), layers, heads, b, s, s, c, t]));
    }
    lines
}

/// Every token's scores over the vocabulary, in as many copies as the loss kernel makes.
fn logits(scenario: &Scenario) -> Option<Line> {
    let bytes = logits_bytes(scenario);
    let [b, s, c] = tokens(scenario);
    let ranks = if scenario.loss == Loss::VocabParallel {
        scenario.layout.tensor
    } else {
        1
    };
    let vocab = times("V", float(scenario.model.vocab));
    let factors = [plain(bytes), b, s, vocab, c, over("t", ranks)];
    (bytes > 0.0).then(|| Line::of(Part::Logits, LOGITS, &factors))
}
