//! Several jobs against one pool, in words.
use super::errors::quoted;
use super::time::duration;
use super::{Lang, Pair, calibration::value_label, integer, number, t};
use estimator::cost::Range;
use estimator::pool::{BadEntry, Field, Outcome, Pool, TypeReport};
use estimator::scenario::Param;

/// The name of a column.
pub const fn job_field(field: Field) -> Pair {
    match field {
        Field::Name => t!("Job", "任务"),
        Field::Gpus => t!("GPUs", "GPU 数"),
        Field::Hours => t!("Hours", "小时"),
        Field::Count => t!("Times", "次数"),
        Field::Deadline => t!("Due within, h", "期限（小时）"),
        Field::Gpu => t!("GPU", "GPU"),
        Field::Entry => t!("Entry", "条目"),
    }
}

/// What is wrong with a table, and where.
pub fn bad_job(lang: Lang, bad: &BadEntry) -> String {
    let needs = match bad.field {
        Field::Name => t!("1 to 40 characters are needed", "需要 1 到 40 个字符"),
        Field::Gpus => t!(
            "a whole number from 1 to 1,000,000 is needed",
            "需要 1 到 1,000,000 的整数"
        ),
        Field::Hours => t!(
            "hours are needed, such as 5, 4-7 or 4-5-7",
            "需要小时数，例如 5、4-7 或 4-5-7"
        ),
        Field::Count => t!(
            "a whole number is needed, or 4m for four a month",
            "需要整数，或写成 4m 表示每月四次"
        ),
        Field::Deadline => t!("hours are needed, or nothing", "需要小时数，或留空"),
        Field::Gpu => t!("no GPU of the catalogue", "GPU 目录里没有"),
        Field::Entry => t!(
            "64 jobs and 2,000 runs are the most",
            "最多 64 个任务、2,000 次运行"
        ),
    };
    let row = bad.row.to_string();
    let what = lang.of(job_field(bad.field));
    let words = if bad.pool {
        t!(
            "Jobs, pool {0}, {1}: {2}; there is {3}.",
            "任务表第 {0} 个资源池，{1}：{2}，现为{3}。"
        )
    } else {
        t!(
            "Jobs, row {0}, {1}: {2}; there is {3}.",
            "任务表第 {0} 行，{1}：{2}，现为{3}。"
        )
    };
    lang.fill(words, &[&row, what, lang.of(needs), &quoted(&bad.text)])
}

/// "Pool: H100 SXM 80 GB".
pub fn pool_title(lang: Lang, gpu: &str) -> String {
    let name = if gpu.is_empty() {
        lang.of(t!("any GPU", "任意 GPU")).to_owned()
    } else {
        value_label(lang, Param::Gpu, gpu)
    };
    lang.fill(t!("Pool of {0}", "{0} 资源池"), &[&name])
}

fn range(lang: Lang, range: &Range) -> String {
    let [low, typical, high] =
        [range.low, range.typical, range.high].map(|hours| number(lang, hours, 0));
    if low == high {
        return typical;
    }
    lang.fill(
        t!("{0} ({1} to {2})", "{0}（{1}–{2}）"),
        &[&typical, &low, &high],
    )
}

/// What a pool's jobs come to: name and figure. When all is done, only where something runs.
pub fn jobs_found(lang: Lang, found: &TypeReport) -> Vec<(&'static str, String)> {
    let gpus = |count| integer(lang, count);
    let schedule = &found.schedule;
    let mut figures = vec![
        (
            lang.of(t!("GPU-hours", "总卡时")),
            range(lang, &found.gpu_hours),
        ),
        (
            lang.of(t!("Most GPUs at once", "同时最多用卡")),
            gpus(schedule.peak),
        ),
        (
            lang.of(t!("Most, if none had to wait", "都不排队时最多用卡")),
            gpus(found.peak_wanted),
        ),
    ];
    if !schedule.placed.is_empty() {
        let name = if schedule.too_wide.is_empty() {
            t!("Everything done after", "全部完成用时")
        } else {
            t!("What fits done after", "放得下的任务完成用时")
        };
        figures.push((lang.of(name), duration(lang, schedule.end * 3600.0)));
    }
    figures
}

/// Jobs that never run, each with the GPUs that it needs; empty where there is none. `all`: jobs of the pool.
pub fn never_run(lang: Lang, wide: &[(&str, u64)], all: usize, pool: u64) -> String {
    let told = |(name, gpus): &(&str, u64)| {
        lang.fill(
            t!("{0} ({1})", "{0}（{1} 张）"),
            &[name, &integer(lang, *gpus)],
        )
    };
    let wider: Vec<String> = wide.iter().map(told).collect();
    let wider = wider.join(lang.of(t!(", ", "、")));
    let words = match wide.len() {
        0 => return String::new(),
        1 => t!(
            "{0} of {1} jobs never runs: it needs more GPUs than the {2} of the pool: {3}.",
            "{1} 个任务中有 {0} 个无法运行，所需的卡超过资源池的 {2} 张：{3}。"
        ),
        _ => t!(
            "{0} of {1} jobs never run: each needs more GPUs than the {2} of the pool: {3}.",
            "{1} 个任务中有 {0} 个无法运行，各自所需的卡都超过资源池的 {2} 张：{3}。"
        ),
    };
    let [few, all] = [wide.len(), all].map(|count| count.to_string());
    lang.fill(words, &[&few, &all, &integer(lang, pool), &wider])
}

/// Whether a job is done within its deadline, h.
pub fn deadline(lang: Lang, name: &str, within: f64, outcome: Outcome) -> String {
    let hours = |hours: f64| duration(lang, hours * 3600.0);
    let due = hours(within);
    match outcome {
        Outcome::TooWide => lang.fill(
            t!(
                "{0}: due within {1}, never runs.",
                "{0}：期限 {1}，无法运行。"
            ),
            &[name, &due],
        ),
        Outcome::Done { late, .. } if late > 0.0 => lang.fill(
            t!(
                "{0}: due within {1}, missed by {2}.",
                "{0}：期限 {1}，超期 {2}。"
            ),
            &[name, &due, &hours(late)],
        ),
        Outcome::Done { .. } => lang.fill(
            t!("{0}: due within {1}, met.", "{0}：期限 {1}，按期完成。"),
            &[name, &due],
        ),
    }
}

/// "With 12 GPUs, a quarter less, …"
pub fn beyond_pool(lang: Lang, pool: &Pool, shrunk: u64, nothing: bool) -> String {
    let [gpus, left] = [pool.gpus, shrunk].map(|count| integer(lang, count));
    let words = if nothing {
        t!(
            "With a quarter less, {1} of {0} GPUs, nothing ends later.",
            "资源池缩减 25%（{0} 张剩 {1} 张）时，没有任务延后。"
        )
    } else {
        t!(
            "With a quarter less, {1} of {0} GPUs:",
            "资源池缩减 25%（{0} 张剩 {1} 张）时："
        )
    };
    lang.fill(words, &[&gpus, &left])
}

/// What becomes of a job on the smaller pool; `None` hours: it fits the whole pool, but not what is left of it.
pub fn slip(lang: Lang, name: &str, moved: Option<(f64, f64)>) -> String {
    let Some((later, late)) = moved else {
        return lang.fill(
            t!(
                "{0} needs more GPUs than are left.",
                "{0}：剩下的卡不够用。"
            ),
            &[name],
        );
    };
    let [later, overdue] = [later, late].map(|hours| duration(lang, hours * 3600.0));
    let words = if late > 0.0 {
        t!(
            "{0} ends {1} later, {2} after its time.",
            "{0}：延后 {1}，超期 {2}。"
        )
    } else {
        t!("{0} ends {1} later.", "{0}：延后 {1}。")
    };
    lang.fill(words, &[name, &later, &overdue])
}

/// Title of a schedule's drawing, and one of its bars in words.
pub fn schedule_words(lang: Lang, name: &str, start: f64, end: f64) -> String {
    let [start, end] = [start, end].map(|hours| number(lang, hours, 1));
    lang.fill(
        t!("{0}: {1} to {2} h", "{0}：{1}–{2} 小时"),
        &[name, &start, &end],
    )
}

/// Jobs whose GPU no pool has.
pub fn homeless(lang: Lang, names: &[&str]) -> String {
    lang.fill(
        t!(
            "No pool has the GPU of {0}.",
            "没有对应 GPU 资源池的任务：{1}。"
        ),
        &[&names.join(", "), &names.join("、")],
    )
}
