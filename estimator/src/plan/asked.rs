//! What a scenario's own inputs ask of a search.
use super::goal::Goal;
use super::space::Space;
use crate::cost::HourPrice;
use crate::hardware;
use crate::scenario::{Method, PlanGpus, PlanMethods, Scenario};

/// GPUs that people rent, beside the one in the form.
const COMMON: [&str; 7] = [
    "rtx-4090",
    "a10",
    "l40s",
    "a100-sxm-80gb",
    "h100-sxm-80gb",
    "h200-sxm-141gb",
    "b200-sxm-180gb",
];

impl Space {
    /// What a scenario's wishes let vary around it.
    pub fn asked(scenario: &Scenario) -> Self {
        let mut space = Self::around(scenario);
        let mut add = |id: &str| {
            if hardware::find(id).is_some() && !space.gpus.iter().any(|known| known == id) {
                space.gpus.push(id.to_owned());
            }
        };
        match scenario.wishes.gpus {
            PlanGpus::This => {}
            PlanGpus::Common => COMMON.into_iter().for_each(&mut add),
            PlanGpus::Priced => {
                for gpu in hardware::catalogue() {
                    if price(scenario, &gpu.id).is_some() {
                        add(&gpu.id);
                    }
                }
            }
        }
        let methods: &[Method] = match scenario.wishes.methods {
            PlanMethods::This => &[],
            PlanMethods::Lora => &[Method::Lora],
            PlanMethods::Adapters => &[Method::Lora, Method::Qlora],
        };
        for method in methods {
            if !space.methods.contains(method) {
                space.methods.push(*method);
            }
        }
        space
    }
}

impl Goal {
    /// Deadline, budget, and the prices of the GPUs of a space, where they are known.
    pub fn asked(scenario: &Scenario, space: &Space) -> Self {
        let priced = space.gpus.iter().filter_map(|id| {
            let price = price(scenario, id)?;
            Some((id.clone(), price))
        });
        Self {
            hours: scenario.data.deadline,
            spend: scenario.wishes.budget,
            prices: priced.collect(),
        }
    }
}

/// The typical price of a GPU-hour; what was entered is that of the GPU in the form.
fn price(scenario: &Scenario, id: &str) -> Option<f64> {
    let mut money = scenario.money;
    if id != scenario.cluster.gpu.id {
        money.gpu_hour = None;
    }
    let price = HourPrice::of(id, &money).ok()?;
    Some(price.range.typical)
}
