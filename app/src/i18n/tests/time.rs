//! Words of time, money and remedies: both languages, every variant.
use super::{label, sentence};
use crate::i18n::Lang;
use crate::i18n::{
    basis, change_label, cost_beside, cost_label, costs, doubts, duration, effects, money_range,
    no_price, no_time, offer, rate, rent, run_label, takes, time_label,
};
use estimator::analysis::remedies::{Change, lighter};
use estimator::calibration::Calibration;
use estimator::cost::{Basis, CostLineId, CostReport, NoPrice, Range, price_list};
use estimator::host::DiskReport;
use estimator::run::{RunPart, RunReport};
use estimator::scenario::{Currency, Param};
use estimator::time::{Doubt, NoTime, TimeId};
use estimator::units::SizeUnit;

#[test]
fn durations_have_the_figures_that_help() {
    for (seconds, en, zh) in [
        (0.0124, "12 ms", "12 毫秒"),
        (4.24, "4.2 s", "4.2 秒"),
        (59.6, "1.0 min", "1.0 分钟"),
        (3600.0, "1 h 0 min", "1 小时 0 分"),
        (6_850.0, "1 h 54 min", "1 小时 54 分"),
        (79_200.0, "22 h", "22 小时"),
        (400_000.0, "4.6 days", "4.6 天"),
    ] {
        assert_eq!(duration(Lang::En, seconds), en);
        assert_eq!(duration(Lang::Zh, seconds), zh);
    }
}

#[test]
fn what_would_say_nothing_is_left_out() {
    use crate::i18n::{duration_range, figure};
    let en = Lang::En;
    assert_eq!(duration_range(en, [95.0, 96.0, 97.0]), "1.6 min");
    assert_eq!(
        duration_range(en, [60.0, 96.0, 97.0]),
        "1.6 min (1.0 min to 1.6 min)"
    );
    for (value, words) in [
        (1234.0, "1,234"),
        (12.34, "12.3"),
        (0.45, "0.45"),
        (0.0124, "0.012"),
    ] {
        assert_eq!(figure(en, value), words);
    }
    let scenario = estimator::codec::decode("m=llama-3.1-70b&method=lora&g=rtx-4090");
    let scenario = scenario.draft.check().scenario.expect("a scenario");
    let mut remedy = lighter(
        &estimator::scenario::Draft::default(),
        &scenario,
        &Calibration::default(),
    )
    .into_iter()
    .next()
    .expect("a remedy");
    (remedy.saved_gib, remedy.time) = (0.0, Some(0.998));
    assert_eq!(
        effects(en, &remedy, SizeUnit::Gib),
        ["same memory", "same time"]
    );
}

#[test]
fn every_part_reason_and_change_has_its_words() {
    for id in every!(TimeId: Products Attention Elementwise Adapters Unpacking Head Host Tensor Context Expert Pipeline
        Sharded Input Bubble Reduce Optimizer HostOptimizer)
    {
        label(|lang| time_label(lang, id).to_owned(), "part of a step");
    }
    for part in every!(RunPart: Steps Evaluating Saving Loading StartUp) {
        label(|lang| run_label(lang, part).to_owned(), "part of a run");
    }
    for line in every!(CostLineId: Rent Purchase Fixed Energy Failed Storage) {
        label(|lang| cost_label(lang, line).to_owned(), "line of a bill");
    }
    for change in every!(Change: SmallerMicroBatch LargerMicroBatch Checkpointing NoCheckpointing OffloadedCheckpoints
        FlashAttention FusedLoss FusedKernels EightBitOptimizer ShardAll ShardLess OffloadOptimizer OffloadAll ContextParallel
        TensorParallel Lora Qlora Fp8 Packing SaveShards MoreGpus LargerGpu)
    {
        label(|lang| change_label(lang, change).to_owned(), "change");
    }
    for why in Doubt::ALL {
        sentence(|lang| doubts(lang, &[why]), "doubt");
    }
    for why in every!(NoTime: NoPeak NoBandwidth) {
        sentence(|lang| no_time(lang, why).to_owned(), "no time");
    }
    for why in [
        NoPrice::Unknown,
        NoPrice::OtherCurrency(Currency::Usd),
        NoPrice::OtherCurrency(Currency::Cny),
        NoPrice::OtherTier,
    ] {
        sentence(|lang| no_price(lang, why).to_owned(), "no price");
    }
}

#[test]
fn sentences_hold_the_figures_of_their_reports() {
    for preset in estimator::presets::all() {
        let draft = preset
            .draft()
            .with(Param::PurchasePrice, "250000")
            .with(Param::PowerPrice, "0.1");
        let scenario = draft.check().scenario.expect(preset.key);
        let disk = DiskReport::of(&scenario);
        let run = RunReport::of(&scenario, &disk).expect(preset.key);
        let cost = CostReport::of_run(&scenario, &run, disk.total);
        for at in 0..2 {
            sentence(|lang| takes(lang, &run)[at].clone(), preset.key);
        }
        sentence(|lang| rate(lang, &run), preset.key);
        if cost.rent.is_some() {
            sentence(|lang| rent(lang, &cost).unwrap_or_default(), preset.key);
        }
        for at in 0..cost_beside(Lang::En, &cost).len() {
            sentence(|lang| cost_beside(lang, &cost)[at].clone(), preset.key);
        }
        for remedy in lighter(&draft, &scenario, &Calibration::default()) {
            let [memory, time] = effects(Lang::En, &remedy, SizeUnit::Gib);
            assert!(
                memory.starts_with('−') && time.contains("time"),
                "{memory} {time}"
            );
        }
    }
}

#[test]
fn amounts_are_ranges_only_where_they_are() {
    let exact = Range::exactly(12.0);
    assert_eq!(money_range(Lang::En, Currency::Usd, &exact), "$12.0");
    let range = Range {
        low: 210.0,
        typical: 263.2,
        high: 350.0,
    };
    assert_eq!(
        money_range(Lang::En, Currency::Usd, &range),
        "$263 ($210 to $350)"
    );
    assert_eq!(
        costs(Lang::Zh, Currency::Cny, &range),
        "租金约 ¥263（¥210–¥350）。"
    );
    for price in price_list() {
        assert!(offer(Lang::En, price).contains(price.date));
    }
}

#[test]
fn the_source_of_a_bill_is_named_in_both_languages() {
    let draft = estimator::presets::all()[0]
        .draft()
        .with(Param::PurchasePrice, "250000")
        .with(Param::PowerPrice, "0.1");
    let scenario = draft.check().scenario.expect("a preset");
    let disk = DiskReport::of(&scenario);
    let run = RunReport::of(&scenario, &disk).expect("a time");
    let cost = CostReport::of_run(&scenario, &run, disk.total);
    let stated: Vec<_> = [&cost.rent, &cost.own]
        .into_iter()
        .flatten()
        .flat_map(|bill| &bill.lines)
        .filter_map(|line| match line.source {
            Basis::Stated(source) => Some(source),
            Basis::Entered | Basis::Listed => None,
        })
        .collect();
    assert!(!stated.is_empty());
    for source in stated {
        let words = Basis::Stated(source);
        assert_eq!(basis(Lang::En, words), source.to_string());
        assert!(basis(Lang::Zh, words).contains("整机"));
    }
}
