//! What moves a figure most: one bar a lever, from its low end to its high end.
use super::ink::Ink;
use super::marks::{
    block, dashes_down, estimated_width, label, note, outline, scaled, stroke, whole,
};
use super::range::PlotRange;
use super::svg::{Area, Drawn, Spot, Svg};
use estimator::memory::Family;
use plotters::style::text_anchor::HPos;

/// One lever.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Where its ends lead, with their words.
    pub ends: Vec<(f64, String)>,
}

/// The levers with their words, ready to be drawn at any width.
#[derive(Clone, Debug, PartialEq)]
pub struct Tornado {
    /// The levers, the strongest first.
    pub bars: Vec<Bar>,
    /// The figure as it is, with its words.
    pub present: (f64, String),
    /// A level that must not be passed, with its words.
    pub limit: Option<(f64, String)>,
    /// The bar that is pointed at.
    pub marked: Option<usize>,
    /// What lies along the axis.
    pub across: String,
    /// What the drawing shows.
    pub title: String,
    /// The same in words.
    pub description: String,
}

const TOP: i32 = 26;
const ROW: i32 = 40;
const BELOW: i32 = 40;

/// Draws the levers. `None` when there is nothing finite to draw.
pub fn tornado(chart: &Tornado, width: u32) -> Option<Svg> {
    let ends = || {
        chart
            .bars
            .iter()
            .flat_map(|bar| &bar.ends)
            .map(|(value, _)| *value)
    };
    let range = PlotRange::from_zero(ends().chain([chart.present.0]), 0.12)?;
    // What a lever blows up a hundredfold does not flatten the others.
    let range = if range.high() > 6.0 * chart.present.0 && chart.present.0 > 0.0 {
        PlotRange::from_zero([6.0 * chart.present.0], 0.0)?
    } else {
        range
    };
    let width = width.clamp(240, 1000);
    let rows = i32::try_from(chart.bars.len()).unwrap_or(0).min(40);
    let bottom = TOP + rows * ROW;
    let right = whole(width) - 8;
    let x = move |value: f64| 8 + scaled(range.share(value), right - 8);
    let spot = move |at: usize| {
        let row = i32::try_from(at).unwrap_or(0);
        Spot {
            left: 0,
            top: TOP + row * ROW,
            right: right + 8,
            bottom: TOP + (row + 1) * ROW,
        }
    };
    let height = u32::try_from(bottom + BELOW).unwrap_or(200);
    let svg = Svg::draw((width, height), &chart.title, &chart.description, |area| {
        for tick in range.ticks(5.0) {
            stroke(area, (x(tick), TOP), (x(tick), bottom), Ink::Free, 1)?;
            let name = estimator::num::grouped(tick, 3);
            label(area, &name, (x(tick), bottom + 12), HPos::Center)?;
        }
        label(area, &chart.across, (right, bottom + 30), HPos::Right)?;
        for (at, bar) in chart.bars.iter().enumerate() {
            draw(area, bar, spot(at), chart.present.0, right, &x)?;
            if chart.marked == Some(at) {
                let spot = spot(at);
                outline(
                    area,
                    [(1, spot.top + 1), (right + 6, spot.bottom - 1)],
                    Ink::Quiet,
                    1,
                )?;
            }
        }
        let limit = chart.limit.as_ref();
        if let Some((limit, words)) = limit.filter(|(limit, _)| *limit < range.high()) {
            dashes_down(area, x(*limit), [TOP, bottom], Ink::Limit)?;
            // Left of what names the axis.
            let half = estimated_width(words) / 2;
            let last = right - estimated_width(&chart.across) - half - 16;
            let place = x(*limit).clamp(half.min(last), last.max(half));
            note(area, words, (place, bottom + 30), HPos::Center, Ink::Limit)?;
        }
        let at = x(chart.present.0);
        stroke(area, (at, TOP - 4), (at, bottom), Ink::Strong, 1)?;
        let half = estimated_width(&chart.present.1) / 2;
        let place = at.clamp(half.min(right - half), (right - half).max(half));
        note(
            area,
            &chart.present.1,
            (place, 11),
            HPos::Center,
            Ink::Strong,
        )
    })?;
    Some(svg.with_spots((0..chart.bars.len()).map(spot).collect()))
}

fn draw(
    area: &Area<'_>,
    bar: &Bar,
    spot: Spot,
    present: f64,
    right: i32,
    x: &impl Fn(f64) -> i32,
) -> Drawn {
    let (top, bottom) = (spot.top + 20, spot.bottom - 6);
    label(area, &bar.name, (9, spot.top + 10), HPos::Left)?;
    for less in [true, false] {
        // Both ends may lie on one side: one block then, with the words of both at its far end.
        let ends = bar
            .ends
            .iter()
            .filter(|(value, _)| (*value < present) == less);
        let Some((value, words)) = ends.fold(None, |far, end| joined(far, end, less)) else {
            continue;
        };
        let family = if less {
            Family::Weights
        } else {
            Family::Activations
        };
        let (from, to) = if less {
            (x(value), x(present))
        } else {
            (x(present), x(value))
        };
        block(area, [(from, top), (to, bottom)], Ink::Family(family))?;
        let middle = i32::midpoint(top, bottom);
        let room = estimated_width(&words) + 6;
        let inside = to - from > room;
        let (place, anchor, ink) = match less {
            true if from > room => (from - 4, HPos::Right, Ink::Strong),
            true if inside => (from + 4, HPos::Left, Ink::On(family)),
            false if right - to > room => (to + 4, HPos::Left, Ink::Strong),
            false if inside => (to - 4, HPos::Right, Ink::On(family)),
            // No room: pointing at it, and the table, say it.
            _ => continue,
        };
        note(area, &words, (place, middle), anchor, ink)?;
    }
    Ok(())
}

/// The farther of two ends on one side, with the words of both.
fn joined(
    far: Option<(f64, String)>,
    (value, words): &(f64, String),
    less: bool,
) -> Option<(f64, String)> {
    let Some((farthest, told)) = far else {
        return Some((*value, words.clone()));
    };
    let farther = if less {
        estimator::num::smaller(farthest, *value)
    } else {
        estimator::num::larger(farthest, *value)
    };
    Some((farther, [&told, " · ", words].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: &[f64], present: f64) -> Tornado {
        let bar = |value: &f64| Bar {
            name: "length <s>".to_owned(),
            ends: vec![
                (value / 2.0, "½".to_owned()),
                (value * 2.0, "2×".to_owned()),
            ],
        };
        Tornado {
            bars: values.iter().map(bar).collect(),
            present: (present, "now".to_owned()),
            limit: Some((80.0, "usable".to_owned())),
            marked: Some(0),
            across: "GiB".to_owned(),
            title: "t".to_owned(),
            description: "d".to_owned(),
        }
    }

    #[test]
    fn two_ends_on_one_side_are_told_once() {
        let mut chart = chart(&[50.0], 60.0);
        chart.bars[0].ends = vec![(40.0, "half".to_owned()), (30.0, "twice".to_owned())];
        let svg = tornado(&chart, 700).expect("finite");
        assert!(
            svg.markup().contains("\nhalf · twice\n"),
            "{}",
            svg.markup()
        );
    }

    #[test]
    fn every_corner_is_drawn_or_refused() {
        let odd = [
            0.0,
            -1.0,
            1e-300,
            1.0,
            1e14,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
        ];
        for a in odd {
            for b in odd {
                for width in [0, 360, u32::MAX] {
                    if let Some(svg) = tornado(&chart(&[a, b], a), width) {
                        assert!(!svg.markup().contains("NaN") && !svg.markup().contains("inf"));
                    }
                }
            }
        }
    }

    #[test]
    fn bars_can_be_pointed_at() {
        let svg = tornado(&chart(&[40.0, 30.0], 35.0), 700).expect("finite");
        assert_eq!(svg.at(300.0, 40.0, 700.0), Some(0));
        assert_eq!(svg.at(300.0, 80.0, 700.0), Some(1));
        assert_eq!(svg.at(300.0, 130.0, 700.0), None);
        assert!(svg.markup().contains("length &lt;s&gt;"));
    }
}
