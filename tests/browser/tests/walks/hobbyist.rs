//! One RTX 4090 and an evening: the largest useful model, how long its rows may be, what breaks next, what it costs.
use super::{number_before, pick, press, reached, unfold, verdict};
use crate::expected::report;
use browser_tests::{Page, Test, tests};
use estimator::memory::{Moment, State};

pub(super) const TESTS: &[Test] = tests![
    a_14b_for_tonight,
    an_adapter_of_256_ranks_is_what_breaks,
    experts_do_not_fit_one_card,
    how_long_a_34b_may_be_depends_on_upcasts,
    an_alpaca_epoch_on_one_card,
];

fn a_14b_for_tonight(page: &mut Page) {
    page.open("");
    pick(page, "#f-g", "4090");
    pick(page, "#f-m", "Qwen2.5-14B");
    press(page, "#f-method-qlora");
    page.select("#f-stack", "llamafactory");
    unfold(page);
    for (field, text) in [
        ("rows", "12000"),
        ("len", "600"),
        ("lenx", "6000"),
        ("s", "4096"),
    ] {
        page.fill(&format!("#f-{field}"), text);
    }
    // Not yes or no: how long, and what is in the way.
    let lines = reached(page);
    let longest = number_before(&lines[0], " tokens");
    assert!((3000.0..4096.0).contains(&longest), "{lines:?}");
    assert!(lines[0].contains("logits and loss"), "{lines:?}");
    // The longest row, on the axis of lengths.
    page.wait_for("the longest row on the chart", |page| {
        page.text("#chart").contains("longest sample 6,000")
    });
    // And how many are cut.
    let time = page.text("#time");
    assert!(
        time.contains("Cut: about ") && time.contains("longer than 4,096 tokens"),
        "{time}"
    );
    // Hours, energy and rent, for one epoch and for three: by tokens, not rows.
    let takes = page.text(".takes");
    assert!(
        takes.contains("12,000 samples × 3 epochs") && takes.contains("Rent $"),
        "{takes}"
    );
    let three = number_before(&takes, " GPU-hours");
    page.fill("#f-epochs", "1");
    page.wait_for("one epoch", |page| {
        page.text(".takes").contains("12,000 samples; ")
    });
    let one = number_before(&page.text(".takes"), " GPU-hours");
    assert!((three / one - 3.0).abs() < 0.2, "{three} {one}");
    assert!(page.text("#money").contains("kWh"));
    // What helps most is one press away, and it then fits for sure.
    press(page, ".helps tbody tr:first-child button");
    page.wait_for("a fit", |page| page.count("h1 em.ok") > 0);
    // Load, evaluation at the default of eight, and merging in 32 GiB: each stands there.
    let moments = page.texts(".moment");
    for wanted in ["load", "evaluate", "merge"] {
        assert!(
            moments.iter().any(|name| name.starts_with(wanted)),
            "{wanted}: {moments:?}"
        );
    }
    page.fill("#f-ram", "32");
    page.wait_for("host memory", |page| {
        page.text(".host > p").contains("of 32.0 GiB")
    });
}

fn an_adapter_of_256_ranks_is_what_breaks(page: &mut Page) {
    // C104: 30B in four bits on one 24 GB card.
    let link = "m=llama-30b&method=qlora&q=nf4-dq&g=rtx-3090&s=1024";
    assert_eq!(verdict(page, &format!("{link}&r=256")), State::DoesNotFit);
    let sixteen = verdict(page, &format!("{link}&r=16"));
    assert_ne!(sixteen, State::DoesNotFit);
    let lines = reached(page);
    let longest = number_before(&lines[0], " tokens");
    assert!((512.0..=2048.0).contains(&longest), "{lines:?}");
    // Trained adapters, their gradients and moments are the difference, not the base.
    let [wide, narrow] = [256, 16].map(|rank| report(&format!("{link}&r={rank}")));
    let grown = wide.peak.needed.as_gib() - narrow.peak.needed.as_gib();
    assert!(grown > 6.0, "{grown}");
}

fn experts_do_not_fit_one_card(page: &mut Page) {
    // C127: 30B-A3B in four bits, although its weights alone would.
    let link = "m=qwen3-30b-a3b&method=qlora&g=rtx-4090";
    assert_eq!(verdict(page, link), State::DoesNotFit);
    let loaded = report(link);
    let load = loaded.instants.iter().find(|at| at.moment == Moment::Load);
    let load = load
        .expect("it is loaded")
        .total(estimator::memory::Metric::Needed)
        .as_gib();
    assert!(load > 16.0, "more than the steady weights: {load}");
    let words = page.text("#answer");
    assert!(words.starts_with("Does not fit."), "{words}");
}

fn how_long_a_34b_may_be_depends_on_upcasts(page: &mut Page) {
    // C107: a desktop takes some of the card.
    let link = "m=yi-34b&method=qlora&q=nf4-dq&g=rtx-4090&used=0.7&s=1024";
    let mut found = Vec::new();
    for upcast in ["yes", "no"] {
        page.open(&format!("#{link}&kbit={upcast}"));
        let lines = reached(page);
        assert!(
            lines[0].contains("is sure to fit") && lines[0].contains("borderline"),
            "{lines:?}"
        );
        found.push(number_before(&lines[0], " tokens"));
    }
    assert!((600.0..=1400.0).contains(&found[0]), "{found:?}");
    assert!(found[0] < found[1], "{found:?}");
}

fn an_alpaca_epoch_on_one_card(page: &mut Page) {
    // C154: 13B in eight bits, micro-batch 2, 52k short rows: 3.25 hours an epoch.
    let link = "stack=hf&m=llama-13b&method=qlora&q=int8&r=8&t=q_v&g=rtx-4090&b=2&ga=64&s=512&rows=52002&len=100&epochs=1";
    assert_ne!(verdict(page, link), State::DoesNotFit);
    let hours = number_before(&page.text(".takes"), " GPU-hours");
    assert!((1.6..=6.5).contains(&hours), "{hours}");
}
