//! The GPU catalogue against the collected table, and every name that a source gives a GPU.

use std::collections::BTreeMap;

use estimator::hardware::{
    Arch, CustomField, CustomGpu, CustomIssue, CustomMemory, Feature, Gpu, LinkKind, Note, Pcie,
    Precision, catalogue, find, resolve_alias,
};
use estimator::source::SourceKind;

const TABLE: &str = include_str!("../../tests/data/gpus.csv");

/// Splits one line of CSV; quoted cells may hold commas, none of the table's holds a quote.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().expect("never empty").push(other),
        }
    }
    cells
}

fn table() -> Vec<BTreeMap<String, String>> {
    let mut lines = TABLE.lines();
    let header = cells(lines.next().expect("header"));
    lines
        .map(|line| header.iter().cloned().zip(cells(line)).collect())
        .collect()
}

/// Rows of the table that the catalogue leaves out.
const LEFT_OUT: [(&str, &str); 5] = [
    ("Gaudi2", "none of the modelled training stacks runs on it"),
    ("Gaudi3", "none of the modelled training stacks runs on it"),
    ("TPU v5e", "reference only: another software stack"),
    ("TPU v5p", "reference only: another software stack"),
    ("TPU v6e", "reference only: another software stack"),
];

/// Cells that the catalogue holds differently, and why.
const DIFFERENCES: [(&str, &str, &str); 9] = [
    (
        "B300-SXM-270GB",
        "memory_gb",
        "270 GB is what a process gets and what the row is named after; 288 is the physical memory",
    ),
    (
        "V100-PCIe",
        "memory_gb",
        "one row for two cards (16/32): the catalogue has both",
    ),
    (
        "MI250X (2 GCD)",
        "memory_gb",
        "a process sees one die, half of the package",
    ),
    (
        "MI250X (2 GCD)",
        "mem_bw_gbs",
        "a process sees one die, half of the package",
    ),
    (
        "MI250X (2 GCD)",
        "bf16_fp16_dense_tflops_fp32acc",
        "a process sees one die, half of the package",
    ),
    (
        "MI250X (2 GCD)",
        "fp32_tflops",
        "a process sees one die, half of the package",
    ),
    (
        "MI250X (2 GCD)",
        "tdp_w",
        "a process sees one die, half of the package",
    ),
    (
        "MI250X (2 GCD)",
        "nvlink_gbs_unidir",
        "a process sees one die, half of the package",
    ),
    (
        "MI210",
        "nvlink_gbs_unidir",
        "the cell is empty: half of the 300 GB/s given for both directions",
    ),
];

fn is_different(name: &str, column: &str) -> bool {
    DIFFERENCES
        .iter()
        .any(|(row, cell, _)| *row == name && *cell == column)
}

#[test]
fn catalogue_agrees_with_the_collected_table() {
    let rows = table();
    assert_eq!(rows.len(), 61);
    let mut wrong = Vec::new();
    for row in &rows {
        let name = row["gpu"].as_str();
        if LEFT_OUT.iter().any(|(left_out, _)| *left_out == name) {
            assert!(resolve_alias(name).is_none(), "{name} is listed after all");
            continue;
        }
        let gpu = resolve_alias(name)
            .unwrap_or_else(|| panic!("{name} is not listed"))
            .gpu;
        let link = (gpu.link.kind != LinkKind::None).then_some(gpu.link.gbs);
        let pairs = [
            ("memory_gb", Some(gpu.label_gb)),
            ("mem_bw_gbs", gpu.memory_bandwidth_gbs),
            ("bf16_fp16_dense_tflops_fp32acc", gpu.fp16_tflops),
            ("fp8_dense_tflops", gpu.fp8_tflops),
            ("fp4_dense_tflops", gpu.fp4_tflops),
            ("fp32_tflops", gpu.fp32_tflops),
            ("nvlink_gbs_unidir", link),
            ("tdp_w", gpu.tdp_w),
        ];
        for (column, got) in pairs {
            let cell = row[column].as_str();
            let expected = cell.parse::<f64>().ok().filter(|value| *value > 0.0);
            if (got != expected) != is_different(name, column) {
                wrong.push(format!("{name} {column}: {cell:?} against {got:?}"));
            }
        }
        let has_bf16 = row["bf16_hw"] == "yes";
        if has_bf16 != gpu.capabilities().bf16 || has_bf16 != gpu.bf16_tflops.is_some() {
            wrong.push(format!("{name}: bf16 {}", row["bf16_hw"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_card_is_complete_and_plausible() {
    assert!(catalogue().len() >= 70);
    let mut ids = std::collections::BTreeSet::new();
    for gpu in catalogue() {
        let id = gpu.id.as_ref();
        assert!(ids.insert(id), "{id} twice");
        assert!(
            id.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b)),
            "{id} does not survive a link"
        );
        let memory = format!("{} GB", gpu.label_gb);
        assert!(gpu.name.contains(&memory), "{} hides its memory", gpu.name);
        // 910B: 60.97 of 64; 24 GB cards with ECC: 21.99. Nothing reports more than its label.
        let share = gpu.usable() / gpu.label_gb;
        assert!((0.91..=1.0).contains(&share), "{id}: {share} of its label");
        assert!(gpu.fp16_tflops.is_some(), "{id} has no 16-bit rate");
        assert!(
            gpu.fp32_tflops.is_some() || gpu.arch == Arch::DaVinci,
            "{id}"
        );
        assert!(
            gpu.memory_bandwidth_gbs.is_some() || id == "ascend-910b4-64gb",
            "{id}"
        );
        assert!((0.1..=1.5).contains(&gpu.context_gib().value), "{id}");
        assert!(gpu.node.gpus.is_sorted() && gpu.node.largest() >= 1, "{id}");
        for (feature, rate) in [
            (Feature::Bf16, Precision::Bf16),
            (Feature::Fp8, Precision::Fp8),
            (Feature::Fp4, Precision::Fp4),
        ] {
            let may = gpu.lacks(feature).is_none();
            assert!(may || gpu.peak_tflops(rate).is_none(), "{id} {feature:?}");
        }
        if gpu.usable_verified {
            assert_eq!(gpu.usable_source.kind, SourceKind::Measured, "{id}");
        }
    }
}

#[test]
fn usable_memory_is_what_cuda_reports() {
    for (id, gib) in [
        ("a100-sxm-80gb", 79.3),
        ("h100-sxm-80gb", 79.2),
        ("h200-sxm-141gb", 139.8),
        ("b200-sxm-180gb", 178.4),
        ("rtx-4090", 23.6),
        ("rtx-3090", 23.7),
        ("v100-sxm-32gb", 31.7),
        ("t4", 14.8),
    ] {
        let got = find(id).expect(id).usable();
        assert!((got - gib).abs() <= 0.06, "{id}: {got} against {gib}");
        assert!(find(id).expect(id).usable_verified, "{id}");
    }
    let verified = catalogue().iter().filter(|gpu| gpu.usable_verified).count();
    assert!(verified >= 40, "only {verified} totals were seen in print");
}

#[test]
fn context_is_the_measured_one_where_there_is_one() {
    for (id, gib) in [
        ("a100-sxm-80gb", 0.48),
        ("a800-sxm-80gb", 0.48),
        ("h100-sxm-80gb", 0.55),
        ("h200-sxm-141gb", 0.55),
        ("h800-sxm-80gb", 0.55),
        ("v100-sxm-16gb", 1.31),
        ("rtx-4090", 0.45),
        ("l40", 0.45),
        ("rtx-3090", 0.30),
        ("t4", 141.0 / 1024.0),
        ("l4", 226.0 / 1024.0),
        ("mi300x", 0.5),
        ("a10", 0.5),
    ] {
        let got = find(id).expect(id).context_gib();
        assert!(
            (got.value - gib).abs() < 1e-9,
            "{id}: {} against {gib}",
            got.value
        );
        assert!(!got.source.title.is_empty(), "{id}");
    }
}

#[test]
fn what_a_card_lacks_comes_with_the_first_that_has_it() {
    let lacks = |id: &str, feature| find(id).expect(id).lacks(feature).map(|lack| lack.first);
    assert_eq!(lacks("t4", Feature::Bf16), Some(Some(Arch::Ampere)));
    assert_eq!(
        lacks("v100-sxm-16gb", Feature::FlashAttention),
        Some(Some(Arch::Ampere))
    );
    assert_eq!(lacks("v100-sxm-16gb", Feature::FusedAttention), None);
    assert_eq!(
        lacks("v100-sxm-16gb", Feature::BnbInt8),
        Some(Some(Arch::Turing))
    );
    assert_eq!(lacks("v100-sxm-16gb", Feature::BnbQuantisation), None);
    assert_eq!(
        lacks("p100-pcie-16gb", Feature::Fp16Tensor),
        Some(Some(Arch::Volta))
    );
    assert_eq!(lacks("a100-sxm-80gb", Feature::Fp8), Some(Some(Arch::Ada)));
    assert_eq!(lacks("rtx-4090", Feature::Fp8), None);
    assert_eq!(
        lacks("h100-sxm-80gb", Feature::Fp4),
        Some(Some(Arch::Blackwell))
    );
    assert_eq!(lacks("mi250x-64gb", Feature::Fp8), Some(Some(Arch::Cdna3)));
    assert_eq!(lacks("ascend-910b2", Feature::BnbQuantisation), Some(None));
    for gpu in catalogue() {
        let missing = Feature::ALL.into_iter().filter(|f| gpu.lacks(*f).is_some());
        for feature in missing {
            let reason = gpu.lacks(feature).expect("missing");
            assert_eq!((reason.feature, reason.arch), (feature, gpu.arch));
        }
    }
}

/// All distinct values of the `gpu` columns of the collected measurements, bounds, cases and prices: what they are taken for;
/// `?` in front where the name leaves something open, `-` where it names no card.
const NAMES: [(&str, &str); 103] = [
    // measured memory
    ("A100-SXM4-80GB", "a100-sxm-80gb"),
    ("A100-80G", "?a100-sxm-80gb"),
    ("A100-80GB", "?a100-sxm-80gb"),
    ("A100-SXM4-40GB", "a100-sxm-40gb"),
    ("RTX3090-24GB (280W, no NVLink)", "rtx-3090"),
    ("RTX4090-24GB", "rtx-4090"),
    ("H100-96GB (HBM2e)", "h100-sxm-96gb"),
    ("H200-141GB", "?h200-sxm-141gb"),
    ("A100", "?a100-sxm-80gb"),
    ("L40S-48GB", "l40s"),
    ("H100-80GB", "?h100-sxm-80gb"),
    ("unknown", "-"),
    ("A800/H800-80GB", "?a800-sxm-80gb"),
    ("unknown (80GB-class)", "-"),
    ("H100-95GB", "h100-sxm-96gb"),
    ("B200/GB200-184GB (INFERRED from %)", "?gb200-186gb"),
    ("V100-16GB", "?v100-sxm-16gb"),
    // measured throughput
    ("H100-SXM-80GB", "h100-sxm-80gb"),
    ("A100-SXM-80GB", "a100-sxm-80gb"),
    ("A100-SXM-40GB", "a100-sxm-40gb"),
    ("GB300", "gb300-288gb"),
    ("GB200", "gb200-186gb"),
    ("B300-SXM-270GB", "b300-sxm-270gb"),
    ("B200-SXM-180GB", "b200-sxm-180gb"),
    ("H100-SXM-96GB-500W(HBM2e)", "h100-sxm-96gb"),
    ("H200-SXM-141GB", "h200-sxm-141gb"),
    ("L40S", "l40s"),
    ("MI300X", "mi300x"),
    ("MI325X", "mi325x"),
    ("H200-NVL-141GB", "h200-nvl-141gb"),
    ("H800-SXM-80GB", "h800-sxm-80gb"),
    ("RTX3090-280W", "rtx-3090"),
    ("RTX4090", "rtx-4090"),
    ("RTX-A5000", "rtx-a5000"),
    ("RTX-6000-Ada", "rtx-6000-ada"),
    ("L40", "l40"),
    ("RTX5090", "rtx-5090"),
    // bounds
    ("", "-"),
    ("A5000", "rtx-a5000"),
    ("A6000 (section header)", "rtx-a6000"),
    ("A100-40GB", "?a100-sxm-40gb"),
    ("A10G", "a10g"),
    // cases
    ("V100-32G", "?v100-sxm-32gb"),
    ("A100-40G", "?a100-sxm-40gb"),
    ("A6000-48G", "rtx-a6000"),
    ("RTX 4090-24G", "rtx-4090"),
    ("RTX 3090-24G", "rtx-3090"),
    ("A800-80G", "?a800-sxm-80gb"),
    ("V100-16G / A100-40G", "-"),
    ("H20-96G", "h20-96gb"),
    ("H100 NVL-96G", "?h100-nvl-94gb"),
    ("80G", "-"),
    ("n/s", "-"),
    ("H100-80G", "?h100-sxm-80gb"),
    ("L40-48G", "l40"),
    ("n/s (>=96G)", "-"),
    ("H800-80G", "h800-sxm-80gb"),
    ("Titan RTX-24G", "titan-rtx"),
    ("24G", "-"),
    ("80G+", "-"),
    ("Jetson Orin 8G (unified)", "-"),
    ("A100-80G (test on 2x ~89 GiB)", "a100-sxm-80gb"),
    ("H100 NVL-94G", "h100-nvl-94gb"),
    ("Ascend 910B4-64G", "ascend-910b4-64gb"),
    ("80G class", "-"),
    ("32G", "-"),
    ("CPU", "-"),
    ("V100-16G", "?v100-sxm-16gb"),
    ("H100-80G SXM", "h100-sxm-80gb"),
    ("H200-141G", "?h200-sxm-141gb"),
    ("A10-24G", "a10"),
    ("A100-80G SXM", "a100-sxm-80gb"),
    ("40G", "-"),
    // prices
    ("H100-SXM", "h100-sxm-80gb"),
    ("H100-PCIe", "h100-pcie-80gb"),
    ("H100-NVL", "h100-nvl-94gb"),
    ("H200", "?h200-sxm-141gb"),
    ("B200", "?b200-sxm-180gb"),
    ("GH200", "gh200-96gb"),
    ("A100-PCIe-80GB", "a100-pcie-80gb"),
    ("A10", "a10"),
    ("RTX-4090", "rtx-4090"),
    ("A40", "a40"),
    ("B300", "?b300-sxm-270gb"),
    ("RTX-3090", "rtx-3090"),
    ("H100", "?h100-sxm-80gb"),
    ("H200-SXM", "h200-sxm-141gb"),
    ("RTX-4090D", "rtx-4090d"),
    ("T4", "t4"),
    ("RTX-A6000", "rtx-a6000"),
    ("RTX-5090", "rtx-5090"),
    ("L4", "l4"),
    ("A800-80GB", "?a800-sxm-80gb"),
    ("H20-96GB", "h20-96gb"),
    ("RTX-PRO-6000", "rtx-pro-6000"),
    // as drivers write them
    ("NVIDIA GeForce RTX 4090 D", "rtx-4090d"),
    ("NVIDIA A100 80GB PCIe", "a100-pcie-80gb"),
    ("NVIDIA H100 80GB HBM3", "h100-sxm-80gb"),
    ("NVIDIA B300 SXM6 AC", "b300-sxm-270gb"),
    ("Tesla V100-SXM2-32GB", "v100-sxm-32gb"),
    ("Tesla T4", "t4"),
    ("AMD Instinct MI300X", "mi300x"),
    ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"),
];

#[test]
fn every_collected_name_is_resolved() {
    let wrong: Vec<_> = NAMES
        .iter()
        .filter_map(|&(name, expected)| {
            let got = resolve_alias(name).map_or_else(
                || "-".to_owned(),
                |r| format!("{}{}", if r.ambiguous { "?" } else { "" }, r.gpu.id),
            );
            (got != expected).then(|| format!("{name:?}: {got} instead of {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_custom_card_needs_memory_and_generation_only() {
    let gpu = CustomGpu::new(CustomMemory::UsableGib(47.4), Arch::Ada)
        .build()
        .expect("valid");
    assert_eq!(
        (gpu.id.as_ref(), gpu.name.as_ref()),
        ("custom", "Custom 47.4 GiB")
    );
    assert!((gpu.usable() - 47.4).abs() < 1e-12);
    assert_eq!(gpu.sixteen_bit_tflops(), None);
    assert!(gpu.notes.contains(&Note::Custom));
    assert!(!gpu.usable_verified && !gpu.rates_verified);

    let label = CustomGpu::new(CustomMemory::LabelGb(24.0), Arch::Turing);
    let gpu: Gpu = CustomGpu {
        name: "Titan".into(),
        sixteen_bit_tflops: Some(65.0),
        ..label
    }
    .build()
    .expect("valid");
    assert!(gpu.usable() < 24.0);
    assert_eq!((gpu.bf16_tflops, gpu.fp16_tflops), (None, Some(65.0)));
    assert_eq!(gpu.sixteen_bit_tflops(), Some(65.0));
}

#[test]
fn a_custom_card_that_cannot_be_says_why() {
    let mut card = CustomGpu::new(CustomMemory::UsableGib(f64::NAN), Arch::Ampere);
    card.fp8_tflops = Some(100.0);
    card.gpus_per_node = 0;
    card.memory_bandwidth_gbs = Some(f64::INFINITY);
    let issues = card.build().expect_err("invalid");
    let fields: Vec<_> = issues
        .iter()
        .map(|issue| match issue {
            CustomIssue::OutOfRange { field, .. } | CustomIssue::NotOnArch { field, .. } => *field,
        })
        .collect();
    assert_eq!(
        fields,
        [
            CustomField::Memory,
            CustomField::MemoryBandwidth,
            CustomField::GpusPerNode,
            CustomField::Fp8Tflops
        ]
    );
    assert!(card.issues().contains(&CustomIssue::NotOnArch {
        field: CustomField::Fp8Tflops,
        feature: Feature::Fp8,
        arch: Arch::Ampere
    }));
}

#[test]
fn links_are_one_direction() {
    assert!((find("h100-sxm-80gb").expect("listed").link.gbs - 450.0).abs() < 1e-9);
    assert_eq!(find("gb200-186gb").expect("listed").link.reach, 72);
    assert!(!find("rtx-3090").expect("listed").link.is_standard());
    assert!(!find("rtx-4090").expect("listed").pcie.peer_access);
    assert!((Pcie::x16(5).gbs() - 63.0).abs() < 0.1);
    for arch in Arch::ALL {
        assert_eq!(Arch::from_key(arch.key()), Some(arch));
    }
}
