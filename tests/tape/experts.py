"""What Mixtral's experts keep for their backward pass, and what that adds, in bytes a token, counted on the CPU.

    python experts.py

Needs torch and transformers 5. Prints every tensor that is alive after the forward pass and at the peak of the backward pass, experts
one after the other (`eager`) and in one product (`grouped_mm`), frozen and trained.
"""
import weakref
from collections import Counter

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten
from transformers import MixtralConfig
from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock

TOKENS, HIDDEN, WIDTH, EXPERTS, ACTIVE = 2048, 128, 512, 4, 2


class Alive(TorchDispatchMode):
    """Storages of at least a number a token, by the operation that made them."""

    def __init__(self, known):
        super().__init__()
        self.known = {storage._cdata for storage in known}
        self.live, self.most, self.at_most = {}, 0, Counter()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for tensor in tree_flatten(made)[0]:
            if isinstance(tensor, torch.Tensor):
                self.note(tensor, str(function))
        return made

    def note(self, tensor, function):
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key in self.live or key in self.known or storage.nbytes() < TOKENS:
            return
        self.live[key] = storage.nbytes(), (function, tensor.shape[-1], str(tensor.dtype))
        weakref.finalize(storage, self.live.pop, key, None)
        total = sum(size for size, _ in self.live.values())
        if total > self.most:
            self.most, self.at_most = total, self.tensors()

    def tensors(self):
        sizes = Counter()
        for size, name in self.live.values():
            sizes[name] += size / TOKENS
        return sizes


def show(title, sizes):
    print(f"  {title}: {sum(sizes.values()):.0f} bytes a token")
    for (function, width, dtype), size in sorted(sizes.items()):
        print(f"    {size:7.0f}  {function}, {width} wide, {dtype}")


def count(implementation, train):
    config = MixtralConfig(hidden_size=HIDDEN, intermediate_size=WIDTH, num_local_experts=EXPERTS, num_experts_per_tok=ACTIVE)
    config._experts_implementation = implementation
    block = MixtralSparseMoeBlock(config).to(torch.bfloat16)
    for parameter in block.parameters():
        parameter.data.normal_(0, 0.02)
        parameter.requires_grad_(train)
    x = torch.randn(1, TOKENS, HIDDEN, dtype=torch.bfloat16, requires_grad=True)
    known = [tensor.untyped_storage() for tensor in (x, *block.parameters())]
    with Alive(known) as alive:
        y = block(x)
        print(implementation, "trained" if train else "frozen")
        show("kept", alive.tensors())
        alive.most = 0
        y.backward(torch.zeros_like(y))
        show("peak of the backward pass", alive.at_most)


if __name__ == "__main__":
    for implementation in ("eager", "grouped_mm"):
        for train in (False, True):
            count(implementation, train)
