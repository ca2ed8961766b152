//! Reading single fields, each error with the path of its field.

use super::error::{ConfigError, Reason};
use crate::json::{Number, Object, Value};
use crate::model::validate::Dimension;
use crate::num::{exponential, shortest};

/// An object of the configuration and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a> {
    map: &'a Object,
    /// `text_config.` inside the text part of a multimodal configuration.
    prefix: &'static str,
}

/// What a field holds: nothing at all, `null`, or a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held<T> {
    Absent,
    Null,
    Value(T),
}

impl<T> Held<T> {
    /// The value, `null` counting as absent.
    pub(super) fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }
}

impl<'a> Fields<'a> {
    pub(super) const fn new(map: &'a Object, prefix: &'static str) -> Self {
        Self { map, prefix }
    }

    /// Whether this is the text part of a multimodal configuration, which leaves out what equals the class's default.
    pub(super) const fn is_nested(&self) -> bool {
        !self.prefix.is_empty()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.map
            .get(name)
            .is_some_and(|value| *value != Value::Null)
    }

    /// The path of a field.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) fn error(&self, name: &str, reason: Reason) -> ConfigError {
        ConfigError::new(self.path(name), reason)
    }

    /// The first of several names of one field that is there.
    fn first<'n>(&self, names: &[&'n str]) -> (&'n str, Held<&'a Value>) {
        let there = names
            .iter()
            .find_map(|name| Some((*name, self.map.get(name)?)));
        match there {
            Some((name, Value::Null)) => (name, Held::Null),
            Some((name, value)) => (name, Held::Value(value)),
            None => (names.first().copied().unwrap_or_default(), Held::Absent),
        }
    }

    /// A whole number within the bounds of `dimension`.
    pub(super) fn number(
        &self,
        names: &[&str],
        dimension: Dimension,
        min: u64,
    ) -> Result<Held<u64>, ConfigError> {
        match self.first(names) {
            (name, Held::Value(value)) => self
                .whole(name, value, min, dimension.max())
                .map(Held::Value),
            (_, Held::Null) => Ok(Held::Null),
            (_, Held::Absent) => Ok(Held::Absent),
        }
    }

    /// A whole number that must be there.
    pub(super) fn required(
        &self,
        names: &[&str],
        dimension: Dimension,
    ) -> Result<u64, ConfigError> {
        let (name, _) = self.first(names);
        self.number(names, dimension, 1)?
            .value()
            .ok_or_else(|| self.error(name, Reason::Missing))
    }

    /// A whole number, or `default` where it is absent or `null`.
    pub(super) fn number_or(
        &self,
        names: &[&str],
        dimension: Dimension,
        min: u64,
        default: u64,
    ) -> Result<u64, ConfigError> {
        Ok(self
            .number(names, dimension, min)?
            .value()
            .unwrap_or(default))
    }

    /// `true` or `false`, or `default` where it is absent or `null`.
    pub(super) fn flag(&self, name: &str, default: bool) -> Result<bool, ConfigError> {
        match self.map.get(name) {
            None | Some(Value::Null) => Ok(default),
            Some(Value::Bool(on)) => Ok(*on),
            Some(other) => Err(self.error(
                name,
                Reason::NotABool {
                    found: shown(other),
                },
            )),
        }
    }

    /// A text, if there is one.
    pub(super) fn text(&self, name: &str) -> Result<Option<&'a str>, ConfigError> {
        match self.map.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.error(
                name,
                Reason::NotAText {
                    found: shown(other),
                },
            )),
        }
    }

    /// An object, if there is one.
    pub(super) fn object(&self, name: &str) -> Result<Option<&'a Object>, ConfigError> {
        match self.map.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(other) => Err(self.error(
                name,
                Reason::NotAnObject {
                    found: shown(other),
                },
            )),
        }
    }

    /// A list of layer numbers below `layers`, without repetitions, if there is one.
    pub(super) fn layer_list(
        &self,
        name: &str,
        layers: u64,
    ) -> Result<Option<Vec<u64>>, ConfigError> {
        let list = match self.map.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::List(list)) => list,
            Some(other) => {
                return Err(self.error(
                    name,
                    Reason::NotAList {
                        found: shown(other),
                    },
                ));
            }
        };
        let highest = layers.saturating_sub(1);
        let mut numbers = Vec::new();
        for value in list {
            let number = self.whole(name, value, 0, highest)?;
            // In order and once each; the standard sort costs a kilobyte of the page.
            if let Err(place) = numbers.binary_search(&number) {
                numbers.insert(place, number);
            }
        }
        Ok(Some(numbers))
    }

    /// The first of several lengths that is a plain number; they inform and never stop an import.
    pub(super) fn stated_length(&self, names: &[&str]) -> Option<u64> {
        const ABSURD: u64 = 1_000_000_000;
        names
            .iter()
            .find_map(|name| self.map.get(name)?.as_whole())
            .filter(|length| (1..ABSURD).contains(length))
    }

    fn whole(&self, name: &str, value: &Value, min: u64, max: u64) -> Result<u64, ConfigError> {
        let Value::Number(number) = value else {
            return Err(self.error(
                name,
                Reason::NotANumber {
                    found: shown(value),
                },
            ));
        };
        let out_of_range = || {
            self.error(
                name,
                Reason::OutOfRange {
                    found: shown(value),
                    min,
                    max,
                },
            )
        };
        match number {
            Number::Whole(whole) if (min..=max).contains(whole) => Ok(*whole),
            Number::Real(real) if real.fract() != 0.0 => Err(self.error(
                name,
                Reason::NotAnInteger {
                    found: shown(value),
                },
            )),
            _ => Err(out_of_range()),
        }
    }
}

/// A value as it is quoted in a message, at most 40 characters of it.
pub(super) fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(Number::Whole(whole)) => whole.to_string(),
        Value::Number(Number::Negative(whole)) => whole.to_string(),
        // As configurations have them: not in a row of zeros.
        Value::Number(Number::Real(real))
            if real.abs() >= 1e16 || real.abs() < 1e-5 && *real != 0.0 =>
        {
            exponential(*real)
        }
        Value::Number(Number::Real(real)) => shortest(*real),
        Value::Text(text) => format!("\"{text}\""),
        Value::List(_) => "[…]".to_owned(),
        Value::Object(_) => "{…}".to_owned(),
    };
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(39).chain(['…']).collect()
    }
}
