//! Statements on time and compute that stand in interview notes on fine-tuning, recomputed: what was stated, what the model
//! gives, under which premises.
use crate::cost::Range;
use crate::data::DataReport;
use crate::host::DiskReport;
use crate::memory::{MemoryReport, State};
use crate::num::larger;
use crate::run::RunReport;
use crate::scenario::{Draft, Param, Scenario};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Operations of the run, nothing recomputed.
    Flops,
    /// Model FLOPs utilisation, a share.
    Utilisation,
    /// Minutes of all steps; saving and starting excluded.
    Minutes,
    /// Hours of all steps.
    Hours,
    /// Tokens a second of all GPUs.
    Rate,
    /// Share of the computed tokens that is padding.
    Waste,
    /// Dense peak over that of the other GPU.
    PeakRatio,
    /// Operations for a token over those of the other scenario.
    TokenFlopsRatio,
    /// Operations of attention for a token over those of the other scenario.
    AttentionRatio,
    /// Tokens a second over those of the other scenario.
    RateRatio,
    /// Seconds of all steps over those of the other scenario.
    TimeRatio,
    /// 1: it fits into memory; 0: it does not.
    Fits,
}

/// What the recomputation says of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Whatever the premises that were tried.
    Agrees,
    /// Under some of them.
    Depends,
    /// Under none.
    Contradicted,
}

/// A statement under one set of premises.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The premises, to open them.
    pub draft: Draft,
    /// The scenario that it is compared with, for a ratio.
    pub against: Option<Draft>,
    /// What the model gives.
    pub computed: Range,
    /// Whether that overlaps what was stated.
    pub agrees: bool,
}

/// A statement, recomputed.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its key; several parts of one statement share the number before the letter.
    pub id: &'static str,
    /// What is compared.
    pub measure: Measure,
    /// What was stated, from and to.
    pub stated: (f64, f64),
    /// The premises that were tried: the statement's own first.
    pub cases: Vec<Case>,
}

impl Claim {
    /// What the recomputation says of it.
    pub fn verdict(&self) -> Verdict {
        let agreeing = self.cases.iter().filter(|case| case.agrees).count();
        if agreeing == 0 {
            Verdict::Contradicted
        } else if agreeing == self.cases.len() {
            Verdict::Agrees
        } else {
            Verdict::Depends
        }
    }
}

type Values = &'static [(Param, &'static str)];

/// Premises, and what a ratio is against: the same premises with some of them changed.
struct Premises {
    values: Values,
    against: Values,
}

struct Row {
    id: &'static str,
    measure: Measure,
    stated: (f64, f64),
    cases: &'static [Premises],
}

const fn one(values: Values) -> Premises {
    Premises {
        values,
        against: &[],
    }
}

const fn ratio(values: Values, against: Values) -> Premises {
    Premises { values, against }
}

use Param::{
    Accumulation, Checkpointing, Epochs, Gpu, GpusPerNode, Loss, MeanLength, Method, MicroBatch,
    Model, Nodes, Padding, Samples, Sequence, Sharding, Stack, TailLength, TotalTokens,
};

/// 7B in full on eight A100 under ZeRO-2, five million tokens, rows full.
const SEVEN: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "zero2"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (TotalTokens, "5"),
];

/// The same where samples of 450 tokens are padded to 4,096.
const SEVEN_PADDED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "zero2"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (TotalTokens, "5"),
    (Sequence, "4096"),
    (MeanLength, "450"),
    (Padding, "max"),
];

/// 70B in full on 64 A100, fifty million tokens.
const SEVENTY: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-70b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Nodes, "8"),
    (Sharding, "zero3"),
    (Accumulation, "1"),
    (TotalTokens, "50"),
];

/// The same: samples of 500 tokens padded to 2,048, three passes.
const SEVENTY_PADDED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-70b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Nodes, "8"),
    (Sharding, "zero3"),
    (Accumulation, "1"),
    (Samples, "100000"),
    (Epochs, "3"),
    (MeanLength, "500"),
    (Padding, "max"),
];

/// 7B in full on eight H100 in FP8.
const EIGHT_BIT: Values = &[
    (Stack, "torchtitan"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (Gpu, "h100-sxm-80gb"),
    (GpusPerNode, "8"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (Param::Precision, "fp8"),
    (Param::Compile, "all"),
    (Checkpointing, "full"),
    (TotalTokens, "5"),
];

/// 500 samples of 200 tokens, three passes, 7B LoRA on eight GPUs, a batch of eight.
const SMALL: Values = &[
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (GpusPerNode, "8"),
    (Sharding, "ddp"),
    (MicroBatch, "1"),
    (Accumulation, "1"),
    (Samples, "500"),
    (Epochs, "3"),
    (MeanLength, "200"),
    (TailLength, "200"),
];

/// The same on desktop cards without direct links, under ZeRO-3, which gathers the model for every micro-batch.
const SMALL_GATHERED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Gpu, "rtx-4090"),
    (GpusPerNode, "8"),
    (Sharding, "zero3"),
    (MicroBatch, "1"),
    (Accumulation, "1"),
    (Samples, "500"),
    (Epochs, "3"),
    (MeanLength, "200"),
    (TailLength, "200"),
];

const SHORT: Values = &[
    (Model, "llama-2-7b"),
    (MicroBatch, "8"),
    (MeanLength, "500"),
    (Padding, "max"),
];
const LONG: Values = &[
    (Model, "llama-2-7b"),
    (MicroBatch, "8"),
    (MeanLength, "1400"),
    (TailLength, "2000"),
    (Padding, "max"),
];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { id: "C10a", measure: Measure::Flops, stated: (1.97e17, 2.17e17), cases: &[one(SEVEN)] },
    Row { id: "C10b", measure: Measure::Utilisation, stated: (0.40, 0.55), cases: &[one(SEVEN)] },
    Row { id: "C11", measure: Measure::Minutes, stated: (27.0, 33.0), cases: &[one(SEVEN), one(SEVEN_PADDED)] },
    Row { id: "C12", measure: Measure::Hours, stated: (7.0, 12.0), cases: &[one(SEVENTY), one(SEVENTY_PADDED)] },
    Row { id: "C13a", measure: Measure::TokenFlopsRatio, stated: (4.0, 4.0), cases: &[ratio(&[(Model, "llama-2-7b"), (Method, "full"), (Sequence, "8192")], &[(Sequence, "2048")])] },
    Row { id: "C13b", measure: Measure::AttentionRatio, stated: (4.0, 4.0), cases: &[ratio(&[(Model, "llama-2-7b"), (Method, "full"), (Sequence, "8192")], &[(Sequence, "2048")])] },
    Row { id: "C14a", measure: Measure::Waste, stated: (0.5, 1.0), cases: &[one(SHORT), one(LONG)] },
    Row { id: "C14b", measure: Measure::TimeRatio, stated: (1.3, 1.3), cases: &[
        ratio(&[(Model, "llama-2-7b"), (MicroBatch, "8"), (MeanLength, "500"), (Padding, "longest")], &[(Padding, "buckets")]),
        ratio(&[(Model, "llama-2-7b"), (MicroBatch, "2"), (MeanLength, "500"), (TailLength, "1000"), (Padding, "longest")], &[(Padding, "buckets")]),
    ] },
    Row { id: "C15a", measure: Measure::PeakRatio, stated: (6.0, 6.5), cases: &[ratio(EIGHT_BIT, SEVEN)] },
    Row { id: "C15b", measure: Measure::RateRatio, stated: (3.0, 4.0), cases: &[ratio(EIGHT_BIT, SEVEN)] },
    Row { id: "C15c", measure: Measure::Minutes, stated: (8.0, 12.0), cases: &[one(EIGHT_BIT)] },
    Row { id: "C16a", measure: Measure::RateRatio, stated: (0.0, 0.97), cases: &[ratio(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero3"), (MicroBatch, "1"), (Accumulation, "4")], &[(Sharding, "zero2")])] },
    Row { id: "C16b", measure: Measure::Fits, stated: (0.0, 0.0), cases: &[one(&[(Stack, "deepspeed"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Nodes, "8"), (Sharding, "zero3"), (Loss, "fused-linear")])] },
    Row { id: "C17", measure: Measure::TimeRatio, stated: (1.0, 100.0), cases: &[
        ratio(SMALL, &[(GpusPerNode, "1"), (Sharding, "none"), (MicroBatch, "8")]),
        ratio(SMALL_GATHERED, &[(GpusPerNode, "1"), (Sharding, "none"), (MicroBatch, "8")]),
    ] },
    Row { id: "C21a", measure: Measure::Rate, stated: (4000.0, 4000.0), cases: &[one(SEVEN)] },
    Row { id: "C21b", measure: Measure::Minutes, stated: (30.0, 30.0), cases: &[one(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero2"), (MicroBatch, "4"), (Accumulation, "1"), (TotalTokens, "7.2")])] },
];

/// Every statement, recomputed. A few milliseconds.
pub fn claims() -> Vec<Claim> {
    ROWS.iter().map(Row::claim).collect()
}

fn draft(values: Values) -> Draft {
    values
        .iter()
        .fold(Draft::default(), |draft, (param, text)| {
            draft.with(*param, *text)
        })
}

impl Row {
    fn claim(&self) -> Claim {
        Claim {
            id: self.id,
            measure: self.measure,
            stated: self.stated,
            cases: self
                .cases
                .iter()
                .filter_map(|premises| self.case(premises))
                .collect(),
        }
    }

    /// The statement under some premises; nothing where they give no answer, which a test rules out.
    fn case(&self, premises: &Premises) -> Option<Case> {
        let own = draft(premises.values);
        let against = (!premises.against.is_empty()).then(|| {
            let change = |draft: Draft, (param, text): &(Param, &str)| draft.with(*param, *text);
            // Premises that name a stack of their own stand alone.
            let alone = premises.against.iter().any(|(param, _)| *param == Stack);
            let start = if alone { Draft::default() } else { own.clone() };
            premises.against.iter().fold(start, change)
        });
        let first = Answers::of(&own)?;
        let computed = match &against {
            None => first.range(self.measure),
            Some(other) => first.over(&Answers::of(other)?, self.measure),
        };
        Some(Case {
            agrees: computed.low <= self.stated.1 && computed.high >= self.stated.0,
            draft: own,
            against,
            computed,
        })
    }
}

/// How far a quotient of two predictions may be off: their errors have mostly the same causes. Assumed.
const QUOTIENT: f64 = 1.1;

struct Answers {
    scenario: Scenario,
    run: RunReport,
}

impl Answers {
    fn of(draft: &Draft) -> Option<Self> {
        let scenario = draft.check().scenario.ok()?;
        let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).ok()?;
        Some(Self { scenario, run })
    }

    fn flops_per_token(&self) -> f64 {
        self.run.time.model_flops / larger(self.run.time.pace.tokens, 1.0)
    }

    fn range(&self, measure: Measure) -> Range {
        let run = &self.run;
        let lasts = |unit: f64| self.paced(self.steps() / unit);
        match measure {
            Measure::Flops => Range::exactly(self.flops_per_token() * run.data.run_tokens()),
            Measure::Utilisation => self.paced(run.time.mfu()),
            Measure::Rate => self.paced(run.time.pace.tokens_per_gpu * run.gpus),
            Measure::Minutes => lasts(60.0),
            Measure::Hours => lasts(3600.0),
            Measure::Waste => Range::exactly(DataReport::of(&self.scenario).waste()),
            Measure::Fits => {
                let fits = MemoryReport::of(&self.scenario).verdict.state == State::Fits;
                Range::exactly(f64::from(u8::from(fits)))
            }
            Measure::PeakRatio
            | Measure::TokenFlopsRatio
            | Measure::AttentionRatio
            | Measure::RateRatio
            | Measure::TimeRatio => Range::exactly(1.0),
        }
    }

    /// Seconds of all steps.
    fn steps(&self) -> f64 {
        self.run.data.steps * self.run.time.pace.step
    }

    /// What is proportional to the rate, with the rate's interval.
    fn paced(&self, typical: f64) -> Range {
        let factor = self.run.time.spread.factor;
        Range {
            low: typical / factor,
            typical,
            high: typical * factor,
        }
    }

    fn over(&self, other: &Self, measure: Measure) -> Range {
        let quotient = |of: fn(&Self) -> f64| of(self) / larger(of(other), 1e-12);
        let near = |typical: f64| Range {
            low: typical / QUOTIENT,
            typical,
            high: typical * QUOTIENT,
        };
        match measure {
            Measure::PeakRatio => Range::exactly(quotient(|of| of.run.time.peak / of.run.gpus)),
            Measure::TokenFlopsRatio => Range::exactly(quotient(Self::flops_per_token)),
            Measure::AttentionRatio => Range::exactly(quotient(Self::attention_per_token)),
            Measure::RateRatio => near(quotient(|of| of.run.time.pace.tokens_per_gpu)),
            Measure::TimeRatio => near(quotient(Self::steps)),
            _ => self.range(measure),
        }
    }

    fn attention_per_token(&self) -> f64 {
        crate::time::Flops::of(&self.scenario, self.run.data.row.attended).attention
    }
}
