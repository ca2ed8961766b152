//! The page, its parts inside.
use crate::module::inlined;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};
use std::{fmt::Write as _, fs, path::Path};

/// What stands in place of a server.
const BOOT: &str = include_str!("boot.js");

/// A file of the built page.
struct Files<'a>(&'a Path);

impl Files<'_> {
    fn text(&self, name: &str) -> Result<String, String> {
        fs::read_to_string(self.0.join(name)).map_err(|e| format!("{name}: {e}"))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(name)).map_err(|e| format!("{name}: {e}"))
    }

    /// The names of files and folders.
    fn names(&self) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(self.0).map_err(|e| format!("{}: {e}", self.0.display()))?;
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        Ok(names)
    }
}

/// What stands between two texts, the first time.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str, String> {
    let rest = text.split_once(before).map(|(_, rest)| rest);
    let found = rest
        .and_then(|rest| rest.split_once(after))
        .map(|(found, _)| found);
    found.ok_or_else(|| format!("the page has no {before}…{after}"))
}

/// Replaces what must be there exactly once.
fn once(text: &str, from: &str, to: &str) -> Result<String, String> {
    if text.matches(from).count() == 1 {
        Ok(text.replacen(from, to, 1))
    } else {
        Err(format!(
            "{from} is there {} times",
            text.matches(from).count()
        ))
    }
}

/// The sum by which a policy knows a script or a style sheet.
fn sum(text: &str) -> String {
    format!(
        "'sha256-{}'",
        STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

/// Text as JSON that can stand in a script of the page.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '<' | '\u{0}'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            plain => out.push(plain),
        }
    }
    out + "\""
}

fn data(name: &str, kind: &str, content: &str) -> String {
    format!("<script type=\"{kind}\" data-file=\"{name}\">{content}</script>\n")
}

/// The whole page as one file.
///
/// # Errors
/// A file is missing, or the page is not built as this expects.
pub(crate) fn single(dist: &Path) -> Result<String, String> {
    let files = Files(dist);
    let mut page = files.text("index.html")?;
    let names = files.names()?;
    let package = names
        .iter()
        .find(|name| name.starts_with("js-"))
        .ok_or("the page has no package")?;
    // Style sheet and picture.
    let sheet = between(&page, "<link rel=\"stylesheet\" href=\"./", "\">")?.to_owned();
    let style = files.text(&sheet)?;
    page = once(
        &page,
        &format!("<link rel=\"stylesheet\" href=\"./{sheet}\">"),
        &format!("<style>{style}</style>"),
    )?;
    let icon = STANDARD.encode(files.bytes("icon.svg")?);
    page = once(
        &page,
        "href=\"./icon.svg\"",
        &format!("href=\"data:image/svg+xml;base64,{icon}\""),
    )?;
    // What runs before anything shows. There is nothing to ask early for.
    let tag = between(&page, "<script src=\"./first.js\"", "</script>")?.to_owned();
    let first = files.text("first.js")?;
    page = once(
        &page,
        &format!("<script src=\"./first.js\"{tag}</script>"),
        &format!("<script>{first}</script>"),
    )?;
    if let Ok(link) = between(&page, "<link rel=\"modulepreload\"", ">") {
        let link = format!("<link rel=\"modulepreload\"{link}>");
        page = once(&page, &link, "")?;
    }
    // The start script.
    let tag = between(
        &page,
        "<script type=\"module\" id=\"boot\" src=\"./boot.js\"",
        "></script>",
    )?
    .to_owned();
    let told = |name: &str| between(&tag, &format!("data-{name}=\"./"), "\"").map(str::to_owned);
    let boot = start(&files, package, &told("js")?)?;
    let stands = format!("<script type=\"module\" id=\"boot\" src=\"./boot.js\"{tag}></script>");
    page = once(
        &page,
        &stands,
        &format!("<script type=\"module\" id=\"boot\"{tag}>{boot}</script>"),
    )?;
    // Opened from disk a folder is no page.
    page = page
        .replace("href=\"./?", "href=\"?")
        .replace("href=\"./\"", "href=\"?\"");
    let policy = between(
        &page,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    )?
    .to_owned();
    let own = format!(
        "default-src 'none'; script-src {} {} 'wasm-unsafe-eval'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        sum(&first),
        sum(&boot),
        sum(&style)
    );
    page = once(&page, &policy, &own)?;
    let mut inside = data(
        "page.wasm",
        "text/plain",
        &STANDARD.encode(files.bytes(&told("wasm")?)?),
    );
    inside.push_str(&data(
        "tools.wasm",
        "text/plain",
        &STANDARD.encode(files.bytes(&format!("{package}/full/headroom_bg.wasm"))?),
    ));
    for name in names.iter().filter(|name| is_text(name)) {
        inside.push_str(&data(name, "application/json", &quoted(&files.text(name)?)));
    }
    for name in ["catalogue.txt", "words.en.txt", "words.zh.txt"] {
        inside.push_str(&data(
            name,
            "application/json",
            &quoted(&files.text(&format!("{package}/{name}"))?),
        ));
    }
    once(&page, "</body>", &format!("{inside}</body>"))
}

/// What the page fetches while it is open.
fn is_text(name: &str) -> bool {
    let ending = Path::new(name).extension().unwrap_or_default();
    ending == "tsv" || ending == "txt" || (name.starts_with("method-") && ending == "html")
}

/// The start script with the code inside, which it otherwise imports.
fn start(files: &Files<'_>, package: &str, code: &str) -> Result<String, String> {
    let own = once(BOOT, "CODE", &inlined(&files.text(code)?)?)?;
    let own = once(
        &own,
        "GLUE",
        &inlined(&files.text(&format!("{package}/full/headroom.js"))?)?,
    )?;
    let own = once(
        &own,
        "= API;",
        &format!(
            "= {};",
            inlined(&files.text(&format!("{package}/api.js"))?)?
        ),
    )?;
    let mut boot = files.text("boot.js")?;
    for (from, to) in [
        ("import(address(\"js\"))", "Promise.resolve(packed.code())"),
        ("import(address(\"tools\"))", "(tools ??= packed.tools())"),
        (
            "module_or_path: address(\"wasm\")",
            "module_or_path: packed.wasm()",
        ),
    ] {
        boot = once(&boot, from, to)?;
    }
    let script = [own, boot].concat();
    if script.contains("</script") {
        return Err("the code has a closing tag in it".to_owned());
    }
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        // FIPS 180-4, "abc".
        assert_eq!(
            sum("abc"),
            "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"
        );
    }

    #[test]
    fn text_cannot_close_its_script() {
        assert_eq!(
            quoted("a</script>\"\\\n"),
            "\"a\\u003c/script>\\\"\\\\\\n\""
        );
    }
}
