//! A speed that was observed is judged as the estimator judges it; what would do instead opens.
use crate::expected::{draft, scenario};
use browser_tests::{Page, Test, tests};
use estimator::analysis::time_check::{Observed, Predicted, TimeCheck, Verdict};
use estimator::cost::instead;
use estimator::num::grouped;
use estimator::time::TimeReport;

pub(crate) const TESTS: &[Test] = tests![
    a_slow_run_is_told_how_slow_and_why,
    units_agree_and_the_question_stays,
    a_smaller_way_opens_with_one_press,
    axe_finds_nothing_serious_beside_an_observed_speed,
];

const SEVEN: &str = "m=llama-2-7b&method=full&n=8&b=4&ga=1&rows=60000&epochs=3";

fn expected(link: &str) -> (f64, TimeReport) {
    let scenario = scenario(link);
    let time = TimeReport::of(&scenario).expect(link);
    (estimator::num::float(scenario.cluster.gpus()), time)
}

/// Presses what may still be moving or out of sight.
fn press(page: &mut Page, css: &str) {
    page.read(css, "e.click()");
}

fn unfold(page: &mut Page) {
    page.js("document.querySelector('.clock').open = true");
}

fn a_slow_run_is_told_how_slow_and_why(page: &mut Page) {
    page.open(&format!("#{SEVEN}"));
    unfold(page);
    page.select("#clock-unit", "run");
    page.fill("#clock-speed", "72");
    page.wait_for("a verdict", |page| page.text(".clocked").contains("slower"));
    let (gpus, time) = expected(SEVEN);
    let link = scenario(SEVEN);
    let tokens = estimator::data::DataReport::of(&link).run_tokens();
    let found = TimeCheck::of(
        &link,
        &Predicted::of(&time, gpus),
        Observed::Total(tokens / (72.0 * 3600.0)),
        None,
    );
    let Verdict::Slow(times) = found.verdict else {
        panic!("{found:?}")
    };
    let head = page.text(".clocked strong");
    assert!(
        head.starts_with(&format!("{}×", grouped(times, 0))),
        "{times}: {head}"
    );
    assert_eq!(page.count(".clocked li"), found.causes.len());
    assert!(page.text(".clocked li").contains("one process"));
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| {
        page.text(".clocked").contains("用时是预期的")
    });
}

fn units_agree_and_the_question_stays(page: &mut Page) {
    page.open(&format!("#{SEVEN}"));
    unfold(page);
    let (gpus, time) = expected(SEVEN);
    let rate = time.pace.tokens_per_gpu;
    for (unit, value) in [
        ("one", rate),
        ("all", rate * gpus),
        ("step", time.pace.step),
        ("pace", 1.0 / time.pace.step),
    ] {
        page.select("#clock-unit", unit);
        page.fill("#clock-speed", &format!("{value:.4}"));
        page.wait_for(unit, |page| {
            page.text(".clocked").starts_with("As expected")
        });
    }
    // As progress bars print it: the list follows, the text stays, and choosing another unit keeps the number.
    page.fill("#clock-speed", &format!("{:.3} s/it", time.pace.step));
    page.wait_for("the unit", |page| {
        page.text(".clocked").starts_with("As expected") && page.value("#clock-unit") == "step"
    });
    assert!(page.value("#clock-speed").ends_with(" s/it"));
    page.select("#clock-unit", "pace");
    page.wait_for("the number alone", |page| {
        page.value("#clock-speed") == format!("{:.3}", time.pace.step).trim_end_matches('0')
    });
    page.fill("#clock-speed", "9 samples/s");
    page.wait_for("a located reason", |page| {
        page.text(".clocked .error").contains("samples/s")
    });
    page.select("#clock-unit", "one");
    page.fill("#clock-speed", "1e9");
    page.wait_for("a refusal", |page| {
        page.count(".clocked .error") > 0 || page.text(".clocked").contains("Not possible")
    });
    page.fill("#clock-speed", "fast");
    page.wait_for("a reason", |page| page.count(".clocked .error") == 1);
    assert_eq!(
        page.attribute("#clock-speed", "aria-invalid").as_deref(),
        Some("true")
    );
    page.fill("#clock-speed", "1,000");
    page.wait_for("a verdict", |page| page.text(".clocked").contains("slower"));
    // Under another scenario the same observation is another verdict.
    let before = page.text(".clocked");
    page.fill("#f-s", "8192");
    page.wait_for("another verdict", |page| page.text(".clocked") != before);
    assert_eq!(page.value("#clock-speed"), "1,000");
    page.fill("#clock-mfu", "3");
    press(page, ".nav [href*=\"view=accuracy\"]");
    press(page, ".nav a:first-of-type");
    page.wait_for("what was typed", |page| {
        page.count("#clock-speed") == 1
            && page.value("#clock-speed") == "1,000"
            && page.value("#clock-mfu") == "3"
    });
}

fn a_smaller_way_opens_with_one_press(page: &mut Page) {
    let link = "m=llama-3.1-70b&method=full&n=8&stack=deepspeed&shard=zero3";
    let found = instead(&draft(link));
    assert!(!found.is_empty());
    page.open(&format!("#{link}"));
    page.wait_for("what would do instead", |page| {
        page.count(".instead li") > 0
    });
    assert_eq!(page.count(".instead li"), found.len());
    let hours = grouped(
        found[0].takes.typical,
        usize::from(found[0].takes.typical < 99.5),
    );
    let words = page.text(".instead li");
    assert!(
        words.contains("QLoRA") && words.contains(&hours),
        "{hours}: {words}"
    );
    press(page, ".instead button");
    page.wait_for("the other scenario", |page| {
        page.url().contains("method=qlora")
    });
    page.wait_for("it fits", |page| page.count("h1 em.ok") > 0);
    page.js("history.back()");
    page.wait_for("what stood before", |page| page.count("h1 em.bad") > 0);
}

fn axe_finds_nothing_serious_beside_an_observed_speed(page: &mut Page) {
    for query in ["?theme=light", "?theme=dark&lang=zh"] {
        page.open(&format!("{query}#{SEVEN}"));
        unfold(page);
        page.fill("#clock-speed", "20");
        page.wait_visible(".clocked li");
        page.assert_accessible();
        page.phone();
        page.assert_fits();
    }
}
