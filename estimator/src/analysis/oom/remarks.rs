//! What else the figures of a message show.
use super::blocks;
use super::message::Message;
use super::printed::Printed;
use crate::memory::{MemoryReport, State};
use crate::scenario::Scenario;
use crate::units::Bytes;

/// A remark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remark {
    /// So small that many tensors make the request (of up to 1 MiB they ask for 2 MiB, of up to 10 MiB for 20 MiB): memory was full,
    /// and this was merely the next tensor.
    SaysNothing,
    /// Printed with too few digits to tell tensors apart.
    TooFewDigits,
    /// PyTorch asks for multiples of 2 MiB: the size was not printed by it, or by a release before 1.1.
    NoBlockSize,
    /// More than was asked for lay unused in the allocator, in pieces: fragmentation.
    Fragmented {
        /// Reserved but not allocated.
        unused: Bytes,
    },
    /// Memory of the card that is neither free nor PyTorch's, beyond a CUDA context: another process, or communicators.
    Elsewhere {
        /// How much.
        bytes: Bytes,
    },
    /// The request alone is larger than the card.
    LargerThanCard,
    /// The card in the message is not the scenario's.
    OtherCard {
        /// Memory of the card in the message.
        total: Bytes,
    },
    /// Figures that no message of PyTorch has together: one of them was not printed by it, or was read wrongly.
    Contradiction(Contradiction),
    /// The scenario as given fits its card, which is the message's: look for another process, a launcher that does not divide, or a feature that is off.
    ShouldFit {
        /// By how much, GiB.
        margin_gib: f64,
    },
}

/// Figures that contradict one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// More in tensors than the allocator holds, tensors included.
    AllocatedAboveReserved,
    /// More free than the card has.
    FreeAboveTotal,
    /// A card of no memory.
    NoMemory,
}

/// Beyond a CUDA context, GiB: communicators and libraries.
const BESIDE_GIB: f64 = 1.5;
/// Totals of one card differ by driver and ECC.
const SAME_CARD: f64 = 0.04;

pub(super) fn of(message: &Message, report: &MemoryReport, scenario: &Scenario) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let request = message.requested;
    if blocks::shared_by_many(request) {
        remarks.push(Remark::SaysNothing);
    } else if blocks::coarse(request) {
        remarks.push(Remark::TooFewDigits);
    } else if !blocks::pages(request) {
        remarks.push(Remark::NoBlockSize);
    }
    if let Some(unused) = message.unallocated
        && unused.value >= request.value
    {
        remarks.push(Remark::Fragmented {
            unused: unused.value,
        });
    }
    let wrong = contradictions(message);
    remarks.extend(wrong.iter().copied().map(Remark::Contradiction));
    remarks.extend(elsewhere(message, scenario));
    let mut same = true;
    let total = message.total;
    if let Some(total) = total.filter(|_| !wrong.contains(&Contradiction::NoMemory)) {
        if request.value > total.value {
            remarks.push(Remark::LargerThanCard);
        }
        let share = total.value.as_gib() / scenario.cluster.gpu.usable() - 1.0;
        same = share.abs() <= SAME_CARD;
        if !same {
            // Nothing that follows is of use to whoever overlooks it.
            remarks.insert(0, Remark::OtherCard { total: total.value });
        }
    }
    // What fits the form's card says nothing of a run on another.
    if same && report.verdict.state == State::Fits {
        remarks.push(Remark::ShouldFit {
            margin_gib: report.verdict.margin_gib,
        });
    }
    remarks
}

/// What cannot be, beyond the last digits that were printed.
fn contradictions(message: &Message) -> Vec<Contradiction> {
    let above = |larger: Option<Printed>, smaller: Option<Printed>| {
        let pair = larger.zip(smaller);
        pair.is_some_and(|(a, b)| a.value.get() - a.half > (b.value.get() + b.half) * (1.0 + 1e-9))
    };
    let nothing = message.total.is_some_and(|total| total.value.get() <= 0.0);
    let all = [
        (
            Contradiction::AllocatedAboveReserved,
            above(message.allocated, message.reserved),
        ),
        (
            Contradiction::FreeAboveTotal,
            !nothing && above(message.free, message.total),
        ),
        (Contradiction::NoMemory, nothing),
    ];
    let found = all.into_iter().filter(|(_, holds)| *holds);
    found.map(|(which, _)| which).collect()
}

/// Total less free less what PyTorch reserved, where that is more than a context and communicators.
fn elsewhere(message: &Message, scenario: &Scenario) -> Option<Remark> {
    let (total, free, reserved) = (message.total?, message.free?, message.reserved?);
    let bytes = total.value.less(free.value).less(reserved.value);
    let usual = Bytes::gib(scenario.cluster.gpu.context_gib().value + BESIDE_GIB);
    (bytes > usual).then_some(Remark::Elsewhere { bytes })
}
