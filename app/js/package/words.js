// The same with reports, figures and messages in English and Chinese. Words of a language are fetched by `loadWords`.
import init, * as glue from "./full/headroom.js";
import { HeadroomError, api, wordy } from "./api.js";

const text = (name) => fetch(new URL(name, import.meta.url)).then((answer) => answer.text());
const [catalogue] = await Promise.all([
  text("./catalogue.txt"),
  init({ module_or_path: new URL("./full/headroom_bg.wasm", import.meta.url) }),
]);
if (!glue.install(catalogue)) throw new Error("catalogue.txt is not that of this release");

export const loadWords = async (lang) => {
  const words = lang === "zh" ? await text("./words.zh.txt") : await text("./words.en.txt");
  if (!glue.take_words(lang, words)) throw new Error(`the words of ${lang} are not those of this release`);
};
export const { estimate, plan, jobs, csv, decode, encode, schema, models, gpus } = api(glue);
export const { render, read, readRaw } = wordy(glue);
export { HeadroomError };
