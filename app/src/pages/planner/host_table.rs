//! The working of host memory and disk, line by line.
use super::opener::{is_open, opener};
use super::why::{Amount, working};
use crate::components::{El, all, el, part, t};
use crate::figures;
use crate::i18n::{self, Lang, Text};
use crate::state::{Answer, Opened, session};
use estimator::expr::Expr;
use estimator::host::{DiskLine, HostInstant};
use estimator::source::Source;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;
use std::sync::Arc;

/// Which of the two tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Host,
    Disk,
}

/// A row, and what is under it once it is opened.
struct Row {
    class: &'static str,
    name: &'static str,
    hint: Option<Text>,
    size: String,
    third: String,
    what: Option<Opened>,
    under: Under,
}

#[derive(Clone)]
enum Under {
    /// Nothing: a sum.
    Nothing,
    /// The working of its amount.
    Working(Expr, &'static Source),
    /// Rows of their own.
    Rows(Arc<[Row]>),
}

/// One of the tables. At a keystroke its rows are made anew: what is open is kept apart from them.
pub(super) fn table(of: Of) -> El {
    let session = session();
    let host = of == Of::Host;
    let unit = move || if host { session.unit() } else { SizeUnit::Gb };
    let body = move || {
        let answer = session.details()?;
        let lang = session.lang();
        let rows = if host {
            moments(lang, unit(), &answer)
        } else {
            files(lang, &answer)
        };
        Some(views(lang, unit(), &rows))
    };
    let title = if host {
        Text::HostMemory
    } else {
        Text::DiskFiles
    };
    let column = |class, words: El| el("th").attr("scope", "col").class(class).child(words);
    let plain = |text| el("span").says(t(text));
    let head = el("tr")
        .child(column("", plain(Text::ColumnLine)))
        .child(column("n", el("span").says(move || unit().symbol())))
        .child(column(
            "opt",
            if host {
                plain(Text::HostExpected)
            } else {
                el("span")
            },
        ))
        .child(column("", plain(Text::Why).class("hidden")));
    el("table")
        .child(el("caption").child(el("b").says(t(title))))
        .child(el("thead").child(head))
        .child(el("tbody").part(body))
}

fn views(lang: Lang, unit: SizeUnit, rows: &[Row]) -> AnyView {
    all(rows.iter().map(|row| view(lang, unit, row)))
}

fn view(lang: Lang, unit: SizeUnit, row: &Row) -> AnyView {
    let cell = |class| el("td").class(class);
    let mut name = el("th").attr("scope", "row").text(row.name);
    if let Some(hint) = row.hint {
        name = name.child(el("small").class("hint").text(i18n::text(lang, hint)));
    }
    let shown = el("tr")
        .class(row.class)
        .child(name)
        .child(cell("n").text(row.size.as_str()))
        .child(cell("opt").text(row.third.as_str()));
    let Some(what) = row.what else {
        return shown.child(el("td")).into();
    };
    let open = is_open(what);
    let closed = match row.under {
        Under::Rows(..) => Text::Lines,
        _ => Text::Why,
    };
    let button = cell("n").child(opener(what, open, row.name, closed));
    let under = row.under.clone();
    let made = move || {
        open.get().then(|| match &under {
            Under::Nothing => ().into_any(),
            Under::Working(amount, source) => {
                working(None, amount, Amount::Bytes(unit), **source, "").into()
            }
            Under::Rows(rows) => views(lang, unit, rows),
        })
    };
    all([
        shown
            .child(button)
            .when("opened", move || open.get())
            .into(),
        part(made).into_any(),
    ])
}

/// Lines whose printed sizes sum to the printed total.
fn listed(unit: SizeUnit, lines: Vec<(Opened, &'static str, &Expr, &'static Source)>) -> Vec<Row> {
    let sizes: Vec<f64> = lines
        .iter()
        .map(|(_, _, amount, _)| Bytes::new(amount.value()).as_unit(unit))
        .collect();
    let sizes = figures::hundredths(&sizes);
    let rows = lines.into_iter().zip(sizes);
    rows.map(|((what, name, amount, source), size)| Row {
        class: "within",
        name,
        hint: None,
        size: figures::shown(size),
        third: String::new(),
        what: Some(what),
        under: Under::Working(amount.clone(), source),
    })
    .collect()
}

fn moments(lang: Lang, unit: SizeUnit, answer: &Answer) -> Vec<Row> {
    let rows = answer.host.instants.iter();
    rows.map(|instant| moment(lang, unit, answer, instant))
        .collect()
}

fn moment(lang: Lang, unit: SizeUnit, answer: &Answer, instant: &HostInstant) -> Row {
    let moment = instant.moment;
    let worst = moment == answer.host.worst;
    let hint = if worst {
        Some(Text::WorstMoment)
    } else {
        (!instant.planned).then_some(Text::NotPlanned)
    };
    let number = |bytes| i18n::size_number(lang, bytes, unit);
    let (low, high) = (number(instant.interval.low), number(instant.interval.high));
    let mut third = format!("{low} – {high}");
    if let Some(verdict) = instant.verdict {
        third.push_str(" · ");
        third.push_str(i18n::state_label(lang, verdict.state));
    }
    let lines = instant.lines.iter().map(|line| {
        let what = Opened::HostLine(moment, line.id);
        (
            what,
            i18n::host_line_label(lang, line.id),
            &line.amount,
            line.source,
        )
    });
    Row {
        class: if worst { "worst" } else { "" },
        name: i18n::host_moment_label(lang, moment),
        hint,
        size: i18n::number(lang, instant.total().as_unit(unit), 2),
        third,
        what: Some(Opened::Moment(moment)),
        under: Under::Rows(listed(unit, lines.collect()).into()),
    }
}

fn files(lang: Lang, answer: &Answer) -> Vec<Row> {
    let disk = &answer.disk;
    let unit = SizeUnit::Gb;
    let files = |lines: &[DiskLine], what: fn(_) -> Opened| {
        let lines = lines.iter().map(|line| {
            let name = i18n::disk_line_label(lang, line.id);
            (what(line.id), name, &line.amount, line.source)
        });
        listed(unit, lines.collect())
    };
    let sum = |class, text, bytes: Bytes, hint| Row {
        class,
        name: i18n::text(lang, text),
        hint,
        size: i18n::number(lang, bytes.as_unit(unit), 2),
        third: String::new(),
        what: None,
        under: Under::Nothing,
    };
    let mut rows = files(&disk.checkpoint, Opened::CheckpointFile);
    rows.push(sum(
        "subtotal",
        Text::OneCheckpoint,
        disk.per_checkpoint,
        None,
    ));
    rows.extend(files(&disk.run, Opened::RunFile));
    rows.push(sum("subtotal", Text::AtTheEnd, disk.total, None));
    let hint = Some(Text::AtTheFullestHint);
    rows.push(sum("sum", Text::AtTheFullest, disk.peak, hint));
    rows
}
