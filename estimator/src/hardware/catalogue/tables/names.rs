//! The names of each card beyond its id and its catalogue name.

use crate::hardware::catalogue::Name;

/// Names of one card beyond its id and its catalogue name.
pub(super) struct Alias {
    pub(super) id: &'static str,
    /// Names that mean this card and no other.
    pub(super) exact: &'static [&'static str],
    /// Names that leave something open, with the other cards they fit.
    pub(super) open: &'static [(&'static str, &'static [&'static str])],
}

impl Alias {
    /// One row a name.
    pub(super) fn names(&self) -> impl Iterator<Item = Name> {
        let name = |text, others| Name {
            id: self.id,
            text,
            others,
        };
        let exact = self.exact.iter().map(move |exact| name(exact, &[]));
        exact.chain(
            self.open
                .iter()
                .map(move |(open, others)| name(open, others)),
        )
    }
}

const fn exact(id: &'static str, exact: &'static [&'static str]) -> Alias {
    Alias {
        id,
        exact,
        open: &[],
    }
}

/// Where a name leaves the form factor open the SXM card is taken: it is what clouds rent and what most reports come from.
#[rustfmt::skip]
pub(super) const ALIASES: &[Alias] = &[
    Alias {
        id: "a100-sxm-40gb",
        exact: &["A100-SXM4-40GB"],
        open: &[("A100-40GB", &["a100-pcie-40gb"])],
    },
    Alias {
        id: "a100-sxm-80gb",
        exact: &["A100-SXM4-80GB", "A100-80GB SXM", "A100-80G (test on 2x ~89 GiB)"],
        open: &[
            ("A100-80GB", &["a100-pcie-80gb"]),
            ("A100", &["a100-pcie-80gb", "a100-sxm-40gb", "a100-pcie-40gb"]),
            ("A100-SXM", &["a100-sxm-40gb"]),
            ("A100-SXM4", &["a100-sxm-40gb"]),
        ],
    },
    exact("a100-pcie-40gb", &["A100-PCIE-40GB"]),
    exact("a100-pcie-80gb", &["A100 80GB PCIe"]),
    Alias {
        id: "a800-sxm-80gb",
        exact: &["A800-SXM4-80GB"],
        open: &[
            ("A800", &["a800-pcie-80gb"]),
            ("A800-80GB", &["a800-pcie-80gb"]),
            ("A800/H800-80GB", &["a800-pcie-80gb", "h800-sxm-80gb"]),
        ],
    },
    exact("a800-pcie-80gb", &["A800 80GB PCIe"]),
    Alias {
        id: "h100-sxm-80gb",
        exact: &["H100 80GB HBM3", "H100-SXM", "H100-SXM5-80GB", "H100-80GB SXM"],
        open: &[
            ("H100", &["h100-pcie-80gb", "h100-nvl-94gb", "h100-sxm-96gb"]),
            ("H100-80GB", &["h100-pcie-80gb"]),
        ],
    },
    exact("h100-sxm-96gb", &["H100-96GB (HBM2e)", "H100-SXM-96GB-500W(HBM2e)", "H100-95GB", "H100-96GB"]),
    exact("h100-pcie-80gb", &["H100 PCIe"]),
    Alias {
        id: "h100-nvl-94gb",
        exact: &["H100 NVL"],
        open: &[("H100 NVL-96GB", &["h100-sxm-96gb", "gh200-96gb"])],
    },
    Alias {
        id: "h200-sxm-141gb",
        exact: &["H200-SXM"],
        open: &[("H200", &["h200-nvl-141gb"]), ("H200-141GB", &["h200-nvl-141gb"])],
    },
    exact("h200-nvl-141gb", &["H200 NVL"]),
    exact("h800-sxm-80gb", &["H800", "H800-80GB"]),
    exact("h20-96gb", &["H20"]),
    exact("gh200-96gb", &["GH200", "GH200 480GB"]),
    Alias {
        id: "b200-sxm-180gb",
        exact: &["B200-SXM", "B200 180GB"],
        open: &[("B200", &["gb200-186gb"])],
    },
    Alias {
        id: "gb200-186gb",
        exact: &["GB200", "GB200 (per GPU)"],
        open: &[("B200/GB200-184GB (INFERRED from %)", &["b200-sxm-180gb"])],
    },
    Alias {
        id: "b300-sxm-270gb",
        exact: &["B300-SXM", "B300 SXM6 AC", "B300-SXM-288GB"],
        open: &[("B300", &["gb300-288gb"])],
    },
    exact("gb300-288gb", &["GB300", "GB300 (per GPU)"]),
    exact("a30", &["A30"]),
    exact("l20", &["L20"]),
    exact("t4", &["T4 15GB"]),
    Alias {
        id: "v100-sxm-16gb",
        exact: &["V100-SXM2-16GB"],
        open: &[
            ("V100-16GB", &["v100-pcie-16gb"]),
            ("V100", &["v100-sxm-32gb", "v100-pcie-16gb", "v100-pcie-32gb"]),
            ("V100-SXM2", &["v100-sxm-32gb"]),
        ],
    },
    Alias {
        id: "v100-sxm-32gb",
        exact: &["V100-SXM2-32GB"],
        open: &[("V100-32GB", &["v100-pcie-32gb"])],
    },
    Alias {
        id: "v100-pcie-16gb",
        exact: &[],
        open: &[("V100-PCIe", &["v100-pcie-32gb"])],
    },
    exact("p100-sxm-16gb", &["P100-SXM2-16GB"]),
    Alias {
        id: "p100-pcie-16gb",
        exact: &["P100-PCIE-16GB"],
        open: &[("P100", &["p100-sxm-16gb"]), ("P100-16GB", &["p100-sxm-16gb"])],
    },
    exact("rtx-8000", &["Quadro RTX 8000"]),
    exact("rtx-a4000", &["A4000"]),
    exact("rtx-a5000", &["A5000", "A5000-24GB"]),
    exact("rtx-a6000", &["A6000", "A6000 (section header)", "A6000-48GB"]),
    exact("rtx-6000-ada", &["RTX 6000 Ada Generation", "6000 Ada"]),
    exact("rtx-pro-6000", &[
        "RTX-PRO-6000-Blackwell",
        "RTX-PRO-6000-96GB",
        "RTX PRO 6000 Blackwell Workstation Edition",
        "RTX PRO 6000 Blackwell Server Edition",
        "RTX PRO 6000 Blackwell Max-Q Workstation Edition",
    ]),
    exact("rtx-3060-12gb", &["RTX 3060", "3060"]),
    exact("rtx-3080-10gb", &["RTX 3080", "3080"]),
    exact("rtx-3090", &["3090", "RTX3090-280W", "RTX3090-24GB (280W, no NVLink)"]),
    exact("rtx-3090-ti", &["3090 Ti"]),
    exact("rtx-4060-ti-16gb", &["RTX 4060 Ti", "4060 Ti 16GB"]),
    exact("rtx-4070-12gb", &["RTX 4070", "4070"]),
    exact("rtx-4070-ti-12gb", &["RTX 4070 Ti", "4070 Ti"]),
    exact("rtx-4070-ti-super-16gb", &["RTX 4070 Ti Super", "4070 Ti Super"]),
    exact("rtx-4080-16gb", &["RTX 4080", "4080"]),
    exact("rtx-4080-super-16gb", &["RTX 4080 Super", "4080 Super"]),
    exact("rtx-4090", &["4090"]),
    exact("rtx-4090-48gb", &["RTX 4090 48GB"]),
    exact("rtx-4090d", &["4090D"]),
    exact("rtx-5060-ti-16gb", &["RTX 5060 Ti", "5060 Ti 16GB"]),
    exact("rtx-5070-ti-16gb", &["RTX 5070 Ti", "5070 Ti"]),
    exact("rtx-5080-16gb", &["RTX 5080", "5080"]),
    exact("rtx-5090", &["5090"]),
    exact("titan-rtx", &["Titan RTX"]),
    exact("rtx-2080-ti", &["2080 Ti"]),
    exact("rtx-2080-ti-22gb", &["RTX 2080 Ti 22GB", "2080 Ti 22GB"]),
    exact("mi210", &["MI210"]),
    exact("mi250x-64gb", &["MI250X", "MI250X (2 GCD)", "MI250X (1 GCD)", "MI250X GCD"]),
    Alias {
        id: "ascend-910b2",
        exact: &["910B2"],
        open: &[
            ("Ascend 910B", &["ascend-910b1", "ascend-910b3", "ascend-910b4", "ascend-910b4-64gb"]),
            ("910B", &["ascend-910b1", "ascend-910b3", "ascend-910b4", "ascend-910b4-64gb"]),
        ],
    },
    exact("ascend-910b1", &["910B1"]),
    exact("ascend-910b3", &["910B3"]),
    exact("ascend-910b4", &["910B4"]),
];
