//! The command as others call it.
#![allow(clippy::tests_outside_test_module, reason = "all of it is tests")]
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_headroom"))
        .args(args)
        .output()
        .expect("the program")
}

fn text(args: &[&str]) -> String {
    let output = run(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.stderr.is_empty(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn code(args: &[&str]) -> i32 {
    run(args).status.code().expect("an exit code")
}

const RUN: &str = "https://h.example/p/#m=llama-3.1-8b&g=rtx-4090";

/// 20.00 GiB, 18.00 to 22.50, on a card with 23.6: see `embed` in tests/links/links.csv.
#[test]
fn checks_say_by_their_exit_code_whether_it_fits() {
    for (args, expected) in [
        (&[][..], 0),
        (&["--max-gib", "23"], 0),
        (&["--max-gib", "20"], 3),
        (&["--max-gib=20", "--borderline-ok"], 0),
        (&["--max-gib", "15"], 1),
        (&["--says", "20.0"], 0),
        (&["--says", "20.1"], 1),
        (&["--says", "20.00", "--unit", "gib"], 0),
        (&["--says", "21.5", "--unit", "gb"], 0),
        (&["--says", "about 20"], 2),
        (&["--max-gib", "-1"], 2),
        (&["--max-gib"], 2),
        (&["--maximum", "20"], 2),
    ] {
        assert_eq!(
            code(&[&["check", RUN][..], args].concat()),
            expected,
            "{args:?}"
        );
    }
    // The worst scenario of a comparison decides.
    assert_eq!(code(&["check", "#g=rtx-4090&2.method=full"]), 1);
    assert_eq!(code(&["check", "#g=rtx-4090&2.method=qlora"]), 0);
}

#[test]
fn what_cannot_be_read_stands_on_the_other_stream() {
    let output = run(&["check", "m=lama-3.1-8b&zz=1&s=4096"]);
    assert_eq!(
        (output.status.code(), output.stdout.is_empty()),
        (Some(2), true)
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("2 of 3 settings") && said.contains("“lama-3.1-8b”") && said.contains("“zz”"),
        "{said}"
    );
    let output = run(&["check", "n=8&tp=3", "--lang", "zh"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains("tp (") && said.contains("需要改正"),
        "{said}"
    );
    assert_eq!(code(&["check", "m=lama-3.1-8b&g=rtx-4090", "--lenient"]), 0);
    for args in [
        &["estimate"][..],
        &["nothing"],
        &["check", RUN, "more"],
        &["estimate", RUN, "--format", "pdf"],
    ] {
        assert_eq!(code(args), 2, "{args:?}");
    }
}

#[test]
fn every_format_is_what_it_says() {
    let json: serde_json::Value =
        serde_json::from_str(&text(&["estimate", RUN, "--format", "json"])).expect("JSON");
    assert_eq!(json["verdict"]["state"], "fits");
    assert_eq!(
        json["link"],
        "https://h.example/p/#v=1&cat=2026-12&g=rtx-4090"
    );
    let csv = text(&["estimate", RUN, "--format", "csv"]);
    assert!(
        csv.lines().all(|line| line.contains(','))
            && csv.starts_with("part,moment,line,kind,value,unit,")
    );
    let markdown = text(&["estimate", RUN, "--lang", "zh"]);
    assert!(
        markdown.starts_with("# Llama-3.1-8B，") && markdown.contains("**放得下。"),
        "{markdown}"
    );
    let svg = text(&["estimate", RUN, "--format", "svg", "--theme", "dark"]);
    assert!(
        svg.starts_with("<svg ")
            && svg.contains("<title>")
            && svg.contains("<desc>")
            && svg.trim_end().ends_with("</svg>")
    );
    assert!(!svg.contains("class=\"k-loss\"") || svg.contains(".k-loss{fill:"));
    for kind in ["schema", "models", "gpus"] {
        let _: serde_json::Value = serde_json::from_str(&text(&[kind])).expect(kind);
    }
    let plan = text(&["plan", "m=qwen2.5-7b&g=rtx-4090&pg=this", "--format", "csv"]);
    assert!(
        plan.starts_with("answer,gpu,gpus,") && plan.contains("\r\nminimum,rtx-4090,"),
        "{plan}"
    );
    assert!(text(&["jobs", "jobs=@64_h100-sxm-80gb~nightly_8_4-5-7_2_48"]).contains("nightly"));
    assert!(
        text(&["--help"]).contains("Exit codes") && text(&["--version"]).starts_with("headroom ")
    );
}

/// For readers without script: words, table, figure and link, and nothing that runs or reaches out.
#[test]
fn an_embed_needs_no_script_and_no_style_sheet() {
    let page = text(&["embed", RUN]);
    for part in [
        "<figure class=\"headroom\" lang=\"en\">",
        "<table>",
        "<svg ",
        "20.00 GiB",
        "<a href=\"https://h.example/p/#v=1&amp;cat=2026-12&amp;g=rtx-4090\">",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    for foreign in ["<script", "onload", "style=\"", "<link", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // Its rules are under its own mark: they colour no other drawing of the host.
    let style = page
        .split("<style>")
        .nth(1)
        .and_then(|rest| rest.split("</style>").next())
        .expect("a style");
    let rules = style
        .replace("@media (prefers-color-scheme:dark){", "")
        .replace("}}", "}");
    for rule in rules.split('}').filter(|rule| !rule.is_empty()) {
        assert!(rule.starts_with("svg[data-headroom]"), "{rule}");
    }
}

/// A4.3: whose memory, which unit, length, micro-batch, optimizer, precision, framework, release and revision, whatever the run.
#[test]
fn the_sentence_cannot_be_misread() {
    for link in [
        "m=llama-3.1-70b&method=qlora&n=8&shard=zero3",
        "m=qwen2.5-0.5b&method=full&s=16384&b=4&opt=adamw-8bit",
        "m=llama-3.1-8b&method=full&prec=bf16-pure&stack=torchtune",
    ] {
        for (lang, unit) in [("en", "gib"), ("zh", "gb")] {
            let said = text(&[
                "estimate", link, "--format", "sentence", "--lang", lang, "--unit", unit,
            ]);
            let json: serde_json::Value =
                serde_json::from_str(&text(&["estimate", link, "--format", "json"])).expect("JSON");
            let bytes = json["verdict"]["needed_bytes"].as_f64().expect("a number");
            let (symbol, size) = if unit == "gb" {
                ("GB", 1e9)
            } else {
                ("GiB", 1_073_741_824.0)
            };
            let input = |key: &str| {
                let inputs = json["inputs"].as_array().expect("a list").iter();
                inputs
                    .clone()
                    .find(|input| input["key"] == key)
                    .expect("an input")["value"]
                    .as_u64()
                    .expect("a number")
            };
            let (length, batch) = (estimator_grouped(input("s")), input("b"));
            let whose = match (lang, json["derived"]["gpus"].as_u64()) {
                ("en", Some(1)) => "on one GPU",
                ("en", _) => "per GPU (not in total",
                (_, Some(1)) => "单卡",
                _ => "每张 GPU",
            };
            for part in [
                whose,
                &format!("{:.2} {symbol}", bytes / size),
                &format!("{length} token"),
                &format!("micro-batch {batch}"),
                if lang == "en" {
                    "optimizer "
                } else {
                    "优化器 "
                },
                if lang == "en" {
                    "precision "
                } else {
                    "精度 "
                },
                "Headroom 0.",
                "2026-12: #v=1&cat=2026-12&",
            ] {
                let said = said.replace('：', ": ");
                assert!(said.contains(part), "{part} is not in: {said}");
            }
        }
    }
}

fn estimator_grouped(value: u64) -> String {
    estimator::num::grouped(estimator::num::float(value), 0)
}

/// A4.4: pure and mixed precision are told apart, in the numbers and in the words.
#[test]
fn precision_changes_the_sentence() {
    let said = |precision: &str| {
        let link = format!("m=llama-3.1-8b&method=full&n=8&shard=fsdp&prec={precision}");
        text(&["estimate", &link, "--format", "sentence"])
    };
    let (pure, mixed) = (said("bf16-pure"), said("bf16"));
    assert!(
        pure.contains("precision pure bf16") && mixed.contains("precision bf16 mixed"),
        "{pure}{mixed}"
    );
    let needed = |said: &str| {
        let word = said
            .split(" needs ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        word.and_then(|word| word.parse::<f64>().ok())
            .expect("a number")
    };
    assert!(needed(&mixed) > 1.4 * needed(&pure), "{pure}{mixed}");
}

#[test]
fn its_own_documents_come_back_through_the_standard_input() {
    let json = text(&["estimate", RUN, "--format", "json"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_headroom"))
        .args([
            "estimate",
            "-",
            "--format",
            "json",
            "--base",
            "https://h.example/p/",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(json.as_bytes())
        .expect("a reader");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), json);
}
