"""Numbers of Models: wavelengths, attention over the distance, and differences between two models."""

import math
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from dashboard.state.parameters import MAX_LENGTH, PARAMETERS
from posenc_core import Sinusoidal, models
from posenc_core.arrays import Array
from posenc_core.foundation import phasors
from posenc_core.models import Model
from posenc_core.schemes import ALiBi, RoPE

POINTS = 400
"""Number of drawn distances."""

FARTHEST = 2**16
"""Largest distance at which two models are compared."""


class Waves(NamedTuple):
    """Wavelengths in tokens, by pair."""

    plain: Array
    scaled: Array


def waves(model: Model) -> Waves | None:
    """Wavelengths in the layers with the longest reach, or None for a model without waves."""
    rope, scheme = model.main.rope, model.main.scheme
    if rope:
        return Waves(2 * np.pi / rope.plain(), 2 * np.pi / rope.frequencies(model.stated or 1))
    if isinstance(scheme, Sinusoidal) and model.dim:
        lengths = 2 * np.pi / scheme.frequencies(model.dim)
        return Waves(lengths, lengths)
    return None


def reach(model: Model) -> Array | None:
    """Distance in tokens at which attention halves in each head of ALiBi, shape (heads,)."""
    scheme = model.main.scheme
    if not isinstance(scheme, ALiBi) or not model.heads:
        return None
    return np.asarray(np.log(2) / scheme.slope(model.heads))


def last_distance(*compared: Model) -> int:
    """Longest stated length of the models, within limits."""
    return min(max([each.stated or 2048 for each in compared]), FARTHEST)


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
    return phasors.cosine_sums(frequencies, last + 1) - len(frequencies)


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
        f"{scheme.name}.{each.key}": getattr(scheme, each.name)
        for each in scheme.parameters()
        if getattr(scheme, each.name) != each.default
    }
    query: dict[str, object] = {"scheme": scheme.name, **changed}
    if model.dim:
        query["d"] = PARAMETERS["d"].clamp(model.main.rope.head if model.main.rope else model.dim)
    if page == "bias" and model.heads:
        query["heads"] = PARAMETERS["heads"].clamp(min(model.heads, 64))
    elif page == "rotary" and model.trained:
        query["n"] = min(model.trained, MAX_LENGTH)
    return f"{page}?{urlencode(query)}"


def pages(model: Model) -> tuple[str, ...]:
    """Pages that show the encoding of a model."""
    scheme = model.main.scheme
    if isinstance(scheme, RoPE):
        return ("rotary", "attention", "similarity")
    if scheme is None:
        return ()
    return ("bias", "attention") if scheme.family == "bias" else ("heatmap", "similarity")


def catalogue() -> list[Model]:
    """All models of the catalogue."""
    return [models.model(name) for name in models.MODELS]
