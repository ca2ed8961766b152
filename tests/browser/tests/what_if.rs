//! Charts: they show what the estimator says, follow typing, can be pointed at, pressed and saved.
use crate::expected::draft;
use browser_tests::{Page, Test, tests};
use estimator::analysis::sweep::{Axis, curve, fleets, scaling};
use estimator::calibration::Calibration;

pub(crate) const TESTS: &[Test] = tests![
    the_length_that_fits_is_the_title_and_follows_typing,
    every_chart_is_drawn_with_its_table_in_both_languages,
    a_figure_is_read_by_pointing_and_used_by_pressing,
    a_row_of_the_table_is_used_by_keyboard,
    charts_are_saved_as_they_look,
    typing_waits_for_no_chart,
    axe_finds_nothing_serious_in_charts,
];

const LINK: &str = "m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=2&s=2048&b=2&ga=16";
const TABS: usize = 8;

fn charted(page: &mut Page) {
    page.wait_for("a chart", |page| {
        page.count("#what-if .plot:not([aria-busy=true]) svg") > 0
    });
}

/// Chooses a chart and waits for it.
fn choose(page: &mut Page, tab: usize) {
    let before = page.text("#what-if figcaption");
    page.js(&format!(
        "document.querySelectorAll('#what-if .chart-tab')[{tab}].click()"
    ));
    page.wait_for("another chart", |page| {
        tab == 0 || page.text("#what-if figcaption") != before
    });
}

fn the_length_that_fits_is_the_title_and_follows_typing(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    charted(page);
    let none = Calibration::default();
    let known = curve(&draft(LINK), Axis::Sequence, &none).expect("a curve");
    let title = |fits: Option<u64>| {
        estimator::num::grouped(estimator::num::float(fits.expect("it fits")), 0)
    };
    let shown = page.text("#what-if figcaption");
    assert!(shown.contains(&title(known.shown())), "{shown}");
    page.fill("#f-b", "4");
    let changed =
        curve(&draft(&LINK.replace("b=2", "b=4")), Axis::Sequence, &none).expect("a curve");
    assert_ne!(changed.fits, known.shown());
    page.wait_for("the other length", |page| {
        page.text("#what-if figcaption")
            .contains(&title(changed.shown()))
    });
    // What is wrong in the form leaves the last chart, greyed.
    page.fill("#f-b", "four");
    page.wait_for("a stale chart", |page| {
        page.count("#what-if .plot.stale svg") == 1
    });
}

fn every_chart_is_drawn_with_its_table_in_both_languages(page: &mut Page) {
    for query in ["", "?lang=zh"] {
        page.open(&format!("{query}#{LINK}"));
        charted(page);
        assert_eq!(page.count("#what-if .chart-tab"), TABS);
        page.js("document.querySelector('#what-if details').open = true");
        for tab in 0..TABS {
            if tab > 0 {
                // Both grids have one finding.
                page.js(&format!(
                    "document.querySelectorAll('#what-if .chart-tab')[{tab}].click()"
                ));
            }
            page.wait_for("its table", |page| {
                let pressed = page.attribute(
                    &format!("#what-if .chart-tab:nth-child({})", tab + 1),
                    "aria-pressed",
                );
                pressed.as_deref() == Some("true") && page.count("#what-if tbody tr") > 1
            });
            let markup = page
                .read("#what-if .plot", "return e.innerHTML")
                .to_string();
            assert!(
                !markup.contains("NaN") && !markup.contains("Infinity"),
                "{tab}"
            );
            let columns = page.count("#what-if thead th");
            let cells = page.count("#what-if tbody tr:first-child > *");
            assert_eq!(cells, columns + 1, "{tab}");
        }
    }
    let none = Calibration::default();
    let rows = page.count("#what-if tbody tr");
    assert!(rows > 2);
    choose(page, 4);
    page.wait_for("GPUs by length", |page| {
        page.count("#what-if tbody tr") == fleets(&draft(LINK), &none).len()
    });
    choose(page, 5);
    page.wait_for("time and cost", |page| {
        page.count("#what-if tbody tr") == scaling(&draft(LINK), &none).len()
            && page.count("#chart-cost svg") == 1
    });
}

/// Sends a pointer event to a share of the drawing's width.
fn at(page: &mut Page, event: &str, share: f64) {
    page.js(&format!(
        "const d = document.querySelector('#chart svg'); d.scrollIntoView({{block: 'center'}}); const r = d.getBoundingClientRect();
         d.dispatchEvent(new {}('{event}', {{bubbles: true, clientX: r.left + r.width * {share}, clientY: r.top + r.height / 2}}))",
        if event == "click" { "MouseEvent" } else { "PointerEvent" }
    ));
}

fn a_figure_is_read_by_pointing_and_used_by_pressing(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    charted(page);
    let hint = page.text("#what-if .read");
    at(page, "pointermove", 0.5);
    page.wait_for("a reading", |page| page.text("#what-if .read") != hint);
    let reading = page.text("#what-if .read");
    let tokens = reading
        .split(" · ")
        .next()
        .unwrap_or_default()
        .replace(',', "");
    assert!(
        reading.contains("GiB") && tokens.parse::<u64>().is_ok(),
        "{reading}"
    );
    at(page, "click", 0.5);
    page.wait_for("the length in the form", |page| {
        page.value("#f-s") == tokens
    });
    page.wait_for("the link", |page| {
        page.url().contains(&format!("s={tokens}"))
    });
    page.js("history.back()");
    page.wait_for("the length before", |page| page.value("#f-s") == "2048");
}

fn a_row_of_the_table_is_used_by_keyboard(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    charted(page);
    choose(page, 1);
    page.js("document.querySelector('#what-if details').open = true");
    page.wait_for("rows", |page| page.count("#what-if tbody button") > 3);
    page.js("const b = document.querySelectorAll('#what-if tbody tr')[3].querySelector('button'); b.focus(); b.click()");
    page.wait_for("the micro-batch in the form", |page| {
        page.value("#f-b") == "4"
    });
    // A lever has two ends, each with a button of its own.
    choose(page, 6);
    page.wait_for("levers", |page| {
        page.texts("#what-if tbody th")
            .iter()
            .any(|name| name == "Sequence length")
    });
    let buttons = page.read("#what-if tbody", "return [...e.rows].find(r => r.cells[0].innerText === 'Sequence length').querySelectorAll('button').length");
    assert_eq!(buttons.as_u64(), Some(2));
}

fn charts_are_saved_as_they_look(page: &mut Page) {
    page.open(&format!("?theme=light#{LINK}"));
    charted(page);
    page.js("window.saved = []; HTMLAnchorElement.prototype.click = function () { window.saved.push([this.download, this.href]) }");
    for (at, start) in [
        (0, "data:image/svg+xml"),
        (1, "data:image/png;base64,"),
        (2, "data:text/csv"),
    ] {
        page.js(&format!(
            "document.querySelectorAll('#what-if .files button')[{at}].click()"
        ));
        page.wait_for("a file", |page| {
            page.js("return window.saved.length").as_u64() == Some(at + 1)
        });
        let file = page.js(&format!("return window.saved[{at}]"));
        let address = file[1].as_str().unwrap_or_default().to_owned();
        assert!(address.starts_with(start), "{file}");
        assert!(
            file[0]
                .as_str()
                .is_some_and(|name| name.starts_with("headroom."))
        );
    }
    let svg = page.js("return decodeURIComponent(window.saved[0][1].split(/,(.*)/s)[1])");
    let svg = svg.as_str().unwrap_or_default();
    assert!(
        svg.contains("fill=\"rgb(39, 75, 143)\"") && svg.contains("<title>"),
        "{svg}"
    );
    let well_formed = page.js("return new DOMParser().parseFromString(decodeURIComponent(window.saved[0][1].split(/,(.*)/s)[1]), 'image/svg+xml').querySelectorAll('parsererror').length");
    assert_eq!(well_formed.as_u64(), Some(0));
    let rows = page.js("return decodeURIComponent(window.saved[2][1].split(/,(.*)/s)[1]).trim().split('\\r\\n').length");
    let points = curve(&draft(LINK), Axis::Sequence, &Calibration::default())
        .expect("a curve")
        .points
        .len();
    assert_eq!(rows.as_u64(), u64::try_from(points + 1).ok());
    let wide = page.js("const i = new Image(); i.src = window.saved[1][1]; return i.decode().then(() => i.naturalWidth)");
    assert!(wide.as_u64().is_some_and(|width| width >= 400), "{wide}");
}

/// Work between a key and the numbers, and between it and the chart, with layout: milliseconds.
const TIMED: &str = "
const field = document.querySelector('#f-s'), times = [[], []];
const layout = () => document.body.offsetHeight;
const run = async () => {
  for (let at = 0; at < 30; at++) {
    field.focus();
    const start = performance.now();
    field.value = String(2048 + 64 * at);
    field.dispatchEvent(new InputEvent('input', {bubbles: true}));
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    layout();
    times[0].push(performance.now() - start);
    await new Promise(done => setTimeout(done, 0));
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    layout();
    times[1].push(performance.now() - start);
    await new Promise(done => setTimeout(done, 30));
  }
  return times.map(list => list.sort((a, b) => a - b)).map(list => [list[15], list[28]]);
};
return run();";

fn typing_waits_for_no_chart(page: &mut Page) {
    page.open(&format!("#{LINK}"));
    charted(page);
    let times = page.js(TIMED);
    println!("key to numbers, key to chart, ms (median, p95): {times}");
    let median = |of: usize| times[of][0].as_f64().unwrap_or(f64::MAX);
    // Far above what an idle machine takes: other work may share this one.
    assert!(median(0) < 60.0 && median(1) < 150.0, "{times}");
}

fn axe_finds_nothing_serious_in_charts(page: &mut Page) {
    for link in [format!("?lang=zh#{LINK}"), format!("?theme=dark#{LINK}")] {
        page.open(&link);
        charted(page);
        page.js("document.querySelector('#what-if details').open = true");
        for tab in [0, 2, 5, 6] {
            page.js(&format!(
                "document.querySelectorAll('#what-if .chart-tab')[{tab}].click()"
            ));
            page.wait_for("the tab", |page| {
                page.attribute(
                    &format!("#what-if .chart-tab:nth-child({})", tab + 1),
                    "aria-pressed",
                )
                .as_deref()
                    == Some("true")
            });
            page.assert_accessible();
        }
        page.phone();
        page.assert_fits();
    }
}
