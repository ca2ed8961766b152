//! The part of the `wasm-bindgen` command that trunk calls.
//!
//! The published command pulls in a web server and a WebDriver client and does not build from its
//! own lock file here; this one builds in seconds, from our lock file, so its version always fits.
//! It is built as `page-bindgen` because rustc refuses to link an old crate by the real name; the
//! set-up copies it to `target/tools/wasm-bindgen`. What it writes is then trimmed, see [`trim`], and put
//! in an order that packs well, see [`order`].
mod order;
mod trim;

use std::{env, fs, path::PathBuf, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

/// Kept equal to the dependency's requirement by a test.
const VERSION: &str = "0.2.130";

/// What the command line asked for.
#[derive(Default)]
struct Args {
    input: Option<PathBuf>,
    out_dir: Option<PathBuf>,
    out_name: Option<String>,
    keep_debug: bool,
    no_typescript: bool,
    /// Nothing of the glue is left out: others than our own start script call it.
    whole: bool,
}

fn parse(args: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut parsed = Args::default();
    for arg in args {
        match arg.split_once('=') {
            Some(("--out-dir", dir)) => parsed.out_dir = Some(dir.into()),
            Some(("--out-name", name)) => parsed.out_name = Some(name.to_owned()),
            Some(("--target", "web")) => {}
            Some(("--target", other)) => return Err(format!("only --target=web, not {other}")),
            _ => match arg.as_str() {
                "--keep-debug" => parsed.keep_debug = true,
                "--no-demangle" => {}
                "--whole" => parsed.whole = true,
                "--no-typescript" => parsed.no_typescript = true,
                flag if flag.starts_with("--") => return Err(format!("unknown flag {flag}")),
                path => parsed.input = Some(path.into()),
            },
        }
    }
    Ok(parsed)
}

fn generate(args: Args) -> Result<(), String> {
    let input = args.input.ok_or("no input file given")?;
    let out_dir = args.out_dir.ok_or("no --out-dir given")?;
    let mut bindgen = Bindgen::new();
    bindgen.web(true).map_err(|e| e.to_string())?;
    bindgen
        .input_path(input)
        .keep_debug(args.keep_debug)
        // The trimming knows functions by the names that the compiler gives them; none is kept.
        .demangle(false)
        .typescript(!args.no_typescript);
    if let Some(name) = &args.out_name {
        bindgen.out_name(name);
    }
    let mut output = bindgen.generate_output().map_err(|e| format!("{e:?}"))?;
    // The text is laid out while it is written, so it is read back.
    output.emit(&out_dir).map_err(|e| format!("{e:?}"))?;
    let stem = args.out_name.as_deref().unwrap_or("app");
    if !args.whole {
        let glue = out_dir.join(stem).with_extension("js");
        let text = fs::read_to_string(&glue).map_err(|e| e.to_string())?;
        let trimmed = trim::trim(output.wasm_mut(), &text);
        output.emit(&out_dir).map_err(|e| format!("{e:?}"))?;
        fs::write(glue, trimmed).map_err(|e| e.to_string())?;
    }
    let wasm = out_dir.join(format!("{stem}_bg.wasm"));
    let ordered = order::ordered(&fs::read(&wasm).map_err(|e| e.to_string())?);
    fs::write(wasm, ordered).map_err(|e| e.to_string())
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|a| a == "--version" || a == "-V") {
        println!("wasm-bindgen {VERSION}");
        return ExitCode::SUCCESS;
    }
    match parse(args.into_iter()).and_then(generate) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("wasm-bindgen: {message}");
            ExitCode::FAILURE
        }
    }
}
