"""Claims of Lesson: question and answer of each step."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dashboard.views.lesson import numbers
from dashboard.views.lesson.numbers import AND, BITES, DOG, DOG_AGAIN, N
from posenc_core import Learned, Sinusoidal
from posenc_core.analysis import sentence
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import trained


def own_sentence(text: str, order: str) -> Claim | None:
    """Claim about an own sentence in another order; None without one."""
    own = numbers.own_sentence(text)
    return own and claim("lesson-own", value=numbers.largest_change(own[1], own[2][order]), count=len(own[0]))


def question(step: int) -> Claim:
    """Question of a step, with the numbers of its setup; its message contains the text before the answer."""
    return claim(f"lesson-{step}", **_QUESTION_ARGS.get(step, dict)())


def answer(step: int) -> Claim:
    """Answer of a step."""
    return claim(f"lesson-answer-{step}", **_ANSWER_ARGS[step]())


def _degrees(position: int, pair: int = 1) -> float:
    angle = float(np.degrees(position * numbers.PAIRS.frequencies(8)[pair]))
    return round(angle)


def _period(pair: int) -> float:
    return float(2 * np.pi / numbers.PAIRS.frequencies(8)[pair])


def _norm(rows: np.ndarray) -> float:
    return float(np.linalg.norm(rows))


_QUESTION_ARGS: Mapping[int, Callable[[], dict[str, Any]]] = {
    3: lambda: {"value": numbers.normalized_index(5)[BITES]},
    5: lambda: {
        "period": _period(0),
        "low": numbers.steps(numbers.sines(4)).min(),
        "high": numbers.steps(numbers.sines(4)).max(),
    },
    6: lambda: {"period": _period(1)},
    7: lambda: {"angle": _degrees(AND - BITES), "degrees": _degrees(8)},
    9: lambda: {
        "high": _norm(numbers.PLACES[0]),
        "low": _norm(numbers.CONTENT[DOG]) / 8,
        "period": round(Sinusoidal().wavelengths(64)[-1]),
        "length": round(_period(-1)),
    },
}


def _fourth() -> dict[str, Any]:
    steps = numbers.steps(numbers.bits())
    longest = int(steps.argmax())
    return {"position": longest, "later": longest + 1, "high": steps.max(), "low": steps[0]}


def _fifth() -> dict[str, Any]:
    one = numbers.sines(1)
    near = numbers.apart(numbers.sines(4))
    x, y = one[[AND, DOG_AGAIN], 0]
    return {"x": x, "y": y, "value": near.min(), "distance": abs(x - y)}


def _sixth() -> dict[str, Any]:
    steps, both = numbers.steps(numbers.circle(0)), numbers.steps(numbers.circle(1))
    least, sine = int(steps.argmin()), numbers.circle(0)[:, 0]
    args = {"position": least, "later": least + 1, "low": steps[least], "high": steps[6]}
    return {**args, "x": sine[BITES], "y": sine[4], "value": both[0]}


def _seventh() -> dict[str, Any]:
    turns = tuple(f"{_degrees(3, pair)}°" for pair in range(4))
    near, far = (float(numbers.steps(numbers.pairs(), k)[0]) for k in (1, 3))
    return {"degrees": _degrees(DOG_AGAIN), "angle": _degrees(3), "names": turns, "high": far, "low": near}


def _ninth() -> dict[str, Any]:
    (plain, shares), (large, after) = numbers.sum_attention(1), numbers.sum_attention(8)
    near = {"share": plain[DOG, BITES], "other": plain[DOG, DOG_AGAIN], "high": shares[2]}
    return {**near, "low": after[0], "here": large[DOG, DOG], "there": large[DOG, DOG_AGAIN]}


def _tenth() -> dict[str, Any]:
    results, accuracy = trained.results(), trained.accuracy("RoPE", "3 back").mean
    place = results.lengths.index(results.trained_length)
    return {
        "count": Learned.own_size[0] if Learned.own_size else 0,
        "here": _most_attention("3 back", 3, "ALiBi"),
        "there": _most_attention("3 back", 3, "RoPE"),
        "factor": results.lengths[-1] // results.trained_length,
        "share": float(accuracy[place]),
        "other": float(accuracy[-1]),
        "base": models.model("Qwen3 4B Instruct 2507").read["rope_theta"],
        "layers": models.model("Llama 4 Scout").read["no_rope_layer_interval"],
    }


def _most_attention(task: str, offset: int, encoding: str) -> float:
    """Largest mean attention of a trained head to the token `offset` back, over both blocks."""
    heads = np.concatenate([trained.learned_attention(encoding, task, block) for block in (1, 2)])
    rows = np.arange(heads.shape[1] // 2, heads.shape[1])
    return float(heads[:, rows, rows - offset].mean(axis=1).max())


_ANSWER_ARGS: Mapping[int, Callable[[], dict[str, Any]]] = {
    1: lambda: dict(zip(("share", "other"), sentence.attention(numbers.CONTENT)[DOG, [DOG, DOG_AGAIN]], strict=True)),
    2: lambda: {
        "end": N - 1,
        "factor": round(_norm(numbers.index()[-1]) / _norm(numbers.CONTENT[-1])),
        "high": _norm(numbers.index()[-1]),
        "low": _norm(numbers.CONTENT[-1]),
    },
    3: lambda: {
        "value": numbers.normalized_index(N)[BITES],
        "high": numbers.normalized_index(5)[1],
        "low": numbers.normalized_index(N)[1],
    },
    4: _fourth,
    5: _fifth,
    6: _sixth,
    7: _seventh,
    8: lambda: {
        "x": numbers.BITS * numbers.agreement(4)[0],
        "share": numbers.agreement(4)[0],
        "value": numbers.agreement(BITES)[DOG],
        "high": numbers.agreement(BITES, -1)[DOG],
        "low": numbers.agreement(BITES, -1)[3],
    },
    9: _ninth,
    10: _tenth,
}
