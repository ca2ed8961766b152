//! Documentation sites with Headroom in them, as `cargo xtask docs-sites` built them, each at an origin of its own.
use crate::expected::{report, scenario, shown, state};
use browser_tests::{Page, Test, docs, tests};
use estimator::{host::DiskReport, num::grouped, run::RunReport};
use serde_json::{Value, json};
use xtask::server::Server;

pub(crate) const TESTS: &[Test] = tests![
    a_book_of_mdbook_has_the_estimators_numbers,
    a_site_of_mkdocs_has_the_estimators_numbers,
    a_site_of_sphinx_has_the_estimators_numbers,
    a_site_of_docusaurus_has_the_estimators_numbers,
    docusaurus_goes_to_another_page_without_loading_it,
];

/// A site under test.
struct Docs {
    /// Its folder.
    name: &'static str,
    /// The tutorial in English and in Chinese.
    pages: [&'static str; 2],
    /// Presses the site's own switch until it is dark.
    darken: &'static str,
}

const MDBOOK: Docs = Docs {
    name: "mdbook",
    pages: ["one-card.html", "one-card-zh.html"],
    darken: "document.getElementById('mdbook-theme-navy').click()",
};
const MKDOCS: Docs = Docs {
    name: "mkdocs",
    pages: ["", "zh/"],
    darken: "document.querySelector('[data-md-component=palette] label:not([hidden])').click()",
};
const SPHINX: Docs = Docs {
    name: "sphinx",
    pages: ["", "zh.html"],
    darken: "const press = document.querySelector('.theme-toggle');
             for (let i = 0; i < 3 && document.body.dataset.theme !== 'dark'; i++) press.click()",
};
const DOCUSAURUS: Docs = Docs {
    name: "docusaurus",
    pages: ["", "zh/"],
    darken: "const press = document.querySelector('[class*=colorMode] button');
             const drawn = () => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)));
             return (async () => {
                 for (let i = 0; i < 3 && document.documentElement.dataset.theme !== 'dark'; i++) {
                     press.click();
                     await drawn();
                 }
             })()",
};

fn a_book_of_mdbook_has_the_estimators_numbers(page: &mut Page) {
    holds(page, &MDBOOK);
}

fn a_site_of_mkdocs_has_the_estimators_numbers(page: &mut Page) {
    holds(page, &MKDOCS);
}

fn a_site_of_sphinx_has_the_estimators_numbers(page: &mut Page) {
    holds(page, &SPHINX);
}

fn a_site_of_docusaurus_has_the_estimators_numbers(page: &mut Page) {
    holds(page, &DOCUSAURUS);
}

fn holds(page: &mut Page, site: &Docs) {
    let server = docs::serve(&page.base_url(), site.name);
    let [english, chinese] = site.pages.map(|path| server.url() + path);
    page.viewport(1100, 500);
    page.visit(&english);
    nothing_is_loaded_unseen(page, &server);
    let frames = frames(page);
    assert!(frames.len() >= 4, "{}: {frames:?}", site.name);
    for frame in &frames {
        assert_answers(page, frame);
    }
    follows(page, site, &frames);
    page.visit(&chinese);
    let frames = self::frames(page);
    let [only] = &frames[..] else {
        panic!("{frames:?}")
    };
    assert_answers(page, only);
    assert_quiet(page, &server);
    for path in [&english, &chinese] {
        stands_without_script(page, path);
    }
    assert_quiet(page, &server);
}

/// Frames that the script makes are not there before they come into view.
fn nothing_is_loaded_unseen(page: &mut Page, server: &Server) {
    page.wait_for("the page", |page| {
        page.js("return document.readyState") == "complete"
    });
    let (own, headroom) = (server.url(), page.base_url());
    let requests = page.requests();
    assert!(
        requests.contains(&format!("{headroom}embed.js")),
        "{requests:#?}"
    );
    let made = requests.iter().filter(|url| url.contains("&host="));
    assert_eq!(made.count(), 0, "{requests:#?}");
    assert!(
        requests
            .iter()
            .all(|url| url.starts_with(&own) || url.starts_with(&headroom))
    );
    page.paper();
    assert!(
        page.is_visible("headroom-plan table"),
        "paper has the table"
    );
    page.media(&[]);
    let below = "return [...document.querySelectorAll('headroom-plan, a[data-headroom]')]
        .every(e => e.getBoundingClientRect().top > innerHeight)";
    assert_eq!(
        page.js(below),
        true,
        "a widget stands in the first view: the check above holds nothing"
    );
}

/// A frame of the page.
#[derive(Debug)]
struct Frame {
    place: usize,
    /// The query, with what the author asked for.
    query: String,
    scenario: String,
}

/// Scrolls to every widget, waits for its frame, and lists the frames.
fn frames(page: &mut Page) -> Vec<Frame> {
    let widgets = "headroom-plan, a[data-headroom]";
    for number in 0..page.count(widgets) {
        let seen = json!([widgets, number]);
        page.js_with("document.querySelectorAll(arguments[0])[arguments[1]].scrollIntoView({ block: 'center' })", &seen);
        page.wait_for("the widget's frame", |page| {
            let made = "const e = document.querySelectorAll(arguments[0])[arguments[1]];
                return !!(e.href ? e.nextElementSibling : e.querySelector('iframe'))?.src";
            page.js_with(made, &seen) == true
        });
    }
    let list = "return [...document.querySelectorAll('iframe')].map(f => {
        const url = new URL(f.src); return [url.search, url.hash.slice(1)] })";
    let list = page.js(list);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = list.as_array().into_iter().flatten().enumerate();
    rows.map(|(place, row)| Frame {
        place,
        query: text(&row[0]),
        scenario: text(&row[1]),
    })
    .collect()
}

/// Goes into a frame and compares what it says with the estimator.
fn assert_answers(page: &mut Page, frame: &Frame) {
    page.leave_frame();
    // What is far below is loaded when it comes into view.
    page.js_with(
        "document.querySelectorAll('iframe')[arguments[0]].scrollIntoView()",
        &json!([frame.place]),
    );
    page.enter_frame(frame.place);
    let (report, chinese) = (report(&frame.scenario), frame.query.contains("lang=zh"));
    let peak = format!(" {} GiB", shown(report.peak.needed.as_gib()));
    let usable = format!(" {} GiB", shown(report.verdict.usable.as_gib()));
    // The sentence in English has the unit once, behind the second number.
    let said = if chinese {
        peak
    } else {
        format!(" {} of{usable}", shown(report.peak.needed.as_gib()))
    };
    page.wait_for(&format!("{said} in {frame:?}"), |page| {
        let text = page.texts("h1").concat();
        text.contains(&said) && (chinese || text.starts_with(state(&report)))
    });
    if frame.query.contains("view=time") {
        let rate = pace(&frame.scenario);
        page.wait_for(&rate, |page| page.texts("#time").concat().contains(&rate));
    }
    if chinese {
        assert_eq!(page.js("return document.documentElement.lang"), "zh-CN");
    }
    let locked = if frame.query.contains("lock=m_g") {
        2
    } else {
        0
    };
    assert_eq!(page.count(".locked"), locked, "{frame:?}");
    assert_eq!(page.count("#f-m"), usize::from(locked == 0), "{frame:?}");
    assert_eq!(page.violations(), [""; 0], "{frame:?}");
    page.leave_frame();
}

/// Tokens a second on one GPU as the page writes them.
fn pace(link: &str) -> String {
    let scenario = scenario(link);
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect(link);
    grouped(run.time.pace.tokens_per_gpu, 0)
}

/// The site's own switch turns its frames dark; one whose author chose is dark before.
fn follows(page: &mut Page, site: &Docs, frames: &[Frame]) {
    let chosen: Vec<bool> = frames
        .iter()
        .map(|frame| frame.query.contains("theme=dark"))
        .collect();
    assert!(chosen.contains(&true) && chosen.contains(&false));
    assert_eq!(dark(page, frames), chosen, "{}", site.name);
    page.js(site.darken);
    page.wait_for("dark frames", |page| {
        dark(page, frames).iter().all(|dark| *dark)
    });
}

/// Which frames write in light letters.
fn dark(page: &mut Page, frames: &[Frame]) -> Vec<bool> {
    let light =
        "const [red] = getComputedStyle(document.querySelector('h1')).color.match(/[0-9.]+/);
        return red > 128";
    let mut found = Vec::new();
    for frame in frames {
        page.enter_frame(frame.place);
        found.push(page.js(light) == true);
    }
    page.leave_frame();
    found
}

/// Nothing went wrong unseen, and nobody else was asked for anything.
fn assert_quiet(page: &mut Page, server: &Server) {
    page.leave_frame();
    let (own, headroom) = (server.url(), page.base_url());
    let requests = page.requests();
    let foreign = requests
        .iter()
        .filter(|url| !url.starts_with(&own) && !url.starts_with(&headroom));
    assert_eq!(foreign.collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(page.violations(), [""; 0]);
    assert_eq!(page.console_errors(), [""; 0]);
}

/// A frame that cannot know what its address asks for states no number.
fn no_frame_guesses(page: &mut Page) {
    // Those of the site itself have no address of ours.
    let ours = page
        .js("return [...document.querySelectorAll('iframe')].map(f => f.src.includes('embed=1'))");
    let ours = ours.as_array().cloned().unwrap_or_default();
    for place in (0..ours.len()).filter(|place| ours[*place] == true) {
        page.enter_frame(place);
        page.wait_for("words for readers without script", |page| {
            page.texts("body").concat().contains("JavaScript")
        });
        assert!(!page.texts("body").concat().contains("GiB"));
    }
    page.leave_frame();
}

/// Readers without JavaScript get the same numbers as a table, and a figure.
fn stands_without_script(page: &mut Page, url: &str) {
    page.cdp(
        "Emulation.setScriptExecutionDisabled",
        &json!({ "value": true }),
    );
    page.visit(url);
    let plans = "return [...document.querySelectorAll('headroom-plan')].filter(e => e.children.length)
        .map(e => [e.getAttribute('scenario'), e.querySelector('p').innerText, e.querySelector('figcaption a')?.href || '',
            !!e.querySelector('svg')?.checkVisibility(), [...e.querySelectorAll('td')].map(td => td.innerText)])";
    let plans = page.js(plans);
    let plans = plans.as_array().expect("widgets");
    assert!(!plans.is_empty(), "{url}: nothing stands for a widget");
    for plan in plans {
        let [scenario, headline, link] = [0, 1, 2].map(|at| plan[at].as_str().unwrap_or_default());
        let needed = report(scenario).peak.needed.as_gib();
        assert!(headline.contains(&shown(needed)), "{url}: {headline}");
        let cells = plan[4].as_array().expect("a table");
        for number in [format!("{needed:.2}"), pace(scenario)] {
            assert!(
                cells.contains(&json!(number)),
                "{url}: no {number} in {cells:?}"
            );
        }
        assert_eq!(plan[3], true, "{url}: no figure");
        assert!(
            link.starts_with(&page.base_url()) && link.contains("cat="),
            "{link}"
        );
    }
    no_frame_guesses(page);
    page.cdp(
        "Emulation.setScriptExecutionDisabled",
        &json!({ "value": false }),
    );
}

fn docusaurus_goes_to_another_page_without_loading_it(page: &mut Page) {
    let server = docs::serve(&page.base_url(), DOCUSAURUS.name);
    page.visit(&server.url());
    page.js("window.kept = true");
    page.wait_for("the other page", |page| {
        page.js("document.querySelector('a[href=\"/zh\"], a[href=\"/zh/\"]')?.click(); return location.pathname.startsWith('/zh')") == true
    });
    let frames = frames(page);
    let [only] = &frames[..] else {
        panic!("{frames:?}")
    };
    assert_answers(page, only);
    assert_eq!(page.js("return window.kept"), true);
    assert_quiet(page, &server);
}
