//! The answer in words.
use super::premises::replicated;
use super::{Lang, Pair, integer, size, size_number, state_label, t, term_label};
use estimator::memory::{
    Beyond, Fact, Family, MemoryReport, Metric, Moment, State, TermId, beyond,
};
use estimator::scenario::Scenario;
use estimator::units::{Bytes, SizeUnit};

/// The answer in three parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictText {
    /// "Fits."
    pub state: String,
    /// "58.4 of 79.3 GiB on each GPU at the worst moment."
    pub headline: String,
    /// What makes the peak, what is left, and whether more GPUs would help.
    pub detail: String,
}

/// The answer in words. Figures come from the report.
pub fn verdict(
    lang: Lang,
    report: &MemoryReport,
    scenario: &Scenario,
    unit: SizeUnit,
) -> VerdictText {
    let parts = [
        peak_sentence(lang, report, unit),
        margin_sentence(lang, report, unit),
        cache_sentence(lang, report, unit),
        beyond_sentence(lang, scenario),
        reach_sentence(lang, report, scenario, unit),
    ];
    VerdictText {
        state: state_label(lang, report.verdict.state).to_owned(),
        headline: headline(lang, report, scenario.cluster.gpus(), unit),
        detail: join(lang, &parts),
    }
}

/// Sentences side by side: Chinese full stops need no space after them.
pub(super) fn join(lang: Lang, sentences: &[String]) -> String {
    let kept: Vec<&str> = sentences
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    kept.join(lang.of(t!(" ", "")))
}

/// State and headline, to be read or spoken in one go; the first part is the one to emphasise.
pub fn verdict_sentence(lang: Lang, report: &MemoryReport, unit: SizeUnit) -> [(bool, String); 2] {
    let gpus = report.facts.iter().find_map(|fact| {
        if let Fact::Gpus(gpus) = fact {
            Some(*gpus)
        } else {
            None
        }
    });
    let state = state_label(lang, report.verdict.state);
    let space = lang.of(t!(" ", ""));
    [
        (true, [state, space].concat()),
        (false, headline(lang, report, gpus.unwrap_or(1), unit)),
    ]
}

fn headline(lang: Lang, report: &MemoryReport, gpus: u64, unit: SizeUnit) -> String {
    let (peak, usable) = (
        size_number(lang, report.peak.needed, unit),
        size_number(lang, report.verdict.usable, unit),
    );
    let unit = unit.symbol();
    let each = if gpus == 1 {
        ""
    } else {
        lang.of(t!(" on each GPU", "每卡"))
    };
    let words = match report.verdict.state {
        State::Fits | State::Borderline => {
            t!(
                "{0} of {1} {2}{3} at the worst moment.",
                "{3}峰值 {0} {2}，可用 {1} {2}。"
            )
        }
        State::DoesNotFit => t!(
            "{0} {2}{3} at the worst moment, but only {1} {2} are usable.",
            "{3}峰值 {0} {2}，可用只有 {1} {2}。"
        ),
    };
    lang.fill(words, &[&peak, &usable, unit, each])
}

/// The largest line of the worst moment: its sizes under one name added up.
pub(super) fn largest(report: &MemoryReport) -> Option<(TermId, Bytes)> {
    let terms = &report.at(report.worst)?.terms;
    let sum = |id| {
        terms
            .iter()
            .filter(|term| term.id == id)
            .map(estimator::memory::Term::bytes)
            .sum::<Bytes>()
    };
    let needed = terms.iter().filter(|term| Metric::Needed.sees(term.id));
    needed
        .map(|term| (term.id, sum(term.id)))
        .fold(None, |most: Option<(TermId, Bytes)>, next| match most {
            Some(most) if most.1 >= next.1 => Some(most),
            _ => Some(next),
        })
}

/// Lines of some kinds at the worst moment, added up.
pub(super) fn of_kinds(report: &MemoryReport, kinds: &[Family]) -> Bytes {
    let terms = report
        .at(report.worst)
        .map_or(&[][..], |instant| &instant.terms);
    let seen = terms
        .iter()
        .filter(|term| Metric::Needed.sees(term.id) && kinds.contains(&term.family()));
    seen.map(estimator::memory::Term::bytes).sum()
}

fn peak_sentence(lang: Lang, report: &MemoryReport, unit: SizeUnit) -> String {
    let when = moment_phrase(lang, report.worst);
    let Some((id, bytes)) = largest(report) else {
        return String::new();
    };
    let (line, amount) = (
        in_sentence(lang, term_label(lang, id)),
        size(lang, bytes, unit),
    );
    lang.fill(
        t!(
            "The peak comes {0}; its largest line is {1}, {2}.",
            "峰值出现在{0}，最大的一项是{1}，占 {2}。"
        ),
        &[when, &line, &amount],
    )
}

/// A label inside a sentence: without the capital in English, with a space before Latin letters in Chinese.
pub(super) fn in_sentence(lang: Lang, label: &str) -> String {
    let mut chars = label.chars();
    let (Some(first), second) = (chars.next(), chars.next()) else {
        return String::new();
    };
    match lang {
        Lang::En
            if first.is_ascii_uppercase() && !second.is_some_and(|c| c.is_ascii_uppercase()) =>
        {
            label.replacen(first, &first.to_ascii_lowercase().to_string(), 1)
        }
        Lang::Zh if first.is_ascii() => [" ", label].concat(),
        Lang::En | Lang::Zh => label.to_owned(),
    }
}

/// A moment as part of a sentence.
pub(super) fn moment_phrase(lang: Lang, moment: Moment) -> &'static str {
    lang.of(match moment {
        Moment::Load => t!("while weights are loaded", "加载权重时"),
        Moment::Loss => t!(
            "at the loss, when the forward pass ends",
            "前向结束、计算损失时"
        ),
        Moment::FirstBackward => t!(
            "when backward starts, in the last block",
            "反向刚开始（最后一层）时"
        ),
        Moment::LastBackward => t!(
            "when backward ends, in the first block",
            "反向即将结束（第一层）时"
        ),
        Moment::Step => t!("at the optimizer step", "优化器更新时"),
        Moment::Save => t!("while a checkpoint is saved", "保存检查点时"),
        Moment::Evaluation => t!("in an evaluation", "评测时"),
        Moment::Generation => t!("while an evaluation generates", "评测生成时"),
        Moment::Merge => t!("while adapters are merged", "合并适配器时"),
    })
}

fn margin_sentence(lang: Lang, report: &MemoryReport, unit: SizeUnit) -> String {
    let verdict = &report.verdict;
    let (low, high) = (
        size_number(lang, report.interval.low, unit),
        size_number(lang, report.interval.high, unit),
    );
    let margin = size(lang, Bytes::gib(verdict.margin_gib.abs()), unit);
    let symbol = unit.symbol();
    let words = match verdict.state {
        State::Fits => t!(
            "{0} remain (90% interval of the peak {1} to {2} {3}).",
            "余量 {0}（峰值的 90% 区间为 {1}–{2} {3}）。"
        ),
        State::Borderline if verdict.margin_gib < 0.0 => t!(
            "The peak is above usable memory, though inside its own 90% interval, {1} to {2} {3}: it will more likely run out of memory than not.",
            "峰值已超过可用显存，但仍在误差之内（90% 区间为 {1}–{2} {3}），多半会 OOM。"
        ),
        State::Borderline => t!(
            "Usable memory lies inside the 90% interval of the peak, {1} to {2} {3}: it may run out of memory.",
            "可用显存落在峰值的 90% 区间（{1}–{2} {3}）之内，有可能 OOM。"
        ),
        State::DoesNotFit => t!(
            "{0} are missing (90% interval of the peak {1} to {2} {3}).",
            "还差 {0}（峰值的 90% 区间为 {1}–{2} {3}）。"
        ),
    };
    lang.fill(words, &[&margin, &low, &high, symbol])
}

/// Why the interval is wider than measured runs make it; silent where they cover the scenario.
fn beyond_sentence(lang: Lang, scenario: &Scenario) -> String {
    let reasons: Vec<&str> = beyond(scenario)
        .into_iter()
        .map(|reason| lang.of(beyond_label(reason)))
        .collect();
    if reasons.is_empty() {
        return String::new();
    }
    lang.fill(
        t!(
            "No measured run covers {0}, so the interval is wider.",
            "还没有实测覆盖{1}，区间因此放宽。"
        ),
        &[&reasons.join(", "), &reasons.join("、")],
    )
}

/// What no measured run had, inside a sentence.
pub(super) const fn beyond_label(beyond: Beyond) -> Pair {
    match beyond {
        Beyond::Stack => t!("this stack", "这个训练框架"),
        Beyond::ModelParallel => t!(
            "tensor, pipeline or context parallelism in this stack",
            "该框架下的张量、流水线或上下文并行"
        ),
        Beyond::Experts => t!("experts trained like this", "这种专家模型的训练方式"),
        Beyond::Tokens => t!("so many tokens at once", "这么多的单次 token 数"),
        Beyond::Size => t!("models of this size", "这个规模的模型"),
        Beyond::Offload => t!("optimizer states alone in host memory", "只卸载优化器状态"),
        Beyond::Fp8 => t!("FP8", " FP8"),
        Beyond::Dora => t!("DoRA", " DoRA"),
    }
}

/// What nvidia-smi shows beyond what is needed; silent where that is little or does not matter.
fn cache_sentence(lang: Lang, report: &MemoryReport, unit: SizeUnit) -> String {
    let (needed, shown) = (report.peak.needed, report.peak.driver);
    if report.verdict.state == State::DoesNotFit || shown.less(needed) < Bytes::gib(2.0) {
        return String::new();
    }
    let shown = size(lang, shown, unit);
    lang.fill(t!("nvidia-smi will show up to {0}: the rest is cache, which PyTorch returns when memory runs short.", "nvidia-smi 最多会显示 {0}，多出来的是缓存，显存不够时 PyTorch 会自动释放。"), &[&shown])
}

/// Whether more GPUs would make the largest line smaller; silent where the question does not arise.
fn reach_sentence(
    lang: Lang,
    report: &MemoryReport,
    scenario: &Scenario,
    unit: SizeUnit,
) -> String {
    let fits = report.verdict.state == State::Fits;
    let gpus = scenario.cluster.gpus();
    if fits && gpus == 1 {
        return String::new();
    }
    let own = of_kinds(report, &[Family::Activations, Family::Loss, Family::Fixed]);
    if !fits && own > report.verdict.usable {
        let own = size(lang, own, unit);
        return lang.fill(t!("Activations, logits and fixed costs alone are {0}, and adding data-parallel GPUs does not divide them.", "仅激活、logits 和固定开销就有 {0}，增加数据并行卡数也无法分摊。"), &[&own]);
    }
    let Some((id, _)) = largest(report) else {
        return String::new();
    };
    let text = match id.family() {
        Family::Activations | Family::Loss => t!(
            "More GPUs do not make that line smaller: each of them works on its own micro-batch.",
            "加卡不会让这一项变小：每张卡都要处理自己的 micro-batch。"
        ),
        Family::Weights | Family::Training if gpus > 1 && replicated(scenario.sharding) => t!(
            "Each GPU holds it whole, so more GPUs do not make it smaller; FSDP or ZeRO-3 divides it.",
            "每张卡都完整存一份，加卡不会变小，改用 FSDP 或 ZeRO-3 才会分摊。"
        ),
        Family::Gathered => t!(
            "More GPUs do not make that line smaller: it is whole on each of them.",
            "加卡不会让这一项变小：它在每张卡上都是完整的。"
        ),
        Family::Weights | Family::Training | Family::Fixed | Family::Slack => return String::new(),
    };
    lang.of(text).to_owned()
}

/// "fits on 8 × A100 SXM 80 GB (58.4 of 79.3 GiB)", to follow a name in a list of comparisons.
pub(super) fn in_brief(
    lang: Lang,
    report: &MemoryReport,
    scenario: &Scenario,
    unit: SizeUnit,
) -> String {
    let (gpus, name) = (
        integer(lang, scenario.cluster.gpus()),
        &scenario.cluster.gpu.name,
    );
    let (peak, usable) = (
        size_number(lang, report.peak.needed, unit),
        size(lang, report.verdict.usable, unit),
    );
    let state = lang.of(match report.verdict.state {
        State::Fits => t!("fits", "放得下"),
        State::Borderline => t!("is borderline", "临界"),
        State::DoesNotFit => t!("does not fit", "放不下"),
    });
    lang.fill(
        t!(
            "{0} on {1} × {2} ({3} of {4})",
            "用 {1} × {2} {0}（{3} / {4}）"
        ),
        &[state, &gpus, name, &peak, &usable],
    )
}
