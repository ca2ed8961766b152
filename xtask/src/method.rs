//! METHOD.md, the same file, as markup that the page fetches: one file a language, each with its contents list.
//!
//! The markup is written here, from the events of a Markdown parser, and knows a dozen elements. Raw HTML in the text is refused,
//! but for the comments between which `cargo xtask validate` writes; so is any link that leads nowhere from the page.
mod figures;

use std::fmt::Write as _;
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::exec::{Result, root};

/// A language of the method: its key in file names, its file, and what its contents list is called.
pub struct Edition {
    /// Key of the language.
    pub lang: &'static str,
    /// The text, from the root of the project.
    pub file: &'static str,
    contents: &'static str,
}

/// The English text and the Chinese one.
pub const EDITIONS: [Edition; 2] = [
    Edition {
        lang: "en",
        file: "METHOD.md",
        contents: "Contents",
    },
    Edition {
        lang: "zh",
        file: "docs/METHOD.zh.md",
        contents: "目录",
    },
];

impl Edition {
    /// The text.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn text(&self) -> Result<String> {
        fs::read_to_string(root().join(self.file)).map_err(|e| format!("{}: {e}", self.file))
    }
}

/// Writes both beside the page, with a hash of what they hold in their names, and their name where the start script finds it.
///
/// # Errors
/// A text cannot be read or holds what the page does not show, or a file cannot be written.
pub fn write(folder: &Path) -> Result<()> {
    let english = EDITIONS[0].text()?;
    let ids = ids(&english)?;
    let mut hasher = DefaultHasher::new();
    let mut all = Vec::new();
    for edition in &EDITIONS {
        let mut text = edition.text()?;
        if edition.lang == "zh" {
            text = figures::filled(&text, &english)
                .ok_or_else(|| format!("{} has lost its comments for figures", edition.file))?;
        }
        let markup = markup(&text, &ids, edition.contents)
            .map_err(|error| format!("{}: {error}", edition.file))?;
        markup.hash(&mut hasher);
        all.push((edition.lang, markup));
    }
    let name = format!("method-{:016x}", hasher.finish());
    let put = || {
        for (lang, markup) in &all {
            fs::write(folder.join(format!("{name}.{lang}.html")), markup)?;
        }
        let page = folder.join("index.html");
        let named = fs::read_to_string(&page)?.replace("method-EDITION", &name);
        fs::write(page, named)
    };
    put().map_err(|e: std::io::Error| format!("cannot write {name}: {e}"))
}

/// Names of the headings below the first one, made of the English words, so that a place keeps its name in every language.
///
/// # Errors
/// The text holds what the page does not show.
pub fn ids(english: &str) -> Result<Vec<String>> {
    Ok(headings(english)?
        .iter()
        .map(|(_, title)| id(title))
        .collect())
}

fn id(title: &str) -> String {
    let mut out = String::from("m-");
    for symbol in title.chars() {
        if symbol.is_ascii_alphanumeric() {
            out.push(symbol.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// Level and words of each heading below the first one.
///
/// # Errors
/// The text holds what the page does not show.
pub fn headings(text: &str) -> Result<Vec<(HeadingLevel, String)>> {
    let mut found = Vec::new();
    let mut open = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => open = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) => found.extend(open.take()),
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, title)) = &mut open {
                    title.push_str(&words);
                }
            }
            _ => {}
        }
    }
    match found.split_first() {
        Some(((HeadingLevel::H1, _), rest)) if rest.iter().all(|(l, _)| *l != HeadingLevel::H1) => {
            Ok(rest.to_vec())
        }
        _ => Err("one title, and it comes first".to_owned()),
    }
}

fn events(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The text as markup, with its contents list after what stands before the first heading.
///
/// # Errors
/// It holds raw HTML or anything else that the page does not show, or has other headings than there are names.
pub fn markup(text: &str, ids: &[String], contents: &str) -> Result<String> {
    let headings = headings(text)?;
    if headings.len() != ids.len() {
        return Err(format!(
            "{} headings for {} names",
            headings.len(),
            ids.len()
        ));
    }
    let mut writer = Writer {
        out: String::new(),
        ids,
        contents: list(&headings, ids, contents),
        met: 0,
        table: Vec::new(),
        column: 0,
        head: false,
    };
    for event in events(text) {
        writer.event(event)?;
    }
    Ok(writer.out)
}

fn list(headings: &[(HeadingLevel, String)], ids: &[String], name: &str) -> String {
    let mut out = format!(
        "<nav class=\"contents\" aria-labelledby=\"m-contents\"><h2 id=\"m-contents\">{name}</h2><ul>"
    );
    for ((level, title), id) in headings.iter().zip(ids) {
        let class = if *level == HeadingLevel::H2 {
            ""
        } else {
            " class=\"sub\""
        };
        let _ = write!(
            out,
            "<li{class}><a href=\"#{id}\">{}</a></li>",
            escaped(title)
        );
    }
    out + "</ul></nav>"
}

/// What has been written so far, and where in the text it stands.
struct Writer<'a> {
    out: String,
    ids: &'a [String],
    contents: String,
    met: usize,
    table: Vec<Alignment>,
    column: usize,
    head: bool,
}

impl Writer<'_> {
    fn event(&mut self, event: Event<'_>) -> Result<()> {
        match event {
            Event::Start(tag) => self.start(&tag)?,
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.out.push_str(&escaped(&text)),
            Event::Code(text) => {
                let _ = write!(self.out, "<code>{}</code>", escaped(&text));
            }
            Event::SoftBreak => {
                // Chinese has no spaces between words, and a line that ends is not one.
                if self.out.ends_with(|last: char| last.is_ascii()) {
                    self.out.push('\n');
                }
            }
            Event::Html(html) if comment(&html) => {}
            other => return Err(format!("the page does not show {other:?}")),
        }
        Ok(())
    }

    fn start(&mut self, tag: &Tag<'_>) -> Result<()> {
        let text = match tag {
            Tag::Paragraph => "<p>",
            Tag::List(None) => "<ul>",
            Tag::Item => "<li>",
            Tag::Emphasis => "<em>",
            Tag::Strong => "<strong>",
            Tag::HtmlBlock => "",
            Tag::CodeBlock(_) => "<pre class=\"scroll\" tabindex=\"0\"><code>",
            Tag::Heading {
                level: HeadingLevel::H1,
                ..
            } => "<h1>",
            Tag::Heading { level, .. } => return self.heading(*level),
            Tag::Link { dest_url, .. } if dest_url.starts_with("https://") => {
                let _ = write!(
                    self.out,
                    "<a href=\"{}\" target=\"_blank\" rel=\"noopener\">",
                    escaped(dest_url)
                );
                return Ok(());
            }
            Tag::Table(alignments) => {
                self.table.clone_from(alignments);
                // A box that scrolls has to be reachable by keys.
                "<div class=\"scroll\" tabindex=\"0\"><table>"
            }
            Tag::TableHead => {
                (self.head, self.column) = (true, 0);
                "<thead><tr>"
            }
            Tag::TableRow => {
                self.column = 0;
                "<tr>"
            }
            Tag::TableCell => {
                let right = self.table.get(self.column) == Some(&Alignment::Right);
                self.column += 1;
                match (self.head, right) {
                    (true, true) => "<th scope=\"col\" class=\"n\">",
                    (true, false) => "<th scope=\"col\">",
                    (false, true) => "<td class=\"n\">",
                    (false, false) => "<td>",
                }
            }
            other => return Err(format!("the page does not show {other:?}")),
        };
        self.out.push_str(text);
        Ok(())
    }

    fn heading(&mut self, level: HeadingLevel) -> Result<()> {
        if !matches!(level, HeadingLevel::H2 | HeadingLevel::H3) {
            return Err(format!("a heading of level {level}"));
        }
        if self.met == 0 {
            self.out.push_str(&self.contents);
        }
        let id = self.ids.get(self.met).ok_or("more headings than names")?;
        self.met += 1;
        let _ = write!(self.out, "<{level} id=\"{id}\" tabindex=\"-1\">");
        Ok(())
    }

    fn end(&mut self, tag: TagEnd) {
        let text = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::List(_) => "</ul>\n",
            TagEnd::Item => "</li>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::Link => "</a>",
            TagEnd::Heading(level) => {
                let _ = writeln!(self.out, "</{level}>");
                return;
            }
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.head = false;
                "</tr></thead><tbody>"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.head => "</th>",
            TagEnd::TableCell => "</td>",
            _ => "",
        };
        self.out.push_str(text);
    }
}

/// Whether a piece of raw HTML is a comment and nothing else.
fn comment(html: &str) -> bool {
    let inside = html
        .trim()
        .strip_prefix("<!--")
        .and_then(|rest| rest.strip_suffix("-->"));
    inside.is_some_and(|inside| !inside.contains("-->"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
