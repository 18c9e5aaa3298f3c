"""LaTeX of formulas as Python: what the pages show can be worked out.

It reads numbers, letters with or without index, sums, products (also without a sign between the factors), quotients,
powers, brackets, comparisons, and the commands below; of any other it says that it cannot read it. SymPy's two readers
take `\bmod` for a letter, or do not know it.
"""

import re
from functools import cache
from types import CodeType

TOKEN = re.compile(r"\s*(?:\\[,;!]|\\(?:left|right)(?![a-z]))*\s*(\\[a-z]+|\d+(?:\.\d+)?|[A-Za-z](?:_[a-z])?|\S)")
"""One sign after another; spaces and the sizes of brackets mean nothing."""

FUNCTIONS = {rf"\{name}": f"math.{name}" for name in ("sin", "cos", "tan", "exp")} | {r"\ln": "math.log"}
LISTS = {r"\min": "min", r"\max": "max"}
BRACKETS = {"(": ("(", ")"), r"\lfloor": (r"math.floor(", r"\rfloor"), r"\lceil": (r"math.ceil(", r"\rceil")}
PRODUCTS = {r"\times": "*", r"\cdot": "*", "/": "/", r"\bmod": "%"}
RELATIONS = {"<": "<", ">": ">", r"\le": "<=", r"\ge": ">="}
ENDS = {None, ")", "}", "]", ",", "+", "-", "|", r"\rfloor", r"\rceil", *PRODUCTS, *RELATIONS}
CASES = re.compile(r"(.*?) \\text\{ where \} (.*?) \\text\{, else \} (.*)")
"""One of two values, by a condition."""


@cache
def python(latex: str) -> CodeType:
    """The code of an expression, for `eval`. ValueError for what cannot be read."""
    if cases := CASES.fullmatch(latex):
        first, condition, second = (_Reader(each).all() for each in cases.groups())
        return compile(f"({first}) if {condition} else ({second})", latex, "eval")
    return compile(_Reader(latex).all(), latex, "eval")


class _Reader:
    def __init__(self, latex: str):
        self.latex, self.tokens = latex, TOKEN.findall(latex)

    @property
    def next(self) -> str | None:
        return self.tokens[0] if self.tokens else None

    def take(self, expected: str | None = None) -> str:
        if self.next is None or expected not in (None, self.next):
            raise ValueError(f"{expected or 'more'} is missing in {self.latex}")
        return self.tokens.pop(0)

    def all(self) -> str:
        found = self.sum()
        if self.next in RELATIONS:
            found += RELATIONS[self.take()] + self.sum()
        if self.tokens:
            raise ValueError(f"{self.next} cannot be read in {self.latex}")
        return found

    def sum(self) -> str:
        found = self.take() if self.next == "-" else ""
        found += self.product()
        while self.next in ("+", "-"):
            found += self.take() + self.product()
        return found

    def product(self) -> str:
        found = self.power()
        while self.next in PRODUCTS or self.next not in ENDS:
            sign = PRODUCTS[self.take()] if self.next in PRODUCTS else "*"
            found += sign + self.power()
        return found

    def power(self) -> str:
        found = self.atom()
        if self.next == "^":
            self.take()
            found = f"({found})**({self.group()})"
        return found

    def group(self) -> str:
        """What stands in braces, or one number or letter."""
        if self.next != "{":
            return self.atom()
        return self.between("{", "}")

    def between(self, opening: str, closing: str) -> str:
        self.take(opening)
        found = self.sum()
        while self.next == ",":
            found += self.take() + self.sum()
        self.take(closing)
        return found

    def atom(self) -> str:
        token = self.take()
        if token in BRACKETS:
            opening, closing = BRACKETS[token]
            self.tokens.insert(0, token)
            return opening + self.between(token, closing) + ")"
        if token == "|":
            self.tokens.insert(0, token)
            return f"abs({self.between('|', '|')})"
        if token == r"\frac":
            return f"(({self.group()})/({self.group()}))"
        if token == r"\sqrt":
            return f"math.sqrt({self.group()})"
        if token == r"\pi":
            return "math.pi"
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
