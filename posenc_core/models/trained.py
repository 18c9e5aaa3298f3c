"""Accuracy of small Transformers trained with each encoding, on texts up to 16 times as long as in training.

These are the results of version 1 of the experiment, whose script is in the commit that `results().facts` names;
docs/training.md describes version 2. Kazemnejad et al. ask the same in "The Impact of Positional Encoding on Length
Generalization in Transformers" (2023, arXiv 2305.19466).
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import (
    FIRE,
    KERPLE,
    T5,
    ALiBi,
    Binary,
    Fourier,
    Gray,
    Grid,
    Index,
    Learned,
    NeRF,
    NoPE,
    Normalized,
    RoPE,
    Sandwich,
    Sinusoidal,
    SlidingWindow,
    xPos,
)

__all__ = [
    "ENCODINGS", "FILE", "Results", "Spread", "accuracy", "by_position", "formula_attention", "learned_attention",
    "peak", "reach", "results",
]  # fmt: skip

ENCODINGS: Mapping[str, Scheme] = {
    "NoPE": NoPE(),
    "Sinusoidal": Sinusoidal(),
    "Sinusoidal (base 100)": Sinusoidal(base=100.0),
    "Sinusoidal (Tensor2Tensor)": Sinusoidal(schedule="Tensor2Tensor"),
    "Learned table": Learned(),
    "Binary": Binary(),
    "Gray": Gray(),
    "Index (every column)": Index(spread="every column"),
    "Index (one column)": Index(spread="one column"),
    "Normalized (every column)": Normalized(spread="every column"),
    "Normalized (one column)": Normalized(spread="one column"),
    "Fourier": Fourier(),
    "NeRF": NeRF(),
    "Grid": Grid(),
    "RoPE": RoPE(),
    "RoPE (base 500)": RoPE(base=500.0),
    "RoPE (half of the dimensions)": RoPE(share=0.5),
    "xPos": xPos(),
    "ALiBi": ALiBi(),
    "T5 (learned)": T5(direction="causal"),
    "KERPLE": KERPLE(),
    "FIRE": FIRE(),
    "Sandwich": Sandwich(ratio="none"),
    "SlidingWindow": SlidingWindow(),
}
"""What a model is trained with, by name. What is learned has only its shape from here: of a table, nothing."""

FILE = Path(__file__).parents[1] / "data" / "trained_models.npz"
"""What was measured."""

LEARNED = 0.9
"""A task is learned where every model, one per seed, has at least this accuracy."""


class Results(NamedTuple):
    """What was measured of each encoding, task, and seed."""

    encodings: tuple[str, ...]
    """With those that took the place of the trained one at the test: "RoPE: YaRN"."""
    tasks: Mapping[str, float]
    """With the accuracy of guessing."""
    lengths: tuple[int, ...]
    """Lengths of the texts tested, in tokens."""
    trained: int
    """The longest text in training, in tokens."""
    binned: int
    """The length of the texts whose accuracy is counted by position."""
    seeds: int
    accuracy: Array
    """(encodings, tasks, seeds, lengths)"""
    loss: Array
    """In nats, of the same shape."""
    by_position: Array
    """Accuracy in bins of positions. (encodings, tasks, seeds, bins); NaN where nothing is asked."""
    attention: Array
    """Of the first block in one text, with the first seed: (trained encodings, tasks, heads, n, n)."""
    facts: Mapping[str, Any]
    """Hyperparameters, versions, and commit of the training."""


class Spread(NamedTuple):
    """The mean over seeds, the lowest, and the highest. (m,) each."""

    mean: Array
    low: Array
    high: Array


@cache
def results() -> Results:
    """Everything that was measured.

    >>> results().lengths
    (16, 32, 48, 64, 128, 256, 512)
    """
    with np.load(FILE) as found:
        facts = json.loads(str(found["facts"]))
        accuracy, loss, places = (found[key].astype(np.float64) for key in ("accuracy", "loss", "by_position"))
        weights = found["attention"] / 255
    given = facts["hyperparameters"]
    return Results(
        tuple(facts["encodings"]),
        facts["tasks"],
        tuple(given["lengths"]),
        given["trained"],
        given["binned"],
        accuracy.shape[2],
        accuracy,
        loss,
        places,
        weights,
        {key: facts[key] for key in ("hyperparameters", "versions", "commit")},
    )


def accuracy(encoding: str, task: str) -> Spread:
    """The accuracy at each length of `results().lengths`. ValueError for an unknown name.

    >>> float(accuracy("xPos", "3 back").low.min()) > 0.9
    True
    """
    return _spread(results().accuracy[_place(encoding, task)])


def by_position(encoding: str, task: str) -> Spread:
    """The accuracy in bins of positions, in texts of `results().binned` tokens; NaN where nothing is asked.

    ValueError for an unknown name.

    >>> by_position("RoPE", "3 back").mean.shape
    (16,)
    """
    return _spread(results().by_position[_place(encoding, task)])


def reach(encoding: str, task: str) -> int | None:
    """The longest tested length up to which every model has learned the task; 0 where none has, None for some models.

    ValueError for an unknown name.

    >>> reach("Sinusoidal", "3 back")
    32
    """
    found = results()
    start = found.lengths.index(found.trained)
    learned = found.accuracy[_place(encoding, task)][:, start:] >= LEARNED
    if not learned[:, 0].all():
        return None if learned[:, 0].any() else 0
    holds = np.logical_and.accumulate(learned.all(axis=0))
    return found.lengths[start + int(holds.sum()) - 1]


def learned_attention(encoding: str, task: str) -> Array:
    """The attention of each head of the first block, in one text, with the first seed. -> (heads, n, n)

    ValueError for a name that was not trained with.

    >>> learned_attention("ALiBi", "1 back").shape
    (4, 24, 24)
    """
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding = {encoding!r}: choose one of {', '.join(ENCODINGS)}")
    found = results()
    return np.asarray(found.attention[list(ENCODINGS).index(encoding), _place(encoding, task)[1]])


def formula_attention(encoding: str, task: str) -> Array | None:
    """The attention that the formula alone gives, with query and key of the same content. -> (heads, n, n)

    None where no formula does: its numbers are learned. The shape is that of `learned_attention`.

    >>> formula_attention("NoPE", "1 back")[0, 3, :5].tolist()
    [0.25, 0.25, 0.25, 0.25, 0.0]
    """
    heads, length, _ = learned_attention(encoding, task).shape
    scheme, given = ENCODINGS[encoding], results().facts["hyperparameters"]
    # a model learns all their numbers
    if isinstance(scheme, Learned | T5):
        return None
    dim = given["width"] if scheme.family == "table" else given["width"] // heads
    several = 1 if scheme.unsupported_reason("heads") else heads
    at = range(length)
    logits = scheme.mean_logits(at, at, dim, length=length, heads=several)
    seen = np.where(np.tri(length, dtype=bool), np.broadcast_to(logits, (heads, length, length)), -np.inf)
    weights = np.exp(seen - seen.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def peak(attention: Array) -> tuple[int, float]:
    """The offset that gets the most attention, averaged over the queries that have such a key, and how much. (n, n)

    Only queries of the second half count, and offsets that all of them have.

    >>> peak(np.eye(8, k=-3))
    (3, 1.0)
    """
    length = len(attention)
    half = length // 2
    rows = np.arange(half, length)
    mean = [float(attention[rows, rows - offset].mean()) for offset in range(half + 1)]
    return int(np.argmax(mean)), max(mean)


def _place(encoding: str, task: str) -> tuple[int, int]:
    """Where an encoding and a task stand in the results."""
    found = results()
    for name, given, allowed in (("encoding", encoding, found.encodings), ("task", task, tuple(found.tasks))):
        if given not in allowed:
            raise ValueError(f"{name} = {given!r}: choose one of {', '.join(allowed)}")
    return found.encodings.index(encoding), list(found.tasks).index(task)


def _spread(found: Array) -> Spread:
    """Over the seeds. (seeds, m) -> (m,) each"""
    return Spread(found.mean(axis=0), found.min(axis=0), found.max(axis=0))
