//! The prices, by GPU.
use super::{Market, Price};
use crate::scenario::Currency::{self, Cny, Usd};
use crate::source::{Source, SourceKind};

const fn row(
    gpu: &'static str,
    provider: &'static str,
    market: Market,
    currency: Currency,
    amount: f64,
    date: &'static str,
    source: Source,
) -> Price {
    Price {
        gpu,
        provider,
        market,
        currency,
        amount,
        date,
        source,
        unstated: false,
    }
}

impl Price {
    const fn unstated(self) -> Self {
        Self {
            unstated: true,
            ..self
        }
    }
}

const fn list(title: &'static str, url: &'static str, date: &'static str) -> Source {
    Source::new(SourceKind::Vendor, title, url, date)
}

const SILYBENCH: Source = list(
    "silybench-data: derived/csv/gpu_prices.csv",
    "https://github.com/tgarg01/silybench-data",
    "2026-10",
);
const PRIVUM: Source = list(
    "privum/ai-compute-prices",
    "https://huggingface.co/datasets/privum/ai-compute-prices",
    "2026-08-19",
);
const RECEIPTS: Source = list(
    "data-receipts: 109-gpu-pricing",
    "https://github.com/datareceipts/data-receipts",
    "2026-11-09",
);
const RUNPOD: Source = list(
    "api-evangelist: runpod plans",
    "https://github.com/api-evangelist/runpod",
    "2026-10-07",
);
const OPENRELAY: Source = list(
    "api-evangelist: openrelay plans",
    "https://github.com/api-evangelist/openrelay",
    "2026-09-20",
);
const SCREENER: Source = list(
    "compute-screener: data/gpu_providers_latest.csv, averages of a provider",
    "https://github.com/renshuBTC/compute-screener",
    "2026-10-24",
);
const AIMULTIPLE: Source = list(
    "AIMultiple: GPU index",
    "https://aimultiple.com/gpu-index",
    "2026-05-20",
);
const INDEX: Source = list(
    "brian8808/gpu-price-index: lowest listed",
    "https://huggingface.co/datasets/brian8808/gpu-price-index",
    "2026",
);

/// Every price, by GPU.
#[rustfmt::skip]
pub(super) static PRICES: &[Price] = &[
    row("a10", "Lambda", Market::OnDemand, Usd, 1.29, "2026-09-25", SILYBENCH),
    row("a100-pcie-80gb", "RunPod", Market::Interruptible, Usd, 1.19, "2026-09-25", SILYBENCH),
    row("a100-pcie-80gb", "RunPod", Market::OnDemand, Usd, 1.59, "2026-10-07", RUNPOD),
    row("a100-pcie-80gb", "Azure NC24ads_A100_v4", Market::OnDemand, Usd, 3.673, "2026-11-09", RECEIPTS),
    row("a100-sxm-40gb", "RunPod", Market::Interruptible, Usd, 1.0, "2026-08-19", PRIVUM),
    row("a100-sxm-40gb", "OpenRelay", Market::OnDemand, Usd, 0.8, "2026-09-20", OPENRELAY).unstated(),
    row("a100-sxm-40gb", "Lambda", Market::OnDemand, Usd, 1.99, "2026-11-09", RECEIPTS),
    row("a100-sxm-40gb", "AWS p4d.24xlarge", Market::OnDemand, Usd, 2.7447, "2026-11-09", RECEIPTS),
    row("a100-sxm-40gb", "Azure ND96asr_A100_v4", Market::OnDemand, Usd, 3.3996, "2026-11-09", RECEIPTS),
    row("a100-sxm-80gb", "Paperspace", Market::Lowest, Cny, 5.47, "2026", INDEX).unstated(),
    row("a100-sxm-80gb", "lowest listed, 30 days", Market::Lowest, Cny, 6.84, "2026", INDEX).unstated(),
    row("a100-sxm-80gb", "RunPod", Market::Interruptible, Usd, 1.39, "2026-11-09", RECEIPTS),
    row("a100-sxm-80gb", "RunPod", Market::OnDemand, Usd, 1.79, "2026-11-09", RECEIPTS),
    row("a100-sxm-80gb", "Lambda 8×", Market::OnDemand, Usd, 2.79, "2026-09-25", SILYBENCH),
    row("a100-sxm-80gb", "AWS p4de.24xlarge", Market::OnDemand, Usd, 3.4309, "2026-11-09", RECEIPTS),
    row("a40", "RunPod", Market::Lowest, Cny, 2.52, "2026", INDEX),
    row("a40", "RunPod", Market::OnDemand, Usd, 0.44, "2026-08-19", PRIVUM),
    row("a800-sxm-80gb", "晨涧云", Market::Lowest, Cny, 5.15, "2026", INDEX),
    row("a800-sxm-80gb", "lowest listed, 30 days", Market::Lowest, Cny, 5.15, "2026", INDEX),
    row("b200-sxm-180gb", "RunPod", Market::Interruptible, Usd, 5.98, "2026-09-25", SILYBENCH),
    row("b200-sxm-180gb", "RunPod", Market::OnDemand, Usd, 6.79, "2026-10-07", RUNPOD),
    row("b200-sxm-180gb", "Lambda", Market::OnDemand, Usd, 6.99, "2026-09-25", SILYBENCH),
    row("b200-sxm-180gb", "Nebius", Market::OnDemand, Usd, 7.15, "2026-09-25", SILYBENCH),
    row("b300-sxm-270gb", "RunPod", Market::Interruptible, Usd, 6.94, "2026-08-19", PRIVUM),
    row("b300-sxm-270gb", "RunPod", Market::OnDemand, Usd, 7.89, "2026-10-07", RUNPOD),
    row("gh200-96gb", "Lambda", Market::OnDemand, Usd, 2.29, "2026-09-25", SILYBENCH),
    row("h100-nvl-94gb", "RunPod", Market::Interruptible, Usd, 2.59, "2026-09-25", SILYBENCH),
    row("h100-nvl-94gb", "RunPod", Market::OnDemand, Usd, 3.19, "2026-11-09", RECEIPTS),
    row("h100-nvl-94gb", "Azure NC40ads_H100_v5", Market::OnDemand, Usd, 6.98, "2026-11-09", RECEIPTS),
    row("h100-pcie-80gb", "RunPod", Market::Interruptible, Usd, 1.99, "2026-09-25", SILYBENCH),
    row("h100-pcie-80gb", "RunPod", Market::OnDemand, Usd, 2.89, "2026-11-09", RECEIPTS),
    row("h100-pcie-80gb", "Lambda", Market::OnDemand, Usd, 3.29, "2026-09-25", SILYBENCH),
    row("h100-sxm-80gb", "Paperspace", Market::Lowest, Cny, 8.28, "2026", INDEX).unstated(),
    row("h100-sxm-80gb", "lowest listed, 30 days", Market::Lowest, Cny, 13.01, "2026", INDEX).unstated(),
    row("h100-sxm-80gb", "Vast.ai, median", Market::Interruptible, Usd, 2.4024, "2026-10-19", SILYBENCH),
    row("h100-sxm-80gb", "RunPod", Market::Interruptible, Usd, 2.69, "2026-11-09", RECEIPTS),
    row("h100-sxm-80gb", "GCP a3-highgpu-1g", Market::Interruptible, Usd, 6.571, "2026-09-26", SILYBENCH),
    row("h100-sxm-80gb", "Akash", Market::OnDemand, Usd, 2.58, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "OpenRelay", Market::OnDemand, Usd, 2.6, "2026-09-20", OPENRELAY),
    row("h100-sxm-80gb", "Lium", Market::OnDemand, Usd, 2.635, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Vast.ai", Market::OnDemand, Usd, 2.6661, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "37 providers, median", Market::OnDemand, Usd, 2.95, "2026-05-20", AIMULTIPLE).unstated(),
    row("h100-sxm-80gb", "Civo", Market::OnDemand, Usd, 2.9572, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "RunPod", Market::OnDemand, Usd, 3.21, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Hyperstack", Market::OnDemand, Usd, 3.2126, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Jarvis Labs", Market::OnDemand, Usd, 3.49, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Scaleway", Market::OnDemand, Usd, 3.7969, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Nebius", Market::OnDemand, Usd, 3.85, "2026-09-25", SILYBENCH),
    row("h100-sxm-80gb", "OVHcloud", Market::OnDemand, Usd, 3.8883, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "RunPod", Market::OnDemand, Usd, 3.99, "2026-11-09", RECEIPTS),
    row("h100-sxm-80gb", "Lambda 8×", Market::OnDemand, Usd, 3.99, "2026-09-25", SILYBENCH),
    row("h100-sxm-80gb", "Together AI", Market::OnDemand, Usd, 3.99, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Lambda", Market::OnDemand, Usd, 4.0811, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Lambda 1×", Market::OnDemand, Usd, 4.29, "2026-09-25", SILYBENCH),
    row("h100-sxm-80gb", "Verda", Market::OnDemand, Usd, 4.4868, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "Nebius", Market::OnDemand, Usd, 4.5, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "DigitalOcean", Market::OnDemand, Usd, 5.373, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "CoreWeave", Market::OnDemand, Usd, 6.155, "2026-10-24", SCREENER).unstated(),
    row("h100-sxm-80gb", "AWS p5.48xlarge", Market::OnDemand, Usd, 6.88, "2026-11-09", RECEIPTS),
    row("h100-sxm-80gb", "GCP a3-highgpu-1g", Market::OnDemand, Usd, 10.9791, "2026-09-26", SILYBENCH),
    row("h100-sxm-80gb", "Azure ND96isr_H100_v5", Market::OnDemand, Usd, 12.29, "2026-11-09", RECEIPTS),
    row("h20-96gb", "优云智算", Market::Lowest, Cny, 7.5, "2026", INDEX),
    row("h20-96gb", "lowest listed, 30 days", Market::Lowest, Cny, 7.5, "2026", INDEX),
    row("h200-sxm-141gb", "Gcore", Market::Lowest, Cny, 24.8, "2026", INDEX),
    row("h200-sxm-141gb", "RunPod", Market::Interruptible, Usd, 3.59, "2026-09-25", SILYBENCH),
    row("h200-sxm-141gb", "Civo", Market::OnDemand, Usd, 3.4518, "2026-10-24", SCREENER),
    row("h200-sxm-141gb", "Hyperstack", Market::OnDemand, Usd, 3.99, "2026-10-24", SCREENER),
    row("h200-sxm-141gb", "Nebius", Market::OnDemand, Usd, 4.5, "2026-09-25", SILYBENCH),
    row("h200-sxm-141gb", "RunPod", Market::OnDemand, Usd, 4.59, "2026-10-07", RUNPOD),
    row("h200-sxm-141gb", "Vast.ai", Market::OnDemand, Usd, 5.5826, "2026-10-24", SCREENER),
    row("h200-sxm-141gb", "Verda", Market::OnDemand, Usd, 5.8621, "2026-10-24", SCREENER),
    row("h200-sxm-141gb", "Together AI", Market::OnDemand, Usd, 5.99, "2026-10-24", SCREENER),
    row("h200-sxm-141gb", "CoreWeave", Market::OnDemand, Usd, 6.305, "2026-10-24", SCREENER),
    row("l4", "Jarvislabs", Market::Lowest, Cny, 3.17, "2026", INDEX),
    row("l40", "Thunder Compute", Market::Lowest, Cny, 5.69, "2026", INDEX),
    row("l40s", "Gcore", Market::Lowest, Cny, 9.91, "2026", INDEX),
    row("l40s", "RunPod", Market::Interruptible, Usd, 0.79, "2026-09-25", SILYBENCH),
    row("l40s", "RunPod", Market::OnDemand, Usd, 1.09, "2026-09-25", SILYBENCH),
    row("l40s", "Nebius", Market::OnDemand, Usd, 1.55, "2026-09-25", SILYBENCH),
    row("mi300x", "Crusoe", Market::Lowest, Cny, 24.84, "2026", INDEX),
    row("rtx-3090", "lowest listed, 30 days", Market::Lowest, Cny, 0.75, "2026", INDEX),
    row("rtx-3090", "恒源云", Market::Lowest, Cny, 0.76, "2026", INDEX),
    row("rtx-3090", "OpenRelay", Market::OnDemand, Usd, 0.18, "2026-09-20", OPENRELAY),
    row("rtx-4090", "算家云", Market::Lowest, Cny, 1.24, "2026", INDEX),
    row("rtx-4090", "lowest listed, 30 days", Market::Lowest, Cny, 1.24, "2026", INDEX),
    row("rtx-4090", "RunPod", Market::Interruptible, Usd, 0.34, "2026-09-25", SILYBENCH),
    row("rtx-4090", "OpenRelay", Market::OnDemand, Usd, 0.29, "2026-09-20", OPENRELAY),
    row("rtx-4090", "RunPod", Market::OnDemand, Usd, 0.74, "2026-09-25", SILYBENCH),
    row("rtx-4090d", "算家云", Market::Lowest, Cny, 1.14, "2026", INDEX),
    row("rtx-5090", "lowest listed, 30 days", Market::Lowest, Cny, 2.61, "2026", INDEX),
    row("rtx-5090", "算家云", Market::Lowest, Cny, 2.68, "2026", INDEX),
    row("rtx-6000-ada", "Verda", Market::Lowest, Cny, 5.28, "2026", INDEX),
    row("rtx-a6000", "恒源云", Market::Lowest, Cny, 2.2, "2026", INDEX),
    row("rtx-pro-6000", "Nebius", Market::Lowest, Cny, 12.96, "2026", INDEX),
    row("t4", "矩池云", Market::Lowest, Cny, 1.35, "2026", INDEX),
    row("v100-sxm-16gb", "Lambda", Market::Lowest, Cny, 5.69, "2026", INDEX).unstated(),
];
