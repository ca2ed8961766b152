//! The scenario as text in the address.
use crate::boot::View;
use crate::{boot, platform};
use estimator::codec;
use estimator::scenario::{Draft, Param};

/// The canonical fragment of a draft.
pub(super) fn fragment(draft: &Draft) -> String {
    codec::encode(draft).text
}

/// Writes the draft into the address bar.
pub(super) fn replace(draft: &Draft) {
    platform::address::replace(&query(), &fragment(draft), Some(&raw(draft)));
}

/// Writes it as a new entry of the history.
pub(super) fn push(draft: &Draft) {
    platform::address::push(&query(), &fragment(draft), &raw(draft));
}

/// Writes it as a new entry under another view.
pub(super) fn push_view(draft: &Draft, view: View) {
    platform::address::push(&view.put(&query()), &fragment(draft), &raw(draft));
}

/// The address of a fragment under a view.
pub(super) fn under(view: View, fragment: &str) -> String {
    let query = view.put(&query());
    let question = if query.is_empty() { "" } else { "?" };
    format!("{}{question}{query}#{fragment}", platform::address::base())
}

/// The draft as it stood, wrong texts included: links leave those out, Back must not.
fn raw(draft: &Draft) -> String {
    let lines = draft
        .typed()
        .map(|(param, text)| format!("{}={}", param.key(), text.replace('\n', " ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The draft that was kept with the present entry of the history.
pub(super) fn kept() -> Option<Draft> {
    let text = platform::address::kept()?;
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    let known = pairs.filter_map(|(key, text)| Some((Param::from_key(key)?, text)));
    Some(known.fold(Draft::default(), |draft, (param, text)| {
        draft.with(param, text)
    }))
}

/// What of the query stays: settings in it would return on reload although they were reset.
fn query() -> String {
    boot::presentation(&platform::address::query())
}
