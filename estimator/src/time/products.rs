//! The matrix products of a model as they are launched: what belongs together runs as one, so that an input is read once.
//!
//! The same weights as [`ModelSpec::matrices`], without a list on the heap: a planner asks for them hundreds of thousands of times.
use crate::model::{Attention, Ffn, ModelSpec, Target};
use crate::num::float;

/// Which width tensor parallelism cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Columns: the output.
    Output,
    /// Rows: the input.
    Input,
    /// None: each rank computes all of it.
    Neither,
}

/// Whose weights a product holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Projections of the attention.
    Attention,
    /// A network that every token passes through.
    Dense,
    /// One of the experts that a router chooses among.
    Routed,
}

/// One product of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Product {
    /// Input width.
    pub(super) input: f64,
    /// Output width, of all targets together.
    pub(super) output: f64,
    /// Targets that it serves, each with its share of the output.
    pub(super) targets: [(Target, f64); 3],
    /// Layers that have it.
    pub(super) layers: f64,
    /// What tensor parallelism cuts.
    pub(super) cut: Cut,
    /// Whose it is.
    pub(super) part: Part,
}

/// A model has at most ten of them.
const MOST: usize = 10;

/// Every product of the blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Products {
    all: [Product; MOST],
    count: usize,
}

const NONE: Product = Product {
    input: 0.0,
    output: 0.0,
    targets: [(Target::Q, 0.0); 3],
    layers: 0.0,
    cut: Cut::Neither,
    part: Part::Dense,
};

impl Products {
    /// Those of a model.
    pub(super) fn of(model: &ModelSpec) -> Self {
        let mut found = Self {
            all: [NONE; MOST],
            count: 0,
        };
        found.attention(model);
        let layers = float(model.layers);
        match model.ffn {
            Ffn::Dense { hidden, gated } => {
                found.network(model, hidden, gated, layers, Part::Dense);
            }
            Ffn::Moe {
                hidden,
                shared_hidden,
                dense_layers,
                dense_hidden,
                gated,
                ..
            } => {
                let sparse = float(model.sparse_layers());
                found.network(model, hidden, gated, sparse, Part::Routed);
                found.network(model, shared_hidden, gated, sparse, Part::Dense);
                let dense = float(dense_layers);
                found.network(model, dense_hidden, gated, dense, Part::Dense);
            }
        }
        found
    }

    /// They, one by one.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Product> {
        self.all.iter().take(self.count)
    }

    fn add(&mut self, product: Product) {
        if product.input * product.output * product.layers <= 0.0 {
            return;
        }
        if let Some(place) = self.all.get_mut(self.count) {
            *place = product;
            self.count += 1;
        }
    }

    fn attention(&mut self, model: &ModelSpec) {
        let [h, q, kv] = [model.hidden, model.q_width(), model.kv_width()].map(float);
        let layers = float(model.layers);
        let piece = |input: f64, targets: [(Target, f64); 3], cut: Cut| Product {
            input,
            output: targets.iter().map(|(_, width)| width).sum(),
            targets,
            layers,
            cut,
            part: Part::Attention,
        };
        let none = (Target::Q, 0.0);
        match model.attention {
            Attention::Grouped => {
                let all = [(Target::Q, q), (Target::K, kv), (Target::V, kv)];
                self.add(piece(h, all, Cut::Output));
            }
            Attention::Mla {
                q_lora,
                kv_lora,
                nope,
                rope,
                value,
            } => {
                let [down, rope_width] = [kv_lora, rope].map(float);
                let up = float(model.heads) * float(nope.saturating_add(value));
                let rank = q_lora.map_or(0.0, float);
                let first = [(Target::Q, rank), (Target::K, down + rope_width), none];
                self.add(piece(h, first, Cut::Neither));
                let from = if q_lora.is_some() { rank } else { h };
                self.add(piece(from, [(Target::Q, q), none, none], Cut::Output));
                self.add(piece(down, [(Target::K, up), none, none], Cut::Output));
            }
        }
        let out = float(model.attention_output_width());
        self.add(piece(out, [(Target::O, h), none, none], Cut::Input));
    }

    fn network(&mut self, model: &ModelSpec, width: u64, gated: bool, layers: f64, part: Part) {
        let (h, f) = (float(model.hidden), float(width));
        let none = (Target::Q, 0.0);
        let gate = if gated { (Target::Gate, f) } else { none };
        let up = [gate, (Target::Up, f), none];
        self.add(Product {
            input: h,
            output: if gated { 2.0 * f } else { f },
            targets: up,
            layers,
            cut: Cut::Output,
            part,
        });
        self.add(Product {
            input: f,
            output: h,
            targets: [(Target::Down, h), none, none],
            layers,
            cut: Cut::Input,
            part,
        });
    }
}

impl Product {
    /// Weights of one copy.
    pub(super) const fn weights(&self) -> f64 {
        self.input * self.output
    }

    /// Input and output width on one of `t` tensor-parallel ranks.
    pub(super) fn per_rank(&self, t: f64) -> (f64, f64) {
        match self.cut {
            Cut::Output => (self.input, self.output / t),
            Cut::Input => (self.input / t, self.output),
            Cut::Neither => (self.input, self.output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalogue;

    #[test]
    fn hold_the_same_weights_as_the_models_matrices() {
        for entry in catalogue() {
            let model = &entry.spec;
            let experts = match model.ffn {
                Ffn::Moe { experts, .. } => float(experts),
                Ffn::Dense { .. } => 1.0,
            };
            let mine: f64 = Products::of(model)
                .iter()
                .map(|product| {
                    let copies = if product.part == Part::Routed {
                        experts
                    } else {
                        1.0
                    };
                    copies * product.weights() * product.layers
                })
                .sum();
            let theirs: f64 = model.matrices().iter().map(|m| float(m.total())).sum();
            assert_eq!(mine, theirs, "{}", model.id);
        }
    }
}
