"""What Models claims, recomputed from the numbers of the catalogue and the definitions."""

from dataclasses import dataclass

import numpy as np
import pytest

from dashboard.views.models import claims, numbers
from posenc_core import models
from posenc_core.models import Model
from tests.claims.truth import assert_complete, close, true, verify


@dataclass(frozen=True)
class Pair:
    """A model of the page and the one beside it."""

    model: Model
    other: Model

    @property
    def length(self) -> int:
        return min(max(each.stated or 2048 for each in (self.model, self.other)), 2**16) + 1


def lengths(model: Model) -> np.ndarray:
    """Wavelengths before scaling, in tokens."""
    rope = model.main.rope
    if rope:
        return 2 * np.pi * rope.base ** (2 * np.arange(rope.width // 2) / rope.width)
    scheme = model.main.scheme
    divisor = model.dim - 2 if scheme.schedule == "Tensor2Tensor" else model.dim
    return 2 * np.pi * 1e4 ** (2 * np.arange(model.dim // 2) / divisor)


def slopes(heads: int) -> np.ndarray:
    series = 2 ** int(np.log2(heads))
    between = [2.0 ** (-8 * h / (2 * series)) for h in range(1, 2 * series + 1, 2)]
    return np.array([2.0 ** (-8 * h / series) for h in range(1, series + 1)] + between[: heads - series])


def fall(model: Model, back: int, length: int) -> float:
    """The mean logit of equal content at a distance in a text of a length, less that at 0."""
    if model.kind == "alibi":
        return -slopes(model.heads).min() * back
    if model.kind == "sinusoidal":
        return (np.cos(2 * np.pi * back / lengths(model)) - 1).sum() / np.sqrt(model.dim)
    rope = model.main.rope
    turns = np.exp(1j * back * rope.frequencies(length))
    return 2 * rope.softmax * rope.attention**2 * (turns.real - 1).sum() / np.sqrt(model.dim)


@true("models-cell-family")
def _(c, family):
    return family == c.model.kind


@true("models-cell-pairing")
def _(c, first, last):
    return (first, last) == (c.model.huggingface, c.model.release or "unknown")


@true("models-cell-trained")
def _(c, length):
    return length == c.model.trained and not (c.model.main.rope and c.model.main.rope.original)


@true("models-cell-before")
def _(c, length):
    return length == c.model.main.rope.original


@true("models-cell-untold")
def _(c):
    return c.model.trained is None


@true("models-cell-stated")
def _(c, length):
    return length == c.model.stated


@true("models-cell-rows")
def _(c, rows, start):
    return (rows, start) == (c.model.rows, c.model.offset)


@true("models-cell-resolution")
def _(c, position, other):
    step = 2.0 ** (np.frexp(float(position))[1] - 8)
    return position == c.model.stated - 1 and other == step


@true("models-picture")
def _(c, count, whole, length, when):
    found = lengths(c.model)
    assert (when == "before") == bool(c.model.main.rope.original)
    return (count, whole, length) == ((found > c.model.trained).sum(), len(found), c.model.trained)


@true("models-picture-waves")
def _(c, low, high):
    return close(low, lengths(c.model)[0]) and close(high, lengths(c.model)[-1])


@true("models-picture-reach")
def _(c, low, high, heads):
    found = np.log(2) / slopes(c.model.heads)
    return heads == c.model.heads and close(low, found.min()) and close(high, found.max())


@true("models-no-curve")
def _(c, name):
    named = next(each for each in (c.model, c.other) if each.name == name)
    return named.kind in ("learned", "buckets", "none", "relative", "unknown") or named.main.scheme.name == "Grid"


@true("models-same-curve")
def _(c, first, last):
    return all(abs(fall(c.model, k, c.length) - fall(c.other, k, c.length)) < 1e-6 for k in (1, 30, 1000))


@true("models-apart")
def _(c, first, last, offset, value, longer):
    by_name = {each.name: each for each in (c.model, c.other)}
    gap = fall(by_name[last], offset, c.length) - fall(by_name[first], offset, c.length)
    others = [abs(fall(c.model, k, c.length) - fall(c.other, k, c.length)) for k in (1, 2, 5, 10, 100, 1000)]
    longest = min(max(each.stated or 2048 for each in (c.model, c.other)), 2**16)
    return longer == longest and close(gap, value) and value >= max(others) * (1 - 1e-9)


@true("models-promise")
def _(c, name, longer, length):
    return (longer, length) == (models.model(name).stated, 8192) and longer == 131072


@true("models-slow")
def _(c, name, value, length, count):
    found = lengths(models.model(name))
    return close(value, found[-1]) and length == 8192 and count == (found > 8192).sum()


@true("models-window-belief")
def _(c, name, length, most):
    return (length, most) == (32768, 4096)


NAMES = [
    *("Llama 3.1 8B", "BLOOM 176B", "M2M-100", "GPT-2", "T5 small", "XLNet", "Jamba v0.1", "Gemma 3 27B", "DETR"),
    *("Phi-2", "Transformer base", "Phi-3.5 mini", "Whisper tiny"),
]


def claimed(pair: Pair):
    both = pair.model, pair.other
    curves = [numbers.falls(each, numbers.last_distance(*both)) for each in both]
    said = [*claims.cell(pair.model), claims.differ(*both, numbers.apart(*curves))]
    return said + [each for each in [claims.picture(pair.model)] if each]


def test_claims_of_known_cases_are_true_and_exact():
    others = ["Llama 3 8B", "Pegasus large", "Llama 3.1 70B", "MPT 7B"]
    pairs = [Pair(models.model(name), models.model(other)) for name in NAMES for other in others]
    seen = verify([*((pair, claimed(pair)) for pair in pairs), (pairs[0], claims.misconceptions())])
    assert_complete(seen, "models-")


@pytest.mark.parametrize("name", models.MODELS)
def test_every_model_has_its_cells_and_picture(name):
    pair = Pair(models.model(name), models.model("Llama 3 8B"))
    verify([(pair, claimed(pair))])
