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
    for edition in &EDITIONS {
        let shown = markup(&edition.text().unwrap(), &names, edition.contents).unwrap();
        assert!(shown.starts_with("<h1>") && !shown.contains("style="));
        assert_eq!(
            shown.matches("<table>").count(),
            shown.matches("</table>").count()
        );
    }
}

/// What has to agree between two editions: levels of headings, shapes of tables, formulas, links, and figures.
#[derive(Debug, Default, PartialEq)]
struct Bones {
    levels: Vec<HeadingLevel>,
    rows: Vec<usize>,
    code: Vec<String>,
    links: Vec<String>,
    figures: Vec<String>,
}

fn bones(text: &str) -> Bones {
    let mut bones = Bones::default();
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => bones.levels.push(level),
            Event::Start(Tag::TableHead | Tag::TableRow) => bones.rows.push(0),
            Event::Start(Tag::TableCell) => *bones.rows.last_mut().unwrap() += 1,
            Event::Start(Tag::Link { dest_url, .. }) => bones.links.push(dest_url.to_string()),
            Event::Code(code) => bones.code.push(code.to_string()),
            Event::Text(words) => {
                // Numbers of two digits and more; small ones may be words in either language.
                let found = words.split(|c: char| !(c.is_ascii_digit() || ".,".contains(c)));
                let found = found.map(|word| word.trim_matches(['.', ',']));
                let long =
                    found.filter(|word| word.chars().filter(char::is_ascii_digit).count() > 1);
                bones.figures.extend(long.map(str::to_owned));
            }
            _ => {}
        }
    }
    // The order within a sentence is the language's own.
    bones.code.sort();
    bones.links.sort();
    bones.figures.sort();
    bones
}

#[test]
fn the_chinese_text_says_the_same() {
    let [english, chinese] = EDITIONS.each_ref().map(|edition| edition.text().unwrap());
    let chinese = figures::filled(&chinese, &english).unwrap();
    let [english, chinese] = [bones(&english), bones(&chinese)];
    assert!(english.code.len() > 100, "{}", english.code.len());
    assert!(english.rows.len() > 100, "{}", english.rows.len());
    assert_eq!(english.levels, chinese.levels);
    assert_eq!(english.rows, chinese.rows);
    assert_eq!(english.links, chinese.links);
    let lost = |a: &[String], b: &[String]| -> Vec<String> {
        let mut rest = b.to_vec();
        let missing = a.iter().filter(|word| {
            let at = rest.iter().position(|other| other == *word);
            at.map(|at| rest.remove(at)).is_none()
        });
        missing.cloned().collect()
    };
    for (a, b) in [(&english, &chinese), (&chinese, &english)] {
        assert_eq!(lost(&a.code, &b.code), Vec::<String>::new());
        assert_eq!(lost(&a.figures, &b.figures), Vec::<String>::new());
    }
}
