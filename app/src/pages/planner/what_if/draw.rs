//! A chart's figures with their words, as a drawing.
use super::super::bar::FAMILIES;
use crate::charts::{self, Bar, Heat, HeatCell, Ink, Shape, Stack, Stacks, Svg, Tornado};
use crate::i18n::{self, Lang, Text};
use crate::state::{Chart, Charted, Found};
use estimator::analysis::sweep::{Axis, Curve, Fleet, Grid, Outcome, Scale, Swing};
use estimator::memory::{Family, Figures, State};
use estimator::units::{Bytes, SizeUnit};

/// Names of lengths along an axis, about.
const NAMES: u64 = 6;

/// What every drawing needs to know.
struct Drawing<'a> {
    found: &'a Found,
    lang: Lang,
    unit: SizeUnit,
    marked: Option<usize>,
    axes: [String; 3],
    width: u32,
}

/// The chart.
pub(super) fn main(
    found: &Found,
    lang: Lang,
    unit: SizeUnit,
    marked: Option<usize>,
    width: u32,
) -> Option<Svg> {
    let drawing = Drawing {
        found,
        lang,
        unit,
        marked,
        axes: i18n::chart_axes(lang, found.chart, unit),
        width,
    };
    match &found.charted {
        Charted::Curve(curve) => drawing.curve(curve),
        Charted::Grid(grid) => drawing.grid(grid),
        Charted::Fleets(fleets) => drawing.fleets(fleets),
        Charted::Scales(scales) => drawing.hours(scales),
        Charted::Swings(present, swings) => drawing.swings(*present, swings),
    }
}

/// What runs cost, under how long they take.
pub(super) fn cost(
    found: &Found,
    lang: Lang,
    unit: SizeUnit,
    marked: Option<usize>,
    width: u32,
) -> Option<Svg> {
    let Charted::Scales(scales) = &found.charted else {
        return None;
    };
    let drawing = Drawing {
        found,
        lang,
        unit,
        marked,
        axes: i18n::chart_axes(lang, found.chart, unit),
        width,
    };
    drawing.cost(scales)
}

impl Drawing<'_> {
    fn stacks(&self, shape: Shape, stacks: Vec<Stack>, inks: Vec<(Ink, String)>) -> Stacks {
        Stacks {
            shape,
            stacks,
            inks,
            limit: None,
            present: self.found.present(),
            marked: self.marked,
            edges: Vec::new(),
            across: self.axes[0].clone(),
            up: self.axes[1].clone(),
            title: i18n::chart_label(self.lang, self.found.chart).to_owned(),
            description: i18n::finding(self.lang, self.found, self.unit),
        }
    }

    fn curve(&self, curve: &Curve) -> Option<Svg> {
        let size = |bytes: Bytes| bytes.as_unit(self.unit);
        let parts = |figures: &Figures| {
            let of = |family: &Family| {
                figures
                    .families
                    .get(*family as usize)
                    .map_or(0.0, |bytes| size(*bytes))
            };
            FAMILIES.iter().map(of).collect()
        };
        let (shape, last) = match curve.axis {
            Axis::Sequence => (
                Shape::Areas,
                curve.points.last().map_or(0, |point| point.at),
            ),
            Axis::MicroBatch => (Shape::Columns, 0),
        };
        let tick = (last / NAMES).max(1).next_power_of_two();
        let stack = |point: &estimator::analysis::sweep::Point| Stack {
            at: estimator::num::float(point.at),
            name: match curve.axis {
                Axis::Sequence if !point.at.is_multiple_of(tick) => String::new(),
                Axis::Sequence => i18n::length(self.lang, point.at),
                Axis::MicroBatch => i18n::integer(self.lang, point.at),
            },
            parts: point.figures.as_ref().map(parts).unwrap_or_default(),
            interval: point
                .figures
                .map(|of| (size(of.interval.low), size(of.interval.high))),
            ..Stack::default()
        };
        let name = |family: Family| {
            (
                Ink::Family(family),
                i18n::family_label(self.lang, family).to_owned(),
            )
        };
        // Beyond the axis there is nothing to point at.
        let along =
            |length: &f64| curve.axis == Axis::Sequence && *length < estimator::num::float(last);
        let fits = curve
            .shown()
            .map(|fits| (estimator::num::float(fits), i18n::integer(self.lang, fits)));
        let longest = self.found.scenario.data.longest;
        let longest = longest.map(|length| (length, i18n::longest_row(self.lang, length)));
        let edges = fits.into_iter().chain(longest);
        let chart = Stacks {
            limit: Some(self.usable(curve.usable)),
            edges: edges.filter(|(length, _)| along(length)).collect(),
            ..self.stacks(
                shape,
                curve.points.iter().map(stack).collect(),
                FAMILIES.map(name).to_vec(),
            )
        };
        charts::stacks(&chart, self.width)
    }

    /// The end of the card.
    fn usable(&self, usable: Bytes) -> (f64, String) {
        let size = i18n::size(self.lang, usable, self.unit);
        let words = [i18n::text(self.lang, Text::Usable), " ", &size].concat();
        (usable.as_unit(self.unit), words)
    }

    /// Hours within which the run has to be done, where it has to.
    fn deadline(&self) -> Option<(f64, String)> {
        let hours = self.found.scenario.data.deadline?;
        Some((hours, i18n::due(self.lang, hours)))
    }

    fn fleets(&self, fleets: &[Fleet]) -> Option<Svg> {
        let stack = |fleet: &Fleet| {
            let gpus = fleet.gpus();
            Stack {
                name: i18n::length(self.lang, fleet.sequence),
                parts: gpus.map(estimator::num::float).into_iter().collect(),
                above: gpus.map_or_else(|| "–".to_owned(), |gpus| i18n::integer(self.lang, gpus)),
                ..Stack::default()
            }
        };
        self.plain(fleets.iter().map(stack).collect(), Family::Weights)
    }

    fn hours(&self, scales: &[Scale]) -> Option<Svg> {
        let first = scales.first()?;
        let whole = first.hours.typical * estimator::num::float(first.gpus());
        let stack = |scale: &Scale| Stack {
            name: i18n::integer(self.lang, scale.gpus()),
            parts: shaded(scale, scale.hours.typical),
            interval: Some((scale.hours.low, scale.hours.high)),
            ideal: Some(whole / estimator::num::float(scale.gpus())),
            above: i18n::duration(self.lang, scale.hours.typical * 3600.0),
            ..Stack::default()
        };
        let stacks = scales.iter().map(stack).collect();
        let chart = Stacks {
            limit: self.deadline(),
            ..self.stacks(Shape::Columns, stacks, inks(Family::Weights))
        };
        charts::stacks(&chart, self.width)
    }

    fn cost(&self, scales: &[Scale]) -> Option<Svg> {
        let currency = self.found.scenario.money.currency;
        let stack = |scale: &Scale| Stack {
            name: i18n::integer(self.lang, scale.gpus()),
            parts: scale
                .cost
                .map(|cost| shaded(scale, cost.typical))
                .unwrap_or_default(),
            interval: scale.cost.map(|cost| (cost.low, cost.high)),
            above: scale.cost.map_or_else(String::new, |cost| {
                i18n::money(self.lang, currency, cost.typical)
            }),
            ..Stack::default()
        };
        let stacks = scales.iter().map(stack).collect();
        let chart = Stacks {
            up: self.axes[2].clone(),
            ..self.stacks(Shape::Columns, stacks, inks(Family::Activations))
        };
        charts::stacks(&chart, self.width)
    }

    fn plain(&self, stacks: Vec<Stack>, family: Family) -> Option<Svg> {
        let chart = self.stacks(Shape::Columns, stacks, inks(family));
        charts::stacks(&chart, self.width)
    }

    fn grid(&self, grid: &Grid) -> Option<Svg> {
        let rates = self.found.chart == Chart::Rates;
        let cell = |cell: &estimator::analysis::sweep::Cell| {
            let memory = cell
                .figures
                .map(|figures| i18n::size_number(self.lang, figures.peak.needed, self.unit));
            let rate = cell.rate.map(|rate| i18n::number(self.lang, rate, 0));
            HeatCell {
                state: cell.figures.map(|figures| figures.verdict.state),
                words: if rates { rate } else { memory }.unwrap_or_else(|| "–".to_owned()),
            }
        };
        let chart = Heat {
            columns: grid
                .lengths
                .iter()
                .map(|tokens| i18n::length(self.lang, *tokens))
                .collect(),
            rows: grid
                .micros
                .iter()
                .map(|micro| i18n::integer(self.lang, *micro))
                .collect(),
            cells: grid.cells.iter().map(cell).collect(),
            present: self.found.present(),
            marked: self.marked,
            across: self.axes[0].clone(),
            up: self.axes[1].clone(),
            title: i18n::chart_label(self.lang, self.found.chart).to_owned(),
            description: i18n::finding(self.lang, self.found, self.unit),
        };
        charts::heat(&chart, self.width)
    }

    fn swings(&self, present: Outcome, swings: &[Swing]) -> Option<Svg> {
        let chart = self.found.chart;
        let date = chart == Chart::Date;
        let measure = |outcome: &Outcome| {
            if date {
                outcome.hours.unwrap_or(0.0)
            } else {
                Bytes::gib(outcome.gib).as_unit(self.unit)
            }
        };
        let bar = |swing: &Swing| {
            let ends = [(&swing.low, false), (&swing.high, true)];
            let ends = ends.into_iter().filter_map(|(end, high)| {
                let end = end.as_ref()?;
                let words = i18n::end_words(self.lang, chart, swing.lever, end, high, self.unit);
                Some((measure(&end.outcome), words))
            });
            Bar {
                name: i18n::lever_label(self.lang, swing.lever).to_owned(),
                ends: ends.collect(),
            }
        };
        let limit = if date {
            self.deadline()
        } else {
            Some(self.usable(self.found.scenario.cluster.usable()))
        };
        let drawing = Tornado {
            bars: swings.iter().map(bar).collect(),
            present: (
                measure(&present),
                i18n::outcome(self.lang, chart, &present, self.unit),
            ),
            limit,
            marked: self.marked,
            across: self.axes[0].clone(),
            title: i18n::chart_label(self.lang, chart).to_owned(),
            description: i18n::finding(self.lang, self.found, self.unit),
        };
        charts::tornado(&drawing, self.width)
    }
}

/// The colour of a column, and that of one that may not fit.
fn inks(family: Family) -> Vec<(Ink, String)> {
    [family, Family::Slack]
        .map(|family| (Ink::Family(family), String::new()))
        .to_vec()
}

/// A figure in the first colour where its scenario fits for sure, in the second where it may not.
fn shaded(scale: &Scale, value: f64) -> Vec<f64> {
    if scale.state == State::Fits {
        vec![value]
    } else {
        vec![0.0, value]
    }
}
