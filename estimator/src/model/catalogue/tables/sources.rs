//! Where the published totals were read: each function yields the repository and the evidence of one row.

use crate::model::catalogue::Evidence;

/// A repository and its evidence.
pub(super) type Read = (&'static str, Evidence);

pub(super) const fn table(repository: &'static str) -> Read {
    (repository, Evidence::Table)
}

pub(super) const fn hub(repository: &'static str, list: &'static str, date: &'static str) -> Read {
    (repository, Evidence::Hub(list, date))
}

pub(super) const fn card(
    repository: &'static str,
    title: &'static str,
    url: &'static str,
    date: &'static str,
) -> Read {
    (repository, Evidence::Card(title, url, date))
}

pub(super) const fn quoted(
    repository: &'static str,
    title: &'static str,
    url: &'static str,
    date: &'static str,
) -> Read {
    (repository, Evidence::Quoted(title, url, date))
}

pub(super) const fn keras(repository: &'static str, preset: &'static str) -> Read {
    (repository, Evidence::Keras(preset))
}

pub(super) const fn without_copy(repository: &'static str, stored: &'static str) -> Read {
    (repository, Evidence::WithoutCopy(stored))
}

pub(super) const fn text_part(repository: &'static str, whole: &'static str) -> Read {
    (repository, Evidence::TextPart(whole))
}
