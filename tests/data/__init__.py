"""Published values, and tables of cases."""

import json
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def read(name: str) -> Any:
    """Read a JSON or TOML file of this folder."""
    return (tomllib if name.endswith(".toml") else json).loads((HERE / name).read_text("utf-8"))
