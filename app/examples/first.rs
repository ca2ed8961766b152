//! Prints what the page answers before anything is typed, as the HTML that shows while its code is on the way. Headroom's own
//! sentences of its own numbers, so that it cannot differ from what the code then shows.
use app::boot::View;
use app::i18n::{self, Lang, Text};
use estimator::cost::CostReport;
use estimator::host::DiskReport;
use estimator::memory::{MemoryReport, State};
use estimator::run::RunReport;
use estimator::scenario::Draft;
use estimator::units::SizeUnit;

fn main() {
    for lang in Lang::ALL {
        print!("{}", first(lang));
    }
}

/// The top of the page in one language; nothing where the default scenario is none.
fn first(lang: Lang) -> String {
    let Ok(scenario) = Draft::default().check().scenario else {
        return String::new();
    };
    let report = MemoryReport::of(&scenario);
    let words = i18n::verdict(lang, &report, &scenario, SizeUnit::Gib);
    let state = match report.verdict.state {
        State::Fits => "ok",
        State::Borderline => "warn",
        State::DoesNotFit => "bad",
    };
    // Chinese marks bring their own space.
    let gap = if lang == Lang::Zh { "" } else { " " };
    let [brand, tagline, jump] =
        [Text::Brand, Text::Tagline, Text::SkipToForm].map(|text| safe(i18n::text(lang, text)));
    let (nav, tools) = (nav(lang), tools(lang));
    let [strong, headline, detail] =
        [&words.state, &words.headline, &words.detail].map(|text| safe(text));
    let takes = safe(&takes(lang, &scenario, gap));
    let premises = safe(&i18n::premises(lang, &scenario));
    let html_lang = lang.html_lang();
    format!(
        "<div class=\"first\" lang=\"{html_lang}\">\
         <header class=\"top\"><div class=\"brand\">{brand}<small>{tagline}</small></div>{nav}{tools}</header>\
         <main class=\"page\"><div class=\"form\"></div><div class=\"out\"><span class=\"jump\">{jump}</span>\
         <div class=\"head\"><section class=\"verdict\">\
         <h1><em class=\"{state}\">{strong}</em>{gap}{headline}</h1>\
         <p class=\"takes\">{takes}</p><p>{detail}</p><p class=\"premise\">{premises}</p>\
         </section></div></div></main></div>\n"
    )
}

/// Links to the views. They work before the code is there.
fn nav(lang: Lang) -> String {
    let link = |(view, name): &(View, Text)| {
        let query = view.put("");
        let (question, current) = if query.is_empty() {
            ("", " aria-current=\"page\"")
        } else {
            ("?", "")
        };
        let name = safe(i18n::text(lang, *name));
        format!("<a href=\"./{question}{query}\"{current}>{name}</a>")
    };
    let links: String = i18n::VIEWS.iter().map(link).collect();
    format!("<nav class=\"nav\">{links}</nav>")
}

/// The buttons beside them, which wait for the code: as large as they will be, so that nothing moves.
fn tools(lang: Lang) -> String {
    let button = |class: &str, text: &str| {
        format!("<button class=\"{class}\" disabled>{}</button>", safe(text))
    };
    let [other, export, share] =
        [Text::OtherLanguage, Text::Export, Text::Share].map(|text| i18n::text(lang, text));
    [
        "<div class=\"tools\">".to_owned(),
        button("ghost", SizeUnit::Gib.symbol()),
        button("ghost", other),
        "<button class=\"ghost theme\" disabled><span class=\"sun\"></span></button>".to_owned(),
        button("ghost", export),
        button("primary", share),
        "</div>".to_owned(),
    ]
    .concat()
}

/// How long the run takes and what it costs.
fn takes(lang: Lang, scenario: &estimator::scenario::Scenario, gap: &str) -> String {
    let disk = DiskReport::of(scenario);
    let Ok(run) = RunReport::of(scenario, &disk) else {
        return String::new();
    };
    let [headline, _] = i18n::takes(lang, &run);
    let cost = CostReport::of_run(scenario, &run, disk.total);
    let rent = cost
        .rent
        .map(|rent| i18n::costs(lang, cost.currency, &rent.total));
    format!("{headline}{gap}{}", rent.unwrap_or_default())
}

fn safe(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
