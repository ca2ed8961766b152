//! What `cargo metadata` tells of a workspace, and what is wrong with it.
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{licences::satisfied, policy::Policy};

/// A package of the graph.
#[derive(Debug)]
pub(crate) struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// None: a folder.
    source: Option<String>,
    /// One of the workspace that is not published.
    private: bool,
    /// Dependencies on any version that are no folders.
    wildcards: Vec<String>,
    /// Some way to it leads through no dependency of tests alone.
    shipped: bool,
}

/// All packages of a workspace, for every target.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) packages: Vec<Package>,
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Packages that the workspace's own lead to, those that only its tests need left out.
fn shipped(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"], "nodes")
        .iter()
        .map(|node| (text(node, "id"), node))
        .collect();
    let mut found = BTreeSet::new();
    let mut left: Vec<&str> = list(metadata, "workspace_members")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    while let Some(id) = left.pop() {
        if !found.insert(id) {
            continue;
        }
        let Some(node) = nodes.get(id) else { continue };
        let wanted = list(node, "deps").iter().filter(|dep| {
            list(dep, "dep_kinds")
                .iter()
                .any(|kind| kind["kind"] != "dev")
        });
        left.extend(wanted.map(|dep| text(dep, "pkg")));
    }
    found
}

impl Graph {
    /// Reads what cargo printed.
    pub(crate) fn of(metadata: &Value) -> Result<Self, String> {
        let shipped = shipped(metadata);
        let used: BTreeSet<&str> = list(&metadata["resolve"], "nodes")
            .iter()
            .map(|node| text(node, "id"))
            .collect();
        let package = |package: &Value| Package {
            name: text(package, "name").to_owned(),
            version: text(package, "version").to_owned(),
            licence: package["license"].as_str().map(str::to_owned),
            source: package["source"].as_str().map(str::to_owned),
            private: package["source"].is_null()
                && package["publish"].as_array().is_some_and(Vec::is_empty),
            wildcards: list(package, "dependencies")
                .iter()
                .filter(|dependency| {
                    package["source"].is_null()
                        && dependency["req"] == "*"
                        && dependency["path"].is_null()
                })
                .map(|dependency| text(dependency, "name").to_owned())
                .collect(),
            shipped: shipped.contains(text(package, "id")),
        };
        let packages: Vec<Package> = list(metadata, "packages")
            .iter()
            .filter(|one| used.contains(text(one, "id")))
            .map(package)
            .collect();
        if packages.is_empty() {
            return Err("cargo names no packages".to_owned());
        }
        Ok(Self { packages })
    }

    /// A sentence for everything that the rules forbid.
    pub(crate) fn check(&self, policy: &Policy) -> Vec<String> {
        let mut wrong = Vec::new();
        for package in &self.packages {
            let Package { name, version, .. } = package;
            if !package.private && !package.may_be_passed_on(policy) {
                let licence = package.licence.as_deref().unwrap_or("none");
                wrong.push(format!(
                    "{name} {version}: its licence is {licence}, which deny.toml does not allow"
                ));
            }
            if let Some(source) = &package.source {
                let registry = source
                    .strip_prefix("registry+")
                    .or_else(|| source.strip_prefix("sparse+"));
                if !registry.is_some_and(|from| policy.registries.iter().any(|one| one == from)) {
                    wrong.push(format!(
                        "{name} {version}: it comes from {source}, which deny.toml does not allow"
                    ));
                }
            }
            for wildcard in &package.wildcards {
                wrong.push(format!("{name}: it takes any version of {wildcard}"));
            }
        }
        wrong.extend(self.doubles(policy));
        wrong
    }

    /// Names of which more than one version is there, those passed over left out.
    fn doubles(&self, policy: &Policy) -> Vec<String> {
        let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let skipped = |package: &Package| {
            policy
                .skip
                .iter()
                .any(|spec| spec.is(&package.name, &package.version))
        };
        for package in self
            .packages
            .iter()
            .filter(|package| package.shipped && !skipped(package))
        {
            versions
                .entry(&package.name)
                .or_default()
                .insert(&package.version);
        }
        let double = versions.into_iter().filter(|(_, all)| all.len() > 1);
        double
            .map(|(name, all)| {
                format!(
                    "{name} is there in versions {all:?}: unite them, or explain one in deny.toml"
                )
            })
            .collect()
    }
}

impl Package {
    fn may_be_passed_on(&self, policy: &Policy) -> bool {
        let Some(licence) = &self.licence else {
            return false;
        };
        let mut allowed = policy.licences.clone();
        let own = policy
            .exceptions
            .iter()
            .filter(|(spec, _)| spec.is(&self.name, &self.version));
        allowed.extend(own.flat_map(|(_, more)| more.iter().cloned()));
        satisfied(licence, &allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const REGISTRY: &str = concat!("registry+https://github.com/rust-lang/crates", ".io-index");

    fn package(name: &str, version: &str, licence: &Value, source: &Value) -> Value {
        json!({ "id": format!("{name}@{version}"), "name": name, "version": version, "license": licence, "source": source,
            "publish": if source.is_null() { json!([]) } else { json!(null) }, "dependencies": [] })
    }

    /// A workspace of one package with these dependencies, the last of which only its tests need.
    fn wrong(dependencies: &[Value]) -> Vec<String> {
        let own = package("own", "0.1.0", &json!(null), &json!(null));
        let last = dependencies.len() - 1;
        let deps: Vec<Value> = dependencies
            .iter()
            .enumerate()
            .map(|(at, one)| json!({ "pkg": one["id"], "dep_kinds": [{ "kind": if at == last { json!("dev") } else { json!(null) } }] }))
            .collect();
        let mut nodes = vec![json!({ "id": "own@0.1.0", "deps": deps })];
        nodes.extend(
            dependencies
                .iter()
                .map(|one| json!({ "id": one["id"], "deps": [] })),
        );
        let mut packages = vec![own];
        packages.extend(dependencies.iter().cloned());
        let metadata = json!({ "packages": packages, "workspace_members": ["own@0.1.0"], "resolve": { "nodes": nodes } });
        let policy = Policy::read(include_str!("../../../deny.toml")).unwrap();
        Graph::of(&metadata).unwrap().check(&policy)
    }

    fn good(name: &str, version: &str) -> Value {
        package(name, version, &json!("MIT OR Apache-2.0"), &json!(REGISTRY))
    }

    #[test]
    fn what_is_allowed_passes() {
        assert_eq!(wrong(&[good("a", "1.0.0"), good("b", "1.0.0")]), [""; 0]);
        let fuzzer = package(
            "libfuzzer-sys",
            "0.4.13",
            &json!("(MIT OR Apache-2.0) AND NCSA"),
            &json!(REGISTRY),
        );
        assert_eq!(wrong(&[fuzzer]), [""; 0]);
    }

    #[test]
    fn a_forbidden_licence_is_found_in_tests_too() {
        for licence in [
            json!("GPL-3.0-only"),
            json!("MIT AND MPL-2.0"),
            json!("NCSA"),
            json!(null),
            json!("no licence at all"),
        ] {
            let found = wrong(&[
                good("a", "1.0.0"),
                package("b", "1.0.0", &licence, &json!(REGISTRY)),
            ]);
            assert!(
                found.len() == 1 && found[0].starts_with("b 1.0.0: its licence"),
                "{licence}: {found:?}"
            );
        }
    }

    #[test]
    fn an_unknown_source_is_found() {
        for source in [
            "registry+https://example.org/index",
            "git+https://example.org/b?rev=1#1",
        ] {
            let found = wrong(&[package("b", "1.0.0", &json!("MIT"), &json!(source))]);
            assert!(found.len() == 1 && found[0].contains(source), "{found:?}");
        }
    }

    #[test]
    fn a_new_double_is_found_where_it_ships() {
        let found = wrong(&[good("a", "1.0.0"), good("a", "2.0.0"), good("b", "1.0.0")]);
        assert!(
            found.len() == 1 && found[0].starts_with("a is there"),
            "{found:?}"
        );
        assert_eq!(wrong(&[good("a", "1.0.0"), good("a", "2.0.0")]), [""; 0]);
        // Explained in deny.toml.
        assert_eq!(
            wrong(&[
                good("syn", "2.0.9"),
                good("syn", "3.0.1"),
                good("b", "1.0.0")
            ]),
            [""; 0]
        );
        assert_eq!(
            wrong(&[
                good("syn", "3.0.9"),
                good("syn", "4.0.1"),
                good("b", "1.0.0")
            ])
            .len(),
            1
        );
    }

    #[test]
    fn any_version_will_not_do() {
        let mut own = package("b", "1.0.0", &json!("MIT"), &json!(null));
        own["dependencies"] =
            json!([{ "name": "a", "req": "*" }, { "name": "c", "req": "*", "path": "c" }]);
        assert_eq!(wrong(&[own]), ["b: it takes any version of a"]);
    }
}
