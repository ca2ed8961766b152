//! Launch files: what is written is read back, what is read is right, and nothing that is read can do harm.
mod support;

use estimator::launch::{self, Form, Ignored, Syntax, Trouble, Written, formats, governed, write};
use estimator::memory::MemoryReport;
use estimator::model::catalogue;
use estimator::scenario::{Checked, Draft, Kind, Param, text};
use support::{HOSTILE, Rng, cases, each};

fn format(key: &str) -> &'static launch::Format {
    launch::find(key).unwrap()
}

fn draft(settings: &str) -> Draft {
    settings
        .split(' ')
        .filter(|word| !word.is_empty())
        .fold(Draft::default(), |draft, word| {
            let (key, value) = word.split_once('=').unwrap();
            draft.with(Param::from_key(key).unwrap(), value)
        })
}

fn written(settings: &str, key: &str) -> Written {
    write(&draft(settings).check(), format(key))
}

fn value(checked: &Checked, param: Param) -> Option<String> {
    let field = checked.field(param).filter(|field| field.applies)?;
    field
        .value
        .as_ref()
        .map(text)
        .filter(|text| !text.is_empty())
}

/// Settings of the read draft, for those keys.
fn read(text: &str, keys: &str, base: &str) -> String {
    let reading = launch::read(text, &draft(base)).unwrap();
    let checked = reading.draft.check();
    let shown = keys.split(' ').map(|key| {
        let param = Param::from_key(key).unwrap();
        format!("{key}={}", value(&checked, param).unwrap_or_default())
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// A random scenario as people run it under a stack: some of what launch files say is chosen, the rest is the stack's.
fn scenario_of(rng: &mut Rng, stack: &str) -> Option<Draft> {
    let mut draft = Draft::default().with(Param::Stack, stack);
    for param in Param::ALL.iter().copied().filter(|param| governed(*param)) {
        let rare = if matches!(param.info().kind, Kind::Family) {
            0
        } else {
            4
        };
        let skip = matches!(param, Param::Stack | Param::Model)
            || (Param::Hidden..=Param::PublishedParams).contains(&param);
        if !skip && rare > 0 && rng.one_in(rare) {
            draft.set(param, small(rng, param));
        }
    }
    let models = [
        "llama-3.1-8b",
        "qwen2.5-7b",
        "mistral-7b-v0.1",
        "qwen3-30b-a3b",
        "gemma-2-9b",
        "phi-4",
    ];
    draft.set(Param::Model, rng.text(&models));
    draft.set(Param::Gpu, "h100-sxm-80gb");
    draft.check().scenario.is_ok().then_some(draft)
}

fn small(rng: &mut Rng, param: Param) -> String {
    let whole = match param {
        Param::Sequence => ["512", "2048", "8192", "32768"].as_slice(),
        Param::GpusPerNode => &["1", "4", "8"],
        Param::Rank => &["8", "16", "64"],
        Param::TensorParallel
        | Param::PipelineParallel
        | Param::ContextParallel
        | Param::ExpertParallel
        | Param::Nodes => &["1", "2"],
        _ => return support::value(rng, param.info()),
    };
    rng.text(whole).to_owned()
}

/// What an option says is read back as it was: the identity on what a format can say. The rest is listed, with what stands there instead.
#[test]
fn what_is_written_is_read_back() {
    each(cases(200), |number, rng| {
        for format in formats().iter().filter(|format| format.offered) {
            let stack = rng.text(&format.stacks).to_owned();
            let Some(draft) = (0..40).find_map(|_| scenario_of(rng, &stack)) else {
                continue;
            };
            let checked = draft.check();
            let written = write(&checked, format);
            let again = written.again.check();
            for param in written.said.iter().copied() {
                // A list of modules names what the model's code has, which can be less than what was typed.
                // What depends on a setting that is not said may mean nothing there.
                let found = value(&again, param);
                let same = found.is_none() || found == value(&checked, param);
                let shape = (Param::Hidden..=Param::PublishedParams).contains(&param);
                assert!(
                    same || shape || param == Param::Targets,
                    "{number} {} {stack} {param:?}: {:?} became {:?}\n{draft:?}\n{}",
                    format.key,
                    value(&checked, param),
                    value(&again, param),
                    written.files[0].text
                );
            }
            for unsaid in &written.unsaid {
                assert_eq!(value(&checked, unsaid.param).as_ref(), Some(&unsaid.wanted));
                assert_eq!(
                    value(&again, unsaid.param).unwrap_or_default(),
                    unsaid.instead
                );
                let said = written.said.contains(&unsaid.param);
                assert!(!said || unsaid.instead.is_empty() || unsaid.param == Param::Targets);
            }
        }
    });
}

/// Each main file is known by itself for what it is, and read alone says the same as beside its companions.
#[test]
fn files_are_recognised() {
    each(cases(150), |_, rng| {
        for format in formats()
            .iter()
            .filter(|format| format.offered && format.key != "ds")
        {
            let stack = format.stacks[0];
            let Some(draft) = (0..40).find_map(|_| scenario_of(rng, stack)) else {
                continue;
            };
            let written = write(&draft.check(), format);
            let reading = launch::read(&written.files[0].text, &Draft::default()).unwrap();
            assert_eq!(reading.format.key, format.key, "{}", written.files[0].text);
            for (option, why) in &reading.ignored {
                assert!(
                    matches!(
                        why,
                        Ignored::OtherFile | Ignored::Harmless | Ignored::UnknownModel
                    ),
                    "{}: {option:?} {why:?}",
                    format.key
                );
            }
        }
    });
}

/// W1: a hobbyist copies flags that have everything the verdict relied on.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of options")]
fn copied_files_hold_what_the_verdict_relied_on() {
    let scenario = "m=qwen2.5-14b method=qlora q=nf4-dq g=rtx-4090 s=4096 b=2 ga=4 r=32 opt=adamw-8bit-paged ckpt=full attn=flash loss=fused-linear kern=liger eb=2 ev=yes";
    let expected: &[(&str, &[&str])] = &[
        (
            "llamafactory",
            &[
                "quantization_bit: 4",
                "double_quantization: true",
                "lora_rank: 32",
                "cutoff_len: 4096",
                "per_device_train_batch_size: 2",
                "gradient_accumulation_steps: 4",
                "disable_gradient_checkpointing: false",
                "flash_attn: sdpa",
                "enable_liger_kernel: true",
                "optim: paged_adamw_8bit",
                "per_device_eval_batch_size: 2",
                "bf16: true",
            ],
        ),
        (
            "axolotl",
            &[
                "adapter: qlora",
                "load_in_4bit: true",
                "lora_r: 32",
                "sequence_len: 4096",
                "micro_batch_size: 2",
                "gradient_accumulation_steps: 4",
                "gradient_checkpointing: true",
                "flash_attention: true",
                "liger_fused_linear_cross_entropy: true",
                "liger_rms_norm: true",
                "optimizer: paged_adamw_8bit",
                "eval_batch_size: 2",
                "bf16: true",
            ],
        ),
        (
            "trl",
            &[
                "--load_in_4bit true",
                "--use_bnb_nested_quant true",
                "--lora_r 32",
                "--max_length 4096",
                "--per_device_train_batch_size 2",
                "--gradient_accumulation_steps 4",
                "--gradient_checkpointing true",
                "--attn_implementation sdpa",
                "--use_liger_kernel true",
                "--optim paged_adamw_8bit",
                "--per_device_eval_batch_size 2",
                "--bf16 true",
            ],
        ),
        (
            "swift",
            &[
                "--quant_bits 4",
                "--lora_rank 32",
                "--max_length 4096",
                "--per_device_train_batch_size 2",
                "--gradient_accumulation_steps 4",
                "--gradient_checkpointing true",
                "--attn_impl sdpa",
                "--use_liger_kernel true",
                "--optim paged_adamw_8bit",
                "--per_device_eval_batch_size 2",
                "--bf16 true",
            ],
        ),
    ];
    for (key, options) in expected {
        let written = written(&format!("stack={key} {scenario}"), key);
        for option in *options {
            let text = &written.files[0].text;
            assert!(text.contains(option), "{key}: {option}\n{text}");
        }
        let relied = [
            Param::Model,
            Param::Method,
            Param::Quant,
            Param::Rank,
            Param::Targets,
            Param::Sequence,
            Param::MicroBatch,
            Param::Accumulation,
            Param::Checkpointing,
            Param::Attention,
            Param::Loss,
            Param::Kernels,
            Param::Optimizer,
            Param::Precision,
            Param::EvalBatch,
            Param::Evaluation,
        ];
        for param in relied {
            assert!(
                written.unsaid.iter().all(|unsaid| unsaid.param != param),
                "{key} {param:?}"
            );
        }
    }
}

/// What no option says is listed, not dropped.
/// Whoever opens the file later must not take it for one that runs.
#[test]
fn files_of_what_does_not_fit_say_so() {
    for format in formats().iter().filter(|format| format.offered) {
        let shard = if format.key == "ds" {
            "shard=zero2 n=8"
        } else {
            ""
        };
        for (gpu, state) in [("rtx-4090", Some("does not fit")), ("b200", None)] {
            let settings = format!("m=llama-3.1-70b method=lora g={gpu} {shard}");
            let draft = draft(&settings);
            let checked = draft.check();
            let report = MemoryReport::of(checked.scenario.as_ref().expect("a scenario"));
            let plain = write(&checked, format);
            let mut headed = plain.clone();
            headed.head(&report);
            let usable = format!("{:.1} GiB are available", report.verdict.usable.as_gib());
            for (file, before) in headed.files.iter().zip(&plain.files) {
                let says = file.text.lines().next().expect("a line");
                let holds = state.is_some() && !before.text.starts_with('{');
                assert_eq!(says.starts_with("# Headroom: "), holds, "{says}");
                assert!(
                    !holds || says.contains(state.unwrap_or_default()) && says.contains(&usable),
                    "{says}"
                );
                // It is a comment to whoever reads the file.
                let reading = |text: &str| launch::read(text, &draft).ok().map(|read| read.draft);
                assert_eq!(reading(&file.text), reading(&before.text), "{}", format.key);
            }
            // DeepSpeed's alone is nothing but JSON.
            let some = headed.files.iter().any(|file| file.text.starts_with('#'));
            assert_eq!(
                some,
                state.is_some() && format.key != "ds",
                "{}",
                format.key
            );
        }
    }
}

#[test]
fn llama_factory_is_told_the_template_of_the_family() {
    for (model, template) in [
        ("llama-3.1-8b", "llama3"),
        ("llama-2-7b", "llama2"),
        ("qwen2.5-7b", "qwen"),
        ("qwen3-8b", "qwen3"),
        ("mistral-7b-v0.3", "mistral"),
        ("gemma-3-27b", "gemma3"),
        ("gemma-2-9b", "gemma"),
        ("phi-4", "phi4"),
        ("yi-34b", "yi"),
        ("pythia-1b", "default"),
        ("custom", "default"),
        // LLaMA 1, whose name begins as those of Llama 3 do.
        ("llama-30b", "default"),
        ("phi-4-mini", "default"),
    ] {
        let written = written(&format!("stack=llamafactory m={model}"), "llamafactory");
        let line = format!("\ntemplate: {template}  #");
        assert!(
            written.files[0].text.contains(&line),
            "{model}\n{}",
            written.files[0].text
        );
    }
}

/// It stops at a template that it does not have. Of those that its `data/template.py` registers, the ones that models of the catalogue
/// train with.
#[test]
fn llama_factory_has_every_template_that_it_is_told() {
    let registered = "baichuan2 chatglm3 cohere cpm deepseek deepseek3 deepseekcoder deepseekr1 default falcon gemma gemma3 glm4 \
                      granite3 intern2 llama2 llama3 llama4 ministral mistral mistral_small phi phi4 qwen qwen3 qwen3_nothink solar yi";
    let registered: Vec<&str> = registered.split_whitespace().collect();
    for model in catalogue().map(|entry| &entry.spec) {
        let written = written(
            &format!("stack=llamafactory m={}", model.id),
            "llamafactory",
        );
        let mut lines = written.files[0].text.lines();
        let line = lines.find_map(|line| line.strip_prefix("template: "));
        let name = line.and_then(|line| line.split_whitespace().next());
        let name = name.expect("a template");
        assert!(registered.contains(&name), "{}: {name}", model.id);
    }
}

#[test]
fn what_a_format_lacks_is_listed() {
    let lacks = |settings: &str, key: &str| {
        let unsaid = written(settings, key).unsaid.into_iter();
        unsaid
            .map(|unsaid| {
                format!(
                    "{}={}/{}",
                    unsaid.param.key(),
                    unsaid.wanted,
                    unsaid.instead
                )
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(lacks("stack=llamafactory method=lora", "llamafactory"), "");
    assert_eq!(
        lacks("stack=llamafactory method=lora loss=cut", "llamafactory"),
        "loss=cut/eager"
    );
    assert_eq!(
        lacks("stack=trl method=full n=8 ckpt=selective", "trl"),
        "ckpt=selective/full"
    );
    assert_eq!(
        lacks(
            "stack=axolotl method=full n=8 shard=zero3 off=both pin=no",
            "axolotl"
        ),
        ""
    );
    assert_eq!(
        lacks("stack=megatron m=llama-3.1-8b method=lora", "megatron")
            .split(' ')
            .next(),
        Some("method=lora/full")
    );
    let ds = lacks(
        "stack=deepspeed m=qwen2.5-7b method=full n=8 shard=zero3 s=4096",
        "ds",
    );
    assert!(
        ds.contains("m=qwen2.5-7b/") && ds.contains("s=4096/") && !ds.contains("shard="),
        "{ds}"
    );
}

#[test]
fn files_of_the_world_are_read() {
    let yaml = "# a comment\nmodel_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct\nquantization_bit: 4\nfinetuning_type: lora\nlora_target: q_proj,v_proj\nstage: sft\n\ndataset: identity\ncutoff_len: 1024\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nlearning_rate: 1.0e-4\nbf16: true\n";
    assert_eq!(
        read(yaml, "stack m method q t s b ga eb prec", ""),
        "stack=llamafactory m=llama-3-8b method=qlora q=nf4-dq t=q_v s=1024 b=1 ga=8 eb=8 prec=bf16"
    );
    let command = "CUDA_VISIBLE_DEVICES=0,1,2,3 torchrun --nproc_per_node=4 train.py \\\n  --model_name_or_path Qwen/Qwen2-7B \\\n  --bf16 True --per_device_train_batch_size 2 \\\n  --deepspeed configs/zero3_offload.json --gradient_checkpointing --model_max_length=4096\n";
    assert_eq!(
        read(command, "stack m n shard off b ga ckpt s", ""),
        "stack=trl m=qwen2.5-7b n=4 shard=zero3 off=both b=2 ga=1 ckpt=full s=4096"
    );
    let python = "model = AutoModelForCausalLM.from_pretrained(\"mistralai/Mistral-7B-v0.1\", quantization_config=bnb, attn_implementation=\"eager\")\nbnb = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type='nf4', bnb_4bit_use_double_quant=True, bnb_4bit_compute_dtype=torch.bfloat16)\npeft = LoraConfig(r=64, lora_alpha=16, target_modules=[\"q_proj\", 'k_proj'], lora_dropout=0.1)\nargs = TrainingArguments(output_dir=\"x\", per_device_train_batch_size=4, optim='paged_adamw_32bit', bf16=True, gradient_checkpointing=True,)\n";
    assert_eq!(
        read(python, "method q r t drop opt b ckpt attn", "stack=hf"),
        "method=qlora q=nf4-dq r=64 t=q_k drop=0.1 opt=adamw-paged b=4 ckpt=full attn=eager"
    );
    let log = "Training/evaluation parameters TrainingArguments(\n_n_gpu=1,\nbf16=True,\neval_strategy=IntervalStrategy.NO,\noptim=OptimizerNames.ADAMW_BNB,\nper_device_eval_batch_size=4,\nper_device_train_batch_size=16,\ngradient_checkpointing_kwargs={'use_reentrant': False},\ngradient_checkpointing=True,\nsave_strategy=<SaveStrategy.STEPS: 'steps'>,\n)\n";
    assert_eq!(
        read(log, "b eb ev ckpt", "stack=hf"),
        "b=16 eb=4 ev=no ckpt=full"
    );
    let megatron = "#!/bin/bash\nTP=4\nPP=2\nGPT_MODEL_ARGS=(\n    --num-layers 32\n    --hidden-size 4096 # width\n    --num-attention-heads 32\n    --group-query-attention --num-query-groups 8\n    --ffn-hidden-size 14336\n    --seq-length 4096\n)\nMODEL_PARALLEL_ARGS=(\n --tensor-model-parallel-size ${TP}\n --pipeline-model-parallel-size $PP )\ntorchrun --nproc_per_node 8 pretrain_gpt.py ${GPT_MODEL_ARGS[@]} ${MODEL_PARALLEL_ARGS[@]} --micro-batch-size 1 --global-batch-size 128 --bf16 --use-distributed-optimizer\n";
    assert_eq!(
        read(megatron, "stack n tp pp ga shard method s", ""),
        "stack=megatron n=8 tp=4 pp=2 ga=128 shard=zero1 method=full s=4096"
    );
}

/// What stands in the draft and is not of the text's business stays.
#[test]
fn what_the_text_does_not_say_stays() {
    let base = draft("g=rtx-4090 rows=777 price=1.5 m=qwen2.5-7b r=4 within=12");
    let reading = launch::read(
        "zero_optimization: {stage: 3}\ntrain_micro_batch_size_per_gpu: 2\n",
        &base,
    )
    .unwrap();
    assert_eq!(reading.format.key, "ds");
    for (param, kept) in [
        (Param::Gpu, "rtx-4090"),
        (Param::Samples, "777"),
        (Param::GpuPrice, "1.5"),
        (Param::Model, "qwen2.5-7b"),
        (Param::Rank, "4"),
        (Param::Deadline, "12"),
        (Param::Sharding, "zero3"),
        (Param::MicroBatch, "2"),
    ] {
        assert_eq!(reading.draft.get(param), Some(kept), "{param:?}");
    }
}

#[test]
fn unknown_options_are_told_from_harmless_ones() {
    let reading = launch::read("model_name_or_path: someone/Unheard-Of-9B\nfinetuning_type: lora\ncutof_len: 4096\nlearning_rate: 1e-4\nstage: dpo\n", &Draft::default()).unwrap();
    let why = |key: &str| {
        reading
            .ignored
            .iter()
            .find(|(option, _)| option.key == key)
            .map(|(option, why)| (option.line, *why))
    };
    assert_eq!(
        why("cutof_len"),
        Some((3, Ignored::UnknownOption(Some("cutoff_len"))))
    );
    assert_eq!(why("learning_rate"), Some((4, Ignored::Harmless)));
    assert_eq!(why("stage"), Some((5, Ignored::NotModelled)));
    assert_eq!(why("model_name_or_path"), Some((1, Ignored::UnknownModel)));
}

#[test]
fn mistakes_are_located() {
    let trouble = |text: &str| launch::read(text, &Draft::default()).unwrap_err();
    let at = |line, column, what| Trouble::Syntax { line, column, what };
    assert_eq!(trouble("a: 1\nb: &x 2\n"), at(2, 4, Syntax::Anchor));
    assert_eq!(trouble("a: *x\n"), at(1, 4, Syntax::Anchor));
    assert_eq!(trouble("a:\n\tb: 1\n"), at(2, 1, Syntax::Tab));
    assert_eq!(trouble("a: \"open\nb: 2\n"), at(1, 4, Syntax::Quote));
    assert_eq!(trouble("a: [1, 2\nb: 2\n"), at(1, 4, Syntax::Bracket));
    assert_eq!(trouble("a: 1\n   b: 2\n"), at(2, 4, Syntax::Indent));
    assert_eq!(trouble("a: 1\nwords alone\n"), at(2, 1, Syntax::Key));
    assert_eq!(trouble("{\"a\": 1} x"), at(1, 10, Syntax::After));
    assert_eq!(trouble("stage: sft\0"), at(1, 11, Syntax::Character));
    assert_eq!(trouble("stage: \u{202e}tfs"), at(1, 8, Syntax::Character));
    assert_eq!(trouble(""), Trouble::Empty);
    assert_eq!(trouble("a: 1\n"), Trouble::Unknown);
    assert_eq!(
        trouble("{\"model_type\": \"llama\", \"hidden_size\": 4096}"),
        Trouble::Model
    );
    assert_eq!(trouble(&"[".repeat(100_000)), at(1, 18, Syntax::Deep));
    assert_eq!(trouble(&"- ".repeat(100_000)), at(1, 35, Syntax::Deep));
    assert_eq!(trouble(&"x".repeat(1 << 20)), Trouble::TooLong);
}

/// Pieces that texts of launch files are made of, in any order: reading ends, quickly, with an answer.
#[test]
fn reading_is_total() {
    const PIECES: &[&str] = &[
        "a",
        "b: ",
        "stage: sft",
        "finetuning_type",
        "--",
        "--lora_r ",
        "8",
        " ",
        "  ",
        "\n",
        "\n  ",
        "\t",
        ":",
        ",",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "'",
        "\\",
        "\\\n",
        "#",
        " # x",
        "- ",
        "$A",
        "${A:-b}",
        "A=",
        "A=(",
        "|",
        ">",
        "&x",
        "*x",
        "!t",
        "? ",
        "---",
        "TrainingArguments(",
        "LoraConfig(",
        "r=8",
        "=",
        "null",
        "~",
        "é",
        "日本",
        "\u{202e}",
        "\0",
        "__proto__: ",
        "<script>",
        "%00",
        ".",
        "torchrun ",
        "zero_optimization",
        "stage",
    ];
    each(cases(20_000), |_, rng| {
        let mut text = String::new();
        for _ in 0..rng.below(40) {
            text.push_str(rng.text(PIECES));
        }
        let _ = launch::read(&text, &Draft::default());
    });
    for text in HOSTILE {
        for shape in [
            "{}: x",
            "stage: {}",
            "--lora_r {}",
            "TrainingArguments({})",
            "stage: sft\ncutoff_len: {}\nmodel_name_or_path: '{}'",
        ] {
            let _ = launch::read(&shape.replace("{}", text), &Draft::default());
        }
    }
}

#[test]
fn the_stored_corpus_is_read_or_refused() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz/corpus/launch");
    let mut texts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        if let Ok(reading) = launch::read(&text, &Draft::default()) {
            let _ = reading.draft.check();
            texts += 1;
        }
    }
    assert!(texts >= 4, "{texts}");
}

/// Texts of the largest size that are allowed, made to be slow.
#[test]
fn long_texts_end_soon() {
    let most = 256 * 1024 - 64;
    let filled = |start: &str, piece: &str| {
        start.to_owned() + &piece.repeat((most - start.len()) / piece.len())
    };
    let start = std::time::Instant::now();
    for text in [
        filled("stage: ", "x"),
        filled("{", "a: null, "),
        filled("x:\n", "  - y\n"),
        filled("", "\t"),
        filled("a: b\n", "# c\n"),
        filled("a: ", "\t"),
        filled("--a ", "b "),
        filled("--a ", "$("),
        filled(
            "A=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n--a ",
            "$A",
        ),
        filled("A=1\n", "A=$A$A\n"),
        filled("f(Config(", "a=(("),
        filled("a: '", "''"),
        filled("Config(a=1) ", "Config( "),
    ] {
        let _ = launch::read(&text, &Draft::default());
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn a_text_that_is_no_table_is_refused() {
    for text in [
        "",
        "<!doctype html>",
        "format x",
        "format x  X  f  yaml\na  b  nonsense=1",
    ] {
        assert!(!launch::install(text.to_owned()), "{text}");
    }
    assert!(launch::install(launch::text().to_owned()));
}

/// Every offered format has a form, a file, a command or none, and rows.
#[test]
fn formats_are_whole() {
    assert_eq!(formats().iter().filter(|format| format.offered).count(), 8);
    for format in formats() {
        assert!(!format.name.is_empty() && format.file.contains('.'));
        let json = std::path::Path::new(format.file)
            .extension()
            .is_some_and(|end| end == "json");
        assert_eq!(format.form == Form::Json, json);
    }
}
