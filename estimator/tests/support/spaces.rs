//! Random searches of the planner.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]
use crate::support::{self, Rng};
use estimator::hardware;
use estimator::plan::{Goal, Progress, Search, Space};
use estimator::scenario::{Draft, Method, Param};

const STACKS: &[&str] = &[
    "trl",
    "hf",
    "deepspeed",
    "torchtune",
    "torchtitan",
    "megatron",
    "unsloth",
    "litgpt",
    "colossalai",
    "axolotl",
    "fsdp-qlora",
    "xtuner",
];
const MODELS: &[&str] = &[
    "llama-3.1-8b",
    "llama-2-7b",
    "qwen2.5-0.5b",
    "llama-3.1-70b",
    "mixtral-8x7b",
    "qwen2.5-32b",
];
/// Methods that a space may have.
pub const METHODS: &[Method] = &[Method::Full, Method::Lora, Method::Qlora];

/// A draft that people might plan, and a small space around it.
pub fn usual(rng: &mut Rng) -> (Draft, Space, Goal) {
    let draft = Draft::default()
        .with(Param::Stack, rng.text(STACKS))
        .with(Param::Model, rng.text(MODELS))
        .with(Param::Method, rng.text(Method::KEYS))
        .with(
            Param::Sequence,
            rng.text(&["512", "2048", "4096", "8192", "32768"]),
        )
        .with(
            Param::Checkpointing,
            rng.text(&["", "full", "none", "selective"]),
        )
        .with(Param::MeanLength, rng.text(&["", "", "400"]))
        .with(Param::Evaluation, rng.text(&["", "yes"]))
        .with(Param::Loss, rng.text(&["", "", "", "eager", "fused-ce"]))
        .with(Param::Ram, rng.text(&["", "", "64", "256", "2048"]));
    space(rng, draft)
}

/// Any draft at all.
pub fn odd(rng: &mut Rng) -> (Draft, Space, Goal) {
    let (draft, _) = support::valid(rng);
    space(rng, draft)
}

fn space(rng: &mut Rng, draft: Draft) -> (Draft, Space, Goal) {
    let all = hardware::catalogue();
    let gpus: Vec<String> = (0..=rng.below(2))
        .map(|_| rng.pick(all).id.to_string())
        .collect();
    let usual = ["a100-sxm-80gb", "h100-sxm-80gb", "rtx-4090", "l4"];
    let gpus = if rng.one_in(2) {
        gpus
    } else {
        vec![rng.text(&usual).to_owned()]
    };
    let unpriced = rng.one_in(4);
    let prices = gpus
        .iter()
        .filter_map(|id| {
            let price = f64::from(*rng.pick(&[1_u8, 2, 3, 5, 9, 20, 33])) / 8.0;
            (!unpriced && !rng.one_in(6)).then(|| (id.clone(), price))
        })
        .collect();
    let hours = [None, Some(1.0), Some(8.0), Some(50.0)];
    let space = Space {
        gpus,
        most_gpus: *rng.pick(&[1, 2, 8, 16, 24]),
        methods: if rng.one_in(3) {
            METHODS.to_vec()
        } else {
            vec![*rng.pick(METHODS)]
        },
        vary_checkpointing: rng.one_in(2),
        vary_loss: rng.one_in(2),
        vary_offload: rng.one_in(2),
        sequences: *rng.pick(&[1, 8, 16, 24, 32, 64, 128]),
    };
    let goal = Goal {
        hours: *rng.pick(&hours),
        spend: *rng.pick(&[None, None, Some(20.0), Some(200.0)]),
        prices,
    };
    (draft, space, goal)
}

/// What makes a space.
pub type Make = fn(&mut Rng) -> (Draft, Space, Goal);

/// A search with at most about `most` candidates, so that brute force is affordable.
pub fn small(rng: &mut Rng, most: u64, make: Make) -> (Draft, Search, Goal) {
    loop {
        let (draft, mut space, goal) = make(rng);
        while let Ok(search) = Search::new(&draft, space.clone(), &goal) {
            let total = search.progress().total;
            if total > 0 && total <= most {
                return (draft, search, goal);
            }
            if total == 0 || space.most_gpus == 1 {
                break;
            }
            space.most_gpus /= 2;
        }
    }
}

/// Goes through a search.
pub fn run(search: &mut Search, budget: u64) -> Progress {
    loop {
        let progress = search.step(budget);
        if progress.done {
            return progress;
        }
    }
}
