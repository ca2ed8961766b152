//! The models as rows of text.

use std::sync::OnceLock;

use super::{CATALOGUE, Entry, Evidence};
use crate::model::family::Family;
use crate::model::parts::{Biases, NormKind, NormWeights, Positions, QkNorm};
use crate::model::recipe::Shape;
use crate::model::spec::{Attention, Ffn, ModelSpec};
use crate::rows::{Cells, Reader};

const NAME: &str = "models";

/// Reads the table of models.
pub(crate) fn read(reader: &mut Reader) -> Vec<Entry> {
    reader.table(NAME, &blank(), fields)
}

/// Takes the models for as long as the program runs; the first ones that are taken stay.
pub(crate) fn install(models: Vec<Entry>) {
    let _: Result<(), Vec<Entry>> = OnceLock::set(&CATALOGUE, models);
}

/// Writes the table of models.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn write(writer: &mut crate::rows::Writer) {
    writer.table(NAME, super::catalogue().cloned(), fields);
}

/// A row before it is read.
const fn blank() -> Entry {
    let shape = Shape {
        hidden: 0,
        layers: 0,
        heads: 0,
        kv_heads: 0,
        head_dim: 0,
        ffn: 0,
        vocab: 0,
    };
    Entry {
        spec: Family::Custom.spec("", "", shape),
        published: 0,
        evidence: Evidence::Table,
        repository: "",
        aliases: &[],
    }
}

fn fields(entry: &mut Entry, cells: &mut impl Cells) {
    let spec = &mut entry.spec;
    cells.name(&mut spec.id);
    cells.name(&mut spec.name);
    cells.label(&mut entry.repository);
    cells.labels(&mut entry.aliases);
    for size in [
        &mut spec.hidden,
        &mut spec.layers,
        &mut spec.heads,
        &mut spec.kv_heads,
        &mut spec.head_dim,
        &mut spec.vocab,
        &mut entry.published,
    ] {
        cells.count(size);
    }
    cells.limit(&mut spec.max_positions);
    feed_forward(&mut spec.ffn, cells);
    attention(&mut spec.attention, cells);
    evidence(&mut entry.evidence, cells);
    parts(spec, cells);
}

/// What all models of a family have alike, or nearly so.
fn parts(spec: &mut ModelSpec, cells: &mut impl Cells) {
    cells.choice(Family::ALL, &mut spec.family);
    cells.flag(&mut spec.tied);
    cells.choice(
        &[NormKind::RmsNorm, NormKind::LayerNorm],
        &mut spec.norms.kind,
    );
    let learned = [
        NormWeights::None,
        NormWeights::Weight,
        NormWeights::WeightAndBias,
    ];
    cells.choice(&learned, &mut spec.norms.weights);
    cells.count(&mut spec.norms.per_layer);
    cells.count(&mut spec.norms.outside);
    let qk_norms = [
        QkNorm::None,
        QkNorm::PerHead,
        QkNorm::PerHeadWithBias,
        QkNorm::EachHead,
        QkNorm::Full,
    ];
    cells.choice(&qk_norms, &mut spec.qk_norm);
    let mut biases = spec.biases.bits();
    cells.small(&mut biases);
    spec.biases = Biases::from_bits(biases);
    let mut learned = match spec.positions {
        Positions::Computed => None,
        Positions::Learned(rows) => Some(rows),
    };
    cells.limit(&mut learned);
    spec.positions = learned.map_or(Positions::Computed, Positions::Learned);
    cells.flag(&mut spec.extras.sinks);
    cells.flag(&mut spec.extras.shared_gate);
    cells.count(&mut spec.extras.outside);
    cells.limit(&mut spec.extras.embedding_width);
}

/// Whether a gate, the dense width; then of experts the numbers that [`Ffn::Moe`] has beyond these.
fn feed_forward(ffn: &mut Ffn, cells: &mut impl Cells) {
    let (mut gated, mut dense, mut moe) = match *ffn {
        Ffn::Dense { hidden, gated } => (gated, hidden, [None; 5]),
        Ffn::Moe {
            experts,
            active,
            hidden,
            shared_hidden,
            dense_layers,
            dense_hidden,
            gated,
        } => {
            let moe = [experts, active, hidden, shared_hidden, dense_layers];
            (gated, dense_hidden, moe.map(Some))
        }
    };
    cells.flag(&mut gated);
    cells.count(&mut dense);
    for number in &mut moe {
        cells.limit(number);
    }
    *ffn = match moe {
        [
            Some(experts),
            Some(active),
            Some(hidden),
            Some(shared_hidden),
            Some(dense_layers),
        ] => Ffn::Moe {
            experts,
            active,
            hidden,
            shared_hidden,
            dense_layers,
            dense_hidden: dense,
            gated,
        },
        _ => Ffn::Dense {
            hidden: dense,
            gated,
        },
    };
}

/// Nothing where queries are grouped, else the numbers of [`Attention::Mla`].
fn attention(attention: &mut Attention, cells: &mut impl Cells) {
    let mut numbers = match *attention {
        Attention::Grouped => [None; 5],
        Attention::Mla {
            q_lora,
            kv_lora,
            nope,
            rope,
            value,
        } => [q_lora, Some(kv_lora), Some(nope), Some(rope), Some(value)],
    };
    for number in &mut numbers {
        cells.limit(number);
    }
    *attention = match numbers {
        [q_lora, Some(kv_lora), Some(nope), Some(rope), Some(value)] => Attention::Mla {
            q_lora,
            kv_lora,
            nope,
            rope,
            value,
        },
        _ => Attention::Grouped,
    };
}

/// Its kind, and the texts that it carries.
fn evidence(evidence: &mut Evidence, cells: &mut impl Cells) {
    let (mut kind, mut texts) = match *evidence {
        Evidence::Table => (0, ["", "", ""]),
        Evidence::Hub(list, date) => (1, [list, "", date]),
        Evidence::Card(title, url, date) => (2, [title, url, date]),
        Evidence::Quoted(title, url, date) => (3, [title, url, date]),
        Evidence::Keras(preset) => (4, [preset, "", ""]),
        Evidence::WithoutCopy(stored) => (5, [stored, "", ""]),
        Evidence::TextPart(whole) => (6, [whole, "", ""]),
    };
    cells.count(&mut kind);
    for text in &mut texts {
        cells.label(text);
    }
    let [first, url, date] = texts;
    *evidence = match kind {
        0 => Evidence::Table,
        1 => Evidence::Hub(first, date),
        2 => Evidence::Card(first, url, date),
        3 => Evidence::Quoted(first, url, date),
        4 => Evidence::Keras(first),
        5 => Evidence::WithoutCopy(first),
        6 => Evidence::TextPart(first),
        _ => return cells.fail(),
    };
}
