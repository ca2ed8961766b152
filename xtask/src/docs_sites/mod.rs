//! `cargo xtask docs-sites`: the documentation sites under `tests/docs-sites`, built with their own generators into
//! `target/docs-sites`. Everything that is installed stays in `target`.
mod chapters;
mod install;
mod node;
mod python;
mod rust;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    thread,
    time::Instant,
};

use crate::exec::{self, Result};

/// Where pages of the fixtures say that Headroom is served. Who serves a built site puts a real address there.
pub const HEADROOM: &str = "https://headroom.example/";

/// The folders of `tests/docs-sites`.
pub const SITES: [&str; 4] = ["mdbook", "mkdocs", "sphinx", "docusaurus"];

/// The pages of a built site.
pub fn built(site: &str) -> PathBuf {
    folder().join("built").join(site)
}

fn folder() -> PathBuf {
    exec::target_dir().join("docs-sites")
}

fn source(site: &str) -> PathBuf {
    exec::root().join("tests/docs-sites").join(site)
}

/// Installs a generator and builds with it.
type Lane = fn(&Workshop) -> Result<()>;

/// What a site needs while it is built: the command `headroom`, built by whoever asks first.
#[derive(Default)]
struct Workshop {
    path: OnceLock<Result<OsString>>,
}

impl Workshop {
    /// A program of a generator, with `headroom` on its PATH.
    fn program(&self, program: impl AsRef<Path>) -> Result<Command> {
        let path = self.path.get_or_init(command_path).clone()?;
        let mut command = Command::new(program.as_ref());
        command.env("PATH", path);
        Ok(command)
    }
}

fn command_path() -> Result<OsString> {
    println!("docs-sites: building the command headroom.");
    exec::run(exec::cargo().args(["build", "--quiet", "--locked", "-p", "headroom"]))?;
    let old = env::var_os("PATH").unwrap_or_default();
    let debug = exec::target_dir().join("debug");
    env::join_paths(std::iter::once(debug).chain(env::split_paths(&old))).map_err(|e| e.to_string())
}

/// Installs the generators at their pinned versions and builds the sites, side by side where they do not share one.
///
/// # Errors
/// All that went wrong, also that a registry of packages cannot be reached.
pub fn build() -> Result<()> {
    fs::create_dir_all(folder())
        .map_err(|e| format!("cannot create {}: {e}", folder().display()))?;
    let workshop = &Workshop::default();
    let lanes: [(&str, Lane); 3] = [
        ("Docusaurus", node::build),
        ("MkDocs and Sphinx", python::build),
        ("mdBook", rust::build),
    ];
    let start = Instant::now();
    let mut failures: Vec<String> = thread::scope(|scope| {
        let started = lanes.map(|(name, lane)| (name, scope.spawn(move || lane(workshop))));
        let ended = started.into_iter().map(|(name, lane)| (name, lane.join()));
        ended
            .filter_map(|(name, result)| match result {
                Ok(Ok(())) => None,
                Ok(Err(why)) => Some(format!("{name}: {why}")),
                Err(_) => Some(format!("{name}: the build stopped unexpectedly")),
            })
            .collect()
    });
    failures.extend(chapters::run(workshop).err());
    if failures.is_empty() {
        println!(
            "docs-sites: done in {:.0} s.",
            start.elapsed().as_secs_f32()
        );
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// Runs a generator and says how long it took; what it prints is shown when it fails.
fn generate(name: &str, command: &mut Command) -> Result<()> {
    let start = Instant::now();
    exec::capture(command)?;
    println!(
        "docs-sites: {name} built in {:.0} s.",
        start.elapsed().as_secs_f32()
    );
    Ok(())
}
