// The same for Node. Words are read when they are first needed.
import { readFileSync } from "node:fs";
import * as glue from "./full/headroom.js";
import { HeadroomError, api, wordy } from "./api.js";

const file = (name) => readFileSync(new URL(name, import.meta.url));
glue.initSync({ module: file("./full/headroom_bg.wasm") });
if (!glue.install(file("./catalogue.txt").toString())) throw new Error("catalogue.txt is not that of this release");

const loaded = new Set();
const load = (lang) => {
  if (loaded.has(lang) || !["en", "zh"].includes(lang)) return;
  glue.take_words(lang, file(`./words.${lang}.txt`).toString());
  loaded.add(lang);
};
export const loadWords = async (lang) => load(lang);
export const { estimate, plan, jobs, csv, decode, encode, schema, models, gpus } = api(glue);
export const { render, read, readRaw } = wordy(glue, load);
export { HeadroomError };
