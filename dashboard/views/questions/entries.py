"""Questions and misconceptions of all pages, with their answers and the pages that show them."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlencode

from dashboard.say import MESSAGES, message, say
from dashboard.state.pages import PAGES, TOPICS
from dashboard.views.questions import faq
from dashboard.views.tasks import TASKS, evaluate


class Entry(NamedTuple):
    """A question with its answer, in one language."""

    topic: str
    """Page whose part it is, or "start" for the first questions."""
    question: str
    answer: str
    """Markdown."""
    page: str
    """Page that shows the answer."""
    link: str
    """Relative URL of that page with all parameters set."""
    task: str
    """The same with the question above the page and the answer hidden, for a prediction; or empty."""


@cache
def entries(language: str) -> tuple[Entry, ...]:
    """All questions in the current language, which is the argument."""
    return (*_of_tasks(), *_of_readers(), *_of_pages())


def matching(every: Sequence[Entry], words: str) -> list[Entry]:
    """Questions that contain all words, those with the words in the question first."""
    wanted = words.casefold().split()
    found = [entry for entry in every if all(word in f"{entry.question} {entry.answer}".casefold() for word in wanted)]
    return sorted(found, key=lambda entry: not all(word in entry.question.casefold() for word in wanted))


def _of_tasks() -> Iterator[Entry]:
    """Questions for predictions; the first ones are a topic of their own."""
    for topic, tasks in TASKS.items():
        for task in tasks:
            claim = task.claim()
            answer = " ".join(MESSAGES.say(claim, part) for part in ("see", "why"))
            answer += "  \n" + MESSAGES.say(claim, "next")
            link = f"{task.page}?{urlencode(evaluate(task.query), doseq=True)}"
            yield Entry("start" if topic == "start" else task.page, say(claim), answer, task.page, link, task.link)


def _of_readers() -> Iterator[Entry]:
    """Questions that readers and engineers often ask."""
    for question in faq.questions():
        answer = MESSAGES.say(question.claim, "answer")
        yield Entry(_topic(question.page), say(question.claim), answer, question.page, question.link, "")


def topic_label(topic: str) -> str:
    """Label of a topic."""
    return message("questions-first" if topic == "start" else f"menu-{topic}")


def _topic(page: str) -> str:
    """Topic of a question that a page answers; those of the lesson are among the first."""
    return page if page in TOPICS else "start"


WAVE: dict[str, Any] = {"scheme": "Sinusoidal"}
FAR = WAVE | {"n": 256, "d": 128, "p": 128, "similarity": "cosine"}
SHOWN_AT: dict[str, dict[str, Any]] = {
    "heatmap-index": {"d": 128},
    "heatmap-width": {"scheme": "Binary", "n": 8, "d": 3, "down": "position", "Binary.order": "MSB first"},
    "heatmap-slow": {"tab": "waves", "frequency": 0.0001, "n": 20000, "d": 16},
    "heatmap-smooth": {"scheme": ["Sinusoidal", "Binary"], "tab": "waves"},
    "equidistance-one-offset": WAVE | {"n": 5, "d": 6, "tab": "offsets"},
    "equidistance-pairs": {"scheme": ["Fourier", "Sinusoidal"]},
    "equidistance-divided": {"scheme": "Normalized", "n": 12, "n2": 56, "tab": "lengths"},
    "equidistance-growth": WAVE | {"n": 56, "d": 512, "tab": "offsets"},
    "equidistance-dots": WAVE | {"n": 5, "d": 6, "tab": "pair"},
    "similarity-trend": FAR,
    "similarity-range": FAR,
    "similarity-base-free": WAVE | {"n": 128, "d": 64, "tab": "base"},
    "similarity-length": WAVE | {"n": 128, "d": 64, "tab": "base"},
    "scorecard-waves": {"scheme": ["Fourier", "Sinusoidal"], "n": 128, "d": 64},
    "scorecard-width": {"scheme": "Binary", "n": 8},
    "clocks-sign": {"n": 128, "d": 64, "k": 8, "tab": "pair"},
    "clocks-fast": {"d": 128},
    "clocks-near": {"n": 128, "d": 16, "tab": "space"},
    "clocks-odd": {"n": 512, "d": 3, "tab": "norm"},
    "clocks-matplotlib": {"n": 500, "d": 3, "Sinusoidal.layout": "concatenated", "tab": "space"},
    "sentence-integers": {"tab": "add"},
    "attention-decay": {"scheme": "RoPE", "n": 1024, "d": 64},
    "attention-sinusoid-untrained": WAVE | {"d": 64, "content": "independent"},
    "attention-invariant": WAVE | {"d": 64, "content": "independent"},
    "rope-both": {"k": 3},
    "bias-twelve": {"heads": 12, "tab": "slopes"},
    "bias-from-zero": {"heads": 8, "tab": "slopes"},
    "trained-order": {"asked": "order"},
    "models-promise": {"model": "Qwen3 8B"},
    "models-slow": {"model": "Qwen3 8B"},
    "models-window-belief": {"model": "Mistral 7B v0.1"},
    "bugs-rows": {"bug": "first row"},
    "bugs-wide": {"bug": "bfloat16"},
}
"""Settings at which a page shows the answer to a misconception, by the id of its claim; the others need none."""


def _of_pages() -> Iterator[Entry]:
    """Misconceptions about what each page shows."""
    names = [(page, f"dashboard.views.{page}.{module}") for page in PAGES for module in ("claims", "facts")]
    for page, name in names:
        if find_spec(name) and hasattr(module := import_module(name), "misconceptions"):
            for claim in module.misconceptions():
                question = message("misconception", quote=MESSAGES.say(claim, "quote"))
                fact = MESSAGES.say(claim, "fact")
                answer = message("misconception.right", statement=MESSAGES.say(claim), fact=fact)
                query = urlencode(SHOWN_AT.get(claim.id, {}), doseq=True)
                yield Entry(page, question, answer, page, f"{page}?{query}" if query else page, "")
