//! Host memory and disk: a verdict each, and the working on demand.
use super::host_table::{Of, table};
use super::verdict::class;
use crate::components::{El, all, el, fold, t};
use crate::i18n::{self, HostVerdict, Lang, Text};
use crate::platform::page;
use crate::state::{Answer, session};
use estimator::scenario::Param;
use estimator::units::SizeUnit;

/// The section.
pub(super) fn host() -> El {
    let session = session();
    let verdicts = move || {
        let answer = session.details()?;
        let (lang, unit) = (session.lang(), session.unit());
        let ram = i18n::ram_verdict(lang, &answer.host, unit);
        let help = i18n::ram_remedy(lang, &answer.host, &answer.scenario, unit);
        let disk = i18n::disk_verdict(lang, &answer.disk);
        Some(all([
            line(lang, ram, help, Param::Ram),
            line(
                lang,
                disk,
                i18n::disk_remedy(lang, &answer.disk).to_owned(),
                Param::Disk,
            ),
        ]))
    };
    let seconds = move || {
        let answer = session.details()?;
        let words = i18n::disk_seconds(session.lang(), answer.disk.save, answer.disk.load);
        Some(el("p").class("note").text(words))
    };
    let working = move || {
        let made = el("div")
            .child(table(Of::Host))
            .child(el("p").class("note").says(t(Text::HostScope)))
            .child(table(Of::Disk))
            .part(seconds);
        Some(made)
    };
    el("section")
        .class("host")
        .child(el("h2").says(t(Text::HostAndDisk)))
        .part(verdicts)
        .child(fold(Text::HostDetails, working))
}

/// What was given and does not suffice, for the headline.
pub(super) fn lacking(lang: Lang, answer: &Answer, unit: SizeUnit) -> Vec<El> {
    i18n::lacking(lang, &answer.host, &answer.disk, unit)
        .into_iter()
        .map(|verdict| worded(lang, verdict).class("lacking"))
        .collect()
}

fn worded(lang: Lang, verdict: HostVerdict) -> El {
    // Chinese marks bring their own space.
    let gap = if lang == Lang::Zh { "" } else { " " };
    let strong = el("em").class(verdict.state.map_or("", class));
    el("p")
        .child(strong.text(verdict.strong))
        .text(gap)
        .text(verdict.rest)
}

/// A verdict with what would help, or with the way to the input that it lacks.
fn line(lang: Lang, verdict: HostVerdict, help: String, asked: Param) -> El {
    let gap = if lang == Lang::Zh { "" } else { " " };
    let unasked = verdict.state.is_none();
    let enter = if asked == Param::Ram {
        Text::EnterRam
    } else {
        Text::EnterDisk
    };
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .press(move || page::focus_soon(format!("f-{}", asked.key())))
        .text(i18n::text(lang, enter));
    let words = worded(lang, verdict).text(gap).text(help);
    if unasked { words.child(button) } else { words }
}
