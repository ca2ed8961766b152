//! Tensors over many parameters at once: flat shares, whole models, gathered units.
use super::candidates::{Candidate, SHAPES};
use super::model::{block, parameters, root, shards};
use super::object::{Object, Width};
use crate::expr::{Expr, count, num};
use crate::memory::Moment;
use crate::scenario::{Engine, Loader, Method, Save, Scenario};
use crate::source::{Source, SourceKind};

static DEEPSPEED: Source = Source::new(
    SourceKind::Code,
    "DeepSpeed: runtime/zero/stage_1_and_2.py, stage3.py; PyTorch: torch/optim/adamw.py",
    "https://github.com/deepspeedai/DeepSpeed",
    "2026-12",
);
static FSDP: Source = Source::new(
    SourceKind::Code,
    "PyTorch: torch/distributed/fsdp/_flat_param.py",
    "https://github.com/pytorch/pytorch",
    "2026-12",
);

pub(super) fn of(scenario: &Scenario) -> Vec<Candidate> {
    let mut all = sharded_states(scenario);
    all.extend(whole_states(scenario));
    all.extend(gathered(scenario));
    all
}

fn full(scenario: &Scenario) -> bool {
    scenario.method == Method::Full
}

/// Flat tensors over the share of one GPU (ZeRO flattens all parameters into one; sizes 4P/4, 4P/8 and 4P/16 stand in
/// out-of-memory reports).
fn sharded_states(scenario: &Scenario) -> Vec<Candidate> {
    let layout = scenario.layout;
    let flat = scenario.sharding.zero() && layout.tensor.saturating_mul(layout.pipeline) == 1;
    if !flat {
        return Vec::new();
    }
    let each = |width: Width| num(width.bytes()) * parameters(scenario) / shards(scenario);
    let of = |object, formula, moments: &'static [Moment]| Candidate {
        object,
        formula,
        moments,
        expected: full(scenario),
        source: &DEEPSPEED,
    };
    let bucket = |width: Width| num(width.bytes()) * count("bucket", 500_000_000);
    let mut all = vec![
        of(Object::AdamTemporary, each(Width::Fp32), &[Moment::Step]),
        of(
            Object::OptimizerShard,
            each(Width::Fp32),
            &[Moment::Load, Moment::Step],
        ),
        of(
            Object::HalfShard,
            each(Width::Half),
            &[Moment::Load, Moment::LastBackward],
        ),
    ];
    if scenario.sharding.parameters() {
        let group = num(4.0) * count("sub_group", 1_000_000_000);
        all.push(of(Object::SubGroupTemporary, group, &[Moment::Step]));
    } else {
        all.extend(Width::ALL.map(|width| {
            of(
                Object::ReduceBucket(width),
                bucket(width),
                &[Moment::LastBackward],
            )
        }));
    }
    all
}

/// All parameters on one card: a loader that does not divide, an upcast, a gathered checkpoint.
fn whole_states(scenario: &Scenario) -> Vec<Candidate> {
    let around = scenario.around;
    let loads = around.loader == Loader::Whole || !scenario.sharding.parameters();
    Width::ALL
        .into_iter()
        .map(|width| Candidate {
            object: Object::WholeModel(width),
            formula: num(width.bytes()) * parameters(scenario),
            moments: &[Moment::Load, Moment::Save],
            expected: around.save == Save::GatherGpu || (loads && width == Width::Half),
            source: &SHAPES,
        })
        .collect()
}

/// Flat units of FSDP 1 and their shares.
fn gathered(scenario: &Scenario) -> Vec<Candidate> {
    if !scenario.sharding.fsdp() || scenario.layout.shards == 1 || scenario.layout.tensor > 1 {
        return Vec::new();
    }
    let one = scenario.engine == Engine::Fsdp1 && scenario.quant.is_none();
    let of = |object, formula, moments: &'static [Moment], expected| Candidate {
        object,
        formula,
        moments,
        expected,
        source: &FSDP,
    };
    let model = &scenario.model;
    let mut all = Vec::new();
    for width in Width::ALL {
        let each = num(width.bytes());
        let half = one && width == Width::Half;
        let root = each.clone() * root(model);
        all.push(of(
            Object::Root(width),
            root,
            &[Moment::Loss, Moment::LastBackward, Moment::Save],
            half,
        ));
        all.extend(block(model).map(|block| {
            let moments = &[Moment::FirstBackward, Moment::LastBackward, Moment::Save];
            of(Object::Block(width), each * block, moments, half)
        }));
    }
    let share = |unit: Expr| num(4.0) * unit / shards(scenario);
    let moments = &[Moment::Step, Moment::LastBackward];
    all.push(of(
        Object::RootShard,
        share(root(model)),
        moments,
        one && full(scenario),
    ));
    all.extend(block(model).map(|block| {
        of(
            Object::BlockShard,
            share(block),
            moments,
            one && full(scenario),
        )
    }));
    all
}
