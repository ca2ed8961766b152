//! Where the published totals were read. Each macro yields the repository and the source of one row.

/// A row of the project's table of 66 models (`tests/data/models.csv`), which states published totals.
macro_rules! table {
    ($repository:literal) => {
        (
            $repository,
            crate::source::Source::new(
                crate::source::SourceKind::Vendor,
                concat!(
                    "Published total of ",
                    $repository,
                    " (the project's table of 66 models)"
                ),
                concat!("https://huggingface.co/", $repository),
                "2026",
            ),
        )
    };
}

/// `safetensors.total` of the Hub, read through a public list that quotes it.
macro_rules! hub {
    ($repository:literal, $list:literal, $date:literal) => {
        (
            $repository,
            crate::source::Source::new(
                crate::source::SourceKind::Vendor,
                concat!(
                    "Safetensors total of ",
                    $repository,
                    " on the Hugging Face Hub, as listed by ",
                    $list
                ),
                concat!("https://huggingface.co/", $repository),
                $date,
            ),
        )
    };
}

/// A number that the makers state, in the model's card, its README or their paper.
macro_rules! card {
    ($repository:literal, $title:literal, $url:literal, $date:literal) => {
        (
            $repository,
            crate::source::Source::new(crate::source::SourceKind::Vendor, $title, $url, $date),
        )
    };
}

/// The number that a public program or page printed for the model.
macro_rules! quoted {
    ($repository:literal, $title:literal, $url:literal, $date:literal) => {
        (
            $repository,
            crate::source::Source::new(crate::source::SourceKind::Measured, $title, $url, $date),
        )
    };
}

/// `params` of a preset in KerasHub 0.32.
macro_rules! keras {
    ($repository:literal, $preset:literal) => {
        (
            $repository,
            crate::source::Source::new(
                crate::source::SourceKind::Code,
                concat!("KerasHub 0.32, params of the preset ", $preset),
                "https://github.com/keras-team/keras-hub",
                "2026",
            ),
        )
    };
}

/// The Hub's total less the head that it stores although it is the embedding.
macro_rules! without_copy {
    ($repository:literal, $stored:literal) => {
        (
            $repository,
            crate::source::Source::new(
                crate::source::SourceKind::Derived,
                concat!(
                    "Safetensors total of ",
                    $repository,
                    ", ",
                    $stored,
                    ", less the stored copy of the tied embedding"
                ),
                concat!("https://huggingface.co/", $repository),
                "2026",
            ),
        )
    };
}

/// The Hub's total less the vision part counted with transformers 4.57.1.
macro_rules! text_part {
    ($repository:literal, $whole:literal) => {
        (
            $repository,
            crate::source::Source::new(
                crate::source::SourceKind::Derived,
                concat!(
                    "Safetensors total of ",
                    $repository,
                    ", ",
                    $whole,
                    ", less the vision part as transformers 4.57.1 builds it"
                ),
                concat!("https://huggingface.co/", $repository),
                "2026",
            ),
        )
    };
}

pub(super) use {card, hub, keras, quoted, table, text_part, without_copy};
