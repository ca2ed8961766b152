//! A plan and a table of jobs as Markdown.
use super::report::{Words, table};
use crate::i18n::export::{Label, made_by};
use crate::i18n::{self, Lang};
use crate::sheet::{Block, Cell, markdown};
use estimator::cost::Case;
use estimator::export::{Link, search};
use estimator::plan::Choice;
use estimator::pool::{self, BadEntry, Count, Outcome, PoolReport};
use estimator::scenario::Issue;
use estimator::units::SizeUnit;

/// Candidates between two looks at what is left to do.
const BITE: u64 = 65_536;

/// Which hardware and layout.
///
/// # Errors
/// Every reason why the link's draft is no scenario.
pub fn plan(lang: Lang, link: &Link, unit: SizeUnit) -> Result<String, Vec<Issue>> {
    let words = Words { lang, unit };
    let (mut search, goal) = search(link)?;
    while !search.step(BITE).done {}
    let plan = search.plan();
    let (progress, space) = (search.progress(), search.space());
    let scenario = link.decoded.draft.check().scenario?;
    let row = |name: Label, choice: &Choice| {
        let [gpus, layout, figures] = i18n::choice(lang, choice, space, &scenario, unit);
        [words.label(name).to_owned(), gpus, layout, figures]
            .map(Cell::Words)
            .to_vec()
    };
    let answers = [
        (Label::Fewest, &plan.minimum),
        (Label::Recommended, &plan.recommended),
        (Label::Nearest, &plan.nearest),
        (Label::Cheapest, &plan.cheapest),
    ];
    let answers = answers
        .into_iter()
        .filter_map(|(name, choice)| Some(row(name, choice.as_ref()?)));
    let heads = [Label::Answers, Label::Gpus, Label::Layout, Label::Figure]
        .map(|of| words.label(of))
        .to_vec();
    let patience = plan.recommended.and_then(|choice| choice.patience());
    let mut blocks = vec![
        Block::Words(i18n::recommended(lang, goal.hours, patience)),
        table(heads, answers.collect()),
        Block::Heading(words.label(Label::Front)),
    ];
    let front = plan.front.iter().map(|choice| {
        i18n::point(lang, choice, space, &scenario)
            .map(Cell::Words)
            .to_vec()
    });
    let heads = [Label::Gpus, Label::Layout, Label::Time, Label::Rent]
        .map(|of| words.label(of))
        .to_vec();
    blocks.push(table(heads, front.collect()));
    if !plan.rejected.is_empty() {
        blocks.push(Block::Heading(words.label(Label::Rejected)));
        for rejected in &plan.rejected {
            blocks.push(Block::Words(
                ["- ", &i18n::rejected(lang, rejected, space, unit)].concat(),
            ));
        }
    }
    blocks.push(Block::Words(i18n::plan_scope(
        lang,
        [progress.decided, progress.total],
        space,
    )));
    blocks.push(Block::Words(made_by(lang, &link.address())));
    Ok(markdown(words.label(Label::PlanTitle), &blocks))
}

/// The jobs of a link against their pools.
///
/// # Errors
/// The first entry that cannot be read.
pub fn jobs(lang: Lang, link: &Link) -> Result<String, BadEntry> {
    let words = Words {
        lang,
        unit: SizeUnit::Gib,
    };
    let plan = pool::parse(&link.decoded.jobs)?;
    let report = PoolReport::of(&plan, Case::Typical);
    let outcomes: Vec<_> = report
        .types
        .iter()
        .flat_map(|pool| &pool.outcomes)
        .collect();
    let hours = |value: f64| i18n::number(lang, value, 1);
    let mut rows = Vec::new();
    for (place, job) in plan.jobs.iter().enumerate() {
        let outcome = outcomes
            .iter()
            .find(|(at, ..)| *at == place)
            .map(|(_, whole, _)| *whole);
        let [end, late] = match outcome {
            Some(Outcome::Done { end, late }) => [
                hours(end),
                if late > 0.0 {
                    hours(late)
                } else {
                    String::new()
                },
            ],
            _ => ["–".to_owned(), String::new()],
        };
        let runs = match job.count {
            Count::Once(runs) => i18n::integer(lang, runs),
            Count::Monthly(runs) => {
                i18n::integer(lang, runs) + i18n::export::label(lang, Label::Monthly)
            }
        };
        let time = [job.hours.low, job.hours.typical, job.hours.high].map(hours);
        let time = if job.hours.is_exact() {
            time[1].clone()
        } else {
            time.join(" / ")
        };
        let cells = [
            i18n::integer(lang, job.gpus),
            time,
            runs,
            i18n::figure(lang, job.gpu_hours().typical),
            end,
            late,
        ];
        let name = Cell::Words(i18n::typed_name(&job.name));
        rows.push(
            core::iter::once(name)
                .chain(cells.map(Cell::Figure))
                .collect(),
        );
    }
    let heads = [
        Label::Job,
        Label::Gpus,
        Label::Hours,
        Label::Runs,
        Label::GpuHours,
        Label::Ends,
        Label::Late,
    ];
    let mut blocks = vec![table(heads.map(|of| words.label(of)).to_vec(), rows)];
    for pool in &report.types {
        let name = i18n::pool_title(lang, &pool.pool.gpu);
        let peak = i18n::integer(lang, pool.schedule.peak);
        blocks.push(Block::Words(lang.fill(
            i18n::export::POOL,
            &[
                &name,
                &i18n::integer(lang, pool.pool.gpus),
                &peak,
                &hours(pool.schedule.end),
            ],
        )));
    }
    blocks.push(Block::Words(made_by(lang, &link.address())));
    Ok(markdown(words.label(Label::Jobs), &blocks))
}
