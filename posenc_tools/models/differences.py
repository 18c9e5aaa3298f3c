"""Differences between the positional encodings of two models, such as before and after a fine-tune or a conversion."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim
from posenc_tools.models.model import Layers, Model, check_model
from posenc_tools.models.rope import Rope
from posenc_tools.models.rotation import AXES
from posenc_tools.models.words import window

TOLERANCE = 1e-5
"""Relative difference of equal frequencies and factors: converters compute them in float32."""

MAX_SHOWN = 100
"""Characters of a value in a list of keys."""

UNSEEN = {"gguf-factors-unseen", "model-no-scaling"}
"""Claims in `Model.unknown` that leave the scaling of the frequencies open."""

UNSEEN_AXES = {"gguf-sections", "model-mrope-unknown"}
"""Claims in `Model.unknown` that leave open which pairs count which axis of images."""

COMPARED = ("alibi", "buckets", "learned", "sinusoidal", "none", "axes")
"""Encodings without rotation whose parameters are in `Model`."""

PREFIXES = r"^(text_config\.)?(rope_scaling\.|rope_parameters\.)?"

SAME, DIFFERENT, UNKNOWN = 0, 1, 2


class Differences(NamedTuple):
    """Differences between two models: claims, whose `str` is English text.

    Attributes
    ----------
    status : int
        0 if positions are encoded in the same way, 1 if not, 2 if that is not known. Lengths do not count.
    verdict : Claim
        Result in one sentence.
    effects : tuple of Claim
        Changes of frequencies, attention factors, layers, and lengths.
    keys : tuple of Claim
        Keys of the configurations with different values; empty if only one of the files is a config.json.
    """

    status: int
    verdict: Claim
    effects: tuple[Claim, ...]
    keys: tuple[Claim, ...]


def differences(model: Model, before: Model) -> Differences:
    """Compare the positional encoding of a model with that of another one, such as the model before a fine-tune.

    Parameters
    ----------
    model, before : Model
        Models, from `model`, `from_config`, or `read_gguf`.

    Returns
    -------
    Differences
        Verdict, effects, and keys.

    Raises
    ------
    ValueError
        If `model` or `before` is not a Model.

    Examples
    --------
    >>> from posenc_tools.models import from_config
    >>> config = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 1e6}
    >>> print(differences(from_config(config | {"rope_theta": 1e4}), from_config(config)).verdict)
    The frequencies differ. From base 1,000,000 to 10,000, 63 of 64 pairs change.
    """
    check_model("model", model)
    check_model("before", before)
    from_gguf = ["general.architecture" in side.read for side in (model, before)]
    keys = _keys(model, before) if from_gguf[0] == from_gguf[1] else ()
    lengths = tuple(_lengths(model, before))
    for side in (before, model):
        if not side.is_known:
            return Differences(UNKNOWN, claim("difference-unknown", name=side.name), lengths, keys)
    if model.kind != before.kind:
        verdict = claim("difference-kind", first=before.kind, last=model.kind)
        return Differences(DIFFERENT, verdict, lengths, keys)
    if model.kind == "rotation":
        result = _rotations(model, before)
    elif model.kind not in COMPARED and model.read != before.read:
        result = Differences(UNKNOWN, claim("difference-unknown", name=model.name), (), ())
    else:
        changes = tuple(_others(model, before))
        result = Differences(SAME, claim("difference-same"), (), ())
        if changes:
            result = Differences(DIFFERENT, claim("difference-other"), changes, ())
    unread = [side.name for side in (before, model) if not side.is_complete]
    if unread and result.status == SAME:
        result = Differences(UNKNOWN, claim("difference-unread", name=unread[0]), (), ())
    return result._replace(effects=(*result.effects, *lengths), keys=keys)


def _rotations(model: Model, before: Model) -> Differences:
    """Compare rotations layer by layer, or by kind where the number of layers is not known."""
    pairs, counted = list(_layer_pairs(model, before)), _counts_layers(model, before)
    if not any(old.rope for old, _ in pairs) or not any(new.rope for _, new in pairs):
        unknown = before if any(new.rope for _, new in pairs) else model
        return Differences(UNKNOWN, claim("difference-unknown", name=unknown.name), (), ())
    open_, open_axes = (
        [side.name for side in (before, model) if claims & {known.id for known in side.unknown}]
        for claims in (UNSEEN, UNSEEN_AXES)
    )
    groups = Counter((old.rope, new.rope) for old, new in pairs)
    effects: list[Claim] = []
    verdict = None
    for (old, new), count in groups.items():
        where = _where(count, len(groups), counted)
        changes = []
        if old and new:
            changes = list(_rope(old, new, where, plain=bool(open_)))
        elif old != new:
            changes = [claim("difference-nope", where=where, relation="more" if old else "less")]
        effects += changes
        if verdict is None and old and new and changes and changes[0].id == "difference-pairs":
            args = dict(changes[0].args)
            layers = count if counted and len(groups) > 1 else 0
            counts = {"count": args["count"], "whole": args["whole"], "layers": layers}
            words = _words(old, new)
            verdict = claim("difference-frequencies" if words else "difference-pairs-alone", **words, **counts)
    effects += _windows(pairs, counted)
    if model.huggingface and before.huggingface and model.huggingface != before.huggingface:
        effects.append(claim("difference-pairing", first=before.huggingface, pairing=model.huggingface))
    if (model.temperature, model.logn) != (before.temperature, before.logn):
        effects.append(claim("difference-growth"))
    if _axes(model) != _axes(before) and not open_axes:
        effects.append(_sections(model, before))
    if effects:
        kept = not {"difference-width", "difference-nope"} & {effect.id for effect in effects}
        verdict = verdict or claim("difference-rotation", relation="equal" if kept else "more")
        return Differences(DIFFERENT, verdict, tuple(effects), ())
    if open_:
        return Differences(UNKNOWN, claim("difference-unseen", name=open_[0]), (), ())
    if open_axes and model.read != before.read:
        return Differences(UNKNOWN, claim("difference-axes-unseen", name=open_axes[0]), (), ())
    return Differences(SAME, claim("difference-none"), (), ())


def _where(count: int, groups: int, counted: bool) -> Claim:
    """Name the layers of one of several groups."""
    if groups > 1 and not counted:
        return claim("difference-some")
    return claim("difference-where", count=count if groups > 1 else 0)


def _counts_layers(model: Model, before: Model) -> bool:
    """Return True if both models have the same known number of layers."""
    numbers = [[layers.number for layers in side.layers] for side in (model, before)]
    return None not in numbers[0] + numbers[1] and sum(numbers[0]) == sum(numbers[1])  # type: ignore[arg-type]


def _layer_pairs(model: Model, before: Model) -> Iterator[tuple[Layers, Layers]]:
    """Layers of both models side by side, each as one layer or as all layers of its kind."""
    if _counts_layers(model, before):
        news, olds = ({at: group for group in side.layers for at in group.places or ()} for side in (model, before))
        yield from ((olds[place], news[place]) for place in sorted(olds.keys() & news.keys()))
        return
    for kind in sorted({layers.which for layers in (*model.layers, *before.layers)}):
        old, new = (
            next((group for group in side.layers if group.which == kind), side.main) for side in (before, model)
        )
        yield old, new


def _rope(old: Rope, new: Rope, where: Claim, *, plain: bool) -> Iterator[Claim]:
    """Describe changes of a rotation; `plain` compares frequencies without scaling alone."""
    if (old.width, old.head) != (new.width, new.head):
        yield claim("difference-width", where=where, other=old.width, old=f"{old.head}", width=new.width, dim=new.head)
    if old.width == new.width:
        yield from _frequencies(old, new, where, plain=plain)
    if old.scaling == new.scaling == "YaRN" and old.truncate != new.truncate:
        yield claim("difference-rounded", relation="more" if new.truncate else "less")
    for name in () if plain else ("attention", "softmax"):
        factors = getattr(old, name), getattr(new, name)
        if not math.isclose(*factors, rel_tol=TOLERANCE):
            yield claim(f"difference-{name}", where=where, value=factors[0], factor=factors[1])


def _frequencies(old: Rope, new: Rope, where: Claim, *, plain: bool) -> Iterator[Claim]:
    """Describe the largest changes of frequencies at any length at which a scaling switches."""
    lengths = {0, *(int(end) for rope in (old, new) for end in (rope.original + 1, rope.original * rope.factor))}
    worst: tuple[int, float, Array, Array] | None = None
    for length in [0] if plain else sorted(lengths):
        olds, news = (rope.plain() if plain else rope.frequencies(length) for rope in (old, new))
        changed = int((~np.isclose(news, olds, rtol=TOLERANCE, atol=0)).sum())
        largest = float(np.exp(np.abs(np.log(news / olds)).max()))
        if changed and (worst is None or (changed, largest) > worst[:2]):
            worst = changed, largest, olds, news
    if worst:
        count, times, olds, news = worst
        pair = int(np.abs(np.log(news / olds)).argmax())
        yield claim("difference-pairs", where=where, count=count, whole=len(olds), factor=times, column=pair)
        if not math.isclose(olds.min(), news.min(), rel_tol=TOLERANCE):
            longest = {"value": 2 * math.pi / float(olds.min()), "high": 2 * math.pi / float(news.min())}
            yield claim("difference-wavelength", where=where, **longest)


def _words(old: Rope, new: Rope) -> dict[str, Claim]:
    """Name the base and the scaling of two rotations, as far as they differ; nothing if both are the same."""
    same_base = math.isclose(old.base, new.base, rel_tol=TOLERANCE)
    if (old.active_scaling, old.factor) != (new.active_scaling, new.factor):
        first = last = "difference-scaling" if same_base else "difference-both"
    elif same_base:
        return {}
    else:
        first, last = "difference-base", "difference-number"
    return {
        name: claim(id, base=float(rope.base), text=rope.active_scaling, factor=float(rope.factor))
        for name, id, rope in (("first", first, old), ("last", last, new))
    }


def _windows(pairs: list[tuple[Layers, Layers]], counted: bool) -> Iterator[Claim]:
    """Describe changes of windows."""
    masks = Counter((window(old), window(new)) for old, new in pairs if "linear" not in (old.which, new.which))
    for (first, last), count in masks.items():
        if first != last:
            where = _where(count, 1 if count == len(pairs) else 2, counted)
            yield claim("difference-window", where=where, first=first, last=last)


def _others(model: Model, before: Model) -> Iterator[Claim]:
    """Describe changes of an encoding without rotation."""
    converted = len({"general.architecture" in side.read for side in (model, before)}) > 1
    # a converter drops the rows before that of the first token
    old_rows, rows = ((side.rows or 0) - side.offset * converted for side in (before, model))
    if rows != old_rows:
        yield claim("difference-rows", other=old_rows, rows=rows)
    if model.offset != before.offset and not converted:
        yield claim("difference-offset", other=before.offset, start=model.offset)
    if model.kind == "alibi" and model.heads != before.heads:
        yield claim("difference-heads", other=before.heads or 0, heads=model.heads or 0)
    if model.kind in ("learned", "sinusoidal") and model.dim != before.dim:
        yield claim("difference-dim", other=before.dim or 0, dim=model.dim or 0)
    if model.kind == "axes" and _axes(model) != _axes(before):
        yield claim("difference-axes")
    if [group.scheme for group in model.layers] != [group.scheme for group in before.layers]:
        yield claim("difference-schemes")


def _axes(model: Model) -> tuple[Any, ...]:
    return model.axes, model.axes_base, model.axes_turns, model.arrangement, model.kind == "axes" and model.published


def _sections(model: Model, before: Model) -> Claim:
    """Describe a change of the axes of M-RoPE."""
    old, new = (
        claim("difference-sections", count=time, row=row, column=column)
        for time, row, column in ([side.axes.get(axis, 0) for axis in AXES] for side in (before, model))
    )
    if not (model.axes and before.axes):
        lacking, other, sections = (before, model, new) if model.axes else (model, before, old)
        return claim("difference-no-axes", name=lacking.name, source=other.name, first=sections)
    if model.axes != before.axes:
        return claim("difference-axes-pairs", first=old, last=new)
    return claim("difference-arrangement", first=before.arrangement, last=model.arrangement)


def _lengths(model: Model, before: Model) -> Iterator[Claim]:
    """Describe changes of lengths and of the number of layers, which change no position."""
    for name, key in (("trained", "trained_length"), ("stated", "stated")):
        old_length, length = getattr(before, key), getattr(model, key)
        if old_length and length and old_length != length:
            yield claim(f"difference-{name}", other=old_length, length=length)
    old_count, count = (sum(layers.number or 0 for layers in side.layers) for side in (before, model))
    if old_count and count and old_count != count:
        yield claim("difference-layers", other=old_count, count=count)


def _keys(model: Model, before: Model) -> tuple[Claim, ...]:
    """Keys with different values."""
    olds, news = (dict(_flat(side.read)) for side in (before, model))
    return tuple(
        claim("difference-key", name=key, first=short_json(olds.get(key)), last=short_json(news.get(key)))
        for key in dict.fromkeys((*olds, *news))
        if olds.get(key) != news.get(key)
    )


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Keys of nested objects, without the names of objects that depend on the version of the file."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield re.sub(PREFIXES, "", f"{prefix}{key}"), value


def short_json(value: Any) -> str:
    """Format a value of a configuration, cut after `MAX_SHOWN` characters; a dash if it is missing."""
    text = "–" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
