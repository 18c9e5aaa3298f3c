"""A diagnosis, and sentences about it: verdict, evidence, and advice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.data_files import read_toml
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import ALL_SCHEMES, ALiBi, Sinusoidal
from posenc_core.schemes.alibi import Slopes
from posenc_core.text.messages import Claim, claim, list_ranges, message, slug, translate
from posenc_core.text.numerals import number, percent
from posenc_tools.data_files import DATA
from posenc_tools.diagnosis.costs import MAX_DIGITS
from posenc_tools.diagnosis.digits import significant
from posenc_tools.diagnosis.explanations import STATUS, Cell, Explanation, Pairs, State
from posenc_tools.diagnosis.storage import Storage
from posenc_tools.diagnosis.thresholds import MAX_EXACT_RESIDUAL, MAX_FLOAT64_RESIDUAL, MAX_LISTED
from posenc_tools.known_bugs import KNOWN_BUGS

SELF_EXPLANATORY = ("layout", "order", "size", "distribution", "mask")  # parameters whose value needs no name

CONVENTIONS = read_toml(DATA / "conventions.toml")["convention"]
"""Projects that use a parameter value intentionally."""

MAX_PLACES = 5
"""Number of listed rows or columns, or ranges of them."""

NUMBERS = re.compile(r"(?<![\w.])[−+]?\d(?:[\d.,]*\d)?(?!\w)")


@dataclass(frozen=True, repr=False)
class Diagnosis:
    """Identity of a table, with evidence. `str` gives the verdict.

    Attributes
    ----------
    state : {"known", "unusual", "bug", "different", "kind", "unknown"}
        Conclusion; see `State`.
    size : (int, int)
        Rows and columns of the table.
    storage : Storage
        Coarsest number format that represents the table exactly.
    best : Explanation
        Cheapest explanation; of kind "unknown" if there is none.
    equal : tuple of Explanation
        Other explanations that predict the same numbers.
    runner_up : Explanation or None
        For an unknown table, the nearest explanation.
    transposed : bool
        True if columns are positions; the evidence then describes the transpose.
    noise : float
        Norm of white noise relative to the table; 0 if rounding explains the residual.
    rows, columns : (n,) and (d,) ndarray
        Residual of each row and column relative to the rms norm of a row or column.
    zero_rows : tuple of int
        Rows of zeros.
    repeated_rows : tuple of (int, int, int)
        First and last row of each run that repeats earlier rows other than zeros, and the first of those.
    pairs : Pairs or None
        Rotating pairs of columns.
    facts : mapping of str to float
        Statistics of an unknown table.
    cells : tuple of Cell
        Single numbers that the best explanation does not predict.
    bad_rows, bad_columns : tuple of int
        Rows and columns that the best explanation does not predict.
    unjudged : int
        Number of different numbers whose angles are so large that float32 leaves them no digits.
    """

    state: State
    size: tuple[int, int]
    storage: Storage
    best: Explanation
    equal: tuple[Explanation, ...]
    runner_up: Explanation | None
    transposed: bool
    noise: float
    rows: Array
    columns: Array
    zero_rows: tuple[int, ...] = ()
    repeated_rows: tuple[tuple[int, int, int], ...] = ()
    pairs: Pairs | None = None
    facts: Mapping[str, float] = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()
    bad_rows: tuple[int, ...] = ()
    bad_columns: tuple[int, ...] = ()
    unjudged: int = 0

    @property
    def status(self) -> int:
        """Exit status: 0 if known, 1 for a known bug, 2 otherwise."""
        return STATUS[self.state]

    def __str__(self) -> str:
        return verdict(self)

    def __repr__(self) -> str:
        rows, columns = self.size
        return f"<Diagnosis of {rows} x {columns}: {self.state}, {self.best.name}>"


class Advice(NamedTuple):
    """Advice about a known bug.

    Attributes
    ----------
    story : str
        Cause and effect.
    seen : str
        Public cases, as a sentence.
    wrong, right : str
        The line of code that is probably wrong, and the corrected line.
    meant : str
        Intention that makes the line a bug; empty if it always is one.
    """

    story: str
    seen: str
    wrong: str
    right: str
    meant: str = ""


def verdict(diagnosis: Diagnosis, *, brief: bool = False) -> str:
    """Return the identity of a table in one or two sentences; a `brief` one does not state that every number agrees.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> from posenc_tools import diagnose
    >>> verdict(diagnose(Sinusoidal().encode(range(16), 4)))
    'This is Sinusoidal, interleaved, base 10,000, and every number agrees.'
    """
    best = diagnosis.best
    if diagnosis.state == "unknown":
        if diagnosis.runner_up is None:
            return message("diagnosis-unknown")
        nearest, share = _describe(diagnosis.runner_up), diagnosis.runner_up.misfit
        return message("diagnosis-nearest", name=nearest, share=share)
    if best.kind == "matrix":
        return message("diagnosis-matrix", name=_describe(best))
    if best.kind == "random":
        bad = diagnosis.bad_rows
        deviation = message("diagnosis-except", shown=(places("row", bad),)) if bad else ""
        return message("diagnosis-random", text=_join(_parameters(best)), deviation=deviation)
    deviation = _deviation(diagnosis)
    if best.kind == "learned":
        return message("diagnosis-trained", name=best.parameters["model"], deviation=deviation)
    if best.kind == "mistake":
        what = KNOWN_BUGS[best.name].text("what")
        return message("diagnosis-bug", what=what, name=_formula(best), deviation=deviation)
    if best.name == "relative position bias":
        return message("diagnosis-relative-bias", text=_join([_word(value) for value in best.parameters.values()]))
    if best.is_reversed:
        rest = _join([_word(best.name), *_parameters(best)])
        return message("diagnosis-reversed", name=rest, deviation=deviation)
    if best.kind == "bias":
        id = "diagnosis-mask" if best.name.endswith("mask") else "diagnosis-bias"
        return message(id, name=_describe(best), deviation=deviation)
    name = _describe(best)
    if diagnosis.state == "unusual":
        return message("diagnosis-unusual", name=name)
    id = "diagnosis-agrees" if not deviation and not brief else "diagnosis-known"
    return message(id, name=name, deviation=deviation)


def evidence(diagnosis: Diagnosis) -> list[str]:
    """Return the evidence for the verdict as a list of sentences."""
    best = diagnosis.best
    sentences = []
    if diagnosis.transposed:
        sentences.append(message("diagnosis-transposed"))
    sentences += _largest_error(diagnosis)
    # projects that store biases this way use these slopes and the correct sign
    users = [] if best.is_reversed or "slopes" in best.parameters else CONVENTIONS
    sentences += [
        translate(convention_id(user), user["sentence"])
        for user in users
        if best.parameters.get(user["parameter"]) == user["value"]
    ]
    sentences += _equal(diagnosis.equal)
    if diagnosis.state == "unknown":
        sentences += _facts(diagnosis.facts)
    elif diagnosis.pairs is not None:
        sentences += _rotations(diagnosis.pairs)
    if diagnosis.state != "kind" or best.kind == "random":
        sentences += _repetitions(diagnosis)
    return [*sentences, _storage(diagnosis.storage)]


def convention_id(convention: Mapping[str, Any]) -> str:
    """Id of the message that translates the sentence of a convention."""
    return "convention-" + slug(f"{convention['parameter']} {convention['value']}")


def advice(diagnosis: Diagnosis, scheme: Scheme | None = None) -> Advice | None:
    """Return advice about the bug that made a table, or about a bug that makes the same numbers; None if there is none.

    With `scheme`, only a bug in code for this scheme counts if a correct formula gives the same numbers.
    """
    equal = [explanation for explanation in diagnosis.equal if scheme in (None, explanation.scheme)]
    bugs = [bug for bug in (diagnosis.best, *equal) if bug.kind == "mistake" and bug.name in KNOWN_BUGS]
    if not bugs or diagnosis.best.kind not in ("mistake", "scheme"):
        return None
    bug, known_bug = bugs[0], KNOWN_BUGS[bugs[0].name]
    base = bug.parameters.get("base")
    meant = "" if diagnosis.best.kind == "mistake" else _formula(bug)
    if bug.parameters.get("start") == 1 or known_bug.lines.keys() == {"position"}:
        meant = meant and message("diagnosis-first-position")
    story = known_bug.text("story")
    if base not in (None, 1e4):
        story = message("diagnosis-story", text=story, shown=_all_digits(base))
    return Advice(story, known_bug.text("seen"), known_bug.wrong, known_bug.right, meant)


def places(kind: str, numbers: Sequence[int]) -> Claim:
    """Rows or columns by their sorted numbers: neighbors as a range, and of many the number of those left out.

    >>> print(places("row", [3, *range(100, 128)]))
    rows 3, 100 to 127
    """
    shown, rest = list_ranges(numbers, MAX_PLACES)
    return claim("diagnosis-places", kind=kind, count=len(numbers), shown=shown, rest=rest)


def _join(texts: Sequence[str]) -> str:
    return message("list-comma").join(texts)


def _word(text: Any) -> str:
    """Translate a name or value of the diagnosis; numbers in it are the arguments x, y, and z of the message."""
    numbers = dict(zip("xyz", NUMBERS.findall(str(text)), strict=False))
    return translate(f"diagnosis-word-{slug(NUMBERS.sub('n', str(text)))}", str(text), **numbers)


def label(explanation: Explanation) -> str:
    """Name of an explanation in the current language; names of encodings are the same in every language."""
    if explanation.name in ALL_SCHEMES:
        return explanation.name
    return KNOWN_BUGS[explanation.name].text("name") if explanation.name in KNOWN_BUGS else _word(explanation.name)


def _describe(explanation: Explanation) -> str:
    """Name and parameters of an explanation."""
    if explanation.kind == "mistake":
        return message("diagnosis-bug-in", name=label(explanation), text=_formula(explanation))
    sign = [_word("sign reversed")] if explanation.is_reversed else []
    name = translate(f"diagnosis-name-{slug(explanation.name)}", label(explanation))
    return _join([name, *_parameters(explanation), *sign])


def _formula(explanation: Explanation) -> str:
    """Return the intended formula of a bug, with its parameters."""
    return _join([explanation.scheme.name if explanation.scheme else _word("the formula"), *_parameters(explanation)])


def _parameters(explanation: Explanation) -> list[str]:
    usual = {"layout": explanation.scheme.layout} if isinstance(explanation.scheme, Sinusoidal) else {}
    parameters = {**usual, **explanation.parameters}
    if explanation.is_reversed:
        del parameters["sign"]
    if parameters.keys() >= {"head", "heads"}:
        # the head determines the slope
        if significant(parameters["slope"]) > MAX_DIGITS:
            del parameters["slope"]
        head = _head(parameters["head"], parameters.pop("heads"), parameters.get("slopes", "code"))
        return [head if name == "head" else _parameter(name, value) for name, value in parameters.items()]
    return [_parameter(name, value) for name, value in parameters.items()]


def _head(head: int, heads: int, rule: Slopes) -> str:
    """Head of ALiBi, with the heads of other common head counts that have the same slope."""
    slope = ALiBi(slopes=rule).slope(heads)[head - 1]
    same = [
        message("diagnosis-head", head=int(at) + 1, heads=other)
        for other in (8, 12, 16, 32)
        for at in np.flatnonzero(np.isclose(ALiBi(slopes=rule).slope(other), slope, rtol=1e-9, atol=0))
        if other != heads
    ]
    text = message("diagnosis-head", head=head, heads=heads)
    return message("diagnosis-same-slope", text=text, shown=_join(same)) if same else text


def _parameter(name: str, value: Any) -> str:
    if name == "std":
        value = number(float(value), min(significant(float(value)), MAX_DIGITS))
    elif isinstance(value, int | float | np.number) and not isinstance(value, bool):
        value = _all_digits(float(value))
    elif name in SELF_EXPLANATORY or str(value).startswith(name):
        return _word(value)
    if name in ("first", "pairing"):
        return message(f"diagnosis-parameter-{name}", text=value)
    if name in ("std", "positions", "padding", "table"):
        return message(f"diagnosis-parameter-{name}", text=_word(value))
    text = _word(str(value))
    if name == "attention factor":
        # notes of `attention_rules` after a formula
        for note in ("applied twice", "rounded"):
            text = text.replace(f"({note})", f"({_word(note)})")
    return message("diagnosis-parameter", name=_word(name.replace("_", " ")), text=text)


def _all_digits(value: float) -> str:
    """Return the number with all digits that predict the table."""
    if not np.isfinite(value):
        return str(value)
    if value == np.e:
        return "e"
    return number(value, max(significant(value), 3))


def _deviation(diagnosis: Diagnosis) -> str:
    """Deviation of the numbers from the exact formula."""
    if diagnosis.state == "different":
        both = ("row", diagnosis.bad_rows), ("column", diagnosis.bad_columns)
        parts: Any = tuple(places(kind, bad) for kind, bad in both if bad)
        if not parts:
            parts = claim("diagnosis-cells", count=len(diagnosis.cells), whole=diagnosis.size[0] * diagnosis.size[1])
        return message("diagnosis-except", shown=parts)
    if diagnosis.noise:
        return message("diagnosis-noise", share=diagnosis.noise)
    if diagnosis.unjudged:
        return message("diagnosis-unjudged", count=diagnosis.unjudged, whole=diagnosis.size[0] * diagnosis.size[1])
    if diagnosis.storage.name == "float64":
        return message("diagnosis-arithmetic") if diagnosis.best.misfit > MAX_FLOAT64_RESIDUAL else ""
    if diagnosis.best.misfit <= MAX_EXACT_RESIDUAL:
        return ""
    return message("diagnosis-rounded", text=_word(diagnosis.storage.name))


def _largest_error(diagnosis: Diagnosis) -> list[str]:
    """Place of the largest deviation from the best explanation."""
    if diagnosis.cells:
        row, column, off = max(diagnosis.cells, key=lambda cell: abs(cell.off))
        return [message("diagnosis-largest-error", residual=number(off), x=f"{row:,}", y=f"{column:,}")]
    if diagnosis.state == "different" or (diagnosis.state == "unknown" and diagnosis.runner_up is not None):
        row, column = int(diagnosis.rows.argmax()), int(diagnosis.columns.argmax())
        return [message("diagnosis-largest-residual", x=f"{row:,}", y=f"{column:,}")]
    if diagnosis.noise:
        return [message("diagnosis-white-noise", share=diagnosis.noise)]
    return []


def _equal(others: Sequence[Explanation]) -> list[str]:
    """Sentences about other explanations of the same numbers."""
    sentences = [message("diagnosis-same-numbers", name=_describe(explanation)) for explanation in others[:MAX_LISTED]]
    if (more := len(others) - MAX_LISTED) > 0:
        sentences.append(message("diagnosis-more-explanations", count=more))
    return sentences


def _rotations(pairs: Pairs) -> list[str]:
    """Range of the frequencies, predicted or else measured."""
    speeds = pairs.frequencies if np.isnan(pairs.expected).any() else pairs.expected
    speeds = speeds[np.isfinite(speeds) & (speeds > 0)]
    if speeds.size < 2 or speeds.max() <= 1.001 * speeds.min():
        return []
    slow, fast = (number(float(speed), prose=True) for speed in (speeds.min(), speeds.max()))
    return [message("diagnosis-rotations", count=speeds.size, first=slow, last=fast)]


def _repetitions(diagnosis: Diagnosis) -> list[str]:
    """Sentences about rows of zeros and rows that repeat others, unless the verdict says so."""
    runs = diagnosis.repeated_rows
    sentences = []
    if diagnosis.best.kind in ("random", "unknown") and diagnosis.zero_rows:
        shown, rest = list_ranges(diagnosis.zero_rows, MAX_PLACES)
        sentences.append(message("diagnosis-zero-rows", count=len(diagnosis.zero_rows), shown=shown, rest=rest))
    for first, last, source in runs[:MAX_LISTED]:
        if source == first - 1:
            relation = "equal" if last == first else "more"
            sentences.append(message("diagnosis-equal-rows", relation=relation, first=f"{source:,}", last=f"{last:,}"))
        else:
            # the source of a longer run overlaps with it
            end = min(last - first + source, first - 1)
            relation = "equal" if source == end else "more"
            old = list_ranges(range(source, end + 1), 1)[0]
            new = list_ranges(range(first, last + 1), 1)[0]
            sentences.append(
                message("diagnosis-repeated-rows", count=last - first + 1, relation=relation, shown=new, text=old)
            )
    if len(runs) > MAX_LISTED:
        sentences.append(message("diagnosis-more-runs", count=len(runs) - MAX_LISTED))
    return [" ".join(sentences)] if sentences else []


def _facts(facts: Mapping[str, float]) -> list[str]:
    """Sentence about the statistics of an unknown table."""
    if not facts:
        return []
    near, count, variance = facts.values()
    return [message("diagnosis-facts", near=number(near, 2), count=int(count), shown=percent(variance))]


def _storage(storage: Storage) -> str:
    name = "steps" if storage.name.startswith("steps") else storage.name
    if name in ("steps", "integers", "float64"):
        return message(f"diagnosis-storage-{name}", text=_word(storage.name))
    id = "diagnosis-storage" if storage.decimals is None else "diagnosis-storage-decimals"
    return message(id, text=_word(storage.name))
