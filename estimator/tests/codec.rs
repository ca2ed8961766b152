//! Links: read anything, write one canonical text.
mod support;

use estimator::calibration::{FIGURES, Figure, MAX_RUNS, Run};
use estimator::codec::{
    CAT, Decoded, MAX_BESIDE, MAX_BYTES, MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS, MAX_PAIRS, Notice,
    PRESENTATION, RunNotice, RunProblem, aliases, decode, decode_location, encode, encode_all,
    encode_beside, encode_with,
};
use estimator::scenario::{Draft, IssueKind, PARAMS, Param};
use support::{HOSTILE, Rng, cases, each};

/// What holds of any text: it is read, what was read is written in the one alphabet, and written again it is the same.
fn holds(found: &Decoded) {
    assert!(found.unread() <= found.settings, "{found:?}");
    let once = encode_beside(&found.draft, &found.runs, &found.jobs, &found.others);
    let (bytes, pairs) = if found.others.is_empty() {
        let plain = encode_all(&found.draft, &found.runs, &found.jobs);
        assert_eq!(plain, once);
        (MAX_BYTES, MAX_PAIRS)
    } else {
        (MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS)
    };
    if !(found.runs.is_empty() && found.others.is_empty()) {
        assert!(once.text.starts_with(&encode(&found.draft).text));
    }
    let again = decode(&once.text);
    assert_eq!(
        (again.notices.len(), again.run_notices.len()),
        (0, 0),
        "{}",
        once.text
    );
    let twice = encode_beside(&again.draft, &again.runs, &again.jobs, &again.others);
    assert_eq!(once.text, twice.text);
    assert_eq!((twice.left_out, twice.runs_left_out), (vec![], 0));
    assert!(found.runs.len() <= MAX_RUNS && found.others.len() <= MAX_BESIDE);
    assert!(
        once.text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._-=&".contains(&b)),
        "{}",
        once.text
    );
    assert!(
        once.text.ends_with(|c: char| c.is_ascii_alphanumeric()),
        "{}",
        once.text
    );
    assert!(
        once.text.len() <= bytes && once.text.split('&').count() <= pairs,
        "{}",
        once.text
    );
}

#[test]
fn the_decoder_is_total_on_bytes() {
    each(cases(25_000), |_, rng| {
        let longest = if rng.one_in(64) { 10_000 } else { 200 };
        let len = rng.below(longest);
        let narrow = rng.one_in(2);
        let byte = |rng: &mut Rng| {
            if narrow {
                *rng.pick(b"&=%#?._-0123456789abcvmst")
            } else {
                rng.next().to_le_bytes()[7]
            }
        };
        let bytes: Vec<u8> = (0..len).map(|_| byte(rng)).collect();
        let text = String::from_utf8_lossy(&bytes);
        let at = rng.index(text.len() + 1);
        let (query, fragment) = text.split_at_checked(at).unwrap_or(("", &text));
        holds(&decode_location(query, fragment));
    });
}

/// Pairs from the table, its aliases, presentation keys and hostile text, put together in every way.
fn pairs(rng: &mut Rng) -> String {
    let mut text = String::new();
    let count = if rng.one_in(32) { 200 } else { rng.below(16) };
    for _ in 0..count {
        let info = rng.pick(PARAMS);
        text.push_str(rng.text(&["&", "&", "&", "&", "&", "&", "&&", "&amp;", ";", "%26", ""]));
        let owner: &[&str] = match rng.below(4) {
            0 => &[
                "run1.", "run1.", "run2.", "run4.", "run5.", "run0.", "RUN3.", "run.", "run1",
            ],
            1 => &[
                "2.",
                "2.",
                "3.",
                "4.",
                "5.",
                "1.",
                "0.",
                "02.",
                "2",
                "-2.",
                "99999999.",
                "%32.",
                "2.3.",
                "2.run1.",
            ],
            _ => &[],
        };
        if !owner.is_empty() {
            text.push_str(rng.text(owner));
        }
        match rng.below(14) {
            12 | 13 => text.push_str(rng.pick(FIGURES).key),
            0 => text.push_str(rng.pick(aliases()).key),
            1 => text.push_str(rng.text(&[
                "v",
                "cat",
                "like",
                "like",
                "V",
                "%76",
                "utm_source",
                "__proto__",
            ])),
            2 => text.push_str(rng.text(HOSTILE)),
            3 => text.push_str(rng.text(PRESENTATION)),
            4 => text.push_str(&info.key.to_uppercase()),
            _ => text.push_str(info.key),
        }
        text.push_str(if rng.one_in(24) { "%3D" } else { "=" });
        match rng.below(8) {
            0..=3 => text.push_str(&support::value(rng, info)),
            4 => text.push_str(rng.text(&[
                "1",
                "2",
                "2026-12",
                "2026-11",
                "2031-01",
                "0",
                "4294967296",
            ])),
            5 if rng.one_in(64) => text.push_str(&rng.text(HOSTILE).repeat(500)),
            _ => text.push_str(rng.text(HOSTILE)),
        }
    }
    text
}

#[test]
fn the_decoder_is_total_on_pairs() {
    each(cases(25_000), |_, rng| {
        let (query, fragment) = (
            if rng.one_in(3) {
                pairs(rng)
            } else {
                String::new()
            },
            pairs(rng),
        );
        let found = decode_location(&query, &fragment);
        holds(&found);
        for (param, text) in found.draft.typed() {
            let invalid = Draft::check_text(param, text).is_err();
            let said = found.notices.iter().any(
                |notice| matches!(notice, Notice::Invalid { param: about, .. } if *about == param),
            );
            assert_eq!(invalid, said, "{param:?} {text:?}");
        }
    });
}

/// A run of any scenario, its figures what people and scanners write.
fn run(rng: &mut Rng, present: &Draft) -> Run {
    let mut draft = if rng.one_in(3) {
        support::draft(rng)
    } else {
        present.clone()
    };
    for _ in 0..rng.below(4) {
        let info = rng.pick(PARAMS);
        draft.set(info.param, support::value(rng, info));
    }
    let mut run = Run::of(draft);
    for info in FIGURES {
        match rng.below(3) {
            0 => run.set(info.figure, rng.text(HOSTILE)),
            1 => run.set(
                info.figure,
                format!("{}.{}", rng.below(90) + 1, rng.below(10_000)),
            ),
            _ => {}
        }
    }
    run
}

/// Runs survive a link whole: the same resolved scenario and figures, whatever the present scenario is.
#[test]
fn runs_read_back_as_they_were() {
    each(cases(1_500), |_, rng| {
        let present = support::draft(rng);
        let runs: Vec<Run> = (0..rng.below(6)).map(|_| run(rng, &present)).collect();
        let once = encode_with(&present, &runs);
        let found = decode(&once.text);
        assert_eq!(
            (found.unread(), found.notices.len()),
            (0, 0),
            "{}",
            once.text
        );
        assert_eq!(encode_with(&found.draft, &found.runs).text, once.text);
        holds(&found);
        if once.runs_left_out == 0 && found.runs.len() == runs.len() && once.left_out.is_empty() {
            for (before, after) in runs.iter().zip(&found.runs) {
                for (a, b) in before
                    .draft
                    .check()
                    .fields
                    .iter()
                    .zip(after.draft.check().fields)
                {
                    assert!(
                        !a.applies || a.value == b.value,
                        "{:?} {:?} {:?} in {}",
                        a.param,
                        a.value,
                        b.value,
                        once.text
                    );
                }
                for info in FIGURES {
                    let read = |run: &Run| {
                        run.get(info.figure)
                            .and_then(|text| info.figure.read(text).ok())
                    };
                    assert_eq!(read(before), read(after), "{}", once.text);
                }
            }
        }
    });
}

#[test]
fn a_run_holds_what_differs_and_what_was_measured() {
    let present = Draft::default()
        .with(Param::Sequence, "8192")
        .with(Param::GpusPerNode, "8");
    let short = Draft::default().with(Param::Sequence, "1024");
    let run = Run::of(short)
        .with(Figure::Allocated, "18.2204")
        .with(Figure::Driver, "21");
    let text = encode_with(&present, &[run]).text;
    assert_eq!(
        text,
        "v=1&cat=2026-12&n=8&s=8192&run1.n=1&run1.s=1024&run1.alloc=18.22&run1.drv=21"
    );
    // The run keeps its scenario when the present one changes.
    let found = decode(&text);
    let later = found.draft.clone().with(Param::Method, "qlora");
    let text = encode_with(&later, &found.runs).text;
    assert_eq!(
        decode(&text).runs[0]
            .draft
            .check()
            .field(Param::Method)
            .unwrap()
            .text,
        "lora"
    );
    assert!(text.contains("&run1.method=lora&"), "{text}");
    assert!(found.runs[0].check().is_ok());
}

#[test]
fn what_is_wrong_with_a_run_is_said() {
    let found = decode(
        "s=4096&run2.s=long&run2.alloc=20&run2.alloc=21&run2.res=lots&run2.sq=1&run3.tps=1&run5.s=1&run2.drv=5000",
    );
    assert_eq!(
        (found.settings, found.unread(), found.runs.len()),
        (9, 6, 2)
    );
    assert_eq!(found.runs[0].draft.get(Param::Sequence), Some("long"));
    assert_eq!(found.runs[0].get(Figure::Reserved), Some("lots"));
    assert!(found.runs[0].check().is_err());
    let about = |problem| RunNotice { run: 2, problem };
    assert_eq!(
        found.run_notices,
        vec![
            about(RunProblem::Setting(Notice::Invalid {
                param: Param::Sequence,
                value: "long".to_owned(),
                kind: IssueKind::NotANumber
            })),
            about(RunProblem::Setting(Notice::Duplicate { key: "alloc" })),
            about(RunProblem::Figure {
                figure: Figure::Reserved,
                value: "lots".to_owned(),
                kind: IssueKind::NotANumber
            }),
            about(RunProblem::Setting(Notice::UnknownKey {
                key: "sq".to_owned(),
                nearest: Some("q")
            })),
            about(RunProblem::Figure {
                figure: Figure::Driver,
                value: "5000".to_owned(),
                kind: IssueKind::OutOfRange {
                    min: 0.001,
                    max: 4096.0
                }
            }),
        ]
    );
    assert_eq!(
        found.notices,
        vec![Notice::UnknownKey {
            key: "run5.s".to_owned(),
            nearest: None
        }]
    );
    // Numbers close up, and what is no value is left out.
    assert_eq!(
        encode_with(&found.draft, &found.runs).text,
        "v=1&cat=2026-12&s=4096&run1.s=2048&run1.alloc=20&run2.tps=1"
    );
}

#[test]
fn runs_beyond_the_limits_are_left_out_whole() {
    let present = Draft::default();
    let many = support::draft(&mut Rng::of_case(3));
    let runs = vec![Run::of(many).with(Figure::Allocated, "20"); 5];
    let encoded = encode_with(&present, &runs);
    assert!(encoded.runs_left_out > 0 && encoded.text.split('&').count() <= MAX_PAIRS);
    assert_eq!(decode(&encoded.text).unread(), 0);
    let query = decode_location("?run1.alloc=5&run1.x=1&run9.alloc=2", "run1.alloc=7");
    assert_eq!(
        (query.runs.len(), query.settings, query.unread()),
        (1, 1, 0)
    );
    assert_eq!(query.runs[0].get(Figure::Allocated), Some("7"));
}

/// `encode ∘ decode` changes nothing, and what a link leaves out is what the defaults give back.
#[test]
fn canonical_text_is_a_fixed_point() {
    each(cases(50_000), |number, rng| {
        let mut draft = support::draft(rng);
        if rng.one_in(8) {
            draft.set(rng.pick(PARAMS).param, rng.text(HOSTILE));
        }
        let once = encode(&draft);
        let found = decode(&once.text);
        assert_eq!(
            (found.unread(), found.notices.len()),
            (0, 0),
            "{}",
            once.text
        );
        assert_eq!(found.settings, found.draft.typed().count());
        assert_eq!(encode(&found.draft).text, once.text);
        if number % 8 == 0 && once.left_out.is_empty() {
            let (before, after) = (draft.check(), found.draft.check());
            for (a, b) in before.fields.iter().zip(&after.fields) {
                assert_eq!(
                    (&a.value, a.applies),
                    (&b.value, b.applies),
                    "{:?} in {}",
                    a.param,
                    once.text
                );
            }
            assert_eq!(
                format!("{:?}", before.scenario.ok()),
                format!("{:?}", after.scenario.ok()),
                "{}",
                once.text
            );
        }
    });
}

#[test]
fn reads_the_link_of_the_contract() {
    let link = "#v=1&cat=2026-12&m=llama-3.1-70b&method=qlora&s=4096&b=1&g=a100-sxm-80gb&n=8&z=3";
    let found = decode_location("?view=memory&theme=auto&lang=zh", link);
    assert_eq!(
        (
            found.notices.clone(),
            found.settings,
            found.version,
            found.cat
        ),
        (vec![], 7, Some(1), Some(CAT))
    );
    assert_eq!(
        encode(&found.draft).text,
        "v=1&cat=2026-12&m=llama-3.1-70b&method=qlora&n=8&s=4096&shard=zero3"
    );
}

#[test]
fn the_fragment_wins_key_by_key() {
    let found = decode_location("?utm_source=mail&s=1024&b=2&fbclid=x&embed=1", "s=4096&r=8");
    let overruled = Notice::Overruled {
        param: Param::Sequence,
    };
    assert_eq!((found.notices, found.settings), (vec![overruled], 3));
    assert_eq!(encode(&found.draft).text, "v=1&cat=2026-12&r=8&s=4096&b=2");
}

#[test]
fn repairs_what_mail_scanners_do() {
    let wanted = decode("v=1&cat=2026-12&s=4096&b=2");
    for (query, fragment) in [
        ("", "%23v=1&cat=2026-12&s=4096&b=2"),
        ("", "##v=1&cat=2026-12&s=4096&b=2&"),
        ("", "v%3D1%26cat%3D2026-12%26s%3D4096%26b%3D2"),
        ("", "v=1&amp;cat=2026-12&amp;s=4096&amp;b=2"),
        ("?view=memory%23v=1&cat=2026-12&s=4096&b=2", ""),
        ("?v=1&cat=2026-12&s=4096&b=2", ""),
        ("", "V=1&CAT=2026-12&S=%34096&B=2"),
    ] {
        assert_eq!(
            decode_location(query, fragment),
            wanted,
            "{query} {fragment}"
        );
    }
}

#[test]
fn says_what_it_could_not_read() {
    let found = decode("m=qwen2.5-7b&s=long&sq=1&b=1.5&b=2&r=%FF&g=&t=q_q&__proto__=1");
    assert_eq!((found.unread(), found.settings), (8, 9));
    assert_eq!(found.draft.get(Param::Sequence), Some("long"));
    let invalid = |param, value: &str, kind| Notice::Invalid {
        param,
        value: value.to_owned(),
        kind,
    };
    assert_eq!(
        found.notices,
        vec![
            invalid(Param::Sequence, "long", IssueKind::NotANumber),
            Notice::UnknownKey {
                key: "sq".to_owned(),
                nearest: Some("q")
            },
            invalid(
                Param::MicroBatch,
                "1.5",
                IssueKind::NotWhole { below: 1, above: 2 }
            ),
            Notice::Duplicate { key: "b" },
            Notice::BadEncoding {
                key: "r".to_owned()
            },
            invalid(Param::Gpu, "", IssueKind::Missing),
            invalid(Param::Targets, "q_q", IssueKind::BadList),
            Notice::UnknownKey {
                key: "__proto__".to_owned(),
                nearest: None
            },
        ]
    );
}

#[test]
fn a_setting_given_over_and_over_is_said_once() {
    let found = decode("s=1&s=2&s=3&jobs=@8&jobs=@9&jobs=@9&2.b=1&2.b=2&2.b=3");
    assert_eq!(
        found.notices,
        vec![
            Notice::Duplicate { key: "s" },
            Notice::Duplicate { key: "jobs" },
            Notice::Beside {
                scenario: 2,
                notice: Box::new(Notice::Duplicate { key: "b" })
            }
        ]
    );
    assert_eq!((found.unread(), found.settings), (3, 6));
    assert_eq!(found.draft.get(Param::Sequence), Some("1"));
    let runs = decode("run1.alloc=1&run1.alloc=2&run1.alloc=3");
    assert_eq!((runs.unread(), runs.settings), (1, 2));
}

#[test]
fn nothing_is_suggested_for_a_key_of_nothing() {
    for link in [
        "=",
        "%00",
        "=5",
        "%E2%80%AE=1",
        "run1.%00=1",
        "2.%E2%80%8B=1",
    ] {
        let found = decode(link);
        let mut notices = found
            .notices
            .iter()
            .chain(
                found
                    .run_notices
                    .iter()
                    .filter_map(|notice| match &notice.problem {
                        RunProblem::Setting(notice) => Some(notice),
                        _ => None,
                    }),
            );
        let first = match notices.next() {
            Some(Notice::Beside { notice, .. }) => Some(&**notice),
            other => other,
        };
        assert!(
            matches!(first, Some(Notice::UnknownKey { nearest: None, .. })),
            "{link}: {found:?}"
        );
    }
    // What cannot be seen does not hide what was meant.
    assert!(matches!(
        decode("%E2%80%AEmetod%E2%80%AC=lora").notices[..],
        [Notice::UnknownKey {
            nearest: Some("method"),
            ..
        }]
    ));
}

#[test]
fn a_query_that_the_fragment_overrules_is_said() {
    let found = decode_location("m=qwen2.5-7b&s=4k&b=2", "m=llama-3.1-8b&s=4096");
    assert_eq!(found.draft.get(Param::Model), Some("llama-3.1-8b"));
    assert_eq!(found.draft.get(Param::MicroBatch), Some("2"));
    assert_eq!(
        found.notices,
        vec![Notice::Overruled {
            param: Param::Model
        }]
    );
    assert_eq!((found.unread(), found.settings), (0, 3));
}

#[test]
fn limits_are_said() {
    let many = (0..100)
        .map(|i| format!("k{i}=1"))
        .collect::<Vec<_>>()
        .join("&");
    let found = decode(&many);
    assert_eq!(
        found.notices.last(),
        Some(&Notice::TooMany {
            unread: 100 - MAX_PAIRS,
            most: MAX_PAIRS
        })
    );
    assert_eq!((found.unread(), found.settings), (100, 100));
    let found = decode(&format!("s=4096&b={}", "1".repeat(65)));
    assert_eq!(
        found.notices,
        vec![Notice::ValueTooLong {
            param: Param::MicroBatch,
            bytes: 65
        }]
    );
    let found = decode(&format!("s=4096&x={}", "y".repeat(MAX_BYTES)));
    assert_eq!(
        found.notices,
        vec![Notice::TooLong {
            bytes: MAX_BYTES + 9,
            most: MAX_BYTES
        }]
    );
    assert_eq!(found.draft.get(Param::Sequence), Some("4096"));
}

#[test]
fn later_releases_are_recognised() {
    let found = decode("v=2&cat=2027-03&s=4096&zz=1");
    assert_eq!(
        found.notices.iter().filter(|notice| notice.newer()).count(),
        2
    );
    assert!(!found.may_rewrite());
    assert_eq!(found.draft.get(Param::Sequence), Some("4096"));
    let found = decode("v=x&cat=soon");
    assert_eq!(
        found.notices,
        vec![
            Notice::BadVersion {
                found: "x".to_owned()
            },
            Notice::UnknownCatalogue {
                found: "soon".to_owned()
            }
        ]
    );
    assert!(found.may_rewrite());
}

/// Numbers are quantised when they are read: nothing prints as hundreds of digits.
#[test]
fn quantises() {
    let found = decode("used=5e-324&drop=0.12345&n=8.0&s=4k&slack=-0&t=v_q&g=A100%20SXM%2080%20GB");
    assert_eq!(
        encode(&found.draft).text,
        "v=1&cat=2026-12&t=q_v&n=8&s=4096&drop=0.123&slack=0"
    );
    assert_eq!(found.notices, vec![]);
}
