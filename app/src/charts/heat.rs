//! Cells over two inputs: what fits, coloured, with a figure in each.
use super::ink::Ink;
use super::marks::{block, estimated_width, label, note, outline, scaled, whole};
use super::svg::{Area, Drawn, Spot, Svg};
use estimator::memory::State;
use plotters::style::text_anchor::HPos;

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatCell {
    /// Whether it fits; none where it is refused.
    pub state: Option<State>,
    /// Its figure.
    pub words: String,
}

/// The cells with their words, ready to be drawn at any width.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, from below.
    pub rows: Vec<String>,
    /// Row by row from below.
    pub cells: Vec<HeatCell>,
    /// The cell of the form.
    pub present: Option<usize>,
    /// The cell that is pointed at.
    pub marked: Option<usize>,
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
const TOP: i32 = 24;
const BELOW: i32 = 42;
const ROW: u32 = 34;

/// Draws the cells. `None` when there are none.
pub fn heat(chart: &Heat, width: u32) -> Option<Svg> {
    let (columns, rows) = (chart.columns.len(), chart.rows.len());
    if columns == 0 || rows == 0 || columns > 64 || rows > 64 {
        return None;
    }
    let width = width.clamp(240, 1000);
    let height = u32::try_from(rows).unwrap_or(1) * ROW + 66;
    let (right, bottom) = (whole(width) - 2, whole(height) - BELOW);
    let spot = move |at: usize| {
        let (column, row) = (at % columns, at / columns);
        let x = |column: usize| LEFT + scaled(share(column, columns), right - LEFT);
        let y = |row: usize| bottom - scaled(share(row, rows), bottom - TOP);
        Spot {
            left: x(column),
            top: y(row + 1),
            right: x(column + 1),
            bottom: y(row),
        }
    };
    let svg = Svg::draw((width, height), &chart.title, &chart.description, |area| {
        label(area, &chart.up, (1, 9), HPos::Left)?;
        label(area, &chart.across, (right, bottom + 32), HPos::Right)?;
        for (column, name) in chart.columns.iter().enumerate() {
            let place = spot(column);
            label(
                area,
                name,
                (i32::midpoint(place.left, place.right), bottom + 14),
                HPos::Center,
            )?;
        }
        for (row, name) in chart.rows.iter().enumerate() {
            let place = spot(row * columns);
            label(
                area,
                name,
                (LEFT - 8, i32::midpoint(place.top, place.bottom)),
                HPos::Right,
            )?;
        }
        for (at, cell) in chart.cells.iter().enumerate() {
            draw(area, cell, spot(at))?;
        }
        for (which, width) in [(chart.present, 2), (chart.marked, 1)] {
            if let Some(at) = which.filter(|at| *at < chart.cells.len()) {
                let spot = spot(at);
                let corners = [(spot.left, spot.top), (spot.right - 2, spot.bottom - 2)];
                outline(area, corners, Ink::Strong, width)?;
            }
        }
        Ok(())
    })?;
    Some(svg.with_spots((0..chart.cells.len()).map(spot).collect()))
}

fn draw(area: &Area<'_>, cell: &HeatCell, spot: Spot) -> Drawn {
    let ink = cell.state.map_or(Ink::Ground, Ink::Verdict);
    block(
        area,
        [(spot.left, spot.top), (spot.right - 2, spot.bottom - 2)],
        ink,
    )?;
    let middle = (
        i32::midpoint(spot.left, spot.right) - 1,
        i32::midpoint(spot.top, spot.bottom) - 1,
    );
    if estimated_width(&cell.words) < spot.right - spot.left {
        note(area, &cell.words, middle, HPos::Center, Ink::Strong)?;
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a few dozen cells")]
fn share(at: usize, of: usize) -> f64 {
    at as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_coloured_by_what_fits_and_can_be_pointed_at() {
        let cell = |state: Option<State>, words: &str| HeatCell {
            state,
            words: words.to_owned(),
        };
        let chart = Heat {
            columns: vec!["1k".to_owned(), "2k".to_owned()],
            rows: vec!["1".to_owned(), "2".to_owned()],
            cells: vec![
                cell(Some(State::Fits), "10"),
                cell(Some(State::Borderline), "20"),
                cell(Some(State::DoesNotFit), "<30>"),
                cell(None, "–"),
            ],
            present: Some(0),
            marked: Some(3),
            across: "tokens".to_owned(),
            up: "micro-batch".to_owned(),
            title: "t".to_owned(),
            description: "d".to_owned(),
        };
        for width in [0, 360, 800, u32::MAX] {
            let svg = heat(&chart, width).expect("cells");
            for class in ["ink-fits", "ink-close", "ink-not", "&lt;30&gt;"] {
                assert!(svg.markup().contains(class), "{class}");
            }
            let shown = f64::from(width.clamp(240, 1000));
            // The first row is the lowest.
            assert_eq!(svg.at(60.0, 80.0, shown), Some(0));
            assert_eq!(svg.at(shown - 10.0, 40.0, shown), Some(3));
            assert_eq!(svg.at(10.0, 80.0, shown), None);
        }
        let none = Heat {
            columns: Vec::new(),
            ..chart
        };
        assert_eq!(heat(&none, 700), None);
    }
}
