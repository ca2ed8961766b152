//! Both languages are complete, and each keeps the typography of its readers.
use super::*;
use estimator::codec::decode;
use estimator::hardware::{Arch, Note, Vendor};
use estimator::memory::{Divides, Fact, Family, MemoryReport, Metric, Moment, State, Tag, TermId};
use estimator::presets;
use estimator::scenario::{Draft, Group, Kind, Param, Scenario, Unit};
use estimator::source::SourceKind;
use estimator::units::{Bytes, SizeUnit};

/// Every variant of an enum, and a match that stops compiling when one is missing.
macro_rules! every {
    ($type:ty: $($variant:ident)+) => {{
        fn _complete(value: $type) { match value { $(<$type>::$variant => {})+ } }
        [$(<$type>::$variant),+]
    }};
}

mod calibration;
mod compare;
mod host;
mod page;
mod plan;
mod preset_answers;
mod problems;
mod questions;
mod time;

fn terms() -> Vec<TermId> {
    every!(TermId: Weights FrozenBase QuantisedBase QuantScales Unquantised AutocastCopies TrainedModules Adapters
        MasterWeights Moments Gradients StepTemporary GatheredRoot GatheredBlocks GatheredModel GatheredGradient MatrixGradient
        UnshardedGradients LiveParameters ReduceBuckets Checkpoints Activations RecomputedBlock BackwardHump PendingInputs EscapedInputs
        Dequantised SequenceGather Logits HeadInput HeadGradient DequantisedHead EvalLogits KvCache ForwardBlock LoadCopy
        GatheredState MergedBase Workspace Slack Cache Context Communicators)
    .to_vec()
}

const fn is_cjk(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

const fn is_wide_mark(c: char) -> bool {
    matches!(
        c,
        '，' | '。' | '：' | '；' | '？' | '！' | '（' | '）' | '、' | '“' | '”'
    )
}

/// What is wrong with a text's typography.
fn flaw(lang: Lang, text: &str) -> Option<&'static str> {
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return Some("empty");
    }
    if text.trim() != text || text.contains("  ") {
        return Some("loose spaces");
    }
    if text.contains('{') && !text.contains("{…}") && !text.contains("\"model_type\"") {
        return Some("a placeholder");
    }
    let gap = |window: &[char]| matches!(window, [a, ' ', b] if is_cjk(*a) && is_cjk(*b));
    if lang == Lang::Zh && chars.windows(3).any(gap) {
        return Some("a space between Chinese words");
    }
    let pairs = || {
        chars
            .iter()
            .zip(chars.iter().skip(1))
            .map(|(a, b)| (*a, *b))
    };
    match lang {
        Lang::En if chars.iter().any(|c| is_cjk(*c)) => Some("Chinese in English"),
        Lang::En => None,
        Lang::Zh => pairs().find_map(|(a, b)| {
            let mark = |c| matches!(c, ',' | '.' | ':' | ';' | '?' | '!' | '(' | ')');
            if (is_cjk(a) && mark(b)) || (mark(a) && is_cjk(b)) {
                Some("a narrow mark beside Chinese")
            } else if (is_cjk(a) && b.is_ascii_alphanumeric())
                || (a.is_ascii_alphanumeric() && is_cjk(b))
            {
                Some("no space between Chinese and Latin")
            } else if (a == ' ' && is_wide_mark(b) && b != '“')
                || (is_wide_mark(a) && b == ' ' && a != '”')
            {
                Some("a space beside a wide mark")
            } else {
                None
            }
        }),
    }
}

#[track_caller]
fn check(lang: Lang, text: &str, what: &str) {
    if let Some(flaw) = flaw(lang, text) {
        panic!("{what}: {flaw}: {text}");
    }
}

/// Chinese marks as English ones.
fn narrow(text: &str) -> String {
    text.replace('（', " (")
        .replace('）', ")")
        .replace(['，', '、'], ", ")
}

/// A name: Chinese, or what Chinese speakers call it in English too.
#[track_caller]
fn label(of: impl Fn(Lang) -> String, what: &str) {
    let [en, zh] = Lang::ALL.map(of);
    check(Lang::En, &en, what);
    check(Lang::Zh, &zh, what);
    let kept = [
        "token",
        "micro-batch",
        "Cut Cross-Entropy",
        "4.46–4.49",
        "2.0–2.7",
        "4.50–4.57",
        "B",
    ]
    .contains(&zh.as_str());
    assert!(
        kept || zh.chars().any(is_cjk) || narrow(&zh) == en,
        "{what}: {zh}"
    );
}

/// A sentence: Chinese, with its own full stop.
#[track_caller]
fn sentence(of: impl Fn(Lang) -> String, what: &str) {
    let [en, zh] = Lang::ALL.map(of);
    check(Lang::En, &en, what);
    check(Lang::Zh, &zh, what);
    assert!(zh.chars().any(is_cjk), "{what}: {zh}");
    assert!(en.ends_with(['.', '?']), "{what}: {en}");
    assert!(zh.ends_with(['。', '？']), "{what}: {zh}");
}

fn scenarios() -> Vec<Scenario> {
    let link = |text: &str| {
        decode(text)
            .draft
            .check()
            .scenario
            .unwrap_or_else(|issues| panic!("{text}: {issues:?}"))
    };
    let more = [
        "m=mixtral-8x7b&method=full&n=8&nodes=2&shard=zero3&eng=deepspeed&ep=8",
        "m=llama-3.1-70b&method=full&n=8&nodes=4&tp=8&pp=4&stack=megatron&ga=16&sched=interleaved&vp=2",
        "m=deepseek-v2-lite&n=8&cp=2&s=32768&ev=yes&ek=64&gen=256&merge=gpu&load=whole&save=gather-gpu",
        "m=qwen2.5-7b&method=full&n=2&shard=fsdp-grad-op&opt=muon&loss=chunked",
        "m=qwen2.5-7b&method=qlora&q=gptq4&gk=unfused&t=q_v&var=many&kern=liger",
        "m=llama-3.1-8b&method=full&n=4&shard=layer-split&opt=adafactor&ckpt=none&attn=eager",
        "m=llama-3.1-8b&stack=litgpt&method=qlora&tm=yes&b=4&ns=yes&n=2",
        "m=mixtral-8x7b&method=qlora&stack=trl&prec=fp16&g=v100-sxm-32gb",
    ];
    let presets = presets::all()
        .iter()
        .filter_map(|preset| preset.draft().check().scenario.ok());
    presets.chain(more.into_iter().map(link)).collect()
}

#[test]
fn fixed_texts() {
    for text in Text::ALL {
        let what = format!("{text:?}");
        if *text == Text::OtherLanguage {
            continue;
        }
        let of = |lang| self::text(lang, *text).to_owned();
        let kept = matches!(
            text,
            Text::Brand | Text::UnitGib | Text::UnitGb | Text::PasteConfigPlaceholder
        );
        if of(Lang::En).ends_with('.') {
            sentence(of, &what);
        } else if kept {
            assert_eq!(of(Lang::En), of(Lang::Zh));
        } else {
            label(of, &what);
        }
    }
}

#[test]
fn inputs_and_their_choices() {
    for param in Param::ALL {
        let what = format!("{param:?}");
        label(|lang| param_label(lang, *param).to_owned(), &what);
        if param_hint(Lang::En, *param).is_some() {
            sentence(
                |lang| param_hint(lang, *param).unwrap_or_default().to_owned(),
                &what,
            );
        }
        let (Kind::Choice(keys) | Kind::List(keys)) = param.info().kind else {
            continue;
        };
        for key in keys {
            label(
                |lang| choice_label(lang, *param, key).to_owned(),
                &format!("{param:?} {key}"),
            );
        }
        assert_eq!(choice_label(Lang::En, *param, "no-such-key"), "");
    }
    for group in every!(Group: Model Method Hardware Data Lengths Stack Parallel Details Around Host Plan Money)
    {
        label(|lang| group_label(lang, group).to_owned(), "group");
    }
    for unit in every!(Unit: None Tokens Sequences Gib Billions Percent Gb GbPerSecond MillionTokens Money PerGpuHour PerKwh PerMonth PerGbMonth PerMillionTokens Watts Months Hours)
    {
        if unit != Unit::None {
            label(|lang| unit_label(lang, unit).to_owned(), "unit");
        }
    }
}

#[test]
fn choices_of_one_input_differ() {
    for param in Param::ALL {
        let (Kind::Choice(keys) | Kind::List(keys)) = param.info().kind else {
            continue;
        };
        for lang in Lang::ALL {
            for (i, key) in keys.iter().enumerate() {
                let same = keys.iter().skip(i + 1).find(|other| {
                    choice_label(lang, *param, other) == choice_label(lang, *param, key)
                });
                assert_eq!(same, None, "{param:?} {key}");
            }
        }
    }
}

#[test]
fn budget_lines_and_moments() {
    for term in terms() {
        label(
            |lang| term_label(lang, term).to_owned(),
            &format!("{term:?}"),
        );
        sentence(|lang| term_why(lang, term).to_owned(), &format!("{term:?}"));
        for scenario in scenarios() {
            sentence(
                |lang| remedy(lang, term, &scenario).to_owned(),
                &format!("{term:?}"),
            );
        }
    }
    for moment in Moment::ALL {
        label(
            |lang| moment_label(lang, moment).to_owned(),
            &format!("{moment:?}"),
        );
        label(|lang| budget_of(lang, moment), &format!("{moment:?}"));
        sentence(
            |lang| moment_why(lang, moment).to_owned(),
            &format!("{moment:?}"),
        );
    }
    for family in every!(Family: Weights Training Gathered Activations Loss Fixed Slack) {
        label(|lang| family_label(lang, family).to_owned(), "family");
    }
    for tag in
        every!(Tag: Quantised Recomputed Offloaded Half Fp32 EightBit Temporary Inferred Ends)
    {
        label(|lang| tag_label(lang, tag).to_owned(), "tag");
    }
    for divides in [
        Divides::Whole,
        Divides::Shards(8),
        Divides::Model(4),
        Divides::Both(32),
        Divides::Context(2),
    ] {
        label(|lang| divides_label(lang, divides), "divides");
    }
    for metric in every!(Metric: Allocated Reserved Driver Needed) {
        label(|lang| metric_label(lang, metric).to_owned(), "metric");
        sentence(|lang| metric_hint(lang, metric).to_owned(), "metric");
    }
    for state in every!(State: Fits Borderline DoesNotFit) {
        sentence(|lang| state_label(lang, state).to_owned(), "state");
    }
}

/// Every symbol of a bill has a meaning in both languages, and every meaning a symbol.
#[test]
fn symbols_of_money() {
    use estimator::cost::CostReport;
    use estimator::host::DiskReport;
    use estimator::run::RunReport;
    let mut seen = Vec::new();
    for link in [
        "m=llama-3.1-8b&g=h100-sxm-80gb&stor=0.02",
        "m=llama-3.1-8b&g=h100-sxm-80gb&buy=300000&kwh=0.1&fixed=100",
    ] {
        let draft = estimator::codec::decode(link).draft;
        let scenario = draft.check().scenario.expect(link);
        let disk = DiskReport::of(&scenario);
        let run = RunReport::of(&scenario, &disk).expect(link);
        let cost = CostReport::of_run(&scenario, &run, disk.total);
        let bills = [cost.rent.as_ref(), cost.own.as_ref()];
        for line in bills.into_iter().flatten().flat_map(|bill| &bill.lines) {
            seen.extend(line.amount.inputs().into_iter().map(|(symbol, _)| symbol));
        }
    }
    assert!(seen.contains(&"C") && seen.contains(&"s_GB"), "{seen:?}");
    for symbol in seen {
        assert_ne!(money_symbol(Lang::En, symbol), "", "{symbol}");
    }
    for (symbol, pair) in MONEY_SYMBOLS {
        label(|lang| lang.of(*pair).to_owned(), symbol);
    }
}

#[test]
fn every_symbol_of_every_formula_has_a_meaning() {
    for (symbol, _) in SYMBOLS {
        label(|lang| symbol_meaning(lang, symbol).to_owned(), symbol);
    }
    for scenario in scenarios() {
        for instant in MemoryReport::of(&scenario).instants {
            for term in instant.terms {
                for (symbol, _) in term.amount.inputs() {
                    assert!(
                        !symbol_meaning(Lang::Zh, symbol).is_empty(),
                        "{:?}: {symbol}",
                        term.id
                    );
                }
            }
        }
    }
}

#[test]
fn answers_read_well() {
    for scenario in scenarios() {
        let report = MemoryReport::of(&scenario);
        for unit in [SizeUnit::Gib, SizeUnit::Gb] {
            sentence(
                |lang| verdict(lang, &report, &scenario, unit).state,
                "state",
            );
            sentence(
                |lang| verdict(lang, &report, &scenario, unit).headline,
                "headline",
            );
            sentence(
                |lang| verdict(lang, &report, &scenario, unit).detail,
                "detail",
            );
            sentence(
                |lang| {
                    verdict_sentence(lang, &report, unit)
                        .map(|(_, words)| words)
                        .concat()
                },
                "sentence",
            );
            sentence(
                |lang| all_gpus(lang, 8, report.peak.needed, unit),
                "all GPUs",
            );
        }
        for lang in Lang::ALL {
            for part in premises(lang, &scenario).split(" · ") {
                check(lang, part, "premises");
            }
        }
        for fact in &report.facts {
            label(|lang| fact_label(lang, *fact).to_owned(), "fact");
            for lang in Lang::ALL {
                check(lang, &fact_text(lang, *fact), "fact");
            }
        }
    }
    assert_eq!(fact_text(Lang::En, Fact::GlobalBatch(1)), "1 sequence");
}

#[test]
fn presets_are_answered() {
    for preset in presets::all() {
        label(|lang| preset_label(lang, preset.key).to_owned(), preset.key);
        sentence(
            |lang| preset_question(lang, preset.key).to_owned(),
            preset.key,
        );
        let Ok(scenario) = preset.draft().check().scenario else {
            continue;
        };
        let report = MemoryReport::of(&scenario);
        sentence(
            |lang| preset_answer(lang, preset.key, &report, &scenario, SizeUnit::Gib),
            preset.key,
        );
    }
    assert_eq!(preset_label(Lang::En, "p9"), "");
}

#[test]
fn words_about_gpus_and_evidence() {
    for note in every!(Note: ChinaMarket HalfRateAccumulation SparseHeadline PowerLimited OneOfTwoDies EccTakesMemory
        CommunityFigures SourcesDiffer ThirdPartyModification CoherentMemory Custom)
    {
        sentence(|lang| gpu_note(lang, note).to_owned(), "note");
    }
    for kind in every!(SourceKind: Measured Vendor Paper Code Derived Assumed) {
        label(|lang| source_kind(lang, kind).to_owned(), "source");
    }
    for vendor in every!(Vendor: Nvidia Amd Huawei) {
        label(|lang| vendor_label(lang, vendor).to_owned(), "vendor");
    }
    for arch in Arch::ALL {
        for lang in Lang::ALL {
            check(lang, gpus::arch_label(lang, arch), "arch");
        }
    }
}

#[test]
fn sentences_with_figures() {
    label(|lang| assumed_by(lang, "TRL"), "assumed");
    label(|lang| assumed_count(lang, 9, "TRL"), "assumed");
    label(|lang| default_is(lang, "2,048"), "default");
    label(|lang| nearest_is(lang, 1024), "nearest");
    sentence(|lang| issues_count(lang, 1), "issues");
    sentence(|lang| issues_count(lang, 2), "issues");
    sentence(|lang| link_partly_read(lang, 3, 11), "link");
    sentence(|lang| measured_or_not(lang, true).to_owned(), "measured");
    sentence(|lang| measured_or_not(lang, false).to_owned(), "measured");
}

#[test]
fn numbers_and_sizes() {
    assert_eq!(number(Lang::En, -16.64, 1), "−16.6");
    assert_eq!(number(Lang::Zh, 1_234_567.891, 2), "1,234,567.89");
    assert_eq!(number(Lang::En, -0.001, 1), "0.0");
    assert_eq!(integer(Lang::Zh, 70_553_706_496), "70,553,706,496");
    for (gib, shown) in [
        (58.44, "58.4 GiB"),
        (0.394, "0.39 GiB"),
        (8.1 / 1024.0, "8.1 MiB"),
        (0.0, "0 GiB"),
        (12_345.6, "12,346 GiB"),
    ] {
        assert_eq!(size(Lang::En, Bytes::gib(gib), SizeUnit::Gib), shown);
    }
    assert_eq!(size(Lang::En, Bytes::gib(80.0), SizeUnit::Gb), "85.9 GB");
    assert_eq!(
        size_number(Lang::En, Bytes::gib(0.04), SizeUnit::Gib),
        "0.0"
    );
}

#[test]
fn language_tags() {
    for (tag, lang) in [
        ("en", Some(Lang::En)),
        ("zh-cn", Some(Lang::Zh)),
        ("ZH_Hant", Some(Lang::Zh)),
        ("de", None),
        ("", None),
        ("zhx", None),
    ] {
        assert_eq!(Lang::from_key(tag), lang, "{tag}");
    }
    assert_eq!(Lang::ALL.map(Lang::other), [Lang::Zh, Lang::En]);
    assert_eq!(
        Draft::default()
            .check()
            .scenario
            .map(|scenario| premises(Lang::Zh, &scenario).contains("LoRA r16")),
        Ok(true)
    );
}
