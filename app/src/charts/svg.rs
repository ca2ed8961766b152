//! A finished drawing.
use super::ink::Ink;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend};
use std::fmt::Write as _;

/// A drawing that came out of plotters through this module and nowhere else: text in it is escaped, colours are classes,
/// and it has a title and a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svg {
    markup: String,
    width: u32,
    spots: Vec<Spot>,
}

/// Where one figure of a drawing can be pointed at, in pixels of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

/// Whether a drawing came about. On a string nothing can fail, but the backend's interface says it may.
pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The area that drawings are made on.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Svg {
    /// The markup.
    pub fn markup(&self) -> &str {
        &self.markup
    }

    /// The figure at a place, given as pixels from the left and upper edge where the drawing is shown `shown` pixels wide.
    pub fn at(&self, x: f64, y: f64, shown: f64) -> Option<usize> {
        let scale = f64::from(self.width) / shown.max(1.0);
        let (x, y) = (x * scale, y * scale);
        let inside =
            |low: i32, value: f64, high: i32| f64::from(low) <= value && value < f64::from(high);
        self.spots
            .iter()
            .position(|spot| inside(spot.left, x, spot.right) && inside(spot.top, y, spot.bottom))
    }

    /// The drawing with places to point at, one a figure.
    pub(super) fn with_spots(mut self, spots: Vec<Spot>) -> Self {
        self.spots = spots;
        self
    }

    /// Draws on an empty area of that size. Sizes are bounded, so that a window of absurd width costs nothing.
    pub(super) fn draw(
        (width, height): (u32, u32),
        title: &str,
        description: &str,
        draw: impl FnOnce(&Area<'_>) -> Drawn,
    ) -> Option<Self> {
        let mut raw = String::new();
        let size = (width.clamp(160, 4096), height.clamp(16, 2048));
        let area = SVGBackend::with_string(&mut raw, size).into_drawing_area();
        draw(&area).ok()?;
        area.present().ok()?;
        drop(area);
        let body = raw.split_once('>')?.1;
        let mut out = format!(
            "<svg role=\"img\" class=\"drawing\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" xmlns=\"http://www.w3.org/2000/svg\">",
            size.0, size.1
        );
        let _ = write!(
            out,
            "<title>{}</title><desc>{}</desc>",
            escaped(title),
            escaped(description)
        );
        out.push_str(&coloured(body));
        Some(Self {
            markup: out,
            width: size.0,
            spots: Vec::new(),
        })
    }
}

impl Svg {
    /// The drawing with a name for each of its circles, in the order in which they were drawn.
    #[must_use]
    pub(super) fn named<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names = names.into_iter();
        let mut pieces = self.markup.split("<circle ");
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            out.push_str("<circle ");
            match (piece.split_once("/>"), names.next()) {
                (Some((circle, rest)), Some(name)) => {
                    let _ = write!(
                        out,
                        "{circle}><title>{}</title></circle>{rest}",
                        escaped(name)
                    );
                }
                _ => out.push_str(piece),
            }
        }
        Self {
            markup: out,
            ..self
        }
    }
}

/// Classes in place of the stand-ins, so that one drawing serves every theme.
fn coloured(body: &str) -> String {
    let mut text = body
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
        .replace(" font-family=\"sans-serif\"", "");
    for ink in Ink::ALL {
        let colour = ink.stand_in();
        let hex = format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
        text = text.replace(
            &format!("fill=\"{hex}\""),
            &format!("class=\"{}\"", ink.class()),
        );
        text = text.replace(
            &format!("stroke=\"{hex}\""),
            &format!("class=\"line {}\"", ink.class()),
        );
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
