//! Figures along an axis, as stacked areas or as columns: against the end of a card, with an interval.
use super::ink::Ink;
use super::marks::{
    block, dashes, estimated_width, fill, label, line, note, outline, scaled, stroke, whole,
};
use super::range::PlotRange;
use super::svg::{Area, Drawn, Spot, Svg};
use plotters::prelude::{Circle, PathElement, Polygon};
use plotters::style::text_anchor::HPos;

/// How figures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A point every so far along a continuous axis, joined.
    Areas,
    /// One column a figure.
    Columns,
}

/// One figure: parts stacked from below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// Where it lies on a continuous axis.
    pub at: f64,
    /// Its name under the axis; empty for most points of a continuous one.
    pub name: String,
    /// Its parts, in the order of [`Stacks::inks`]; empty where there is no figure.
    pub parts: Vec<f64>,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// A line across the column: what it would be if nothing were lost, or its own limit.
    pub ideal: Option<f64>,
    /// Words above it.
    pub above: String,
}

/// The figures with their words, ready to be drawn at any width.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacks {
    /// How they are shown.
    pub shape: Shape,
    /// The figures.
    pub stacks: Vec<Stack>,
    /// Colours of the parts, with their names where they are to be named.
    pub inks: Vec<(Ink, String)>,
    /// A level that must not be passed, with its words.
    pub limit: Option<(f64, String)>,
    /// The figure of the form.
    pub present: Option<usize>,
    /// The figure that is pointed at.
    pub marked: Option<usize>,
    /// Places of note on a continuous axis, each with its words; the first is the most important.
    pub edges: Vec<(f64, String)>,
    /// What lies along the lower edge.
    pub across: String,
    /// What lies along the left edge.
    pub up: String,
    /// What the drawing shows.
    pub title: String,
    /// The same in words.
    pub description: String,
}

const LEFT: i32 = 48;
const TOP: i32 = 30;
const BELOW: i32 = 44;
const RIGHT: i32 = 10;
/// How places of note are drawn, and how high their words stand: one below the other, so that they do not meet.
const EDGES: [(Ink, i32); 2] = [(Ink::Strong, TOP - 8), (Ink::Quiet, TOP + 8)];

/// Where things are in one drawing.
struct Frame<'a> {
    chart: &'a Stacks,
    range: PlotRange,
    along: (f64, f64),
    right: i32,
    bottom: i32,
}

/// Draws the figures. `None` when there is nothing finite to draw.
pub fn stacks(chart: &Stacks, width: u32) -> Option<Svg> {
    let total = |stack: &Stack| stack.parts.iter().sum::<f64>();
    let tops = chart.stacks.iter().map(total);
    let highs = chart
        .stacks
        .iter()
        .filter_map(|stack| stack.interval)
        .map(|(_, high)| high);
    let limit = chart.limit.iter().map(|(limit, _)| *limit);
    let lines = chart.stacks.iter().filter_map(|stack| stack.ideal);
    // A card's end stays in sight; a figure far beyond it does not flatten the rest.
    let range = PlotRange::from_zero(tops.chain(highs).chain(limit).chain(lines), 0.04)?;
    let range = match chart.limit {
        Some((limit, _)) if limit > 0.0 && range.high() > 2.5 * limit => {
            PlotRange::from_zero([2.5 * limit], 0.0)?
        }
        _ => range,
    };
    let ats = || {
        chart
            .stacks
            .iter()
            .map(|stack| stack.at)
            .filter(|at| at.is_finite())
    };
    let along = (
        ats().fold(f64::MAX, f64::min),
        ats().fold(f64::MIN, f64::max),
    );
    let width = width.clamp(240, 1000);
    let height = (width * 2 / 5).clamp(220, 340);
    let frame = Frame {
        chart,
        range,
        along,
        right: whole(width) - RIGHT,
        bottom: whole(height) - BELOW,
    };
    let svg = Svg::draw((width, height), &chart.title, &chart.description, |area| {
        frame.axis(area)?;
        match chart.shape {
            Shape::Areas => frame.areas(area)?,
            Shape::Columns => {
                frame.ground(area)?;
                frame.columns(area)?;
            }
        }
        frame.marks(area)
    })?;
    let spots = (0..chart.stacks.len()).map(|at| frame.spot(at)).collect();
    Some(svg.with_spots(spots))
}

impl Frame<'_> {
    fn y(&self, value: f64) -> i32 {
        self.bottom - scaled(self.range.share(value), self.bottom - TOP)
    }

    /// The middle of a figure.
    fn x(&self, at: usize) -> i32 {
        match self.chart.shape {
            Shape::Areas => self.place(self.chart.stacks.get(at).map_or(0.0, |stack| stack.at)),
            Shape::Columns => i32::midpoint(self.column(at).0, self.column(at).1),
        }
    }

    /// A place on a continuous axis.
    fn place(&self, value: f64) -> i32 {
        let (low, high) = self.along;
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        };
        LEFT + scaled(share.clamp(0.0, 1.0), self.right - LEFT)
    }

    /// Left and right end of a column's share of the axis.
    fn column(&self, at: usize) -> (i32, i32) {
        #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
        let share = |at: usize| at as f64 / self.chart.stacks.len().max(1) as f64;
        let edge = |at| LEFT + scaled(share(at), self.right - LEFT);
        (edge(at), edge(at + 1))
    }

    fn spot(&self, at: usize) -> Spot {
        let (left, right) = match self.chart.shape {
            Shape::Columns => self.column(at),
            Shape::Areas => {
                let last = self.chart.stacks.len().saturating_sub(1);
                let here = self.x(at);
                let before = if at == 0 {
                    LEFT
                } else {
                    i32::midpoint(self.x(at - 1), here)
                };
                let after = if at == last {
                    self.right + RIGHT
                } else {
                    i32::midpoint(here, self.x(at + 1))
                };
                (before, after)
            }
        };
        Spot {
            left,
            top: TOP,
            right,
            bottom: self.bottom + BELOW,
        }
    }

    fn axis(&self, area: &Area<'_>) -> Drawn {
        for tick in self.range.ticks(5.0) {
            let y = self.y(tick);
            stroke(area, (LEFT, y), (self.right, y), Ink::Free, 1)?;
            let name = estimator::num::grouped(tick, 3);
            label(area, &name, (LEFT - 6, y), HPos::Right)?;
        }
        label(area, &self.chart.up, (1, 9), HPos::Left)?;
        label(
            area,
            &self.chart.across,
            (self.right, self.bottom + 34),
            HPos::Right,
        )?;
        let mut free = 0;
        for (at, stack) in self.chart.stacks.iter().enumerate() {
            let half = estimated_width(&stack.name) / 2;
            let x = self.x(at).min(self.right - half + 4);
            if !stack.name.is_empty() && x - half >= free {
                label(area, &stack.name, (x, self.bottom + 14), HPos::Center)?;
                free = x + half + 6;
            }
        }
        Ok(())
    }

    fn areas(&self, area: &Area<'_>) -> Drawn {
        self.band(area)?;
        let mut below: Vec<f64> = vec![0.0; self.chart.stacks.len()];
        for (part, (ink, name)) in self.chart.inks.iter().enumerate() {
            let mut lower = Vec::new();
            let mut upper = Vec::new();
            for (at, (stack, below)) in self.chart.stacks.iter().zip(&mut below).enumerate() {
                let Some(size) = stack.parts.get(part) else {
                    continue;
                };
                lower.push((self.x(at), self.y(*below)));
                *below += size;
                upper.push((self.x(at), self.y(*below)));
            }
            let room = upper.iter().zip(&lower).rev().nth(1);
            let room = room.map(|(upper, lower)| (upper.1, lower.1));
            lower.reverse();
            upper.append(&mut lower);
            if upper.len() > 2 {
                area.draw(&Polygon::new(upper, fill(*ink)))?;
            }
            if let (Some((top, bottom)), Ink::Family(family)) = (room, ink)
                && bottom - top >= 16
            {
                let place = (self.right - 8, i32::midpoint(top, bottom));
                note(area, name, place, HPos::Right, Ink::On(*family))?;
            }
        }
        Ok(())
    }

    /// The ground under the column of the form.
    fn ground(&self, area: &Area<'_>) -> Drawn {
        let Some(at) = self
            .chart
            .present
            .filter(|at| *at < self.chart.stacks.len())
        else {
            return Ok(());
        };
        let (left, right) = self.column(at);
        block(area, [(left, TOP), (right, self.bottom + 24)], Ink::Band)?;
        stroke(
            area,
            (left, self.bottom + 24),
            (right, self.bottom + 24),
            Ink::Strong,
            2,
        )?;
        // Its name again, upon the ground.
        let name = self
            .chart
            .stacks
            .get(at)
            .map_or("", |stack| stack.name.as_str());
        let middle = i32::midpoint(left, right);
        note(
            area,
            name,
            (middle, self.bottom + 14),
            HPos::Center,
            Ink::Strong,
        )
    }

    /// The interval behind the areas.
    fn band(&self, area: &Area<'_>) -> Drawn {
        let seen = |at: usize, stack: &Stack| {
            let (low, high) = stack.interval?;
            Some((self.x(at), self.y(low), self.y(high)))
        };
        let edges: Vec<(i32, i32, i32)> = self
            .chart
            .stacks
            .iter()
            .enumerate()
            .filter_map(|(at, stack)| seen(at, stack))
            .collect();
        let upper = edges.iter().map(|(x, _, high)| (*x, *high));
        let lower = edges.iter().rev().map(|(x, low, _)| (*x, *low));
        let corners: Vec<(i32, i32)> = upper.chain(lower).collect();
        if edges.len() > 1 {
            area.draw(&Polygon::new(corners, fill(Ink::Band)))?;
        }
        Ok(())
    }

    fn columns(&self, area: &Area<'_>) -> Drawn {
        for (at, stack) in self.chart.stacks.iter().enumerate() {
            let (left, right) = self.column(at);
            let gap = ((right - left) / 6).max(1);
            let (left, right) = (left + gap, right - gap);
            let mut below = 0.0;
            for (size, (ink, _)) in stack.parts.iter().zip(&self.chart.inks) {
                let above = below + size;
                block(area, [(left, self.y(above)), (right, self.y(below))], *ink)?;
                below = above;
            }
            let middle = i32::midpoint(left, right);
            if let Some(ideal) = stack.ideal {
                let y = self.y(ideal);
                stroke(area, (left, y), (right, y), Ink::Strong, 2)?;
            }
            let mut top = self.y(below);
            if let Some((low, high)) = stack.interval {
                let (low, high) = (self.y(low), self.y(high));
                stroke(area, (middle, low), (middle, high), Ink::Strong, 1)?;
                for y in [low, high] {
                    stroke(area, (middle - 4, y), (middle + 4, y), Ink::Strong, 1)?;
                }
                top = top.min(high);
            }
            if estimated_width(&stack.above) <= right - left + 2 * gap {
                note(
                    area,
                    &stack.above,
                    (middle, (top - 10).max(20)),
                    HPos::Center,
                    Ink::Strong,
                )?;
            }
        }
        Ok(())
    }

    fn marks(&self, area: &Area<'_>) -> Drawn {
        if let Some((limit, words)) = &self.chart.limit {
            let y = self.y(*limit);
            dashes(area, [LEFT, self.right], y, Ink::Limit)?;
            note(area, words, (LEFT + 6, y - 9), HPos::Left, Ink::Limit)?;
        }
        for ((at, words), (ink, y)) in self.chart.edges.iter().zip(EDGES) {
            let x = self.place(*at);
            stroke(area, (x, TOP), (x, self.bottom), ink, 1)?;
            let right = x + estimated_width(words) + 6 > self.right;
            let (place, anchor) = if right {
                (x - 5, HPos::Right)
            } else {
                (x + 5, HPos::Left)
            };
            note(area, words, (place, y), anchor, ink)?;
        }
        let present = self
            .chart
            .present
            .filter(|_| self.chart.shape == Shape::Areas);
        for (which, width) in [(present, 2), (self.chart.marked, 1)] {
            let Some(at) = which.filter(|at| *at < self.chart.stacks.len()) else {
                continue;
            };
            self.mark(area, at, width)?;
        }
        stroke(
            area,
            (LEFT, self.bottom),
            (self.right, self.bottom),
            Ink::Quiet,
            1,
        )
    }

    /// A figure that is pointed at, or that of the form.
    fn mark(&self, area: &Area<'_>, at: usize, width: u32) -> Drawn {
        let total = |stack: &Stack| stack.parts.iter().sum::<f64>();
        let top = self.chart.stacks.get(at).map_or(0.0, total);
        let (x, y) = (self.x(at), self.y(top));
        match self.chart.shape {
            Shape::Columns => {
                let (left, right) = self.column(at);
                outline(
                    area,
                    [(left + 1, TOP), (right - 1, self.bottom + 24)],
                    Ink::Strong,
                    width,
                )
            }
            Shape::Areas => {
                let points = vec![(x, y), (x, self.bottom)];
                area.draw(&PathElement::new(points, line(Ink::Strong, width)))?;
                Ok(area.draw(&Circle::new((x, y), 4, fill(Ink::Strong)))?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::memory::Family;

    fn chart(shape: Shape, values: &[f64]) -> Stacks {
        let stack = |(at, value): (usize, &f64)| Stack {
            at: f64::from(u8::try_from(at).unwrap_or(0)),
            name: format!("<{at}>"),
            parts: vec![*value, *value],
            interval: Some((*value, 3.0 * value)),
            ideal: Some(*value),
            above: "x".to_owned(),
        };
        Stacks {
            shape,
            stacks: values.iter().enumerate().map(stack).collect(),
            inks: vec![
                (Ink::Family(Family::Weights), "weights".to_owned()),
                (Ink::Family(Family::Loss), "loss".to_owned()),
            ],
            limit: Some((80.0, "80 GiB & more".to_owned())),
            present: Some(0),
            marked: Some(1),
            edges: vec![(1.0, "fits".to_owned()), (2.0, "longest".to_owned())],
            across: "tokens".to_owned(),
            up: "GiB".to_owned(),
            title: "a <title>".to_owned(),
            description: "b".to_owned(),
        }
    }

    #[test]
    fn every_corner_is_drawn_or_refused() {
        let odd = [
            0.0,
            -1.0,
            1e-300,
            80.0,
            1e14,
            1e200,
            f64::INFINITY,
            f64::NAN,
        ];
        for shape in [Shape::Areas, Shape::Columns] {
            for a in odd {
                for b in odd {
                    for width in [0, 360, u32::MAX] {
                        if let Some(svg) = stacks(&chart(shape, &[a, b, a]), width) {
                            assert!(
                                !svg.markup().contains("NaN") && !svg.markup().contains("inf"),
                                "{a} {b}"
                            );
                        }
                    }
                }
            }
            for values in [&[][..], &[5.0]] {
                if let Some(svg) = stacks(&chart(shape, values), 700) {
                    assert!(!svg.markup().contains("NaN"));
                }
            }
        }
    }

    #[test]
    fn each_figure_can_be_pointed_at_and_nothing_beside_them() {
        for shape in [Shape::Areas, Shape::Columns] {
            let svg = stacks(&chart(shape, &[10.0, 20.0, 30.0]), 700).expect("finite");
            let found: Vec<_> = [60.0, 375.0, 680.0].map(|x| svg.at(x, 100.0, 700.0)).into();
            assert_eq!(found, [Some(0), Some(1), Some(2)], "{shape:?}");
            assert_eq!(svg.at(350.0, 5.0, 700.0), None);
            // Shown at half its size.
            assert_eq!(svg.at(340.0, 50.0, 350.0), Some(2));
            assert!(svg.markup().contains("&lt;1&gt;") && !svg.markup().contains("#0100"));
        }
    }

    #[test]
    fn what_is_far_beyond_the_card_does_not_flatten_the_rest() {
        let svg = stacks(&chart(Shape::Columns, &[10.0, 1e6]), 700).expect("finite");
        assert!(svg.markup().contains("\n200\n") && !svg.markup().contains("1,000,000"));
    }
}
