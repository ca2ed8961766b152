//! The script for other pages, without what only its readers need: they load it on every page that has a frame.
use std::{fs, io, path::Path};

/// Signs beside which a space means nothing.
const SIGNS: &str = "{}()[]=>,;:?&|+!";

/// Squeezes `embed.js` of a page that was built.
///
/// # Errors
/// The file cannot be read or written.
pub fn squeeze(folder: &Path) -> io::Result<()> {
    let file = folder.join("embed.js");
    let text = fs::read_to_string(&file)?;
    fs::write(&file, squeezed(&text))
}

/// Without comments that have lines of their own, and without spaces that mean nothing. What stands in quotation marks stays;
/// patterns must have neither spaces nor quotation marks.
fn squeezed(script: &str) -> String {
    let lines = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    let mut symbols = text.trim().chars().peekable();
    while let Some(symbol) = symbols.next() {
        if quote.is_none() && symbol.is_whitespace() {
            let beside = |other: Option<char>| {
                other.is_some_and(|other| SIGNS.contains(other) || other.is_whitespace())
            };
            if beside(out.chars().last()) || beside(symbols.peek().copied()) {
                continue;
            }
        }
        if quote == Some(symbol) {
            quote = None;
        } else if quote.is_none() && "\"'`".contains(symbol) {
            quote = Some(symbol);
        }
        if symbol == '}' && quote.is_none() && out.ends_with(';') {
            out.pop();
        }
        out.push(symbol);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::root;

    #[test]
    fn only_what_means_nothing_goes() {
        let script = "// What it is.\n(() => {\n  const a = \"b  => c\", d = x => x + 1;\n\n  // Why.\n  if (a) return d;\n})();\n";
        assert_eq!(
            squeezed(script),
            "(()=>{const a=\"b  => c\",d=x=>x+1;if(a)return d})();"
        );
    }

    #[test]
    fn the_script_for_other_pages_is_small() {
        let script = fs::read_to_string(root().join("public/embed.js")).unwrap();
        let small = squeezed(&script);
        assert!(small.len() <= 2048, "{} bytes", small.len());
        // Nothing that older browsers and strict pages refuse.
        for newer in ["?.", "??", "eval", "innerHTML", "import("] {
            assert!(!small.contains(newer), "{newer}");
        }
    }
}
