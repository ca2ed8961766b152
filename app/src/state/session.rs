//! The one store of the page, and everything that may change it.
use super::answer::{self, Answer, Same};
use super::link;
use crate::boot::{Start, Theme};
use crate::i18n::Lang;
use crate::{boot, platform};
use estimator::codec::Notice;
use estimator::memory::{Moment, TermId};
use estimator::scenario::{Checked, Draft, Field, Issue, Param};
use estimator::units::SizeUnit;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Keystrokes are written to the address after this pause: browsers throttle faster rewriting.
const SETTLED: Duration = Duration::from_millis(400);

/// The state of the page. Copied freely: every part is a handle.
#[derive(Clone, Copy)]
pub struct Session {
    /// What stands in the form.
    pub draft: RwSignal<Draft>,
    /// Language of the page.
    pub lang: RwSignal<Lang>,
    /// Theme.
    pub theme: RwSignal<Theme>,
    /// Unit of sizes.
    pub unit: RwSignal<SizeUnit>,
    /// The moment whose budget is shown; `None`: the worst.
    pub moment: RwSignal<Option<Moment>>,
    /// Lines whose formula is open.
    pub open: RwSignal<Vec<TermId>>,
    /// What to know about the link that was opened.
    pub notices: RwSignal<Vec<Notice>>,
    /// Settings that the link had.
    pub settings: RwSignal<usize>,
    /// Whether preferences cannot be kept.
    pub forgetful: RwSignal<bool>,
    /// What is said aloud.
    pub spoken: RwSignal<String>,
    checked: Memo<Same<Checked>>,
    answer: Memo<Option<Same<Answer>>>,
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
        let checked = Memo::new(move |_| Same::new(draft.with(Draft::check)));
        let answer = Memo::new(move |before: Option<&Option<Same<Answer>>>| {
            checked.with(|checked| answer::answer(&checked.0, before.and_then(Option::as_ref)))
        });
        Self {
            draft,
            lang: RwSignal::new(start.lang),
            theme: RwSignal::new(start.theme),
            unit: RwSignal::new(start.unit),
            moment: RwSignal::new(None),
            open: RwSignal::new(Vec::new()),
            notices: RwSignal::new(start.link.notices),
            settings: RwSignal::new(start.link.settings),
            forgetful: RwSignal::new(forgetful),
            spoken: RwSignal::new(String::new()),
            checked,
            answer,
            pending: StoredValue::new(None),
        }
    }

    /// The form after its check.
    pub fn checked(self) -> Arc<Checked> {
        self.checked.get().0
    }

    /// One field of it.
    pub fn field(self, param: Param) -> Field {
        self.checked.with(|checked| checked.0.field(param).cloned()).unwrap_or_else(|| Field {
            param,
            applies: false,
            text: String::new(),
            default: String::new(),
            origin: estimator::scenario::Origin::Default,
            value: None,
        })
    }

    /// What is wrong with one field.
    pub fn issue(self, param: Param) -> Option<Issue> {
        self.checked.with(|checked| checked.0.issue(param).cloned())
    }

    /// Everything that is wrong with the form.
    pub fn reasons(self) -> Vec<Issue> {
        self.checked.with(|checked| answer::reasons(&checked.0))
    }

    /// Whether the answer is not the form's own.
    pub fn stale(self) -> bool {
        self.checked.with(|checked| checked.0.scenario.is_err())
    }

    /// The last answer there was.
    pub fn answer(self) -> Option<Arc<Answer>> {
        self.answer.get().map(|same| same.0)
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
        self.notices.set(Vec::new());
    }

    /// Loads what the address says: Back, Forward, or an edited fragment.
    pub fn load(self) {
        self.cancel();
        let (draft, notices) = match link::kept() {
            Some(draft) => (draft, Vec::new()),
            None => {
                let start = boot::start(&platform::address::query(), &platform::address::fragment(), &boot::Kept::default(), &[]);
                self.settings.set(start.link.settings);
                (start.link.draft, start.link.notices)
            }
        };
        self.notices.set(notices);
        if self.draft.with_untracked(|now| *now != draft) {
            self.show(draft);
        }
    }

    fn show(self, draft: Draft) {
        self.moment.set(None);
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

    /// The canonical link to what stands in the form.
    pub fn link(self) -> String {
        self.draft.with(link::address)
    }
}
