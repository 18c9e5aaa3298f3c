"""Published values, and tables of cases."""

import json
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def read(name: str) -> Any:
    """Read a JSON or TOML file of this folder."""
    return (tomllib if name.endswith(".toml") else json).loads((HERE / name).read_text("utf-8"))


def cases(name: str, part: str, names: dict[str, Any] | None = None) -> Any:
    """Read a part of a file, in which a text that begins with "=" is a Python expression with these names."""

    def evaluate(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: evaluate(each) for key, each in value.items()}
        if isinstance(value, list):
            return [evaluate(each) for each in value]
        return eval(value[1:], names) if isinstance(value, str) and value.startswith("=") else value

    return evaluate(read(name)[part])
