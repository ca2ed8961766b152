//! Money, by hand.
#![allow(clippy::float_cmp, reason = "what is exact is held to it")]
use estimator::cost::{
    Basis, CostLineId, CostReport, Decision, HourPrice, Hours, Kind, Market, NoPrice, Range,
    instead, price_list,
};
use estimator::export::{Document, Link};
use estimator::hardware;
use estimator::scenario::{Currency, Draft, Param, Scenario};

fn scenario(pairs: &[(Param, &str)]) -> Scenario {
    let start = Draft::default()
        .with(Param::FailedRuns, "0")
        .with(Param::Gpu, "h100-sxm-80gb");
    let draft = pairs
        .iter()
        .fold(start, |draft, (param, text)| draft.with(*param, *text));
    draft
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn cost(pairs: &[(Param, &str)], hours: Hours) -> CostReport {
    CostReport::of(&scenario(pairs), hours, 500.0, 5e6)
}

fn near(got: f64, expected: f64) {
    assert!(
        (got / expected - 1.0).abs() < 1e-9,
        "{got} is not {expected}"
    );
}

const TEN: Range = Range::exactly(10.0);

/// Eight GPUs bought for 300,000, written off in 36 months, 2,000 a month beside power, against 2.50 an hour; a GPU draws
/// 875 W with its machine (1.25 × 700), at PUE 1.3 and 0.10 a kWh: e = 0.11375. (8,333.33 + 2,000) ÷ (8 × 2.38625) = 541.29 hours.
#[test]
fn breaks_even_where_a_hand_calculation_does() {
    let buys = [
        (Param::GpusPerNode, "8"),
        (Param::GpuPrice, "2.5"),
        (Param::PurchasePrice, "300000"),
        (Param::Life, "36"),
        (Param::FixedCost, "2000"),
        (Param::PowerPrice, "0.1"),
        (Param::Pue, "1.3"),
    ];
    let found = cost(&buys, TEN);
    let Some(Decision::From(point)) = found.break_even else {
        panic!("{found:?}")
    };
    near(
        point.range.typical,
        (300_000.0 / 36.0 + 2000.0) / (8.0 * (2.5 - 0.113_75)),
    );
    assert!((point.hours.value() - 541.29).abs() < 0.01 && !point.beyond);
    assert_eq!(point.hours.symbols(), "(C ÷ T_life + F) ÷ (N × (r − e))");
    assert!(point.range.is_exact());
    // Owned and used at exactly that many hours, an hour costs what renting costs.
    let share = (point.range.typical / 730.0 * 100.0).to_string();
    let used = [&buys[..], &[(Param::Utilisation, share.as_str())]].concat();
    let found = cost(&used, TEN);
    let (own, rent) = (
        found.own.unwrap().total.typical,
        found.rent.unwrap().total.typical,
    );
    assert!((own / rent - 1.0).abs() < 1e-3, "{own} {rent}");
    near(rent, 200.0);
}

#[test]
fn power_that_costs_as_much_as_rent_never_pays() {
    let found = |rent| {
        cost(
            &[
                (Param::PurchasePrice, "1000"),
                (Param::PowerPrice, "2"),
                (Param::Pue, "1"),
                (Param::Watts, "1000"),
                (Param::GpuPrice, rent),
            ],
            TEN,
        )
        .break_even
    };
    assert_eq!(found("2"), Some(Decision::Never));
    assert_eq!(found("1.5"), Some(Decision::Never));
    assert!(matches!(found("2.01"), Some(Decision::From(_))));
    let far = cost(
        &[(Param::PurchasePrice, "1000000"), (Param::GpuPrice, "2")],
        TEN,
    )
    .break_even;
    assert!(matches!(far, Some(Decision::From(point)) if point.beyond));
}

/// The cheapest offer of a card may cost less than its power: by it owning never pays, which is no number.
#[test]
fn an_upper_end_that_there_is_not_is_no_number() {
    let link = "kwh=2.5&buy=1000000000";
    let document = Document::of(&Link::read(link)).expect("a scenario");
    let found: serde_json::Value = serde_json::from_str(&document.json().text()).expect("JSON");
    let hours = &found["cost"]["break_even"]["hours_a_month"];
    assert!(
        hours["typical"].as_f64().is_some_and(|hours| hours > 0.0),
        "{hours}"
    );
    assert!(
        hours["high"].is_null() && hours.get("high").is_some(),
        "{hours}"
    );
    let closed = cost(
        &[(Param::PurchasePrice, "1000000"), (Param::GpuPrice, "2")],
        TEN,
    );
    assert!(matches!(closed.break_even, Some(Decision::From(point)) if !point.open));
}

#[test]
fn a_bill_is_its_lines_and_a_range_where_an_input_is() {
    let hours = Range {
        low: 8.2,
        typical: 10.0,
        high: 13.5,
    };
    let found = cost(
        &[
            (Param::GpusPerNode, "8"),
            (Param::Nodes, "2"),
            (Param::GpuPrice, "2"),
            (Param::FailedRuns, "25"),
            (Param::StoragePrice, "0.07"),
        ],
        hours,
    );
    let rent = found.rent.unwrap();
    let line = |id| rent.lines.iter().find(|line| line.id == id).unwrap();
    assert_eq!(line(CostLineId::Rent).source, Basis::Entered);
    near(line(CostLineId::Rent).range.low, 16.0 * 8.2 * 2.0);
    near(line(CostLineId::Rent).range.typical, 320.0);
    // Started hours at the upper end.
    near(line(CostLineId::Rent).range.high, 16.0 * 14.0 * 2.0);
    near(line(CostLineId::Failed).range.typical, 80.0);
    near(line(CostLineId::Storage).range.typical, 35.0);
    near(rent.total.typical, 435.0);
    near(rent.total.high, 448.0 * 1.25 + 35.0);
    assert_eq!(line(CostLineId::Rent).amount.numbers(), "16 × 10 × 2");
    near(found.gpu_hours.typical, 160.0);
    // 1.25 × 700 W, PUE 1.56.
    near(found.energy.unwrap().typical, 160.0 * 0.875 * 1.56);
}

/// 70B QLoRA took 55.9 hours on one A100, 13B full 16 hours on four: times the entered price.
#[test]
fn reported_runs_cost_their_gpu_hours_times_the_price() {
    let one = cost(&[(Param::GpuPrice, "1.5")], Range::exactly(55.9));
    near(one.gpu_hours.typical, 55.9);
    near(one.rent.unwrap().total.typical, 83.85);
    let four = cost(
        &[(Param::GpuPrice, "1.5"), (Param::GpusPerNode, "4")],
        Range::exactly(16.0),
    );
    near(four.rent.unwrap().total.typical, 96.0);
}

#[test]
fn listed_prices_say_where_they_are_from_and_are_not_converted_unasked() {
    let price = |pairs: &[(Param, &str)]| {
        let scenario = scenario(pairs);
        HourPrice::of(&scenario.cluster.gpu.id, &scenario.money)
    };
    let listed = price(&[]).unwrap();
    assert!(listed.rows.len() > 10 && listed.rows.iter().all(|row| row.market == Market::OnDemand));
    assert!(listed.range.low < listed.range.typical && listed.range.typical < listed.range.high);
    assert_eq!(listed.range.low, listed.rows[0].amount);
    let spot = price(&[(Param::Tier, "spot")]).unwrap();
    assert!(spot.range.typical < listed.range.typical);
    // The A800 is listed in yuan only.
    let a800 = (Param::Gpu, "a800-sxm-80gb");
    assert_eq!(price(&[a800]), Err(NoPrice::OtherCurrency(Currency::Cny)));
    assert_eq!(
        price(&[a800, (Param::Currency, "cny")]).unwrap().range,
        Range::exactly(5.15)
    );
    let converted = price(&[a800, (Param::ExchangeRate, "7")]).unwrap();
    assert_eq!(converted.converted, Some(7.0));
    near(converted.range.typical, 5.15 / 7.0);
    assert_eq!(
        price(&[(Param::Gpu, "ascend-910b1")]),
        Err(NoPrice::Unknown)
    );
    assert_eq!(
        price(&[(Param::Gpu, "l40s"), (Param::Tier, "spot")])
            .unwrap()
            .rows
            .len(),
        1
    );
    assert_eq!(
        price(&[(Param::Gpu, "gh200-96gb"), (Param::Tier, "spot")]),
        Err(NoPrice::OtherTier)
    );
    // One's own price goes before all of them.
    assert_eq!(
        price(&[(Param::Gpu, "ascend-910b1"), (Param::GpuPrice, "1.1")])
            .unwrap()
            .range,
        Range::exactly(1.1)
    );
    let none = cost(&[(Param::Gpu, "ascend-910b1")], TEN);
    assert!(none.rent.is_none() && none.break_even.is_none() && none.gpu_hours.typical == 10.0);
}

#[test]
fn every_price_is_of_a_known_gpu_and_dated() {
    for row in price_list() {
        assert!(hardware::find(row.gpu).is_some(), "{}", row.gpu);
        assert!(row.amount > 0.05 && row.amount < 30.0, "{row:?}");
        assert!(
            row.date.starts_with("2026") && row.source.url.starts_with("https://"),
            "{row:?}"
        );
    }
}

#[test]
fn what_would_do_instead_is_named_only_with_numbers_that_say_so() {
    let kinds = |draft: &Draft| {
        instead(draft)
            .into_iter()
            .map(|found| found.kind)
            .collect::<Vec<_>>()
    };
    // 70B in full on eight cards does not fit: QLoRA does, and so does a small one.
    let large = Draft::default()
        .with(Param::Model, "llama-3.1-70b")
        .with(Param::Method, "full")
        .with(Param::GpusPerNode, "8");
    let found = instead(&large);
    assert!(found.iter().all(|one| one.else_nothing), "{found:?}");
    assert_eq!(found[0].kind, Kind::Qlora);
    assert!(
        found
            .iter()
            .any(|one| one.kind == Kind::Smaller("llama-3.1-8b".to_owned())),
        "{found:?}"
    );
    for one in &found {
        let scenario = one.draft.check().scenario.unwrap();
        assert_eq!(scenario.cluster.gpus(), one.gpus);
        assert!(one.gpus <= 8 && one.takes.typical > 0.0);
    }
    // An 8B QLoRA on one card is as small as it gets here.
    let small = Draft::default().with(Param::Method, "qlora");
    assert!(!kinds(&small).contains(&Kind::Qlora));
    // A service counts once its price is entered and is lower.
    let priced = |api: &str| {
        kinds(
            &small
                .clone()
                .with(Param::GpuPrice, "2")
                .with(Param::ApiPrice, api),
        )
    };
    assert!(priced("0.001").contains(&Kind::Service));
    assert!(!priced("1000").contains(&Kind::Service));
    assert!(!kinds(&small).contains(&Kind::Service));
}
