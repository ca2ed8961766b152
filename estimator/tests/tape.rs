//! Peaks against those that `tests/tape/step.py` counts: allocations of real model code, handed to a model of PyTorch's allocator. No
//! GPU and no measurement is in them, and nothing was fitted to them.
use estimator::codec::decode;
use estimator::memory::{MemoryReport, Tag, TermId};

/// LoRA on q, k, v and o in fp32 under autocast, dropout 0.05, checkpoints, transformers from 4.50 on, one GPU: link, GiB allocated,
/// GiB reserved.
const COUNTED: &[(&str, f64, f64)] = &[
    ("m=llama-3-8b&b=4", 42.85, 49.42),
    ("m=llama-3-8b&b=1", 22.05, 23.86),
    ("m=llama-3-8b&b=2&kern=fused", 28.92, 32.16),
    (
        "m=llama-3-8b&b=4&kern=fused&loss=fused-linear",
        23.18,
        24.03,
    ),
    (
        "m=llama-3-8b&b=16&kern=fused&loss=fused-linear",
        47.38,
        50.09,
    ),
    ("m=mistral-7b-v0.1&b=8", 33.86, 40.92),
    ("m=mistral-7b-v0.1&b=2&loss=fused-linear", 17.86, 18.56),
    (
        "m=mistral-7b-v0.1&b=8&kern=fused&loss=fused-linear",
        29.78,
        31.24,
    ),
];

#[test]
fn peaks_are_those_counted() {
    for (link, allocated, reserved) in COUNTED {
        let link = format!("stack=trl&method=lora&s=4096&t=q_k_v_o&r=16&tv=4.57&{link}");
        holds(&link, *allocated, *reserved, 0.035);
    }
}

/// Everything trained in 16 bit: the sum of the phases is more than the count reserves.
#[test]
fn full_training_is_no_less_than_counted() {
    let link =
        "stack=trl&m=mistral-7b-v0.1&method=full&s=4096&b=4&tv=4.57&prec=bf16-pure&opt=adamw";
    holds(link, 67.44, 73.73, 0.06);
}

/// What `tests/tape/experts.py` counts for each active expert beside a dense block of that width: its output, one copy more where the
/// experts run one after the other, and its input where it trains.
#[test]
fn experts_keep_what_was_counted() {
    let bytes = |link: &str, wanted: TermId| {
        let scenario = decode(&format!("m=mixtral-8x7b-v0.1&s=1024&ckpt=full&{link}"))
            .draft
            .check()
            .scenario
            .expect(link);
        let report = MemoryReport::of(&scenario);
        let lines = report.instants.iter().flat_map(|instant| &instant.terms);
        let most = lines
            .filter(|term| term.id == wanted)
            .map(|term| term.bytes().get());
        most.fold(0.0, f64::max) / 1024.0
    };
    let (h, f, active) = (4096.0, 2.0 * 14336.0, 2.0);
    for method in ["method=full&prec=bf16-pure", "method=lora&t=q_k_v_o"] {
        let [after, at_once] = ["4.57", "5"].map(|release| {
            let link = format!("{method}&tv={release}");
            [TermId::RecomputedBlock, TermId::BackwardHump].map(|id| bytes(&link, id))
        });
        let near =
            |found: f64, wanted: f64| assert!((found - wanted).abs() < 1.0, "{method} {found}");
        near(after[0] - at_once[0], 2.0 * h * active);
        let tensors = if method.contains("full") { 4.0 } else { 6.0 };
        near(at_once[1], tensors * f + 4.0 * h);
        assert!(after[1] < at_once[1], "{method}");
    }
}

/// `tests/tape/pending.py` counts the same 24 tensors for 12 layers whether FSDP 1 gathers blocks again (`FULL_SHARD`) or keeps them
/// whole (`SHARD_GRAD_OP`), and 3 without FSDP or reentrant checkpoints: the checkpoints and two fewer beside them.
#[test]
fn fsdp_1_holds_the_inputs_that_were_counted_in_both_modes() {
    let held = |link: &str| {
        let link = format!("stack=trl&m=llama-3-8b&method=lora&n=8&s=1024&b=1&ckpt=full&{link}");
        let scenario = decode(&link).draft.check().scenario.expect(&link);
        let lines = MemoryReport::of(&scenario).instants.into_iter();
        let mut lines = lines.flat_map(|instant| instant.terms);
        lines.find(|term| term.id == TermId::PendingInputs)
    };
    for mode in ["fsdp", "fsdp-grad-op"] {
        let held = |rest: &str| held(&format!("shard={mode}&{rest}"));
        let line = held("eng=fsdp1&re=yes").expect(mode);
        let wanted = (32.0 - 2.0) * 2.0 * 4096.0 * 1024.0;
        assert!((line.bytes().get() - wanted).abs() < 1.0, "{mode}");
        assert!(line.tags.iter().all(|tag| *tag != Tag::Inferred), "{mode}");
        for without in ["eng=fsdp1&re=no", "eng=fsdp2&re=yes"] {
            assert!(held(without).is_none(), "{mode} {without}");
        }
    }
    assert!(held("shard=ddp&re=yes").is_none());
}

/// The link's peaks, within 1% of what is counted as allocated and `within` of what is reserved.
fn holds(link: &str, allocated: f64, reserved: f64, within: f64) {
    let peak = MemoryReport::of(&decode(link).draft.check().scenario.expect(link)).peak;
    for (name, found, counted, within) in [
        ("allocated", peak.allocated, allocated, 0.01),
        ("reserved", peak.reserved, reserved, within),
    ] {
        let off = found.as_gib() / counted - 1.0;
        assert!(
            off.abs() < within,
            "{link} {name}: {found:?}, {counted} GiB counted"
        );
    }
}
