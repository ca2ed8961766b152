//! A text within a text.

/// Where `part` begins in `text`, in bytes. For short texts: the standard search is made for long ones, and its code is 2% of
/// what a page fetches.
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(part.len().max(1));
    windows.position(|window| window == part.as_bytes())
}

/// What stands before and after the first `part`.
pub(crate) fn split_once<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let (before, rest) = text.split_at_checked(find(text, part)?)?;
    Some((before, rest.get(part.len()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_search_finds_it() {
        for text in ["", "a", "%23", "%2%23%23", "内存%23内", "a\n\n\nb", "://"] {
            for part in ["%23", "\n\n", "://", "内"] {
                assert_eq!(find(text, part), text.find(part), "{part} in {text}");
                assert_eq!(split_once(text, part), text.split_once(part));
            }
        }
    }
}
