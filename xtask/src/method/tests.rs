use super::*;

fn shown(text: &str) -> Result<String> {
    markup(text, &ids(text)?, "Contents")
}

#[test]
fn a_text_becomes_markup() {
    let text = "# Title\n\nIntro\nof `a < b`.\n\n## First part\n\n| x | n |\n|---|--:|\n| `P` | 2 |\n\n### Under it\n\n- **one**\n- [two](https://example.org/?a=1&b=2)\n";
    assert_eq!(
        shown(text).unwrap(),
        "<h1>Title</h1>\n<p>Intro\nof <code>a &lt; b</code>.</p>\n\
         <nav class=\"contents\" aria-labelledby=\"m-contents\"><h2 id=\"m-contents\">Contents</h2><ul>\
         <li><a href=\"#m-first-part\">First part</a></li><li class=\"sub\"><a href=\"#m-under-it\">Under it</a></li></ul></nav>\
         <h2 id=\"m-first-part\" tabindex=\"-1\">First part</h2>\n\
         <div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">x</th><th scope=\"col\" class=\"n\">n</th></tr></thead><tbody>\
         <tr><td><code>P</code></td><td class=\"n\">2</td></tr>\n</tbody></table></div>\n\
         <h3 id=\"m-under-it\" tabindex=\"-1\">Under it</h3>\n\
         <ul><li><strong>one</strong></li><li><a href=\"https://example.org/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\">two</a></li></ul>\n"
    );
}

#[test]
fn raw_markup_is_refused_and_comments_are_dropped() {
    for bad in [
        "# T\n\n<script>alert(1)</script>\n",
        "# T\n\na <b>word</b>\n",
        "# T\n\n<!-- a --><img src=x onerror=y>\n",
        "# T\n\n<!-- a --> <!-- b -->\n",
        "# T\n\n[here](javascript:alert(1))\n",
        "# T\n\n[file](docs/x.md)\n",
        "# T\n\n![picture](https://example.org/x.png)\n",
        "# T\n\n#### deep\n",
        "no title\n",
        "# T\n\n# another\n",
    ] {
        assert!(shown(bad).is_err(), "{bad}");
    }
    let marked = "# T\n\n<!-- begin: by `x` -->\nwords\n\n<!-- end -->\n";
    assert_eq!(shown(marked).unwrap(), "<h1>T</h1>\n<p>words</p>\n");
    assert!(
        shown("# T\n\na &amp; <\n")
            .unwrap()
            .contains("a &amp; &lt;")
    );
}

#[test]
fn chinese_lines_join_without_a_space() {
    assert_eq!(
        shown("# 题\n\n显存\n峰值 GPU\n内存\n").unwrap(),
        "<h1>题</h1>\n<p>显存峰值 GPU\n内存</p>\n"
    );
}

#[test]
fn names_of_places_are_words_and_differ() {
    assert_eq!(
        id("Limits that were published, and what people ran"),
        "m-limits-that-were-published-and-what-people-ran"
    );
    let names = ids(&EDITIONS[0].text().unwrap()).unwrap();
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), names.len());
}

#[test]
fn every_text_can_be_shown() {
    let names = ids(&EDITIONS[0].text().unwrap()).unwrap();
    for edition in EDITIONS.iter().filter(|edition| edition.written()) {
        let shown = markup(&edition.text().unwrap(), &names, edition.contents).unwrap();
        assert!(shown.starts_with("<h1>") && !shown.contains("style="));
        assert_eq!(
            shown.matches("<table>").count(),
            shown.matches("</table>").count()
        );
    }
}
