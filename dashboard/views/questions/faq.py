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


@cache
def questions() -> Sequence[Question]:
    """All questions, those about models first."""
    llama, roberta, gpt2 = (models.model(name) for name in ("Llama 3 8B", "RoBERTa base", "GPT-2"))
    rope = llama.main.rope
    assert rope and llama.trained and roberta.rows and roberta.stated and gpt2.rows
    bands = models.Rope(128, 128, 1e6, "YaRN", 4.0, 32768).bands()
    assert bands
    band_args = {"count": bands.kept, "other": bands.blended, "rest": bands.divided}
    code, paper = (
        RoPE(base=1e6, scaling=name, factor=4.0, trained_length=32768) for name in ("YaRN", "YaRN as printed")
    )
    apart = np.abs(np.log(code.slowed(128) / paper.slowed(128)))
    slopes = ALiBi().slope(12)
    steepest = {"head": int(slopes.argmax()) + 1, "value": float(slopes.max()), "high": float(2 ** (-8 / 12))}
    rounded = precision.round_to(np.arange(1024.0), "bfloat16")
    lost = int(np.flatnonzero(rounded != np.arange(1024))[0])
    grown = RoPE(scaling="dynamic", factor=4.0, trained_length=2048)
    slower = grown.slowed(64, 4096) / grown.slowed(64, 2048)
    table = Learned().encode(range(512), 384)
    waves = table_rotations.rotations(table).wavelengths
    here, there = (
        float(table_rotations.rotations(table, rows=each).wavelengths[0]) for each in ((128, 255), (256, 383))
    )
    step = np.linalg.norm(Sinusoidal().encode([1], 4) - Sinusoidal().encode([0], 4))
    results = trained.results()
    reached = {"length": results.trained} | {
        key: trained.reach(name, "3 back") or 0
        for key, name in {"end": "Sinusoidal", "here": "RoPE", "there": "RoPE: YaRN"}.items()
    }
    used = {"rows": roberta.rows, "start": roberta.offset, "count": roberta.stated}
    yarn = {"scheme": "RoPE", "d": 128, "RoPE.base": 1e6, "RoPE.trained": 32768, "tab": "scaling"}
    dynamic = {"scheme": "RoPE", "RoPE.scaling": "dynamic", "n": 4096, "tab": "scaling"}
    alibi, wave = {"scheme": "ALiBi", "heads": 12}, {"scheme": "Sinusoidal"}
    longest = float(Sinusoidal().wavelengths(64).max())
    alike = float(geometry.similarity(Sinusoidal(), 0, length=2, dim=64, kind="cosine")[1])
    return (
        _question("models", {"model": "Llama 3.1 8B"}, "pairing"),
        _question("rotary", yarn | {"RoPE.scaling": "YaRN"}, "yarn", **band_args),
        _question("trained", {"tab": "matrix"}, "extrapolates", **reached),
        _question("models", {"model": "RoBERTa base"}, "rows", **used),
        _question("bias", alibi | {"h": 3}, "head", value=float(np.log(2) / slopes[2])),
        _question("bias", alibi | {"tab": "slopes"}, "slopes", **steepest),
        _question(
            "rotary",
            yarn | {"RoPE.scaling": "YaRN as printed"},
            "printed",
            column=int(apart.argmax()),
            factor=float(np.exp(apart.max())),
        ),
        _question("rotary", dynamic, "dynamic", factor=float(slower.max())),
        _question("practice", {"bug": "bfloat16"}, "half", position=lost, count=len(np.unique(rounded))),
        _question("practice", {"bug": "padding"}, "padding"),
        _question("practice", {"bug": "length"}, "beyond", rows=gpt2.rows, last_position=gpt2.rows - 1),
        _question("practice", {"bug": "axes"}, "axes"),
        _question("practice", {"bug": "sizes"}, "swapped"),
        _question("practice", {"bug": "image size"}, "image"),
        _question("check", {"table": "example", "example": "exponent 2j/d"}, "mine"),
        _question("compare", wave | {"Sinusoidal.layout": "concatenated"}, "layout"),
        _question("lesson", {"step": 6}, "cosine", distance=float(step)),
        _question("sentence", wave | {"tab": "add"}, "add"),
        _question("similarity", wave | {"tab": "base"}, "base", value=longest, high=alike),
        _question(
            "shift", {"scheme": "Learned", "tab": "training"}, "learned", count=len(waves), here=here, there=there
        ),
    )


def _question(page: str, query: dict[str, Any], id: str, **args: Any) -> Question:
    return Question(claim(f"question-{id}", **args), page, query)
