// For browsers and bundlers: the code and the catalogue are fetched beside this file.
import init, * as glue from "./core/headroom.js";
import { HeadroomError, api } from "./api.js";

const [catalogue] = await Promise.all([
  fetch(new URL("./catalogue.txt", import.meta.url)).then((answer) => answer.text()),
  init({ module_or_path: new URL("./core/headroom_bg.wasm", import.meta.url) }),
]);
if (!glue.install(catalogue)) throw new Error("catalogue.txt is not that of this release");

export const { estimate, plan, jobs, csv, decode, encode, read, schema, models, gpus } = api(glue);
export { HeadroomError };
