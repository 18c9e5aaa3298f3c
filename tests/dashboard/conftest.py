import base64
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner import script_cache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.util import calc_hash

from dashboard.bar import bar
from dashboard.charts import chart
from dashboard.controls import links
from dashboard.state import pages, session_keys
from dashboard.state.uploaded_table import UploadedTable

MAIN = Path(__file__).parents[2] / "dashboard" / "main.py"
PAGES = sorted(pages.PAGES)

# the app hides errors from visitors; a test needs them
config.set_option("client.showErrorDetails", "full")

# a server does these once, AppTest for every app, which takes longer than most pages: reading the metadata of all
# installed packages to find components, and compiling the scripts
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
app_test.ScriptCache = local_script_runner.ScriptCache = cache(script_cache.ScriptCache)


def array(packed) -> np.ndarray:
    """Convert numbers of a Plotly figure to an array."""
    if not isinstance(packed, dict):
        return np.asarray(packed, float)
    numbers = np.frombuffer(base64.b64decode(packed["bdata"]), packed["dtype"])
    return numbers.reshape([int(size) for size in packed["shape"].split(",")]) if "shape" in packed else numbers


def serve_charts(replace=setattr):
    """Draw charts as with the app's server, and store each figure before it is packed."""
    packed = chart._encode

    def keep(key: str, figure: dict, *rest):
        st.session_state.setdefault("figures", {})[key] = figure
        return packed(key, figure, *rest)

    replace(chart, "_served", ("/plotly.js", "/charts"))
    replace(chart, "_encode", keep)


def stored_or_drawn(app: AppTest) -> list[dict]:
    """Return the figures of the page as dictionaries with arrays, each with its alternative text."""
    figures = []
    for place in app.get("bidi_component"):
        if place.proto.component_name == "chart":
            figure = app.session_state["figures"][place.proto.id.split("-", 2)[2]]
            alt = json.loads(place.proto.json)["alt"]
            figures.append({**figure, "data": [dict(trace) for trace in figure["data"]], "alt": alt})
    for figure in figures:
        for trace in figure["data"]:
            for name in {"x", "y", "z", "customdata"} & set(trace):
                trace[name] = array(trace[name])
    return figures


@pytest.fixture
def figures():
    return stored_or_drawn


@pytest.fixture
def plotly(monkeypatch):
    """Let Plotly validate every property of each figure."""
    on_the_wire = chart._encode

    def validate(key: str, figure: dict, *rest):
        go.Figure(figure)
        return on_the_wire(key, figure, *rest)

    monkeypatch.setattr(chart, "_encode", validate)


@pytest.fixture(autouse=True)
def served(monkeypatch):
    """Draw charts as the server does."""
    serve_charts(monkeypatch.setattr)


def text(app: AppTest) -> str:
    """Return the text of a page without tables and figures."""
    return "\n".join(element.value for kind in ("markdown", "caption", "text", "info") for element in app.get(kind))


def handle(widgets, name: str):
    """Return the widget of a handle."""
    (matching,) = [widget for widget in widgets if widget.key and widget.key.startswith(f"{name} #")]
    return matching


BAR = ("size n", "size d", "size k", "options", "take")
"""Keys of the boxes of the bar."""


def open_bar(app: AppTest) -> AppTest:
    """Open every box of the bar."""
    for key in BAR:
        app.session_state[key] = True
    return app.run()


def bar_keys(app: AppTest) -> set[str]:
    """Return the keys of the parameters that have a control, after opening every box of the bar."""
    open_bar(app)
    return {key for key, _ in app.session_state[session_keys.HANDLES]}


def set_values(app: AppTest, **values) -> AppTest:
    """Set values as a control does."""
    app.session_state[session_keys.PENDING] = values
    return app.run()


def address(app: AppTest) -> dict[str, list[str]]:
    """Return the query of the URL that a browser would show."""
    return parse_qs(links.address(app.session_state["state"], app.session_state["page"]), keep_blank_values=True)


def open_at(query: str = "", page: str = "compare", unfolded: str = "", table=None, locale: str = "") -> AppTest:
    """Open the app at a query string, optionally with an expanded section or an uploaded table.

    AppTest runs main.py without its server.
    """
    app = AppTest.from_file(str(MAIN), default_timeout=30)
    if locale:
        app.context = {"locale": locale}
    for key, values in parse_qs(query, keep_blank_values=True).items():
        app.query_params[key] = values
    if unfolded:
        app.session_state[unfolded] = True
    if table is not None:
        app.session_state[session_keys.UPLOAD] = UploadedTable(table, "table.npy")
    return app.run() if page == pages.FIRST else go_to(app, page)


def go_to(app: AppTest, page: str) -> AppTest:
    """Open another page of an app; switch_page of AppTest opens only scripts."""
    app._page_hash = calc_hash(page)
    return app.run()


NO_WORDS = re.compile(
    # styles, code, formulas, tags, addresses, placeholders of hover labels, terms after Korean ones, and sources
    r"(?s)<style>.*?</style>|<code>.*?</code>|(`+).*?\1|\$[^$]*\$|\\[a-z]+|<[^>]*>|\]\([^)]*\)|https?://\S+|%\{[^}]*\}"
    r"|(?<=[가-힣])\([A-Za-z ,-]+\)|\(\d{4}\),.*?arXiv [\d.]+|et al|commit [0-9a-f]{6,}"
)
PERMITTED = ("index out of range", "time steps", "llama.cpp", "Using max model len")
"""English in Korean pages: a message of PyTorch, the end of the names of two models, a program, and a line of a log."""


def english_sentences(text: str) -> list[str]:
    """Find three or more English words in a row, of which two are lowercase: names and titles are not."""
    for words in PERMITTED:
        text = text.replace(words, "")
    runs = re.findall(r"[A-Za-z][A-Za-z’-]+(?:[ ,;:]+[A-Za-z][A-Za-z’-]+){2,}", NO_WORDS.sub(" ", text))
    return [run for run in runs if len(re.findall(r"(?<![\w-])[a-z][a-z-]+(?![\w-])", run)) > 1]


@pytest.fixture
def opened():
    return open_at


@pytest.fixture
def sketched(monkeypatch):
    """Draw the page of a link without the controls, which take longer than most pages.

    A page that is run again, or asked about its controls or its address, is `opened`.
    """

    def sketched(query: str = "", page: str = "compare", unfolded: str = "") -> AppTest:
        study = links.study(query)
        values, _ = links.parse(parse_qs(query, keep_blank_values=True))
        with monkeypatch.context() as patch:
            patch.setattr(bar, "read", lambda page: st.session_state.setdefault("state", values))
            patch.setattr(bar, "current_study", lambda values: (study, []))
            app = open_at(query, page, unfolded)
        assert not app.exception
        return app

    return sketched
