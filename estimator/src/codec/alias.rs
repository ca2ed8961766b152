//! Keys that are read but never written: earlier names, and names that people guess.
use crate::scenario::{PARAMS, Param};

/// A key that stands for another one.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The key.
    pub key: &'static str,
    /// The input that it sets.
    pub param: Param,
    /// What its values mean there; a value that is not listed stands for itself.
    pub values: &'static [(&'static str, &'static str)],
}

const fn plain(key: &'static str, param: Param) -> Alias {
    Alias {
        key,
        param,
        values: &[],
    }
}

/// A row is never taken away, and its key never gets another meaning.
const ALIASES: &[Alias] = &[
    plain("model", Param::Model),
    plain("gpu", Param::Gpu),
    plain("gpus", Param::GpusPerNode),
    plain("seq", Param::Sequence),
    plain("rank", Param::Rank),
    // The stage of ZeRO, as DeepSpeed's files number it.
    Alias {
        key: "z",
        param: Param::Sharding,
        values: &[("0", "ddp"), ("1", "zero1"), ("2", "zero2"), ("3", "zero3")],
    },
];

/// Every alias.
pub const fn aliases() -> &'static [Alias] {
    ALIASES
}

/// What values of an alias mean.
pub(super) type Meanings = &'static [(&'static str, &'static str)];

/// The input that `key` sets, and what its values mean.
pub(super) fn resolve(key: &str) -> Option<(Param, Meanings)> {
    let own = PARAMS
        .iter()
        .find(|info| info.key == key)
        .map(|info| (info.param, [].as_slice()));
    let alias = || ALIASES.iter().find(|alias| alias.key == key);
    own.or_else(|| alias().map(|alias| (alias.param, alias.values)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Draft;

    #[test]
    fn aliases_are_no_keys_and_mean_what_can_be_read() {
        for alias in ALIASES {
            assert_eq!(Param::from_key(alias.key), None, "{}", alias.key);
            assert_eq!(
                resolve(alias.key).map(|(param, _)| param),
                Some(alias.param),
                "{} twice",
                alias.key
            );
            for (_, meaning) in alias.values {
                assert!(
                    Draft::check_text(alias.param, meaning).is_ok(),
                    "{} {meaning}",
                    alias.key
                );
            }
        }
    }
}
