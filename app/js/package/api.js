// Texts of the compiled code as values. `glue` is what wasm-bindgen made; see index.d.ts for what each function does.

export class HeadroomError extends Error {
  constructor(found) {
    super(found.message);
    this.name = "HeadroomError";
    Object.assign(this, found);
  }
}

// What the compiled code throws is JSON, but for what is broken in itself.
const call = (run) => {
  try {
    return run();
  } catch (error) {
    if (typeof error !== "string") throw error;
    throw new HeadroomError(JSON.parse(error));
  }
};

const escaped = (text) => String(text).replace(/[&#+]/g, (sign) => encodeURIComponent(sign));

// A link, or settings by key as one.
const linkOf = (input) => {
  if (typeof input === "string") return input;
  const pairs = Object.entries(input ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const text = (value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return Array.isArray(value) ? value.join("_") : value;
  };
  return "#" + pairs.map(([key, value]) => `${escaped(key)}=${escaped(text(value))}`).join("&");
};

export const api = (glue) => {
  const document = (input, format, options) =>
    call(() => glue.document(linkOf(input), format, options?.lenient ?? false));
  const json = (format) => (input, options) => JSON.parse(document(input, format, options));
  const list = (name) => () => JSON.parse(glue[name]());
  const decode = (link) => JSON.parse(glue.decode(link));
  return {
    estimate: json("json"),
    plan: json("plan-json"),
    jobs: json("jobs-json"),
    csv: (input, options) => document(input, `${options?.of && options.of !== "estimate" ? `${options.of}-` : ""}csv`, options),
    decode,
    encode: (settings) => decode(linkOf(settings)).link,
    read: (text) => JSON.parse(call(() => glue.import_json(text))),
    schema: list("schema"),
    models: list("models"),
    gpus: list("gpus"),
  };
};

export const wordy = (glue, load) => ({
  render: (input, format, options = {}) => {
    const { lang = "en", unit = "gib", theme = "auto", lenient = false } = options;
    load?.(lang);
    return call(() => glue.render(linkOf(input), format, lang, unit, theme, lenient));
  },
  read: (text, options = {}) => {
    const lang = options.lang ?? "en";
    load?.(lang);
    return JSON.parse(call(() => glue.import_worded(text, lang)));
  },
  readRaw: (text, options = {}) => {
    const lang = options.lang ?? "en";
    load?.(lang);
    return call(() => glue.import_raw(text, lang));
  },
});
