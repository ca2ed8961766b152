//! The Python that people copy: it compiles, it is short, and what it prints is read.
use estimator::calibration::line::read;
use estimator::calibration::{Figure, fit};
use estimator::codec::decode;
use estimator::profile::{MAX_LINES, Style, command, snippet, stands_alone};
use estimator::scenario::{Draft, Method, Param, Scenario};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const LINKS: &[&str] = &[
    "",
    "m=qwen2.5-7b&ckpt=none&kern=liger&loss=fused-linear",
    "m=qwen3-30b-a3b&n=8",
    "m=deepseek-v3&n=64&ep=8",
    "m=gpt2&opt=adamw-8bit",
    "m=gpt-oss-20b&t=q_k_v_o",
    "m=custom&mh=1024&mf=2816&ma=16&mk=4&md=64&ml=4&mv=32000",
    "m=llama-3.1-70b&n=8&nodes=2&tp=8&pp=2",
    "stack=deepspeed&n=8&shard=zero3&off=both",
    "stack=deepspeed&off=optimizer&opt=adamw-8bit",
    "m=llama-3.2-1b&n=8&nodes=2&shard=hsdp&off=both&wd=32&kern=liger&loss=fused-linear",
    "stack=unsloth&s=8192",
    "stack=torchtitan&n=8",
    "m=phi-4&prec=fp16&attn=eager&tm=yes&tv=5",
    "m=bert-base-uncased&method=full",
    "m=chatglm3-6b&ckpt=full-offload",
    "q=gptq4",
    "q=int8",
    "q=nf4-dq&kbit=yes&opt=adamw-paged",
];

/// Every link with every method that it allows.
fn scenarios() -> Vec<(String, Scenario)> {
    let mut scenarios = Vec::new();
    for link in LINKS {
        for method in Method::KEYS {
            let draft: Draft = decode(link).draft.with(Param::Method, *method);
            if let Ok(scenario) = draft.check().scenario {
                scenarios.push((format!("{link}&method={method}"), scenario));
            }
        }
    }
    assert!(scenarios.len() > 2 * LINKS.len(), "{}", scenarios.len());
    scenarios
}

fn snippets() -> Vec<(String, String)> {
    let mut snippets = Vec::new();
    for (link, scenario) in scenarios() {
        for style in [Style::PlainLoop, Style::TrainerCallback] {
            for random in [false, true] {
                let name = format!("{link} {style:?} random={random}");
                snippets.push((name, snippet(&scenario, style, random)));
            }
        }
    }
    snippets
}

/// Runs a program with Python 3; `None`, and a note, where there is none.
fn python(program: &str, input: &str) -> Option<String> {
    let child = Command::new("python3")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("python3 is not installed: skipped");
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(input.as_bytes())
        .expect("python3 reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("python3 ends");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn snippets_are_short() {
    for (name, text) in snippets() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{lines} lines: {name}\n{text}");
    }
}

/// A loop that is not the scenario says so, in the script and to the page.
#[test]
fn a_loop_that_is_not_the_launch_says_so() {
    for (link, alone) in [
        ("m=llama-3.1-8b", true),
        ("m=llama-3.1-8b&n=8&shard=ddp", true),
        ("m=llama-3.1-8b&n=8&shard=fsdp", true),
        ("m=llama-3.1-70b&method=full&n=8&shard=fsdp&off=both", true),
        ("m=llama-3.1-8b&n=8&nodes=2&shard=hsdp", true),
        ("stack=deepspeed&m=llama-3.1-8b&method=full&n=8", true),
        (
            "stack=deepspeed&m=llama-3.1-8b&shard=zero2&off=optimizer",
            true,
        ),
        ("stack=deepspeed&n=8&method=qlora&shard=zero3", false),
        ("m=llama-3.1-70b&n=8&method=qlora&shard=fsdp", false),
        ("m=llama-3.1-8b&n=8&shard=layer-split", false),
        (
            "stack=torchtitan&m=llama-3.1-8b&method=full&n=8&tp=2",
            false,
        ),
    ] {
        let scenario = decode(link).draft.check().scenario.expect(link);
        assert_eq!(stands_alone(&scenario), alone, "{link}");
        let script = snippet(&scenario, Style::PlainLoop, true);
        assert_eq!(script.contains("add the callback"), !alone, "{link}");
    }
}

/// What divides and offloads is in the script, the command starts it, and what cannot be is printed as a setting.
#[test]
fn the_loop_is_the_launch() {
    let rows: &[(&str, &str, &[&str], &[&str])] = &[
        (
            "m=llama-3.1-8b",
            "python headroom_run.py",
            &["optimizer.step()"],
            &["torchrun", "all_gather_object", "deepspeed"],
        ),
        (
            "m=llama-3.1-8b&n=4&shard=ddp",
            "torchrun --nproc_per_node 4 headroom_run.py",
            &["DistributedDataParallel(model)", "max, zip(*every)"],
            &["fully_shard", "deepspeed"],
        ),
        (
            "m=llama-3.1-8b&method=full&n=8&nodes=2&shard=hsdp&wd=32",
            "torchrun --nproc_per_node 8 --nnodes 2 --rdzv_backend c10d --rdzv_endpoint FIRST_NODE:29400 headroom_run.py",
            &[
                "mesh = torch.distributed.init_device_mesh",
                "(part, mesh=mesh",
                "MixedPrecisionPolicy(param_dtype=torch.bfloat16)",
                "init_empty_weights()",
            ],
            &["CPUOffloadPolicy", "DistributedDataParallel", ".to(device)"],
        ),
        (
            "m=llama-3.1-70b&method=full&n=8&shard=fsdp&off=both&opt=adamw-8bit",
            "torchrun --nproc_per_node 8 headroom_run.py",
            &[
                "CPUOffloadPolicy()",
                "device=\"cpu\"",
                "\"opt\": \"adamw\"",
                "torch.optim.AdamW(",
            ],
            &["import bitsandbytes", "reshard_after_forward"],
        ),
        (
            "m=llama-3.1-8b&n=8&shard=fsdp-grad-op",
            "torchrun --nproc_per_node 8 headroom_run.py",
            &["reshard_after_forward=False"],
            &["init_device_mesh"],
        ),
        (
            "stack=deepspeed&m=llama-3.1-8b&shard=zero2&off=optimizer",
            "torchrun --nproc_per_node 1 headroom_run.py",
            &[
                "\"stage\": 2",
                "\"offload_optimizer\"",
                "DeepSpeedCPUAdam(",
                "model.backward(loss)",
            ],
            &[
                "offload_param",
                "HfDeepSpeedConfig",
                "optimizer.step()",
                "autocast(",
            ],
        ),
        (
            "stack=deepspeed&m=llama-3.1-70b&method=full&n=8&shard=zero3&off=both",
            "torchrun --nproc_per_node 8 headroom_run.py",
            &["\"stage\": 3", "\"offload_param\"", "HfDeepSpeedConfig(ds)"],
            &[".to(device)", "device_map"],
        ),
        (
            "stack=torchtitan&m=llama-3.1-8b&method=full&n=8&tp=2&prec=fp8&g=h100-sxm-80gb",
            "torchrun --nproc_per_node 8 headroom_run.py",
            &["\"tp\": \"1\"", "\"prec\": \"bf16\""],
            &["deepspeed"],
        ),
    ];
    for (link, launch, has, lacks) in rows {
        let scenario = decode(link).draft.check().scenario.expect(link);
        assert_eq!(command(&scenario), *launch, "{link}");
        for random in [true, false] {
            let script = snippet(&scenario, Style::PlainLoop, random);
            assert!(
                script
                    .lines()
                    .next()
                    .is_some_and(|first| first.ends_with(launch))
            );
            for part in *has {
                let built = ["init_empty_weights()", "device=\"cpu\""].contains(part);
                assert!(
                    script.contains(part) || (built && !random),
                    "{link}: {part}\n{script}"
                );
            }
            for part in *lacks {
                assert!(!script.contains(part), "{link}: {part}\n{script}");
            }
            // The model is whole before it is divided only where that is said.
            let before = script
                .find("from_config(")
                .or(script.find("from_pretrained("));
            assert!(script.find("HfDeepSpeedConfig(ds)") < before, "{link}");
        }
    }
}

/// A trainer takes DeepSpeed's settings as they stand beside the callback: they are a dictionary with the stage in it.
#[test]
fn the_callback_has_the_settings_of_deepspeed() {
    let program = "import ast, sys\ntree = ast.parse(sys.stdin.read())\n[found] = [node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == 'DEEPSPEED']\nds = ast.literal_eval(found)\nzero = ds['zero_optimization']\nprint(zero['stage'], sorted(zero), ds['train_micro_batch_size_per_gpu'])";
    let link = "stack=deepspeed&m=llama-3.1-8b&method=full&n=8&shard=zero3&off=both";
    let scenario = decode(link).draft.check().scenario.expect(link);
    let script = snippet(&scenario, Style::TrainerCallback, true);
    if let Some(said) = python(program, &script) {
        assert_eq!(
            said.trim(),
            "3 ['offload_optimizer', 'offload_param', 'stage'] auto"
        );
    }
    let alone = decode("m=llama-3.1-8b").draft.check().scenario.expect("");
    assert!(!snippet(&alone, Style::TrainerCallback, true).contains("DEEPSPEED"));
}

#[test]
fn snippets_compile() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("headroom-profile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for (at, (name, text)) in snippets().iter().enumerate() {
        let text = format!("{text}\n# {name}\n");
        std::fs::write(folder.join(format!("{at}.py")), text).expect("a temporary file");
    }
    let program = "import sys, pathlib\nfor path in sorted(pathlib.Path(sys.stdin.read()).glob('*.py')): compile(path.read_text(), str(path), 'exec')\nprint('ok')";
    let said = python(program, &folder.to_string_lossy());
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
    assert!(said.is_none_or(|said| said.trim() == "ok"));
}

/// The function that writes the line, without torch: taken out of the script by its syntax tree.
#[test]
fn what_is_printed_is_read() {
    let program = "import ast, sys\ntree = ast.parse(sys.stdin.read())\nfound = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == 'line']\nscope = {}\nexec(compile(ast.Module(found, []), 'line', 'exec'), scope)\nprint('step 20')\nprint(scope['line'](alloc=23.41812, res=25.1, drv=26.0109, gpu='NVIDIA A100-SXM4-80GB', tps=3121.53, s=4096, b=2, ga=1, n=1, nodes=1, loss='eager', torch='2.9.1+cu128', transformers='4.57.1', peft=None))";
    for (name, scenario) in scenarios() {
        for style in [Style::PlainLoop, Style::TrainerCallback] {
            let Some(printed) = python(program, &snippet(&scenario, style, true)) else {
                return;
            };
            let [profile] = read(&printed)
                .try_into()
                .unwrap_or_else(|found| panic!("{found:?} in {printed}"));
            assert_eq!(profile.issues, vec![], "{name}: {printed}");
            let figures = [
                (Figure::Allocated, "23.418"),
                (Figure::Reserved, "25.1"),
                (Figure::Driver, "26.011"),
                (Figure::TokensPerSecond, "3121.5"),
            ];
            assert_eq!(
                profile.figures,
                figures.map(|(figure, text)| (figure, text.to_owned()))
            );
            assert_eq!(profile.gpu.as_deref(), Some("NVIDIA A100-SXM4-80GB"));
            assert!(
                profile
                    .settings
                    .contains(&(Param::Sequence, "4096".to_owned()))
            );
        }
        if name.contains("deepspeed") {
            return;
        }
    }
}

/// What the script does otherwise than the scenario, it prints; what it prints is a scenario beside the present one.
#[test]
fn deviations_are_settings() {
    for (name, scenario) in scenarios() {
        let text = snippet(&scenario, Style::PlainLoop, true);
        let (_, rest) = text.split_once("facts(drv), {").expect("deviations");
        let (pairs, _) = rest.split_once('}').expect("a dictionary");
        for pair in pairs.split(", ").filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once(": ").expect("a pair");
            let (key, value) = (key.trim_matches('"'), value.trim_matches('"'));
            let param = Param::from_key(key).unwrap_or_else(|| panic!("{key} in {name}"));
            assert!(
                Draft::check_text(param, value).is_ok(),
                "{key}={value} in {name}"
            );
        }
    }
    let link = "m=qwen2.5-7b&stack=unsloth&s=1024";
    let draft = decode(link).draft;
    let scenario = draft.check().scenario.expect(link);
    let printed =
        "headroom v=1 alloc=21.5 res=23.0 s=1024 b=1 ga=8 n=1 nodes=1 loss=eager ckpt=full";
    assert!(snippet(&scenario, Style::PlainLoop, true).contains("\"loss\": \"eager\""));
    let run = read(printed)[0].run(&draft).check().expect("a run");
    assert_eq!(run.scenario.loss, estimator::scenario::Loss::Eager);
    assert_eq!(fit(&[run]).observations(), 1);
}

/// Twenty steps of a tiny model on the CPU, as people would run them: what is printed is a run of the scenario. It needs Python with
/// torch, transformers and peft, named by `HEADROOM_PYTHON`; `cargo xtask test --long` makes one.
#[test]
#[ignore = "runs twenty steps in Python"]
fn the_script_runs_and_its_line_is_read() {
    let Some(python) = std::env::var_os("HEADROOM_PYTHON") else {
        println!("HEADROOM_PYTHON is not set: skipped");
        return;
    };
    let tiny = "m=custom&mh=64&mf=176&ma=4&mk=2&md=16&ml=2&mv=1000&s=64&b=2&ga=1&opt=adamw";
    let file = std::env::temp_dir().join(format!("headroom_run_{}.py", std::process::id()));
    for (method, launch) in [
        ("full", ""),
        ("lora", ""),
        ("full", "&n=2&shard=ddp"),
        ("full", "&n=2&shard=fsdp&wd=32"),
        ("full", "&n=2&shard=fsdp&eng=fsdp2&mt=yes"),
        ("lora", "&n=2&shard=hsdp&ckpt=full"),
        ("lora", "&n=2&shard=fsdp-grad-op"),
    ] {
        let link = format!("{tiny}&method={method}{launch}");
        let draft = decode(&link).draft;
        let scenario = draft.check().scenario.expect(&link);
        std::fs::write(&file, snippet(&scenario, Style::PlainLoop, true)).expect("a file");
        let mut command = Command::new(&python);
        if scenario.cluster.gpus() > 1 {
            command.args(["-m", "torch.distributed.run", "--nproc_per_node", "2"]);
        }
        let output = command
            .arg(&file)
            .env("CUDA_VISIBLE_DEVICES", "")
            .output()
            .expect("Python starts");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{link}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let [profile] = read(&printed).try_into().expect("one line");
        assert_eq!(profile.issues, vec![], "{printed}");
        // Without a GPU no peak is measured; speed, setting and releases are.
        let figures: Vec<Figure> = profile.figures.iter().map(|(figure, _)| *figure).collect();
        assert_eq!(figures, [Figure::TokensPerSecond], "{printed}");
        assert!(
            profile
                .versions
                .iter()
                .any(|(package, _)| *package == "torch")
        );
        let run = profile.run(&draft).with(Figure::Allocated, "1").check();
        let run = run.unwrap_or_else(|issues| panic!("{printed}: {issues:?}"));
        assert_eq!(
            (run.scenario.batch.sequence, run.scenario.batch.micro),
            (64, 2)
        );
        // What it prints of its launch is the scenario's own.
        assert_eq!(run.scenario.sharding, scenario.sharding, "{printed}");
        assert_eq!(run.scenario.cluster.gpus(), scenario.cluster.gpus());
    }
    std::fs::remove_file(&file).expect("the file goes");
}
