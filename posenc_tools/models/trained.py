"""Accuracy of small Transformers trained with each encoding, on texts up to 16 times as long as in training.

docs/training.md describes the experiment.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array, match_option
from posenc_core.data_files import read_toml
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import scheme
from posenc_core.text.messages import slug, translate
from posenc_tools.data_files import DATA

__all__ = [
    "ENCODINGS", "FILE", "STATES", "Language", "Results", "Spread", "accuracy", "by_position", "formula_attention",
    "label", "language_change", "language_loss", "learned_attention", "learned_bias", "peak", "reach", "results",
    "state", "steps", "trained_length",
]  # fmt: skip

ENCODINGS: Mapping[str, Scheme] = {
    name: scheme(**entry) for name, entry in read_toml(DATA / "trained_encodings.toml").items()
}
"""Schemes of the trained models, by name; `results().facts["learned"]` names the parts that a model learns."""

FILE = DATA / "trained_models.npz"
"""File of the results."""

LEARNED = 0.9
"""Mean accuracy over the seeds from which a length counts as solved."""

STATES = ("plateau", "still learning", "solved")
"""States at the end of training, from worst to best; `training/settings.py` has their thresholds."""


def label(name: str) -> str:
    """Translate the name of a trained encoding, or of its learned part, to the current language.

    Parameters
    ----------
    name : str
        One of `results().encodings`, or of the values of `results().facts["learned"]`.

    Returns
    -------
    str
        Label; in English, it is the name.

    Examples
    --------
    >>> label("Learned table")
    'Learned table'
    """
    return translate(f"trained-{slug(name)}", name)


class Results(NamedTuple):
    """Results for each encoding, task, and seed; NaN for models that are not trained yet.

    Attributes
    ----------
    encodings : tuple of str
        Encodings, including replacements of the trained one such as "RoPE: YaRN".
    tasks : mapping of str to float
        Tasks, with the accuracy of guessing.
    lengths : tuple of int
        Lengths of the tested texts in tokens.
    trained_length : int
        Longest text in training in tokens; for tuned encodings see `trained_length`.
    binned : int
        Length of the texts of `by_position`.
    seeds : int
        Number of seeds.
    accuracy, error : ndarray, shape (encodings, tasks, seeds, lengths)
        Accuracy on the last eighth of the positions, and its standard error over the test texts.
    mean, loss : ndarray, shape (encodings, tasks, seeds, lengths)
        Accuracy and loss in nats, over all positions.
    by_position : ndarray, shape (encodings, tasks, seeds, bins)
        Accuracy in bins of positions; NaN for bins without questions.
    curve : ndarray, shape (encodings, tasks, seeds, 2, checks)
        Accuracy and loss at the trained length in each check during training.
    attention : ndarray, shape (trained encodings, tasks, blocks, heads, n, n)
        Attention in one text, with the first seed.
    facts : mapping
        Settings, learning rates, learned parts, states, versions, and commits.
    """

    encodings: tuple[str, ...]
    tasks: Mapping[str, float]
    lengths: tuple[int, ...]
    trained_length: int
    binned: int
    seeds: int
    accuracy: Array
    error: Array
    mean: Array
    loss: Array
    by_position: Array
    curve: Array
    attention: Array
    facts: Mapping[str, Any]


class Spread(NamedTuple):
    """Mean over seeds with its range and standard error; NaN for models that are not trained yet.

    Attributes
    ----------
    mean, low, high : ndarray, shape (m,)
        Mean, lowest, and highest value.
    error : ndarray, shape (m,)
        Standard error of the mean: of the seeds, or of the test texts if that is larger.
    """

    mean: Array
    low: Array
    high: Array
    error: Array


class Language(NamedTuple):
    """Loss of a language model by position.

    Attributes
    ----------
    positions, loss, error : ndarray, shape (m,)
        Middle of each range of positions, mean loss in nats per character, and its standard error.
    """

    positions: Array
    loss: Array
    error: Array


@cache
def _file() -> dict[str, Any]:
    """Arrays of the file, and its facts."""
    with np.load(FILE) as file:
        return {key: json.loads(str(file[key])) if key == "facts" else file[key] for key in file.files}


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
    file, facts = _file(), _file()["facts"]
    settings = facts["settings"]
    arrays = {
        key: file[key].astype(np.float64) for key in ("accuracy", "error", "mean", "loss", "by_position", "curve")
    }
    return Results(
        encodings=tuple(facts["axes"]["encodings"]),
        tasks=facts["chance"],
        lengths=tuple(settings["lengths"]),
        trained_length=settings["trained"],
        binned=settings["binned"],
        seeds=arrays["accuracy"].shape[2],
        attention=file["attention"] / 255,
        facts=facts,
        **arrays,
    )


def trained_length(encoding: str) -> int:
    """Return the longest text that a model has seen in training, for any task but the language model.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.

    Returns
    -------
    int
        Length in tokens.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> trained_length("RoPE"), trained_length("RoPE: YaRN"), trained_length("RoPE: tuned YaRN")
    (32, 32, 128)
    """
    name = match_option(encoding, results().encodings, "encoding")
    factor = results().facts["settings"]["factor"] if "tuned" in name else 1
    return round(factor * results().trained_length)


def accuracy(encoding: str, task: str) -> Spread:
    """Return the accuracy on the last eighth of the positions, at each length of `results().lengths`.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    Spread
        Mean, range, and standard error.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> accuracy("RoPE", "3 back").mean.shape
    (7,)
    """
    place = _place(encoding, task)
    return _spread(results().accuracy[place], results().error[place])


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
        Mean, range, and standard error over seeds; NaN for bins without questions.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> by_position("RoPE", "3 back").mean.shape
    (16,)
    """
    values = results().by_position[_place(encoding, task)]
    return _spread(values, np.zeros_like(values))


def reach(encoding: str, task: str) -> int | None:
    """Return the longest tested length up to which a task is solved: a mean accuracy of at least 90%.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    int or None
        Length in tokens; 0 if the task is not solved at the trained length, None if no model is trained yet.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> (reach("NoPE", "8 back") or 0) < 512
    True
    """
    mean, lengths = accuracy(encoding, task).mean, results().lengths
    if np.isnan(mean).any():
        return None
    start = lengths.index(trained_length(encoding))
    solved = np.logical_and.accumulate(mean[start:] >= LEARNED)
    return lengths[start + int(solved.sum()) - 1] if solved[0] else 0


def state(encoding: str, task: str) -> str | None:
    """Return the state at the end of training, of the best of all seeds.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    str or None
        One of `STATES`; None if the model is not trained yet, or if only its scheme was replaced.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> state("RoPE: YaRN", "3 back") is None
    True
    """
    row, column = _place(encoding, task)
    name, asked = results().encodings[row], list(results().tasks)[column]
    states = sorted(results().facts["states"].get(name, {}).get(asked, []), key=STATES.index)
    return states[-1] if states else None


def steps(encoding: str, task: str) -> int:
    """Return the number of training steps, the most of all seeds.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.
    task : str
        Name in `results().tasks`.

    Returns
    -------
    int
        Steps; 0 if there was no training.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> steps("RoPE: YaRN", "3 back")
    0
    """
    checks = np.isfinite(results().curve[_place(encoding, task)][:, 0]).sum(axis=-1)
    return int(checks.max()) * int(results().facts["settings"]["check_every"])


def language_loss(encoding: str) -> Language:
    """Return the loss of a language model by position, on texts of 8 times its trained length.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.

    Returns
    -------
    Language
        Loss; NaN if the model is not trained yet.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> language_loss("RoPE").positions[[0, -1]].tolist()
    [7.5, 1015.5]
    """
    row = results().encodings.index(match_option(encoding, results().encodings, "encoding"))
    loss, error = _file()["language"][row].astype(np.float64)
    width = results().facts["settings"]["language_tested"] / len(loss)
    return Language((np.arange(len(loss)) + 0.5) * width - 0.5, loss, error)


def language_change(encoding: str) -> tuple[float, float]:
    """Return the loss of a language model inside its trained length, and far beyond it.

    Parameters
    ----------
    encoding : str
        Name in `results().encodings`, in upper or lower case.

    Returns
    -------
    inside : float
        Mean loss in nats per character on the last half of the trained positions; NaN if the model is not trained yet.
    beyond : float
        The same at 4 to 8 times the trained positions.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> inside, beyond = language_change("ALiBi")
    >>> abs(beyond - inside) < 0.1
    True
    """
    language, length = language_loss(encoding), results().facts["settings"]["language_trained"]
    inside = (language.positions > length / 2) & (language.positions < length)
    return float(language.loss[inside].mean()), float(language.loss[language.positions > 4 * length].mean())


def learned_attention(encoding: str, task: str, block: int = 1) -> Array:
    """Return the attention of one block in one text, with the first seed.

    Parameters
    ----------
    encoding : str
        Name in `ENCODINGS`, in upper or lower case.
    task : str
        Name in `results().tasks`.
    block : int, optional
        Block, from 1. By default the first.

    Returns
    -------
    ndarray, shape (heads, n, n)
        Attention weights; zeros if the model is not trained yet.

    Raises
    ------
    ValueError
        If the encoding, the task, or the block is unknown.

    Examples
    --------
    >>> learned_attention("ALiBi", "3 back").shape
    (4, 24, 24)
    """
    encoding = match_option(encoding, ENCODINGS, "encoding")
    blocks = results().attention[list(ENCODINGS).index(encoding), _place(encoding, task)[1]]
    if not 1 <= block <= len(blocks):
        raise ValueError(f"block = {block!r} must be from 1 to {len(blocks)}.")
    return np.asarray(blocks[block - 1])


def learned_bias(encoding: str) -> Array:
    """Return the learned bias of the language model, at each distance from the last token of its trained length.

    Parameters
    ----------
    encoding : str
        Name in `ENCODINGS`, in upper or lower case.

    Returns
    -------
    ndarray, shape (blocks, heads, n)
        Bias in nats at distances 0 to n - 1, minus the one at distance 0; the mean over texts where it depends on the
        query. NaN if no bias is learned, or the model is not trained yet.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> learned_bias("T5 (learned)").shape
    (2, 4, 128)
    """
    row = list(ENCODINGS).index(match_option(encoding, ENCODINGS, "encoding"))
    return np.asarray(_file()["learned_bias"][row], np.float64)


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
        Attention weights; None if numbers of the scheme are learned, or positions are random.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> formula_attention("NoPE", "3 back")[0, 3, :5].tolist()
    [0.25, 0.25, 0.25, 0.25, 0.0]
    """
    heads, length, _ = learned_attention(encoding, task).shape
    name = match_option(encoding, ENCODINGS, "encoding")
    if name in results().facts["learned"] or name.endswith("(random positions)"):
        return None
    scheme, width = ENCODINGS[name], results().facts["settings"]["width"]
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


def _spread(values: Array, errors: Array) -> Spread:
    """Mean, range, and standard error over the trained seeds. (seeds, m) twice -> (m,) each."""
    trained = np.isfinite(values).any(axis=1)
    if not trained.any():
        return Spread(*(np.full(values.shape[1], np.nan) for _ in Spread._fields))
    values, errors, count = values[trained], errors[trained], int(trained.sum())
    of_texts = np.sqrt(np.square(errors).sum(axis=0)) / count
    of_seeds = values.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.zeros_like(of_texts)
    return Spread(values.mean(axis=0), values.min(axis=0), values.max(axis=0), np.maximum(of_seeds, of_texts))
