//! How a scenario is launched, and what the script does of it.
use super::Script;
use super::build::{dtype, half};
use crate::scenario::{Engine, Offload, Optimizer, Precision, Quant, Scenario, Sharding};

/// What the script divides states with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    /// What is divided.
    pub(super) sharding: Sharding,
    /// What stays in host memory.
    pub(super) offload: Offload,
}

impl Launch {
    /// As near to a scenario as the script can come.
    pub(super) fn of(scenario: &Scenario) -> Self {
        let gpus = scenario.cluster.gpus();
        let wanted = scenario.sharding;
        let plain = scenario.quant.is_none();
        let fsdp = wanted.fsdp()
            && plain
            && gpus > 1
            && matches!(scenario.engine, Engine::Fsdp1 | Engine::Fsdp2);
        // bitsandbytes keeps weights packed, which neither library divides as they stand.
        let zero = wanted.zero()
            && scenario.engine == Engine::DeepSpeed
            && (plain || wanted != Sharding::Zero3);
        let sharding = match wanted {
            _ if fsdp || zero => wanted,
            _ if gpus == 1 => Sharding::None,
            _ => Sharding::Ddp,
        };
        let offload = match scenario.offload {
            Offload::Both if fsdp || sharding == Sharding::Zero3 => Offload::Both,
            Offload::Optimizer | Offload::Both if zero => Offload::Optimizer,
            _ => Offload::None,
        };
        Self { sharding, offload }
    }

    /// Whether PyTorch's FSDP does it.
    pub(super) const fn fsdp(self) -> bool {
        self.sharding.fsdp()
    }

    /// Whether DeepSpeed does it.
    pub(super) const fn deepspeed(self) -> bool {
        self.sharding.zero()
    }

    /// Whether no GPU ever holds all weights.
    pub(super) const fn divides_weights(self) -> bool {
        self.sharding.parameters()
    }
}

/// The command that starts the script.
pub(super) fn command(scenario: &Scenario) -> String {
    let cluster = &scenario.cluster;
    if cluster.gpus() == 1 && !Launch::of(scenario).deepspeed() {
        return "python headroom_run.py".to_owned();
    }
    let several = if cluster.nodes > 1 {
        format!(
            " --nnodes {} --rdzv_backend c10d --rdzv_endpoint FIRST_NODE:29400",
            cluster.nodes
        )
    } else {
        String::new()
    };
    format!(
        "torchrun --nproc_per_node {}{several} headroom_run.py",
        cluster.per_node
    )
}

/// The optimizer that the script takes: without those that step inside the backward pass, and on the host only what runs there.
pub(super) fn optimizer(scenario: &Scenario) -> Optimizer {
    let wanted = match scenario.optimizer {
        Optimizer::AdamWInBackward => Optimizer::AdamW,
        Optimizer::AdamW8bitInBackward => Optimizer::AdamW8bit,
        Optimizer::AdamWPagedInBackward => Optimizer::AdamWPaged,
        Optimizer::Muon => Optimizer::AdamWFused,
        other => other,
    };
    let on_host = Launch::of(scenario).offload != Offload::None;
    let runs = matches!(wanted, Optimizer::AdamW | Optimizer::AdamWFused);
    if on_host && !runs {
        Optimizer::AdamW
    } else {
        wanted
    }
}

/// Whether it needs bitsandbytes.
pub(super) fn needs_bitsandbytes(scenario: &Scenario) -> bool {
    let optimizer = optimizer(scenario);
    scenario.quant.is_some_and(Quant::bitsandbytes)
        || optimizer.eight_bit()
        || optimizer.paged()
        || optimizer == Optimizer::Lion
}

/// DeepSpeed's settings, as one line of Python; `b` and `ga` are names of the script or texts.
///
/// Parameters are offloaded in stage 3 only: deepspeedai/DeepSpeed, deepspeed/runtime/zero/offload_config.py.
pub(super) fn deepspeed(scenario: &Scenario, [b, ga]: [&str; 2]) -> String {
    let launch = Launch::of(scenario);
    let stage = match launch.sharding {
        Sharding::Zero1 => 1,
        Sharding::Zero2 => 2,
        _ => 3,
    };
    let half = match scenario.precision {
        Precision::Fp32 => "",
        Precision::Fp16Mixed | Precision::Fp16Pure => "\"fp16\": {\"enabled\": True}, ",
        _ => "\"bf16\": {\"enabled\": True}, ",
    };
    let there = "{\"device\": \"cpu\", \"pin_memory\": True}";
    let mut offload = String::new();
    if launch.offload != Offload::None {
        offload = format!(", \"offload_optimizer\": {there}");
    }
    if launch.offload == Offload::Both {
        offload.push_str(&[", \"offload_param\": ", there].concat());
    }
    format!(
        "{{\"train_micro_batch_size_per_gpu\": {b}, \"gradient_accumulation_steps\": {ga}, {half}\"zero_allow_untested_optimizer\": True, \"zero_optimization\": {{\"stage\": {stage}{offload}}}}}"
    )
}

/// What has to stand before the model: groups of processes, and DeepSpeed's settings.
pub(super) fn before(script: &mut Script, scenario: &Scenario) {
    let launch = Launch::of(scenario);
    if launch.deepspeed() {
        script.line(&format!("ds = {}", deepspeed(scenario, ["b", "ga"])));
        script.line("if cuda: torch.cuda.set_device(device)");
        script.line("deepspeed.init_distributed()");
        if launch.divides_weights() {
            script.line("from transformers.integrations import HfDeepSpeedConfig");
            script.line("kept = HfDeepSpeedConfig(ds)  # the model is divided while it is built");
        }
    } else if scenario.cluster.gpus() > 1 {
        script.lines(&[
            "if cuda: torch.cuda.set_device(device)",
            "torch.distributed.init_process_group()",
        ]);
    }
}

/// Divides the model, and makes the optimizer.
pub(super) fn divide(script: &mut Script, scenario: &Scenario, random: bool) {
    let launch = Launch::of(scenario);
    if launch.fsdp() {
        fsdp(script, scenario, random);
    } else if launch.sharding == Sharding::Ddp {
        script.line("model = torch.nn.parallel.DistributedDataParallel(model)");
    }
    let (class, options) = class(optimizer(scenario));
    let (class, options) = if launch.deepspeed() && launch.offload != Offload::None {
        script.line("from deepspeed.ops.adam import DeepSpeedCPUAdam");
        ("DeepSpeedCPUAdam", "")
    } else {
        (class, options)
    };
    script.line(&format!(
        "optimizer = {class}([p for p in model.parameters() if p.requires_grad], lr=1e-5{options})"
    ));
    if launch.deepspeed() {
        script
            .line("model, *_ = deepspeed.initialize(model=model, optimizer=optimizer, config=ds)");
    }
}

fn fsdp(script: &mut Script, scenario: &Scenario, random: bool) {
    let launch = Launch::of(scenario);
    let host = launch.offload != Offload::None;
    let casts = dtype(scenario) == "torch.float32" && scenario.precision.mixed();
    let mut names = vec!["fully_shard"];
    let mut how = Vec::new();
    if launch.sharding == Sharding::FsdpGradOp {
        how.push("reshard_after_forward=False".to_owned());
    }
    if launch.sharding == Sharding::Hybrid {
        script.line("mesh = torch.distributed.init_device_mesh(device.type, (world // n, n), mesh_dim_names=(\"replicate\", \"shard\"))");
        how.push("mesh=mesh".to_owned());
    }
    if casts {
        names.push("MixedPrecisionPolicy");
        let half = half(scenario);
        how.push(format!(
            "mp_policy=MixedPrecisionPolicy(param_dtype={half})"
        ));
    }
    if host {
        names.push("CPUOffloadPolicy");
        how.push("offload_policy=CPUOffloadPolicy()".to_owned());
    }
    script.line(&format!(
        "from torch.distributed.fsdp import {}",
        names.join(", ")
    ));
    let how = [String::new()]
        .into_iter()
        .chain(how)
        .collect::<Vec<_>>()
        .join(", ");
    script.line("for part in [m for m in model.modules() if type(m).__name__ in (model._no_split_modules or [])] + [model]:");
    script.line(&format!("    fully_shard(part{how})"));
    if random {
        let place = if host { "\"cpu\"" } else { "device" };
        script.line(&format!(
            "model._apply(lambda t: torch.empty_like(t, device={place}) if t.is_meta else t)"
        ));
        if scenario.model.tied {
            script.line("model.tie_weights()");
        }
        script.line("_ = [torch.nn.init.normal_(p, std=0.02) for p in model.parameters()]");
    }
}

/// Its class and its options.
const fn class(optimizer: Optimizer) -> (&'static str, &'static str) {
    match optimizer {
        Optimizer::AdamW | Optimizer::AdamWInBackward => ("torch.optim.AdamW", ""),
        Optimizer::AdamWFused | Optimizer::Muon => ("torch.optim.AdamW", ", fused=True"),
        Optimizer::AdamW8bit | Optimizer::AdamW8bitInBackward => ("bnb.optim.AdamW8bit", ""),
        Optimizer::AdamWPaged | Optimizer::AdamWPagedInBackward => ("bnb.optim.PagedAdamW", ""),
        Optimizer::AdamW8bitPaged => ("bnb.optim.PagedAdamW8bit", ""),
        Optimizer::Adafactor => ("torch.optim.Adafactor", ""),
        Optimizer::Sgd => ("torch.optim.SGD", ""),
        Optimizer::SgdMomentum => ("torch.optim.SGD", ", momentum=0.9"),
        Optimizer::Lion => ("bnb.optim.Lion", ""),
    }
}
