//! Several jobs against one pool, in words.
use super::errors::quoted;
use super::time::duration;
use super::{Lang, Pair, calibration::value_label, integer, number, t};
use estimator::cost::Range;
use estimator::pool::{BadEntry, Field, Pool, TypeReport};
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
    let entry = (bad.entry + 1).to_string();
    let what = lang.of(job_field(bad.field));
    lang.fill(
        t!(
            "Jobs, line {0}, {1}: {2}; there is {3}.",
            "任务表第 {0} 行，{1}：{2}，现为{3}。"
        ),
        &[&entry, what, lang.of(needs), &quoted(&bad.text)],
    )
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

/// What a pool's jobs come to: name and figure.
pub fn jobs_found(lang: Lang, found: &TypeReport) -> [(&'static str, String); 4] {
    let gpus = |count| integer(lang, count);
    [
        (
            lang.of(t!("GPU-hours", "总卡时")),
            range(lang, &found.gpu_hours),
        ),
        (
            lang.of(t!("Most GPUs at once", "同时最多用卡")),
            gpus(found.schedule.peak),
        ),
        (
            lang.of(t!("Most, if none had to wait", "都不排队时最多用卡")),
            gpus(found.peak_wanted),
        ),
        (
            lang.of(t!("Everything done after", "全部完成用时")),
            duration(lang, found.schedule.end * 3600.0),
        ),
    ]
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

/// What becomes of a job on the smaller pool; `None` hours: it no longer fits in.
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
