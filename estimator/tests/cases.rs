//! What people ran, and whether it fitted, against the verdict.
//!
//! `user-cases.csv` has the threads, `cases-readings.csv` what each states as a scenario and how it ended, or why it is left out; a
//! thread may hold several runs. What a thread does not state is the stack's default. A run that fitted must not be called
//! impossible, one that failed must not be called a fit, and one that was at the limit must be called borderline.
#[path = "support/readings.rs"]
mod readings;

use estimator::memory::State;
use readings::{Reading, rows, word};
use std::collections::BTreeSet;

/// Runs whose outcome the verdict contradicts, each for a known reason. One that starts to agree has to leave.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "C026",
        "it ran on short samples and failed on long ones: 14 GiB are left for lengths that vary, which is not stated how",
    ),
    (
        "C044b",
        "neither offload nor the lengths of its samples are stated; 88.5 GiB are computed where 79.3 are usable",
    ),
    ("C076", "nothing in the configuration explains the failure"),
    (
        "C078b",
        "that release appears to have used whole logits, which would also explain the 14k that fitted",
    ),
    (
        "C082",
        "chunks of a fixed number of tokens never hold 2.5 bytes for each token; the block at 131k tokens was fused or offloaded",
    ),
    (
        "C087a",
        "no checkpoints, 16k tokens: 58 GiB are counted, and nothing in the configuration explains 20 more",
    ),
    (
        "C113b",
        "that release probably trained embedding and head in fp32, with fp32 moments for the embedding",
    ),
    (
        "C130",
        "it fails while loading: published as MXFP4 and unpacked on the GPUs, over which the automatic split is uneven",
    ),
];

const fn agrees(expected: State, state: State) -> bool {
    match expected {
        State::Fits => !matches!(state, State::DoesNotFit),
        State::DoesNotFit => !matches!(state, State::Fits),
        State::Borderline => matches!(state, State::Borderline),
    }
}

fn expected(text: &str) -> Option<State> {
    [State::Fits, State::Borderline, State::DoesNotFit]
        .into_iter()
        .find(|state| word(*state) == text)
}

#[test]
fn outcomes_agree() {
    let mut contradicted = Vec::new();
    let (mut runs, mut borderline) = (0, 0);
    for row in rows("cases-readings.csv") {
        let id = row.get("id");
        let Some(expected) = expected(row.get("expected")) else {
            assert_eq!(row.get("expected"), "omitted", "{id}");
            assert!(
                !row.get("note").is_empty(),
                "{id} is left out without a reason"
            );
            continue;
        };
        let report = Reading::of(id, row.get("link")).report();
        let state = report.verdict.state;
        runs += 1;
        borderline += usize::from(state == State::Borderline);
        let mark = if agrees(expected, state) { ' ' } else { 'x' };
        println!(
            "{mark} {id:6} {:10} {:10} {:6.1} of {:5.1} GiB at {:?}  {}",
            word(expected),
            word(state),
            report.peak.needed.as_gib(),
            report.verdict.usable.as_gib(),
            report.worst,
            row.get("note")
        );
        if !agrees(expected, state) {
            contradicted.push(id.to_owned());
        }
    }
    println!(
        "{} of {runs} agree, {borderline} by a borderline verdict",
        runs - contradicted.len()
    );
    let explained: Vec<&str> = EXPLAINED.iter().map(|(id, _)| *id).collect();
    assert_eq!(contradicted, explained);
    // METHOD.md says so, with a line for each.
    let agree = runs - contradicted.len();
    let said = format!(
        "{runs} runs that people described: {agree} agree, {borderline} of them borderline."
    );
    assert!(readings::method().contains(&said), "{said}");
    let lines = readings::METHOD.lines().filter_map(|line| {
        let id = line.strip_prefix("| ")?.split(' ').next()?;
        let digits = id.strip_prefix('C')?;
        digits
            .starts_with(|first: char| first.is_ascii_digit())
            .then_some(id)
    });
    assert_eq!(lines.collect::<Vec<_>>(), explained);
}

#[test]
fn every_case_is_read() {
    let cases: BTreeSet<String> = rows("user-cases.csv")
        .iter()
        .map(|row| row.get("id").to_owned())
        .collect();
    let readings = rows("cases-readings.csv");
    let read: BTreeSet<String> = readings
        .iter()
        .map(|row| row.get("case").to_owned())
        .collect();
    let ids: BTreeSet<&str> = readings.iter().map(|row| row.get("id")).collect();
    assert_eq!(read, cases);
    assert_eq!(ids.len(), readings.len());
    assert!(
        EXPLAINED
            .iter()
            .all(|(id, reason)| ids.contains(id) && !reason.is_empty())
    );
}
