//! `deny.toml`, as far as this project uses it.
use spdx::Licensee;
use toml::{Table, Value};

use crate::licences;

/// The registry that is allowed where `sources` names none; taken apart, since no file names a registry.
const DEFAULT_REGISTRY: &str = concat!("https://github.com/rust-lang/crates", ".io-index");

/// A package by name, and by its versions where those are given: `syn@^2`.
#[derive(Debug)]
pub(crate) struct Spec {
    name: String,
    versions: semver::VersionReq,
}

impl Spec {
    fn read(text: &str) -> Result<Self, String> {
        let (name, versions) = text.split_once('@').unwrap_or((text, "*"));
        let versions = semver::VersionReq::parse(versions).map_err(|e| format!("{text}: {e}"))?;
        Ok(Self {
            name: name.to_owned(),
            versions,
        })
    }

    pub(crate) fn is(&self, name: &str, version: &str) -> bool {
        self.name == name
            && semver::Version::parse(version).is_ok_and(|version| self.versions.matches(&version))
    }
}

/// The rules.
#[derive(Debug)]
pub(crate) struct Policy {
    /// Allowed for every package.
    pub(crate) licences: Vec<Licensee>,
    /// Allowed for one.
    pub(crate) exceptions: Vec<(Spec, Vec<Licensee>)>,
    /// Versions that may stand beside a newer one.
    pub(crate) skip: Vec<Spec>,
    /// Where packages may come from.
    pub(crate) registries: Vec<String>,
}

/// A table whose keys are taken out one by one; what is left was not understood.
struct Keys<'a> {
    of: &'a str,
    table: Table,
}

impl Keys<'_> {
    fn texts(&mut self, key: &str) -> Result<Vec<String>, String> {
        let wrong = || format!("{}.{key} is no list of texts", self.of);
        let Some(value) = self.table.remove(key) else {
            return Ok(Vec::new());
        };
        let list = value.as_array().ok_or_else(wrong)?;
        list.iter()
            .map(|one| one.as_str().map(str::to_owned).ok_or_else(wrong))
            .collect()
    }

    fn text(&mut self, key: &str) -> Result<String, String> {
        match self.table.remove(key) {
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(text),
            _ => Err(format!("{}.{key} is missing or no text", self.of)),
        }
    }

    /// The tables of a list.
    fn tables(&mut self, key: &str) -> Result<Vec<Table>, String> {
        let list = match self.table.remove(key) {
            None => Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => return Err(format!("{}.{key} is no list", self.of)),
        };
        let table = |one| {
            if let Value::Table(table) = one {
                Ok(table)
            } else {
                Err(format!("{}.{key} holds no table", self.of))
            }
        };
        list.into_iter().map(table).collect()
    }

    /// A setting that this check has in one way only.
    fn is(&mut self, key: &str, value: &Value) -> Result<(), String> {
        match self.table.remove(key) {
            Some(found) if found == *value => Ok(()),
            found => Err(format!(
                "{}.{key} is to be {value:?}, not {found:?}",
                self.of
            )),
        }
    }

    fn done(self) -> Result<(), String> {
        match self.table.keys().next() {
            None => Ok(()),
            Some(key) => Err(format!("{}.{key} is not understood here", self.of)),
        }
    }
}

impl Policy {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut whole: Table = text.parse().map_err(|e| format!("deny.toml: {e}"))?;
        let mut section = |of: &'static str| match whole.remove(of) {
            Some(Value::Table(table)) => Ok(Keys { of, table }),
            _ => Err(format!("deny.toml has no section {of}")),
        };
        let (mut licences, mut bans, mut sources) =
            (section("licenses")?, section("bans")?, section("sources")?);
        let deny = Value::String("deny".to_owned());
        let mut exceptions = Vec::new();
        for table in licences.tables("exceptions")? {
            let mut keys = Keys {
                of: "licenses.exceptions",
                table,
            };
            exceptions.push((
                Spec::read(&keys.text("crate")?)?,
                licences::list(&keys.texts("allow")?)?,
            ));
            keys.done()?;
        }
        let mut skip = Vec::new();
        for table in bans.tables("skip")? {
            let mut keys = Keys {
                of: "bans.skip",
                table,
            };
            skip.push(Spec::read(&keys.text("crate")?)?);
            // A version that nobody can explain is not passed over.
            keys.text("reason")?;
            keys.done()?;
        }
        bans.is("multiple-versions", &deny)?;
        bans.is("wildcards", &deny)?;
        bans.is("allow-wildcard-paths", &Value::Boolean(true))?;
        licences.is(
            "private",
            &Value::Table(Table::from_iter([(
                "ignore".to_owned(),
                Value::Boolean(true),
            )])),
        )?;
        sources.is("unknown-registry", &deny)?;
        sources.is("unknown-git", &deny)?;
        let mut registries = sources.texts("allow-registry")?;
        if registries.is_empty() {
            registries.push(DEFAULT_REGISTRY.to_owned());
        }
        let policy = Self {
            licences: licences::list(&licences.texts("allow")?)?,
            exceptions,
            skip,
            registries,
        };
        for keys in [licences, bans, sources] {
            keys.done()?;
        }
        Keys {
            of: "deny.toml",
            table: whole,
        }
        .done()?;
        Ok(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../deny.toml");

    #[test]
    fn the_file_is_understood_whole() {
        let policy = Policy::read(FILE).unwrap();
        assert!(
            !policy.licences.is_empty()
                && !policy.skip.is_empty()
                && policy.registries == [DEFAULT_REGISTRY]
        );
    }

    #[test]
    fn what_is_not_understood_or_not_explained_is_an_error() {
        let changed = |from: &str, to: &str| {
            assert!(FILE.contains(from), "{from}");
            Policy::read(&FILE.replace(from, to)).unwrap_err()
        };
        assert!(
            changed("unknown-git = \"deny\"", "unknown-git = \"warn\"").contains("unknown-git")
        );
        assert!(changed("[sources]", "[sources]\nprivate = []").contains("private"));
        assert!(changed("[bans]", "[advisories]\n[bans]").contains("advisories"));
        assert!(changed(", reason = \"comes with thiserror 1\"", "").contains("reason"));
        assert!(changed("\"MIT\"", "\"Mine\"").contains("Mine"));
    }

    #[test]
    fn versions_are_ranges() {
        let spec = Spec::read("syn@^2").unwrap();
        assert!(spec.is("syn", "2.0.1") && !spec.is("syn", "3.0.0") && !spec.is("syntax", "2.0.1"));
        assert!(Spec::read("syn").unwrap().is("syn", "0.1.0"));
    }
}
