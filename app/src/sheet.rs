//! A sheet of paper as data: headings, sentences and tables, which the page shows, prints and hands out as Markdown.
use estimator::source::Source;

/// What stands in a cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Words(String),
    /// A formula.
    Formula(String),
    /// A figure.
    Figure(String),
    /// Where something was read.
    Cited(Source),
}

/// A part of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading(&'static str),
    /// A sentence or two.
    Words(String),
    /// The same with where it was read.
    Cited(String, Source),
    /// A table; the last row may be the sum of the others.
    Table {
        /// What it shows.
        name: &'static str,
        /// Names of the columns.
        head: Vec<&'static str>,
        /// Its rows.
        rows: Vec<Vec<Cell>>,
        /// Whether the last row is a sum.
        summed: bool,
    },
    /// A question and its answer.
    Question(&'static str, String),
}

impl Cell {
    /// Whether it is set to the right.
    pub const fn is_figure(&self) -> bool {
        matches!(self, Self::Figure(_))
    }

    fn markdown(&self, out: &mut String) {
        match self {
            Self::Words(text) | Self::Figure(text) => out.push_str(&text.replace('|', "\\|")),
            Self::Formula(text) if text.is_empty() => {}
            Self::Formula(text) => push(out, &["`", text, "`"]),
            Self::Cited(source) => cite(out, source),
        }
    }
}

fn push(out: &mut String, pieces: &[&str]) {
    for piece in pieces {
        out.push_str(piece);
    }
}

fn cite(out: &mut String, source: &Source) {
    match source.link() {
        Some(link) => push(out, &["[", source.title, "](", link, ")"]),
        None => out.push_str(source.title),
    }
}

/// The sheet as Markdown, under a title.
pub fn markdown(title: &str, blocks: &[Block]) -> String {
    let mut out = ["# ", title, "\n"].concat();
    for block in blocks {
        out.push('\n');
        match block {
            Block::Heading(text) => push(&mut out, &["## ", text, "\n"]),
            Block::Words(text) => push(&mut out, &[text, "\n"]),
            Block::Cited(text, source) => {
                push(&mut out, &[text, " "]);
                cite(&mut out, source);
                out.push('\n');
            }
            Block::Question(question, answer) => {
                push(&mut out, &["**", question, "** ", answer, "\n"]);
            }
            Block::Table { head, rows, .. } => table(&mut out, head, rows),
        }
    }
    out
}

fn table(out: &mut String, head: &[&str], rows: &[Vec<Cell>]) {
    for name in head {
        push(out, &["| ", name, " "]);
    }
    out.push_str("|\n");
    for place in 0..head.len() {
        let right = rows
            .first()
            .and_then(|row| row.get(place))
            .is_some_and(Cell::is_figure);
        out.push_str(if right { "|--:" } else { "|---" });
    }
    out.push_str("|\n");
    for row in rows {
        for cell in row {
            out.push_str("| ");
            cell.markdown(out);
            out.push(' ');
        }
        out.push_str("|\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::source::SourceKind;

    #[test]
    fn markdown_holds_everything() {
        let source = Source::new(
            SourceKind::Paper,
            "ZeRO",
            "https://example.org/zero",
            "2020",
        );
        let row = |formula: &str, figure: &str| {
            vec![
                Cell::Formula(formula.to_owned()),
                Cell::Figure(figure.to_owned()),
                Cell::Cited(source),
            ]
        };
        let blocks = [
            Block::Heading("First"),
            Block::Words("One.".to_owned()),
            Block::Table {
                name: "table",
                head: vec!["a", "b", "c"],
                rows: vec![row("2 × P", "13.5"), row("", "a|b")],
                summed: true,
            },
            Block::Cited("Reported".to_owned(), source),
            Block::Question("Why?", "So.".to_owned()),
        ];
        assert_eq!(
            markdown("T", &blocks),
            "# T\n\n## First\n\nOne.\n\n| a | b | c |\n|---|--:|---|\n\
             | `2 × P` | 13.5 | [ZeRO](https://example.org/zero) |\n|  | a\\|b | [ZeRO](https://example.org/zero) |\n\n\
             Reported [ZeRO](https://example.org/zero)\n\n**Why?** So.\n"
        );
    }
}
