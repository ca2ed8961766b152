//! `cargo xtask`: see `cargo xtask help`.
use std::{env, process::ExitCode};

use xtask::{args::Args, exec::Result, page, serve};

const HELP: &str = "\
cargo xtask COMMAND

  serve        set up, build the page and serve it on http://localhost:8080
               --port N  --host NAME  --base /some/path/  --no-build
  build        set up and build the page into dist/
  validate     hold the memory model against measured runs; write the table of METHOD.md
  help         this text";

fn dispatch(command: &str, args: Args) -> Result<()> {
    match command {
        "serve" => serve::run(args),
        "build" => args.done().and_then(|()| page::build()),
        "validate" => args.done().and_then(|()| xtask::validate::run()),
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
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
