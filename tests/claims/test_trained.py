"""Claims of Trained, recomputed from the file of the results."""

from dataclasses import dataclass

import numpy as np
import pytest

from dashboard.views.trained import claims, numbers
from posenc_core.text.messages import claim
from posenc_tools.models import trained
from tests.claims.measured import LENGTHS, accuracies, counting, everything, losses, runs, write_synthetic
from tests.claims.truth import assert_complete, close, true, verify

SPANS = {1: (128, 256), 2: (256, 512), 4: (512, 1024)}
"""Positions from so many times the trained length."""


@dataclass(frozen=True)
class Settings:
    """Settings of the page, with the range of positions of a sentence, and an encoding with one of its heads."""

    among: str = "families"
    task: str = "3 back"
    least: int = 4
    encoding: str = "RoPE"
    block: int = 1
    head: int = 0

    @property
    def weights(self) -> np.ndarray:
        with np.load(trained.ATTENTION) as file:
            return file[self.encoding][self.block - 1, self.head] / 255


def at(weights: np.ndarray, offset: int) -> float:
    """Mean weight of an offset, over queries 12 to 23."""
    return float(np.mean([weights[query, query - offset] for query in range(12, 24)]))


def highest(weights: np.ndarray, offset: int, share: float) -> bool:
    return (
        offset < 13
        and close(share, at(weights, offset))
        and share >= max(at(weights, other) for other in range(13)) - 1e-9
    )


# Language models


def at_end(name: str) -> np.ndarray:
    """Loss at positions 64 to 127 of texts that end there."""
    own = [run["inside"] for run in runs(name, "language model") if "inside" in run]
    return np.array(own) if own else losses(name, 64, 128)


def inside(name: str) -> np.ndarray:
    """Loss at positions 64 to 127, also where a scaling replaces the trained model."""
    return at_end(name.partition(":")[0])


def late(c, name: str) -> np.ndarray:
    return losses(name, *SPANS[c.least])


def ends(values, low: float, high: float) -> bool:
    return close(low, min(values)) and close(high, max(values))


@true("trained-language-setup")
def _(c, count, dim, start, length):
    texts = (start, length) == (128, 16 * len(runs("RoPE", "language model")[0]["loss"]))
    return texts and (count, dim) == (2, 64)


@true("trained-language-inside")
def _(c, schemes, count, first, end, low, high):
    return (len(schemes), first, end) == (count, 64, 127) and ends(
        [loss for name in schemes for loss in inside(name)], low, high
    )


@true("trained-language-span")
def _(c, least, most, start, end):
    return (least, most, start, end) == (c.least, 2 * c.least, 128 * least, 128 * most - 1)


def two_decimals(losses, count, low, high) -> bool:
    """Ends of the losses, and 1 if both are printed alike."""
    return ends(losses, low, high) and count == len({f"{low + 1e-9:.2f}", f"{high + 1e-9:.2f}"})


def told(losses_of, schemes, count) -> list[str]:
    """Names of sorted encodings, if their losses and their number are right, otherwise none."""
    each = [dict(statement.args) for statement in schemes]
    right = all(two_decimals(losses_of(own["name"]), own["count"], own["low"], own["high"]) for own in each)
    means = [losses_of(own["name"]).mean() for own in each]
    return [own["name"] for own in each] if right and count == len(each) and means == sorted(means) else []


def keeps(c, name: str) -> bool:
    return bool((late(c, name) <= inside(name).mean() + 0.1).all())


def fails(c, name: str) -> bool:
    return bool((late(c, name) > everything()["letter_loss"]).all())


def never(name: str) -> bool:
    return bool((at_end(name) > everything()["letter_loss"]).all())


@true("trained-language-keep")
def _(c, schemes, count, value):
    names = told(lambda name: late(c, name), schemes, count)
    return value == 0.1 and bool(names) and all(keeps(c, name) and not fails(c, name) for name in names)


@true("trained-language-rise")
def _(c, schemes, count):
    names = told(lambda name: late(c, name), schemes, count)
    return bool(names) and not any(keeps(c, name) or fails(c, name) for name in names)


@true("trained-language-lost")
def _(c, schemes, count, share):
    names = told(lambda name: late(c, name), schemes, count)
    fail = bool(names) and all(fails(c, name) and not never(name) for name in names)
    return fail and share == everything()["letter_loss"]


@true("trained-language-never")
def _(c, schemes, count):
    names = told(at_end, schemes, count)
    return {*names} == {name for name in numbers.GROUPS[c.among] if never(name)}


@true("trained-language-none")
def _(c):
    return not any(keeps(c, name) for name in numbers.GROUPS[c.among])


@true("trained-language-cell")
def _(c, low, high, count, start, end):
    each = at_end(c.encoding) if start == 64 else losses(c.encoding, start, end + 1)
    return (start, end + 1) in [(64, 128), *SPANS.values()] and two_decimals(each, count, low, high)


@true("trained-language-note")
def _(c, value, share, low, high):
    errors = [np.mean([run["error"] for run in runs(name, "language model")]) for name in numbers.GROUPS[c.among]]
    best = min(inside(name).mean() for name in numbers.GROUPS[c.among])
    shown = close(low, best) and close(high, np.exp(-best))
    return shown and close(value, np.mean(errors)) and share == everything()["letter_loss"]


@true("trained-language-seeds")
def _(c, schemes):
    counts = {name: len(runs(name, "language model")) for name in numbers.GROUPS[c.among]}
    return all((count > 1) == (name.partition(":")[0] in schemes) for name, count in counts.items())


@true("trained-language-single")
def _(c):
    return all(len(runs(name, "language model")) == 1 for name in numbers.GROUPS[c.among])


@true("trained-language-twice")
def _(c):
    return all(len(runs(name, "language model")) == 2 for name in numbers.GROUPS[c.among])


@true("trained-language-random")
def _(c, last_position):
    return c.among == "random" and last_position == 2047


@true("trained-language-by-length")
def _(c, schemes, first, end, start, length):
    changing = [name for name in numbers.GROUPS[c.among] if "inside" in runs(name, "language model")[0]]
    # of a table and of a rotation: other texts, or the same ones with other vectors
    differ = all(abs(at_end(name) - losses(name, 64, 128)).min() > 0.1 for name in changing)
    return differ and [*schemes] == changing and (first, end, start, length) == (64, 127, 128, 1024)


@true("trained-language-tuned")
def _(c, count, length):
    tuned = [
        run["steps"] for name in numbers.GROUPS[c.among] if "tuned" in name for run in runs(name, "language model")
    ]
    return {*tuned} == {count} and length == 4 * 128


# Small tasks


@true("trained-task-3-back", "trained-task-index-5")
def _(c, share):
    return share == 1 / 16


@true("trained-recipes")
def _(c, number, count, whole, seeds, length, share):
    every = {(run["rate"], run["schedule"], run["seed"]) for run in runs("RoPE", c.task)}
    parts = tuple(len({*column}) for column in zip(*every, strict=True))
    return len(every) == number and parts == (count, whole, seeds) and (length, share) == (32, 0.9)


@true("trained-example")
def _(c, key, token, position):
    tokens, last = list(numbers.example(c.task).tokens), len(numbers.example(c.task).tokens) - 1
    return key == tokens[last] and tokens[position] == token and position == (5 if c.task == "index 5" else last - 3)


def pooled(c, schemes, length) -> list[float]:
    """Accuracies of the recipes that learned a task; NaN for an encoding with a wrong number of recipes."""
    pool = []
    for own in (dict(statement.args) for statement in schemes):
        right = accuracies(own["name"], c.task, length)
        counts = len(right), len(runs(own["name"], c.task))
        pool += right if (own["count"], own["whole"]) == counts else [np.nan]
    return pool


@true("trained-solid")
def _(c, schemes, share, length):
    return length == 512 and close(share, np.min(pooled(c, schemes, 512))) and share >= 0.9


@true("trained-twice")
def _(c, name, count, length, longer, low, here, there):
    right, last = (accuracies(name, c.task, place) for place in (64, 512))
    shown = (length, longer) == (64, 512) and close(low, min(right)) and ends(last, here, there)
    return shown and len(right) == count and low >= 0.9 > here


@true("trained-depends")
def _(c, name, count, whole, length, longer, low, high, here, there):
    right, later = (accuracies(name, c.task, place) for place in (64, 128))
    shown = (length, longer) == (64, 128) and ends(right, low, high) and ends(later, here, there)
    return shown and (len(right), len(runs(name, c.task))) == (count, whole) and low < 0.9 and high >= 0.5


@true("trained-lost")
def _(c, schemes, share, length):
    return length == 64 and close(share, np.max(pooled(c, schemes, 64))) and share < 0.5


@true("trained-unsolved")
def _(c, schemes, length):
    return length == 32 and all(runs(name, c.task) and not counting(name, c.task) for name in schemes)


# Heads


@true("trained-head-same", "trained-head-apart")
def _(c, name, whole, head, offset, share, start, low):
    formula = trained.formula_attention(name)[c.head]
    np.testing.assert_allclose(formula.sum(axis=-1), 1)
    is_shown = (name, whole, head) == (c.encoding, c.block, c.head + 1)
    return is_shown and highest(c.weights, offset, share) and highest(formula, start, low)


@true("trained-head-even", "trained-head-learned")
def _(c, name, whole, head, offset, share):
    return (name, whole, head) == (c.encoding, c.block, c.head + 1) and highest(c.weights, offset, share)


# Method


@true("trained-model")
def _(c, count, dim, heads):
    return (count, dim, heads) == (2, 64, 4)


@true("trained-optimizer")
def _(c, value, number, count, rest):
    # the text says 10 steps
    assert everything()["settings"]["average_every"] == 10
    return (value, number, count, rest) == (0.01, 50, 2048, 0.9)


@true("trained-small")
def _(c, start, end, values, count, least, most, share, number, rest):
    assert everything()["settings"]["solved_checks"] == 3
    rates = tuple(f"{rate:g}" for rate in sorted({run["rate"] for run in runs("RoPE", "3 back")}))
    tested = (number, rest) == (2**15, 512)
    return tested and (start, end, values, count, least, most, share) == (9, 32, rates, 2, 1000, 2000, 0.999)


@true("trained-language-method")
def _(c, start, length, count, number, least):
    assert everything()["settings"]["tuned_rate"] == 1 / 3
    return (start, length, count, number, least) == (128, 1024, 64, 4000, 1000)


@true("trained-sum")
def _(c, number, count, whole, value, text):
    every = everything()["runs"]
    small = [run for run in every if "accuracy" in run]
    kinds = [run["encoding"].partition(": ")[2] for run in every if "loss" in run]
    tuned = [kind for kind in kinds if kind.startswith("tuned")]
    hours = sum(run["seconds"] for run in every) / 3600
    made = everything()["made"][-1]["versions"]["torch"]
    return (number, count, whole) == (len(small), kinds.count(""), len(tuned)) and close(value, hours) and text == made


def rise(name: str) -> float:
    return losses(name, 512, 1024).mean() - at_end(name).mean()


def agreement(*alike: bool) -> str:
    return {0: "no", len(alike): "yes"}.get(sum(alike), "partly")


@true("trained-study-press")
def _(c, agree, low, here, there, high):
    rises = [rise(name) for name in ("ALiBi", "T5", "RoPE", "Sinusoidal")]
    same = agreement(rises[0] <= 0.1, *(value > 0.1 for value in rises[1:]))
    return np.allclose((low, here, there, high), rises, rtol=1e-4) and agree == same


@true("trained-study-kazemnejad")
def _(c, agree, low, high, length):
    index, back = (accuracies("NoPE", task, 64) for task in ("index 5", "3 back"))
    ends_of_recipes = min(index, default=0.0), max(back, default=0.0)
    return (agree, length) == ("none", 64) and np.allclose((low, high), ends_of_recipes, rtol=1e-4)


@true("trained-study-chen")
def _(c, agree, here, there, value):
    plain, linear, tuned = (losses(name, 256, 512).mean() for name in ("RoPE", "RoPE: linear", "RoPE: tuned linear"))
    same = agreement(linear < plain, tuned <= losses("RoPE", 64, 128).mean() + 0.1)
    return np.allclose((here, there, value), (plain, linear, tuned), rtol=1e-4) and agree == same


@true("trained-study-chi")
def _(c, agree, value):
    return value == round(rise("KERPLE"), 2) and agree == agreement(value <= 0.1)


@true("trained-study-sandwich")
def _(c, agree, value):
    return value == round(rise("Sandwich"), 2) and agree == "none"


@true("trained-study-li")
def _(c, agree, value, low, high):
    fire, *others = (losses(name, 512, 1024).mean() for name in ("FIRE", "KERPLE", "T5", "ALiBi"))
    return close(value, fire) and ends(others, low, high) and agree == agreement(fire <= min(others))


@true("trained-study-ruoss")
def _(c, agree, low, here, high, there):
    names = ("Sinusoidal", "Sinusoidal (random positions)")
    plain, random = (losses(name, 512, 1024).mean() for name in names)
    before = [at_end(name).mean() for name in names]
    return agree == "none" and np.allclose((low, here, high, there), (before[0], plain, before[1], random), rtol=1e-4)


@true("trained-study-zhou")
def _(c, agree, low, high):
    return agree == "none" and ends(accuracies("RoPE", "3 back", 128) or [0.0], low, high)


@true("trained-order")
def _(c, share, count, length, most):
    right = accuracies("NoPE", "index 5", 512)
    return len(right) == count and close(share, min(right, default=0.0)) and (length, most) == (32, 512)


@true("trained-linear")
def _(c, low, high, share, value, number):
    plain, linear = (losses(name, 64, 128).mean() for name in ("RoPE", "RoPE: linear"))
    tuned = losses("RoPE: tuned linear", 256, 512).mean()
    letters = share == everything()["letter_loss"] and number == 1000
    return letters and np.allclose((low, high, value), (plain, linear, tuned), rtol=1e-4)


def language_claims(among: str):
    """Sentences of a group, each with the range of positions that the one before it names."""
    least = 4
    for statement in claims.language(among):
        if statement.id == "trained-language-span":
            least = dict(statement.args)["least"]
        yield Settings(among, least=least), statement
    for statement in claims.language_note(among):
        yield Settings(among), statement
    for encoding in numbers.GROUPS[among]:
        for statement in claims.language_cells(encoding):
            yield Settings(among, encoding=encoding), statement


def all_claims():
    """All claims of the page."""
    for among in numbers.GROUPS:
        yield from language_claims(among)
    for task in everything()["chance"]:
        page = Settings(task=task)
        for statement in (*claims.question(task), claims.example(task)):
            yield page, statement
        for statements in claims.fates(task).values():
            yield from ((page, statement) for statement in statements)
    for encoding in trained.learned_attention():
        for block, head in ((1, 0), (1, 3), (2, 1)):
            yield Settings(encoding=encoding, block=block, head=head), claims.head(encoding, block, head)
    for statement in (*claims.method(), *claims.misconceptions(), *(study for _, study in claims.studies())):
        yield Settings(), statement


def clear() -> None:
    trained.facts.cache_clear()
    trained.learned_attention.cache_clear()


@pytest.fixture
def invented(tmp_path, monkeypatch):
    """Synthetic results with every outcome, in place of the stored ones."""
    write_synthetic(tmp_path / "results.json", tmp_path / "attention.npz")
    monkeypatch.setattr(trained, "FILE", tmp_path / "results.json")
    monkeypatch.setattr(trained, "ATTENTION", tmp_path / "attention.npz")
    clear()
    yield
    monkeypatch.undo()
    clear()


def test_claims_of_the_stored_results_are_true():
    verify((page, [statement]) for page, statement in all_claims())


def test_claims_of_results_with_every_outcome_are_true_and_exact(invented):
    checked = verify((page, [statement]) for page, statement in all_claims())
    # one of each
    rare = ("trained-language-none", "trained-language-seeds", "trained-language-single", "trained-language-twice")
    assert_complete({statement.id: (page, statement) for page, statement in checked}.values(), "trained-", rare)


def test_a_language_model_that_differs_by_seed_is_not_said_to_keep_or_to_lose(invented, monkeypatch):
    monkeypatch.setattr(numbers, "losses", lambda name: np.array([[1.5, 1.6, 1.5, 1.5], [1.5, 1.6, 1.5, 3.9]]))
    assert numbers.language_outcome("ALiBi", 2) == "keep"
    assert numbers.language_outcome("ALiBi", 3) == "rise"


def test_every_recipe_of_an_encoding_decides_its_fate(invented):
    assert {fate for task in ("3 back", "index 5") for fate in numbers.fates(task)} == {*numbers.FATES}
    for task in ("3 back", "index 5"):
        for fate, names in numbers.fates(task).items():
            for name in names:
                right = {length: accuracies(name, task, length) for length in LENGTHS}
                assert (fate == "solid") == bool(right[512] and min(right[512]) >= 0.9)
                assert (fate == "lost") == bool(right[64] and max(right[64]) < 0.5)


def test_every_language_model_is_in_a_picture():
    drawn = {name for names in numbers.GROUPS.values() for name in names}
    assert drawn == {*trained.names(trained.LANGUAGE)}, "list the encoding in GROUPS of views/trained/numbers.py"


def test_a_claim_about_another_task_or_length_is_false():
    (lost,) = claims.fates("3 back")["lost"]
    args = dict(lost.args)
    for case, changed in ((Settings(task="index 5"), args), (Settings(), args | {"length": 48})):
        with pytest.raises(AssertionError, match="is false of"):
            verify([(case, [claim("trained-lost", **changed)])])
