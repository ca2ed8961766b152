//! Scenarios of a comparison by what tells them apart.
use super::values::value;
use super::{Lang, length, param_label, t};
use crate::state::Column;
use estimator::scenario::{Field, Kind, Origin, PARAMS, Param};

/// Parts of a name, at most.
const PARTS: usize = 3;

/// Inputs that always stand in a name where they differ, before all others.
const FIRST: [Param; 5] = [Param::Model, Param::Method, Param::Gpu, Param::GpusPerNode, Param::Nodes];

/// A short name for each column, made of what differs: "Full · 8×A100 SXM 80 GB"; by number where nothing does.
pub fn column_names(lang: Lang, columns: &[Column]) -> Vec<String> {
    let mut telling: Vec<Param> = Vec::new();
    for info in PARAMS {
        let param = info.param;
        let alone = columns.len() == 1 && FIRST.contains(&param);
        if alone || (differs(columns, param) && (FIRST.contains(&param) || is_chosen(columns, param))) {
            telling.push(param);
        }
    }
    let mut names = Vec::with_capacity(columns.len());
    for (at, column) in columns.iter().enumerate() {
        let mut parts = Vec::new();
        let mut machines = false;
        for param in FIRST.iter().chain(telling.iter().filter(|param| !FIRST.contains(param))) {
            let field = column.checked.field(*param).filter(|field| field.applies && telling.contains(param));
            let Some(field) = field else { continue };
            match param {
                Param::Gpu | Param::GpusPerNode | Param::Nodes => {
                    if !machines {
                        parts.push(cluster(lang, column));
                    }
                    machines = true;
                }
                _ => parts.push(short(lang, field)),
            }
        }
        parts.truncate(PARTS);
        names.push(if parts.is_empty() {
            lang.fill(t!("Scenario {0}", "方案 {0}"), &[&(at + 1).to_string()])
        } else {
            parts.join(" · ")
        });
    }
    names
}

/// Whether a field, where it means something, is not the same in all columns.
pub(super) fn differs(columns: &[Column], param: Param) -> bool {
    let text = |column: &Column| {
        let field = column.checked.field(param).filter(|field| field.applies);
        field.map(|field| field.text.clone())
    };
    let first = columns.first().and_then(text);
    columns.iter().any(|column| text(column) != first)
}

/// Whether somebody chose it in one of the columns; else it differs by default.
pub(super) fn is_chosen(columns: &[Column], param: Param) -> bool {
    columns.iter().any(|column| {
        let field = column.checked.field(param);
        field.is_some_and(|field| field.applies && field.origin == Origin::Chosen)
    })
}

/// The same inside a name.
fn short(lang: Lang, field: &Field) -> String {
    if field.param == Param::Sequence
        && let Ok(tokens) = field.text.parse()
    {
        return lang.fill(t!("{0} tokens", "{0} token"), &[&length(lang, tokens)]);
    }
    let shown = value(lang, field);
    // What explains a choice stands behind a colon, a comma or a bracket.
    let first = |text: &str| text.split([':', ',', '（', '，']).next().unwrap_or_default().trim().to_owned();
    match field.param.info().kind {
        Kind::Integer { .. } | Kind::Real { .. } => first(param_label(lang, field.param)) + " " + &shown,
        _ => first(&shown),
    }
}

/// "8×A100 SXM 80 GB".
fn cluster(lang: Lang, column: &Column) -> String {
    let of = |param| column.checked.field(param);
    let mut name = String::new();
    for param in [Param::Nodes, Param::GpusPerNode] {
        if let Some(field) = of(param).filter(|field| field.text != "1") {
            name.push_str(&field.text);
            name.push('×');
        }
    }
    name + &of(Param::Gpu).map_or_else(String::new, |field| value(lang, field))
}
