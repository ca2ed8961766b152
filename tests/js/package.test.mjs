// The package for JavaScript in Node: what it gives, that its documents fit their schema, that its numbers are those of the
// native program. `cargo xtask test` runs it with the folder of the package, one to work in, and the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";
import { installed } from "./packed.mjs";

const { PACKAGE: folder, HEADROOM: program } = process.env;
const here = new URL(".", import.meta.url);
const load = (name) => import(pathToFileURL(join(folder, name)));
const core = await load("node.js");
const words = await load("words-node.js");

const native = (...args) => execFileSync(program, args, { maxBuffer: 1 << 28 }).toString();

/** Rows of a table of links without commas in its cells: name and link. */
const links = (name) => {
  const rows = readFileSync(new URL(`../links/${name}`, here)).toString().trim().split("\n");
  return rows.slice(1).map((row) => row.split(",").slice(0, 2));
};

const Ajv = createRequire(new URL("../browser/package.json", here))("ajv/dist/2020");
const schema = JSON.parse(readFileSync(join(folder, "headroom.schema.json")));
const valid = new Ajv({ strict: false, allErrors: true }).compile(schema);
const fits = (document, name) => {
  // One of the formats alone, for a message that says something.
  assert.ok(valid(document), `${name}: ${JSON.stringify(valid.errors?.slice(0, 6))}`);
};

test("every link gives the same to the last bit, natively and here, and fits the schema", () => {
  const all = links("links.csv");
  assert.ok(all.length > 40);
  for (const [name, link] of all) {
    const theirs = JSON.parse(native("estimate", link, "--format", "json"));
    const ours = core.estimate(link);
    assert.deepEqual(ours, theirs, name);
    fits(ours, name);
  }
});

test("comparisons, tables for spreadsheets, plans and jobs too", () => {
  for (const [name, link] of links("compare.csv").slice(0, 3)) {
    const ours = core.estimate(link);
    assert.deepEqual(ours, JSON.parse(native("estimate", link, "--format", "json", "--lenient")), name);
    fits(ours, name);
  }
  const link = "#m=qwen2.5-7b&g=rtx-4090&pg=this";
  assert.equal(core.csv(link), native("estimate", link, "--format", "csv"));
  const plan = core.plan(link);
  assert.deepEqual(plan, JSON.parse(native("plan", link, "--format", "json")));
  fits(plan, "plan");
  const jobs = "#jobs=%4064_h100-sxm-80gb%7Enightly_8_4-5-7_2_48%7Eweekly_16_12_4m%7Ewide_128_3";
  fits(core.jobs(jobs), "jobs");
  assert.deepEqual(core.jobs(jobs), JSON.parse(native("jobs", jobs, "--format", "json")));
  assert.equal(core.csv(jobs, { of: "jobs" }), native("jobs", jobs, "--format", "csv"));
  fits(core.schema(), "inputs");
});

test("the schema refuses what is none of ours", () => {
  const good = core.estimate("#m=qwen2.5-7b");
  for (const change of [
    (copy) => delete copy.verdict,
    (copy) => (copy.verdict.state = "maybe"),
    (copy) => (copy.memory.peaks_bytes.needed = "17"),
    (copy) => (copy.surprise = 1),
  ]) {
    const copy = structuredClone(good);
    change(copy);
    assert.ok(!valid(copy), change.toString());
  }
});

test("lines sum to the totals, and every peak is a total", () => {
  const { memory, verdict } = core.estimate({ m: "llama-3.1-70b", method: "full", n: 8, nodes: 2, shard: "fsdp", s: 8192 });
  const planned = memory.instants.filter((instant) => instant.planned);
  for (const instant of memory.instants) {
    for (const [metric, total] of Object.entries(instant.totals_bytes)) {
      const lines = instant.lines.filter((line) => line.in.includes(metric));
      const sum = lines.reduce((sum, line) => sum + line.bytes, 0);
      assert.ok(Math.abs(sum - total) <= 1e-9 * total, `${instant.moment} ${metric}`);
    }
  }
  assert.equal(verdict.needed_bytes, Math.max(...planned.map((instant) => instant.totals_bytes.needed)));
});

test("settings and links are one", () => {
  const settings = { m: "qwen2.5-7b", method: "qlora", s: 4096, t: ["q", "v"], dora: true, r: undefined };
  const link = core.encode(settings);
  assert.equal(link, "#v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&t=q_v&dora=yes&s=4096");
  assert.deepEqual(core.decode(link).settings, { m: "qwen2.5-7b", method: "qlora", t: "q_v", dora: "yes", s: "4096" });
  assert.deepEqual(core.estimate(settings), core.estimate(link));
  assert.equal(core.encode(core.decode(link).settings), link);
});

test("a document reads back as the link that it came from", () => {
  for (const link of [
    "#v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&s=4096",
    "#v=1&cat=2026-12&g=rtx-4090&run1.s=512&run1.res=17.5",
    "#v=1&cat=2026-12&s=4096&jobs=%4064_h100-sxm-80gb~a%20b_8_4-5-7_2_48",
    "#v=1&cat=2026-12&g=rtx-4090&2.method=qlora&3.s=8192",
  ]) {
    const text = JSON.stringify(core.estimate(link));
    const back = core.read(text);
    assert.equal(back.link, core.decode(link).link);
    assert.deepEqual(back.notices, []);
  }
  assert.throws(() => core.read("{\n \"a\": x}"), (error) => error.kind === "import" && error.message === "syntax");
  assert.throws(() => words.read("{\n \"a\": x}", { lang: "zh" }), /第 2 行第 7 列/);
  assert.throws(() => words.read("{\"format\": \"other\"}"), /“other”/);
  const odd = { format: "headroom.estimate", schema: 1, settings: { s: "many", zz: "1", __proto__x: "<b>" } };
  assert.equal(core.read(JSON.stringify(odd)).notices.length, 3);
});

test("what cannot be read is an error with its reasons", () => {
  assert.throws(() => core.estimate("m=lama-3.1-8b&zz=1"), (error) => {
    assert.equal(error.name, "HeadroomError");
    assert.deepEqual(error.notices, [
      { kind: "invalid", about: "m" },
      { kind: "unknown-key", about: "zz" },
    ]);
    return error.kind === "unread";
  });
  assert.ok(core.estimate("m=lama-3.1-8b&zz=1", { lenient: true }).inputs.some((input) => input.key === "stack"));
  assert.throws(() => core.estimate({ n: 8, tp: 3 }), (error) => {
    return error.kind === "scenario" && error.of.issues[0].key === "tp" && error.of.issues[0].value === "3";
  });
  assert.throws(() => words.render({ n: 8, tp: 3 }, "md", { lang: "zh" }), /张量并行|TP/);
  for (const hostile of ["%00", "__proto__=1", "s=\u202e4", "s=" + "9".repeat(5000), "=&=&#", "javascript:alert(1)", "<script>"]) {
    assert.ok(Array.isArray(core.decode(hostile).notices));
  }
});

test("words are those of the native program, in both languages", () => {
  const link = "https://h.example/p/#m=qwen2.5-7b&method=full&n=8&shard=zero3&g=h100-sxm-80gb";
  for (const lang of ["en", "zh"]) {
    for (const format of ["md", "html", "svg", "sentence", "embed"]) {
      const ours = words.render(link, format, { lang, theme: "dark", unit: "gb" });
      const theirs = native("estimate", link, "--format", format, "--lang", lang, "--theme", "dark", "--unit", "gb");
      assert.equal(ours, theirs, `${lang} ${format}`);
    }
  }
});

test("the catalogue is all of it", () => {
  assert.deepEqual(core.models(), JSON.parse(native("models")));
  assert.deepEqual(core.gpus(), JSON.parse(native("gpus")));
  assert.ok(core.models().models.length > 100 && core.gpus().gpus.length > 50);
});

test("types name every function and every field", () => {
  const types = readFileSync(join(folder, "index.d.ts")).toString();
  const wordy = types + readFileSync(join(folder, "words.d.ts")).toString();
  const declared = (text) => [...text.matchAll(/^export (?:function|class) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual([...new Set(declared(types))].sort(), Object.keys(core).sort());
  assert.deepEqual([...new Set(declared(wordy))].sort(), Object.keys(words).sort());
  const fields = new Set();
  const visit = (node) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (node && typeof node === "object") {
      for (const [name, part] of Object.entries(node)) {
        if (name === "properties") Object.keys(part).forEach((field) => fields.add(field));
        visit(part);
      }
    }
  };
  visit(schema);
  // A word of its own, with or without a question mark.
  const missing = [...fields].filter((field) => !new RegExp(`\\b${field}\\??:`).test(types));
  assert.deepEqual(missing.filter((field) => !["format", "schema"].includes(field)), []);
});

test("npm packs it, and what is packed can be installed and imported by its name", () => {
  const { root, packed } = installed("node");
  const names = packed.files.map((file) => file.path);
  const own = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.\w+$|LICENSE/.test(name));
  assert.deepEqual(names.sort(), own.sort());
  assert.equal(packed.version, JSON.parse(readFileSync(join(folder, "package.json"))).version);
  assert.equal(core.schema().version, packed.version);
  const use = `import { estimate } from "headroom-planner";
    import { render } from "headroom-planner/words";
    import schema from "headroom-planner/schema.json" with { type: "json" };
    console.log(estimate({ g: "rtx-4090" }).verdict.state, render({}, "sentence").length > 100, schema.title.length > 3);`;
  writeFileSync(join(root, "use.mjs"), use);
  assert.equal(execFileSync(process.execPath, ["--no-warnings", join(root, "use.mjs")]).toString().trim(), "fits true true");
});
