//! How long, how much, what would help, and the plan: the page shows what the estimator says.
use crate::expected::draft;
use browser_tests::{Page, Test, tests};
use estimator::cost::CostReport;
use estimator::host::DiskReport;
use estimator::memory::State;
use estimator::run::RunReport;
use estimator::scenario::Scenario;

pub(crate) const TESTS: &[Test] = tests![
    the_run_takes_what_the_estimator_says,
    a_step_opens_into_its_parts,
    a_run_that_does_not_fit_has_no_time_in_its_headline,
    a_remedy_is_applied_with_one_press,
    the_plan_offers_what_can_be_adopted,
    a_point_of_the_front_is_adopted,
    the_plan_keeps_to_what_may_be_chosen,
    a_search_is_stopped,
    what_follows_is_said,
    a_price_of_ones_own_goes_first,
    axe_finds_nothing_serious_in_time_money_and_plan,
];

fn run(link: &str) -> (Scenario, RunReport) {
    let scenario = draft(link).check().scenario.expect(link);
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect(link);
    (scenario, run)
}

fn planned(page: &mut Page) {
    page.wait_for("the plan", |page| {
        page.count(".plan > div:not([aria-busy=true]) .card strong") > 0
    });
}

/// Presses what may still be moving: parts that come later push it down.
fn press(page: &mut Page, css: &str) {
    page.read(css, "e.click()");
}

const LORA: &str = "m=llama-3.1-8b&method=lora&n=1&s=2048&rows=5000&epochs=2";

fn the_run_takes_what_the_estimator_says(page: &mut Page) {
    let (scenario, run) = run(LORA);
    page.open(&format!("#{LORA}"));
    let takes = page.text(".takes");
    assert!(takes.contains("5,000 samples × 2 epochs"), "{takes}");
    let cost = CostReport::of_run(&scenario, &run, DiskReport::of(&scenario).total);
    let rent = cost.rent.expect("a price").total.typical;
    let shown = format!(
        "${}",
        estimator::num::grouped(rent, usize::from(rent < 99.5))
    );
    assert!(takes.contains(&shown), "{shown}: {takes}");
    let rate = estimator::num::grouped(run.time.pace.tokens_per_gpu, 0);
    let time = page.text("#time");
    assert!(time.contains(&rate), "{rate}: {time}");
    page.fill("#f-rows", "10000");
    page.wait_for("another amount", |page| {
        page.text(".takes").contains("10,000 samples")
    });
}

fn a_step_opens_into_its_parts(page: &mut Page) {
    let (_, run) = run(LORA);
    page.open(&format!("#{LORA}"));
    press(page, "#time summary");
    page.wait_visible("#time tbody th");
    assert_eq!(
        page.count("#time table:first-of-type tbody tr"),
        run.time.lines.len() + 1
    );
    assert_eq!(page.count(".run-parts tbody tr"), run.lines.len() + 1);
    let whole = page.text(".run-parts");
    let steps = estimator::num::grouped(run.data.steps, 0);
    assert!(
        whole.contains("n_s × t_step") && whole.contains(&steps),
        "{whole}"
    );
    press(page, "#time tbody button");
    page.wait_visible("#time .why .formula");
    let formula = page.text("#time .why");
    let symbols = run.time.lines[0].seconds.symbols();
    assert!(formula.contains(&symbols), "{symbols}: {formula}");
}

fn a_run_that_does_not_fit_has_no_time_in_its_headline(page: &mut Page) {
    page.open("#m=llama-3.1-70b&method=full&n=1");
    assert_eq!(page.count(".takes"), 0);
    assert!(page.text("#money").contains("does not fit"));
}

fn a_remedy_is_applied_with_one_press(page: &mut Page) {
    page.open("#m=llama-3.1-70b&method=lora&n=8&shard=ddp&s=2048");
    page.wait_visible(".helps tbody button");
    let first = page.texts(".helps tbody th");
    let fitting = page.texts(".helps tbody em");
    assert!(fitting[0].starts_with("Fits"), "{first:?} {fitting:?}");
    press(page, ".helps tbody tr:first-child button");
    page.wait_for("a verdict that fits", |page| page.count("h1 em.ok") > 0);
}

fn the_plan_offers_what_can_be_adopted(page: &mut Page) {
    page.open(&format!("#{LORA}&within=100"));
    planned(page);
    // Choices that are one stand on one card, under both titles.
    let titles = page.texts(".card h3");
    assert!(
        titles.iter().any(|title| title.contains("100 hours")),
        "{titles:?}"
    );
    let names = page.texts(".card strong");
    assert!((1..=3).contains(&names.len()), "{names:?}");
    press(page, ".card:last-child button");
    let gpus: String = names[names.len() - 1]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    page.wait_for("the choice in the form", |page| {
        let link = page.url();
        let shown = link.rsplit('#').next().unwrap_or_default().to_owned();
        let scenario = draft(&shown).check().scenario;
        scenario.is_ok_and(|scenario| scenario.cluster.gpus().to_string() == gpus)
    });
    assert!(page.count("h1 em.ok, h1 em.warn") > 0);
}

fn a_point_of_the_front_is_adopted(page: &mut Page) {
    page.open(&format!("#{LORA}&pg=priced"));
    planned(page);
    press(page, ".front summary");
    let rows = page.count(".front tbody tr");
    assert!(rows > 2, "{rows}");
    let names = page.texts(".front tbody th");
    press(page, ".front tbody tr:last-child button");
    let gpus: String = names[rows - 1]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    page.wait_for("the choice in the form", |page| {
        let link = page.url();
        let shown = link.rsplit('#').next().unwrap_or_default().to_owned();
        let scenario = draft(&shown).check().scenario;
        scenario.is_ok_and(|scenario| scenario.cluster.gpus().to_string() == gpus)
    });
}

fn the_plan_keeps_to_what_may_be_chosen(page: &mut Page) {
    page.open(&format!("#{LORA}&pg=this&pm=adapters&budget=0.01"));
    planned(page);
    let cards = page.texts(".card");
    assert!(cards[1].contains("None of those"), "{cards:?}");
    let names = page.texts(".card strong");
    assert!(names.iter().all(|name| name.contains("A100")), "{names:?}");
    let scope = page.text("#plan");
    assert!(scope.contains("of 1 kind of GPU"), "{scope}");
}

fn a_search_is_stopped(page: &mut Page) {
    // Slow enough to be stopped.
    page.cdp(
        "Emulation.setCPUThrottlingRate",
        &serde_json::json!({ "rate": 6 }),
    );
    page.open("#stack=megatron&m=llama-3.1-70b&method=full&s=8192&n=8&nodes=8&ga=128&pg=priced");
    page.wait_for("a search", |page| {
        page.count("#plan > p:not([hidden]) button") > 0
    });
    press(page, "#plan > p button");
    page.wait_for("what was found", |page| {
        page.text("#plan").contains("Stopped at")
    });
    assert_eq!(page.count("#plan > p:not([hidden])"), 0);
}

fn what_follows_is_said(page: &mut Page) {
    let link = "m=qwen2.5-7b&n=8&rows=500&len=200";
    page.open(&format!("#{link}"));
    planned(page);
    let scenario = draft(link).check().scenario.expect(link);
    let said = estimator::plan::advice(
        &draft(link),
        &scenario,
        &estimator::calibration::Calibration::default(),
    )
    .len();
    assert_eq!(
        page.count(".plan div > .advice > li"),
        said + page.count(".card .advice > li")
    );
    let words = page.text(".plan .advice");
    assert!(
        words.contains("replicas") && words.contains("8 GPUs take"),
        "{words}"
    );
}

fn a_price_of_ones_own_goes_first(page: &mut Page) {
    let link = format!("{LORA}&price=1&fail=0");
    let (_, run) = run(&link);
    assert!(run.gpu_hours() > 0.0);
    page.open(&format!("#{link}"));
    let money = page.text("#money");
    assert!(
        money.contains("$1.00") && money.contains("as you entered"),
        "{money}"
    );
}

fn axe_finds_nothing_serious_in_time_money_and_plan(page: &mut Page) {
    for link in [
        "?lang=zh#m=llama-3.1-8b&within=30",
        "#m=llama-3.1-70b&method=lora&n=8&shard=ddp",
    ] {
        page.open(link);
        planned(page);
        page.js("document.querySelectorAll('details').forEach(part => { part.open = true; })");
        page.assert_accessible();
        page.phone();
        page.assert_fits();
    }
    let scenario = draft("m=llama-3.1-70b&method=lora&n=8&shard=ddp")
        .check()
        .scenario;
    let report = estimator::memory::MemoryReport::of(&scenario.expect("a scenario"));
    assert_eq!(report.verdict.state, State::DoesNotFit);
}
