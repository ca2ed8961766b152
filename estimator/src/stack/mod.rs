//! Training frameworks as data: what each does unless it is told otherwise.
//!
//! A [`Stack`] is a record of named defaults. Every one is an input of [`crate::scenario::PARAMS`], so the page shows it
//! as "assumed" and lets it be changed; no formula asks which stack it runs under.
pub(crate) mod offers;
mod rules;
mod table;

use crate::scenario::{Known, Origin, Param};
use crate::source::Source;
use std::borrow::Cow;

pub use table::{KEYS, STACKS};

/// A training framework.
#[derive(Clone, Copy)]
pub struct Stack {
    /// Key in links.
    pub key: &'static str,
    /// Name, as its authors write it.
    pub name: &'static str,
    /// Where its defaults were read.
    pub source: Source,
    /// Whether the harness has rows of its measured memory.
    pub measured: bool,
    /// Its defaults; the first rule that applies decides.
    pub rules: &'static [&'static [Rule]],
}

/// One default of a stack.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The input.
    pub param: Param,
    /// Its default, as text.
    pub value: &'static str,
    /// When it holds, given the inputs before it.
    pub when: fn(&Known) -> bool,
}

/// The stack with that key.
pub fn find(key: &str) -> Option<&'static Stack> {
    STACKS.iter().find(|stack| stack.key == key)
}

/// The default of an input under the stack and the other values resolved so far, and who set it.
pub fn default_of(param: Param, known: &Known) -> (Cow<'static, str>, Origin) {
    let stack = find(known.key(Param::Stack));
    let rule = stack.and_then(|stack| {
        stack
            .rules
            .iter()
            .flat_map(|rules| rules.iter())
            .find(|rule| rule.param == param && (rule.when)(known))
    });
    match rule {
        Some(rule) => (Cow::Borrowed(rule.value), Origin::Stack),
        None => (Cow::Borrowed(param.info().default), Origin::Default),
    }
}

/// Whether some stack has a default of its own for an input.
pub fn sets(param: Param) -> bool {
    let rules = STACKS.iter().flat_map(|stack| stack.rules);
    rules
        .flat_map(|rules| rules.iter())
        .any(|rule| rule.param == param)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Draft;

    #[test]
    fn keys_are_those_of_the_table() {
        assert_eq!(
            STACKS.iter().map(|stack| stack.key).collect::<Vec<_>>(),
            KEYS
        );
    }

    #[test]
    fn every_default_passes_its_own_check() {
        for stack in STACKS {
            for rule in stack.rules.iter().flat_map(|rules| rules.iter()) {
                assert!(
                    Draft::check_text(rule.param, rule.value).is_ok(),
                    "{} {:?}",
                    stack.key,
                    rule.param
                );
            }
        }
    }

    #[test]
    fn every_stack_gives_a_scenario_with_each_method() {
        for stack in STACKS {
            for method in ["full", "lora", "qlora"] {
                for n in ["1", "8"] {
                    let draft = Draft::default()
                        .with(Param::Stack, stack.key)
                        .with(Param::Method, method)
                        .with(Param::GpusPerNode, n);
                    let checked = draft.check();
                    assert!(
                        checked.scenario.is_ok(),
                        "{} {method} × {n}: {:?}",
                        stack.key,
                        checked.scenario.err()
                    );
                }
            }
        }
    }
}
