//! Statements of interview notes against the model: verdicts that must hold, and that rest on numbers.
use estimator::analysis::claims::{Claim, Measure, Verdict, claims};
use estimator::analysis::time_check::{self, Observed, Predicted, TimeCheck};
use estimator::codec::{decode, encode};
use estimator::time::TimeReport;

fn claim(id: &str) -> Claim {
    claims()
        .into_iter()
        .find(|claim| claim.id == id)
        .unwrap_or_else(|| panic!("{id}"))
}

/// The table as a person would read it: `cargo test --test claims -- --nocapture`.
#[test]
fn every_statement_is_recomputed() {
    let found = claims();
    for number in 1..=21 {
        let number = format!("C{number}");
        let part = |id: &str| id.trim_end_matches(char::is_alphabetic) == number;
        assert!(found.iter().any(|claim| part(claim.id)), "{number}");
    }
    let ids: Vec<&str> = found.iter().map(|claim| claim.id).collect();
    let mut once = ids.clone();
    once.dedup();
    assert_eq!(once, ids);
    for claim in &found {
        assert!(!claim.cases.is_empty(), "{}", claim.id);
        for case in &claim.cases {
            let computed = case.computed;
            println!(
                "{:5} {:?}: stated {:.3e} to {:.3e}, computed {:.3e} ({:.3e} to {:.3e}) {:?}  #{}",
                claim.id,
                claim.measure,
                claim.stated.0,
                claim.stated.1,
                computed.typical,
                computed.low,
                computed.high,
                claim.verdict(),
                encode(&case.draft).text
            );
            assert!(
                (computed.typical > 0.0 || claim.measure == Measure::Fits)
                    && computed.low <= computed.typical
                    && computed.typical <= computed.high
            );
            let ratio = matches!(
                claim.measure,
                Measure::PeakRatio
                    | Measure::TokenFlopsRatio
                    | Measure::AttentionRatio
                    | Measure::RateRatio
                    | Measure::TimeRatio
                    | Measure::ActivationsSaved
                    | Measure::PeakOver
            );
            assert_eq!(case.against.is_some(), ratio, "{}", claim.id);
            let link = encode(&case.draft).text;
            assert_eq!(encode(&decode(&link).draft).text, link);
        }
    }
    let cases: usize = found.iter().map(|claim| claim.cases.len()).sum();
    assert_eq!(cases, 70);
}

/// Full rows, eight A100: four thousand tokens a second are a seventh of what is expected, and 7% of the peak.
#[test]
fn four_thousand_tokens_a_second_are_seven_per_cent() {
    let case = claim("C21a").cases.remove(0);
    let scenario = case.draft.check().scenario.unwrap();
    let time = TimeReport::of(&scenario).unwrap();
    let found = TimeCheck::of(
        &scenario,
        &Predicted::of(&time, 8.0),
        Observed::Total(4000.0),
        None,
    );
    assert!((found.mfu - 0.066).abs() < 0.004, "{found:?}");
    assert!(
        matches!(found.verdict, time_check::Verdict::Slow(times) if times > 6.0 && times < 9.0),
        "{found:?}"
    );
}

#[test]
fn verdicts() {
    let mut known = 0;
    for (id, verdict) in [
        // Gradients in fp32 beside a master copy make it 18.
        ("C1a", Verdict::Depends),
        ("C1b", Verdict::Depends),
        ("C1c", Verdict::Agrees),
        // Two moments of four bytes; the sum holds with the master copy.
        ("C2a", Verdict::Contradicted),
        ("C2b", Verdict::Agrees),
        // Both texts are right: one recomputes, the other keeps.
        ("C3a", Verdict::Depends),
        ("C3b", Verdict::Depends),
        ("C4a", Verdict::Depends),
        ("C4b", Verdict::Agrees),
        ("C5a", Verdict::Agrees),
        ("C5b", Verdict::Agrees),
        ("C5c", Verdict::Depends),
        ("C6a", Verdict::Depends),
        ("C6b", Verdict::Agrees),
        ("C6c", Verdict::Agrees),
        ("C6d", Verdict::Depends),
        ("C6e", Verdict::Agrees),
        ("C7a", Verdict::Depends),
        ("C7b", Verdict::Agrees),
        ("C7c", Verdict::Contradicted),
        ("C8a", Verdict::Depends),
        ("C8b", Verdict::Agrees),
        ("C8c", Verdict::Depends),
        ("C9a", Verdict::Contradicted),
        ("C9b", Verdict::Agrees),
        ("C10a", Verdict::Agrees),
        ("C10b", Verdict::Agrees),
        // Its own formula gives three minutes; padding gives the rest.
        ("C11", Verdict::Depends),
        // Three padded passes, not one of full rows.
        ("C12", Verdict::Depends),
        // Attention for a token rises four times, all of its operations by an eighth.
        ("C13a", Verdict::Contradicted),
        ("C13b", Verdict::Agrees),
        ("C14a", Verdict::Depends),
        ("C14b", Verdict::Depends),
        ("C15a", Verdict::Agrees),
        ("C15b", Verdict::Agrees),
        ("C15c", Verdict::Contradicted),
        ("C16a", Verdict::Agrees),
        ("C16b", Verdict::Contradicted),
        // With NVLink and no gathering eight GPUs are faster; with ZeRO-3 over PCIe they are slower.
        ("C17", Verdict::Depends),
        ("C18a", Verdict::Agrees),
        ("C18b", Verdict::Agrees),
        ("C18c", Verdict::Agrees),
        ("C18d", Verdict::Agrees),
        ("C19", Verdict::Depends),
        ("C20a", Verdict::Agrees),
        ("C20b", Verdict::Agrees),
        ("C21a", Verdict::Contradicted),
        ("C21b", Verdict::Contradicted),
    ] {
        assert_eq!(claim(id).verdict(), verdict, "{id}");
        known += 1;
    }
    assert_eq!(known, claims().len());
}
