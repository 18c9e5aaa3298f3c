"""The README's code runs, and its table of limits is the app's."""

import re
from pathlib import Path

from dashboard.study import MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MEASURES
from posenc_core import SCHEMES

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_code_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict = {}
    exec(code, names)
    assert names["table"].shape == (5, 6)


def test_the_limits_are_the_apps():
    assert f"1 to {MAX_LENGTH:,}, 1 to {MAX_DIM:,}" in README
    assert ", ".join(f"`{name}`" for name in SCHEMES) + f"; 1 to {MAX_SCHEMES}" in README
    assert ", ".join(f"`{kind}`" for kind in MEASURES) in README
