"""What is said of a model: claims about it, its layers, and a position."""

import math
from typing import NamedTuple

import numpy as np

from posenc_core.models.config import types
from posenc_core.models.model import Layers, Model
from posenc_core.models.rope import Rope
from posenc_core.schemes import T5, ALiBi
from posenc_core.text.messages import Claim, claim

__all__ = ["Said", "about", "at", "said"]

PRECISION = {"bfloat16": 8, "float32": 24}
"""Significant bits: numbers from 2^k to 2^(k + 1) are 2^(k + 1 - bits) apart."""


class Said(NamedTuple):
    """All that is said of a model."""

    about: tuple[Claim, ...]
    at: tuple[Claim, ...]
    assumed: tuple[Claim, ...]
    unknown: tuple[Claim, ...]


def said(model: Model, position: int | None = None) -> Said:
    """What a model does, what holds at a position, and what is assumed or not known.

    >>> from posenc_core.models import model
    >>> print(said(model("Llama 3.1 8B")).about[0])
    Llama 3.1 8B rotates all 128 dimensions of each head (RoPE, base 500,000).
    """
    there = at(model, position) if position is not None else []
    return Said(tuple(about(model)), tuple(there), model.assumed, model.unknown)


def about(model: Model) -> list[Claim]:
    """How the model encodes position, in a few sentences."""
    main, name = model.main, model.name
    if model.kind == "rotation":
        return _rotation(model) if main.rope else [claim("model-unknown", name=name)]
    if model.kind == "alibi":
        return [claim("model-alibi", name=name, heads=model.heads or 0)]
    if model.kind == "buckets":
        encoder, decoder = (scheme for _, scheme in _buckets(model))
        ends = {"offset": _last_bucket(encoder), "later": _last_bucket(decoder)}
        return [claim("model-buckets", name=name, count=encoder.buckets, **ends)]
    if model.kind == "learned":
        found = [claim("model-learned", name=name, rows=model.rows or 0)]
        found += [claim("model-encoder")] * (model.layers[0].which == "encoder")
        for _, scheme in _buckets(model):
            found.append(claim("model-buckets-too", count=scheme.buckets, offset=_last_bucket(scheme)))
        return found + [claim("model-offset", start=model.offset, rows=model.stated or 0)] * bool(model.offset)
    if model.kind == "sinusoidal":
        return [claim("model-sinusoidal", name=name, dim=model.dim or 0)]
    if model.kind == "relative":
        return [claim("model-relative", name=name, text=types()["relative"][model.type])]
    return [claim(f"model-{model.kind}", name=name)]


def _buckets(model: Model) -> list[tuple[str, T5]]:
    """Layers with buckets of distances: encoder, decoder, or all."""
    return [(each.which, each.scheme) for each in model.layers if isinstance(each.scheme, T5)]


def _last_bucket(scheme: T5) -> int:
    """First distance of the last bucket, for keys before the query."""
    return int((scheme.bucket(-np.arange(scheme.distance + 1)) == scheme.side - 1).argmax())


def _rotation(model: Model) -> list[Claim]:
    rope = model.main.rope
    assert rope
    dim = model.dim or rope.head
    width = 0 if rope.width == dim else rope.width
    found = [claim("model-rotation", name=model.name, width=width, dim=dim, base=rope.base)]
    words = {"half": "in halves (i with i + d/2)", "interleaved": "as neighbors (2i with 2i + 1)"}
    if model.huggingface:
        same = "equal" if model.release == model.huggingface else "more" if model.release else "unknown"
        last = words.get(model.release or "", "")
        found.append(claim("model-pairing", first=words[model.huggingface], relation=same, last=last))
    if rope.scaling != "none":
        text, factor = rope.scaling, float(rope.factor)
        if model.trained and model.stated and model.stated > model.trained:
            found.append(claim("model-scaled", text=text, length=model.trained, longer=model.stated))
        else:
            found.append(claim("model-scaled-linear", text=text, factor=factor))
    if len(model.layers) > 1 or model.main.window:
        found += [_layers(each) for each in model.layers]
    return found + [claim("model-softmax", factor=rope.softmax)] * (rope.softmax != 1)


def _layers(each: Layers) -> Claim:
    count = each.number or 0
    if each.places and each.which in ("full", "nope"):
        shown = [str(place) for place in each.places]
        text = ", ".join(shown if len(shown) < 6 else [*shown[:3], "…", shown[-1]])
        where = claim("model-places", count=count, text=text)
    else:
        where = claim("model-count", count=count)
    if each.rope is None:
        return claim("model-layers-nope" if each.scheme else "model-layers-linear", where=where)
    given = {"where": where, "base": each.rope.base, "text": each.rope.scaling}
    if each.window:
        return claim("model-layers-window", most=each.window, **given)
    return claim("model-layers-full", **given)


def at(model: Model, position: int) -> list[Claim]:
    """What holds for a text that reaches a position."""
    rope = model.main.rope
    if rope:
        return _rotated_at(rope, model, position)
    buckets = [
        claim("model-bucket", where=which, offset=position, other=int(scheme.bucket(-position)), count=scheme.buckets)
        for which, scheme in _buckets(model)
    ]
    if model.kind == "learned" and model.rows:
        if position + model.offset < model.rows:
            return [claim("model-row", position=position, other=position + model.offset, rows=model.rows), *buckets]
        return [claim("model-no-row", position=position, last_position=model.rows - model.offset - 1)]
    scheme = model.main.scheme
    if isinstance(scheme, ALiBi) and model.heads and position:
        slopes = scheme.slope(model.heads) * position
        return [claim("model-penalty", offset=position, high=-float(slopes.min()), low=-float(slopes.max()))]
    return buckets


def _rotated_at(rope: Rope, model: Model, position: int) -> list[Claim]:
    whole, length, found = rope.width // 2, position + 1, []
    if model.stated and length > model.stated:
        found.append(claim("model-past", position=position, length=model.stated))
    if model.trained:
        count = rope.incomplete(model.trained)
        when = "before" if rope.original else "training"
        args = {"whole": whole, "length": model.trained, "when": when}
        found.append(claim("model-incomplete", count=count, **args) if count else claim("model-complete", **args))
    waves = 2 * math.pi / rope.frequencies(length)
    longest, left = float(waves.max()), int((waves > length).sum())
    found.append(claim("model-reached", position=position, count=left, whole=whole, value=longest))
    if bands := rope.bands():
        found.append(
            claim("model-bands", count=bands.kept, other=bands.blended, rest=bands.divided, factor=float(rope.factor))
        )
    if rope.attention != 1:
        found.append(claim("model-attention", factor=rope.attention, value=rope.attention**2))
    if position:
        end = 2 ** position.bit_length()
        coarse, fine = (end / 2**bits for bits in PRECISION.values())
        if coarse > 1:
            found.append(claim("model-resolution", start=end // 2, end=end, other=int(coarse), value=fine))
    return found
