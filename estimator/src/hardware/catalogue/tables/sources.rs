//! The evidence behind the tables.

use crate::source::{Source, SourceKind, Sourced};

const fn oom(title: &'static str, url: &'static str, date: &'static str) -> Source {
    Source::new(SourceKind::Measured, title, url, date)
}

/// Vendor figures as collected, with links to the makers' pages, in the open book "Machine Learning Engineering".
pub(super) const ML_ENGINEERING: Source = Source::new(
    SourceKind::Vendor,
    "Machine Learning Engineering, accelerator and network tables",
    "https://github.com/stas00/ml-engineering/tree/master/compute/accelerator",
    "2026-08",
);
/// The collected table, where the data sheet itself was not read; rates agree with units x clock x operations per clock.
pub(super) const TABLE: Source = Source::new(
    SourceKind::Derived,
    "data sheet as passed on; rate agrees with units \u{d7} clock \u{d7} operations per clock",
    "",
    "2026",
);
/// Measured matrix products of cuBLASLt.
pub(super) const FLOPS_BENCH: Source = Source::new(
    SourceKind::Measured,
    "gpu-flops-bench: cuBLASLt measured beside the data sheet",
    "https://github.com/xzwgit/gpu-flops-bench",
    "2026",
);
/// Figures of the product page as resellers and databases quote them.
pub(super) const QUOTED: Source = Source::new(
    SourceKind::Vendor,
    "product page as quoted by two databases (zangshuxian.com, willitrunai.com)",
    "",
    "2026",
);
/// Community figures for chips whose maker publishes none.
pub(super) const COMMUNITY: Source = Source::new(
    SourceKind::Assumed,
    "community figures: the maker publishes none",
    "",
    "2026",
);

/// nvidia-smi's total less what the driver holds back.
pub(super) const SMI_LESS_RESERVE: Source = Source::new(
    SourceKind::Derived,
    "nvidia-smi's total less 0.7 GiB, the usual difference to what CUDA reports",
    "",
    "2026",
);
/// Totals seen in messages that do not name the card beside them.
pub(super) const UNNAMED: Source = Source::new(
    SourceKind::Measured,
    "out-of-memory messages in public repositories; the total fits this card, the card is not named",
    "",
    "2026",
);
/// What sister cards report.
pub(super) const SISTER_CARD: Source = Source::new(
    SourceKind::Derived,
    "what CUDA reports on a card with the same memory",
    "",
    "2026",
);

const CONTEXT_LOGS: Source = Source::new(
    SourceKind::Derived,
    "driver's view less what PyTorch held, in published training logs",
    "",
    "2026",
);
const CONTEXT_MEASURED: Source = Source::new(
    SourceKind::Measured,
    "measured size of an idle CUDA context",
    "",
    "2026",
);

/// A100 and A800.
pub(super) const CONTEXT_A100: Sourced<f64> = Sourced::verified(0.48, CONTEXT_LOGS);
/// H100, H200 and H800.
pub(super) const CONTEXT_H100: Sourced<f64> = Sourced::verified(0.55, CONTEXT_LOGS);
/// V100.
pub(super) const CONTEXT_V100: Sourced<f64> = Sourced::verified(1.31, CONTEXT_LOGS);
/// RTX 4090 and L40.
pub(super) const CONTEXT_ADA: Sourced<f64> = Sourced::unverified(0.45, CONTEXT_LOGS);
/// RTX 3090.
pub(super) const CONTEXT_3090: Sourced<f64> = Sourced::unverified(0.30, CONTEXT_LOGS);
/// T4: 141 MiB.
pub(super) const CONTEXT_T4: Sourced<f64> = Sourced::verified(141.0 / 1024.0, CONTEXT_MEASURED);
/// L4: 226 MiB.
pub(super) const CONTEXT_L4: Sourced<f64> = Sourced::verified(226.0 / 1024.0, CONTEXT_MEASURED);

/// The book's own runs on H200, B200 and GB300 (DGX Station).
pub(super) const OOM_ML_ENGINEERING: Source = oom(
    "Machine Learning Engineering, out-of-memory messages on H200, B200 and GB300",
    "https://github.com/stas00/ml-engineering/tree/master/training/performance",
    "2026",
);
/// Unsloth prints the card's name and the total that CUDA reports when it loads a model.
pub(super) const BANNER: Source = oom(
    "Unsloth's start-up banner, which prints the card and CUDA's total, in public notebooks",
    "",
    "2026",
);
/// Environment tables in reports of training runs, with card, total and PyTorch version.
pub(super) const ENVIRONMENTS: Source = oom(
    "environment tables in public repositories, which name the card and PyTorch's total",
    "",
    "2026",
);
/// GB200, from a public repository without a stable address.
pub(super) const OOM_GB200: Source = oom(
    "out-of-memory message on a GB200 in a public repository",
    "",
    "2026",
);

// Out-of-memory messages, one per card, that print the total beside the card's name.
pub(super) const OOM_A100_40: Source = oom(
    "out-of-memory message on A100 40 GB, TianheWu/CoSeR#10",
    "https://github.com/TianheWu/CoSeR/issues/10",
    "2025-01-10",
);
pub(super) const OOM_A100_80: Source = oom(
    "out-of-memory message on A100 80 GB, HiDream-ai/VAREdit#6",
    "https://github.com/HiDream-ai/VAREdit/issues/6",
    "2025-12-18",
);
pub(super) const OOM_A800: Source = oom(
    "out-of-memory message on A800 80 GB, Tencent-Hunyuan/HunyuanImage-3.0#22",
    "https://github.com/Tencent-Hunyuan/HunyuanImage-3.0/issues/22",
    "2025-09-29",
);
pub(super) const OOM_H100_NVL: Source = oom(
    "out-of-memory message on H100 NVL, ali-vilab/VACE#56",
    "https://github.com/ali-vilab/VACE/issues/56",
    "2025-05-16",
);
pub(super) const OOM_H20: Source = oom(
    "out-of-memory message on H20 96 GB, modelscope/DiffSynth-Studio#1238",
    "https://github.com/modelscope/DiffSynth-Studio/issues/1238",
    "2026-01-29",
);
pub(super) const OOM_A10: Source = oom(
    "out-of-memory message on A10, zai-org/CogVLM#236",
    "https://github.com/zai-org/CogVLM/issues/236",
    "2023-12-22",
);
pub(super) const OOM_A30: Source = oom(
    "out-of-memory message on A30, google/RB-Modulation#5",
    "https://github.com/google/RB-Modulation/issues/5",
    "2024-09-13",
);
pub(super) const OOM_L20: Source = oom(
    "out-of-memory message on L20, Tencent-Hunyuan/HunyuanCustom#36",
    "https://github.com/Tencent-Hunyuan/HunyuanCustom/issues/36",
    "2025",
);
pub(super) const OOM_L40: Source = oom(
    "out-of-memory message on L40, QwenLM/Qwen3-VL#2097",
    "https://github.com/QwenLM/Qwen3-VL/issues/2097",
    "2026-06-04",
);
pub(super) const OOM_L40S: Source = oom(
    "out-of-memory message on L40S, Wan-Video/Wan2.1#205",
    "https://github.com/Wan-Video/Wan2.1/issues/205",
    "2025-03-07",
);
pub(super) const OOM_T4: Source = oom(
    "out-of-memory message on T4, hpcaitech/Open-Sora#697",
    "https://github.com/hpcaitech/Open-Sora/issues/697",
    "2024-09-09",
);
pub(super) const OOM_V100_16: Source = oom(
    "out-of-memory message on V100-SXM2-16GB, nomic-ai/gpt4all#544",
    "https://github.com/nomic-ai/gpt4all/issues/544",
    "2023-05-12",
);
pub(super) const OOM_V100_32: Source = oom(
    "out-of-memory message on V100 32 GB, liucongg/ChatGLM-Finetuning#73",
    "https://github.com/liucongg/ChatGLM-Finetuning/issues/73",
    "2023-07-11",
);
pub(super) const OOM_A4000: Source = oom(
    "out-of-memory message on RTX A4000, DengKaiCQ/VGGT-Long#6",
    "https://github.com/DengKaiCQ/VGGT-Long/issues/6",
    "2025-07-14",
);
pub(super) const OOM_A5000: Source = oom(
    "out-of-memory message on RTX A5000, zai-org/GLM-4#730",
    "https://github.com/zai-org/GLM-4/issues/730",
    "2025-03-11",
);
pub(super) const OOM_RTX8000: Source = oom(
    "out-of-memory message on Quadro RTX 8000, Victarry/stable-dreambooth#8",
    "https://github.com/Victarry/stable-dreambooth/issues/8",
    "2022-11-07",
);
pub(super) const OOM_PRO_6000: Source = oom(
    "out-of-memory message on RTX PRO 6000 Blackwell, antirez/ds4#431",
    "https://github.com/antirez/ds4/issues/431",
    "2026-06-16",
);
pub(super) const OOM_2080_TI: Source = oom(
    "out-of-memory message on RTX 2080 Ti, JDAI-CV/image-captioning#11",
    "https://github.com/JDAI-CV/image-captioning/issues/11",
    "2020-07-10",
);
pub(super) const OOM_3060: Source = oom(
    "out-of-memory message on RTX 3060 12 GB, TencentARC/PhotoMaker#47",
    "https://github.com/TencentARC/PhotoMaker/issues/47",
    "2024-01-17",
);
pub(super) const OOM_3080: Source = oom(
    "out-of-memory message on RTX 3080, zai-org/CogVideo#34",
    "https://github.com/zai-org/CogVideo/issues/34",
    "2023-03-11",
);
pub(super) const OOM_3090: Source = oom(
    "out-of-memory message on RTX 3090, vllm-project/vllm#2140",
    "https://github.com/vllm-project/vllm/issues/2140",
    "2023-12-17",
);
pub(super) const OOM_4070_TI: Source = oom(
    "out-of-memory message on RTX 4070 Ti, Kwai-Kolors/Kolors#11",
    "https://github.com/Kwai-Kolors/Kolors/issues/11",
    "2024-07-07",
);
pub(super) const OOM_4090: Source = oom(
    "out-of-memory message on RTX 4090, 3DTopia/Phidias-Diffusion#8",
    "https://github.com/3DTopia/Phidias-Diffusion/issues/8",
    "2025-08-10",
);
pub(super) const OOM_5060_TI: Source = oom(
    "out-of-memory message on RTX 5060 Ti 16 GB, Luce-Org/lucebox#407",
    "https://github.com/Luce-Org/lucebox/issues/407",
    "2026-06-16",
);
pub(super) const OOM_5080: Source = oom(
    "out-of-memory message on RTX 5080, vllm-project/vllm#14452",
    "https://github.com/vllm-project/vllm/issues/14452",
    "2025-03-16",
);
pub(super) const OOM_5090: Source = oom(
    "out-of-memory message on RTX 5090, TrajectoryCrafter/TrajectoryCrafter#20",
    "https://github.com/TrajectoryCrafter/TrajectoryCrafter/issues/20",
    "2025-04-02",
);
pub(super) const OOM_MI300X: Source = oom(
    "out-of-memory message on MI300X, ROCm/vllm#375",
    "https://github.com/ROCm/vllm/issues/375",
    "2025-01-22",
);
pub(super) const OOM_MI325X: Source = oom(
    "out-of-memory message on MI325X, vllm-project/vllm#41962",
    "https://github.com/vllm-project/vllm/issues/41962",
    "2026-05-07",
);
pub(super) const OOM_GFX950: Source = oom(
    "out-of-memory message on MI350X or MI355X (gfx950), ROCm/TheRock#2118",
    "https://github.com/ROCm/TheRock/issues/2118",
    "2025-11-14",
);
pub(super) const OOM_ASCEND: Source = oom(
    "out-of-memory message on Ascend 910B, zai-org/CogVideo#63",
    "https://github.com/zai-org/CogVideo/issues/63",
    "2024-08-06",
);
