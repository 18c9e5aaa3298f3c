"""The settings of the documentation: `make docs`."""

import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).parents[1])
sys.path.insert(0, ROOT)
# for the notebook, which runs in a process of its own
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
# the docstrings are plain text: what is between backticks is code
default_role = "code"
suppress_warnings = ["myst.xref_missing"]
# the notebook is run anew at each build
nb_execution_mode = "force"
nb_execution_raise_on_error = True
