"""What licences does the hosted app stand on? Writes LICENCES.md, and refuses a licence that nobody has judged."""

import re
from importlib.metadata import distribution
from pathlib import Path

import plotly.offline

ROOT = Path(__file__).parents[1]

PERMISSIVE = {
    "0BSD", "3-Clause BSD License", "Apache License 2.0", "Apache-2.0", "BSD License", "BSD-2-Clause", "BSD-3-Clause",
    "CC0-1.0", "MIT", "MIT-CMU", "PSF-2.0", "Zlib",
}  # fmt: skip
JUDGED = {"MPL-2.0": "changes to its own files stay under it; none are changed here"}

TEXT = """# Licences

What `requirements.txt` installs, and the licence that each package states for itself. `make licences` writes this file.

| package | version | licence |
|---|---|---|
{packages}

## JavaScript

Served to the browser, each from the wheel named.

| library | version | licence | wheel |
|---|---|---|---|
| plotly.js | {plotly_js} | MIT | plotly |
| Streamlit's frontend | {streamlit} | Apache-2.0 | streamlit |

## Not permissive

Their terms cover those files, not this project.

{judged}
- Streamlit's frontend holds libraries of its own, among them the Eclipse Layout Kernel and Graphviz (both under the
  Eclipse Public License).
- The wheels hold compiled libraries, whose texts are in each package's `licenses` folder: numpy's for Linux has
  libgfortran (GPL-3.0 with the GCC runtime exception) and libquadmath (LGPL-2.1 or later), as files of their own.
"""


def pins() -> dict[str, str]:
    """Name -> version of everything that requirements.txt locks."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))


def licence(name: str) -> str:
    """A package's own word: an SPDX expression where it gives one, else its short name, else its classifier."""
    stated = distribution(name).metadata
    if expression := stated["License-Expression"]:
        return str(expression)
    if (short := stated["License"]) and len(short) < 40:
        return str(short)
    (classifier,) = [line for line in stated.get_all("Classifier", []) if line.startswith("License ::")]
    return str(classifier).rpartition(" :: ")[2]


def document() -> str:
    """LICENCES.md in full."""
    locked = pins()
    licences = {name: licence(name) for name in locked}
    judged = []
    for name, stated in licences.items():
        parts = set(re.split(r" (?:AND|OR) ", stated)) - PERMISSIVE
        if parts - set(JUDGED):
            raise SystemExit(f"{name}: {stated} is neither permissive nor judged in {Path(__file__).name}")
        judged += [f"- {name} ({part}): {JUDGED[part]}." for part in sorted(parts)]
    return TEXT.format(
        packages="\n".join(f"| {name} | {version} | {licences[name]} |" for name, version in locked.items()),
        plotly_js=plotly.offline.get_plotlyjs_version(),
        streamlit=locked["streamlit"],
        judged="\n".join(judged),
    )


if __name__ == "__main__":
    (ROOT / "deploy" / "LICENCES.md").write_text(document())
