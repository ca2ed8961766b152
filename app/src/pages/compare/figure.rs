//! Memory of every column on one axis, each against its own card.
use super::Shown;
use crate::charts::{self, Ink, Shape, Stack, Stacks, family_class};
use crate::components::{El, drawing, el};
use crate::i18n::{self, Text};
use crate::state::{Column, KINDS};
use estimator::memory::Family;
use estimator::units::Bytes;

/// Pixels that a letter of a name needs; where names do not fit, columns are named by their numbers.
const LETTER: usize = 8;

/// The drawing with its legend.
pub(super) fn figure(shown: &Shown) -> El {
    let chart = chart(shown);
    let longest = shown.names.iter().map(String::len).max().unwrap_or(0);
    let named = u32::try_from(longest * LETTER * shown.columns.len()).unwrap_or(u32::MAX);
    let mut seen: Vec<Family> = Vec::new();
    for kind in 0..KINDS {
        let (_, family) = i18n::kind_label(shown.lang, kind);
        let sized = |column: &Column| {
            column
                .of_kind(kind)
                .is_some_and(|size| size.as_gib() > 0.005)
        };
        if shown.columns.iter().any(sized) && !seen.contains(&family) {
            seen.push(family);
        }
    }
    let legend = seen.into_iter().map(|family| {
        let swatch = el("span")
            .class(["swatch ", family_class(family)].concat())
            .attr("aria-hidden", "true");
        el("span")
            .child(swatch)
            .text(i18n::family_label(shown.lang, family))
    });
    let draw = move |width: u32| {
        let mut chart = chart.clone();
        if width < named {
            for (at, stack) in chart.stacks.iter_mut().enumerate() {
                stack.name = (at + 1).to_string();
            }
        }
        charts::stacks(&chart, width)
    };
    el("figure")
        .class("plot")
        .child(drawing(draw))
        .child(el("p").class("note legend").children(legend))
        .child(el("p").class("note").text(shown.text(Text::CardLines)))
}

fn chart(shown: &Shown) -> Stacks {
    let (lang, unit) = (shown.lang, shown.unit);
    let size = |bytes: Bytes| bytes.as_unit(unit);
    let stack = |(column, name): (&Column, &String)| {
        let report = column.answer.as_ref().map(|answer| &answer.report);
        let parts: Option<Vec<f64>> = (0..KINDS)
            .map(|kind| column.of_kind(kind).map(size))
            .collect();
        Stack {
            name: name.clone(),
            parts: parts.unwrap_or_default(),
            interval: report.map(|report| (size(report.interval.low), size(report.interval.high))),
            ideal: report.map(|report| size(report.verdict.usable)),
            above: report.map_or_else(String::new, |report| {
                i18n::size_number(lang, report.peak.needed, unit)
            }),
            ..Stack::default()
        }
    };
    let inks = (0..KINDS).map(|kind| (Ink::Family(i18n::kind_label(lang, kind).1), String::new()));
    let [title, described] = i18n::compare_headline(lang, &shown.columns, &shown.names, unit);
    Stacks {
        shape: Shape::Columns,
        stacks: shown.columns.iter().zip(&shown.names).map(stack).collect(),
        inks: inks.collect(),
        limit: None,
        present: None,
        marked: None,
        edges: Vec::new(),
        across: String::new(),
        up: i18n::memory_axis(lang, unit),
        title,
        description: described,
    }
}
