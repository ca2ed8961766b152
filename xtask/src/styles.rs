//! One stylesheet for the page: the files of `app/src/styles` in the order in which `index.html` names them, without what only
//! their readers need.
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
};

/// How trunk writes a link to a stylesheet, up to the name of the file.
const LINK: &str = "<link rel=\"stylesheet\" href=\"./";

/// Puts the stylesheets of a page that was built into one file, with a hash of what it holds in its name.
///
/// # Errors
/// A file cannot be read or written.
pub fn join(folder: &Path) -> io::Result<()> {
    let page = folder.join("index.html");
    let mut text = fs::read_to_string(&page)?;
    let links = links(&text);
    // Nothing to do where it was done before.
    let Some((first, _)) = links.first().filter(|_| links.len() > 1).cloned() else {
        return Ok(());
    };
    let mut all = String::new();
    for (tag, name) in &links {
        all.push_str(&fs::read_to_string(folder.join(name))?);
        fs::remove_file(folder.join(name))?;
        if *tag != first {
            text = text.replace(tag, "");
        }
    }
    let all = squeezed(&all);
    let mut hasher = DefaultHasher::new();
    all.hash(&mut hasher);
    let name = format!("style-{:016x}.css", hasher.finish());
    fs::write(folder.join(&name), all)?;
    fs::write(page, text.replace(&first, &format!("{LINK}{name}\">")))
}

/// The links to stylesheets: the whole tag, and the file.
fn links(page: &str) -> Vec<(String, String)> {
    page.match_indices(LINK)
        .filter_map(|(at, _)| {
            let tag = &page[at..=at + page[at..].find('>')?];
            let name = tag[LINK.len()..].split('"').next()?;
            Some((tag.to_owned(), name.to_owned()))
        })
        .collect()
}

/// Without comments, and without spaces that mean nothing. What stands in quotation marks stays.
fn squeezed(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(symbol) = rest.chars().next() {
        let length = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if symbol == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
            out.push_str(&rest[..end]);
            end
        } else if symbol.is_whitespace() {
            if !out.ends_with([' ', '{', '}', ';', ',', ':']) {
                out.push(' ');
            }
            symbol.len_utf8()
        } else {
            if "{};,".contains(symbol) && out.ends_with(' ') {
                out.pop();
            }
            if symbol == '}' && out.ends_with(';') {
                out.pop();
            }
            out.push(symbol);
            symbol.len_utf8()
        };
        rest = &rest[length..];
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_means_nothing_goes() {
        let css = "/* A box. */\n.a,\n.b :hover > p {\n  width: calc(100% - 2px);\n  content: \"a ; /* b */\";\n}\n\n\
                   @media (min-width: 40em) {\n  :root {\n    --x: 1px;\n  }\n}\n";
        assert_eq!(
            squeezed(css),
            ".a,.b :hover > p{width:calc(100% - 2px);content:\"a ; /* b */\"}\
             @media (min-width:40em){:root{--x:1px}}"
        );
    }

    #[test]
    fn links_are_found_in_order() {
        let page = "<link rel=\"stylesheet\" href=\"./a-1.css\" data-integrity=\"none\"/>\n\
                    <link rel=\"icon\" href=\"./x.svg\">\n<link rel=\"stylesheet\" href=\"./b.css\">";
        let names: Vec<String> = links(page).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["a-1.css", "b.css"]);
    }
}
