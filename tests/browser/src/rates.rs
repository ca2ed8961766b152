//! How many layouts a second the planner decides and evaluates in the browser.
use std::{fs, path::Path};

use serde_json::json;

use crate::driver::Driver;

/// A program of `tests/bench`, and what it has to do.
pub struct Work<'a> {
    /// The WebAssembly file.
    pub program: &'a Path,
    /// Layouts that one run of it takes.
    pub layouts: u64,
    /// What it answers when it took them all.
    pub code: u8,
}

/// Runs of the program; the first ones are compiled as they go.
const RUNS: u32 = 5;

/// Loads the program; `arguments[0]` is its base64 text.
const LOAD: &str =
    "const bytes = Uint8Array.from(atob(arguments[0]), letter => letter.charCodeAt(0));
window.program = new WebAssembly.Module(bytes);";

/// Runs it once.
const RUN: &str = "return new WebAssembly.Instance(window.program, {}).exports.main(0, 0);";

/// Layouts a second on one core: by the time that the page's thread was on one, since others may use the machine too.
///
/// # Errors
/// What did not work, in a sentence.
pub fn rate(work: &Work) -> Result<f64, String> {
    let bytes = fs::read(work.program).map_err(|e| format!("{}: {e}", work.program.display()))?;
    let driver = Driver::start(false)?;
    driver.post("url", &json!({ "url": "about:blank" }))?;
    driver.post("timeouts", &json!({ "script": 600_000 }))?;
    driver.cdp(
        "Performance.enable",
        &json!({ "timeDomain": "threadTicks" }),
    )?;
    let run = |script: &str, arguments: &[String]| {
        driver.post(
            "execute/sync",
            &json!({ "script": script, "args": arguments }),
        )
    };
    run(LOAD, &[base64(&bytes)])?;
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let before = on_core(&driver)?;
        let answer = run(RUN, &[])?;
        least = least.min(on_core(&driver)? - before);
        if answer.as_u64() != Some(u64::from(work.code)) {
            return Err(format!("the program answered {answer}, not {}", work.code));
        }
    }
    let layouts = u32::try_from(work.layouts).map_err(|e| e.to_string())?;
    Ok(f64::from(layouts) / least)
}

/// Seconds that the page's thread was on a core.
fn on_core(driver: &Driver) -> Result<f64, String> {
    let metrics = driver.cdp("Performance.getMetrics", &json!({}))?;
    let all = metrics["metrics"].as_array().cloned().unwrap_or_default();
    let time = all.iter().find(|metric| metric["name"] == "ThreadTime");
    let seconds = time.and_then(|metric| metric["value"].as_f64());
    seconds.ok_or_else(|| "the browser does not tell a thread's time".to_owned())
}

/// RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| chunk.get(at).copied().map_or(0, u32::from));
        let bits = a << 16 | b << 8 | c;
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= chunk.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        let all = ["", "f", "fo", "foo", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]);
    }
}
