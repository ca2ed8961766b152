//! A speed as people copy it from a log, `11.2 s/it`, with its unit or without.
use super::time_check::Observed;
use crate::num::{decimal, larger};
use crate::scenario::plain;

/// What a speed is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedUnit {
    /// Seconds an optimizer step.
    SecondsAStep,
    /// Optimizer steps a second.
    StepsASecond,
    /// Tokens a second of all GPUs.
    TokensOfAll,
    /// Tokens a second of one GPU.
    TokensOfOne,
    /// Hours of the whole run.
    Hours,
}

impl SpeedUnit {
    /// Every unit, in the order of the list.
    pub const ALL: [Self; 5] = [
        Self::SecondsAStep,
        Self::StepsASecond,
        Self::TokensOfAll,
        Self::TokensOfOne,
        Self::Hours,
    ];

    /// Its key in the page.
    pub const fn key(self) -> &'static str {
        match self {
            Self::SecondsAStep => "step",
            Self::StepsASecond => "pace",
            Self::TokensOfAll => "all",
            Self::TokensOfOne => "one",
            Self::Hours => "run",
        }
    }

    /// The unit of that key; seconds a step for any other.
    pub fn from_key(key: &str) -> Self {
        let found = Self::ALL.into_iter().find(|unit| unit.key() == key);
        found.unwrap_or(Self::SecondsAStep)
    }

    /// What so much of it is, where a step has `step` tokens and the run `run`.
    pub fn observed(self, value: f64, step: f64, run: f64) -> Observed {
        let value = larger(value, 1e-12);
        match self {
            Self::SecondsAStep => Observed::Step {
                seconds: value,
                tokens: step,
            },
            Self::StepsASecond => Observed::Step {
                seconds: 1.0 / value,
                tokens: step,
            },
            Self::TokensOfAll => Observed::Total(value),
            Self::TokensOfOne => Observed::PerGpu(value),
            Self::Hours => Observed::Total(run / (value * 3600.0)),
        }
    }
}

/// Why a text is no speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It does not begin with a number above 0.
    Number,
    /// What follows the number is no unit of a speed.
    Unit(String),
}

/// The number before a unit and the unit, as it was written or as `chosen`. A progress bar's `[18:40<2:48:00, 11.20s/it]` is read too.
///
/// # Errors
/// What of it could not be read.
pub fn read(text: &str, chosen: SpeedUnit) -> Result<(f64, SpeedUnit), Unread> {
    let bar = text
        .split_once('[')
        .and_then(|(_, bar)| bar.split(", ").nth(1));
    let text = plain(bar.unwrap_or(text).trim_end_matches(']').trim());
    let (number, unit) = text
        .split_at_checked(number_ends(&text))
        .unwrap_or(("", ""));
    let mut value = decimal(number)
        .filter(|value| *value > 0.0)
        .ok_or(Unread::Number)?;
    let unit = unit.trim();
    let unread = || Unread::Unit(unit.chars().take(24).collect());
    let mut lower = unit.to_ascii_lowercase();
    if let Some(rest) = lower
        .strip_prefix('k')
        .filter(|rest| rest.trim_start().starts_with('t'))
    {
        value *= 1000.0;
        lower = rest.to_owned();
    }
    let parts = lower.replace(" per ", "/");
    let mut parts: Vec<Word> = parts.split('/').map(|part| word(part.trim())).collect();
    if parts.first() == Some(&Word::Milliseconds) {
        value /= 1000.0;
        parts = [&[Word::Second], parts.get(1..).unwrap_or_default()].concat();
    }
    let all_unless_one = if chosen == SpeedUnit::TokensOfOne {
        chosen
    } else {
        SpeedUnit::TokensOfAll
    };
    let unit = match parts.as_slice() {
        [Word::Nothing] => chosen,
        [Word::Second, Word::Step] => SpeedUnit::SecondsAStep,
        [Word::Step, Word::Second] => SpeedUnit::StepsASecond,
        [Word::Token, Word::Second] => all_unless_one,
        [Word::Token, Word::Second, Word::Gpu] | [Word::Token, Word::Gpu, Word::Second] => {
            SpeedUnit::TokensOfOne
        }
        [Word::Hour] => SpeedUnit::Hours,
        // "11.2 s" alone is a step's time where that was chosen, and nothing else is.
        [Word::Second] if chosen == SpeedUnit::SecondsAStep => chosen,
        _ => return Err(unread()),
    };
    Ok((value, unit))
}

/// Where the number at the beginning ends.
fn number_ends(text: &str) -> usize {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'+' | b'-'));
    let inside = |(at, c): &(usize, char)| match c {
        '0'..='9' | '.' | ',' | '+' | '-' => true,
        'e' | 'E' => digit(at + 1) || (sign(at + 1) && digit(at + 2)),
        _ => false,
    };
    text.char_indices()
        .find(|found| !inside(found))
        .map_or(text.len(), |(at, _)| at)
}

/// A word of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Nothing,
    Milliseconds,
    Second,
    Hour,
    Step,
    Token,
    Gpu,
    Other,
}

fn word(text: &str) -> Word {
    match text {
        "" => Word::Nothing,
        "ms" | "毫秒" => Word::Milliseconds,
        "s" | "sec" | "secs" | "second" | "seconds" | "秒" => Word::Second,
        "h" | "hr" | "hrs" | "hour" | "hours" | "小时" => Word::Hour,
        "it" | "its" | "iter" | "iters" | "iteration" | "iterations" | "step" | "steps" | "步" => {
            Word::Step
        }
        "t" | "tok" | "toks" | "token" | "tokens" => Word::Token,
        "gpu" | "card" | "device" | "卡" => Word::Gpu,
        _ => Word::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_logs_print_is_read_with_its_unit() {
        use SpeedUnit::{Hours, SecondsAStep, StepsASecond, TokensOfAll, TokensOfOne};
        for (text, chosen, value, unit) in [
            ("11.2 s/it", StepsASecond, 11.2, SecondsAStep),
            ("11.20s/it", Hours, 11.2, SecondsAStep),
            ("3.4 it/s", SecondsAStep, 3.4, StepsASecond),
            ("1 234 tokens/s", SecondsAStep, 1234.0, TokensOfAll),
            ("1 234 tokens/s", TokensOfOne, 1234.0, TokensOfOne),
            ("1,234.5 tok/s/GPU", SecondsAStep, 1234.5, TokensOfOne),
            ("950 tokens/GPU/s", SecondsAStep, 950.0, TokensOfOne),
            ("12.3k tok/s", SecondsAStep, 12_300.0, TokensOfAll),
            ("1834.6 ms/step", Hours, 1.8346, SecondsAStep),
            ("2.5 seconds per step", Hours, 2.5, SecondsAStep),
            ("11.2 秒/步", Hours, 11.2, SecondsAStep),
            ("72 h", SecondsAStep, 72.0, Hours),
            ("1e9", TokensOfOne, 1e9, TokensOfOne),
            ("3", StepsASecond, 3.0, StepsASecond),
            ("11.2 s", SecondsAStep, 11.2, SecondsAStep),
            (
                " 12%|█▏ | 120/1000 [22:24<2:44:16, 11.20s/it]",
                Hours,
                11.2,
                SecondsAStep,
            ),
            (
                "120/1000 [22:24<2:44:16, 11.20s/it, loss=1.3]",
                Hours,
                11.2,
                SecondsAStep,
            ),
        ] {
            let (read, of) = read(text, chosen).expect(text);
            assert!(
                (read / value - 1.0).abs() < 1e-12 && of == unit,
                "{text}: {read} {of:?}"
            );
        }
    }

    #[test]
    fn what_is_no_speed_is_located() {
        for text in [
            "",
            "fast",
            "0 s/it",
            "-3",
            "1,5 s/it",
            "?it/s",
            "[22:24<?, ?it/s]",
            "s/it",
            "1e400",
        ] {
            assert_eq!(read(text, SpeedUnit::Hours), Err(Unread::Number), "{text}");
        }
        for (text, unit) in [
            ("9 samples/s", "samples/s"),
            ("3 s", "s"),
            ("4 x", "x"),
            ("4 s/it/GPU", "s/it/GPU"),
            ("9k", "k"),
        ] {
            assert_eq!(
                read(text, SpeedUnit::Hours),
                Err(Unread::Unit(unit.to_owned())),
                "{text}"
            );
        }
    }
}
