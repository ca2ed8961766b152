//! The words of the page as the build sees them: every `t!("English", "中文")` in `src/i18n`, a line in one text file a language.
//! Shared by the build script, which numbers them, and by the tool that writes the files beside the page.
use std::{fmt::Write, fs, path::Path};

#[path = "src/i18n/hash.rs"]
mod hash;

/// The words of both languages.
pub(crate) struct Words {
    pairs: Vec<[String; 2]>,
}

impl Words {
    /// Reads them from the folder of sources.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut files: Vec<_> = fs::read_dir(folder)
            .expect("the folder of words")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file() && !path.ends_with("tests.rs"))
            .collect();
        files.sort();
        let mut pairs: Vec<[String; 2]> = Vec::new();
        for path in files {
            let source = fs::read_to_string(&path).expect("a source file");
            for pair in pairs_in(&source) {
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        Self { pairs }
    }

    /// The file of a language: 0 English, 1 Chinese.
    pub(crate) fn file(&self, lang: usize) -> String {
        let lines: Vec<&str> = self.pairs.iter().map(|pair| &*pair[lang]).collect();
        assert!(
            lines.iter().all(|line| !line.contains('\n')),
            "a text is one line"
        );
        lines.join("\n")
    }

    /// What tells these words from those of another build: part of the files' names.
    pub(crate) fn edition(&self) -> String {
        format!("{:016x}", hash::of(&self.file(0), &self.file(1)))
    }

    /// Hashes and numbers in the order of hashes, and the edition, as Rust.
    pub(crate) fn table(&self) -> String {
        let mut by_hash: Vec<(u64, usize)> = self
            .pairs
            .iter()
            .enumerate()
            .map(|(number, [en, zh])| (hash::of(en, zh), number))
            .collect();
        by_hash.sort_unstable();
        assert!(
            by_hash.windows(2).all(|two| two[0].0 != two[1].0),
            "two pairs with one hash"
        );
        let mut text = format!(
            "#[expect(clippy::unreadable_literal, reason = \"generated\")]\nconst NUMBERS: [(u64, u16); {}] = [",
            by_hash.len()
        );
        for (hash, number) in by_hash {
            write!(text, "({hash:#x}, {number}),").expect("memory");
        }
        text + &format!("];\nconst EDITION: &str = \"{}\";", self.edition())
    }
}

/// The pairs of literals after `t!(`, and those of a table `Name = "English", "中文";`.
fn pairs_in(source: &str) -> Vec<[String; 2]> {
    let mut pairs = Vec::new();
    for start in ["t!(", "= "] {
        for (at, _) in source.match_indices(start) {
            let line = source[..at].rsplit('\n').next().unwrap_or_default();
            if !line.contains("//") {
                pairs.extend(pair(&source[at + start.len()..]).map(|pair| (at, pair)));
            }
        }
    }
    pairs.sort_by_key(|(at, _)| *at);
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Two literals with a comma between them, at the beginning of a text.
fn pair(source: &str) -> Option<[String; 2]> {
    let (first, rest) = literal(source)?;
    let (second, _) = literal(rest.trim_start().strip_prefix(',')?)?;
    Some([first, second])
}

/// A string literal at the beginning of a text, and what follows it.
fn literal(source: &str) -> Option<(String, &str)> {
    let mut rest = source.trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some((text, rest.as_str())),
            '\\' => match rest.next()? {
                // The line goes on after its indentation.
                '\n' => rest = rest.as_str().trim_start().chars(),
                plain @ ('"' | '\\') => text.push(plain),
                other => panic!("\\{other} in the words: write the character itself"),
            },
            other => text.push(other),
        }
    }
}
