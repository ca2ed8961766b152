//! What can be chosen: each enum's variants with the key that stands for them in links and files.

/// Defines an enum with its keys in one place.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $key:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl Choice for $name {
            fn from_key(key: &str) -> Option<Self> {
                Self::from_key(key)
            }
            fn key(self) -> &'static str {
                Self::key(self)
            }
        }

        impl $name {
            /// Every choice, in the order they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The keys, in the same order.
            pub const KEYS: &'static [&'static str] = &[$($key),+];

            /// The key in links and files.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),+ }
            }

            /// The choice with that key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.get(place(Self::KEYS, key)?).copied()
            }
        }
    )+};
}

/// Where a key stands among those of its choice.
fn place(keys: &[&str], key: &str) -> Option<usize> {
    keys.iter().position(|known| *known == key)
}

/// What every enum of this module offers.
pub trait Choice: Copy {
    /// The choice with that key.
    fn from_key(key: &str) -> Option<Self>;
    /// Its key.
    fn key(self) -> &'static str;
}

choices! {
    /// What is trained.
    Method {
        /// Every parameter.
        Full = "full",
        /// Low-rank adapters beside a frozen 16-bit (or fp32) base.
        Lora = "lora",
        /// Low-rank adapters beside a frozen quantised base.
        Qlora = "qlora",
    }

    /// How the frozen base of QLoRA is stored.
    Quant {
        /// 4-bit NormalFloat, blocks of 64, fp32 scales.
        Nf4 = "nf4",
        /// The same with its scales quantised again.
        Nf4Double = "nf4-dq",
        /// 4-bit float, blocks of 64.
        Fp4 = "fp4",
        /// 8-bit integers (LLM.int8()).
        Int8 = "int8",
        /// GPTQ with 4 bits, groups of 128.
        Gptq4 = "gptq4",
        /// GPTQ with 4 bits and one scale a column.
        Gptq4NoGroup = "gptq4-nogroup",
        /// GPTQ with 8 bits, groups of 128.
        Gptq8 = "gptq8",
        /// 8-bit float, one scale a block of 128 × 128.
        Fp8 = "fp8",
        /// 4-bit float, one 8-bit scale for 16 weights.
        Nvfp4 = "nvfp4",
    }

    /// What the matrix products and the training state are computed in.
    Precision {
        /// bf16 products by autocast or a mixed-precision policy.
        Bf16Mixed = "bf16",
        /// fp16 products with loss scaling.
        Fp16Mixed = "fp16",
        /// Everything in bf16, optimizer state too.
        Bf16Pure = "bf16-pure",
        /// Everything in fp16.
        Fp16Pure = "fp16-pure",
        /// Everything in fp32 (or TF32).
        Fp32 = "fp32",
        /// FP8 products, bf16 for the rest.
        Fp8 = "fp8",
        /// NVFP4 products, bf16 for the rest.
        Nvfp4 = "nvfp4",
    }

    /// A storage format.
    Dtype {
        /// Two bytes: bf16 or fp16.
        Half = "16",
        /// Four bytes.
        Fp32 = "32",
    }

    /// What updates the parameters.
    Optimizer {
        /// PyTorch AdamW, foreach: one temporary copy in the step.
        AdamW = "adamw",
        /// PyTorch AdamW, fused kernel.
        AdamWFused = "adamw-fused",
        /// 8-bit moments (bitsandbytes, torchao).
        AdamW8bit = "adamw-8bit",
        /// fp32 moments in unified memory (bitsandbytes paged).
        AdamWPaged = "adamw-paged",
        /// 8-bit moments in unified memory.
        AdamW8bitPaged = "adamw-8bit-paged",
        /// AdamW applied during backward: no resident gradients.
        AdamWInBackward = "adamw-in-backward",
        /// 8-bit AdamW applied during backward.
        AdamW8bitInBackward = "adamw-8bit-in-backward",
        /// Paged AdamW applied during backward.
        AdamWPagedInBackward = "adamw-paged-in-backward",
        /// Row and column statistics only.
        Adafactor = "adafactor",
        /// No state.
        Sgd = "sgd",
        /// One moment.
        SgdMomentum = "sgd-momentum",
        /// One moment.
        Lion = "lion",
        /// One moment for matrices, AdamW for the rest.
        Muon = "muon",
    }

    /// Which activations are stored for the backward pass.
    Checkpointing {
        /// All of them.
        None = "none",
        /// Attention output and every second matrix product.
        Selective = "selective",
        /// The input of each block.
        Full = "full",
        /// The input of each block, kept in host memory.
        FullOffload = "full-offload",
    }

    /// How attention is computed.
    AttentionKernel {
        /// Scores are never written out (FlashAttention, SDPA).
        Flash = "flash",
        /// Scores and softmax are tensors.
        Eager = "eager",
    }

    /// How logits and loss are computed.
    Loss {
        /// Logits, their fp32 copy, softmax.
        Eager = "eager",
        /// Fused cross-entropy kernel on whole logits.
        FusedCe = "fused-ce",
        /// Chunks of rows, but logits are kept.
        ChunkedKept = "chunked-kept",
        /// Head and loss chunk by chunk.
        Chunked = "chunked",
        /// Head and loss in one kernel (Liger).
        FusedLinear = "fused-linear",
        /// Cut cross-entropy: logits never exist.
        Cut = "cut",
        /// Logits divided over the tensor-parallel ranks.
        VocabParallel = "vocab-parallel",
    }

    /// How states are divided over the data-parallel GPUs.
    Sharding {
        /// One GPU, or nothing divided.
        None = "none",
        /// Replicas (DDP).
        Ddp = "ddp",
        /// Optimizer state divided.
        Zero1 = "zero1",
        /// Optimizer state and gradients divided.
        Zero2 = "zero2",
        /// Optimizer state, gradients and parameters divided.
        Zero3 = "zero3",
        /// FSDP, everything divided.
        Fsdp = "fsdp",
        /// FSDP, gradients and optimizer state divided; parameters whole between forward and backward.
        FsdpGradOp = "fsdp-grad-op",
        /// FSDP within a node, replicas across nodes.
        Hybrid = "hsdp",
        /// Layers spread over the GPUs, one working at a time (device_map="auto").
        LayerSplit = "layer-split",
    }

    /// Which library divides states.
    Engine {
        /// PyTorch DDP and FSDP 1 (flat parameters).
        Fsdp1 = "fsdp1",
        /// PyTorch FSDP 2 (per-parameter sharding).
        Fsdp2 = "fsdp2",
        /// DeepSpeed ZeRO.
        DeepSpeed = "deepspeed",
        /// ColossalAI low-level ZeRO and Gemini.
        ColossalAi = "colossalai",
        /// Megatron's distributed optimizer.
        Megatron = "megatron",
    }

    /// What lives in host memory.
    Offload {
        /// Nothing.
        None = "none",
        /// Optimizer state and gradients.
        Optimizer = "optimizer",
        /// Those and the parameters.
        Both = "both",
    }

    /// The order of micro-batches in a pipeline.
    Schedule {
        /// All forwards, then all backwards.
        Gpipe = "gpipe",
        /// One forward, one backward.
        OneF1b = "1f1b",
        /// 1F1B over several chunks a stage.
        Interleaved = "interleaved",
    }

    /// Whose model code runs: it decides which tensors a block and the loss keep.
    ModelCode {
        /// Hugging Face transformers.
        Transformers = "transformers",
        /// LitGPT (one fused q/k/v matrix, views of it).
        LitGpt = "litgpt",
        /// torchtune.
        Torchtune = "torchtune",
        /// torchtitan.
        Torchtitan = "torchtitan",
        /// Megatron-LM with Transformer Engine.
        Megatron = "megatron",
    }

    /// Releases of transformers between which the loss differs.
    TransformersVersion {
        /// Up to 4.45: logits replaced by their fp32 copy.
        To445 = "4.45",
        /// 4.46 to 4.49: 16-bit logits stay beside the fp32 copy.
        To449 = "4.49",
        /// 4.50 to 4.57: labels are shifted, not logits.
        To457 = "4.57",
        /// 5: the same, and experts are fused 3-D tensors.
        V5 = "5",
    }

    /// Releases of PyTorch between which optimizers differ.
    TorchVersion {
        /// 1: AdamW goes parameter by parameter, `zero_grad` keeps gradients allocated.
        Torch1 = "1",
        /// 2.0 to 2.7: AdamW is foreach unless told otherwise.
        To27 = "2.7",
        /// From 2.8: Trainers take fused AdamW.
        From28 = "2.8",
    }

    /// Releases of PEFT between which adapters differ.
    PeftVersion {
        /// Up to 0.11: adapters have the dtype of the weights that they wrap.
        To011 = "0.11",
        /// From 0.12: adapters on 16-bit weights are upcast to fp32 (`autocast_adapter_dtype`).
        From012 = "0.12",
    }

    /// Releases of bitsandbytes between which quantised layers differ.
    BitsandbytesVersion {
        /// Up to 0.42: a quantised layer keeps its input.
        To042 = "0.42",
        /// From 0.43: it keeps none.
        From043 = "0.43",
    }

    /// Norm, rotary and activation kernels.
    Kernels {
        /// One PyTorch operation after the other.
        Eager = "eager",
        /// Fused norms; the MLP stays eager.
        FusedNorm = "fused",
        /// Liger: fused norms, SwiGLU in place.
        Liger = "liger",
    }

    /// Kernels around the products of routed experts.
    ExpertKernels {
        /// Tokens are permuted, and operands cast, by kernels of their own.
        Separate = "separate",
        /// Both happen inside the grouped products (Megatron on Blackwell, from NeMo 26.06 on).
        Fused = "fused",
    }

    /// What `torch.compile` covers.
    Compile {
        /// Nothing.
        None = "none",
        /// The loss.
        Loss = "loss",
        /// The blocks.
        Blocks = "blocks",
        /// Both.
        All = "all",
    }

    /// How much sequence lengths vary from batch to batch.
    Variety {
        /// Packed or padded to one length.
        Steady = "steady",
        /// Varied, about a thousand steps.
        Some = "some",
        /// Varied, many thousands of steps.
        Many = "many",
    }

    /// How sequences of different lengths share a batch.
    Padding {
        /// Padded to the window.
        Window = "max",
        /// Padded to the longest of the micro-batch.
        Longest = "longest",
        /// The same among sequences of similar length.
        Buckets = "buckets",
        /// Joined to windows; attention crosses from one to the next.
        Packed = "packed",
        /// Joined to windows; each attends to itself only.
        PackedMasked = "packed-mask",
    }

    /// GPUs that a plan compares.
    PlanGpus {
        /// The one in the form and those that people rent most.
        Common = "common",
        /// The one in the form.
        This = "this",
        /// Every one with a price.
        Priced = "priced",
    }

    /// Methods that a plan compares.
    PlanMethods {
        /// The one in the form.
        This = "this",
        /// LoRA too.
        Lora = "lora",
        /// LoRA and QLoRA too.
        Adapters = "adapters",
    }

    /// Currency of money.
    Currency {
        /// US dollars.
        Usd = "usd",
        /// Yuan.
        Cny = "cny",
    }

    /// On which terms GPUs are rented.
    Tier {
        /// Kept until given back.
        OnDemand = "on-demand",
        /// May be taken away: spot, community, market places.
        Interruptible = "spot",
    }

    /// How weights reach the GPU.
    Loader {
        /// Straight into their shard.
        Shard = "shard",
        /// Whole on each GPU, then divided.
        Whole = "whole",
    }

    /// Where a checkpoint is put together.
    Save {
        /// Each GPU writes its shard, or there is one GPU.
        Shard = "shard",
        /// Gathered unit by unit into host memory.
        GatherHost = "gather-host",
        /// Gathered whole on one GPU.
        GatherGpu = "gather-gpu",
    }

    /// Where adapters are merged into the base afterwards.
    Merge {
        /// In host memory.
        Host = "host",
        /// On the GPU.
        Gpu = "gpu",
        /// Not at all: the adapters are used beside the base.
        Never = "no",
    }

    /// How weights pass through host memory on their way to the GPUs.
    HostLoad {
        /// Mapped from the file and moved on matrix by matrix.
        Stream = "stream",
        /// One process of a node reads all of them, the others wait with empty shapes.
        Once = "once",
        /// Each process reads all of them.
        Each = "each",
    }

    /// Whether the GPUs of a node have a direct link.
    DirectLink {
        /// As such machines are usually built: a bridge that is sold separately is taken to be absent.
        Auto = "auto",
        /// NVLink, xGMI or HCCS.
        Present = "yes",
        /// PCIe alone.
        Absent = "no",
    }

    /// Yes or no.
    Switch {
        /// No.
        No = "no",
        /// Yes.
        Yes = "yes",
    }

    /// How gradients are stored.
    GradientDtype {
        /// In the dtype of the weights they belong to.
        Weights = "weights",
        /// In fp32.
        Fp32 = "32",
    }

    /// What a training loop keeps alive while it goes backward.
    LossLoop {
        /// Nothing more than the loss needs.
        Plain = "plain",
        /// The model's outputs, 16-bit logits among them.
        KeepsOutputs = "keeps-outputs",
        /// fp32 logits and their gradient.
        KeepsFp32 = "keeps-fp32",
    }

    /// How a GPTQ matrix is unpacked.
    GptqKernel {
        /// A Triton or CUDA kernel: one 16-bit copy.
        Fused = "fused",
        /// Plain PyTorch operations.
        Unfused = "unfused",
    }

    /// Elements of the bucket in which DeepSpeed collects gradients (`reduce_bucket_size`).
    ReduceBucket {
        /// 5·10^8, DeepSpeed's default.
        M500 = "500m",
        /// 2·10^8.
        M200 = "200m",
        /// 5·10^7.
        M50 = "50m",
        /// `auto`: the square of the hidden size.
        Auto = "auto",
    }

    /// GPU generations that a GPU given by hand can have.
    ArchChoice {
        /// V100.
        Volta = "volta",
        /// T4, RTX 20.
        Turing = "turing",
        /// A100, RTX 30.
        Ampere = "ampere",
        /// L40, RTX 40.
        Ada = "ada",
        /// H100.
        Hopper = "hopper",
        /// B200, RTX 50.
        Blackwell = "blackwell",
        /// MI300.
        Cdna3 = "cdna3",
    }
}

/// Major and minor number of a release as `4.57.1` or `2.9.1+cu128`; what is no number counts as 0.
fn release(version: &str) -> (u64, u64) {
    let mut parts = version
        .split('.')
        .map(|part| part.parse::<u64>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

impl TransformersVersion {
    /// The range that a release falls into; `None` where it is none, or one that nobody looked at.
    pub fn of_release(version: &str) -> Option<Self> {
        match release(version) {
            (4, minor) if minor <= 45 => Some(Self::To445),
            (4, minor) if minor <= 49 => Some(Self::To449),
            (4, _) => Some(Self::To457),
            (5.., _) => Some(Self::V5),
            _ => None,
        }
    }
}

impl TorchVersion {
    /// The range that a release falls into; `None` where it is none.
    pub fn of_release(version: &str) -> Option<Self> {
        match release(version) {
            (1, _) => Some(Self::Torch1),
            (2, minor) if minor <= 7 => Some(Self::To27),
            (2.., _) => Some(Self::From28),
            _ => None,
        }
    }
}

impl PeftVersion {
    /// The range that a release falls into; `None` where it is none.
    pub fn of_release(version: &str) -> Option<Self> {
        match release(version) {
            (0, 0) => None,
            (0, minor) if minor <= 11 => Some(Self::To011),
            _ => Some(Self::From012),
        }
    }
}

impl BitsandbytesVersion {
    /// The range that a release falls into; `None` where it is none.
    pub fn of_release(version: &str) -> Option<Self> {
        match release(version) {
            (0, 0) => None,
            (0, minor) if minor <= 42 => Some(Self::To042),
            _ => Some(Self::From043),
        }
    }
}

impl Switch {
    /// As a boolean.
    pub const fn on(self) -> bool {
        matches!(self, Self::Yes)
    }
}

impl Optimizer {
    /// Gradients are applied and freed during the backward pass.
    pub const fn in_backward(self) -> bool {
        matches!(
            self,
            Self::AdamWInBackward | Self::AdamW8bitInBackward | Self::AdamWPagedInBackward
        )
    }

    /// Moments live in unified memory and leave the GPU.
    pub const fn paged(self) -> bool {
        matches!(
            self,
            Self::AdamWPaged | Self::AdamW8bitPaged | Self::AdamWPagedInBackward
        )
    }

    /// Moments are stored in 8 bits.
    pub const fn eight_bit(self) -> bool {
        matches!(
            self,
            Self::AdamW8bit | Self::AdamW8bitPaged | Self::AdamW8bitInBackward
        )
    }
}

impl Sharding {
    /// Parameters are divided over the data-parallel group.
    pub const fn parameters(self) -> bool {
        matches!(
            self,
            Self::Zero3 | Self::Fsdp | Self::FsdpGradOp | Self::Hybrid
        )
    }

    /// Gradients are divided over the data-parallel group.
    pub const fn gradients(self) -> bool {
        self.parameters() || matches!(self, Self::Zero2)
    }

    /// Optimizer state is divided over the data-parallel group.
    pub const fn optimizer(self) -> bool {
        self.gradients() || matches!(self, Self::Zero1)
    }

    /// One of FSDP's modes.
    pub const fn fsdp(self) -> bool {
        matches!(self, Self::Fsdp | Self::FsdpGradOp | Self::Hybrid)
    }

    /// One of DeepSpeed's stages.
    pub const fn zero(self) -> bool {
        matches!(self, Self::Zero1 | Self::Zero2 | Self::Zero3)
    }
}

impl Padding {
    /// Several sequences share a row, so that none is padded.
    pub const fn packs(self) -> bool {
        matches!(self, Self::Packed | Self::PackedMasked)
    }
}

impl Precision {
    /// Products run in lower precision than the parameters may be stored in.
    pub const fn mixed(self) -> bool {
        matches!(
            self,
            Self::Bf16Mixed | Self::Fp16Mixed | Self::Fp8 | Self::Nvfp4
        )
    }
}

impl Quant {
    /// Bytes of the packed values, per weight.
    pub const fn data_bytes(self) -> f64 {
        match self {
            Self::Nf4
            | Self::Nf4Double
            | Self::Fp4
            | Self::Gptq4
            | Self::Gptq4NoGroup
            | Self::Nvfp4 => 0.5,
            Self::Int8 | Self::Gptq8 | Self::Fp8 => 1.0,
        }
    }

    /// Bytes of scales and zero points, per weight (QLoRA paper §3; GPTQ: 16-bit scale and packed zero a group of 128).
    pub const fn scale_bytes(self) -> f64 {
        match self {
            // A 32-bit scale for 64 weights, or an 8-bit one for 16.
            Self::Nf4 | Self::Fp4 | Self::Nvfp4 => 4.0 / 64.0,
            Self::Nf4Double => 1.0 / 64.0 + 4.0 / (64.0 * 256.0),
            Self::Gptq4 => 2.0 / 128.0 + 0.5 / 128.0,
            Self::Gptq8 => 2.0 / 128.0 + 1.0 / 128.0,
            Self::Fp8 => 4.0 / (128.0 * 128.0),
            Self::Gptq4NoGroup | Self::Int8 => 0.0,
        }
    }

    /// One of the GPTQ formats.
    pub const fn gptq(self) -> bool {
        matches!(self, Self::Gptq4 | Self::Gptq4NoGroup | Self::Gptq8)
    }

    /// A format of bitsandbytes.
    pub const fn bitsandbytes(self) -> bool {
        !self.gptq() && !self.float()
    }

    /// One of the formats that the matrix units multiply as they are.
    pub const fn float(self) -> bool {
        matches!(self, Self::Fp8 | Self::Nvfp4)
    }
}
