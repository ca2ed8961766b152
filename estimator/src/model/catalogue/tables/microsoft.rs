//! Phi.

use super::entry::{Entry, dense};
use super::sources::{hub, table};
use crate::model::Family::{Phi, Phi3};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Phi, "phi-1.5", "Phi-1.5", [2048, 24, 32, 32, 64, 8192, 51200], 1_418_270_720, table("microsoft/phi-1_5")).context(2048).also(&["phi-1"]),
    dense(Phi, "phi-2", "Phi-2", [2560, 32, 32, 32, 80, 10240, 51200], 2_779_683_840, table("microsoft/phi-2")).context(2048),
    dense(Phi3, "phi-3-mini", "Phi-3-mini", [3072, 32, 32, 32, 96, 8192, 32064], 3_821_079_552, table("microsoft/Phi-3-mini-4k-instruct"))
        .context(4096).also(&["phi-3-mini-4k", "phi-3-mini-128k", "phi-3.5-mini"]),
    dense(Phi3, "phi-3-medium", "Phi-3-medium", [5120, 40, 40, 10, 128, 17920, 32064], 13_960_238_080,
        hub("microsoft/Phi-3-medium-4k-instruct", "a table of model sizes for training", "2025")).context(4096).also(&["phi-3-medium-4k", "phi-3-medium-128k"]),
    dense(Phi3, "phi-4", "Phi-4", [5120, 40, 40, 10, 128, 17920, 100_352], 14_659_507_200, table("microsoft/phi-4")).context(16384).also(&["phi-4-reasoning"]),
    dense(Phi3, "phi-4-mini", "Phi-4-mini", [3072, 32, 24, 8, 128, 8192, 200_064], 3_836_021_760,
        hub("microsoft/Phi-4-mini-instruct", "the Hub API of 2026-09-25", "2026-09")).tied().context(131_072).also(&["phi-4-mini-reasoning"]),
];
