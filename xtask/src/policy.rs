//! The content-security policy: one definition for the server's header and the page's `<meta>`.

/// Every directive with its value.
///
/// `index.html` repeats these for hosts that send no headers; a test compares the two.
pub const DIRECTIVES: [(&str, &str); 9] = [
    ("default-src", "'none'"),
    ("script-src", "'self' 'wasm-unsafe-eval'"),
    ("style-src", "'self'"),
    ("img-src", "'self' data:"),
    ("connect-src", "'self'"),
    ("font-src", "'self'"),
    ("base-uri", "'none'"),
    ("form-action", "'none'"),
    // Anyone may embed the page: it holds no session and can do nothing in its visitor's name.
    ("frame-ancestors", "*"),
];

/// Directives that browsers ignore in a `<meta>`, with an error on the console.
const HEADER_ONLY: [&str; 1] = ["frame-ancestors"];

/// For `Content-Security-Policy:`.
pub fn header() -> String {
    join(|_| true)
}

/// For `<meta http-equiv="Content-Security-Policy">`.
pub fn meta() -> String {
    join(|name| !HEADER_ONLY.contains(&name))
}

fn join(wanted: impl Fn(&str) -> bool) -> String {
    let used = DIRECTIVES.iter().filter(|(name, _)| wanted(name));
    used.map(|(name, value)| format!("{name} {value}"))
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use super::*;
    use crate::exec::root;

    fn parse(policy: &str) -> BTreeMap<&str, &str> {
        policy
            .split(';')
            .filter_map(|part| part.trim().split_once(' '))
            .collect()
    }

    #[test]
    fn the_page_and_the_server_agree() {
        let page = fs::read_to_string(root().join("index.html")).unwrap();
        let tag = page
            .split("<meta ")
            .find(|t| t.contains("Content-Security-Policy"))
            .unwrap();
        let content = tag
            .split("content=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let mut server = header();
        assert_eq!(content, meta());
        let mut expected = parse(&server);
        assert_eq!(expected.remove("frame-ancestors"), Some("*"));
        assert_eq!(parse(content), expected);
        server.make_ascii_lowercase();
        assert!(!server.contains("unsafe-inline") && !server.contains("'unsafe-eval'"));
    }

    #[test]
    fn the_documentation_has_the_header() {
        let text = fs::read_to_string(root().join("README.md")).unwrap();
        assert!(text.contains(&format!("Content-Security-Policy: {}", header())));
    }

    /// What tells old browsers that they are too old must be read by them.
    #[test]
    fn the_first_script_is_in_old_words() {
        let script = fs::read_to_string(root().join("public/first.js")).unwrap();
        let code = script.lines().filter(|line| !line.trim().starts_with("//"));
        for line in code {
            for new in [
                "=>", "const ", "let ", "`", "?.", "??", "...", "catch {", "class ", "async ",
            ] {
                assert!(!line.contains(new), "{new} in {line}");
            }
        }
    }

    #[test]
    fn nothing_is_inline_in_the_page() {
        let page = fs::read_to_string(root().join("index.html")).unwrap();
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" on"));
        assert!(
            page.split("<script")
                .skip(1)
                .all(|tag| tag.contains("src="))
        );
    }
}
