/** What the package gives. Sizes are bytes, times seconds unless a name says hours. */

/** A link (address, fragment, query) or settings by key; `undefined` and `null` leave a setting at its default. */
export type Input = string | Settings;

/** Settings by key, as links have them; `2.KEY` is that of a second scenario. See `schema()`. */
export type Settings = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export interface Options {
  /** Settings that cannot be read stay at their defaults instead of being an error. */
  lenient?: boolean;
}

export type State = "fits" | "borderline" | "does-not-fit";

export interface Source {
  title: string;
  url: string | null;
  date: string | null;
  kind: "measured" | "vendor" | "paper" | "code" | "derived" | "assumed";
}

export interface Range {
  low: number;
  typical: number;
  high: number;
}

/** Memory of one GPU in each figure. */
export interface Metrics {
  allocated: number;
  reserved: number;
  driver: number;
  /** What has to fit. */
  needed: number;
}

/** A line with its formula, in symbols and in numbers. */
export interface Line {
  /** A name that is never given another meaning. */
  id: string;
  formula: string;
  numbers: string;
  symbols: Record<string, number>;
  source: Source | null;
}

export interface MemoryLine extends Line {
  bytes: number;
  family: string;
  divides: { over: "whole" | "shards" | "model" | "both" | "context"; by: number };
  tags: string[];
  in: (keyof Metrics)[];
}

export interface BytesLine extends Line {
  bytes: number;
}

export interface SecondsLine extends Line {
  seconds: number;
  hidden_s?: number;
}

export interface AmountLine extends Line {
  amount: number;
  range: Range;
  basis: "entered" | "listed" | "stated";
}

export interface Fits {
  state: State;
  usable_bytes: number;
}

export interface InputValue {
  key: string;
  group: string;
  value: string | number | string[] | null;
  unit: string | null;
  /** `stated`: somebody set it; else who assumes it. */
  from: "stated" | "stack" | "default";
  by: string | null;
  default: string;
}

export interface Unknown {
  unknown: string;
}

interface Head<F extends string> {
  format: F;
  schema: 1;
  /** The release that computed. */
  version: string;
  /** Revision of defaults and catalogues. */
  cat: string;
}

export interface Bill {
  total: Range;
  lines: AmountLine[];
}

export interface Estimate extends Head<"headroom.estimate"> {
  link: string;
  settings: Record<string, string>;
  inputs: InputValue[];
  derived: { parameters: number; trainable: number; global_batch: number; tokens_per_step: number; gpus: number };
  verdict: {
    state: State;
    per: "gpu";
    needed_bytes: number;
    low_bytes: number;
    high_bytes: number;
    usable_bytes: number;
    worst: string;
    regime: string;
    beyond: string[];
    calibrated: boolean;
  };
  memory: {
    peaks_bytes: Metrics;
    instants: { moment: string; planned: boolean; totals_bytes: Metrics; lines: MemoryLine[] }[];
  };
  host: {
    processes: number;
    worst: string;
    peak_bytes: number;
    low_bytes: number;
    high_bytes: number;
    verdict: Fits | null;
    instants: { moment: string; planned: boolean; total_bytes: number; verdict: Fits | null; lines: BytesLine[] }[];
  };
  disk: {
    checkpoint_bytes: number;
    checkpoint: BytesLine[];
    run_bytes: number;
    run: BytesLine[];
    peak_bytes: number;
    written: number;
    kept: number;
    save_s: number;
    load_s: number;
    verdict: Fits | null;
  };
  time:
    | Unknown
    | {
        run_s: number;
        low_s: number;
        high_s: number;
        gpu_hours: number;
        steps: number;
        tokens: number;
        real_tokens: number;
        lines: SecondsLine[];
        step: {
          step_s: number;
          low_s: number;
          high_s: number;
          tokens: number;
          tokens_per_s_per_gpu: number;
          mfu: number;
          hfu: number;
          bubble_share: number;
          doubts: string[];
          lines: SecondsLine[];
        };
      };
  cost: {
    currency: string;
    gpu_hours: Range;
    price:
      | Unknown
      | {
          gpu_hour: Range;
          rows: { provider: string; currency: string; amount: number; date: string; source: Source }[];
          converted_at: number | null;
        };
    rent: Bill | null;
    own: Bill | null;
    break_even: { never: true } | { hours_a_month: Omit<Range, "high"> & { /** Null: at the cheapest rent, owning never pays. */ high: number | null }; beyond_a_month: boolean; formula: string } | null;
    energy_kwh: Range | null;
    api: number | null;
  } | null;
}

export interface Comparison extends Head<"headroom.comparison"> {
  link: string;
  settings: Record<string, string>;
  scenarios: Estimate[];
}

export interface Machines {
  gpu: string;
  gpus: number;
  per_node: number;
  nodes: number;
  method: string;
  sharding: string;
  offload: string;
  checkpointing: string;
  loss: string | null;
  tensor: number;
  pipeline: number;
  context: number;
  expert: number;
  micro_batch: number;
  accumulation: number;
}

export interface Choice {
  link: string;
  machines: Machines;
  verdict: {
    state: State;
    peaks_bytes: Metrics;
    low_bytes: number;
    high_bytes: number;
    usable_bytes: number;
    worst: string;
  };
  time: { step_s: number; hours: number; low_h: number; high_h: number; gpu_hours: number; cost: number | null } | null;
}

export interface Plan extends Head<"headroom.plan"> {
  link: string;
  looked_at: number;
  within_h: number | null;
  budget: number | null;
  currency: string | null;
  minimum: Choice | null;
  recommended: Choice | null;
  nearest: Choice | null;
  cheapest: Choice | null;
  front: Choice[];
  rejected: {
    machines: Machines;
    short: "gpu" | "host";
    moment: string;
    needed_bytes: number;
    usable_bytes: number;
  }[];
}

export interface Jobs extends Head<"headroom.jobs"> {
  link: string;
  gpu_hours: Range;
  jobs: {
    name: string;
    gpu: string | null;
    gpus: number;
    hours: Range;
    runs: number;
    monthly: boolean;
    within_h: number | null;
    gpu_hours: Range;
  }[];
  pools: {
    gpu: string | null;
    gpus: number;
    shrunk_to: number;
    gpu_hours: Range;
    peak_gpus: number;
    peak_gpus_wanted: number;
    ends_h: number;
    utilisation: number;
    outcomes: { job: string; whole: Outcome | null; shrunk: Outcome | null }[];
  }[];
  without_pool: string[];
}

/** When the last run of a job ends, and how late that is. */
export interface Outcome {
  end_h: number;
  late_h: number;
}

export interface Decoded {
  /** The canonical link. */
  link: string;
  settings: Record<string, string>;
  /** What could not be read, and what else to know. */
  notices: { kind: string; about: string }[];
}

export interface Schema extends Head<"headroom.inputs"> {
  grammar: number;
  inputs: {
    key: string;
    group: string;
    kind: "model" | "gpu" | "family" | "choice" | "list" | "integer" | "number";
    unit: string | null;
    default: string;
    choices: string[] | null;
    bounds: { min: number; max: number; decimals: number } | null;
  }[];
}

export interface Models extends Head<"headroom.models"> {
  models: {
    id: string;
    name: string;
    repository: string;
    aliases: string[];
    type: string;
    parameters: number;
    active: number;
    hidden: number;
    layers: number;
    heads: number;
    kv_heads: number;
    head_dim: number;
    vocab: number;
    tied: boolean;
    experts: boolean;
    positions: number | null;
  }[];
}

export interface Gpus extends Head<"headroom.gpus"> {
  gpus: {
    id: string;
    name: string;
    generation: string;
    label_gb: number;
    usable_gib: number;
    usable_verified: boolean;
    usable_source: Source;
    bandwidth_gbs: number | null;
    bf16_tflops: number | null;
    fp16_tflops: number | null;
    fp8_tflops: number | null;
    fp4_tflops: number | null;
    fp32_tflops: number | null;
    rates_verified: boolean;
    rates_source: Source;
    tdp_w: number | null;
  }[];
}

/** What cannot be read or computed. */
export class HeadroomError extends Error {
  kind: "unread" | "scenario" | "jobs" | "import" | "format" | "nothing";
  notices?: Decoded["notices"];
  of?: { scenario: number; issues: { kind: string; key: string; value: string }[] } | null;
  row?: number;
}

/** What a run needs. A comparison gives a `Comparison`. */
export function estimate(input: Input, options?: Options): Estimate | Comparison;
/** Which hardware and layout: some seconds at most. */
export function plan(input: Input, options?: Options): Plan;
/** A link's table of jobs against its pools. */
export function jobs(input: Input, options?: Options): Jobs;
export function csv(input: Input, options?: Options & { of?: "estimate" | "plan" | "jobs" }): string;
/** Never fails: what could not be read is in `notices`. */
export function decode(link: string): Decoded;
/** The canonical link of settings. */
export function encode(settings: Settings): string;
/** The link of a JSON document that Headroom wrote. */
export function read(text: string): Decoded;
export function schema(): Schema;
export function models(): Models;
export function gpus(): Gpus;
