//! The one store of the page, and everything that may change it.
use super::answer::{Answer, Outcome};
use super::link;
use super::opened::Opened;
use super::reach::Reach;
use super::runs::Runs;
use crate::boot::{Start, Theme, View};
use crate::i18n::Lang;
use crate::{boot, platform};
use estimator::codec::{self, Notice};
use estimator::hardware::{self, Gpu};
use estimator::memory::Moment;
use estimator::scenario::{Draft, Field, Issue, Param, Value};
use estimator::units::SizeUnit;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Keystrokes are written to the address after this pause: browsers throttle faster rewriting.
const SETTLED: Duration = Duration::from_millis(400);

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
    /// Settings that the link had.
    pub settings: usize,
    /// Whether preferences cannot be kept.
    pub forgetful: bool,
}

/// What comes later than the answer.
#[derive(Clone, Debug, Default)]
pub struct Late {
    /// How far a configuration goes; not always the present one.
    pub reach: Option<Arc<Reach>>,
    /// The table of measured runs.
    pub runs: Runs,
}

/// The state of the page. Copied freely: every part is a handle. There are few parts on purpose; each type of signal and
/// memo costs bytes of its own.
#[derive(Clone, Copy)]
pub struct Session {
    /// What stands in the form.
    pub draft: RwSignal<Draft>,
    /// Everything else that is chosen on the page.
    pub ui: RwSignal<Ui>,
    /// What is open.
    pub open: RwSignal<Vec<Opened>>,
    /// What comes later than the answer.
    pub late: RwSignal<Late>,
    /// A text with an out-of-memory message that is to be explained.
    pub pasted: RwSignal<String>,
    /// The message in it; empty where there is none.
    pub excerpt: RwSignal<String>,
    /// What is said aloud.
    pub spoken: RwSignal<String>,
    outcome: Memo<Outcome>,
    pending: StoredValue<Option<TimeoutHandle>>,
}

/// The session of the page.
pub fn session() -> Session {
    expect_context()
}

impl Session {
    /// Starts from what the address says.
    pub fn new(start: Start, forgetful: bool) -> Self {
        let draft = RwSignal::new(start.link.draft);
        let ui = Ui {
            lang: start.lang,
            theme: start.theme,
            unit: start.unit,
            moment: None,
            view: start.view,
            notices: start.link.notices,
            settings: start.link.settings,
            forgetful,
        };
        Self {
            draft,
            ui: RwSignal::new(ui),
            open: RwSignal::new(Vec::new()),
            late: RwSignal::new(Late::default()),
            pasted: RwSignal::new(String::new()),
            excerpt: RwSignal::new(String::new()),
            spoken: RwSignal::new(String::new()),
            outcome: Memo::new(move |before| Outcome::of(&draft.read(), before)),
            pending: StoredValue::new(None),
        }
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

    /// One field of it.
    pub fn field(self, param: Param) -> Field {
        self.outcome
            .with(|outcome| outcome.checked.field(param).cloned())
            .unwrap_or_else(|| Field {
                param,
                applies: false,
                text: String::new(),
                default: String::new(),
                origin: estimator::scenario::Origin::Default,
                value: None,
            })
    }

    /// The GPU that is chosen, where it is one of the catalogue.
    pub fn gpu(self) -> Option<&'static Gpu> {
        let field = self.field(Param::Gpu);
        match field.value {
            Some(Value::Key(key)) => hardware::find(&key),
            _ => None,
        }
    }

    /// What is wrong with one field.
    pub fn issue(self, param: Param) -> Option<Issue> {
        self.outcome
            .with(|outcome| outcome.checked.issue(param).cloned())
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

    /// Types into a field.
    pub fn type_text(self, param: Param, text: &str) {
        self.draft.update(|draft| draft.set(param, text));
        self.settle();
    }

    /// Puts a field back to its default.
    pub fn reset(self, param: Param) {
        self.commit(self.draft.with_untracked(|draft| {
            let mut draft = draft.clone();
            draft.clear(param);
            draft
        }));
    }

    /// Replaces the whole form, so that Back returns to what stood there.
    pub fn commit(self, draft: Draft) {
        if self.draft.with_untracked(|now| *now == draft) {
            return;
        }
        self.flush();
        link::push(&draft);
        self.show(draft);
        self.ui.update(|ui| ui.notices.clear());
    }

    /// Goes to another view with the form as it stands, so that Back returns.
    pub fn go(self, view: View) {
        self.flush();
        self.draft
            .with_untracked(|draft| link::push_view(draft, view));
        self.turn(view);
    }

    /// Opens a scenario in the planner.
    pub fn open_scenario(self, fragment: &str) {
        self.flush();
        let draft = codec::decode(fragment).draft;
        link::push_view(&draft, View::Plan);
        self.show(draft);
        self.ui.update(|ui| ui.notices.clear());
        self.turn(View::Plan);
    }

    fn turn(self, view: View) {
        self.ui.update(|ui| ui.view = view);
        platform::page::to_top();
        platform::page::focus_soon("answer".to_owned());
    }

    /// Loads what the address says: Back, Forward, or an edited fragment.
    pub fn load(self) {
        self.cancel();
        let (draft, notices) = if let Some(draft) = link::kept() {
            (draft, Vec::new())
        } else {
            let link = boot::start(
                &platform::address::query(),
                &platform::address::fragment(),
                &boot::Kept::default(),
                &[],
            )
            .link;
            self.ui.update(|ui| ui.settings = link.settings);
            (link.draft, link.notices)
        };
        let view = View::of(&platform::address::query());
        self.ui.update(|ui| {
            ui.notices = notices;
            ui.view = view;
        });
        if self.draft.with_untracked(|now| *now != draft) {
            self.show(draft);
        }
    }

    fn show(self, draft: Draft) {
        self.ui.update(|ui| ui.moment = None);
        self.draft.set(draft);
        self.remember();
    }

    fn remember(self) {
        platform::crash::remember(self.draft.with_untracked(link::fragment));
    }

    /// Writes the address once typing pauses.
    fn settle(self) {
        self.cancel();
        self.remember();
        let handle = set_timeout_with_handle(
            move || {
                self.pending.set_value(None);
                self.draft.with_untracked(link::replace);
            },
            SETTLED,
        );
        self.pending.set_value(handle.ok());
    }

    fn cancel(self) {
        if let Some(handle) = self.pending.get_value() {
            handle.clear();
            self.pending.set_value(None);
        }
    }

    fn flush(self) {
        if self.pending.get_value().is_some() {
            self.cancel();
            self.draft.with_untracked(link::replace);
        }
    }

    /// The canonical link to what stands in the form, under the present view.
    pub fn link(self) -> String {
        self.link_to(self.view())
    }

    /// The same under another view.
    pub fn link_to(self, view: View) -> String {
        self.draft
            .with(|draft| Self::address(view, &link::fragment(draft)))
    }

    /// The address of a scenario under a view, with the host's own choices.
    pub fn address(view: View, fragment: &str) -> String {
        link::under(view, fragment)
    }
}
