//! The script that runs by itself.
use super::model::{Shape, repository, shape, targets};
use super::{boolean, facts_function, line_function, owned};
use crate::scenario::{
    AttentionKernel, Checkpointing, Compile, Dtype, Kernels, Loss, Method, Optimizer, Param,
    Precision, Quant, Scenario, Sharding, TransformersVersion, Variety,
};

/// The Python, line by line.
pub(super) fn lines(scenario: &Scenario, random_weights: bool) -> Vec<String> {
    // GPTQ weights are made by a calibration of their own: only published ones can be loaded.
    let random = random_weights && !scenario.quant.is_some_and(Quant::gptq);
    let shape = shape(&scenario.model, scenario.batch.sequence);
    let mut lines = head(scenario, random);
    lines.extend(line_function());
    lines.extend(facts_function());
    lines.extend(setting(scenario));
    lines.extend(model(scenario, &shape, random));
    lines.extend(method(scenario, &shape, random));
    lines.extend(parallel(scenario));
    lines.extend(steps(scenario));
    lines
}

fn gpus(scenario: &Scenario) -> u64 {
    scenario.cluster.gpus()
}

/// What this script does to divide states.
fn divided(scenario: &Scenario) -> Sharding {
    match scenario.sharding {
        _ if gpus(scenario) == 1 => Sharding::None,
        Sharding::Fsdp if scenario.quant.is_none() => Sharding::Fsdp,
        _ => Sharding::Ddp,
    }
}

fn head(scenario: &Scenario, random: bool) -> Vec<String> {
    let launch = if gpus(scenario) > 1 {
        format!(
            "torchrun --nproc_per_node {} --nnodes {} profile.py",
            scenario.cluster.per_node, scenario.cluster.nodes
        )
    } else {
        "python profile.py".to_owned()
    };
    let mut lines = vec![format!(
        "# Twenty steps of {}; run: {launch}",
        scenario.model.name
    )];
    let other = divided(scenario);
    let layout = scenario.layout;
    if layout.tensor * layout.pipeline * layout.context * layout.expert > 1
        || (gpus(scenario) > 1 && other != scenario.sharding)
    {
        lines.push("# This script only replicates or shards; for other parallelism add the callback to your own launcher.".to_owned());
    }
    lines.push("import os, time, torch".to_owned());
    lines.push("from importlib import metadata".to_owned());
    let class = class(scenario);
    let config = if random { "AutoConfig, " } else { "" };
    lines.push(format!("from transformers import {config}{class}"));
    if needs_bitsandbytes(scenario) {
        lines.push("import bitsandbytes as bnb".to_owned());
    }
    lines.push("cuda = torch.cuda.is_available()".to_owned());
    lines.push(String::new());
    lines
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

fn setting(scenario: &Scenario) -> Vec<String> {
    let batch = scenario.batch;
    let mut lines = vec![format!(
        "s, b, ga = {}, {}, {}",
        batch.sequence, batch.micro, batch.accumulation
    )];
    if gpus(scenario) > 1 {
        lines.extend(owned(&[
            "rank, local = int(os.environ.get(\"RANK\", 0)), int(os.environ.get(\"LOCAL_RANK\", 0))",
            "world, n = int(os.environ.get(\"WORLD_SIZE\", 1)), int(os.environ.get(\"LOCAL_WORLD_SIZE\", 1))",
            "device = torch.device(\"cuda\", local) if cuda else torch.device(\"cpu\")",
        ]));
    } else {
        lines.push("device = torch.device(\"cuda\" if cuda else \"cpu\")".to_owned());
    }
    lines
}

const fn half(scenario: &Scenario) -> &'static str {
    match scenario.precision {
        Precision::Fp16Mixed | Precision::Fp16Pure => "torch.float16",
        _ => "torch.bfloat16",
    }
}

fn model(scenario: &Scenario, shape: &Shape, random: bool) -> Vec<String> {
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
    let mut lines = Vec::new();
    if random {
        if shape.stand_in {
            lines.push("# The same shape in Llama's code: this model's own code is not part of transformers.".to_owned());
        }
        lines.push(format!(
            "config = AutoConfig.for_model(\"{}\", {})",
            shape.model_type, shape.arguments
        ));
        if let Some(quant) = scenario.quant {
            lines.push(format!("model = {class}.from_config(config, {options})"));
            lines.extend(quantise(quant));
            lines.push("model = model.to(device)".to_owned());
        } else {
            lines.push(format!(
                "model = {class}.from_config(config, {options}).to(device)"
            ));
        }
    } else {
        let quantised = scenario.quant.filter(|quant| quant.bitsandbytes());
        let mut options = format!("{options}, device_map={{\"\": device}}");
        if let Some(quant) = quantised {
            lines.push("from transformers import BitsAndBytesConfig".to_owned());
            lines.push(format!("quant = {}", config(quant, half(scenario))));
            options.push_str(", quantization_config=quant");
        }
        lines.push(format!(
            "model = {class}.from_pretrained(\"{}\", {options})",
            repository(&scenario.model)
        ));
    }
    lines
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
fn quantise(quant: Quant) -> Vec<String> {
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
    vec![
        "for name, old in list(model.named_modules()):".to_owned(),
        "    if type(old) is torch.nn.Linear and name != \"lm_head\":".to_owned(),
        format!("        new = {layer}"),
        "        new.load_state_dict(old.state_dict())".to_owned(),
        "        model.set_submodule(name, new)".to_owned(),
        format!("model.{flag} = True"),
    ]
}

fn method(scenario: &Scenario, shape: &Shape, random: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let recomputes = matches!(
        scenario.checkpointing,
        Checkpointing::Full | Checkpointing::FullOffload
    );
    if liger(scenario) {
        lines.push(
            "from liger_kernel.transformers import _apply_liger_kernel_to_instance".to_owned(),
        );
        lines.push(format!(
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
        lines.push(format!(
            "from peft import LoraConfig, get_peft_model{prepare}"
        ));
        if kbit {
            lines.push(
                "model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)"
                    .to_owned(),
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
        lines.push(format!(
            "lora = LoraConfig(r={}, lora_alpha={}, target_modules={}, lora_dropout={}, use_dora={}{saved})",
            adapters.rank,
            adapters.rank.saturating_mul(2),
            targets(&scenario.model, &adapters.targets, model_type),
            if adapters.dropout { "0.05" } else { "0.0" },
            boolean(adapters.dora),
        ));
        lines.push(format!(
            "model = get_peft_model(model, lora, autocast_adapter_dtype={})",
            boolean(adapters.dtype == Dtype::Fp32)
        ));
    }
    if recomputes {
        lines.push(format!(
            "model.gradient_checkpointing_enable({{\"use_reentrant\": {}}})",
            boolean(scenario.software.reentrant)
        ));
        if scenario.method != Method::Full {
            lines.push("model.enable_input_require_grads()".to_owned());
        }
    }
    if !random {
        lines.push("model.train()".to_owned());
    }
    lines
}

/// Whether Liger's kernels are called for.
fn liger(scenario: &Scenario) -> bool {
    scenario.software.kernels == Kernels::Liger
        || matches!(scenario.loss, Loss::FusedLinear | Loss::FusedCe)
}

fn parallel(scenario: &Scenario) -> Vec<String> {
    let mut lines = Vec::new();
    if gpus(scenario) > 1 {
        lines.push("if world > 1:".to_owned());
        lines.push("    torch.cuda.set_device(device)".to_owned());
        lines.push("    torch.distributed.init_process_group()".to_owned());
        if divided(scenario) == Sharding::Fsdp {
            lines.extend(owned(&[
                "    from torch.distributed.fsdp import fully_shard",
                "    for block in [m for m in model.modules() if type(m).__name__ in (model._no_split_modules or [])]:",
                "        fully_shard(block)",
                "    fully_shard(model)",
            ]));
        } else {
            lines.push("    model = torch.nn.parallel.DistributedDataParallel(model)".to_owned());
        }
    }
    let (class, options) = optimizer(scenario.optimizer);
    lines.push(format!(
        "optimizer = {class}([p for p in model.parameters() if p.requires_grad], lr=1e-5{options})"
    ));
    lines
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

fn steps(scenario: &Scenario) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(format!(
        "ids = torch.randint(0, {}, (b, s), device=device)",
        scenario.model.vocab
    ));
    let labels = if scenario.model.is_encoder() {
        "labels=ids[:, 0] % 2"
    } else {
        "labels=ids, use_cache=False"
    };
    lines.extend(owned(&[
        "drv, times = 0.0, []",
        "for step in range(20):",
        "    start = time.perf_counter()",
        "    for _ in range(ga):",
    ]));
    lines.push(format!(
        "        with torch.autocast(device.type, {}, enabled={}):",
        half(scenario),
        boolean(scenario.precision.mixed())
    ));
    lines.push(format!(
        "            loss = model(input_ids=ids, {labels}).loss / ga"
    ));
    lines.extend(owned(&[
        "        loss.backward()",
        "    optimizer.step()",
        "    optimizer.zero_grad(set_to_none=True)",
        "    free, total = torch.cuda.mem_get_info() if cuda else (0, 0)",
        "    drv = max(drv, (total - free) / 2**30)",
        "    loss.item()  # waits for the GPU",
        "    times.append(time.perf_counter() - start)",
        "tps = b * s * ga * 10 / sum(times[-10:])",
    ]));
    let mut other = deviations(scenario);
    if gpus(scenario) > 1 {
        other.push(format!(
            "\"shard\": \"{}\" if world > 1 else \"none\"",
            divided(scenario).key()
        ));
        lines.push("if rank == 0:".to_owned());
    }
    let (indent, ranks) = if gpus(scenario) > 1 {
        ("    ", "n=n, nodes=world // n")
    } else {
        ("", "n=1, nodes=1")
    };
    lines.push(format!("{indent}other = {{{}}}", other.join(", ")));
    lines.push(format!(
        "{indent}print(line(tps=tps, s=s, b=b, ga=ga, {ranks}, **other, **facts(drv)))"
    ));
    lines
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
