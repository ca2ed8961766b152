//! The same for documents that are built: tables and the figure as markup that needs neither script nor style sheet.
use super::figure::hosted;
use super::report::{blocks, title};
use crate::charts::Scheme;
use crate::i18n::export::{Label, label, sentence};
use crate::i18n::{self, Lang};
use crate::sheet::{Block, Cell};
use estimator::export::Document;
use estimator::units::SizeUnit;

fn safe(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn tag(out: &mut String, name: &str, text: &str) {
    for piece in ["<", name, ">", text, "</", name, ">\n"] {
        out.push_str(piece);
    }
}

/// What a reader sees where no script runs, in print and in feeds: the answer, the figure, the link; of several scenarios a table.
pub fn embed(lang: Lang, document: &Document, unit: SizeUnit, scheme: Scheme) -> String {
    let mut out = [
        "<figure class=\"headroom\" lang=\"",
        lang.html_lang(),
        "\">\n",
    ]
    .concat();
    for estimate in &document.estimates {
        let verdict = i18n::verdict(lang, &estimate.memory, &estimate.scenario, unit);
        let strong = [
            "<strong>",
            &safe(&verdict.state),
            "</strong> ",
            &safe(&verdict.headline),
        ]
        .concat();
        tag(&mut out, "p", &strong);
        out.push_str(&hosted(lang, estimate, unit, scheme).unwrap_or_default());
        out.push('\n');
    }
    for block in blocks(lang, document, unit) {
        // The tables alone: sentences stand in the caption.
        if let Block::Table { .. } = block {
            markup(&mut out, &block);
        }
    }
    out.push_str("<figcaption>");
    for estimate in &document.estimates {
        let said = sentence(lang, estimate, unit, "");
        let said = said.trim_end_matches([':', '：', ' ']);
        tag(&mut out, "p", &safe(said));
    }
    if !document.base.is_empty() {
        let link = [
            "<a href=\"",
            &safe(&document.address),
            "\">",
            label(lang, Label::NoScript),
            "</a>",
        ]
        .concat();
        out.push_str(&link);
    }
    out.push_str("</figcaption>\n</figure>\n");
    out
}

/// A whole document as markup.
pub fn html(lang: Lang, document: &Document, unit: SizeUnit) -> String {
    let mut out = String::new();
    tag(&mut out, "h1", &safe(&title(lang, document)));
    for block in blocks(lang, document, unit) {
        markup(&mut out, &block);
    }
    out
}

fn markup(out: &mut String, block: &Block) {
    match block {
        Block::Heading(text) => tag(out, "h2", &safe(text)),
        Block::Words(text) => tag(
            out,
            "p",
            &safe(text.trim_start_matches("> ").replace("**", "").as_str()),
        ),
        Block::Cited(text, source) => {
            tag(out, "p", &[&safe(text), " ", &*safe(source.title)].concat());
        }
        Block::Question(question, answer) => {
            tag(out, "p", &[&safe(question), " ", &*safe(answer)].concat());
        }
        Block::Table { head, rows, .. } => {
            out.push_str("<table>\n<thead><tr>");
            for name in head {
                out.push_str(&["<th scope=\"col\">", &safe(name), "</th>"].concat());
            }
            out.push_str("</tr></thead>\n<tbody>\n");
            for row in rows {
                out.push_str("<tr>");
                for (at, cell) in row.iter().enumerate() {
                    let [open, close] = if at == 0 {
                        ["<th scope=\"row\">", "</th>"]
                    } else {
                        ["<td>", "</td>"]
                    };
                    out.push_str(&[open, &self::cell(cell), close].concat());
                }
                out.push_str("</tr>\n");
            }
            out.push_str("</tbody>\n</table>\n");
        }
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Words(text) | Cell::Figure(text) | Cell::Formula(text) => safe(text),
        Cell::Cited(source) => match source.link() {
            Some(link) => [
                "<a href=\"",
                &safe(link),
                "\">",
                &*safe(source.title),
                "</a>",
            ]
            .concat(),
            None => safe(source.title),
        },
    }
}
