//! Seeded random inputs for tests: the same cases on every run, each reproducible by its number.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "every test file uses a part of it"
)]
use estimator::scenario::{Draft, Kind, PARAMS, Param, ParamInfo, Scenario, family_text};
use estimator::{hardware, model};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016.
pub struct Rng(u64);

impl Rng {
    /// The generator of case `number`.
    pub fn of_case(number: u64) -> Self {
        let mut rng = Self(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        // Neighbouring seeds need a few rounds to part.
        for _ in 0..8 {
            rng.next();
        }
        rng
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// 0 ≤ result < `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound.max(1)
    }

    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).unwrap()
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    pub fn text<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.index(items.len())]
    }

    /// Between both, small numbers as likely as large ones; often a bound itself.
    pub fn whole(&mut self, min: u64, max: u64) -> u64 {
        match self.below(10) {
            0 => min,
            1 => max,
            _ => {
                let bits = 64 - (max - min).leading_zeros();
                let width = self.below(u64::from(bits) + 1);
                min + self.below(1 << width.min(62)).min(max - min)
            }
        }
    }
}

/// Cases to run: `HEADROOM_CASES`, or what a quick test run affords; four times as many in a release build.
pub fn cases(quick: u64) -> u64 {
    let asked = std::env::var("HEADROOM_CASES")
        .ok()
        .and_then(|text| text.replace('_', "").parse().ok());
    asked.unwrap_or(if cfg!(debug_assertions) {
        quick
    } else {
        quick * 4
    })
}

/// Runs `case` for every number below `count`, on all cores. A failing case prints its number.
pub fn each(count: u64, case: impl Fn(u64, &mut Rng) + Sync) {
    struct Tell(u64);
    impl Drop for Tell {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("case number {}", self.0);
            }
        }
    }
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(64, Ordering::Relaxed);
                    if start >= count {
                        return;
                    }
                    for number in start..count.min(start + 64) {
                        let tell = Tell(number);
                        case(number, &mut Rng::of_case(number));
                        drop(tell);
                    }
                }
            });
        }
    });
}

static MODELS: LazyLock<Vec<String>> = LazyLock::new(|| {
    model::catalogue()
        .map(|entry| entry.spec.id.to_string())
        .chain(["custom".to_owned()])
        .collect()
});
static GPUS: LazyLock<Vec<String>> = LazyLock::new(|| {
    hardware::catalogue()
        .iter()
        .map(|gpu| gpu.id.to_string())
        .chain(["custom".to_owned()])
        .collect()
});

/// Keys of the model catalogue and `custom`.
pub fn models() -> &'static [String] {
    &MODELS
}

/// A value that the field accepts, sometimes in another form than the canonical one.
pub fn value(rng: &mut Rng, info: &ParamInfo) -> String {
    match info.kind {
        Kind::Model => rng.pick(&MODELS).clone(),
        Kind::Gpu => rng.pick(&GPUS).clone(),
        Kind::Family => family_text(*rng.pick(model::Family::ALL)),
        Kind::Choice(keys) => rng.text(keys).to_owned(),
        Kind::List(keys) => {
            let picked: Vec<&str> = keys.iter().copied().filter(|_| rng.one_in(2)).collect();
            if picked.is_empty() {
                keys[0].to_owned()
            } else {
                picked.join(rng.text(&["_", ",", " "]))
            }
        }
        Kind::Integer { min, max } => {
            let number = rng.whole(min, max);
            if rng.one_in(8) {
                format!(" {number}.0 ")
            } else {
                number.to_string()
            }
        }
        Kind::Real { min, max, .. } => {
            #[expect(clippy::cast_precision_loss, reason = "any number will do")]
            let share = rng.below(1 << 50) as f64 / (1_u64 << 50) as f64;
            let number = match rng.below(4) {
                0 => min,
                1 => max,
                2 => min + (max - min) * share * share * share * share,
                _ => min + (max - min) * share,
            };
            if rng.one_in(4) {
                format!("{number:e}")
            } else {
                number.to_string()
            }
        }
    }
}

/// A draft with a few or with most fields set, each to something valid.
pub fn draft(rng: &mut Rng) -> Draft {
    let sparse = rng.below(12) + 1;
    let mut draft = Draft::default();
    for info in PARAMS {
        if rng.one_in(sparse) {
            draft.set(info.param, value(rng, info));
        }
    }
    draft
}

/// A draft that checks: what does not go together with the rest is taken out again.
pub fn valid(rng: &mut Rng) -> (Draft, Scenario) {
    let mut draft = draft(rng);
    loop {
        match draft.check().scenario {
            Ok(scenario) => return (draft, scenario),
            Err(issues) => {
                let before = draft.clone();
                for issue in &issues {
                    draft.clear(issue.param);
                }
                if draft == before {
                    // The reason lies in a field that was left alone: drop one that was not.
                    let typed: Vec<Param> = draft.typed().map(|(param, _)| param).collect();
                    draft.clear(*rng.pick(&typed));
                }
            }
        }
    }
}

/// What people, scanners and attackers put where a value should be.
pub const HOSTILE: &[&str] = &[
    "nan",
    "NaN",
    "inf",
    "-inf",
    "1e999",
    "-1e999",
    "5e-324",
    "-0",
    "0",
    "-1",
    "+1",
    "1e3",
    "0x10",
    "1_000",
    "1,000",
    "18446744073709551616",
    "9999999999999999999999999999",
    "0.1",
    ".5",
    "5.",
    "%00",
    "8%00",
    "%",
    "%%",
    "%2",
    "%zz",
    "%FF",
    "%C0%80",
    "%F0%9F%98%80",
    "<script>alert(1)</script>",
    "%3Cscript%3E",
    "\"><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "${jndi:ldap://x}",
    "' OR 1=1 --",
    "\u{202e}gpj.exe",
    "\u{200f}8",
    "\u{2066}8\u{2069}",
    "\u{feff}8",
    "８１９２",
    "四",
    "ﬁ",
    "İ",
    "ẞ",
    "a\u{0301}",
    "null",
    "undefined",
    "true",
    "",
    " ",
    "\t",
    "=",
    "==",
    "q_q",
    "_",
    "__",
    "q__v",
    "4k",
    "4K",
    "4kk",
    "1.5k",
    "custom",
    "CUSTOM",
    "QLoRA",
    "Llama-3.1-8B",
    "meta-llama%2FLlama-3.1-8B",
    "yes",
    "no",
    "YES",
];
