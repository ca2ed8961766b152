//! The chapters of `docs/embed`: their snippets are parts of the sites, their commands are run.
use std::{
    fs,
    process::{Command, Stdio},
};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::Workshop;
use crate::exec::{Result, root};

/// A fenced block of a chapter.
#[derive(Debug)]
struct Snippet {
    /// The file that it is part of; none for commands and other text.
    file: Option<String>,
    language: String,
    text: String,
}

/// Names and texts of the chapters.
fn chapters() -> Result<Vec<(String, String)>> {
    let folder = root().join("docs/embed");
    let entries =
        fs::read_dir(&folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        Some((name, fs::read_to_string(entry.path()).ok()?))
    };
    Ok(entries.flatten().filter_map(read).collect())
}

/// The blocks of a chapter, each with the file that the comment right before it names.
fn snippets(chapter: &str) -> Vec<Snippet> {
    let (mut found, mut file, mut open): (Vec<Snippet>, Option<String>, bool) =
        (Vec::new(), None, false);
    for event in Parser::new(chapter) {
        match event {
            Event::Html(text) => {
                let named = text.trim().strip_prefix("<!-- from ");
                file = named.and_then(|rest| Some(rest.strip_suffix(" -->")?.to_owned()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                let (language, text) = (language.into_string(), String::new());
                found.push(Snippet {
                    file: file.take(),
                    language,
                    text,
                });
                open = true;
            }
            Event::Text(text) if open => {
                if let Some(last) = found.last_mut() {
                    last.text.push_str(&text);
                }
            }
            Event::End(_) => open = false,
            Event::Start(_) => file = None,
            _ => {}
        }
    }
    found
}

/// Runs every command `headroom …` of the chapters; what a reader copies must work.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    for (name, chapter) in chapters()? {
        let shell = snippets(&chapter)
            .into_iter()
            .filter(|snippet| snippet.file.is_none() && snippet.language == "sh");
        for line in
            shell.flat_map(|snippet| snippet.text.lines().map(str::to_owned).collect::<Vec<_>>())
        {
            // What it prints is not kept.
            let line = line.split(" > ").next().unwrap_or_default();
            let mut command: Command = workshop.program("sh")?;
            let output = command.args(["-c", line]).stdin(Stdio::null()).output();
            let output = output.map_err(|e| format!("cannot start sh: {e}"))?;
            if !output.status.success() {
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said);
                return Err(format!(
                    "docs/embed/{name}: `{line}` failed ({})\n{said}",
                    output.status
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_snippet_is_part_of_a_site_that_is_tested() {
        let (mut bad, mut held) = (Vec::new(), 0);
        for (name, chapter) in chapters().unwrap() {
            for Snippet {
                file,
                language,
                text,
            } in snippets(&chapter)
            {
                match file {
                    Some(file) => {
                        let source = fs::read_to_string(root().join(&file));
                        held += 1;
                        // Whole lines, as they stand there.
                        if !source.is_ok_and(|source| {
                            ("\n".to_owned() + &source).contains(&("\n".to_owned() + &text))
                        }) {
                            bad.push(format!("{name}: not in {file}:\n{text}"));
                        }
                    }
                    None if matches!(&*language, "sh" | "text") => {}
                    None => bad.push(format!("{name}: from no file:\n{text}")),
                }
            }
        }
        assert!(bad.is_empty(), "{}", bad.join("\n"));
        assert!(held >= 20, "{held}");
    }

    #[test]
    fn a_snippet_knows_its_file() {
        let chapter = "text\n\n<!-- from a/b.md -->\n````markdown\n```headroom\nm=7b\n```\n````\n\n```sh\nheadroom x\n```\n";
        let found = snippets(chapter);
        assert_eq!(found[0].file.as_deref(), Some("a/b.md"));
        assert_eq!(found[0].text, "```headroom\nm=7b\n```\n");
        assert_eq!(
            (found[1].file.as_deref(), &*found[1].language),
            (None, "sh")
        );
    }
}
