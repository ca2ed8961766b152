//! A team that sizes a cluster for a deadline: hours against GPUs, links, offload, checkpoints, jobs against a pool.
use super::{number_after, number_before, press, unfold};
use crate::expected::scenario;
use browser_tests::{Page, Test, tests};
use estimator::host::DiskReport;
use estimator::run::RunReport;
use estimator::time::TimeReport;

pub(super) const TESTS: &[Test] = tests![
    a_run_ten_times_too_slow_is_told,
    utilisation_is_of_the_dense_peak,
    a_slow_link_shows_and_a_fast_one_does_not,
    an_offloaded_step_is_shown_and_spread,
    checkpoints_are_sized_against_the_disk,
    packing_changes_hours_through_tokens_alone,
    a_deadline_is_planned_and_its_levers_named,
    a_pool_that_shrinks_makes_jobs_late,
];

fn step(link: &str) -> f64 {
    TimeReport::of(&scenario(link)).expect(link).pace.step
}

fn hours(link: &str) -> f64 {
    let scenario = scenario(link);
    RunReport::of(&scenario, &DiskReport::of(&scenario))
        .expect(link)
        .seconds
        / 3600.0
}

fn clocked(page: &mut Page, unit: &str, value: &str) -> String {
    page.js("document.querySelector('.clock').open = true");
    page.select("#clock-unit", unit);
    page.fill("#clock-speed", value);
    page.wait_for("a judgement", |page| !page.text(".clocked").is_empty());
    page.text(".clocked")
}

fn a_run_ten_times_too_slow_is_told(page: &mut Page) {
    // C158.
    let link = "m=llama-2-7b&method=full&g=a100-sxm-80gb&n=8&s=2048&rows=60000&epochs=3";
    page.open(&format!("#{link}"));
    let hours = hours(link);
    assert!((4.0..=8.0).contains(&hours), "{hours}");
    let said = clocked(page, "run", "72");
    let times = number_before(&said, "×");
    assert!(
        (9.0..=18.0).contains(&times) && said.contains("slower"),
        "{said}"
    );
    assert!(
        said.contains("launcher") && said.contains("nvidia-smi on every node"),
        "{said}"
    );
}

fn utilisation_is_of_the_dense_peak(page: &mut Page) {
    // C160: 500 steps of 16 × 2,048 tokens in 13.5 hours on 16 A100.
    page.open("#m=llama-2-70b&method=full&stack=deepspeed&shard=zero3&g=a100-sxm-80gb&n=8&nodes=2&s=2048&b=1&ga=1&rows=8000&epochs=1");
    let said = clocked(page, "run", "13.5");
    let mfu = number_after(&said, "MFU ");
    assert!((2.6..=3.0).contains(&mfu), "{said}");
    // C161: 24% was told, of the sparse peak.
    page.open("#m=llama-2-7b&method=full&g=h100-sxm-80gb&n=8&s=4096");
    page.js("document.querySelector('.clock').open = true");
    page.fill("#clock-mfu", "24");
    let said = clocked(page, "one", "9600");
    let mfu = number_after(&said, "MFU ");
    assert!((39.0..=46.0).contains(&mfu), "{said}");
    assert!(said.contains("sparsity"), "{said}");
}

fn a_slow_link_shows_and_a_fast_one_does_not(page: &mut Page) {
    // C167, C169: ZeRO-3 across 10 to 12 Gbit/s, and across InfiniBand.
    let one = "stack=deepspeed&m=qwen2-1.5b&method=full&g=a10&n=2&shard=zero3&s=2048";
    let slow = format!("{one}&nodes=2&net=1.4");
    let fast = format!("{one}&nodes=2&net=12.5");
    assert!(step(&slow) / step(one) >= 3.0);
    assert!(step(&fast) / step(one) < 1.3);
    page.open(&format!("#{slow}"));
    unfold(page);
    let parts = page.text("#time table");
    assert!(parts.contains("Gathered weights"), "{parts}");
    page.wait_visible("#plan .advice, .plan .advice, .advice");
    let advice = page.texts(".advice").join("\n");
    assert!(
        advice.contains("link") || advice.contains("network"),
        "{advice}"
    );
}

fn an_offloaded_step_is_shown_and_spread(page: &mut Page) {
    // C171.
    let link =
        "stack=deepspeed&m=qwen2-72b&method=full&g=a100-sxm-80gb&n=8&shard=zero3&off=optimizer";
    let time = TimeReport::of(&scenario(link)).expect(link);
    assert!((5.0..=15.0).contains(&time.pace.parts.optimizer));
    page.open(&format!("#{link}"));
    unfold(page);
    let row = page.text("#time table:first-of-type");
    assert!(row.contains("Optimizer"), "{row}");
    // The same step for four times the tokens.
    let more = TimeReport::of(&scenario(&format!("{link}&ga=32"))).expect(link);
    assert!(more.pace.tokens_per_gpu > time.pace.tokens_per_gpu);
    assert!((more.pace.parts.optimizer - time.pace.parts.optimizer).abs() < 1e-9);
}

fn checkpoints_are_sized_against_the_disk(page: &mut Page) {
    let link = "stack=deepspeed&m=llama-2-70b&method=full&g=a100-sxm-80gb&n=8&nodes=8&shard=zero3&saves=3&keep=3&disk=2000";
    let disk = DiskReport::of(&scenario(link));
    let each = disk.per_checkpoint.get() / 1e12;
    assert!((0.96..=1.0).contains(&each), "{each}");
    let weights = DiskReport::of(&scenario(&format!("{link}&so=no")))
        .per_checkpoint
        .get()
        / 1e12;
    assert!((0.13..=0.15).contains(&weights), "{weights}");
    page.open(&format!("#{link}"));
    let text = page.text(".verdict");
    assert!(text.contains("Disk"), "{text}");
}

fn packing_changes_hours_through_tokens_alone(page: &mut Page) {
    let of = |rows: u64, len: u64| {
        format!("m=llama-3.1-8b&n=8&s=4096&pad=packed&rows={rows}&len={len}&epochs=1")
    };
    let [few, many] = [of(10_000, 1000), of(20_000, 500)];
    let (first, second) = (hours(&few), hours(&many));
    assert!((first / second - 1.0).abs() < 0.03, "{first} {second}");
    assert!(hours(&few.replace("pad=packed", "pad=max")) > 2.0 * first);
    page.open(&format!("#{few}"));
    let packed = number_before(&page.text(".takes"), " GPU-hours");
    page.open(&format!("#{many}"));
    let other = number_before(&page.text(".takes"), " GPU-hours");
    assert!((packed / other - 1.0).abs() < 0.05, "{packed} {other}");
}

fn a_deadline_is_planned_and_its_levers_named(page: &mut Page) {
    page.open("#stack=megatron&m=llama-3.1-70b&method=full&g=h100-sxm-80gb&n=8&nodes=8&tp=8&pp=4&ga=64&s=8192&rows=100000&epochs=2&within=48");
    page.wait_for("the plan", |page| {
        page.count(".plan > div:not([aria-busy=true]) .card strong") > 0
    });
    let titles = page.texts(".card h3").join("\n");
    assert!(titles.contains("48 hours"), "{titles}");
    for (tab, wanted) in [(5, "done within 2.0 days"), (7, "date")] {
        press(page, &format!("#what-if .chart-tab:nth-child({})", tab + 1));
        page.wait_for("the chart", |page| {
            page.count("#what-if .plot:not([aria-busy=true]) svg") > 0
                && page
                    .text(&format!("#what-if .chart-tab:nth-child({})", tab + 1))
                    .len()
                    > 2
                && page
                    .attribute(
                        &format!("#what-if .chart-tab:nth-child({})", tab + 1),
                        "aria-pressed",
                    )
                    .as_deref()
                    == Some("true")
        });
        let text = page.text("#what-if");
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

fn a_pool_that_shrinks_makes_jobs_late(page: &mut Page) {
    page.open(
        "#m=llama-3.1-8b&g=h100-sxm-80gb&n=8&jobs=@16_h100-sxm-80gb~a_8_10__12~b_8_9-10-12__12",
    );
    page.wait_for("the jobs", |page| page.count("#jobs svg[role=img]") == 1);
    let text = page.text("#jobs");
    for part in [
        "With a quarter less, 12 of 16 GPUs",
        "160 (152 to 176)",
        "Rented: $",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
