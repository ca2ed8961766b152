//! A model's shape in the words of transformers, and the names of its linear layers.
use crate::model::{Attention, Family, Ffn, ModelSpec, Target, entry};

/// A model as Python builds it.
pub(super) struct Shape {
    /// Its `model_type`.
    pub(super) model_type: &'static str,
    /// Arguments of its configuration.
    pub(super) arguments: String,
    /// Whether it is another implementation of the same shape.
    pub(super) stand_in: bool,
}

/// Names that the configurations of a kind of family use.
enum Names {
    /// `hidden_size`, `num_hidden_layers`, …
    Common,
    /// `n_embd`, `n_layer`, …
    Gpt2,
    /// No configuration class of its own, or one with other switches: Llama's code in the same shape.
    StandIn,
}

const fn names(family: Family) -> Names {
    match family {
        Family::Gpt2 | Family::GptJ | Family::CodeGen => Names::Gpt2,
        Family::Custom
        | Family::Llama4
        | Family::Qwen1
        | Family::ChatGlm
        | Family::Baichuan
        | Family::InternLm
        | Family::InternLm2
        | Family::InternLm3
        | Family::MiniCpm
        | Family::Falcon
        | Family::GptBigCode
        | Family::GptNeo
        | Family::Opt
        | Family::Bloom
        | Family::Mpt => Names::StandIn,
        _ => Names::Common,
    }
}

/// The shape of a model.
pub(super) fn shape(model: &ModelSpec, sequence: u64) -> Shape {
    let positions = model.max_positions.unwrap_or(0).max(sequence);
    let names = names(model.family);
    let experts = matches!(names, Names::Common) && model.is_moe();
    let mut arguments = match names {
        Names::Gpt2 => vec![
            ("n_embd", model.hidden),
            ("n_layer", model.layers),
            ("n_head", model.heads),
            ("n_inner", model.mlp_width_active()),
            ("n_positions", positions),
        ],
        Names::Common | Names::StandIn => vec![
            ("hidden_size", model.hidden),
            ("num_hidden_layers", model.layers),
            ("num_attention_heads", model.heads),
            ("num_key_value_heads", model.kv_heads),
            ("max_position_embeddings", positions),
            // Some configurations name a token beyond a small vocabulary.
            ("pad_token_id", 0),
        ],
    };
    arguments.push(("vocab_size", model.vocab));
    if !matches!(names, Names::Gpt2) {
        arguments.extend(attention(model, &names));
        if experts {
            arguments.extend(moe(model));
        } else {
            arguments.push(("intermediate_size", model.mlp_width_active()));
        }
    }
    let written: Vec<String> = arguments
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    Shape {
        model_type: if matches!(names, Names::StandIn) {
            "llama"
        } else {
            model.family.model_type()
        },
        arguments: format!(
            "{}, tie_word_embeddings={}",
            written.join(", "),
            super::boolean(model.tied)
        ),
        stand_in: matches!(names, Names::StandIn) && model.family != Family::Custom,
    }
}

fn attention(model: &ModelSpec, names: &Names) -> Vec<(&'static str, u64)> {
    match (model.attention, names) {
        (
            Attention::Mla {
                q_lora,
                kv_lora,
                nope,
                rope,
                value,
            },
            Names::Common,
        ) => [
            q_lora.map(|rank| ("q_lora_rank", rank)),
            Some(("kv_lora_rank", kv_lora)),
            Some(("qk_nope_head_dim", nope)),
            Some(("qk_rope_head_dim", rope)),
            Some(("v_head_dim", value)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        _ => vec![("head_dim", model.head_dim)],
    }
}

fn moe(model: &ModelSpec) -> Vec<(&'static str, u64)> {
    let Ffn::Moe {
        experts,
        active,
        hidden,
        shared_hidden,
        dense_layers,
        dense_hidden,
        ..
    } = model.ffn
    else {
        return Vec::new();
    };
    let mut arguments = vec![("num_experts_per_tok", active)];
    match model.family {
        Family::DeepSeekV2 | Family::DeepSeekV3 | Family::Glm4Moe => arguments.extend([
            ("n_routed_experts", experts),
            ("moe_intermediate_size", hidden),
            ("n_shared_experts", shared_hidden / hidden.max(1)),
            ("first_k_dense_replace", dense_layers),
            ("intermediate_size", dense_hidden.max(hidden)),
        ]),
        Family::Qwen2Moe | Family::Qwen3Moe => arguments.extend([
            ("num_experts", experts),
            ("moe_intermediate_size", hidden),
            ("shared_expert_intermediate_size", shared_hidden),
        ]),
        Family::OlmoE => {
            arguments.extend([("num_experts", experts), ("intermediate_size", hidden)]);
        }
        _ => arguments.extend([
            ("num_local_experts", experts),
            ("intermediate_size", hidden),
        ]),
    }
    arguments
}

/// The repository that a catalogued model is published in.
pub(super) fn repository(model: &ModelSpec) -> &'static str {
    entry(&model.id).map_or("PATH-OR-REPOSITORY", |entry| entry.repository)
}

/// The modules that adapters wrap, as an argument of PEFT.
pub(super) fn targets(model: &ModelSpec, targets: &[Target], model_type: &str) -> String {
    let same_code = model_type == model.family.model_type();
    if same_code && !matches!(names(model.family), Names::Common) {
        // Names of their own; PEFT finds every linear layer.
        return "\"all-linear\"".to_owned();
    }
    let (qkv, gate_up) = if same_code {
        (model.family.fused_qkv(), model.family.fused_gate_up())
    } else {
        (None, None)
    };
    let mut modules: Vec<&str> = Vec::new();
    for target in targets {
        let name = match target {
            Target::Q => qkv.unwrap_or("q_proj"),
            Target::K => qkv.unwrap_or("k_proj"),
            Target::V => qkv.unwrap_or("v_proj"),
            Target::O => "o_proj",
            Target::Gate => gate_up.unwrap_or("gate_proj"),
            Target::Up => gate_up.unwrap_or("up_proj"),
            Target::Down => "down_proj",
            Target::Head => "lm_head",
        };
        if !modules.contains(&name) {
            modules.push(name);
        }
    }
    let quoted: Vec<String> = modules.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
