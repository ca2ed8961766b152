//! Any `config.json`: refused, or settings that can be checked.
#![no_main]
use estimator::scenario::{Draft, import_config};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(imported) = import_config(text) {
        let mut draft = Draft::default();
        imported.apply(&mut draft);
        let _ = draft.check();
    }
});
