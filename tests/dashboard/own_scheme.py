"""Every page with a scheme that nobody but this program knows, beside one of the registry.

Run as a program of its own: the parameters of all schemes are read when the dashboard is imported.
"""

from dataclasses import dataclass

from posenc_core import SCHEMES, Real, Scheme, Whole, param
from posenc_core.scheme import as_array


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


if __name__ == "__main__":
    SCHEMES[Cubic.name] = Cubic
    # they read the registry when they are imported
    from dashboard.pages import PAGES, STANDS_IN
    from tests.dashboard.conftest import open_at

    for page in PAGES:
        app = open_at("scheme=Cubic&scheme=Sinusoidal&Cubic.power=2&n=40", page, unfolded="takeaway")
        assert not app.exception, (page, app.exception)
        assert not [line.value for line in app.text if line.value.startswith("The link")], page
        assert app.number_input(key="Cubic.factor").value == 1.0
        if page in STANDS_IN:
            assert app.session_state["study"].schemes[0].name == STANDS_IN[page]
            continue
        first = app.session_state["study"].schemes[0]
        assert (first.name, first.power) == ("Cubic", 2)
        assert not PAGES[page] or "Cubic" in str([*app.main.markdown, *app.get("plotly_chart"), *app.expander])
