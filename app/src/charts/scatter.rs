//! Predicted against measured, on logarithmic axes.
use super::ink::Ink;
use super::marks::{fill, label, line, scaled, whole};
use super::range::LogRange;
use super::svg::{Area, Drawn, Svg};
use plotters::prelude::{Circle, PathElement, Polygon};
use plotters::style::text_anchor::HPos;

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Measured.
    pub measured: f64,
    /// Predicted.
    pub predicted: f64,
    /// Its group.
    pub ink: Ink,
    /// What it is.
    pub name: String,
}

/// The runs with their words, ready to be drawn at any width.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// Every run.
    pub dots: Vec<Dot>,
    /// Half the width of the band around the diagonal, as a share.
    pub band: f64,
    /// What lies along the lower edge.
    pub across: String,
    /// What lies along the left edge.
    pub up: String,
    /// What the drawing shows.
    pub title: String,
    /// The same in words.
    pub description: String,
}

const LEFT: i32 = 40;
const TOP: i32 = 26;
const BELOW: i32 = 42;
const RIGHT: i32 = 8;

/// Draws the runs. `None` when there is nothing finite to draw.
pub fn scatter(runs: &Scatter, width: u32) -> Option<Svg> {
    let seen = |dot: &&Dot| dot.measured.is_finite() && dot.predicted.is_finite();
    let dots: Vec<&Dot> = runs.dots.iter().filter(seen).collect();
    let range = LogRange::covering(dots.iter().flat_map(|dot| [dot.measured, dot.predicted]))?;
    let width = width.clamp(160, 760);
    let height = (width * 3 / 4).min(480);
    let (right, bottom) = (whole(width) - RIGHT, whole(height) - BELOW);
    let x = move |value: f64| LEFT + scaled(range.share(value), right - LEFT);
    let y = move |value: f64| bottom - scaled(range.share(value), bottom - TOP);
    let svg = Svg::draw((width, height), &runs.title, &runs.description, |area| {
        band(area, range, runs.band, &x, &y)?;
        axes(area, range, [right, bottom], &x, &y)?;
        label(area, &runs.up, (1, 10), HPos::Left)?;
        label(area, &runs.across, (right, bottom + 32), HPos::Right)?;
        for dot in &dots {
            let place = (x(dot.measured), y(dot.predicted));
            area.draw(&Circle::new(place, 3, fill(dot.ink)))?;
        }
        Ok(())
    })?;
    Some(svg.named(dots.iter().map(|dot| dot.name.as_str())))
}

/// The diagonal with the band around it: on logarithmic axes three parallel lines.
fn band(
    area: &Area<'_>,
    range: LogRange,
    half: f64,
    x: &impl Fn(f64) -> i32,
    y: &impl Fn(f64) -> i32,
) -> Drawn {
    let (low, high) = range.ends();
    let half = 1.0 + half.clamp(0.0, 1.0);
    let corners = vec![
        (x(low), y(low)),
        (x(low), y(low * half)),
        (x(high / half), y(high)),
        (x(high), y(high)),
        (x(high), y(high / half)),
        (x(low * half), y(low)),
    ];
    area.draw(&Polygon::new(corners, fill(Ink::Band)))?;
    let diagonal = vec![(x(low), y(low)), (x(high), y(high))];
    Ok(area.draw(&PathElement::new(diagonal, line(Ink::Quiet, 1)))?)
}

fn axes(
    area: &Area<'_>,
    range: LogRange,
    [right, bottom]: [i32; 2],
    x: &impl Fn(f64) -> i32,
    y: &impl Fn(f64) -> i32,
) -> Drawn {
    for tick in range.ticks() {
        let name = estimator::num::grouped(tick, 3);
        let grid = [
            vec![(x(tick), TOP), (x(tick), bottom)],
            vec![(LEFT, y(tick)), (right, y(tick))],
        ];
        for points in grid {
            area.draw(&PathElement::new(points, line(Ink::Free, 1)))?;
        }
        label(area, &name, (x(tick), bottom + 13), HPos::Center)?;
        label(area, &name, (LEFT - 6, y(tick)), HPos::Right)?;
    }
    let edge = vec![(LEFT, TOP), (LEFT, bottom), (right, bottom)];
    Ok(area.draw(&PathElement::new(edge, line(Ink::Quiet, 1)))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::memory::Family;

    fn runs(values: &[(f64, f64)]) -> Scatter {
        let dot = |(at, (measured, predicted)): (usize, &(f64, f64))| Dot {
            measured: *measured,
            predicted: *predicted,
            ink: Ink::Family(Family::Weights),
            name: format!("run <{at}>"),
        };
        Scatter {
            dots: values.iter().enumerate().map(dot).collect(),
            band: 0.1,
            across: "measured & more".to_owned(),
            up: "predicted".to_owned(),
            title: "a <title>".to_owned(),
            description: "words".to_owned(),
        }
    }

    #[test]
    fn every_run_is_a_named_dot() {
        let svg = scatter(&runs(&[(10.0, 11.0), (70.0, 69.0)]), 700).expect("finite");
        let markup = svg.markup();
        assert_eq!(markup.matches("<circle ").count(), 2);
        assert!(
            markup.contains("<title>run &lt;0&gt;</title></circle>"),
            "{markup}"
        );
        assert!(markup.contains("k-weights") && !markup.contains("#0100"));
        assert!(markup.contains("measured &amp; more") && !markup.contains("style="));
    }

    #[test]
    fn every_corner_is_drawn_or_refused() {
        let odd = [
            0.0,
            -1.0,
            1e-300,
            1.0,
            80.0,
            1e14,
            1e120,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
        ];
        for a in odd {
            for b in odd {
                for width in [0, 360, u32::MAX] {
                    if let Some(svg) = scatter(&runs(&[(a, b), (b, a)]), width) {
                        assert!(!svg.markup().contains("NaN") && !svg.markup().contains("inf"));
                    }
                }
            }
        }
        assert_eq!(scatter(&runs(&[]), 700), None);
    }
}
