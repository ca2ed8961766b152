//! What an address asks of the page as a frame in another page, and how tall it says that it is. Pure.
use crate::boot::value;
use crate::state::Chart;
use estimator::scenario::{PARAMS, Param};

/// What a frame shows under its verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widget {
    /// Bar and budget.
    #[default]
    Memory,
    /// How long it takes.
    Time,
    /// The planner's choices.
    Plan,
    /// A chart.
    Chart(Chart),
    /// The scenarios of a comparison.
    Compare,
}

impl Widget {
    /// Every one, as they are offered.
    pub const ALL: [Self; 12] = [
        Self::Memory,
        Self::Time,
        Self::Plan,
        Self::Compare,
        Self::Chart(Chart::Length),
        Self::Chart(Chart::Batch),
        Self::Chart(Chart::Both),
        Self::Chart(Chart::Rates),
        Self::Chart(Chart::Fleet),
        Self::Chart(Chart::Scaling),
        Self::Chart(Chart::Memory),
        Self::Chart(Chart::Date),
    ];

    /// Its name in `view=`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Plan => "plan",
            Self::Compare => "compare",
            Self::Chart(Chart::Length) => "chart-length",
            Self::Chart(Chart::Batch) => "chart-batch",
            Self::Chart(Chart::Both) => "chart-heat",
            Self::Chart(Chart::Rates) => "chart-rates",
            Self::Chart(Chart::Fleet) => "chart-gpus",
            Self::Chart(Chart::Scaling) => "chart-scaling",
            Self::Chart(Chart::Memory) => "chart-tornado",
            Self::Chart(Chart::Date) => "chart-date",
        }
    }
}

/// What the author of the page around asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embed {
    /// What is shown.
    pub widget: Widget,
    /// Inputs that a reader may change.
    pub controls: Vec<Param>,
    /// Inputs that are shown and stay.
    pub locked: Vec<Param>,
    /// The origin of the page around, as the query has it; empty: not said.
    pub host: String,
}

/// Inputs that a reader may change where the author names none.
pub const USUAL: [Param; 6] = [
    Param::Model,
    Param::Method,
    Param::Gpu,
    Param::GpusPerNode,
    Param::Sequence,
    Param::MicroBatch,
];

impl Embed {
    /// What a query asks for; nothing where it asks for the whole page.
    pub fn of(query: &str) -> Option<Self> {
        if value(query, "embed") != Some("1") {
            return None;
        }
        let view = value(query, "view").unwrap_or_default();
        let widget = Widget::ALL.into_iter().find(|widget| widget.key() == view);
        let locked = params(value(query, "lock").unwrap_or_default());
        let mut controls = value(query, "controls").map_or_else(|| USUAL.to_vec(), params);
        controls.retain(|param| !locked.contains(param));
        Some(Self {
            widget: widget.unwrap_or_default(),
            controls,
            locked,
            host: value(query, "host").unwrap_or_default().to_owned(),
        })
    }

    /// Every input that is shown, in the order of the form.
    pub fn inputs(&self) -> impl Iterator<Item = Param> {
        let shown = |param: &Param| self.controls.contains(param) || self.locked.contains(param);
        PARAMS.iter().map(|info| info.param).filter(shown)
    }
}

/// The inputs of a list such as `m_g_s`; what is none is left out.
fn params(list: &str) -> Vec<Param> {
    let keys = list.split(['_', ',', ' ', '+']);
    keys.filter_map(Param::from_key).collect()
}

/// What is copied to put a scenario into another page.
#[derive(Clone, Copy, Debug)]
pub struct Snippet<'a> {
    /// Address of the page, with neither query nor fragment.
    pub base: &'a str,
    /// The scenario as the fragment of a link.
    pub fragment: &'a str,
    /// What it shows.
    pub widget: Widget,
    /// Light or dark; empty: as the page around, or as the reader's browser.
    pub theme: &'a str,
    /// The language.
    pub lang: &'a str,
    /// Inputs that stay.
    pub locked: &'a [Param],
    /// What it is of, in words.
    pub title: &'a str,
}

/// A frame in plain HTML.
pub fn frame(snippet: &Snippet<'_>) -> String {
    snippet.frame()
}

/// The same as an element that `embed.js` makes a frame of. Without script the link in it stays.
pub fn element(snippet: &Snippet<'_>) -> String {
    snippet.element()
}

impl Snippet<'_> {
    fn lock(&self) -> String {
        let keys = self.locked.iter().map(|param| param.key());
        keys.collect::<Vec<_>>().join("_")
    }

    /// A frame in plain HTML.
    fn frame(&self) -> String {
        let lock = self.lock();
        let mut src = [self.base, "?embed=1&view=", self.widget.key()].concat();
        for (name, value) in [("theme", self.theme), ("lang", self.lang), ("lock", &lock)] {
            if !value.is_empty() {
                src.extend(["&", name, "=", value]);
            }
        }
        let scheme = if self.theme.is_empty() {
            ""
        } else {
            ";color-scheme:"
        };
        [
            "<iframe src=\"",
            &src,
            "#",
            self.fragment,
            "\"\n  title=\"",
            &quoted(self.title),
            "\" loading=\"lazy\" width=\"100%\" height=\"520\"\nstyle=\"border:0",
            scheme,
            self.theme,
            "\" sandbox=\"allow-scripts allow-same-origin allow-popups allow-downloads\"></iframe>",
        ]
        .concat()
    }

    /// The same as an element that `embed.js` makes a frame of. Without script the link in it stays.
    fn element(&self) -> String {
        let lock = self.lock();
        let folder = self.base.rsplit_once('/').map_or("", |(folder, _)| folder);
        let title = quoted(self.title);
        let mut out = [
            "<script src=\"",
            folder,
            "/embed.js\" async></script>\n<headroom-plan scenario=\"",
            self.fragment,
            "\"\n  view=\"",
            self.widget.key(),
            "\"",
        ]
        .concat();
        for (name, value) in [("theme", self.theme), ("lang", self.lang), ("lock", &lock)] {
            if !value.is_empty() {
                out.extend([" ", name, "=\"", value, "\""]);
            }
        }
        let link = ["\">", &title, "</a>\n</headroom-plan>"];
        out.extend([
            " title=\"",
            &title,
            "\">\n  <a href=\"",
            self.base,
            "#",
            self.fragment,
        ]);
        out.extend(link);
        out
    }
}

/// Text between quotation marks of an attribute, or in an element.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Least and most pixels that a frame asks for.
const BOUNDS: (f64, f64) = (120.0, 4000.0);
/// A change that is worth telling, pixels.
const STEP: f64 = 4.0;
/// Times that a frame grows though nobody touched it: then the page around makes it grow.
const MOST_GROWTH: u8 = 5;

/// The height that the page around was told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Height {
    told: f64,
    grown: u8,
}

impl Height {
    /// The height to tell now that the content has this many pixels; nothing where that is what was told, or growth has no end.
    pub fn next(&mut self, pixels: f64) -> Option<f64> {
        // A little more than is needed: what grows by less than a step is not told and must not be cut off.
        let pixels = (pixels.ceil() + STEP).clamp(BOUNDS.0, BOUNDS.1);
        if (pixels - self.told).abs() < STEP {
            return None;
        }
        if pixels > self.told {
            if self.grown >= MOST_GROWTH {
                return None;
            }
            self.grown += 1;
        }
        self.told = pixels;
        Some(pixels)
    }

    /// Somebody did something: it may grow again.
    pub fn touched(&mut self) {
        self.grown = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_what_is_shown_and_what_stays() {
        assert_eq!(Embed::of("view=memory&lock=m"), None);
        assert_eq!(Embed::of("embed=0"), None);
        let usual = Embed::of("embed=1").expect("a frame");
        assert_eq!((usual.widget, usual.controls.len()), (Widget::Memory, 6));
        let own = Embed::of("lang=zh&embed=1&view=chart-heat&controls=s_b_zz_m&lock=g_m&host=x")
            .expect("a frame");
        assert_eq!(own.widget, Widget::Chart(Chart::Both));
        assert_eq!(own.controls, [Param::Sequence, Param::MicroBatch]);
        assert_eq!(own.locked, [Param::Gpu, Param::Model]);
        let order: Vec<Param> = own.inputs().collect();
        assert!(
            order.starts_with(&[Param::Model]) && order.len() == 4,
            "{order:?}"
        );
        let none = Embed::of("embed=1&view=%3Cscript&controls=").expect("a frame");
        assert_eq!((none.widget, none.inputs().count()), (Widget::Memory, 0));
    }

    #[test]
    fn what_is_copied_is_html_that_says_the_same() {
        let mut snippet = Snippet {
            base: "https://docs.example/headroom/",
            fragment: "v=1&cat=2026-12&g=rtx-4090",
            widget: Widget::Time,
            theme: "",
            lang: "en",
            locked: &[Param::Model, Param::Gpu],
            title: "A & \"B\" <c>",
        };
        let title = "title=\"A &amp; &quot;B&quot; &lt;c>\"";
        let frame = snippet.frame();
        let src = "<iframe src=\"https://docs.example/headroom/?embed=1&view=time&lang=en&lock=m_g#v=1&cat=2026-12&g=rtx-4090\"";
        assert!(frame.starts_with(src) && frame.contains(title), "{frame}");
        assert!(!frame.contains("color-scheme"), "{frame}");
        let element = snippet.element();
        let script = "<script src=\"https://docs.example/headroom/embed.js\" async></script>";
        assert!(
            element.starts_with(script) && element.contains(title),
            "{element}"
        );
        assert!(
            element.contains(" lock=\"m_g\"") && element.contains("#v=1&cat=2026-12&g=rtx-4090\">"),
            "{element}"
        );
        (snippet.theme, snippet.locked) = ("dark", &[]);
        let frame = snippet.frame();
        assert!(
            frame.contains("&theme=dark&lang=en#")
                && frame.contains("border:0;color-scheme:dark\""),
            "{frame}"
        );
    }

    #[test]
    fn every_view_has_a_name_of_its_own() {
        for (at, widget) in Widget::ALL.into_iter().enumerate() {
            let query = ["embed=1&view=", widget.key()].concat();
            assert_eq!(Embed::of(&query).expect("a frame").widget, widget);
            assert!(
                Widget::ALL[..at]
                    .iter()
                    .all(|other| other.key() != widget.key())
            );
        }
        let charts = Widget::ALL
            .iter()
            .filter(|widget| matches!(widget, Widget::Chart(_)));
        assert_eq!(charts.count(), Chart::ALL.len());
    }

    #[test]
    fn heights_are_told_in_steps_and_within_bounds() {
        let mut height = Height::default();
        assert_eq!(height.next(500.2), Some(505.0));
        assert_eq!(height.next(503.0), None);
        assert_eq!(height.next(497.0), Some(501.0));
        assert_eq!(height.next(3.0), Some(120.0));
        assert_eq!(height.next(1e9), Some(4000.0));
        assert_eq!(height.next(f64::INFINITY), None);
    }

    #[test]
    fn growth_that_nobody_asked_for_ends() {
        let (mut height, mut pixels, mut told) = (Height::default(), 200.0, 0);
        // A page around that adds a little to whatever it is told.
        while let Some(next) = height.next(pixels) {
            (pixels, told) = (next + 40.0, told + 1);
            assert!(told < 100, "no end");
        }
        assert_eq!(told, 5);
        height.touched();
        assert!(height.next(pixels).is_some());
    }
}
