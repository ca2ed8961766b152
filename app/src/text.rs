//! Text on its way from the keyboard to a field.

/// Full-width digits, letters and punctuation as Chinese and Japanese input methods produce them, in ASCII.
pub fn normalised(typed: &str) -> String {
    typed.chars().map(narrow).collect()
}

const fn narrow(c: char) -> char {
    match c {
        '，' | '、' => ',',
        '。' => '.',
        '\u{3000}' => ' ',
        // The block of full-width forms repeats ASCII from '!' to '~'.
        '\u{ff01}'..='\u{ff5e}' => match char::from_u32(c as u32 - 0xfee0) {
            Some(ascii) => ascii,
            None => c,
        },
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_becomes_ascii() {
        assert_eq!(normalised("８１９２"), "8192");
        assert_eq!(normalised("１，０２４。５"), "1,024.5");
        assert_eq!(normalised("Ｑwen２．５"), "Qwen2.5");
        assert_eq!(normalised("通义 7B"), "通义 7B");
    }
}
