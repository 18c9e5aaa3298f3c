"""Presentation of a scheme: formula, axis title, and a program that computes it without this package."""

import re
from abc import ABC, abstractmethod
from textwrap import indent, wrap
from typing import ClassVar, Literal

from posenc_core.arrays import Array, match_option, whole
from posenc_core.text.messages import claim, slug, translate

FORMULA_WORDS = re.compile(r"\\text\{([ ,;]*)(.*?)( *)\}")
"""Words in a formula, between punctuation and spaces."""

LIBRARIES = {"numpy": ("np", "import numpy as np"), "torch": ("torch", "import torch")}
"""Libraries for the code of a scheme: alias and import statement."""

MODULE = """\
import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, n={n}, d={d}, dropout=0.1, batch_first=True):
        super().__init__()
{body}
        # a buffer is saved with the model, but not trained (requires_grad is False)
        self.register_buffer("pe", PE.float())
        # against overfitting, in training only
        self.dropout, self.batch_first = nn.Dropout(dropout), batch_first

    def forward(self, x):
        # x: (batch, tokens, d), or (tokens, batch, d) if not batch_first
        pe = self.pe[: x.size(1)] if self.batch_first else self.pe[: x.size(0), None]
        return self.dropout(x + pe)
"""
"""Module that adds a table of positions to embeddings; `body` assigns `PE`."""

POWER = re.compile(r"^w = (\S+) \*\* \(-(torch\.arange\(.*\)) / (.+)\)$", re.MULTILINE)
"""Frequencies of a base in the code of a scheme."""

DIGITS = 6
"""Significant digits of derived numbers."""


class Presentation(ABC):
    """Texts, formula, and code of a scheme."""

    name: ClassVar[str]

    @classmethod
    def summary(cls) -> str:
        """Return a one-sentence description.

        Returns
        -------
        str
            First line of the docstring, or its translation `summary-<name>`.

        Examples
        --------
        >>> from posenc_core import Index
        >>> Index.summary()
        'The position itself as a number: all steps have the same length, but the values grow without limit.'
        """
        return translate(f"summary-{slug(cls.name)}", (cls.__doc__ or "").strip().partition("\n")[0])

    @property
    @abstractmethod
    def formula(self) -> str:
        """Formula in LaTeX, with the values of the parameters.

        Vectors are PE(p, j) for position p and column j, a bias is b_h(i, j) for head h, query i, and key j, and a
        rotation gives pair i of a query and of a key; d is the number of columns, n the length, and B the base.
        """
        # docs/encodings.md has the syntax that the contract tests evaluate

    @property
    def letters(self) -> dict[str, str]:
        """Meaning of the symbols of the formula besides p, i, j, d, n, and B, as "is ..."."""
        return {}

    @property
    def columns(self) -> str:
        """Content of the columns, for an axis title."""
        return ""

    def text(self, kind: Literal["columns", "learned", "source"]) -> str:
        """Return `columns`, `learned`, or `source` in the current language.

        Parameters
        ----------
        kind : {"columns", "learned", "source"}
            Name of the attribute.

        Returns
        -------
        str
            Text for users.
        """
        text = str(getattr(self, kind))
        return translate(f"{kind}-{slug(text if kind == 'columns' else self.name)}", text)

    def formula_text(self) -> str:
        """Return `formula` with its words in the current language.

        Returns
        -------
        str
            LaTeX.
        """

        def word(match: re.Match[str]) -> str:
            return rf"\text{{{match[1]}{translate(f'formula-{slug(match[2])}', match[2])}{match[3]}}}"

        return FORMULA_WORDS.sub(word, self.formula)

    def letter_texts(self) -> dict[str, str]:
        """Return `letters` in the current language.

        Returns
        -------
        dict
            Meaning by symbol.
        """
        return {letter: translate(f"letter-{slug(text)}", text) for letter, text in self.letters.items()}

    def code(self, library: str, length: int, dim: int) -> str:
        """Write a short program that computes the encoding without this package.

        Parameters
        ----------
        library : {"numpy", "torch"}
            Library that the program uses.
        length : int
            Number of positions, n.
        dim : int
            Number of columns, d.

        Returns
        -------
        str
            Program. It assigns `PE`, shape (n, d), for vectors; `b`, shape (H, n, n), for a bias; or `Q` and `K`, the
            rotated queries and keys whose pairs are (1, 0), for a rotation without vectors.

        Raises
        ------
        ValueError
            If `library` is another one.

        Examples
        --------
        >>> from posenc_core import Index
        >>> print(Index().code("numpy", 4, 2))
        import numpy as np
        <BLANKLINE>
        n, d = 4, 2
        p = np.arange(n, dtype=np.float64)[:, None]
        PE = np.zeros((n, d), dtype=np.float64)
        PE[:] = p
        <BLANKLINE>
        """
        xp, line = LIBRARIES[match_option(library, LIBRARIES, "library")]
        body = self._code.replace("xp.", f"{xp}.")
        return f"{line}\n\nn, d = {whole('length', length)}, {whole('dim', dim)}\n{body}\n"

    def module(self, length: int, dim: int) -> str:
        """Write a PyTorch module that adds the vectors to embeddings, then applies dropout.

        Parameters
        ----------
        length : int
            Number of positions, n.
        dim : int
            Number of columns, d.

        Returns
        -------
        str
            Program with the class `PositionalEncoding`, for batches with the batch or the tokens first.

        Raises
        ------
        ValueError
            If a size is less than 1, or if the encoding has no vectors.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> program = Sinusoidal().module(128, 64)
        >>> print(program.splitlines()[11].strip())
        w = torch.exp(torch.arange(0, d, 2, dtype=torch.float64) * (-math.log(10000.0) / d))
        """
        n, d = whole("length", length), whole("dim", dim)
        # without the import and the sizes
        _, _, body = self.code("torch", n, d).partition(f"\nn, d = {n}, {d}\n")
        if "PE" not in body:
            raise ValueError(claim("lacks-vectors", name=self.name))
        body = POWER.sub(
            r"# exp(-log(B) * 2i / d) is the power B ** (-2i / d)\nw = torch.exp(\2 * (-math.log(\1) / \3))", body
        )
        program = MODULE.format(n=n, d=d, body=indent(body.rstrip(), " " * 8))
        return program if "math." in body else program.removeprefix("import math\n\n")

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        """Derive one entry in LaTeX, without the last line; see `derivation`."""
        return ()

    @property
    @abstractmethod
    def _code(self) -> str:
        """Program in terms of `n`, `d`, and `xp`, which is NumPy or PyTorch; a bias first assigns `H`."""
        # in PyTorch, `where` of two Python numbers is float32: one of them must be an array


def code_of_numbers(numbers: Array) -> str:
    """Write numbers as the indented lines of a list in code."""
    listed = ", ".join(map(repr, numbers.tolist()))
    return "\n".join(wrap(listed, 100, initial_indent="    ", subsequent_indent="    "))


def equations(formula: str) -> list[tuple[str, str]]:
    """Split a formula into the column and the right-hand side of each equation."""
    parts = (equation.split(" = ", 1) for equation in formula.split(r" ,\\[1ex] "))
    return [(left.removeprefix("PE(p, ").removesuffix(")"), right) for left, right in parts]


def substitute(latex: str, values: dict[str, float]) -> str:
    """Replace symbols by numbers in LaTeX."""
    for letter, value in values.items():
        text = digits(value)
        text = (rf"\left( {text} \right)" if "^" in text else text).replace("\\", r"\\")
        # letters of commands follow a backslash or another letter
        latex = re.sub(rf"(?<![\\A-Za-z]){letter}(?![A-Za-z])", text, latex)
    return latex


def digits(value: float) -> str:
    """Format a number in LaTeX with all digits.

    >>> digits(0.5)
    '0.5'
    """
    if value == round(value) and abs(value) < 1e16:
        return f"{value + 0.0:.0f}"
    return _latex(repr(float(value)))


def power(base: float, exponent: str) -> str:
    """Power in LaTeX; a base with an exponent needs brackets.

    >>> power(1e20, "i")
    '(10^{20})^{i}'
    """
    number = digits(base)
    return rf"({number})^{{{exponent}}}" if "^" in number else rf"{number}^{{{exponent}}}"


def round_digits(value: float, count: int = DIGITS) -> tuple[str, float]:
    """Round to significant digits, at least to integers; return the LaTeX and the rounded number."""
    if value == round(value) and abs(value) < 1e16:
        return digits(value), value
    integer_digits = len(f"{abs(value):.0f}") if abs(value) < 1e16 else 0
    result = float(f"{value:.{max(count, integer_digits) - 1}e}")
    return digits(result), result


def equal_to(value: float) -> str:
    """Format a number after its relation sign: = if it has all digits, else ≈.

    >>> equal_to(0.5)
    '= 0.5'
    """
    text, result = round_digits(value)
    sign = "=" if result == value else r"\approx"
    return f"{sign} {text}"


def _latex(text: str) -> str:
    """Convert the repr of a float to LaTeX."""
    factor, _, power = text.partition("e")
    if not power:
        return text
    times = "" if factor == "1" else rf"{factor} \times "
    return f"{times}10^{{{int(power)}}}"
