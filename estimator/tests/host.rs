//! Host memory and disk: whatever the inputs, every figure is finite, ≥ 0, the sum of its lines, and grows with what causes it.
mod support;

use estimator::codec::encode;
use estimator::host::{DiskLineId, DiskReport, HostMoment, HostReport};
use estimator::memory::State;
use estimator::scenario::{Draft, Kind, PARAMS, Param, Scenario};
use std::sync::atomic::{AtomicU64, Ordering};
use support::{cases, each, models};

/// Equal up to rounding of a sum of a few dozen numbers.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

fn sound(value: f64, what: &str, link: &str) {
    assert!(
        value.is_finite() && value >= 0.0,
        "{what} is {value}: {link}"
    );
}

fn host_holds(scenario: &Scenario, link: &str) {
    let report = HostReport::of(scenario);
    let mut most: f64 = 0.0;
    for instant in &report.instants {
        let what = format!("{:?}", instant.moment);
        let mut sum = 0.0;
        for line in &instant.lines {
            let value = line.amount.value();
            sound(value, &format!("{what} {:?}", line.id), link);
            assert!(value > 0.0, "an empty line {:?}: {link}", line.id);
            let text = line.amount.numbers();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{link}");
            assert!(!line.source.title.is_empty());
            sum += value;
        }
        let total = instant.total();
        assert!(same(sum, total.get()), "{what}: {sum}, {total:?}: {link}");
        let interval = instant.interval;
        assert!(
            interval.low <= total && total < interval.high && interval.high.get().is_finite(),
            "{what}: {link}"
        );
        assert_eq!(instant.verdict.is_some(), scenario.host.ram_gib.is_some());
        if let Some(verdict) = instant.verdict {
            assert!(verdict.margin_gib.is_finite());
            let expected = if interval.high <= verdict.usable {
                State::Fits
            } else if interval.low > verdict.usable {
                State::DoesNotFit
            } else {
                State::Borderline
            };
            assert_eq!(verdict.state, expected, "{what}: {link}");
        }
        if instant.planned {
            most = most.max(total.get());
        }
    }
    let order: Vec<HostMoment> = report
        .instants
        .iter()
        .map(|instant| instant.moment)
        .collect();
    assert!(order.is_sorted_by(|a, b| a < b), "{link}");
    assert!(same(most, report.peak.get()) && most > 0.0, "{link}");
    let worst = report.at(report.worst).unwrap();
    assert!(worst.planned && worst.total() == report.peak, "{link}");
    // Whatever stays from step to step is there while a checkpoint is written or read.
    let [train, save, resume] = [HostMoment::Train, HostMoment::Save, HostMoment::Resume]
        .map(|moment| report.at(moment).unwrap().total());
    assert!(train <= save && train <= resume, "{link}");
}

fn disk_holds(scenario: &Scenario, link: &str) {
    let report = DiskReport::of(scenario);
    for (lines, total) in [
        (&report.checkpoint, report.per_checkpoint),
        (&report.run, report.total),
    ] {
        let mut sum = 0.0;
        for line in lines {
            sound(line.amount.value(), &format!("{:?}", line.id), link);
            sum += line.amount.value();
        }
        assert!(same(sum, total.get()), "{sum}, {total:?}: {link}");
    }
    assert!(
        report.peak >= report.total && report.kept <= report.written,
        "{link}"
    );
    assert!(report.per_checkpoint.get() > 0.0, "{link}");
    sound(report.load, "load", link);
    for seconds in [report.save, report.saves] {
        sound(seconds.disk, "disk", link);
        if let Some(alone) = seconds.one_process {
            sound(alone, "one process", link);
            assert!(alone >= seconds.disk * (1.0 - 1e-12), "{link}");
        }
    }
    assert!(report.saves.disk >= report.save.disk, "{link}");
    assert_eq!(report.verdict.is_some(), scenario.host.disk_gb.is_some());
}

fn holds(scenario: &Scenario, link: &str) {
    host_holds(scenario, link);
    disk_holds(scenario, link);
}

#[test]
fn every_report_adds_up() {
    each(cases(6_000), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        holds(&scenario, &encode(&draft).text);
    });
}

/// The bounds of the numbers of this group, each with small and large scenarios.
#[test]
fn bounds_add_up() {
    let starts = [
        "m=gpt2",
        "m=llama-3.1-405b&n=8&nodes=4&method=full&shard=zero3&off=both",
        "m=llama-3.1-8b&n=8&method=full&shard=zero2&off=optimizer",
        "m=llama-2-70b&n=8&method=full&stack=trl",
        "m=qwen3-235b-a22b&n=8&nodes=8&stack=megatron&method=full&tp=8",
    ];
    for start in starts {
        for info in PARAMS {
            let edges = match info.kind {
                Kind::Integer { min, max } => [min.to_string(), max.to_string()],
                Kind::Real { min, max, .. } => [min.to_string(), max.to_string()],
                _ => continue,
            };
            for edge in edges {
                let draft = estimator::codec::decode(start).draft.with(info.param, edge);
                if let Ok(scenario) = draft.check().scenario {
                    holds(&scenario, &encode(&draft).text);
                }
            }
        }
    }
}

#[test]
fn every_model_has_a_report() {
    for model in models() {
        for method in ["full", "lora", "qlora"] {
            let link = format!("m={model}&method={method}&n=8");
            let scenario = scenario(&link);
            holds(&scenario, &link);
        }
    }
}

fn scenario(link: &str) -> Scenario {
    estimator::codec::decode(link)
        .draft
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{link}: {issues:?}"))
}

fn at(link: &str, moment: HostMoment) -> f64 {
    HostReport::of(&scenario(link))
        .at(moment)
        .unwrap()
        .total()
        .get()
}

/// A model by hand with more layers: never less memory or disk at any moment.
#[test]
fn more_parameters_never_need_less() {
    let compared = AtomicU64::new(0);
    let count = cases(1_500);
    each(count, |number, rng| {
        let (draft, _) = support::valid(rng);
        let with = |layers: u64| {
            let mut draft: Draft = draft
                .clone()
                .with(Param::Model, "custom")
                .with(Param::Layers, layers.to_string());
            // What is published elsewhere would hide the layers.
            draft.clear(Param::PublishedParams);
            draft.check().scenario.ok()
        };
        let layers = 16 << (number % 4);
        let (Some(few), Some(many)) = (with(layers), with(layers * 3 / 2)) else {
            return;
        };
        let (less, more) = (HostReport::of(&few), HostReport::of(&many));
        let link = encode(&draft).text;
        compared.fetch_add(1, Ordering::Relaxed);
        for instant in &less.instants {
            let other = more.at(instant.moment).unwrap();
            assert!(
                other.total().get() >= instant.total().get() * (1.0 - 1e-12),
                "{:?} {:?} {:?}: {layers} layers {link}",
                instant.moment,
                instant.total(),
                other.total(),
            );
        }
        let (less, more) = (DiskReport::of(&few), DiskReport::of(&many));
        assert!(
            more.per_checkpoint >= less.per_checkpoint && more.peak >= less.peak,
            "{link}"
        );
    });
    assert!(
        compared.into_inner() > count / 4,
        "too few pairs were compared"
    );
}

#[test]
fn each_process_that_loads_adds_a_copy() {
    let mut last = 0.0;
    for processes in [1, 2, 4, 8, 16] {
        let link = format!("stack=hf&m=llama-2-70b&n={processes}&shard=ddp&hload=each");
        let now = at(&link, HostMoment::Load);
        assert!(now > last);
        let copies = f64::from(processes) * 2.0 * 68_976_648_192.0;
        assert!((now - copies) / copies < 0.01, "{now}");
        last = now;
    }
    let with = |way: &str| {
        at(
            &format!("stack=hf&m=llama-2-70b&n=8&shard=ddp&hload={way}"),
            HostMoment::Load,
        )
    };
    assert!(with("stream") < with("once") && with("once") < with("each"));
}

#[test]
fn adapters_never_save_more_than_the_model() {
    for model in ["gpt2", "llama-3.1-8b", "qwen3-30b-a3b", "llama-2-70b"] {
        for rest in [
            "",
            "&n=8",
            "&n=8&shard=zero2",
            "&n=8&shard=zero3",
            "&stack=torchtune&n=8",
        ] {
            let of = |method: &str| scenario(&format!("m={model}&method={method}{rest}"));
            let [full, lora] = ["full", "lora"].map(|method| DiskReport::of(&of(method)));
            assert!(lora.per_checkpoint < full.per_checkpoint, "{model}{rest}");
            let [full, lora] = ["full", "lora"].map(|method| {
                HostReport::of(&of(method))
                    .at(HostMoment::Save)
                    .unwrap()
                    .total()
            });
            assert!(lora <= full, "{model}{rest}: {lora:?} {full:?}");
        }
    }
}

/// What a stack loads by default follows from what its code does under that sharding.
#[test]
fn stacks_load_as_their_code_says() {
    use estimator::scenario::HostLoad::{Each, Once, Stream};
    let of = |rest: &str| {
        scenario(&format!("m=llama-3.1-8b&method=full&n=8&{rest}"))
            .host
            .load
    };
    for (rest, expected) in [
        ("stack=trl&shard=fsdp", Once),
        // transformers 5 fills the shapes of the other ranks.
        ("stack=trl&shard=fsdp&tv=5", Each),
        ("stack=swift&shard=fsdp&tv=5", Each),
        ("stack=llamafactory&shard=fsdp", Once),
        // The Trainer's own `fsdp_config` leaves efficient loading off.
        ("stack=hf&shard=fsdp", Each),
        ("stack=hf&shard=zero3", Stream),
        ("stack=hf&shard=zero2", Each),
        // axolotl drops its `device_map` under DeepSpeed, LLaMA-Factory and ms-swift only under ZeRO-3.
        ("stack=axolotl&shard=zero2", Each),
        ("stack=axolotl&shard=ddp", Stream),
        ("stack=llamafactory&shard=zero2", Stream),
        ("stack=swift&shard=zero2", Stream),
        ("stack=torchtune&shard=fsdp", Stream),
    ] {
        assert_eq!(of(rest), expected, "{rest}");
    }
}

#[test]
fn some_stacks_write_other_files() {
    let of = |rest: &str| DiskReport::of(&scenario(&format!("m=llama-3.1-8b&{rest}")));
    // LitGPT saves a full model with its optimizer, adapters without.
    let with_optimizer = |rest: &str| {
        let lines = of(rest).checkpoint;
        lines.iter().any(|line| line.id == DiskLineId::Optimizer)
    };
    assert!(with_optimizer("stack=litgpt&method=full"));
    assert!(!with_optimizer("stack=litgpt&method=lora"));
    // torchtune merges adapters into the weights at every checkpoint.
    let merged = of("stack=torchtune&method=lora").per_checkpoint.get();
    assert!(merged > 2.0 * 8_030_261_248.0);
    assert!(of("stack=trl&method=lora").per_checkpoint.get() < 1e9);
}

#[test]
fn nodes_share_what_is_offloaded() {
    let with = |nodes: u32| {
        at(
            &format!(
                "stack=deepspeed&m=llama-2-70b&method=full&n=8&nodes={nodes}&shard=zero3&off=both&pin=no"
            ),
            HostMoment::Train,
        )
    };
    let programs = 8.0 * 0.92e9;
    assert!(same(with(1) - programs, 4.0 * (with(4) - programs)));
    // Master, two moments, two fp32 gradients and 16-bit weights.
    assert!(same(with(1) - programs, 22.0 * 68_976_648_192.0));
}

#[test]
fn limits_and_switches_do_what_they_say() {
    let of = |rest: &str| {
        DiskReport::of(&scenario(&format!(
            "stack=hf&m=llama-3.1-8b&method=full{rest}"
        )))
    };
    let all = of("&saves=10");
    let two = of("&saves=10&keep=2");
    assert_eq!((all.kept, two.kept, of("&saves=2&keep=5").kept), (10, 2, 2));
    let each = all.per_checkpoint.get();
    assert!(same(all.total.get() - two.total.get(), 8.0 * each));
    // The third is written before the first is deleted; the end adds the model instead.
    let base = 2.0 * 8_030_261_248.0;
    assert!(same(two.peak.get(), base + 3.0 * each));
    assert!(same(all.peak.get(), all.total.get()));
    // 16-bit AdamW: weights 2, moments 4.
    assert!(same(each, 6.0 * 8_030_261_248.0));
    assert!(same(
        of("&so=no").per_checkpoint.get(),
        2.0 * 8_030_261_248.0
    ));
    assert!(same(of("&dbw=2").save.disk, each / 2e9));
    let states = ["&disk=10", "&disk=100000"].map(|disk| of(disk).verdict.unwrap().state);
    assert_eq!(states, [State::DoesNotFit, State::Fits]);
    let moments = |merge: &str| {
        let report = HostReport::of(&scenario(&format!("m=llama-3.1-8b&merge={merge}")));
        report
            .at(HostMoment::Merge)
            .map(|instant| instant.total().as_gib())
    };
    assert!(moments("host").unwrap() > moments("gpu").unwrap());
    assert_eq!(moments("no"), None);
}

/// A run that has nothing offloaded and is gathered nowhere needs little more than its processes.
#[test]
fn a_small_run_fits_in_a_small_machine() {
    let link = "stack=unsloth&m=llama-3.1-8b&method=qlora&g=rtx-4090&ram=16&merge=no";
    let report = HostReport::of(&scenario(link));
    assert_eq!(report.verdict.unwrap().state, State::Fits);
    let merging = HostReport::of(&scenario(
        "stack=unsloth&m=llama-3.1-8b&method=qlora&g=rtx-4090&ram=16",
    ));
    assert_eq!(merging.worst, HostMoment::Merge);
    assert_eq!(merging.verdict.unwrap().state, State::DoesNotFit);
}

/// Data-loader processes are those of each stack (ms-swift: swift/trainers/arguments.py; Megatron-LM: training/arguments.py).
#[test]
fn each_stack_has_its_loader_processes() {
    use estimator::scenario::{Draft, Param};
    let workers = |stack: &str| {
        let draft = Draft::default().with(Param::Stack, stack);
        draft.check().scenario.unwrap().host.workers
    };
    let stacks = [
        "trl",
        "swift",
        "megatron",
        "litgpt",
        "llm-foundry",
        "axolotl",
    ];
    assert_eq!(stacks.map(workers), [0, 1, 2, 4, 8, 1]);
}
