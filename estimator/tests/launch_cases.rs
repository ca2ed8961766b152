//! Launch files of the world are read as what they are: `tests/launch/cases`.
use estimator::launch;
use estimator::scenario::{Draft, Param, text};
use std::fs;
use std::path::Path;

/// Families with their files, by the keys of their formats.
const FAMILIES: [&str; 10] = [
    "llamafactory",
    "axolotl",
    "ds",
    "accelerate",
    "torchtune",
    "trl",
    "trainer",
    "swift",
    "megatron",
    "nemo",
];

fn draft(settings: &str) -> Draft {
    settings
        .split_whitespace()
        .fold(Draft::default(), |draft, word| {
            let (key, value) = word.split_once('=').unwrap();
            draft.with(Param::from_key(key).unwrap(), value)
        })
}

/// Checks the blocks of a family; says how many there are and what is wrong.
fn wrong(family: &str) -> (usize, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/launch/cases");
    let all = fs::read_to_string(path.join(format!("{family}.txt"))).unwrap();
    let blocks: Vec<&str> = all
        .split("@ ")
        .filter(|block| block.contains("\n> ") || block.contains("\n>\n"))
        .collect();
    let mut wrong = Vec::new();
    for block in &blocks {
        let mut lines = block.lines();
        let source = lines.next().unwrap();
        let base = draft(lines.next().unwrap().trim_start_matches('>'));
        let wanted = lines.next().unwrap().trim_start_matches('<').to_owned();
        let text_ = lines.collect::<Vec<_>>().join("\n");
        let reading = match launch::read(&text_, &base) {
            Ok(reading) => reading,
            Err(trouble) => {
                wrong.push(format!("{source}: {trouble:?}"));
                continue;
            }
        };
        if !launch::looks(&text_) {
            wrong.push(format!("{source}: does not look like a launch file"));
        }
        if reading.format.key != family {
            wrong.push(format!("{source}: taken for {}", reading.format.key));
        }
        let checked = reading.draft.check();
        for word in wanted.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap();
            let field = checked.field(Param::from_key(key).unwrap()).unwrap();
            let found = field.value.as_ref().map(text).unwrap_or_default();
            if found != value {
                wrong.push(format!("{source}: {key} is {found}, not {value}"));
            }
        }
        if let Err(issues) = &checked.scenario {
            wrong.push(format!("{source}: {issues:?}"));
        }
    }
    (blocks.len(), wrong)
}

#[test]
fn ten_files_of_each_family_are_read() {
    let mut all = Vec::new();
    for family in FAMILIES {
        let (count, wrong) = wrong(family);
        all.extend(wrong);
        assert!(count >= 10, "{family}: {count}");
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
