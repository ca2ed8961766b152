//! The scenario and the runs beside it as text in the address.
use crate::boot::View;
use crate::{boot, platform};
use estimator::calibration::{FIGURES, Figure, Run};
use estimator::codec::{self, JOBS_KEY};
use estimator::scenario::{Draft, Param};
use std::fmt::Write as _;

/// What an entry of the history holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form<'a> {
    /// The measured run that it stands as; empty: none.
    pub(super) row: &'a str,
    /// The scenario.
    pub(super) draft: &'a Draft,
    /// Short runs.
    pub(super) runs: &'a [Run],
    /// The table of jobs.
    pub(super) jobs: &'a str,
    /// The other scenarios of a comparison.
    pub(super) beside: &'a [Draft],
}

/// What is kept with an entry: scenario, runs, jobs, other scenarios.
pub(super) type Kept = (Draft, Vec<Run>, String, Vec<Draft>);

/// The canonical fragment of it.
pub(super) fn fragment(form: Form<'_>) -> String {
    codec::encode_beside(form.draft, form.runs, form.jobs, form.beside).text
}

/// Writes it into the address bar.
pub(super) fn replace(form: Form<'_>) {
    platform::address::replace(&query(form.row), &fragment(form), Some(&raw(form)));
}

/// Writes it as a new entry of the history.
pub(super) fn push(form: Form<'_>) {
    platform::address::push(&query(form.row), &fragment(form), &raw(form));
}

/// Writes it as a new entry under another view.
pub(super) fn push_view(view: View, form: Form<'_>) {
    platform::address::push(&view.put(&query(form.row)), &fragment(form), &raw(form));
}

/// The address of a fragment under a view, opened from a measured run.
pub(super) fn under(view: View, row: &str, fragment: &str) -> String {
    let query = view.put(&query(row));
    let question = if query.is_empty() { "" } else { "?" };
    format!("{}{question}{query}#{fragment}", platform::address::base())
}

/// Everything as it stood, wrong texts included: links leave those out, Back must not.
fn raw(form: Form<'_>) -> String {
    let Form {
        draft,
        runs,
        jobs,
        beside,
        ..
    } = form;
    let mut text = String::new();
    let mut line = |name: &str, key: &str, typed: &str| {
        let _ = writeln!(text, "{name}{key}={}", typed.replace('\n', " "));
    };
    let whole = |line: &mut dyn FnMut(&str, &str, &str), name: &str, draft: &Draft| {
        for (param, typed) in draft.typed() {
            line(name, param.key(), typed);
        }
    };
    whole(&mut line, "", draft);
    for draft in beside {
        // One in which nothing was typed is one all the same.
        line(BESIDE, "", "");
        whole(&mut line, BESIDE, draft);
    }
    if !jobs.is_empty() {
        line("", JOBS_KEY, jobs);
    }
    for (number, run) in runs.iter().enumerate() {
        let name = format!("run{number}.");
        line(&name, "", "");
        whole(&mut line, &name, &run.draft);
        for info in FIGURES {
            if let Some(typed) = run.get(info.figure) {
                line(&name, info.key, typed);
            }
        }
    }
    text
}

/// What stands before the fields of another scenario.
const BESIDE: &str = "beside.";

/// Reads what [`raw`] wrote.
fn stood(text: &str) -> Kept {
    let (mut draft, mut runs, mut jobs, mut beside): Kept = Default::default();
    for (key, typed) in text.lines().filter_map(|line| line.split_once('=')) {
        match key.split_once('.') {
            None if key == JOBS_KEY => typed.clone_into(&mut jobs),
            None => set(&mut draft, key, typed),
            Some(("beside", "")) => beside.push(Draft::default()),
            Some(("beside", key)) => {
                if let Some(draft) = beside.last_mut() {
                    set(draft, key, typed);
                }
            }
            Some((_, "")) => runs.push(Run::default()),
            Some((_, key)) => {
                if let Some(run) = runs.last_mut() {
                    match Figure::from_key(key) {
                        Some(figure) => run.set(figure, typed),
                        None => set(&mut run.draft, key, typed),
                    }
                }
            }
        }
    }
    (draft, runs, jobs, beside)
}

fn set(draft: &mut Draft, key: &str, typed: &str) {
    if let Some(param) = Param::from_key(key) {
        draft.set(param, typed);
    }
}

/// What was kept with the present entry of the history.
pub(super) fn kept() -> Option<Kept> {
    platform::address::kept().map(|text| stood(&text))
}

/// What of the query stays: settings in it would return on reload although they were reset.
fn query(row: &str) -> String {
    let query = platform::address::query();
    if platform::frame::embedded() {
        // A link out of a frame opens the whole page.
        return boot::of_reader(&query);
    }
    boot::put_row(&query, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_comes_back_wrong_texts_included() {
        let draft = Draft::default()
            .with(Param::Sequence, "many = more")
            .with(Param::MicroBatch, "2");
        let runs = vec![
            Run::of(Draft::default()),
            Run::of(draft.clone().with(Param::Sequence, "512")).with(Figure::Reserved, "1,5x"),
            Run::of(Draft::default()).with(Figure::Driver, "20"),
        ];
        let form = |runs, jobs, beside| Form {
            row: "",
            draft: &draft,
            runs,
            jobs,
            beside,
        };
        let jobs = "@8~a b_x_1=2~";
        let beside = vec![Draft::default(), draft.clone().with(Param::Rank, "?")];
        let text = raw(form(&runs, jobs, &beside));
        let whole = (draft.clone(), runs.clone(), jobs.to_owned(), beside.clone());
        assert_eq!(stood(&text), whole);
        let text = raw(form(&[], "", &[]));
        assert_eq!(stood(&text), (draft.clone(), vec![], String::new(), vec![]));
        for odd in ["", "run0.s=1", "beside.s=1", "=\n.=\nx.y=z", "s"] {
            let _ = stood(odd);
        }
    }
}
