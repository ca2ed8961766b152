//! Takes the pictures of the documentation: `cargo xtask screenshots`.
use std::process::ExitCode;
use std::time::Duration;

use browser_tests::Page;
use xtask::exec::root;

/// One picture.
struct Shot {
    file: &'static str,
    /// Query and fragment: what the page shall show.
    address: &'static str,
    look: fn(&mut Page),
}

/// Three methods, then a larger model.
const COMPARED: &str = "m=qwen2.5-7b&n=8&rows=20000&2.method=full&3.method=qlora";

const SHOTS: [Shot; 34] = [
    Shot {
        file: "print",
        address: "#m=llama-3.1-70b&method=lora&n=8&s=8192",
        look: |page| {
            page.paper();
            page.viewport(760, 1070);
        },
    },
    Shot {
        file: "embed-light",
        address: "?embed=1&view=memory&theme=light&lock=m_g#m=llama-3.1-8b&method=qlora&g=rtx-4090&s=4096",
        look: |page| page.viewport(820, 1240),
    },
    Shot {
        file: "embed-dark",
        address: "?embed=1&view=chart-length&theme=dark&lock=m_g_method&controls=s_b#m=llama-3.1-8b&method=qlora&g=rtx-4090&s=4096",
        look: |page| page.viewport(820, 900),
    },
    Shot {
        file: "embed-zh-phone",
        address: "?embed=1&view=time&theme=light&lang=zh&lock=m_g#m=llama-3.1-8b&method=qlora&g=rtx-4090&s=4096",
        look: |page| {
            page.phone();
            page.viewport(320, 1100);
        },
    },
    Shot {
        file: "what-if-light",
        address: "?theme=light#m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=2&s=2048&b=2&ga=16",
        look: |page| page.viewport(1360, 700),
    },
    Shot {
        file: "what-if-zh-dark",
        address: "?lang=zh&theme=dark#m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=2&s=2048&b=2&ga=16",
        look: |page| page.viewport(1360, 1050),
    },
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
    Shot {
        file: "throughput-light",
        address: "?view=throughput&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
    Shot {
        file: "claims-light",
        address: "?view=claims&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
    Shot {
        file: "claims-dark",
        address: "?view=claims",
        look: |page| {
            page.viewport(1360, 1800);
            page.dark();
        },
    },
    Shot {
        file: "claims-phone",
        address: "?view=claims&theme=light",
        look: Page::phone,
    },
    Shot {
        file: "claims-zh",
        address: "?view=claims&lang=zh&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
    Shot {
        file: "method-light",
        address: "?view=method&theme=light",
        look: |page| page.viewport(1360, 1800),
    },
    Shot {
        file: "derivation-light",
        address: "?view=derivation&theme=light#m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048",
        look: |page| page.viewport(1360, 2400),
    },
    Shot {
        file: "derivation-dark",
        address: "?view=derivation#m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048",
        look: |page| {
            page.viewport(1360, 2400);
            page.dark();
        },
    },
    Shot {
        file: "derivation-zh-phone",
        address: "?view=derivation&lang=zh&theme=light#m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048",
        look: Page::phone,
    },
    Shot {
        file: "compare-light",
        address: "?view=compare&theme=light#COMPARED",
        look: |page| page.viewport(1360, 1700),
    },
    Shot {
        file: "compare-dark",
        address: "?view=compare#COMPARED&4.m=llama-3.1-70b",
        look: |page| {
            page.viewport(1360, 1700);
            page.dark();
        },
    },
    Shot {
        file: "compare-zh-phone",
        address: "?view=compare&lang=zh&theme=light#COMPARED",
        look: |page| {
            page.phone();
            page.viewport(360, 2200);
        },
    },
    Shot {
        file: "compare-empty",
        address: "?view=compare&theme=light#m=qwen2.5-7b&n=8&stack=deepspeed",
        look: |page| page.viewport(1360, 900),
    },
    Shot {
        file: "observed-light",
        address: "?theme=light#m=llama-2-7b&method=full&n=8&b=4&ga=1&rows=60000&epochs=3",
        look: |page| page.viewport(1360, 1500),
    },
    Shot {
        file: "observed-zh-dark",
        address: "?lang=zh#m=llama-2-7b&method=full&n=8&b=4&ga=1&rows=60000&epochs=3",
        look: |page| {
            page.viewport(1360, 1500);
            page.dark();
        },
    },
    Shot {
        file: "data-light",
        address: "?theme=light#m=llama-3.1-8b",
        look: |page| page.viewport(1360, 1900),
    },
    Shot {
        file: "data-zh-phone",
        address: "?lang=zh&theme=light#m=llama-3.1-8b",
        look: Page::phone,
    },
];

/// A run that took 72 hours.
fn observe(page: &mut Page) {
    page.js("document.querySelector('.clock').open = true");
    page.select("#clock-unit", "run");
    page.fill("#clock-speed", "72");
    page.wait_visible(".clocked li");
    page.js("document.getElementById('time').scrollIntoView({ behavior: 'instant' })");
}

/// One of the charts, in the middle of the window.
fn charted(page: &mut Page, tab: usize) {
    page.wait_visible(".card strong");
    page.read(&format!(".chart-tab:nth-child({tab})"), "e.click()");
    page.wait_visible("#what-if .plot:not([aria-busy=true]) svg");
    page.js("document.getElementById('what-if').scrollIntoView({ behavior: 'instant' })");
}

/// A data set of rows whose lengths spread, one of them broken.
fn measure(page: &mut Page) {
    let script = "
        let text = '';
        for (let row = 1; row < 2000; row++) {
            const spread = Math.exp(4 + 1.1 * Math.sin(row * 12.9898) + 0.9 * Math.sin(row * 78.233));
            text += JSON.stringify({ text: 'words '.repeat(Math.ceil(spread)) + '一些中文' }) + '\\n';
            if (row === 300) text += '{\"text\": oops}\\n';
        }
        const box = new DataTransfer();
        box.items.add(new File([text], 'customer-service.jsonl'));
        const fold = document.querySelector('.dataset');
        fold.open = true;
        fold.dispatchEvent(new DragEvent('drop', { dataTransfer: box, bubbles: true, cancelable: true }));";
    page.js(script);
    page.wait_visible(".measured table");
    page.js("document.querySelector('.dataset').scrollIntoView({ behavior: 'instant' })");
}

fn take() -> Result<(), String> {
    let mut page = Page::start("/")?;
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for shot in SHOTS {
        let named = |name: &String| shot.file.starts_with(name.as_str());
        if !wanted.is_empty() && !wanted.iter().any(named) {
            continue;
        }
        page.reset()?;
        (shot.look)(&mut page);
        page.open(&shot.address.replace("COMPARED", COMPARED));
        page.wait_for("the answer", |page| page.is_visible("h1"));
        if !shot.address.contains("view=") {
            page.wait_for("how far it goes", |page| page.count(".reach small") > 0);
        }
        if ["plan", "print"].contains(&shot.file) {
            page.wait_up_to(Duration::from_secs(60), "the plan", |page| {
                page.is_visible(".card strong")
            });
        }
        if shot.file.starts_with("observed") {
            observe(&mut page);
        }
        if shot.file.starts_with("what-if") {
            let tab = if shot.file.contains("zh") { 6 } else { 1 };
            charted(&mut page, tab);
        }
        if shot.file.starts_with("data") {
            measure(&mut page);
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
