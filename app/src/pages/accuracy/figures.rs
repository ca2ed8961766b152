//! Error figures by group.
use super::{cell, named, titled};
use crate::accuracy::{Accuracy, Line};
use crate::components::{El, el};
use crate::i18n::{self, Lang, Text};

/// The table: a block of lines for each group, in the order in which the file has them.
pub(super) fn figures(lang: Lang, table: &Accuracy) -> El {
    let mut body = el("tbody");
    let mut last = "";
    for line in table.figures.iter() {
        let group = line.text("group");
        // Those stand beside other tools.
        if group == "shared" {
            continue;
        }
        let title = i18n::group_title(lang, group);
        if group != last && !title.is_empty() {
            let name = el("th")
                .attr("scope", "rowgroup")
                .attr("colspan", "6")
                .text(title);
            body = body.child(el("tr").class("group").child(name));
        }
        last = group;
        body = body.child(row(lang, line));
    }
    let caption = el("caption")
        .child(el("b").text(i18n::text(lang, Text::ErrorsBy)))
        .text(" ")
        .child(el("span").text(i18n::text(lang, Text::ErrorsByHint)));
    let columns = [
        ("", None),
        ("n", Some(Text::Rows)),
        ("n", Some(Text::MedianError)),
        ("n", Some(Text::Percentile90)),
        ("n opt", Some(Text::Bias)),
        ("n opt", Some(Text::InsideInterval)),
    ];
    titled(lang, caption, &columns, body)
}

fn row(lang: Lang, line: Line<'_>) -> El {
    let pooled = line.text("group") == "pooled";
    let percent = |name, decimals| i18n::percent(lang, line.number(name), decimals);
    el("tr")
        .class(if pooled { "pooled" } else { "" })
        .child(named(&i18n::figure_label(lang, line)))
        .child(cell("n", line.text("n")))
        .child(cell("n", percent("median", 1)))
        .child(cell("n", percent("p90", 1)))
        .child(cell(
            "n opt",
            i18n::signed_percent(lang, line.number("bias")),
        ))
        .child(cell("n opt", percent("inside", 0)))
}
