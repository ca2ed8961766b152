//! The scenario and the runs beside it as text in the address.
use crate::boot::View;
use crate::{boot, platform};
use estimator::calibration::{FIGURES, Figure, Run};
use estimator::codec;
use estimator::scenario::{Draft, Param};
use std::fmt::Write as _;

/// The canonical fragment of a draft with its runs.
pub(super) fn fragment(draft: &Draft, runs: &[Run]) -> String {
    codec::encode_with(draft, runs).text
}

/// Writes the draft into the address bar, with the measured run that it stands as.
pub(super) fn replace(row: &str, draft: &Draft, runs: &[Run]) {
    platform::address::replace(&query(row), &fragment(draft, runs), Some(&raw(draft, runs)));
}

/// Writes it as a new entry of the history.
pub(super) fn push(row: &str, draft: &Draft, runs: &[Run]) {
    platform::address::push(&query(row), &fragment(draft, runs), &raw(draft, runs));
}

/// Writes it as a new entry under another view.
pub(super) fn push_view(view: View, row: &str, draft: &Draft, runs: &[Run]) {
    platform::address::push(
        &view.put(&query(row)),
        &fragment(draft, runs),
        &raw(draft, runs),
    );
}

/// The address of a fragment under a view, opened from a measured run.
pub(super) fn under(view: View, row: &str, fragment: &str) -> String {
    let query = view.put(&query(row));
    let question = if query.is_empty() { "" } else { "?" };
    format!("{}{question}{query}#{fragment}", platform::address::base())
}

/// Draft and runs as they stood, wrong texts included: links leave those out, Back must not.
fn raw(draft: &Draft, runs: &[Run]) -> String {
    let mut text = String::new();
    let mut line = |run: &str, key: &str, typed: &str| {
        let _ = writeln!(text, "{run}{key}={}", typed.replace('\n', " "));
    };
    for (param, typed) in draft.typed() {
        line("", param.key(), typed);
    }
    for (number, run) in runs.iter().enumerate() {
        // A run in which nothing was typed is one all the same.
        let name = format!("run{number}.");
        line(&name, "", "");
        for (param, typed) in run.draft.typed() {
            line(&name, param.key(), typed);
        }
        for info in FIGURES {
            if let Some(typed) = run.get(info.figure) {
                line(&name, info.key, typed);
            }
        }
    }
    text
}

/// Reads what [`raw`] wrote.
fn stood(text: &str) -> (Draft, Vec<Run>) {
    let (mut draft, mut runs): (Draft, Vec<Run>) = Default::default();
    for (key, typed) in text.lines().filter_map(|line| line.split_once('=')) {
        match key.split_once('.') {
            None => set(&mut draft, key, typed),
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
    (draft, runs)
}

fn set(draft: &mut Draft, key: &str, typed: &str) {
    if let Some(param) = Param::from_key(key) {
        draft.set(param, typed);
    }
}

/// What was kept with the present entry of the history.
pub(super) fn kept() -> Option<(Draft, Vec<Run>)> {
    platform::address::kept().map(|text| stood(&text))
}

/// What of the query stays: settings in it would return on reload although they were reset.
fn query(row: &str) -> String {
    boot::put_row(&platform::address::query(), row)
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
        assert_eq!(stood(&raw(&draft, &runs)), (draft.clone(), runs));
        assert_eq!(stood(&raw(&draft, &[])), (draft, vec![]));
        for odd in ["", "run0.s=1", "=\n.=\nx.y=z", "s"] {
            let _ = stood(odd);
        }
    }
}
