"""Reserved memory of a LoRA step under FSDP 1, where gathered parameters come from a stream of their own.

    python sharded.py --shape llama-3-8b --batch 4

Two allocators stand for the two streams. A block that is gathered is let go behind its forward and its backward pass, and may be used
again only when two more were gathered (`limit_all_gathers`; torch: distributed/fsdp/_runtime_utils.py, `_unshard`); the one before it
is gathered ahead (`BACKWARD_PRE`). Embedding and head stay from the first block to the end. Gradients of what is frozen are none.
"""
import argparse
from collections import deque

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import step
from allocator import Allocator, Tape

BEHIND = 2


class Gathering:
    """The stream that gathers, and what it holds for whom."""

    def __init__(self, compute):
        self.compute, self.stream = compute, Allocator()
        self.held, self.waiting = {}, deque()
        self.most = 0
        take = compute.take

        def watched(nbytes):
            block = take(nbytes)
            self.note()
            return block

        compute.take = watched

    def note(self):
        waiting = sum(block.size for block in self.waiting)
        self.most = max(self.most, self.compute.allocated + self.stream.allocated - waiting)

    def gather(self, unit, nbytes):
        if unit in self.held:
            return
        while len(self.waiting) > BEHIND:
            self.stream.give_back(self.waiting.popleft())
        self.held[unit] = self.stream.take(nbytes)
        self.note()

    def let_go(self, unit):
        if unit in self.held:
            self.waiting.append(self.held.pop(unit))

    def backward(self, unit, nbytes):
        self.let_go(unit + 1)
        self.gather(unit, nbytes)
        if unit:
            self.gather(unit - 1, nbytes)


def wrap(model, gathering):
    layers = list(model.model.layers)
    nbytes = 2 * sum(weight.numel() for weight in layers[0].parameters() if not weight.requires_grad)
    for at, layer in enumerate(layers):

        def forward(hidden, *args, inner=layer.forward, at=at, **options):
            gathering.gather(at, nbytes)
            out = inner(hidden, *args, **options)
            gathering.let_go(at)
            made = out[0] if isinstance(out, tuple) else out
            made.register_hook(lambda grad: gathering.backward(at, nbytes))
            return out

        layer.forward = forward


def count(options):
    compute = Allocator()
    with FakeTensorMode(allow_non_fake_inputs=True), Tape(compute):
        model = step.build(options.shape, options.kernels == "fused", False)
        compute.empty_cache()
        standing = compute.allocated
        gathering = Gathering(compute)
        wrap(model, gathering)
        root = 2 * sum(weight.numel() for weight in (model.model.embed_tokens.weight, model.lm_head.weight))
        trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        moments = []
        for _ in range(2):
            compute.forget_peaks()
            gathering.stream.forget_peaks()
            gathering.most = 0
            gathering.gather("root", root)
            ids = torch.zeros(options.batch, options.length, dtype=torch.long)
            with torch.autocast("cpu", torch.bfloat16):
                loss = step.loss_of(model, ids, options.loss)
            loss.backward()
            del loss
            for unit in list(gathering.held):
                gathering.let_go(unit)
            moments = moments or [torch.empty_like(x) for x in trained for _ in range(2)]
            for parameter in trained:
                parameter.grad = None
    comes = gathering.most - standing
    slack = compute.most_reserved + gathering.stream.most_reserved - gathering.most
    own = compute.most_reserved - compute.most_allocated
    print(f"comes and goes {comes / step.GIB:.2f} GiB, slack {slack / step.GIB:.2f}, of which {own / step.GIB:.2f} in the stream that computes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--shape", choices=step.SHAPES, default="llama-3-8b")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--length", type=int, default=4096)
    parser.add_argument("--loss", choices=("fused-linear", "eager"), default="fused-linear")
    parser.add_argument("--kernels", choices=("eager", "fused"), default="fused")
    count(parser.parse_args())
