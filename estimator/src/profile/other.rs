//! What the script does otherwise than the scenario.
use super::launch::{Launch, optimizer};
use crate::scenario::{
    Checkpointing, Compile, Dtype, Engine, Kernels, Loader, Loss, Merge, Param, Precision,
    Scenario, Sharding, Variety,
};

/// Settings that this script has otherwise than the scenario: the run must not be taken for what it is not.
pub(super) fn deviations(scenario: &Scenario) -> Vec<String> {
    let software = scenario.software;
    let layout = scenario.layout;
    let launch = Launch::of(scenario);
    let mut other: Vec<(Param, &str)> = Vec::new();
    let mut set = |otherwise: bool, param: Param, value: &'static str| {
        if otherwise {
            other.push((param, value));
        }
    };
    set(layout.tensor > 1, Param::TensorParallel, "1");
    set(layout.pipeline > 1, Param::PipelineParallel, "1");
    set(layout.context > 1, Param::ContextParallel, "1");
    set(layout.expert > 1, Param::ExpertParallel, "1");
    let spelled = scenario.cluster.gpus() > 1 || launch.sharding != scenario.sharding;
    set(spelled, Param::Sharding, launch.sharding.key());
    let other_fsdp = launch.fsdp() && scenario.engine != Engine::Fsdp2;
    set(other_fsdp, Param::Engine, Engine::Fsdp2.key());
    let divided = launch.divides_weights() && scenario.around.loader != Loader::Shard;
    set(divided, Param::Loader, Loader::Shard.key());
    set(
        scenario.offload != launch.offload,
        Param::Offload,
        launch.offload.key(),
    );
    let steady = scenario.batch.variety != Variety::Steady;
    set(steady, Param::Variety, Variety::Steady.key());
    let compiles = software.compile != Compile::None;
    set(compiles, Param::Compile, Compile::None.key());
    set(scenario.around.evaluation, Param::Evaluation, "no");
    let merges = scenario.around.merge == Merge::Gpu;
    set(merges, Param::Merge, Merge::Host.key());
    let eager = !matches!(
        scenario.loss,
        Loss::Eager | Loss::FusedCe | Loss::FusedLinear
    );
    set(eager, Param::Loss, Loss::Eager.key());
    let norms = software.kernels == Kernels::FusedNorm;
    set(norms, Param::Kernels, Kernels::Eager.key());
    match scenario.checkpointing {
        Checkpointing::Selective => set(true, Param::Checkpointing, "none"),
        Checkpointing::FullOffload => set(true, Param::Checkpointing, "full"),
        Checkpointing::None | Checkpointing::Full => {}
    }
    types(scenario, launch, &mut set);
    let takes = optimizer(scenario);
    set(takes != scenario.optimizer, Param::Optimizer, takes.key());
    let pairs = other.into_iter();
    pairs
        .map(|(param, value)| format!("\"{}\": \"{value}\"", param.key()))
        .collect()
}

/// No product in 8 or 4 bits; DeepSpeed keeps 16-bit weights with 32-bit ones beside them.
fn types(scenario: &Scenario, launch: Launch, set: &mut impl FnMut(bool, Param, &'static str)) {
    let precision = match scenario.precision {
        Precision::Fp8 | Precision::Nvfp4 => Precision::Bf16Mixed,
        Precision::Bf16Pure if launch.deepspeed() => Precision::Bf16Mixed,
        Precision::Fp16Pure if launch.deepspeed() => Precision::Fp16Mixed,
        same => same,
    };
    set(
        precision != scenario.precision,
        Param::Precision,
        precision.key(),
    );
    let cast = launch.sharding != Sharding::None && launch.deepspeed();
    let wide = scenario.weights == Dtype::Fp32 && scenario.precision != Precision::Fp32;
    let whole = scenario.quant.is_none();
    set(cast && wide && whole, Param::WeightDtype, Dtype::Half.key());
}
