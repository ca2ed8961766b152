//! Several jobs against one pool: the table, what it comes to, and what slips when the pool shrinks.
use crate::charts::{self, Lane, Svg, Timeline};
use crate::components::{El, drawing, el, part, plain, t};
use crate::i18n::{self, Lang, Text};
use crate::jobs::{JOB, entries, typed, with_job, without};
use crate::state::session;
use estimator::cost::{Case, Range};
use estimator::pool::{BadEntry, Field, Outcome, Plan, PoolReport, TypeReport, parse};
use estimator::scenario::Param;
use leptos::prelude::*;

/// Slips that are spelled out.
const LISTED: usize = 12;

/// The section.
pub(super) fn jobs() -> El {
    let session = session();
    let held = session.jobs.with_untracked(|jobs| !jobs.is_empty());
    let add = move || session.commit_jobs(untrack(with_present));
    let wrong = move || {
        let bad = session.jobs.with(|jobs| parse(jobs).err())?;
        Some(
            el("p")
                .class("error")
                .text(i18n::bad_job(session.lang(), &bad)),
        )
    };
    let found = move || {
        let plan = session.jobs.with(|jobs| parse(jobs).ok())?;
        let report = PoolReport::of(&plan, Case::Typical);
        let kinds = report.types.iter().filter(|kind| !kind.outcomes.is_empty());
        let parts = kinds.map(|kind| pool(session.lang(), &plan, kind));
        Some(
            el("div")
                .children(parts)
                .children(homeless(session.lang(), &plan, &report)),
        )
    };
    // The address holds what can be read and is not too long.
    let unlinked = move || {
        let some = session
            .jobs
            .with(|jobs| parse(jobs).is_ok_and(|plan| plan != Plan::default()));
        let lost = some && !session.link().contains("&jobs=");
        lost.then(|| el("p").class("note").says(t(Text::JobsNotInLink)))
    };
    el("details")
        .class("panel jobs")
        .attr("id", "jobs")
        .present("open", move || held)
        .child(el("summary").says(t(Text::Jobs)))
        .child(el("p").class("note").says(t(Text::JobsHint)))
        .child(rows())
        .child(
            el("p").child(
                el("button")
                    .attr("type", "button")
                    .class("ghost")
                    .press(add)
                    .says(t(Text::AddJob)),
            ),
        )
        .child(el("div").attr("role", "status").part(wrong).part(unlinked))
        .part(found)
}

/// The table with the present scenario as one more job.
fn with_present() -> String {
    let session = session();
    let jobs = session.jobs.get();
    let Some(answer) = session.answer() else {
        return jobs;
    };
    let (lang, scenario) = (session.lang(), &answer.scenario);
    let method = i18n::choice_label(lang, Param::Method, scenario.method.key());
    let name = [&scenario.model.name, " ", method].concat();
    let hours = answer
        .run
        .as_ref()
        .map_or(Range::exactly(1.0), |run| Range {
            low: run.low / 3600.0,
            typical: run.seconds / 3600.0,
            high: run.high / 3600.0,
        });
    let gpu = session.gpu().map_or("", |gpu| gpu.id.as_ref());
    with_job(&jobs, &name, scenario.cluster.gpus(), hours, gpu)
}

/// The boxes. They are made anew only when an entry comes or goes, so that none is taken away under the cursor.
fn rows() -> AnyView {
    let session = session();
    let kinds = Memo::new(move |_| {
        session.jobs.with(|jobs| {
            let all = entries(jobs);
            all.iter()
                .map(|entry| (entry.pool, entry.gpu().to_owned()))
                .collect::<Vec<_>>()
        })
    });
    let table = move || {
        let kinds = kinds.get();
        (!kinds.is_empty()).then(|| {
            let lang = session.lang();
            let all = || kinds.iter().enumerate();
            let pools = all().filter(|(_, (pool, _))| *pool);
            let pools = pools.map(|(at, (_, gpu))| pool_box(lang, at, gpu));
            let jobs = all().filter(|(_, (pool, _))| !*pool);
            let jobs = jobs.map(|(at, (_, gpu))| job_row(lang, at, gpu));
            let head = JOB.iter().chain(&[Field::Gpu]).map(|field| {
                el("th")
                    .attr("scope", "col")
                    .text(lang.of(i18n::job_field(*field)))
            });
            el("div")
                .child(el("div").class("settings").children(pools))
                .child(
                    el("div").class("scroll").child(
                        el("table")
                            .child(el("thead").child(el("tr").children(head).child(el("td"))))
                            .child(el("tbody").children(jobs)),
                    ),
                )
        })
    };
    part(table).into_any()
}

/// A box for one part of an entry.
fn cell(at: usize, place: usize, field: Field, label: String) -> El {
    let session = session();
    let stands = move || {
        let all = session.jobs.with(|jobs| entries(jobs));
        all.get(at)
            .map_or_else(String::new, |entry| entry.part(place).to_owned())
    };
    let invalid = move || {
        let bad = session.jobs.with(|jobs| parse(jobs).err());
        bad.is_some_and(|bad: BadEntry| bad.entry == at && bad.field == field)
            .then_some("true")
    };
    let keyboard = if matches!(field, Field::Gpus) {
        "numeric"
    } else {
        "text"
    };
    plain(keyboard, move |text| {
        let jobs = session
            .jobs
            .with_untracked(|jobs| typed(jobs, at, place, &text));
        session.type_jobs(jobs);
    })
    .attr(
        "id",
        ["job", &at.to_string(), "-", &place.to_string()].concat(),
    )
    .attr("aria-label", label)
    .live("aria-invalid", invalid)
    .value(stands)
}

fn pool_box(lang: Lang, at: usize, gpu: &str) -> El {
    let title = i18n::pool_title(lang, gpu);
    el("label")
        .child(el("span").text(title.clone()))
        .child(cell(at, 0, Field::Gpus, title))
}

fn job_row(lang: Lang, at: usize, gpu: &str) -> El {
    let session = session();
    let number = (at + 1).to_string();
    let boxes = JOB.iter().enumerate().map(|(place, field)| {
        let label = [lang.of(i18n::job_field(*field)), " ", &number].concat();
        let class = if place == 0 { "name" } else { "" };
        el("td").class(class).child(cell(at, place, *field, label))
    });
    let remove = move || {
        let jobs = session.jobs.with_untracked(|jobs| without(jobs, at));
        session.commit_jobs(jobs);
    };
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .press(remove)
        .text(i18n::text(lang, Text::RemoveRun));
    el("tr")
        .children(boxes)
        .child(el("td").text(i18n::calibration::value_label(lang, Param::Gpu, gpu)))
        .child(el("td").child(button))
}

fn name(plan: &Plan, at: usize) -> &str {
    plan.jobs.get(at).map_or("", |job| job.name.as_str())
}

/// What one kind of GPU has to do.
fn pool(lang: Lang, plan: &Plan, kind: &TypeReport) -> El {
    let figures = i18n::jobs_found(lang, kind).map(|(name, figure)| {
        el("div")
            .child(el("dt").text(name))
            .child(el("dd").text(figure))
    });
    let drawn = chart(lang, plan, kind);
    let draw = move |width: u32| -> Option<Svg> { charts::timeline(&drawn, width) };
    let lost = |outcome: &Outcome| *outcome == Outcome::TooWide;
    let wide = kind.outcomes.iter().filter(|(_, now, _)| lost(now));
    let wide = wide.map(|(at, ..)| {
        el("p")
            .class("error")
            .text(i18n::slip(lang, name(plan, *at), None))
    });
    let gone = kind
        .outcomes
        .iter()
        .filter(|(_, now, then)| !lost(now) && lost(then));
    let gone = gone.map(|(at, ..)| i18n::slip(lang, name(plan, *at), None));
    let slips = kind.slips().into_iter();
    let slips =
        slips.map(|(at, later, late)| i18n::slip(lang, name(plan, at), Some((later, late))));
    let all: Vec<String> = gone.chain(slips).collect();
    let words = i18n::beyond_pool(lang, &kind.pool, kind.shrunk, all.is_empty());
    let more = all.len().saturating_sub(LISTED);
    let list = all.into_iter().take(LISTED).map(|slip| el("li").text(slip));
    let more = (more > 0).then(|| el("li").text(["+ ", &more.to_string()].concat()));
    el("section")
        .child(el("h3").text(i18n::pool_title(lang, &kind.pool.gpu)))
        .child(el("dl").class("peaks").children(figures))
        .children(wide)
        .child(el("div").child(drawing(draw)))
        .child(el("p").text(words))
        .child(el("ul").children(list).children(more))
}

fn chart(lang: Lang, plan: &Plan, kind: &TypeReport) -> Timeline {
    let mut lanes = Vec::new();
    let mut told = Vec::new();
    for (at, ..) in &kind.outcomes {
        let deadline = plan.jobs.get(*at).and_then(|job| job.deadline);
        let runs = kind.schedule.placed.iter().filter(|run| run.job == *at);
        let bars: Vec<(f64, f64, bool)> = runs
            .map(|run| {
                let late = deadline.is_some_and(|hours| run.end > run.ready + hours);
                (run.start, run.end, late)
            })
            .collect();
        if let (Some(first), Some(last)) = (bars.first(), bars.last()) {
            told.push(i18n::schedule_words(lang, name(plan, *at), first.0, last.1));
        }
        lanes.push(Lane {
            name: name(plan, *at).to_owned(),
            bars,
        });
    }
    let [.., (_, end_label)] = i18n::jobs_found(lang, kind);
    Timeline {
        lanes,
        end: kind.schedule.end,
        end_label,
        title: i18n::pool_title(lang, &kind.pool.gpu),
        description: told.join("; "),
    }
}

fn homeless(lang: Lang, plan: &Plan, report: &PoolReport) -> Option<El> {
    let names: Vec<&str> = report.homeless.iter().map(|at| name(plan, *at)).collect();
    if names.is_empty() {
        return None;
    }
    Some(el("p").class("error").text(i18n::homeless(lang, &names)))
}
