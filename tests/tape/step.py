"""Allocated and reserved peaks of a training step of a Hugging Face model, counted on tensors without contents.

    python step.py --shape llama-3-8b --batch 4 --loss fused-linear --kernels fused

Needs torch and transformers, no GPU. LoRA on q, k, v and o, fp32 adapters under autocast, or all weights; reentrant checkpoints; foreach
AdamW. FlashAttention and fused kernels are stood in for by what they allocate. Runs of foundation-model-stack/fms-acceleration on one A100
are met within 0.1% (Llama-3-8B, allocated).
"""
import argparse

import torch
import transformers.masking_utils as masks
import transformers.models.llama.modeling_llama as llama
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from allocator import Allocator, Growing, Tape

GIB = 2**30
WIDTHS = dict(hidden_size=4096, intermediate_size=14336, num_hidden_layers=32, num_attention_heads=32, num_key_value_heads=8)
SHAPES = {"llama-3-8b": dict(WIDTHS, vocab_size=128256), "mistral-7b": dict(WIDTHS, vocab_size=32000)}


class Flash(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k, v):
        out = torch.empty_like(q)
        sums = torch.empty(q.shape[:-1], dtype=torch.float32)
        ctx.save_for_backward(q, k, v, out, sums)
        return out

    @staticmethod
    def backward(ctx, grad):
        q, k, v, _, sums = ctx.saved_tensors
        grads = tuple(torch.empty_like(x) for x in (q, k, v))
        gathered = torch.empty(q.shape, dtype=torch.float32), torch.empty_like(sums)
        repeated = [torch.empty_like(q) for _ in range(2)] if k.shape[2] != q.shape[2] else []
        del gathered, repeated
        return grads


def attention(module, q, k, v, mask, **options):
    return Flash.apply(*(x.transpose(1, 2) for x in (q, k, v))), None


class FusedNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, torch.empty(x.shape[:-1], dtype=torch.float32))
        return torch.empty_like(x)

    @staticmethod
    def backward(ctx, grad):
        return grad, None if not ctx.needs_input_grad[1] else torch.empty(grad.shape[-1:], dtype=grad.dtype)


class FusedRope(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k):
        return q.clone(), k.clone()

    @staticmethod
    def backward(ctx, q, k):
        return q.clone(), k.clone()


class Lora(nn.Module):
    def __init__(self, base, rank=16, dropout=0.05):
        super().__init__()
        self.base, self.dropout = base, dropout
        self.a = nn.Linear(base.in_features, rank, bias=False, dtype=torch.float32)
        self.b = nn.Linear(rank, base.out_features, bias=False, dtype=torch.float32)

    def forward(self, x):
        out = self.base(x)
        x = torch.native_dropout(x.to(self.a.weight.dtype), self.dropout, True)[0]
        return (out + self.b(self.a(x)) * 2.0).to(out.dtype)


class FusedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits):
        ctx.save_for_backward(logits)
        return torch.empty(logits.shape[0], dtype=torch.float32)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0].detach()


class FusedLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, hidden, weight):
        grad = torch.empty_like(hidden)
        tokens = hidden.numel() // hidden.shape[-1]
        chunk = tokens // max(1, weight.shape[0] // weight.shape[1])
        logits = torch.empty(chunk, weight.shape[0], dtype=hidden.dtype)
        fp32 = logits.float()
        del logits, fp32
        ctx.save_for_backward(grad)
        return hidden.new_empty((), dtype=torch.float32)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0], None


def loss_of(model, ids, kind):
    hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state
    if kind == "fused-linear":
        return FusedLinear.apply(hidden, model.lm_head.weight)
    logits = model.lm_head(hidden).float()
    if kind == "eager":  # labels are shifted: transformers from 4.50 on
        labels = nn.functional.pad(ids, (0, 1))[..., 1:].reshape(-1)
        return nn.functional.cross_entropy(logits.view(-1, logits.shape[-1]), labels)
    shifted = logits[..., :-1, :].contiguous().view(-1, logits.shape[-1])
    if kind == "fused-ce":
        return FusedCrossEntropy.apply(shifted).sum()
    return nn.functional.cross_entropy(shifted, ids[..., 1:].reshape(-1))


def build(shape, fused, full):
    masks.ALL_MASK_ATTENTION_FUNCTIONS.register("counted", lambda *args, **options: None)
    ALL_ATTENTION_FUNCTIONS.register("counted", attention)
    if fused:
        llama.LlamaRMSNorm.forward = lambda self, x: FusedNorm.apply(x, self.weight)
        llama.apply_rotary_pos_emb = lambda q, k, *rest, **options: FusedRope.apply(q, k)
    config = LlamaConfig(**SHAPES[shape], attn_implementation="counted", use_cache=False)
    torch.set_default_dtype(torch.bfloat16)
    model = LlamaForCausalLM(config)
    torch.set_default_dtype(torch.float32)
    if not full:
        adapt(model)
    model.gradient_checkpointing_enable({"use_reentrant": True})
    return model.train()


def adapt(model):
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for layer in model.model.layers:
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            setattr(layer.self_attn, name, Lora(getattr(layer.self_attn, name)))
    model.enable_input_require_grads()


def count(options):
    allocator = Growing() if options.growing else Allocator()
    with FakeTensorMode(allow_non_fake_inputs=True), Tape(allocator):
        model = build(options.shape, options.kernels == "fused", options.full)
        allocator.empty_cache()
        standing = allocator.allocated
        trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        moments = []
        for _ in range(2):
            allocator.forget_peaks()
            ids = torch.zeros(options.batch, options.length, dtype=torch.long)
            with torch.autocast("cpu", torch.bfloat16, enabled=not options.full):
                loss = loss_of(model, ids, options.loss)
            loss.backward()
            del loss
            moments = moments or [torch.empty_like(x) for x in trained for _ in range(2)]
            denominators = [torch.empty_like(x) for x in trained]
            del denominators
            for parameter in trained:
                parameter.grad = None
    slack = allocator.most_reserved - allocator.most_allocated
    share = slack / (allocator.most_allocated - standing)
    peaks = allocator.most_allocated / GIB, allocator.most_reserved / GIB
    print(f"allocated {peaks[0]:.2f} GiB, reserved {peaks[1]:.2f} GiB: {share:.1%} of what comes and goes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--shape", choices=SHAPES, default="llama-3-8b")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--length", type=int, default=4096)
    parser.add_argument("--loss", choices=("fused-linear", "eager", "eager-shifted", "fused-ce"), default="fused-linear")
    parser.add_argument("--full", action="store_true", help="train everything in 16 bit, without autocast")
    parser.add_argument("--kernels", choices=("eager", "fused"), default="fused")
    parser.add_argument("--growing", action="store_true", help="segments that grow (`expandable_segments:True`)")
    count(parser.parse_args())
