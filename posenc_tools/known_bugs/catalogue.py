"""Catalogue of known bugs, read from `data/known_bugs.toml`. Each is one edit of the program in `programs`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.data_files import read_toml
from posenc_core.text.messages import slug, translate
from posenc_tools.data_files import DATA
from posenc_tools.known_bugs import programs
from posenc_tools.known_bugs.programs import PAIRS, RIGHT

NOT_SEEN = "No public case is on record here."

COLUMN = "# j: column, i: its pair\n"


class KnownBug(NamedTuple):
    """A bug in code that computes a sinusoidal table.

    Attributes
    ----------
    name : str
        Key in `KNOWN_BUGS`.
    what : str
        The error, as the end of a sentence.
    story : str
        Cause and effect, in a sentence or two.
    seen : str
        Public cases, as a sentence.
    lines : mapping of str to str
        Wrong lines by the stage of the program that they replace.
    undo : str
        Line that restores the table after a bug that rearranges it, or empty.
    instead : str
        Correct line if the program has none for this stage, or empty.
    layout : str
        The only layout in which the line is wrong, or empty for any layout.

    Examples
    --------
    >>> print(KNOWN_BUGS["exponent i/d"].wrong)
    # j: column, i: its pair
    exponent = i / d
    >>> KNOWN_BUGS["exponent i/d"].table(2, 4).round(3)
    array([[0.   , 1.   , 0.   , 1.   ],
           [0.841, 0.54 , 0.1  , 0.995]])
    """

    name: str
    what: str
    story: str
    seen: str
    lines: Mapping[str, str]
    undo: str = ""
    instead: str = ""
    layout: str = ""

    def text(self, field: Literal["name", "what", "story", "seen"]) -> str:
        """Return a text of the bug in the current language.

        Parameters
        ----------
        field : {"name", "what", "story", "seen"}
            Name of the attribute.

        Returns
        -------
        str
            The attribute, translated if the language has the message `bug-<name>.<field>`.
        """
        english = str(getattr(self, field))
        id = "bug-not-seen" if english == NOT_SEEN else f"bug-{slug(self.name)}.{field}"
        return translate(id, english)

    @property
    def program(self) -> Mapping[str, str]:
        """The complete program including the wrong lines."""
        return {stage: self.lines.get(stage, line) for stage, line in RIGHT.items()}

    @property
    def wrong(self) -> str:
        """The wrong lines."""
        return self._listing(self.lines)

    @property
    def right(self) -> str:
        """The corrected lines."""
        return self._listing({stage: self.instead or RIGHT[stage] or PAIRS["interleaved"] for stage in self.lines})

    def _listing(self, lines: Mapping[str, str]) -> str:
        both = [*self.lines.values(), *(RIGHT[stage] for stage in self.lines)]
        indexed = any(f" {letter} " in f" {line} " for line in both for letter in "ij")
        return (COLUMN if indexed else "") + "\n".join(lines.values())

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
        """Compute the table that results from the bug.

        Parameters
        ----------
        length, dim : int
            Number of positions and of columns.
        base : float, default 10000
            Base of the frequencies.
        layout : {"interleaved", "concatenated"}
            Order of the columns.
        first : {"sin", "cos"}
            First wave of each pair.
        start : float, default 0
            First position.

        Returns
        -------
        (length, dim) ndarray
            The table; (dim, length) for the bug "transposed".

        Raises
        ------
        ValueError
            If the code fails at this size.
        """
        if whole("dim", dim) % 2 and (self.layout or "d // 2" in str(self.lines)):
            raise ValueError(f"dim = {dim} must be even for the bug {self.name!r}, which splits the columns in halves")
        table = programs.table(self.program, length, dim, base, layout, first, start)
        if not np.isfinite(table).all():
            raise ValueError(f"dim = {dim} is too small for the bug {self.name!r}: it divides by 0")
        return table


def _load() -> dict[str, KnownBug]:
    """Load and validate the catalogue."""
    bugs: dict[str, KnownBug] = {}
    for place, entry in enumerate(read_toml(DATA / "known_bugs.toml")["bug"], 1):
        where = f"data/known_bugs.toml, entry {place} ({entry.get('name', 'without a name')})"
        if missing := [key for key in ("name", "what", "story", "lines") if key not in entry]:
            raise ValueError(f"{where}: {missing[0]} is missing: add it to the entry")
        if unknown := sorted({*entry} - {*KnownBug._fields}):
            raise ValueError(f"{where}: {unknown[0]} must be one of {', '.join(KnownBug._fields)}")
        if unknown := sorted({*entry["lines"]} - {*RIGHT}):
            raise ValueError(f"{where}: lines.{unknown[0]} must be one of {', '.join(RIGHT)}")
        for stage, line in entry["lines"].items():
            if unknown := sorted(programs.used_names(line) - programs.NAMES[stage]):
                fitting = " or ".join(other for other, names in programs.NAMES.items() if names.issuperset(unknown))
                hint = f"write what is wrong as the line of {fitting or 'another stage'}"
                known = ", ".join(sorted(programs.NAMES[stage]))
                raise ValueError(f"{where}: lines.{stage} uses {', '.join(unknown)} but has only {known}: {hint}")
        if entry["name"] in bugs:
            raise ValueError(f"{where}: another bug has this name: choose a new one")
        bugs[entry["name"]] = KnownBug(**{"seen": NOT_SEEN} | entry)
    return bugs


KNOWN_BUGS: Mapping[str, KnownBug] = MappingProxyType(_load())
"""Known bugs by name."""
