//! Host memory, disk and saving times that people stated, against the report.
//!
//! `host-cases.csv` names the thread, what it states as a scenario, and either a figure or how it ended. A figure of host memory has to
//! lie in the interval of its moment; one of disk or time within the share that the row gives. A node that was killed must not be called
//! a fit, one that worked must not be called impossible.
#[path = "support/readings.rs"]
mod readings;

use estimator::host::{DiskLineId, DiskReport, HostMoment, HostReport};
use estimator::memory::State;
use estimator::scenario::Scenario;
use readings::{Row, rows};

/// Rows that the report contradicts, each for a known reason.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "H19",
        "lies below weights and moments alone (423 GB): the chart counts less than what is resident, as the rise by a whole state shows",
    ),
    (
        "H27",
        "stated as about 60 GB, of weights that are 61 without the processes",
    ),
    (
        "H28",
        "climbs all through the run, to 61 bytes a parameter; nothing here grows with steps",
    ),
];

fn scenario(row: &Row) -> Scenario {
    let decoded = estimator::codec::decode(row.get("link"));
    let id = row.get("id");
    assert!(decoded.notices.is_empty(), "{id}: {:?}", decoded.notices);
    decoded
        .draft
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{id}: {issues:?}"))
}

fn moment(name: &str) -> Option<HostMoment> {
    Some(match name {
        "load" => HostMoment::Load,
        "train" => HostMoment::Train,
        "save" => HostMoment::Save,
        "resume" => HostMoment::Resume,
        "merge" => HostMoment::Merge,
        _ => return None,
    })
}

/// What the report says of a quantity: low and high, in bytes, seconds or as a ratio.
fn predicted(row: &Row, scenario: &Scenario) -> (f64, f64) {
    let host = HostReport::of(scenario);
    let disk = DiskReport::of(scenario);
    let file = |id: DiskLineId| {
        let line = disk.checkpoint.iter().find(|line| line.id == id);
        line.unwrap_or_else(|| panic!("{}: no {id:?}", row.get("id")))
            .bytes()
            .get()
    };
    let total = |moment: HostMoment| host.at(moment).unwrap().total().get();
    let exact = match row.get("quantity") {
        "disk-weights" => file(DiskLineId::Weights),
        "disk-own" => file(DiskLineId::OwnWeights),
        "disk-optimizer" => file(DiskLineId::Optimizer),
        "disk-checkpoint" => disk.per_checkpoint.get(),
        "disk-ratio" => disk.per_checkpoint.get() / (2.0 * scenario.parameters),
        "save-rise" => total(HostMoment::Save) - total(HostMoment::Train),
        "seconds" => disk.save.one_process.unwrap(),
        name => {
            let interval = host.at(moment(name).unwrap()).unwrap().interval;
            return (interval.low.get(), interval.high.get());
        }
    };
    let within: f64 = row.get("within").parse().unwrap();
    (exact * (1.0 - within), exact * (1.0 + within))
}

fn scale(unit: &str) -> f64 {
    match unit {
        "GiB" => 1_073_741_824.0,
        "GB" => 1e9,
        "s" | "x" => 1.0,
        other => panic!("{other}"),
    }
}

fn agrees(row: &Row, scenario: &Scenario) -> bool {
    let id = row.get("id");
    let expected = row.get("expected");
    if expected.is_empty() {
        let unit = scale(row.get("unit"));
        let stated: f64 = row.get("stated").parse::<f64>().unwrap();
        let (low, high) = predicted(row, scenario);
        println!(
            "{id} {} {stated} {}: {:.1} to {:.1}",
            row.get("quantity"),
            row.get("unit"),
            low / unit,
            high / unit
        );
        return (low..=high).contains(&(stated * unit));
    }
    let host = HostReport::of(scenario);
    let instant = host.at(moment(row.get("quantity")).unwrap()).unwrap();
    let verdict = instant.verdict.unwrap();
    println!(
        "{id} {} {expected}: {:?}, {:.0} of {:.0} GiB",
        row.get("quantity"),
        verdict.state,
        instant.total().as_gib(),
        verdict.usable.as_gib()
    );
    match expected {
        "killed" => verdict.state != State::Fits,
        "works" => verdict.state != State::DoesNotFit,
        other => panic!("{id}: {other}"),
    }
}

#[test]
fn what_people_stated() {
    let rows = rows("host-cases.csv");
    assert!(rows.len() >= 20);
    let contradicted: Vec<&str> = rows
        .iter()
        .filter(|row| !agrees(row, &scenario(row)))
        .map(|row| row.get("id"))
        .collect();
    let explained: Vec<&str> = EXPLAINED.iter().map(|(id, _)| *id).collect();
    assert_eq!(contradicted, explained);
}

/// The thread of C050: a 72B with everything offloaded is killed while it saves, and works once its buffers are not page-locked.
#[test]
fn page_locked_buffers_cost_hundreds_of_gigabytes() {
    let at_save = |pinned: &str| {
        let link = format!(
            "stack=deepspeed&m=qwen2-72b&method=full&n=8&shard=zero3&off=both&pin={pinned}"
        );
        let scenario = estimator::codec::decode(&link)
            .draft
            .check()
            .scenario
            .unwrap();
        HostReport::of(&scenario)
            .at(HostMoment::Save)
            .unwrap()
            .total()
            .get()
    };
    let parameters = 72_706_203_648.0;
    let plain = at_save("no") / parameters;
    // Master, two moments, two gradients, 16-bit weights and the gathered ones: 24 bytes, and a little for processes and a file.
    assert!((24.0..24.5).contains(&plain), "{plain} bytes a parameter");
    assert!(at_save("yes") - at_save("no") > 400e9);
}
