//! Every run as a dot: predicted against measured.
use super::Of;
use crate::accuracy::{Accuracy, Line};
use crate::charts::{self, Dot, Ink, Scatter, Svg, family_class};
use crate::components::{El, drawing, el};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::memory::Family;
use estimator::scenario::Param;
use estimator::units::{Bytes, SizeUnit};
use std::sync::Arc;

/// Half the width of the band, as a share.
const BAND: f64 = 0.1;

/// Methods with their colours.
const METHODS: [(&str, Family); 3] = [
    ("full", Family::Weights),
    ("lora", Family::Activations),
    ("qlora", Family::Fixed),
];

/// The figure with its finding, its legend and the drawing; the table of all runs stands below.
pub(super) fn plot(of: Of, table: &Arc<Accuracy>) -> El {
    let session = session();
    let within = |run: &Line<'_>| run.error().abs() <= BAND * 100.0;
    let near = table.runs.iter().filter(within).count();
    let all = table.runs.len();
    let finding = i18n::within_band(session.lang(), near, all);
    let drawn = table.clone();
    let found = finding.clone();
    let draw = move |width: u32| -> Option<Svg> {
        let (lang, unit) = (session.lang(), session.unit());
        charts::scatter(&words(lang, of, unit, &drawn, found.clone()), width)
    };
    let lang = session.lang();
    let legend = METHODS.map(|(method, family)| {
        let swatch = el("span")
            .class(format!("swatch {}", family_class(family)))
            .attr("aria-hidden", "true");
        el("span")
            .child(swatch)
            .text(i18n::choice_label(lang, Param::Method, method))
    });
    el("figure")
        .class("plot")
        .child(
            el("figcaption")
                .text(finding)
                .child(el("span").class("legend").children(legend)),
        )
        .child(drawing(draw))
}

fn words(lang: Lang, of: Of, unit: SizeUnit, table: &Accuracy, finding: String) -> Scatter {
    let unit_name = match of {
        Of::Peaks => unit.symbol(),
        Of::Rates => i18n::text(lang, Text::TokensPerSecond),
    };
    let axis = |text| i18n::with_unit(lang, i18n::text(lang, text), unit_name);
    Scatter {
        dots: table
            .runs
            .iter()
            .map(|run| dot(lang, of, unit, run))
            .collect(),
        band: BAND,
        across: axis(Text::Measured),
        up: axis(Text::Predicted),
        title: i18n::text(lang, Text::AccuracyTitle).to_owned(),
        description: finding,
    }
}

fn dot(lang: Lang, of: Of, unit: SizeUnit, run: Line<'_>) -> Dot {
    let size = |name| match of {
        Of::Peaks => Bytes::gib(run.number(name)).as_unit(unit),
        Of::Rates => run.number(name),
    };
    let method = run.text("method");
    let family = METHODS.iter().find(|(known, _)| *known == method);
    Dot {
        measured: size("measured"),
        predicted: size("predicted"),
        ink: Ink::Family(family.map_or(Family::Slack, |(_, family)| *family)),
        name: format!(
            "{} · {} · {}",
            run.text("id"),
            run.text("source"),
            i18n::signed_percent(lang, run.error())
        ),
    }
}
