//! Marks around a bar: hatching, bracket, the end of the card, words.
use super::ink::Ink;
use super::svg::{Area, Drawn};
use plotters::prelude::{Color, FontDesc, FontFamily, FontStyle, PathElement, ShapeStyle, Text};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Upper edge of the bar.
pub(super) const TOP: i32 = 26;
/// Lower edge of the bar.
pub(super) const BOTTOM: i32 = 66;
/// How far the bracket of the interval reaches beyond the bar.
pub(super) const REACH: i32 = 5;

/// Free memory: diagonal strokes between the end of the stack and the end of the card.
pub(super) fn hatch(area: &Area<'_>, from: i32, to: i32) -> Drawn {
    let height = BOTTOM - TOP;
    let mut start = from - height + 8;
    while start < to {
        let (left, right) = (start.max(from), (start + height).min(to));
        if right > left {
            let points = vec![
                (left, BOTTOM - (left - start)),
                (right, BOTTOM - (right - start)),
            ];
            area.draw(&PathElement::new(points, line(Ink::Free, 1)))?;
        }
        start += 8;
    }
    Ok(())
}

pub(super) fn bracket(area: &Area<'_>, low: i32, high: i32) -> Drawn {
    let (top, bottom) = (TOP - REACH, BOTTOM + REACH);
    let high = high.max(low + 2);
    for (edge, inward) in [(low, 5), (high, -5)] {
        let inward = if high - low < 12 { 0 } else { inward };
        let points = vec![
            (edge + inward, top),
            (edge, top),
            (edge, bottom),
            (edge + inward, bottom),
        ];
        area.draw(&PathElement::new(points, line(Ink::Strong, 2)))?;
    }
    Ok(())
}

/// The end of the card; a stack that runs past it is struck through there.
pub(super) fn limit(area: &Area<'_>, card: i32, exceeded: bool) -> Drawn {
    let ink = if exceeded { Ink::Limit } else { Ink::Quiet };
    let dash = 4;
    let mut y = TOP - REACH;
    while y < BOTTOM + REACH {
        area.draw(&PathElement::new(
            vec![(card, y), (card, y + dash)],
            line(ink, if exceeded { 3 } else { 1 }),
        ))?;
        y += if exceeded { dash + 3 } else { dash };
    }
    Ok(())
}

/// Words under or over `place`, kept inside the drawing.
pub(super) fn words(
    area: &Area<'_>,
    label: &str,
    place: i32,
    y: i32,
    room: i32,
    ink: Ink,
) -> Drawn {
    let half = estimated_width(label) / 2;
    let (anchor, place) = if place + half > room {
        (HPos::Right, room)
    } else if place < half {
        (HPos::Left, 1)
    } else {
        (HPos::Center, place)
    };
    Ok(area.draw(&Text::new(label.to_owned(), (place, y), text(ink, anchor)))?)
}

pub(super) fn fill(ink: Ink) -> ShapeStyle {
    ink.stand_in().filled()
}

pub(super) fn line(ink: Ink, width: u32) -> ShapeStyle {
    ink.stand_in().stroke_width(width)
}

pub(super) fn text(ink: Ink, anchor: HPos) -> TextStyle<'static> {
    let color = ink.stand_in().to_backend_color();
    TextStyle {
        // By name it would be looked for in lower case, which takes Unicode's table into the page.
        font: FontDesc::new(FontFamily::SansSerif, 15.0, FontStyle::Normal),
        color,
        pos: Pos::new(anchor, VPos::Center),
    }
}

/// Pixels that a label takes, a little too many: CJK characters are square.
pub(super) fn estimated_width(label: &str) -> i32 {
    label
        .chars()
        .map(|c| if c.is_ascii() { 7 } else { 13 })
        .sum()
}
