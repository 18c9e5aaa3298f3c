"""Tasks: the page and parameters that each one opens, and its computed answer."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np
import streamlit as st

from dashboard.numbers.measurements import STILL, at_base, repeats
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.page_parts import open_link
from posenc_core import ALiBi, Binary, Normalized, RoPE, Sinusoidal
from posenc_core.analysis import geometry, pairing, sentence
from posenc_core.text.messages import Claim, claim
from posenc_tools.known_bugs import EXAMPLES, KNOWN_BUGS


class Task(NamedTuple):
    """A question, and the page that answers it."""

    page: str
    query: dict[str, Any]
    """Parameters; a function returns a sentence in the current language."""
    claim: Callable[[], Claim]
    """Its message is the question; `.see`, `.why`, and `.next` are the answer, the reason, and a change to try."""

    @property
    def id(self) -> str:
        """Key in links."""
        return self.claim.__name__.removeprefix("_")

    @property
    def link(self) -> str:
        """Relative URL of the page with the parameters and the task."""
        return f"{self.page}?{urlencode({**evaluate(self.query), 'task': self.id}, doseq=True)}"


def evaluate(query: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters in which each function is replaced by its text in the current language."""
    return {key: value() if callable(value) else value for key, value in query.items()}


def _ordered() -> str:
    """Sentence with a repeated word and another meaning in reversed order."""
    return message("task-order.sentence")


def _hundred() -> str:
    """Text of 100 tokens."""
    return " ".join([message("sentence-default")] * 20)


OWN_EXPONENTS = "exponent 2j/d"
"""The most common bug."""


def _order() -> Claim:
    words = sentence.tokens(_ordered())
    content = sentence.embeddings(len(words.vocabulary), 64, "N(0, 1)")[words.ids]
    position = geometry.vectors(Sinusoidal(), length=len(content), dim=64)
    back = sentence.attention(content[::-1] + position)[::-1, ::-1]
    change = np.abs(back - sentence.attention(content + position)).max()
    return claim("task-order", text=_ordered(), value=float(change))


def _neighbors() -> Claim:
    steps = geometry.distances_at_offset(Binary(), 1, length=16, dim=4)
    wave = geometry.distances_at_offset(Sinusoidal(), 1, length=16, dim=4)[0]
    top = int(steps.argmax())
    return claim("task-neighbors", position=top, later=top + 1, high=steps[top], low=steps[top + 1], distance=wave)


def _bits() -> Claim:
    waves = Sinusoidal().wavelengths(32)
    return claim("task-bits", low=waves[3], high=waves[4])


def _circle() -> Claim:
    table = Sinusoidal().encode(range(32), 2)
    p, q, nearest = geometry.closest_pair(table)
    step = geometry.distances_at_offset(table, 1)[0]
    return claim("task-circle", count=round(31 / (2 * np.pi)), offset=q - p, low=nearest, high=step)


def _decrease() -> Claim:
    dot = geometry.similarity(Sinusoidal(), 128, length=256, dim=128)
    rise = geometry.first_rise(dot[128:])
    return claim("task-decrease", high=dot[128], low=dot.min(), other=int(dot.argmin()), offset=rise)


def _lengths() -> Claim:
    short, long = (geometry.distances_at_offset(Normalized(), 1, length=n, dim=1)[0] for n in (12, 56))
    wave = geometry.distances_at_offset(Sinusoidal(), 5, length=12, dim=512)[0]
    return claim("task-lengths", high=short, low=long, distance=wave)


def _offsets() -> Claim:
    distances = [geometry.distances_at_offset(Sinusoidal(), k, length=5, dim=6)[0] for k in (1, 2)]
    return claim("task-offsets", low=distances[0], high=distances[1])


def _sides() -> Claim:
    cosine = geometry.similarity(Sinusoidal(layout="concatenated"), 1000, length=2048, dim=512, kind="cosine")
    return claim("task-sides", high=cosine[1001], low=cosine[1010], offset=geometry.first_rise(cosine[1000:]))


def _base() -> Claim:
    usual = at_base(1e4, 128, 64)
    period = Sinusoidal().wavelengths(64).max()
    return claim("task-base", distance=usual.neighbors, count=usual.moving, period=period)


def _half() -> Claim:
    counts = [1024 - repeats(Sinusoidal(), 1024, 64)[f"{what} in bfloat16"] for what in ("positions", "values")]
    return claim("task-half", count=counts[0], other=counts[1])


def _small() -> Claim:
    return claim("task-small", values=tuple(Sinusoidal(base=100).encode([1], 4)[0].tolist()))


def _woven() -> Claim:
    return claim("task-woven", values=tuple(Sinusoidal().encode([1], 64)[0, :4].tolist()))


def _stripes() -> Claim:
    return claim("task-stripes", count=int((Sinusoidal().encode(range(50), 128).std(axis=0) < STILL).sum()))


def _odd() -> Claim:
    norms = geometry.norms(Sinusoidal(layout="concatenated").encode(range(500), 3))
    return claim("task-odd", low=norms.min(), high=norms.max())


def _concatenated() -> Claim:
    return claim("task-concatenated")


def _batch() -> Claim:
    return claim("task-batch")


def _near() -> Claim:
    turned, added = (-np.diff(scheme.mean_logits(1, [1, 0], 64)[0])[0] for scheme in (RoPE(), Sinusoidal()))
    return claim("task-near", high=turned, low=added)


def _degrees() -> Claim:
    codes = pairing.ROTATION_BUGS["degrees"], pairing.CORRECT_CODE["interleaved"]
    wrong, right = (pairing.scores(code, pairing.QUERY, pairing.KEY, pairing.PLACES[:1])[0] for code in codes)
    return claim("task-degrees", here=wrong, there=right)


def _slopes() -> Claim:
    code, paper = (ALiBi(slopes=slopes).slope(12) for slopes in ("code", "paper"))
    steepest = int(code.argmax())
    return claim("task-slopes", head=steepest + 1, high=code[steepest], low=paper[0])


def _exponents() -> Claim:
    table = EXAMPLES[OWN_EXPONENTS]()
    off = np.abs(table - Sinusoidal().encode(range(len(table)), table.shape[1]))
    right = int((off.max(axis=0) < 1e-9).sum())
    return claim("task-exponents", count=right, dim=table.shape[1], value=off.max())


def _riddle() -> Claim:
    table, formula = KNOWN_BUGS["exponent j/d"].table(64, 16, 1e4), Sinusoidal().encode(range(64), 16)
    row = int(np.abs(table - formula)[:, 1].argmax())
    return claim("task-riddle", position=row, here=table[row, 1], there=formula[row, 1])


ONE: dict[str, Any] = {"scheme": ["Sinusoidal"]}
SPLIT: dict[str, Any] = ONE | {"Sinusoidal.layout": "concatenated"}

TASKS: dict[str, tuple[Task, ...]] = {
    "start": (
        Task("sentence", ONE | {"text": _ordered, "scale": "N(0, 1)", "order": "reversed"}, _order),
        Task("equidistance", {"scheme": ["Binary", "Sinusoidal"], "n": 16, "d": 4, "p": 7}, _neighbors),
        Task(
            "heatmap", {"scheme": ["Sinusoidal", "Binary"], "n": 60, "d": 32, "columns": "6-9", "tab": "waves"}, _bits
        ),
        Task("clocks", ONE | {"n": 32, "d": 2, "p": 2, "tab": "space", "space": "2-D", "axes": "columns"}, _circle),
        Task("similarity", ONE | {"n": 256, "d": 128, "p": 128}, _decrease),
    ),
    "distances": (
        Task(
            "equidistance",
            {"scheme": ["Normalized", "Sinusoidal"], "n": 12, "n2": 56, "d": 512, "p": 2, "k": 5}
            | {"Normalized.spread": "one column", "tab": "lengths"},
            _lengths,
        ),
        Task("equidistance", SPLIT | {"n": 5, "d": 6, "p": 0}, _offsets),
        Task(
            "similarity",
            SPLIT | {"n": 2048, "d": 512, "p": 1000, "similarity": "cosine", "from": 950, "to": 1050},
            _sides,
        ),
        Task("similarity", ONE | {"n": 128, "d": 64, "tab": "base"}, _base),
        Task("bugs", {"bug": "bfloat16", "context": 1024}, _half),
    ),
    "matrix": (
        Task("heatmap", ONE | {"n": 4, "d": 4, "p": 1, "down": "position", "Sinusoidal.base": 100.0}, _small),
        Task("heatmap", ONE | {"n": 10, "d": 64, "p": 5, "down": "position"}, _woven),
        Task("heatmap", ONE | {"n": 50, "d": 128, "p": 0, "down": "position"}, _stripes),
        Task(
            "clocks",
            SPLIT | {"n": 500, "d": 3, "tab": "space", "space": "3-D", "axes": "columns", "x": 0, "y": 2, "z": 1},
            _odd,
        ),
    ),
    "attention": (
        Task(
            "sentence",
            ONE | {"text": _ordered, "combine": "concatenation", "order": "reversed"},
            _concatenated,
        ),
        Task("sentence", ONE | {"text": _hundred, "d": 512, "batch": 10, "tab": "batch"}, _batch),
        Task("attention", {"scheme": ["RoPE", "Sinusoidal"], "n": 512, "d": 64}, _near),
        Task("check", {"door": "code", "mistake": "degrees"}, _degrees),
        Task("bias", {"scheme": ["ALiBi"], "heads": 12, "tab": "slopes"}, _slopes),
    ),
    "tables": (
        Task("check", {"table": "example", "example": OWN_EXPONENTS}, _exponents),
        Task("check", {"game": 5}, _riddle),
    ),
}
"""Tasks by group, in teaching order. Those of the first group are on different pages."""


def following(task: Task) -> Task | None:
    """Return the next task, or None after the last."""
    every = [task for group in TASKS.values() for task in group]
    place = [other.id for other in every].index(task.id) + 1
    return every[place] if place < len(every) else None


def strip(study: Study, page: str) -> bool:
    """Draw the question of the link's task, with a toggle for the answer; return whether the page is visible.

    A page prints and draws the answer, so it appears together with it. A page that the lesson opened has a link back
    to the step.
    """
    is_visible = True
    back = {key: study.options[key] for key in ("step", "answers", "words") if study.options[key]}
    if "answers" in back and page != "lesson":
        open_link(f"lesson?{urlencode(back)}", message("lesson-return", count=back["step"]))
    tasks = [task for tab in TASKS.values() for task in tab if (task.id, task.page) == (study.options["task"], page)]
    for task in tasks:
        question = task.claim()
        is_visible = bool(st.session_state.get(f"task {task.id}"))
        with st.container(border=True, key="task"):
            if is_visible:
                st.markdown(message("task-predict", text=say(question)))
            else:
                st.title(say(question), anchor=False)
                st.markdown(message("task-hidden"))
            with st.container(horizontal=True, vertical_alignment="center"):
                st.toggle(message("task-reveal"), key=f"task {task.id}")
                if after := following(task):
                    open_link(after.link, message("task-task"))
                else:
                    open_link("questions", message("task-all"))
            if is_visible:
                st.markdown("  \n".join(MESSAGES.say(question, part) for part in ("see", "why", "next")))
    return is_visible
