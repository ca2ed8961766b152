//! The premises of an answer in one line.
use super::{Lang, choices, integer, t};
use estimator::hardware::Feature;
use estimator::model::Target;
use estimator::scenario::{
    Adapters, AttentionKernel, Checkpointing, Loss, Method, Offload, Scenario, Sharding,
};

/// Model · method · hardware · sharding · precision · batch · kernels · optimizer · stack.
pub fn premises(lang: Lang, scenario: &Scenario) -> String {
    let of = |pair| lang.of(pair).to_owned();
    let mut parts = vec![
        scenario.model.name.to_string(),
        method(lang, scenario),
        hardware(lang, scenario),
    ];
    if scenario.cluster.gpus() > 1 {
        parts.push(of(choices::sharding(scenario.sharding)));
    }
    let layout = scenario.layout;
    for (name, ranks) in [
        ("TP", layout.tensor),
        ("PP", layout.pipeline),
        ("CP", layout.context),
        ("EP", layout.expert),
    ] {
        if ranks > 1 {
            parts.push([name, " ", &ranks.to_string()].concat());
        }
    }
    if scenario.offload != Offload::None {
        let what = lang.of(choices::offload(scenario.offload));
        parts.push(lang.fill(t!("{0} offloaded", "{0}卸载到内存"), &[what]));
    }
    parts.push(of(choices::precision(scenario.precision)));
    parts.push(batch(lang, scenario));
    parts.push(of(checkpointing(scenario.checkpointing)));
    parts.push(of(attention(scenario)));
    parts.push(of(loss(scenario.loss)));
    parts.push(of(choices::optimizer(scenario.optimizer)));
    parts.push(
        choices::choice_label(lang, estimator::scenario::Param::Stack, &scenario.stack).to_owned(),
    );
    parts.join(" · ")
}

pub(super) fn method(lang: Lang, scenario: &Scenario) -> String {
    let name = match scenario.method {
        Method::Full => return lang.of(t!("full fine-tuning", "全量微调")).to_owned(),
        Method::Lora | Method::Qlora => lang.of(choices::method(scenario.method)),
    };
    let adapters = scenario.adapters.as_ref();
    let rank = adapters.map_or(0, |adapters| adapters.rank);
    let on = adapters.map_or_else(String::new, |adapters| {
        targets(lang, adapters, scenario.model.gated())
    });
    let base = scenario
        .quant
        .map_or("", |quant| lang.of(choices::quant(quant)));
    let base = if base.is_empty() {
        String::new()
    } else {
        format!(" · {base}")
    };
    format!("{name} r{rank} {on}{base}")
}

/// "all linear", "attention", or the matrices by name.
fn targets(lang: Lang, adapters: &Adapters, gated: bool) -> String {
    let has = |target| adapters.targets.contains(&target);
    let attention = [Target::Q, Target::K, Target::V, Target::O]
        .into_iter()
        .all(has);
    let mlp = [Target::Up, Target::Down].into_iter().all(has) && (!gated || has(Target::Gate));
    let any_mlp = [Target::Up, Target::Down, Target::Gate]
        .into_iter()
        .any(has);
    let (known, head) = match (attention, mlp, any_mlp) {
        (true, true, _) => (lang.of(t!("all linear", "全部线性层")), has(Target::Head)),
        (true, false, false) => (lang.of(t!("attention", "注意力层")), has(Target::Head)),
        _ => {
            let names: Vec<&str> = adapters
                .targets
                .iter()
                .map(|target| target_name(lang, *target))
                .collect();
            return names.join("/");
        }
    };
    if head {
        format!("{known} + {}", target_name(lang, Target::Head))
    } else {
        known.to_owned()
    }
}

fn target_name(lang: Lang, target: Target) -> &'static str {
    lang.of(match target {
        Target::Q => t!("q", "q"),
        Target::K => t!("k", "k"),
        Target::V => t!("v", "v"),
        Target::O => t!("o", "o"),
        Target::Gate => t!("gate", "gate"),
        Target::Up => t!("up", "up"),
        Target::Down => t!("down", "down"),
        Target::Head => t!("head", "输出头"),
    })
}

pub(super) fn hardware(lang: Lang, scenario: &Scenario) -> String {
    let cluster = &scenario.cluster;
    let (per_node, name) = (cluster.per_node, &cluster.gpu.name);
    let words = if cluster.nodes == 1 {
        t!("{1} × {2}", "{1} × {2}")
    } else {
        t!("{0} nodes × {1} × {2}", "{0} 节点 × {1} × {2}")
    };
    lang.fill(
        words,
        &[&cluster.nodes.to_string(), &per_node.to_string(), name],
    )
}

fn batch(lang: Lang, scenario: &Scenario) -> String {
    let (sequence, micro) = (
        integer(lang, scenario.batch.sequence),
        integer(lang, scenario.batch.micro),
    );
    lang.fill(
        t!("{0} tokens × {1}", "{0} token × {1} 条"),
        &[&sequence, &micro],
    )
}

const fn checkpointing(value: Checkpointing) -> super::Pair {
    match value {
        Checkpointing::None => t!("no checkpointing", "不开激活检查点"),
        Checkpointing::Selective => t!("selective checkpointing", "选择性激活检查点"),
        Checkpointing::Full => t!("checkpointing", "激活检查点"),
        Checkpointing::FullOffload => t!("checkpoints on host", "激活检查点存到内存"),
    }
}

fn attention(scenario: &Scenario) -> super::Pair {
    match scenario.attention {
        // PyTorch's memory-efficient kernel stands in where FlashAttention does not run.
        AttentionKernel::Flash
            if scenario
                .cluster
                .gpu
                .lacks(Feature::FlashAttention)
                .is_some() =>
        {
            t!("fused SDPA", "融合 SDPA")
        }
        AttentionKernel::Flash => t!("FlashAttention", "FlashAttention"),
        AttentionKernel::Eager => t!("eager attention", "标准注意力"),
    }
}

const fn loss(value: Loss) -> super::Pair {
    match value {
        Loss::Eager => t!("eager loss", "标准损失"),
        Loss::FusedCe => t!("fused cross-entropy", "融合交叉熵"),
        Loss::ChunkedKept => t!("chunked loss, logits kept", "分块损失，保留 logits"),
        Loss::Chunked => t!("chunked loss", "分块损失"),
        Loss::FusedLinear => t!("fused linear loss", "融合损失"),
        Loss::Cut => t!("cut cross-entropy", "Cut Cross-Entropy"),
        Loss::VocabParallel => t!("vocabulary-parallel loss", "词表并行损失"),
    }
}

/// Whether every GPU holds all trained states, although there are several.
pub(super) const fn replicated(sharding: Sharding) -> bool {
    matches!(sharding, Sharding::None | Sharding::Ddp)
}
