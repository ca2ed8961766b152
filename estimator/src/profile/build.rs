//! The model as the script builds it, and what is trained of it.
use super::launch::Launch;
use super::model::{Shape, repository, targets};
use super::{Script, boolean};
use crate::scenario::{
    AttentionKernel, Checkpointing, Dtype, Kernels, Loss, Method, Precision, Quant, Scenario,
    TransformersVersion,
};

/// The class that builds it.
pub(super) const fn class(scenario: &Scenario) -> &'static str {
    if scenario.model.is_encoder() {
        "AutoModelForSequenceClassification"
    } else {
        "AutoModelForCausalLM"
    }
}

/// The 16-bit type of its products.
pub(super) const fn half(scenario: &Scenario) -> &'static str {
    match scenario.precision {
        Precision::Fp16Mixed | Precision::Fp16Pure => "torch.float16",
        _ => "torch.bfloat16",
    }
}

/// The type that its weights are kept in.
pub(super) fn dtype(scenario: &Scenario) -> &'static str {
    if scenario.precision == Precision::Fp32 {
        return "torch.float32";
    }
    // DeepSpeed casts what it is given.
    let casts = Launch::of(scenario).deepspeed();
    if scenario.weights == Dtype::Fp32 && scenario.quant.is_none() && !casts {
        "torch.float32"
    } else {
        half(scenario)
    }
}

/// The model.
pub(super) fn model(script: &mut Script, scenario: &Scenario, shape: &Shape, random: bool) {
    let dtype = dtype(scenario);
    let launch = Launch::of(scenario);
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
        } else if launch.fsdp() {
            script.line("from accelerate import init_empty_weights");
            script.line("with init_empty_weights():  # weights come once they are divided");
            script.line(&format!(
                "    model = {class}.from_config(config, {options})"
            ));
        } else {
            let moved = if launch.divides_weights() {
                ""
            } else {
                ".to(device)"
            };
            script.line(&format!(
                "model = {class}.from_config(config, {options}){moved}"
            ));
        }
    } else {
        let quantised = scenario.quant.filter(|quant| quant.bitsandbytes());
        let mut options = options;
        if !launch.divides_weights() {
            options.push_str(", device_map={\"\": device}");
        }
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

/// Kernels, adapters and recomputation.
pub(super) fn method(script: &mut Script, scenario: &Scenario, shape: &Shape, random: bool) {
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
