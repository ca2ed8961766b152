//! Budgets worked out by hand: rounded lines, what leads from them to the estimate, contrasts, and what people reported.
use estimator::analysis::derivation::{
    Contrast, Line, Name, Part, Question, SMALLER, WITNESS, contrasts, exact, first_pass, gaps,
    ladder, quiz, said,
};
use estimator::calibration::Calibration;
use estimator::codec;
use estimator::memory::{Family, MemoryReport, Metric, Moment};
use estimator::scenario::{Draft, Param, Scenario};

/// What the student types: 7B, full, AdamW, 8 × A100 80 GB, ZeRO-2, 2,048 tokens.
const SEVEN: &str = "m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048";

fn draft(link: &str) -> Draft {
    let decoded = codec::decode(link);
    assert!(decoded.notices.is_empty(), "{link}: {:?}", decoded.notices);
    decoded.draft
}

fn scenario(link: &str) -> Scenario {
    draft(link).check().scenario.expect(link)
}

fn written(lines: &[Line]) -> Vec<String> {
    lines.iter().map(Line::symbols).collect()
}

#[test]
fn each_stage_divides_what_the_paper_says() {
    let of = |stage: &str| {
        let link = SEVEN.replace("zero2", stage);
        written(&first_pass(&scenario(&link))[..3])
    };
    assert_eq!(of("ddp"), ["2 × P", "2 × P", "12 × P"]);
    assert_eq!(of("zero1"), ["2 × P", "2 × P", "12 × P ÷ N"]);
    assert_eq!(of("zero2"), ["2 × P", "2 × P ÷ N", "12 × P ÷ N"]);
    assert_eq!(of("zero3"), ["2 × P ÷ N", "2 × P ÷ N", "12 × P ÷ N"]);
}

#[test]
fn other_methods_have_their_textbook_too() {
    let of = |link: &str| written(&first_pass(&scenario(link)));
    assert_eq!(
        of("m=llama-2-7b&method=lora&s=2048"),
        ["2 × P", "16 × T", "2 × L × b × s × h", "12 × b × s × V"]
    );
    assert_eq!(of("m=llama-2-7b&method=qlora")[0], "0.5 × P");
    assert_eq!(
        of("m=llama-2-7b&method=full&prec=bf16-pure&opt=adamw-8bit")[..3],
        ["2 × P", "2 × P", "2 × P"]
    );
    assert_eq!(
        of("m=llama-2-7b&method=full&ckpt=none&attn=eager")[3..5],
        ["34 × L × b × s × h", "5 × L × a × b × s × s"]
    );
    let fused = of("m=llama-2-7b&method=lora&loss=fused-linear");
    assert!(!fused.iter().any(|line| line.contains('V')), "{fused:?}");
}

/// Scenarios of many kinds.
fn many() -> Vec<Scenario> {
    let presets = estimator::presets::all()
        .iter()
        .map(estimator::presets::Preset::draft);
    let models = estimator::model::catalogue().flat_map(|model| {
        ["full", "lora", "qlora"].map(|method| {
            Draft::default()
                .with(Param::Model, model.spec.id.to_string())
                .with(Param::Method, method)
                .with(Param::GpusPerNode, "8")
                .with(Param::Sequence, "3000")
        })
    });
    let drafts: Vec<Draft> = presets.chain(models).collect();
    let found: Vec<Scenario> = drafts
        .into_iter()
        .filter_map(|draft| draft.check().scenario.ok())
        .collect();
    assert!(found.len() > 200, "{}", found.len());
    found
}

#[test]
fn what_is_said_stays_close_and_can_be_followed() {
    for scenario in many() {
        let lines = first_pass(&scenario);
        let name = &scenario.model.name;
        let (said, exact) = (said(&lines), exact(&lines));
        assert!((said / exact - 1.0).abs() < 0.05, "{name}: {said} {exact}");
        for line in &lines {
            // Whoever multiplies what is written gets what is said, up to the rounding of the result.
            let product = line.factors.iter().fold(1.0, |product, factor| {
                if factor.divides {
                    product / factor.said
                } else {
                    product * factor.said
                }
            });
            assert!(
                (line.said / product - 1.0).abs() < 0.026,
                "{name}: {line:?}"
            );
            assert!(
                (line.said / line.exact - 1.0).abs() < 0.026,
                "{name}: {line:?}"
            );
        }
    }
}

#[test]
fn differences_lead_to_the_estimate() {
    for scenario in many() {
        let report = MemoryReport::of(&scenario);
        let worst = report.at(report.worst).expect("the worst moment");
        let lines = first_pass(&scenario);
        let gaps = gaps(&scenario, &lines, worst);
        let differences: f64 = gaps.iter().map(|gap| gap.estimate - gap.textbook).sum();
        let reached = exact(&lines) + differences;
        let needed = worst.total(Metric::Needed).get();
        assert!((reached / needed - 1.0).abs() < 1e-9, "{reached} {needed}");
    }
}

#[test]
fn deepspeed_holds_more_than_the_paper_says() {
    let ladder = ladder(&draft(SEVEN), &scenario(SEVEN));
    let p = 6_738_415_616.0;
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
    assert!(ladder.gpus == 8 && near(ladder.parameters, p));
    let [one, two, three] = &ladder.rungs[..] else {
        panic!("{ladder:?}");
    };
    assert!(near(one.textbook, 4.0 * p + 12.0 * p / 8.0));
    assert!(near(two.textbook, 2.0 * p + 14.0 * p / 8.0));
    assert!(near(three.textbook, 16.0 * p / 8.0));
    // 2P whole and 16P/N; every stage sums gradients in fp32.
    assert!(near(two.whole, 2.0) && near(two.divided, 16.0), "{two:?}");
    assert!(near(one.whole, 4.0) && near(one.divided, 16.0), "{one:?}");
    assert!(three.whole < 1e-9 && near(three.divided, 18.0), "{three:?}");
    // The fused Adam of recent releases leaves one temporary, the fp32 gradient copy.
    assert!(near(two.temporary, 4.0 * p / 8.0), "{two:?}");
    // What was reported: allocated 28.28 GiB, and asked for 3.14.
    let gib = |bytes: f64| bytes / f64::from(1 << 30);
    assert!((gib(WITNESS.next()) - WITNESS.asked).abs() < 0.005);
    assert!((gib(WITNESS.explained()) - WITNESS.allocated).abs() < 0.05);
    assert!(near(two.held + 4.0 * p / 8.0, WITNESS.explained()));
}

#[test]
fn the_ladder_stands_for_any_scenario() {
    let one = "m=qwen2.5-7b&method=qlora&s=4096";
    let ladder = ladder(&draft(one), &scenario(one));
    assert_eq!((ladder.gpus, ladder.rungs.len()), (8, 3));
}

fn contrast(link: &str, wanted: Contrast) -> Vec<(Name, f64)> {
    let found = contrasts(&draft(link), &scenario(link), &Calibration::default());
    let (_, sides) = found
        .into_iter()
        .find(|(contrast, _)| *contrast == wanted)
        .expect("that contrast");
    sides
        .into_iter()
        .map(|side| (side.name, side.needed.get() / 1e9))
        .collect()
}

#[test]
fn contrasts_are_what_the_planner_says() {
    let needed = |link: &str| MemoryReport::of(&scenario(link)).peak.needed.get() / 1e9;
    for (name, gb) in contrast(SEVEN, Contrast::Stages) {
        let Name::Zero(stage) = name else { panic!() };
        let link = SEVEN.replace("zero2", &format!("zero{stage}"));
        assert!((gb - needed(&link)).abs() < 1e-9, "{name:?}");
    }
    let [(_, recomputed), (_, kept)] = contrast(SEVEN, Contrast::Checkpointing)[..] else {
        panic!();
    };
    assert!((recomputed - needed(&format!("{SEVEN}&ckpt=full"))).abs() < 1e-9);
    assert!((kept - needed(&format!("{SEVEN}&ckpt=none"))).abs() < 1e-9 && kept > recomputed);
    let [(_, before), (twice, after)] = contrast(SEVEN, Contrast::Gpus)[..] else {
        panic!();
    };
    assert_eq!(twice, Name::Gpus(16));
    assert!((before - needed(SEVEN)).abs() < 1e-9 && after < before);
    // The model's own vocabulary and heads change nothing.
    let own = contrast(SEVEN, Contrast::Vocabulary)[0];
    assert_eq!(own.0, Name::Vocabulary(32_000));
    assert!((own.1 - needed(SEVEN)).abs() < 1e-9);
    let heads = contrast(SEVEN, Contrast::Heads);
    assert_eq!(
        [heads[0].0, heads[1].0],
        [Name::KvHeads(32), Name::KvHeads(8)]
    );
    assert!((heads[0].1 - needed(SEVEN)).abs() < 1e-9 && heads[1].1 < heads[0].1);
    // A model that is published with the larger vocabulary stands by itself under it.
    let qwen = "m=qwen2.5-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048";
    let own = contrast(qwen, Contrast::Vocabulary)[1];
    assert!((own.1 - needed(qwen)).abs() < 1e-9, "{own:?}");
}

#[test]
fn a_large_vocabulary_costs_more_than_a_7b() {
    let long = SEVEN.replace("2048", "32768");
    let found = contrasts(&draft(&long), &scenario(&long), &Calibration::default());
    let is_vocabulary = |(contrast, _): &&(Contrast, _)| *contrast == Contrast::Vocabulary;
    let (_, sides) = found.iter().find(is_vocabulary).expect("vocabularies");
    let logits = (sides[1].logits - sides[0].logits) / 1e9;
    let needed = (sides[1].needed.get() - sides[0].needed.get()) / 1e9;
    // Twelve bytes for each of 32,768 × 120,064 scores; embedding, head and slack come on top.
    assert!((logits / (32_768.0 * 120_064.0 * 12e-9) - 1.0).abs() < 1e-9);
    assert!((39.0..=55.0).contains(&logits), "{logits}");
    assert!(needed > 39.0 && needed < 1.3 * logits, "{needed}");
    let smaller = contrast(SEVEN, Contrast::Smaller);
    assert!(smaller[1].1 > smaller[0].1, "{smaller:?}");
    assert!(SMALLER.url.starts_with("https://"));
}

#[test]
fn questions_have_answers() {
    let found = quiz(&draft(SEVEN), &scenario(SEVEN), &Calibration::default());
    let [gpus, length, other] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(gpus.question, Question::Gpus);
    // Half of what divides goes; the rest stays, but for a share of the slack.
    let gone = gpus.before.peak.needed.get() - gpus.after.peak.needed.get();
    assert_eq!(gpus.before.worst, Moment::Step);
    assert!(
        (gone / (gpus.divided / 2.0) - 1.0).abs() < 0.2,
        "{gone} {}",
        gpus.divided
    );
    assert!(length.after.peak.needed >= length.before.peak.needed);
    let activations = Family::Activations as usize;
    assert!(other.after.families[activations] > other.before.families[activations]);
}

#[test]
fn every_part_that_textbooks_have_names_its_source() {
    for scenario in many() {
        for line in first_pass(&scenario) {
            assert!(line.source.url.starts_with("https://"), "{line:?}");
            assert!(
                matches!(
                    line.part,
                    Part::Weights
                        | Part::Gradients
                        | Part::Optimizer
                        | Part::Adapters
                        | Part::Activations
                        | Part::Logits
                ),
                "{line:?}"
            );
        }
    }
}
