//! The constants of the model of time, as tables: one value for everything, one row a GPU, one row a stack.
//!
//! They were fitted to measured runs (`cargo run --release --example refit`); METHOD.md says what each means and how sure it is.
use super::device::{DEVICES, Device};
use super::habits::{HABITS, Habits};

/// Defines a record of constants whose fields a fit can walk over.
macro_rules! constants {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $($(#[$field_doc])* pub $field: f64),+ }

        impl $name {
            /// Hands every constant with its name to `each`.
            pub fn walk(&mut self, each: &mut dyn FnMut(&'static str, &mut f64)) {
                $(each(stringify!($field), &mut self.$field);)+
            }
        }
    };
}
pub(super) use constants;

constants! {
    /// What holds for every GPU and every stack.
    Common {
        /// Share of the peak of memory bandwidth that streaming kernels reach.
        stream,
        /// Traffic of a product's operands over the minimum.
        operands,
        /// Attention, backward over forward.
        attention_backward,
        /// Traffic of a cast to 8 bit over the minimum of 4 bytes.
        cast_eight,
        /// Traffic of a cast to 4 bit over the minimum of 3.2 bytes.
        cast_four,
        /// Share of a forward pass that selective recomputation repeats.
        selective,
        /// NF4 to 16 bit, over reading and writing at memory speed.
        nf4,
        /// GPTQ to 16 bit, ps a weight.
        gptq_ps,
        /// Scaled 8- and 4-bit floats, and int8, to 16 bit, ps a weight.
        float_ps,
        /// Products of experts one after the other, over one large product.
        expert_loop,
        /// Grouped products of experts, over one large product.
        expert_group,
        /// Traffic of permuting tokens to experts over the minimum.
        permute,
        /// Share of permutation and casts that is left where expert products do both.
        fused_experts,
        /// Exposed share of the experts' all-to-all.
        expert_exposed,
        /// Exposed share of tensor-parallel collectives.
        tensor_exposed,
        /// Exposed share of context-parallel exchanges.
        context_exposed,
        /// Exposed share of pipeline sends.
        pipeline_exposed,
        /// Exposed share of what is reduced and gathered once a step.
        step_exposed,
        /// Share of a direct link's bandwidth that collectives reach.
        direct_share,
        /// Share of PCIe's bandwidth that collectives reach.
        pcie_share,
        /// Share of PCIe's bandwidth that copies to and from host memory reach.
        copy_share,
        /// Share of the network's bandwidth that collectives reach.
        network_share,
        /// Latency of a collective, µs.
        latency_us,
        /// Bytes a weight that adding into 32-bit main gradients moves in a micro-step.
        main_gradients,
        /// Traffic of the optimizer over the minimum.
        optimizer,
        /// What the processors of a node read and write, GB/s, when they run the optimizer.
        host_gbs,
        /// Host time under DeepSpeed's ZeRO-3 hooks, over plain.
        hooks,
        /// Host time of an expert layer with grouped products, over a dense layer.
        expert_host,
        /// Share of sharded traffic that never hides over sixteen PCIe lanes of generation 4; more over slower ones.
        pcie_leak,
        /// Host time with quantised weights or casts, added as a share.
        cast_host,
        /// Element-wise traffic with an fp32 residual stream, over eager kernels.
        upcast,
        /// The same with fused norm and activation kernels.
        fused,
        /// The adapters' side branch with fused kernels, over eager.
        fused_adapters,
    }
}

/// One value for everything.
pub const COMMON: Common = Common {
    stream: 0.74,
    operands: 1.0,
    attention_backward: 3.0,
    cast_eight: 1.43,
    cast_four: 2.98,
    selective: 0.851,
    nf4: 2.88,
    gptq_ps: 11.0,
    float_ps: 6.13,
    expert_loop: 0.87,
    expert_group: 0.631,
    permute: 3.13,
    fused_experts: 0.1,
    expert_exposed: 0.3,
    tensor_exposed: 0.4,
    context_exposed: 0.777,
    pipeline_exposed: 0.13,
    step_exposed: 0.322,
    direct_share: 0.527,
    pcie_share: 0.39,
    copy_share: 0.606,
    network_share: 0.85,
    latency_us: 72.8,
    main_gradients: 3.21,
    optimizer: 1.56,
    host_gbs: 202.0,
    hooks: 3.07,
    expert_host: 9.82,
    pcie_leak: 0.429,
    cast_host: 0.51,
    upcast: 1.39,
    fused: 0.412,
    fused_adapters: 1.4,
};

/// All tables.
#[derive(Clone, Debug)]
pub struct Rates {
    /// One value for everything.
    pub common: Common,
    /// One row a GPU.
    pub devices: [Device; DEVICES.len()],
    /// One row a stack.
    pub habits: [Habits; HABITS.len()],
}

impl Rates {
    /// Hands every constant with its name to `each`: what a fit walks over.
    pub fn walk(&mut self, each: &mut dyn FnMut(&str, &mut f64)) {
        self.common.walk(&mut |name, value| each(name, value));
        for device in &mut self.devices {
            let id = device.id;
            device
                .sustained
                .walk(&mut |name, value| each(&[id, name].join("."), value));
        }
        for habits in &mut self.habits {
            let key = habits.key;
            habits
                .overheads
                .walk(&mut |name, value| each(&[key, name].join("."), value));
        }
    }
}

/// The tables that estimates use.
pub static SHIPPED: Rates = Rates {
    common: COMMON,
    devices: DEVICES,
    habits: HABITS,
};
