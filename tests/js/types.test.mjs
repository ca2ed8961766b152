// The types of the package, checked by TypeScript at its strictest against programs that use all of it, rightly and wrongly.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { installed } from "./packed.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const compiler = join(here, "node_modules/typescript/bin/tsc");
const { root } = installed("types");
for (const name of ["right.ts", "wrong.ts"]) cpSync(join(here, "uses", name), join(root, name));

/** What the compiler says of a file of the folder; nothing where it is content. */
const check = (resolution, file) => {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2022",
    // Neither those of browsers nor those of Node.
    lib: ["es2022"],
    types: [],
    module: resolution === "bundler" ? "esnext" : resolution,
    moduleResolution: resolution,
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["console.d.ts", file] }));
  try {
    execFileSync(process.execPath, [compiler, "--pretty", "false"], { cwd: root });
    return [];
  } catch (error) {
    return error.stdout.toString().trim().split("\n").filter((line) => !line.startsWith(" "));
  }
};
writeFileSync(join(root, "console.d.ts"), "declare const console: { log(...said: unknown[]): void };\n");

for (const resolution of ["nodenext", "bundler"]) {
  test(`a program that uses all of the package compiles: ${resolution}`, () => {
    assert.deepEqual(check(resolution, "right.ts"), []);
  });
  test(`every mistake is refused: ${resolution}`, () => {
    assert.deepEqual(check(resolution, "wrong.ts"), []);
  });
}

test("each refused line is refused for itself", () => {
  const text = readFileSync(join(root, "wrong.ts")).toString();
  const mistakes = text.match(/@ts-expect-error/g).length;
  writeFileSync(join(root, "bare.ts"), text.replace(/\/\/ @ts-expect-error.*/g, ""));
  const said = check("nodenext", "bare.ts");
  assert.equal(said.length, mistakes, said.join("\n"));
  const importing = said.filter((line) => /TS2307|TS7016|TS2305/.test(line));
  assert.deepEqual(importing, [], "the package was found");
});

test("the right program names everything that is exported", () => {
  const text = readFileSync(join(root, "right.ts")).toString();
  for (const [file, name] of [["index.d.ts", (name) => name], ["words.d.ts", (name) => `words.${name}`]]) {
    const types = readFileSync(join(root, "node_modules/headroom-planner", file)).toString();
    const names = [...types.matchAll(/^export (?:function|class|type|interface) (\w+)/gm)].map((match) => name(match[1]));
    assert.ok(names.length > 5);
    assert.deepEqual(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
  }
});
