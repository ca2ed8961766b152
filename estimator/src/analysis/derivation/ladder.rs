//! The stages of ZeRO as the paper has them, and what DeepSpeed holds at the optimizer step.
use crate::memory::{Divides, Family, MemoryReport, Moment, TermId};
use crate::num::float;
use crate::scenario::{Draft, Group, Param, Scenario, Sharding};
use crate::source::{Source, SourceKind};

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// Its number.
    pub stage: u64,
    /// The paper's formula up to the number of GPUs: `2P + 14P/`.
    pub formula: &'static str,
    /// What it gives, bytes.
    pub textbook: f64,
    /// Bytes a parameter that DeepSpeed holds whole.
    pub whole: f64,
    /// Bytes a parameter that it divides.
    pub divided: f64,
    /// Both, bytes.
    pub held: f64,
    /// What the step needs beside them for a moment, bytes.
    pub temporary: f64,
}

/// The ladder of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// Parameters.
    pub parameters: f64,
    /// GPUs.
    pub gpus: u64,
    /// Stages 1, 2, 3.
    pub rungs: Vec<Rung>,
}

/// A run that shows it: 8 × 32 GB, ZeRO-2, out of memory at the optimizer step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// Where it was reported.
    pub source: Source,
    /// Parameters of the model.
    pub parameters: f64,
    /// GPUs.
    pub gpus: f64,
    /// What was asked for, GiB as printed.
    pub asked: f64,
    /// What was allocated by then, GiB as printed.
    pub allocated: f64,
}

impl Witness {
    /// 2P + 16P/N and one temporary of 4P/N, bytes.
    pub fn explained(&self) -> f64 {
        self.parameters * (2.0 + 20.0 / self.gpus)
    }

    /// The next temporary, 4P/N, bytes.
    pub fn next(&self) -> f64 {
        4.0 * self.parameters / self.gpus
    }
}

/// Llama 7B in full under ZeRO-2 on eight V100 of 32 GB.
pub const WITNESS: Witness = Witness {
    source: Source::new(
        SourceKind::Measured,
        "LLaMA-Factory issue 1221",
        "https://github.com/hiyouga/LlamaFactory/issues/1221",
        "2023-10",
    ),
    parameters: 6_738_415_616.0,
    gpus: 8.0,
    // GiB to the hundredth, as PyTorch prints it: 4P/8.
    asked: 314.0 / 100.0,
    allocated: 28.28,
};

const STAGES: [(Sharding, &str, f64, f64); 3] = [
    (Sharding::Zero1, "2P + 2P + 12P/", 4.0, 12.0),
    (Sharding::Zero2, "2P + 14P/", 2.0, 14.0),
    (Sharding::Zero3, "16P/", 0.0, 16.0),
];

/// The ladder of the draft's model under full training, on its GPUs, or on eight where it has one.
pub fn ladder(draft: &Draft, scenario: &Scenario) -> Ladder {
    let own = scenario.cluster.gpus();
    let gpus = if own > 1 { own } else { 8 };
    let mut base = draft.typed().fold(Draft::default(), |base, (param, text)| {
        match param.info().group {
            Group::Model | Group::Hardware => base.with(param, text),
            _ => base,
        }
    });
    if own == 1 {
        base.set(Param::GpusPerNode, "8");
    }
    let base = base
        .with(Param::Stack, "deepspeed")
        .with(Param::Method, "full");
    let rungs = (1..).zip(STAGES).filter_map(|(number, stage)| {
        let draft = base.clone().with(Param::Sharding, stage.0.key());
        rung(number, stage, &draft.check().scenario.ok()?)
    });
    Ladder {
        parameters: scenario.parameters,
        gpus,
        rungs: rungs.collect(),
    }
}

fn rung(
    number: u64,
    (_, formula, whole, divided): (Sharding, &'static str, f64, f64),
    scenario: &Scenario,
) -> Option<Rung> {
    let (p, n) = (scenario.parameters, float(scenario.cluster.gpus()));
    let report = MemoryReport::of(scenario);
    let step = report.at(Moment::Step)?;
    let states = |wanted: fn(TermId) -> bool, shared: Option<bool>| -> f64 {
        let terms = step.terms.iter().filter(|term| {
            wanted(term.id)
                && shared.is_none_or(|shared| matches!(term.divides, Divides::Shards(_)) == shared)
        });
        terms.map(|term| term.bytes().get()).sum()
    };
    let resident = |id: TermId| {
        matches!(id.family(), Family::Weights | Family::Training) && id != TermId::StepTemporary
    };
    Some(Rung {
        stage: number,
        formula,
        textbook: p * (whole + divided / n),
        whole: states(resident, Some(false)) / p,
        divided: states(resident, Some(true)) * n / p,
        held: states(resident, None),
        temporary: states(|id| id == TermId::StepTemporary, None),
    })
}
