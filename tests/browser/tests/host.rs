//! Host memory and disk on the planner.
use crate::expected::scenario;
use browser_tests::{Page, Test, tests};
use estimator::host::{DiskReport, HostLineId, HostMoment, HostReport};

pub(crate) const TESTS: &[Test] = tests![
    offloading_a_72b_needs_more_than_a_terabyte,
    adapters_of_an_8b_fit_in_64_gib,
    what_is_not_given_is_asked_for,
    a_disk_that_is_too_small_is_named,
    its_lines_open_into_formulas,
    it_speaks_chinese,
    it_fits_and_is_accessible,
];

const OFFLOADED: &str =
    "m=qwen2-72b&method=full&stack=deepspeed&g=a100-sxm-80gb&n=8&shard=zero3&off=both&ram=1024";

/// One digit after the point, thousands apart.
fn shown(value: f64) -> String {
    let tenths = format!("{value:.1}");
    let (whole, tenth) = tenths.split_once('.').expect("one digit");
    let whole: f64 = whole.parse().expect("a number");
    format!("{}.{tenth}", estimator::num::grouped(whole, 0))
}

/// Clicks what may lie below the fold.
fn click(page: &mut Page, css: &str) {
    page.wait_for(css, |page| page.count(css) > 0);
    page.js(&format!("document.querySelector('{css}').click()"));
}

fn host(link: &str) -> HostReport {
    HostReport::of(&scenario(link))
}

fn offloading_a_72b_needs_more_than_a_terabyte(page: &mut Page) {
    page.open(&format!("#{OFFLOADED}"));
    let peak = shown(host(OFFLOADED).peak.as_gib());
    for place in [".verdict .lacking", ".host > p"] {
        let text = page.text(place);
        assert!(text.contains("Host memory does not fit."), "{text}");
        assert!(
            text.contains(&peak) && text.contains("1,024.0 GiB"),
            "{text}"
        );
    }
    assert!(page.text(".host > p").contains("pin_memory"));
    // The headline remains the GPU's.
    assert!(!page.text("h1").contains(&peak));
    // Enough memory: nothing is lacking, and the state follows what is typed.
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)");
    page.fill("#f-ram", "4096");
    page.wait_for("a fit", |page| {
        page.text(".host > p").starts_with("Host memory fits.") && page.count(".lacking") == 0
    });
    // Who listens is told.
    page.fill("#f-ram", "1000");
    page.wait_for("the live region", |page| {
        page.text(".spoken").contains("Host memory does not fit.")
    });
}

fn adapters_of_an_8b_fit_in_64_gib(page: &mut Page) {
    let link = "m=llama-3.1-8b&ram=64";
    page.open(&format!("#{link}"));
    let text = page.text(".host > p");
    let peak = format!("{} of 64.0 GiB", shown(host(link).peak.as_gib()));
    assert!(
        text.starts_with("Host memory fits.") && text.contains(&peak),
        "{text}"
    );
    assert_eq!(page.count(".lacking"), 0);
}

fn what_is_not_given_is_asked_for(page: &mut Page) {
    let link = "m=llama-3.1-8b";
    page.open(&format!("#{link}"));
    let [ram, disk] = [&page.texts(".host > p")[..]]
        .concat()
        .try_into()
        .expect("two lines");
    assert!(ram.contains(&shown(host(link).peak.as_gib())), "{ram}");
    let peak = DiskReport::of(&scenario(link)).peak.get() / 1e9;
    assert!(disk.contains(&format!("{} GB", shown(peak))), "{disk}");
    assert_eq!(page.count(".host > p em.ok, .host > p em.bad, .lacking"), 0);
    // The way to the input opens the group that it is folded into.
    click(page, ".host > p:nth-of-type(2) button");
    page.wait_for("the focus", |page| {
        page.js("return document.activeElement.id") == "f-disk" && page.is_visible("#f-disk")
    });
    page.fill("#f-disk", "1000");
    page.wait_for("a verdict", |page| {
        page.texts(".host > p")[1].starts_with("Disk fits.")
    });
}

fn a_disk_that_is_too_small_is_named(page: &mut Page) {
    let link = "m=llama-3.1-8b&method=full&stack=trl&n=8&disk=100&keep=2";
    page.open(&format!("#{link}"));
    let disk = DiskReport::of(&scenario(link));
    let text = page.text(".verdict .lacking");
    assert!(
        text.contains("Disk does not fit.") && text.contains("100.0 GB"),
        "{text}"
    );
    assert!(text.contains(&shown(disk.peak.get() / 1e9)), "{text}");
    assert!(page.texts(".host > p")[1].contains("Keep fewer checkpoints"));
    click(page, ".host summary");
    let cells = page.texts(".host table:nth-of-type(2) tr.subtotal td.n");
    let [each, end] = &cells[..] else {
        panic!("{cells:?}")
    };
    for (cell, bytes) in [(each, disk.per_checkpoint), (end, disk.total)] {
        let value: f64 = cell.replace(',', "").parse().expect("a number");
        assert!((value - bytes.get() / 1e9).abs() < 0.006, "{cell}");
    }
}

fn its_lines_open_into_formulas(page: &mut Page) {
    page.open(&format!("#{OFFLOADED}"));
    let report = host(OFFLOADED);
    click(page, ".host summary");
    let rows = page.texts(".host table:first-of-type tbody th");
    assert_eq!(rows.len(), report.instants.len());
    assert_eq!(page.count(".host tr.worst"), 1);
    assert!(page.text(".host tr.worst th").starts_with("Save"));
    click(page, ".host tr.worst button");
    let save = report.at(HostMoment::Save).expect("a save");
    page.wait_for("its lines", |page| {
        page.count(".host table:first-of-type tr.within th") == save.lines.len()
    });
    let sizes = page.texts(".host table:first-of-type tr.within td.n:nth-of-type(1)");
    let sum: f64 = sizes
        .iter()
        .filter_map(|cell| cell.replace(',', "").parse::<f64>().ok())
        .sum();
    assert!(
        (sum - save.total().as_gib()).abs() < 0.006,
        "{sum}: {sizes:?}"
    );
    let place = save
        .lines
        .iter()
        .position(|line| line.id == HostLineId::OffloadedOptimizer)
        .expect("an offloaded optimizer");
    page.js(&format!(
        "document.querySelectorAll('.host table:first-of-type tr.within button')[{place}].click()"
    ));
    let amount = &save.lines[place].amount;
    page.wait_for("the formula", |page| {
        let text = page.text(".host .why");
        text.contains(&amount.symbols())
            && text.contains(&amount.numbers())
            && text.contains("DeepSpeed")
    });
    // It stays open while the form is edited, with the new numbers.
    page.fill("#f-n", "4");
    page.wait_for("new numbers", |page| {
        let text = page.text(".host .why");
        text.contains(&amount.symbols()) && !text.contains(&amount.numbers())
    });
}

fn it_speaks_chinese(page: &mut Page) {
    page.open(&format!("?lang=zh#{OFFLOADED}&disk=1000"));
    let lacking = page.texts(".verdict .lacking").concat();
    for words in ["内存放不下。", "保存检查点", "磁盘放不下。"] {
        assert!(lacking.contains(words), "{words}: {lacking}");
    }
    click(page, ".host summary");
    click(page, ".host tr.worst button");
    page.wait_for("its lines", |page| {
        page.text(".host").contains("卸载的优化器状态")
    });
    let latin = |word: &str| page.texts(".host th").concat().contains(word);
    assert!(
        !latin("Offloaded") && !latin("Save"),
        "English among Chinese"
    );
}

fn it_fits_and_is_accessible(page: &mut Page) {
    for (theme, phone) in [("light", false), ("dark", true)] {
        if phone {
            page.phone();
        }
        page.open(&format!("?theme={theme}#{OFFLOADED}&disk=1000"));
        page.js("document.querySelectorAll('details').forEach(d => d.open = true)");
        click(page, ".host tr.worst button");
        page.wait_for("its lines", |page| page.count(".host tr.within th") > 0);
        page.js("document.querySelectorAll('.host tr.within button').forEach(b => b.click())");
        page.wait_for("formulas", |page| page.count(".host .why") > 4);
        page.assert_fits();
        page.assert_accessible();
    }
}
