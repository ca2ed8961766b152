//! The table of jobs as text that is being edited: entries between `~`, their parts between `_` (see `estimator::pool`). What is
//! typed stays, right or wrong.
use estimator::cost::Range;
use estimator::pool::{Count, Field, Job, Plan, Pool, print};

/// Parts of a job in their order.
pub const JOB: [Field; 5] = [
    Field::Name,
    Field::Gpus,
    Field::Hours,
    Field::Count,
    Field::Deadline,
];
/// The part that names a job's GPU.
const GPU: usize = 5;

/// An entry of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whether it is a pool.
    pub pool: bool,
    /// Its parts.
    pub parts: Vec<String>,
}

impl Entry {
    /// A part; empty where there is none.
    pub fn part(&self, at: usize) -> &str {
        self.parts.get(at).map_or("", String::as_str)
    }

    /// The id of its GPU.
    pub fn gpu(&self) -> &str {
        self.part(if self.pool { 1 } else { GPU })
    }

    fn text(&self) -> String {
        let mark = if self.pool { "@" } else { "" };
        [mark, &self.parts.join("_")].concat()
    }
}

/// The entries of a table.
pub fn entries(text: &str) -> Vec<Entry> {
    let given = text.split('~').filter(|_| !text.is_empty());
    given
        .map(|entry| Entry {
            pool: entry.starts_with('@'),
            parts: entry
                .trim_start_matches('@')
                .split('_')
                .map(str::to_owned)
                .collect(),
        })
        .collect()
}

fn joined(entries: &[Entry]) -> String {
    let texts: Vec<String> = entries.iter().map(Entry::text).collect();
    texts.join("~")
}

/// The table with another text in one place. Signs that separate become dashes.
pub fn typed(text: &str, entry: usize, part: usize, value: &str) -> String {
    let mut all = entries(text);
    if let Some(entry) = all.get_mut(entry) {
        while entry.parts.len() <= part {
            entry.parts.push(String::new());
        }
        if let Some(slot) = entry.parts.get_mut(part) {
            *slot = value.replace(['_', '~', '@'], "-");
        }
        // An entry of one empty part would not be one.
        if !entry.pool && entry.parts.len() < 2 {
            entry.parts.push(String::new());
        }
    }
    joined(&all)
}

/// The table without an entry.
pub fn without(text: &str, entry: usize) -> String {
    let mut all = entries(text);
    if entry < all.len() {
        all.remove(entry);
    }
    joined(&all)
}

/// The table with one more job, and with a pool for its GPU where there is none yet, as large as the job.
pub fn with_job(text: &str, name: &str, gpus: u64, hours: Range, gpu: &str) -> String {
    let mut all = entries(text);
    let pools = all.iter().take_while(|entry| entry.pool).count();
    if !all.iter().any(|entry| entry.pool && entry.gpu() == gpu) {
        let pool = Pool {
            gpu: gpu.to_owned(),
            gpus,
        };
        let plan = Plan {
            pools: vec![pool],
            jobs: Vec::new(),
        };
        let made = entries(&print(&plan));
        all.splice(pools..pools, made);
    }
    let name: String = name.chars().take(40).collect();
    let hundredths = |hours: f64| (hours * 100.0).ceil() / 100.0;
    let job = Job {
        name: name.replace(['_', '~', '@'], "-"),
        gpus,
        hours: Range {
            low: hundredths(hours.low),
            typical: hundredths(hours.typical),
            high: hundredths(hours.high),
        },
        count: Count::Once(1),
        deadline: None,
        gpu: gpu.to_owned(),
    };
    let plan = Plan {
        pools: Vec::new(),
        jobs: vec![job],
    };
    all.extend(entries(&print(&plan)));
    joined(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::pool::parse;

    const HOURS: Range = Range {
        low: 4.001,
        typical: 5.0,
        high: 7.0,
    };

    #[test]
    fn a_job_brings_its_pool_once() {
        let one = with_job("", "Llama_3 LoRA", 8, HOURS, "h100-sxm-80gb");
        assert_eq!(
            one,
            "@8_h100-sxm-80gb~Llama-3 LoRA_8_4.01-5-7___h100-sxm-80gb"
        );
        let two = with_job(&one, "b", 2, HOURS, "h100-sxm-80gb");
        let three = with_job(&two, "c", 1, HOURS, "rtx-4090");
        let plan = parse(&three).expect("a table");
        assert_eq!((plan.pools.len(), plan.jobs.len()), (2, 3));
        assert!(three.starts_with("@8_h100-sxm-80gb~@1_rtx-4090~"));
        assert_eq!(without(&without(&three, 4), 1), two);
    }

    #[test]
    fn what_is_typed_stays_in_its_place() {
        let text = "@8~a_8_10";
        assert_eq!(typed(text, 1, 4, "12"), "@8~a_8_10__12");
        assert_eq!(typed(text, 0, 0, "x"), "@x~a_8_10");
        assert_eq!(typed(text, 1, 0, "_~@"), "@8~---_8_10");
        assert_eq!(typed(text, 9, 0, "x"), text);
        let bare = typed("a", 0, 0, "");
        assert_eq!(entries(&bare).len(), 1);
        let bad = parse(&typed(text, 1, 2, "")).expect_err("no hours");
        assert_eq!((bad.entry, bad.field), (1, Field::Hours));
    }
}
