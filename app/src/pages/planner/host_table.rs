//! The working of host memory and disk, line by line.
use super::opener::{is_open, opener};
use super::verdict::class;
use super::why::working;
use crate::components::{El, all, el, part, t};
use crate::figures;
use crate::i18n::{self, Lang, Text};
use crate::state::{Answer, Opened, session};
use estimator::expr::Expr;
use estimator::host::{DiskLine, HostInstant, HostMoment};
use estimator::source::Source;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;
use std::sync::Arc;

/// The moments of a node, each with its lines.
pub(super) fn host_table() -> El {
    let session = session();
    let body = move || {
        let answer = session.answer()?;
        let (lang, unit) = (session.lang(), session.unit());
        let rows = answer.host.instants.iter().map(|instant| {
            let rows = [
                moment(lang, unit, &answer, instant),
                lines(lang, unit, &answer, instant.moment),
            ];
            all(rows)
        });
        Some(all(rows))
    };
    let unit = move || session.unit().symbol();
    table(Text::HostMemory, unit, Some(Text::HostExpected), body)
}

/// A table of four columns: what, how much, what else, a button.
fn table(
    title: Text,
    unit: impl Fn() -> &'static str + Send + 'static,
    third: Option<Text>,
    body: impl Fn() -> Option<AnyView> + Send + 'static,
) -> El {
    let column = |class: &'static str| el("th").attr("scope", "col").class(class);
    let third = column("opt").children(third.map(|text| el("span").says(t(text))));
    let head = el("tr")
        .child(column("").says(t(Text::ColumnLine)))
        .child(column("n").says(unit))
        .child(third)
        .child(column("").child(el("span").class("hidden").says(t(Text::Why))));
    el("table")
        .child(el("caption").child(el("b").says(t(title))))
        .child(el("thead").child(head))
        .child(el("tbody").part(body))
}

fn moment(lang: Lang, unit: SizeUnit, answer: &Answer, instant: &HostInstant) -> AnyView {
    let worst = instant.moment == answer.host.worst;
    let remark = if worst {
        Some(Text::WorstMoment)
    } else {
        (!instant.planned).then_some(Text::NotPlanned)
    };
    let hint = |remark| el("small").class("hint").text(i18n::text(lang, remark));
    let name = i18n::host_moment_label(lang, instant.moment);
    let what = Opened::Moment(instant.moment);
    let open = is_open(what);
    let verdict = instant.verdict.map(|verdict| {
        let words = i18n::state_label(lang, verdict.state);
        el("em").class(class(verdict.state)).text(words)
    });
    let range = format!(
        "{} – {} ",
        i18n::size_number(lang, instant.interval.low, unit),
        i18n::size_number(lang, instant.interval.high, unit)
    );
    row(
        el("th").text(name).children(remark.map(hint)),
        i18n::number(lang, instant.total().as_unit(unit), 2),
        el("td").class("opt").text(range).children(verdict),
        opener(what, open, name, Text::Lines),
    )
    .when("worst", move || worst)
    .when("opened", move || open.get())
    .into()
}

fn row(name: El, size: String, third: El, button: El) -> El {
    el("tr")
        .child(name.attr("scope", "row"))
        .child(el("td").class("n").text(size))
        .child(third)
        .child(el("td").class("n").child(button))
}

/// The lines of a moment, there only while it is open.
fn lines(lang: Lang, unit: SizeUnit, answer: &Arc<Answer>, moment: HostMoment) -> AnyView {
    let open = is_open(Opened::Moment(moment));
    let answer = Arc::clone(answer);
    let made = move || {
        let instant = open.get().then(|| answer.host.at(moment))??;
        let why = el("td")
            .attr("colspan", "4")
            .text(i18n::host_moment_why(lang, moment));
        let lines = instant.lines.iter().map(|line| Line {
            what: Opened::HostLine(moment, line.id),
            name: i18n::host_line_label(lang, line.id),
            amount: line.amount.clone(),
            source: line.source,
        });
        let rows = listed(lang, unit, lines.collect());
        Some(all([el("tr").class("within").child(why).into(), rows]))
    };
    part(made).into_any()
}

/// A line as both tables list it.
struct Line {
    what: Opened,
    name: &'static str,
    amount: Expr,
    source: Source,
}

/// Lines whose printed sizes sum to the printed total, each with its working under it.
fn listed(lang: Lang, unit: SizeUnit, lines: Vec<Line>) -> AnyView {
    let bytes = |line: &Line| Bytes::new(line.amount.value()).as_unit(unit);
    let sizes: Vec<f64> = lines.iter().map(bytes).collect();
    let sizes = figures::hundredths(&sizes);
    let rows = lines.into_iter().zip(sizes).map(|(line, size)| {
        let open = is_open(line.what);
        let button = opener(line.what, open, line.name, Text::Why);
        let shown = row(
            el("th").text(line.name),
            figures::shown(size),
            el("td")
                .class("opt")
                .text(i18n::source_kind(lang, line.source.kind)),
            button,
        );
        let made = move || {
            open.get()
                .then(|| working(None, &line.amount, unit, line.source, ""))
        };
        let shown = shown.class("within").when("opened", move || open.get());
        all([shown.into(), part(made).into_any()])
    });
    all(rows)
}

/// The files of a checkpoint and of the run.
pub(super) fn disk_table() -> El {
    let session = session();
    let body = move || {
        let answer = session.answer()?;
        let (lang, disk) = (session.lang(), &answer.disk);
        let files = |lines: &[DiskLine], what: fn(&DiskLine) -> Opened| {
            let lines = lines.iter().map(|line| Line {
                what: what(line),
                name: i18n::disk_line_label(lang, line.id),
                amount: line.amount.clone(),
                source: line.source,
            });
            listed(lang, SizeUnit::Gb, lines.collect())
        };
        let sum = |class: &'static str, text: Text, bytes: Bytes, hint: Option<Text>| {
            let hint = hint.map(|hint| el("small").class("hint").text(i18n::text(lang, hint)));
            el("tr")
                .class(class)
                .child(
                    el("th")
                        .attr("scope", "row")
                        .text(i18n::text(lang, text))
                        .children(hint),
                )
                .child(
                    el("td")
                        .class("n")
                        .text(i18n::number(lang, bytes.as_unit(SizeUnit::Gb), 2)),
                )
                .child(el("td").class("opt"))
                .child(el("td"))
                .into()
        };
        Some(all([
            files(&disk.checkpoint, |line| Opened::CheckpointFile(line.id)),
            sum("subtotal", Text::OneCheckpoint, disk.per_checkpoint, None),
            files(&disk.run, |line| Opened::RunFile(line.id)),
            sum("subtotal", Text::AtTheEnd, disk.total, None),
            sum(
                "sum",
                Text::AtTheFullest,
                disk.peak,
                Some(Text::AtTheFullestHint),
            ),
        ]))
    };
    table(Text::DiskFiles, || SizeUnit::Gb.symbol(), None, body)
}
