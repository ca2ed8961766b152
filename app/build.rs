//! Numbers the words of the page, so that the code of the page needs to hold no text.
//!
//! Written to `OUT_DIR`: `en.txt` and `zh.txt`, a text a line, and `numbers.rs`, by which the compiler finds the number of each
//! pair. A `t!` that this did not find does not compile.
use std::{env, fs, path::Path};

mod wording;

fn main() {
    println!("cargo::rerun-if-changed=src/i18n");
    println!("cargo::rerun-if-changed=wording.rs");
    let words = wording::Words::read(Path::new("src/i18n"));
    let out = env::var("OUT_DIR").expect("set by cargo");
    let out = Path::new(&out);
    for (name, text) in [
        ("en.txt", words.file(0)),
        ("zh.txt", words.file(1)),
        ("numbers.rs", words.table()),
    ] {
        fs::write(out.join(name), text).expect("a writable folder");
    }
}
