/** All of the package, and texts for people in English and Chinese. */
import type { Decoded, Input, Options } from "./index.js";
export * from "./index.js";

export type Lang = "en" | "zh";

export type Format =
  | "json"
  | "csv"
  | "md"
  | "html"
  | "svg"
  | "sentence"
  | "embed"
  | "plan-json"
  | "plan-csv"
  | "plan-md"
  | "jobs-json"
  | "jobs-csv"
  | "jobs-md";

export interface RenderOptions extends Options {
  lang?: Lang;
  unit?: "gib" | "gb";
  theme?: "auto" | "light" | "dark";
}

/** Fetches the words of a language; needed before `render` in a browser. */
export function loadWords(lang: Lang): Promise<void>;
export function render(input: Input, format: Format, options?: RenderOptions): string;
/** The link of a JSON document that Headroom wrote, with messages in a language. */
export function read(text: string, options?: { lang?: Lang }): Decoded;
/** The settings of such a document as a fragment, what cannot be read included: `decode` then says what that is. */
export function readRaw(text: string, options?: { lang?: Lang }): string;
