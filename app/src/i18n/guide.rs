//! The guided start, in words.
use super::{Lang, choice_label, integer, size, t};
use estimator::analysis::start::{Aim, LENGTHS, MACHINES, SAMPLES, SIZES, Tried};
use estimator::memory::State;
use estimator::model;
use estimator::scenario::Param;
use estimator::units::SizeUnit;

/// What is asked, in order.
pub fn questions(lang: Lang) -> [&'static str; 5] {
    [
        t!("Which model?", "微调多大的模型？"),
        t!("On which machine?", "用什么机器？"),
        t!("What are the samples like?", "样本有多长？"),
        t!("How many samples?", "有多少条样本？"),
        t!("What matters most?", "更看重什么？"),
    ]
    .map(|pair| lang.of(pair))
}

/// Models to choose from; the last one is whatever fits.
pub fn sizes(lang: Lang) -> Vec<String> {
    let named = SIZES.map(model_name);
    let largest = lang.of(t!("the largest that fits", "放得下的最大模型")).to_owned();
    named.into_iter().chain([largest]).collect()
}

fn model_name(key: &str) -> String {
    model::entry(key).map(|entry| entry.spec.name.to_string()).unwrap_or_default()
}

/// Machines to choose from.
pub fn machines(lang: Lang) -> Vec<String> {
    let name = |(gpu, gpus): (&str, u64)| format!("{} × {}", integer(lang, gpus), choice_label(lang, Param::Gpu, gpu));
    MACHINES.map(name).to_vec()
}

/// Kinds of samples, by their longest.
pub fn lengths(lang: Lang) -> Vec<String> {
    let kinds = [
        t!("short chats, up to {0} tokens", "短对话，最长 {0} token"),
        t!("instructions and answers, up to {0}", "指令问答，最长 {0}"),
        t!("long conversations, up to {0}", "长对话，最长 {0}"),
        t!("documents, up to {0}", "长文档，最长 {0}"),
    ];
    let worded = kinds.iter().zip(LENGTHS).map(|(pair, [_, longest])| lang.fill(*pair, &[&integer(lang, longest)]));
    worded.collect()
}

/// Sizes of data sets.
pub fn samples(lang: Lang) -> Vec<String> {
    SAMPLES.map(|count| integer(lang, count)).to_vec()
}

/// What may matter most.
pub fn aims(lang: Lang) -> Vec<String> {
    let name = |aim| match aim {
        Aim::Quality => t!("the result: train as much as fits", "效果：能训练的参数越多越好"),
        Aim::Thrift => t!("time and money: adapters only (LoRA, QLoRA)", "省时省钱：只训练适配器（LoRA、QLoRA）"),
    };
    Aim::ALL.map(|aim| lang.of(name(aim)).to_owned()).to_vec()
}

/// What was tried, and how it went.
pub fn tried(lang: Lang, tried: &Tried, unit: SizeUnit) -> String {
    let pair = match tried.state {
        State::Fits => t!("{0}, {1}: it fits, {2} of {3}.", "{0}，{1}：放得下，{2} / {3}。"),
        State::Borderline => t!("{0}, {1}: too close, {2} of {3}.", "{0}，{1}：太紧，{2} / {3}。"),
        State::DoesNotFit => t!("{0}, {1}: does not fit, {2} of {3}.", "{0}，{1}：放不下，{2} / {3}。"),
    };
    let method = choice_label(lang, Param::Method, tried.method);
    let [needed, usable] = [tried.needed, tried.usable].map(|bytes| size(lang, bytes, unit));
    lang.fill(pair, &[&model_name(tried.model), method, &needed, &usable])
}
