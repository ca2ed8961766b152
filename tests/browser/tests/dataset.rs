//! A data set is measured in the page: its lengths are the estimator's, they fill the form, and no file freezes the page.
use browser_tests::{Page, Test, tests};
use estimator::data::lengths::{Ratios, Summary, measure};
use estimator::num::{float, grouped};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    pasted_rows_fill_the_form,
    a_file_is_read_where_it_lies,
    what_cannot_be_read_is_located,
    a_large_file_leaves_the_page_free,
    what_was_pasted_stays,
    axe_finds_nothing_serious_beside_a_data_set,
];

const ROWS: &str = "{\"messages\":[{\"role\":\"user\",\"content\":\"How long does delivery to the islands take?\"},{\"role\":\"assistant\",\"content\":\"Three to five days.\"}]}\n{\"messages\":[{\"role\":\"user\",\"content\":\"我的订单什么时候发货？请帮我查一下物流信息。\"},{\"role\":\"assistant\",\"content\":\"您好，已于今天上午发出。\"}]}\n";

/// Presses what may still be moving or out of sight.
fn press(page: &mut Page, css: &str) {
    page.read(css, "e.click()");
}

fn unfold(page: &mut Page) {
    page.js("document.querySelector('.dataset').open = true");
}

/// Puts a file in, as the browser does after a choice or a drop.
fn give(page: &mut Page, text: &str, times: u32, drop: bool) {
    let script = "
        const [text, times, drop] = arguments;
        const box = new DataTransfer();
        box.items.add(new File(Array(times).fill(text), 'rows.jsonl'));
        const input = document.getElementById('rows-file');
        if (drop) {
            document.querySelector('.dataset').dispatchEvent(new DragEvent('drop', { dataTransfer: box, bubbles: true, cancelable: true }));
        } else {
            input.files = box.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
        }";
    page.js_with(script, &json!([text, times, drop]));
}

/// The figures that the page shows for a data set.
fn figures(summary: &Summary) -> [String; 4] {
    let whole = |value: f64| grouped(value, 0);
    [
        whole(float(summary.samples)),
        whole(summary.mean()),
        whole(summary.percentile(0.95)),
        whole(summary.longest),
    ]
}

fn measured(page: &mut Page, summary: &Summary) {
    let figures = figures(summary);
    page.wait_for("the figures", |page| {
        page.texts(".measured .peaks dd") == figures
    });
}

fn pasted_rows_fill_the_form(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    unfold(page);
    page.fill("#rows-text", ROWS);
    let summary = measure(ROWS, Ratios::default());
    assert!(summary.samples == 2 && summary.longest > summary.mean());
    measured(page, &summary);
    assert!(page.text(".measured").contains("1.25 Chinese characters"));
    press(page, ".measured .ghost");
    page.wait_for("the form filled", |page| page.value("#f-rows") == "2");
    assert_eq!(page.value("#f-len"), grouped(summary.mean(), 0));
    let link = page.url();
    let typed = format!("lenx={}", grouped(summary.longest, 0));
    assert!(link.contains(&typed), "{typed}: {link}");
    page.wait_for("no more to fill", |page| {
        page.count(".measured .ghost") == 0
    });
    page.js("history.back()");
    page.wait_for("what stood before", |page| page.value("#f-rows") == "10000");
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text(".measured").contains("个汉字"));
}

fn a_file_is_read_where_it_lies(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    page.cdp("Network.enable", &json!({}));
    unfold(page);
    for (times, drop) in [(3, false), (5, true)] {
        give(page, ROWS, times, drop);
        let text = ROWS.repeat(usize::try_from(times).expect("a few"));
        measured(page, &measure(&text, Ratios::default()));
        assert!(page.text(".measured").contains("rows.jsonl"));
    }
    let csv = "id,num_tokens\n1,100\n2,300\n";
    give(page, csv, 1, false);
    measured(page, &measure(csv, Ratios::default()));
    assert!(
        page.text(".measured")
            .contains("as the data set gives them")
    );
}

fn what_cannot_be_read_is_located(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    unfold(page);
    give(
        page,
        "{\"text\":\"one\"}\n{\"text\": oops}\n{\"a\":1}\n",
        1,
        false,
    );
    page.wait_for("the reasons", |page| page.count(".measured .error") == 2);
    let reasons = page.texts(".measured .error");
    assert!(
        reasons[0].starts_with("Line 2:") && reasons[1].starts_with("Line 3:"),
        "{reasons:?}"
    );
    press(page, "button[lang=zh-CN]");
    page.wait_for("Chinese", |page| {
        page.text(".measured .error").starts_with("第 2 行")
    });
    press(page, "button[lang=en]");
    give(page, "id,colour\n1,red\n", 1, false);
    page.wait_for("no column", |page| {
        page.text(".measured .error").contains("header")
    });
    assert_eq!(page.count(".measured .ghost"), 0);
}

fn a_large_file_leaves_the_page_free(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    unfold(page);
    let script = "
        window.turns = [];
        const later = window.setTimeout;
        window.setTimeout = (act, delay, ...more) => later(() => {
            const start = performance.now();
            act(...more);
            window.turns.push(performance.now() - start);
        }, delay);";
    page.js(script);
    // 36 MB of rows that take some parsing.
    let text = ROWS.repeat(300);
    let times = u32::try_from(36_000_000 / text.len()).expect("a few hundred");
    give(page, &text, times, false);
    page.wait_visible(".progress progress");
    // The form answers meanwhile.
    page.fill("#f-s", "4096");
    page.wait_for("an answer while reading", |page| {
        page.url().contains("s=4096")
    });
    press(page, ".progress .link");
    page.wait_for("what was read so far", |page| {
        page.text(".measured").contains("read so far")
    });
    give(page, &text, times, true);
    let rows = grouped(f64::from(times) * 600.0, 0);
    page.wait_up_to(std::time::Duration::from_secs(60), "all rows", |page| {
        page.count(".measured dd") > 0 && page.text(".measured dd") == rows
    });
    let turns = page.js("return window.turns.sort((a, b) => a - b)");
    let turns: Vec<f64> = turns
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect();
    let usual = turns[turns.len() * 19 / 20 - 1];
    println!(
        "{} turns, 95% within {usual:.1} ms, longest {:.1?}",
        turns.len(),
        turns.last()
    );
    // One in twenty may be the machine's own hiccup.
    assert!(usual <= 10.0, "{usual}");
}

fn what_was_pasted_stays(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    unfold(page);
    page.fill("#rows-text", "{\"text\":\"half");
    page.wait_for("a reason", |page| page.count(".measured .error") == 1);
    page.select("#f-stack", "deepspeed");
    press(page, ".nav [href*=\"view=accuracy\"]");
    page.wait_for("the other view", |page| page.count("#rows-text") == 0);
    press(page, ".nav a:first-of-type");
    page.wait_for("what was pasted", |page| {
        page.count("#rows-text") == 1 && page.value("#rows-text").contains("half")
    });
    assert!(page.is_visible(".measured .error"));
}

fn axe_finds_nothing_serious_beside_a_data_set(page: &mut Page) {
    for query in ["?theme=light", "?theme=dark&lang=zh"] {
        page.open(query);
        unfold(page);
        let text = format!("{ROWS}oops\n");
        give(page, &text, 40, false);
        page.wait_visible(".measured table");
        page.assert_accessible();
        page.phone();
        page.assert_fits();
    }
}
