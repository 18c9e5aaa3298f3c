"""Frequent questions with computed answers, and the pages that show them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.say import message
from dashboard.views import tasks
from posenc_core import ALiBi, Binary, Index, RoPE, Sinusoidal
from posenc_core.analysis import attention, geometry, precision, sentence
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import trained


class Question(NamedTuple):
    """A question, and the page that answers it."""

    claim: Claim
    """Its message is the question, with the attribute `.answer`."""
    page: str
    query: dict[str, Any]

    @property
    def link(self) -> str:
        """Relative URL of the page that shows the answer."""
        return f"{self.page}?{urlencode(tasks.evaluate(self.query), doseq=True)}"


YARN = {"scheme": "RoPE", "d": 128, "RoPE.base": 1e6, "RoPE.trained_length": 32768, "tab": "scaling"}
DYNAMIC = {"scheme": "RoPE", "RoPE.scaling": "dynamic", "n": 4096, "tab": "scaling"}
ALIBI, WAVE = {"scheme": "ALiBi", "heads": 12}, {"scheme": "Sinusoidal"}

DROPOUT = 0.1
"""Probability of dropout in the base model of the paper."""


def _masked_sentence() -> str:
    return message("question-mask.sentence")


QUESTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("relative", "attention", {"scheme": ["Sinusoidal", "RoPE"]}),
    ("values", "rope", {"scheme": "RoPE"}),
    ("collide", "sentence", WAVE | {"tab": "tokens"}),
    ("binary", "equidistance", {"scheme": "Binary", "d": 8}),
    ("grow", "scorecard", {"scheme": ["Sinusoidal", "Index"]}),
    ("exponential", "compare", WAVE),
    ("dropout", "sentence", WAVE | {"tab": "batch"}),
    ("parameters", "compare", {"scheme": ["Sinusoidal", "Learned"]}),
    ("bert", "models", {"model": "BERT base"}),
    ("heads", "sentence", {"tab": "weights"}),
    ("root", "sentence", WAVE),
    ("mask", "sentence", {"text": _masked_sentence, "causal": "true"}),
    ("residual", "trained", {"tab": "how"}),
    ("cosine", "lesson", {"step": 6}),
    ("add", "sentence", WAVE | {"tab": "add"}),
    ("base", "similarity", WAVE | {"tab": "base"}),
    ("pairing", "models", {"model": "Llama 3.1 8B"}),
    ("yarn", "rope", YARN | {"RoPE.scaling": "YaRN"}),
    ("extrapolates", "trained", {"tab": "task"}),
    ("rows", "models", {"model": "RoBERTa base"}),
    ("head", "bias", ALIBI | {"h": 3}),
    ("slopes", "bias", ALIBI | {"tab": "slopes"}),
    ("printed", "rope", YARN | {"RoPE.scaling": "YaRN as printed"}),
    ("dynamic", "rope", DYNAMIC),
    ("half", "bugs", {"bug": "bfloat16"}),
    ("padding", "bugs", {"bug": "padding"}),
    ("beyond", "bugs", {"bug": "length"}),
    ("axes", "bugs", {"bug": "axes"}),
    ("swapped", "bugs", {"bug": "sizes"}),
    ("image", "bugs", {"bug": "image size"}),
    ("mine", "check", {"table": "example", "example": "exponent 2j/d"}),
    ("layout", "compare", WAVE | {"Sinusoidal.layout": "concatenated"}),
)
"""Id of each question, and the page and parameters that show the answer."""


@cache
def questions() -> Sequence[Question]:
    """All questions with the numbers of their answers."""
    numbers = {**_of_models(), **_of_rotations(), **_of_biases(), **_of_tables(), **_of_lessons()}
    return [Question(claim(f"question-{id}", **numbers.get(id, {})), page, query) for id, page, query in QUESTIONS]


def _of_models() -> dict[str, dict[str, Any]]:
    """Numbers of models, published and trained, by question."""
    roberta, gpt2 = (models.model(name) for name in ("RoBERTa base", "GPT-2"))
    assert roberta.rows and roberta.stated and gpt2.rows
    schemes = {"end": "Sinusoidal", "here": "RoPE", "there": "T5 (learned)", "longer": "KERPLE (learned)"}
    reached = {key: trained.reach(name, "3 back") or 0 for key, name in schemes.items()}
    return {
        "extrapolates": {"length": trained.results().trained_length, **reached},
        "rows": {"rows": roberta.rows, "start": roberta.offset, "count": roberta.stated},
        "beyond": {"rows": gpt2.rows, "last_position": gpt2.rows - 1},
    }


def _of_rotations() -> dict[str, dict[str, Any]]:
    """Numbers of RoPE's scalings, by question."""
    bands = models.Rope(128, 128, 1e6, "YaRN", 4.0, 32768).bands()
    assert bands
    code, paper = (
        RoPE(base=1e6, scaling=name, factor=4.0, trained_length=32768) for name in ("YaRN", "YaRN as printed")
    )
    apart = np.abs(np.log(code.slowdown(128) / paper.slowdown(128)))
    grown = RoPE(scaling="dynamic", factor=4.0, trained_length=2048)
    return {
        "yarn": {"count": bands.kept, "other": bands.blended, "rest": bands.divided},
        "printed": {"column": int(apart.argmax()), "factor": float(np.exp(apart.max()))},
        "dynamic": {"factor": float((grown.slowdown(64, 4096) / grown.slowdown(64, 2048)).max())},
    }


def _of_biases() -> dict[str, dict[str, Any]]:
    """Numbers of ALiBi with twelve heads, by question."""
    slopes = ALiBi().slope(12)
    steepest = {"head": int(slopes.argmax()) + 1, "value": float(slopes.max()), "high": float(2 ** (-8 / 12))}
    return {"head": {"offset": int(np.ceil(np.log(2) / slopes[2]))}, "slopes": steepest}


def _of_tables() -> dict[str, dict[str, Any]]:
    """Numbers of sinusoids and rounded positions, by question."""
    rounded = precision.round_to(np.arange(1024.0), "bfloat16")
    lost = int(np.flatnonzero(rounded != np.arange(1024))[0])
    step = np.linalg.norm(Sinusoidal().encode([1], 4) - Sinusoidal().encode([0], 4))
    alike = float(geometry.similarity(Sinusoidal(), 0, length=2, dim=64, kind="cosine")[1])
    return {
        "half": {"position": lost, "count": len(np.unique(rounded))},
        "cosine": {"distance": float(step)},
        "base": {"value": float(Sinusoidal().wavelengths(64).max()), "high": alike},
    }


def _of_lessons() -> dict[str, dict[str, Any]]:
    """Numbers of questions that students ask after a first lesson."""
    bert = models.model("BERT base")
    assert bert.rows and bert.dim
    ones = np.ones((1, 64))
    rotated = float(np.linalg.norm(RoPE().rotate(ones, [100]) - ones) / np.linalg.norm(ones))
    moved = float(attention.content_change(Sinusoidal(), 0, 100, 64, length=128).deviation)
    different, neighbors = nearest_sums()
    bits = {d: float(np.linalg.norm(np.diff(Binary().encode(range(2**d), d), axis=0), axis=1).max()) for d in (4, 8)}
    return {
        "relative": {"value": moved},
        "values": {"share": rotated},
        "collide": {"high": different, "low": neighbors},
        "binary": {"low": bits[4], "high": bits[8]},
        "grow": {"high": float(Index().encode([127], 1)[0, 0])},
        "exponential": {"value": float(np.log(10000)), "low": float(np.exp(-np.log(10000) / 2))},
        "dropout": {"share": DROPOUT, "factor": 1 / (1 - DROPOUT)},
        "parameters": {"rows": bert.rows, "dim": bert.dim, "count": bert.rows * bert.dim},
        "bert": {"last_position": bert.rows - 1},
        "heads": {"heads": 8, "dim": 512, "width": 512 // 8},
        "root": {"value": 64**0.5, "low": _slope(64**0.5), "high": _slope(1.0)},
        "residual": {"count": 6, "value": 7**-0.5},
    }


def nearest_sums() -> tuple[float, float]:
    """Smallest distance of sums of 32 random words and 32 positions: of different words, and of one word."""
    # the first row is the padding
    words = sentence.embeddings(33, 64)[1:]
    sums = (words[:, None] + Sinusoidal().encode(range(32), 64)).reshape(-1, 64)
    apart, same = geometry.distances(sums), np.kron(np.eye(32, dtype=bool), np.ones((32, 32), dtype=bool))
    return float(apart[~same].min()), float(apart[same & ~np.eye(len(sums), dtype=bool)].min())


def _slope(difference: float) -> float:
    """Return the derivative of the softmax weight of one of two keys by its logit."""
    weight = 1 / (1 + np.exp(-difference))
    return float(weight * (1 - weight))
