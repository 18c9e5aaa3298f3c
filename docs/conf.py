"""The settings of the documentation: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from posenc_core import __version__

project = "Positional Encoding Lab"
author = copyright = "The Positional Encoding Lab authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = f"Positional Encoding Lab {release}"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# the docstrings are plain text: what is between backticks is code
default_role = "code"
suppress_warnings = ["myst.xref_missing"]
