//! The scenario as text in the address.
use crate::{boot, platform};
use estimator::codec;
use estimator::scenario::Draft;

/// The canonical fragment of a draft.
pub fn fragment(draft: &Draft) -> String {
    codec::encode(draft).text
}

/// The canonical link to a draft.
pub fn address(draft: &Draft) -> String {
    format!("{}#{}", platform::address::base(), fragment(draft))
}

/// Writes the draft into the address bar.
pub fn replace(draft: &Draft) {
    platform::address::replace(&query(), &fragment(draft));
}

/// Writes it as a new entry of the history.
pub fn push(draft: &Draft) {
    platform::address::push(&query(), &fragment(draft));
}

/// What of the query stays: settings in it would return on reload although they were reset.
fn query() -> String {
    boot::presentation(&platform::address::query())
}
