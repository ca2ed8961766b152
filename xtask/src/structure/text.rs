//! Finds words that are written into a `view!` instead of a dictionary.

/// The project's name, units and keys read the same in every language.
const SAME_EVERYWHERE: [&str; 8] = ["Headroom", "GiB", "MiB", "GB", "MB", "TFLOPS", "ms", "px"];

/// String literals that are children of elements in `view!` and hold a word.
pub(super) fn view_texts(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("view!") {
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        if !line.contains("//") {
            children(&source[at + "view!".len()..], &mut found);
        }
    }
    // A view inside a view is seen twice.
    found.dedup();
    found
}

/// Walks one macro call, from its first bracket to the matching one.
fn children(body: &str, found: &mut Vec<String>) {
    let (mut depth, mut before) = (0_i32, ['\0'; 3]);
    let mut rest = body.chars();
    while let Some(symbol) = rest.next() {
        match symbol {
            '"' => {
                let literal = literal(&mut rest);
                let after = rest.as_str().trim_start().chars().next().unwrap_or('\0');
                if is_child(before, after) && has_word(&literal) {
                    found.push(literal);
                }
            }
            '/' if rest.as_str().starts_with('/') => {
                let end = rest.as_str().find('\n').unwrap_or(rest.as_str().len());
                rest = rest.as_str()[end..].chars();
                continue;
            }
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(symbol, '}' | ')' | ']') {
            return;
        }
        if !symbol.is_whitespace() {
            before = [before[1], before[2], symbol];
        }
    }
}

fn literal(rest: &mut std::str::Chars) -> String {
    let mut text = String::new();
    while let Some(symbol) = rest.next() {
        match symbol {
            '"' => break,
            '\\' => drop(rest.next()),
            other => text.push(other),
        }
    }
    text
}

/// After a tag, a block or another text; or alone in a block that is a child itself. Match arms
/// (`=> "x"`) and branches (`else { "x" }`) are code.
fn is_child(before: [char; 3], after: char) -> bool {
    match before {
        [_, '=', '>'] | ['=', '>', '{'] => false,
        [_, _, '>'] => matches!(after, '<' | '{' | '"' | '}'),
        [_, _, '"' | '}'] => matches!(after, '<' | '{' | '"'),
        [_, '>' | '"' | '}', '{'] => after == '}',
        _ => false,
    }
}

fn has_word(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words
        .filter(|word| word.len() > 1)
        .any(|word| !SAME_EVERYWHERE.contains(&word))
}

#[test]
fn words_in_views_are_found() {
    let bad = r#"view! { <p class="big">"Hello there"</p> <b>{"Total"}</b> }"#;
    assert_eq!(view_texts(bad), ["Hello there", "Total"]);
}

#[test]
fn other_strings_are_left_alone() {
    let good = r#"
        let x = "some words";
        view! {
            <p class="big" title=t("memory.total")>{t("memory.total")}" GiB"</p>
            <i>{match kind { A => "class-a", _ => "class-b" }}</i> // "Comment" words
            <i aria-hidden=move || if x() { "true" } else { "false" }></i>
            <b>"Headroom"</b> "·" {move || show("x").then(|| "y")}
        }
    "#;
    assert_eq!(view_texts(good), Vec::<String>::new());
}
