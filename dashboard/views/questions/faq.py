"""Frequent questions with computed answers, and the pages that show them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from posenc_core import ALiBi, Learned, RoPE, Sinusoidal, models
from posenc_core.analysis import geometry, precision, table_rotations
from posenc_core.models import trained
from posenc_core.text.messages import Claim, claim


class Question(NamedTuple):
    """A question, and the page that answers it."""

    claim: Claim
    """Its message is the question, with the attribute `.answer`."""
    page: str
    query: dict[str, Any]

    @property
    def link(self) -> str:
        """Relative URL of the page that shows the answer."""
        return f"{self.page}?{urlencode(self.query, doseq=True)}"


YARN = {"scheme": "RoPE", "d": 128, "RoPE.base": 1e6, "RoPE.trained": 32768, "tab": "scaling"}
DYNAMIC = {"scheme": "RoPE", "RoPE.scaling": "dynamic", "n": 4096, "tab": "scaling"}
ALIBI, WAVE = {"scheme": "ALiBi", "heads": 12}, {"scheme": "Sinusoidal"}

ANSWERED_BY: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("pairing", "models", {"model": "Llama 3.1 8B"}),
    ("yarn", "rotary", YARN | {"RoPE.scaling": "YaRN"}),
    ("extrapolates", "trained", {"tab": "matrix"}),
    ("rows", "models", {"model": "RoBERTa base"}),
    ("head", "bias", ALIBI | {"h": 3}),
    ("slopes", "bias", ALIBI | {"tab": "slopes"}),
    ("printed", "rotary", YARN | {"RoPE.scaling": "YaRN as printed"}),
    ("dynamic", "rotary", DYNAMIC),
    ("half", "practice", {"bug": "bfloat16"}),
    ("padding", "practice", {"bug": "padding"}),
    ("beyond", "practice", {"bug": "length"}),
    ("axes", "practice", {"bug": "axes"}),
    ("swapped", "practice", {"bug": "sizes"}),
    ("image", "practice", {"bug": "image size"}),
    ("mine", "check", {"table": "example", "example": "exponent 2j/d"}),
    ("layout", "compare", WAVE | {"Sinusoidal.layout": "concatenated"}),
    ("cosine", "lesson", {"step": 6}),
    ("add", "sentence", WAVE | {"tab": "add"}),
    ("base", "similarity", WAVE | {"tab": "base"}),
    ("learned", "shift", {"scheme": "Learned", "tab": "training"}),
)
"""Id of each question, and the page and parameters that show the answer; those about models first."""


@cache
def questions() -> Sequence[Question]:
    """All questions with the numbers of their answers."""
    numbers = {**_of_models(), **_of_rotations(), **_of_biases(), **_of_tables()}
    return [Question(claim(f"question-{id}", **numbers.get(id, {})), page, query) for id, page, query in ANSWERED_BY]


def _of_models() -> dict[str, dict[str, Any]]:
    """Numbers of models, published and trained, by question."""
    roberta, gpt2 = (models.model(name) for name in ("RoBERTa base", "GPT-2"))
    assert roberta.rows and roberta.stated and gpt2.rows
    schemes = {"end": "Sinusoidal", "here": "RoPE", "there": "RoPE: YaRN"}
    reached = {key: trained.reach(name, "3 back") or 0 for key, name in schemes.items()}
    return {
        "extrapolates": {"length": trained.results().trained, **reached},
        "rows": {"rows": roberta.rows, "start": roberta.offset, "count": roberta.stated},
        "beyond": {"rows": gpt2.rows, "last_position": gpt2.rows - 1},
    }


def _of_rotations() -> dict[str, dict[str, Any]]:
    """Numbers of RoPE's scalings, by question."""
    bands = models.Rope(128, 128, 1e6, "YaRN", 4.0, 32768).bands()
    assert bands
    names = ("YaRN", "YaRN as printed")
    code, paper = (RoPE(base=1e6, scaling=name, factor=4.0, trained_length=32768) for name in names)
    apart = np.abs(np.log(code.slowed(128) / paper.slowed(128)))
    grown = RoPE(scaling="dynamic", factor=4.0, trained_length=2048)
    return {
        "yarn": {"count": bands.kept, "other": bands.blended, "rest": bands.divided},
        "printed": {"column": int(apart.argmax()), "factor": float(np.exp(apart.max()))},
        "dynamic": {"factor": float((grown.slowed(64, 4096) / grown.slowed(64, 2048)).max())},
    }


def _of_biases() -> dict[str, dict[str, Any]]:
    """Numbers of ALiBi with twelve heads, by question."""
    slopes = ALiBi().slope(12)
    steepest = {"head": int(slopes.argmax()) + 1, "value": float(slopes.max()), "high": float(2 ** (-8 / 12))}
    return {"head": {"value": float(np.log(2) / slopes[2])}, "slopes": steepest}


def _of_tables() -> dict[str, dict[str, Any]]:
    """Numbers of sinusoids, rounded positions, and the learned table, by question."""
    rounded = precision.round_to(np.arange(1024.0), "bfloat16")
    lost = int(np.flatnonzero(rounded != np.arange(1024))[0])
    table = Learned().encode(range(512), 384)
    here, there = (
        float(table_rotations.rotations(table, rows=each).wavelengths[0]) for each in ((128, 255), (256, 383))
    )
    step = np.linalg.norm(Sinusoidal().encode([1], 4) - Sinusoidal().encode([0], 4))
    alike = float(geometry.similarity(Sinusoidal(), 0, length=2, dim=64, kind="cosine")[1])
    return {
        "half": {"position": lost, "count": len(np.unique(rounded))},
        "cosine": {"distance": float(step)},
        "base": {"value": float(Sinusoidal().wavelengths(64).max()), "high": alike},
        "learned": {"count": len(table_rotations.rotations(table).wavelengths), "here": here, "there": there},
    }
