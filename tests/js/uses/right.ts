// Every function and every type of the package, as a program of somebody else uses them.
import {
  HeadroomError,
  csv,
  decode,
  encode,
  estimate,
  gpus,
  jobs,
  models,
  plan,
  read,
  schema,
  type AmountLine,
  type Bill,
  type BytesLine,
  type Choice,
  type Comparison,
  type Decoded,
  type Estimate,
  type Fits,
  type Gpus,
  type Input,
  type InputValue,
  type Jobs,
  type Line,
  type Machines,
  type MemoryLine,
  type Metrics,
  type Models,
  type Options,
  type Outcome,
  type Plan,
  type Range,
  type Schema,
  type SecondsLine,
  type Settings,
  type Source,
  type State,
  type Unknown,
} from "headroom-planner";
import * as words from "headroom-planner/words";

const settings: Settings = { m: "qwen2.5-7b", method: "qlora", s: 4096, t: ["q", "v"], dora: true, r: undefined, a: null };
const input: Input = settings;
const options: Options = { lenient: true };

const single = (found: Estimate | Comparison): Estimate =>
  found.format === "headroom.comparison" ? found.scenarios[0]! : found;
const run: Estimate = single(estimate(input, options));
const state: State = run.verdict.state;
const needed: number = run.verdict.needed_bytes;
const peaks: Metrics = run.memory.peaks_bytes;
const lines: MemoryLine[] = run.memory.instants.flatMap((instant) => instant.lines);
const sums: number[] = (Object.keys(peaks) as (keyof Metrics)[]).map((metric) =>
  lines.filter((line) => line.in.includes(metric)).reduce((sum, line) => sum + line.bytes, 0),
);
const inHost: Fits | null = run.host.verdict;
const files: BytesLine[] = run.disk.checkpoint;
const asked: InputValue | undefined = run.inputs.find((value) => value.from === "stated");

const slow: SecondsLine[] = "unknown" in run.time ? [] : run.time.step.lines;
const why: string | null = "unknown" in run.time ? run.time.unknown : null;
const hours: number | null = "unknown" in run.time ? null : run.time.run_s / 3600;
const bill: Bill | null = run.cost?.rent ?? null;
const amounts: AmountLine[] = bill?.lines ?? [];
const total: Range | null = bill && bill.total;
const price: Unknown | { gpu_hour: Range } | null = run.cost && run.cost.price;
const breakEven = run.cost?.break_even;
const pays: number | null = breakEven && !("never" in breakEven) ? breakEven.hours_a_month.high : null;
const cited: (Source | null)[] = ([] as Line[]).concat(lines, slow, amounts, files).map((line) => line.source);

const planned: Plan = plan("#m=qwen2.5-72b&n=8");
const chosen: Choice | null = planned.recommended;
const machines: Machines[] = planned.rejected.map((row) => row.machines);
const late: (Outcome | null)[] = (jobs("#jobs=@8") satisfies Jobs).pools.flatMap((pool) => pool.outcomes.map((row) => row.shrunk));
const table: string = csv(input, { of: "jobs", lenient: false });
const back: Decoded = read(JSON.stringify(run));
const link: string = encode(decode("#s=4096").settings);
const inputs: Schema["inputs"] = schema().inputs;
const known: Models["models"] = models().models;
const cards: Gpus["gpus"] = gpus().gpus;

try {
  estimate({ n: 8, tp: 3 });
} catch (error) {
  if (!(error instanceof HeadroomError)) throw error;
  const kind: "unread" | "scenario" | "jobs" | "import" | "format" | "nothing" = error.kind;
  console.log(kind, error.message, error.of?.issues[0]?.key, error.notices?.[0]?.about, error.row);
}

const lang: words.Lang = "zh";
const format: words.Format = "md";
const rendering: words.RenderOptions = { lang, unit: "gb", theme: "dark", lenient: true };
await words.loadWords(lang);
const report: string = words.render(input, format, rendering);
const worded: Decoded = words.read("{}", { lang });
const raw: string = words.readRaw("{}", { lang });
const same: typeof estimate = words.estimate;

console.log(state, needed, sums, inHost, asked, why, hours, total, price, pays, cited, chosen, machines, late, table, back, link);
console.log(inputs, known, cards, report, worded, raw, same);
