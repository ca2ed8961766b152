//! What making batches costs: lists of numbers padded and turned into tensors by the host, micro-batch by micro-batch.
use super::setup::Setup;
use crate::num::{float, larger};
use crate::stack::offers;

/// Seconds of a micro-batch, however short its rows. Measured with [`EACH_TOKEN`].
const EACH_BATCH: f64 = 75e-6;

/// Seconds of a token in three columns (ids, mask, labels): `DataCollatorForSeq2Seq` of transformers 5.24 with torch 2.15 on one
/// core of an AMD EPYC, 1 to 64 rows of 128 and 2048 tokens, which the two constants give within 10%.
const EACH_TOKEN: f64 = 0.63e-6;

/// Making the batch of one micro-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Input {
    /// Seconds of one batch: each rank makes its rows whole, whoever shares them.
    pub(super) seconds: f64,
    /// Seconds of a micro-step that the GPU waits for it.
    pub(super) exposed: f64,
}

impl Setup<'_> {
    /// Input beside a micro-step of `micro` seconds: before it where the training process makes batches itself, hidden behind it
    /// where worker processes do, as long as they keep up.
    pub(super) fn input(&self, micro: f64) -> Input {
        if offers::reads_arrays(&self.scenario.stack) {
            return Input {
                seconds: 0.0,
                exposed: 0.0,
            };
        }
        let seconds = EACH_BATCH + EACH_TOKEN * self.b * self.lengths.tokens;
        let workers = float(self.scenario.host.workers);
        let exposed = if workers < 1.0 {
            seconds
        } else {
            larger(0.0, seconds / workers - micro)
        };
        Input { seconds, exposed }
    }

    /// Seconds by batch and by token.
    pub(super) const fn input_rates() -> (f64, f64) {
        (EACH_BATCH, EACH_TOKEN)
    }
}
