"""Claims about the positional encoding of a model, its layers, and a position."""

import math
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import whole
from posenc_core.schemes import T5, ALiBi, AxialRoPE
from posenc_core.text.messages import Claim, claim, slug, translate
from posenc_tools.models.conventions import Conventions, conventions, is_listed, table
from posenc_tools.models.model import Layers, Model, check_model
from posenc_tools.models.rope import Rope

PRECISION = {"bfloat16": 8, "float32": 24}
"""Significant bits: the spacing of numbers from 2^k to 2^(k + 1) is 2^(k + 1 - bits)."""

OTHER_RELATIVE = "a learned vector for each distance"
"""Relative encoding of types that the table `relative` does not name."""


class Description(NamedTuple):
    """Description of the positional encoding of a model: claims, whose `str` is English text.

    Attributes
    ----------
    about, at : tuple of Claim
        Encoding, and effects at a position.
    assumed, unknown : tuple of Claim
        Assumptions, and missing information.
    unused : tuple of Claim
        Keys that concern positions by their names, and were not used.
    """

    about: tuple[Claim, ...]
    at: tuple[Claim, ...]
    assumed: tuple[Claim, ...]
    unknown: tuple[Claim, ...]
    unused: tuple[Claim, ...] = ()


def describe(model: Model, position: int | None = None) -> Description:
    """Describe the positional encoding of a model.

    Parameters
    ----------
    model : Model
        Model, from `model` or `from_config`.
    position : int, optional
        Position for `Description.at`.

    Returns
    -------
    Description
        Claims, whose `str` is English text.

    Raises
    ------
    ValueError
        If `model` is not a Model, or `position` is not a whole number from 0.

    Examples
    --------
    >>> from posenc_tools.models import model
    >>> print(describe(model("Llama 3.1 8B")).about[0])
    Llama 3.1 8B uses RoPE with base 500,000. It rotates queries and keys in all 128 dimensions of each head.
    """
    check_model("model", model)
    if position is not None:
        position = whole("position", position, 0)
    at_position = at(model, position) if position is not None else []
    unused = tuple(claim("model-unused", name=path) for path in model.unused)
    return Description(tuple(about(model)), tuple(at_position), model.assumed, model.unknown, unused)


def about(model: Model) -> list[Claim]:
    """Return claims about the encoding of a model.

    Parameters
    ----------
    model : Model
        Model, from `model` or `from_config`.

    Returns
    -------
    list of Claim
        Claims, whose `str` is English text.

    Examples
    --------
    >>> from posenc_tools.models import model
    >>> [claim.id for claim in about(model("Llama 3.1 8B"))][0]
    'model-rotation'
    """
    check_model("model", model)
    return [*_one_model(model), *(fact for part in model.parts for fact in _one_model(part))]


def _one_model(model: Model) -> list[Claim]:
    """Claims about a model without its parts."""
    main, name = model.main, model.name
    if model.kind == "rotation":
        return _rotation(model) if main.rope else [claim("model-unknown", name=name, count=len(model.unused))]
    if model.kind == "axes":
        relation = "turn" if model.axes_turns else "position"
        claims = [claim("model-axes", name=name, base=model.axes_base or 0, relation=relation, **_counts(model))]
        if model.published:
            axial = AxialRoPE.published()[model.published]
            pairing = "axis" if axial.pairing == "half of each axis" else axial.pairing
            layout = {"text": axial.arrangement, "first": axial.order.partition(",")[0], "pairing": pairing}
            claims.append(claim("model-axes-layout", **layout, relation=axial.frequencies_of.partition(" ")[0]))
        return [*claims, claim("model-axes-table", rows=model.rows)] if model.rows else claims
    if model.kind == "buckets":
        encoder, decoder = (scheme for _, scheme in _buckets(model))
        ends = {"offset": _last_bucket(encoder), "later": _last_bucket(decoder)}
        return [claim("model-buckets", name=name, count=encoder.buckets, **ends)]
    if model.kind == "learned":
        claims = [claim("model-learned", name=name, rows=model.rows or 0)]
        if model.layers[0].which == "encoder":
            claims.append(claim("model-encoder"))
        for _, scheme in _buckets(model):
            claims.append(claim("model-buckets-too", count=scheme.buckets, offset=_last_bucket(scheme)))
        if model.offset:
            claims.append(claim("model-offset", start=model.offset, rows=model.stated or 0))
        return claims
    id: str = model.kind
    if id == "none" and is_listed(model.type, "types", "recurrent"):
        id = "recurrent"
    relative = table("relative").get(model.type, OTHER_RELATIVE)
    arguments: dict[str, dict[str, Any]] = {
        "alibi": {"heads": model.heads or 0},
        "sinusoidal": {"dim": model.dim or 0},
        "relative": {"text": translate(f"relative-{slug(relative)}", relative)},
        "unknown": {"count": len(model.unused)},
    }
    return [claim(f"model-{id}", name=name, **arguments.get(id, {}))]


def _counts(model: Model) -> dict[str, int]:
    """Frequencies of each axis."""
    names = {"count": ("time",), "row": ("row", "height"), "column": ("column", "width")}
    return {argument: sum(model.axes.get(axis, 0) for axis in axes) for argument, axes in names.items()}


def _buckets(model: Model) -> list[tuple[str, T5]]:
    """Kind and scheme of the layers with distance buckets."""
    return [(group.which, group.scheme) for group in model.layers if isinstance(group.scheme, T5)]


def _last_bucket(scheme: T5) -> int:
    """First distance of the last bucket, for keys before the query."""
    return int((scheme.bucket(-np.arange(scheme.distance + 1)) == scheme.side - 1).argmax())


def _rotation(model: Model) -> list[Claim]:
    rope = model.main.rope
    assert rope
    rotated = [layers for layers in model.layers if layers.rope]
    extra = (model.dim or rope.head) - rope.head
    numbers = [(group.rope.width, group.rope.head, group.rope.base) for group in rotated if group.rope]
    alike = len({(width, head) for width, head, _ in numbers}) == 1
    whole = sum(layers.number or 0 for layers in model.layers)
    own = rope.width, rope.head, rope.base
    same = [group for group, other in zip(rotated, numbers, strict=True) if other == own]
    count = sum(layers.number or 0 for layers in same)
    args = {"name": model.name, "base": rope.base, **_share(rope, extra)}
    if len(same) == len(model.layers) or not whole:
        claims = [claim("model-rotation", **args)]
    else:
        difference = "base" if alike and len(rotated) == len(model.layers) else "in"
        claims = [claim(f"model-rotation-{difference}", count=count, whole=whole, **args)]
    if model.huggingface:
        names: dict[str, Any] = {"first": claim("model-pairs", pairing=model.huggingface), "last": ""}
        relation = "unknown"
        if model.release:
            names["last"] = claim("model-pairs", pairing=model.release)
            relation = "equal" if model.release == model.huggingface else "more"
        claims.append(claim("model-pairing", relation=relation, **names))
    if conventions().get(model.type, Conventions()).backward:
        claims.append(claim("model-backward"))
    claims += _scalings(model, rotated, whole)
    if len(model.layers) > 1 or model.main.window:
        claims += [_layers(group, extra, alike) for group in model.layers]
        if any(group.mask == "window" for group in model.layers):
            claims.append(claim("model-layers-window-end"))
    if model.arrangement:
        claims.append(claim("model-mrope", **_counts(model), relation=model.arrangement.rpartition(" ")[2]))
    if rope.softmax != 1:
        claims.append(claim("model-softmax", factor=rope.softmax))
    if model.temperature:
        growth = model.temperature
        claims.append(claim("model-temperature", which=growth.which, factor=growth.scale, count=growth.step))
    if model.logn:
        claims.append(claim("model-logn", length=model.logn))
    return claims


def _share(rope: Rope, extra: int) -> dict[str, int]:
    """Rotated dimensions of a head, 0 for all, and all dimensions."""
    dim = rope.head + extra
    return {"width": 0 if rope.width == dim else rope.width, "dim": dim}


def _scalings(model: Model, rotated: list[Layers], whole: int) -> list[Claim]:
    """Claims about each scaling, and the layers that it concerns."""
    claims = []
    ropes = [layers.rope for layers in rotated if layers.rope]
    for scaling in dict.fromkeys(rope.scaling for rope in ropes):
        concerned = [layers for layers in rotated if layers.rope and layers.rope.scaling == scaling]
        rope = concerned[0].rope
        assert rope
        if scaling == "proportional":
            claims.append(claim("model-proportional", head=rope.head))
        if rope.active_scaling == "none":
            continue
        count = sum(layers.number or 0 for layers in concerned) if len(concerned) < len(rotated) else 0
        where = {"count": count, "whole": whole}
        if rope.original and model.stated and model.stated > rope.original and not rope.steps:
            claims.append(claim("model-scaled", text=scaling, length=rope.original, longer=model.stated, **where))
        else:
            factor = 1 if rope.factor == 1 else float(rope.factor)
            claims.append(claim("model-scaled-linear", text=scaling, factor=factor, **where))
        if rope.attention != 1:
            claims.append(claim("model-attention", factor=rope.attention, value=rope.attention**2))
    return claims


def window(layers: Layers) -> Claim:
    """Name the window or chunk of layers, with its size."""
    sides = {"start": (layers.window or 1) - 1, "end": layers.ahead}
    return claim("model-window", family=layers.mask.partition(" ")[0], most=layers.visible, **sides)


def _layers(layers: Layers, extra: int = 0, alike: bool = True) -> Claim:
    count = layers.number or 0
    if layers.places and layers.which in ("full", "nope"):
        shown = [str(place) for place in layers.places]
        text = ", ".join(shown if len(shown) < 6 else [*shown[:3], "…", shown[-1]])
        where = claim("model-places", count=count, text=text)
    else:
        where = claim("model-count", count=count)
    if layers.rope is None:
        return claim("model-layers-nope" if layers.scheme else "model-layers-linear", where=where, count=count)
    shared = {"width": -1, "dim": 0} if alike else _share(layers.rope, extra)
    args = {"where": where, "count": count, "base": layers.rope.base, "text": layers.rope.active_scaling, **shared}
    if layers.which == "compressed":
        return claim("model-layers-compressed", most=layers.window or 0, **args)
    if layers.window:
        return claim("model-layers-window", window=window(layers), **args)
    return claim("model-layers-full", **args)


def at(model: Model, position: int) -> list[Claim]:
    """Claims about a position."""
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
    pairs, length, claims = rope.width // 2, position + 1, []
    if model.stated and length > model.stated:
        claims.append(claim("model-past", position=position, last_position=model.stated - 1, length=model.stated))
    if model.trained_length:
        count = rope.incomplete(model.trained_length)
        when = "before" if rope.original else "training"
        args = {"whole": pairs, "length": model.trained_length, "when": when}
        claims.append(claim("model-incomplete", count=count, **args) if count else claim("model-complete", **args))
    waves = 2 * math.pi / rope.frequencies(length)
    longest, left = float(waves.max()), int((waves > length).sum())
    claims.append(claim("model-reached", position=position, count=left, whole=pairs, value=longest))
    if bands := rope.bands():
        claims.append(
            claim("model-bands", count=bands.kept, other=bands.blended, rest=bands.divided, factor=float(rope.factor))
        )
    if model.temperature and model.temperature.factor(position) != 1:
        factor = model.temperature.factor(position)
        claims.append(claim("model-temperature-at", position=position, factor=factor, which=model.temperature.which))
    if position:
        end = 2 ** position.bit_length()
        coarse, fine = (end / 2**bits for bits in PRECISION.values())
        if coarse > 1:
            claims.append(claim("model-resolution", start=end // 2, end=end, other=int(coarse), value=fine))
    return claims
