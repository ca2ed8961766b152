//! Facts that the memory model has to reproduce, each from a public source named beside it.
#![allow(clippy::float_cmp, reason = "exact products of whole numbers")]
use estimator::memory::{MemoryReport, Metric, Moment, State, TermId};
use estimator::scenario::{Draft, Param};

fn draft(link: &str) -> Draft {
    let decoded = estimator::codec::decode(link);
    assert!(decoded.notices.is_empty(), "{link}: {:?}", decoded.notices);
    decoded.draft
}

fn report(link: &str) -> MemoryReport {
    match draft(link).check().scenario {
        Ok(scenario) => MemoryReport::of(&scenario),
        Err(issues) => panic!("{link}: {issues:?}"),
    }
}

/// Sum of some lines at a moment, in bytes.
fn lines(report: &MemoryReport, moment: Moment, ids: &[TermId]) -> f64 {
    let instant = report.at(moment).expect("the moment occurs");
    instant
        .terms
        .iter()
        .filter(|term| ids.contains(&term.id))
        .map(|term| term.bytes().get())
        .sum()
}

const STATES: &[TermId] = &[
    TermId::Weights,
    TermId::Gradients,
    TermId::MasterWeights,
    TermId::Moments,
    TermId::StepTemporary,
];

#[track_caller]
fn near(value: f64, expected: f64, share: f64) {
    assert!(
        (value / expected - 1.0).abs() <= share,
        "{value} is not {expected}"
    );
}

#[test]
fn bytes_per_parameter_at_the_step() {
    // fms-acceleration: 10.00 P on one GPU; 20 P/N under FSDP with the bf16 flag. ZeRO paper: 16; DeepSpeed: 18 and temporaries.
    let rows: &[(&str, f64, f64)] = &[
        (
            "stack=hf&m=mistral-7b-v0.1&method=full&opt=adamw",
            7_241_732_096.0,
            10.0,
        ),
        (
            "stack=hf&m=mistral-7b-v0.1&method=full&opt=adamw-fused",
            7_241_732_096.0,
            8.0,
        ),
        (
            "stack=hf&m=mistral-7b-v0.1&method=full&opt=adamw-8bit&we=no",
            7_241_732_096.0,
            6.0,
        ),
        // The Trainer leaves the embedding's moments in 32 bits: 6 bytes more for each of its 32000 · 4096 weights.
        (
            "stack=hf&m=mistral-7b-v0.1&method=full&opt=adamw-8bit",
            7_241_732_096.0,
            6.0 + 6.0 * 131_072_000.0 / 7_241_732_096.0,
        ),
        (
            "stack=hf&m=mistral-7b-v0.1&method=full&opt=sgd",
            7_241_732_096.0,
            4.0,
        ),
        (
            "stack=trl&m=mistral-7b-v0.1&method=full&n=4&opt=adamw",
            7_241_732_096.0,
            20.0 / 4.0,
        ),
        (
            "stack=trl&m=mistral-7b-v0.1&method=full&n=4&prec=bf16-pure&opt=adamw",
            7_241_732_096.0,
            10.0 / 4.0,
        ),
        (
            "stack=deepspeed&m=baichuan2-13b&method=full&n=4&shard=zero2&opt=adamw-fused",
            13_896_668_160.0,
            2.0 + 16.0 / 4.0 + 4.0 / 4.0,
        ),
        (
            "stack=deepspeed&m=qwen-72b&method=full&n=8&nodes=64&shard=zero3&opt=adamw",
            72_287_920_128.0,
            18.0 / 512.0 + 8.0 / 512.0,
        ),
        (
            "stack=megatron&m=llama-2-7b&method=full&n=8",
            6_738_415_616.0,
            2.0 + 4.0 + 12.0 / 8.0,
        ),
    ];
    for (link, parameters, bytes) in rows {
        let report = report(link);
        near(
            lines(&report, Moment::Step, STATES),
            parameters * bytes,
            1e-9,
        );
    }
}

#[test]
fn lora_trains_adapters_in_fp32_beside_a_16_bit_base() {
    // LoRA paper: r·(in + out) for each matrix; PEFT: fp32 adapters, 16 bytes with gradient and moments.
    let report = report("stack=hf&m=llama-2-7b&method=lora&r=8&t=q_v");
    let adapters = 32.0 * 2.0 * 8.0 * (4096.0 + 4096.0);
    near(
        lines(
            &report,
            Moment::Step,
            &[TermId::Adapters, TermId::Gradients, TermId::Moments],
        ),
        adapters * 16.0,
        1e-12,
    );
    near(
        lines(&report, Moment::Step, &[TermId::FrozenBase]),
        6_738_415_616.0 * 2.0,
        1e-12,
    );
}

#[test]
fn logits_by_release_and_kernel() {
    // transformers: loss/loss_utils.py by release; measured slopes 14V and 12V, 8V and 10V with a fused kernel.
    let (tokens, vocabulary) = (4096.0, 128_256.0);
    for (settings, bytes) in [
        ("tv=4.45", 12.0),
        ("tv=4.49", 14.0),
        ("tv=4.57", 12.0),
        ("tv=4.45&loss=fused-ce", 8.0),
        ("tv=4.49&loss=fused-ce", 10.0),
        ("loss=fused-linear", 0.0),
        ("loss=cut", 0.0),
    ] {
        let report = report(&format!("stack=trl&m=llama-3.1-8b&s=4096&{settings}"));
        assert_eq!(
            lines(&report, Moment::Loss, &[TermId::Logits]),
            tokens * vocabulary * bytes,
            "{settings}"
        );
    }
}

#[test]
fn a_fused_linear_loss_removes_what_was_measured() {
    // fms-acceleration, Llama-3-8B, LoRA, 4096 tokens: 4.98 GiB a sequence with materialised logits, 2.02 with Liger's loss.
    let slope = |settings: &str| {
        let at = |batch: u32| {
            report(&format!(
                "stack=trl&m=llama-3-8b&tv=4.45&s=4096&drop=0.1&t=q_k_v_o&{settings}&b={batch}"
            ))
            .peak
            .allocated
            .as_gib()
        };
        (at(8) - at(4)) / 4.0
    };
    near(slope("kern=fused&loss=fused-ce"), 4.98, 0.04);
    near(slope("kern=fused&loss=fused-linear"), 2.02, 0.04);
}

#[test]
fn peaks_do_not_depend_on_accumulation_under_lora() {
    // PEFT: 27.73 and 27.74 GiB with 1 and 64 micro-batches a step. Adapters' gradients are small, not absent.
    let one = report("stack=hf&m=llama-2-7b&ckpt=full&s=4096&ga=1")
        .peak
        .allocated
        .get();
    let many = report("stack=hf&m=llama-2-7b&ckpt=full&s=4096&ga=64")
        .peak
        .allocated
        .get();
    near(many, one, 0.02);
}

#[test]
fn logits_do_not_shrink_with_more_gpus() {
    let of = |gpus: &str| {
        lines(
            &report(&format!("m=qwen2.5-7b&s=32768&{gpus}")),
            Moment::Loss,
            &[TermId::Logits],
        )
    };
    let alone = of("n=1");
    assert_eq!(of("n=8"), alone);
    assert_eq!(of("n=8&nodes=16"), alone);
    // 32k tokens and 152k entries: 50 to 70 GB a GPU.
    assert!((50e9..70e9).contains(&alone), "{alone}");
}

#[test]
fn a_pipeline_holds_as_many_micro_batches_as_it_has_stages() {
    let stored = |settings: &str| {
        let report = report(&format!(
            "stack=megatron&m=llama-2-7b&method=full&n=8&ckpt=full&{settings}"
        ));
        lines(&report, Moment::FirstBackward, &[TermId::Checkpoints])
    };
    let whole = stored("pp=1&ga=8");
    assert_eq!(stored("pp=4&ga=8"), whole);
    assert_eq!(stored("pp=4&ga=2"), whole / 2.0);
    assert_eq!(stored("pp=4&ga=8&sched=gpipe"), whole * 2.0);
    // Interleaved, two chunks a stage: 1 + (p − 1)/(p·v) times as much.
    near(
        stored("pp=4&ga=8&sched=interleaved&vp=2"),
        whole * (1.0 + 3.0 / 8.0),
        1e-9,
    );
}

#[test]
fn sixty_five_billion_on_one_48_gb_card_is_qlora() {
    // QLoRA paper: 65B on one 48 GB card, batch 1, checkpointing, paged optimizer.
    let model = "m=custom&mh=8192&ml=80&ma=64&mk=64&md=128&mf=22016&mv=32000";
    let settings = "stack=hf&g=rtx-a6000-48gb&s=512&r=64&opt=adamw-paged&ckpt=full&kbit=no";
    let qlora = report(&format!("{model}&{settings}&method=qlora&q=nf4-dq"));
    assert_ne!(
        qlora.verdict.state,
        State::DoesNotFit,
        "{:?}",
        qlora.verdict
    );
    let lora = report(&format!("{model}&{settings}&method=lora"));
    assert_eq!(lora.verdict.state, State::DoesNotFit);
}

#[test]
fn impossible_choices_are_issues_with_their_field() {
    for (link, param) in [
        ("g=v100-sxm2-32gb&prec=bf16", Param::Precision),
        ("g=a100-sxm-80gb&prec=fp8&method=full", Param::Precision),
        ("n=8&tp=3", Param::TensorParallel),
        ("n=8&pp=16", Param::PipelineParallel),
        ("n=8&shard=zero3&eng=fsdp1&stack=trl", Param::Engine),
        ("loss=vocab-parallel", Param::Loss),
        ("method=lora&opt=adamw-in-backward", Param::Optimizer),
        ("g=rtx-4090&used=30", Param::InUse),
        ("m=llama-2-7b&ep=2&n=8", Param::ExpertParallel),
    ] {
        let checked = estimator::codec::decode(link).draft.check();
        let issues = checked.scenario.err().unwrap_or_default();
        assert!(
            issues.iter().any(|issue| issue.param == param),
            "{link}: {issues:?}"
        );
    }
}

#[test]
fn figures_are_distinct_and_nested() {
    let report = report("m=llama-3.1-8b&n=8&s=4096");
    for instant in &report.instants {
        let [allocated, reserved, driver] = [Metric::Allocated, Metric::Reserved, Metric::Driver]
            .map(|metric| instant.total(metric));
        assert!(
            allocated <= reserved && reserved < driver,
            "{:?}",
            instant.moment
        );
    }
}

/// DeepSpeed: runtime/zero/stage_1_and_2.py, `setup_buckets`: `reduce_bucket_size` elements of 2 bytes, twice with `overlap_comm`, for
/// adapters too; stage3.py: one, made with the optimizer. Stacks by their published configurations.
#[test]
fn reduce_buckets_are_as_configured() {
    let buckets = |link: &str, moment: Moment| {
        let link = format!("m=llama-3.1-8b&n=8&loss=eager&{link}");
        lines(&report(&link), moment, &[TermId::ReduceBuckets])
    };
    let back = Moment::LastBackward;
    let lora = "stack=deepspeed&method=lora&shard=zero2";
    assert_eq!(buckets(lora, back), 2.0 * 2e8 * 2.0);
    assert_eq!(buckets(&format!("{lora}&rb=500m&oc=no"), back), 1e9);
    assert_eq!(buckets(lora, Moment::Step), 0.0);
    let full = |stack: &str| format!("stack={stack}&method=full&shard=zero2");
    assert_eq!(buckets(&full("llamafactory"), back), 1e9);
    assert_eq!(buckets(&full("axolotl"), back), 2e9);
    assert_eq!(buckets(&full("swift"), Moment::Loss), 4e8);
    // The third stage: h², standing from the first step to the last.
    let third = "stack=swift&method=full&shard=zero3";
    for moment in [Moment::Loss, back, Moment::Step, Moment::Save] {
        assert_eq!(buckets(third, moment), 2.0 * 4096.0 * 4096.0);
    }
    // A fused linear loss is done before the backward pass begins: they stand beside the gradient that it leaves, where that is more.
    let fused = |length: u32| {
        let link = format!("{}&s={length}&b=1&loss=fused-linear", full("swift"));
        let report = report(&format!("m=llama-3.1-8b&n=8&{link}"));
        lines(&report, Moment::Loss, &[TermId::ReduceBuckets])
    };
    assert_eq!([fused(2048), fused(32_768)], [4e8, 0.0]);
}

/// Parameters in host memory come back block by block, also where no other GPU holds a part of them.
#[test]
fn offloaded_parameters_are_fetched_whoever_shards_them() {
    let blocks = |link: &str| {
        let report = report(&format!("m=llama-65b&off=both&{link}"));
        let ids = [TermId::GatheredBlocks, TermId::LiveParameters];
        lines(&report, Moment::LastBackward, &ids)
    };
    let block = 2.0 * (4.0 * 8192.0 * 8192.0 + 3.0 * 8192.0 * 22_016.0);
    assert!(blocks("n=2&shard=fsdp") >= 3.0 * block);
    assert_eq!(blocks("shard=fsdp"), blocks("n=2&shard=fsdp"));
    assert!(blocks("n=2&tp=2&shard=fsdp") >= 1.5 * block);
    assert!(blocks("n=2&pp=2&shard=fsdp") >= 3.0 * block);
    assert!(blocks("stack=deepspeed&shard=zero3") >= 2.0 * block);
}
