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
    "dashboard/measurements.py": {"numpy", "streamlit", "posenc_core"},
    "dashboard/portraits.py": {"numpy", "streamlit", "posenc_core", "dashboard.measurements", "dashboard.study"},
    "dashboard/words.py": {"numpy", "pandas", "posenc_core", "dashboard.claims", "dashboard.study"},
    "dashboard/claims.py": {
        "numpy", "posenc_core", "dashboard.study", "dashboard.portraits", "dashboard.figures",
    },
    "dashboard/tables.py": {
        "pandas", "streamlit", "dashboard.measurements", "dashboard.study", "dashboard.portraits",
    },
    "dashboard/notes.py": {"numpy", "streamlit", "posenc_core", "dashboard.claims", "dashboard.measurements"},
    "dashboard/experiments.py": {
        "numpy", "posenc_core", "dashboard.claims", "dashboard.measurements", "dashboard.words",
    },
    "dashboard/controls.py": {"streamlit", "posenc_core", "dashboard.study"},
    "dashboard/charts.py": {
        "numpy", "plotly", "streamlit", "dashboard.controls", "dashboard.figures", "dashboard.study",
    },
    "dashboard/takeaway.py": {
        "numpy", "pandas", "streamlit", "posenc_core", "dashboard.controls", "dashboard.study",
    },
    "dashboard/views/experiments.py": {
        "streamlit", "dashboard.controls", "dashboard.experiments", "dashboard.takeaway",
    },
    "dashboard/views": {
        "numpy", "pandas", "streamlit", "posenc_core", "dashboard.claims", "dashboard.controls",
        "dashboard.measurements", "dashboard.notes", "dashboard.portraits", "dashboard.tables", "dashboard.words",
        *DRAWING,
    },
    "dashboard/main.py": {"streamlit", "dashboard.controls"},
    "dashboard/app.py": {"streamlit", "starlette", "pandas", "pyarrow", "dashboard.charts"},
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


@pytest.mark.parametrize(
    "module", ["criteria", "geometry", "pictures", "precision", "scalar", "scheme", "sentence", "shift"]
)
def test_the_core_names_no_scheme(module):
    tree = ast.parse((ROOT / "posenc_core" / f"{module}.py").read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"Index", "Normalized", "Binary", "Sinusoidal"}
    assert not any("schemes" in (node.module or "") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
