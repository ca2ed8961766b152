//! One stacked bar: what is alive at one moment, against the card.
use super::ink::Ink;
use super::marks::{
    BOTTOM, REACH, TOP, bracket, estimated_width, fill, hatch, limit, line, text, words,
};
use super::range::PlotRange;
use super::svg::{Area, Drawn, Svg};
use estimator::memory::Family;
use estimator::num::ascending;
use plotters::prelude::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::HPos;

/// One line of the budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its kind.
    pub family: Family,
    /// Its size, in the unit of the bar.
    pub size: f64,
}

/// A bar with its words, ready to be drawn at any width.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Lines, in the order they are stacked.
    pub segments: Vec<Segment>,
    /// Name of each kind, for those segments that are wide enough.
    pub names: Vec<(Family, String)>,
    /// Usable memory of the card.
    pub usable: f64,
    /// Interval of the total.
    pub interval: (f64, f64),
    /// Words at the end of the stack.
    pub total_label: String,
    /// Words at the end of the card.
    pub usable_label: String,
    /// What the drawing shows.
    pub title: String,
    /// The same figures in words.
    pub description: String,
}

const HEIGHT: u32 = 92;

/// Draws the bar. `None` when there is nothing finite to draw.
pub fn budget(bar: &Budget, width: u32) -> Option<Svg> {
    let total: f64 = bar.segments.iter().map(|segment| segment.size).sum();
    let range = PlotRange::from_zero([bar.usable, total, bar.interval.1], 0.0)?;
    let inner = f64::from(width.clamp(160, 4096)) - 3.0;
    // Whole pixels: edges stay sharp, and neighbours meet.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most the width of the drawing"
    )]
    let x = move |value: f64| 1 + (range.share(value) * inner).round() as i32;
    Svg::draw((width, HEIGHT), &bar.title, &bar.description, |area| {
        let (end, card) = (x(total), x(bar.usable));
        area.draw(&Rectangle::new(
            [(x(0.0), TOP), (card, BOTTOM)],
            fill(Ink::Ground),
        ))?;
        hatch(area, end, card)?;
        let edges = [x(bar.interval.0), x(bar.interval.1), card];
        segments(area, bar, &x, edges)?;
        area.draw(&Rectangle::new(
            [(x(0.0), TOP), (card, BOTTOM)],
            line(Ink::Free, 1),
        ))?;
        bracket(area, x(bar.interval.0), x(bar.interval.1))?;
        limit(area, card, end > card)?;
        let room = x(range.high()) + 1;
        words(
            area,
            &bar.usable_label,
            card,
            TOP - REACH - 12,
            room,
            Ink::Quiet,
        )?;
        words(
            area,
            &bar.total_label,
            end,
            BOTTOM + REACH + 12,
            room,
            Ink::Strong,
        )
    })
}

fn segments(area: &Area<'_>, bar: &Budget, x: &impl Fn(f64) -> i32, edges: [i32; 3]) -> Drawn {
    let mut at = 0.0;
    let mut first = 0;
    while let Some(family) = bar.segments.get(first).map(|segment| segment.family) {
        let run = bar
            .segments
            .iter()
            .skip(first)
            .take_while(|segment| segment.family == family);
        let (count, start) = (run.clone().count(), at);
        let mut marks = edges.to_vec();
        for segment in run {
            let next = at + segment.size;
            area.draw(&Rectangle::new(
                [(x(at), TOP), (x(next), BOTTOM)],
                fill(Ink::Family(family)),
            ))?;
            if at > start && x(next) - x(at) > 3 {
                area.draw(&PathElement::new(
                    vec![(x(at), TOP), (x(at), BOTTOM)],
                    line(Ink::Gap, 1),
                ))?;
                marks.push(x(at));
            }
            at = next;
        }
        // Beside every line if there is room, else over the thin ones.
        let place = |width| {
            let free = place_of(width, x(start), x(at), &marks);
            free.or_else(|| place_of(width, x(start), x(at), &edges))
        };
        if let Some((_, name)) = bar.names.iter().find(|(named, _)| *named == family)
            && let Some(place) = place(estimated_width(name) + 14)
        {
            area.draw(&Text::new(
                name.clone(),
                (place, i32::midpoint(TOP, BOTTOM)),
                text(Ink::On(family), HPos::Center),
            ))?;
        }
        first += count;
    }
    Ok(())
}

/// The middle of the widest stretch of a segment that no mark crosses, if `width` fits there.
fn place_of(width: i32, from: i32, to: i32, marks: &[i32]) -> Option<i32> {
    let mut cuts = vec![from, to];
    cuts.extend(marks.iter().filter(|mark| **mark > from && **mark < to));
    let cuts = ascending(cuts, |cut| f64::from(*cut));
    let stretches = cuts.iter().zip(cuts.iter().skip(1));
    let (start, end) = stretches.max_by_key(|(start, end)| **end - **start)?;
    (end - start >= width).then(|| i32::midpoint(*start, *end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(sizes: &[f64], usable: f64, interval: (f64, f64)) -> Budget {
        Budget {
            segments: sizes
                .iter()
                .map(|size| Segment {
                    family: Family::Loss,
                    size: *size,
                })
                .collect(),
            names: vec![(Family::Loss, "logits & <loss>".to_owned())],
            usable,
            interval,
            total_label: "total".to_owned(),
            usable_label: "usable".to_owned(),
            title: "a <title>".to_owned(),
            description: "b & c".to_owned(),
        }
    }

    #[test]
    fn every_corner_is_drawn_or_refused() {
        let odd = [
            0.0,
            1e-300,
            1.0,
            80.0,
            1e15,
            1e120,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
            -1.0,
        ];
        for a in odd {
            for b in odd {
                for width in [0, 360, 1200, u32::MAX] {
                    if let Some(svg) = budget(&bar(&[a, b, a], b, (a, b)), width) {
                        assert!(
                            !svg.markup().contains("NaN") && !svg.markup().contains("inf"),
                            "{a} {b}"
                        );
                        assert!(svg.markup().contains("<title>a &lt;title&gt;</title>"));
                    }
                }
            }
        }
    }

    #[test]
    fn colours_are_classes() {
        let svg = budget(&bar(&[10.0, 20.0], 80.0, (28.0, 33.0)), 900).expect("finite");
        assert!(svg.markup().contains("k-loss") && svg.markup().contains("line ink-free"));
        assert!(!svg.markup().contains("#0100") && !svg.markup().contains("style="));
        assert!(svg.markup().contains("logits &amp; &lt;loss&gt;"));
    }
}
