"""Files in `posenc_core/data`."""

from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def read_toml(name: str) -> dict[str, Any]:
    """Read a TOML file; callers must not change the result.

    >>> sorted(read_toml("conventions.toml"))
    ['convention']
    """
    # imported at its first use: schemes need no TOML
    import tomllib

    try:
        return tomllib.loads((DATA / name).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        allowed = "allowed are quoted texts, numbers, true, false, and lists; a JSON null is the text 'null' in quotes"
        raise ValueError(f"posenc_core/data/{name}: {error}; {allowed}") from None
