//! The commands.
use crate::args::Args;
use crate::check::{self, Limits};
use crate::input::{self, Taken};
use crate::mdbook;
use crate::{End, Outcome};
use app::charts::Scheme;
use app::export::{Format, render};
use app::i18n::Lang;
use estimator::codec::{Decoded, encode_beside};
use estimator::export::{
    ESTIMATE_SCHEMA, Link, VERSION, gpus, models, notices, object, schema, settings,
};
use estimator::units::SizeUnit;

const HELP: &str = "\
headroom COMMAND [LINK] [OPTIONS]

  estimate LINK   what a run needs   --format json | csv | md | html | svg | sentence | embed
  check LINK      exit code by whether it fits
                  --max-gib X     hold it against X GiB a GPU instead of the card
                  --says X        fail unless the peak, rounded as X is, is X (--unit gib | gb)
                  --borderline-ok a limit inside the 90% interval passes
  plan LINK       which hardware and layout   --format json | csv | md
  jobs LINK       the link's table of jobs    --format json | csv | md
  embed LINK      table, figure and link as HTML for readers without JavaScript
  mdbook          preprocessor of mdBook: fenced blocks `headroom` become widgets
  decode LINK     its settings as JSON, and what could not be read
  schema          the inputs: keys, bounds, defaults, choices   --json-schema: of the documents
  models | gpus   the catalogue as JSON

LINK is a whole address, a fragment, a query, settings (m=qwen2.5-7b&s=4096), JSON that Headroom
wrote, or - for the standard input. A comparison works too.

  --lang en | zh              language of words and messages
  --unit gib | gb             unit of sizes in words
  --theme auto | light | dark colours of figures
  --base URL                  the page that links lead to
  --lenient                   settings that cannot be read stay at their defaults
  --version  --help

Exit codes: 0 done, or it fits; 1 it does not fit, or --says differs; 2 the link or the command
cannot be read; 3 borderline: the limit lies inside the 90% interval.
";

/// Runs what the command line asks for.
pub(crate) fn run(args: &mut Args) -> Outcome {
    if args.flag("--version") || args.flag("-V") {
        return Ok(good(["headroom ", VERSION, "\n"].concat()));
    }
    if args.flag("--help") {
        return Ok(good(HELP.to_owned()));
    }
    let command = args.word().unwrap_or_else(|| "help".to_owned());
    match command.as_str() {
        "estimate" | "embed" | "plan" | "jobs" => made(args, &command),
        "check" => checked(args),
        "decode" => decoded(args),
        "schema" if args.flag("--json-schema") => listed(args, || ESTIMATE_SCHEMA.to_owned()),
        "schema" => listed(args, || schema().text()),
        "models" => listed(args, || models().text()),
        "gpus" => listed(args, || gpus().text()),
        "mdbook" => mdbook::run(args),
        "help" | "-h" => Ok(good(HELP.to_owned())),
        other => Err(format!("there is no command {other}; see headroom --help")),
    }
}

const fn good(text: String) -> (String, End) {
    (text, End::Good)
}

fn done(args: &mut Args) -> Result<(), String> {
    std::mem::replace(args, Args::new(std::iter::empty())).done()
}

fn listed(args: &mut Args, text: impl Fn() -> String) -> Outcome {
    done(args)?;
    Ok(good(text()))
}

fn taken(args: &mut Args) -> Result<Taken, String> {
    Ok(Taken {
        lang: args
            .choice("--lang", &["en", "zh"], Lang::from_key)?
            .unwrap_or_default(),
        lenient: args.flag("--lenient"),
        base: args.value("--base")?,
    })
}

fn unit(args: &mut Args) -> Result<SizeUnit, String> {
    let read = |text: &str| match text {
        "gib" => Some(SizeUnit::Gib),
        "gb" => Some(SizeUnit::Gb),
        _ => None,
    };
    Ok(args
        .choice("--unit", &["gib", "gb"], read)?
        .unwrap_or_default())
}

fn scheme(args: &mut Args) -> Result<Scheme, String> {
    let known = ["auto", "light", "dark"];
    Ok(args
        .choice("--theme", &known, Scheme::from_key)?
        .unwrap_or_default())
}

/// The link, once every option was taken.
fn link(args: &mut Args, taken: &Taken) -> Result<Link, String> {
    let given = args.word().ok_or("a LINK is needed; see headroom --help")?;
    done(args)?;
    input::link(&given, taken)
}

/// The format of a command: its own kind of document.
fn format(args: &mut Args, command: &str) -> Result<Format, String> {
    if command == "embed" {
        return Ok(Format::Embed);
    }
    let own: &[&str] = match command {
        "estimate" => &["json", "csv", "md", "html", "svg", "sentence", "embed"],
        _ => &["json", "csv", "md"],
    };
    let read = |key: &str| {
        let whole = if command == "estimate" {
            key.to_owned()
        } else {
            format!("{command}-{key}")
        };
        Format::from_key(&whole).filter(|_| own.contains(&key))
    };
    let given = args.choice("--format", own, read)?;
    Ok(given.or_else(|| read("md")).unwrap_or(Format::Markdown))
}

fn made(args: &mut Args, command: &str) -> Outcome {
    let (taken, unit, scheme) = (taken(args)?, unit(args)?, scheme(args)?);
    let format = format(args, command)?;
    let link = link(args, &taken)?;
    let text = render(&link, format, taken.lang, unit, scheme);
    text.map(|text| (text, End::Good))
        .map_err(|why| input::refused(taken.lang, &why))
}

fn checked(args: &mut Args) -> Outcome {
    let (taken, unit) = (taken(args)?, unit(args)?);
    let limits = Limits {
        max_gib: args.number("--max-gib")?,
        says: args
            .value("--says")?
            .map(|text| check::stated(&text))
            .transpose()?,
        unit,
        borderline: args.flag("--borderline-ok"),
    };
    let link = link(args, &taken)?;
    check::check(taken.lang, &link, limits)
}

fn decoded(args: &mut Args) -> Outcome {
    let mut taken = taken(args)?;
    // What could not be read is part of the answer.
    taken.lenient = true;
    let link = link(args, &taken)?;
    let found: &Decoded = &link.decoded;
    let text = encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text;
    Ok(good(
        object([
            ("link", ["#", &text].concat().into()),
            ("settings", settings(&text)),
            ("notices", notices(found)),
        ])
        .text(),
    ))
}
