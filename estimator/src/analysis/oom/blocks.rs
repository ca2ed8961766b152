//! Sizes in which PyTorch asks the driver for memory (`c10/cuda/CUDACachingAllocator.cpp`, `get_allocation_size`): the message
//! prints these, not the size of the tensor.
use super::printed::Printed;

const MIB: f64 = 1_048_576.0;
/// `kRoundLarge`: from 10 MiB on.
const LARGE: f64 = 2.0 * MIB;
/// `kRoundLarge` up to PyTorch 1.0.
const LARGE_BEFORE: f64 = MIB / 8.0;
/// `kMinBlockSize`.
const LEAST: f64 = 512.0;
/// Smallest request that tells anything. Below 10 MiB (`kMinLargeAlloc`) every tensor asks for 20 MiB (1 MiB and less: 2 MiB); just
/// above, multiples of 2 MiB are so few that some tensor has each of these sizes.
pub(super) const TELLING: f64 = 32.0 * MIB;
/// Widest tolerance that still tells tensors apart, as a share.
const SHARPEST: f64 = 0.005;

fn up(bytes: f64, to: f64) -> f64 {
    (bytes / to).ceil() * to
}

/// Whether a block of 2 MiB pages would be printed like this.
pub(super) fn pages(request: Printed) -> bool {
    let nearest = (request.value.get() / LARGE).round() * LARGE;
    request.shows(nearest)
}

/// Whether the request is so small that many tensors make it.
pub(super) fn shared_by_many(request: Printed) -> bool {
    request.value.get() < TELLING
}

/// Whether the request was printed with too few digits.
pub(super) fn coarse(request: Printed) -> bool {
    request.half > request.value.get() * SHARPEST * (1.0 + 1e-9)
}

/// Whether the size of a request tells anything.
pub(super) fn tells(request: Printed) -> bool {
    !shared_by_many(request) && !coarse(request)
}

/// Whether a tensor of `bytes` makes this request.
pub(super) fn matches(bytes: f64, request: Printed) -> bool {
    if bytes < TELLING {
        return false;
    }
    if pages(request) && request.shows(up(bytes, LARGE)) {
        return true;
    }
    // Printed in GiB, pages and blocks often look alike; in MiB only old releases print what is no multiple of 2.
    let gib = request.value.get() > 1024.0 * MIB;
    let old = !pages(request) && request.shows(up(bytes, LARGE_BEFORE));
    old || ((gib || !pages(request)) && request.shows(up(bytes, LEAST)))
}

/// The tensors that make this request: from (exclusive) and to, bytes.
pub(super) fn range(request: Printed) -> (f64, f64) {
    let value = request.value.get();
    let rounded = if request.half > 0.0 { LARGE } else { LEAST };
    (value - request.half - rounded, value + request.half)
}
