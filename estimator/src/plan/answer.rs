//! What a search finds.
use super::families::Rejected;
use super::space::Candidate;
use crate::memory::{Figures, State};
use crate::num::LARGEST;

/// How long a run takes and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Seconds of an optimizer step.
    pub step: f64,
    /// Hours of all steps.
    pub hours: f64,
    /// The time lies between hours ÷ factor and hours × factor in nine of ten runs.
    pub factor: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
    /// GPU-hours at the price of the GPU, where it is known.
    pub cost: Option<f64>,
}

impl Timing {
    /// The slow end, hours.
    pub fn slow(&self) -> f64 {
        self.hours * self.factor
    }
}

/// A candidate with its figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Which.
    pub candidate: Candidate,
    /// Its memory.
    pub figures: Figures,
    /// Its time; none where nobody published what the GPU does.
    pub timing: Option<Timing>,
}

/// The answer to a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The fewest GPUs that fit for certain, or, where none do, that may; the fastest of those. Its verdict says which.
    pub minimum: Option<Choice>,
    /// The lowest cost (the fewest GPUs, without prices) that is done in time at the slow end of its interval; without a time, the
    /// point of the front where cost × time is least.
    pub recommended: Option<Choice>,
    /// The lowest cost, of GPUs with a price.
    pub cheapest: Option<Choice>,
    /// What nothing beats in both time and cost (GPU-hours, unless every GPU has a price): fastest first.
    pub front: Vec<Choice>,
    /// Whether the front goes by cost.
    pub priced: bool,
    /// Families under which nothing fits.
    pub rejected: Vec<Rejected>,
}

/// Whether one list comes before another, number by number.
fn before<const N: usize>(a: [f64; N], b: [f64; N]) -> bool {
    for (a, b) in a.into_iter().zip(b) {
        if a < b {
            return true;
        }
        if a > b {
            return false;
        }
    }
    false
}

/// Puts a choice in place of the best so far if its key comes before.
fn improve<const N: usize>(
    best: &mut Option<Choice>,
    choice: &Choice,
    key: impl Fn(&Choice) -> [f64; N],
) {
    if best
        .as_ref()
        .is_none_or(|best| before(key(choice), key(best)))
    {
        *best = Some(*choice);
    }
}

impl Choice {
    fn gpus(&self) -> f64 {
        crate::num::float(self.candidate.gpus())
    }

    fn hours(&self) -> f64 {
        self.timing.map_or(LARGEST, |timing| timing.hours)
    }

    fn cost(&self) -> f64 {
        self.timing
            .and_then(|timing| timing.cost)
            .unwrap_or(LARGEST)
    }

    fn gpu_hours(&self) -> f64 {
        self.timing.map_or(LARGEST, |timing| timing.gpu_hours)
    }

    /// Whether it is better than a candidate with that time by every measure that an answer goes by.
    fn beats(&self, gpus: f64, timing: &Timing, deadline: bool, priced: bool) -> bool {
        let cheaper = match timing.cost {
            Some(cost) => self.cost() < cost,
            None => true,
        };
        let in_time = || {
            let own = self.timing.as_ref().map_or(LARGEST, Timing::slow);
            own < timing.slow() && (priced || self.gpus() <= gpus)
        };
        self.hours() < timing.hours
            && cheaper
            && (priced || self.gpu_hours() < timing.gpu_hours)
            && (!deadline || in_time())
    }

    /// What the front weighs against time.
    fn spend(&self, priced: bool) -> f64 {
        if priced {
            self.cost()
        } else {
            self.gpu_hours()
        }
    }
}

impl Plan {
    /// Every choice in it.
    pub(super) fn choices(&mut self) -> impl Iterator<Item = &mut Choice> {
        let single = [&mut self.minimum, &mut self.recommended, &mut self.cheapest];
        single.into_iter().flatten().chain(&mut self.front)
    }

    /// Takes one in that fits, or may.
    pub(super) fn consider(&mut self, choice: &Choice, hours: Option<f64>) {
        let fits = choice.figures.verdict.state == State::Fits;
        improve(&mut self.minimum, choice, |choice| {
            let fits = choice.figures.verdict.state == State::Fits;
            [f64::from(u8::from(!fits)), choice.gpus(), choice.hours()]
        });
        let (true, Some(timing)) = (fits, choice.timing) else {
            return;
        };
        if timing.cost.is_some() {
            improve(&mut self.cheapest, choice, |choice| {
                [choice.cost(), choice.hours(), choice.gpus()]
            });
        }
        let priced = self.priced;
        if hours.is_some_and(|hours| timing.slow() <= hours) {
            improve(&mut self.recommended, choice, |choice| {
                let first = if priced { choice.cost() } else { choice.gpus() };
                [first, choice.spend(priced), choice.hours()]
            });
        }
        self.extend_front(choice);
    }

    /// Whether a candidate with that time is none of the answers, whatever memory it takes: something known is better in every
    /// respect, and it would not be the fewest GPUs.
    pub(super) fn rules_out(&self, gpus: f64, timing: &Timing, deadline: bool) -> bool {
        let fewest = self.minimum.is_none_or(|known| {
            let sure = known.figures.verdict.state == State::Fits;
            !sure || gpus < known.gpus() || gpus <= known.gpus() && timing.hours <= known.hours()
        });
        !fewest
            && self
                .front
                .iter()
                .any(|known| known.beats(gpus, timing, deadline, self.priced))
    }

    /// Adds to the front what nothing beats, and drops what it beats. Of equals the first stays.
    fn extend_front(&mut self, choice: &Choice) {
        let priced = self.priced;
        let at = |choice: &Choice| (choice.hours(), choice.spend(priced));
        let (hours, spend) = at(choice);
        let beaten = self
            .front
            .iter()
            .map(at)
            .any(|(h, s)| h <= hours && s <= spend);
        if beaten {
            return;
        }
        self.front.retain(|known| {
            let (h, s) = at(known);
            h < hours || s < spend
        });
        let place = self.front.partition_point(|known| at(known).0 < hours);
        self.front.insert(place, *choice);
    }

    /// The point of the front where cost × time is least.
    pub(super) fn knee(&self) -> Option<Choice> {
        let mut best = None;
        for choice in &self.front {
            improve(&mut best, choice, |choice| {
                [choice.spend(self.priced) * choice.hours(), choice.gpus()]
            });
        }
        best
    }
}
