"""Pages, the ability that each requires of a scheme, and sections."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_core.foundation.base import Ability

PAGES: "dict[str, Ability | None]" = {
    "start": None,
    "lesson": None,
    "questions": None,
    "exercises": None,
    "compare": "scores",
    "heatmap": "vectors",
    "equidistance": "vectors",
    "similarity": "scores",
    "scorecard": "scores",
    "clocks": "vectors",
    "sentence": "scores",
    "attention": "scores",
    "rope": "rotation",
    "bias": "bias",
    "images": None,
    "trained": None,
    "models": None,
    "check": None,
    "bugs": None,
}
"""Ability that a page requires of a scheme; None for a page that does not show the selected schemes."""

FIRST = next(iter(PAGES))
"""Page at the root of the site."""

SECTIONS = {
    "start": ("start",),
    "learn": ("lesson", "questions", "exercises"),
    "compare": ("compare", "heatmap", "equidistance", "similarity", "scorecard"),
    "clocks": ("clocks",),
    "attention": ("sentence", "attention", "rope", "bias", "images"),
    "trained": ("trained",),
    "models": ("models",),
    "check": ("check", "bugs"),
}
"""Sections, each an entry beside the logo, and the pages of their row."""

ENTRIES = {("attention" if section == "attention" else pages[0]): section for section, pages in SECTIONS.items()}
"""Sections by the page that their entry opens."""

ONE_ENCODING = ("heatmap", "clocks", "sentence", "bias", "rope")
"""Pages that show one encoding at a time."""

QUESTIONS = "questions"

TOPICS = tuple(page for page in PAGES if page not in ("lesson", "questions", "exercises"))
"""Topics of the page Questions: "start" for the first questions, and pages."""

VECTORS_FIRST = ("compare", "similarity", "scorecard")
"""Pages that show the vectors of a scheme, or its attention logits if it has no vectors."""

STANDS_IN = {"rope": "RoPE", "bias": "ALiBi"}
"""Scheme that a page shows if no selected scheme has the required ability."""

PAIRED = ("equidistance", "similarity", "scorecard", "clocks", "attention")
"""Pages that compare every pair of positions, which counts as their work."""

EVERY_PARAMETER = ("rope",)
"""Pages that show a scheme under every choice of its parameters, so that none is inactive."""
