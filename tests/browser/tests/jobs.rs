//! Several jobs against one pool: the table keeps what is typed, the link carries it, and what slips is what the estimator says.
use crate::expected::draft;
use browser_tests::{Page, Test, tests};
use estimator::codec::decode;
use estimator::cost::Case;
use estimator::host::DiskReport;
use estimator::pool::{PoolReport, parse};
use estimator::run::RunReport;

pub(crate) const TESTS: &[Test] = tests![
    the_present_configuration_becomes_a_job,
    a_smaller_pool_makes_jobs_slip,
    what_does_not_fit_the_pool_never_runs,
    a_wrong_entry_is_named_where_it_stands,
    back_undoes_an_added_job,
    axe_finds_nothing_serious_in_the_jobs,
];

const LINK: &str = "m=llama-3.1-8b&n=8&s=2048&rows=20000";
const TABLE: &str = "@16_h100-sxm-80gb~a_8_10__12~b_8_9-10-12__12";

fn press(page: &mut Page, css: &str) {
    page.wait_visible(css);
    page.read(css, "e.click()");
}

/// The table in the address bar.
fn linked(page: &mut Page) -> String {
    let url = page.url();
    decode(url.split_once('#').expect("a fragment").1).jobs
}

fn the_present_configuration_becomes_a_job(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    assert!(!page.is_visible("#jobs .ghost"), "folded at first");
    page.read("#jobs", "e.open = true");
    press(page, "#jobs .ghost");
    page.wait_for("the job", |page| page.url().contains("jobs="));
    let scenario = draft(LINK).check().scenario.expect(LINK);
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect(LINK);
    let plan = parse(&linked(page)).expect("a table");
    let [job] = plan.jobs.as_slice() else {
        panic!("{plan:?}")
    };
    assert_eq!((job.gpus, plan.pools[0].gpus), (8, 8));
    assert!(
        (job.hours.typical - run.seconds / 3600.0).abs() < 0.011,
        "{job:?}"
    );
    assert!(
        job.name.contains("8B") && job.name.contains("LoRA"),
        "{}",
        job.name
    );
    let text = page.text("#jobs");
    assert!(
        text.contains("Pool of A100") && text.contains("nothing ends later")
            || text.contains("needs more GPUs"),
        "{text}"
    );
    assert_eq!(page.count("#jobs svg[role=img]"), 1);
    // Another one, twice as large as the pool that is left.
    press(page, "#jobs .ghost");
    page.wait_for("two jobs", |page| page.count("#jobs tbody tr") == 2);
    page.fill("#job0-0", "16");
    page.wait_for("a larger pool", |page| linked(page).starts_with("@16_"));
    page.reload();
    page.wait_for("the same table", |page| {
        page.count("#jobs tbody tr") == 2 && page.value("#job0-0") == "16"
    });
    assert!(page.is_visible("#job0-0"), "open where the link has jobs");
}

fn a_smaller_pool_makes_jobs_slip(page: &mut Page) {
    page.open(&format!("#{LINK}&jobs={TABLE}"));
    let report = PoolReport::of(&parse(TABLE).expect(TABLE), Case::Typical);
    let kind = &report.types[0];
    assert_eq!(kind.slips(), vec![(1, 10.0, 8.0)]);
    let text = page.text("#jobs");
    for part in [
        "With a quarter less, 12 of 16 GPUs",
        "b ends 10 h later, 8 h 0 min after its time",
        "160 (152 to 176)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(page.count("#jobs svg .k-weights"), 2);
    page.fill("#job2-4", "24");
    page.wait_for("no longer late", |page| {
        page.text("#jobs").contains("b ends 10 h later.")
    });
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| {
        page.text("#jobs").contains("资源池缩减 25%")
    });
}

fn what_does_not_fit_the_pool_never_runs(page: &mut Page) {
    page.open(&format!("#{LINK}&jobs=@8~a_8_10__12~b_16_2"));
    page.wait_for("the reason", |page| {
        page.text("#jobs .error").contains("1 of 2 jobs never runs")
    });
    let text = page.text("#jobs");
    for absent in ["Everything done", "b needs more GPUs than are left"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(text.contains("a: due within 12 h, met."), "{text}");
}

fn a_wrong_entry_is_named_where_it_stands(page: &mut Page) {
    page.open(&format!("#{LINK}&jobs={TABLE}"));
    page.fill("#job1-2", "ten");
    page.wait_for("the reason", |page| {
        page.text("#jobs .error")
            .contains("row 1, Hours: hours are needed")
    });
    assert_eq!(
        page.attribute("#job1-2", "aria-invalid").as_deref(),
        Some("true")
    );
    assert_eq!(page.value("#job1-2"), "ten");
    page.wait_for("the link without it", |page| !page.url().contains("jobs="));
    page.reload();
    page.wait_for("the text again", |page| {
        page.count("#job1-2") == 1 && page.value("#job1-2") == "ten"
    });
    page.open(&format!("#{LINK}&jobs=@8~a_8_ten"));
    let notice = page.text(".notice");
    assert!(
        notice.contains("1 of 5 settings") && notice.contains("“ten”"),
        "{notice}"
    );
    page.open("#jobs=@8~%3Cimg%20src=x%20onerror=window.injected=1%3E_8_1");
    page.wait_for("the name", |page| page.count("#jobs tbody tr") == 1);
    assert_eq!(page.js("return typeof window.injected"), "undefined");
    assert_eq!(page.count("main img, [onerror]"), 0);
}

fn back_undoes_an_added_job(page: &mut Page) {
    page.open(&format!("#{LINK}&jobs={TABLE}"));
    press(page, "#jobs tbody tr:last-child .link");
    page.wait_for("one job", |page| page.count("#jobs tbody tr") == 1);
    page.js("history.back()");
    page.wait_for("both", |page| page.count("#jobs tbody tr") == 2);
    // Jobs stay when the scenario changes.
    press(page, ".presets .chip");
    page.wait_for("another scenario", |page| {
        page.url().contains("jobs=") && !page.url().contains("rows=20000")
    });
    assert_eq!(page.count("#jobs tbody tr"), 2);
}

fn axe_finds_nothing_serious_in_the_jobs(page: &mut Page) {
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            page.open(&format!("?lang={lang}&theme={theme}#{LINK}&jobs={TABLE}"));
            page.wait_visible("#job1-0");
            page.assert_accessible();
        }
    }
    page.phone();
    page.open(&format!("#{LINK}&jobs={TABLE}"));
    page.wait_visible("#job1-0");
    page.assert_fits();
}
