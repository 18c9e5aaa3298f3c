"""Numbers of Models: wavelengths, attention over the distance, and differences between two models."""

import math
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from dashboard.say import message
from dashboard.state.parameters import MAX_LENGTH, PARAMETERS
from posenc_core import Sinusoidal
from posenc_core.arrays import Array
from posenc_core.foundation import phasors
from posenc_core.schemes import ALiBi, RoPE
from posenc_tools import models
from posenc_tools.models import Layers, Model, Rope

POINTS = 400
"""Number of drawn distances."""

FARTHEST = 2**16
"""Largest distance at which two models are compared."""


class Waves(NamedTuple):
    """Wavelengths in tokens, by pair."""

    plain: Array
    scaled: Array


def strip(model: Model) -> list[int]:
    """Kind of each layer, as an index of `Model.layers`; empty with one kind, or if the places are not known."""
    kinds = {place: kind for kind, layers in enumerate(model.layers) for place in layers.places or ()}
    complete = all(layers.places for layers in model.layers) and sorted(kinds) == list(range(len(kinds)))
    return [kinds[place] for place in range(len(kinds))] if complete and len(model.layers) > 1 else []


def is_scaled(model: Model) -> bool:
    """Return True if the model scales its rotation to texts longer than `trained`."""
    rope = model.main.rope
    return bool(rope and (rope.original or rope.factor > 1))


def source(model: Model, field: str) -> str:
    """Name of the source of a field, such as a repository; "configuration" or "GGUF" without one."""
    file = "GGUF" if "general.architecture" in model.read else message("models-configuration")
    text = next((source for source in model.sources if source.startswith(f"{field}: ")), "")
    # the name of the source is between the end of the place and the next comma
    return text.rpartition(message("model-source", text="", source=""))[2].partition(",")[0] or file


def waves(model: Model, layers: Layers) -> Waves | None:
    """Wavelengths in layers of a model, infinite for pairs that do not rotate; None for layers without waves."""
    rope, scheme = layers.rope, layers.scheme
    with np.errstate(divide="ignore"):
        if rope:
            return Waves(2 * np.pi / rope.plain(), 2 * np.pi / rope.frequencies(model.stated or 1))
        if isinstance(scheme, Sinusoidal) and model.dim:
            lengths = 2 * np.pi / scheme.frequencies(model.dim)
            return Waves(lengths, lengths)
    return None


def limit(model: Model, layers: Layers) -> tuple[str, int] | None:
    """Length that the wavelengths in rotating layers are compared with, and its kind; None if none is known."""
    if not layers.rope:
        return None
    trained = "before" if is_scaled(model) else "training"
    window = "chunk" if layers.which == "chunked" else "window"
    lengths = {window: layers.span, trained: model.trained_length, "stated": model.stated}
    return next(((kind, length) for kind, length in lengths.items() if length), None)


def incomplete(lengths: Waves, kind: str, length: int) -> int:
    """Count the pairs that complete no rotation within a length: before scaling, for a length before scaling."""
    return int(((lengths.plain if kind in ("before", "training") else lengths.scaled) > length).sum())


def reach(model: Model, layers: Layers) -> Array | None:
    """Distance in tokens at which attention halves in each head of ALiBi, shape (heads,)."""
    scheme = layers.scheme
    if not isinstance(scheme, ALiBi) or not model.heads:
        return None
    return np.asarray(np.log(2) / scheme.slope(model.heads))


def with_pictures(model: Model) -> list[Layers]:
    """Kinds of layers with a picture: of wavelengths, or of the reach of heads."""
    return [layers for layers in model.layers if waves(model, layers) is not None or reach(model, layers) is not None]


def last_distance(*compared: Model) -> int:
    """Longest stated length of the models, within limits."""
    return min(max([model.stated or 2048 for model in compared]), FARTHEST)


def distances(*compared: Model) -> NDArray[np.int64]:
    """Integer distances, evenly spaced on a log axis."""
    return np.unique(np.geomspace(1, last_distance(*compared), POINTS).astype(int))


def falls(model: Model, last: int) -> Array | None:
    """Mean logit of equal contents relative to distance 0, in nats, shape (last + 1,); ALiBi by its flattest head."""
    rope, scheme = model.main.rope, model.main.scheme
    if rope:
        size = 2 * rope.softmax * rope.attention**2 / np.sqrt(model.dim or rope.head)
        return np.asarray(size * _rotation_loss(rope.frequencies(last + 1), last))
    if isinstance(scheme, ALiBi) and model.heads:
        return np.asarray(-scheme.slope(model.heads).min() * np.arange(last + 1))
    if isinstance(scheme, Sinusoidal) and model.dim:
        return _rotation_loss(scheme.frequencies(model.dim), last) / math.sqrt(model.dim)
    return None


def _rotation_loss(frequencies: Array, last: int) -> Array:
    """Sum of cos(w k) - 1 over the frequencies w, for k = 0 ... last."""
    return phasors.cosine_sums(frequencies, last + 1, np.ones(len(frequencies))) - len(frequencies)


def rotation_falls(frequencies: Array, dim: int, last: int) -> Array:
    """Mean logit of equal contents of `dim` dimensions relative to distance 0, in nats, shape (last + 1,)."""
    return np.asarray(2 / math.sqrt(dim) * _rotation_loss(frequencies, last))


def head(model: Model, rope: Rope) -> int:
    """Dimensions of a head in layers with a rotation, including a part without rotation that has its own weights."""
    apart = (model.dim or 0) - model.main.rope.head if model.main.rope else 0
    return rope.head + max(apart, 0)


def unrotated_part(model: Model, layers: Layers) -> tuple[str, int, int] | None:
    """Variant with a part that does not rotate: its name, and two counts of dimensions, or of pairs; None without."""
    rope = layers.rope
    if rope is None or head(model, rope) == rope.width:
        return None
    if rope.scaling == "proportional":
        return "slow-pairs", (rope.head - rope.width) // 2, rope.head // 2
    dim = head(model, rope)
    if any(key.endswith(("qk_nope_head_dim", "attention.key_length_mla")) for key in model.read):
        return "latent", dim - rope.width, rope.width
    return "partial", dim - rope.width, dim


def variant(model: Model, layers: Layers, id: str) -> tuple[NDArray[np.int64], tuple[Array, Array]]:
    """Distances, and the mean logits of equal contents in layers with and without a variant of the rotation."""
    rope, back = layers.rope, distances(model)
    assert rope
    back = back[back < ((layers.window or 0) if layers.span else FARTHEST)]
    dim, last = head(model, rope), int(back[-1])
    if id == "models-nope-layers":
        return back, (rotation_falls(rope.frequencies(last + 1), dim, last), np.zeros(last + 1))
    # without the variant, all dimensions of a head rotate
    whole = np.asarray(float(rope.base) ** (-2 * np.arange(dim // 2) / dim))
    return back, (rotation_falls(rope.plain(), dim, last), rotation_falls(whole, dim, last))


def temperature(model: Model, positions: NDArray[np.int64]) -> Array | None:
    """Factors of the attention logits by the position of the query; None if they do not depend on it."""
    if model.temperature:
        return np.array([model.temperature.factor(position) for position in positions.tolist()])
    if model.logn:
        return np.asarray(np.log(np.maximum(positions + 1, model.logn)) / np.log(model.logn))
    return None


class Apart(NamedTuple):
    """Largest difference between two models."""

    distance: int
    nats: float


def apart(first: Array | None, second: Array | None) -> Apart | None:
    """Largest difference between two curves and its distance; None if a curve is missing."""
    if first is None or second is None:
        return None
    place = int(np.abs(first - second).argmax())
    return Apart(place, float(first[place] - second[place]))


def page_link(model: Model, page: str) -> str:
    """URL of a page with the encoding of a model, or "" if the page cannot show it."""
    scheme = model.main.scheme
    if scheme is None:
        return ""
    changed = {
        f"{scheme.name}.{parameter.name}": getattr(scheme, parameter.name)
        for parameter in scheme.parameters()
        if getattr(scheme, parameter.name) != parameter.default
    }
    query: dict[str, object] = {"scheme": scheme.name, **changed}
    if model.dim:
        query["d"] = PARAMETERS["d"].clamp(model.main.rope.head if model.main.rope else model.dim)
    if page == "bias" and model.heads:
        query["heads"] = PARAMETERS["heads"].clamp(min(model.heads, 64))
    elif page == "rope" and model.trained_length:
        query["n"] = min(model.trained_length, MAX_LENGTH)
    return f"{page}?{urlencode(query)}"


def images_link(model: Model) -> str:
    """URL of the page Images with the settings of a model that counts positions on several axes, or ""."""
    return f"images?{urlencode(model.image_settings)}" if model.image_settings else ""


def pages(model: Model) -> tuple[str, ...]:
    """Pages that show the encoding of a model."""
    scheme = model.main.scheme
    if isinstance(scheme, RoPE):
        return ("rope", "attention", "similarity")
    if scheme is None:
        return ()
    return ("bias", "attention") if scheme.family == "bias" else ("heatmap", "similarity")


def catalogue() -> list[Model]:
    """All models of the catalogue."""
    return [models.model(name) for name in models.MODELS]
