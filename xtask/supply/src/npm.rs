//! What npm installs: licences by its lock files. That each package is pinned by its sum, and comes from the registry, tests of xtask hold.
use serde_json::Value;
use spdx::Licensee;
use toml::Table;

use crate::licences::{self, satisfied};

/// A package of a lock file.
#[derive(Debug)]
pub(crate) struct Package {
    name: String,
    version: String,
    licence: Option<String>,
}

/// One package that has a licence of its own, or states none.
#[derive(Debug)]
struct Exception {
    package: String,
    /// The version whose licence somebody has read; none: the package states its licence itself.
    version: Option<String>,
    licence: String,
}

/// The rules.
#[derive(Debug)]
pub(crate) struct Policy {
    allowed: Vec<Licensee>,
    exceptions: Vec<Exception>,
}

/// The packages that a lock file names, the project itself left out.
pub(crate) fn packages(lock: &Value) -> Vec<Package> {
    let all = lock["packages"].as_object().into_iter().flatten();
    let named = all.filter(|(place, _)| !place.is_empty());
    let package = |(place, package): (&String, &Value)| Package {
        name: place
            .rsplit("node_modules/")
            .next()
            .unwrap_or_default()
            .to_owned(),
        version: package["version"].as_str().unwrap_or_default().to_owned(),
        licence: package["license"].as_str().map(str::to_owned),
    };
    named.map(package).collect()
}

impl Policy {
    /// Reads `deny-npm.toml`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut table: Table = text.parse().map_err(|e| format!("deny-npm.toml: {e}"))?;
        let wrong = || {
            "deny-npm.toml: `allow` is a list of licences, `exceptions` one of package, licence and reason".to_owned()
        };
        let names: Vec<String> = table
            .remove("allow")
            .and_then(|list| list.try_into().ok())
            .ok_or_else(wrong)?;
        let list: Vec<Table> = table
            .remove("exceptions")
            .and_then(|list| list.try_into().ok())
            .ok_or_else(wrong)?;
        let exception = |mut one: Table| {
            let mut take = |key| Some(one.remove(key)?.as_str()?.to_owned());
            let (package, licence, reason) = (take("package")?, take("license")?, take("reason")?);
            let version = take("version");
            (!reason.is_empty() && one.is_empty()).then_some(Exception {
                package,
                version,
                licence,
            })
        };
        let exceptions = list
            .into_iter()
            .map(exception)
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        if !table.is_empty() {
            return Err(wrong());
        }
        Ok(Self {
            allowed: licences::list(&names)?,
            exceptions,
        })
    }

    /// A sentence for every package that may not be used.
    pub(crate) fn check(&self, packages: &[Package]) -> Vec<String> {
        let bad = packages.iter().filter(|package| !self.allows(package));
        bad.map(|package| {
            let licence = package.licence.as_deref().unwrap_or("not stated");
            format!(
                "{} {}: its licence is {licence}, which deny-npm.toml does not allow",
                package.name, package.version
            )
        })
        .collect()
    }

    fn allows(&self, package: &Package) -> bool {
        let own = self
            .exceptions
            .iter()
            .find(|one| one.package == package.name);
        match (own, &package.licence) {
            (
                Some(Exception {
                    version: None,
                    licence,
                    ..
                }),
                Some(stated),
            ) => licence == stated,
            // What somebody read counts for the version that was read.
            (
                Some(Exception {
                    version: Some(version),
                    ..
                }),
                None,
            ) => *version == package.version,
            (_, Some(stated)) => satisfied(stated, &self.allowed),
            (_, None) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn wrong(packages_of: &Value) -> Vec<String> {
        let policy = Policy::read(include_str!("../../../deny-npm.toml")).unwrap();
        policy.check(&packages(&json!({ "packages": packages_of })))
    }

    #[test]
    fn a_licence_is_allowed_or_found() {
        let good = json!({ "": {}, "node_modules/a": { "version": "1.0.0", "license": "(WTFPL OR MIT)" },
            "node_modules/a/node_modules/axe-core": { "version": "4.0.0", "license": "MPL-2.0" } });
        assert_eq!(wrong(&good), [""; 0]);
        for licence in [
            json!("GPL-3.0-only"),
            json!("SEE LICENSE IN x"),
            json!("MPL-2.0"),
            json!(null),
        ] {
            let found =
                wrong(&json!({ "node_modules/@s/b": { "version": "1.0.0", "license": licence } }));
            assert!(
                found.len() == 1 && found[0].starts_with("@s/b 1.0.0"),
                "{licence}: {found:?}"
            );
        }
    }

    #[test]
    fn what_was_read_counts_for_its_version() {
        let of =
            |version: &str| wrong(&json!({ "node_modules/eval": { "version": version } })).len();
        assert_eq!((of("0.1.8"), of("0.2.0")), (0, 1));
        let changed =
            json!({ "node_modules/axe-core": { "version": "5.0.0", "license": "SSPL-1.0" } });
        assert_eq!(wrong(&changed).len(), 1);
    }

    #[test]
    fn rules_without_reasons_are_refused() {
        let text = include_str!("../../../deny-npm.toml");
        assert!(
            Policy::read(&text.replace("reason = \"in its field `licenses`\"", "reason = \"\""))
                .is_err()
        );
        assert!(Policy::read(&text.replace("allow = [", "allows = [")).is_err());
    }
}
