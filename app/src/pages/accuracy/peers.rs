//! Other tools beside Headroom.
use super::{cell, named, title, titled};
use crate::accuracy::{Accuracy, Line};
use crate::components::{El, el};
use crate::i18n::{self, Lang, Text};
use estimator::scenario::Param;

/// Points of the published table that the other tools were held against.
const SHARED: &str = "36";

/// Like for like on one published table, then each tool on what it accepts.
pub(super) fn peers(lang: Lang, table: &Accuracy) -> El {
    el("section")
        .class("beside")
        .child(title(lang, Text::Peers))
        .child(shared(lang, table))
        .child(accepted(lang, table))
        .child(
            el("p")
                .class("note")
                .text(i18n::text(lang, Text::PeersCaveat)),
        )
}

fn caption(lang: Lang, text: Text) -> El {
    el("caption").child(el("span").text(i18n::text(lang, text)))
}

fn shared(lang: Lang, table: &Accuracy) -> El {
    let mut body = el("tbody");
    let row = |name: El, line: Line<'_>, rows: &str| {
        let how = if line.text("how") == "read" {
            Text::HowRead
        } else {
            Text::HowRun
        };
        el("tr")
            .child(name)
            .child(cell("opt", i18n::text(lang, how)))
            .child(cell("n", rows))
            .child(cell("n", i18n::percent(lang, line.number("median"), 1)))
    };
    if let Some(ours) = table.group("shared") {
        body = body.child(row(brand(lang), ours, ours.text("n")).class("pooled"));
    }
    for line in of(table, "shared") {
        body = body.child(row(tool(line), line, SHARED));
    }
    let columns = [
        ("", Some(Text::Tool)),
        ("opt", Some(Text::How)),
        ("n", Some(Text::Rows)),
        ("n", Some(Text::MedianError)),
    ];
    titled(lang, caption(lang, Text::PeersShared), &columns, body)
}

fn accepted(lang: Lang, table: &Accuracy) -> El {
    let mut body = el("tbody");
    let row = |name: El, method: &str, line: Line<'_>, coverage: f64| {
        let whole = |value| i18n::percent(lang, value, usize::from(value < 10.0));
        el("tr")
            .child(name)
            .child(cell("", i18n::choice_label(lang, Param::Method, method)))
            .child(cell("n opt", i18n::percent(lang, coverage, 0)))
            .child(cell("n", whole(line.number("median"))))
            .child(cell("n", whole(line.number("p90"))))
    };
    for method in ["lora", "qlora", "full"] {
        for line in table.figures.iter() {
            if line.text("group") == "method" && line.text("name") == method {
                let ours = row(brand(lang), method, line, table.value("coverage"));
                body = body.child(ours.class("pooled"));
            }
        }
        for line in of(table, "accepted") {
            if line.text("method") == method {
                body = body.child(row(tool(line), method, line, line.number("coverage")));
            }
        }
    }
    let columns = [
        ("", Some(Text::Tool)),
        ("", Some(Text::MethodWord)),
        ("n opt", Some(Text::Coverage)),
        ("n", Some(Text::MedianError)),
        ("n", Some(Text::Percentile90)),
    ];
    titled(lang, caption(lang, Text::PeersAccepted), &columns, body)
}

fn of<'a>(table: &'a Accuracy, rows: &'static str) -> impl Iterator<Item = Line<'a>> {
    let wanted = move |line: &Line<'_>| line.text("rows") == rows;
    table.peers.iter().filter(wanted)
}

fn brand(lang: Lang) -> El {
    named(i18n::text(lang, Text::Brand))
}

fn tool(line: Line<'_>) -> El {
    let (name, url) = (line.text("tool"), line.text("url"));
    // Only what is a public address becomes one.
    if !url.starts_with("https://") {
        return named(name);
    }
    let home = el("a")
        .attr("href", url)
        .attr("rel", "noopener noreferrer")
        .attr("target", "_blank")
        .text(name);
    named("").child(home)
}
