//! What is wrong is said in full sentences, and hostile text comes out harmless.
use super::*;
use estimator::codec::Notice;
use estimator::hardware::{self, Feature};
use estimator::model::{Dimension, SpecError, SpecReason, from_config_json};
use estimator::scenario::{Conflict, Issue, IssueKind, Quantity};

#[test]
fn problems_are_explained() {
    let quantity = every!(Quantity: Heads KvHeads Layers Experts Gpus Sequence);
    let conflicts = every!(Conflict: NeedsSeveralGpus EngineDoesNotOffer LayerSplitAlone NeedsExperts FullOnly
        NeedsTensorParallel OffloadNeedsEngine ParametersNeedShards NeedsPipeline NoSuchMatrix TooFewLayers QuantisedBase LengthsDescend BeyondPositions);
    let dimensions = every!(Dimension: Hidden Layers Heads KvHeads HeadDim FfnHidden Vocab Experts ActiveExperts ExpertHidden
        SharedHidden DenseLayers DenseHidden Latent Positions Total);
    let mut kinds = vec![
        IssueKind::Missing,
        IssueKind::NotANumber,
        IssueKind::NotWhole { below: 1, above: 2 },
        IssueKind::NotWhole { below: 1, above: 1 },
        IssueKind::OutOfRange {
            min: 0.0,
            max: 79.25,
        },
        IssueKind::UnknownChoice { nearest: None },
        IssueKind::UnknownChoice {
            nearest: Some("qlora"),
        },
        IssueKind::BadList,
        IssueKind::TooManyRanks { ranks: 16, gpus: 8 },
    ];
    kinds.extend(quantity.map(|of| IssueKind::NotDivisor { of, amount: 28 }));
    kinds.extend(conflicts.map(|why| IssueKind::Conflict {
        with: Param::Model,
        why,
    }));
    for dimension in dimensions {
        let reasons = [
            SpecReason::OutOfRange {
                found: 0,
                min: 1,
                max: 1_048_576,
            },
            SpecReason::NotDivisor { found: 5, of: 32 },
            SpecReason::Exceeds { found: 9, limit: 8 },
        ];
        kinds
            .extend(reasons.map(|reason| IssueKind::Architecture(SpecError { dimension, reason })));
    }
    for param in Param::ALL {
        for kind in &kinds {
            let issue = Issue {
                param: *param,
                value: "3".to_owned(),
                kind: kind.clone(),
            };
            sentence(|lang| issue_text(lang, &issue), &format!("{issue:?}"));
        }
    }
    for feature in Feature::ALL {
        let cards = hardware::catalogue().iter().map(Some).chain([None]);
        for gpu in cards {
            sentence(
                |lang| lack_text(lang, gpu, feature, Param::Precision),
                &format!("{feature:?}"),
            );
        }
        label(|lang| feature_label(lang, feature).to_owned(), "feature");
    }
}

#[test]
fn the_reason_names_the_card() {
    let card = hardware::catalogue()
        .iter()
        .find(|gpu| gpu.arch == Arch::Volta);
    let issue = Issue {
        param: Param::Precision,
        value: "bf16".to_owned(),
        kind: IssueKind::Lacks {
            feature: Feature::Bf16,
        },
    };
    let text = issue_text_on(Lang::En, &issue, card);
    assert!(
        text.starts_with("V100")
            && text.ends_with(
                "has no bf16 matrix units: bf16 needs Ampere (A100, RTX 30) or newer. Choose fp16."
            ),
        "{text}"
    );
    let divisor = Issue {
        param: Param::TensorParallel,
        value: "3".to_owned(),
        kind: IssueKind::NotDivisor {
            of: Quantity::Heads,
            amount: 28,
        },
    };
    assert_eq!(
        issue_text(Lang::En, &divisor),
        "Must divide the 28 query heads: 2 or 4."
    );
    assert_eq!(
        issue_text(Lang::Zh, &divisor),
        "必须能整除 28 个 query 头，例如 2 或 4。"
    );
}

#[test]
fn hostile_text_is_cut_and_cleaned() {
    let value = format!("\u{202e}<b>{}\0", "x".repeat(500));
    let issue = Issue {
        param: Param::Rank,
        value,
        kind: IssueKind::NotANumber,
    };
    for lang in Lang::ALL {
        let text = issue_text(lang, &issue);
        assert!(
            text.chars().count() < 80 && !text.contains(['\u{202e}', '\0']),
            "{text}"
        );
    }
}

/// A link that was cut off after `s=`: what the form holds is said, not what to do.
#[test]
fn a_value_that_a_link_lacks_is_called_missing() {
    let [notice] = decode("m=qwen2.5-7b&s=").notices.try_into().unwrap();
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| notice_text(lang, &notice));
    assert!(en.ends_with("the default 2,048 is used."), "{en}");
    assert!(zh.contains("默认值 2,048"), "{zh}");
    let [chosen] = decode("g=").notices.try_into().unwrap();
    let said = notice_text(Lang::En, &chosen);
    assert!(
        !said.contains("Enter") && !said.contains("default"),
        "{said}"
    );
}

#[test]
fn links_and_configs_are_explained() {
    let link = "v=9&cat=2027-01&m=foo&sq=12&b=1&b=2&s=1e99&zzz=1&g=%ff&r=abc";
    let mut notices = decode(link).notices;
    notices.extend(decode("v=x&cat=1999-01").notices);
    notices.push(Notice::ValueTooLong {
        param: Param::Model,
        bytes: 5000,
    });
    notices.push(Notice::TooLong {
        bytes: 5000,
        most: 4096,
    });
    notices.push(Notice::TooMany {
        unread: 3,
        most: 64,
    });
    notices.extend(decode("4.s=long&5.b=1&2.like=3&4.zz=1").notices);
    notices.push(Notice::OlderCatalogue {
        found: estimator::codec::CAT,
    });
    notices.extend(decode("s=&m=&t=&g=&mbs=&r=").notices);
    notices.push(Notice::Overruled {
        param: Param::Model,
    });
    for notice in &notices {
        sentence(|lang| notice_text(lang, notice), &format!("{notice:?}"));
    }
    let llama = r#"{"model_type":"llama","hidden_size":4096,"num_hidden_layers":32,"num_attention_heads":32,"intermediate_size":11008,"vocab_size":32000"#;
    let configs = [
        "{".to_owned(),
        "{}".to_owned(),
        r#"{"model_type":"foo"}"#.to_owned(),
        r#"{"model_type":7}"#.to_owned(),
        llama.replace("4096", "\"wide\"") + "}",
        llama.replace("4096", "1.5") + "}",
        llama.replace("4096", "0") + "}",
        llama.to_owned() + r#","num_key_value_heads":5}"#,
        llama.to_owned() + r#","tie_word_embeddings":"maybe"}"#,
    ];
    for config in configs {
        let Err(error) = from_config_json(&config) else {
            panic!("{config}")
        };
        sentence(|lang| config_error_text(lang, &error), &config);
    }
}

/// What does not fit the pool never runs: no word of everything being done, nor of GPUs that were taken away.
#[test]
fn jobs_wider_than_their_pool() {
    use crate::i18n::{deadline, jobs_found, never_run};
    use estimator::cost::Case;
    use estimator::pool::{PoolReport, parse};
    let report = |table: &str| PoolReport::of(&parse(table).expect(table), Case::Typical);
    let last = |table: &str| {
        let report = report(table);
        let figures = jobs_found(Lang::En, &report.types[0]);
        figures.last().map_or("", |(name, _)| *name)
    };
    assert_eq!(last("@8~a_8_10~b_4_2"), "Everything done after");
    assert_eq!(last("@8~a_8_10~b_16_2"), "What fits done after");
    assert_eq!(last("@8~b_16_2"), "Most, if none had to wait");
    let wide = [("b", 16), ("c", 1200)];
    assert_eq!(
        never_run(Lang::En, &wide, 3, 8),
        "2 of 3 jobs never run: each needs more GPUs than the 8 of the pool: b (16), c (1,200)."
    );
    sentence(|lang| never_run(lang, &wide[..1], 3, 8), "one");
    sentence(|lang| never_run(lang, &wide, 3, 8), "two");
    assert_eq!(never_run(Lang::En, &[], 3, 8), "");
    let report = report("@8~a_8_10__12~b_8_10__12~c_9_1__5");
    let words: Vec<String> = report.types[0]
        .outcomes
        .iter()
        .map(|(_, now, _)| deadline(Lang::En, "x", 12.0, *now))
        .collect();
    for (at, end) in ["met.", "missed by 8 h 0 min.", "never runs."]
        .iter()
        .enumerate()
    {
        assert!(words[at].ends_with(end), "{words:?}");
        sentence(
            |lang| deadline(lang, "x", 12.0, report.types[0].outcomes[at].1),
            end,
        );
    }
}

#[test]
fn tables_of_jobs() {
    use crate::i18n::{
        bad_job, beyond_pool, homeless, jobs_found, pool_title, schedule_words, slip,
    };
    use estimator::cost::Case;
    use estimator::pool::{PoolReport, parse};
    for table in [
        "@x",
        "@8~_8_1",
        "@8~a_0_1",
        "@8~a_8_",
        "@8~a_8_1_x",
        "@8~a_8_1__x",
        "@8~a_8_1___h900",
        "@8~a_8_1_1_1__x",
    ] {
        let bad = parse(table).expect_err(table);
        sentence(|lang| bad_job(lang, &bad), table);
    }
    let second = parse("@8~a_1_1~b_1_x").expect_err("no hours");
    assert!(bad_job(Lang::En, &second).starts_with("Jobs, row 2, Hours"));
    let plan = parse("@16_h100-sxm-80gb~a_8_9-10-12__12~b_8_10__12~c_16_1").expect("a table");
    let report = PoolReport::of(&plan, Case::Typical);
    let kind = &report.types[0];
    for nothing in [true, false] {
        sentence(
            |lang| {
                beyond_pool(lang, &kind.pool, kind.shrunk, nothing)
                    .replace("GPUs:", "GPUs.")
                    .replace("时：", "时。")
            },
            "slips",
        );
    }
    assert_eq!(kind.slips().len(), 1);
    for (_, later, late) in kind.slips() {
        sentence(|lang| slip(lang, "b", Some((later, late))), "a slip");
        sentence(|lang| slip(lang, "b", Some((later, 0.0))), "a slip");
    }
    sentence(|lang| slip(lang, "c", None), "too wide");
    sentence(|lang| homeless(lang, &["a", "b"]), "homeless");
    for at in 0..4 {
        let [en, zh] = Lang::ALL.map(|lang| jobs_found(lang, kind)[at].clone());
        assert_ne!(en.0, zh.0);
        assert!(!en.1.is_empty() && !zh.1.is_empty());
    }
    for gpu in ["", "h100-sxm-80gb"] {
        let [en, zh] = Lang::ALL.map(|lang| pool_title(lang, gpu));
        assert!(en != zh && en.contains(if gpu.is_empty() { "any" } else { "H100" }));
    }
    assert_eq!(schedule_words(Lang::En, "a", 0.0, 2.5), "a: 0.0 to 2.5 h");
}
