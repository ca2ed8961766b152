//! Statements that stand in interview notes on fine-tuning, recomputed: what was stated, what the model gives, under which
//! premises.
mod answers;
mod table;

use crate::cost::Range;
use crate::scenario::{Draft, Param};
use answers::Answers;
use table::{Premises, ROWS, Row, Values};

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
    /// Weights, gradients, master weights and moments on all GPUs, bytes a parameter.
    StateBytes,
    /// The same, GB.
    States,
    /// Moments alone, bytes a parameter.
    MomentBytes,
    /// Moments and master weights, bytes a parameter.
    OptimizerBytes,
    /// Weights as they are held on all GPUs, GB.
    Weights,
    /// What has to fit on one GPU, GB.
    Peak,
    /// The same of all GPUs together, GB.
    Total,
    /// Share of the activations that is saved against the other scenario.
    ActivationsSaved,
    /// What has to fit on one GPU over that of the other scenario.
    PeakOver,
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

/// Every statement, recomputed, in the order of their numbers. Some ten milliseconds.
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
            let alone = premises
                .against
                .iter()
                .any(|(param, _)| *param == Param::Stack);
            let start = if alone { Draft::default() } else { own.clone() };
            premises.against.iter().fold(start, change)
        });
        let first = Answers::of(&own, self.measure)?;
        let computed = match &against {
            None => first.range(self.measure),
            Some(other) => first.over(&Answers::of(other, self.measure)?, self.measure),
        };
        Some(Case {
            agrees: computed.low <= self.stated.1 && computed.high >= self.stated.0,
            draft: own,
            against,
            computed,
        })
    }
}
