//! `cargo xtask serve`
use std::thread;

use crate::{
    args::Args,
    exec::{self, Result},
    page,
    server::{Server, Site},
};

/// Builds unless told not to, and serves `dist/` until interrupted.
pub fn run(mut args: Args) -> Result<()> {
    let port = args.value("--port")?;
    let host = args
        .value("--host")?
        .unwrap_or_else(|| "localhost".to_owned());
    let base = args.value("--base")?.unwrap_or_else(|| "/".to_owned());
    let no_build = args.flag("--no-build");
    args.done()?;
    let port = port.map_or(Ok(8080), |text| {
        text.parse()
            .map_err(|_| format!("--port wants a number up to 65535, not {text}"))
    })?;
    let dist = exec::root().join("dist");
    if !no_build {
        page::build()?;
    } else if !dist.join("index.html").is_file() {
        return Err("There is no page in dist/ yet: leave --no-build out once.".to_owned());
    }
    let server = Server::start(&Site::new(dist, &base), &host, port)?;
    let path = Site::new(exec::root(), &base).base;
    println!(
        "Headroom is at http://{host}:{}{path} (Ctrl+C ends it).",
        server.port()
    );
    loop {
        thread::park();
    }
}
