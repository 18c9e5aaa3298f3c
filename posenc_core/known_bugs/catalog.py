"""What goes wrong in code that makes a table of sines and cosines? Each bug is one edit of one program.

The catalog is data/known_bugs.toml: one entry there is enough.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.known_bugs import programs
from posenc_core.known_bugs.programs import PAIRS, RIGHT

__all__ = ["Mistake"]

NOT_SEEN = "No public case of it is on record here."

COLUMN = "# j: column, i: its pair\n"


class Mistake(NamedTuple):
    """A bug that people write, and what becomes of the table. Table, listings, and search follow from its lines."""

    name: str
    what: str
    """What is wrong, as the end of a sentence."""
    story: str
    """How it comes about and what it does, in a sentence or two."""
    seen: str
    """Where it was seen, as a sentence."""
    lines: Mapping[str, str]
    """The wrong lines of the program, by the stage that they replace: one, rarely two."""
    undo: str = ""
    """Of a bug that rearranges a finished table: the line that restores it."""
    instead: str = ""
    """The correct line, where the program has none."""
    layout: str = ""
    """The only layout in which the bug is one; of most: any."""

    @property
    def program(self) -> Mapping[str, str]:
        """The whole program with the wrong lines."""
        return {stage: self.lines.get(stage, line) for stage, line in RIGHT.items()}

    @property
    def wrong(self) -> str:
        """The wrong lines."""
        return self._listing(self.lines)

    @property
    def right(self) -> str:
        """The same lines without the bug."""
        return self._listing({stage: self.instead or RIGHT[stage] or PAIRS["interleaved"] for stage in self.lines})

    def _listing(self, lines: Mapping[str, str]) -> str:
        both = [*self.lines.values(), *(RIGHT[stage] for stage in self.lines)]
        indexed = any(f" {letter} " in f" {line} " for line in both for letter in "ij")
        return COLUMN * indexed + "\n".join(lines.values())

    def table(
        self,
        length: int,
        dim: int,
        base: float = 10000.0,
        *,
        layout: str = "interleaved",
        first: str = "sin",
        start: float = 0.0,
    ) -> Array:
        """The table that code with the bug makes. -> (n, d); transposed (d, n). ValueError for impossible sizes."""
        if whole("dim", dim) % 2 and (self.layout or "d // 2" in str(self.lines)):
            raise ValueError(f"dim = {dim} must be even for the bug {self.name!r}, which splits the columns in halves")
        made = programs.table(self.program, length, dim, base, layout, first, start)
        if not np.isfinite(made).all():
            raise ValueError(f"dim = {dim} is too small for the bug {self.name!r}: it divides by 0")
        return made


def _read() -> dict[str, Mistake]:
    """The entries of the catalog. ValueError for one that is incomplete, unknown to the program, or there twice."""
    catalog = tomllib.loads((files("posenc_core") / "data" / "known_bugs.toml").read_text("utf-8"))
    found: dict[str, Mistake] = {}
    for place, entry in enumerate(catalog["mistake"], 1):
        where = f"data/known_bugs.toml, entry {place} ({entry.get('name', 'without a name')})"
        if missing := [each for each in ("name", "what", "story", "lines") if each not in entry]:
            raise ValueError(f"{where}: {missing[0]} is missing")
        if unknown := sorted({*entry} - {*Mistake._fields}):
            raise ValueError(f"{where}: {unknown[0]} must be one of {', '.join(Mistake._fields)}")
        if unknown := sorted({*entry["lines"]} - {*RIGHT}):
            raise ValueError(f"{where}: lines.{unknown[0]} must be one of {', '.join(RIGHT)}")
        if entry["name"] in found:
            raise ValueError(f"{where}: another bug has this name")
        found[entry["name"]] = Mistake(**{"seen": NOT_SEEN} | entry)
    return found


MISTAKES: Mapping[str, Mistake] = MappingProxyType(_read())
"""Every bug, by its name."""
