//! A preset's answer speaks of the configuration that it names.
use super::*;
use crate::i18n::takes;
use estimator::host::DiskReport;
use estimator::run::RunReport;

fn answer(lang: Lang, key: &str) -> String {
    let preset = presets::find(key).expect(key);
    let scenario = preset.draft().check().scenario.expect(key);
    preset_answer(
        lang,
        key,
        &MemoryReport::of(&scenario),
        &scenario,
        SizeUnit::Gib,
    )
}

fn time_of(draft: &Draft) -> String {
    let scenario = draft.check().scenario.expect("a scenario");
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect("a time");
    takes(Lang::En, &run)[0].clone()
}

#[test]
fn time_and_money_are_those_of_what_fits() {
    for preset in presets::all() {
        let scenario = preset.draft().check().scenario.expect(preset.key);
        let fits = MemoryReport::of(&scenario).verdict.state != State::DoesNotFit;
        let said = answer(Lang::En, preset.key).contains(&time_of(&preset.draft()));
        assert_eq!(said, fits, "{}", preset.key);
    }
}

#[test]
fn how_many_nodes_and_why_not_fewer() {
    let preset = presets::find("p3").expect("p3");
    let four = preset
        .draft()
        .with(Param::Nodes, "4")
        .with(Param::Accumulation, "1");
    let words = answer(Lang::En, "p3");
    for part in [
        &time_of(&four),
        "fits from 4 nodes on: 32 × A100",
        "24 GPUs would hold it, but 24 does not divide 32.",
        "148 GPU-hours",
        "Rent $454",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(answer(Lang::Zh, "p3").contains("24 不能整除 32"));
}

#[test]
fn rent_or_buy_is_answered_from_the_prices() {
    let scenario = presets::find("p8")
        .expect("p8")
        .draft()
        .check()
        .scenario
        .expect("p8");
    let price = estimator::cost::HourPrice::of(&scenario.cluster.gpu.id, &scenario.money)
        .expect("a price")
        .range;
    for lang in [Lang::En, Lang::Zh] {
        let words = answer(lang, "p8");
        for hours in [2190.0, 12.0 * 2190.0] {
            let amount = crate::i18n::money(lang, scenario.money.currency, price.typical * hours);
            assert!(words.contains(&amount), "{amount}: {words}");
        }
    }
}

/// A run of minutes is not told as the hours that one process would take to write its checkpoints.
#[test]
fn fp8_on_faster_cards_is_not_slower() {
    let hours = |key: &str| {
        let scenario = presets::find(key)
            .expect(key)
            .draft()
            .check()
            .scenario
            .expect(key);
        let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect(key);
        run.seconds
    };
    assert!(hours("p6") < hours("p4"), "{} {}", hours("p6"), hours("p4"));
}
