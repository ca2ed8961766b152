//! What a command is about: a link, settings, or a document that Headroom wrote.
use app::export::Refused;
use app::i18n::{self, Lang, export};
use estimator::codec::{Notice, RunNotice};
use estimator::export::{Link, import};
use std::io::Read as _;

/// How it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The language of messages and of what is printed.
    pub(crate) lang: Lang,
    /// Settings that cannot be read are left at their defaults instead of refused.
    pub(crate) lenient: bool,
    /// The page that links lead to.
    pub(crate) base: Option<String>,
}

/// Bytes that are read from the standard input: a comparison as JSON has some hundred thousand.
const MOST: u64 = 4_000_000;

/// Reads what was given: `-` is the standard input, JSON one of our documents, all else a link.
pub(crate) fn link(given: &str, taken: &Taken) -> Result<Link, String> {
    let mut text = given.to_owned();
    if given == "-" {
        text.clear();
        let read = std::io::stdin().take(MOST).read_to_string(&mut text);
        read.map_err(|error| format!("the standard input: {error}"))?;
    }
    let lang = taken.lang;
    let mut link = if text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
    {
        import(&text).map_err(|bad| export::bad_import(lang, &bad))?
    } else {
        Link::read(&text)
    };
    if let Some(base) = &taken.base {
        link.base.clone_from(base);
    }
    let found = &link.decoded;
    let said = found
        .notices
        .iter()
        .map(|notice| (notice.unread() > 0, notice_words(lang, notice)));
    let runs = found
        .run_notices
        .iter()
        .map(|notice| (true, run_words(lang, notice)));
    let mut unread = Vec::new();
    for (lost, words) in said.chain(runs) {
        if lost && !taken.lenient {
            unread.push(words);
        } else {
            eprintln!("headroom: {words}");
        }
    }
    if unread.is_empty() {
        return Ok(if found.unread() > 0 {
            link.lenient()
        } else {
            link
        });
    }
    unread.insert(
        0,
        i18n::link_partly_read(lang, found.unread(), found.settings.max(found.unread())),
    );
    Err(unread.join("\n  "))
}

fn notice_words(lang: Lang, notice: &Notice) -> String {
    i18n::notice_text(lang, notice)
}

fn run_words(lang: Lang, notice: &RunNotice) -> String {
    i18n::calibration::run_notice(lang, notice)
}

/// Why nothing can be made of a link, each reason with its input and its key.
pub(crate) fn refused(lang: Lang, refused: &Refused) -> String {
    match refused {
        Refused::Scenario(number, issues) => {
            let mut lines = vec![i18n::issues_count(lang, issues.len())];
            for issue in issues {
                let number = if *number > 1 {
                    format!("{number}.")
                } else {
                    String::new()
                };
                let (key, name) = (issue.param.key(), i18n::param_label(lang, issue.param));
                lines.push(format!(
                    "{number}{key} ({name}): {}",
                    i18n::issue_text(lang, issue)
                ));
            }
            lines.join("\n  ")
        }
        Refused::Jobs(bad) => i18n::bad_job(lang, bad),
        Refused::Nothing => i18n::text(lang, i18n::Text::ChartEmpty).to_owned(),
    }
}
