//! What a shell works out before a run: sums of whole numbers, and tests of words.
//!
//! Launch scripts choose the numbers of a model by its size, and steps of accumulation by the GPUs there are. Both are words of the
//! text itself, so they can be worked out without running anything.

/// What `expr 32 / 4 / 2` and `(16 / 2)` give, as shells have it: whole numbers, products before sums, from the left. `None` for
/// other commands, and where a word is no number. `named` says what a name without a dollar stands for.
pub(super) fn sum(command: &str, named: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let command = command.trim();
    let inside = command.strip_prefix("expr ").unwrap_or(command);
    let mut total: Option<u64> = None;
    let mut sign = '+';
    let mut rest = inside.trim_matches(['(', ')', ' ']);
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let (term, after) = rest.split_at(end);
        let term = product(term, named)?;
        total = Some(match (total, sign) {
            (None, _) => term,
            (Some(before), '-') => before.checked_sub(term)?,
            (Some(before), _) => before.checked_add(term)?,
        });
        let mut after = after.chars();
        match after.next() {
            Some(next) => sign = next,
            None => return total,
        }
        rest = after.as_str();
    }
}

fn product(text: &str, named: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let mut total: Option<u64> = None;
    let mut sign = '*';
    let mut rest = text;
    loop {
        let end = rest.find(['*', '/', '%']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let word = word.trim_matches([' ', '\\']);
        let number = word.parse().ok().or_else(|| named(word))?;
        total = Some(match (total, sign) {
            (None, _) => number,
            (Some(before), '/') => before.checked_div(number)?,
            (Some(before), '%') => before.checked_rem(number)?,
            (Some(before), _) => before.checked_mul(number)?,
        });
        let mut after = after.chars();
        match after.next() {
            Some(next) => sign = next,
            None => return total,
        }
        rest = after.as_str();
    }
}

/// Whether the words behind `if` hold, brackets and all: of several tests only where they agree, since what joins them is not kept.
/// `None` where that is not to be known from the text.
pub(super) fn holds(words: &[String]) -> Option<bool> {
    let mut found: Option<bool> = None;
    let opens = |word: &String| word == "[" || word == "[[";
    let closes = |word: &String| word == "]" || word == "]]";
    for part in words.split(opens).skip(1) {
        let end = part.iter().position(closes)?;
        let holds = test(part.get(..end)?)?;
        if found.is_some_and(|before| before != holds) {
            return None;
        }
        found = Some(holds);
    }
    found
}

fn test(words: &[String]) -> Option<bool> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words.as_slice() {
        ["-z", word] => Some(word.is_empty()),
        ["-n", word] => Some(!word.is_empty()),
        [a, "=" | "==", b] if a.is_empty() == b.is_empty() => Some(a == b),
        [a, "!=", b] if a.is_empty() == b.is_empty() => Some(a != b),
        [a, sign, b] => {
            let order = a.parse::<u64>().ok()?.cmp(&b.parse().ok()?);
            match sign {
                "-eq" => Some(order.is_eq()),
                "-ne" => Some(order.is_ne()),
                "-gt" => Some(order.is_gt()),
                "-lt" => Some(order.is_lt()),
                "-ge" => Some(order.is_ge()),
                "-le" => Some(order.is_le()),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_a_shell() {
        let named = |name: &str| (name == "TP").then_some(8);
        let cases = [
            ("expr 16 / 2", Some(8)),
            ("expr 32 / 4 / 2", Some(4)),
            ("expr 4 \\* 2", Some(8)),
            ("((1024 / 8 / 4))", Some(32)),
            ("(64 / TP)", Some(8)),
            ("2 + 3 * 4 - 1", Some(13)),
            ("nproc", None),
            ("7 / 0", None),
            ("1 - 2", None),
            ("", None),
            ("18446744073709551615 + 1", None),
        ];
        for (command, wanted) in cases {
            assert_eq!(sum(command, &named), wanted, "{command}");
        }
    }

    #[test]
    fn tests_hold_where_the_text_says_so() {
        let holds = |text: &str| {
            let words = text
                .split(' ')
                .map(|word| word.trim_matches('\'').to_owned());
            holds(&words.collect::<Vec<_>>())
        };
        assert_eq!(holds("[ 7B = 7B ]"), Some(true));
        assert_eq!(holds("[[ 70 -eq 8 ]]"), Some(false));
        assert_eq!(holds("[ false = true ]"), Some(false));
        assert_eq!(holds("[ '' = 7B ]"), None);
        assert_eq!(holds("[ -z '' ]"), Some(true));
        assert_eq!(holds("[ -n '' ]"), Some(false));
        assert_eq!(holds("[ a != b ]"), Some(true));
        assert_eq!(holds("[ 2 -gt 1 ] [ a = a ]"), Some(true));
        assert_eq!(holds("[ 2 -gt 1 ] [ a = b ]"), None);
        assert_eq!(holds("[ -f file ]"), None);
        assert_eq!(holds("docker ps"), None);
        assert_eq!(holds("[ 1 -eq 1"), None);
    }
}
