//! From the address to the state that the page starts in. Pure, so that every odd address can be tested without a browser.
use crate::i18n::Lang;
use estimator::codec::{self, Decoded, PRESENTATION};
use estimator::units::SizeUnit;

/// Light, dark, or whatever the browser prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the browser prefers.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Every theme, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Its name in links and in storage.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme with that name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }
}

/// What the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The planner.
    #[default]
    Plan,
    /// How far predicted peaks are from measured ones.
    Accuracy,
    /// The same of tokens a second.
    Speeds,
    /// Statements that are recomputed.
    Claims,
    /// Scenarios side by side.
    Compare,
    /// How everything is computed: METHOD.md.
    Method,
    /// The scenario's budget, worked out by hand.
    Derivation,
}

impl View {
    /// The view that a query names; the planner where it names none or one that does not exist.
    pub fn of(query: &str) -> Self {
        let wanted = value(query, "view").unwrap_or_default();
        let named = [
            Self::Accuracy,
            Self::Speeds,
            Self::Claims,
            Self::Compare,
            Self::Method,
            Self::Derivation,
        ];
        let mut named = named.into_iter().filter(|view| view.key() == wanted);
        named.next().unwrap_or_default()
    }

    /// Its name in links; the planner has none.
    const fn key(self) -> &'static str {
        match self {
            Self::Plan => "",
            Self::Accuracy => "accuracy",
            Self::Speeds => "throughput",
            Self::Claims => "claims",
            Self::Compare => "compare",
            Self::Method => "method",
            Self::Derivation => "derivation",
        }
    }

    /// Whether it holds predictions against measurements.
    pub const fn measures(self) -> bool {
        matches!(self, Self::Accuracy | Self::Speeds)
    }

    /// The view that stands for it in the navigation.
    #[must_use]
    pub const fn family(self) -> Self {
        match self {
            Self::Speeds => Self::Accuracy,
            Self::Derivation => Self::Method,
            view => view,
        }
    }

    /// The host's choices in a query, with this view.
    pub fn put(self, query: &str) -> String {
        let query = presentation(query);
        let others = query
            .split('&')
            .filter(|pair| !pair.is_empty() && key(pair) != "view");
        let named = ["view=", self.key()].concat();
        let named = (self != Self::Plan).then_some(&*named);
        others.chain(named).collect::<Vec<_>>().join("&")
    }
}

/// What was kept from an earlier visit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Language.
    pub lang: Option<String>,
    /// Theme.
    pub theme: Option<String>,
    /// Unit of sizes.
    pub unit: Option<String>,
}

/// What the page starts with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The scenario, and what could not be read of it.
    pub link: Decoded,
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// Unit of sizes.
    pub unit: SizeUnit,
    /// What is shown.
    pub view: View,
    /// The measured run that the scenario was opened from; empty: none.
    pub row: String,
}

/// Reads the address; what it does not say comes from the last visit, then from the browser's `languages`.
pub fn start(query: &str, fragment: &str, kept: &Kept, languages: &[String]) -> Start {
    let lang = value(query, "lang")
        .and_then(Lang::from_key)
        .or_else(|| kept.lang.as_deref().and_then(Lang::from_key));
    let theme = value(query, "theme")
        .and_then(Theme::from_key)
        .or_else(|| kept.theme.as_deref().and_then(Theme::from_key));
    Start {
        link: codec::decode_location(query, fragment),
        lang: lang
            .or_else(|| languages.iter().find_map(|tag| Lang::from_key(tag)))
            .unwrap_or(Lang::En),
        theme: theme.unwrap_or_default(),
        unit: if kept.unit.as_deref() == Some("gb") {
            SizeUnit::Gb
        } else {
            SizeUnit::Gib
        },
        view: View::of(query),
        row: row(query),
    }
}

/// The measured run that a query names; empty where it names none.
pub fn row(query: &str) -> String {
    value(query, "row").unwrap_or_default().to_owned()
}

/// The host's choices in a query, with this measured run; an empty one: with none.
pub fn put_row(query: &str, row: &str) -> String {
    let named = (!row.is_empty()).then(|| ["row=", row].concat());
    let query = presentation(query);
    let others = query.split('&').filter(|pair| !pair.is_empty());
    let others = others.filter(|pair| key(pair) != "row");
    others.chain(named.as_deref()).collect::<Vec<_>>().join("&")
}

/// The part of a query that is the host's choice. Settings move to the fragment as soon as the scenario is edited.
pub fn presentation(query: &str) -> String {
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| PRESENTATION.contains(&key(pair)))
        .collect();
    kept.join("&")
}

/// The part of it that a link out of a frame keeps: the language. Theme, view and locks are those of the page around.
pub fn of_reader(query: &str) -> String {
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| key(pair) == "lang")
        .collect();
    kept.join("&")
}

/// The query with `name` set to `value`, if it names it at all.
pub fn renamed(query: &str, name: &str, value: &str) -> String {
    let pairs = query.split('&').map(|pair| {
        if key(pair) == name {
            format!("{name}={value}")
        } else {
            pair.to_owned()
        }
    });
    pairs.collect::<Vec<_>>().join("&")
}

fn key(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}

/// The value of a key of a query.
pub(crate) fn value<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query
        .split('&')
        .find(|pair| key(pair) == name)
        .and_then(|pair| pair.split_once('='))
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::scenario::Param;

    fn kept(lang: &str) -> Kept {
        Kept {
            lang: Some(lang.to_owned()),
            ..Kept::default()
        }
    }

    #[test]
    fn the_address_wins_over_the_last_visit_and_that_over_the_browser() {
        let chinese = vec!["de".to_owned(), "zh-CN".to_owned(), "en".to_owned()];
        assert_eq!(start("", "", &Kept::default(), &chinese).lang, Lang::Zh);
        assert_eq!(start("", "", &kept("en"), &chinese).lang, Lang::En);
        assert_eq!(start("lang=zh", "", &kept("en"), &[]).lang, Lang::Zh);
        assert_eq!(
            start("lang=xx&theme=dark", "", &kept("<script>"), &[]).lang,
            Lang::En
        );
        assert_eq!(
            start("lang=xx&theme=dark", "", &Kept::default(), &[]).theme,
            Theme::Dark
        );
    }

    #[test]
    fn settings_stand_in_either_part() {
        let start = start("s=4096&lang=zh", "b=2", &Kept::default(), &[]);
        assert_eq!(start.link.draft.get(Param::Sequence), Some("4096"));
        assert_eq!(start.link.draft.get(Param::MicroBatch), Some("2"));
        assert_eq!(
            presentation("s=4096&lang=zh&utm_source=x&theme=dark"),
            "lang=zh&theme=dark"
        );
        assert_eq!(
            renamed("lang=zh&theme=dark", "lang", "en"),
            "lang=en&theme=dark"
        );
    }

    #[test]
    fn the_view_is_part_of_the_query() {
        assert_eq!(
            start("view=accuracy", "s=4096", &Kept::default(), &[]).view,
            View::Accuracy
        );
        assert_eq!(View::of("view=claims"), View::Claims);
        assert_eq!(View::of("view=compare"), View::Compare);
        assert_eq!(View::of("view=elsewhere&lang=zh"), View::Plan);
        assert_eq!(View::of("view=&lang=zh"), View::Plan);
        assert_eq!(View::of("lang=zh&view=throughput"), View::Speeds);
        assert_eq!(View::Speeds.put("view=accuracy"), "view=throughput");
        assert_eq!(
            View::Accuracy.put("s=1&lang=zh&view=x"),
            "lang=zh&view=accuracy"
        );
        assert_eq!(View::Plan.put("view=accuracy&lang=zh"), "lang=zh");
        assert_eq!(View::Plan.put("view=accuracy"), "");
    }

    #[test]
    fn a_measured_run_is_part_of_the_query() {
        assert_eq!(
            start("row=a.b-c_d&lang=zh", "s=1024", &Kept::default(), &[]).row,
            "a.b-c_d"
        );
        assert_eq!(put_row("lang=zh&row=a&s=1", "b"), "lang=zh&row=b");
        assert_eq!(put_row("row=a", ""), "");
        assert_eq!(row("rows=1"), "");
    }

    #[test]
    fn any_address_starts() {
        for text in [
            "%",
            "%23%23",
            "#",
            "&&&",
            "=",
            "lang",
            "lang=",
            "\u{202e}",
            "v=9&cat=2099-01&zz=1",
        ] {
            let _ = start(text, text, &Kept::default(), &[text.to_owned()]);
        }
    }
}
