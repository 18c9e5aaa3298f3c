"""Every page with schemes that nobody but this program knows: a plain one, and three at the edge.

Run as a program of its own: the parameters of all schemes are read when the dashboard is imported.
"""

import re
import warnings
from dataclasses import dataclass

from posenc_core import SCHEMES, Real, Scheme, Whole, param
from posenc_core.foundation.base import as_array
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
    from dashboard.state.pages import PAGES
    from tests.dashboard.conftest import handle, open_at, serve_charts, stored_or_drawn, text

    serve_charts()

    for page in PAGES:
        others = "scheme=SlidingWindow&scheme=Sinks&scheme=Extreme&scheme=Loud&scheme=Sinusoidal"
        app = open_at(f"scheme=Cubic&Cubic.power=2&{others}&n=40&k=20&d=8", page, unfolded="options")
        assert not app.exception, (page, app.exception)
        assert not SLIP.search(page_text(app)), (page, SLIP.search(page_text(app)))
        assert not [line.value for line in app.text if line.value.startswith("The link")], page
        if PAGES[page] in ("scores", "vectors"):
            assert handle(app.number_input, "Cubic.factor handle").value == 1.0
        if PAGES[page] in ("rotation", "bias"):
            # this page shows the schemes with its ability
            assert {"Sinks", "Loud"} & {scheme.name for scheme in app.session_state["study"].schemes}, page
            continue
        first = app.session_state["study"].schemes[0]
        assert (first.name, first.power) == ("Cubic", 2)
        assert not PAGES[page] or "Cubic" in str([*app.main.markdown, *stored_or_drawn(app), *app.button])
