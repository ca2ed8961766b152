//! Where the words are. The code of the page holds numbers only; the texts are one file a language, and the page fetches the one
//! that it shows. Natively both are at hand.
use super::{Lang, hash};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/numbers.rs"));

/// A text in English and Chinese, as the number of its line in either file. Made by [`t!`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(u16);

/// A [`Pair`] from its English and its Chinese wording: `t!("Weights", "权重")`. Gaps for [`Lang::fill`] are `{0}`, `{1}`, ….
///
/// Both wordings are needed, and the build script numbers what it finds between the brackets: two literals.
macro_rules! t {
    ($en:literal, $zh:literal $(,)?) => {
        const { $crate::i18n::Pair::of($en, $zh) }
    };
}
pub(crate) use t;

impl Pair {
    /// The number of a pair, at compile time.
    ///
    /// # Panics
    /// The build script has not seen the pair: the code does not compile then.
    pub const fn of(en: &str, zh: &str) -> Self {
        let wanted = hash::of(en, zh);
        let (mut low, mut high) = (0, NUMBERS.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let (hash, number) = NUMBERS[middle];
            if hash == wanted {
                return Self(number);
            }
            if hash < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        panic!("the build script does not know this pair")
    }
}

/// The lines of each language that has been loaded.
static LINES: [OnceLock<Vec<&'static str>>; 2] = [const { OnceLock::new() }; 2];

/// The file of a language.
#[cfg(not(target_arch = "wasm32"))]
pub fn file(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!(concat!(env!("OUT_DIR"), "/en.txt")),
        Lang::Zh => include_str!(concat!(env!("OUT_DIR"), "/zh.txt")),
    }
}

/// The name of a language's file beside the page; another build has another one.
pub fn name(lang: Lang) -> String {
    ["words-", EDITION, ".", lang.key(), ".txt"].concat()
}

/// Takes the file of a language, for as long as the page is open; says whether it is one.
pub fn load(lang: Lang, text: String) -> bool {
    let lines = &LINES[lang as usize];
    if lines.get().is_none() {
        let all: Vec<&str> = String::leak(text).split('\n').collect();
        return all.len() == NUMBERS.len() && lines.set(all).is_ok();
    }
    true
}

/// Whether a language can be shown.
pub fn loaded(lang: Lang) -> bool {
    LINES[lang as usize].get().is_some()
}

impl Lang {
    /// The half of a pair that is in this language; empty before its file is loaded.
    pub fn of(self, pair: Pair) -> &'static str {
        #[cfg(not(target_arch = "wasm32"))]
        LINES[self as usize].get_or_init(|| file(self).split('\n').collect());
        let lines = LINES[self as usize].get();
        lines
            .and_then(|lines| lines.get(usize::from(pair.0)))
            .copied()
            .unwrap_or_default()
    }

    /// A pair's half with its gaps filled: `{0}` by the first text, `{1}` by the second. One such function is smaller than
    /// code for each sentence.
    pub fn fill(self, pair: Pair, texts: &[&str]) -> String {
        let mut out = String::new();
        for (place, piece) in self.of(pair).split('{').enumerate() {
            let number = piece.bytes().next().unwrap_or_default().wrapping_sub(b'0');
            match texts.get(usize::from(number)) {
                Some(text) if place > 0 => {
                    out.push_str(text);
                    // The digit and the closing brace.
                    out.push_str(piece.get(2..).unwrap_or_default());
                }
                _ => out.push_str(piece),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_every_line() {
        for lang in Lang::ALL {
            assert_eq!(file(lang).split('\n').count(), NUMBERS.len());
        }
        let pair = t!("Weights", "权重");
        assert_eq!(Lang::ALL.map(|lang| lang.of(pair)), ["Weights", "权重"]);
    }

    #[test]
    fn gaps_are_filled_in_the_order_of_each_language() {
        let pair = t!("{0} GPUs of {1}", "{1} 的 {0} 张卡");
        assert_eq!(Lang::En.fill(pair, &["8", "a node"]), "8 GPUs of a node");
        assert_eq!(Lang::Zh.fill(pair, &["8", "{0}"]), "{0} 的 8 张卡");
    }
}
