//! Several jobs against one pool: the table, what it comes to, and what slips when the pool shrinks.
use crate::charts::{self, Lane, Svg, Timeline};
use crate::components::{El, drawing, el, part, plain, t};
use crate::i18n::{self, Lang, Text};
use crate::jobs::{Entry, JOB, entries, typed, with_job, without};
use crate::state::session;
use estimator::cost::{Case, Range};
use estimator::pool::{Field, Outcome, Plan, PoolReport, TypeReport, parse};
use estimator::scenario::Param;
use leptos::prelude::*;

/// Slips that are spelled out.
const LISTED: usize = 12;

/// The section.
pub(super) fn jobs() -> El {
    let session = session();
    let held = !session.jobs.get_untracked().is_empty();
    let add = move || session.commit_jobs(untrack(with_present));
    let wrong = move || {
        let bad = parse(&session.jobs.get()).err()?;
        Some(error(i18n::bad_job(session.lang(), &bad)))
    };
    let found = move || {
        let plan = parse(&session.jobs.get()).ok()?;
        let report = PoolReport::of(&plan, Case::Typical);
        let lang = session.lang();
        let mut parts = el("div");
        for kind in &report.types {
            if !kind.outcomes.is_empty() {
                parts = parts.child(pool(lang, &plan, kind));
            }
        }
        if !report.homeless.is_empty() {
            parts = parts.child(homeless(lang, &plan, &report));
        }
        Some(parts)
    };
    // The address holds what can be read and is not too long.
    let unlinked = move || {
        let jobs = session.jobs.get();
        let lost = !jobs.is_empty() && parse(&jobs).is_ok() && !session.link().contains("&jobs=");
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

fn error(words: String) -> El {
    el("p").class("error").text(words)
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
    // What the entries are of, in one number: a kind of memo of its own costs bytes.
    let kinds = Memo::new(move |_| {
        let mut kinds: usize = 0;
        for entry in entries(&session.jobs.get()) {
            for byte in entry.gpu().bytes().chain([1 + u8::from(entry.pool)]) {
                kinds = kinds.wrapping_mul(31).wrapping_add(usize::from(byte));
            }
        }
        kinds
    });
    let table = move || {
        let all = entries(&session.jobs.get_untracked());
        (kinds.get() != 0).then(|| boxes(session.lang(), &all))
    };
    part(table).into_any()
}

/// Rows that are drawn: somewhat more than a table may have.
const SHOWN: usize = 72;

fn boxes(lang: Lang, all: &[Entry]) -> El {
    let (mut pools, mut jobs) = (el("div").class("settings"), el("tbody"));
    let mut shown = 0;
    // A table that is longer is refused as a whole; drawing it would only make typing slow.
    for (at, entry) in all.iter().take(SHOWN).enumerate() {
        if entry.pool {
            pools = pools.child(pool_box(lang, at, entry.gpu()));
        } else {
            shown += 1;
            jobs = jobs.child(job_row(lang, at, shown, entry.gpu()));
        }
    }
    let mut head = el("tr");
    for field in JOB.into_iter().chain([Field::Gpu]) {
        let name = lang.of(i18n::job_field(field));
        head = head.child(el("th").attr("scope", "col").text(name));
    }
    let table = el("table")
        .child(el("thead").child(head.child(el("td"))))
        .child(jobs);
    el("div")
        .child(pools)
        .child(el("div").class("scroll").child(table))
}

/// A box for one part of an entry.
fn cell(at: usize, place: usize, field: Field, label: String) -> El {
    let session = session();
    let stands = move || {
        let all = entries(&session.jobs.get());
        all.get(at)
            .map_or_else(String::new, |entry| entry.part(place).to_owned())
    };
    let invalid = move || {
        let bad = parse(&session.jobs.get()).err()?;
        (bad.entry == at && bad.field == field).then_some("true")
    };
    let keyboard = if matches!(field, Field::Gpus) {
        "numeric"
    } else {
        "text"
    };
    plain(keyboard, move |text| {
        session.type_jobs(typed(&session.jobs.get_untracked(), at, place, &text));
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

/// A job's row; `shown` is its number among the rows.
fn job_row(lang: Lang, at: usize, shown: usize, gpu: &str) -> El {
    let session = session();
    let number = shown.to_string();
    let mut row = el("tr");
    for (place, field) in JOB.into_iter().enumerate() {
        let label = [lang.of(i18n::job_field(field)), " ", &number].concat();
        let class = if place == 0 { "name" } else { "" };
        row = row.child(el("td").class(class).child(cell(at, place, field, label)));
    }
    let remove = move || session.commit_jobs(without(&session.jobs.get_untracked(), at));
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .press(remove)
        .text(i18n::text(lang, Text::RemoveRun));
    let kind = i18n::calibration::value_label(lang, Param::Gpu, gpu);
    row.child(el("td").text(kind)).child(el("td").child(button))
}

fn name(plan: &Plan, at: usize) -> &str {
    plan.jobs.get(at).map_or("", |job| job.name.as_str())
}

/// What one kind of GPU has to do.
fn pool(lang: Lang, plan: &Plan, kind: &TypeReport) -> El {
    let mut figures = el("dl").class("peaks");
    for (name, figure) in i18n::jobs_found(lang, kind) {
        let pair = el("div").child(el("dt").text(name));
        figures = figures.child(pair.child(el("dd").text(figure)));
    }
    let drawn = chart(lang, plan, kind);
    let draw = move |width: u32| -> Option<Svg> { charts::timeline(&drawn, width) };
    let (mut wide, mut slips, mut due) = (Vec::new(), Vec::new(), el("ul"));
    for (at, now, then) in &kind.outcomes {
        let Some(job) = plan.jobs.get(*at) else {
            continue;
        };
        match (now, then) {
            (Outcome::TooWide, _) => wide.push((job.name.as_str(), job.gpus)),
            (_, Outcome::TooWide) => slips.push(i18n::slip(lang, &job.name, None)),
            _ => {}
        }
        if let Some(within) = job.deadline {
            due = due.child(el("li").text(i18n::deadline(lang, &job.name, within, *now)));
        }
    }
    let all = kind.outcomes.len();
    let runs = wide.len() < all;
    let never = i18n::never_run(lang, &wide, all, kind.pool.gpus);
    let never = (!wide.is_empty()).then(|| error(never));
    for (at, later, late) in kind.slips() {
        slips.push(i18n::slip(lang, name(plan, at), Some((later, late))));
    }
    let words = i18n::beyond_pool(lang, &kind.pool, kind.shrunk, slips.is_empty());
    let more = slips.len().saturating_sub(LISTED);
    if more > 0 {
        slips.truncate(LISTED);
        slips.push(["+ ", &more.to_string()].concat());
    }
    let mut list = el("ul");
    for slip in slips {
        list = list.child(el("li").text(slip));
    }
    let rent = session().answer().and_then(|answer| {
        let (money, own) = (&answer.scenario.money, &answer.scenario.cluster.gpu.id);
        i18n::jobs_rent(lang, kind, money, own)
    });
    el("section")
        .child(el("h3").text(i18n::pool_title(lang, &kind.pool.gpu)))
        .child(figures)
        .children(rent.map(|rent| el("p").text(rent)))
        .children(never)
        .children(runs.then(|| el("div").child(drawing(draw))))
        .child(due)
        .children(runs.then(|| el("p").text(words)))
        .child(list)
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
    Timeline {
        lanes,
        end: kind.schedule.end,
        end_label: i18n::duration(lang, kind.schedule.end * 3600.0),
        title: i18n::pool_title(lang, &kind.pool.gpu),
        description: told.join("; "),
    }
}

fn homeless(lang: Lang, plan: &Plan, report: &PoolReport) -> El {
    let mut names = Vec::new();
    for at in &report.homeless {
        names.push(name(plan, *at));
    }
    error(i18n::homeless(lang, &names))
}
