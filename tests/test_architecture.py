"""Who may import whom: numpy <- posenc_core <- study <- controls <- charts <- views <- main <- app; and server."""

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from posenc_core import SCHEMES

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("posenc_core/**/*.py"), *ROOT.glob("dashboard/**/*.py")])
PAGES = sorted(path.stem for path in ROOT.glob("dashboard/views/*/*.py") if path.stem == path.parent.name)
SCRIPTS = [ROOT / "dashboard" / "main.py", *(ROOT / "dashboard" / "views" / page / f"{page}.py" for page in PAGES)]
"""What Streamlit runs as scripts."""

STUDY = {"dashboard.pages", "dashboard.parameters", "dashboard.study"}
MAY_IMPORT = {
    "posenc_core": {"numpy"},
    "dashboard/pages.py": {"posenc_core"},
    "dashboard/parameters.py": {"posenc_core", "dashboard.pages"},
    "dashboard/study.py": {"posenc_core", "dashboard.pages", "dashboard.parameters"},
    "dashboard/memory.py": {"numpy", "cachetools", "posenc_core.pauses", "dashboard.server.turns"},
    "dashboard/streamlit_internals.py": {"streamlit", "google"},
    "dashboard/given.py": {"numpy", "streamlit", "posenc_core", "dashboard.memory", "dashboard.server"},
    "dashboard/controls": {"streamlit", "posenc_core", *STUDY, "dashboard.given", "dashboard.streamlit_internals"},
    "dashboard/charts": {"numpy", "plotly", "streamlit", "posenc_core", *STUDY, "dashboard.controls"},
    "dashboard/views": {
        "numpy", "pandas", "streamlit", "posenc_core", *STUDY, "dashboard.given", "dashboard.memory",
        "dashboard.controls", "dashboard.charts", "dashboard.streamlit_internals",
    },
    "dashboard/server": {
        "starlette", "uvicorn", "prometheus_client", "dashboard.memory", "dashboard.streamlit_internals",
        "posenc_core.pauses",
    },
    "dashboard/main.py": {"streamlit", "dashboard.pages", "dashboard.controls", "dashboard.server", "dashboard.views"},
    "dashboard/app.py": {
        "streamlit", "starlette", "pandas", "pyarrow", "prometheus_client", "dashboard.charts", "dashboard.server",
        "dashboard.streamlit_internals", "dashboard.views",
    },
    "dashboard/__init__.py": set(),
}  # fmt: skip
"""By file or folder; what lies in one folder may import each other."""


@cache
def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path) for path in FILES}


@cache
def imports(path: Path) -> set[str]:
    """Modules a file imports, by their whole names; the standard library is left out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inside = {name for alias in node.names if (name := f"{node.module}.{alias.name}") in MODULES}
            found |= inside or {node.module}
    return {name for name in found if name.partition(".")[0] not in sys.stdlib_module_names}


def within(name: str, folder: str) -> bool:
    return f"{name}.".startswith(f"{folder}.")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_what_stands_below_it(path):
    place = str(path.relative_to(ROOT))
    folder, allowed = next((start, allowed) for start, allowed in MAY_IMPORT.items() if f"{place}/".startswith(start))
    allowed = {*allowed, folder.replace("/", ".")}
    assert not [name for name in imports(path) if not any(within(name, each) for each in allowed)]


@pytest.mark.parametrize("page", PAGES)
def test_nobody_imports_a_page(page):
    """What two pages share moves up; main.py runs their layouts, and files.py looks for their tables, by place."""
    inside = ROOT / "dashboard" / "views" / page
    outside = [path for path in FILES if inside not in path.parents]
    assert not [path for path in outside if any(within(name, f"dashboard.views.{page}") for name in imports(path))]
    assert not [path for path in FILES if f"dashboard.views.{page}.{page}" in imports(path)]


def test_there_are_no_circles():
    paths = [path for path in FILES if path.name != "__init__.py" and module(path).startswith("dashboard.")]
    assert {*TopologicalSorter({module(path): imports(path) for path in paths}).static_order()} >= {*map(module, paths)}


@pytest.mark.parametrize("path", [path for path in FILES if path.name != "streamlit_internals.py"], ids=module)
def test_one_module_alone_leans_on_what_streamlit_does_not_promise(path):
    # the class of what Streamlit's own functions return has no shorter name
    inner = {name for name in imports(path) if name.startswith("streamlit.")} - {"streamlit.delta_generator"}
    assert not inner
    names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert not names & {"net_util", "runtime", "proto", "__file__"}


@pytest.mark.parametrize("path", SCRIPTS, ids=module)
def test_streamlit_takes_nothing_in_a_script_for_text(path):
    """Unless it is told not to, it writes every bare value of a script on the page, and no more than a call is none."""
    tree = ast.parse(path.read_text())
    places = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)]
    told = [node.body[0] for node in places if ast.get_docstring(node) is not None]
    bare = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and node not in told]
    assert not [ast.unparse(node) for node in bare if not isinstance(node.value, ast.Call)]


@pytest.mark.parametrize("path", sorted(ROOT.glob("dashboard/views/**/*.py")), ids=module)
def test_no_widget_keeps_a_page_alive(path):
    """A session holds the functions of its widgets, and they hold the numbers of the page that they stand on."""
    tree = ast.parse(path.read_text())
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for given in call.keywords:
            if given.arg in ("on_change", "on_click", "on_select", "format_func"):
                assert not isinstance(given.value, ast.Lambda), f"line {given.value.lineno}"
                assert getattr(given.value, "id", None) not in own, f"line {given.value.lineno}"


@pytest.mark.parametrize(
    # assert_sinusoidal is about one scheme, and says so
    "path",
    [path for path in ROOT.glob("posenc_core/*.py") if path.stem not in ("__init__", "assertion")],
    ids=module,
)
def test_the_core_names_no_scheme(path):
    tree = ast.parse(path.read_text())
    assert not {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & {*SCHEMES}
    assert not any("schemes" in (node.module or "") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
