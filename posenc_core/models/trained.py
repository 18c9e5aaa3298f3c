"""Accuracy of small Transformers trained with each encoding, on texts up to 16 times as long as in training.

These are the results of version 1 of the experiment, whose script is in the commit of `results().facts`;
docs/training.md describes version 2. Compare Kazemnejad et al. (2023), The Impact of Positional Encoding on Length
Generalization in Transformers; arXiv 2305.19466.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array, match_option
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
"""Schemes of the trained models, by name; a model learns all numbers of `Learned` and `T5`."""

FILE = Path(__file__).parents[1] / "data" / "trained_models.npz"
"""File of the results."""

LEARNED = 0.9
"""Accuracy that the model of every seed reaches in a learned task."""


class Results(NamedTuple):
    """Results for each encoding, task, and seed.

    Attributes
    ----------
    encodings : tuple of str
        Encodings, including replacements of the trained one such as "RoPE: YaRN".
    tasks : mapping of str to float
        Tasks, with the accuracy of guessing.
    lengths : tuple of int
        Lengths of the tested texts in tokens.
    trained : int
        Longest text in training in tokens.
    binned : int
        Length of the texts of `by_position`.
    seeds : int
        Number of seeds.
    accuracy, loss : ndarray, shape (encodings, tasks, seeds, lengths)
        Accuracy, and loss in nats.
    by_position : ndarray, shape (encodings, tasks, seeds, bins)
        Accuracy in bins of positions; NaN for bins without questions.
    attention : ndarray, shape (trained encodings, tasks, heads, n, n)
        Attention of the first block in one text, with the first seed.
    facts : mapping
        Hyperparameters, versions, and commit of the training.
    """

    encodings: tuple[str, ...]
    tasks: Mapping[str, float]
    lengths: tuple[int, ...]
    trained: int
    binned: int
    seeds: int
    accuracy: Array
    loss: Array
    by_position: Array
    attention: Array
    facts: Mapping[str, Any]


class Spread(NamedTuple):
    """Mean and range over seeds.

    Attributes
    ----------
    mean, low, high : ndarray, shape (m,)
        Mean, lowest, and highest value.
    """

    mean: Array
    low: Array
    high: Array


@cache
def results() -> Results:
    """Return all results.

    Returns
    -------
    Results
        Accuracy, loss, and attention.

    Examples
    --------
    >>> results().lengths
    (16, 32, 48, 64, 128, 256, 512)
    """
    with np.load(FILE) as file:
        facts = json.loads(str(file["facts"]))
        accuracy, loss, bins = (file[key].astype(np.float64) for key in ("accuracy", "loss", "by_position"))
        weights = file["attention"] / 255
    settings = facts["hyperparameters"]
    return Results(
        tuple(facts["encodings"]),
        facts["tasks"],
        tuple(settings["lengths"]),
        settings["trained"],
        settings["binned"],
        accuracy.shape[2],
        accuracy,
        loss,
        bins,
        weights,
        {key: facts[key] for key in ("hyperparameters", "versions", "commit")},
    )


def accuracy(encoding: str, task: str) -> Spread:
    """Return the accuracy at each length of `results().lengths`.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    Spread
        Mean and range over seeds.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> float(accuracy("xPos", "3 back").low.min()) > 0.9
    True
    """
    return _spread(results().accuracy[_place(encoding, task)])


def by_position(encoding: str, task: str) -> Spread:
    """Return the accuracy in bins of positions, for texts of `results().binned` tokens.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    Spread
        Mean and range over seeds; NaN for bins without questions.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> by_position("RoPE", "3 back").mean.shape
    (16,)
    """
    return _spread(results().by_position[_place(encoding, task)])


def reach(encoding: str, task: str) -> int | None:
    """Return the longest tested length up to which the model of every seed solves a task.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    int or None
        Length in tokens; 0 if no model solves it at the trained length, None if some do.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> reach("Sinusoidal", "3 back")
    32
    """
    measured = results()
    start = measured.lengths.index(measured.trained)
    learned = measured.accuracy[_place(encoding, task)][:, start:] >= LEARNED
    if not learned[:, 0].all():
        return None if learned[:, 0].any() else 0
    solved = np.logical_and.accumulate(learned.all(axis=0))
    return measured.lengths[start + int(solved.sum()) - 1]


def learned_attention(encoding: str, task: str) -> Array:
    """Return the attention of the first block in one text, with the first seed.

    Parameters
    ----------
    encoding : str
        Name in `ENCODINGS`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    ndarray, shape (heads, n, n)
        Attention weights.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> learned_attention("ALiBi", "1 back").shape
    (4, 24, 24)
    """
    encoding = match_option(encoding, ENCODINGS, "encoding")
    return np.asarray(results().attention[list(ENCODINGS).index(encoding), _place(encoding, task)[1]])


def formula_attention(encoding: str, task: str) -> Array | None:
    """Return the attention of the scheme alone, for queries and keys of equal content.

    Parameters
    ----------
    encoding : str
        Name in `ENCODINGS`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    ndarray, shape (heads, n, n), or None
        Attention weights; None if all numbers of the scheme are learned.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> formula_attention("NoPE", "1 back")[0, 3, :5].tolist()
    [0.25, 0.25, 0.25, 0.25, 0.0]
    """
    heads, length, _ = learned_attention(encoding, task).shape
    scheme = ENCODINGS[match_option(encoding, ENCODINGS, "encoding")]
    width = results().facts["hyperparameters"]["width"]
    # a model learns all their numbers
    if isinstance(scheme, Learned | T5):
        return None
    dim = width if scheme.family == "table" else width // heads
    count = 1 if scheme.unsupported_reason("heads") else heads
    at = range(length)
    logits = scheme.mean_logits(at, at, dim, length=length, heads=count)
    causal = np.where(np.tri(length, dtype=bool), np.broadcast_to(logits, (heads, length, length)), -np.inf)
    weights = np.exp(causal - causal.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def peak(attention: Array) -> tuple[int, float]:
    """Return the offset with the most attention, averaged over queries.

    Parameters
    ----------
    attention : ndarray, shape (n, n)
        Attention weights. Only the second half of the queries counts, and offsets that all of them have.

    Returns
    -------
    offset : int
        Offset in tokens.
    share : float
        Mean attention at this offset.

    Examples
    --------
    >>> peak(np.eye(8, k=-3))
    (3, 1.0)
    """
    length = len(attention)
    half = length // 2
    rows = np.arange(half, length)
    mean = [float(attention[rows, rows - offset].mean()) for offset in range(half + 1)]
    return int(np.argmax(mean)), max(mean)


def _place(encoding: str, task: str) -> tuple[int, int]:
    """Indexes of an encoding and a task in the results."""
    encodings, tasks = results().encodings, list(results().tasks)
    return (
        encodings.index(match_option(encoding, encodings, "encoding")),
        tasks.index(match_option(task, tasks, "task")),
    )


def _spread(values: Array) -> Spread:
    """Mean and range over the seeds. (seeds, m) -> (m,) each."""
    return Spread(values.mean(axis=0), values.min(axis=0), values.max(axis=0))
