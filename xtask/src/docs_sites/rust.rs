//! mdBook, as its own lock file pins what it is made of.
use super::{Workshop, built, generate, source};
use crate::{exec::Result, tools};

const MDBOOK: &str = "0.5.4";

pub(super) fn build(workshop: &Workshop) -> Result<()> {
    let mdbook = tools::installed("mdbook", MDBOOK)?;
    let mut command = workshop.program(mdbook)?;
    command
        .arg("build")
        .arg(source("mdbook"))
        .arg("--dest-dir")
        .arg(built("mdbook"));
    generate("mdBook", &mut command)
}
