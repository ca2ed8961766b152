//! Takes the pictures of the documentation: `cargo xtask screenshots`.
use std::process::ExitCode;

use browser_tests::Page;
use xtask::exec::root;

/// One picture.
struct Shot {
    file: &'static str,
    /// Query and fragment: what the page shall show.
    address: &'static str,
    look: fn(&mut Page),
}

const SHOTS: [Shot; 11] = [
    Shot {
        file: "plan",
        address: "?theme=light#m=qwen2.5-7b&method=full&stack=deepspeed&n=8&s=32768&b=2&rows=20000&len=9000&within=48",
        look: |page| {
            page.viewport(1360, 2960);
        },
    },
    Shot {
        file: "light",
        address: "?theme=light#m=llama-3.1-70b&n=8&s=8192",
        look: |page| page.viewport(1360, 1500),
    },
    Shot {
        file: "dark",
        address: "#m=qwen2.5-7b&method=full&stack=deepspeed&n=8&s=32768",
        look: |page| {
            page.viewport(1360, 1500);
            page.dark();
        },
    },
    Shot {
        file: "phone",
        address: "?theme=light#m=qwen2.5-7b&method=qlora&g=rtx-4090&stack=unsloth&s=8192",
        look: Page::phone,
    },
    Shot {
        file: "zh",
        address: "?lang=zh&theme=light#m=llama-3.1-70b&n=8&s=8192",
        look: |page| page.viewport(1360, 1500),
    },
    Shot {
        file: "calibrated",
        address: "?theme=light#v=1&cat=2026-12&m=qwen2.5-7b&s=4096&ram=64&disk=500&run1.s=2048&run1.alloc=18.9&run1.res=21.5&run1.drv=22.1",
        look: |page| page.viewport(1360, 2600),
    },
    Shot {
        file: "calibrated-zh-phone",
        address: "?theme=light&lang=zh#v=1&cat=2026-12&m=qwen2.5-7b&s=4096&ram=64&disk=500&run1.s=2048&run1.alloc=18.9&run1.res=21.5&run1.drv=22.1",
        look: |page| {
            page.phone();
            page.viewport(360, 3600);
        },
    },
    Shot {
        file: "accuracy-light",
        address: "?view=accuracy&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
    Shot {
        file: "accuracy-dark",
        address: "?view=accuracy",
        look: |page| {
            page.viewport(1360, 1800);
            page.dark();
        },
    },
    Shot {
        file: "accuracy-phone",
        address: "?view=accuracy&theme=light",
        look: Page::phone,
    },
    Shot {
        file: "accuracy-zh",
        address: "?view=accuracy&lang=zh&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
];

fn take() -> Result<(), String> {
    let mut page = Page::start("/")?;
    for shot in SHOTS {
        page.reset()?;
        (shot.look)(&mut page);
        page.open(shot.address);
        page.wait_for("the answer", |page| page.is_visible("h1"));
        if !shot.address.contains("view=") {
            page.wait_for("how far it goes", |page| page.count(".reach small") > 0);
        }
        if shot.file == "plan" {
            page.wait_visible(".card strong");
        }
        let file = format!("docs/screenshots/{}.png", shot.file);
        page.screenshot(&root().join(&file));
        println!("{file}");
    }
    Ok(())
}

fn main() -> ExitCode {
    match take() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
