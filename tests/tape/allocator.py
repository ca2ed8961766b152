"""What PyTorch's CUDA allocator reserves, without a GPU.

A model of c10/cuda/CUDACachingAllocator.cpp (pytorch/pytorch) at its defaults: sizes are multiples of 512 bytes; up to 1 MiB is cut from
segments of 2 MiB, up to 10 MiB from segments of 20, more has a segment of its own in steps of 2 MiB; the smallest free block that is large
enough serves a request; what is left of it stays free if it exceeds 1 MiB (512 bytes among small ones); neighbours that are free join.
"""
import weakref
from bisect import bisect_left, insort

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

MIB = 1 << 20


class Block:
    """A part of a segment."""

    __slots__ = ("size", "address", "before", "after", "free", "small")

    def __init__(self, size, address, small):
        self.size, self.address, self.small = size, address, small
        self.before = self.after = None
        self.free = False


def order(block):
    return block.size, block.address


class Allocator:
    """One stream's blocks; bytes allocated and reserved, now and at most."""

    def __init__(self):
        self.pools = {True: [], False: []}
        self.reserved = self.allocated = self.most_reserved = self.most_allocated = self.end = 0

    def take(self, nbytes):
        size = max(512, -(-nbytes // 512) * 512)
        small = size <= MIB
        pool = self.pools[small]
        at = bisect_left(pool, (size, -1), key=order)
        block = pool.pop(at) if at < len(pool) else self.segment(size, small)
        left = block.size - size
        if left >= 512 if small else left > MIB:
            self.split(block, size)
        block.free = False
        self.allocated += block.size
        self.most_allocated = max(self.most_allocated, self.allocated)
        return block

    def segment(self, size, small):
        whole = 2 * MIB if small else 20 * MIB if size < 10 * MIB else -(-size // (2 * MIB)) * 2 * MIB
        self.end += whole + MIB
        self.reserved += whole
        self.most_reserved = max(self.most_reserved, self.reserved)
        return Block(whole, self.end - whole, small)

    def split(self, block, size):
        rest = Block(block.size - size, block.address + size, block.small)
        rest.before, rest.after, rest.free = block, block.after, True
        if block.after:
            block.after.before = rest
        block.after, block.size = rest, size
        insort(self.pools[block.small], rest, key=order)

    def give_back(self, block):
        self.allocated -= block.size
        block.free = True
        pool = self.pools[block.small]
        for other in (block.before, block.after):
            if other is None or not other.free:
                continue
            pool.pop(bisect_left(pool, order(other), key=order))
            block.size += other.size
            if other is block.before:
                block.address, block.before = other.address, other.before
                if block.before:
                    block.before.after = block
            else:
                block.after = other.after
                if block.after:
                    block.after.before = block
        insort(pool, block, key=order)

    def empty_cache(self):
        """Returns whole segments, as `torch.cuda.empty_cache` does."""
        for small, pool in self.pools.items():
            whole = [block for block in pool if not (block.before or block.after)]
            self.reserved -= sum(block.size for block in whole)
            self.pools[small] = [block for block in pool if block.before or block.after]

    def forget_peaks(self):
        self.most_allocated, self.most_reserved = self.allocated, self.reserved


class Growing(Allocator):
    """The same with `expandable_segments:True`: a pool is one segment, and what no free block serves is cut from its end."""

    def __init__(self):
        super().__init__()
        self.last = {True: None, False: None}

    def segment(self, size, small):
        last, step = self.last[small], 2 * MIB if small else 20 * MIB
        free = last is not None and last.free
        more = -(-(size - (last.size if free else 0)) // step) * step
        self.reserved += more
        self.most_reserved = max(self.most_reserved, self.reserved)
        if free:
            self.pools[small].pop(bisect_left(self.pools[small], order(last), key=order))
            last.size += more
            return last
        block = Block(more, last.address + last.size if last else small << 50, small)
        if last:
            block.before, last.after = last, block
        self.last[small] = block
        return block

    def split(self, block, size):
        super().split(block, size)
        self.end_at(block.after)

    def give_back(self, block):
        super().give_back(block)
        self.end_at(block)

    def end_at(self, block):
        if block.after is None:
            self.last[block.small] = block

    def empty_cache(self):
        """Returns nothing here: weights are all that is allocated."""


class Tape(TorchDispatchMode):
    """Hands every new storage to an allocator, and takes it back when Python lets go of it."""

    def __init__(self, allocator):
        super().__init__()
        self.allocator, self.live = allocator, {}

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for tensor in tree_flatten(made)[0]:
            if isinstance(tensor, torch.Tensor):
                self.note(tensor.untyped_storage())
        return made

    def note(self, storage):
        key = storage._cdata
        if key not in self.live and storage.nbytes():
            self.live[key] = self.allocator.take(storage.nbytes())
            weakref.finalize(storage, self.drop, key)

    def drop(self, key):
        self.allocator.give_back(self.live.pop(key))
