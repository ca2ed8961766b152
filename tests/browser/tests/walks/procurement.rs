//! Rent or buy, and which card: feasibility first, dated prices, a break-even that a hand calculation meets.
use super::{number_before, unfold, verdict};
use crate::expected::scenario;
use browser_tests::{Page, Test, tests};
use estimator::cost::CostReport;
use estimator::host::DiskReport;
use estimator::memory::State;
use estimator::run::RunReport;

pub(super) const TESTS: &[Test] = tests![
    what_cannot_run_is_never_priced,
    prices_have_a_source_and_a_date,
    break_even_is_what_the_hand_calculates,
    a_cheaper_card_shows_what_it_costs_a_job,
    anchors_reproduce,
];

fn cost(link: &str) -> CostReport {
    let scenario = scenario(link);
    let disk = DiskReport::of(&scenario);
    let run = RunReport::of(&scenario, &disk).expect(link);
    CostReport::of_run(&scenario, &run, disk.total)
}

fn what_cannot_run_is_never_priced(page: &mut Page) {
    // 8 × L40S: no 70B LoRA at 32k.
    let link = "stack=llamafactory&m=llama-3.1-70b&method=lora&g=l40s&n=8&shard=zero3&s=32768";
    assert_eq!(verdict(page, link), State::DoesNotFit);
    assert_eq!(page.count(".takes"), 0);
    let money = page.text("#money");
    assert!(
        money.contains("does not fit") && !money.contains('$'),
        "{money}"
    );
    // V100: no bf16.
    page.open("#m=llama-2-7b&method=lora&g=v100-sxm-32gb&prec=bf16&attn=flash");
    let said = page.text("main");
    assert!(said.contains("bf16"), "{said}");
    // Beside what runs, what does not has no cost either.
    page.open(&format!(
        "?view=compare#{link}&2.g=h100-sxm-80gb&2.cp=8&2.loss=fused-ce"
    ));
    page.wait_for("two columns", |page| {
        page.count(".columns thead strong") == 2
    });
    let script = "const row = [...document.querySelectorAll('.columns > table tbody tr')].find(row => row.cells[0].textContent === 'Rent');
        return [...row.cells].slice(1).map(cell => cell.innerText)";
    let rents: Vec<String> = serde_json::from_value(page.js(script)).expect("two cells");
    assert!(
        !rents[0].contains('$') && rents[1].contains('$'),
        "{rents:?}"
    );
}

fn prices_have_a_source_and_a_date(page: &mut Page) {
    let link = "m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=8&rows=50000";
    page.open(&format!("#{link}"));
    unfold(page);
    let money = page.text("#money");
    assert!(
        money.contains("offers between 20") && money.contains("none is current"),
        "{money}"
    );
    assert!(page.count("#money a[href^='https://']") > 0);
    // A range where the price or the time is one.
    let takes = page.text(".takes");
    assert!(
        takes.contains("Rent $") && takes.contains(" to $"),
        "{takes}"
    );
    page.fill("#f-price", "2.5");
    page.wait_for("one's own", |page| {
        page.text("#money").contains("as you entered")
    });
    page.select("#f-cur", "cny");
    page.wait_for("yuan", |page| page.text("#money").contains('¥'));
}

fn break_even_is_what_the_hand_calculates(page: &mut Page) {
    // (C/life + F)/(n·(r − e)) with no power price: e = 0.
    let link = "m=llama-3.1-70b&method=lora&g=h100-sxm-80gb&n=8&shard=zero3&stack=deepspeed&rows=50000&price=2.5&buy=250000&life=36&fixed=3000";
    let by_hand = (250_000.0_f64 / 36.0 + 3000.0) / (8.0 * 2.5);
    page.open(&format!("#{link}"));
    let money = page.text("#money");
    let shown = number_before(&money, " hours a month");
    assert!((shown - by_hand.round()).abs() < 0.5, "{by_hand}: {money}");
    // Power takes from what rent would cost: 1.1 kW a GPU with its share, at 0.2 a kWh.
    page.open(&format!("#{link}&kwh=0.2&watt=1100&pue=1.5"));
    let by_hand = (250_000.0_f64 / 36.0 + 3000.0) / (8.0 * (2.5 - 1.1 * 1.5 * 0.2));
    let money = page.text("#money");
    let shown = number_before(&money, " hours a month");
    assert!((shown - by_hand.round()).abs() < 1.5, "{by_hand}: {money}");
}

fn a_cheaper_card_shows_what_it_costs_a_job(page: &mut Page) {
    // C170: the cheaper card fits only divided over PCIe; its job takes longer than its price is lower.
    let job = "stack=deepspeed&m=gemma-2-27b&method=lora&shard=zero3&s=2048&rows=5000&epochs=1";
    let [cheap, dear] = ["g=l20&n=2", "g=h100-sxm-80gb&n=2"].map(|cards| format!("{job}&{cards}"));
    let [slow, fast] = [&cheap, &dear].map(|link| cost(link));
    assert!(slow.gpu_hours.typical > 1.5 * fast.gpu_hours.typical);
    page.open(&format!("?view=compare#{job}&g=l20&n=2&2.g=h100-sxm-80gb"));
    page.wait_for("two columns", |page| {
        page.count(".columns thead strong") == 2
    });
    let rows = page.texts(".columns > table tbody th").join("\n");
    assert!(
        rows.contains("Rent") && rows.contains("GPU-hours"),
        "{rows}"
    );
}

fn anchors_reproduce(page: &mut Page) {
    // C152: 70B QLoRA, 55.9 hours on one A100; 13B full, 16 hours on four: hours times GPUs times the price entered.
    page.open(
        "#m=llama-2-70b&method=qlora&g=a100-sxm-80gb&price=2&jobs=@8~seventy_1_55.9~thirteen_4_16",
    );
    page.wait_for("the jobs", |page| page.count("#jobs svg[role=img]") == 1);
    let text = page.text("#jobs");
    assert!(
        text.contains("120") && text.contains("Rented: $240"),
        "{text}"
    );
    for (job, rent) in [("a_1_55.9", "$112"), ("b_4_16", "$128")] {
        page.open(&format!(
            "#m=llama-2-70b&method=qlora&g=a100-sxm-80gb&price=2&jobs=@8~{job}"
        ));
        page.wait_for("the job", |page| page.count("#jobs svg[role=img]") == 1);
        let text = page.text("#jobs");
        assert!(text.contains(&format!("Rented: {rent}")), "{text}");
    }
}
