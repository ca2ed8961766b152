//! Launch files: copied flags hold what the verdict rests on, a file of the world opens in one step, hostile text is only text.
use browser_tests::{Page, Test, tests};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    files_of_four_frameworks_hold_what_the_verdict_rests_on,
    a_pasted_file_is_read_and_applied_in_one_step,
    a_hostile_launch_file_is_only_text,
    a_launch_file_in_another_box_is_opened_where_it_is_read,
    axe_finds_nothing_serious_in_launch_files,
];

fn open(page: &mut Page, link: &str) {
    page.open(link);
    page.wait_visible("#launch");
    page.read("#launch", "e.open = true");
    page.wait_visible("#launch-file-0");
}

fn paste(page: &mut Page, text: &str) {
    page.js_with(
        "const box = document.getElementById('launch-text'); box.value = arguments[0]; box.dispatchEvent(new Event('input', { bubbles: true }));",
        &json!([text]),
    );
}

/// A1.6: a hobbyist's QLoRA run in the words of four frameworks.
fn files_of_four_frameworks_hold_what_the_verdict_rests_on(page: &mut Page) {
    open(
        page,
        "#v=1&stack=llamafactory&m=qwen2.5-14b&method=qlora&q=nf4-dq&g=rtx-4090&s=4096&opt=adamw-8bit-paged&loss=fused-linear&kern=liger&eb=2",
    );
    let wanted: &[(&str, &[&str])] = &[
        (
            "LLaMA-Factory",
            &[
                "quantization_bit: 4",
                "disable_gradient_checkpointing: false",
                "flash_attn:",
                "enable_liger_kernel: true",
                "optim: paged_adamw_8bit",
                "per_device_eval_batch_size: 2",
            ],
        ),
        (
            "TRL",
            &[
                "--load_in_4bit true",
                "--gradient_checkpointing true",
                "--attn_implementation",
                "--use_liger_kernel true",
                "--optim paged_adamw_8bit",
                "--per_device_eval_batch_size 2",
            ],
        ),
        (
            "Axolotl",
            &[
                "load_in_4bit: true",
                "gradient_checkpointing: true",
                "flash_attention: true",
                "liger_fused_linear_cross_entropy: true",
                "optimizer: paged_adamw_8bit",
                "eval_batch_size: 2",
            ],
        ),
        (
            "ms-swift",
            &[
                "--quant_bits 4",
                "--gradient_checkpointing true",
                "--attn_impl",
                "--use_liger_kernel true",
                "--optim paged_adamw_8bit",
                "--per_device_eval_batch_size 2",
            ],
        ),
    ];
    for (name, options) in wanted {
        page.js_with(
            "[...document.querySelectorAll('#launch .chip')].find(chip => chip.textContent === arguments[0]).click()",
            &json!([name]),
        );
        page.wait_for(name, |page| {
            page.text("#launch-file-0").contains(options[0])
        });
        let text = page.text("#launch-file-0");
        for option in *options {
            assert!(text.contains(option), "{name}: {option}\n{text}");
        }
    }
}

fn a_pasted_file_is_read_and_applied_in_one_step(page: &mut Page) {
    open(page, "#v=1&m=llama-3.1-8b&g=rtx-4090");
    let before = page.url();
    paste(
        page,
        "base_model: google/gemma-2-9b\nadapter: qlora\nload_in_4bit: true\nlora_r: 32\nlora_target_linear: true\nsequence_len: 2048\nmicro_batch_size: 1\ngradient_accumulation_steps: 4\nlearning_rate: 2e-4\nsequence_length: 9\n",
    );
    page.wait_visible("#launch-apply");
    let told = page.text("#launch-outcome");
    assert!(
        told.contains("Axolotl") && told.contains("sequence_length"),
        "{told}"
    );
    // What is above may still grow while a pointer travels to the foot of the page.
    page.js("document.getElementById('launch-apply').click()");
    page.wait_for("the settings of the file", |page| {
        page.url().contains("m=gemma-2-9b") && page.url().contains("r=32")
    });
    assert!(page.url().contains("g=rtx-4090"), "what is at hand stays");
    page.js("history.back()");
    page.wait_for("one step back", |page| page.url() == before);
    assert!(
        page.value("#launch-text").contains("gemma-2-9b"),
        "nothing pasted is lost"
    );
    paste(page, "a: 1\nb: &x 2\n");
    page.wait_for("the place of the mistake", |page| {
        page.text("#launch-outcome").contains("Line 2, column 4")
    });
}

fn a_hostile_launch_file_is_only_text(page: &mut Page) {
    open(page, "");
    for text in [
        "stage: sft\ncutoff_len: <img src=x onerror=alert(1)>\n__proto__: {x: 1}\n<script>alert(1)</script>: 1\n",
        "--lora_r '\"><svg onload=alert(1)>' --max_length javascript:alert(1) --dataset_name x",
        "stage: \u{202e}tfs",
        "TrainingArguments(bf16=True, x=<script>alert(1)</script>)",
    ] {
        paste(page, text);
        page.wait_for("an outcome", |page| {
            !page.text("#launch-outcome").is_empty()
        });
        for found in [
            "#launch img",
            "#launch script",
            "#launch svg",
            "#launch [onerror]",
            "#launch [href^='javascript:']",
        ] {
            assert_eq!(page.count(found), 0, "{found} of {text}");
        }
    }
}

fn a_launch_file_in_another_box_is_opened_where_it_is_read(page: &mut Page) {
    let file = "base_model: google/gemma-2-9b\nadapter: qlora\nlora_r: 32\nsequence_len: 2048\n";
    let put = |page: &mut Page, id: &str, text: &str| {
        page.js_with(
            "const box = document.getElementById(arguments[0]); box.closest('details').open = true; box.value = arguments[1]; box.dispatchEvent(new Event('input', { bubbles: true }));",
            &json!([id, text]),
        );
    };
    for (lang, id, outcome, says) in [
        (
            "en",
            "config-text",
            "#config-outcome",
            "not a model's config.json",
        ),
        ("zh", "rows-text", "#rows-outcome", "不是数据集"),
    ] {
        page.open(&format!("?lang={lang}#v=1&m=llama-3.1-8b&g=rtx-4090"));
        page.wait_visible("#launch");
        put(page, id, file);
        page.wait_for(says, |page| page.text(outcome).contains(says));
        assert_eq!(page.count(&format!("{outcome} .error")), 0, "{id}");
        page.read(&format!("{outcome} button"), "e.click()");
        page.wait_visible("#launch-apply");
        assert_eq!(page.value("#launch-text"), file);
        assert!(page.text("#launch-outcome").contains("Axolotl"));
        assert_eq!(page.value(&format!("#{id}")), "", "{id} is free again");
        page.wait_for("the heading of the fold", |page| {
            page.js("return document.activeElement.parentElement.id") == "launch"
        });
    }
    // What belongs there is no launch file.
    put(
        page,
        "rows-text",
        "{\"text\": \"--bf16 true --learning_rate 1e-4\"}\n",
    );
    page.wait_for("lengths", |page| page.count("#rows-outcome .peaks") == 1);
    assert_eq!(page.count("#rows-outcome .misplaced"), 0);
}

/// Written files of a run that needs several, what they cannot say, and a pasted one of which part was read.
fn axe_finds_nothing_serious_in_launch_files(page: &mut Page) {
    let file = "stage: sft\ncutoff_len: 4096\nfinetuning_type: lora\nlora_rank: 8\nno_such_option: 1\nneat_packing: maybe\n";
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            page.open(&format!(
                "?lang={lang}&theme={theme}#m=qwen2.5-7b&stack=deepspeed&method=full&shard=zero3&n=8"
            ));
            page.wait_visible("#launch");
            page.read("#launch", "e.open = true");
            page.wait_visible("#launch-file-1");
            paste(page, file);
            page.wait_for("what was read", |page| {
                page.text("#launch-outcome").contains("no_such_option")
            });
            page.js("document.querySelectorAll('#launch details').forEach(e => e.open = true)");
            page.assert_accessible();
            paste(page, "a: 1\nb: &x 2\n");
            page.wait_for("the mistake", |page| {
                !page.text("#launch-outcome").contains("no_such_option")
            });
            page.assert_accessible();
        }
    }
    page.phone();
    page.assert_fits();
}
