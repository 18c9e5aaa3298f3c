"""Results of small Transformers trained with each encoding, on texts up to 16 times as long as in training.

docs/training.md describes the experiment.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array, match_option
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import scheme as new_scheme
from posenc_core.text.messages import slug, translate
from posenc_tools.data_files import DATA

__all__ = [
    "ATTENTION", "FILE", "LANGUAGE", "SOLVED", "Language", "Recipes", "facts", "formula_attention", "label", "language",
    "learned_attention", "names", "peak", "recipes", "scheme",
]  # fmt: skip

FILE = DATA / "trained_models.json"
"""File of the results: settings, and a record for each trained model."""

ATTENTION = DATA / "trained_attention.npz"
"""File of attention weights in one text, from 0 to 255, by encoding."""

LANGUAGE = "language model"
"""Task of the language models."""

SOLVED = 0.9
"""Accuracy at the trained length from which a task counts as solved."""


class Recipes(NamedTuple):
    """Accuracy of the models of one encoding and task that solve it at the trained length, one for each recipe.

    Attributes
    ----------
    lengths : ndarray, shape (m,)
        Lengths of the tested texts in tokens.
    accuracy, error : ndarray, shape (recipes, m)
        Accuracy on the last eighth of the positions, and its standard error over the test texts.
    tried : int
        Number of recipes that were trained, including those that do not solve the task.
    """

    lengths: Array
    accuracy: Array
    error: Array
    tried: int

    def range(self, length: int) -> tuple[float, float]:
        """Return the lowest and the highest accuracy at a length.

        Parameters
        ----------
        length : int
            One of the lengths.

        Returns
        -------
        low : float
            Lowest accuracy.
        high : float
            Highest accuracy.

        Examples
        --------
        >>> low, high = recipes("RoPE", "3 back").range(128)
        >>> low < 0.1 and high > 0.9
        True
        """
        column = self.accuracy[:, self.lengths == length]
        return float(column.min()), float(column.max())


class Language(NamedTuple):
    """Loss of the language models of one encoding by position, in nats per character.

    Attributes
    ----------
    positions : ndarray, shape (m,)
        Middle of each range of positions.
    loss, error : ndarray, shape (seeds, m)
        Mean loss, and its standard error over the test texts.
    inside : ndarray, shape (seeds,)
        Mean loss in the second half of the trained length, if the texts end there.
    by_length : bool
        True if `inside` differs from the loss at the same positions of longer texts, because the vector of a position
        depends on the length of the text.
    trained : int
        Longest text in training, in characters.
    """

    positions: Array
    loss: Array
    error: Array
    inside: Array
    by_length: bool
    trained: int

    def mean(self, start: int, end: int) -> Array:
        """Return the mean loss at positions from `start` up to `end`, without the latter.

        Parameters
        ----------
        start, end : int
            Positions.

        Returns
        -------
        ndarray, shape (seeds,)
            Mean loss of each model.

        Examples
        --------
        >>> bool((language("RoPE").mean(512, 1024) > language("RoPE").inside + 1).all())
        True
        """
        inside = (self.positions >= start) & (self.positions < end)
        return np.asarray(self.loss[:, inside].mean(axis=1))


def label(name: str) -> str:
    """Translate the name of a trained encoding, or of its learned part, to the current language.

    Parameters
    ----------
    name : str
        Name of an encoding, or what it learns.

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


@cache
def facts() -> Mapping[str, Any]:
    """Return settings, encodings, and a record of each model, as they are stored.

    Returns
    -------
    mapping
        `settings`, `chance` by task, `letter_loss`, `encodings` by name, `made`, and `runs`.

    Examples
    --------
    >>> facts()["settings"]["trained"]
    32
    """
    stored: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return stored


def names(task: str) -> tuple[str, ...]:
    """Return the encodings with results in a task, including those that replace a trained one, such as "RoPE: YaRN".

    Parameters
    ----------
    task : str
        Name of a task in `facts()["chance"]`, or `LANGUAGE`.

    Returns
    -------
    tuple of str
        Names.

    Examples
    --------
    >>> "RoPE: YaRN" in names(LANGUAGE)
    True
    """
    return tuple(dict.fromkeys(run["encoding"] for run in facts()["runs"] if run["task"] == task))


def _runs(encoding: str, task: str) -> list[dict[str, Any]]:
    """Return the records of an encoding and a task; ValueError if there are none."""
    task = match_option(task, (*facts()["chance"], LANGUAGE), "task")
    name = match_option(encoding, names(task), "encoding")
    return [run for run in facts()["runs"] if run["encoding"] == name and run["task"] == task]


def recipes(encoding: str, task: str) -> Recipes:
    """Return the accuracy of an encoding in a small task, with each recipe that solves it at the trained length.

    Parameters
    ----------
    encoding : str
        Name in `names(task)`, in upper or lower case.
    task : str
        Name in `facts()["chance"]`.

    Returns
    -------
    Recipes
        Accuracy of each model by length.

    Raises
    ------
    ValueError
        If the encoding or the task is unknown.

    Examples
    --------
    >>> recipes("Sinusoidal", "3 back").accuracy[:, 1].min().round(2)
    np.float64(1.0)
    """
    runs, settings = _runs(encoding, task), facts()["settings"]
    place = settings["lengths"].index(settings["trained"])
    solved = [run for run in runs if run["accuracy"][place] >= SOLVED]
    shape = (len(solved), len(settings["lengths"]))
    accuracy, error = (np.reshape([run[key] for run in solved], shape) for key in ("accuracy", "error"))
    return Recipes(np.array(settings["lengths"]), accuracy, error, len(runs))


def language(encoding: str) -> Language:
    """Return the loss of the language models of an encoding by position.

    Parameters
    ----------
    encoding : str
        Name in `names(LANGUAGE)`, in upper or lower case.

    Returns
    -------
    Language
        Loss of each model.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> language("RoPE").trained, language("RoPE: tuned").trained
    (128, 512)
    """
    runs, settings = _runs(encoding, LANGUAGE), facts()["settings"]
    loss, error = (np.array([run[key] for run in runs]) for key in ("loss", "error"))
    width = settings["language_tested"] / loss.shape[1]
    factor = settings["factor"] if ": tuned" in encoding else 1
    middles = (np.arange(loss.shape[1]) + 0.5) * width - 0.5
    length = settings["language_trained"]
    second_half = (middles >= length / 2) & (middles < length)
    by_length = "inside" in runs[0]
    inside = np.array([run["inside"] for run in runs]) if by_length else loss[:, second_half].mean(axis=1)
    return Language(middles, loss, error, inside, by_length, round(factor * length))


def scheme(encoding: str) -> Scheme:
    """Return the scheme with which an encoding was trained.

    Parameters
    ----------
    encoding : str
        Name of a trained encoding, or of one that replaces it.

    Returns
    -------
    Scheme
        Scheme with the parameters of training.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> scheme("RoPE: YaRN").name
    'RoPE'
    """
    encodings = facts()["encodings"]
    return new_scheme(**encodings[match_option(encoding.partition(":")[0], tuple(encodings), "encoding")]["scheme"])


@cache
def learned_attention() -> Mapping[str, Array]:
    """Return the attention of models that name the token 3 back, in one text, by encoding.

    Returns
    -------
    mapping of str to ndarray, shape (blocks, heads, n, n)
        Attention weights.

    Examples
    --------
    >>> learned_attention()["ALiBi"].shape
    (2, 4, 24, 24)
    """
    with np.load(ATTENTION) as file:
        return {name: file[name] / 255 for name in file.files}


def formula_attention(encoding: str) -> Array | None:
    """Return the attention of the scheme alone, for queries and keys of equal content.

    Parameters
    ----------
    encoding : str
        Name in `learned_attention()`, in upper or lower case.

    Returns
    -------
    ndarray, shape (heads, n, n), or None
        Attention weights; None if numbers of the scheme are learned.

    Raises
    ------
    ValueError
        If the encoding is unknown.

    Examples
    --------
    >>> formula_attention("ALiBi")[0, 1, :3].round(2).tolist()
    [0.44, 0.56, 0.0]
    """
    name = match_option(encoding, tuple(learned_attention()), "encoding")
    _, heads, length, _ = learned_attention()[name].shape
    if facts()["encodings"][name]["learned"]:
        return None
    used, width = scheme(name), facts()["settings"]["width"]
    dim = width if used.family == "table" else width // heads
    count = 1 if used.unsupported_reason("heads") else heads
    at = range(length)
    logits = used.mean_logits(at, at, dim, length=length, heads=count)
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
