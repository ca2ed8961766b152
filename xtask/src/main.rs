//! `cargo xtask`: see `cargo xtask help`.
use std::{env, process::ExitCode};

use xtask::{
    accuracy, args::Args, bench, docs_sites, exec::Result, fuzz, lighthouse, package, page,
    reproducible, screenshots, serve, single, sizes, suite, validate,
};

const HELP: &str = "\
cargo xtask COMMAND

  serve        set up, build the page and serve it on http://localhost:8080
               --port N  --host NAME  --base /some/path/  --no-build
  build        set up and build the page into dist/
  test         every check; installs what it lacks
               --no-browser  leaves the browser suite out
               --long        takes the time that a release deserves
  docs-sites   install four documentation generators and build tests/docs-sites with them
  single-file  build the page and put it into target/single/headroom.html, which opens from disk
  package      build the package for JavaScript into target/package/
  reproducible build the page twice, in two folders, and compare every file
  size         build the page and print what it weighs
  bench        print estimates and layouts a second, natively and in Chromium, and what a
               keystroke costs in the page
  lighthouse   build the page and hold it against Lighthouse's mobile profile
  screenshots  build the page and take the pictures in docs/screenshots/
  validate     hold the memory model against measured runs; write the table of METHOD.md
               --check       only say whether the table is up to date
  accuracy     write the table of measured runs beside the page (the build does it)
  fuzz         try random texts on everything that reads text, and count them in
               tests/fuzz/executions.csv: fuzz [TARGET…]
               --seconds N   for each target; 10 without
               --engine libfuzzer   search by coverage, with cargo-fuzz
               --seed N      the texts of an earlier run
  help         this text";

fn dispatch(command: &str, mut args: Args) -> Result<()> {
    match command {
        "serve" => serve::run(args),
        "test" => suite::run(args),
        "build" => args.done().and_then(|()| page::build()),
        "single-file" => args.done().and_then(|()| single::run()),
        "package" => args.done().and_then(|()| package::run()),
        "size" => args
            .done()
            .and_then(|()| page::build())
            .and_then(|()| sizes::run()),
        "reproducible" => args.done().and_then(|()| reproducible::run()),
        "docs-sites" => args.done().and_then(|()| docs_sites::build()),
        "bench" => args.done().and_then(|()| bench::run()),
        "lighthouse" => args.done().and_then(|()| lighthouse::run()),
        "screenshots" => args.done().and_then(|()| screenshots::run()),
        "validate" => {
            let check = args.flag("--check");
            args.done().and_then(|()| validate::run(check))
        }
        "fuzz" => fuzz::run(args),
        "accuracy" => args.done().and_then(|()| accuracy::run()),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no command `{other}`\n\n{HELP}")),
    }
}

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_else(|| "help".to_owned());
    match dispatch(&command, Args::new(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            if !message.is_empty() {
                eprintln!("{message}");
            }
            ExitCode::FAILURE
        }
    }
}
