//! Where the published totals were read. Each function yields the repository and the evidence of one row; wording it needs the
//! repository, so that no row holds the same words again.

use crate::source::SourceKind;

/// Where a total was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// A row of the project's table of 66 models (`tests/data/models.csv`), which states published totals.
    Table,
    /// `safetensors.total` of the Hub, read through a public list that quotes it: the list and its year.
    Hub(&'static str, &'static str),
    /// A number that the makers state, in the model's card, its README or their paper: title, address, year.
    Card(&'static str, &'static str, &'static str),
    /// The number that a public program or page printed for the model: title, address, year.
    Quoted(&'static str, &'static str, &'static str),
    /// `params` of a preset in KerasHub 0.32.
    Keras(&'static str),
    /// The Hub's total, this one, less the head that it stores although it is the embedding.
    WithoutCopy(&'static str),
    /// The Hub's total, this one, less the vision part counted with transformers 4.57.1.
    TextPart(&'static str),
}

impl Evidence {
    /// What kind of evidence it is.
    pub const fn kind(self) -> SourceKind {
        match self {
            Self::Table | Self::Hub(..) | Self::Card(..) => SourceKind::Vendor,
            Self::Quoted(..) => SourceKind::Measured,
            Self::Keras(_) => SourceKind::Code,
            Self::WithoutCopy(_) | Self::TextPart(_) => SourceKind::Derived,
        }
    }

    /// What was read of the model in a repository, as a person would name it.
    pub fn title(self, repository: &str) -> String {
        match self {
            Self::Table => {
                format!("Published total of {repository} (the project's table of 66 models)")
            }
            Self::Hub(list, _) => {
                format!(
                    "Safetensors total of {repository} on the Hugging Face Hub, as listed by {list}"
                )
            }
            Self::Card(title, ..) | Self::Quoted(title, ..) => title.to_owned(),
            Self::Keras(preset) => format!("KerasHub 0.32, params of the preset {preset}"),
            Self::WithoutCopy(stored) => format!(
                "Safetensors total of {repository}, {stored}, less the stored copy of the tied embedding"
            ),
            Self::TextPart(whole) => format!(
                "Safetensors total of {repository}, {whole}, less the vision part as transformers 4.57.1 builds it"
            ),
        }
    }

    /// Where to read it; empty when there is no page to link to.
    pub fn url(self, repository: &str) -> String {
        match self {
            Self::Card(_, url, _) | Self::Quoted(_, url, _) => url.to_owned(),
            Self::Keras(_) => "https://github.com/keras-team/keras-hub".to_owned(),
            Self::Table | Self::Hub(..) | Self::WithoutCopy(_) | Self::TextPart(_) => {
                format!("https://huggingface.co/{repository}")
            }
        }
    }

    /// When it was published or read, as precise as known.
    pub const fn date(self) -> &'static str {
        match self {
            Self::Hub(_, date) | Self::Card(_, _, date) | Self::Quoted(_, _, date) => date,
            Self::Table | Self::Keras(_) | Self::WithoutCopy(_) | Self::TextPart(_) => "2026",
        }
    }
}

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
