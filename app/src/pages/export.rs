//! The export menu: what stands on the page as text, table, figure and file, and files back. What makes them is fetched when the
//! first one is asked for.
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::platform::files::Picked;
use crate::platform::{clipboard, export, files, page, tools};
use crate::state::{Session, session};
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// What is done with a text that was made.
#[derive(Clone, Copy)]
enum Then {
    Copy,
    /// Saved under this ending, as this kind.
    Save(&'static str, &'static str),
    Paint,
}

/// A button: its words, the format, what is done with it.
type Make = (Text, &'static str, &'static str, Then);

const MARKDOWN: &str = "text/markdown";

/// What is made of the estimate.
const ESTIMATE: [Make; 7] = [
    (Text::CopySentence, "", "sentence", Then::Copy),
    (Text::CopyMarkdown, "", "md", Then::Copy),
    (Text::SaveAs, " Markdown", "md", Then::Save("md", MARKDOWN)),
    (Text::SaveAs, " CSV", "csv", Then::Save("csv", "text/csv")),
    (
        Text::SaveAs,
        " JSON",
        "json",
        Then::Save("json", "application/json"),
    ),
    (
        Text::SaveAs,
        " SVG",
        "svg",
        Then::Save("svg", "image/svg+xml"),
    ),
    (Text::SaveAs, " PNG", "svg", Then::Paint),
];

/// What is made of everything else: the ending of the format after its own name.
const TABLES: [Make; 4] = [
    (Text::CopyMarkdown, "", "md", Then::Copy),
    (Text::SaveAs, " Markdown", "md", Then::Save("md", MARKDOWN)),
    (Text::SaveAs, " CSV", "csv", Then::Save("csv", "text/csv")),
    (
        Text::SaveAs,
        " JSON",
        "json",
        Then::Save("json", "application/json"),
    ),
];

/// The button that opens the menu.
pub(super) fn opener(open: RwSignal<bool>) -> El {
    el("button")
        .attr("type", "button")
        .class("ghost")
        .attr("id", "export-open")
        .either("aria-expanded", move || open.get())
        .press(move || open.update(|open| *open = !*open))
        .says(t(Text::Export))
}

/// The menu.
pub(super) fn menu() -> El {
    let session = session();
    let said = RwSignal::new(String::new());
    let wrong = move || {
        let reasons = session.reasons();
        (!reasons.is_empty()).then(|| {
            el("p")
                .class("error")
                .text(i18n::issues_count(session.lang(), reasons.len()))
        })
    };
    let several = move || session.beside.with(|beside| !beside.is_empty());
    let any_jobs = move || session.jobs.with(|jobs| !jobs.is_empty());
    let print = button(Text::Print, "").press(page::print);
    el("section")
        .class("export")
        .attr("id", "export")
        .live("aria-label", move || Some(t(Text::Export)()))
        .child(el("p").class("note").says(t(Text::ExportHint)))
        .part(wrong)
        .child(row(Text::ExportThis, &ESTIMATE, "", said, || true).child(print))
        .child(row(Text::ExportComparison, &TABLES, "+", said, several))
        .child(row(Text::ExportPlan, &TABLES, "plan-", said, || true))
        .child(row(Text::ExportJobs, &TABLES, "jobs-", said, any_jobs))
        .child(opening(said))
        .child(
            el("p")
                .class("note")
                .attr("role", "status")
                .attr("id", "export-said")
                .says(move || said.get()),
        )
}

fn button(words: Text, more: &'static str) -> El {
    el("button")
        .attr("type", "button")
        .class("link")
        .says(move || [t(words)(), more].concat())
}

/// What can be made of one thing. `of`: what its formats begin with; `+`: everything that the link holds.
fn row(
    name: Text,
    makes: &'static [Make],
    of: &'static str,
    said: RwSignal<String>,
    there: impl Fn() -> bool + Send + 'static,
) -> El {
    let buttons = makes.iter().map(|(words, more, format, then)| {
        button(*words, more)
            .attr("data-make", [of, format].concat())
            .press(move || make(of, format, *then, said))
    });
    el("div")
        .attr("role", "group")
        .live("aria-label", move || Some(t(name)()))
        .present("hidden", move || !there())
        .child(el("b").says(t(name)))
        .children(buttons)
}

/// The link that something is made of.
fn link(session: Session, of: &str) -> String {
    untrack(move || match of {
        "+" => session.link(),
        _ => session.link_alone(of == "jobs-"),
    })
}

fn make(of: &'static str, format: &'static str, then: Then, said: RwSignal<String>) {
    let session = session();
    let (lang, unit) = untrack(move || (session.lang(), session.unit()));
    if untrack(move || !session.reasons().is_empty()) {
        return;
    }
    let words = move |text| said.set(i18n::text(lang, text).to_owned());
    words(Text::ExportMaking);
    let unit = if unit == SizeUnit::Gb { "gb" } else { "gib" };
    let scheme = if matches!(then, Then::Paint) {
        LIGHT.0
    } else {
        "auto"
    };
    let format = [of.trim_start_matches('+'), format].concat();
    let given = [
        "render",
        lang.key(),
        &link(session, of),
        &format,
        unit,
        scheme,
    ];
    tools::ask(&given, move |made| match (made, then) {
        (Err(why), _) if why.is_empty() => words(Text::ExportFailed),
        (Err(why), _) => said.set(why),
        (Ok(text), Then::Copy) => clipboard::copy(text.trim_end(), move |done| {
            words(if done {
                Text::ExportCopied
            } else {
                Text::ExportNotCopied
            });
        }),
        (Ok(text), Then::Save(ending, kind)) => {
            export::save(&file(of, ending), kind, &text);
            words(Text::ExportMade);
        }
        (Ok(text), Then::Paint) => {
            export::save_painted(&text, LIGHT.1.to_owned(), file(of, "png"));
            words(Text::ExportMade);
        }
    });
}

/// Pictures stand on paper: the light colours and their ground.
const LIGHT: (&str, &str) = ("light", "#fff");

fn file(of: &str, ending: &str) -> String {
    let part = match of {
        "+" => "-comparison",
        "plan-" => "-plan",
        "jobs-" => "-jobs",
        _ => "",
    };
    ["headroom", part, ".", ending].concat()
}

/// Our own JSON back: pasted, dropped or chosen.
fn opening(said: RwSignal<String>) -> El {
    let session = session();
    let over = RwSignal::new(false);
    let read = move |text: String| {
        let lang = untrack(move || session.lang());
        tools::ask(&["read", lang.key(), &text], move |found| match found {
            Ok(fragment) => {
                session.open_document(&fragment);
                said.set(i18n::text(lang, Text::DocumentOpened).to_owned());
            }
            Err(why) if why.is_empty() => said.set(i18n::text(lang, Text::ExportFailed).to_owned()),
            Err(why) => said.set(why),
        });
    };
    let take = move |file: Option<Picked>| {
        if let Some(file) = file {
            file.read(0.0, file.size(), move |bytes| {
                let bytes = bytes.unwrap_or_default();
                read(String::from_utf8_lossy(&bytes).into_owned());
            });
        }
    };
    let area = el("textarea")
        .attr("id", "document-text")
        .class("in wide")
        .attr("rows", "3")
        .attr("spellcheck", "false")
        .on("input", move |ev| {
            let text = event_target_value(&ev);
            if !text.trim().is_empty() {
                read(text);
            }
        });
    let input = el("input")
        .attr("type", "file")
        .attr("id", "document-file")
        .class("file")
        .attr("accept", ".json")
        .on("change", move |ev| take(files::chosen(&ev)));
    el("details")
        .class("paste")
        .when("over", move || over.get())
        .on("dragover", move |ev| {
            ev.prevent_default();
            over.set(true);
        })
        .on("dragleave", move |_| over.set(false))
        .on("drop", move |ev| {
            ev.prevent_default();
            over.set(false);
            take(files::dropped(&ev));
        })
        .child(el("summary").says(t(Text::OpenDocument)))
        .child(
            el("label")
                .class("note")
                .attr("for", "document-text")
                .says(t(Text::OpenDocumentHint)),
        )
        .child(area)
        .child(input)
        .child(
            el("label")
                .class("ghost")
                .attr("for", "document-file")
                .says(t(Text::ChooseFile)),
        )
}
