//! The guided start: whatever is answered, what it proposes holds.
use estimator::analysis::start::{Aim, Answers, LENGTHS, MACHINES, SAMPLES, SIZES, Start, start};
use estimator::memory::{MemoryReport, Metric, State};
use estimator::scenario::{Param, Scenario};

fn answers() -> impl Iterator<Item = Answers> {
    let sizes = (0..SIZES.len()).map(Some).chain([None]);
    sizes.flat_map(|size| {
        let machines = 0..MACHINES.len();
        machines.flat_map(move |machine| {
            (0..LENGTHS.len()).flat_map(move |length| {
                Aim::ALL.map(|aim| Answers {
                    size,
                    machine,
                    length,
                    samples: (length + machine) % SAMPLES.len(),
                    aim,
                })
            })
        })
    })
}

fn scenario(start: &Start) -> Scenario {
    let found = start.found.as_ref().expect("something is always proposed");
    found.draft.check().scenario.expect("a scenario")
}

#[test]
fn what_is_proposed_is_what_the_model_says() {
    for answers in answers() {
        let start = start(answers);
        let scenario = scenario(&start);
        let report = MemoryReport::of(&scenario);
        let found = start.found.as_ref().expect("checked");
        assert_eq!(report.verdict.state, found.state, "{answers:?}");
        assert_eq!(report.peak.of(Metric::Needed), found.needed, "{answers:?}");
        assert_eq!(scenario.cluster.gpus(), MACHINES[answers.machine].1);
        if found.state == State::Fits {
            let batch =
                scenario.batch.micro * scenario.batch.accumulation * scenario.cluster.gpus();
            assert_eq!(batch, 32, "{answers:?}");
        } else {
            // Then nothing else that was tried needs less.
            assert!(
                start
                    .rejected
                    .iter()
                    .all(|tried| tried.needed.get() >= found.needed.get())
            );
        }
        assert!(
            start
                .rejected
                .iter()
                .all(|tried| tried.state != State::Fits),
            "{answers:?}"
        );
    }
}

#[test]
fn the_largest_that_fits_is_the_largest() {
    for answers in answers().filter(|answers| answers.size.is_none()) {
        let largest = start(answers).found.expect("something");
        let place = SIZES
            .iter()
            .position(|key| *key == largest.model)
            .expect("listed");
        for size in 0..SIZES.len() {
            let one = start(Answers {
                size: Some(size),
                ..answers
            })
            .found
            .expect("something");
            if one.state == State::Fits {
                assert!(size <= place, "{answers:?}: {} fits as well", one.model);
            }
        }
    }
}

#[test]
fn a_better_method_is_passed_over_only_where_it_does_not_fit() {
    let node = Answers {
        machine: 6,
        ..Answers::default()
    };
    assert_eq!(start(node).found.expect("something").method, "full");
    let thrift = Answers {
        aim: Aim::Thrift,
        ..node
    };
    assert_eq!(start(thrift).found.expect("something").method, "lora");
    // Half the memory: a 7B in full no longer fits on one card of 40 GB.
    let half = start(Answers {
        machine: 3,
        ..Answers::default()
    });
    let half = half.found.expect("something");
    assert_eq!(half.draft.get(Param::Gpu), Some("a100-sxm-40gb"));
    assert_eq!((half.method, half.state), ("lora", State::Fits));
    let desk = start(Answers {
        size: Some(3),
        machine: 0,
        ..Answers::default()
    });
    assert_eq!(
        desk.rejected
            .iter()
            .map(|tried| tried.method)
            .collect::<Vec<_>>(),
        ["full", "lora"]
    );
    assert_eq!(desk.found.expect("something").method, "qlora");
    let hopeless = start(Answers {
        size: Some(5),
        machine: 0,
        ..Answers::default()
    });
    assert_eq!(hopeless.rejected.len(), 3);
    assert_ne!(hopeless.found.expect("something").state, State::Fits);
}
