//! Colours by meaning. Drawings use stand-ins; the style sheet has the colours of each theme.
use estimator::memory::{Family, State};
use plotters::style::RGBColor;

/// What a mark means, hence how it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A kind of memory.
    Family(Family),
    /// Text upon it.
    On(Family),
    /// Axis text.
    Quiet,
    /// Marks that state something.
    Strong,
    /// The card's end, and what lies beyond it.
    Limit,
    /// Free memory.
    Free,
    /// What lies under everything.
    Ground,
    /// Thin lines between lines of one kind.
    Gap,
    /// What is near enough.
    Band,
    /// Ground of what fits, may fit, or does not.
    Verdict(State),
}

impl Ink {
    /// Every ink, at the place of its stand-in.
    pub(super) const ALL: [Self; 24] = [
        Self::Family(Family::Weights),
        Self::Family(Family::Training),
        Self::Family(Family::Gathered),
        Self::Family(Family::Activations),
        Self::Family(Family::Loss),
        Self::Family(Family::Fixed),
        Self::Family(Family::Slack),
        Self::On(Family::Weights),
        Self::On(Family::Training),
        Self::On(Family::Gathered),
        Self::On(Family::Activations),
        Self::On(Family::Loss),
        Self::On(Family::Fixed),
        Self::On(Family::Slack),
        Self::Quiet,
        Self::Strong,
        Self::Limit,
        Self::Free,
        Self::Ground,
        Self::Gap,
        Self::Band,
        Self::Verdict(State::Fits),
        Self::Verdict(State::Borderline),
        Self::Verdict(State::DoesNotFit),
    ];

    /// The stand-in: a colour that no drawing uses otherwise.
    pub(super) fn stand_in(self) -> RGBColor {
        let place = Self::ALL.iter().position(|ink| *ink == self).unwrap_or(0);
        RGBColor(1, 0, u8::try_from(place).unwrap_or(0))
    }

    /// The class that carries the colour.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Family(family) => family_class(family),
            Self::On(family) => match family {
                Family::Weights => "on-weights",
                Family::Training => "on-training",
                Family::Gathered => "on-gathered",
                Family::Activations => "on-activations",
                Family::Loss => "on-loss",
                Family::Fixed => "on-fixed",
                Family::Slack => "on-slack",
            },
            Self::Quiet => "ink-quiet",
            Self::Strong => "ink-strong",
            Self::Limit => "ink-limit",
            Self::Free => "ink-free",
            Self::Ground => "ink-ground",
            Self::Gap => "ink-gap",
            Self::Band => "ink-band",
            Self::Verdict(state) => match state {
                State::Fits => "ink-fits",
                State::Borderline => "ink-close",
                State::DoesNotFit => "ink-not",
            },
        }
    }
}

/// The class of a kind of memory, in drawings and in tables.
pub const fn family_class(family: Family) -> &'static str {
    match family {
        Family::Weights => "k-weights",
        Family::Training => "k-training",
        Family::Gathered => "k-gathered",
        Family::Activations => "k-activations",
        Family::Loss => "k-loss",
        Family::Fixed => "k-fixed",
        Family::Slack => "k-slack",
    }
}
