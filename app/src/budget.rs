//! The stacked bar of a moment against the card, in words and figures.
use crate::charts::{Budget, Segment};
use crate::i18n::{self, Lang, Text};
use estimator::memory::{Family, Instant, Interval, Metric, Term};
use estimator::units::{Bytes, SizeUnit};

/// The bar of one moment with its words.
pub fn bar(
    lang: Lang,
    unit: SizeUnit,
    instant: &Instant,
    interval: Interval,
    usable: Bytes,
) -> Budget {
    let text = |text| i18n::text(lang, text);
    let total = instant.total(Metric::Needed);
    let mut segments: Vec<Segment> = Vec::with_capacity(instant.terms.len());
    // Lines of a kind stand together, whatever their order in the table.
    for family in FAMILIES {
        let own = needed(instant).filter(|term| term.family() == family);
        segments.extend(own.map(|term| Segment {
            family,
            size: term.bytes().as_unit(unit),
        }));
    }
    let size = |bytes| i18n::size_number(lang, bytes, unit);
    let total_label = format!(
        "{} {}",
        i18n::moment_label(lang, instant.moment),
        size(total)
    );
    let usable_label = format!("{} {}", text(Text::Usable), i18n::size(lang, usable, unit));
    let parts: Vec<String> = needed(instant)
        .map(|term| {
            format!(
                "{} {}",
                i18n::term_label(lang, term.id),
                i18n::size(lang, term.bytes(), unit)
            )
        })
        .collect();
    Budget {
        segments,
        names: FAMILIES
            .map(|family| (family, i18n::family_label(lang, family).to_owned()))
            .to_vec(),
        usable: usable.as_unit(unit),
        interval: (interval.low.as_unit(unit), interval.high.as_unit(unit)),
        title: format!(
            "{}: {total_label}, {usable_label}",
            text(Text::PeakAgainstUsable)
        ),
        description: format!(
            "{}. {}: {} – {}",
            parts.join(", "),
            text(Text::Interval90),
            size(interval.low),
            size(interval.high)
        ),
        total_label,
        usable_label,
    }
}

/// The lines that have to fit.
fn needed(instant: &Instant) -> impl Iterator<Item = &Term> {
    let terms = instant.terms.iter();
    terms.filter(|term| Metric::Needed.sees(term.id))
}

/// Where a kind stands in the stack.
pub fn rank(family: Family) -> usize {
    FAMILIES
        .iter()
        .position(|other| *other == family)
        .unwrap_or(FAMILIES.len())
}

/// From what always stays to what comes and goes.
pub const FAMILIES: [Family; 7] = [
    Family::Weights,
    Family::Training,
    Family::Gathered,
    Family::Activations,
    Family::Loss,
    Family::Fixed,
    Family::Slack,
];
