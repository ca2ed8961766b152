//! Marks around a bar: hatching, bracket, the end of the card, words.
use super::ink::Ink;
use super::svg::{Area, Drawn};
use plotters::prelude::{
    Color, FontDesc, FontFamily, FontStyle, PathElement, Rectangle, ShapeStyle, Text,
};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Upper edge of the bar.
pub(super) const TOP: i32 = 26;
/// Lower edge of the bar.
pub(super) const BOTTOM: i32 = 66;
/// How far the bracket of the interval reaches beyond the bar.
pub(super) const REACH: i32 = 5;

/// Free memory: diagonal strokes between the end of the stack and the end of the card. One line, up and down in turn: it is
/// drawn anew at each key, and an element a stroke would be most of what the browser then lays out. What joins the strokes lies
/// under the outline.
pub(super) fn hatch(area: &Area<'_>, from: i32, to: i32) -> Drawn {
    let height = BOTTOM - TOP;
    let mut start = from - height + 8;
    let mut points = Vec::new();
    while start < to {
        let (left, right) = (start.max(from), (start + height).min(to));
        if right > left {
            let mut stroke = [left, right].map(|x| (x, BOTTOM - (x - start)));
            if points.len() % 4 != 0 {
                stroke.reverse();
            }
            points.extend(stroke);
        }
        start += 8;
    }
    if !points.is_empty() {
        area.draw(&PathElement::new(points, line(Ink::Free, 1)))?;
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

/// Words beside an axis.
pub(super) fn label(area: &Area<'_>, words: &str, place: (i32, i32), anchor: HPos) -> Drawn {
    note(area, words, place, anchor, Ink::Quiet)
}

/// Words at a place.
pub(super) fn note(
    area: &Area<'_>,
    words: &str,
    place: (i32, i32),
    anchor: HPos,
    ink: Ink,
) -> Drawn {
    Ok(area.draw(&Text::new(words.to_owned(), place, text(ink, anchor)))?)
}

/// A straight line.
pub(super) fn stroke(
    area: &Area<'_>,
    from: (i32, i32),
    to: (i32, i32),
    ink: Ink,
    width: u32,
) -> Drawn {
    Ok(area.draw(&PathElement::new(vec![from, to], line(ink, width)))?)
}

/// A level line of dashes.
pub(super) fn dashes(area: &Area<'_>, [from, to]: [i32; 2], y: i32, ink: Ink) -> Drawn {
    let mut x = from;
    while x < to {
        stroke(area, (x, y), ((x + 5).min(to), y), ink, 2)?;
        x += 9;
    }
    Ok(())
}

/// An upright one.
pub(super) fn dashes_down(area: &Area<'_>, x: i32, [from, to]: [i32; 2], ink: Ink) -> Drawn {
    let mut y = from;
    while y < to {
        stroke(area, (x, y), (x, (y + 5).min(to)), ink, 2)?;
        y += 9;
    }
    Ok(())
}

/// A filled rectangle.
pub(super) fn block(area: &Area<'_>, corners: [(i32, i32); 2], ink: Ink) -> Drawn {
    Ok(area.draw(&Rectangle::new(corners, fill(ink)))?)
}

/// The outline of one.
pub(super) fn outline(area: &Area<'_>, corners: [(i32, i32); 2], ink: Ink, width: u32) -> Drawn {
    Ok(area.draw(&Rectangle::new(corners, line(ink, width)))?)
}

pub(super) fn whole(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// A share of so many pixels.
#[expect(clippy::cast_possible_truncation, reason = "a share of some pixels")]
pub(super) fn scaled(share: f64, pixels: i32) -> i32 {
    (share * f64::from(pixels)).round() as i32
}
