//! Gemma 1 to 3; the text part of Gemma 3.

use super::entry::{Entry, dense};
use super::sources::{hub, keras, table, text_part};
use crate::model::Family::{Gemma, Gemma2, Gemma3};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Gemma, "gemma-2b", "Gemma-2B", [2048, 18, 8, 1, 256, 16384, 256_000], 2_506_172_416, table("google/gemma-2b"))
        .context(8192).also(&["gemma-1.1-2b", "codegemma-2b"]),
    dense(Gemma, "gemma-7b", "Gemma-7B", [3072, 28, 16, 16, 256, 24576, 256_000], 8_537_680_896, table("google/gemma-7b"))
        .context(8192).also(&["gemma-1.1-7b", "codegemma-7b"]),
    dense(Gemma2, "gemma-2-2b", "Gemma-2-2B", [2304, 26, 8, 4, 256, 9216, 256_000], 2_614_341_888, table("google/gemma-2-2b")).context(8192),
    dense(Gemma2, "gemma-2-9b", "Gemma-2-9B", [3584, 42, 16, 8, 256, 14336, 256_000], 9_241_705_984, table("google/gemma-2-9b")).context(8192),
    dense(Gemma2, "gemma-2-27b", "Gemma-2-27B", [4608, 46, 32, 16, 128, 36864, 256_000], 27_227_128_320,
        hub("google/gemma-2-27b", "kvfit, build_registry.py", "2026")).context(8192),
    dense(Gemma3, "gemma-3-270m", "Gemma-3-270M", [640, 18, 4, 1, 256, 2048, 262_144], 268_098_176, keras("google/gemma-3-270m", "gemma3_270m")).context(32768),
    dense(Gemma3, "gemma-3-1b", "Gemma-3-1B", [1152, 26, 4, 1, 256, 6912, 262_144], 999_885_952, table("google/gemma-3-1b-pt"))
        .context(32768).also(&["gemma-3-1b-pt"]),
    dense(Gemma3, "gemma-3-4b", "Gemma-3-4B (text)", [2560, 34, 8, 4, 256, 10240, 262_208], 3_880_263_168, text_part("google/gemma-3-4b-it", "4,300,079,472"))
        .context(131_072).also(&["gemma-3-4b-pt", "medgemma-4b"]),
    dense(Gemma3, "gemma-3-12b", "Gemma-3-12B (text)", [3840, 48, 16, 8, 256, 15360, 262_208], 11_766_034_176, text_part("google/gemma-3-12b-it", "12,187,325,040"))
        .context(131_072).also(&["gemma-3-12b-pt"]),
    dense(Gemma3, "gemma-3-27b", "Gemma-3-27B (text)", [5376, 62, 32, 16, 128, 21504, 262_208], 27_009_346_304, text_part("google/gemma-3-27b-it", "27,432,406,640"))
        .context(131_072).also(&["gemma-3-27b-pt", "medgemma-27b"]),
];
