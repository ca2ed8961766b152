// The same questions in Node and in a browser.
const LINKS = [
  "#v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&g=rtx-4090&s=4096",
  "#v=1&cat=2026-12&m=llama-3.1-70b&method=full&g=h100-sxm-80gb&n=8&nodes=4&shard=fsdp&s=8192",
  "#v=1&cat=2026-12&m=qwen2.5-72b&method=lora&g=a100-sxm-80gb&n=8&shard=zero3&2.s=32768&3.method=qlora",
];
const JOBS = "#jobs=%4064_h100-sxm-80gb%7Enightly_8_4-5-7_2_48%7Eweekly_16_12_4m";

/** Answers of every function, as one text each. */
export const asked = (core, words) => {
  const told = {};
  const tell = (name, value) => (told[name] = typeof value === "string" ? value : JSON.stringify(value));
  for (const [number, link] of LINKS.entries()) {
    tell(`estimate ${number}`, core.estimate(link));
    tell(`csv ${number}`, core.csv(link));
    tell(`decode ${number}`, core.decode(link));
    tell(`read ${number}`, core.read(JSON.stringify(core.estimate(link))));
    for (const lang of ["en", "zh"]) tell(`sentence ${number} ${lang}`, words.render(link, "sentence", { lang }));
    tell(`report ${number}`, words.render(link, "md", { lang: "zh", unit: "gb" }));
  }
  tell("figure", words.render(LINKS[1], "svg", { lang: "en", theme: "dark" }));
  tell("plan", core.plan("#m=qwen2.5-7b&g=rtx-4090&pg=this"));
  tell("jobs", core.jobs(JOBS));
  tell("encode", core.encode({ m: "qwen2.5-7b", t: ["q", "v"], dora: true }));
  for (const list of ["schema", "models", "gpus"]) tell(list, core[list]());
  try {
    core.estimate({ n: 8, tp: 3 });
  } catch (error) {
    tell("error", { name: error.name, kind: error.kind, of: error.of });
  }
  return told;
};
