"""The catalogue of bugs: published measurements, one edit of one program each, and sizes."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import Sinusoidal
from posenc_core.analysis import geometry, pairing, precision
from posenc_core.schemes import RoPE
from posenc_tools.diagnosis import diagnose, rearranged, rules, words
from posenc_tools.known_bugs import EXAMPLES, KNOWN_BUGS, catalogue, programs
from posenc_tools.known_bugs.programs import RIGHT
from tests.data import read

LAB = read("bug_lab.json")

CATALOG = "posenc_tools/data/known_bugs.toml"

mistakes = pytest.mark.parametrize("mistake", KNOWN_BUGS.values(), ids=KNOWN_BUGS)


def forget() -> None:
    """Clear the caches of the rules after a change of the catalogue."""
    for function in (rules.groups, rules.rules_without_line, rules.numbers_of_bugs):
        function.cache_clear()


def table_of(name: str, length: int = 128, dim: int = 64, base: float = 10000.0) -> np.ndarray:
    return KNOWN_BUGS[name].table(length, dim, base)


def right(length: int = 128, dim: int = 64, **parameters) -> np.ndarray:
    return np.asarray(Sinusoidal(**parameters).encode(range(length), dim))


@pytest.mark.parametrize("name", [name for name in LAB if name != "_origin"])
def test_measurements_equal_the_published_ones(name):
    table, published = table_of(name), LAB[name]
    steps = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, 65)]
    assert max(step.std() / step.mean() for step in steps) == pytest.approx(published["largest_cv"], abs=6e-4)
    assert (table.std(axis=0) > 0.01).sum() == published["live_columns"]
    if "steps" in published:
        assert [steps[0].min(), steps[0].max()] == pytest.approx(published["steps"], abs=6e-3)
    if "mean_step" in published:
        norms = geometry.norms(table)
        assert steps[0].mean() == pytest.approx(published["mean_step"], abs=6e-4)
        assert norms.std() / norms.mean() == pytest.approx(published["norm_cv"], abs=6e-4)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("exponent i/d", {"base": 100.0}),
        ("exponent 4i/d", {"base": 100000000.0}),
        ("wrong logarithm", {"base": math.e**4}),
        ("binary logarithm", {"base": math.e ** math.log2(10000)}),
        ("d + 1 cut", {"base": 10000 ** (64 / 65)}),
        ("positions from 1", {"start": 1}),
        ("cosine first", {"first": "cos"}),
    ],
)
def test_these_bugs_equal_the_formula_with_another_parameter(name, parameters):
    np.testing.assert_allclose(table_of(name), right(**parameters), atol=1e-11)


def test_the_base_of_a_wrong_logarithm_is_the_one_in_its_text():
    assert f"about {round(math.e ** math.log2(10000), -4):,.0f}" in KNOWN_BUGS["binary logarithm"].story
    assert f"about {math.e**4:.1f}" in KNOWN_BUGS["wrong logarithm"].story


def test_a_half_table_equals_that_of_rotary_code():
    """Rotated pairs (1, 0)."""
    pairs, code = np.tile([1.0, 0.0], 8), pairing.Code(table="half")
    np.testing.assert_allclose(table_of("half table", 20, 16), [code(pairs, p, False) for p in range(20)], atol=1e-12)
    both = {pairs: np.asarray(RoPE(pairing=pairs).encode(range(128), 64)) for pairs in ("interleaved", "half")}
    assert all(np.abs(table_of("half table") - table).max() > 1 for table in both.values())


def test_bfloat16_frequencies_have_at_most_the_error_in_the_text():
    plain = Sinusoidal().frequencies(1024)
    off = np.abs(precision.round_to(plain, "bfloat16") / plain - 1).max()
    assert f"{100 * off:.1f}%" in KNOWN_BUGS["bfloat16 frequencies"].story


def test_bfloat16_positions_are_exact_up_to_257_rows():
    np.testing.assert_allclose(table_of("bfloat16 positions", 257), right(257), atol=1e-12)
    later = table_of("bfloat16 positions", 258)
    np.testing.assert_array_equal(later[257], later[256])
    assert np.abs(later - right(258)).max() > 0.5


@pytest.mark.parametrize("dim", [7, 64])
def test_the_other_columns_follow_the_formula(dim):
    table = right(128, dim).astype(float)
    np.testing.assert_allclose(table_of("missing √d", dim=dim) * math.sqrt(dim), table, atol=1e-12)
    np.testing.assert_allclose(table_of("transposed", dim=dim).T, table, atol=1e-12)
    np.testing.assert_allclose(table_of("cosine of the next pair", dim=dim)[:, ::2], table[:, ::2], atol=1e-12)
    np.testing.assert_allclose(table_of("exponent j/d", dim=dim)[:, ::2], table[:, ::2], atol=1e-12)


# One edit of one program


@mistakes
def test_the_displayed_lines_are_executed(mistake):
    """The wrong lines replace lines of the program; with the correct ones it computes the formula."""
    assert mistake.wrong != mistake.right, f"`lines` has the correct line: write the wrong one in {CATALOG}"
    assert all(line in mistake.wrong for line in mistake.lines.values())
    assert mistake.lines.keys() <= RIGHT.keys()
    for layout in (mistake.layout,) if mistake.layout else ("interleaved", "concatenated"):
        arguments = (300, 16, 10000.0, layout, "sin", 0.0)
        wrong = programs.table(mistake.program, *arguments)
        np.testing.assert_array_equal(wrong, mistake.table(300, 16, layout=layout))
        repaired = programs.table({**mistake.program, **{stage: RIGHT[stage] for stage in mistake.lines}}, *arguments)
        np.testing.assert_allclose(repaired, right(300, 16, layout=layout), atol=1e-12)
        changed = wrong.shape != repaired.shape or np.abs(wrong - repaired).max() > 1e-3
        assert changed, f"`lines` changes no number of a {layout} table: change the line, or set `layout`, in {CATALOG}"


def test_a_new_entry_of_the_catalogue_needs_no_more_code(monkeypatch):
    new = KNOWN_BUGS["exponent 4i/d"]._replace(
        name="cosine three pairs on", lines={"exponent": "exponent = 2 * (i + 3 * cosine) / d"}
    )
    other = KNOWN_BUGS["degrees"]._replace(
        name="gradians", lines={"angle": "angle = position * frequency * np.pi / 200"}
    )
    moved = KNOWN_BUGS["wrong reshape"]._replace(
        name="rolled", lines={"table": "pe = np.roll(pe, 5, axis=1)"}, undo="pe = np.roll(pe, -5, axis=1)"
    )
    # no power of the base, so its logarithms are on no line
    higher = KNOWN_BUGS["degrees"]._replace(name="one higher", lines={"frequency": "frequency = base ** -exponent + 1"})
    for entry in (new, other, moved, higher):
        more = {**KNOWN_BUGS, entry.name: entry}
        for module in (rules, rearranged, words):
            monkeypatch.setattr(module, "KNOWN_BUGS", more)
        forget()
        for layout, base, start in (("interleaved", 1e4, 0), ("concatenated", 5e5, 1)):
            table = entry.table(60, 32, base, layout=layout, start=start).astype(np.float32)
            result = diagnose(table)
            assert (result.state, result.best.name, result.best.parameters["base"]) == ("bug", entry.name, base)
            assert entry.what in words.verdict(result)
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(("entry", "reason"), read("known_bugs.toml")["invalid"])
def test_an_invalid_entry_is_named(monkeypatch, entry, reason):
    whole = [bug._asdict() for bug in KNOWN_BUGS.values()]
    added = entry if reason.endswith("missing") else whole[0] | entry
    monkeypatch.setattr(catalogue, "read_toml", lambda name: {"bug": [*whole, added]})
    with pytest.raises(ValueError, match=re.escape(f"entry {len(whole) + 1} {reason}")):
        catalogue._load()


@mistakes
def test_the_search_identifies_the_example_of_every_bug(mistake):
    result = diagnose(EXAMPLES[mistake.name]())
    names = {explanation.name for explanation in (result.best, *result.equal)}
    assert mistake.name in names, f"""the search does not find this bug, but: {words.verdict(result)}
- If the example hardly differs from the formula, give it more rows: SIZES in posenc_tools/known_bugs/examples.py.
- A line of position or angle is searched only if it changes the first position or multiplies all angles by one number:
  express another bug by a line of pair, exponent, frequency, or wave.
- A line of table needs `undo`, the line that reverts it, unless it adds the vector `bias` or multiplies by one number.
- Otherwise the search needs a new rule: posenc_tools/diagnosis/rules.py."""


# Sizes


@given(
    mistake=st.sampled_from([*KNOWN_BUGS.values()]),
    length=st.integers(1, 40),
    dim=st.integers(1, 20),
    base=st.floats(1.01, 1e8),
)
def test_every_size_is_computed_or_refused_with_a_sentence(mistake, length, dim, base):
    if dim % 2 and (mistake.layout or "d // 2" in str(mistake.lines)):
        with pytest.raises(ValueError, match=f"dim = {dim} must be even"):
            mistake.table(length, dim, base)
        return
    if dim == 1 and "(d - 1)" in str(mistake.lines):
        with pytest.raises(ValueError, match="dim = 1 is too small"):
            mistake.table(length, dim, base)
        return
    table = mistake.table(length, dim, base)
    shape = (dim, length) if mistake.name == "transposed" else (length, dim)
    assert table.shape == shape, f"`table` makes the shape {table.shape}: keep {shape} in {CATALOG}"
    assert table.dtype == np.float64
    assert np.isfinite(table).all(), f"`lines` gives infinite numbers at length {length}, dim {dim}: correct {CATALOG}"


def test_an_invalid_size_is_named():
    for mistake in KNOWN_BUGS.values():
        for wrong in ({"length": 0}, {"dim": 0}, {"dim": 2.5}, {"base": 0.0}, {"base": math.inf}):
            (name,) = wrong
            with pytest.raises(ValueError, match=f"{name} = "):
                mistake.table(**({"length": 4, "dim": 4, "base": 100.0} | wrong))


def test_texts_of_every_bug_are_sentences():
    for mistake in KNOWN_BUGS.values():
        for key in ("story", "seen"):
            hint = f"{mistake.name}: `{key}` is a sentence: end it with a period in {CATALOG}"
            assert getattr(mistake, key).endswith("."), hint
        hint = f"{mistake.name}: `what` is the end of a sentence: omit the period in {CATALOG}"
        assert not mistake.what.endswith("."), hint


# Examples


def test_examples_are_finite_and_differ_from_the_formula():
    tables = {name: make() for name, make in EXAMPLES.items()}
    assert tables.keys() > KNOWN_BUGS.keys()
    for name, table in tables.items():
        finite = table.dtype == np.float64 and np.isfinite(table).all()
        assert finite, f"the table of {name!r} is not finite float64: correct its line in {CATALOG}"
    for name in KNOWN_BUGS:
        shape = tables[name].shape
        plain = right(*shape)
        differs = np.abs(tables[name] - plain).max() > 0.05
        assert differs, f"the example of {name!r} is the formula: give it more rows in SIZES of known_bugs/examples.py"
    np.testing.assert_allclose(tables["no mistake"], right())
    stretched = RoPE(scaling="NTK-aware").frequencies(64)
    np.testing.assert_allclose(np.arctan2(tables["NTK x 4"][1, ::2], tables["NTK x 4"][1, 1::2]), stretched)
    plain = right()
    for name, share in {"noise": 0.01, "tokens added": (1 / 32) ** 0.5}.items():
        assert np.linalg.norm(tables[name] - plain) / np.linalg.norm(plain) == pytest.approx(share, rel=0.02)
