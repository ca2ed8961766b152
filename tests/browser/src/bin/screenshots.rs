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

const SHOTS: [Shot; 4] = [
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
];

fn take() -> Result<(), String> {
    let mut page = Page::start("/")?;
    for shot in SHOTS {
        page.reset()?;
        (shot.look)(&mut page);
        page.open(shot.address);
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
