//! Answers to questions about the model read well, whatever comes out.
use super::*;
use estimator::analysis::Budget;
use estimator::analysis::oom;
use estimator::analysis::solve::{Criterion, Goal, Limit, Outcome, Solution, solve};

const LINKS: &[&str] = &[
    "m=llama-3.1-70b&method=lora&g=rtx-4090",
    "stack=hf&m=llama-3.1-70b&method=lora&g=a100-sxm-80gb&n=8",
    "m=smollm2-135m&method=lora&g=b200&s=1&loss=cut",
    "stack=megatron&m=llama-3.1-70b&method=full&g=h100-sxm-80gb&s=4096&tp=8&pp=2&ckpt=full&n=8&nodes=4",
    "m=qwen2.5-7b&method=lora&var=many&g=a100-sxm-40gb",
    "m=qwen2.5-0.5b&method=full&g=h200-sxm-141gb&n=4",
    "m=mixtral-8x7b&method=full&n=8&nodes=2&ep=8",
];

fn solutions() -> Vec<Solution> {
    let presets = presets::all().iter().map(estimator::presets::Preset::draft);
    let drafts = presets.chain(LINKS.iter().map(|link| decode(link).draft));
    let mut all = Vec::new();
    for draft in drafts {
        for goal in [Goal::Sequence, Goal::MicroBatch, Goal::Gpus] {
            for criterion in [Criterion::Fits, Criterion::Peak] {
                all.extend(solve(&draft, goal, criterion, &mut Budget::default()));
            }
        }
    }
    // What no scenario above leads to.
    let refused = Draft::default().with(Param::Sequence, "0").check().scenario;
    let issues = refused.expect_err("no length");
    let mut odd = all[0].clone();
    odd.outcome = Outcome::NothingAllowed(issues.clone());
    let mut more = vec![odd];
    for solution in &all {
        let mut changed = solution.clone();
        if let Outcome::Found(found) = &mut changed.outcome {
            found.monotone = false;
            found.limit = if found.value % 2 == 0 {
                Limit::Bound
            } else {
                Limit::Refused(issues.clone())
            };
            more.push(changed);
        }
    }
    all.extend(more);
    all
}

#[test]
fn how_far_it_goes() {
    let all = solutions();
    let outcome = |wanted: fn(&Outcome) -> bool| all.iter().any(|found| wanted(&found.outcome));
    assert!(outcome(|outcome| matches!(outcome, Outcome::TooLarge(_))));
    assert!(outcome(|outcome| matches!(
        outcome,
        Outcome::NoNumberHelps { .. }
    )));
    for solution in &all {
        let value = match &solution.outcome {
            Outcome::Found(found) => found.value,
            _ => 0,
        };
        let what = format!("{:?} {:?}", solution.goal, solution.outcome);
        let words = |lang| reach(lang, solution, value, SizeUnit::Gib);
        sentence(|lang| words(lang)[0].clone(), &what);
        if !words(Lang::En)[1].is_empty() {
            sentence(|lang| words(lang)[1].clone(), &what);
        }
    }
}

const WIDTHS: [oom::Width; 2] = oom::Width::ALL;

fn objects() -> Vec<oom::Object> {
    use oom::{Object, Rows};
    let mut all = vec![
        Object::AdamTemporary,
        Object::SubGroupTemporary,
        Object::OptimizerShard,
        Object::HalfShard,
        Object::BlockShard,
        Object::RootShard,
        Object::KvCache,
    ];
    for width in WIDTHS {
        all.extend([
            Object::WholeModel(width),
            Object::ReduceBucket(width),
            Object::Block(width),
            Object::Root(width),
            Object::Vocabulary(width),
            Object::Hidden(width),
            Object::Queries(width),
            Object::Mlp(width),
            Object::GateUp(width),
            Object::Scores(width),
        ]);
        for target in every!(estimator::model::Target: Q K V O Gate Up Down Head) {
            all.extend([
                Object::Matrix(target, width),
                Object::Experts(target, width),
            ]);
        }
        for rows in [
            Rows::All,
            Rows::Shifted,
            Rows::Chunk,
            Rows::Evaluation,
            Rows::Kept,
            Rows::Implied(3000),
        ] {
            all.push(Object::Logits { rows, width });
        }
    }
    all
}

#[test]
fn tensors_have_names() {
    for object in objects() {
        label(
            |lang| super::super::oom::object(lang, object),
            &format!("{object:?}"),
        );
    }
}

#[test]
fn out_of_memory_messages_are_explained() {
    const OLD: &str = "CUDA out of memory. Tried to allocate 12.94 GiB (GPU 0; 79.35 GiB total capacity; 77.65 GiB already allocated; 1.21 GiB free; 77.89 GiB reserved in total by PyTorch)";
    const ODD: &str = "Tried to allocate 3.74 GiB. GPU 0 has a total capacity of 47.5 GiB of which 1.00 GiB is free. Process 1 has 46 GiB memory in use. Of the allocated memory 10.00 GiB is allocated by PyTorch, and 17.62 GiB is reserved by PyTorch but unallocated.";
    let tried = |size: &str| format!("Tried to allocate {size}");
    let rows = [
        (
            OLD.to_owned(),
            "stack=deepspeed&m=baichuan2-13b&method=full&n=4&g=a100-sxm-80gb",
        ),
        (ODD.to_owned(), "m=llama-3.1-8b"),
        (
            tried("4.64 GiB"),
            "m=qwen2.5-7b&method=lora&s=8192&loss=fused-linear",
        ),
        (tried("4.64 GiB"), "m=qwen2.5-7b&method=lora&s=8192"),
        (tried("2.17 GiB"), "m=qwen2.5-7b&method=lora&s=8192"),
        (tried("1824768000 bytes"), "m=qwen2.5-7b&method=lora&s=8192"),
        (tried("20.00 MiB"), ""),
        (tried("3 GiB"), ""),
        (tried("391.37 MiB"), ""),
        (
            format!("{} total capacity of 23.56 GiB", tried("130206.04 GiB")),
            "",
        ),
    ];
    let (mut strengths, mut timings) = (Vec::new(), Vec::new());
    for (text, link) in rows {
        let scenario = decode(link).draft.check().scenario.expect("a scenario");
        let report = oom::explain(&text, &scenario);
        let message = report.message.as_ref().expect("a message");
        for lang in Lang::ALL {
            assert!(!super::super::oom::figures(lang, message).is_empty());
            for (name, _) in super::super::oom::figures(lang, message) {
                check(lang, name, "figure");
            }
        }
        sentence(
            |lang| super::super::oom::unknown(lang, message, None),
            &text,
        );
        sentence(
            |lang| super::super::oom::unknown(lang, message, Some(oom::Phase::Step)),
            &text,
        );
        for hypothesis in &report.hypotheses {
            strengths.push(hypothesis.strength);
            timings.push(hypothesis.timing);
            sentence(
                |lang| super::super::oom::weight(lang, hypothesis, report.predicted),
                &text,
            );
        }
        for implied in &report.implied {
            sentence(|lang| super::super::oom::implied(lang, implied), &text);
        }
        for level in &report.levels {
            sentence(|lang| super::super::oom::level(lang, level), &text);
        }
        for remark in &report.remarks {
            sentence(|lang| super::super::oom::remark(lang, remark), &text);
        }
    }
    for phase in every!(oom::Phase: Load Forward Backward Step Save Evaluation Merge) {
        sentence(|lang| super::super::oom::phase(lang, phase), "phase");
    }
    for strength in every!(oom::Strength: Confirmed Expected Unexpected Implied) {
        assert!(strengths.contains(&strength), "{strength:?}");
    }
    assert!(timings.contains(&oom::Timing::AtPredictedPeak));
    for which in every!(oom::Contradiction: AllocatedAboveReserved FreeAboveTotal NoMemory) {
        let remark = oom::Remark::Contradiction(which);
        sentence(
            |lang| super::super::oom::remark(lang, &remark),
            "contradiction",
        );
    }
    for why in every!(oom::Unreadable: Empty TooLong NoRequest NoSize) {
        sentence(
            |lang| super::super::oom::unreadable(lang, why).to_owned(),
            "unreadable",
        );
    }
}
