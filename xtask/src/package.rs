//! The package for JavaScript: compiled code, catalogue, words, types, laid out as `npm pack` takes it.
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use crate::{
    accuracy, browser_setup,
    exec::{self, Result},
    tools, wasm_target,
};

/// Where it is put together.
pub fn folder() -> PathBuf {
    exec::target_dir().join("package")
}

/// Builds it and says where it is.
///
/// # Errors
/// What could not be built or written.
pub fn run() -> Result<()> {
    wasm_target::ensure()?;
    fs::create_dir_all(tools::dir()).map_err(|e| e.to_string())?;
    tools::ensure_bindgen()?;
    let folder = folder();
    write(&folder)?;
    println!("{}: npm pack {0}", folder.display());
    Ok(())
}

/// The package beside the page.
fn built() -> Result<PathBuf> {
    let entries =
        fs::read_dir(exec::root().join("dist")).map_err(|e| format!("there is no page: {e}"))?;
    let mut found = entries.flatten().map(|entry| entry.path());
    let package = found.find(|path| path.join("core").is_dir());
    package.ok_or_else(|| "the page was built without the package".to_owned())
}

/// What its tests need besides the page; an error says what could not be had.
///
/// # Errors
/// Node or npm is not here, or npm cannot install.
pub fn needs() -> Result<()> {
    for program in ["node", "npm"] {
        exec::on_path(program).ok_or_else(|| format!("{program} is not here"))?;
    }
    browser_setup::from_npm("tests/browser", "ajv")?;
    browser_setup::from_npm("tests/js", "typescript")?;
    browser_setup::from_npm("tests/js", "vite")
}

/// Where its tests work. The browser suite opens the bundles that they make there.
#[must_use]
pub fn workshop() -> PathBuf {
    exec::target_dir().join("package-tests")
}

/// Tests the package of the built page: in Node against the native program, its types, in bundles.
///
/// # Errors
/// What is lacking, or that tests fail.
pub fn test() -> Result<()> {
    let package = built()?;
    exec::run(exec::cargo().args(["build", "--quiet", "--locked", "-p", "headroom"]))?;
    let program = format!("headroom{}", std::env::consts::EXE_SUFFIX);
    let mut node = exec::program("node");
    // By name: what a folder means here is not the same in all releases of Node.
    let files = ["package", "types", "bundle"].map(|name| format!("tests/js/{name}.test.mjs"));
    node.arg("--test")
        .args(files)
        .env("PACKAGE", package)
        .env("PLACE", workshop())
        .env("HEADROOM", exec::target_dir().join("debug").join(program));
    exec::run(&mut node)
}

/// Crates that are compiled, and the folder of each in the package.
const CODE: [(&str, &str); 2] = [("headroom-js", "core"), ("headroom-words", "full")];

/// Writes all of it into a folder, which is emptied first.
///
/// # Errors
/// What could not be built or written.
pub fn write(folder: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(folder);
    let place = |e: std::io::Error| format!("cannot write {}: {e}", folder.display());
    fs::create_dir_all(folder).map_err(place)?;
    for (name, part) in CODE {
        code(name, &folder.join(part))?;
    }
    let root = exec::root();
    let written = fs::read_dir(root.join("app/js/package")).map_err(place)?;
    for entry in written.flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).map_err(place)?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(licence), folder.join(licence)).map_err(place)?;
    }
    let schema = root.join("estimator/src/export/headroom.schema.json");
    fs::copy(schema, folder.join("headroom.schema.json")).map_err(place)?;
    let words = accuracy::word_files();
    let texts = [("catalogue.txt", accuracy::catalogue_text()?)]
        .into_iter()
        .chain(words);
    for (name, text) in texts {
        fs::write(folder.join(name), text).map_err(place)?;
    }
    Ok(())
}

/// Writes it beside the page, under a name of its own, which the start script is told, and under `js/`, for other pages to import.
///
/// # Errors
/// What could not be built or written.
pub fn beside(page: &Path) -> Result<()> {
    let fresh = page.join("js-fresh");
    write(&fresh)?;
    let place = |e: std::io::Error| format!("cannot write {}: {e}", page.display());
    let mut hasher = DefaultHasher::new();
    for part in [
        "core/headroom_bg.wasm",
        "full/headroom_bg.wasm",
        "api.js",
        "words.js",
        "catalogue.txt",
        "words.en.txt",
        "words.zh.txt",
    ] {
        fs::read(fresh.join(part)).map_err(place)?.hash(&mut hasher);
    }
    let name = format!("js-{:016x}", hasher.finish());
    let _ = fs::remove_dir_all(page.join(&name));
    fs::rename(fresh, page.join(&name)).map_err(place)?;
    let index = page.join("index.html");
    let text = fs::read_to_string(&index)
        .map_err(place)?
        .replace("js-EDITION", &name);
    fs::write(index, text).map_err(place)?;
    fs::create_dir_all(page.join("js")).map_err(place)?;
    for module in ["index", "words"] {
        for ending in ["js", "d.ts"] {
            let text = format!("export * from \"../{name}/{module}.js\";\n");
            fs::write(page.join(format!("js/{module}.{ending}")), text).map_err(place)?;
        }
    }
    let schema = page.join(&name).join("headroom.schema.json");
    fs::copy(schema, page.join("headroom.schema.json")).map_err(place)?;
    Ok(())
}

/// Compiles one of the crates and makes its glue.
fn code(name: &str, folder: &Path) -> Result<()> {
    let what = ["build", "--quiet", "--release", "--locked", "-p", name];
    let mut cargo = exec::cargo();
    cargo.args(what).args(["--target", wasm_target::TRIPLE]);
    exec::run(wasm_target::without_places(&mut cargo))?;
    let file = format!("{}.wasm", name.replace('-', "_"));
    let built = exec::target_dir()
        .join(wasm_target::TRIPLE)
        .join("release")
        .join(file);
    let mut bindgen = exec::program(tools::dir().join("wasm-bindgen"));
    bindgen.args([
        "--target=web",
        "--whole",
        "--no-typescript",
        "--out-name=headroom",
    ]);
    bindgen
        .arg(format!("--out-dir={}", folder.display()))
        .arg(built);
    exec::run(&mut bindgen)?;
    // The comments are for types that the package has of its own.
    let glue = folder.join("headroom.js");
    let text = fs::read_to_string(&glue).map_err(|e| e.to_string())?;
    fs::write(&glue, without_comments(&text)).map_err(|e| e.to_string())
}

fn without_comments(glue: &str) -> String {
    let mut out = String::new();
    let mut rest = glue;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment
            .split_once("*/")
            .map_or("", |(_, after)| after.trim_start_matches('\n'));
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        let glue = "/* @ts */\n\n/**\n * a\n */\nexport function a() {\n    return 1;\n}\n";
        assert_eq!(
            without_comments(glue),
            "export function a() {\n    return 1;\n}\n"
        );
    }
}
