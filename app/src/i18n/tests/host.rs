//! Host memory and disk: complete, and every state, remedy and symbol is worded.
use super::*;
use estimator::host::{DiskLineId, DiskReport, HostLineId, HostMoment, HostReport};

#[test]
fn lines_and_moments() {
    for line in every!(HostLineId: Processes Workers LoadedWeights OffloadedWeights OffloadedOptimizer OffloadedGradients
        GradientCopy PinnedRounding PagedMoments OffloadedActivations GatheredWeights GatheredOptimizer StagedState
        Serialised ReadWeights ReadOptimizer MergedBase MergedAdapters)
    {
        label(|lang| host_line_label(lang, line).to_owned(), "host line");
    }
    for line in every!(DiskLineId: Weights Adapters OwnWeights Optimizer BaseModel Checkpoints FinalModel MergedModel)
    {
        label(|lang| disk_line_label(lang, line).to_owned(), "disk line");
    }
    for moment in every!(HostMoment: Load Train Save Resume Merge) {
        label(|lang| host_moment_label(lang, moment).to_owned(), "moment");
    }
}

/// Scenarios whose worst moments, remedies and offloaded states differ, each without a limit, with a tight and with a wide one.
fn given() -> Vec<Scenario> {
    let links = [
        "stack=deepspeed&m=qwen2-72b&method=full&n=8&shard=zero3&off=both",
        "stack=deepspeed&m=llama-3.1-8b&method=full&n=8&shard=zero2&off=optimizer&ga=4&dw=4",
        "stack=hf&m=llama-3.1-70b&method=full&n=8&shard=fsdp&keep=1&so=no",
        "stack=hf&m=llama-3.1-70b&n=8&shard=ddp&hload=each",
        "stack=hf&m=llama-3.1-70b&n=8&shard=ddp&keep=1",
        "stack=unsloth&m=llama-3.1-8b&method=qlora&opt=adamw-paged&dw=2",
        "stack=torchtune&m=llama-3.1-8b&n=2&off=both",
        "stack=megatron&m=llama-3.1-8b&method=full&n=8&nodes=2",
        "stack=hf&m=llama-3.1-8b&n=2&shard=layer-split&dw=2",
    ];
    let limits = ["", "&ram=2&disk=1", "&ram=1000000&disk=1000000000"];
    let all = links
        .iter()
        .flat_map(|link| limits.map(|limit| format!("{link}{limit}")));
    let near = [
        "m=llama-3.1-8b&ram=21",
        "m=llama-3.1-8b&method=full&disk=180",
    ];
    all.chain(near.map(str::to_owned))
        .map(|link| {
            decode(&link)
                .draft
                .check()
                .scenario
                .unwrap_or_else(|issues| panic!("{link}: {issues:?}"))
        })
        .collect()
}

#[test]
fn verdicts_read_well() {
    let mut seen = [Vec::new(), Vec::new()];
    let mut remedies = Vec::new();
    for scenario in given() {
        let (host, disk) = (HostReport::of(&scenario), DiskReport::of(&scenario));
        for unit in [SizeUnit::Gib, SizeUnit::Gb] {
            sentence(|lang| ram_verdict(lang, &host, unit).rest, "host memory");
            sentence(|lang| disk_verdict(lang, &disk).rest, "disk");
            for lang in Lang::ALL {
                let of = [ram_verdict(lang, &host, unit), disk_verdict(lang, &disk)];
                let lacks = of
                    .iter()
                    .filter(|verdict| verdict.state == Some(State::DoesNotFit));
                assert_eq!(lacking(lang, &host, &disk, unit).len(), lacks.count());
                for (seen, verdict) in seen.iter_mut().zip(of) {
                    seen.push(verdict.state);
                }
                remedies.push(ram_remedy(lang, &host, &scenario, unit));
                remedies.push(disk_remedy(lang, &disk).to_owned());
            }
        }
        sentence(|lang| disk_seconds(lang, disk.save, disk.load), "seconds");
    }
    for seen in seen {
        for state in [
            None,
            Some(State::Fits),
            Some(State::Borderline),
            Some(State::DoesNotFit),
        ] {
            assert!(seen.contains(&state), "{state:?} never occurs");
        }
    }
    remedies.retain(|remedy| !remedy.is_empty());
    for remedy in &remedies {
        let lang = if remedy.chars().any(is_cjk) {
            Lang::Zh
        } else {
            Lang::En
        };
        check(lang, remedy, "remedy");
        assert!(remedy.ends_with(['.', '。']), "{remedy}");
    }
    for word in [
        "pin_memory",
        "device_map",
        "merged on another",
        "Keep fewer",
        "Leave out",
    ] {
        assert!(
            remedies.iter().any(|remedy| remedy.contains(word)),
            "{word}"
        );
    }
}

#[test]
fn its_symbols_have_a_meaning() {
    for scenario in given() {
        let (host, disk) = (HostReport::of(&scenario), DiskReport::of(&scenario));
        let lines = host.instants.iter().flat_map(|instant| &instant.lines);
        let files = disk.checkpoint.iter().chain(&disk.run);
        let amounts = lines
            .map(|line| &line.amount)
            .chain(files.map(|line| &line.amount));
        for (symbol, _) in amounts.flat_map(estimator::expr::Expr::inputs) {
            assert!(!symbol_meaning(Lang::En, symbol).is_empty(), "{symbol}");
        }
    }
}
