// The package in a bundle for browsers. The browser suite opens what is made here and compares its answers with Node's.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import test from "node:test";
import { build } from "vite";
import { asked } from "./site/asked.js";
import { installed } from "./packed.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
// Vite brings esbuild.
const esbuild = createRequire(createRequire(import.meta.url).resolve("vite"))("esbuild");
const { root } = installed("bundles");
const own = join(root, "node_modules/headroom-planner");
for (const name of ["index.html", "main.js", "asked.js"]) cpSync(join(here, "site", name), join(root, name));

const files = (folder) => readdirSync(folder, { recursive: true }).map(String);

test("Node answers", async () => {
  const load = (name) => import(pathToFileURL(join(own, name)));
  const told = asked(await load("node.js"), await load("words-node.js"));
  assert.ok(Object.keys(told).length > 25 && told.error.includes("HeadroomError"));
  writeFileSync(join(root, "node.json"), JSON.stringify(told));
});

test("Vite takes the package as it is", async () => {
  const said = [];
  const customLogger = Object.fromEntries(["info", "warn", "warnOnce", "error", "clearScreen"].map((kind) => [kind, (text) => said.push([kind, text])]));
  await build({ root, base: "./", configFile: false, logLevel: "warn", customLogger: { ...customLogger, hasErrorLogged: () => false }, build: { outDir: "vite", target: "es2022" } });
  assert.deepEqual(said.filter(([kind]) => kind !== "info"), []);
  const made = files(join(root, "vite"));
  for (const kind of [/headroom_bg-.*\.wasm$/, /catalogue-.*\.txt$/, /words\.en-.*\.txt$/, /words\.zh-.*\.txt$/]) {
    assert.ok(made.some((name) => kind.test(name)), `${kind}: ${made}`);
  }
  // Each of the two modules has code of its own, no file is there twice.
  assert.equal(made.filter((name) => name.endsWith(".wasm")).length, 2);
});

test("esbuild takes it with its files beside the bundle", async () => {
  const outdir = join(root, "esbuild");
  const result = await esbuild.build({ absWorkingDir: root, entryPoints: ["main.js"], bundle: true, format: "esm", target: "es2022", outdir, logLevel: "silent" });
  assert.deepEqual(result.warnings, []);
  for (const part of ["core", "full"]) {
    mkdirSync(join(outdir, part));
    cpSync(join(own, part, "headroom_bg.wasm"), join(outdir, part, "headroom_bg.wasm"));
  }
  for (const name of ["catalogue.txt", "words.en.txt", "words.zh.txt"]) cpSync(join(own, name), join(outdir, name));
  cpSync(join(root, "index.html"), join(outdir, "index.html"));
  const code = readFileSync(join(outdir, "main.js")).toString();
  assert.ok(!/from\s*["']node:|require\(/.test(code), "nothing of Node in it");
});
