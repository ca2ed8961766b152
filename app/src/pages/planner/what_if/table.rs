//! A chart as a table, on the page and as a file.
use crate::components::{El, el};
use crate::i18n::{self, Lang, Text};
use crate::state::{Charted, Found, session};
use crate::text;
use estimator::scenario::Draft;
use estimator::units::SizeUnit;

/// The table: every figure with a way to use it.
pub(super) fn table(lang: Lang, found: &Found, unit: SizeUnit) -> El {
    let head = i18n::chart_head(lang, found.chart).into_iter();
    let head = head.map(|text| el("th").attr("scope", "col").text(text));
    let present = found.present();
    let rows = i18n::chart_rows(lang, found, unit);
    let rows = rows.into_iter().enumerate().map(|(at, cells)| {
        let name = cells.first().cloned().unwrap_or_default();
        let mut cells = cells.into_iter();
        let first = el("th")
            .attr("scope", "row")
            .text(cells.next().unwrap_or_default());
        let ends = ends(found, at);
        let cells = cells.enumerate().map(|(column, text)| {
            let cell = el("td").class("n");
            match ends.get(column) {
                Some(Some(draft)) => cell.child(using(lang, &text, &name, draft.clone())),
                _ => cell.text(text),
            }
        });
        let use_it = found.adopted(at).filter(|_| ends.is_empty());
        let last = use_it.map(|draft| using(lang, i18n::text(lang, Text::UseValue), &name, draft));
        let row = el("tr").child(first).children(cells);
        let row = if present == Some(at) {
            row.class("present")
        } else {
            row
        };
        row.child(el("td").class("n").children(last))
    });
    el("div").class("scroll").child(
        el("table")
            .child(el("thead").child(el("tr").children(head).child(el("td"))))
            .child(el("tbody").children(rows)),
    )
}

/// What each end of a lever sets; nothing for other charts.
fn ends(found: &Found, at: usize) -> Vec<Option<Draft>> {
    let Charted::Swings(_, swings) = &found.charted else {
        return Vec::new();
    };
    swings.get(at).map_or_else(Vec::new, |swing| {
        [&swing.low, &swing.high]
            .map(|end| end.as_ref().and_then(|end| found.moved(end)))
            .to_vec()
    })
}

fn using(lang: Lang, words: &str, name: &str, draft: Draft) -> El {
    let session = session();
    let label = [i18n::text(lang, Text::UseValue), ": ", name, " ", words].concat();
    el("button")
        .attr("type", "button")
        .class("link")
        .attr("aria-label", label)
        .press(move || session.commit(draft.clone()))
        .text(words)
}

/// The same, separated by commas (RFC 4180).
pub(super) fn csv(lang: Lang, found: &Found, unit: SizeUnit) -> String {
    let head = i18n::chart_head(lang, found.chart)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let rows = i18n::chart_rows(lang, found, unit);
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    text::csv(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Chart;
    use estimator::calibration::Calibration;

    #[test]
    fn every_chart_has_a_table_as_wide_as_its_head_in_both_languages() {
        for preset in estimator::presets::all() {
            for chart in Chart::ALL {
                let Some(found) = Found::of(chart, &preset.draft(), &Calibration::default()) else {
                    continue;
                };
                for lang in Lang::ALL {
                    let head = i18n::chart_head(lang, chart);
                    let rows = i18n::chart_rows(lang, &found, SizeUnit::Gib);
                    assert_eq!(rows.len(), found.count());
                    assert!(rows.iter().all(|row| row.len() == head.len()), "{chart:?}");
                    let text = csv(lang, &found, SizeUnit::Gib);
                    assert_eq!(text.matches("\r\n").count(), rows.len() + 1);
                    let finding = i18n::finding(lang, &found, SizeUnit::Gib);
                    assert!(!finding.is_empty() && !finding.contains('{'), "{finding}");
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                }
            }
        }
    }
}
