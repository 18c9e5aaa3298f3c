"""Message files: the subset of Fluent reads and formats as Fluent does, and every message takes what it is given."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_core.analysis.geometry import Kind
from posenc_core.text.messages import FUNCTIONS, Claim, Messages, claim

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "posenc_core" / "text" / "locale", ROOT / "dashboard" / "locale")
LANGUAGES = sorted({path.name for folder in FOLDERS for path in folder.iterdir()})

COUNT = st.integers(0, 3) | st.integers(0, 2**20)
NUMBER = st.floats(-1e9, 1e9)
NAMES = st.lists(st.sampled_from(["Sinusoidal", "Binary", "RoPE", "Index"]), min_size=1, max_size=4).map(tuple)
ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    "ability": st.sampled_from(["rotation", "bias"]),
    "allowed": st.just("a whole number from 1 to 9"),
    "angle": NUMBER,
    "antialias": st.sampled_from(["yes", "no"]),
    "asked": st.just("n = 0"),
    "axes": NAMES,
    "axis": st.sampled_from("xyz"),
    "base": st.floats(1, 1e300),
    "cells": COUNT,
    "changed": NAMES,
    "chosen": COUNT,
    "clocks": NAMES,
    "column": COUNT,
    "columns": st.just("bits, LSB first"),
    "content": st.sampled_from(["same", "independent", "yours"]),
    "count": COUNT,
    "degrees": NUMBER,
    "dim": COUNT,
    "distance": NUMBER,
    "distances": st.lists(NUMBER, min_size=1, max_size=4).map(tuple),
    "end": COUNT,
    "factor": NUMBER,
    "example": st.just("learned"),
    "fact": st.just("Theirs do, too."),
    "facts": st.just("Most similar to p = 40: 40, itself."),
    "family": st.sampled_from(["table", "rotation", "bias", "several"]),
    "first": st.just("Sinusoidal"),
    "formula": st.just(" = 0.1 ln 64 + 1"),
    "found": NAMES,
    "head": COUNT,
    "fourth": COUNT,
    "heading": st.just("distance p → p + 1"),
    "heads": COUNT,
    "help": st.just("What it does."),
    "here": NUMBER,
    "high": NUMBER,
    "key": st.just("n"),
    "kind": st.sampled_from(["bilinear", "cubic", "nearest", "nearest-exact", "lanczos", "area"]),
    "label": st.just("Base"),
    "last": st.just("Binary"),
    "last_column": COUNT,
    "last_position": COUNT,
    "later": COUNT,
    "length": COUNT,
    "lengths": st.lists(COUNT, min_size=1, max_size=3).map(tuple),
    "letter": st.just("p"),
    "longer": COUNT,
    "low": NUMBER,
    "lowest": NUMBER,
    "matrix": st.sampled_from(["blocks", "any"]),
    "mean": NUMBER,
    "measure": st.sampled_from(get_args(Kind)),
    "method": st.just("bilinear interpolation"),
    "most": COUNT,
    "name": st.just("Binary"),
    "names": NAMES,
    "near": st.just("Sinusoidal.base"),
    "new": st.just("24 × 24"),
    "norm": NUMBER,
    "offset": COUNT,
    "old": st.just("14 × 14"),
    "order": st.sampled_from(["reversed", "shuffled"]),
    "other": COUNT,
    "others": st.lists(COUNT, min_size=1, max_size=3).map(tuple),
    "own": st.just("1.2773"),
    "pairing": st.sampled_from(["interleaved", "half"]),
    "page": st.just("Compare"),
    "pairs": st.just("0, 6 to 8"),
    "period": NUMBER,
    "periods": st.lists(NUMBER, min_size=1, max_size=5).map(tuple),
    "places": st.sampled_from(["half-pixel", "corners", "offset", "origin"]),
    "position": COUNT,
    "quote": st.just("Only one meets all five."),
    "reason": st.just("ALiBi is the same in every attention head."),
    "reasons": st.just("too large"),
    "relation": st.sampled_from(["more", "equal"]),
    "residual": st.just("1.4%"),
    "rest": COUNT,
    "rotations": NUMBER,
    "rows": COUNT,
    "scheme": st.sampled_from(["Sinusoidal", "ALiBi (head 1 of 8)"]),
    "schemes": NAMES,
    "share": st.floats(0, 1) | st.floats(0, 1e6),
    "shown": st.just("interleaved"),
    "sizes": st.just("n = 128, d = 64"),
    "source": st.just("Vaswani et al. (2017)"),
    "speed": st.sampled_from(["fast", "middle", "slow", "only"]),
    "start": COUNT,
    "statement": st.just("Many encodings meet all five."),
    "stored": st.just(claim("model-frequencies-same", count=64)),
    "text": st.just("40, itself"),
    "there": NUMBER,
    "third": COUNT,
    "ties": COUNT,
    "times": st.just("1.4159"),
    "used": COUNT,
    "value": NUMBER,
    "values": st.lists(NUMBER, min_size=1, max_size=5).map(tuple),
    "whole": COUNT,
    "when": st.sampled_from(["before", "training"]),
    "where": st.just("3 layers"),
    "wider": COUNT,
    "width": COUNT,
    "x": st.just("p"),
    "y": st.just("j"),
    "z": st.just("1"),
    "which": st.sampled_from(["sliding", "full", "chunked"]),
}
"""What an argument of a name may be: one name has one kind everywhere."""


def source(language: str) -> str:
    return "\n".join(
        path.read_text("utf-8") for folder in FOLDERS for path in sorted((folder / language).glob("*.ftl"))
    )


def fluent(language: str, text: str, messages: Messages) -> FluentBundle:
    """The same messages, read by Fluent's own library, with the same functions."""
    functions = {
        name: lambda *values, function=function, **options: function(messages, *map(plain, values), **options)
        for name, function in FUNCTIONS.items()
    }
    # numbers have English notation in every language, plurals those of the language
    bundle = FluentBundle(["en"], use_isolating=False, functions=functions)
    bundle._plural_form = FluentBundle([language])._plural_form
    resource = FluentResource(text)
    assert not [entry for entry in resource.body if type(entry).__name__ == "Junk"]
    bundle.add_resource(resource)
    return bundle


class Real(FluentType):
    """A float that Fluent writes as we do: its own are written by Babel."""

    def __init__(self, value: float, text: str) -> None:
        self.value, self.text = value, text

    def format(self, locale: object) -> str:
        return self.text

    def __eq__(self, variant: object) -> bool:
        """Whether it has the plural of a variant: that of 1 where it is written so."""
        return variant == "one" and self.text == "1"

    __hash__ = None  # type: ignore[assignment]


def plain(value: Any) -> Any:
    return value.value if isinstance(value, Real) else int(value) if isinstance(value, FluentInt) else value


def wrapped(value: Any, messages: Messages) -> Any:
    """A value that Fluent writes as we do."""
    if isinstance(value, str | tuple):
        return messages.format(value)
    return FluentInt(value) if isinstance(value, int) else Real(value, messages.format(value))


def by_fluent(bundle: FluentBundle, id: str, args: dict[str, Any], messages: Messages) -> str:
    name, _, attribute = id.partition(".")
    message = bundle.get_message(name)
    pattern = message.attributes[attribute] if attribute else message.value
    text, errors = bundle.format_pattern(pattern, {name: wrapped(value, messages) for name, value in args.items()})
    assert not errors
    return text


def ids() -> list[tuple[str, str]]:
    return [(language, id) for language in LANGUAGES for id in Messages(language, *FOLDERS)]


def test_self_attention_is_called_equivariant():
    """Permuted words permute the outputs: permutation-invariant would be a function that returns one vector."""
    assert "permutation-equivariant" in source("en")
    assert not re.search("permutation[- ]invarian|ignores (word )?order", source("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_reads_as_fluent_reads_it(language):
    messages, text = Messages(language, *FOLDERS), source("en")
    used = set(re.findall(r"\$([a-zA-Z][\w-]*)", text))
    unknown = used - ARGUMENTS.keys()
    assert not unknown, f"add the kinds of these arguments to ARGUMENTS: {unknown}"
    bundle = fluent(language, text, messages)
    bundle.add_resource(FluentResource(source(language)), allow_overrides=True)

    @settings(max_examples=8)
    @given(st.fixed_dictionaries({name: ARGUMENTS[name] for name in used}))
    def same(args):
        for id in messages:
            said = messages.text(id, args)
            hint = f"{id}: if only a plural differs, add the language to ONE in posenc_core/text/messages.py"
            assert said == by_fluent(bundle, id, args, messages), hint
            assert said.strip() == said or id == "list-comma", id
            assert not re.search(r"nan|inf\b|None|[{}]|  | [,.;:]", said), (id, said)

    same()


SYNTAX = """
# A comment
short = Text
long =
    One line
    and { $count } more.
      deeper

    after a blank line
    .label = A label, { PERCENT($share) }
    .help = Over
        two lines
plural = { $count ->
    [0] none
    [one] one position
   *[other] { $count } positions
} of all.
nested = { $kind ->
    [holds] Yes: { $count ->
        [one] one
       *[other] more
    }
   *[fails] No, { APART($share, $other) } and { NUMBER($share, maximumSignificantDigits: 5) } { "{" }
}
referring = { short } and { long.label }
only =
    .attribute = Here
"""


@given(
    count=st.integers(0, 3) | st.integers(0, 10**6),
    share=st.floats(0, 1),
    other=st.floats(0, 1),
    kind=st.sampled_from(["holds", "fails", "else"]),
)
def test_the_subset_is_fluent(tmp_path_factory, count, share, other, kind):
    folder = tmp_path_factory.mktemp("locale")
    (folder / "en").mkdir()
    (folder / "en" / "syntax.ftl").write_text(SYNTAX)
    messages = Messages("en", FOLDERS[0], folder)
    bundle = fluent("en", SYNTAX, messages)
    args = {"count": count, "share": share, "other": other, "kind": kind}
    for id in ("short", "long", "long.label", "long.help", "plural", "nested", "referring", "only.attribute"):
        assert messages.text(id, args) == by_fluent(bundle, id, args, messages)


def test_a_range_of_equal_numbers_is_one_number():
    messages = Messages("en", *FOLDERS)
    written = {
        (6.283, 6.283): "6.3",
        (6.283, 54286.4): "6.3 to 54,286",
        (1, 1 + 1e-15): "1",
        (1.001, 1.002): "1.001 to 1.002",
    }
    written |= {(1e-7, 2.5e-6): "0.0000001 to 0.0000025", (3, 3): "3"}
    for ends, text in written.items():
        assert FUNCTIONS["RANGE"](messages, *ends) == text


def test_a_message_that_a_translation_lacks_is_english(tmp_path):
    for language, text in (("en", "a = One\nb = Two { $count }\n    .label = Label"), ("de", "a = Eins")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "page.ftl").write_text(text)
    messages = Messages("de", tmp_path)
    assert [messages.text(id, {"count": 1}) for id in messages] == ["Eins", "Two 1", "Label"]


def test_arguments_are_written_by_their_kind():
    messages = Messages("en", *FOLDERS)
    for value, text in {
        1234: "1,234",
        -5: "−5",
        0.12345: "0.12",
        99.6: "100",
        1234.5: "1,234",
        1e-9: "1 × 10⁻⁹",
        "RoPE": "RoPE",
        (): "",
        ("A",): "A",
        ("A", "B"): "A and B",
        ("A", "B", 3): "A, B, and 3",
        claim("list-two", first="A", last=2): "A and 2",
    }.items():
        assert messages.format(value) == text
    assert str(claim("list-two", first="A", last="B")) == "A and B"
    assert str(Claim("unknown", (("count", 1),))) == "claim('unknown', count=1)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no message", "line 1: a message, id = text is missing"),
        ("a = { $count ->\n    [one] one\n}", r"line 2: the default variant, \*\[…\], is missing"),
        ("a = { $count", "line 1: } is missing"),
        ("a = { SQUARE($count) }", "SQUARE must be one of PERCENT, "),
        ("a = 1\na = 2", "a is defined twice"),
    ],
)
def test_what_is_no_message_is_named_with_its_line(tmp_path, text, said):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "page.ftl").write_text(text)
    with pytest.raises(ValueError, match=f"page.ftl.*{said}"):
        Messages("en", tmp_path)
