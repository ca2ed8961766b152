//! Python for `cargo xtask test --long`: with what the profile script imports, found in `target/` or made there; and the options of
//! frameworks, read from their packages.
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

/// How `tests/launch/options.py --check` ends where packages could not be had.
const NOT_HAD: i32 = 2;

/// Holds the tables of launch options against the packages of the releases that they name. The outer error says what could not be
/// had, the inner one what differs.
pub fn options() -> Result<Result<()>> {
    let python = exec::on_path("python3").ok_or("python3 is not here")?;
    let output = exec::program(python)
        .arg("tests/launch/options.py")
        .arg(target_dir().join("launch-packages"))
        .arg("--check")
        .output()
        .map_err(|e| format!("cannot start python3: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{}", said.trim_end());
    if output.status.success() {
        return Ok(Ok(()));
    }
    if output.status.code() == Some(NOT_HAD) {
        let why = exec::without_addresses(&String::from_utf8_lossy(&output.stderr));
        println!("{}", why.trim_end());
        return Err("packages of the frameworks could not be downloaded".to_owned());
    }
    let why = exec::without_addresses(&String::from_utf8_lossy(&output.stderr));
    Ok(Err(format!(
        "launch options differ from the packages': python3 tests/launch/options.py FOLDER writes the tables anew\n{why}"
    )))
}

fn works(python: &PathBuf) -> bool {
    let import = ["-c", "import torch, transformers, peft"];
    python.is_file() && exec::capture(Command::new(python).args(import)).is_ok()
}
