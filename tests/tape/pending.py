"""What FSDP 1 keeps alive behind blocks whose own weights are frozen, counted on the CPU.

    python pending.py

Needs torch alone: two ranks are pretended, collectives do nothing. Blocks have frozen weights and one adapter, as PEFT wraps them
(peft: utils/other.py, `fsdp_auto_wrap_policy`): the adapter is an FSDP unit of its own, so that nothing in the block's unit trains. Prints how
many tensors as large as a block's input are alive while the backward pass recomputes the first block.
"""
import gc
import weakref

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten
from torch.utils.checkpoint import checkpoint

TOKENS, HIDDEN, LAYERS = 512, 64, 12


class Alive(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.live = set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for tensor in tree_flatten(made)[0]:
            if isinstance(tensor, torch.Tensor):
                storage = tensor.untyped_storage()
                key = storage._cdata
                if key not in self.live and storage.nbytes() == 4 * TOKENS * HIDDEN:
                    self.live.add(key)
                    weakref.finalize(storage, self.live.discard, key)
        return made


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.requires_grad_(False)
        self.adapter = nn.Linear(HIDDEN, HIDDEN)

    def forward(self, x):
        return x + self.down(torch.tanh(self.up(x))) + self.adapter(x)


class Model(nn.Module):
    def __init__(self, reentrant):
        super().__init__()
        self.embedding = nn.Linear(HIDDEN, HIDDEN).requires_grad_(False)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.reentrant = reentrant

    def forward(self, x):
        x = self.embedding(x).requires_grad_(True)
        for block in self.blocks:
            x = checkpoint(block.__call__, x, use_reentrant=self.reentrant)
        return x.sum()


def shard(model, engine, apart):
    options = dict(device_id=torch.device("cpu"), use_orig_params=True, sharding_strategy=ShardingStrategy[engine])
    for at, block in enumerate(model.blocks):
        if apart:
            block.adapter = FullyShardedDataParallel(block.adapter, **options)
        model.blocks[at] = FullyShardedDataParallel(block, **options)
    return FullyShardedDataParallel(model, **options)


def count(engine, reentrant, apart=True):
    model = Model(reentrant)
    first = model.blocks[0].up
    whole = shard(model, engine, apart) if engine else model
    for _ in range(2):
        seen = []

        def watch(*_):
            gc.collect()  # What is left is held, not forgotten.
            seen.append(len(alive.live))

        with Alive() as alive:
            loss = whole(torch.randn(TOKENS, HIDDEN))
            handle = first.register_forward_hook(watch)
            loss.backward()
            handle.remove()
    kind = "reentrant" if reentrant else "non-reentrant"
    wrapped = "" if apart else ", adapters in the block's unit"
    print(f"{engine or 'no FSDP'}, {kind}{wrapped}: {seen[-1]} alive, {LAYERS} layers")


if __name__ == "__main__":
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=2)
    for engine in (None, "FULL_SHARD", "SHARD_GRAD_OP"):
        for reentrant in (True, False):
            count(engine, reentrant)
    count("FULL_SHARD", True, apart=False)
