//! Short runs: what they printed or what was typed, what follows, and what the link carries.
use crate::expected::{assert_report, assert_shows, scenario, shown};
use browser_tests::{Page, Test, keys, tests};
use estimator::analysis::Budget;
use estimator::analysis::solve::{Criterion, Goal, Outcome, Search};
use estimator::calibration::{Calibration, Observation, Run, fit};
use estimator::codec::decode;
use estimator::memory::{MemoryReport, Metric};
use estimator::profile::{MAX_LINES, Style, snippet};
use serde_json::json;
use std::{sync::Arc, thread, time::Duration};

pub(crate) const TESTS: &[Test] = tests![
    a_pasted_line_calibrates_the_page,
    removing_a_run_gives_the_old_figures_back,
    typed_figures_calibrate_too,
    a_run_keeps_its_scenario_while_the_form_changes,
    how_far_it_goes_follows_the_calibration,
    bad_lines_say_where_and_stay,
    bad_runs_in_a_link_are_named,
    back_undoes_what_was_added,
    a_long_log_of_runs_is_read_at_its_start,
    a_hostile_paste_is_only_text,
    what_is_not_explained_is_flagged,
    the_script_is_short_and_can_be_copied,
    axe_finds_nothing_serious_beside_the_runs,
];

const LINK: &str = "m=qwen2.5-7b&method=lora&g=a100-sxm-80gb&s=8192";

/// The line that a run of `s` tokens prints whose tensors take `times` of what is predicted.
fn line(s: u64, times: f64) -> String {
    let report = MemoryReport::of(&scenario(&format!("{LINK}&s={s}").replace("&s=8192", "")));
    let gib = |metric| report.peak.of(metric).as_gib();
    format!(
        "headroom v=1 alloc={:.3} res={:.3} tps=3121.5 s={s} b=1 torch=2.9.1 gpu=\"NVIDIA A100-SXM4-80GB\"",
        gib(Metric::Allocated) * times,
        gib(Metric::Reserved) * times,
    )
}

fn learnt(runs: &[Run]) -> Calibration {
    let observed: Vec<Observation> = runs.iter().filter_map(|run| run.check().ok()).collect();
    assert_eq!(observed.len(), runs.len());
    fit(&observed)
}

/// What the page has to show for the address in its bar.
fn expected(page: &Page) -> MemoryReport {
    let url = page.url();
    let link = decode(url.split_once('#').expect("a fragment").1);
    assert!(link.run_notices.is_empty(), "{:?}", link.run_notices);
    let scenario = link.draft.check().scenario.expect("a scenario");
    MemoryReport::calibrated(&scenario, &learnt(&link.runs))
}

fn open(page: &mut Page) {
    page.read("#calibrate", "e.open = true");
}

fn paste(page: &mut Page, text: &str) {
    open(page);
    page.js_with(
        "const t = document.querySelector('#printed-text'); t.value = arguments[0]; \
         t.dispatchEvent(new Event('input', { bubbles: true }))",
        &json!([text]),
    );
}

/// Presses what lies below the window, without waiting for the page to scroll there.
fn press(page: &mut Page, css: &str) {
    page.wait_visible(css);
    page.read(css, "e.click()");
}

fn add(page: &mut Page) {
    press(page, "#printed-outcome button");
}

/// The address once it holds so many runs.
fn wait_for_runs(page: &mut Page, runs: usize) {
    let has = |url: &str, number: usize| url.contains(&format!("run{number}."));
    page.wait_for(&format!("{runs} runs in the link"), |page| {
        let url = page.url();
        (runs == 0 || has(&url, runs)) && !has(&url, runs + 1)
    });
}

fn a_pasted_line_calibrates_the_page(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    assert!(!page.is_visible("#printed-text"), "folded at first");
    paste(page, &format!("step 20\n[rank0] {}\nbye", line(1024, 1.1)));
    page.wait_for("what was read", |page| {
        let text = page.text("#printed-outcome");
        text.contains("Sequence length 1024") && text.contains("torch “2.9.1”")
    });
    // Nothing changes before it is asked for.
    assert_shows(page, LINK);
    add(page);
    wait_for_runs(page, 1);
    let report = expected(page);
    assert!(report.peak.needed > MemoryReport::of(&scenario(LINK)).peak.needed);
    assert_report(page, "calibrated", &report);
    let mark = page.text(".verdict .mark");
    let plain = shown(MemoryReport::of(&scenario(LINK)).peak.needed.as_gib());
    assert!(
        mark.contains("Calibrated by 1 short run") && mark.contains(&plain),
        "{mark}"
    );
    // Predicted, measured, explained.
    let cells = page.texts("#calibrate tbody tr:first-child td.n");
    let calibration = learnt(&decode(page.url().split_once('#').expect("a fragment").1).runs);
    let residual = calibration.residuals[0];
    assert_eq!(cells[0], shown(residual.before.as_gib()));
    assert_eq!(cells[2], shown(residual.after.as_gib()));
    assert!(residual.after > residual.before);
    assert!(page.text(".moved").contains("κ_b"));
    // The text is where it was.
    assert!(page.value("#printed-text").contains("step 20"));
    assert_eq!(page.count("#printed-outcome button"), 0, "added twice");
    let headline = page.text("h1");
    page.reload();
    page.wait_for("the same figures", |page| {
        page.count("h1") > 0 && page.text("h1") == headline
    });
    assert!(
        page.is_visible("#run1-alloc"),
        "open where the link has runs"
    );
    assert_report(page, "reloaded", &report);
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| {
        page.text(".mark").contains("已按 1 次试跑校准")
    });
}

/// Searching a plan again and again takes long beside other tests.
const LONG: Duration = Duration::from_secs(60);

fn removing_a_run_gives_the_old_figures_back(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    // What comes later than the answer is part of it too, the plan last: nothing changes any more.
    page.wait_visible(".plan > div:not([aria-busy=true]) .card strong");
    let all = ".answer h1, .answer p:not([hidden]), .answer dd, .answer td";
    let at_rest = |page: &mut Page| {
        let mut texts = Vec::new();
        page.wait_up_to(LONG, "an answer that stays", |page| {
            thread::sleep(Duration::from_millis(500));
            let busy = page.count("[aria-busy=true]") > 0;
            let earlier = std::mem::replace(&mut texts, page.texts(all));
            !busy && earlier == texts
        });
        texts
    };
    let before = at_rest(page);
    paste(page, &line(1024, 1.1));
    add(page);
    page.wait_for("the mark", |page| page.count(".mark") == 1);
    // Aside for a moment, and back.
    press(page, ".mark button");
    page.wait_for("the plain figures", |page| {
        page.text(".mark").contains("left aside")
    });
    assert_shows(page, LINK);
    press(page, ".mark button");
    page.wait_for("the mark", |page| page.text(".mark").contains("Calibrated"));
    assert_report(page, "calibrated", &expected(page));
    page.js("[...document.querySelectorAll('.run button')].at(-1).click()");
    wait_for_runs(page, 0);
    assert_shows(page, LINK);
    assert_eq!(at_rest(page), before);
}

fn typed_figures_calibrate_too(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    open(page);
    page.js("[...document.querySelectorAll('.printed > button')].at(-1).click()");
    page.wait_visible("#run1-alloc");
    assert!(page.text(".run").contains("Enter at least one"));
    assert_eq!(page.count(".mark"), 0);
    page.fill("#run1-s", "1024");
    // Key by key, in the same box, in the digits of an input method.
    page.fill("#run1-alloc", "１8.");
    page.press("5");
    wait_for_runs(page, 1);
    page.wait_for("both", |page| page.url().contains("run1.alloc=18.5"));
    let report = expected(page);
    assert!(page.url().contains("run1.s=1024"), "{}", page.url());
    assert_report(page, "typed", &report);
    page.fill("#run1-alloc", "much");
    page.wait_for("the reason", |page| {
        page.text(".run").contains("“much” is not a number")
    });
    assert_eq!(
        page.attribute("#run1-alloc", "aria-invalid").as_deref(),
        Some("true")
    );
    assert_shows(page, LINK);
    assert_eq!(page.value("#run1-alloc"), "much");
    page.fill("#run1-alloc", "20");
    page.fill("#run1-res", "10");
    page.wait_for("the contradiction", |page| {
        page.text(".run").contains("smaller than")
    });
}

fn a_run_keeps_its_scenario_while_the_form_changes(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    paste(page, &line(1024, 1.1));
    add(page);
    wait_for_runs(page, 1);
    let run = |page: &Page| {
        let url = page.url();
        let link = decode(url.split_once('#').expect("a fragment").1);
        format!("{:?}", link.runs[0].check().expect("a run").scenario)
    };
    let before = run(page);
    page.fill("#f-b", "4");
    press(page, "label[for=f-method-qlora]");
    page.wait_for("the link", |page| {
        page.url().contains("method=qlora") && page.url().contains("&b=4")
    });
    assert_eq!(run(page), before);
    assert_report(page, "another scenario", &expected(page));
    page.wait_for("the difference", |page| {
        page.text(".run").contains("Micro-batch")
    });
    press(page, ".run button");
    page.wait_for("its settings", |page| page.value("#f-s") == "1024");
    assert_report(page, "its own scenario", &expected(page));
    page.wait_for("no difference", |page| {
        page.text(".run").contains("as in the form")
    });
}

fn how_far_it_goes_follows_the_calibration(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    paste(page, &line(1024, 1.12));
    add(page);
    wait_for_runs(page, 1);
    let url = page.url();
    let link = decode(url.split_once('#').expect("a fragment").1);
    let calibration = Arc::new(learnt(&link.runs));
    let mut search = Search::calibrated(link.draft, Goal::Sequence, Criterion::Fits, calibration);
    let Outcome::Found(found) = search
        .step(&mut Budget::default())
        .expect("an answer")
        .outcome
    else {
        panic!("nothing fits")
    };
    let length = estimator::num::grouped(estimator::num::float(found.value / 64 * 64), 0);
    page.wait_for(&format!("the search, {length}"), |page| {
        page.count(".reach:not([aria-busy=true]) li small") > 0
            && page.text(".reach").contains(&length)
    });
    // Left aside, it answers for the plain figures.
    press(page, ".mark button");
    page.wait_for("another answer", |page| {
        page.count(".reach:not([aria-busy=true]) li small") > 0
            && !page.text(".reach").contains(&length)
    });
}

fn bad_lines_say_where_and_stay(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    let text = "step\nheadroom v=1 alloc=lots res=2e9 s=long b=1\n";
    paste(page, text);
    page.wait_for("the reasons", |page| {
        let said = page.text("#printed-outcome");
        said.contains("Line 2, alloc. Allocated: “lots” is not a number.")
            && said.contains("Line 2, s. Sequence length: “long”")
            && said.contains("4,096")
    });
    assert_eq!(page.count("#printed-outcome button"), 0, "nothing measured");
    assert_eq!(page.value("#printed-text"), text);
    // A peak of nobody knows what run teaches nothing.
    paste(page, "headroom v=1 alloc=18.5 s=long b=1");
    page.wait_for("the reason", |page| {
        page.text("#printed-outcome").contains("Line 1, s.")
    });
    assert_eq!(page.count("#printed-outcome button"), 0, "of what run?");
    // What can be read is taken, and the text stays.
    let text = "headroom v=1 alloc=18.5 res=lots s=4096 b=1";
    paste(page, text);
    add(page);
    wait_for_runs(page, 1);
    assert_eq!(page.value("#printed-text"), text);
    paste(page, "loss 1.23, all well");
    page.wait_for("no line", |page| {
        page.text("#printed-outcome").contains("headroom v=1")
    });
    paste(
        page,
        "|  N/A  45C  P0  210W / 300W | 23456MiB / 81920MiB |  98% |",
    );
    page.wait_for("nvidia-smi", |page| {
        page.text("#printed-outcome")
            .contains("Driver-visible 22.906 GiB")
    });
    press(page, "button[lang=zh-CN]");
    paste(page, "headroom v=1 alloc=lots");
    page.wait_for("Chinese", |page| {
        page.text("#printed-outcome")
            .contains("第 1 行 alloc。已分配：“lots”不是数字。")
    });
}

fn bad_runs_in_a_link_are_named(page: &mut Page) {
    let link = format!("{LINK}&run1.alloc=18.5&run1.s=long&run2.res=many&run2.zz=1");
    page.open(&format!("#{link}"));
    let notice = page.text(".notice");
    assert!(notice.contains("3 of 8 settings"), "{notice}");
    assert!(notice.contains("Run 1: Sequence length"), "{notice}");
    assert!(
        notice.contains("Run 2: Reserved: “many” is not a number."),
        "{notice}"
    );
    assert_eq!(page.count(".run"), 2);
    assert_eq!(page.value("#run1-s"), "long");
    assert_eq!(page.value("#run2-res"), "many");
    // Neither can be used.
    assert_eq!(page.count(".mark"), 0);
    assert_shows(page, LINK);
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| {
        page.text(".notice")
            .contains("试跑 2：已保留：“many”不是数字。")
    });
}

fn back_undoes_what_was_added(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    paste(page, &line(1024, 1.1));
    add(page);
    wait_for_runs(page, 1);
    // A wrong text in a run comes back too.
    page.fill("#run1-res", "much");
    page.wait_for("the reason", |page| {
        page.text(".run").contains("not a number")
    });
    page.js("[...document.querySelectorAll('.run button')].at(-1).click()");
    wait_for_runs(page, 0);
    page.js("history.back()");
    page.wait_for("the run", |page| {
        page.count("#run1-res") == 1 && page.value("#run1-res") == "much"
    });
    page.js("history.back()");
    page.wait_for("what stood before", |page| page.count(".run") == 0);
    assert_shows(page, LINK);
    // Presets keep runs, a reset drops them.
    page.js("history.forward()");
    page.wait_for("the run", |page| page.count(".run") == 1);
    press(page, ".presets .chip");
    page.wait_for("another model", |page| page.count(".run") == 1);
    press(page, ".reset");
    page.wait_for("no run", |page| page.count(".run") == 0);
}

fn a_long_log_of_runs_is_read_at_its_start(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    open(page);
    let took = page.js_with(
        "const t = document.querySelector('#printed-text'); \
         t.value = arguments[0] + '\\n' + '<b>step</b> loss=1.23 \\u4e2d 100MiB / x\\n'.repeat(80000); \
         t.getBoundingClientRect(); \
         const start = performance.now(); \
         t.dispatchEvent(new Event('input', { bubbles: true })); \
         return performance.now() - start",
        &json!([line(1024, 1.0)]),
    );
    println!("a log of 3 MB is read in {took} ms");
    assert!(took.as_f64().is_some_and(|took| took < 200.0), "{took} ms");
    page.wait_for("the line", |page| {
        page.text("#printed-outcome")
            .contains("Sequence length 1024")
    });
    assert!(page.text("#printed-outcome").contains("only its first MiB"));
    // Ten lines: four runs at most.
    let lines: Vec<String> = (1..=10).map(|at| line(at * 256, 1.02)).collect();
    paste(page, &lines.join("\n"));
    page.wait_for("four", |page| {
        page.text("#printed-outcome button") == "Add 4 runs"
    });
    add(page);
    wait_for_runs(page, 4);
    assert_eq!(page.count(".run"), 4);
    assert!(page.text(".printed").contains("Four runs are the most"));
    assert_report(page, "four runs", &expected(page));
}

fn a_hostile_paste_is_only_text(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    for text in [
        "headroom v=1 alloc=<img/src=x/onerror=window.injected=1> gpu=\"<script>window.injected=1</script>\" torch=<svg/onload=window.injected=1>",
        "headroom v=<b>2</b> alloc=18.5 s=<img> gpu=\"\u{202e}<img src=x onerror=window.injected=1>\"",
        "headroom v=1 alloc=NaN res=inf drv=-1 tps=1e999 s=99999999999999999999999",
        "\u{1b}[31mheadroom v=1 alloc=18.5 {{constructor}}='\"><x>",
    ] {
        paste(page, text);
        page.wait_for("some answer", |page| {
            !page.text("#printed-outcome").is_empty()
        });
        if page.count("#printed-outcome button") > 0 {
            add(page);
            page.wait_for("a run", |page| page.count(".run") > 0);
        }
        assert_eq!(page.js("return typeof window.injected"), "undefined");
        assert_eq!(page.count("main script, main img, [onerror], [onload]"), 0);
        assert!(!page.text("h1").contains("NaN"), "{text}");
    }
}

fn what_is_not_explained_is_flagged(page: &mut Page) {
    page.open(&format!("#{LINK}&run1.alloc=60&run1.s=512"));
    page.wait_for("the flag", |page| {
        page.text(".run .error")
            .contains("than the fitted factors explain")
    });
    let text = page.text(".run .error");
    // Whoever reads the verdict must not have to find the fold.
    assert_eq!(page.text(".verdict .error"), text);
    let url = page.url();
    let runs = decode(url.split_once('#').expect("a fragment").1).runs;
    let gib = learnt(&runs).residuals[0]
        .unexplained_gib
        .expect("a residual");
    assert!(
        text.contains(&format!("{} GiB more", shown(gib))),
        "{gib}: {text}"
    );
    assert_report(page, "bounded", &expected(page));
}

fn the_script_is_short_and_can_be_copied(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    open(page);
    press(page, ".script summary");
    page.wait_visible("#profile-script");
    let shown = |page: &mut Page| {
        page.read("#profile-script", "return e.textContent")
            .as_str()
            .map(str::to_owned)
    };
    let scenario = scenario(LINK);
    let plain = snippet(&scenario, Style::PlainLoop, true);
    assert_eq!(shown(page), Some(plain.clone()));
    assert!(plain.lines().count() <= MAX_LINES);
    page.js("[...document.querySelectorAll('.script .chip')][3].click()");
    let published = snippet(&scenario, Style::PlainLoop, false);
    page.wait_for("published weights", |page| {
        shown(page).as_ref() == Some(&published)
    });
    page.js("[...document.querySelectorAll('.script .chip')][1].click()");
    let callback = snippet(&scenario, Style::TrainerCallback, false);
    page.wait_for("the callback", |page| {
        shown(page).as_ref() == Some(&callback)
    });
    assert_eq!(
        page.count(".script .chip"),
        2,
        "a callback has no weights of its own"
    );
    page.js("[...document.querySelectorAll('.script .ghost')].at(-1).click()");
    let selected = page.js("return getSelection().toString()");
    assert_eq!(selected.as_str().map(str::trim), Some(callback.trim()));
    assert!(page.text(".launch").contains("your own script"));
    page.js("[...document.querySelectorAll('.script .chip')][0].click()");
    page.wait_for("the command", |page| {
        page.text(".launch").contains("python headroom_run.py")
    });
    page.js("[...document.querySelectorAll('.script .chip')][1].click()");
    // It follows the form.
    page.fill("#f-s", "512");
    page.press(keys::TAB);
    page.wait_for("another length", |page| {
        shown(page).is_some_and(|text| text.contains("s=512"))
    });
}

fn axe_finds_nothing_serious_beside_the_runs(page: &mut Page) {
    let link = format!("{LINK}&run1.alloc=60&run1.s=512&run2.res=many&run2.b=2");
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            page.open(&format!("?lang={lang}&theme={theme}#{link}"));
            paste(page, "headroom v=1 alloc=lots drv=20 s=1024");
            press(page, ".script summary");
            page.wait_visible("#profile-script");
            page.assert_accessible();
        }
    }
    page.phone();
    page.open(&format!("#{link}"));
    paste(page, "headroom v=1 alloc=lots drv=20 s=1024");
    press(page, ".script summary");
    page.assert_fits();
}
