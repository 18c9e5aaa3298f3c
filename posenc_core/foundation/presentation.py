"""How is a scheme shown? Its formula, the words of its axis, and a program that makes it without this package."""

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from posenc_core.arrays import whole
from posenc_core.text.messages import english

__all__ = ["Presentation", "digits", "equal_to", "equations", "filled", "rounded"]

LIBRARIES = {"numpy": ("np", "import numpy as np"), "torch": ("torch", "import torch")}
"""Where the code of a scheme can run: library -> its short name and its import."""

DIGITS = 6
"""So many digits of a number that is worked out are shown."""


class Presentation(ABC):
    """What a page shows of a scheme besides its numbers."""

    name: ClassVar[str]

    @classmethod
    def summary(cls) -> str:
        """What the scheme is, in a sentence: its message, or the first docstring line of one that has none."""
        id = f"summary-{cls.name}"
        return english().text(id) if id in english() else (cls.__doc__ or "").strip().partition("\n")[0]

    @property
    @abstractmethod
    def formula(self) -> str:
        r"""LaTeX of the rule with these parameters.

        Of vectors one equation per `PE(p, column) = ...`, joined by `,\\[1ex]`; a row of the matrix is position p, a
        column is j, or 2i and the like; d is dim, n the length and B the base. Other parameters stand in it as numbers.
        The contract tests work it out: they read fractions, powers, floors and ceilings, mod, sine and cosine, products
        with \times, and own letters that are names such as g_i; a wave is one fraction, a place over a divisor. Of a
        bias `b_h(i, j) = ...` for head h, query i and key j, of a rotation without vectors what pair i of a query and
        of a key become.
        """

    @property
    def letters(self) -> dict[str, str]:
        """What the letters of the formula stand for, besides p, i, j, d, n and B: "a" -> "is what ..."."""
        return {}

    @property
    def columns(self) -> str:
        """What the columns of its vectors hold, in the words of an axis title."""
        return ""

    def code(self, library: str, length: int, dim: int) -> str:
        """A short program that makes its matrix without this package: `PE` (n, d), or of a bias `b` (H, n, n).

        Of a rotation without vectors `Q` and `K` (n, d), what it makes of queries and keys whose pairs are all (1, 0).
        `library` is "numpy" or "torch"; ValueError for another.
        """
        if library not in LIBRARIES:
            raise ValueError(f"library = {library!r} must be one of {', '.join(LIBRARIES)}")
        xp, line = LIBRARIES[library]
        body = self._code.replace("xp.", f"{xp}.")
        return f"{line}\n\nn, d = {whole('length', length)}, {whole('dim', dim)}\n{body}\n"

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        """LaTeX lines from the rule of one column, by the numbers filled in, up to the value; none where not said.

        A line that begins with a sign such as = goes on from the one before.
        """
        return ()

    @property
    @abstractmethod
    def _code(self) -> str:
        """Python that makes it of `n` and `d`, in float64, with `xp` for a library: what numpy and torch both have.

        A `where` of two plain numbers is float32 in torch: one of them must be an array.

        A bias says first how many heads it has, as `H`.
        """


def equations(formula: str) -> list[tuple[str, str]]:
    """The column and the right-hand side of each equation of a formula."""
    parts = (equation.split(" = ", 1) for equation in formula.split(r" ,\\[1ex] "))
    return [(left.removeprefix("PE(p, ").removesuffix(")"), right) for left, right in parts]


def filled(latex: str, values: dict[str, float]) -> str:
    """LaTeX with numbers in the place of some letters."""
    for letter, value in values.items():
        text = digits(value)
        text = (rf"\left( {text} \right)" if "^" in text else text).replace("\\", r"\\")
        # a letter of a command stands behind another one, or behind its backslash
        latex = re.sub(rf"(?<![\\A-Za-z]){letter}(?![A-Za-z])", text, latex)
    return latex


def digits(value: float) -> str:
    """A number in LaTeX with all its digits.

    >>> digits(0.5)
    '0.5'
    """
    if value == round(value) and abs(value) < 1e16:
        return f"{value + 0.0:.0f}"
    return _latex(repr(float(value)))


def rounded(value: float, count: int = DIGITS) -> tuple[str, float]:
    """A number in LaTeX with so many digits that count, and all before the point; and what is left of it."""
    if value == round(value) and abs(value) < 1e16:
        return digits(value), value
    before = len(f"{abs(value):.0f}") if abs(value) < 1e16 else 0
    left = float(f"{value:.{max(count, before) - 1}e}")
    return digits(left), left


def equal_to(value: float) -> str:
    """A number behind its sign: = where all its digits are there, else ≈.

    >>> equal_to(0.5)
    '= 0.5'
    """
    text, left = rounded(value)
    sign = "=" if left == value else r"\approx"
    return f"{sign} {text}"


def _latex(text: str) -> str:
    """What Python prints of a number."""
    factor, _, power = text.partition("e")
    if not power:
        return text
    times = "" if factor == "1" else rf"{factor} \times "
    return f"{times}10^{{{int(power)}}}"
