//! The script that runs by itself.
use super::model::{Shape, repository, shape, targets};
use super::{Script, boolean, facts_function, line_function, stands_alone};
use crate::scenario::{
    AttentionKernel, Checkpointing, Compile, Dtype, Kernels, Loss, Method, Optimizer, Param,
    Precision, Quant, Scenario, Sharding, TransformersVersion, Variety,
};

/// The Python, line by line.
pub(super) fn write(script: &mut Script, scenario: &Scenario, random_weights: bool) {
    // GPTQ weights are made by a calibration of their own: only published ones can be loaded.
    let random = random_weights && !scenario.quant.is_some_and(Quant::gptq);
    let shape = shape(&scenario.model, scenario.batch.sequence);
    head(script, scenario, random);
    line_function(script);
    facts_function(script);
    setting(script, scenario);
    model(script, scenario, &shape, random);
    method(script, scenario, &shape, random);
    parallel(script, scenario);
    steps(script, scenario);
}

fn gpus(scenario: &Scenario) -> u64 {
    scenario.cluster.gpus()
}

/// What this script does to divide states.
pub(super) fn divided(scenario: &Scenario) -> Sharding {
    match scenario.sharding {
        _ if gpus(scenario) == 1 => Sharding::None,
        Sharding::Fsdp if scenario.quant.is_none() => Sharding::Fsdp,
        _ => Sharding::Ddp,
    }
}

fn head(script: &mut Script, scenario: &Scenario, random: bool) {
    let launch = if gpus(scenario) > 1 {
        format!(
            "torchrun --nproc_per_node {} --nnodes {} headroom_run.py",
            scenario.cluster.per_node, scenario.cluster.nodes
        )
    } else {
        "python headroom_run.py".to_owned()
    };
    script.line(&format!(
        "# Twenty steps of {}; run: {launch}",
        scenario.model.name
    ));
    if !stands_alone(scenario) {
        script.line("# Only replicas or FSDP 2, no offload, and the whole model on each GPU first: else add the callback to your own launch.");
    }
    script.line("import os, time, torch");
    script.line("from importlib import metadata");
    let class = class(scenario);
    let config = if random { "AutoConfig, " } else { "" };
    script.line(&format!("from transformers import {config}{class}"));
    if needs_bitsandbytes(scenario) {
        script.line("import bitsandbytes as bnb");
    }
    script.line("cuda = torch.cuda.is_available()");
    script.line("");
}

const fn class(scenario: &Scenario) -> &'static str {
    if scenario.model.is_encoder() {
        "AutoModelForSequenceClassification"
    } else {
        "AutoModelForCausalLM"
    }
}

const fn needs_bitsandbytes(scenario: &Scenario) -> bool {
    let quantised = match scenario.quant {
        Some(quant) => quant.bitsandbytes(),
        None => false,
    };
    let optimizer = scenario.optimizer;
    quantised || optimizer.eight_bit() || optimizer.paged() || matches!(optimizer, Optimizer::Lion)
}

fn setting(script: &mut Script, scenario: &Scenario) {
    let batch = scenario.batch;
    script.line(&format!(
        "s, b, ga = {}, {}, {}",
        batch.sequence, batch.micro, batch.accumulation
    ));
    if gpus(scenario) > 1 {
        script.lines(&[
            "rank, local = int(os.environ.get(\"RANK\", 0)), int(os.environ.get(\"LOCAL_RANK\", 0))",
            "world, n = int(os.environ.get(\"WORLD_SIZE\", 1)), int(os.environ.get(\"LOCAL_WORLD_SIZE\", 1))",
            "device = torch.device(\"cuda\", local) if cuda else torch.device(\"cpu\")",
        ]);
    } else {
        script.line("device = torch.device(\"cuda\" if cuda else \"cpu\")");
    }
}

const fn half(scenario: &Scenario) -> &'static str {
    match scenario.precision {
        Precision::Fp16Mixed | Precision::Fp16Pure => "torch.float16",
        _ => "torch.bfloat16",
    }
}

fn model(script: &mut Script, scenario: &Scenario, shape: &Shape, random: bool) {
    let dtype = if matches!(scenario.weights, Dtype::Fp32) && scenario.quant.is_none() {
        "torch.float32"
    } else {
        half(scenario)
    };
    let attention = match scenario.attention {
        AttentionKernel::Flash => "sdpa",
        AttentionKernel::Eager => "eager",
    };
    let class = class(scenario);
    // Releases before 4.56 know it by another name.
    let name = match scenario.software.transformers {
        TransformersVersion::V5 => "dtype",
        _ => "torch_dtype",
    };
    let options = format!("{name}={dtype}, attn_implementation=\"{attention}\"");
    if random {
        if shape.stand_in {
            script.line("# The same shape in Llama's code: this model's own code is not part of transformers.");
        }
        script.line(&format!(
            "config = AutoConfig.for_model(\"{}\", {})",
            shape.model_type, shape.arguments
        ));
        if let Some(quant) = scenario.quant {
            script.line(&format!("model = {class}.from_config(config, {options})"));
            quantise(script, quant);
            script.line("model = model.to(device)");
        } else {
            script.line(&format!(
                "model = {class}.from_config(config, {options}).to(device)"
            ));
        }
    } else {
        let quantised = scenario.quant.filter(|quant| quant.bitsandbytes());
        let mut options = format!("{options}, device_map={{\"\": device}}");
        if let Some(quant) = quantised {
            script.line("from transformers import BitsAndBytesConfig");
            script.line(&format!("quant = {}", config(quant, half(scenario))));
            options.push_str(", quantization_config=quant");
        }
        script.line(&format!(
            "model = {class}.from_pretrained(\"{}\", {options})",
            repository(&scenario.model)
        ));
    }
}

const fn four_bit(quant: Quant) -> Option<(&'static str, bool)> {
    match quant {
        Quant::Nf4 => Some(("nf4", false)),
        Quant::Nf4Double => Some(("nf4", true)),
        Quant::Fp4 => Some(("fp4", false)),
        _ => None,
    }
}

fn config(quant: Quant, compute: &str) -> String {
    match four_bit(quant) {
        Some((kind, double)) => format!(
            "BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=\"{kind}\", bnb_4bit_use_double_quant={}, bnb_4bit_compute_dtype={compute})",
            boolean(double)
        ),
        None => "BitsAndBytesConfig(load_in_8bit=True)".to_owned(),
    }
}

/// Random weights are quantised where they stand: layer by layer, when the model moves to the GPU.
fn quantise(script: &mut Script, quant: Quant) {
    let (layer, flag) = match four_bit(quant) {
        Some((kind, double)) => (
            format!(
                "bnb.nn.Linear4bit(old.in_features, old.out_features, old.bias is not None, compute_dtype=old.weight.dtype, compress_statistics={}, quant_type=\"{kind}\")",
                boolean(double)
            ),
            "is_loaded_in_4bit",
        ),
        None => (
            "bnb.nn.Linear8bitLt(old.in_features, old.out_features, old.bias is not None, has_fp16_weights=False)".to_owned(),
            "is_loaded_in_8bit",
        ),
    };
    script.lines(&[
        "for name, old in list(model.named_modules()):",
        "    if type(old) is torch.nn.Linear and name != \"lm_head\":",
        &format!("        new = {layer}"),
        "        new.load_state_dict(old.state_dict())",
        "        model.set_submodule(name, new)",
        &format!("model.{flag} = True"),
    ]);
}

fn method(script: &mut Script, scenario: &Scenario, shape: &Shape, random: bool) {
    let recomputes = matches!(
        scenario.checkpointing,
        Checkpointing::Full | Checkpointing::FullOffload
    );
    if liger(scenario) {
        script.line("from liger_kernel.transformers import _apply_liger_kernel_to_instance");
        script.line(&format!(
            "_apply_liger_kernel_to_instance(model=model, rms_norm={norms}, swiglu={swiglu}, rope={norms}, cross_entropy={fused}, fused_linear_cross_entropy={linear})",
            norms = boolean(scenario.software.kernels == Kernels::Liger),
            swiglu = boolean(scenario.software.kernels == Kernels::Liger),
            fused = boolean(scenario.loss == Loss::FusedCe),
            linear = boolean(scenario.loss == Loss::FusedLinear),
        ));
    }
    if let Some(adapters) = &scenario.adapters {
        let kbit = scenario.software.kbit_upcast;
        let prepare = if kbit {
            ", prepare_model_for_kbit_training"
        } else {
            ""
        };
        script.line(&format!(
            "from peft import LoraConfig, get_peft_model{prepare}"
        ));
        if kbit {
            script.line(
                "model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)",
            );
        }
        let model_type = if random {
            shape.model_type
        } else {
            scenario.model.family.model_type()
        };
        let saved = if adapters.trained_modules {
            ", modules_to_save=[\"embed_tokens\", \"lm_head\"]"
        } else {
            ""
        };
        script.line(&format!(
            "lora = LoraConfig(r={}, lora_alpha={}, target_modules={}, lora_dropout={}, use_dora={}{saved})",
            adapters.rank,
            adapters.rank.saturating_mul(2),
            targets(&scenario.model, &adapters.targets, model_type),
            if adapters.dropout { "0.05" } else { "0.0" },
            boolean(adapters.dora),
        ));
        script.line(&format!(
            "model = get_peft_model(model, lora, autocast_adapter_dtype={})",
            boolean(adapters.dtype == Dtype::Fp32)
        ));
    }
    if recomputes {
        script.line(&format!(
            "model.gradient_checkpointing_enable({{\"use_reentrant\": {}}})",
            boolean(scenario.software.reentrant)
        ));
        if scenario.method != Method::Full {
            script.line("model.enable_input_require_grads()");
        }
    }
    if !random {
        script.line("model.train()");
    }
}

/// Whether Liger's kernels are called for.
fn liger(scenario: &Scenario) -> bool {
    scenario.software.kernels == Kernels::Liger
        || matches!(scenario.loss, Loss::FusedLinear | Loss::FusedCe)
}

fn parallel(script: &mut Script, scenario: &Scenario) {
    if gpus(scenario) > 1 {
        script.line("if world > 1:");
        script.line("    torch.cuda.set_device(device)");
        script.line("    torch.distributed.init_process_group()");
        if divided(scenario) == Sharding::Fsdp {
            script.lines(&[
                "    from torch.distributed.fsdp import fully_shard",
                "    for block in [m for m in model.modules() if type(m).__name__ in (model._no_split_modules or [])]:",
                "        fully_shard(block)",
                "    fully_shard(model)",
            ]);
        } else {
            script.line("    model = torch.nn.parallel.DistributedDataParallel(model)");
        }
    }
    let (class, options) = optimizer(scenario.optimizer);
    script.line(&format!(
        "optimizer = {class}([p for p in model.parameters() if p.requires_grad], lr=1e-5{options})"
    ));
}

/// Its class and its options.
const fn optimizer(optimizer: Optimizer) -> (&'static str, &'static str) {
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

fn steps(script: &mut Script, scenario: &Scenario) {
    script.line(&format!(
        "ids = torch.randint(0, {}, (b, s), device=device)",
        scenario.model.vocab
    ));
    let labels = if scenario.model.is_encoder() {
        "labels=ids[:, 0] % 2"
    } else {
        "labels=ids, use_cache=False"
    };
    script.lines(&[
        "drv, times = 0.0, []",
        "for step in range(20):",
        "    start = time.perf_counter()",
        "    for _ in range(ga):",
    ]);
    script.line(&format!(
        "        with torch.autocast(device.type, {}, enabled={}):",
        half(scenario),
        boolean(scenario.precision.mixed())
    ));
    script.line(&format!(
        "            loss = model(input_ids=ids, {labels}).loss / ga"
    ));
    script.lines(&[
        "        loss.backward()",
        "    optimizer.step()",
        "    optimizer.zero_grad(set_to_none=True)",
        "    free, total = torch.cuda.mem_get_info() if cuda else (0, 0)",
        "    drv = max(drv, (total - free) / 2**30)",
        "    loss.item()  # waits for the GPU",
        "    times.append(time.perf_counter() - start)",
        "tps = b * s * ga * 10 / sum(times[-10:])",
    ]);
    let mut other = deviations(scenario);
    if gpus(scenario) > 1 {
        other.push(format!(
            "\"shard\": \"{}\" if world > 1 else \"none\"",
            divided(scenario).key()
        ));
        script.line("if rank == 0:");
    }
    let (indent, ranks) = if gpus(scenario) > 1 {
        ("    ", "n=n, nodes=world // n")
    } else {
        ("", "n=1, nodes=1")
    };
    script.line(&format!("{indent}other = {{{}}}", other.join(", ")));
    script.line(&format!(
        "{indent}print(line(tps=tps, s=s, b=b, ga=ga, {ranks}, **other, **facts(drv)))"
    ));
}

/// Settings that this script has otherwise than the scenario: the run must not be taken for what it is not.
fn deviations(scenario: &Scenario) -> Vec<String> {
    let software = scenario.software;
    let layout = scenario.layout;
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
    set(divided(scenario) == Sharding::Fsdp, Param::Engine, "fsdp2");
    set(divided(scenario) == Sharding::Fsdp, Param::Loader, "whole");
    set(
        scenario.offload != crate::scenario::Offload::None,
        Param::Offload,
        "none",
    );
    set(
        scenario.batch.variety != Variety::Steady,
        Param::Variety,
        "steady",
    );
    set(software.compile != Compile::None, Param::Compile, "none");
    set(scenario.around.evaluation, Param::Evaluation, "no");
    set(
        matches!(scenario.around.merge, crate::scenario::Merge::Gpu),
        Param::Merge,
        "host",
    );
    let eager = !matches!(
        scenario.loss,
        Loss::Eager | Loss::FusedCe | Loss::FusedLinear
    );
    set(eager, Param::Loss, "eager");
    set(
        software.kernels == Kernels::FusedNorm,
        Param::Kernels,
        "eager",
    );
    set(
        scenario.checkpointing == Checkpointing::Selective,
        Param::Checkpointing,
        "none",
    );
    set(
        scenario.checkpointing == Checkpointing::FullOffload,
        Param::Checkpointing,
        "full",
    );
    let stepped = stepped(scenario.optimizer).map(|value| (Param::Optimizer, value));
    let pairs = other.into_iter().chain(stepped);
    pairs
        .map(|(param, value)| format!("\"{}\": \"{value}\"", param.key()))
        .collect()
}

/// The optimizer that the script has instead of one that steps inside the backward pass.
const fn stepped(optimizer: Optimizer) -> Option<&'static str> {
    match optimizer {
        Optimizer::AdamWInBackward => Some("adamw"),
        Optimizer::AdamW8bitInBackward => Some("adamw-8bit"),
        Optimizer::AdamWPagedInBackward => Some("adamw-paged"),
        Optimizer::Muon => Some("adamw-fused"),
        _ => None,
    }
}
