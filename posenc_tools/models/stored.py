"""Comparison of stored tables and buffers with a configuration."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from posenc_core.arrays import Array, ArrayLike, real_array
from posenc_core.schemes import AxialRoPE, MRoPE
from posenc_core.text.messages import Claim, claim
from posenc_tools.models.config import from_config
from posenc_tools.models.conventions import classes, families
from posenc_tools.models.fields import load_config
from posenc_tools.models.layers import LAYERS
from posenc_tools.models.model import Model
from posenc_tools.models.rope import Rope
from posenc_tools.models.rope_differences import Expected, agreement, differences, expected_rotation, read_waves

NAMES = r"inv_freq|position_embeddings?\.weight|wpe\.weight|embed_positions|pos_embed|attention_bias|(cos|sin)_cached"
"""Names of buffers and position tables in checkpoints (regular expression)."""

LEARNED = "alpha"
"""Last part of the name of a learned buffer: Mistral Large 4 multiplies its frequencies by exp(alpha)."""

CLOSE = 2e-3
"""Tolerance of numbers in half precision."""

KINDS = {"sliding": "sliding", "local": "sliding", "main": "sliding", "compress": "compressed"}
KINDS |= {"full": "full", "global": "full"}
"""Kinds of layers by parts of the names of buffers."""

MOST_PARTS = 40


def parts_of(source: Mapping[str, Any] | str | Path) -> tuple[Model, ...]:
    """Read the parts of a configuration that may have tables of their own.

    Parameters
    ----------
    source : mapping, str, or Path
        Configuration, or the path of a config.json.

    Returns
    -------
    tuple of Model
        Parts that the configuration or the class of its type has, named by their keys; and the whole model with each
        kind of layers of its class, because code computes their tables even if no layer uses them, or without its
        parts if it has a rotation that is not read.

    Examples
    --------
    >>> [part.name for part in parts_of({"model_type": "qwen2_5_vl"})]
    ['vision_config', 'text_config']
    """
    parts: list[Model] = []
    queue = [("", dict(source) if isinstance(source, Mapping) else load_config(source))]
    for name, values in queue:
        type_ = str(values.get("model_type"))
        if type_ not in classes() or len(queue) > MOST_PARTS:
            continue
        for key, part_type in classes()[type_].parts.items():
            inner: Mapping[str, Any] = values[key] if isinstance(values.get(key), Mapping) else {}
            own = str(inner.get("model_type"))
            queue.append((key, {**inner, "model_type": own if own in classes() and own != type_ else part_type}))
        kinds = [label for label in classes()[type_].rope if label in LAYERS]
        readings: list[dict[str, Any]] = [values] if name else []
        if not name and families().get(type_) == "unknown":
            readings = [{"model_type": type_}]
        readings += [{**values, "layer_types": [label], "num_hidden_layers": 1} for label in kinds]
        for reading in readings:
            try:
                parts.append(from_config(reading, name))
            except ValueError:
                # what is wrong in a part is no fault of the table
                continue
    return tuple(parts)


def comparison(model: Model, table: ArrayLike, name: str = "", parts: Sequence[Model] = ()) -> Claim:
    """Compare a stored table or buffer with the configuration of a model.

    Parameters
    ----------
    model : Model
        Model.
    table : array_like, shape (n, m)
        Frequencies, cosines or sines, or vectors of positions.
    name : str, optional
        Name of the table, which may tell the kind of layers or the part of the model.
    parts : sequence of Model, optional
        Other models of the configuration (see `parts_of`).

    Returns
    -------
    Claim
        Result; its id ends in "same" or "other", or names the difference.

    Raises
    ------
    ValueError
        If the configuration does not describe a table.

    Examples
    --------
    >>> from posenc_tools.models import from_config
    >>> llama = from_config({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    >>> comparison(llama, [10000.0 ** (-np.arange(8) / 8)]).id
    'model-frequencies-same'
    """
    stored = real_array("table", table, 2)
    sizes = f"{stored.shape[0]:,} × {stored.shape[1]:,}"
    if name.rpartition(".")[2] == LEARNED:
        raise ValueError(claim("model-learned-table", shown=name))
    # of a rotation that is not read, those of other parts say nothing
    is_known = all(families().get(owner.type) != "unknown" for owner in (model, *parts))
    if fitting := [candidate for candidate in _rotations(model, parts) if _fits(stored, candidate[2].rope)]:
        result = _any_rotation(model, stored, fitting, name)
        if is_known or result.id.endswith("-same"):
            return result
    elif model.main.rope and is_known:
        return claim("model-size-other", sizes=sizes, dim=expected_rotation(model).rope.width)
    if model.kind == "learned" and model.rows and model.dim:
        state = "same" if stored.shape == (model.rows, model.dim) else "other"
        return claim(f"model-table-{state}", sizes=sizes, rows=model.rows, dim=model.dim)
    if model.kind == "buckets" and model.main.scheme:
        count = int(getattr(model.main.scheme, "buckets", 0))
        return claim(f"model-bias-{'same' if count in stored.shape else 'other'}", sizes=sizes, count=count)
    if model.kind == "sinusoidal" and model.main.scheme and model.dim:
        if model.dim != stored.shape[1]:
            return claim("model-size-other", sizes=sizes, dim=model.dim)
        # a table may begin with rows for padding
        expected = model.main.scheme.encode(range(len(stored)), stored.shape[1])
        rows = np.isclose(stored, expected, atol=CLOSE).all(axis=1)
        state = "same" if np.ravel(rows)[-1] else "other"
        return claim(f"model-sinusoids-{state}", count=int(rows.sum()), whole=len(stored))
    raise ValueError(claim("model-no-table", name=model.name, sizes=sizes))


def reasons_of(result: Claim) -> tuple[Claim, ...]:
    """Differences of rotations in the result of `comparison`."""
    args = dict(result.args)
    reasons: tuple[Claim, ...] = dict(args.get("stored", result).args).get("reasons", ())
    return reasons


def _rotations(model: Model, parts: Sequence[Model]) -> Iterator[tuple[Model, str, Expected]]:
    """Rotations of each kind of layers of a model and of its parts."""
    for owner in (model, *parts):
        if owner.name == owner.type:
            # a part has the name of its key
            owner = owner._replace(name=model.name)
        if owner.main.rope:
            expected = expected_rotation(owner)
            for which, rope in ((owner.main.which, expected.rope), *expected.others):
                yield owner, which, expected._replace(rope=rope)
        if owner.axes_base:
            setting = AxialRoPE.published().get(owner.published)
            counts = {*owner.axes.values()}
            if setting and setting.frequencies_of == "all axes":
                counts = {sum(owner.axes.values())}
            # the table of one axis, or of all
            for count in counts - {0, 1}:
                yield owner, "all", Expected(Rope(2 * count, 2 * count, owner.axes_base))


def _any_rotation(model: Model, stored: Array, candidates: Sequence[tuple[Model, str, Expected]], name: str) -> Claim:
    """Compare with the rotation that agrees best among those that the name permits."""
    stored = stored.ravel() if 1 in stored.shape else stored
    kind = next((kind for word, kind in KINDS.items() if word in name.lower()), "")
    roots = {owner.name: owner.name.removesuffix("_config") for owner, *_ in candidates if owner.name != model.name}
    named = [part for part, root in roots.items() if root in name or (root.startswith("vis") and "vis" in name)]
    ranked = []
    for place, (owner, which, expected) in enumerate(candidates):
        permits = (owner.name in named) if named else owner.name == model.name
        order = _stored_order(owner, expected.rope, stored)
        for table in [stored, stored[order]] if order is not None else [stored]:
            waves = read_waves([table], expected.rope)
            ranked.append(((not permits, which != kind, -agreement(waves, expected), place), waves, expected))
    ranked.sort(key=lambda each: each[0])
    results = []
    for (*_, place), waves, expected in ranked:
        owner, which, _ = candidates[place]
        reasons = differences(waves, expected)
        # code may compute frequencies anew that are stored in half precision
        same = not reasons or (waves.kind == "frequencies" and reasons[0].id == "rope-bug-rounded")
        result = claim("rope-bugs", kind=waves.kind, reasons=tuple(reasons))
        if same:
            shown = "frequencies" if waves.kind == "frequencies" else "angles"
            # some code reorders the columns of its tables
            relation = "unknown" if waves.columns is None or expected.tiled else "equal"
            count = expected.rope.width // 2 if shown == "frequencies" else len(stored)
            result = claim(f"model-{shown}-same", count=count, relation=relation)
            result = _with_factors(result, waves, expected)
        state = "same" if same else "other"
        if owner.name != model.name:
            result = claim(f"model-part-{state}", stored=result, name=owner.name)
        elif which != model.main.which:
            result = claim(f"model-layers-{state}", stored=result, which=which)
        if same:
            return result
        results.append(result)
    return results[0]


def _with_factors(same: Claim, waves: Any, expected: Expected) -> Claim:
    """Add which of LongRoPE's two lists of factors agrees."""
    rope = expected.rope
    if rope.scaling != "LongRoPE" or rope.short == rope.long:
        return same
    short = not differences(waves, expected._replace(rope=replace(rope, long=rope.short)))
    return claim("model-longrope-same", stored=same, kind="short" if short else "long", whole=rope.original)


def _stored_order(model: Model, rope: Rope, stored: Array) -> Any:
    """Places of the frequencies in a vector that code stores axis by axis, although the axes take turns; else None."""
    setting = AxialRoPE.published().get(model.published)
    if stored.size != rope.width // 2:
        return None
    if model.arrangement == "time last":
        sections = ", ".join(str(model.axes[axis]) for axis in ("time", "height", "width"))
        # height, width, time
        axis = (MRoPE(sections=sections, arrangement="time last").axis_of_pairs(rope.width) - 1) % 3
    elif setting and setting.frequencies_of == "all axes":
        axis = np.arange(stored.size) % setting.axes
    else:
        return None
    return np.argsort(np.argsort(axis, kind="stable"))


def _fits(stored: Array, rope: Rope) -> bool:
    pairs = {rope.width // 2, rope.head // 2 if rope.scaling == "proportional" else rope.width // 2}
    return stored.size in pairs if 1 in stored.shape else stored.shape[1] in pairs | {2 * count for count in pairs}
