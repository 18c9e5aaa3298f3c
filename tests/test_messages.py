"""Message files: the subset of Fluent reads and formats as Fluent does, and every message takes what it is given."""

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import say
from dashboard.state.pages import PAGES
from dashboard.state.parameters import PARAMETERS
from posenc_core.analysis.geometry import Kind
from posenc_core.text.messages import FUNCTIONS, Claim, Messages, claim
from tests.translatable import translatable

ROOT = Path(__file__).parents[1]
FOLDERS = tuple(ROOT / house / "locale" for house in ("posenc_core", "posenc_tools", "dashboard"))
LANGUAGES = sorted({path.name for folder in FOLDERS for path in folder.iterdir()})

PENDING = (ROOT / "tests" / "untranslated.txt").read_text("utf-8").split()
"""Messages that wait for a Korean translation; CI keeps no wheel until there are none."""

COUNT = st.integers(0, 3) | st.integers(0, 2**20)
NUMBER = st.floats(-1e9, 1e9)
NAMES = st.lists(st.sampled_from(["Sinusoidal", "Binary", "RoPE", "Index"]), min_size=1, max_size=4).map(tuple)
COUNTS = """block cells chosen column count dim end fourth head heads last_column last_position later layer layers least
    length longer most number offset other position rest row rows seeds start third ties used whole wider width"""
NUMBERS = "angle degrees distance factor here high low lowest mean norm period rotations there value"
TEXTS = """allowed asked columns deviation example fact facts first heading help key label last letter method name near
    new old own page pairs quote reason reasons residual scheme shown sizes source statement text times token what where
    window x y z"""
ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(COUNTS.split(), COUNT),
    **dict.fromkeys(NUMBERS.split(), NUMBER),
    **dict.fromkeys(TEXTS.split(), st.sampled_from(["Binary", "ALiBi (head 1 of 8)", "n = 128, d = 64", "1.2773"])),
    **dict.fromkeys(("axes", "changed", "clocks", "found", "names", "schemes"), NAMES),
    "spans": st.just((claim("images-run", start=0, end=31), claim("images-run", start=64, end=95))),
    **dict.fromkeys(("lengths", "offsets", "others"), st.lists(COUNT, min_size=1, max_size=3).map(tuple)),
    **dict.fromkeys(("distances", "periods", "values"), st.lists(NUMBER, min_size=1, max_size=5).map(tuple)),
    "ability": st.sampled_from(["rotation", "bias"]),
    "agree": st.sampled_from(["yes", "no"]),
    "antialias": st.sampled_from(["yes", "no"]),
    "axis": st.sampled_from("xyz"),
    "base": st.floats(1, 1e300),
    "content": st.sampled_from(["same", "independent", "yours"]),
    "contents": st.sampled_from(["boolean", "complex", "objects", "text", "dates", "bytes", "records", "other"]),
    "family": st.sampled_from(["table", "rotation", "bias", "several"]),
    "formula": st.just(" = 0.1 ln 64 + 1"),
    "kind": st.sampled_from(["bilinear", "cubic", "nearest", "nearest-exact", "lanczos", "area"]),
    "matrix": st.sampled_from(["blocks", "any"]),
    "measure": st.sampled_from(get_args(Kind)),
    "order": st.sampled_from(["reversed", "shuffled"]),
    "pairing": st.sampled_from(["interleaved", "half"]),
    "places": st.sampled_from(["half-pixel", "corners", "offset", "origin"]),
    "relation": st.sampled_from(["more", "equal"]),
    "share": st.floats(0, 1) | st.floats(0, 1e6),
    "speed": st.sampled_from(["fast", "middle", "slow", "only"]),
    "stored": st.just(claim("model-frequencies-same", count=64, relation="unknown")),
    "when": st.sampled_from(["before", "training"]),
    "which": st.sampled_from(["sliding", "full", "chunked"]),
    "word": st.sampled_from(["line", "row"]),
}
"""Values of the arguments of messages by name: counts, numbers, names, texts, or the options of a selector."""


@cache
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
        """Return True if the plural form of a variant is right."""
        return variant == "one" and self.text == "1"

    __hash__ = None  # type: ignore[assignment]


def plain(value: Any) -> Any:
    if isinstance(value, Real):
        return value.value
    return int(value) if isinstance(value, FluentInt) else value


def wrapped(args: dict[str, Any], messages: Messages) -> dict[str, Any]:
    """Arguments that Fluent writes as we do."""

    def wrap(value: Any) -> Any:
        if isinstance(value, str | tuple):
            return messages.format(value)
        # a whole number selects the variant of this number, whatever its type; only we write a true minus sign
        is_whole = isinstance(value, int) or (value.is_integer() and 0 <= value < 1e9)
        return FluentInt(int(value)) if is_whole else Real(value, messages.format(value))

    return {name: wrap(value) for name, value in args.items()}


def by_fluent(bundle: FluentBundle, id: str, args: dict[str, Any]) -> str:
    """Format a message with arguments that are `wrapped`."""
    name, _, attribute = id.partition(".")
    message = bundle.get_message(name)
    pattern = message.attributes[attribute] if attribute else message.value
    text, errors = bundle.format_pattern(pattern, args)
    assert not errors
    return text


def test_every_page_parameter_and_scheme_has_its_messages():
    english = Messages("en", *FOLDERS)
    ids = [f"{part}-{page}" for part in ("menu", "preview") for page in PAGES]
    ids += [f"{page}-title" for page in PAGES]
    # Start and the lesson have links of their own
    ids += [f"menu-{page}.next" for page in PAGES if page not in ("lesson", "questions")]
    ids += [f"{page}-follow-up" for page in PAGES if page not in ("lesson", "start")]
    # those within a page are read when it is drawn
    shown = [one for one in PARAMETERS.values() if one.place != "page"]
    ids += [f"control-{parameter.message}" for parameter in shown]
    ids += [f"control-{parameter.message}.help" for parameter in shown if not parameter.text]
    assert english.text("sentence-default") == PARAMETERS["text"].default
    missing = sorted({*ids} - {*english})
    folders = " or ".join(f"{folder.relative_to(ROOT)}/en" for folder in FOLDERS)
    assert not missing, f"add these messages to a file of {folders}: {missing}"


def test_self_attention_is_called_equivariant():
    """Permuted words permute the outputs: permutation-invariant would be a function that returns one vector."""
    assert "permutation-equivariant" in source("en")
    assert not re.search("permutation[- ]invarian|ignores (word )?order", source("en"))


@pytest.mark.parametrize("language", ["en", pytest.param("ko", marks=pytest.mark.thorough)])
def test_every_message_formats_as_in_fluent(language):
    messages, text = Messages(language, *FOLDERS), source("en")
    used = set(re.findall(r"\$([a-zA-Z][\w-]*)", text))
    unknown = used - ARGUMENTS.keys()
    assert not unknown, f"""add these arguments to tests/test_messages.py: {unknown}
- whole numbers to COUNTS, other numbers to NUMBERS, words and formatted numbers to TEXTS
- a share, a list, or the options of a selector to ARGUMENTS, with a strategy that draws its values"""
    bundle, names = fluent(language, text, messages), arguments(text)
    if language != "en":
        bundle.add_resource(FluentResource(source(language)), allow_overrides=True)
    # those that it lacks are tested as English
    ids = sorted({*messages} - {*messages.missing})

    @settings(max_examples=5)
    @given(st.fixed_dictionaries({name: ARGUMENTS[name] for name in sorted(used)}))
    def same(args):
        fluent_args = wrapped(args, messages)
        for id in ids:
            text = messages.text(id, args)
            own_args = {name: fluent_args[name] for name in names.get(id.partition(".")[0], ())}
            hint = f"{id}: the only plural of Fluent here is [one]; remove it if the language {language} has none"
            assert text == by_fluent(bundle, id, own_args), hint
            assert text.strip() == text or id == "list-comma", id
            # a colon may begin a color of Markdown, and a period the name of a format
            assert not re.search(r"nan|inf\b|None|[{}]|  | [,.;:](?!red\[|np|safetensors)", text), (id, text)

    same()


@cache
def arguments(text: str) -> dict[str, set[str]]:
    """Names of the arguments of each message with its attributes, including those of messages that it contains."""
    parsed = [entry for entry in FluentResource(text).body if hasattr(entry, "id")]
    entries = {entry.id.name: text[entry.span.start : entry.span.end] for entry in parsed}

    def names(id: str) -> set[str]:
        inner = {other for other in re.findall(r"{ *([a-z][\w-]*)", entries[id]) if other in entries} - {id}
        return set(re.findall(r"\$([a-zA-Z][\w-]*)", entries[id])).union(*map(names, inner))

    return {id: names(id) for id in entries}


def mistakes(text: str) -> list[str]:
    """Mistakes of the messages of a language, each as an instruction."""
    english, own = arguments(source("en")), arguments(text)
    ids = english.keys() | {id.partition(".")[0] for id in translatable()}
    unknown = [f"rename or delete {id}: English has no such message" for id in own.keys() - ids]
    more = {id: own[id] - english[id] for id in own.keys() & english.keys()}
    return unknown + [f"{id} receives no {', '.join(names)}: use {english[id]}" for id, names in more.items() if names]


def lacking(language: str, *folders: Path) -> list[str]:
    """Messages, attributes, and data that a language lacks."""
    messages = Messages(language, *folders)
    return [*messages.missing, *(id for id in translatable() if id not in messages)]


def untranslated(language: str, *folders: Path) -> str:
    """The messages that a language lacks, by the file that they belong in, as instructions; "" if there are none."""
    files = {}
    for path in (path for folder in folders for path in sorted((folder / "en").glob("*.ftl"))):
        for id in re.findall(r"^([a-z][\w-]*) =", path.read_text("utf-8"), re.MULTILINE):
            files[id] = (path.parents[1] / language / path.name).relative_to(ROOT)
    data = f"a file of posenc_core/locale/{language} or posenc_tools/locale/{language}"
    data += f" (`.venv/bin/python -m tests.translatable {language}` prints their English texts)"
    missing: dict[str, list[str]] = {}
    for id in lacking(language, *folders):
        if language != "ko" or id not in PENDING:
            missing.setdefault(f"{files.get(id.partition('.')[0], data)}", []).append(id)
    return "\n".join(f"- add to {place}: {', '.join(ids)}" for place, ids in missing.items())


@pytest.mark.parametrize("language", [language for language in say.LANGUAGES if language != "en"])
def test_a_listed_language_lacks_no_message(language):
    missing = untranslated(language, *FOLDERS)
    # an incomplete language is merged unlisted; Korean is listed, and a maintainer completes it
    unlist = f"remove {language} from LANGUAGES in posenc_core/text/messages.py until it is complete"
    pending = "if you do not know it, add their ids to tests/untranslated.txt and say so in the pull request"
    other = pending if language == "ko" else unlist
    assert not missing, f"translate these messages into the language {language}, or {other}:\n{missing}"


def test_only_missing_messages_wait_for_a_translation():
    done = {*PENDING} - {*lacking("ko", *FOLDERS)}
    assert not done, f"remove these ids from tests/untranslated.txt, they are translated or unknown: {done}"


def test_a_missing_translation_is_named_with_its_file(monkeypatch):
    monkeypatch.setattr("tests.test_messages.translatable", lambda: {"bug-new.what": "a new bug"})
    lines = untranslated("qaa", *FOLDERS).splitlines()
    assert any(re.match(r"- add to dashboard/locale/qaa/bias\.ftl: .*\bbias-halves\b", line) for line in lines)
    assert "python -m tests.translatable qaa" in lines[-1] and lines[-1].endswith(": bug-new.what")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_only_messages_and_arguments_of_the_english_ones(language):
    mistakes_ = mistakes(source(language))
    assert not mistakes_, f"in the folders locale/{language}: {'; '.join(mistakes_)}"


def test_a_mistake_in_a_translation_is_refused_with_what_to_do():
    text = "heatmap-titel = Matrix\nheatmap-vary-limit = Fast konstant: unter { $valeu }.\nbias-halves = Reichweite"
    assert mistakes(text) == [
        "rename or delete heatmap-titel: English has no such message",
        "heatmap-vary-limit receives no valeu: use {'value'}",
    ]


def test_every_language_of_the_pages_has_a_folder():
    missing = {*say.LANGUAGES} - {*LANGUAGES}
    assert not missing, (
        f"add the folders {missing} to dashboard/locale, or remove them from LANGUAGES in posenc_core/text/messages.py"
    )


def test_a_range_of_equal_numbers_is_one_number():
    messages = Messages("en", *FOLDERS)
    numbers = {
        (6.283, 6.283): "6.3",
        (6.283, 54286.4): "6.3 to 54,286",
        (1, 1 + 1e-15): "1",
        (1.001, 1.002): "1.001 to 1.002",
    }
    numbers |= {(1e-7, 2.5e-6): "0.0000001 to 0.0000025", (3, 3): "3"}
    for ends, text in numbers.items():
        assert FUNCTIONS["RANGE"](messages, *ends) == text


def test_a_message_that_a_translation_lacks_is_english(tmp_path):
    english = "a = One\nb = { $count ->\n    [one] one token\n   *[other] { $count } tokens\n}\n    .label = Label"
    for language, text in (("en", english), ("ko", "a = 하나")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "page.ftl").write_text(text, "utf-8")
    messages = Messages("ko", tmp_path)
    assert [messages.text(id, {"count": 1}) for id in messages] == ["하나", "one token", "Label"]
    assert messages.missing == ["b", "b.label"]
    assert not Messages("en", tmp_path).missing


def test_arguments_are_written_by_their_kind():
    messages = Messages("en", *FOLDERS)
    for value, text in {
        1234: "1,234",
        -5: "−5",
        0.12345: "0.12",
        99.6: "100",
        1234.5: "1,235",
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
    ("text", "error"),
    [
        ("no message", "line 1: a message, id = text is missing"),
        ("a = { $count ->\n    [one] one\n}", r"line 2: the default variant, \*\[…\], is missing"),
        ("a = { $count", "line 1: } is missing"),
        ("a = { SQUARE($count) }", "SQUARE must be one of PERCENT, "),
        ("a = 1\na = 2", "a is defined twice"),
    ],
)
def test_syntax_errors_are_reported_with_their_line(tmp_path, text, error):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "page.ftl").write_text(text)
    with pytest.raises(ValueError, match=f"page.ftl.*{error}"):
        Messages("en", tmp_path)
