//! Which `model_type` is which family.

use crate::model::family::Family;

/// Other values of `model_type` for a family: older names, and the text parts of multimodal models.
const ALIASES: [(&str, Family); 12] = [
    ("Yi", Family::Llama),
    ("aquila", Family::Llama),
    ("RefinedWeb", Family::Falcon),
    ("RefinedWebModel", Family::Falcon),
    ("stablelm_epoch", Family::StableLm),
    ("kimi_k2", Family::DeepSeekV3),
    ("qwen2_vl_text", Family::Qwen2),
    ("qwen2_5_vl_text", Family::Qwen2),
    ("qwen3_vl_text", Family::Qwen3),
    ("qwen3_vl_moe_text", Family::Qwen3Moe),
    ("glm4v_text", Family::Glm4),
    ("glm4v_moe_text", Family::Glm4Moe),
];

/// Multimodal models, whose language model stands in `text_config`, and its family
/// where that does not say its own.
const WRAPPERS: [(&str, Family); 18] = [
    ("gemma3", Family::Gemma3),
    ("llama4", Family::Llama4),
    ("mistral3", Family::Mistral),
    ("llava", Family::Llama),
    ("llava_next", Family::Llama),
    ("llava_onevision", Family::Qwen2),
    ("vipllava", Family::Llama),
    ("paligemma", Family::Gemma),
    ("idefics3", Family::Llama),
    ("smolvlm", Family::Llama),
    ("internvl", Family::Qwen2),
    ("aya_vision", Family::Cohere2),
    ("qwen2_vl", Family::Qwen2),
    ("qwen2_5_vl", Family::Qwen2),
    ("qwen3_vl", Family::Qwen3),
    ("qwen3_vl_moe", Family::Qwen3Moe),
    ("glm4v", Family::Glm4),
    ("glm4v_moe", Family::Glm4Moe),
];

/// The family of a language model's `model_type`.
pub(super) fn family(model_type: &str) -> Option<Family> {
    let own = Family::ALL
        .iter()
        .copied()
        .find(|family| *family != Family::Custom && family.model_type() == model_type);
    own.or_else(|| look_up(&ALIASES, model_type))
}

/// The family of the language model inside a multimodal `model_type`.
pub(super) fn wrapped(model_type: &str) -> Option<Family> {
    look_up(&WRAPPERS, model_type)
}

/// Whether older configurations of a multimodal model keep the language model's fields at the top, beside `vision_config`.
pub(super) fn may_be_flat(model_type: &str) -> bool {
    matches!(model_type, "qwen2_vl" | "qwen2_5_vl")
}

/// Every known value of `model_type`, sorted.
pub(super) fn known() -> Vec<&'static str> {
    let own = Family::ALL
        .iter()
        .filter(|family| **family != Family::Custom)
        .map(|family| family.model_type());
    let more = ALIASES.iter().chain(&WRAPPERS).map(|(name, _)| *name);
    let mut names = Vec::new();
    for name in own.chain(more) {
        if let Err(place) = names.binary_search(&name) {
            names.insert(place, name);
        }
    }
    names
}

fn look_up(table: &[(&str, Family)], model_type: &str) -> Option<Family> {
    table
        .iter()
        .find(|(name, _)| *name == model_type)
        .map(|(_, family)| *family)
}
