//! The bar of the worst moment as a figure of its own.
use crate::budget::bar;
use crate::charts::{Scheme, Svg, budget};
use crate::i18n::Lang;
use estimator::export::Estimate;
use estimator::memory::Metric;
use estimator::units::SizeUnit;

/// Pixels across: the width of a column of text.
const WIDTH: u32 = 720;

fn drawn(lang: Lang, estimate: &Estimate, unit: SizeUnit) -> Option<Svg> {
    let report = &estimate.memory;
    let instant = report.at(report.worst)?;
    let interval = estimate.interval(instant.total(Metric::Needed));
    budget(
        &bar(lang, unit, instant, interval, report.verdict.usable),
        WIDTH,
    )
}

/// The figure as a file; nothing where there is nothing finite to draw.
pub fn figure(lang: Lang, estimate: &Estimate, unit: SizeUnit, scheme: Scheme) -> Option<String> {
    Some(drawn(lang, estimate, unit)?.alone(scheme))
}

/// The same inside a page of somebody else: it narrows with its column, and its rules reach no other drawing.
pub fn hosted(lang: Lang, estimate: &Estimate, unit: SizeUnit, scheme: Scheme) -> Option<String> {
    let alone = figure(lang, estimate, unit, scheme)?;
    let scoped = alone.replacen("<svg ", "<svg data-headroom=\"figure\" ", 1);
    // The size gives way to the place; the box keeps the proportions.
    let (head, rest) = scoped.split_once("viewBox")?;
    let head = head.split(" width=").next()?;
    let rules = rest.replacen(
        "<style>",
        "<style>svg[data-headroom]{max-width:100%;height:auto}",
        1,
    );
    Some([head, " width=\"720\" viewBox", &prefixed(&rules)].concat())
}

/// Every rule of the style sheet under the drawing's own mark.
fn prefixed(markup: &str) -> String {
    let Some((before, rest)) = markup.split_once("<style>") else {
        return markup.to_owned();
    };
    let Some((style, after)) = rest.split_once("</style>") else {
        return markup.to_owned();
    };
    let mut out = String::new();
    for piece in style.split_inclusive(['{', '}']) {
        let selector = piece.ends_with('{') && piece.starts_with(['.', 't']);
        if selector {
            out.push_str("svg[data-headroom] ");
        }
        out.push_str(piece);
    }
    [before, "<style>", &out, "</style>", after].concat()
}
