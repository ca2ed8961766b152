//! Several jobs against one pool: by hand, and against what no schedule may do.
#![allow(clippy::float_cmp, reason = "hours are whole here")]
use estimator::cost::Case;
use estimator::pool::{BadEntry, Count, Field, Outcome, Plan, PoolReport, parse, print};

fn plan(text: &str) -> Plan {
    parse(text).unwrap_or_else(|bad| panic!("{text}: {bad:?}"))
}

fn report(text: &str) -> PoolReport {
    PoolReport::of(&plan(text), Case::Typical)
}

/// Two jobs of 8 GPUs and 10 hours side by side on 16, one after the other on 12.
#[test]
fn a_quarter_less_makes_the_second_job_wait() {
    let found = report("@16~a_8_10__12~b_8_10__12");
    let kind = &found.types[0];
    assert_eq!(
        (kind.shrunk, kind.peak_wanted, kind.schedule.peak),
        (12, 16, 16)
    );
    assert_eq!((kind.schedule.end, found.gpu_hours.typical), (10.0, 160.0));
    assert_eq!(
        kind.outcomes[1].1,
        Outcome::Done {
            end: 10.0,
            late: 0.0
        }
    );
    assert_eq!(
        kind.outcomes[1].2,
        Outcome::Done {
            end: 20.0,
            late: 8.0
        }
    );
    assert_eq!(kind.slips(), vec![(1, 10.0, 8.0)]);
}

#[test]
fn the_urgent_go_first_and_small_ones_fill_gaps() {
    // The deadline goes first although it stands last; the wide one waits for it; the short one runs beside it meanwhile.
    let found = report("@8~wide_8_20~short_2_5~due_6_10__10");
    let placed = &found.types[0].schedule.placed;
    let start = |job: usize| placed.iter().find(|run| run.job == job).unwrap().start;
    assert_eq!((start(2), start(0), start(1)), (0.0, 10.0, 0.0));
    assert_eq!(found.types[0].schedule.end, 30.0);
    // Six of eight GPUs are left: the wide job cannot run at all.
    assert_eq!(found.types[0].outcomes[0].2, Outcome::TooWide);
}

#[test]
fn monthly_jobs_are_ready_through_the_month() {
    let found = report("@4~weekly_4_10_4m_20");
    let runs: Vec<(f64, f64)> = found.types[0]
        .schedule
        .placed
        .iter()
        .map(|run| (run.ready, run.start))
        .collect();
    assert_eq!(
        runs,
        vec![(0.0, 0.0), (182.5, 182.5), (365.0, 365.0), (547.5, 547.5)]
    );
    assert_eq!(found.gpu_hours.typical, 160.0);
    assert!((found.types[0].utilisation - 160.0 / (4.0 * 730.0)).abs() < 1e-12);
    assert_eq!(found.types[0].peak_wanted, 4);
}

#[test]
fn each_kind_of_gpu_has_its_pool() {
    let found =
        report("@8_h100-sxm-80gb~@4_l40s~a_8_1___h100-sxm-80gb~b_2_1___l40s~c_1_1___a10~d_4_2");
    assert_eq!(found.homeless, vec![2]);
    let jobs = |kind: usize| {
        found.types[kind]
            .outcomes
            .iter()
            .map(|row| row.0)
            .collect::<Vec<_>>()
    };
    assert_eq!((jobs(0), jobs(1)), (vec![0, 3], vec![1]));
    assert_eq!(found.gpu_hours.typical, 8.0 + 2.0 + 1.0 + 8.0);
}

#[test]
fn hours_that_are_a_range_give_a_range() {
    let plan = plan("@8~a_8_4-5-9_2");
    let ends = [Case::Low, Case::Typical, Case::High]
        .map(|case| PoolReport::of(&plan, case).types[0].schedule.end);
    assert_eq!(ends, [8.0, 10.0, 18.0]);
    let hours = PoolReport::of(&plan, Case::Typical).gpu_hours;
    assert_eq!((hours.low, hours.high), (64.0, 144.0));
}

#[test]
fn a_table_is_read_as_it_is_written() {
    for text in [
        "",
        "@64_h100-sxm-80gb~llama_8_4-5-7_2_48~weekly_16_12_4m",
        "@8~客服 70B_8_5.25___a100-sxm-80gb",
        "a_1_0.0001",
    ] {
        assert_eq!(print(&plan(text)), text);
    }
    assert_eq!(print(&plan("@8~~a_1_4-8_1~")), "@8~a_1_4-6-8");
    let job = &plan("x_1_3_7m").jobs[0];
    assert_eq!(job.count, Count::Monthly(7));
}

#[test]
fn what_is_wrong_is_located() {
    for (text, entry, row, field, at) in [
        ("@0", 0, 1, Field::Gpus, "0"),
        ("@8~a_x_1", 1, 1, Field::Gpus, "x"),
        ("@8~a_1_1~_1_1", 2, 2, Field::Name, ""),
        ("a_1_nan", 0, 1, Field::Hours, "nan"),
        ("a_1_5-4", 0, 1, Field::Hours, "5-4"),
        ("a_1_0", 0, 1, Field::Hours, "0"),
        ("a_1_1-2-3-4", 0, 1, Field::Hours, "1-2-3-4"),
        ("a_1", 0, 1, Field::Hours, ""),
        ("a_1_1_0", 0, 1, Field::Count, "0"),
        ("a_1_1__-1", 0, 1, Field::Deadline, "-1"),
        ("a_1_1___h9000", 0, 1, Field::Gpu, "h9000"),
        ("a_1_1____x", 0, 1, Field::Entry, "x"),
        ("@8~@9", 1, 2, Field::Entry, "@9"),
    ] {
        let bad = BadEntry {
            entry,
            row,
            pool: ["@0", "@8~@9"].contains(&text),
            field,
            text: at.to_owned(),
        };
        assert_eq!(parse(text), Err(bad), "{text}");
    }
    let many = vec!["a_1_1_100"; 21].join("~");
    assert_eq!(parse(&many).unwrap_err().entry, 20);
    assert!(parse(&vec!["a_1_1"; 65].join("~")).is_err());
}

/// Whatever the table: no more GPUs in use than there are, no run before it is ready, each of its length, in bounded time.
#[test]
fn no_schedule_breaks_its_pool() {
    let mut seed = 3_u64;
    let mut draw = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        1 + (seed >> 33) % below
    };
    for _ in 0..60 {
        let mut entries = vec![format!("@{}", draw(32))];
        for name in 0..draw(20) {
            let monthly = if draw(2) == 1 { "m" } else { "" };
            entries.push(format!(
                "j{name}_{}_{}_{}{monthly}_{}",
                draw(32),
                draw(50),
                draw(20),
                draw(300)
            ));
        }
        let plan = plan(&entries.join("~"));
        let found = PoolReport::of(&plan, Case::Typical);
        let kind = &found.types[0];
        let runs: u64 = plan
            .jobs
            .iter()
            .filter(|job| job.gpus <= kind.pool.gpus)
            .map(|job| job.count.runs())
            .sum();
        assert_eq!(kind.schedule.placed.len() as u64, runs);
        let mut peak = 0;
        for run in &kind.schedule.placed {
            assert!(run.start >= run.ready);
            assert!((run.end - run.start - plan.jobs[run.job].hours.typical).abs() < 1e-9);
            let beside = kind
                .schedule
                .placed
                .iter()
                .filter(|other| other.start <= run.start && other.end > run.start);
            let used: u64 = beside.map(|other| plan.jobs[other.job].gpus).sum();
            assert!(used <= kind.pool.gpus, "{used} of {:?}", kind.pool);
            peak = peak.max(used);
        }
        assert_eq!(peak, kind.schedule.peak);
    }
    let full = report(&["@8".to_owned(), vec!["a_8_1_100"; 20].join("~")].join("~"));
    assert_eq!(full.types[0].schedule.end, 2000.0);
}
