"""LaTeX of formulas as Python: what the pages show can be worked out.

It reads numbers, letters with or without index, sums, products (also without a sign between the factors), quotients,
powers, brackets, comparisons, and the commands below; of any other it says that it cannot read it. SymPy's two readers
take `\bmod` for a letter, or do not know it.
"""

import re
from functools import cache
from types import CodeType

TOKEN = re.compile(r"\s*(?:(?:\\[,;!]|\\(?:left|right)(?![a-z]))\s*)*(\\[a-z]+|\d+(?:\.\d+)?|[A-Za-z](?:_[a-z])?|\S)")
"""Tokens; spaces and sizes of brackets are ignored."""

FUNCTIONS = {rf"\{name}": f"math.{name}" for name in ("sin", "cos", "tan", "exp")} | {r"\ln": "math.log"}
LISTS = {r"\min": "min", r"\max": "max"}
BRACKETS = {"(": ("(", ")"), r"\lfloor": (r"math.floor(", r"\rfloor"), r"\lceil": (r"math.ceil(", r"\rceil")}
PRODUCTS = {r"\times": "*", r"\cdot": "*", "/": "/", r"\bmod": "%"}
RELATIONS = {"<": "<", ">": ">", r"\le": "<=", r"\ge": ">="}
SYMBOLS = (r"\beta", r"\ell", r"\zeta")
"""Greek and other letters; with brackets behind them, functions."""
ENDS = {None, ")", "}", "]", ",", "+", "-", "|", r"\rfloor", r"\rceil", *PRODUCTS, *RELATIONS}
CASES = re.compile(r"(.*?) \\text\{ (?:where|for) \} (.*?),? ?\\text\{,? else \} (.*)")
"""One of two values, depending on a condition."""


@cache
def python(latex: str) -> CodeType:
    """Expression for `eval`; ValueError if the formula cannot be parsed."""
    return compile(source(latex), latex, "eval")


def source(latex: str) -> str:
    """Source of the expression."""
    if cases := CASES.fullmatch(latex):
        first, condition, second = (_Reader(group).all() for group in cases.groups())
        return f"({first}) if {condition} else ({second})"
    return _Reader(latex).all()


class _Reader:
    def __init__(self, latex: str):
        self.latex, self.tokens, self.is_in_bars = latex, TOKEN.findall(latex), False

    @property
    def next(self) -> str | None:
        return self.tokens[0] if self.tokens else None

    def take(self, expected: str | None = None) -> str:
        if self.next is None or expected not in (None, self.next):
            raise ValueError(f"{expected or 'more'} is missing in {self.latex}")
        return self.tokens.pop(0)

    def all(self) -> str:
        code = self.sum()
        while self.next in RELATIONS:
            code += RELATIONS[self.take()] + self.sum()
        if self.tokens:
            raise ValueError(f"{self.next} cannot be read in {self.latex}")
        return code

    def sum(self) -> str:
        code = self.take() if self.next == "-" else ""
        code += self.product()
        while self.next in ("+", "-"):
            code += self.take() + self.product()
        return code

    def product(self) -> str:
        code = self.power()
        while self.next in PRODUCTS or self.next not in ENDS or (self.next == "|" and not self.is_in_bars):
            sign = PRODUCTS[self.take()] if self.next in PRODUCTS else "*"
            code += sign + self.power()
        return code

    def power(self) -> str:
        code = self.atom()
        if self.next == "^":
            self.take()
            code = f"({code})**({self.group()})"
        return code

    def group(self) -> str:
        """An expression in braces, or a single number or letter."""
        if self.next != "{":
            return self.atom()
        return self.between("{", "}")

    def between(self, opening: str, closing: str) -> str:
        self.take(opening)
        code = self.sum()
        while self.next == ",":
            code += self.take() + self.sum()
        self.take(closing)
        return code

    def atom(self) -> str:
        token = self.take()
        if token in BRACKETS:
            opening, closing = BRACKETS[token]
            self.tokens.insert(0, token)
            return opening + self.between(token, closing) + ")"
        if token == "|":
            self.tokens.insert(0, token)
            self.is_in_bars = True
            code = f"abs({self.between('|', '|')})"
            self.is_in_bars = False
            return code
        if token == r"\frac":
            return f"(({self.group()})/({self.group()}))"
        if token == r"\sqrt":
            return f"math.sqrt({self.group()})"
        if token == r"\pi":
            return "math.pi"
        if token == r"\infty":
            return "math.inf"
        if token == r"\sum":
            return self.series()
        if token in SYMBOLS:
            name = token[1:]
            if self.next == "_":
                self.take()
                name += f"_{self.take()}"
            return f"{name}({self.between('(', ')')})" if self.next == "(" else name
        if token in LISTS:
            return f"{LISTS[token]}({self.between('(', ')')})"
        if token in FUNCTIONS:
            return f"{FUNCTIONS[token]}({self.power()})"
        if re.fullmatch(r"\d.*", token):
            return token
        if re.fullmatch(r"[A-Za-z].*", token):
            if self.next == "_":
                self.take()
                return f"{token}[{self.between('{', '}')}]"
            return token
        raise ValueError(f"{token} cannot be read in {self.latex}")

    def series(self) -> str:
        """Terms of a sum, of which the first product is summed."""
        for sign in ("_", "{"):
            self.take(sign)
        name = self.take()
        self.take("=")
        first = self.sum()
        self.take("}")
        self.take("^")
        last = self.group()
        return f"sum({self.product()} for {name} in range({first}, {last} + 1))"
