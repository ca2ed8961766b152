//! Everything that may change the store, and what the address and its history then hold.
use super::link::{self, Form, Kept};
use super::past::Past;
use super::session::Session;
use super::short::ShortRuns;
use crate::boot::View;
use crate::{boot, platform};
use estimator::calibration::Run;
use estimator::codec::{self, Decoded, MAX_BESIDE};
use estimator::scenario::{Draft, Param};
use leptos::prelude::*;
use std::time::Duration;

/// Keystrokes are written to the address after this pause: browsers throttle faster rewriting.
const SETTLED: Duration = Duration::from_millis(400);

impl Session {
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

    /// Changes a run.
    pub fn edit_run(self, at: usize, change: impl FnOnce(&mut Run)) {
        self.short.update(|short| {
            if let Some(run) = short.runs.get_mut(at) {
                change(run);
            }
        });
        self.settle();
    }

    /// Replaces the form, so that Back returns to what stood there; runs have scenarios of their own and stay.
    pub fn commit(self, draft: Draft) {
        self.commit_all(draft, self.short.with_untracked(|short| short.runs.clone()));
    }

    /// Replaces the runs.
    pub fn commit_runs(self, runs: Vec<Run>) {
        self.commit_all(self.draft.get_untracked(), runs);
    }

    /// Replaces both.
    pub fn commit_all(self, draft: Draft, runs: Vec<Run>) {
        let beside = self.beside.get_untracked();
        self.put((draft, runs, self.jobs.get_untracked(), beside));
    }

    /// Replaces the table of jobs.
    pub fn commit_jobs(self, jobs: String) {
        let (draft, runs, _, beside) = self.kept();
        self.put((draft, runs, jobs, beside));
    }

    /// Replaces the form, the first of these scenarios, and what it is compared with, the rest; in the planner if `opened`.
    pub fn commit_columns(self, mut columns: Vec<Draft>, opened: bool) {
        let (_, runs, jobs, _) = self.kept();
        if columns.is_empty() {
            return;
        }
        let draft = columns.remove(0);
        columns.truncate(MAX_BESIDE);
        let kept = (draft, runs, jobs, columns);
        if !opened {
            self.twins.set(true);
            return self.put(kept);
        }
        self.flush();
        self.entered(&kept, |form| link::push_view(View::Plan, form));
        self.show(kept);
        self.forget_notices();
        self.turn(View::Plan);
    }

    /// What the author of the page around has set stays as it is.
    fn with_locked(self, mut kept: Kept) -> Kept {
        let locked = self.embed.iter().flat_map(|embed| &embed.locked);
        self.draft.with_untracked(|draft| {
            for param in locked {
                match draft.get(*param) {
                    Some(text) => kept.0.set(*param, text),
                    None => kept.0.clear(*param),
                }
            }
        });
        kept
    }

    fn put(self, kept: Kept) {
        let kept = self.with_locked(kept);
        if self.stands(&kept) {
            return;
        }
        self.flush();
        self.entered(&kept, link::push);
        self.show(kept);
        self.forget_notices();
    }

    /// Writes something into the history.
    fn entered(self, (draft, runs, jobs, beside): &Kept, write: impl FnOnce(Form<'_>)) {
        write(Form {
            row: &self.row_of(draft),
            draft,
            runs,
            jobs,
            beside,
        });
    }

    /// Types into the table of jobs.
    pub fn type_jobs(self, jobs: String) {
        self.jobs.set(jobs);
        self.settle();
    }

    /// Closes the notices about the link.
    pub fn forget_notices(self) {
        self.ui.update(|ui| {
            ui.notices.clear();
            ui.run_notices.clear();
        });
    }

    /// Goes to another view with the form as it stands, so that Back returns.
    pub fn go(self, view: View) {
        self.flush();
        self.form(|form| link::push_view(view, form));
        self.turn(view);
    }

    /// Opens the scenario of a measured run in the planner.
    pub fn open_row(self, row: String, fragment: &str) {
        self.flush();
        let link = codec::decode(fragment);
        let (_, _, jobs, beside) = self.kept();
        link::push_view(
            View::Plan,
            Form {
                row: &row,
                draft: &link.draft,
                runs: &link.runs,
                jobs: &jobs,
                beside: &beside,
            },
        );
        self.ui.update(|ui| ui.row = row);
        self.show((link.draft, link.runs, jobs, beside));
        self.forget_notices();
        self.turn(View::Plan);
    }

    /// Opens the settings of a document, with notices as those of an address has; Back returns.
    pub fn open_document(self, fragment: &str) {
        let found = codec::decode(fragment);
        let kept = (found.draft, found.runs, found.jobs, found.others);
        self.put(kept);
        self.ui.update(|ui| {
            ui.settings = found.settings;
            ui.notices = found.notices;
            ui.run_notices = found.run_notices;
        });
    }

    fn turn(self, view: View) {
        self.twins.set(false);
        self.ui.update(|ui| ui.view = view);
        platform::page::to_top();
        platform::page::focus_soon("answer".to_owned());
    }

    /// Loads what the address says: Back, Forward, or an edited fragment.
    pub fn load(self) {
        self.cancel();
        let link = if let Some((draft, runs, jobs, others)) = link::kept() {
            Decoded {
                draft,
                runs,
                jobs,
                others,
                ..Decoded::default()
            }
        } else {
            let link = boot::start(
                &platform::address::query(),
                &platform::address::fragment(),
                &boot::Kept::default(),
                &[],
            )
            .link;
            self.ui.update(|ui| ui.settings = link.settings);
            link
        };
        let query = platform::address::query();
        self.ui.update(|ui| {
            ui.view = View::of(&query);
            ui.row = boot::row(&query);
        });
        self.open(link);
    }

    /// Reads the address once more with the defaults and catalogues of today.
    pub fn use_current_data(self) {
        let query = codec::renewed(&platform::address::query());
        let fragment = codec::renewed(&platform::address::fragment());
        let link = codec::decode_location(&query, &fragment);
        self.put((link.draft, link.runs, link.jobs, link.others));
        self.write();
        self.forget_notices();
    }

    /// Loads a scenario that the page around sends.
    pub fn take(self, scenario: &str) {
        self.cancel();
        let link = codec::decode(scenario);
        self.ui.update(|ui| ui.settings = link.settings);
        self.open(link);
    }

    fn open(self, link: Decoded) {
        self.ui.update(|ui| {
            ui.notices = link.notices;
            ui.run_notices = link.run_notices;
        });
        let kept = (link.draft, link.runs, link.jobs, link.others);
        if !self.stands(&kept) {
            self.show(kept);
        }
    }

    fn show(self, (draft, runs, jobs, beside): Kept) {
        self.ui.update(|ui| ui.moment = None);
        self.jobs.set(jobs);
        self.beside.set(beside);
        if self.form(|now| now.runs != runs) {
            self.short.set(ShortRuns { runs, aside: false });
        }
        self.draft.set(draft);
        self.remember();
        self.note();
    }

    /// Takes what stands now among what can be undone.
    pub(super) fn note(self) {
        let kept = self.kept();
        self.past.update_value(|past| past.note(kept));
        self.steps.set(self.past.with_value(Past::open));
    }

    /// Undoes the last change, or does it again.
    pub fn step(self, back: bool) {
        self.flush();
        let mut found = None;
        self.past.update_value(|past| found = past.step(back));
        if let Some(kept) = found {
            self.show(kept);
            self.write();
            self.forget_notices();
        }
    }

    fn remember(self) {
        platform::crash::remember(self.fragment());
    }

    /// Writes the address once typing pauses.
    fn settle(self) {
        self.cancel();
        self.remember();
        let handle = set_timeout_with_handle(
            move || {
                self.pending.set_value(None);
                self.write();
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
            self.write();
        }
    }

    fn write(self) {
        self.form(link::replace);
        self.note();
    }
}
