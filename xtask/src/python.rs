//! Python with what the profile script imports, for `cargo xtask test --long`: found in `target/`, or made there.
use std::{path::PathBuf, process::Command};

use crate::exec::{self, Result, target_dir};

/// Where PyTorch keeps builds without CUDA, a twentieth of the others' size.
const CPU_BUILDS: &str = "https://download.pytorch.org/whl/cpu";

/// The interpreter; an error says what could not be had.
pub fn ensure() -> Result<PathBuf> {
    let folder = target_dir().join("profile-venv");
    let python = folder.join("bin").join("python");
    if works(&python) {
        return Ok(python);
    }
    exec::run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let install = |what: &[&str]| {
        let pip = ["-m", "pip", "install", "--quiet"];
        exec::run(Command::new(&python).args(pip).args(what))
    };
    install(&["--index-url", CPU_BUILDS, "torch"]).or_else(|_| install(&["torch"]))?;
    install(&["transformers", "peft", "numpy"])?;
    if works(&python) {
        Ok(python)
    } else {
        Err("torch, transformers and peft cannot be imported".to_owned())
    }
}

fn works(python: &PathBuf) -> bool {
    let import = ["-c", "import torch, transformers, peft"];
    python.is_file() && exec::capture(Command::new(python).args(import)).is_ok()
}
