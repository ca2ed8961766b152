//! What the implementation of a family keeps alive beyond its parameters.

use super::family::Family;
use super::parts::NormKind;
use super::spec::ModelSpec;

impl ModelSpec {
    /// Kind of the normalisations in the residual stream.
    pub const fn norm_kind(&self) -> NormKind {
        self.norms.kind
    }

    /// Whether it reads both ways and has no language-modelling head (BERT: no logits in fine-tuning).
    pub const fn is_encoder(&self) -> bool {
        matches!(
            self.family,
            Family::Bert | Family::Roberta | Family::XlmRoberta
        )
    }

    /// Whether keys and values are views of one fused buffer in code that the repository ships (or that transformers took over
    /// from it): `c_attn` of Qwen 1 (`modeling_qwen.py`) and GPT-BigCode, `query_key_value` of ChatGLM (`modeling_chatglm.py`),
    /// `W_pack` of Baichuan (`modeling_baichuan.py`), `wqkv` of InternLM 2 (`modeling_internlm2.py`), `qkv_proj` of Phi 3
    /// (`modeling_phi3.py`). A view keeps the whole buffer alive.
    pub const fn fused_qkv_remote_code(&self) -> bool {
        matches!(
            self.family,
            Family::Qwen1
                | Family::ChatGlm
                | Family::Baichuan
                | Family::InternLm2
                | Family::GptBigCode
                | Family::Phi3
        )
    }

    /// Whether attention always gets a dense mask or bias, so that the scores of every head are materialised: the remote code of
    /// ChatGLM 2 and 3 (`modeling_chatglm.py`, `CoreAttention`), and BLOOM and MPT in transformers 4.57.1, which add
    /// ALiBi to the scores before an explicit softmax (`modeling_bloom.py`, `modeling_mpt.py`).
    pub const fn dense_mask_attention(&self) -> bool {
        matches!(self.family, Family::ChatGlm | Family::Bloom | Family::Mpt)
            || (matches!(self.family, Family::Baichuan) && self.heads == 40)
    }
}
