//! Whether a licence is one of those that are allowed.
use spdx::{Expression, Licensee, ParseMode};

/// Reads a list of licences as `deny.toml` names them.
pub(crate) fn list(names: &[String]) -> Result<Vec<Licensee>, String> {
    let read = |name: &String| {
        Licensee::parse(name).map_err(|e| format!("the licence {name}: {}", e.reason))
    };
    names.iter().map(read).collect()
}

/// Whether the allowed licences satisfy an expression; `MIT/Apache-2.0` is read as older manifests mean it.
pub(crate) fn satisfied(expression: &str, allowed: &[Licensee]) -> bool {
    Expression::parse_mode(expression, ParseMode::LAX)
        .is_ok_and(|read| read.evaluate(|wanted| allowed.iter().any(|one| one.satisfies(wanted))))
}

#[test]
fn expressions_are_judged() {
    let names = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned);
    let allowed = list(&names).unwrap();
    for good in [
        "MIT OR GPL-3.0-only",
        "MIT/Apache-2.0",
        "(GPL-3.0-only OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(satisfied(good, &allowed), "{good}");
    }
    for bad in [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "",
        "Apache-2.0 WITH LLVM-exception",
        "mit licence",
    ] {
        assert!(!satisfied(bad, &allowed), "{bad}");
    }
    assert!(list(&["No such".to_owned()]).is_err());
}
