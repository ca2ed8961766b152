//! What holds of any text: it is read or refused; what was read is written in a form that reads back to itself; a scenario that
//! came of it has finite figures. What does not hold is a panic.
use crate::Depth;
use app::boot::{self, Kept, Theme, View};
use app::i18n::Lang;
use estimator::analysis::oom as message;
use estimator::calibration::line::{Profile, read as read_line};
use estimator::calibration::{Run, fit};
use estimator::codec::{Decoded, decode, decode_location, encode, encode_beside};
use estimator::export;
use estimator::launch as files;
use estimator::memory::{MemoryReport, Metric};
use estimator::scenario::{Draft, Param, Scenario, import_config};
use estimator::time::TimeReport;
use std::sync::LazyLock;

/// A scenario of everyday, with its report: what messages are explained under.
static EVERYDAY: LazyLock<(Scenario, MemoryReport)> = LazyLock::new(|| {
    let scenario = Draft::default().check().scenario.expect("the defaults");
    let report = MemoryReport::of(&scenario);
    (scenario, report)
});

/// A cluster of the stack that divides most: launch files are read beside it too.
static CLUSTER: LazyLock<Draft> = LazyLock::new(|| {
    Draft::default()
        .with(Param::Stack, "megatron")
        .with(Param::GpusPerNode, "8")
        .with(Param::Nodes, "4")
});

fn nothing() -> &'static Draft {
    static NOTHING: LazyLock<Draft> = LazyLock::new(Draft::default);
    &NOTHING
}

fn good(figure: f64) {
    assert!(figure.is_finite() && figure >= 0.0, "a figure is {figure}");
}

/// Figures of a scenario, if the draft is one.
fn estimated(draft: &Draft, runs: &[Run]) {
    let Ok(scenario) = draft.check().scenario else {
        return;
    };
    let observations: Vec<_> = runs.iter().filter_map(|run| run.check().ok()).collect();
    let report = if observations.is_empty() {
        MemoryReport::of(&scenario)
    } else {
        MemoryReport::calibrated(&scenario, &fit(&observations))
    };
    for instant in &report.instants {
        for term in &instant.terms {
            good(term.amount.value());
        }
    }
    for metric in [Metric::Allocated, Metric::Reserved, Metric::Driver] {
        good(report.peak.of(metric).get());
    }
    if let Ok(report) = TimeReport::of(&scenario) {
        good(report.pace.tokens_per_gpu);
        good(report.mfu());
    }
}

fn written(found: &Decoded) -> String {
    encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text
}

/// What was read of a link is written in the one alphabet, and that text reads back to itself without a complaint.
fn stays(found: &Decoded) {
    let once = written(found);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-=&%~@".contains(&byte);
    assert!(once.bytes().all(plain), "{once}");
    let again = decode(&once);
    assert!(again.notices.is_empty(), "{once}: {:?}", again.notices);
    assert!(again.run_notices.is_empty(), "{once}");
    assert_eq!(written(&again), once);
}

/// Settings that were read of anything: a link keeps them as they are, and they can be estimated.
fn holds(draft: &Draft) {
    let once = encode(draft).text;
    let found = decode(&once);
    assert!(found.notices.is_empty(), "{once}: {:?}", found.notices);
    assert_eq!(encode(&found.draft).text, once);
    estimated(draft, &[]);
}

/// Any address, its query before the first `#`.
pub(crate) fn fragment(text: &str, depth: Depth) {
    let (query, fragment) = text.split_once('#').unwrap_or(("", text));
    let found = decode_location(query, fragment);
    assert!(found.unread() <= found.settings, "{found:?}");
    assert!(found.draft.typed().count() <= found.settings, "{found:?}");
    if depth == Depth::Whole {
        stays(&found);
        estimated(&found.draft, &found.runs);
    }
}

/// Any `config.json`.
pub(crate) fn config(text: &str, depth: Depth) {
    let Ok(imported) = import_config(text) else {
        return;
    };
    if depth == Depth::Whole {
        let mut draft = Draft::default();
        imported.apply(&mut draft);
        let once = draft.clone();
        imported.apply(&mut draft);
        assert_eq!(once, draft);
        holds(&draft);
    }
}

/// Any launch file, command or Python.
pub(crate) fn launch(text: &str, depth: Depth) {
    let bases = [nothing(), &*CLUSTER];
    let bases = if depth == Depth::Whole {
        &bases[..]
    } else {
        &bases[..1]
    };
    for base in bases {
        let Ok(reading) = files::read(text, base) else {
            return;
        };
        if depth == Depth::Read {
            return;
        }
        let again = files::read(text, base).expect("what was read is read again");
        assert_eq!(reading.draft, again.draft);
        let _ = files::looks(text);
        holds(&reading.draft);
        rewritten(reading.format, &reading.draft);
    }
}

/// A scenario in its own format: what those files say is what is read of them, and written again it is the same.
fn rewritten(format: &'static files::Format, draft: &Draft) {
    let checked = draft.check();
    if checked.scenario.is_err() || !format.offered {
        return;
    }
    let first = files::write(&checked, format);
    let again = first.again.check();
    if again.scenario.is_err() {
        return;
    }
    let second = files::write(&again, format);
    let third = files::write(&second.again.check(), format);
    assert_eq!(second.files, third.files, "{}", format.key);
    for file in &second.files {
        let mut words = file.text.split(|c: char| !c.is_ascii_alphanumeric());
        assert!(
            !words.any(|word| ["NaN", "inf"].contains(&word)),
            "{}",
            file.text
        );
    }
}

/// Any text where an out-of-memory message should be.
pub(crate) fn oom(text: &str, depth: Depth) {
    let Ok(read) = message::read(text) else {
        return;
    };
    let sizes = [
        Some(read.requested),
        read.total,
        read.free,
        read.allocated,
        read.reserved,
        read.unallocated,
        read.in_use,
    ];
    for size in sizes.into_iter().flatten() {
        good(size.value.get());
        good(size.half);
    }
    if depth == Depth::Read {
        return;
    }
    let part = message::excerpt(text).expect("a message has a place");
    assert_eq!(message::read(part).as_ref(), Ok(&read), "{part}");
    let (scenario, report) = &*EVERYDAY;
    let explained = message::explain_beside(text, scenario, report);
    for hypothesis in &explained.hypotheses {
        good(hypothesis.formula.value());
    }
    assert_eq!(explained.message, Ok(read));
}

/// Any address of a frame, and the same text in a message to it.
pub(crate) fn embed(text: &str, depth: Depth) {
    let (query, fragment) = text.split_once('#').unwrap_or((text, ""));
    let languages = [query.chars().take(8).collect::<String>()];
    let start = boot::start(query, fragment, &Kept::default(), &languages);
    let own = boot::presentation(query);
    assert_eq!(boot::presentation(&own), own);
    assert_eq!(View::of(&start.view.put(query)), start.view, "{query}");
    if let Some(theme) = Theme::from_key(query) {
        assert_eq!(theme.key(), query);
    }
    let _ = Lang::from_key(query);
    let row = boot::put_row(&own, &start.row);
    assert_eq!(boot::row(&row), start.row, "{query}");
    let told = decode(text);
    assert!(told.unread() <= told.settings);
    if depth == Depth::Whole {
        stays(&start.link);
        stays(&told);
        estimated(&told.draft, &told.runs);
    }
}

/// Any JSON where one of our own should be.
pub(crate) fn json(text: &str, depth: Depth) {
    let Ok(link) = export::import(text) else {
        return;
    };
    assert!(link.unread() <= link.decoded.settings);
    if depth == Depth::Whole {
        stays(&link.decoded);
        let link = link.lenient();
        let Ok(document) = export::Document::of(&link) else {
            return;
        };
        for estimate in &document.estimates {
            estimated(&estimate.draft, &link.decoded.runs);
        }
        let printed = document.json().text();
        let again = export::import(&printed).expect("what we wrote");
        assert_eq!(again.fragment(), link.fragment());
    }
}

/// Any paste where the line of a profile run should be.
pub(crate) fn line(text: &str, depth: Depth) {
    for profile in read_line(text) {
        if depth == Depth::Read {
            continue;
        }
        let printed = printed(&profile);
        let again = read_line(&printed);
        let again = again.first().expect("a line that we wrote");
        assert_eq!(again.settings, profile.settings, "{printed}");
        assert_eq!(again.figures, profile.figures, "{printed}");
        assert!(again.issues.is_empty(), "{printed}: {:?}", again.issues);
        let run = profile.run(nothing());
        let runs = [run];
        let text = encode_beside(nothing(), &runs, "", &[]).text;
        stays(&decode(&text));
        estimated(nothing(), &runs);
    }
}

/// A profile as the line that says the same.
fn printed(profile: &Profile) -> String {
    let figures = profile.figures.iter();
    let figures = figures.map(|(figure, value)| (figure.key(), value));
    let settings = profile.settings.iter();
    let settings = settings.map(|(param, value)| (param.key(), value));
    let pairs = figures.chain(settings);
    let pairs: Vec<String> = pairs
        .map(|(key, value)| format!(" {key}={value}"))
        .collect();
    format!("headroom v=1{}", pairs.concat())
}
