//! What CUDA and NCCL add to tensors.
use super::dims::View;
use super::report::Instant;
use super::sources::{CUBLAS, NCCL};
use super::term::{Tag, Term, TermId};
use crate::expr::{num, sym};
use crate::num::float;
use crate::scenario::Sharding;
use crate::units::SizeUnit;

/// NCCL buffers of one communicator, GiB.
const COMMUNICATOR_GIB: f64 = 0.25;

impl View<'_> {
    /// cuBLAS workspace, which PyTorch allocates from its own pool: two chunks of 4 MiB and eight of 16 KiB.
    pub(super) fn workspace() -> Term {
        let chunks = num(4096.0) * num(1024.0) * num(2.0) + num(16.0) * num(8.0) * num(1024.0);
        Term::new(TermId::Workspace, chunks, CUBLAS)
    }

    /// Adds slack, context and communicators to every moment.
    pub(super) fn add_overheads(&self, instants: &mut [Instant], cache: bool) {
        let (context, communicators) = (self.context(), self.communicators());
        let both = [Some(&context), communicators.as_ref()];
        let bytes = both.iter().flatten().map(|term| term.bytes().get()).sum();
        self.add_slack(instants, cache.then_some(bytes));
        for instant in instants {
            instant.terms.extend(both.into_iter().flatten().cloned());
        }
    }

    /// CUDA context and kernels of this card.
    fn context(&self) -> Term {
        let context = self.scenario.cluster.gpu.context_gib();
        Term::new(
            TermId::Context,
            sym("C", context.value) * num(SizeUnit::Gib.bytes()),
            &context.source,
        )
    }

    /// One communicator for each direction of parallelism.
    fn communicators(&self) -> Option<Term> {
        let layout = self.scenario.layout;
        let directions = [
            layout.data.saturating_mul(layout.context),
            layout.tensor,
            layout.pipeline,
            layout.expert,
        ];
        let used: f64 = directions
            .iter()
            .map(|ranks| float(u64::from(*ranks > 1)))
            .sum();
        (used > 0.0 && self.scenario.sharding != Sharding::LayerSplit).then(|| {
            Term::new(
                TermId::Communicators,
                sym("n_c", used) * num(COMMUNICATOR_GIB * SizeUnit::Gib.bytes()),
                NCCL,
            )
            .tagged(Tag::Inferred)
        })
    }
}
