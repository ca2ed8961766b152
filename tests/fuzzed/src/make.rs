//! Texts by number: cheap to make, since a target has to see millions; short, since what is wrong is wrong in a short text too.
use crate::Pool;
use crate::support::{HOSTILE, Rng};

/// Characters of links and of numbers, more of those that matter.
const OF_LINKS: &[u8] = b"&&==%#?._-+ 0123456789abcdefghijklmnopqrstuvwxyz";
/// Characters that texts break at.
const ODD: &[char] = &[
    '\0', '\t', '\n', '\r', '\u{1b}', '"', '\'', '\\', '&', '<', '{', '}', '[', ']', '(', ')', ':',
    ',', '#', '%', '=', '-', '~', '@', '|', '*', '!', '$', '`', '0', '9', '.', 'e', 'é', '四',
    '\u{202e}', '\u{feff}', '\u{200b}', '🦙', '８',
];

/// Random characters.
pub(crate) fn noise(rng: &mut Rng, most: u64, out: &mut String) {
    for _ in 0..rng.below(most) {
        if rng.one_in(8) {
            out.push(*rng.pick(ODD));
        } else {
            out.push(char::from(*rng.pick(OF_LINKS)));
        }
    }
}

/// A place in a text at which a character begins.
fn place(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.index(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Changes a text a little, up to three times.
pub(crate) fn mutate(rng: &mut Rng, pool: &Pool, out: &mut String) {
    for _ in 0..=rng.below(3) {
        let (a, b) = (place(rng, out), place(rng, out));
        let (from, to) = (a.min(b), a.max(b));
        match rng.below(8) {
            0 => out.truncate(to),
            1 => drop(out.drain(..from)),
            2 if to - from < 40 => drop(out.drain(from..to)),
            3 if to - from < 40 => {
                let again = out[from..to].to_owned();
                out.insert_str(to, &again);
            }
            4 => out.insert(from, *rng.pick(ODD)),
            5 => out.insert_str(from, rng.text(HOSTILE)),
            _ => out.insert_str(from, rng.pick::<String>(&pool.words)),
        }
    }
}

/// A part of a stored text of about so many bytes; all of it once in a while.
pub(crate) fn part(rng: &mut Rng, pool: &Pool, bytes: usize, out: &mut String) {
    let text = pool.text(rng);
    if text.len() <= bytes || (text.len() < 4_000 && rng.one_in(32)) {
        out.push_str(text);
        return;
    }
    let from = place(rng, text);
    let mut to = text.len().min(from + bytes);
    while !text.is_char_boundary(to) {
        to += 1;
    }
    out.push_str(&text[from..to]);
}

/// A few pairs of a link.
fn pairs(rng: &mut Rng, pool: &Pool, most: u64, out: &mut String) {
    for _ in 0..=rng.below(most) {
        out.push_str(rng.pick::<String>(&pool.pairs));
    }
}

/// An address.
pub(crate) fn fragment(rng: &mut Rng, pool: &Pool, out: &mut String) {
    match rng.below(8) {
        0 | 1 => noise(rng, 24, out),
        2 => {
            part(rng, pool, 48, out);
            mutate(rng, pool, out);
        }
        3 => {
            pairs(rng, pool, 2, out);
            mutate(rng, pool, out);
        }
        4 => {
            pairs(rng, pool, 2, out);
            out.push('#');
            pairs(rng, pool, 2, out);
        }
        5 if rng.one_in(64) => pairs(rng, pool, 140, out),
        _ => pairs(rng, pool, 3, out),
    }
}

/// The address of a frame, or a message to one.
pub(crate) fn embed(rng: &mut Rng, pool: &Pool, out: &mut String) {
    const CHOICES: &[&str] = &[
        "embed=1",
        "embed=0",
        "view=memory",
        "view=chart-heat",
        "view=claims",
        "view=throughput",
        "view=",
        "theme=dark",
        "theme=light",
        "theme=x",
        "lang=zh",
        "lang=en",
        "lang=zh-Hant-TW",
        "lock=m_g",
        "controls=s_b_zz",
        "host=https://a.example",
        "row=a.b-c_d",
    ];
    match rng.below(6) {
        0 => noise(rng, 32, out),
        1 => out.push_str(rng.text(&["dark", "light", "auto", "zh", "en-GB", "ZH_cn", "ping"])),
        _ => {
            for _ in 0..rng.below(5) {
                out.push_str(rng.text(CHOICES));
                out.push('&');
            }
            if rng.one_in(2) {
                out.push('#');
                pairs(rng, pool, 3, out);
            }
        }
    }
    if rng.one_in(3) {
        mutate(rng, pool, out);
    }
}

/// A model's `config.json`: some fields of a published one, their values changed now and then.
pub(crate) fn config(rng: &mut Rng, pool: &Pool, out: &mut String) {
    if rng.one_in(16) {
        return part(rng, pool, 200, out);
    }
    let text = pool.text(rng);
    // Of a long file most lines say nothing of the shape.
    let matters = |line: &&str| {
        let name = line.trim_start();
        [
            "\"hidden",
            "\"num_",
            "\"model_t",
            "\"vocab",
            "\"inter",
            "\"n_",
            "\"head",
            "\"moe",
            "\"tie",
            "\"d_",
            "\"ffn",
            "\"multi_",
            "\"kv_",
            "\"q_l",
            "\"qk_",
            "\"v_h",
            "\"text_c",
            "}",
            "\"first_k",
            "\"arch",
        ]
        .iter()
        .any(|sign| name.starts_with(sign))
    };
    let changed = rng.below(4);
    out.push('{');
    for line in text.lines().skip(1).filter(matters) {
        match rng.below(24) {
            0 => {}
            1 if changed > 0 => {
                let name = line.split(':').next().unwrap_or_default();
                out.push_str(name);
                out.push(':');
                out.push_str(rng.text(&[
                    "0",
                    "1",
                    "-1",
                    "3",
                    "64",
                    "4096",
                    "1e999",
                    "18446744073709551616",
                    "null",
                    "true",
                    "[]",
                    "\"x\"",
                    "1.5",
                    "1048576",
                ]));
                out.push(',');
            }
            _ => out.push_str(line),
        }
    }
    // What was left out has taken the last comma's reason with it.
    while out.ends_with([',', ' ', '}']) {
        out.pop();
    }
    let open = out.matches('{').count() - out.matches('}').count().min(out.matches('{').count());
    out.extend(std::iter::repeat_n('}', open));
    if rng.one_in(4) {
        mutate(rng, pool, out);
    }
}

/// An out-of-memory message.
pub(crate) fn oom(rng: &mut Rng, pool: &Pool, out: &mut String) {
    const PARTS: &[&str] = &[
        "torch.OutOfMemoryError: ",
        "CUDA out of memory. ",
        "HIP out of memory. ",
        "(GPU 0; ",
        " total capacity; ",
        " already allocated; ",
        " free; ",
        " reserved in total by PyTorch)",
        "GPU 3 has a total capacity of ",
        " of which ",
        " is free. ",
        "Process 77 has ",
        "this process has ",
        " memory in use. ",
        "Of the allocated memory ",
        " is allocated by PyTorch, and ",
        " is reserved by PyTorch but unallocated.",
        " cached)",
        "  File \"/x/modeling_llama.py\", line 9, in forward\n",
        "    loss.backward()\n",
        "    self.optimizer.step()\n",
        "\n",
    ];
    let size = |rng: &mut Rng, out: &mut String| {
        if rng.one_in(16) {
            return out.push_str(rng.text(HOSTILE));
        }
        let number = rng.below(1 << 17);
        out.push_str(&(number / 100).to_string());
        out.push('.');
        out.push_str(&(number % 100 + 100).to_string()[1..]);
        out.push_str(rng.text(&[" GiB", " MiB", " KiB", "MiB", " bytes", " gb"]));
    };
    if rng.one_in(8) {
        part(rng, pool, 400, out);
    } else {
        for _ in 0..rng.below(4) {
            out.push_str(rng.text(PARTS));
        }
        out.push_str("Tried to allocate ");
        size(rng, out);
        out.push_str(". ");
        for _ in 0..rng.below(10) {
            out.push_str(rng.text(PARTS));
            size(rng, out);
        }
    }
    if rng.one_in(4) {
        mutate(rng, pool, out);
    }
}

/// A document of our own.
pub(crate) fn json(rng: &mut Rng, pool: &Pool, out: &mut String) {
    if rng.one_in(8) {
        part(rng, pool, 200, out);
        return mutate(rng, pool, out);
    }
    out.push_str("{\"format\": \"headroom.");
    out.push_str(rng.text(&["estimate", "comparison", "plan", "jobs", "settings", ""]));
    out.push_str("\", \"schema\": ");
    out.push_str(rng.text(&["1", "1", "1", "1", "2", "0", "null"]));
    if rng.one_in(2) {
        out.push_str(", \"cat\": \"2026-12\"");
    }
    if rng.one_in(4) {
        out.push_str(", \"link\": \"https://a.example/#v=1");
        pairs(rng, pool, 3, out);
        out.push('"');
    } else {
        out.push_str(", \"settings\": {");
        for at in 0..rng.below(6) {
            if at > 0 {
                out.push_str(", ");
            }
            let pair = rng.pick::<String>(&pool.pairs);
            let (key, value) = pair[1..].split_once('=').unwrap_or((pair, ""));
            out.push('"');
            out.push_str(key);
            let plain = rng.one_in(2) && value.starts_with(|c: char| c.is_ascii_digit());
            out.push_str(if plain { "\": " } else { "\": \"" });
            out.push_str(value);
            out.push_str(if plain { "" } else { "\"" });
        }
        out.push('}');
    }
    out.push('}');
    if rng.one_in(4) {
        mutate(rng, pool, out);
    }
}

/// What a profile run printed.
pub(crate) fn line(rng: &mut Rng, pool: &Pool, out: &mut String) {
    const RELEASES: &[&str] = &[
        "torch=2.9.1",
        "transformers=4.57.1",
        "peft=0.18.0",
        "bnb=0.48.0",
        "trl=0.25",
        "torch=x",
        "gpu=\"NVIDIA A100-SXM4-80GB\"",
        "gpu=\"NVIDIA GeForce RTX 4090\"",
        "gpu=\"",
        "v=2",
        "acc=4",
        "lost",
    ];
    match rng.below(8) {
        0 => part(rng, pool, 200, out),
        1 => {
            out.push_str("| 30%   45C    P0    80W / 300W | ");
            out.push_str(&rng.below(90_000).to_string());
            out.push_str("MiB / 81920MiB |\n");
        }
        _ => {}
    }
    out.push_str(rng.text(&["", "", "12:30 INFO ", "\u{1b}[32m", "  0%|    | 0/10\r"]));
    out.push_str("headroom v=1");
    for _ in 0..rng.below(8) {
        out.push(' ');
        match rng.below(4) {
            0 => out.push_str(rng.text(RELEASES)),
            1 => {
                out.push_str(rng.text(&["alloc=", "res=", "drv=", "tps="]));
                out.push_str(&rng.below(90).to_string());
                out.push_str(rng.text(&["", ".5", ".418", "e3", ","]));
            }
            _ => out.push_str(&rng.pick::<String>(&pool.pairs)[1..]),
        }
    }
    if rng.one_in(3) {
        mutate(rng, pool, out);
    }
}
