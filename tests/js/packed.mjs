// The package as others have it: packed by npm and installed from what that gives, into a folder of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { PACKAGE: folder, PLACE: place } = process.env;

/** A folder under `PLACE`, emptied, in whose `node_modules` the package is; and the files that were packed. */
export const installed = (name) => {
  const root = join(place, name);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const npm = (...args) => execFileSync("npm", args, { cwd: root }).toString();
  const [packed] = JSON.parse(npm("pack", "--json", folder));
  npm("install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${packed.filename}`);
  return { root, packed };
};
