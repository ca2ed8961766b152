//! Any launch file, command or Python: refused, or settings that can be checked.
#![no_main]
use estimator::launch;
use estimator::scenario::Draft;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(reading) = launch::read(text, &Draft::default()) {
        let _ = reading.draft.check();
    }
});
