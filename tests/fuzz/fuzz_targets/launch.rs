//! Any launch file, command or Python: refused, or settings that can be checked; and the same whenever it is read.
#![no_main]
use estimator::launch;
use estimator::memory::MemoryReport;
use estimator::scenario::{Draft, Param};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = launch::looks(text);
    let cluster = Draft::default()
        .with(Param::Stack, "megatron")
        .with(Param::GpusPerNode, "8")
        .with(Param::Nodes, "4");
    for base in [Draft::default(), cluster] {
        let Ok(reading) = launch::read(text, &base) else {
            continue;
        };
        let again = launch::read(text, &base).expect("what was read is read again");
        assert_eq!(reading.draft, again.draft);
        if let Ok(scenario) = reading.draft.check().scenario {
            let report = MemoryReport::of(&scenario);
            assert!(report.peak.driver.get().is_finite());
        }
    }
});
