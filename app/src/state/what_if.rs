//! The chart that is shown: computed after the answer has been painted, so that no keystroke waits for it.
use super::details::FRAME;
use super::following::always;
use super::session::Session;
use super::short::Learnt;
use crate::boot::View;
use estimator::analysis::sweep::{
    self, Axis, Curve, End, Fleet, Grid, Outcome, Scale, Swing, by_memory, by_time,
};
use estimator::calibration::Calibration;
use estimator::scenario::{Draft, Param, Scenario};
use leptos::prelude::*;
use std::sync::Arc;

/// What can be charted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chart {
    /// Memory against sequence length.
    #[default]
    Length,
    /// Memory against micro-batch.
    Batch,
    /// Length × micro-batch: memory.
    Both,
    /// The same: tokens a second.
    Rates,
    /// GPUs needed against length.
    Fleet,
    /// Time and cost against GPUs.
    Scaling,
    /// What moves memory.
    Memory,
    /// What moves the date.
    Date,
}

impl Chart {
    /// Every one, in the order of the tabs.
    pub const ALL: [Self; 8] = [
        Self::Length,
        Self::Batch,
        Self::Both,
        Self::Rates,
        Self::Fleet,
        Self::Scaling,
        Self::Memory,
        Self::Date,
    ];
}

/// The figures of a chart.
#[derive(Clone, Debug)]
pub enum Charted {
    /// Memory along an axis.
    Curve(Curve),
    /// Length × micro-batch.
    Grid(Grid),
    /// GPUs by length.
    Fleets(Vec<Fleet>),
    /// Runs by GPUs.
    Scales(Vec<Scale>),
    /// What it is now, and the levers, the strongest first.
    Swings(Outcome, Vec<Swing>),
}

/// A chart with what it was computed for.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which.
    pub chart: Chart,
    /// The configuration.
    pub draft: Draft,
    /// The same, checked.
    pub scenario: Scenario,
    /// The figures.
    pub charted: Charted,
}

/// Levers that are shown.
const LEVERS: usize = 10;

impl Found {
    /// Computes a chart; none where the draft is no scenario, or has nothing to chart.
    pub fn of(chart: Chart, draft: &Draft, calibration: &Calibration) -> Option<Self> {
        let curve = |axis| sweep::curve(draft, axis, calibration).map(Charted::Curve);
        let moved = |by: fn(Outcome, Vec<Swing>) -> Vec<Swing>| {
            let (present, swings) = sweep::swings(draft, calibration)?;
            let mut swings = by(present, swings);
            swings.truncate(LEVERS);
            Some(Charted::Swings(present, swings))
        };
        let charted = match chart {
            Chart::Length => curve(Axis::Sequence)?,
            Chart::Batch => curve(Axis::MicroBatch)?,
            Chart::Both | Chart::Rates => Charted::Grid(sweep::grid(draft, calibration)?),
            Chart::Fleet => Charted::Fleets(sweep::fleets(draft, calibration)),
            Chart::Scaling => Charted::Scales(sweep::scaling(draft, calibration)),
            Chart::Memory => moved(by_memory)?,
            Chart::Date => moved(by_time)?,
        };
        let found = Self {
            chart,
            draft: draft.clone(),
            scenario: draft.check().scenario.ok()?,
            charted,
        };
        (found.count() > 0).then_some(found)
    }

    /// Figures in it.
    pub fn count(&self) -> usize {
        match &self.charted {
            Charted::Curve(curve) => curve.points.len(),
            Charted::Grid(grid) if self.chart == Chart::Rates => {
                let known = grid.cells.iter().any(|cell| cell.rate.is_some());
                if known { grid.cells.len() } else { 0 }
            }
            Charted::Grid(grid) => grid.cells.len(),
            Charted::Fleets(fleets) => fleets.len(),
            Charted::Scales(scales) => scales.len(),
            Charted::Swings(_, swings) => swings.len(),
        }
    }

    /// The figure of the form.
    pub fn present(&self) -> Option<usize> {
        match &self.charted {
            Charted::Curve(curve) => curve
                .points
                .iter()
                .position(|point| point.at == curve.present),
            Charted::Grid(grid) => {
                let here = |cell: &sweep::Cell| (cell.sequence, cell.micro) == grid.present;
                grid.cells.iter().position(here)
            }
            Charted::Fleets(fleets) => {
                let length = self.scenario.batch.sequence;
                fleets.iter().position(|fleet| fleet.sequence == length)
            }
            Charted::Scales(scales) => {
                let gpus = self.scenario.cluster.gpus();
                scales.iter().position(|scale| scale.gpus() == gpus)
            }
            Charted::Swings(..) => None,
        }
    }

    /// The form with a figure adopted; none where that is nothing to set, or no change.
    pub fn adopted(&self, at: usize) -> Option<Draft> {
        let patch: Vec<(Param, u64)> = match &self.charted {
            Charted::Curve(curve) => {
                let point = curve
                    .points
                    .get(at)
                    .filter(|point| point.figures.is_some())?;
                vec![(curve.axis.param(), point.at)]
            }
            Charted::Grid(grid) => {
                let cell = grid.cells.get(at).filter(|cell| cell.figures.is_some())?;
                vec![
                    (Param::Sequence, cell.sequence),
                    (Param::MicroBatch, cell.micro),
                ]
            }
            Charted::Fleets(fleets) => {
                let fleet = fleets.get(at)?;
                let (per_node, nodes) = fleet.machines?;
                vec![
                    (Param::Sequence, fleet.sequence),
                    (Param::GpusPerNode, per_node),
                    (Param::Nodes, nodes),
                ]
            }
            Charted::Scales(scales) => {
                let scale = scales.get(at)?;
                vec![
                    (Param::GpusPerNode, scale.per_node),
                    (Param::Nodes, scale.nodes),
                    (Param::MicroBatch, scale.micro),
                    (Param::Accumulation, scale.accumulation),
                ]
            }
            Charted::Swings(_, swings) => {
                let swing = swings.get(at)?;
                // Two ends: the table lets choose.
                let only = swing.low.as_ref().filter(|_| swing.high.is_none())?;
                return self.moved(only);
            }
        };
        if Some(at) == self.present() {
            return None;
        }
        let changed = patch
            .into_iter()
            .fold(self.draft.clone(), |draft, (param, value)| {
                draft.with(param, value.to_string())
            });
        Some(changed)
    }

    /// The form at an end of a lever.
    pub fn moved(&self, end: &End) -> Option<Draft> {
        let patch = end.patch.iter();
        (!end.patch.is_empty()).then(|| {
            patch.fold(self.draft.clone(), |draft, (param, text)| {
                draft.with(*param, text.clone())
            })
        })
    }
}

/// Computes the chart whenever the form or the choice changes.
pub(super) fn follow(session: Session) {
    let mut waiting: Option<TimeoutHandle> = None;
    always(move || {
        if let Some(handle) = waiting.take() {
            handle.clear();
        }
        session.draft.track();
        session.short.track();
        session.chart.track();
        if session.view() == View::Plan {
            waiting = set_timeout_with_handle(move || compute(session), FRAME).ok();
        }
    });
}

fn compute(session: Session) {
    let learnt: Option<Arc<Learnt>> = untrack(move || session.in_force());
    let chart = session.chart.get_untracked();
    let found = session.draft.with_untracked(|draft| {
        let none = Calibration::default();
        let calibration = learnt.as_ref().map_or(&none, |learnt| &learnt.calibration);
        Found::of(chart, draft, calibration)
    });
    // While something in the form is wrong the last chart stays.
    let stale = found.is_none() && untrack(move || session.stale());
    if !stale {
        session.found.set(found.map(Arc::new));
    }
}
