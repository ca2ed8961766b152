//! Values of inputs as a person reads them.
use super::{Lang, choice_label, integer, param_label, t, unit_label};
use estimator::model;
use estimator::scenario::{Field, Kind};

/// A value as a person reads it.
pub fn value(lang: Lang, field: &Field) -> String {
    let text = &*field.text;
    let info = field.param.info();
    let named = match info.kind {
        Kind::Choice(_) | Kind::Family | Kind::Gpu => choice_label(lang, field.param, text).to_owned(),
        Kind::Model => match model::find(text) {
            Some(known) => known.name.to_string(),
            None => choice_label(lang, field.param, text).to_owned(),
        },
        Kind::Integer { .. } => text.parse().map_or_else(|_| String::new(), |count| integer(lang, count)),
        Kind::List(_) | Kind::Real { .. } => String::new(),
    };
    let shown = if named.is_empty() { text.replace('_', " ") } else { named };
    let unit = unit_label(lang, info.unit);
    match (shown.is_empty(), unit) {
        (true, _) => "–".to_owned(),
        (_, "") => shown,
        (_, "%") => shown + unit,
        _ => [&shown, " ", unit].concat(),
    }
}

/// The name of an input with its value: "Rank: 16".
pub fn input_words(lang: Lang, field: &Field) -> String {
    let shown = value(lang, field);
    lang.fill(t!("{0}: {1}", "{0}：{1}"), &[param_label(lang, field.param), &shown])
}
