//! What is wanted of a run.
use super::answer::Timing;
use crate::num::larger;

/// What is wanted. Recommended is, with a deadline, what costs least of all that meets it at the slow end of its interval. Without
/// one: of what costs at most half more than the cheapest and nothing beats in both time and cost, the fewest nodes that are done
/// within a week at the slow end, of those what is done within a day ([`super::PATIENCE`]), of those the cheapest; where none is, the
/// fastest. A budget bounds both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// Hours that the run may take.
    pub hours: Option<f64>,
    /// What it may be expected to cost, in the currency of the prices; GPU-hours where there are none.
    pub spend: Option<f64>,
    /// Price of a GPU-hour by id of the GPU. Where some have one, GPUs without are left out.
    pub prices: Vec<(String, f64)>,
}

impl Goal {
    /// Whether a run that takes so long meets deadline and budget.
    pub(super) fn met_by(&self, timing: &Timing) -> bool {
        self.hours.is_some_and(|hours| timing.high <= hours)
            && self.spend.is_none_or(|spend| timing.spend() <= spend)
    }

    /// By how much a run misses deadline or budget, whichever it misses more: time or spending over what is wanted, at most 1 where
    /// it meets both.
    pub(super) fn excess(&self, timing: &Timing) -> f64 {
        let late = self.hours.map_or(0.0, |hours| timing.high / hours);
        let dear = self.spend.map_or(0.0, |spend| timing.spend() / spend);
        larger(late, dear)
    }

    /// The price of a GPU.
    pub(super) fn price(&self, id: &str) -> Option<f64> {
        let known = self.prices.iter().find(|(known, _)| known == id);
        known.map(|(_, price)| *price)
    }
}
