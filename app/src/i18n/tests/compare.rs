//! Scenarios side by side, in words.
use super::*;
use crate::state::{Column, Set};
use estimator::codec::{Decoded, decode};

fn columns(link: &str) -> Vec<Column> {
    let Decoded { draft, others, .. } = decode(link);
    let drafts = std::iter::once(&draft).chain(&others);
    drafts.map(|draft| Column::of(draft, None)).collect()
}

const LINKS: [&str; 6] = [
    "2.method=full&3.method=qlora",
    "m=llama-3.1-70b&n=8&2.m=llama-3.1-8b&3.n=16&4.like=1",
    "stack=deepspeed&method=full&n=8&shard=zero2&2.shard=zero3&3.s=8192&4.b=4",
    "2.g=rtx-4090&3.g=h100-sxm-80gb&3.r=64&4.cur=cny",
    "s=many&2.s=4096&3.m=custom",
    "m=llama-3.1-70b&method=full&2.method=qlora",
];

#[test]
fn names_tell_columns_apart() {
    let names = |lang, link| column_names(lang, &columns(link));
    assert_eq!(names(Lang::En, LINKS[0]), ["LoRA", "Full", "QLoRA"]);
    assert_eq!(
        names(Lang::En, "n=8&2.method=full&2.n=16&3.s=8192"),
        [
            "LoRA · 8×A100 SXM 80 GB · 2k tokens",
            "Full · 16×A100 SXM 80 GB · 2k tokens",
            "LoRA · 8×A100 SXM 80 GB · 8k tokens"
        ]
    );
    assert_eq!(names(Lang::Zh, "2.r=64"), ["秩 16", "秩 64"]);
    assert_eq!(
        names(Lang::En, "s=1024&2.like=1"),
        ["Scenario 1", "Scenario 2"]
    );
    // What follows from a choice by default is in no name.
    let stacks = names(Lang::En, "n=8&2.stack=deepspeed");
    assert_eq!(
        stacks,
        ["TRL + accelerate", "Hugging Face Trainer + DeepSpeed"]
    );
}

/// What is printed adds up: the lines to the peak, and the differences to the first column.
#[test]
fn printed_figures_add_up() {
    let read = |text: &str| -> f64 {
        let plain = text.replace(',', "").replace('−', "-");
        plain.parse().unwrap_or_else(|_| panic!("{text}"))
    };
    for link in LINKS {
        let columns = columns(link);
        let groups = compared(Lang::En, &columns, SizeUnit::Gib);
        let memory = &groups[0].rows;
        for (at, column) in columns.iter().enumerate() {
            let Some(answer) = &column.answer else {
                assert!(
                    groups
                        .iter()
                        .all(|group| group.rows.iter().all(|row| row.cells[at].text == "–"))
                );
                continue;
            };
            let text = |row: &Row| read(&row.cells[at].text);
            let lines = memory.iter().filter(|row| row.family.is_some());
            let sum: f64 = lines.map(text).sum();
            assert!(
                (sum - text(&memory[1])).abs() < 1e-6,
                "{link} {sum} {}",
                memory[1].cells[at].text
            );
            assert!(
                (sum - answer.report.peak.needed.as_gib()).abs() < 0.006,
                "{link}"
            );
            let largest = memory
                .iter()
                .filter(|row| row.family.is_some() && row.cells[at].marked);
            assert_eq!(largest.count(), 1, "{link}");
            for row in memory.iter().chain(&groups[2].rows).filter(|row| row.sized) {
                let [first, here] = [&row.cells[0], &row.cells[at]];
                if at == 0 || first.text == "–" {
                    assert_eq!(here.apart, "");
                    continue;
                }
                let apart = if here.apart == SAME {
                    0.0
                } else {
                    read(&here.apart)
                };
                let printed = read(&here.text) - read(&first.text);
                assert!((apart - printed).abs() < 1e-6, "{link} {row:?}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_has_no_time_and_no_cost() {
    let columns = columns(LINKS[5]);
    let time = &compared(Lang::En, &columns, SizeUnit::Gib)[1].rows;
    // All but the longest sequence that fits.
    for row in &time[..6] {
        assert_eq!(row.cells[0].text, "–", "{}", row.name);
        assert_ne!(row.cells[1].text, "–", "{}", row.name);
        assert_eq!(row.cells[1].apart, "");
    }
}

#[test]
fn findings_say_what_and_why() {
    let finding = |link: &str, at: usize| {
        let columns = columns(link);
        let names = column_names(Lang::En, &columns);
        let pair = [&columns[0], &columns[at]];
        compare_finding(Lang::En, pair, [&names[0], &names[at]], SizeUnit::Gib).expect(link)
    };
    let qlora = finding(LINKS[0], 2);
    assert!(
        qlora.starts_with("QLoRA needs 8.8 GiB less than LoRA: weights −"),
        "{qlora}"
    );
    assert!(qlora.contains("as the base is in NF4."), "{qlora}");
    assert!(finding(LINKS[0], 1).contains("as all weights are trained."));
    assert!(finding(LINKS[1], 1).contains("8.0 instead of 70.6 billion parameters"));
    assert!(finding(LINKS[2], 1).contains("ZeRO-3 instead of ZeRO-2"));
    assert_eq!(
        finding("s=4096&2.like=1", 1),
        "Scenario 2 needs as much memory as Scenario 1."
    );
}

#[test]
fn both_languages_say_everything() {
    for link in LINKS {
        let columns = columns(link);
        for lang in Lang::ALL {
            let names = column_names(lang, &columns);
            let mut texts: Vec<String> = names.clone();
            texts.extend(compare_headline(lang, &columns, &names, SizeUnit::Gib));
            for (column, name) in columns.iter().zip(&names).skip(1) {
                let pair = [&columns[0], column];
                let said = compare_finding(lang, pair, [&names[0], name], SizeUnit::Gib);
                texts.extend(said);
            }
            for group in compared(lang, &columns, SizeUnit::Gib) {
                texts.extend(group.rows.iter().flat_map(|row| {
                    let cells = row.cells.iter().flat_map(|cell| [&cell.text, &cell.apart]);
                    cells.chain([&row.name]).cloned().collect::<Vec<_>>()
                }));
                texts.push(group.title);
            }
            for chosen in [true, false] {
                let rows = inputs(lang, &columns, chosen);
                texts.extend(rows.into_iter().map(|row| row.name));
            }
            texts.extend(shared(lang, &columns));
            texts.extend(Set::ALL.map(|set| set_label(lang, set).to_owned()));
            for text in texts.iter().filter(|text| !text.is_empty()) {
                assert_eq!(flaw(lang, text), None, "{link}: {text}");
                assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
            }
        }
    }
}

#[test]
fn inputs_that_differ_come_apart_from_what_follows() {
    let columns = columns(LINKS[0]);
    let chosen = inputs(Lang::En, &columns, true);
    assert_eq!(chosen.len(), 1);
    let texts: Vec<&str> = chosen[0].cells.iter().map(|cell| &*cell.text).collect();
    assert_eq!(texts, ["LoRA", "Full", "QLoRA"]);
    assert_eq!(
        chosen[0]
            .cells
            .iter()
            .map(|cell| cell.marked)
            .collect::<Vec<_>>(),
        [false, true, true]
    );
    let follows = inputs(Lang::En, &columns, false);
    assert!(
        follows
            .iter()
            .any(|row| row.name == "Rank" && row.cells[1].text == "–")
    );
    let same = shared(Lang::En, &columns);
    assert!(
        same.contains(&"Sequence length: 2,048 tokens".to_owned()),
        "{same:?}"
    );
    assert!(!same.iter().any(|words| words.starts_with("Rank:")));
}

/// What one press compares: the form first, everything legal, and each unlike the others.
#[test]
fn sets_are_scenarios() {
    for preset in presets::all() {
        let draft = preset.draft();
        for set in Set::ALL {
            let Some(columns) = set.columns(&draft) else {
                continue;
            };
            assert_eq!(columns[0], draft, "{}", preset.key);
            assert!((2..=4).contains(&columns.len()), "{} {set:?}", preset.key);
            for (at, column) in columns.iter().enumerate() {
                assert!(column.check().scenario.is_ok(), "{} {set:?}", preset.key);
                assert!(!columns[..at].contains(column), "{} {set:?}", preset.key);
            }
        }
    }
    let three = Set::Methods.columns(&Draft::default()).expect("a set");
    assert_eq!(three.len(), 3);
    assert_eq!(Set::Shards.columns(&Draft::default()), None);
    let eight = Draft::default()
        .with(Param::GpusPerNode, "8")
        .with(Param::Stack, "deepspeed");
    assert!(Set::Shards.columns(&eight).is_some());
    assert_eq!(
        Set::Methods.columns(&Draft::default().with(Param::Sequence, "many")),
        None
    );
}
