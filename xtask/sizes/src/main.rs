//! Prints what a visitor downloads and fails when it is more than the budget.
//!
//! `page-size DIST BUDGET`, or `page-size --pack FOLDER`, which writes a packed file beside each, as good hosts keep them. A program of its own, so that `cargo xtask serve` need not wait for a
//! compressor to build.
use std::{env, fs, io::Read, path::Path, process::ExitCode};

/// What counts: the files without which the page does not work.
const COUNTED: [&str; 3] = ["wasm", "js", "css"];

struct File {
    name: String,
    plain: u64,
    packed: u64,
    counted: bool,
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    // Best quality, as static hosts do it.
    let mut reader = brotli::CompressorReader::new(bytes, 64 * 1024, 11, 22);
    let mut all = Vec::new();
    reader.read_to_end(&mut all).map_err(|e| e.to_string())?;
    Ok(all)
}

fn packed(bytes: &[u8]) -> Result<u64, String> {
    Ok(pack(bytes)?.len() as u64)
}

/// Writes `FILE.br` beside each file of a folder.
fn pack_all(folder: &Path) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            pack_all(&path)?;
            continue;
        }
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut beside = path.into_os_string();
        beside.push(".br");
        fs::write(beside, pack(&bytes)?).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn collect(dir: &Path, prefix: &str, files: &mut Vec<File>) -> Result<(), String> {
    let entries = fs::read_dir(dir).map_err(|e| format!("cannot read {}: {e}", dir.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{last}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
            continue;
        }
        let bytes = fs::read(&path).map_err(|e| e.to_string())?;
        let extension = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        // The package for exports is fetched when the first one is asked for; the script that makes frames is loaded by other pages.
        let counted = COUNTED.contains(&extension) && !in_package(&name) && name != "embed.js";
        let packed = packed(&bytes)?;
        files.push(File {
            name,
            plain: bytes.len() as u64,
            packed,
            counted,
        });
    }
    Ok(())
}

fn in_package(name: &str) -> bool {
    name.starts_with("js/") || name.starts_with("js-")
}

/// Bytes that a program downloads that imports the package without words: its code and the catalogue.
fn package(files: &[File]) -> u64 {
    let parts = [
        "/index.js",
        "/api.js",
        "/core/headroom.js",
        "/core/headroom_bg.wasm",
        "/catalogue.txt",
    ];
    let own = files.iter().filter(|f| f.name.starts_with("js-"));
    own.filter(|f| parts.iter().any(|end| f.name.ends_with(end)))
        .map(|f| f.packed)
        .sum()
}

/// `total_kib = 250` in the part `[size]`, and other keys alike.
fn budget(text: &str, key: &str) -> Option<u64> {
    let part = text.split("[size]").nth(1)?;
    let line = part
        .lines()
        .find(|line| line.trim_start().starts_with(key))?;
    line.split('=')
        .nth(1)?
        .split('#')
        .next()?
        .trim()
        .parse()
        .ok()
}

fn kib(bytes: u64) -> String {
    let tenths = (bytes * 10 + 512) / 1024;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn run(dist: &str, budget_file: &str) -> Result<(), String> {
    let text = fs::read_to_string(budget_file).map_err(|e| format!("{budget_file}: {e}"))?;
    let of = |key| budget(&text, key).ok_or_else(|| format!("{budget_file} sets no {key}"));
    let (budget, most) = (of("total_kib")?, of("package_kb")?);
    let mut files = Vec::new();
    collect(Path::new(dist), "", &mut files)?;
    files.sort_by(|a, b| (!a.counted, &a.name).cmp(&(!b.counted, &b.name)));
    println!("{:<40} {:>9} {:>12}", "file", "KiB", "brotli KiB");
    for file in &files {
        let note = if file.counted { "" } else { "  (not counted)" };
        println!(
            "{:<40} {:>9} {:>12}{note}",
            file.name,
            kib(file.plain),
            kib(file.packed)
        );
    }
    let counted = || files.iter().filter(|f| f.counted);
    let (plain, total) = (
        counted().map(|f| f.plain).sum(),
        counted().map(|f| f.packed).sum(),
    );
    println!(
        "{:<40} {:>9} {:>12}  budget {budget}",
        "wasm + JS + CSS",
        kib(plain),
        kib(total)
    );
    // Fetched beside them: the page itself, its tables and its words, of which a visitor reads one language.
    let packed = |part: &str| {
        let named = files.iter().filter(|f| f.name.starts_with(part));
        named.map(|f| f.packed).max().unwrap_or(0)
    };
    let first = total + packed("index.html") + packed("catalogue-") + packed("words-");
    println!(
        "{:<40} {:>22}",
        "all that a first visit fetches",
        kib(first)
    );
    let package = package(&files);
    println!(
        "{:<40} {:>22}  budget {most} kB",
        "the package for JavaScript",
        kib(package)
    );
    if package == 0 || package > most * 1000 {
        return Err(format!("the package has {package} bytes of {most} kB"));
    }
    if total == 0 {
        return Err("there is no page to measure".to_owned());
    }
    if total > budget * 1024 {
        return Err(format!(
            "{} KiB are more than the budget of {budget} KiB",
            kib(total)
        ));
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [first, second] = args.as_slice() else {
        eprintln!("page-size DIST BUDGET\npage-size --pack FOLDER");
        return ExitCode::FAILURE;
    };
    let done = if first == "--pack" {
        pack_all(Path::new(second))
    } else {
        run(first, second)
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        let total = |text| budget(text, "total_kib");
        assert_eq!(total("[size]\n# x\ntotal_kib = 250 # y\n"), Some(250));
        assert_eq!(total("[speed]\ntotal_kib = 1\n"), None);
    }

    #[test]
    fn repetition_packs_well() {
        assert!(packed(&vec![b'x'; 100_000]).unwrap() < 100);
        assert_eq!(kib(1536), "1.5");
    }
}
