//! Values that are more than a word of the table: numbers, models, lists of modules, counts that several settings make.
use super::read::Ignored;
use super::shape;
use super::table::{Choices, Does, Form, Row, Setting};
use crate::model::{self, Family, ModelSpec};
use crate::scenario::{Checked, Draft, Param, Scenario, shape_of, text};

/// Names of modules, and the target that each is or holds.
#[rustfmt::skip]
const MODULES: &[(&str, &str)] = &[
    ("q_proj", "q"), ("k_proj", "k"), ("v_proj", "v"), ("o_proj", "o"),
    ("gate_proj", "gate"), ("up_proj", "up"), ("down_proj", "down"), ("lm_head", "head"),
    ("output_proj", "o"), ("out_proj", "o"), ("dense", "o"), ("wo", "o"), ("c_proj", "o"),
    ("w1", "gate"), ("w3", "up"), ("w2", "down"), ("fc1", "up"), ("fc2", "down"),
    ("qkv_proj", "q_k_v"), ("query_key_value", "q_k_v"), ("c_attn", "q_k_v"), ("W_pack", "q_k_v"), ("wqkv", "q_k_v"), ("Wqkv", "q_k_v"),
    ("linear_qkv", "q_k_v"), ("linear_proj", "o"), ("linear_fc1", "gate_up"), ("linear_fc2", "down"),
    ("gate_up_proj", "gate_up"), ("dense_h_to_4h", "up"), ("dense_4h_to_h", "down"), ("output", "head"), ("embed_out", "head"),
    ("self_attn", "q_k_v_o"), ("mlp", "gate_up_down"),
];

/// Inputs that stay as they are where a text says nothing of them: it is about a run, not about what is at hand.
pub(super) const fn kept(param: Param) -> bool {
    matches!(
        param,
        Param::Model | Param::GpusPerNode | Param::Nodes | Param::Samples | Param::Epochs
    )
}

/// Whether an option is meant by a name: `wandb_*` is every option that starts so.
pub(super) fn same_name(name: &str, key: &str) -> bool {
    name.strip_suffix('*')
        .map_or(name == key, |start| key.starts_with(start))
}

/// What an input is in a scenario, as text; the numbers of a catalogued model too.
pub(super) fn value(checked: &Checked, param: Param) -> Option<String> {
    let field = checked.field(param)?;
    if field.applies {
        return field
            .value
            .as_ref()
            .map(text)
            .filter(|text| !text.is_empty());
    }
    let scenario = checked.scenario.as_ref().ok()?;
    let shape = shape_of(&scenario.model).into_iter();
    shape
        .filter(|(of, _)| *of == param)
        .map(|(_, text)| text)
        .next()
}

fn has(list: &str, item: &str) -> bool {
    list.split('_').any(|known| known == item)
}

/// Whether a scenario is as a setting has it.
pub(super) fn holds(setting: &Setting, checked: &Checked) -> bool {
    let value = value(checked, setting.param);
    let among = |value: &str| setting.values().any(|known| known == value);
    match (setting.does, value.as_deref()) {
        (Does::Is | Does::When, Some(value)) => among(value),
        (Does::Unless, Some(value)) => !among(value),
        (Does::Has, Some(value)) => setting.values.split('_').all(|item| has(value, item)),
        (Does::Lacks, Some(value)) => !setting.values.split('_').any(|item| has(value, item)),
        (Does::Value, Some(_)) => true,
        (_, None) => false,
    }
}

/// Whether a value is spelled as a row has it.
pub(super) fn fits(row: &Row, value: &str) -> bool {
    row.value
        .split('|')
        .any(|spelling| spelled(row, spelling, value.trim()))
}

fn spelled(row: &Row, spelling: &str, value: &str) -> bool {
    let spelling = spelling.strip_prefix('<').unwrap_or(spelling);
    if spelling == "*" {
        return true;
    }
    if spelling == "-" {
        return false;
    }
    if let Some(kind) = spelling.strip_prefix('#') {
        let param = row
            .settings
            .iter()
            .find(|setting| setting.does == Does::Value)
            .map(|setting| setting.param);
        return param.is_some_and(|param| special_fits(kind, param, value));
    }
    if let Some(parts) = spelling.strip_prefix('~') {
        let value = value.to_ascii_lowercase();
        return parts.split('+').all(|part| value.contains(part));
    }
    let plain = spelling.trim_matches('\'');
    let same: &[&str] = match plain {
        "true" => &["true", "yes", "on", "1"],
        "false" => &["false", "no", "off", "0"],
        _ => &[],
    };
    plain.eq_ignore_ascii_case(value) || same.iter().any(|same| same.eq_ignore_ascii_case(value))
}

fn special_fits(kind: &str, param: Param, value: &str) -> bool {
    match kind {
        "model" => repository(value).is_some(),
        "targets" | "modules" | "attn" => targets(value).is_some(),
        "count" => true,
        "freq" => dense_first(value).is_some(),
        "global" | "processes" => value.parse::<u64>().is_ok_and(|number| number > 0),
        _ => Draft::check_text(param, value).is_ok(),
    }
}

/// Why no row has a value.
pub(super) fn why_unread(choices: &Choices) -> Ignored {
    if choices.rows.iter().any(|row| row.value.contains("#model")) {
        Ignored::UnknownModel
    } else {
        Ignored::Value
    }
}

/// Sets what a row says with `value`.
pub(super) fn set(setting: &Setting, spelling: &str, value: &str, draft: &mut Draft) {
    let param = setting.param;
    match setting.does {
        Does::When | Does::Unless => {}
        Does::Is => {
            let now = draft.get(param).unwrap_or_default();
            if !setting.values().any(|known| known == now) {
                draft.set(param, setting.values().next().unwrap_or_default());
            }
        }
        Does::Has | Does::Lacks => {
            let checked = draft.check();
            let now = self::value(&checked, param).unwrap_or_default();
            let kept = now
                .split('_')
                .filter(|item| !item.is_empty() && !has(setting.values, item));
            let mut items: Vec<&str> = kept.collect();
            if setting.does == Does::Has {
                items.extend(setting.values.split('_'));
            }
            if !items.is_empty() {
                draft.set(param, items.join("_"));
            }
        }
        Does::Value => set_value(param, spelling, value.trim(), draft),
    }
}

fn set_value(param: Param, spelling: &str, value: &str, draft: &mut Draft) {
    let number = || value.parse::<u64>().unwrap_or(1).max(1);
    if spelling.contains("#model") {
        if let Some(spec) = repository(value) {
            draft.set(param, spec.id.to_string());
        }
    } else if spelling.contains("#targets") || spelling.contains("#modules") {
        draft.set(param, targets(value).unwrap_or_default());
    } else if spelling.contains("#attn") {
        let checked = draft.check();
        let now = self::value(&checked, param).unwrap_or_default();
        let rest = now.split('_').filter(|item| !has("q_k_v_o", item));
        let found = targets(value).unwrap_or_default();
        let all: Vec<&str> = found.split('_').chain(rest).collect();
        draft.set(param, all.join("_"));
    } else if spelling.contains("#freq") {
        draft.set(param, dense_first(value).unwrap_or(0).to_string());
    } else if spelling.contains("#expert") {
        if let Some(dense) = draft.get(param).map(str::to_owned) {
            draft.set(Param::DenseFfn, dense);
        }
        draft.set(param, value);
    } else if spelling.contains("#plus") {
        let now = draft.get(param).and_then(|text| text.parse().ok());
        let sum = number().saturating_add(now.unwrap_or(0_u64));
        draft.set(param, sum.to_string());
    } else if spelling.contains("#count") {
        let count = value
            .split(',')
            .filter(|item| !item.trim().is_empty())
            .count();
        draft.set(param, count.max(1).to_string());
    } else if spelling.contains("#processes") {
        let nodes = draft
            .get(Param::Nodes)
            .and_then(|text| text.parse().ok())
            .unwrap_or(1_u64)
            .max(1);
        draft.set(param, (number() / nodes).max(1).to_string());
    } else if spelling.contains("#global") {
        let each = shape::step_of_a_micro_batch(draft);
        draft.set(param, (number() / each.max(1)).max(1).to_string());
    } else {
        draft.set(param, value);
    }
}

/// The model of a repository, or of a folder that is named after one.
fn repository(name: &str) -> Option<ModelSpec> {
    let name = name.trim_end_matches('/').trim_end_matches(".nemo");
    model::find_by_repository(name).filter(|_| !name.is_empty())
}

/// Layers before the first with experts, of a frequency as Megatron-LM takes it: `[0]*3+[1]*58`; a 1 is every layer.
fn dense_first(value: &str) -> Option<u64> {
    let value = value.trim_matches(['(', ')', ' ', '\'', '"']);
    if value == "1" || value.starts_with("[1]") {
        return Some(0);
    }
    let (dense, rest) = value.strip_prefix("[0]*")?.split_once('+')?;
    Some(dense.trim().parse().ok()?).filter(|_| rest.starts_with("[1]"))
}

/// Targets of a list of modules; `None` where one of them is unknown.
fn targets(list: &str) -> Option<String> {
    let mut found: Vec<&str> = Vec::new();
    for module in list.split([',', ' ']).filter(|module| !module.is_empty()) {
        let name = module.rsplit('.').next().unwrap_or(module);
        let (_, keys) = MODULES.iter().find(|(known, _)| *known == name)?;
        for key in keys.split('_') {
            if !found.contains(&key) {
                found.push(key);
            }
        }
    }
    (!found.is_empty()).then(|| found.join("_"))
}

/// How a row writes a value, `None` where it has only spellings to be read.
pub(super) fn written(
    row: &Row,
    scenario: &Scenario,
    checked: &Checked,
    form: Form,
) -> Option<String> {
    let spelling = row.value.split('|').next()?;
    if spelling.starts_with(['<', '~', '*']) || spelling == "-" {
        return None;
    }
    let Some(kind) = spelling.strip_prefix('#') else {
        return Some(spelling.to_owned());
    };
    let param = row
        .settings
        .iter()
        .find(|setting| setting.does == Does::Value)?
        .param;
    let value = value(checked, param)?;
    Some(match kind {
        "model" => model::entry(&scenario.model.id)
            .map_or("PATH-OR-REPOSITORY", |entry| entry.repository)
            .to_owned(),
        "targets" | "modules" | "attn" => {
            list(&modules(&value, scenario.model.family, kind), kind, form)?
        }
        "global" => scenario.global_batch().to_string(),
        "processes" => scenario.cluster.gpus().to_string(),
        "count" | "plus" | "freq" | "expert" => return None,
        _ => value,
    })
}

/// Modules of targets, by the names that the model's code has for them.
fn modules(targets: &str, family: Family, kind: &str) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for target in targets.split('_') {
        if kind == "attn" && !has("q_k_v_o", target) {
            continue;
        }
        let fused = match target {
            _ if kind == "attn" && target != "o" => None,
            "q" | "k" | "v" => family.fused_qkv(),
            "gate" | "up" => family.fused_gate_up(),
            "o" if kind == "attn" => Some("output_proj"),
            _ => None,
        };
        let plain = MODULES
            .iter()
            .find(|(_, key)| *key == target)
            .map(|(name, _)| *name);
        if let Some(name) = fused.or(plain).filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    names
}

fn list(items: &[&str], kind: &str, form: Form) -> Option<String> {
    if items.is_empty() {
        return None;
    }
    Some(match (kind, form) {
        ("modules", _) => items.join(","),
        (_, Form::Shell) => items.join(" "),
        _ => ["[", &items.join(", "), "]"].concat(),
    })
}
