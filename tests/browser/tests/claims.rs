//! Statements, recomputed in the page: what the estimator says of each, and the scenario behind it.
use browser_tests::{Page, Test, tests};
use estimator::analysis::claims::{Verdict, claims};
use estimator::codec::encode;

pub(crate) const TESTS: &[Test] = tests![
    every_statement_has_its_verdict,
    a_statement_opens_its_scenario,
    statements_speak_chinese,
    axe_finds_nothing_serious_on_the_claims,
];

fn open(page: &mut Page, query: &str) {
    page.open(&format!("?view=claims{query}"));
    page.wait_for("the statements", |page| page.count(".claim") > 0);
}

const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "ok",
        Verdict::Depends => "warn",
        Verdict::Contradicted => "bad",
    }
}

fn every_statement_has_its_verdict(page: &mut Page) {
    open(page, "");
    let expected = claims();
    assert_eq!(page.count(".claim"), expected.len());
    for claim in &expected {
        let here = format!("#{} ", claim.id);
        let verdict = class(claim.verdict());
        assert_eq!(
            page.count(&format!("{here}em.{verdict}")),
            1,
            "{}",
            claim.id
        );
        assert_eq!(
            page.count(&format!("{here}tbody tr")),
            claim.cases.len(),
            "{}",
            claim.id
        );
    }
    let agree = expected
        .iter()
        .filter(|claim| claim.verdict() == Verdict::Agrees)
        .count();
    assert!(
        page.text("h1")
            .starts_with(&format!("{agree} of {}", expected.len()))
    );
    // Two texts that disagree, each with its premises.
    let [few, many] = [
        "#C3a tbody tr:first-child td",
        "#C3b tbody tr:last-child td",
    ]
    .map(|css| page.text(css));
    assert!(few.starts_with("21 GB") && few.contains("agrees"), "{few}");
    assert!(
        many.starts_with("52 GB") && many.contains("agrees"),
        "{many}"
    );
    assert!(page.title().contains("recomputed"));
}

fn a_statement_opens_its_scenario(page: &mut Page) {
    open(page, "");
    let expected = claims();
    let claim = expected
        .iter()
        .find(|claim| claim.id == "C6d")
        .expect("a statement");
    let link = encode(&claim.cases[1].draft).text;
    page.js("window.same = true");
    page.read("#C6d tbody tr:last-child a", "e.click()");
    crate::expected::assert_shows(page, &link);
    assert_eq!(page.js("return window.same"), true);
    page.js("history.back()");
    page.wait_for("the statements again", |page| page.count(".claim") > 0);
    assert!(page.url().contains("view=claims"));
}

fn statements_speak_chinese(page: &mut Page) {
    open(page, "&lang=en");
    page.click("button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text("h1").contains("条说法"));
    assert!(page.text("#C2a").contains("不成立"));
    assert!(page.text("#C9b tbody").contains("对比"));
}

fn axe_finds_nothing_serious_on_the_claims(page: &mut Page) {
    for query in ["&theme=light", "&theme=dark&lang=zh"] {
        open(page, query);
        page.assert_accessible();
        page.phone();
        page.assert_fits();
    }
}
