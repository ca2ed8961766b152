//! Floating-point operations, counted and not estimated.
use super::products::{Part, Products};
use crate::num::float;
use crate::scenario::{Checkpointing, Method, Scenario};

/// Operations for one token that is processed, over all GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flops {
    /// Weights in matrix products that a token passes through, head included.
    pub weights: f64,
    /// Operations of one forward pass: products.
    pub products: f64,
    /// Operations of one forward pass: attention, half the scores under a causal mask.
    pub attention: f64,
    /// What the training needs: forward, gradient of inputs, gradient of trained weights.
    pub model: f64,
    /// What is computed: recomputed passes too.
    pub hardware: f64,
}

impl Flops {
    /// Of a scenario whose attention reaches over `attended` tokens.
    pub fn of(scenario: &Scenario, attended: f64) -> Self {
        let model = &scenario.model;
        let active = match model.ffn {
            crate::model::Ffn::Moe { active, .. } => float(active),
            crate::model::Ffn::Dense { .. } => 1.0,
        };
        let blocks: f64 = Products::of(model)
            .iter()
            .map(|product| {
                let times = if product.part == Part::Routed {
                    active
                } else {
                    1.0
                };
                product.weights() * product.layers * times
            })
            .sum();
        let head = float(model.vocab) * float(model.hidden);
        let widths = float(model.q_width()) + float(model.attention_output_width());
        let reach = if model.is_encoder() {
            attended
        } else {
            attended / 2.0
        };
        let attention = 2.0 * reach * widths * float(model.layers);
        // Adapters' own products are below a per cent of the base's and left out of the definition, as usual.
        let backward = if scenario.method == Method::Full {
            2.0
        } else {
            1.0
        };
        let products = 2.0 * (blocks + head);
        let forward_blocks = 2.0 * blocks + attention;
        let needed = products * (1.0 + backward) + 3.0 * attention;
        let again = match scenario.checkpointing {
            Checkpointing::None => 0.0,
            Checkpointing::Selective => blocks,
            Checkpointing::Full | Checkpointing::FullOffload => forward_blocks,
        };
        Self {
            weights: blocks + head,
            products,
            attention,
            model: needed,
            hardware: needed + again,
        }
    }
}
