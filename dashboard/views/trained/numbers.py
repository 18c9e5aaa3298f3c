"""Numbers of Trained: groups of encodings, outcomes of training, examples, and visibility through a layer norm."""

from string import ascii_lowercase
from typing import NamedTuple

import numpy as np

import posenc_core
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_tools.models import trained

GROUPS: dict[str, tuple[str, ...]] = {
    "families": ("Sinusoidal", "Learned table", "RoPE", "ALiBi", "T5 (learned)", "NoPE"),
    "tables": ("Sinusoidal", "Sinusoidal (random positions)", "Sinusoidal (random start)", "Learned table"),
    "codes": ("Binary", "Grid", "Index (one column)", "Normalized (one column)"),
    "rotations": ("RoPE", "RoPE (random positions)", "RoPE (base 500)", "RoPE (half of the dimensions)", "xPos"),
    "biases": (
        *("ALiBi", "T5 (learned)", "KERPLE (learned)", "FIRE (learned)", "Sandwich", "SlidingWindow"),
        *("Shaw (learned)", "TransformerXL (learned)"),
    ),
    "scaling": (
        *("RoPE", "RoPE: linear", "RoPE: NTK-aware", "RoPE: YaRN"),
        *("RoPE: tuned", "RoPE: tuned linear", "RoPE: tuned YaRN"),
    ),
}
"""Encodings that are drawn together, by value of the parameter `among`."""

TIMES = (1, 2, 4, 16)
"""Lengths in the cells, as multiples of the trained one."""

DIM = 64

OUTCOMES = ("whole", "reach", "inside", "learning", "uneven", "plateau", "replaced", "missing")
"""Outcomes of training and tests, from the best to the worst."""


class Outcome(NamedTuple):
    """Outcome of an encoding in a task: one of `OUTCOMES`, and a length in tokens or a number of steps."""

    id: str
    number: int = 0


class Example(NamedTuple):
    """A text whose last token asks for an answer: its tokens, the place of the answer, and the answer."""

    tokens: tuple[str, ...]
    place: int
    answer: str


def scheme(encoding: str) -> Scheme:
    """Scheme with which an encoding was trained."""
    return trained.ENCODINGS[encoding.partition(":")[0]]


def rope_frequencies() -> Array:
    """Radians per token of each pair of a trained RoPE head."""
    settings = trained.results().facts["settings"]
    frequencies: Array = posenc_core.RoPE().frequencies(settings["width"] // settings["heads"])
    return frequencies


def group(encoding: str) -> str:
    """Last group that contains an encoding; empty for one that is in the table only."""
    return next((name for name in reversed(GROUPS) if encoding in GROUPS[name]), "")


def outcome(encoding: str, task: str) -> Outcome:
    """Outcome of an encoding: the length up to which it solves a task, or the state of its training."""
    reach, lengths = trained.reach(encoding, task), trained.results().lengths
    if reach is None:
        return Outcome("missing")
    if reach == lengths[-1]:
        return Outcome("whole", reach)
    if reach > trained.trained_length(encoding):
        return Outcome("reach", reach)
    if reach:
        return Outcome("inside", lengths[lengths.index(reach) + 1])
    state = trained.state(encoding, task)
    if state is None:
        return Outcome("replaced")
    ids = {"still learning": "learning", "solved": "uneven"}
    return Outcome(ids.get(state, state), trained.steps(encoding, task))


def outcomes(encodings: tuple[str, ...], task: str) -> dict[Outcome, tuple[str, ...]]:
    """Return the encodings by outcome, the best first."""
    groups: dict[Outcome, tuple[str, ...]] = {}
    for encoding in encodings:
        result = outcome(encoding, task)
        groups[result] = (*groups.get(result, ()), encoding)
    return dict(sorted(groups.items(), key=lambda item: (OUTCOMES.index(item[0].id), -item[0].number)))


def first_to_fall(encodings: tuple[str, ...], task: str) -> tuple[str, ...]:
    """Return the encodings with the shortest reach among those that solve the task."""
    reaches = {name: trained.reach(name, task) for name in encodings}
    shortest = min((reach for reach in reaches.values() if reach), default=None)
    return tuple(name for name, reach in reaches.items() if reach == shortest) if shortest else ()


def example(task: str) -> Example:
    """Return a text of a task with its answer at the last token; letters represent symbols."""
    letters = np.random.default_rng(3).permutation([*ascii_lowercase[:16]])[:12].tolist()
    tokens = ["<bos>", *letters]
    if task.endswith("back"):
        place = len(tokens) - 1 - int(task.split()[0])
    elif task == "copy":
        tokens, place = [*tokens[:7], *tokens[1:5]], 5
    elif task == "induction":
        tokens, place = [*tokens[:-1], tokens[4]], 5
    elif task == "order":
        tokens, place = [*tokens[:3], "x", *tokens[3:8], "y", *tokens[8:10]], 3
    else:
        place = 5
    return Example(tuple(tokens), place, tokens[place])


def offset_share(encoding: str, task: str, offset: int) -> float:
    """Largest mean attention of a trained head to one offset, over the second half of the queries."""
    blocks = np.concatenate([trained.learned_attention(encoding, task, block) for block in (1, 2)])
    rows = np.arange(blocks.shape[-1] // 2, blocks.shape[-1])
    return float(blocks[:, rows, rows - offset].mean(axis=1).max())


def norm_changes(spread: str, *, rms: bool = False) -> dict[str, Array]:
    """Change of the output of LayerNorm, or of RMSNorm, by an added position, shape (n,), by encoding."""
    length, content = 64, np.random.default_rng(0).normal(size=DIM)
    changes = {}
    for encoding in (posenc_core.scheme(name, spread=spread) for name in ("Index", "Normalized")):
        after = _layer_norm(content + encoding.encode(range(length), DIM, length=length), rms)
        changes[encoding.name] = np.linalg.norm(after - _layer_norm(content, rms), axis=-1)
    return changes


def _layer_norm(x: Array, rms: bool) -> Array:
    """Output of LayerNorm, or of RMSNorm, which does not subtract the mean, (..., d) -> (..., d)."""
    x = x if rms else x - x.mean(axis=-1, keepdims=True)
    return np.asarray(x / np.sqrt(np.square(x).mean(axis=-1, keepdims=True)))
