//! Inputs as machines read them.
use super::ids::Id;
use super::json::{Json, object};
use crate::scenario::{Field, Origin, PARAMS, ParamInfo, Unit, Value, text};

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Integer(number) => (*number).into(),
            Value::Real(number) => (*number).into(),
            Value::Key(key) => key.clone().into(),
            Value::Keys(keys) => Self::list(keys.iter().map(|key| (*key).into())),
            Value::Empty => Self::Null,
        }
    }
}

/// The unit of an input; none where it counts nothing.
pub(super) fn unit(unit: Unit) -> Json {
    match unit {
        Unit::None => Json::Null,
        unit => unit.id().into(),
    }
}

/// Who set a field: somebody, where it is another value than without; a link does not hold the rest.
pub fn origin(field: &Field) -> Origin {
    let same = field
        .value
        .as_ref()
        .is_some_and(|value| text(value) == field.default);
    match field.origin {
        Origin::Chosen if same => Origin::Default,
        origin => origin,
    }
}

/// Every input that means something in a scenario: its value, whether somebody stated it, else who assumed it.
pub(super) fn inputs(fields: &[Field], stack: &str) -> Json {
    let meant = fields.iter().filter(|field| field.applies);
    Json::list(meant.map(|field| {
        let info = field.param.info();
        let (from, by) = match origin(field) {
            Origin::Chosen => ("stated", Json::Null),
            Origin::Stack => ("stack", stack.to_owned().into()),
            Origin::Default => ("default", Json::Null),
        };
        object([
            ("key", info.key.into()),
            ("group", info.group.id().into()),
            ("value", field.value.as_ref().map(Json::from).into()),
            ("unit", unit(info.unit)),
            ("from", from.into()),
            ("by", by),
            ("default", field.default.clone().into()),
        ])
    }))
}

/// The table of inputs.
pub(super) fn table() -> Json {
    Json::list(PARAMS.iter().map(row))
}

fn row(info: &ParamInfo) -> Json {
    use crate::scenario::Kind;
    let keys = |keys: &'static [&'static str]| Json::list(keys.iter().map(|key| (*key).into()));
    let bounds = |min: Json, max: Json, decimals: Json| {
        object([("min", min), ("max", max), ("decimals", decimals)])
    };
    let (kind, choices, bounds) = match info.kind {
        Kind::Model => ("model", Json::Null, Json::Null),
        Kind::Gpu => ("gpu", Json::Null, Json::Null),
        Kind::Family => ("family", Json::Null, Json::Null),
        Kind::Choice(all) => ("choice", keys(all), Json::Null),
        Kind::List(all) => ("list", keys(all), Json::Null),
        Kind::Integer { min, max } => (
            "integer",
            Json::Null,
            bounds(min.into(), max.into(), 0_u64.into()),
        ),
        Kind::Real { min, max, decimals } => {
            let decimals = u64::try_from(decimals).unwrap_or(0);
            (
                "number",
                Json::Null,
                bounds(min.into(), max.into(), decimals.into()),
            )
        }
    };
    object([
        ("key", info.key.into()),
        ("group", info.group.id().into()),
        ("kind", kind.into()),
        ("unit", unit(info.unit)),
        ("default", info.default.into()),
        ("choices", choices),
        ("bounds", bounds),
    ])
}
