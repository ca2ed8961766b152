// For Node: read from disk at once, nothing to wait for.
import { readFileSync } from "node:fs";
import * as glue from "./core/headroom.js";
import { HeadroomError, api } from "./api.js";

const file = (name) => readFileSync(new URL(name, import.meta.url));
glue.initSync({ module: file("./core/headroom_bg.wasm") });
if (!glue.install(file("./catalogue.txt").toString())) throw new Error("catalogue.txt is not that of this release");

export const { estimate, plan, jobs, csv, decode, encode, read, schema, models, gpus } = api(glue);
export { HeadroomError };
