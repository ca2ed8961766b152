//! What to change: remedies act on what breaks, say what the models say, and can be applied.
use estimator::analysis::remedies::{Change, Remedy, faster, lighter};
use estimator::calibration::Calibration;
use estimator::codec;
use estimator::memory::{MemoryReport, State};
use estimator::scenario::{Draft, Scenario};

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
    assert!(loss > 10.0 && gpus < loss / 4.0, "{loss} {gpus}");
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
            assert_eq!(report.verdict.state, remedy.state);
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
