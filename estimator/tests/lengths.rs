//! Lengths of files as people have them, cut anywhere, and of garbage.
#![allow(clippy::float_cmp, reason = "what is exact is held to it")]
use estimator::data::lengths::{
    Characters, MOST_TOKENS, Ratios, Reader, Summary, Unread, Why, measure,
};
use estimator::scenario::{Draft, Param};

fn of(text: &str) -> Summary {
    measure(text, Ratios::default())
}

/// The same in chunks of `size` bytes.
fn chunked(bytes: &[u8], size: usize) -> Summary {
    let mut reader = Reader::new(Ratios::default());
    for chunk in bytes.chunks(size) {
        reader.feed(chunk);
    }
    reader.finish()
}

#[test]
fn counts_are_taken_as_they_are() {
    for text in [
        "10\n20\n30\n",
        "\u{feff}10\r\n20\r\n30",
        "id,tokens\na,10\nb,20\nc,30\n",
        "{\"tokens\": 10}\n{\"tokens\": 20}\n\n{\"num_tokens\": 30}",
        "[{\"length\": 10}, {\"length\": 20},\n {\"length\": 30}]",
        "[10, 20, 30]",
        "{\"input_ids\": [1,1,1,1,1,1,1,1,1,1]}\n{\"length\": 20.0}\n{\"seq_len\": 30}",
        "text\tlen\n\"a\nb\"\t10\nc\t20\n\t30\n",
    ] {
        let found = of(text);
        assert_eq!(
            (found.samples, found.tokens, found.longest),
            (3, 60.0, 30.0),
            "{text:?}"
        );
        assert!(
            found.exact() && found.listed.is_empty(),
            "{text:?}: {found:?}"
        );
        assert_eq!(found.percentile(0.95), 30.0);
    }
}

#[test]
fn text_is_found_in_every_usual_form() {
    let characters = |text: &str| of(text).characters;
    let expected = Characters {
        latin: 8,
        cjk: 2,
        ..Characters::default()
    };
    for text in [
        "{\"text\": \"abcd 你好 efgh\"}",
        "{\"instruction\": \"abcd\", \"input\": \"你好\", \"output\": \"efgh\", \"id\": \"not text\"}",
        "[\n  {\n    \"prompt\": \"abcd\",\n    \"completion\": \"你好 efgh\"\n  }\n]\n",
        "question,answer\n\"abcd\",\"你好 efgh\"",
        "\"abcd\"", // a table with no known column: nothing
    ] {
        let found = characters(text);
        let expected = if text == "\"abcd\"" {
            Characters::default()
        } else {
            expected
        };
        assert_eq!(found, expected, "{text}");
    }
    let two = Characters {
        messages: 2,
        ..expected
    };
    for text in [
        r#"{"messages": [{"role": "user", "content": "abcd"}, {"role": "assistant", "content": [{"type": "text", "text": "你好 efgh"}]}]}"#,
        r#"{"conversations": [{"from": "human", "value": "abcd"}, {"from": "gpt", "value": "你好 efgh"}]}"#,
    ] {
        assert_eq!(characters(text), two, "{text}");
        // 8 ÷ 4.3 + 2 ÷ 1.25 + 5 a message.
        assert!((of(text).tokens - 8.0 / 4.3 - 11.6).abs() < 1e-9);
    }
    assert_eq!(
        characters("{\"text\": \"\\u4f60\\n x=[1];\"}"),
        Characters {
            latin: 1,
            cjk: 1,
            signs: 5,
            ..Characters::default()
        }
    );
}

/// Texts with what the tokenizers of Llama 3 and Qwen3 make of them (counted with both, 2026-12).
#[test]
fn estimates_are_near_what_tokenizers_count() {
    let english = "Grant of Copyright License. Subject to the terms and conditions of this License, each Contributor hereby \
        grants to You a perpetual, worldwide, non-exclusive, no-charge, royalty-free, irrevocable copyright license to \
        reproduce, prepare Derivative Works of, publicly display, publicly perform, sublicense, and distribute the Work and \
        such Derivative Works in Source or Object form.";
    let chinese = "监督微调需要多少显存,取决于参数量、训练方式、序列长度和批量大小。全量微调要保存权重、梯度和优化器状态,\
        而低秩适配只训练很少的参数,但冻结的基座仍然要放在显存里。先固定训练配置,再估算显存和时间。";
    let code = "fn cells(row: &str, delimiter: char) -> Vec<String> {\n    let mut cells = vec![String::new()];\n    let (mut \
        quoted, mut before) = (false, delimiter);\n    for character in row.chars() {\n        match character {\n            \
        '\"' if quoted => quoted = false,\n            _ if character == delimiter && !quoted => \
        cells.push(String::new()),\n            _ => {}\n        }\n    }\n    cells\n}";
    for (text, llama, qwen) in [
        (english, 74.0, 74.0),
        (chinese, 86.0, 71.0),
        (code, 91.0, 91.0),
    ] {
        let record = serde_json::json!({ "text": text }).to_string();
        let estimate = of(&record).tokens;
        for counted in [llama, qwen] {
            assert!(
                (estimate / counted - 1.0_f64).abs() < 0.18,
                "{estimate} of {counted}: {text}"
            );
        }
        let doubled = Ratios {
            latin: 8.6,
            cjk: 2.5,
            signs: 2.7,
            other: 4.0,
        };
        assert!((measure(&record, doubled).tokens / estimate - 0.5).abs() < 1e-9);
    }
}

#[test]
fn rows_that_cannot_be_read_are_named() {
    let text = "{\"text\": \"one\"}\n{\"text\": \n\n{\"label\": 1}\n{\"text\": \"\"}\n[1]\n{\"text\": \"two\"}";
    let found = of(text);
    assert_eq!((found.samples, found.unread), (2, 4));
    let unread = |line, why| Unread { line, why };
    assert_eq!(
        found.listed,
        vec![
            unread(2, Why::Json { column: 8 }),
            unread(4, Why::NoField),
            unread(5, Why::Empty),
            unread(6, Why::NoField),
        ]
    );
    assert_eq!(of("12\nmany\n13").listed, vec![unread(2, Why::NoNumber)]);
    assert_eq!(of("a,b\n1,2\n3,4").listed, vec![unread(1, Why::NoColumn)]);
    assert_eq!(
        of("\n\n[{\"text\": \"a\"},\n{\"text\": \"b").listed,
        vec![unread(4, Why::Cut)]
    );
    assert_eq!(
        chunked(b"{\"text\": \"\xff\"}", 3).listed,
        vec![unread(1, Why::Encoding)]
    );
    assert_eq!(
        of("[{\"text\": \"a\"}, {\"text\": b},\n{\"text\": \"c\"}]").samples,
        2
    );
    let many = of(&"{}\n".repeat(1000));
    assert_eq!((many.unread, many.listed.len()), (1000, 20));
}

#[test]
fn one_long_line_is_not_kept() {
    let mut reader = Reader::new(Ratios::default());
    reader.feed(b"{\"text\": \"");
    for _ in 0..20 {
        reader.feed(&vec![b'a'; 1 << 20]);
    }
    reader.feed(b"\"}\n{\"tokens\": 7}\n");
    let found = reader.finish();
    assert_eq!(
        found.listed,
        vec![Unread {
            line: 1,
            why: Why::TooLong
        }]
    );
    assert_eq!((found.samples, found.tokens), (1, 7.0));
}

#[test]
fn chunks_may_end_anywhere() {
    for text in [
        "question,answer\n\"a,\"\"b\"\"\nc\",\"你好\"\r\nd,e\n",
        "[{\"text\": \"a\\\"]}\\\\\"}, {\"text\": \"你[好\"}]",
        "{\"text\": \"a\"}\n{\"te\n{\"text\": \"你好 😀\"}",
        "1\n2\n\n3.5\nx",
    ] {
        let whole = of(text);
        assert!(whole.samples >= 2, "{text}: {whole:?}");
        for size in 1..text.len() {
            assert_eq!(chunked(text.as_bytes(), size), whole, "{text}: {size}");
        }
    }
}

#[test]
fn garbage_is_read_to_its_end() {
    let mut seed = 7_u64;
    let alphabet: Vec<u8> = b"[]{}\",:\\\n\t 0123e-+.textokns"
        .iter()
        .copied()
        .chain([0xff, 0xe4, 0xbd, 0xa0])
        .collect();
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..80)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                alphabet[usize::try_from(seed >> 33).unwrap() % alphabet.len()]
            })
            .collect();
        let found = chunked(&bytes, 11);
        assert!(found.tokens.is_finite() && found.mean() <= found.longest + 1e-9);
    }
}

#[test]
fn what_is_measured_can_be_typed_in() {
    let rows: Vec<String> = (1..=1000).map(|n| (n * 3).to_string()).collect();
    let text = rows.join("\n");
    let found = of(&text);
    assert_eq!(found.histogram.above(2048), (318, 318));
    let mut draft = Draft::default().with(Param::TotalTokens, "5");
    found.fill(&mut draft);
    let typed = |param| draft.get(param).map(str::to_owned);
    assert_eq!(typed(Param::Samples).as_deref(), Some("1000"));
    assert_eq!(typed(Param::MeanLength).as_deref(), Some("1502"));
    assert_eq!(typed(Param::LongestLength).as_deref(), Some("3000"));
    assert_eq!(typed(Param::TotalTokens), None);
    let tail: f64 = typed(Param::TailLength).unwrap().parse().unwrap();
    assert!((2850.0..=2850.0 * 1.07).contains(&tail), "{tail}");
    assert!(draft.check().scenario.is_ok());
    let mut untouched = Draft::default();
    of("").fill(&mut untouched);
    assert_eq!(untouched, Draft::default());
}

/// What is applied, as the form reads it.
fn applied(found: &Summary) -> [u64; 3] {
    let mut draft = Draft::default();
    found.fill(&mut draft);
    let check = draft.check();
    assert!(check.scenario.is_ok(), "{:?}", check.scenario);
    [Param::MeanLength, Param::TailLength, Param::LongestLength]
        .map(|param| draft.get(param).unwrap().parse().unwrap())
}

#[test]
fn a_row_longer_than_the_form_takes_is_refused_at_its_line() {
    let found = of("num_tokens\n99999999999999999999\n16777217\n1\n16777216\n");
    let why = Why::TooMany;
    let refused = [Unread { line: 2, why }, Unread { line: 3, why }];
    assert_eq!(found.listed, refused);
    assert_eq!(found.samples, 2);
    assert_eq!(applied(&found), [8_388_609, MOST_TOKENS, MOST_TOKENS]);
    // The form takes every length up to that bound.
    for param in [Param::MeanLength, Param::TailLength, Param::LongestLength] {
        assert!(Draft::check_text(param, &MOST_TOKENS.to_string()).is_ok());
    }
    assert_eq!(of("{\"tokens\": 1e300}").unread, 1);
}

#[test]
fn what_is_shown_is_what_is_applied() {
    for text in [
        "{\"text\":\"a\"}",
        "{\"instruction\":\"a\"}",
        "{\"tokens\":0.3}",
        "{\"text\":\"a b c d e f g h\"}",
        "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n5000",
    ] {
        let found = of(text);
        let shown = found.lengths();
        assert!(shown[0] >= 1.0, "{text}: {shown:?}");
        assert_eq!(shown, applied(&found).map(estimator::num::float), "{text}");
    }
}

#[test]
fn half_a_surrogate_pair_is_a_character_that_is_lost() {
    for (text, other) in [
        (r#"{"text":"\ud83d"}"#, 1),
        (r#"{"text":"\udE00 x"}"#, 1),
        (r#"{"text":"\ud83d\ud83d\ude00"}"#, 2),
        (r#"{"text":"\\ud83d"}"#, 0),
        (r#"{"text":"\ud83d\n\u0041"}"#, 1),
    ] {
        let found = of(text);
        assert_eq!(found.listed, [], "{text}");
        assert_eq!(found.characters.other, other, "{text}: {found:?}");
    }
    let wrong = of(r#"{"text":"\ud83d" x}"#);
    assert!(matches!(
        wrong.listed[..],
        [Unread {
            line: 1,
            why: Why::Json { .. }
        }]
    ));
    assert_eq!(of(r#"{"text":"\ud83"}"#).unread, 1);
}
