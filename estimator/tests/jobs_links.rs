//! Tables of jobs in links: what was handed out keeps its meaning, any text is read, and writing again changes nothing.
use estimator::codec::{JOBS_KEY, Notice, decode, decode_location, encode_all};
use estimator::cost::Case;
use estimator::pool::{Field, PoolReport, parse};
use estimator::scenario::Param;
use std::path::Path;

/// `tests/links/jobs.csv`: a fragment, its canonical text, GPU-hours, and when the last job of the first pool ends.
#[test]
fn every_table_opens_as_it_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/links/jobs.csv");
    let text = std::fs::read_to_string(path).expect("the list");
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let [link, canonical, hours, end] =
            line.split(',').collect::<Vec<_>>().try_into().expect(line);
        let found = decode(link);
        assert_eq!(found.notices, vec![], "{link}");
        let written = encode_all(&found.draft, &found.runs, &found.jobs).text;
        assert_eq!(written, canonical, "{link}");
        let plan = parse(&found.jobs).expect(link);
        let report = PoolReport::of(&plan, Case::Typical);
        assert_eq!(report.gpu_hours.typical.to_string(), hours, "{link}");
        assert_eq!(report.types[0].schedule.end.to_string(), end, "{link}");
        seen += 1;
    }
    assert!(seen >= 3, "{seen}");
}

#[test]
fn what_cannot_be_read_stays_and_is_named() {
    let found = decode("s=1024&jobs=@8~a_8_ten&b=2");
    assert_eq!((found.settings, found.unread()), (3, 1));
    assert_eq!(found.draft.get(Param::MicroBatch), Some("2"));
    assert_eq!(found.jobs, "@8~a_8_ten");
    let [Notice::Jobs(bad)] = found.notices.as_slice() else {
        panic!("{:?}", found.notices)
    };
    assert_eq!(
        (bad.entry, bad.field, bad.text.as_str()),
        (1, Field::Hours, "ten")
    );
    // It is not written, and nothing else is lost.
    let again = encode_all(&found.draft, &[], &found.jobs).text;
    assert!(
        !again.contains(JOBS_KEY) && again.contains("s=1024"),
        "{again}"
    );
    let twice = decode("jobs=@8&jobs=@9");
    assert_eq!(twice.notices, vec![Notice::Duplicate { key: JOBS_KEY }]);
    assert_eq!(twice.jobs, "@8");
    // The fragment wins; somebody else's query is left alone.
    let both = decode_location("jobs=@4~q_1_1&utm=1", "jobs=@8~f_1_1");
    assert_eq!((both.jobs.as_str(), both.unread()), ("@8~f_1_1", 0));
    assert_eq!(decode_location("jobs=@4~q_1_1", "").jobs, "@4~q_1_1");
    assert!(matches!(
        decode("jobs=%ff").notices[0],
        Notice::BadEncoding { .. }
    ));
}

/// Names of any characters; the link has letters, digits and a few signs, and ends in a letter or digit.
#[test]
fn writing_again_changes_nothing() {
    for name in [
        "客服 70B",
        "a & b = c",
        "100% #1",
        "ß\u{202e}x",
        "-.",
        "%41",
    ] {
        let table = format!("@16_h100-sxm-80gb~{name}_8_4-5-7_2_48");
        let once = encode_all(&decode("s=1024").draft, &[], &table).text;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_~@%=&".contains(&byte);
        assert!(once.bytes().all(plain), "{once}");
        assert!(
            once.ends_with(|last: char| last.is_ascii_alphanumeric()),
            "{once}"
        );
        let found = decode(&once);
        assert_eq!(found.jobs, table, "{once}");
        assert_eq!(
            encode_all(&found.draft, &found.runs, &found.jobs).text,
            once
        );
    }
    // A table that would make the link too long stays out of it.
    let long: Vec<String> = (0..60)
        .map(|at| format!("{}{at}_1_1", "长".repeat(30)))
        .collect();
    let text = encode_all(&decode("s=1024").draft, &[], &long.join("~")).text;
    assert!(!text.contains(JOBS_KEY) && text.contains("s=1024"));
}
