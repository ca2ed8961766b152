//! Statements of interview notes against the model: verdicts that must hold, and that rest on numbers.
use estimator::analysis::claims::{Claim, Measure, Verdict, claims};
use estimator::codec::{decode, encode};

fn claim(id: &str) -> Claim {
    claims().into_iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("{id}"))
}

/// The table as a person would read it: `cargo test --test claims -- --nocapture`.
#[test]
fn every_statement_is_recomputed() {
    let found = claims();
    for number in ["C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C21"] {
        assert!(found.iter().any(|claim| claim.id.starts_with(number)), "{number}");
    }
    for claim in &found {
        assert!(!claim.cases.is_empty(), "{}", claim.id);
        for case in &claim.cases {
            let computed = case.computed;
            println!(
                "{:5} {:?}: stated {:.3e} to {:.3e}, computed {:.3e} ({:.3e} to {:.3e}) {:?}  #{}",
                claim.id, claim.measure, claim.stated.0, claim.stated.1, computed.typical, computed.low, computed.high,
                claim.verdict(), encode(&case.draft).text
            );
            assert!(computed.typical > 0.0 && computed.low <= computed.typical && computed.typical <= computed.high);
            let ratio = matches!(claim.measure, Measure::PeakRatio | Measure::TokenFlopsRatio | Measure::AttentionRatio | Measure::RateRatio | Measure::TimeRatio);
            assert_eq!(case.against.is_some(), ratio, "{}", claim.id);
            let link = encode(&case.draft).text;
            assert_eq!(encode(&decode(&link).draft).text, link);
        }
    }
    let cases: usize = found.iter().map(|claim| claim.cases.len()).sum();
    assert_eq!(cases, 20);
}

#[test]
fn verdicts() {
    for (id, verdict) in [("C10a", Verdict::Agrees)] {
        assert_eq!(claim(id).verdict(), verdict, "{id}");
    }
}
