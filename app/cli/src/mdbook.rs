//! The preprocessor of mdBook: each fenced block `headroom` becomes a widget, with the table inside that shows without it.
use crate::args::Args;
use crate::input::{self, Taken};
use crate::{End, Outcome};
use app::charts::Scheme;
use app::export::{Format, render};
use app::i18n::Lang;
use estimator::units::SizeUnit;
use serde_json::Value;

/// What a block may say, one `name: value` a line; each becomes an attribute.
const NAMES: [&str; 7] = [
    "scenario", "view", "lock", "controls", "theme", "lang", "title",
];

/// Answers mdBook: whether a renderer is served, or, without arguments, the book from the standard input with its widgets made.
pub(crate) fn run(args: &mut Args) -> Outcome {
    if args.word().as_deref() == Some("supports") {
        let html = args.word().as_deref() == Some("html");
        return Ok((String::new(), if html { End::Good } else { End::Bad }));
    }
    let given = serde_json::from_reader::<_, [Value; 2]>(std::io::stdin());
    let [context, mut book] = given.map_err(|error| format!("no book of mdBook: {error}"))?;
    let base = context["config"]["preprocessor"]["headroom"]["base"].as_str();
    chapters(&mut book, base)?;
    Ok((book.to_string(), End::Good))
}

/// Goes through whatever holds chapters; versions of mdBook name it differently.
fn chapters(part: &mut Value, base: Option<&str>) -> Result<(), String> {
    match part {
        Value::Array(parts) => parts.iter_mut().try_for_each(|part| chapters(part, base)),
        Value::Object(fields) => {
            let name = fields.get("name").map(Value::to_string).unwrap_or_default();
            if let Some(Value::String(text)) = fields.get_mut("content") {
                *text = chapter(text, base).map_err(|why| format!("chapter {name}: {why}"))?;
            }
            fields
                .values_mut()
                .try_for_each(|part| chapters(part, base))
        }
        _ => Ok(()),
    }
}

/// A chapter with its blocks replaced; blocks inside other blocks are examples and stay.
fn chapter(text: &str, base: Option<&str>) -> Result<String, String> {
    let (mut out, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        let fence = fence(line);
        let ours = fence == "```" && line.trim_end() == "```headroom";
        if !ours {
            out.extend([line, "\n"]);
        }
        if fence.is_empty() {
            continue;
        }
        let mut inside = Vec::new();
        for line in lines.by_ref() {
            if line.starts_with(fence) && line.trim_end().trim_start_matches(&fence[..1]).is_empty()
            {
                if ours {
                    out.push_str(&widget(&inside, base)?);
                } else {
                    out.extend([line, "\n"]);
                }
                break;
            }
            if ours {
                inside.push(line);
            } else {
                out.extend([line, "\n"]);
            }
        }
    }
    Ok(out)
}

/// The marks that open a block; empty where none opens.
fn fence(line: &str) -> &str {
    let mark = if line.starts_with('~') { '~' } else { '`' };
    let length = line.len() - line.trim_start_matches(mark).len();
    if length < 3 { "" } else { &line[..length] }
}

fn widget(lines: &[&str], base: Option<&str>) -> Result<String, String> {
    let mut said = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let pair = line
            .split_once(':')
            .map(|(name, value)| (name.trim(), value.trim()));
        let known = pair.filter(|(name, _)| NAMES.contains(name));
        said.push(known.ok_or_else(|| format!("`{line}` is none of {}", NAMES.join(", ")))?);
    }
    let value = |wanted| {
        said.iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, value)| *value)
    };
    let scenario = value("scenario").ok_or("a block headroom needs a line `scenario: …`")?;
    let lang = value("lang").and_then(Lang::from_key).unwrap_or_default();
    let base = base.map(str::to_owned);
    let link = input::link(
        scenario,
        &Taken {
            lang,
            lenient: false,
            base,
        },
    )?;
    let inside = render(
        &link,
        Format::Embed,
        lang,
        SizeUnit::default(),
        Scheme::Auto,
    )
    .map_err(|why| input::refused(lang, &why))?;
    let mut out = "<headroom-plan".to_owned();
    for (name, value) in said {
        out.extend([
            " ",
            name,
            "=\"",
            &value.replace('&', "&amp;").replace('"', "&quot;"),
            "\"",
        ]);
    }
    out.push_str(">\n");
    // Markup ends at an empty line.
    for line in inside.lines().filter(|line| !line.trim().is_empty()) {
        out.extend([line, "\n"]);
    }
    out.push_str("</headroom-plan>\n\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const BLOCK: &str =
        "```headroom\nscenario: m=qwen2.5-7b&g=l20\nlock: m_g\ntitle: a \"b\"\n```\n";

    #[test]
    fn a_block_becomes_an_element_with_its_table() {
        let made = chapter(&format!("# A\n\n{BLOCK}\nrest\n"), Some("https://h.test/")).unwrap();
        let (open, inside) = made.split_once(">\n").unwrap();
        let names = "scenario=\"m=qwen2.5-7b&amp;g=l20\" lock=\"m_g\" title=\"a &quot;b&quot;\"";
        assert_eq!(open, format!("# A\n\n<headroom-plan {names}"));
        let (inside, rest) = inside.split_once("</headroom-plan>").unwrap();
        assert!(
            inside.contains("<table>")
                && inside.contains("<svg")
                && inside.contains("https://h.test/")
        );
        assert!(
            !inside.contains("\n\n"),
            "Markdown would end the markup there"
        );
        assert_eq!(rest, "\n\n\nrest\n");
    }

    #[test]
    fn examples_and_other_blocks_stay() {
        for text in [
            format!("````markdown\n{BLOCK}````\n"),
            "~~~\n```headroom\n~~~\n".to_owned(),
            "```rust\nx\n```\n".to_owned(),
        ] {
            assert_eq!(chapter(&text, None), Ok(text));
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let bad = |body: &str| chapter(&format!("```headroom\n{body}\n```\n"), None).unwrap_err();
        assert!(bad("scenario: m=lama-9b").contains("lama-9b"));
        assert!(bad("scenario: m=qwen2.5-7b\nloock: m").contains("loock"));
        assert!(bad("view: memory").contains("scenario"));
        let mut book = json!({ "items": [{ "Chapter": { "name": "One", "content": "```headroom\n```", "sub_items": [] } }] });
        assert!(chapters(&mut book, None).unwrap_err().contains("One"));
    }

    #[test]
    fn chapters_inside_chapters_are_found() {
        let inner = json!({ "Chapter": { "name": "2", "content": BLOCK, "sub_items": [] } });
        let mut book = json!({ "sections": [{ "Chapter": { "name": "1", "content": "", "sub_items": [inner] } }, "Separator"] });
        chapters(&mut book, None).unwrap();
        assert!(book.to_string().contains("<headroom-plan"));
    }
}
