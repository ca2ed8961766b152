//! Values resolved so far, in the order of [`super::PARAMS`].
use super::choices::{Choice, Method, Quant, Sharding};
use super::params::Param;
use std::borrow::Cow;

/// A value that passed its own check.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(u64),
    /// A decimal number.
    Real(f64),
    /// A key of a choice or of a catalogue.
    Key(Cow<'static, str>),
    /// Keys of a list, in the order of the table.
    Keys(Vec<&'static str>),
    /// Left empty where that is allowed.
    Empty,
}

/// Values by input.
#[derive(Clone, Debug, Default)]
pub struct Known {
    values: Vec<Option<Value>>,
}

impl Known {
    pub(super) fn set(&mut self, param: Param, value: Value) {
        let at = param as usize;
        if self.values.len() <= at {
            self.values.resize(at + 1, None);
        }
        if let Some(slot) = self.values.get_mut(at) {
            *slot = Some(value);
        }
    }

    /// The value of `param`, if it was resolved.
    pub fn get(&self, param: Param) -> Option<&Value> {
        self.values.get(param as usize).and_then(Option::as_ref)
    }

    /// A key; empty when unknown.
    pub fn key(&self, param: Param) -> &str {
        match self.get(param) {
            Some(Value::Key(key)) => key,
            _ => "",
        }
    }

    /// A choice.
    pub fn choice<C: Choice>(&self, param: Param) -> Option<C> {
        C::from_key(self.key(param))
    }

    /// A choice, or the first that the caller names.
    pub fn choice_or<C: Choice>(&self, param: Param, otherwise: C) -> C {
        self.choice(param).unwrap_or(otherwise)
    }

    /// Whether a switch is on.
    pub fn on(&self, param: Param) -> bool {
        self.key(param) == "yes"
    }

    /// A whole number; 1 when unknown, since every count has 1 as its neutral value.
    pub fn integer(&self, param: Param) -> u64 {
        match self.get(param) {
            Some(Value::Integer(value)) => *value,
            _ => 1,
        }
    }

    /// A decimal number, if there is one.
    pub fn real(&self, param: Param) -> Option<f64> {
        match self.get(param) {
            Some(Value::Real(value)) => Some(*value),
            _ => None,
        }
    }

    /// Keys of a list.
    pub fn keys(&self, param: Param) -> &[&'static str] {
        match self.get(param) {
            Some(Value::Keys(keys)) => keys,
            _ => &[],
        }
    }

    /// GPUs in all.
    pub fn gpus(&self) -> u64 {
        self.integer(Param::GpusPerNode)
            .saturating_mul(self.integer(Param::Nodes))
    }

    /// What is trained.
    pub fn method(&self) -> Method {
        self.choice_or(Param::Method, Method::Lora)
    }

    /// How states are divided.
    pub fn sharding(&self) -> Sharding {
        self.choice_or(Param::Sharding, Sharding::None)
    }

    /// The format of the frozen base, under QLoRA.
    pub fn quant(&self) -> Option<Quant> {
        if self.method() == Method::Qlora {
            self.choice(Param::Quant)
        } else {
            None
        }
    }
}
