//! Comparisons in links: what was handed out keeps its meaning, scenarios survive whole, and what is wrong is named.
mod support;

use estimator::codec::{
    Decoded, MAX_BESIDE, MAX_BYTES, MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS, MAX_PAIRS, Notice,
    decode, decode_location, encode, encode_beside,
};
use estimator::memory::MemoryReport;
use estimator::scenario::{Draft, IssueKind, PARAMS, Param};
use std::path::Path;
use support::{HOSTILE, cases, each};

const CHANGES: &str = include_str!("../../CHANGELOG.md");

fn written(found: &Decoded) -> String {
    encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text
}

/// `tests/links/compare.csv`: a fragment, its canonical text, and what each scenario needs in GiB.
#[test]
fn every_comparison_opens_as_it_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/links/compare.csv");
    let text = std::fs::read_to_string(&path).expect("the list");
    let mut rows = vec!["link,canonical,needed_gib".to_owned()];
    let mut same = true;
    for line in text.lines().skip(1) {
        let [link, canonical, needed] = line.split(',').collect::<Vec<_>>().try_into().expect(line);
        let (query, fragment) = link.split_once('#').unwrap_or(("", link));
        let found = decode_location(query, fragment);
        assert_eq!(
            (found.notices.clone(), found.unread()),
            (vec![], 0),
            "{link}"
        );
        let encoded = written(&found);
        assert!(
            canonical.is_empty() || encoded == canonical,
            "{link}\n{encoded}"
        );
        assert_eq!(written(&decode(&encoded)), encoded);
        let gib = |draft: &Draft| {
            let scenario = draft.check().scenario.expect(link);
            format!("{:.2}", MemoryReport::of(&scenario).peak.needed.as_gib())
        };
        let drafts = std::iter::once(&found.draft).chain(&found.others);
        let now: Vec<String> = drafts.map(gib).collect();
        let now = now.join(" ");
        // A row keeps the numbers that it gave; the change log has the new ones, as tests/links/README.md says.
        let said = CHANGES.contains(&format!("{needed} → {now}"));
        assert!(
            needed.is_empty() || needed == now || said,
            "{link} gave {needed}, now {now}"
        );
        same &= !needed.is_empty();
        let filled = if needed.is_empty() { &now } else { needed };
        rows.push([link, &encoded, filled].join(","));
    }
    assert!(rows.len() > 5);
    if !same {
        assert!(std::env::var_os("UPDATE").is_some(), "fill with UPDATE=1");
        std::fs::write(path, rows.join("\n") + "\n").expect("written");
    }
}

/// Whatever the scenarios are: each reads back with every value that it had, and the text is a fixed point.
#[test]
fn scenarios_read_back_as_they_were() {
    each(cases(1_500), |_, rng| {
        let first = support::draft(rng);
        let count = rng.index(MAX_BESIDE + 1);
        let others: Vec<Draft> = (0..count)
            .map(|_| {
                let mut draft = if rng.one_in(3) {
                    support::draft(rng)
                } else {
                    first.clone()
                };
                for _ in 0..rng.below(4) {
                    let info = rng.pick(PARAMS);
                    let text = support::value(rng, info);
                    draft.set(info.param, if rng.one_in(4) { String::new() } else { text });
                }
                if rng.one_in(8) {
                    draft.set(rng.pick(PARAMS).param, rng.text(HOSTILE));
                }
                draft
            })
            .collect();
        let once = encode_beside(&first, &[], "", &others).text;
        let found = decode(&once);
        assert_eq!((found.unread(), found.notices.len()), (0, 0), "{once}");
        assert_eq!(written(&found), once);
        assert_eq!(encode(&found.draft).text, encode(&first).text);
        let plain = encode(&first).text;
        assert!(once.starts_with(&plain), "{once}");
        // Beyond the limits whole scenarios are left out, the last ones.
        for (before, after) in others.iter().zip(&found.others) {
            for (typed, text) in before.typed() {
                if Draft::check_text(typed, text).is_err() {
                    return;
                }
            }
            for (a, b) in before.check().fields.iter().zip(after.check().fields) {
                let said = (&a.value, a.applies) == (&b.value, b.applies);
                assert!(said || !a.applies, "{:?} {a:?} {b:?} in {once}", a.param);
            }
        }
    });
}

#[test]
fn only_what_differs_is_written() {
    let first = Draft::default()
        .with(Param::Rank, "64")
        .with(Param::Sequence, "4096");
    let text = |others: &[Draft]| encode_beside(&first, &[], "", others).text;
    let plain = "v=1&cat=2026-12&r=64&s=4096";
    assert_eq!(text(&[]), plain);
    // A copy; a default that the first overrides; a field that only the other has.
    let others = [
        first.clone(),
        first.clone().with(Param::Rank, ""),
        first.clone().with(Param::Method, "qlora"),
    ];
    let found = text(&others);
    assert_eq!(found, [plain, "&2.like=1&3.r=16&4.method=qlora"].concat());
    assert_eq!(decode(&found).others.len(), 3);
    // An empty field is written as such.
    let custom = first
        .clone()
        .with(Param::Model, "custom")
        .with(Param::PublishedParams, "8.1");
    let bare = custom.clone().with(Param::PublishedParams, "");
    let found = encode_beside(&custom, &[], "", &[bare]).text;
    assert!(found.ends_with("&2.mp=none"), "{found}");
    assert_eq!(decode(&found).others[0].get(Param::PublishedParams), None);
    // A fourth beside the first is none.
    let five = vec![first.clone(); 4];
    assert_eq!(decode(&text(&five)).others.len(), MAX_BESIDE);
    // What does not apply at present is kept.
    let kept = first
        .clone()
        .with(Param::Method, "full")
        .with(Param::Rank, "8");
    assert!(text(&[kept]).ends_with("&2.method=full&2.r=8"));
}

#[test]
fn what_is_wrong_with_a_scenario_is_said() {
    let found = decode(
        "s=4096&2.s=long&2.b=2&2.b=3&2.metod=full&3.like=2&4.like=1&4.like=1&5.s=1&1.b=1&2.r=%FF&2.alloc=9",
    );
    let of = |scenario, notice| Notice::Beside {
        scenario,
        notice: Box::new(notice),
    };
    let unknown = |key: &str, nearest| Notice::UnknownKey {
        key: key.to_owned(),
        nearest,
    };
    let none = |key: &str| Notice::NoScenario {
        key: key.to_owned(),
    };
    let wanted = [
        of(
            2,
            Notice::Invalid {
                param: Param::Sequence,
                value: "long".to_owned(),
                kind: IssueKind::NotANumber,
            },
        ),
        of(2, Notice::Duplicate { key: "b" }),
        of(2, unknown("metod", Some("method"))),
        of(3, none("like=2")),
        of(4, Notice::Duplicate { key: "like" }),
        none("5.s"),
        none("1.b"),
        of(
            2,
            Notice::BadEncoding {
                key: "r".to_owned(),
            },
        ),
        of(2, unknown("alloc", None)),
    ];
    assert_eq!(found.notices, wanted);
    assert_eq!(
        (found.settings, found.unread(), found.others.len()),
        (12, 9, 3)
    );
    // The raw text stays in its box; the first scenario has nothing of it.
    assert_eq!(found.others[0].get(Param::Sequence), Some("long"));
    assert_eq!(found.others[0].get(Param::MicroBatch), Some("2"));
    assert_eq!(found.draft.get(Param::Sequence), Some("4096"));
    assert_eq!(found.others[1], found.draft);
}

#[test]
fn gaps_close_up() {
    let found = decode("s=4096&4.s=8192&2.foo=1");
    assert_eq!(found.others.len(), 1);
    let gaps: Vec<&Notice> = found
        .notices
        .iter()
        .filter(|notice| matches!(notice, Notice::Gap { .. }))
        .collect();
    assert_eq!(
        gaps,
        [&Notice::Gap { scenario: 2 }, &Notice::Gap { scenario: 3 }]
    );
    // Nothing of them was unread but the key that is none.
    assert_eq!((found.unread(), found.settings), (1, 3));
    assert_eq!(written(&found), "v=1&cat=2026-12&s=4096&2.s=8192");
}

#[test]
fn mail_safe_links_compare_too() {
    let found = decode_location(
        "?utm_source=x&s=4096&2.s=8192&2.utm=1&9.s=1&3.like=1",
        "2.b=4",
    );
    assert_eq!(
        (found.settings, found.unread(), found.others.len()),
        (4, 0, 2)
    );
    assert_eq!(
        written(&found),
        "v=1&cat=2026-12&s=4096&2.s=8192&2.b=4&3.like=1"
    );
}

/// The limits are twice as high, but only for comparisons.
#[test]
fn comparisons_may_be_longer() {
    let pairs = |count: usize, number: &str| {
        let pairs: Vec<String> = (0..count).map(|at| format!("{number}k{at}=1")).collect();
        pairs.join("&")
    };
    let many = |found: &Decoded| {
        found.notices.iter().find_map(|notice| match notice {
            Notice::TooMany { unread, most } => Some((*unread, *most)),
            _ => None,
        })
    };
    assert_eq!(many(&decode(&pairs(100, "2."))), None);
    assert_eq!(
        many(&decode(&pairs(200, "2."))),
        Some((72, MAX_COMPARED_PAIRS))
    );
    assert_eq!(many(&decode(&pairs(100, "5."))), Some((36, MAX_PAIRS)));
    let long = |bytes: usize, last: &str| decode(&format!("s=4096&x={}{last}", "y".repeat(bytes)));
    let plain = long(MAX_BYTES, "&b=2");
    assert!(
        plain
            .notices
            .iter()
            .any(|notice| matches!(notice, Notice::TooLong { most, .. } if *most == MAX_BYTES))
    );
    assert_eq!(plain.draft.get(Param::MicroBatch), None);
    let compared = long(MAX_BYTES, "&b=2&2.b=4");
    assert!(
        !compared
            .notices
            .iter()
            .any(|notice| matches!(notice, Notice::TooLong { .. }))
    );
    assert_eq!(compared.others.len(), 1);
    let beyond = long(MAX_COMPARED_BYTES, "&2.b=4");
    assert!(beyond.notices.iter().any(
        |notice| matches!(notice, Notice::TooLong { most, .. } if *most == MAX_COMPARED_BYTES)
    ));
    assert_eq!(beyond.others.len(), 0);
}
