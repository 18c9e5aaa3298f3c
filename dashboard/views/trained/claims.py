"""Claims of Trained: language models, recipes of the small tasks, heads, related work, and misconceptions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.views.trained import numbers
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim
from posenc_core.text.numerals import half_up
from posenc_tools.models import trained


def language(among: str) -> list[Claim]:
    """Return what became of the language models of a group on longer texts; scalings up to their factor first."""
    settings, names = trained.facts()["settings"], numbers.GROUPS[among]
    own = {name.partition(":")[0]: numbers.losses(name.partition(":")[0])[:, 0] for name in names}
    each = np.concatenate([*own.values()]).tolist()
    ends = {"low": min(each), "high": max(each)}
    texts = {"start": settings["language_trained"], "length": settings["language_tested"]}
    labels, (first, end) = tuple(map(trained.label, own)), numbers.span(0)
    claims = [
        claim("trained-language-setup", count=settings["layers"], dim=settings["width"], **texts),
        claim("trained-language-inside", schemes=labels, count=len(own), first=first, end=end - 1, **ends),
    ]
    if among != "scaling":
        return [*claims, *_outcomes(names, 3, numbers.OUTCOMES)]
    claims += _outcomes(names, 2, numbers.OUTCOMES)
    span, *kept = _outcomes(names, 3, ("keep",))
    return [*claims, span, *(kept or [claim("trained-language-none")])]


def _outcomes(names: Sequence[str], index: int, outcomes: Sequence[str]) -> list[Claim]:
    """Return a range of positions, and which language models have each of some outcomes there."""
    least, most = numbers.SPANS[index]
    start, end = numbers.span(index)
    place = {"start": start, "end": end - 1}
    claims = [claim("trained-language-span", least=round(least), most=round(most), **place)]
    own_args = {"keep": {"value": numbers.KEEPS}, "lost": {"share": trained.facts()["letter_loss"]}}
    for outcome in outcomes:
        at = 0 if outcome == "never" else index
        losses = {
            name: numbers.losses(name)[:, at] for name in names if numbers.language_outcome(name, index) == outcome
        }
        if losses:
            shown = tuple(
                claim("trained-language-loss", name=trained.label(name), **_ends(losses[name]))
                for name in sorted(losses, key=lambda name: losses[name].mean())
            )
            args = own_args.get(outcome, {})
            claims.append(claim(f"trained-language-{outcome}", schemes=shown, count=len(shown), **args))
    return claims


def _ends(losses: Array) -> dict[str, Any]:
    """Lowest and highest loss of the models of an encoding, and the number of different ones with two decimals."""
    low, high = float(losses.min()), float(losses.max())
    return {"low": low, "high": high, "count": len({half_up(low, 2), half_up(high, 2)})}


def language_cells(encoding: str) -> list[Claim]:
    """Loss of the language models of an encoding in each range of positions."""
    by_seed, claims = numbers.losses(encoding), []
    for index in range(len(numbers.SPANS)):
        start, end = numbers.span(index)
        claims.append(claim("trained-language-cell", **_ends(by_seed[:, index]), start=start, end=end - 1))
    return claims


def language_note(among: str) -> list[Claim]:
    """Return the error of a bin, the number of models, and what the tuned ones read."""
    settings, names = trained.facts()["settings"], numbers.GROUPS[among]
    models = {name: trained.language(name) for name in names}
    error = float(np.mean([model.error.mean() for model in models.values()]))
    twice = dict.fromkeys(name.partition(":")[0] for name, model in models.items() if len(model.loss) > 1)
    again = tuple(map(trained.label, twice))
    best = min(map(numbers.inside, names))
    letters = trained.facts()["letter_loss"]
    claims = [claim("trained-language-note", value=error, share=letters, low=best, high=float(np.exp(-best)))]
    if all(len(model.loss) > 1 for model in models.values()):
        claims.append(claim("trained-language-twice"))
    else:
        claims.append(claim("trained-language-seeds", schemes=again) if again else claim("trained-language-single"))
    if among == "random":
        claims.append(claim("trained-language-random", last_position=settings["noise_length"] - 1))
    changing = tuple(trained.label(name) for name, model in models.items() if model.by_length)
    if changing:
        start, end = numbers.span(0)
        texts = {"start": settings["language_trained"], "length": settings["language_tested"]}
        claims.append(claim("trained-language-by-length", schemes=changing, first=start, end=end - 1, **texts))
    if among == "scaling":
        length = round(settings["factor"] * settings["language_trained"])
        claims.append(claim("trained-language-tuned", count=settings["tuned_steps"], length=length))
    return claims


def question(task: str) -> list[Claim]:
    """Task, and the recipes that count."""
    settings = trained.facts()["settings"]
    counts = {"count": len(settings["rates"]), "whole": len(settings["schedules"]), "seeds": settings["seeds"]}
    share = {"length": settings["trained"], "share": trained.SOLVED}
    number = counts["count"] * counts["whole"] * counts["seeds"]
    return [
        claim(f"trained-task-{task.replace(' ', '-')}", share=trained.facts()["chance"][task]),
        claim("trained-recipes", number=number, **counts, **share),
    ]


def example(task: str) -> Claim:
    """Answer of the example."""
    tokens, place, answer = numbers.example(task)
    return claim("trained-example", key=tokens[-1], token=answer, position=place)


def ranges(encoding: str, task: str, length: int) -> dict[str, Any]:
    """Lowest and highest accuracy over all recipes that solve a task, at a length, and their number.

    `low` and `high` are 0 where no recipe solves the task.
    """
    recipes = trained.recipes(encoding, task)
    low, high = recipes.range(length) if len(recipes.accuracy) else (0.0, 0.0)
    return {"low": low, "high": high, "count": len(recipes.accuracy), "whole": recipes.tried}


def fates(task: str) -> dict[str, list[Claim]]:
    """Return what holds for every recipe of an encoding on longer texts, by fate."""
    settings, claims = trained.facts()["settings"], {}
    double, last = numbers.twice(), settings["lengths"][-1]
    for fate, names in numbers.fates(task).items():
        if fate == "unsolved":
            labels = tuple(map(trained.label, names))
            claims[fate] = [claim("trained-unsolved", schemes=labels, length=settings["trained"])]
        elif fate in ("twice", "depends"):
            later = last if fate == "twice" else 2 * double
            claims[fate] = [_of_one(fate, name, task, later) for name in names]
        else:
            at = last if fate == "solid" else double
            each = [ranges(name, task, at) for name in names]
            ends = [own["low"] for own in each] if fate == "solid" else [own["high"] for own in each]
            share = min(ends) if fate == "solid" else max(ends)
            shown = tuple(
                claim("trained-learned-by", name=trained.label(name), count=own["count"], whole=own["whole"])
                for name, own in zip(names, each, strict=True)
            )
            claims[fate] = [claim(f"trained-{fate}", schemes=shown, share=share, length=at)]
    return claims


def _of_one(fate: str, name: str, task: str, later: int) -> Claim:
    """Range of the recipes of an encoding at twice the trained length, and at a later one."""
    here, there = ranges(name, task, numbers.twice()), ranges(name, task, later)
    ends = {"low": here["low"], "high": here["high"], "here": there["low"], "there": there["high"]}
    counts = {"count": here["count"], "length": numbers.twice(), "longer": later}
    if fate == "twice":
        del ends["high"]
    else:
        counts["whole"] = here["whole"]
    return claim(f"trained-{fate}", name=trained.label(name), **counts, **ends)


def head(encoding: str, block: int, place: int) -> Claim:
    """Most attended offset of a trained head, compared with its formula."""
    offset, share = trained.peak(trained.learned_attention()[encoding][block - 1, place])
    formula = trained.formula_attention(encoding)
    args = {"name": trained.label(encoding), "whole": block, "head": place + 1, "offset": offset, "share": share}
    if formula is None:
        return claim("trained-head-learned", **args)
    if np.ptp(formula[place][-1]) < 1e-9:
        return claim("trained-head-even", **args)
    usual, least = trained.peak(formula[place])
    return claim("trained-head-same" if usual == offset else "trained-head-apart", **args, start=usual, low=least)


def sharpest(encoding: str) -> tuple[int, int]:
    """Block, from 1, and head, from 0, with the largest attention to a single earlier token, or else to its own."""
    peaks = {
        (block, place): trained.peak(weights)
        for block, heads in enumerate(trained.learned_attention()[encoding], 1)
        for place, weights in enumerate(heads)
    }
    return max(peaks, key=lambda key: (peaks[key][0] > 0, peaks[key][1]))


def method() -> list[Claim]:
    """Model, training, tests, and how much was trained."""
    facts = trained.facts()
    s, runs, versions = facts["settings"], facts["runs"], facts["made"][-1]["versions"]
    small = [run for run in runs if run["task"] != trained.LANGUAGE]
    language = [run for run in runs if run["task"] == trained.LANGUAGE]
    first = [run for run in language if ":" not in run["encoding"]]
    further = [run for run in language if ":" in run["encoding"] and run["steps"]]
    return [
        claim("trained-model", count=s["layers"], dim=s["width"], heads=s["heads"]),
        claim(
            "trained-optimizer",
            value=s["weight_decay"], number=s["warmup"], count=s["tokens_per_step"], rest=s["average"],
        ),
        claim(
            "trained-small",
            start=s["shortest"], end=s["trained"], values=tuple(f"{rate:g}" for rate in s["rates"]),
            count=s["seeds"], least=s["least_steps"], most=s["most_steps"], share=s["solved"],
            number=s["test_tokens"], rest=s["single_answer_texts"],
        ),
        claim(
            "trained-language-method",
            start=s["language_trained"], length=s["language_tested"], count=s["language_texts"],
            number=s["language_steps"], least=s["language_rate_steps"],
        ),
        claim(
            "trained-sum",
            number=len(small), count=len(first), whole=len(further), value=sum(run["seconds"] for run in runs) / 3600,
            text=versions["torch"],
        ),
    ]  # fmt: skip


def studies() -> list[tuple[str, Claim]]:
    """Results of related work beside those here: key, and claim with the argument `agree`."""
    means = {name: numbers.losses(name).mean(axis=0).tolist() for name in trained.names(trained.LANGUAGE)}
    late = {name: spans[3] for name, spans in means.items()}
    rise = {name: spans[3] - spans[0] for name, spans in means.items()}
    alibi, t5, rope, waves = (rise[name] for name in ("ALiBi", "T5", "RoPE", "Sinusoidal"))
    plain, linear, tuned = (means[name][2] for name in ("RoPE", "RoPE: linear", "RoPE: tuned linear"))
    kerple, sandwich, keeps = rise["KERPLE"], rise["Sandwich"], numbers.KEEPS
    fire, others = late["FIRE"], [late[name] for name in ("KERPLE", "T5", "ALiBi")]
    index, back = (ranges("NoPE", task, numbers.twice()) for task in ("index 5", "3 back"))
    recipes = ranges("RoPE", "3 back", 2 * numbers.twice())
    rows: dict[str, tuple[list[bool], dict[str, Any]]] = {
        "press": (
            [alibi <= keeps, t5 > keeps, rope > keeps, waves > keeps],
            {"low": alibi, "here": t5, "there": rope, "high": waves},
        ),
        "kazemnejad": ([], {"low": index["low"], "high": back["high"], "length": numbers.twice()}),
        "chen": (
            [linear < plain, tuned - numbers.inside("RoPE") <= keeps],
            {"here": plain, "there": linear, "value": tuned},
        ),
        "chi": ([kerple <= keeps], {"value": half_up(kerple, 2)}),
        "sandwich": ([], {"value": half_up(sandwich, 2)}),
        "li": ([fire <= min(others)], {"value": fire, "low": min(others), "high": max(others)}),
        "ruoss": (
            [],
            {
                "low": means["Sinusoidal"][0],
                "high": means["Sinusoidal (random positions)"][0],
                "here": late["Sinusoidal"],
                "there": late["Sinusoidal (random positions)"],
            },
        ),
        "zhou": ([], {"low": recipes["low"], "high": recipes["high"]}),
    }
    return [
        (key, claim(f"trained-study-{key}", agree=_agreement(alike), **args)) for key, (alike, args) in rows.items()
    ]


def _agreement(alike: list[bool]) -> str:
    """Return whether all, some, or none of the compared results agree; "none" if nothing is compared."""
    if not alike:
        return "none"
    return "yes" if all(alike) else "partly" if any(alike) else "no"


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions."""
    settings, last = trained.facts()["settings"], trained.facts()["settings"]["lengths"][-1]
    index = ranges("NoPE", "index 5", last)
    plain, linear, tuned = (
        numbers.losses(name).mean(axis=0) for name in ("RoPE", "RoPE: linear", "RoPE: tuned linear")
    )
    return [
        claim("trained-order", share=index["low"], count=index["count"], length=settings["trained"], most=last),
        claim(
            "trained-linear",
            low=float(plain[0]),
            high=float(linear[0]),
            share=trained.facts()["letter_loss"],
            value=float(tuned[2]),
            number=settings["tuned_steps"],
        ),
    ]
