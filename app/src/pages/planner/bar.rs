//! The stacked bar of the chosen moment against the card.
use crate::charts::{self, Budget, Segment, Svg};
use crate::components::{El, drawing, el};
use crate::i18n::{self, Lang, Text};
use crate::state::{Answer, session};
use estimator::memory::{Family, Instant, MemoryReport, Metric, Term};
use estimator::units::SizeUnit;

/// The bar.
pub(in super::super) fn bar() -> El {
    let session = session();
    let draw = move |width: u32| -> Option<Svg> {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        charts::budget(
            &words(session.lang(), session.unit(), &answer, instant),
            width,
        )
    };
    el("div").class("bar").child(drawing(draw))
}

/// The moment to show: the chosen one, or the worst.
pub(super) fn shown(
    report: &MemoryReport,
    chosen: Option<estimator::memory::Moment>,
) -> Option<&Instant> {
    chosen
        .and_then(|moment| report.at(moment))
        .or_else(|| report.at(report.worst))
}

fn words(lang: Lang, unit: SizeUnit, answer: &Answer, instant: &Instant) -> Budget {
    let text = |text| i18n::text(lang, text);
    let total = instant.total(Metric::Needed);
    let interval = answer.interval(total);
    let usable = answer.report.verdict.usable;
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
pub(super) fn rank(family: Family) -> usize {
    FAMILIES
        .iter()
        .position(|other| *other == family)
        .unwrap_or(FAMILIES.len())
}

/// From what always stays to what comes and goes.
pub(super) const FAMILIES: [Family; 7] = [
    Family::Weights,
    Family::Training,
    Family::Gathered,
    Family::Activations,
    Family::Loss,
    Family::Fixed,
    Family::Slack,
];
