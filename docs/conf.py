"""Settings of the documentation: `make docs`."""

import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).parents[1])
sys.path[:0] = [ROOT, f"{ROOT}/docs"]
# notebooks run in separate processes
os.environ |= {"PYTHONPATH": ROOT, "PLOTLY_RENDERER": "notebook"}

from posenc_core import __version__  # noqa: E402 - found through the path above

project = "Positional Encoding Lab"
author = copyright = "The Positional Encoding Lab authors"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = f"Positional Encoding Lab {release}"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# documented attributes have entries of their own
napoleon_use_ivar = True
# docstrings are plain text: backticks mark code
default_role = "code"
# ref.python: words of a type, such as the rows of a shape, are no references
suppress_warnings = ["myst.xref_missing", "ref.python"]
nb_custom_formats = {".py": "percent_format.parse_notebook"}
exclude_patterns = ["conf.py", "percent_format.py", "live_figures.py"]
# written by `make docs`
html_extra_path = ["../build/docs-files"]
# run all notebooks at each build
nb_execution_mode = "force"
nb_execution_raise_on_error = True
