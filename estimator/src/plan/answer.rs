//! What a search finds.
use super::families::Rejected;
use super::goal::Goal;
use super::space::Candidate;
use crate::memory::{Figures, State};
use crate::num::{LARGEST, smaller};

/// How long a run takes and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Seconds of an optimizer step.
    pub step: f64,
    /// Hours of the run.
    pub hours: f64,
    /// Lower end of the 90% interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
    /// The rent by the bill's typical case, failed runs and storage included, where prices are known.
    pub cost: Option<f64>,
}

impl Timing {
    /// What is weighed against time: cost, or GPU-hours where no price is known.
    pub fn spend(&self) -> f64 {
        self.cost.unwrap_or(self.gpu_hours)
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
    /// What meets the goal: see [`Goal`].
    pub recommended: Option<Choice>,
    /// What misses the goal by least, where nothing meets it.
    pub nearest: Option<Choice>,
    /// The least cost, or GPU-hours where no price is known.
    pub cheapest: Option<Choice>,
    /// What nothing beats in both time and cost (or GPU-hours): fastest first.
    pub front: Vec<Choice>,
    /// Whether it goes by cost.
    pub priced: bool,
    /// Families under which nothing fits.
    pub rejected: Vec<Rejected>,
}

/// Without a deadline a run may cost so many times the least, to be done sooner or on fewer machines: judgement.
const FOR_EASE: f64 = 1.5;

/// Hours that people wait without having asked for less: a day, else a week. Judgement.
pub const PATIENCE: [f64; 2] = [24.0, 168.0];

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

/// Whether a choice comes before the best so far. Of equals the first stays.
fn better<const N: usize>(
    best: Option<&Choice>,
    choice: &Choice,
    key: impl Fn(&Choice) -> [f64; N],
) -> bool {
    best.is_none_or(|best| before(key(choice), key(best)))
}

fn fewest(choice: &Choice) -> [f64; 3] {
    let unsure = choice.figures.verdict.state != State::Fits;
    [f64::from(u8::from(unsure)), choice.gpus(), choice.hours()]
}

fn easy(choice: &Choice) -> [f64; 4] {
    let nodes = crate::num::float(choice.candidate.nodes);
    let patience = choice.patience().unwrap_or(LARGEST);
    [nodes, patience, choice.spend(), choice.hours()]
}

fn cheap(choice: &Choice) -> [f64; 3] {
    [choice.spend(), choice.hours(), choice.gpus()]
}

impl Choice {
    fn gpus(&self) -> f64 {
        crate::num::float(self.candidate.gpus())
    }

    /// The first of [`PATIENCE`] within which it is done at the slow end of its interval.
    pub fn patience(&self) -> Option<f64> {
        let high = self.timing?.high;
        PATIENCE.into_iter().find(|hours| high <= *hours)
    }

    fn hours(&self) -> f64 {
        self.timing.map_or(LARGEST, |timing| timing.hours)
    }

    fn spend(&self) -> f64 {
        self.timing.as_ref().map_or(LARGEST, Timing::spend)
    }

    /// Whether it is at least as good as a later candidate with that time by every measure that an answer goes by, and better where
    /// the later one has fewer GPUs.
    fn beats(&self, gpus: f64, timing: &Timing, deadline: bool) -> bool {
        let slow = self.timing.map_or(LARGEST, |timing| timing.high);
        let (hours, spend) = (self.hours(), self.spend());
        let as_good =
            hours <= timing.hours && spend <= timing.spend() && (!deadline || slow <= timing.high);
        as_good && (self.gpus() <= gpus || spend < timing.spend() && hours < timing.hours)
    }
}

/// The best so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Best {
    minimum: Option<Choice>,
    in_time: Option<Choice>,
    nearest: Option<Choice>,
    cheapest: Option<Choice>,
    front: Vec<Choice>,
}

impl Best {
    /// Whether a choice that fits, or may, would change it.
    pub(super) fn wants(&self, choice: &Choice, goal: &Goal) -> bool {
        better(self.minimum.as_ref(), choice, fewest)
            || counts(choice)
                && (better(self.cheapest.as_ref(), choice, cheap)
                    || self.in_better_time(choice, goal)
                    || self.nearer(choice, goal)
                    || !self.beaten(choice))
    }

    /// Takes one in.
    pub(super) fn take(&mut self, choice: &Choice, goal: &Goal) {
        if better(self.minimum.as_ref(), choice, fewest) {
            self.minimum = Some(*choice);
        }
        if !counts(choice) {
            return;
        }
        if better(self.cheapest.as_ref(), choice, cheap) {
            self.cheapest = Some(*choice);
        }
        if self.in_better_time(choice, goal) {
            self.in_time = Some(*choice);
        }
        if self.nearer(choice, goal) {
            self.nearest = Some(*choice);
        }
        self.extend_front(choice);
    }

    /// Whether it misses the goal by less than what is known.
    fn nearer(&self, choice: &Choice, goal: &Goal) -> bool {
        let key = |choice: &Choice| {
            let excess = choice.timing.map_or(LARGEST, |timing| goal.excess(&timing));
            [excess, choice.spend()]
        };
        better(self.nearest.as_ref(), choice, key)
    }

    fn in_better_time(&self, choice: &Choice, goal: &Goal) -> bool {
        let meets = choice.timing.is_some_and(|timing| goal.met_by(&timing));
        meets && better(self.in_time.as_ref(), choice, cheap)
    }

    /// Whether a candidate with that time is none of the answers, whatever memory it takes: something known is as good in every
    /// respect, and it would not be the fewest GPUs.
    pub(super) fn rules_out(&self, gpus: f64, timing: &Timing, goal: &Goal) -> bool {
        let deadline = goal.hours.is_some();
        let fewest = self.minimum.is_none_or(|known| {
            let sure = known.figures.verdict.state == State::Fits;
            !sure || gpus < known.gpus() || gpus <= known.gpus() && timing.hours < known.hours()
        });
        !fewest
            && self
                .front
                .iter()
                .any(|known| known.beats(gpus, timing, deadline))
    }

    fn beaten(&self, choice: &Choice) -> bool {
        let (hours, spend) = (choice.hours(), choice.spend());
        let beats = |known: &Choice| known.hours() <= hours && known.spend() <= spend;
        self.front.iter().any(beats)
    }

    /// Adds to the front what nothing beats, and drops what it beats. Of equals the first stays.
    fn extend_front(&mut self, choice: &Choice) {
        if self.beaten(choice) {
            return;
        }
        let (hours, spend) = (choice.hours(), choice.spend());
        self.front
            .retain(|known| known.hours() < hours || known.spend() < spend);
        let place = self.front.partition_point(|known| known.hours() < hours);
        self.front.insert(place, *choice);
    }

    /// The answer of these.
    pub(super) fn plan(&self, goal: &Goal, priced: bool) -> Plan {
        let recommended = if goal.hours.is_some() {
            self.in_time
        } else {
            self.sensible(goal)
        };
        Plan {
            minimum: self.minimum,
            recommended,
            nearest: self.nearest.filter(|_| recommended.is_none()),
            cheapest: self.cheapest,
            front: self.front.clone(),
            priced,
            rejected: Vec::new(),
        }
    }

    /// Of what nothing beats, within the budget and at most half dearer than the cheapest: the fewest nodes that are done within a
    /// week at the slow end, of those what is done within a day, of those the cheapest; the fastest where none is.
    fn sensible(&self, goal: &Goal) -> Option<Choice> {
        let most = self.cheapest?.spend() * FOR_EASE;
        let most = goal.spend.map_or(most, |spend| smaller(most, spend));
        let affordable = || {
            self.front
                .iter()
                .filter(move |choice| choice.spend() <= most)
        };
        let mut found: Option<&Choice> = None;
        for choice in affordable() {
            if choice.patience().is_some() && better(found, choice, easy) {
                found = Some(choice);
            }
        }
        found.or_else(|| affordable().next()).copied()
    }
}

/// Whether it fits for certain and its time is known: what everything but the minimum is made of.
fn counts(choice: &Choice) -> bool {
    choice.figures.verdict.state == State::Fits && choice.timing.is_some()
}

impl Plan {
    /// Every choice in it.
    pub(super) fn choices(&mut self) -> impl Iterator<Item = &mut Choice> {
        let single = [
            &mut self.minimum,
            &mut self.recommended,
            &mut self.nearest,
            &mut self.cheapest,
        ];
        single.into_iter().flatten().chain(&mut self.front)
    }
}
