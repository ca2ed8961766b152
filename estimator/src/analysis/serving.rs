//! The tuned model at work: its weights in each format, and what a conversation takes beside them on the same card.
//!
//! Adapters are taken as merged, so a tuned model weighs what its base does.
use crate::expr::{Expr, count, num, sym};
use crate::num::{float, larger};
use crate::scenario::Scenario;
use crate::units::Bytes;

/// How much of a card a server takes by default (vLLM: vllm/config/cache.py, `gpu_memory_utilization`).
pub const SHARE: f64 = 0.9;

/// Beside weights and cache, GiB: the largest prefill of a server and its graphs. Assumed: vLLM's profile run of some thousand
/// tokens takes half a GiB to two.
const WORKSPACE: f64 = 1.0;

/// Number format of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 16 bits.
    Sixteen,
    /// 8 bits: linear layers of the blocks, with a scale a row.
    Eight,
    /// 4 bits in groups of 128, each with a scale of 16 bits and a zero of 4: linear layers of the blocks (AutoGPTQ:
    /// auto_gptq/nn_modules/qlinear/qlinear_cuda.py, `scales` and `qzeros`).
    Four,
}

impl Format {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Sixteen, Self::Eight, Self::Four];

    /// Bytes of a weight of a linear layer.
    const fn bytes(self) -> f64 {
        match self {
            Self::Sixteen => 2.0,
            Self::Eight => 1.0,
            Self::Four => 0.5 + (2.0 + 0.5) / 128.0,
        }
    }
}

/// One way to serve the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Serving {
    /// Format of the weights.
    pub format: Format,
    /// Weights, bytes: embedding, head, norms and biases stay in 16 bits.
    pub weights: Expr,
    /// Cards of the scenario that the weights alone take, at [`SHARE`] of each.
    pub cards: u64,
    /// Tokens of cache that fit beside the weights on those cards, over all conversations.
    pub tokens: f64,
}

/// Bytes of keys and values for each token of a conversation: 2 bytes a number, every layer.
pub fn cache_per_token(scenario: &Scenario) -> Expr {
    let model = &scenario.model;
    count("L", model.layers) * sym("n_kv", float(model.cache_width())) * num(2.0)
}

/// The model of a scenario in each format on its cards.
pub fn serving(scenario: &Scenario) -> [Serving; 3] {
    let parts = scenario.model.parameters();
    let linear = parts.attention.saturating_add(parts.mlp);
    let rest = parts.total().saturating_sub(linear);
    let card = scenario.cluster.gpu.usable() * SHARE
        - WORKSPACE
        - scenario.cluster.gpu.context_gib().value;
    let card = Bytes::gib(larger(card, 0.0)).get();
    let cache = larger(cache_per_token(scenario).value(), 1.0);
    Format::ALL.map(|format| {
        let weights =
            count("P_lin", linear) * sym("b_w", format.bytes()) + count("P_rest", rest) * num(2.0);
        let cards = if card > 0.0 {
            (weights.value() / card).ceil().max(1.0)
        } else {
            0.0
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rounded up, and saturating"
        )]
        let count = cards as u64;
        Serving {
            format,
            tokens: (larger(cards * card - weights.value(), 0.0) / cache).floor(),
            weights,
            cards: count,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Draft, Param};

    fn scenario(model: &str, gpu: &str) -> Scenario {
        let draft = Draft::default()
            .with(Param::Model, model)
            .with(Param::Gpu, gpu);
        draft.check().scenario.expect("a scenario")
    }

    #[test]
    fn seven_billion_take_14_gb_in_16_bits_and_4_in_four() {
        let [sixteen, eight, four] = serving(&scenario("llama-2-7b", "rtx-4090"));
        let gb = |serving: &Serving| serving.weights.value() / 1e9;
        // Llama 2 7B: 6,738,415,616 parameters, 6,476,005,376 of them in linear layers of blocks.
        assert!((gb(&sixteen) - 13.476_831).abs() < 1e-3, "{}", gb(&sixteen));
        assert!((gb(&eight) - (6.476_005 + 2.0 * 0.262_410)).abs() < 1e-3);
        assert!(gb(&four) > 3.8 && gb(&four) < 4.1, "{}", gb(&four));
        assert_eq!([sixteen.cards, eight.cards, four.cards], [1, 1, 1]);
        assert!(four.tokens > eight.tokens && eight.tokens > sixteen.tokens);
    }

    #[test]
    fn keys_and_values_of_a_token() {
        // 32 layers × 2 × 32 heads × 128 × 2 bytes: half a MiB; Llama 3.1 8B has a quarter of the heads.
        let bytes = |model| cache_per_token(&scenario(model, "rtx-4090")).value();
        assert!((bytes("llama-2-7b") - 524_288.0).abs() < 1.0);
        assert!((bytes("llama-3.1-8b") - 131_072.0).abs() < 1.0);
    }

    #[test]
    fn seventy_billion_take_as_many_cards_as_hold_them() {
        let [sixteen, _, four] = serving(&scenario("llama-3.1-70b", "a100-sxm-80gb"));
        assert_eq!([sixteen.cards, four.cards], [2, 1]);
        let gb = four.weights.value() / 1e9;
        assert!((36.0..42.0).contains(&gb), "{gb}");
        for model in crate::model::catalogue() {
            for serving in serving(&scenario(&model.spec.id, "a10g")) {
                assert!(
                    serving.tokens.is_finite() && serving.cards > 0,
                    "{}",
                    model.spec.id
                );
            }
        }
    }
}
