"""Every page with schemes that nobody but this program knows: a plain one, and three at the edge.

Run as a program of its own: the parameters of all schemes are read when the dashboard is imported.
"""

import re
import warnings
from dataclasses import dataclass
from itertools import product

from dashboard.say import MESSAGES, message, say
from posenc_core import SCHEMES, Real, Scheme, Whole, param
from posenc_core.foundation.base import as_array
from posenc_core.text.messages import claim
from tests.dashboard.extreme_schemes import Extreme, Loud, Sinks


@dataclass(frozen=True, kw_only=True)
class Cubic(Scheme):
    """The cube of the position in every column: a scheme with nothing but its rule."""

    name = "Cubic"
    source = "A test"

    factor: float = param(1.0, "What it is multiplied with.", Real(0, above=True))
    power: int = param(3, "To which power it is raised.", Whole(1, 3))

    @property
    def formula(self):
        return "PE(p, j) = p^3"

    @property
    def columns(self):
        return "p³"

    @property
    def _code(self):
        return "PE = xp.zeros((n, d)) + (xp.arange(n) ** 3)[:, None]"

    def _fill(self, out, positions, length):
        out[:] = self.factor * (as_array(positions)[:, None] / 100) ** self.power


SLIP = re.compile(r"\b(nan|inf)\b")
"""Texts that are not numbers in sentences, alternative texts, and tables."""


def fact(id: str, **args: float) -> str:
    """A cell of an encoding, as in the texts of its chart."""
    label = MESSAGES.say(claim(id, **args), "cell")
    return message("compare-fact", label=label, text=say(claim(id, **args))) + " "


def cell(name: str, id: str, **args: float) -> str:
    """A cell of an encoding that is the first of its row."""
    return f" {name} {MESSAGES.say(claim(id, **args), 'cell')} {say(claim(id, **args))} "


EXTREME = {
    "n=40&k=20&d=8": {
        "compare": (
            fact("compare-drop-masked", offset=20) + fact("compare-lowest", lowest=0.0, position=39),
            fact("compare-drop-constant", mean=2.0, offset=20) + fact("compare-lowest", lowest=-3.9, position=39),
        ),
        "similarity": (
            cell("SlidingWindow", "similarity-logits-same", position=39),
            cell("SlidingWindow", "similarity-diagonal-equal"),
            cell("Sinks", "similarity-diagonal-no", share=1.0),
        ),
        "scorecard": (say(claim("scorecard-logits", schemes=("SlidingWindow", "Sinks", "Loud"), count=3)),),
        "attention": (
            cell("SlidingWindow", "attention-masked", offset=20, scheme="SlidingWindow", content="same"),
            cell("Sinks", "attention-partly-masked", offset=20, scheme="Sinks", content="same"),
        ),
        "bias": (MESSAGES.say(claim("bias-masked", scheme="SlidingWindow", offset=16), "claim"),),
    },
    "n=300&p=150&d=6&content=independent&SlidingWindow.direction=symmetric&SlidingWindow.window=1": {
        "compare": (fact("compare-drop-masked", offset=1) + fact("compare-lowest-alone", position=150),),
        "similarity": (cell("SlidingWindow", "similarity-logits-alone", position=150),),
        "attention": (say(claim("attention-diagonals-zero-masked", schemes=("SlidingWindow",))),),
        "bias": (MESSAGES.say(claim("bias-masked", scheme="SlidingWindow", offset=1), "claim"),),
    },
}
"""Sentences about masks next to the extreme numbers of float64."""


def page_text(app) -> str:
    """Text of a page with its charts and tables."""
    charts, tables = stored_or_drawn(app), app.dataframe
    cells = [re.sub(r"(<[^>]*>)+", " ", block.proto.body) for block in app.get("html") if "cells" in block.proto.body]
    alts, rows = (chart["alt"] for chart in charts), (table.value.to_csv() for table in tables)
    return "\n".join((text(app), *cells, *alts, *rows))


if __name__ == "__main__":
    # numbers beyond float32 are sent in float64
    warnings.simplefilter("error", RuntimeWarning)
    SCHEMES |= {scheme.name: scheme for scheme in (Cubic, Sinks, Extreme, Loud)}
    # they read the registry when they are imported
    from dashboard.state.pages import PAGES, STANDS_IN
    from tests.dashboard.conftest import open_at, serve_charts, stored_or_drawn, text

    serve_charts()

    for page in PAGES:
        app = open_at("scheme=Cubic&scheme=Sinusoidal&Cubic.power=2&n=40", page, unfolded="takeaway")
        assert not app.exception, (page, app.exception)
        assert not [line.value for line in app.text if line.value.startswith("The link")], page
        if PAGES[page] in ("scores", "vectors"):
            assert app.number_input(key="Cubic.factor").value == 1.0
        if page in STANDS_IN:
            assert app.session_state["study"].schemes[0].name == STANDS_IN[page]
            continue
        first = app.session_state["study"].schemes[0]
        assert (first.name, first.power) == ("Cubic", 2)
        assert not PAGES[page] or "Cubic" in str([*app.main.markdown, *stored_or_drawn(app), *app.expander])

    for page, (query, claims) in product([page for page in PAGES if PAGES[page]], EXTREME.items()):
        app = open_at(f"scheme=SlidingWindow&scheme=Sinks&scheme=Extreme&scheme=Loud&{query}", page)
        assert not app.exception, (page, query, app.exception)
        words = page_text(app)
        assert not SLIP.search(words), (page, query, SLIP.search(words))
        assert all(claim in words for claim in claims.get(page, ())), (page, query, words)
