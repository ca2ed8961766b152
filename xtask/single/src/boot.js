// What a page in one file has in place of a server: its files lie in data scripts of the page.
const inside = (name) => document.querySelector(`script[data-file="${CSS.escape(name)}"]`)?.textContent;
const bytes = (name) => Uint8Array.from(atob(inside(name)), (sign) => sign.charCodeAt(0));
globalThis.fetch = async (asked) => {
  const name = String(asked.url ?? asked).split(/[?#]/)[0].split("/").pop();
  const text = inside(name);
  return text === undefined ? new Response("", { status: 404 }) : new Response(JSON.parse(text));
};
const packed = {
  code: () => CODE,
  wasm: () => bytes("page.wasm"),
  tools: async () => {
    const glue = GLUE;
    const { api, wordy } = API;
    await glue.default({ module_or_path: bytes("tools.wasm") });
    glue.install(JSON.parse(inside("catalogue.txt")));
    const loadWords = async (lang) => glue.take_words(lang, JSON.parse(inside(`words.${lang}.txt`)));
    return { ...api(glue), ...wordy(glue), loadWords };
  },
};
let tools;
