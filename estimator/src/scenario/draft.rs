//! What a person typed, field by field, and its check.
use super::build;
use super::issue::{Issue, IssueKind};
use super::known::{Known, Value};
use super::params::{PARAMS, Param};
use super::{Scenario, parse};
use crate::stack;
use std::borrow::Cow;

/// Raw text per field; a field that is absent takes its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// In the order of the inputs, each at most once.
    texts: Vec<(Param, String)>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Typed or chosen.
    Chosen,
    /// The stack's default.
    Stack,
    /// Headroom's default.
    Default,
}

/// One field after the check.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The input.
    pub param: Param,
    /// Whether it means anything with the other values; a field that does not is kept but ignored.
    pub applies: bool,
    /// What the field shows: what was typed, or the default.
    pub text: Cow<'static, str>,
    /// The default, as text.
    pub default: Cow<'static, str>,
    /// Where the value comes from.
    pub origin: Origin,
    /// Its value, when it is valid.
    pub value: Option<Value>,
}

/// A draft after the check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Every field, in the order of [`PARAMS`].
    pub fields: Vec<Field>,
    /// The scenario, or every reason why there is none.
    pub scenario: Result<Scenario, Vec<Issue>>,
}

impl Checked {
    /// The field of an input.
    pub fn field(&self, param: Param) -> Option<&Field> {
        self.fields.get(param as usize)
    }

    /// What is wrong with one input.
    pub fn issue(&self, param: Param) -> Option<&Issue> {
        self.scenario
            .as_ref()
            .err()
            .and_then(|issues| issues.iter().find(|issue| issue.param == param))
    }
}

impl Draft {
    /// What stands in a field, if anything was typed.
    pub fn get(&self, param: Param) -> Option<&str> {
        let typed = self.texts.iter().find(|(known, _)| *known == param);
        typed.map(|(_, text)| text.as_str())
    }

    /// Types `text` into a field; empty text means the default.
    pub fn set(&mut self, param: Param, text: impl Into<String>) {
        let text = text.into();
        self.clear(param);
        if !text.trim().is_empty() {
            let before = |(known, _): &&(Param, String)| *known < param;
            let at = self.texts.iter().take_while(before).count();
            self.texts.insert(at, (param, text));
        }
    }

    /// The same with a field set.
    #[must_use]
    pub fn with(mut self, param: Param, text: impl Into<String>) -> Self {
        self.set(param, text);
        self
    }

    /// Back to the default.
    pub fn clear(&mut self, param: Param) {
        self.texts.retain(|(known, _)| *known != param);
    }

    /// Every field in which something was typed.
    pub fn typed(&self) -> impl Iterator<Item = (Param, &str)> {
        self.texts
            .iter()
            .map(|(param, text)| (*param, text.as_str()))
    }

    /// Checks every field and, if all are well, builds the scenario.
    pub fn check(&self) -> Checked {
        let mut known = Known::default();
        let mut fields = Vec::with_capacity(PARAMS.len());
        let mut issues = Vec::new();
        for info in PARAMS {
            let param = info.param;
            let applies = (info.applies)(&known);
            let (default, from) = stack::default_of(param, &known);
            let typed = self
                .get(param)
                .map(str::trim)
                .filter(|text| !text.is_empty());
            let result = match typed.filter(|_| applies) {
                Some(text) => parse::value(param, text),
                None if default.is_empty() => Ok(Value::Empty),
                None => parse::value(param, &default),
            };
            let origin = if typed.is_some() {
                Origin::Chosen
            } else {
                from
            };
            let text = self
                .get(param)
                .map_or_else(|| default.clone(), |text| Cow::Owned(text.to_owned()));
            let value = match result {
                Ok(value) => Some(value),
                Err(kind) => {
                    issues.push(Issue {
                        param,
                        value: text.to_string(),
                        kind,
                    });
                    None
                }
            };
            // Later defaults need something to go by even when this field is wrong.
            let stand_in = value.clone().or_else(|| parse::value(param, &default).ok());
            known.set(param, stand_in.unwrap_or(Value::Empty));
            fields.push(Field {
                param,
                applies,
                text,
                default,
                origin,
                value,
            });
        }
        let built = build::scenario(&known);
        let scenario = match built {
            Ok(scenario) if issues.is_empty() => Ok(scenario),
            Ok(_) => Err(issues),
            Err(more) => {
                // One reason a field is enough.
                for issue in more {
                    if !issues.iter().any(|known| known.param == issue.param) {
                        issues.push(issue);
                    }
                }
                Err(issues)
            }
        };
        Checked { fields, scenario }
    }

    /// The first thing that is wrong with a field alone, whatever the others hold: for a field that is being typed in.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_text(param: Param, text: &str) -> Result<Value, IssueKind> {
        parse::value(param, text.trim())
    }
}
