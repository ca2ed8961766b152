//! Documents for machines: complete, readable by others, and read back as what they were made of.
use estimator::codec::{decode, encode};
use estimator::export::{BadImport, Document, Link, import, import_fragment, schema};
use estimator::presets;
use serde_json::Value;

fn json(link: &str) -> Value {
    let document = Document::of(&Link::read(link)).expect("a scenario");
    serde_json::from_str(&document.json().text()).expect("JSON")
}

#[test]
fn every_preset_reads_back_as_the_link_that_it_came_from() {
    for preset in presets::all() {
        let link = format!("#{}", encode(&preset.draft()).text);
        let text = Document::of(&Link::read(&link))
            .expect(preset.key)
            .json()
            .text();
        let back = import(&text).expect(preset.key);
        assert_eq!(back.address(), link, "{}", preset.key);
        assert_eq!(back.decoded.notices, vec![], "{}", preset.key);
    }
}

/// What an export says of an input is what the form shows beside it.
#[test]
fn inputs_say_who_set_them() {
    let found = json("#stack=llamafactory&r=16&s=4096");
    let input = |key: &str| {
        let inputs = found["inputs"].as_array().expect("a list");
        let input = inputs.iter().find(|input| input["key"] == key);
        input.cloned().expect("an input")
    };
    assert_eq!(
        (&input("s")["value"], &input("s")["from"]),
        (&4096.into(), &"stated".into())
    );
    assert_eq!(input("s")["unit"], "tokens");
    let rank = input("r");
    assert_eq!(
        (&rank["from"], &rank["default"]),
        (&"stated".into(), &"8".into())
    );
    let by_stack = found["inputs"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|input| input["from"] == "stack");
    assert!(
        by_stack.clone().count() > 3 && by_stack.clone().all(|input| input["by"] == "llamafactory")
    );
    assert_eq!(input("used")["from"], "default");
    assert_eq!(
        found["settings"],
        serde_json::json!({"stack": "llamafactory", "r": "16", "s": "4096"})
    );
}

#[test]
fn figures_are_those_of_the_reports() {
    let link = Link::read("#m=llama-3.1-70b&method=full&n=8&nodes=2&shard=fsdp");
    let document = Document::of(&link).expect("a scenario");
    let estimate = &document.estimates[0];
    let found = json("#m=llama-3.1-70b&method=full&n=8&nodes=2&shard=fsdp");
    // To the last bit: the text is the shortest that reads back as the same number.
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(
        number(&found["verdict"]["needed_bytes"]),
        estimate.memory.peak.needed.get()
    );
    assert_eq!(
        number(&found["host"]["peak_bytes"]),
        estimate.host.peak.get()
    );
    let run = estimate.run.as_ref().expect("a time");
    assert_eq!(number(&found["time"]["run_s"]), run.seconds);
    assert_eq!(number(&found["time"]["step"]["step_s"]), run.time.pace.step);
    let instants = found["memory"]["instants"].as_array().expect("a list");
    assert_eq!(instants.len(), estimate.memory.instants.len());
    for (written, instant) in instants.iter().zip(&estimate.memory.instants) {
        for (line, term) in written["lines"]
            .as_array()
            .expect("a list")
            .iter()
            .zip(&instant.terms)
        {
            assert_eq!(number(&line["bytes"]), term.bytes().get());
            assert_eq!(line["formula"], term.amount.symbols());
        }
    }
    let rows = document.csv();
    assert!(
        rows.contains(&format!(
            "verdict,,needed,,{},byte",
            estimate.memory.peak.needed.get()
        )),
        "{rows}"
    );
}

/// Ids are promised: what others wrote against them keeps working.
#[test]
fn ids_stay() {
    let found = json("#m=llama-3.1-8b&method=full&n=8&shard=zero3&stack=hf");
    let ids = |list: &Value| -> Vec<String> {
        let lines = list.as_array().expect("a list").iter();
        lines
            .map(|line| line["id"].as_str().expect("a text").to_owned())
            .collect()
    };
    let step = &found["memory"]["instants"].as_array().expect("a list");
    let step = step
        .iter()
        .find(|instant| instant["moment"] == "step")
        .expect("a step");
    let known = ids(&step["lines"]);
    for id in [
        "weights",
        "master-weights",
        "moments",
        "gradients",
        "context",
        "slack",
    ] {
        assert!(known.contains(&id.to_owned()), "{id} in {known:?}");
    }
    assert_eq!(
        ids(&found["time"]["lines"]),
        ["steps", "saving", "loading", "start-up"]
    );
}

#[test]
fn a_comparison_holds_its_scenarios() {
    let link = "https://h.example/p/?lang=zh#g=rtx-4090&2.method=qlora&3.s=8192";
    let found = json(link);
    assert_eq!(found["format"], "headroom.comparison");
    assert_eq!(
        found["link"],
        "https://h.example/p/#v=1&cat=2026-12&g=rtx-4090&2.method=qlora&3.s=8192"
    );
    let scenarios = found["scenarios"].as_array().expect("a list");
    let links: Vec<&Value> = scenarios.iter().map(|one| &one["settings"]).collect();
    assert_eq!(
        links,
        [
            &serde_json::json!({"g": "rtx-4090"}),
            &serde_json::json!({"g": "rtx-4090", "method": "qlora"}),
            &serde_json::json!({"g": "rtx-4090", "s": "8192"}),
        ]
    );
    let back = import(&serde_json::to_string(&found).expect("JSON")).expect("ours");
    assert_eq!(back.decoded.others.len(), 2);
}

#[test]
fn links_are_read_as_people_paste_them() {
    for text in [
        "https://h.example/p/?view=compare#m=qwen2.5-7b",
        "https://h.example/p/?m=qwen2.5-7b",
        "https://h.example/p/?view=plan%23m=qwen2.5-7b",
        " #m=qwen2.5-7b\n",
        "?m=qwen2.5-7b&utm_source=x",
        "m=qwen2.5-7b",
    ] {
        let link = Link::read(text);
        assert_eq!(link.fragment(), "v=1&cat=2026-12&m=qwen2.5-7b", "{text}");
        assert_eq!(link.base.is_empty(), !text.contains("://"), "{text}");
    }
    // Alone, pairs are settings: nothing in them is somebody's tracker.
    assert_eq!(Link::read("m=qwen2.5-7b&zz=1").unread(), 1);
    assert_eq!(
        Link::read("https://h.example/p/").base,
        "https://h.example/p/"
    );
}

#[test]
fn what_is_none_of_ours_says_why_and_where() {
    assert_eq!(
        import("{\n  \"a\": x}").err(),
        Some(BadImport::Syntax { line: 2, column: 8 })
    );
    assert_eq!(
        import("[]").err(),
        Some(BadImport::Foreign {
            format: String::new()
        })
    );
    assert_eq!(
        import("{\"format\": \"x\"}").err(),
        Some(BadImport::Foreign {
            format: "x".to_owned()
        })
    );
    assert_eq!(
        import("{\"format\": \"headroom.estimate\"}").err(),
        Some(BadImport::NoSettings)
    );
    let newer = "{\"format\": \"headroom.estimate\", \"schema\": 99, \"settings\": {}}";
    assert_eq!(import(newer).err(), Some(BadImport::Newer { schema: 99 }));
    let nested = "{\"format\": \"headroom.estimate\", \"settings\": {\"s\": {}}}";
    assert_eq!(
        import(nested).err(),
        Some(BadImport::Setting {
            key: "s".to_owned()
        })
    );
}

/// Settings of a document go through the door of links: nothing gets past it, and nothing is lost before it.
#[test]
fn hostile_settings_are_notices() {
    let document =
        |settings: &str| format!("{{\"format\": \"headroom.estimate\", \"settings\": {settings}}}");
    for settings in [
        "{\"s\": \"<script>alert(1)</script>\"}",
        "{\"s\": \"4096&m=qwen2.5-7b\"}",
        "{\"s\": \"4096#m=qwen2.5-7b\"}",
        "{\"__proto__\": \"1\"}",
        "{\"s\": \"%00\"}",
        "{\"s\": \"\\u202e4\"}",
        "{\"m&b\": \"2\"}",
    ] {
        let link = import(&document(settings)).expect("ours");
        assert_eq!(link.unread(), 1, "{settings}: {:?}", link.decoded.notices);
        assert_eq!(link.fragment(), "v=1&cat=2026-12", "{settings}");
    }
    let numbers =
        import_fragment(&document("{\"s\": 4096, \"slack\": 12.5, \"dora\": true}")).expect("ours");
    assert_eq!(
        encode(&decode(&numbers).draft).text,
        "v=1&cat=2026-12&dora=yes&s=4096&slack=12.5"
    );
}

#[test]
fn the_schema_of_inputs_is_the_table() {
    let found: Value = serde_json::from_str(&schema().text()).expect("JSON");
    let rows = found["inputs"].as_array().expect("a list");
    assert_eq!(rows.len(), estimator::scenario::PARAMS.len());
    let of = |key: &str| rows.iter().find(|row| row["key"] == key).expect("an input");
    assert_eq!(
        of("s")["bounds"],
        serde_json::json!({"min": 1, "max": 16_777_216, "decimals": 0})
    );
    assert_eq!(
        of("method")["choices"],
        serde_json::json!(["full", "lora", "qlora"])
    );
}
