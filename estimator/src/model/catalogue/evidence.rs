//! Where the published totals were read. Wording it needs the repository, so that no row holds the same words again.

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
