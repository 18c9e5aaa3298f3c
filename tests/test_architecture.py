"""Import rules: which package may import which. Modules import only from packages listed in their entry."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from posenc_core import SCHEMES

ROOT = Path(__file__).parents[1]
HOUSES = ("posenc_core", "posenc_tools", "dashboard")
FILES = sorted(path for house in HOUSES for path in ROOT.glob(f"{house}/**/*.py"))
PAGES = sorted(path.stem for path in ROOT.glob("dashboard/views/*/*.py") if path.stem == path.parent.name)
SCRIPTS = [ROOT / "dashboard" / "main.py", *(ROOT / "dashboard" / "views" / page / f"{page}.py" for page in PAGES)]
"""Scripts run by Streamlit."""

TEXT = {"posenc_core.text", "posenc_core.arrays", "posenc_core.data_files"}
FOUNDATION = {"numpy", *TEXT, "posenc_core.foundation"}
SETTINGS = {"dashboard.say", "dashboard.state.pages", "dashboard.state.parameters", "dashboard.state.study"}
CONTROLS = {
    "numpy", "streamlit", "posenc_core", "posenc_tools", "dashboard.say", "dashboard.state",
    "dashboard.server.uploads", "dashboard.streamlit_internals",
}  # fmt: skip
MAY_IMPORT = {
    "posenc_core/text": {"numpy"},
    "posenc_core/arrays.py": {"numpy", "posenc_core.text"},
    "posenc_core/data_files.py": set(),
    "posenc_core/foundation": {"numpy", *TEXT},
    "posenc_core/schemes": FOUNDATION,
    "posenc_core/analysis": {*FOUNDATION, "posenc_core.schemes"},
    "posenc_core/plot": {*FOUNDATION, "plotly", "posenc_core.schemes", "posenc_core.analysis"},
    "posenc_core": {"numpy"},
    "posenc_tools/data_files.py": set(),
    "posenc_tools/readers": {"numpy", *TEXT},
    "posenc_tools/models": {"numpy", "posenc_core", "posenc_tools.data_files", "posenc_tools.readers"},
    "posenc_tools/known_bugs": {"numpy", "posenc_core", "posenc_tools.data_files"},
    "posenc_tools/diagnosis": {
        "numpy", "posenc_core", "posenc_tools.data_files", "posenc_tools.known_bugs", "posenc_tools.models",
    },
    "posenc_tools": {"numpy", "posenc_core"},
    "dashboard/say.py": {"posenc_core", "posenc_tools"},
    "dashboard/state/uploaded_table.py": {
        "numpy", "streamlit", "posenc_core", "posenc_tools", "dashboard.say", "dashboard.numbers.memory",
        "dashboard.server", "dashboard.state.session_keys",
    },
    "dashboard/state": {"posenc_core", "posenc_tools", "dashboard.say"},
    "dashboard/streamlit_internals.py": {"streamlit", "google"},
    "dashboard/server": {
        "anyio", "starlette", "uvicorn", "prometheus_client", "posenc_tools.readers",
        "dashboard.numbers.memory", "dashboard.streamlit_internals", "dashboard.say", "dashboard.state.session_keys",
    },
    "dashboard/controls": CONTROLS,
    "dashboard/charts": {*CONTROLS, "plotly", "dashboard.controls"},
    "dashboard/numbers/memory.py": {"numpy", "cachetools", "dashboard.say"},
    "dashboard/numbers": {"numpy", "posenc_core", "posenc_tools", *SETTINGS, "dashboard.charts"},
    "dashboard/bar": {
        *CONTROLS, "dashboard.controls", "dashboard.sharing",
    },
    "dashboard/sharing": {
        *CONTROLS, "pandas", "PIL", "dashboard.controls", "dashboard.charts", "dashboard.numbers",
        "dashboard.server.downloads",
    },
    "dashboard/views": {
        *CONTROLS, "pandas", "dashboard.controls", "dashboard.charts", "dashboard.numbers", "dashboard.sharing",
        "dashboard.bar",
    },
    "dashboard/main.py": {
        "streamlit", "dashboard.say", "dashboard.state", "dashboard.controls", "dashboard.charts", "dashboard.numbers",
        "dashboard.sharing", "dashboard.server", "dashboard.views", "dashboard.bar",
    },
    "dashboard/app.py": {
        "streamlit", "starlette", "pandas", "pyarrow", "prometheus_client", "dashboard.state", "dashboard.charts",
        "dashboard.sharing", "dashboard.server", "dashboard.streamlit_internals", "dashboard.say",
    },
    "dashboard/__init__.py": set(),
}  # fmt: skip
"""Imports allowed to a file or folder; the first match counts. Modules of one folder may import each other."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def parts(path: Path) -> list[ast.AST]:
    return [*ast.walk(tree(path))]


def nodes(path: Path, *kinds: type) -> list:
    """Those parts of a file that are of one of these kinds."""
    return [node for node in parts(path) if isinstance(node, kinds)]


@cache
def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path) for path in FILES}


@cache
def imports(path: Path) -> set[str]:
    """Modules a file imports, by their whole names; the standard library is left out."""
    modules = set()
    for node in nodes(path, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        else:
            assert node.level == 0, f"{path}: relative import"
            inside = {name for alias in node.names if (name := f"{node.module}.{alias.name}") in MODULES}
            modules |= inside or {node.module}
    return {name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names}


def within(name: str, folder: str) -> bool:
    return f"{name}.".startswith(f"{folder}.")


def test_modules_import_only_from_lower_layers():
    for path in FILES:
        place = path.relative_to(ROOT).as_posix()
        folder = next(start for start in MAY_IMPORT if f"{place}/".startswith(start))
        allowed = {*MAY_IMPORT[folder], folder.replace("/", ".")}
        wrong = [name for name in imports(path) if not any(within(name, package) for package in allowed)]
        assert not wrong, f"{place} must not import {wrong}: move the code to a lower layer (MAY_IMPORT in this test)"


def test_no_module_imports_a_page():
    """Code of two pages belongs in a lower layer; main.py finds layouts, and files.py tables, by their path."""
    for page in PAGES:
        inside = ROOT / "dashboard" / "views" / page
        outside = [path for path in FILES if inside not in path.parents]
        wrong = [path for path in outside if any(within(name, f"dashboard.views.{page}") for name in imports(path))]
        wrong += [path for path in FILES if f"dashboard.views.{page}.{page}" in imports(path)]
        assert not wrong, f"{wrong} must not import the page {page}: move shared code to dashboard/views or numbers"


def test_there_are_no_circles():
    paths = [path for path in FILES if path.name != "__init__.py" and module(path).startswith("dashboard.")]
    assert {*TopologicalSorter({module(path): imports(path) for path in paths}).static_order()} >= {*map(module, paths)}


def test_one_module_uses_private_parts_of_streamlit():
    private = {"net_util", "runtime", "proto", "__file__"}
    for path in FILES:
        if path.name != "streamlit_internals.py":
            # the class of what Streamlit's own functions return has no shorter name
            inner = {name for name in imports(path) if name.startswith("streamlit.")} - {"streamlit.delta_generator"}
            used = inner | {node.attr for node in nodes(path, ast.Attribute)} & private
            assert not used, f"{path}: move the use of {used} to dashboard/streamlit_internals.py"


def test_scripts_have_no_bare_expressions_that_streamlit_would_write():
    """Streamlit writes the value of every bare expression of a script on the page; calls are checked by hand."""
    for path in SCRIPTS:
        places = nodes(path, ast.Module, ast.FunctionDef, ast.ClassDef)
        documented = [node.body[0] for node in places if ast.get_docstring(node) is not None]
        bare = [
            node for node in nodes(path, ast.Expr) if node not in documented and not isinstance(node.value, ast.Call)
        ]
        assert not bare, f"{path}: assign or delete {[ast.unparse(node) for node in bare]}, which Streamlit would write"


def test_no_widget_keeps_a_page_alive():
    """Callbacks live as long as the session: local functions would keep the numbers of their page in memory."""
    for path in ROOT.glob("dashboard/views/**/*.py"):
        own = {node.name for node in nodes(path, ast.FunctionDef)}
        for keyword in (keyword for call in nodes(path, ast.Call) for keyword in call.keywords):
            if keyword.arg in ("on_change", "on_click", "on_select", "format_func"):
                is_local = isinstance(keyword.value, ast.Lambda) or getattr(keyword.value, "id", None) in own
                assert not is_local, f"{path}, line {keyword.value.lineno}: use a function of another module"


def test_no_docstring_begins_with_a_question_word():
    """A noun phrase or an imperative begins them."""
    for path in FILES:
        for node in nodes(path, ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
            words = (ast.get_docstring(node) or "-").split()
            wrong = words[0].strip("`,.:;") in {"What", "How", "Whether", "Which", "Where", "Why", "Who", "Of"}
            assert not wrong, f"{path}, line {getattr(node, 'lineno', 1)}: begin with a noun phrase or an imperative"


def test_the_foundation_and_the_analysis_name_no_scheme():
    for path in [*ROOT.glob("posenc_core/foundation/*.py"), *ROOT.glob("posenc_core/analysis/*.py")]:
        named = {node.id for node in nodes(path, ast.Name)} & {*SCHEMES}
        assert not named, f"{path} names {named}: request an ability instead"


def test_importing_the_app_loads_neither_pages_nor_the_library():
    """The rest loads in `lifespan`, before the first request."""
    code = "import sys, dashboard.app; print(*(name for name in sys.modules if name.startswith(('dash', 'posenc'))))"
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert {*output.split()} - {"dashboard"} == {
        "dashboard.app",
        "dashboard.server",
        "dashboard.server.hosting",
        "dashboard.state",
        "dashboard.state.pages",
        "dashboard.streamlit_internals",
    }
