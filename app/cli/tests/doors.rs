//! Hostile text through every door: what comes in as a link, a paste, a file, a message or an argument is read, or refused in
//! words; no text that comes out has markup, hidden characters, numbers that are none, or no end.
#![allow(clippy::tests_outside_test_module, reason = "all of it is tests")]
use app::boot::{self, Kept};
use app::charts::Scheme;
use app::embed::Embed;
use app::export::{Format, render};
use app::i18n::{self, Lang, calibration, export::bad_import};
use app::jobs;
use estimator::analysis::oom;
use estimator::calibration::{fit, line};
use estimator::codec::{Decoded, encode_beside};
use estimator::data::lengths::{Ratios, measure};
use estimator::export::{self, Link};
use estimator::launch;
use estimator::memory::MemoryReport;
use estimator::scenario::{Draft, PARAMS, import_config};
use estimator::units::SizeUnit;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

#[path = "../../../estimator/tests/support/mod.rs"]
mod support;
use support::HOSTILE;

/// Values, and whole files of the fuzz targets: each goes through every door, whatever it was made for.
fn corpus() -> Vec<String> {
    let more = [
        "<svg/onload=alert(1)>".to_owned(),
        "a\u{0}b".to_owned(),
        "a|b`c](javascript:alert(1))".to_owned(),
        "=1+1".to_owned(),
        "é".repeat(5_000),
        "[".repeat(50_000),
        "x".repeat(300_000),
    ];
    let mut texts: Vec<String> = HOSTILE.iter().map(|text| (*text).to_owned()).collect();
    texts.extend(more);
    for target in ["fragment", "config", "launch"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/fuzz/corpus")
            .join(target);
        for entry in std::fs::read_dir(folder).expect("the corpus") {
            let bytes = std::fs::read(entry.expect("a file").path()).expect("a text");
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    assert!(texts.len() > 100, "{}", texts.len());
    texts
}

/// As a link spells it.
fn percent_encoded(text: &str) -> String {
    text.bytes()
        .flat_map(|byte| format!("%{byte:02X}").into_bytes())
        .map(char::from)
        .collect()
}

/// Something that text goes through, and all that comes out for people.
type Door = fn(&str) -> Vec<String>;

const DOORS: &[(&str, Door)] = &[
    ("fragment", fragment),
    ("query", query),
    ("config.json box", config),
    ("launch-file box", launch_file),
    ("data lengths box", lengths),
    ("out-of-memory box", out_of_memory),
    ("calibration line", profile_line),
    ("JSON import", json),
    ("jobs table", table),
    ("embed address", frame),
    ("embed message", message),
    ("API for JavaScript", api),
];

#[test]
fn every_door_takes_the_whole_corpus() {
    for text in &corpus() {
        for (name, door) in DOORS {
            for said in door(text) {
                if let Some(wrong) = unfit(&said) {
                    let [text, said] =
                        [text, &said].map(|t| t.chars().take(300).collect::<String>());
                    panic!("{name}: {wrong} in {said:?}, of {text:?}");
                }
            }
        }
    }
}

/// Why words are not fit to be shown; they may quote what was typed, but only shortened and with nothing hidden.
fn unfit(said: &str) -> Option<&'static str> {
    let hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if said.contains(hidden) {
        return Some("a hidden character");
    }
    (said.chars().count() > 1_000).then_some("no end")
}

fn both(words: impl Fn(Lang) -> String) -> impl Iterator<Item = String> {
    Lang::ALL.into_iter().map(words)
}

/// What the page says of a link, and that it writes it again.
fn told(found: &Decoded) -> Vec<String> {
    let written = encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text;
    assert!(written.is_ascii() && written.len() < 20_000, "{written}");
    let observations: Vec<_> = found
        .runs
        .iter()
        .filter_map(|run| run.check().ok())
        .collect();
    let mut said = checked(&found.draft);
    if let Ok(scenario) = found.draft.check().scenario {
        let report = MemoryReport::calibrated(&scenario, &fit(&observations));
        assert!(report.peak.driver.get().is_finite());
    }
    for lang in Lang::ALL {
        said.extend(
            found
                .notices
                .iter()
                .map(|notice| i18n::notice_text(lang, notice)),
        );
        let runs = found.run_notices.iter();
        said.extend(runs.map(|notice| calibration::run_notice(lang, notice)));
    }
    said
}

/// What the form says of settings.
fn checked(draft: &Draft) -> Vec<String> {
    let issues = draft.check().scenario.err().unwrap_or_default();
    let words = |lang| {
        issues
            .iter()
            .map(move |issue| i18n::issue_text(lang, issue))
    };
    Lang::ALL.into_iter().flat_map(words).collect()
}

fn fragment(text: &str) -> Vec<String> {
    let mut said = told(&Link::read(text).decoded);
    let value = percent_encoded(&text.chars().take(100).collect::<String>());
    for key in ["m", "s", "t", "g", "jobs", "run1.s", "2.m", "xyz"] {
        said.extend(told(&Link::read(&format!("#{key}={value}")).decoded));
    }
    said.extend(told(&Link::read(&format!("#{value}=1")).decoded));
    // As it is typed into the form.
    for info in PARAMS {
        let mut draft = Draft::default();
        draft.set(info.param, text);
        said.extend(checked(&draft));
    }
    said
}

fn query(text: &str) -> Vec<String> {
    let kept = Kept {
        lang: Some(text.to_owned()),
        theme: Some(text.to_owned()),
        unit: Some(text.to_owned()),
    };
    let start = boot::start(
        &format!("lang={text}&view={text}&theme={text}&s={text}"),
        text,
        &kept,
        &[text.to_owned()],
    );
    told(&start.link)
}

fn config(text: &str) -> Vec<String> {
    let fields = [
        "hidden_size",
        "num_hidden_layers",
        "vocab_size",
        "model_type",
        "torch_dtype",
    ];
    let quoted = export::Json::from(text.to_owned()).text();
    let mut said = Vec::new();
    let shaped = fields.map(|field| {
        format!(
            "{{\"model_type\": \"llama\", \"hidden_size\": 64, \"{field}\": {quoted}, {quoted}: 1}}"
        )
    });
    for text in shaped.iter().map(String::as_str).chain([text]) {
        match import_config(text) {
            Ok(imported) => {
                let mut draft = Draft::default();
                imported.apply(&mut draft);
                said.extend(checked(&draft));
            }
            Err(error) => said.extend(both(|lang| i18n::config_error_text(lang, &error))),
        }
    }
    said
}

fn launch_file(text: &str) -> Vec<String> {
    let mut said = Vec::new();
    let line = text.replace('\n', " ");
    for text in [
        text.to_owned(),
        format!("stage: sft\ncutoff_len: {line}\n{line}: 1\nmodel_name_or_path: '{line}'\n"),
        format!("--lora_r '{line}' --max_length {line}"),
        format!("TrainingArguments(bf16=True, optim='{line}')"),
    ] {
        match launch::read(&text, &Draft::default()) {
            Ok(reading) => {
                said.extend(checked(&reading.draft));
                for lang in Lang::ALL {
                    let took = reading.read.iter().chain(&reading.assumed);
                    said.extend(took.map(|took| i18n::launch::took(lang, took)));
                    let aside = reading.ignored.iter();
                    said.extend(aside.map(|(entry, why)| i18n::launch::ignored(lang, entry, *why)));
                }
            }
            Err(trouble) => said.extend(both(|lang| i18n::launch::trouble(lang, trouble))),
        }
    }
    said
}

fn lengths(text: &str) -> Vec<String> {
    let quoted = export::Json::from(text.to_owned()).text();
    let mut said = Vec::new();
    for text in [
        text.to_owned(),
        format!("{{\"text\": {quoted}}}\n"),
        format!("text,{text}\n{text}\n"),
        format!("{{\"tokens\": {quoted}}}"),
    ] {
        let summary = measure(&text, Ratios::default());
        assert!(summary.mean().is_finite() && summary.lengths().iter().all(|l| l.is_finite()));
        let mut draft = Draft::default();
        summary.fill(&mut draft);
        said.extend(checked(&draft));
        for lang in Lang::ALL {
            said.push(i18n::dataset::counted(lang, &summary));
            said.extend(
                summary
                    .listed
                    .iter()
                    .map(|row| i18n::dataset::unread(lang, row)),
            );
        }
    }
    said
}

fn out_of_memory(text: &str) -> Vec<String> {
    let scenario = Draft::default().check().scenario.expect("a scenario");
    let mut said = Vec::new();
    let line = text.replace('\n', " ");
    for text in [
        text.to_owned(),
        format!("CUDA out of memory. Tried to allocate {line} GiB. {line}"),
        format!(
            "Tried to allocate 1.00 GiB (GPU 0; {line} GiB total capacity; {line} GiB already allocated)"
        ),
    ] {
        let report = oom::explain(&text, &scenario);
        match report.message {
            Ok(message) => {
                assert!(message.requested.value.get().is_finite());
                for lang in Lang::ALL {
                    said.push(i18n::oom::unknown(lang, &message, report.phase));
                    said.extend(
                        i18n::oom::figures(lang, &message)
                            .into_iter()
                            .map(|(_, figure)| figure),
                    );
                }
            }
            Err(why) => said.extend(both(|lang| i18n::oom::unreadable(lang, why).to_owned())),
        }
    }
    assert!(
        !said
            .iter()
            .any(|said| said.contains("NaN") || said.contains("inf ")),
        "{said:?}"
    );
    said
}

fn profile_line(text: &str) -> Vec<String> {
    let mut said = Vec::new();
    let word = text.replace('\n', " ");
    for text in [
        text.to_owned(),
        format!("headroom v=1 alloc={word} s={word} gpu=\"{word}\" torch={word}"),
        format!("headroom v={word} alloc=18.5 {word}=1"),
    ] {
        for profile in line::read(&text) {
            for lang in Lang::ALL {
                said.push(calibration::read_line(lang, &profile));
                said.extend(
                    profile
                        .issues
                        .iter()
                        .map(|issue| calibration::line_issue(lang, issue)),
                );
            }
            let run = profile.run(&Draft::default());
            let issues = run.check().err().unwrap_or_default();
            said.extend(
                issues
                    .iter()
                    .map(|issue| calibration::run_issue(Lang::En, issue)),
            );
        }
    }
    said
}

fn json(text: &str) -> Vec<String> {
    let quoted = export::Json::from(text.to_owned()).text();
    let mut said = Vec::new();
    for text in [
        text.to_owned(),
        format!("{{\"format\": {quoted}}}"),
        format!(
            "{{\"format\": \"headroom.estimate\", \"schema\": 1, \"settings\": {{\"s\": {quoted}, {quoted}: \"1\"}}}}"
        ),
    ] {
        match export::import(&text) {
            Ok(link) => said.extend(told(&link.decoded)),
            Err(bad) => said.extend(both(|lang| bad_import(lang, &bad))),
        }
    }
    said
}

/// What is typed into each part of a job and of a pool.
fn table(text: &str) -> Vec<String> {
    let mut said = Vec::new();
    let rows = "@64_h100-sxm-80gb~nightly_8_4-5-7_2_48";
    let typed =
        (0..2).flat_map(|entry| (0..6).map(move |part| jobs::typed(rows, entry, part, text)));
    for text in typed.chain([text.to_owned()]) {
        let link = Link::read(&format!("#jobs={}", percent_encoded(&text)));
        said.extend(told(&link.decoded));
        if let Err(bad) = estimator::pool::parse(&text) {
            said.extend(both(|lang| i18n::bad_job(lang, &bad)));
        }
    }
    said
}

fn frame(text: &str) -> Vec<String> {
    let query =
        format!("embed=1&view={text}&lock={text}_m&controls={text}&host={text}&lang={text}");
    let embed = Embed::of(&query);
    // Text with `&` in it may name something first, and then it is another frame or none.
    if !text.contains('&') {
        assert!(
            embed
                .as_ref()
                .is_some_and(|embed| embed.inputs().count() <= PARAMS.len()),
            "{embed:?}"
        );
    }
    told(&boot::start(&query, text, &Kept::default(), &[]).link)
}

/// A scenario in a message goes to the decoder of links as it is.
fn message(text: &str) -> Vec<String> {
    let mut said = told(&estimator::codec::decode(text));
    said.extend(told(&estimator::codec::decode(&format!(
        "m={text}&s={text}&{text}={text}"
    ))));
    said
}

fn api(text: &str) -> Vec<String> {
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let thrown = |thrown: &str| assert!(json(thrown)["kind"].is_string(), "{thrown}");
    let _ = json(&headroom_js::decode(text));
    for format in ["json", "csv", "jobs-json", "jobs-csv", text] {
        match headroom_js::document(text, format, false) {
            Ok(document) if format.ends_with("json") => drop(json(&document)),
            Ok(_) => {}
            Err(error) => thrown(&error),
        }
    }
    match headroom_js::import_json(text) {
        Ok(document) => drop(json(&document)),
        Err(error) => thrown(&error),
    }
    // Data, not words: escaped as JSON, and unbounded as a link is.
    Vec::new()
}

/// Tags with the names of their attributes.
fn tags(markup: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // Markdown escapes what opens a tag.
    for piece in markup.replace("\\<", "").split('<').skip(1) {
        let tag = piece.split('>').next().unwrap_or("");
        let mut quoted = false;
        let bare: String = tag
            .chars()
            .filter(|c| {
                quoted ^= *c == '"';
                !quoted && *c != '"'
            })
            .collect();
        let name = bare
            .split_whitespace()
            .next()
            .unwrap_or("")
            .trim_matches('/');
        found.insert(name.to_owned());
        let attributes = bare.split_whitespace().skip(1);
        let attributes = attributes.filter_map(|word| word.split_once('=').map(|(name, _)| name));
        found.extend(attributes.map(|attribute| format!("{name} {attribute}")));
        for address in tag.split("href=\"").skip(1) {
            let scheme = address.split(['/', '#', '"']).next().unwrap_or("");
            let leads = ["http:", "https:", "file:"].contains(&scheme) || !scheme.contains(':');
            assert!(leads, "{tag}");
        }
    }
    found
}

/// Documents made of whatever can be read have the markup that those of plain links have, and no more.
#[test]
fn documents_of_hostile_links_have_no_markup_of_theirs() {
    let made = |link: &Link, format: Format| {
        Lang::ALL.map(|lang| render(link, format, lang, SizeUnit::Gib, Scheme::Auto))
    };
    let name = |text: &str| percent_encoded(&text.replace(['_', '~', '@'], "-"));
    let plain = [
        "#m=qwen2.5-7b&n=8&shard=zero3&jobs=@64~a_8_5_2_48",
        "#g=rtx-4090&2.method=qlora&jobs=@8~a_8_5_4m",
    ];
    let formats = ["html", "embed", "svg", "md", "sentence", "jobs-md"];
    for format in formats.map(|key| Format::from_key(key).expect("a format")) {
        let texts = plain
            .iter()
            .flat_map(|link| made(&Link::read(link), format));
        let known: BTreeSet<String> = texts
            .flat_map(|text| tags(&text.expect("a document")))
            .collect();
        for text in corpus() {
            let short: String = text.chars().take(40).collect();
            for link in [
                Link::read(&text).lenient(),
                Link::read(&format!(
                    "https://h.example/#m=qwen2.5-7b&s={short}&jobs=@64~{}_8_5_2_48",
                    name(&short)
                ))
                .lenient(),
            ] {
                for text in made(&link, format).into_iter().flatten() {
                    let more: Vec<_> = tags(&text).difference(&known).cloned().collect();
                    assert!(more.is_empty(), "{format:?} of {short:?}: {more:?}");
                    // A job of that name stands in the link.
                    let named = short.contains("NaN");
                    assert!(named || !text.contains("NaN"), "{format:?} of {short:?}");
                    let hidden = |c: char| {
                        c == '\0' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                    };
                    assert!(!text.contains(hidden), "{format:?} of {short:?}");
                }
            }
        }
    }
}

/// The command refuses with words on the other stream, or answers; it never dies.
#[test]
fn the_command_ends_by_itself() {
    for text in corpus() {
        // A longer one is no argument, and none can hold this.
        if text.len() > 100_000 || text.contains('\0') {
            continue;
        }
        for arguments in [
            &["estimate", &*text][..],
            &["check", "--lenient", "--lang", "zh", &text],
            &[&text],
            &["estimate", "#s=4096", "--format", &text],
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_headroom"))
                .args(arguments)
                .output();
            let output = output.expect("the program");
            let said = String::from_utf8(output.stderr).expect("UTF-8");
            let code = output.status.code().expect("an exit code");
            assert!(
                code <= 3 && !said.contains("panicked"),
                "{arguments:?}: {code} {said}"
            );
        }
    }
}

/// A link's page is a link in documents, so it leads to a page or is left out; what is no address is settings, and refused as such.
#[test]
fn documents_link_to_pages_only() {
    for (given, base) in [
        ("https://h.example/p/#s=4096", "https://h.example/p/"),
        (
            "http://localhost:8080/?view=plan#s=4096",
            "http://localhost:8080/",
        ),
        (
            "file:///C:/a%20(b)/headroom.html#s=4096",
            "file:///C:/a%20(b)/headroom.html",
        ),
        ("h.example/p/#s=4096", "h.example/p/"),
        ("../plan/#s=4096", "../plan/"),
        ("javascript:alert(1)#s=4096", ""),
        ("javascript://x/%0aalert(1)#s=4096", ""),
        ("data:text/html,x#s=4096", ""),
        ("https://h.example/\"onmouseover=\"alert(1)#s=4096", ""),
        ("https://h.example/<b>#s=4096", ""),
        ("https://h.example/\u{202e}gpj#s=4096", ""),
    ] {
        let link = Link::read(given);
        assert_eq!((&*link.base, link.unread()), (base, 0), "{given}");
    }
    for word in ["NaN", "lama-3", "javascript:alert(1)", "<script>"] {
        assert_eq!(Link::read(word).unread(), 1, "{word}");
    }
    let name = |text: &str| format!("#jobs=@64~{}_8_5_2_48", percent_encoded(text));
    for (typed, written) in [
        ("<b>[x](y)`", "\\<b>\\[x](y)\\`"),
        ("a|b", "a\\|b"),
        ("夜间任务", "夜间任务"),
    ] {
        let text = app::export::jobs(Lang::En, &Link::read(&name(typed))).expect("jobs");
        assert!(text.contains(&format!("| {written} |")), "{text}");
    }
}
