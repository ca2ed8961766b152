//! Eight A100s and a 70B on long dialogues: no, why not, what instead, and what each costs.
use super::{press, reached, unfold, verdict};
use crate::expected::{report, scenario, shown};
use browser_tests::{Page, Test, tests};
use estimator::host::{HostMoment, HostReport};
use estimator::memory::State;

pub(super) const TESTS: &[Test] = tests![
    eight_cards_do_not_hold_a_full_70b,
    more_cards_do_not_help_at_32k,
    replicas_of_a_70b_fit_nowhere,
    adapters_of_a_70b_fit_at_8k,
    offloading_is_refused_by_host_memory,
    four_ways_side_by_side,
];

const FULL: &str =
    "stack=llamafactory&m=llama-3-70b&method=full&g=a100-sxm-80gb&n=8&shard=zero3&s=2048";

fn eight_cards_do_not_hold_a_full_70b(page: &mut Page) {
    assert_eq!(verdict(page, FULL), State::DoesNotFit);
    let lines = reached(page);
    assert!(
        lines[2].contains("As configured, needs at least 24 GPUs"),
        "{lines:?}"
    );
    // C059 ran out of memory on 16, C065 works on 32.
    assert_ne!(verdict(page, &format!("{FULL}&nodes=2")), State::Fits);
    assert_eq!(verdict(page, &format!("{FULL}&nodes=4")), State::Fits);
    // Every rank may load a copy of its own: a flag to set, with what it takes.
    let link = format!("{FULL}&hload=each&ram=1024");
    page.open(&format!("#{link}"));
    let host = HostReport::of(&scenario(&link));
    assert_eq!(host.worst, HostMoment::Load);
    let text = page.text(".host");
    assert!(text.contains(&shown(host.peak.as_gib())), "{text}");
}

fn more_cards_do_not_help_at_32k(page: &mut Page) {
    // C069.
    let link =
        "stack=llamafactory&m=qwen2.5-72b&method=full&g=a100-sxm-80gb&n=8&shard=zero3&s=32768";
    for nodes in [1, 16, 128] {
        assert_eq!(
            verdict(page, &format!("{link}&nodes={nodes}")),
            State::DoesNotFit
        );
    }
    let lines = reached(page);
    assert!(lines[2].contains("no number of GPUs helps"), "{lines:?}");
    let words = page.text("#answer").to_lowercase();
    assert!(words.contains("logits and loss"), "{words}");
    // What helps does not add GPUs where the breaking line does not divide by them.
    page.wait_visible(".helps tbody th");
    let helps = page.texts(".helps tbody th");
    assert!(helps.iter().all(|name| !name.contains("GPUs")), "{helps:?}");
    let divided = format!("{link}&nodes=8&cp=8&loss=fused-ce");
    assert_eq!(verdict(page, &divided), State::Fits);
}

fn replicas_of_a_70b_fit_nowhere(page: &mut Page) {
    let link = "stack=llamafactory&m=llama-3.1-70b&method=lora&g=a100-sxm-80gb&n=8&shard=ddp";
    assert_eq!(verdict(page, link), State::DoesNotFit);
    let lines = reached(page);
    assert!(lines[2].contains("no number of GPUs helps"), "{lines:?}");
    // 70.6 billion parameters in two bytes: 141 GB on each.
    page.click("header .tools button:first-child");
    page.wait_for("GB", |page| page.text("h1").contains(" GB"));
    assert!(
        page.text(".budget").contains("141.1"),
        "{}",
        page.text(".budget")
    );
    page.click("header .tools button:first-child");
    // One press divides it.
    page.wait_visible(".helps tbody button");
    press(page, ".helps tbody tr:first-child button");
    page.wait_for("a fit", |page| page.count("h1 em.ok") > 0);
    let link = page.url();
    let (_, link) = link.split_once('#').expect("a fragment");
    let base = report(link);
    let worst = base
        .instants
        .iter()
        .find(|at| at.moment == base.worst)
        .expect("the worst");
    let base = worst
        .terms
        .iter()
        .find(|term| term.id == estimator::memory::TermId::FrozenBase);
    let share = base.expect("a frozen base").bytes().as_gib() * 1.073_741_824;
    assert!((share - 17.6).abs() < 0.2, "{share}");
}

fn adapters_of_a_70b_fit_at_8k(page: &mut Page) {
    // C175.
    let link =
        "stack=llamafactory&m=llama-3.1-70b&method=lora&g=a100-sxm-80gb&n=8&shard=zero3&s=8192";
    assert_eq!(verdict(page, link), State::Fits);
    let report = report(link);
    let spare = (report.verdict.usable.get() - report.peak.needed.get()) / 1e9;
    assert!((15.0..=35.0).contains(&spare), "{spare}");
    assert_ne!(verdict(page, &format!("{link}&b=2")), State::Fits);
}

fn offloading_is_refused_by_host_memory(page: &mut Page) {
    // C049, C053: a terabyte is not enough to run it, less to save it.
    let link = "stack=deepspeed&m=qwen2.5-72b&method=full&g=a100-sxm-80gb&n=8&shard=zero3&off=both&ram=1024";
    page.open(&format!("#{link}"));
    assert!(
        page.text(".verdict .lacking")
            .contains("Host memory does not fit.")
    );
    let host = HostReport::of(&scenario(link));
    unfold(page);
    let table = page.text(".host");
    for moment in [HostMoment::Train, HostMoment::Save] {
        let at = host
            .instants
            .iter()
            .find(|at| at.moment == moment)
            .expect("it steps and saves");
        let needed = shown(at.total().as_gib());
        assert!(at.total().as_gib() > 1024.0, "{moment:?} {needed}");
        assert!(table.contains(&needed), "{moment:?} {needed}: {table}");
    }
}

fn four_ways_side_by_side(page: &mut Page) {
    // Adapters with divided sequences; four bits on two cards; bf16 with an 8-bit optimizer; 64 rented cards.
    let link = "stack=llamafactory&m=qwen2.5-72b&g=a100-sxm-80gb&n=8&s=16384&shard=zero3&method=lora&cp=8&loss=fused-ce\
                &2.method=qlora&2.n=2&2.shard=ddp&2.cp=1&3.method=full&3.opt=adamw-8bit&3.prec=pure-bf16&4.method=full&4.nodes=8";
    page.open(&format!("?view=compare#{link}"));
    page.wait_for("four columns", |page| {
        page.count(".columns > table > thead th") == 4 + 1
            || page.count(".columns thead strong") == 4
    });
    let rows = page.texts(".columns > table tbody th").join("\n");
    for wanted in [
        "GPU-hours",
        "Host memory of a node",
        "Rent",
        "One checkpoint on disk",
    ] {
        assert!(rows.contains(wanted), "{wanted}: {rows}");
    }
    // The first one fits on the eight that are there.
    let states = page.texts(".columns > table tbody em");
    assert!(states[0].starts_with("Fits"), "{states:?}");
}
