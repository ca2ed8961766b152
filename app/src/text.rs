//! Text on its way from the keyboard to a field, and into files.

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

/// Rows separated by commas (RFC 4180).
pub fn csv(rows: &[Vec<String>]) -> String {
    let quoted = |cell: &String| {
        // What a spreadsheet would compute stays text.
        let text = if cell.starts_with(['=', '@']) {
            "'"
        } else {
            ""
        };
        ["\"", text, &cell.replace('"', "\"\""), "\""].concat()
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(quoted).collect();
        cells.join(",") + "\r\n"
    };
    rows.iter().map(line).collect()
}

/// Rows as a table in Markdown; the first is its head.
pub fn markdown(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        ["| ", &cells.join(" | "), " |\n"].concat()
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    let width = rows.first().map_or(0, Vec::len);
    if width > 0 {
        lines.insert(1, ["|---", &"|---:".repeat(width - 1), "|\n"].concat());
    }
    lines.concat()
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

    #[test]
    fn tables_as_files() {
        let rows = [["", "a|b"], ["=1+1", "say \"x\""]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            csv(&rows),
            "\"\",\"a|b\"\r\n\"'=1+1\",\"say \"\"x\"\"\"\r\n"
        );
        assert_eq!(
            markdown(&rows),
            "|  | a\\|b |\n|---|---:|\n| =1+1 | say \"x\" |\n"
        );
        assert_eq!(csv(&[]) + &markdown(&[]), "");
    }
}
