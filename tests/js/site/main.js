// In a bundle, in a browser: what `asked` gives there, for the test to read.
import * as core from "headroom-planner";
import * as words from "headroom-planner/words";
import { asked } from "./asked.js";

await Promise.all([words.loadWords("en"), words.loadWords("zh")]);
globalThis.answers = asked(core, words);
