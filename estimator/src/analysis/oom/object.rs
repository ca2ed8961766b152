//! Tensors that a message may be about.
use crate::model::Target;

/// Bytes of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// Two: bf16 or fp16.
    Half,
    /// Four: fp32.
    Fp32,
}

impl Width {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Half, Self::Fp32];

    /// Bytes.
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Half => 2.0,
            Self::Fp32 => 4.0,
        }
    }
}

/// Rows of logits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rows {
    /// Every token of the micro-batch.
    All,
    /// One fewer in each sequence: logits shifted against their labels.
    Shifted,
    /// One of the eight chunks of a chunked loss.
    Chunk,
    /// Every token of an evaluation batch.
    Evaluation,
    /// Every token of all evaluated sequences that are kept.
    Kept,
    /// A number of tokens that is inferred from the size.
    Implied(u64),
}

/// What a tensor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// Temporary of an un-fused Adam over this GPU's share of the parameters: 4P/N.
    AdamTemporary,
    /// The same over one sub-group of ZeRO-3: 10^9 elements.
    SubGroupTemporary,
    /// fp32 master weights or a moment over this GPU's share, made when the optimizer is: 4P/N.
    OptimizerShard,
    /// 16-bit flat copy of this GPU's share: 2P/N.
    HalfShard,
    /// All parameters of the model in one piece.
    WholeModel(Width),
    /// Reduce bucket of ZeRO-1 and 2: 5·10^8 elements.
    ReduceBucket(Width),
    /// One block as FSDP 1 gathers it, or its gradient.
    Block(Width),
    /// Embedding, head and last norm as FSDP 1 gathers them, or their gradient.
    Root(Width),
    /// fp32 share of a block: master, gradient, moment or step temporary under FSDP.
    BlockShard,
    /// fp32 share of embedding, head and last norm.
    RootShard,
    /// One linear layer: weight, copy, gradient or moment.
    Matrix(Target, Width),
    /// All experts of a layer in one tensor.
    Experts(Target, Width),
    /// Embedding or head: weight, copy, gradient or moment.
    Vocabulary(Width),
    /// Logits.
    Logits {
        /// Of which tokens.
        rows: Rows,
        /// In which format.
        width: Width,
    },
    /// Hidden states of the micro-batch.
    Hidden(Width),
    /// Queries, keys and values of the micro-batch in one tensor, or the queries where they are wider than the hidden states.
    Queries(Width),
    /// MLP activations of the micro-batch.
    Mlp(Width),
    /// Gate and up activations in one tensor.
    GateUp(Width),
    /// Attention scores.
    Scores(Width),
    /// Keys (or values) of one layer while generating.
    KvCache,
}
