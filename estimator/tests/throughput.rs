//! Time against measured runs: the bars that the project holds itself to, and the table in METHOD.md.
use estimator::measured::{Columns, RateScores, predict_rate, rate_scored};

const DATA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/data/throughput-measured.csv"
);
const METHOD: &str = include_str!("../../METHOD.md");

fn rows(mut each: impl FnMut(&Columns<'_>)) {
    let mut reader = csv::Reader::from_path(DATA).expect("the project's own copy of the data");
    let names: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    for record in reader.records() {
        let cells: Vec<String> = record
            .expect("a record")
            .iter()
            .map(str::to_owned)
            .collect();
        each(&Columns::new(&names, &cells));
    }
}

fn scores() -> RateScores {
    let mut scores = RateScores::default();
    rows(|row| scores.add(row));
    scores
}

#[test]
fn meets_its_bars() {
    let scores = scores();
    let (pooled, adapters) = (scores.pooled(), scores.adapters());
    assert!(pooled.n >= 700, "{} rows", pooled.n);
    assert!(scores.coverage() >= 95.0, "{:?}", scores.missing);
    assert!(pooled.median <= 3.8, "median {:.2}%", pooled.median);
    assert!(pooled.p90 <= 15.0, "p90 {:.2}%", pooled.p90);
    assert!(
        (82.0..=96.0).contains(&pooled.inside),
        "{:.0}% inside",
        pooled.inside
    );
    assert!(adapters.median <= 5.0, "median {:.2}%", adapters.median);
    assert!(adapters.p90 <= 16.0, "p90 {:.2}%", adapters.p90);
}

/// No source is met by luck of another: each with ten runs or more has most of them in their intervals.
#[test]
fn every_source_lies_mostly_inside() {
    for (source, found) in scores().by("source") {
        if found.n >= 10 {
            assert!(found.inside >= 70.0, "{source}: {:.0}%", found.inside);
            assert!(found.bias.abs() <= 8.0, "{source}: bias {:.1}%", found.bias);
        }
    }
}

#[test]
fn method_md_shows_the_current_figures() {
    assert!(
        METHOD.contains(scores().markdown().trim()),
        "METHOD.md is out of date: run `cargo xtask validate`"
    );
}

/// A prediction must not depend on what names a row, nor on the measurement.
#[test]
fn reads_no_id_source_or_note() {
    let hidden = [
        "id",
        "source",
        "source_path",
        "note",
        "grade",
        "tokens_per_s_per_gpu",
    ];
    let mut compared = 0;
    rows(|row| {
        if !rate_scored(row) {
            return;
        }
        let names: Vec<String> = row.names().to_vec();
        let cell = |name: &String| {
            if hidden.contains(&name.as_str()) {
                String::new()
            } else {
                row.get(name).to_owned()
            }
        };
        let cells: Vec<String> = names.iter().map(cell).collect();
        assert_eq!(
            predict_rate(row),
            predict_rate(&Columns::new(&names, &cells))
        );
        compared += 1;
    });
    assert!(compared > 700);
}

/// Whatever a file holds, a row has a rate or a reason: each cell in turn is empty, unknown, negative, huge or nonsense.
#[test]
fn odd_cells_never_panic() {
    let odd = [
        "",
        "unknown",
        "-3",
        "0",
        "1e99",
        "9999999999999999999",
        "NaN",
        "8 GPUs",
        "é;\u{0}",
    ];
    let mut number = 0_usize;
    let mut answered = 0;
    rows(|row| {
        number += 1;
        if !number.is_multiple_of(37) {
            return;
        }
        let names: Vec<String> = row.names().to_vec();
        for changed in &names {
            for value in odd {
                let cell = |name: &String| {
                    if name == changed {
                        value.to_owned()
                    } else {
                        row.get(name).to_owned()
                    }
                };
                let cells: Vec<String> = names.iter().map(cell).collect();
                if let Ok(found) = predict_rate(&Columns::new(&names, &cells)) {
                    assert!(
                        found.tokens.is_finite() && found.tokens > 0.0,
                        "{changed}={value}"
                    );
                    assert!(found.low < found.tokens && found.tokens < found.high);
                    answered += 1;
                }
            }
        }
        // A file with other columns, fewer, or in another order.
        let _ = predict_rate(&Columns::new(&names, &[]));
        let _ = predict_rate(&Columns::new(&[], &[]));
    });
    assert!(answered > 2000, "{answered}");
}
