//! What CUDA and NCCL add to tensors.
use super::dims::View;
use super::report::Instant;
use super::sources::CUBLAS;
use super::term::{Term, TermId};
use crate::expr::{num, sym};
use crate::units::SizeUnit;

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
}
