"""The code in README and docs runs, their links lead somewhere, and their tables of limits are the app's."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from prometheus_client import REGISTRY

from dashboard.numbers import memory
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, PICTURE
from dashboard.say import message
from dashboard.server import admission, downloads, network, observability, scheduling, uploads
from dashboard.server.hosting import hosting
from dashboard.sharing.exports import MAX_SAVED
from dashboard.state import uploaded_table
from dashboard.state.pages import PAGES
from dashboard.state.parameters import MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MAX_TEXT, MAX_TOKENS, MEASURES
from dashboard.views.tables import MAX_ROWS
from posenc_core import Sinusoidal
from posenc_core.analysis.precision import round_to
from posenc_core.readers import MAX_NUMBERS
from tests.core.test_assertion import Tensor

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCS = {path.stem: path.read_text() for path in ROOT.glob("docs/*.md")}
TEXTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md")])


def code(text):
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_code_runs():
    for block in code(README):
        exec(block, {})
    used, drawn, modeled, learned, asserted, checked = code(DOCS["library"])
    exec(drawn, {})
    exec(modeled, {})
    exec(learned, {})
    names: dict = {}
    exec(used, names)
    assert names["table"].shape == (5, 6)
    exec(checked, names)
    assert names["found"].best.name == "exponent 2j/d"
    exec(asserted, names)
    for dtype in ("float32", "bfloat16"):
        buffer = round_to(Sinusoidal().encode(range(50), 16), dtype).astype(np.float32)[:, None]
        names["test_positions"](SimpleNamespace(pe=Tensor(buffer, dtype)))


def test_the_readme_is_short():
    assert len(README.split()) <= 800
    assert README.splitlines()[2:4] == [
        "    make run     # set up and open the dashboard",
        "    make test    # set up and pass every test",
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_links_between_files_lead_somewhere(path):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
        assert link.startswith("http") or (path.parent / link).exists(), link


def test_every_page_is_in_the_table_of_pages():
    shown = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", DOCS["pages"], re.MULTILINE)
    assert {message(f"menu-{page}") for page in PAGES} <= set(shown)


def test_it_is_opened_to_others_only_where_somebody_says_so():
    makefile, address = (ROOT / "Makefile").read_text(), "--server.address=localhost"
    for text in (README, makefile):
        assert len(re.findall(rf"streamlit run dashboard/app.py {address}\b", text)) == text.count("streamlit run") == 1
    assert "make run ARGS=--server.address=0.0.0.0" in README


def test_the_limits_are_the_apps():
    assert f"1 to {MAX_LENGTH:,}, 1 to {MAX_DIM:,}" in DOCS["urls"]
    assert f"such as `Sinusoidal`; 1 to {MAX_SCHEMES}" in DOCS["urls"]
    assert ", ".join(f"`{kind}`" for kind in MEASURES) in DOCS["urls"]


def test_the_limits_of_a_hosted_app_are_those_of_the_code():
    rows = dict(re.findall(r"^\| (.*?) \| (.*?) \|$", DOCS["hosting"].partition("## Limits")[2], re.MULTILINE))
    server = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    visitors = hosting().visitors
    pairs = f"n = {PAIRED_LENGTH:,}, d = {PAIRED_DIM}"
    late = round(visitors * (admission.LATECOMERS - 1))
    assert rows["positions, dimensions, schemes"].startswith(f"{MAX_LENGTH:,}, {MAX_DIM:,}, {MAX_SCHEMES}; ")
    assert pairs in rows["positions, dimensions, schemes"]
    assert rows["letters and tokens of a sentence"] == f"{MAX_TEXT:,}, {MAX_TOKENS}"
    assert rows["cells of a heatmap that are sent"].startswith(f"{PICTURE[0]:,} × {PICTURE[1]} a scheme")
    kept = rows["numbers kept between runs"]
    assert kept.startswith(f"{memory.BUDGET >> 20} MiB")
    sizes = f"{server['maxMessageSize']} MB, {network.LONGEST >> 10} KiB"
    assert rows["a message to a browser, from a browser"] == sizes
    heard = f"{1 / admission.HEARING:.0f} a second of all visitors together, in turns; "
    heard += f"{admission.PACE >> 10} KiB a second of one"
    assert rows["changes that are heard"] == f"{heard}, after {admission.SAVED >> 20} MiB"
    sizes = f"{MAX_SAVED:,} numbers, {MAX_ROWS:,} rows"
    assert rows["a file to take along"] == (
        f"{sizes}; made in pieces, {downloads.LARGE} large files and {downloads.SMALL} small ones at a time, "
        "half of them of "
        "one address, kept nowhere"
    )
    size = f"{uploads.LARGEST >> 20} MB, {MAX_NUMBERS:,} numbers, each up to {uploaded_table.LARGEST:.0e}".replace(
        "e+", "e"
    )
    assert rows["a table that a visitor gives"].startswith(f"{size} in size; {uploaded_table.BUDGET >> 20} MiB for all")
    pace = f"{uploads.SLOWEST >> 10} KiB a second after {uploads.PATIENCE} s"
    assert (
        f"{pace}; forgotten if its page has not read it in {uploads.UNREAD} s, or in {uploads.UNREAD_WANTED} s"
        in rows["a file that comes in"]
    )
    waiting = f"{uploads.AT_ONCE}, and {uploads.AT_ONCE_SMALL} of up to {uploads.SMALL >> 20} MiB;"
    assert rows["files that come in, or wait for their page to read them"].startswith(waiting)
    begun = f"above {observability.LIGHT:,} numbers, for half a second while others wait; "
    begun += f"of those {observability.UNDER_WAY} have begun"
    assert begun in rows["runs at work in a process"] and scheduling.SLICE == 0.5
    assert f"{observability.ROOM >> 20} MiB in all" in rows["pages that wait to be taken"]
    assert rows["connections of a process"].startswith(f"{network.most:,};")
    assert rows["a line, or a connection, that asks for nothing"] == f"{admission.OPENING} s, {2 * network.IDLE} s"
    assert rows["open pages of a process"].startswith(f"{visitors}, and {late} more")
    assert rows["a message, or a piece of a file, that a visitor does not take"].startswith(f"{admission.PATIENCE} s")


def test_the_metrics_are_those_of_the_code():
    named = set(re.findall(r"^\| `(posenc_\w+)` \|", DOCS["hosting"], re.MULTILINE))
    families = [family for family in REGISTRY.collect() if family.name.startswith("posenc_")]
    assert named == {family.name + "_total" * (family.type == "counter") for family in families}


def test_a_hosted_app_says_nothing_to_others_and_shows_no_traceback():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    assert config["server"]["fileWatcherType"] == "none"
