"""Who may import whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("posenc_core/**/*.py"), *ROOT.glob("dashboard/**/*.py")])

DRAWING = {"dashboard.charts", "dashboard.figures", "dashboard.study", "dashboard.takeaway"}
MAY_IMPORT = {
    "posenc_core": {"numpy", "posenc_core"},
    "dashboard/study.py": {"posenc_core"},
    "dashboard/figures": {"numpy", "posenc_core", "dashboard.figures"},
    "dashboard/memory.py": {"numpy", "cachetools"},
    "dashboard/measurements.py": {"numpy", "posenc_core", "dashboard.memory", "dashboard.study"},
    "dashboard/portraits.py": {
        "numpy", "posenc_core", "dashboard.measurements", "dashboard.memory", "dashboard.study",
    },
    "dashboard/answers": {
        "numpy", "pandas", "posenc_core", "dashboard.claims", "dashboard.links", "dashboard.measurements",
        "dashboard.memory", "dashboard.study",
    },
    "dashboard/claims.py": {
        "numpy", "posenc_core", "dashboard.study", "dashboard.portraits", "dashboard.figures",
    },
    "dashboard/tables.py": {
        "numpy", "pandas", "streamlit", "dashboard.answers", "dashboard.measurements", "dashboard.study",
        "dashboard.portraits",
    },
    "dashboard/notes.py": {
        "numpy", "streamlit", "posenc_core", "dashboard.claims", "dashboard.measurements",
        "dashboard.memory",
    },
    "dashboard/experiments.py": {
        "numpy", "posenc_core", "dashboard.claims", "dashboard.measurements", "dashboard.answers",
    },
    "dashboard/options.py": {"posenc_core", "dashboard.study"},
    "dashboard/links.py": {"posenc_core", "dashboard.options", "dashboard.study"},
    "dashboard/network.py": {"starlette", "streamlit", "uvicorn"},
    "dashboard/turns.py": set(),
    "dashboard/controls.py": {
        "streamlit", "posenc_core", "dashboard.links", "dashboard.network", "dashboard.options", "dashboard.study",
    },
    "dashboard/charts.py": {
        "numpy", "plotly", "streamlit", "dashboard.controls", "dashboard.figures", "dashboard.study",
    },
    "dashboard/files.py": {
        "numpy", "pandas", "starlette", "posenc_core", "dashboard.links", "dashboard.measurements", "dashboard.network",
        "dashboard.study", "dashboard.tables", "dashboard.turns", "dashboard.watch",
    },
    "dashboard/takeaway.py": {
        "streamlit", "posenc_core", "dashboard.controls", "dashboard.files", "dashboard.links", "dashboard.study",
        "dashboard.tables",
    },
    "dashboard/views/experiments.py": {
        "streamlit", "dashboard.controls", "dashboard.experiments", "dashboard.takeaway",
    },
    "dashboard/views": {
        "numpy", "pandas", "streamlit", "posenc_core", "dashboard.answers", "dashboard.claims", "dashboard.controls",
        "dashboard.measurements", "dashboard.notes", "dashboard.portraits", "dashboard.tables", *DRAWING,
    },
    "dashboard/hosting.py": set(),
    "dashboard/watch.py": {
        "prometheus_client", "dashboard.measurements", "dashboard.memory", "dashboard.network", "dashboard.options",
        "dashboard.study", "dashboard.turns",
    },
    "dashboard/door.py": {
        "google", "streamlit", "starlette", "dashboard.hosting", "dashboard.network", "dashboard.turns",
        "dashboard.watch",
    },
    "dashboard/main.py": {"streamlit", "dashboard.controls", "dashboard.watch"},
    "dashboard/app.py": {
        "streamlit", "starlette", "pandas", "pyarrow", "prometheus_client", "dashboard.charts", "dashboard.door",
        "dashboard.files", "dashboard.hosting", "dashboard.watch",
    },
    "dashboard/__init__.py": set(),
}  # fmt: skip


def imports(path: Path) -> set[str]:
    """Modules a file imports: top-level names, but `dashboard.x` in full."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "dashboard":
                found |= {f"dashboard.{alias.name}" for alias in node.names}
            else:
                found.add(node.module)
    # of what lies inside a package of the dashboard, the package counts
    return {".".join(name.split(".")[: 2 if name.startswith("dashboard.") else 1]) for name in found}


def standard(name: str) -> bool:
    import sys

    return name in sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_what_stands_below_it(path):
    name = str(path.relative_to(ROOT))
    allowed = next(allowed for start, allowed in MAY_IMPORT.items() if name.startswith(start))
    assert {module for module in imports(path) if not standard(module)} <= allowed


@pytest.mark.parametrize("path", sorted(ROOT.glob("dashboard/views/*.py")), ids=lambda path: path.stem)
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
    "module", ["criteria", "geometry", "pictures", "precision", "scalar", "scheme", "sentence", "shift"]
)
def test_the_core_names_no_scheme(module):
    tree = ast.parse((ROOT / "posenc_core" / f"{module}.py").read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"Index", "Normalized", "Binary", "Sinusoidal"}
    assert not any("schemes" in (node.module or "") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
