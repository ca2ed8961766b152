//! The table of the accuracy page: its links open what it says, and its figures are the harness's.
use estimator::measured::{
    Accuracy, Columns, Figures, RateTable, Scores, TOLD, draft, left_out, scored,
};
use estimator::memory::MemoryReport;
use estimator::scenario::{Kind, Param};
use estimator::time::Pace;
use std::collections::BTreeMap;

fn each(file: &str, mut act: impl FnMut(&Columns<'_>)) {
    let path = format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    for record in reader.records() {
        let cells: Vec<String> = record.unwrap().iter().map(str::to_owned).collect();
        act(&Columns::new(&names, &cells));
    }
}

fn accuracy() -> Accuracy {
    let mut accuracy = Accuracy::default();
    each("memory-measured.csv", |row| accuracy.add(row).unwrap());
    each("peers.csv", |row| accuracy.peer(row));
    accuracy
}

/// The form says of a stack that measured memory checks it only where the harness has rows of it.
#[test]
fn a_stack_is_measured_where_there_are_rows_of_it() {
    let mut seen = std::collections::BTreeSet::new();
    let mut note = |draft: Result<estimator::scenario::Draft, String>| {
        let stack = draft
            .ok()
            .and_then(|draft| draft.get(Param::Stack).map(str::to_owned));
        seen.extend(stack);
    };
    // Rows too vague to be scored check nothing.
    each("memory-measured.csv", |row| {
        if scored(row) {
            note(draft(row));
        }
    });
    let Kind::Choice(keys) = Param::Stack.info().kind else {
        panic!("stacks are a choice")
    };
    let wrong: Vec<&str> = keys
        .iter()
        .filter_map(|key| estimator::stack::find(key))
        .filter(|stack| stack.measured != seen.contains(stack.key))
        .map(|stack| stack.key)
        .collect();
    assert!(wrong.is_empty() && seen.len() > 5, "{wrong:?}");
}

#[test]
fn every_link_opens_the_prediction() {
    let accuracy = accuracy();
    let mut cut = Vec::new();
    for run in &accuracy.runs {
        let decoded = estimator::codec::decode(&run.link);
        assert!(
            decoded.notices.is_empty(),
            "{}: {:?}",
            run.id,
            decoded.notices
        );
        let scenario = decoded.draft.check().scenario.unwrap();
        let peak = MemoryReport::of(&scenario).peak.of(run.metric);
        assert_eq!(peak, run.shown, "{}: {}", run.id, run.link);
        let [predicted, low, high] = run.predicted;
        assert!(low <= predicted && predicted <= high, "{}", run.id);
        // To a byte: sizes in GB went there and back.
        if (peak.get() - predicted.get()).abs() > 1.0 {
            assert!(predicted < peak, "{}", run.id);
            cut.push(run.id.clone());
        }
    }
    // Cut at the card: a process cannot reserve more.
    println!("cut: {cut:?}");
    assert!(cut.len() * 20 < accuracy.runs.len(), "{cut:?}");
}

#[test]
fn the_table_is_the_harness() {
    let accuracy = accuracy();
    let mut scores = Scores::default();
    each("memory-measured.csv", |row| scores.add(row));
    let text = accuracy.tsv();
    let mut columns: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut runs, mut figures, mut peers) = (0, 0, 0);
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells[0] == "columns" {
            columns.insert(cells[1], cells[2..].to_vec());
            continue;
        }
        let names = &columns[cells[0]];
        assert_eq!(names.len(), cells.len() - 1, "{line}");
        let get = |name: &str| cells[1 + names.iter().position(|known| *known == name).unwrap()];
        let number = |name: &str| get(name).parse::<f64>().unwrap();
        match cells[0] {
            "figures" => {
                figures += 1;
                let found = match get("group") {
                    "pooled" => scores.pooled(),
                    "without" => scores.without_largest_source().1,
                    "shared" => continue,
                    "loso" => {
                        // The source's own figures, but for intervals learnt without it.
                        let coverage = left_out(&scores.outcomes);
                        let mut sources = coverage.by_source.iter();
                        let (_, _, inside) =
                            sources.find(|(name, ..)| name == get("name")).unwrap();
                        let of = scores.by("source");
                        let own = of.iter().find(|(name, _)| name == get("name")).unwrap().1;
                        Figures {
                            inside: *inside,
                            ..own
                        }
                    }
                    group => {
                        let of = scores.by(group);
                        of.iter().find(|(name, _)| name == get("name")).unwrap().1
                    }
                };
                let shown = ["median", "p90", "bias", "inside"].map(get);
                let harness = [found.median, found.p90, found.bias, found.inside];
                assert_eq!(shown, harness.map(|figure| figure.to_string()).each_ref());
                assert_eq!(get("n"), found.n.to_string());
            }
            "run" => {
                runs += 1;
                assert!(TOLD.iter().all(|name| names.contains(name)));
                let inside = (number("low")..=number("high")).contains(&number("measured"));
                assert_eq!(inside, get("inside") == "yes", "{line}");
            }
            "peer" => {
                peers += 1;
                assert!(number("median") > 0.0 && ["shared", "accepted"].contains(&get("rows")));
                assert!(get("url").is_empty() || get("url").starts_with("https://"));
            }
            "value" => assert!(number("number").is_finite()),
            other => panic!("{other}"),
        }
    }
    assert_eq!(runs, scores.outcomes.len());
    assert!(figures > 20 && peers > 20);
}

#[test]
fn the_shared_rows_are_those_of_the_published_table() {
    let text = accuracy().tsv();
    let line = text
        .lines()
        .find(|line| line.starts_with("figures\tshared\t"))
        .unwrap();
    // 24 of the 36 points that other tools were held against are among the measured runs.
    assert_eq!(line.split('\t').nth(3), Some("24"), "{line}");
}

/// Rates: as many lines as scored rows, each with a link under which the page shows the predicted rate; figures of the whole are
/// the harness's.
#[test]
fn every_rate_opens_its_prediction() {
    let mut table = RateTable::default();
    each("throughput-measured.csv", |row| table.add(row).unwrap());
    assert_eq!(table.runs.len(), table.scores.outcomes.len());
    for run in &table.runs {
        let decoded = estimator::codec::decode(&run.link);
        assert!(decoded.notices.is_empty(), "{}", run.id);
        let scenario = decoded.draft.check().scenario.unwrap();
        let rate = Pace::of(&scenario).unwrap().tokens_per_gpu;
        let [predicted, low, high] = run.predicted;
        assert!(
            (rate / predicted - 1.0).abs() < 1e-9,
            "{}: {rate} {predicted} {}",
            run.id,
            run.link
        );
        assert!(low <= predicted && predicted <= high, "{}", run.id);
    }
    let text = table.tsv();
    let pooled = table.scores.pooled();
    let line = format!(
        "figures\tpooled\t\t{}\t{}\t{}\t{}\t{}\n",
        pooled.n, pooled.median, pooled.p90, pooled.bias, pooled.inside
    );
    assert!(text.contains(&line), "{line}");
    let runs = text.lines().filter(|line| line.starts_with("run\t"));
    assert_eq!(runs.count(), pooled.n);
}
