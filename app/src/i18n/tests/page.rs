//! Words of a measured data set, an observed speed, what would do instead, and recomputed statements.
use super::{label, sentence};
use crate::i18n::{
    case_premises, case_verdict, claim, claim_verdict, claims_headline, clock, computed, dataset,
    instead,
};
use estimator::analysis::claims::{Verdict as Judged, claims};
use estimator::analysis::speed_text::SpeedUnit;
use estimator::analysis::time_check::{Cause, Predicted, TimeCheck, Verdict};
use estimator::codec::decode;
use estimator::cost;
use estimator::data::lengths::{Ratios, Unread, Why, measure};
use estimator::scenario::Currency;

#[test]
fn a_measured_data_set() {
    for rows in [
        "{\"text\":\"hello there\"}\n{\"text\":\"你好，世界\"}\n{\"tokens\":4000}",
        "tokens\n10\n3000\n",
    ] {
        let summary = measure(rows, Ratios::default());
        sentence(|lang| dataset::counted(lang, &summary), rows);
        sentence(|lang| dataset::cut(lang, &summary, 2048), rows);
        assert_eq!(dataset::cut(super::Lang::En, &summary, 4096), "");
        for at in 0..4 {
            label(
                |lang| dataset::lengths(lang, &summary)[at].0.to_owned(),
                rows,
            );
        }
        label(|lang| dataset::reading(lang, 12e6, 340e6, &summary), rows);
        let shares: f64 = dataset::bars(super::Lang::En, &summary)
            .iter()
            .map(|(_, share)| share)
            .sum();
        assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    }
    let names: Vec<String> = dataset::bars(
        super::Lang::En,
        &measure("1\n200\n256\n257\n", Ratios::default()),
    )
    .into_iter()
    .map(|(name, _)| name)
    .collect();
    assert_eq!(names, ["1", "129–256", "257–512"]);
    let whys = [
        Why::Json { column: 7 },
        Why::Encoding,
        Why::NoField,
        Why::NoNumber,
        Why::NoColumn,
        Why::Empty,
        Why::TooLong,
        Why::TooMany,
        Why::Cut,
    ];
    for why in whys {
        sentence(
            |lang| dataset::unread(lang, &Unread { line: 12, why }),
            "unread",
        );
    }
    sentence(|lang| dataset::more_unread(lang, 312), "more");
}

#[test]
fn an_observed_speed() {
    for cause in every!(Cause: FewerGpus Fp32 Offload SlowLinks MemoryShort Padding EagerAttention SlowUnpacking Recomputed Input
        Around Throttled TotalForOne MicroForStep ShorterRows)
    {
        sentence(|lang| clock::cause(lang, cause).to_owned(), "cause");
    }
    for unit in SpeedUnit::ALL {
        label(
            |lang| clock::observed_unit(lang, unit).to_owned(),
            unit.key(),
        );
    }
    sentence(|lang| clock::unknown_unit(lang, "samples/s"), "unit");
    let expected = Predicted {
        tokens_per_s_per_gpu: 3000.0,
        low: 2600.0,
        high: 3400.0,
        flops_per_token: 4.2e10,
        peak: 3.12e14,
    };
    for verdict in [
        Verdict::Normal,
        Verdict::Slow(7.3),
        Verdict::Fast(1.5),
        Verdict::Impossible,
    ] {
        let found = TimeCheck {
            rate: 410.0,
            mfu: 0.055,
            verdict,
            causes: Vec::new(),
            sparse_peak: false,
        };
        for at in 0..2 {
            sentence(
                |lang| clock::clocked(lang, &found, &expected)[at].clone(),
                "verdict",
            );
        }
        label(
            |lang| clock::causes_title(lang, verdict).to_owned(),
            "causes",
        );
    }
    sentence(|lang| clock::sparse(lang, 0.24), "sparse");
}

#[test]
fn what_would_do_instead() {
    for link in [
        "m=llama-3.1-70b&method=full&n=8&stack=deepspeed&shard=zero3&api=3",
        "m=qwen2.5-32b&method=full&n=8&nodes=2&stack=deepspeed&shard=zero3&rows=200000&api=0.01",
    ] {
        let found = cost::instead(&decode(link).draft);
        assert!(found.len() > 1, "{link}");
        for other in &found {
            sentence(|lang| instead(lang, other, Currency::Usd), link);
        }
    }
}

#[test]
fn every_statement() {
    let found = claims();
    for of in 0..2 {
        sentence(|lang| claims_headline(lang, &found)[of].clone(), "headline");
    }
    for verdict in [Judged::Agrees, Judged::Depends, Judged::Contradicted] {
        sentence(|lang| claim_verdict(lang, verdict).to_owned(), "verdict");
    }
    label(|lang| case_verdict(lang, true).to_owned(), "agrees");
    label(|lang| case_verdict(lang, false).to_owned(), "does not");
    for found in &found {
        for of in 0..2 {
            sentence(|lang| claim(lang, found.id)[of].to_owned(), found.id);
        }
        for case in &found.cases {
            for lang in super::Lang::ALL {
                for text in [
                    computed(lang, found.measure, &case.computed),
                    case_premises(lang, case),
                ] {
                    super::check(lang, &text, found.id);
                }
            }
        }
    }
}
