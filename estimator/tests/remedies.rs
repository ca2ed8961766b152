//! What to change: remedies act on what breaks, say what the models say, and can be applied.
use estimator::analysis::remedies::{Change, Remedy, faster, lighter};
use estimator::calibration::Calibration;
use estimator::codec;
use estimator::host::HostReport;
use estimator::memory::{MemoryReport, State};
use estimator::scenario::{Draft, Offload, Scenario, Sharding};

mod support;

fn opened(link: &str) -> (Draft, Scenario) {
    let draft = codec::decode(link).draft;
    let scenario = draft.check().scenario.expect(link);
    (draft, scenario)
}

fn memory(link: &str) -> Vec<Remedy> {
    let (draft, scenario) = opened(link);
    lighter(&draft, &scenario, &Calibration::default())
}

fn place(remedies: &[Remedy], change: Change) -> Option<usize> {
    remedies.iter().position(|remedy| remedy.change == change)
}

/// A2.3 of the workflows: 70B LoRA under DDP fits no number of GPUs; dividing the base does it.
#[test]
fn lora_of_70b_under_ddp_is_sharded_not_given_more_gpus() {
    let found = memory("m=llama-3.1-70b&method=lora&n=8&shard=ddp&s=2048");
    let sharded = found
        .iter()
        .find(|remedy| remedy.change == Change::ShardAll);
    assert_eq!(sharded.map(|remedy| remedy.state), Some(State::Fits));
    assert_eq!(place(&found, Change::MoreGpus), None);
}

/// A2.2: at 32k tokens logits and checkpoints do not divide over more GPUs.
#[test]
fn logits_are_met_by_the_loss_and_not_by_gpus() {
    let found = memory(
        "m=qwen2.5-72b&method=full&stack=deepspeed&shard=zero3&n=8&nodes=16&s=32768&b=1&ckpt=full",
    );
    let [loss, gpus] = [Change::FusedLoss, Change::MoreGpus].map(|change| {
        let found = found.iter().find(|remedy| remedy.change == change);
        found.map_or(0.0, |remedy| remedy.saved_gib)
    });
    assert!(loss > 10.0 && gpus == 0.0, "{loss} {gpus}");
}

/// What a stack has not is not proposed: FP8, 8-bit moments, block inputs on the host, a quantised base.
#[test]
fn what_the_stack_lacks_is_not_proposed() {
    let has = |stack: &str, method: &str, change: Change| {
        // Weights are most of what an adapter's short row takes, activations of long ones.
        let rows = if change == Change::Qlora {
            "s=512&b=1"
        } else {
            "s=8192&b=16"
        };
        let found = memory(&format!(
            "m=llama-3.1-8b&stack={stack}&method={method}&g=h100-sxm-80gb&ckpt=full&{rows}"
        ));
        place(&found, change).is_some()
    };
    assert!(has("trl", "full", Change::EightBitOptimizer));
    assert!(!has("torchtitan", "full", Change::EightBitOptimizer));
    assert!(has("trl", "lora", Change::OffloadedCheckpoints));
    assert!(!has("hf", "lora", Change::OffloadedCheckpoints));
    assert!(has("trl", "lora", Change::Qlora));
    assert!(!has("megatron", "lora", Change::Qlora));
    let quicker = |stack: &str, method: &str| {
        let link =
            format!("m=llama-3.1-8b&stack={stack}&method={method}&g=h200-sxm-141gb&n=8&s=4096&b=2");
        let (draft, scenario) = opened(&link);
        let found = faster(&draft, &scenario, &Calibration::default());
        place(&found, Change::Fp8).is_some()
    };
    assert!(quicker("megatron", "lora") && !quicker("litgpt", "lora"));
}

#[test]
fn those_that_suffice_alone_come_first_and_the_least_slow_of_them() {
    let found = memory("m=llama-3.1-8b&method=full&n=8&shard=ddp&s=4096&ckpt=none");
    let fits = |remedy: &Remedy| remedy.state == State::Fits;
    assert!(found.windows(2).all(|two| fits(&two[0]) || !fits(&two[1])));
    let times: Vec<f64> = found
        .iter()
        .filter(|r| fits(r))
        .filter_map(|r| r.time)
        .collect();
    assert!(times.windows(2).all(|two| two[0] <= two[1]), "{times:?}");
}

/// Whatever the scenario: a remedy can be applied, and then holds what it said.
#[test]
fn a_remedy_says_what_the_report_says_after_it() {
    support::each(support::cases(150), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        let before = MemoryReport::of(&scenario).peak.needed;
        for remedy in lighter(&draft, &scenario, &Calibration::default()) {
            let changed = remedy
                .applied(&draft)
                .check()
                .scenario
                .expect("was checked");
            let report = MemoryReport::of(&changed);
            assert_eq!(report.peak.needed, remedy.needed, "{remedy:?}");
            let node = HostReport::of(&changed);
            let of_node = node.verdict.map_or(State::Fits, |verdict| verdict.state);
            assert_eq!(report.verdict.state.worse(of_node), remedy.state);
            assert!(remedy.host.is_none_or(|host| host == node.peak));
            assert!(report.peak.needed < before, "{remedy:?}");
            assert!(
                remedy
                    .time
                    .is_none_or(|time| time.is_finite() && time > 0.0)
            );
        }
        for remedy in faster(&draft, &scenario, &Calibration::default()) {
            assert!(remedy.state == State::Fits && remedy.time.is_some_and(|time| time < 1.0));
        }
    });
}

#[test]
fn packing_is_faster_where_lengths_vary() {
    let (draft, scenario) = opened("m=llama-3.1-8b&method=lora&s=2048&b=4&len=300&pad=max");
    let found = faster(&draft, &scenario, &Calibration::default());
    let packing = found.iter().find(|remedy| remedy.change == Change::Packing);
    assert!(
        packing
            .and_then(|remedy| remedy.time)
            .is_some_and(|time| time < 0.4),
        "{found:?}"
    );
}

/// What frameworks have no setting for, written down apart from the table of what they offer.
fn offered(scenario: &Scenario) -> bool {
    let (sharding, offload) = (scenario.sharding, scenario.offload);
    match scenario.stack.as_str() {
        "unsloth" => !sharding.optimizer() && offload == Offload::None,
        "deepspeed" => !sharding.fsdp(),
        "megatron" => matches!(sharding, Sharding::Ddp | Sharding::Zero1),
        "litgpt" => !sharding.zero() && offload == Offload::None,
        _ => !sharding.fsdp() || offload != Offload::Optimizer,
    }
}

/// Whatever the scenario: a change is one that its framework has, and what fits does not stop fitting.
#[test]
fn a_remedy_is_offered_and_takes_nothing_that_fits_away() {
    let lost = std::sync::atomic::AtomicU64::new(0);
    support::each(support::cases(300), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        let none = Calibration::default();
        let fits = MemoryReport::of(&scenario).verdict.state == State::Fits
            && HostReport::of(&scenario)
                .verdict
                .is_none_or(|verdict| verdict.state == State::Fits);
        let found = lighter(&draft, &scenario, &none);
        for remedy in found.iter().chain(&faster(&draft, &scenario, &none)) {
            let after = remedy.applied(&draft).check().scenario.expect("checked");
            if offered(&scenario) {
                assert!(offered(&after), "{remedy:?} under {}", scenario.stack);
            }
            assert!(!fits || remedy.state == State::Fits, "{remedy:?}");
            if after.offload != scenario.offload {
                assert!(remedy.host.is_some(), "{remedy:?}");
                lost.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
    });
    assert!(lost.into_inner() > 0, "no change moved anything to a host");
}

/// States that leave the GPU have to go somewhere.
#[test]
fn offloading_fits_only_if_the_node_holds_it() {
    let link = "m=llama-3.1-8b&stack=deepspeed&method=full&n=8&shard=zero2&s=4096&g=rtx-4090";
    let remedy = |ram: &str| {
        let found = memory(&format!("{link}{ram}"));
        let mut found = found.into_iter();
        found.find(|remedy| remedy.change == Change::OffloadOptimizer)
    };
    let unknown = remedy("").expect("a remedy");
    let needed = unknown.host.expect("host memory").as_gib();
    assert!(needed > 8.0 * 8.0, "moments and master weights: {needed}");
    assert_eq!(
        remedy("&ram=64").expect("a remedy").state,
        State::DoesNotFit
    );
    assert_eq!(remedy("&ram=2048").expect("a remedy").state, unknown.state);
}

/// Twice the GPUs, half the accumulation: what is learnt at a step stays. Where nothing is accumulated, the new batch is said.
#[test]
fn more_gpus_keep_the_global_batch_or_say_what_becomes_of_it() {
    let gpus = |accumulation: &str| {
        let link = format!("m=llama-3.1-8b&method=lora&n=4&s=2048&b=2&ga={accumulation}");
        let (draft, scenario) = opened(&link);
        let found = faster(&draft, &scenario, &Calibration::default());
        let mut found = found.into_iter();
        let remedy = found.find(|remedy| remedy.change == Change::MoreGpus);
        let remedy = remedy.expect(&link);
        let after = remedy.applied(&draft).check().scenario.expect(&link);
        (remedy.batch, after.cluster.gpus(), after.global_batch())
    };
    assert_eq!(gpus("8"), (None, 8, 64));
    assert_eq!(gpus("1"), (Some([8, 16]), 8, 16));
    assert_eq!(gpus("3"), (Some([24, 48]), 8, 48));
}

/// Whatever the scenario: a change that moves the global batch says so.
#[test]
fn no_remedy_moves_the_global_batch_unsaid() {
    support::each(support::cases(300), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        let none = Calibration::default();
        let found = lighter(&draft, &scenario, &none);
        for remedy in found.iter().chain(&faster(&draft, &scenario, &none)) {
            let after = remedy.applied(&draft).check().scenario.expect("checked");
            let [now, then] = [&scenario, &after].map(Scenario::global_batch);
            let said = (now != then).then_some([now, then]);
            assert_eq!(remedy.batch, said, "{remedy:?}");
        }
    });
}
