//! Modules inside another script: a function that gives what the module exports.

/// The text of a module without imports as an expression: an object of its exports, by name.
///
/// # Errors
/// The module imports something, or exports in a way that is not known.
pub(crate) fn inlined(source: &str) -> Result<String, String> {
    let mut names: Vec<(String, String)> = Vec::new();
    let mut body = String::new();
    for line in source.split_inclusive('\n') {
        if line.starts_with("import ") || line.starts_with("import{") {
            return Err(format!("a module that imports: {}", line.trim()));
        }
        let Some(rest) = line.strip_prefix("export ") else {
            body.push_str(line);
            continue;
        };
        if let Some(list) = rest.strip_prefix('{') {
            let list = list
                .split_once('}')
                .map(|(list, _)| list)
                .ok_or("a list of exports over several lines")?;
            for item in list
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
            {
                let (own, name) = item.split_once(" as ").unwrap_or((item, item));
                names.push((name.to_owned(), own.to_owned()));
            }
            continue;
        }
        let declared = rest.trim_start_matches("async ");
        let kinds = ["function ", "class ", "const ", "let "];
        let name = kinds.iter().find_map(|kind| declared.strip_prefix(kind));
        let name: String = name
            .ok_or_else(|| format!("an export that is not known: {}", line.trim()))?
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
            .collect();
        names.push((name.clone(), name));
        body.push_str(rest);
    }
    let exported: Vec<String> = names
        .iter()
        .map(|(name, own)| format!("{name}: {own}"))
        .collect();
    Ok(format!(
        "(() => {{\n{body}\nreturn {{ {} }};\n}})()",
        exported.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_become_fields() {
        let source = "export function a() {}\nconst b = 1;\nexport const c = (x) => x;\nexport { b, d as default };\n";
        let made = inlined(source).expect("known exports");
        assert!(
            made.contains("\nfunction a() {}\nconst b = 1;\nconst c = (x) => x;\n"),
            "{made}"
        );
        assert!(
            made.contains("return { a: a, c: c, b: b, default: d };"),
            "{made}"
        );
        assert!(
            inlined("import x from './y.js';\n").is_err()
                && inlined("export * from './y.js';\n").is_err()
        );
    }
}
