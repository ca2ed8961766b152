// The same with reports, figures and messages in English and Chinese. Words of a language are fetched by `loadWords`.
import init, * as glue from "./full/headroom.js";
import { HeadroomError, api, wordy } from "./api.js";

// Every address is spelled out: bundlers take along the files that they see named.
const text = (url) => fetch(url).then((answer) => answer.text());
const [catalogue] = await Promise.all([
  text(new URL("./catalogue.txt", import.meta.url)),
  init({ module_or_path: new URL("./full/headroom_bg.wasm", import.meta.url) }),
]);
if (!glue.install(catalogue)) throw new Error("catalogue.txt is not that of this release");

export const loadWords = async (lang) => {
  const url = lang === "zh" ? new URL("./words.zh.txt", import.meta.url) : new URL("./words.en.txt", import.meta.url);
  if (!glue.take_words(lang, await text(url))) throw new Error(`the words of ${lang} are not those of this release`);
};
export const { estimate, plan, jobs, csv, decode, encode, schema, models, gpus } = api(glue);
export const { render, read, readRaw } = wordy(glue);
export { HeadroomError };
