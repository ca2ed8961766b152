//! The one store of the page, and what is asked of it; `changes` beside it holds everything that may change it.
use super::answer::{Answer, Outcome};
use super::link::{self, Form, Kept};
use super::measuring::Measured;
use super::opened::Opened;
use super::past::Past;
use super::plan::Planned;
use super::reach::{Others, Reach};
use super::runs::Runs;
use super::short::{Learnt, ShortRuns, same};
use super::shown::{self, AllShown, Shown};
use super::what_if::{Chart, Found};
use crate::accuracy::Accuracy;
use crate::boot::{Start, Theme, View};
use crate::embed::{Embed, Widget};
use crate::i18n::Lang;
use crate::paper::Paper;
use estimator::codec::{self, Notice, RunNotice};
use estimator::hardware::{self, Gpu};
use estimator::memory::Moment;
use estimator::scenario::{self, Checked, Draft, Field, Issue, Param, Value};
use estimator::units::SizeUnit;
use leptos::prelude::*;
use std::ops::Deref;
use std::sync::Arc;

/// How the page looks and what it says besides the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Ui {
    /// Language of the page.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// Unit of sizes.
    pub unit: SizeUnit,
    /// The moment whose budget is shown; `None`: the worst.
    pub moment: Option<Moment>,
    /// What is shown.
    pub view: View,
    /// What to know about the link that was opened.
    pub notices: Vec<Notice>,
    /// The same about the runs in it.
    pub run_notices: Vec<RunNotice>,
    /// Settings that the link had.
    pub settings: usize,
    /// Whether preferences cannot be kept.
    pub forgetful: bool,
    /// The measured run that was opened last; empty: none.
    pub row: String,
}

/// The state of the page, copied freely: one pointer, so that a closure that holds it is small. There is one for as long as the
/// page is open.
#[derive(Clone, Copy)]
pub struct Session(&'static Parts);

impl Deref for Session {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        self.0
    }
}

/// The parts of the state. There are few on purpose; each type of signal and memo costs bytes of its own.
pub struct Parts {
    /// What stands in the form.
    pub draft: RwSignal<Draft>,
    /// Short runs for calibration.
    pub short: RwSignal<ShortRuns>,
    /// Everything else that is chosen on the page.
    pub ui: RwSignal<Ui>,
    /// What is open.
    pub open: RwSignal<Vec<Opened>>,
    /// How far a configuration goes, a moment after the answer; not always the present one. Of what comes later each has a
    /// signal of its own: what is there already must not be made anew under a hand that presses it.
    pub reach: RwSignal<Option<Arc<Reach>>>,
    /// What would do instead; not always of the present one.
    pub others: RwSignal<Option<Arc<Others>>>,
    /// What the planner found; not always for the present configuration.
    pub plan: RwSignal<Option<Arc<Planned>>>,
    /// The tables of measured runs: peaks, and tokens a second.
    pub tables: RwSignal<[Runs; 2]>,
    /// A pasted `config.json`.
    pub config: RwSignal<String>,
    /// A text with an out-of-memory message that is to be explained.
    pub pasted: RwSignal<String>,
    /// The message in it; empty where there is none.
    pub excerpt: RwSignal<String>,
    /// A text with lines that short runs printed.
    pub printed: RwSignal<String>,
    /// A pasted launch file.
    pub launch: RwSignal<String>,
    /// A pasted data set.
    pub rows: RwSignal<String>,
    /// Lengths of the data set that was pasted or chosen.
    pub measured: RwSignal<Measured>,
    /// A speed that was observed, its unit's key, and the utilisation that was told with it.
    pub clocked: [RwSignal<String>; 3],
    /// The method in a language, once it was opened.
    pub paper: RwSignal<Option<Paper>>,
    /// It could not be had.
    pub paperless: RwSignal<bool>,
    /// The chart that is chosen.
    pub chart: RwSignal<Chart>,
    /// Its figures; not always those of the present configuration.
    pub found: RwSignal<Option<Arc<Found>>>,
    /// A table of jobs, as `estimator::pool` reads it.
    pub jobs: RwSignal<String>,
    /// What the form is compared with: the other scenarios.
    pub beside: RwSignal<Vec<Draft>>,
    /// Whether there is something to undo, and something to do again.
    pub steps: RwSignal<[bool; 2]>,
    /// What is said aloud.
    pub spoken: RwSignal<String>,
    /// How far the planner is; empty while it rests.
    pub planning: RwSignal<String>,
    /// What the author of the page around asked for, where this one is a frame in it.
    pub embed: Option<Embed>,
    outcome: Memo<Outcome>,
    /// What each input shows.
    pub(super) shown: AllShown,
    /// The answer as what itemises it has it: a frame after the verdict.
    pub(super) details: RwSignal<Option<Arc<Answer>>>,
    /// All of it as the fragment of a link: made once at a key, however many links on the page hold it.
    fragment: Memo<String>,
    /// Searches of the planner that were begun.
    pub(super) searches: StoredValue<u32>,
    /// Whether columns that equal the form are shown in the comparison: a link or somebody there has made them.
    pub(super) twins: RwSignal<bool>,
    pub(super) pending: StoredValue<Option<TimeoutHandle>>,
    pub(super) past: StoredValue<Past>,
}

/// The session of the page.
pub fn session() -> Session {
    expect_context()
}

impl Session {
    /// Starts from what the address says.
    pub fn new(mut start: Start, forgetful: bool, embed: Option<Embed>) -> Self {
        // After a reload: what was typed and is no value is not in the link.
        if let Some((draft, runs, jobs, beside)) = link::kept() {
            let mut read = Draft::default();
            for (param, typed) in draft.typed() {
                let value = Draft::check_text(param, typed).map(|value| scenario::text(&value));
                read.set(param, value.unwrap_or_else(|_| typed.to_owned()));
            }
            let link = &mut start.link;
            (link.draft, link.runs, link.jobs, link.others) = (read, runs, jobs, beside);
            start.link.notices.clear();
            start.link.run_notices.clear();
        }
        let draft = RwSignal::new(start.link.draft);
        let short = RwSignal::new(ShortRuns {
            runs: start.link.runs,
            aside: false,
        });
        let (jobs, beside) = (
            RwSignal::new(start.link.jobs),
            RwSignal::new(start.link.others),
        );
        let ui = Ui {
            lang: start.lang,
            theme: start.theme,
            unit: start.unit,
            moment: None,
            view: start.view,
            notices: start.link.notices,
            run_notices: start.link.run_notices,
            settings: start.link.settings,
            forgetful,
            row: start.row,
        };
        let outcome: Memo<Outcome> =
            Memo::new(move |before| Outcome::of(&draft.read(), &short.read(), before));
        let session = Self(Box::leak(Box::new(Parts {
            draft,
            short,
            ui: RwSignal::new(ui),
            open: RwSignal::new(Vec::new()),
            reach: RwSignal::new(None),
            others: RwSignal::new(None),
            plan: RwSignal::new(None),
            tables: RwSignal::new(Default::default()),
            config: RwSignal::new(String::new()),
            pasted: RwSignal::new(String::new()),
            excerpt: RwSignal::new(String::new()),
            printed: RwSignal::new(String::new()),
            launch: RwSignal::new(String::new()),
            rows: RwSignal::new(String::new()),
            measured: RwSignal::new(Measured::default()),
            clocked: std::array::from_fn(|_| RwSignal::new(String::new())),
            paper: RwSignal::new(None),
            paperless: RwSignal::new(false),
            chart: RwSignal::new(match embed.as_ref().map(|embed| embed.widget) {
                Some(Widget::Chart(chart)) => chart,
                _ => Chart::default(),
            }),
            found: RwSignal::new(None),
            jobs,
            beside,
            spoken: RwSignal::new(String::new()),
            planning: RwSignal::new(String::new()),
            embed,
            shown: outcome.with_untracked(|outcome| shown::all(&outcome.checked)),
            outcome,
            details: RwSignal::new(outcome.with_untracked(|outcome| outcome.answer.clone())),
            fragment: Memo::new(move |_| {
                link::fragment(Form {
                    row: "",
                    draft: &draft.read(),
                    runs: &short.read().runs,
                    jobs: &jobs.read(),
                    beside: &beside.read(),
                })
            }),
            searches: StoredValue::new(0),
            twins: RwSignal::new(true),
            pending: StoredValue::new(None),
            past: StoredValue::new(Past::default()),
            steps: RwSignal::new([false; 2]),
        })));
        session.note();
        session
    }

    /// The language.
    pub fn lang(self) -> Lang {
        self.ui.with(|ui| ui.lang)
    }

    /// The unit of sizes.
    pub fn unit(self) -> SizeUnit {
        self.ui.with(|ui| ui.unit)
    }

    /// What is shown.
    pub fn view(self) -> View {
        self.ui.with(|ui| ui.view)
    }

    /// The moment that was chosen.
    pub fn moment(self) -> Option<Moment> {
        self.ui.with(|ui| ui.moment)
    }

    /// The form after its check.
    pub(super) fn checked(self) -> Arc<Checked> {
        self.outcome.with(|outcome| Arc::clone(&outcome.checked))
    }

    /// One field of it.
    pub fn field(self, param: Param) -> Field {
        self.outcome
            .with(|outcome| shown::field(&outcome.checked, param))
    }

    /// What a control shows of its field.
    pub fn shown(self, param: Param) -> RwSignal<Shown> {
        self.shown[param as usize]
    }

    /// The GPU that is chosen, where it is one of the catalogue.
    pub fn gpu(self) -> Option<&'static Gpu> {
        let field = self.field(Param::Gpu);
        match field.value {
            Some(Value::Key(key)) => hardware::find(&key),
            _ => None,
        }
    }

    /// Everything that is wrong with the form.
    pub fn reasons(self) -> Vec<Issue> {
        self.outcome.with(|outcome| {
            outcome
                .checked
                .scenario
                .as_ref()
                .err()
                .cloned()
                .unwrap_or_default()
        })
    }

    /// Whether the answer is not the form's own.
    pub fn stale(self) -> bool {
        self.outcome
            .with(|outcome| outcome.checked.scenario.is_err())
    }

    /// The last answer there was.
    pub fn answer(self) -> Option<Arc<Answer>> {
        self.outcome.with(|outcome| outcome.answer.clone())
    }

    /// The same for what itemises it. In a frame, which shows little, it is there at once.
    pub fn details(self) -> Option<Arc<Answer>> {
        if self.is_embedded() {
            self.answer()
        } else {
            self.details.get()
        }
    }

    /// Whether what itemises the answer is still of the one before.
    pub fn is_behind(self) -> bool {
        let now = self.answer();
        !self.is_embedded() && !self.details.with(|then| same(then.as_ref(), now.as_ref()))
    }

    /// What the runs teach, whether or not the answer rests on it.
    pub fn learnt(self) -> Arc<Learnt> {
        self.outcome.with(|outcome| Arc::clone(&outcome.learnt))
    }

    /// The same, where answers rest on it.
    pub fn in_force(self) -> Option<Arc<Learnt>> {
        self.outcome.with(|outcome| outcome.in_force.clone())
    }

    /// Every scenario: the form, and what it is compared with. What was kept and still equals the form is the form, once.
    pub fn columns(self) -> Vec<Draft> {
        let (draft, twins) = (self.draft.get(), self.twins.get());
        let mut columns = self.beside.get();
        columns.retain(|kept| twins || *kept != draft);
        columns.insert(0, draft);
        columns
    }

    /// How many of what is kept beside the form differ from it.
    pub fn others(self) -> usize {
        let draft = self.draft.read();
        let differs = |kept: &&Draft| **kept != *draft;
        self.beside
            .with(|beside| beside.iter().filter(differs).count())
    }

    /// Everything as it stands.
    pub(super) fn kept(self) -> Kept {
        let runs = self.short.with_untracked(|short| short.runs.clone());
        (
            self.draft.get_untracked(),
            runs,
            self.jobs.get_untracked(),
            self.beside.get_untracked(),
        )
    }

    pub(super) fn stands(self, (draft, runs, jobs, beside): &Kept) -> bool {
        self.form(|now| {
            now.draft == draft && now.runs == runs && now.jobs == jobs && now.beside == beside
        })
    }

    /// What stands in the form, and what is beside it.
    pub(super) fn form<T>(self, ask: impl FnOnce(Form<'_>) -> T) -> T {
        let (short, jobs) = (self.short.read_untracked(), self.jobs.read_untracked());
        let (draft, beside) = (self.draft.read_untracked(), self.beside.read_untracked());
        ask(Form {
            row: &self.row_of(&draft),
            draft: &draft,
            runs: &short.runs,
            jobs: &jobs,
            beside: &beside,
        })
    }

    /// The measured run that the form stands as, by its id, and the table that has it.
    pub fn measured(self) -> Option<(String, Arc<Accuracy>)> {
        let row = self.ui.with(|ui| ui.row.clone());
        if row.is_empty() {
            return None;
        }
        let table = self
            .tables
            .with(|tables| Runs::of(tables, View::Accuracy).table())?;
        let stands = |draft: &Draft| stands_as(&table, &row, draft);
        self.draft.with(stands).then_some((row, table))
    }

    /// The id of the measured run that was opened last, while a draft is its scenario or that is not known yet.
    pub(super) fn row_of(self, draft: &Draft) -> String {
        let row = self.ui.with_untracked(|ui| ui.row.clone());
        let table = self
            .tables
            .with_untracked(|tables| Runs::of(tables, View::Accuracy).table());
        match table {
            Some(table) if !row.is_empty() && !stands_as(&table, &row, draft) => String::new(),
            _ => row,
        }
    }

    /// The canonical link to what stands in the form, under the present view.
    pub fn link(self) -> String {
        self.link_to(self.view())
    }

    /// The same under another view.
    pub fn link_to(self, view: View) -> String {
        let row = self.draft.with(|draft| self.row_of(draft));
        self.fragment
            .with(|fragment| link::under(view, &row, fragment))
    }

    /// The same for what follows it.
    pub fn fragment_now(self) -> String {
        self.fragment.get()
    }

    /// What a frame was asked for.
    pub fn embed(self) -> Option<&'static Embed> {
        self.0.embed.as_ref()
    }

    /// Whether the page is a frame in another one.
    pub fn is_embedded(self) -> bool {
        self.embed.is_some()
    }

    /// Inputs that the author of the page around has set.
    fn locked(self) -> &'static [Param] {
        self.embed().map_or(&[], |embed| &embed.locked)
    }

    /// Whether an input stays as it is.
    pub fn is_locked(self, param: Param) -> bool {
        self.locked().contains(&param)
    }

    /// Whether a draft leaves what is locked as it is.
    pub fn keeps_locked(self, draft: &Draft) -> bool {
        let locked = self.locked();
        if locked.is_empty() {
            return true;
        }
        let checked = draft.check();
        let same = |param: &Param| {
            let field = checked.field(*param);
            field.is_some_and(|field| field.text == self.field(*param).text)
        };
        locked.iter().all(same)
    }

    /// The link to the form alone, with the runs that its answer rests on; `jobs`: with the table of jobs.
    pub fn link_alone(self, jobs: bool) -> String {
        let aside = self.short.with_untracked(|short| short.aside);
        let alone = self.form(|form| {
            link::fragment(Form {
                runs: if aside { &[] } else { form.runs },
                jobs: if jobs { form.jobs } else { "" },
                beside: &[],
                ..form
            })
        });
        link::under(View::Plan, "", &alone)
    }

    /// What stands on the page as the fragment of a link.
    pub(super) fn fragment(self) -> String {
        self.fragment.get_untracked()
    }

    /// The address of a scenario under a view, with the host's own choices; `row`: the measured run that it is of.
    pub fn address(view: View, row: &str, fragment: &str) -> String {
        link::under(view, row, fragment)
    }
}

/// Whether a draft is the scenario of a measured run.
fn stands_as(table: &Accuracy, row: &str, draft: &Draft) -> bool {
    let link = table.run(row).map(|run| run.text("link"));
    link.is_some_and(|link| codec::encode(draft).text == link)
}
