//! Words of the plan: both languages, every remark and reason, with the figures of the search.
use super::sentence;
use crate::i18n::{
    Lang, advised, changed, choice, host_share, missed, param_label, plan_scope, point,
    recommended, rejected,
};
use estimator::analysis::remedies::Change;
use estimator::calibration::Calibration;
use estimator::memory::Moment;
use estimator::plan::{Advice, Goal, Plan, Relief, Search, Short, Space, advice};
use estimator::scenario::{Checked, Draft, Method, Offload, Param, Scenario, Sharding};
use estimator::units::{Bytes, SizeUnit};

fn planned(pairs: &[(Param, &str)]) -> (Scenario, Space, Plan) {
    let draft = pairs.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    });
    let scenario = draft.check().scenario.expect("a scenario");
    let space = Space {
        most_gpus: 16,
        ..Space::around(&scenario)
    };
    let mut search = Search::new(&draft, space, &Goal::default()).expect("a search");
    while !search.step(10_000).done {}
    (scenario, search.space().clone(), search.plan())
}

#[test]
fn every_remark_has_its_words_and_figures() {
    let gib = Bytes::gib;
    let all = [
        Advice::Replicas {
            needed: gib(31.0),
            usable: gib(79.0),
        },
        Advice::DivideStates {
            states: gib(112.0),
            layer: gib(3.0),
            usable: gib(79.0),
            offered: true,
        },
        Advice::Lighten {
            states: gib(14.0),
            needed: gib(31.0),
            usable: gib(23.0),
            change: Some(Change::FusedLoss),
        },
        Advice::Lighten {
            states: gib(14.0),
            needed: gib(31.0),
            usable: gib(23.0),
            change: None,
        },
        Advice::DivideMatrices {
            layer: gib(97.0),
            usable: gib(79.0),
            offered: false,
        },
        Advice::DivideSequences {
            activations: gib(131.0),
            usable: gib(79.0),
            offered: false,
        },
        Advice::SlowShards {
            share: 0.31,
            across: true,
            relief: Some(Relief::Sharding(Sharding::Hybrid)),
        },
        Advice::SlowShards {
            share: 0.31,
            across: true,
            relief: None,
        },
        Advice::SlowShards {
            share: 0.31,
            across: false,
            relief: Some(Relief::MicroBatch),
        },
        Advice::ManyAccumulations {
            accumulation: 31,
            samples: 500.0,
        },
        Advice::EffectiveBatch { samples: 310.0 },
        Advice::GainsLittle {
            gpus: 31,
            one: 2.0,
            all: 1.5,
        },
        Advice::Fp8OnLittle { tokens: 3.1e6 },
    ];
    for remark in all {
        // A new one has to be listed above.
        match remark {
            Advice::Replicas { .. }
            | Advice::DivideStates { .. }
            | Advice::Lighten { .. }
            | Advice::DivideMatrices { .. }
            | Advice::DivideSequences { .. }
            | Advice::SlowShards { .. }
            | Advice::ManyAccumulations { .. }
            | Advice::EffectiveBatch { .. }
            | Advice::GainsLittle { .. }
            | Advice::Fp8OnLittle { .. } => {}
        }
        sentence(|lang| advised(lang, &remark, SizeUnit::Gib), "a remark");
        let words = advised(Lang::En, &remark, SizeUnit::Gib);
        let figure = ["31", "112", "97", "131", "3.1"];
        assert!(
            figure.iter().any(|figure| words.contains(figure)),
            "{words}"
        );
    }
}

#[test]
fn a_choice_names_what_was_varied() {
    let (scenario, space, plan) = planned(&[
        (Param::Stack, "deepspeed"),
        (Param::Model, "llama-3.1-70b"),
        (Param::Method, "full"),
        (Param::Sequence, "4096"),
    ]);
    let minimum = plan.minimum.expect("it runs on 16");
    assert_eq!(minimum.candidate.offload, Offload::Optimizer);
    let [name, layout, figures] = choice(Lang::En, &minimum, &space, &scenario, SizeUnit::Gib);
    assert!(name.starts_with("16 × A100"), "{name}");
    assert!(layout.contains("offload: "), "{layout}");
    assert!(layout.contains(" × accumulation "), "{layout}");
    assert!(figures.contains("GPU-hours"), "{figures}");
    for front in &plan.front {
        let cells = point(Lang::Zh, front, &space, &scenario);
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{cells:?}");
    }
    // On eight, states go to the host, and the host is too small: it is said whose memory.
    let host = plan
        .rejected
        .iter()
        .find(|rejected| matches!(rejected.short, Short::Host(_)));
    let words = rejected(
        Lang::En,
        host.expect("a node is short"),
        &space,
        SizeUnit::Gib,
    );
    assert!(
        words.contains("host memory") && words.contains("8 × A100"),
        "{words}"
    );
    let gpu = plan
        .rejected
        .iter()
        .find(|rejected| rejected.short == Short::Gpu(Moment::Step));
    let words = rejected(
        Lang::En,
        gpu.expect("a GPU is short"),
        &space,
        SizeUnit::Gib,
    );
    assert!(words.contains("optimizer step"), "{words}");
}

#[test]
fn a_stopped_search_says_so() {
    let (_, space, _) = planned(&[(Param::Model, "qwen2.5-0.5b")]);
    let whole = plan_scope(Lang::En, [5_000, 5_000], &space);
    let part = plan_scope(Lang::En, [1_280, 5_000], &space);
    assert!(
        !whole.contains("Stopped") && part.starts_with("Stopped at 1,280 of 5,000."),
        "{part}"
    );
    let titles = [
        (None, None),
        (None, Some(24.0)),
        (None, Some(168.0)),
        (Some(24.0), None),
    ]
    .map(|(hours, patience)| recommended(Lang::En, hours, patience));
    for (at, title) in titles.iter().enumerate() {
        assert!(!titles[..at].contains(title), "{title}");
    }
}

#[test]
fn assumed_host_memory_is_called_so() {
    let draft = Draft::default().with(Param::GpusPerNode, "8");
    let words = |draft: &Draft, lang| {
        let scenario = draft.check().scenario.expect("a scenario");
        host_share(lang, &scenario, Bytes::gib(187.0), SizeUnit::Gib)
    };
    assert_eq!(
        words(&draft, Lang::En),
        "Host memory of a node: 187.0 of 1,024.0 GiB, assumed."
    );
    assert!(words(&draft, Lang::Zh).contains("假设值"));
    let given = draft.with(Param::Ram, "512");
    assert_eq!(
        words(&given, Lang::En),
        "Host memory of a node: 187.0 of 512.0 GiB."
    );
}

#[test]
fn what_is_missed_is_said() {
    let draft = Draft::default()
        .with(Param::Deadline, "4")
        .with(Param::Budget, "300");
    let scenario = draft.check().scenario.expect("a scenario");
    let words = |high, cost| missed(Lang::En, &scenario, high, Some(cost), 100.0);
    assert_eq!(words(3.9, 299.0), "");
    let late = words(5.0, 299.0);
    assert!(
        late.contains("deadline") && !late.contains("budget"),
        "{late}"
    );
    let dear = words(3.0, 339.0);
    assert!(dear.contains("budget") && dear.contains("339"), "{dear}");
    sentence(
        |lang| {
            missed(lang, &scenario, 5.0, Some(339.0), 100.0)
                .trim()
                .to_owned()
        },
        "what is missed",
    );
}

#[test]
fn remarks_follow_the_choice() {
    let few = [
        (Param::Model, "qwen2.5-7b"),
        (Param::GpusPerNode, "8"),
        (Param::Samples, "500"),
        (Param::MeanLength, "200"),
    ];
    let draft = few.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    });
    let scenario = draft.check().scenario.expect("a scenario");
    assert_eq!(scenario.method, Method::Lora);
    let remarks = advice(&draft, &scenario, &Calibration::default());
    let words: Vec<String> = remarks
        .iter()
        .map(|remark| advised(Lang::En, remark, SizeUnit::Gib))
        .collect();
    assert!(
        words.iter().any(|words| words.starts_with("8 GPUs take")),
        "{words:?}"
    );
}

/// What follows by default from a choice is said before it is pressed: no precision, method or kernel changes silently.
#[test]
fn what_a_choice_changes_besides_is_said() {
    let words = |lang, before: &[(Param, &str)], after: &[(Param, &str)]| {
        let with = |pairs: &[(Param, &str)]| {
            let filled = |draft: Draft, (param, text): &(Param, &str)| draft.with(*param, *text);
            pairs.iter().fold(Draft::default(), filled).check()
        };
        changed(lang, &with(before), &with(after)).unwrap_or_default()
    };
    let full = [
        (Param::Method, "full"),
        (Param::GpusPerNode, "8"),
        (Param::Sharding, "fsdp"),
    ];
    let alone = [
        (Param::Method, "full"),
        (Param::Gpu, "b200-sxm-180gb"),
        (Param::Sharding, "none"),
    ];
    let said = words(Lang::En, &full, &alone);
    for part in ["Weights held in fp32 → 16-bit", "Sharding FSDP full → none"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(
        said.starts_with("Also changes: ") && !said.contains("B200"),
        "{said}"
    );
    let said = words(Lang::Zh, &full, &alone);
    assert!(
        said.starts_with("同时改动：") && said.contains("权重精度 fp32 → 16-bit"),
        "{said}"
    );
    let lora = words(
        Lang::En,
        &[(Param::Method, "full")],
        &[(Param::Method, "lora")],
    );
    assert!(lora.contains("Method Full → LoRA"), "{lora}");
    // What the layout says itself is not said twice; nor is what stays.
    let laid_out = [(Param::MicroBatch, "4"), (Param::Accumulation, "2")];
    assert_eq!(words(Lang::En, &[], &laid_out), "");
    assert_eq!(words(Lang::En, &[], &[(Param::Rank, "16")]), "");
}

/// Whatever a plan proposes: an input that differs afterwards, where it meant something before, is in the layout or is said.
#[test]
fn no_choice_of_a_preset_changes_anything_unsaid() {
    let mut said = 0;
    for preset in estimator::presets::all() {
        let draft = preset.draft();
        let before = draft.check();
        let Ok(scenario) = &before.scenario else {
            continue;
        };
        let mut search =
            Search::new(&draft, Space::around(scenario), &Goal::default()).expect("a search");
        while !search.step(10_000).done {}
        let plan = search.plan();
        for found in [plan.minimum, plan.cheapest].into_iter().flatten() {
            let then = found.candidate.draft(&draft, search.space()).check();
            let words = changed(Lang::En, &before, &then).unwrap_or_default();
            let [_, layout, _] = choice(Lang::En, &found, search.space(), scenario, SizeUnit::Gib);
            for param in [
                Param::WeightDtype,
                Param::GradientDtype,
                Param::Loss,
                Param::Method,
            ] {
                let of = |checked: &Checked| {
                    let field = checked.field(param).filter(|field| field.applies);
                    field.map(|field| field.text.clone())
                };
                let (Some(now), Some(then)) = (of(&before), of(&then)) else {
                    continue;
                };
                let label = param_label(Lang::En, param);
                assert_eq!(
                    words.contains(&[label, " "].concat()),
                    now != then,
                    "{}: {words} {layout}",
                    preset.key
                );
                said += usize::from(now != then);
            }
        }
    }
    assert!(said > 5, "{said}");
}
