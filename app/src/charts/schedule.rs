//! A schedule: a line a job, a bar a run.
use super::ink::Ink;
use super::marks::{estimated_width, fill, line, text};
use super::range::PlotRange;
use super::svg::Svg;
use estimator::memory::Family;
use plotters::prelude::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::HPos;

/// A job's line.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Its name.
    pub name: String,
    /// Start and end of its runs, h; whether one ends after its time.
    pub bars: Vec<(f64, f64, bool)>,
}

/// A schedule with its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// Lines from the top.
    pub lanes: Vec<Lane>,
    /// Its end, h.
    pub end: f64,
    /// Words at the end of the axis.
    pub end_label: String,
    /// What the drawing shows.
    pub title: String,
    /// The same figures in words.
    pub description: String,
}

/// Height of a line.
const LANE: i32 = 26;
/// Lines that are drawn.
const MOST: usize = 32;

/// Draws it. `None` when there is nothing finite to draw.
pub fn timeline(plan: &Timeline, width: u32) -> Option<Svg> {
    let range = PlotRange::from_zero([plan.end], 0.0)?;
    let lanes = || plan.lanes.iter().take(MOST);
    let count = i32::try_from(lanes().count()).unwrap_or(0);
    let whole = i32::try_from(width.clamp(160, 4096)).unwrap_or(160);
    let longest = lanes().map(|lane| estimated_width(&lane.name)).max()?;
    let left = longest.min(whole / 3) + 8;
    let inner = f64::from(whole - left - 2);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most the width of the drawing"
    )]
    let x = move |hours: f64| left + (range.share(hours) * inner).round() as i32;
    let floor = count * LANE;
    let height = u32::try_from(floor + 24).unwrap_or(0);
    Svg::draw((width, height), &plan.title, &plan.description, |area| {
        for (lane, top) in lanes().zip((0..).step_by(26)) {
            let (upper, lower) = (top + 4, top + LANE - 4);
            let name = cut(&lane.name, left - 8);
            let place = (0, i32::midpoint(upper, lower));
            area.draw(&Text::new(name, place, text(Ink::Strong, HPos::Left)))?;
            for (start, end, late) in &lane.bars {
                let corners = [(x(*start), upper), (x(*end).max(x(*start) + 1), lower)];
                let ink = if *late {
                    Ink::Limit
                } else {
                    Ink::Family(Family::Weights)
                };
                area.draw(&Rectangle::new(corners, fill(ink)))?;
                area.draw(&Rectangle::new(corners, line(Ink::Gap, 1)))?;
            }
        }
        let axis = vec![(left, floor), (whole - 2, floor)];
        area.draw(&PathElement::new(axis, line(Ink::Quiet, 1)))?;
        area.draw(&Text::new(
            "0".to_owned(),
            (left, floor + 13),
            text(Ink::Quiet, HPos::Left),
        ))?;
        let place = (whole - 2, floor + 13);
        let label = plan.end_label.clone();
        Ok(area.draw(&Text::new(label, place, text(Ink::Quiet, HPos::Right)))?)
    })
}

/// A name in so many pixels.
fn cut(name: &str, room: i32) -> String {
    if estimated_width(name) <= room {
        return name.to_owned();
    }
    let mut shown = String::new();
    for c in name.chars() {
        if estimated_width(&shown) + 20 > room {
            break;
        }
        shown.push(c);
    }
    shown + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_is_drawn_or_refused() {
        for end in [0.0, 1e-9, 12.5, 1e9, f64::INFINITY, f64::NAN] {
            for width in [0, 360, u32::MAX] {
                let lane = Lane {
                    name: "a <job> with a name that is longer than there is room".to_owned(),
                    bars: vec![
                        (0.0, end, false),
                        (end / 2.0, end, true),
                        (end, f64::NAN, true),
                    ],
                };
                let plan = Timeline {
                    lanes: vec![lane; 40],
                    end,
                    end_label: "end".to_owned(),
                    title: "t".to_owned(),
                    description: "d".to_owned(),
                };
                if let Some(svg) = timeline(&plan, width) {
                    let text = svg.markup();
                    assert!(!text.contains("NaN") && !text.contains("<job>"), "{end}");
                    assert!(text.contains("ink-limit") && text.contains("k-weights"));
                }
            }
        }
    }
}
