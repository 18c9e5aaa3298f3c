"""Questions and misconceptions of all pages, with their computed answers and the pages that show them."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.say import MESSAGES, message, say
from dashboard.state.pages import PAGES, TOPICS
from dashboard.views import tasks
from posenc_core import ALiBi, Binary, Index, RoPE, Sinusoidal
from posenc_core.analysis import attention, geometry, precision, sentence
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import trained


class Entry(NamedTuple):
    """A question with its answer, in one language."""

    topic: str
    """Page whose part it is, or "start" for the first questions."""
    question: str
    answer: str
    """Markdown."""
    link: str
    """Relative URL of the page that shows the answer, with all parameters set."""
    task: str = ""
    """The same with the question above the page and the answer hidden, for a prediction; or empty."""

    @property
    def page(self) -> str:
        """Page that shows the answer."""
        return self.link.partition("?")[0]


@cache
def entries(language: str) -> tuple[Entry, ...]:
    """All questions in the current language, which is the argument."""
    return (*_of_tasks(), *_of_readers(), *_of_pages())


def matching(every: Sequence[Entry], words: str) -> list[Entry]:
    """Questions that contain all words, those with the words in the question first."""
    wanted = _plain(words).split()
    found = [entry for entry in every if all(word in _plain(f"{entry.question} {entry.answer}") for word in wanted)]
    return sorted(found, key=lambda entry: not all(word in _plain(entry.question) for word in wanted))


def _plain(text: str) -> str:
    """Text in lower case, with numbers without commas."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", text.casefold())


def _link(page: str, query: dict[str, Any]) -> str:
    return f"{page}?{urlencode(tasks.evaluate(query), doseq=True)}"


def _of_tasks() -> Iterator[Entry]:
    """Questions for predictions; the first ones are a topic of their own."""
    for topic, group in tasks.TASKS.items():
        for task in group:
            claim = task.claim()
            see, why, following = (MESSAGES.say(claim, part) for part in ("see", "why", "next"))
            answer = f"{see} {why}  \n{following}"
            where = "start" if topic == "start" else task.page
            yield Entry(where, say(claim), answer, _link(task.page, task.query), task.link)


def _of_readers() -> Iterator[Entry]:
    """Questions that readers and engineers often ask; those of the lesson are among the first."""
    for question, page, query in questions():
        answer = MESSAGES.say(question, "answer")
        yield Entry(page if page in TOPICS else "start", say(question), answer, _link(page, query))


def _of_pages() -> Iterator[Entry]:
    """Misconceptions about what each page shows."""
    for topic in PAGES:
        for statement in corrections(topic):
            question = message("misconception", quote=MESSAGES.say(statement, "quote"))
            fact = MESSAGES.say(statement, "fact")
            answer = message("misconception.right", statement=MESSAGES.say(statement), fact=fact)
            query = dict(SHOWN_AT[statement.id])
            yield Entry(topic, question, answer, _link(query.pop("page", topic), query))


def topic_label(topic: str) -> str:
    """Label of a topic."""
    return message("questions-first" if topic == "start" else f"menu-{topic}")


def corrections(page: str) -> Sequence[Claim]:
    """Corrected misconceptions about what a page shows."""
    for part in ("facts", "claims"):
        name = f"dashboard.views.{page}.{part}"
        if find_spec(name) and hasattr(module := import_module(name), "misconceptions"):
            found: Sequence[Claim] = module.misconceptions()
            return found
    return ()


YARN = {"scheme": "RoPE", "d": 128, "RoPE.base": 1e6, "RoPE.trained_length": 32768, "tab": "scaling"}
DYNAMIC = {"scheme": "RoPE", "RoPE.scaling": "dynamic", "n": 4096, "tab": "scaling"}
ALIBI: dict[str, Any] = {"scheme": "ALiBi", "heads": 12}
WAVE: dict[str, Any] = {"scheme": "Sinusoidal"}
FAR = WAVE | {"n": 256, "d": 128, "p": 128, "similarity": "cosine"}

SHOWN_AT: dict[str, dict[str, Any]] = {
    "heatmap-index": {"d": 128},
    "heatmap-width": {"scheme": "Binary", "n": 8, "d": 3, "down": "position", "Binary.order": "MSB first"},
    "heatmap-slow": {"tab": "waves", "frequency": 0.0001, "n": 20000, "d": 16},
    "heatmap-smooth": {"scheme": ["Sinusoidal", "Binary"], "tab": "waves"},
    "heatmap-pictures": {"n": 100, "d": 512},
    "equidistance-one-offset": WAVE | {"n": 5, "d": 6, "tab": "offsets"},
    "equidistance-pairs": {"scheme": ["Fourier", "Sinusoidal"]},
    "equidistance-divided": {"scheme": "Normalized", "n": 12, "n2": 56, "tab": "lengths"},
    "equidistance-growth": WAVE | {"n": 56, "d": 512, "tab": "offsets"},
    "equidistance-dots": WAVE | {"n": 5, "d": 6, "tab": "pair"},
    "equidistance-words": {"scheme": ["Normalized", "Sinusoidal"], "Normalized.spread": "one column"}
    | {"n": 12, "n2": 56, "d": 512, "k": 5, "p": 1, "tab": "lengths"},
    "similarity-trend": FAR,
    "similarity-range": FAR,
    "similarity-base-free": WAVE | {"n": 128, "d": 64, "tab": "base"},
    "similarity-length": WAVE | {"n": 128, "d": 64, "tab": "base"},
    "similarity-extrapolates": {"page": "trained", "tab": "task"},
    "scorecard-waves": {"scheme": ["Fourier", "Sinusoidal"], "n": 128, "d": 64},
    "scorecard-width": {"scheme": "Binary", "n": 8},
    "clocks-sign": {"n": 128, "d": 64, "k": 8, "tab": "pair"},
    "clocks-fast": {"d": 128},
    "clocks-near": {"n": 128, "d": 16, "tab": "space"},
    "clocks-odd": {"n": 512, "d": 3, "tab": "norm"},
    "clocks-matplotlib": {"n": 500, "d": 3, "Sinusoidal.layout": "concatenated", "tab": "space"},
    "clocks-sines": WAVE | {"n": 128, "d": 64, "tab": "norm"},
    "sentence-integers": {"tab": "add"},
    "sentence-shared": {"tab": "batch"},
    "attention-decay": {"scheme": "RoPE", "n": 1024, "d": 64},
    "attention-sinusoid-untrained": WAVE | {"d": 64, "content": "independent"},
    "attention-invariant": WAVE | {"d": 64, "content": "independent"},
    "rope-both": {"k": 3},
    "rope-cached": DYNAMIC,
    "rope-squared": {"scheme": "RoPE", "RoPE.scaling": "YaRN", "tab": "scaling"},
    "rope-extrapolates": {"page": "trained", "tab": "task"},
    "bias-twelve": {"heads": 12, "tab": "slopes"},
    "bias-from-zero": {"heads": 8, "tab": "slopes"},
    "bias-undivided": {"scheme": "T5"},
    "bias-extrapolates": {"page": "trained", "tab": "task"},
    "images-advance": {"tab": "prompt"},
    "images-slow": {"mrope": "Qwen2-VL, Qwen2.5-VL", "tab": "formula"},
    "images-silent": {"tab": "order"},
    "trained-order": {"tab": "task", "asked": "index 5"},
    "trained-linear": {"among": "scaling"},
    "models-promise": {"model": "Qwen3 8B"},
    "models-slow": {"model": "Qwen3 8B"},
    "models-window-belief": {"model": "Mistral 7B v0.1"},
    "check-rounding": {"example": "cosine of the next pair"},
    "check-exponent": {"example": "exponent i/d"},
    "check-layout": WAVE | {"page": "heatmap", "Sinusoidal.layout": "concatenated"},
    "bugs-rows": {"bug": "first row"},
    "bugs-wide": {"bug": "bfloat16"},
}
"""Settings at which its page, or another one, shows the answer to a misconception, by the id of its claim."""

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
def questions() -> Sequence[tuple[Claim, str, dict[str, Any]]]:
    """All questions with the numbers of their answers, and the page and parameters that show them."""
    numbers = {**_of_models(), **_of_rotations(), **_of_biases(), **_of_tables(), **_of_lessons()}
    return [(claim(f"question-{id}", **numbers.get(id, {})), page, query) for id, page, query in QUESTIONS]


def _of_models() -> dict[str, dict[str, Any]]:
    """Numbers of models, published and trained, by question."""
    roberta, gpt2 = (models.model(name) for name in ("RoBERTa base", "GPT-2"))
    assert roberta.rows and roberta.stated and gpt2.rows
    sinusoids, rope, t5 = (trained.recipes(name, "3 back").range(64) for name in ("Sinusoidal", "RoPE", "T5"))
    return {
        "extrapolates": {"share": sinusoids[1], "low": rope[0], "high": rope[1], "other": t5[0]},
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
    return {
        "half": {"position": lost, "count": len(np.unique(rounded))},
        "cosine": {"distance": float(step)},
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
