//! The statements, each with its premises. Numbers of which the text says "about" or which it rounds have ends of 5 or 10%.
use super::Measure;
use crate::scenario::Param::{
    self, Accumulation, Attention, Checkpointing, Epochs, Gpu, GpusPerNode, Loss, MeanLength,
    Method, MicroBatch, Model, Nodes, Offload, Padding, Samples, Sequence, Sharding, Stack,
    TailLength, TotalTokens,
};

pub(super) type Values = &'static [(Param, &'static str)];

/// Premises, and what a ratio is against: the same premises with some of them changed.
pub(super) struct Premises {
    pub(super) values: Values,
    pub(super) against: Values,
}

/// A statement and the premises that are tried.
pub(super) struct Row {
    pub(super) id: &'static str,
    pub(super) measure: Measure,
    pub(super) stated: (f64, f64),
    pub(super) cases: &'static [Premises],
}

const fn one(values: Values) -> Premises {
    Premises {
        values,
        against: &[],
    }
}

const fn ratio(values: Values, against: Values) -> Premises {
    Premises { values, against }
}

/// 7B in full on eight A100 under ZeRO-2, five million tokens, rows full.
const SEVEN: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "zero2"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (TotalTokens, "5"),
];

/// The same where samples of 450 tokens are padded to 4,096.
const SEVEN_PADDED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "zero2"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (TotalTokens, "5"),
    (Sequence, "4096"),
    (MeanLength, "450"),
    (Padding, "max"),
];

/// 70B in full on 64 A100, fifty million tokens.
const SEVENTY: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-70b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Nodes, "8"),
    (Sharding, "zero3"),
    (Accumulation, "1"),
    (TotalTokens, "50"),
];

/// The same: samples of 500 tokens padded to 2,048, three passes.
const SEVENTY_PADDED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-70b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Nodes, "8"),
    (Sharding, "zero3"),
    (Accumulation, "1"),
    (Samples, "100000"),
    (Epochs, "3"),
    (MeanLength, "500"),
    (Padding, "max"),
];

/// 7B in full on eight H100 in FP8.
const EIGHT_BIT: Values = &[
    (Stack, "torchtitan"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (Gpu, "h100-sxm-80gb"),
    (GpusPerNode, "8"),
    (MicroBatch, "4"),
    (Accumulation, "1"),
    (Param::Precision, "fp8"),
    (Param::Compile, "all"),
    (Checkpointing, "full"),
    (TotalTokens, "5"),
];

/// 500 samples of 200 tokens, three passes, 7B LoRA on eight GPUs, a batch of eight.
const SMALL: Values = &[
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (GpusPerNode, "8"),
    (Sharding, "ddp"),
    (MicroBatch, "1"),
    (Accumulation, "1"),
    (Samples, "500"),
    (Epochs, "3"),
    (MeanLength, "200"),
    (TailLength, "200"),
];

/// The same on desktop cards without direct links, under ZeRO-3, which gathers the model for every micro-batch.
const SMALL_GATHERED: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Gpu, "rtx-4090"),
    (GpusPerNode, "8"),
    (Sharding, "zero3"),
    (MicroBatch, "1"),
    (Accumulation, "1"),
    (Samples, "500"),
    (Epochs, "3"),
    (MeanLength, "200"),
    (TailLength, "200"),
];

// One line each.
/// 7B in full on eight A100 under FSDP: weights, gradients and moments in fp32.
const SEVEN_FSDP: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "fsdp"),
];

/// The same under ZeRO-3: 16-bit weights, fp32 gradients and a master copy.
const SEVEN_ZERO: Values = &[
    (Stack, "deepspeed"),
    (Model, "llama-2-7b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Sharding, "zero3"),
];

const SEVENTY_FSDP: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-70b"),
    (Method, "full"),
    (GpusPerNode, "8"),
    (Nodes, "4"),
    (Sharding, "fsdp"),
];

/// 7B LoRA on one card, every block checkpointed.
const LORA: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
];

/// The same with four sequences at once.
const LORA_FOUR: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "full"),
    (MicroBatch, "4"),
];

/// Nothing recomputed, two sequences at once.
const LORA_WIDE: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "none"),
    (MicroBatch, "2"),
];

const QLORA: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "qlora"),
    (Gpu, "rtx-4090"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
];
const QLORA_WIDE: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "qlora"),
    (Gpu, "rtx-4090"),
    (Checkpointing, "full"),
    (MicroBatch, "4"),
];

const QLORA_70: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-70b"),
    (Method, "qlora"),
    (Gpu, "h200-sxm-141gb"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
];
const QLORA_70_WIDE: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-70b"),
    (Method, "qlora"),
    (Gpu, "h200-sxm-141gb"),
    (Checkpointing, "full"),
    (MicroBatch, "4"),
];

const LORA_70: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-70b"),
    (Method, "lora"),
    (GpusPerNode, "4"),
    (Sharding, "fsdp"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
];
const LORA_70_EIGHT: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-70b"),
    (Method, "lora"),
    (GpusPerNode, "8"),
    (Sharding, "fsdp"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
];

const LONG_LORA: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "full"),
    (MicroBatch, "1"),
    (Sequence, "8192"),
];
const LONG_KEPT: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "none"),
    (MicroBatch, "1"),
    (Sequence, "8192"),
];
const LONG_EAGER: Values = &[
    (Stack, "trl"),
    (Model, "llama-2-7b"),
    (Method, "lora"),
    (Checkpointing, "none"),
    (Attention, "eager"),
    (MicroBatch, "1"),
    (Sequence, "8192"),
];

const SHORT: Values = &[
    (Model, "llama-2-7b"),
    (MicroBatch, "8"),
    (MeanLength, "500"),
    (Padding, "max"),
];
const LONG: Values = &[
    (Model, "llama-2-7b"),
    (MicroBatch, "8"),
    (MeanLength, "1400"),
    (TailLength, "2000"),
    (Padding, "max"),
];

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    Row { id: "C1a", measure: Measure::StateBytes, stated: (16.0, 16.0), cases: &[one(SEVEN_FSDP), one(SEVEN_ZERO)] },
    Row { id: "C1b", measure: Measure::States, stated: (106.0, 118.0), cases: &[one(SEVEN_FSDP), one(SEVEN_ZERO)] },
    Row { id: "C1c", measure: Measure::States, stated: (1045.0, 1155.0), cases: &[one(SEVENTY_FSDP)] },
    Row { id: "C2a", measure: Measure::MomentBytes, stated: (12.0, 12.0), cases: &[one(SEVEN_ZERO)] },
    Row { id: "C2b", measure: Measure::OptimizerBytes, stated: (12.0, 12.0), cases: &[one(SEVEN_ZERO)] },
    Row { id: "C3a", measure: Measure::Peak, stated: (18.0, 24.0), cases: &[one(LORA_FOUR), one(LORA_WIDE)] },
    Row { id: "C3b", measure: Measure::Peak, stated: (40.0, 60.0), cases: &[one(LORA), one(LORA_WIDE)] },
    Row { id: "C4a", measure: Measure::Peak, stated: (10.0, 14.0), cases: &[one(QLORA), one(QLORA_WIDE)] },
    Row { id: "C4b", measure: Measure::Weights, stated: (4.0, 5.0), cases: &[one(QLORA)] },
    Row { id: "C5a", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "trl"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "2"), (Sharding, "fsdp"), (Checkpointing, "full")]),
        one(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "2"), (Sharding, "zero3"), (Offload, "optimizer"), (Checkpointing, "full")]),
    ] },
    Row { id: "C5b", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "trl"), (Model, "llama-2-7b"), (Method, "full"), (Gpu, "rtx-a6000"), (GpusPerNode, "4"), (Sharding, "fsdp"), (Checkpointing, "full")]),
    ] },
    Row { id: "C5c", measure: Measure::Fits, stated: (0.0, 0.0), cases: &[
        one(&[(Stack, "trl"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "4"), (Sharding, "fsdp"), (Checkpointing, "full")]),
        one(&[(Stack, "trl"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "4"), (Sharding, "fsdp"), (Checkpointing, "none"), (Sequence, "4096"), (MicroBatch, "4")]),
    ] },
    Row { id: "C6a", measure: Measure::Total, stated: (48.0, 60.0), cases: &[one(QLORA_70), one(QLORA_70_WIDE)] },
    Row { id: "C6b", measure: Measure::Weights, stated: (36.0, 44.0), cases: &[one(QLORA_70)] },
    Row { id: "C6c", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "qlora"), (GpusPerNode, "2"), (Sharding, "fsdp"), (Checkpointing, "full")])] },
    Row { id: "C6d", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "qlora"), (Gpu, "rtx-4090"), (GpusPerNode, "4"), (Sharding, "fsdp"), (Checkpointing, "full")]),
        one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "qlora"), (Gpu, "rtx-4090"), (GpusPerNode, "4"), (Sharding, "fsdp"), (Checkpointing, "full"), (Sequence, "512")]),
    ] },
    Row { id: "C6e", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[one(QLORA_70), one(QLORA_70_WIDE)] },
    Row { id: "C7a", measure: Measure::Total, stated: (160.0, 200.0), cases: &[one(LORA_70), one(LORA_70_EIGHT)] },
    Row { id: "C7b", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[one(LORA_70)] },
    Row { id: "C7c", measure: Measure::Fits, stated: (0.0, 0.0), cases: &[one(LORA_70)] },
    Row { id: "C8a", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Nodes, "2"), (Sharding, "fsdp"), (Checkpointing, "full")]),
        one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Nodes, "4"), (Sharding, "fsdp"), (Checkpointing, "full")]),
    ] },
    Row { id: "C8b", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[one(&[(Stack, "trl"), (Model, "llama-2-70b"), (Method, "full"), (Gpu, "h800-sxm-80gb"), (GpusPerNode, "8"), (Nodes, "4"), (Sharding, "fsdp"), (Checkpointing, "full")])] },
    Row { id: "C8c", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "deepspeed"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero3"), (Checkpointing, "full")]),
        one(&[(Stack, "deepspeed"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero3"), (Offload, "optimizer"), (Checkpointing, "full")]),
    ] },
    Row { id: "C9a", measure: Measure::ActivationsSaved, stated: (0.55, 0.65), cases: &[ratio(LORA, &[(Checkpointing, "none")]), ratio(SEVEN_ZERO, &[(Checkpointing, "none")])] },
    Row { id: "C9b", measure: Measure::TimeRatio, stated: (1.27, 1.33), cases: &[ratio(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero3"), (Checkpointing, "full")], &[(Checkpointing, "none")]), ratio(LORA, &[(Checkpointing, "none")])] },
    Row { id: "C10a", measure: Measure::Flops, stated: (1.97e17, 2.17e17), cases: &[one(SEVEN)] },
    Row { id: "C10b", measure: Measure::Utilisation, stated: (0.40, 0.55), cases: &[one(SEVEN)] },
    Row { id: "C11", measure: Measure::Minutes, stated: (27.0, 33.0), cases: &[one(SEVEN), one(SEVEN_PADDED)] },
    Row { id: "C12", measure: Measure::Hours, stated: (7.0, 12.0), cases: &[one(SEVENTY), one(SEVENTY_PADDED)] },
    Row { id: "C13a", measure: Measure::TokenFlopsRatio, stated: (4.0, 4.0), cases: &[ratio(&[(Model, "llama-2-7b"), (Method, "full"), (Sequence, "8192")], &[(Sequence, "2048")])] },
    Row { id: "C13b", measure: Measure::AttentionRatio, stated: (4.0, 4.0), cases: &[ratio(&[(Model, "llama-2-7b"), (Method, "full"), (Sequence, "8192")], &[(Sequence, "2048")])] },
    Row { id: "C14a", measure: Measure::Waste, stated: (0.5, 1.0), cases: &[one(SHORT), one(LONG)] },
    Row { id: "C14b", measure: Measure::TimeRatio, stated: (1.3, 1.3), cases: &[
        ratio(&[(Model, "llama-2-7b"), (MicroBatch, "8"), (MeanLength, "500"), (Padding, "longest")], &[(Padding, "buckets")]),
        ratio(&[(Model, "llama-2-7b"), (MicroBatch, "2"), (MeanLength, "500"), (TailLength, "1000"), (Padding, "longest")], &[(Padding, "buckets")]),
    ] },
    Row { id: "C15a", measure: Measure::PeakRatio, stated: (6.0, 6.5), cases: &[ratio(EIGHT_BIT, SEVEN)] },
    Row { id: "C15b", measure: Measure::RateRatio, stated: (3.0, 4.0), cases: &[ratio(EIGHT_BIT, SEVEN)] },
    Row { id: "C15c", measure: Measure::Minutes, stated: (8.0, 12.0), cases: &[one(EIGHT_BIT)] },
    Row { id: "C16a", measure: Measure::RateRatio, stated: (0.0, 0.97), cases: &[ratio(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero3"), (MicroBatch, "1"), (Accumulation, "4")], &[(Sharding, "zero2")])] },
    Row { id: "C16b", measure: Measure::Fits, stated: (0.0, 0.0), cases: &[one(&[(Stack, "deepspeed"), (Model, "llama-2-70b"), (Method, "full"), (GpusPerNode, "8"), (Nodes, "8"), (Sharding, "zero3"), (Loss, "fused-linear")])] },
    Row { id: "C17", measure: Measure::TimeRatio, stated: (1.0, 100.0), cases: &[
        ratio(SMALL, &[(GpusPerNode, "1"), (Sharding, "none"), (MicroBatch, "8")]),
        ratio(SMALL_GATHERED, &[(GpusPerNode, "1"), (Sharding, "none"), (MicroBatch, "8")]),
    ] },
    Row { id: "C18a", measure: Measure::Weights, stated: (13.3, 14.7), cases: &[one(LORA)] },
    Row { id: "C18b", measure: Measure::Weights, stated: (3.6, 4.4), cases: &[one(QLORA)] },
    Row { id: "C18c", measure: Measure::Weights, stated: (133.0, 147.0), cases: &[one(LORA_70)] },
    Row { id: "C18d", measure: Measure::Weights, stated: (36.0, 44.0), cases: &[one(QLORA_70)] },
    Row { id: "C19", measure: Measure::PeakOver, stated: (2.0, 100.0), cases: &[ratio(LONG_LORA, &[(Sequence, "2048")]), ratio(LONG_KEPT, &[(Sequence, "2048")]), ratio(LONG_EAGER, &[(Sequence, "2048")])] },
    Row { id: "C20a", measure: Measure::Fits, stated: (1.0, 1.0), cases: &[
        one(&[(Stack, "hf"), (Model, "llama-65b"), (Method, "qlora"), (Gpu, "rtx-a6000"), (Sequence, "512"), (MicroBatch, "1"), (Checkpointing, "full")]),
    ] },
    Row { id: "C20b", measure: Measure::Fits, stated: (0.0, 0.0), cases: &[
        one(&[(Stack, "hf"), (Model, "llama-65b"), (Method, "lora"), (Gpu, "rtx-a6000"), (Sequence, "512"), (MicroBatch, "1"), (Checkpointing, "full")]),
    ] },
    Row { id: "C21a", measure: Measure::Rate, stated: (4000.0, 4000.0), cases: &[one(SEVEN)] },
    Row { id: "C21b", measure: Measure::Minutes, stated: (30.0, 30.0), cases: &[one(&[(Stack, "deepspeed"), (Model, "llama-2-7b"), (Method, "full"), (GpusPerNode, "8"), (Sharding, "zero2"), (MicroBatch, "4"), (Accumulation, "1"), (TotalTokens, "7.2")])] },
];
