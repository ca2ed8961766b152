//! Drawings as files: with their colours inside, for pages that have no style sheet of ours.
use super::ink::Ink;
use super::svg::Svg;
use std::fmt::Write as _;

/// The colours of the page, the one place that names them.
const TOKENS: &str = include_str!("../styles/tokens.css");

/// Which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As whoever looks at it prefers.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Scheme {
    /// The scheme with that name; none if there is none.
    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "auto" => Some(Self::Auto),
            "light" => Some(Self::Light),
            "dark" => Some(Self::Dark),
            _ => None,
        }
    }
}

impl Ink {
    /// The name of its colour.
    const fn token(self) -> &'static str {
        use estimator::memory::{Family, State};
        match self {
            Self::Family(Family::Weights) => "weights",
            Self::Family(Family::Training) => "training",
            Self::Family(Family::Gathered) => "gathered",
            Self::Family(Family::Activations) => "activations",
            Self::Family(Family::Loss) => "loss",
            Self::Family(Family::Fixed) => "fixed",
            Self::Family(Family::Slack) => "slack",
            Self::On(Family::Weights | Family::Training | Family::Fixed) => "on-dark",
            Self::On(Family::Slack) => "on-slack",
            Self::On(_) => "on-light",
            Self::Quiet => "ink-3",
            Self::Strong => "ink",
            Self::Limit => "bad",
            Self::Free => "hatch",
            Self::Ground | Self::Gap => "surface",
            Self::Band => "accent-soft",
            Self::Verdict(State::Fits) => "ok-soft",
            Self::Verdict(State::Borderline) => "warn-soft",
            Self::Verdict(State::DoesNotFit) => "bad-soft",
        }
    }
}

/// A colour in light and in dark; black where the style sheet has none of that name, which a test rules out.
fn colours(token: &str) -> [&'static str; 2] {
    let start = ["--", token, ": light-dark("].concat();
    let found = TOKENS
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once(");"));
    let pair = found.and_then(|(pair, _)| pair.split_once(", "));
    pair.map_or(["#000"; 2], |(light, dark)| [light, dark])
}

/// The rules of one scheme, 0 light, 1 dark, for what a drawing has.
fn rules(scheme: usize, markup: &str) -> String {
    let mut out = String::new();
    let colour = |token| colours(token)[scheme];
    for ink in Ink::ALL {
        let (class, colour) = (ink.class(), colour(ink.token()));
        let has = |before: &str| markup.contains(&["class=\"", before, class, "\""].concat());
        if has("") {
            let _ = write!(out, ".{class}{{fill:{colour}}}");
        }
        if has("line ") {
            let _ = write!(out, ".line.{class}{{fill:none;stroke:{colour}}}");
        }
    }
    let _ = write!(out, ".paper{{fill:{}}}", colour("bg"));
    out
}

impl Svg {
    /// The drawing as a file of its own.
    pub fn alone(&self, scheme: Scheme) -> String {
        let text = "text{font:12.5px ui-sans-serif,system-ui,\"PingFang SC\",\"Microsoft YaHei\",\"Noto Sans CJK SC\",sans-serif}";
        let colours = match scheme {
            Scheme::Auto => [
                &rules(0, self.markup()),
                "@media (prefers-color-scheme:dark){",
                &rules(1, self.markup()),
                "}",
            ]
            .concat(),
            Scheme::Light => rules(0, self.markup()),
            Scheme::Dark => rules(1, self.markup()),
        };
        let style = [
            "<style>",
            text,
            &colours,
            "</style><rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"6\"/>",
        ]
        .concat();
        self.markup()
            .replacen("</desc>", &["</desc>", &style].concat(), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{Budget, Segment, budget};
    use estimator::memory::Family;

    #[test]
    fn every_colour_has_a_value_in_both_schemes() {
        for token in Ink::ALL.map(Ink::token).into_iter().chain(["bg"]) {
            for colour in colours(token) {
                assert!(
                    colour.starts_with('#') && colour != "#000",
                    "{token}: {colour}"
                );
            }
        }
    }

    #[test]
    fn a_file_needs_no_style_sheet() {
        let bar = Budget {
            segments: vec![Segment {
                family: Family::Loss,
                size: 20.0,
            }],
            names: vec![],
            usable: 24.0,
            interval: (18.0, 22.0),
            total_label: "20".to_owned(),
            usable_label: "24".to_owned(),
            title: "T".to_owned(),
            description: "D".to_owned(),
        };
        let svg = budget(&bar, 600).expect("finite");
        let [auto, light, dark] =
            [Scheme::Auto, Scheme::Light, Scheme::Dark].map(|scheme| svg.alone(scheme));
        assert!(
            auto.contains("prefers-color-scheme:dark")
                && !light.contains("@media")
                && !dark.contains("@media")
        );
        assert!(light.contains(".k-loss{fill:#eab676}") && dark.contains(".k-loss{fill:#f0c995}"));
        assert!(auto.contains("<title>T</title><desc>D</desc><style>") && !auto.contains("var("));
    }
}
