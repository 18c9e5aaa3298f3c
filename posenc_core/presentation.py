"""How is a scheme shown? Its formula, the words of its axis, and a program that makes it without this package."""

from abc import ABC, abstractmethod

from posenc_core.arrays import whole

LIBRARIES = {"numpy": ("np", "import numpy as np"), "torch": ("torch", "import torch")}
"""Where the code of a scheme can run: library -> its short name and its import."""


class Presentation(ABC):
    """What a page shows of a scheme besides its numbers."""

    @classmethod
    def summary(cls) -> str:
        """The first line of the scheme's docstring: what a page says about it."""
        return (cls.__doc__ or "").strip().splitlines()[0]

    @property
    @abstractmethod
    def formula(self) -> str:
        r"""LaTeX of the rule with these parameters.

        Of vectors one equation per `PE(p, column) = ...`, joined by `,\\[1ex]`; a row of the matrix is position p, a
        column is j, or 2i and the like; d is dim, N the length and B the base. Other parameters stand in it as numbers.
        The contract tests work it out: they read fractions, powers, floors and ceilings, mod, sine and cosine. Of a
        bias `b_h(i, j) = ...` for head h, query i and key j.
        """

    @property
    def columns(self) -> str:
        """What the columns of its vectors hold, in the words of an axis title."""
        return ""

    def code(self, library: str, length: int, dim: int) -> str:
        """A short program that makes its matrix without this package: `PE` (n, d), or of a bias `b` (H, n, n).

        `library` is "numpy" or "torch"; ValueError for another.
        """
        if library not in LIBRARIES:
            raise ValueError(f"library = {library!r} must be one of {', '.join(LIBRARIES)}")
        xp, line = LIBRARIES[library]
        body = self._code.replace("xp.", f"{xp}.")
        return f"{line}\n\nn, d = {whole('length', length)}, {whole('dim', dim)}\n{body}\n"

    @property
    @abstractmethod
    def _code(self) -> str:
        """Python that makes it of `n` and `d`, in float64, with `xp` for a library: what numpy and torch both have.

        A bias says first how many heads it has, as `H`.
        """
