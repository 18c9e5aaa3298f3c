"""Pages, the ability that each requires of a scheme, and the menu."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_core.foundation.base import Ability

PAGES: "dict[str, Ability | None]" = {
    "start": None,
    "compare": "scores",
    "heatmap": "vectors",
    "equidistance": "vectors",
    "similarity": "scores",
    "scorecard": "scores",
    "clocks": "vectors",
    "sentence": "scores",
    "attention": "scores",
    "rotary": "rotation",
    "bias": "bias",
    "images": None,
    "trained": None,
    "practice": None,
    "check": None,
    "experiments": None,
    "lesson": None,
    "exercises": None,
    "models": None,
}
"""Ability that a page requires of a scheme; None for a page that does not show the selected schemes."""

FIRST = next(iter(PAGES))
"""Page at the root of the site."""

PACKAGES = {"practice": "common_bugs", "experiments": "questions"}
"""Packages in `dashboard/views` of the pages whose address has another name; other pages use one name for both."""

SECTIONS = {
    "start": ("start",),
    "learn": ("lesson", "experiments", "exercises"),
    "compare": ("compare", "heatmap", "equidistance", "similarity", "scorecard"),
    "clocks": ("clocks",),
    "attention": ("sentence", "attention", "rotary", "bias", "images"),
    "trained": ("trained",),
    "models": ("models",),
    "check": ("check", "practice"),
}
"""Sections, each an entry beside the logo, and the pages of their row."""

ENTRIES = {("attention" if section == "attention" else pages[0]): section for section, pages in SECTIONS.items()}
"""Sections by the page that their entry opens."""

ONE_ENCODING = ("heatmap", "clocks", "sentence", "bias", "rotary")
"""Pages that show one encoding at a time."""

QUESTIONS = "experiments"

TOPICS = tuple(page for page in PAGES if page not in ("lesson", "experiments", "exercises"))
"""Topics of the page Questions: "start" for the first questions, and pages."""

VECTORS_FIRST = ("compare", "similarity", "scorecard")
"""Pages that show the vectors of a scheme, or its attention logits if it has no vectors."""

STANDS_IN = {"rotary": "RoPE", "bias": "ALiBi"}
"""Scheme that a page shows if no selected scheme has the required ability."""

PAIRED = ("equidistance", "similarity", "scorecard", "clocks", "attention")
"""Pages that compare every pair of positions, which counts as their work."""

EVERY_PARAMETER = ("rotary",)
"""Pages that show a scheme under every choice of its parameters, so that none is inactive."""
