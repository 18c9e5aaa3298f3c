"""Explanations of a table as sines and cosines: fit a wave to each column, find programs, and compare them.

One line through the log frequencies serves all programs of a group; it determines the base and unit of each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from posenc_core.foundation.base import Scheme
from posenc_core.schemes import RoPE, Sinusoidal
from posenc_tools.diagnosis import columns, costs, digits, rules, scaled_rope, thresholds
from posenc_tools.diagnosis.candidates import OCTAVES, Candidate, FittedLine, fit_line, line_candidates, named_candidate
from posenc_tools.diagnosis.columns import Waves
from posenc_tools.diagnosis.comparison import FLOAT64_ARITHMETIC, Check
from posenc_tools.diagnosis.explanations import Explanation, Kind, Match, Residual, Table
from posenc_tools.diagnosis.rules import Rule
from posenc_tools.diagnosis.storage import evenly_spaced
from posenc_tools.diagnosis.words import places
from posenc_tools.known_bugs.programs import Program

Wanted = tuple[Rule, float, float]
"""Rule whose frequencies follow no line, base, and first position: the numbers are searched, not measured."""


def explanations(table: Table, *, rare: bool = True) -> list[Match]:
    """Explanations of a table as waves, the best first; `rare` includes bugs that round or follow no line."""
    check, fit, dim = Check(table), columns.waves(table), table.numbers.shape[1]
    matches: list[Match] = []
    wanted: list[Wanted] = []
    scaled: Iterable[Match] = ()
    has_waves = fit is not None and are_waves(fit)
    if fit is not None and has_waves:
        matches, near = _search_lines(check, fit)
        wanted += _rounding_rules(check, near)
        scaled = _scaled_rotations(check, fit)
    # angles without a sine are straight lines
    bends = np.abs(np.diff(table.numbers[: thresholds.SAMPLE_ROWS], 2, axis=0))
    straight = bends.size and np.median(bends) <= (thresholds.MAX_BEND + 8 * table.relative_rounding) * table.peak
    complete = any(
        residual == Residual() and (explanation.cost < costs.TRUNCATED or explanation.misfit <= table.exact)
        for explanation, residual in matches
    )
    if rare and (has_waves or straight) and not complete:
        wanted += product(rules.rules_without_line(dim), costs.USED, (0.0, 1.0))
        rest = _compare(check, search_rules(check, wanted), noise=False)
        matches += [*(match for match in rest if match.residual is not None), *scaled]
    return sorted(
        matches, key=lambda match: (match.residual is None, match.residual != Residual(), match.explanation.cost)
    )


def are_waves(fit: Waves) -> bool:
    """Return True if most columns are waves."""
    return bool((fit.residuals < thresholds.MAX_COLUMN_RESIDUAL).mean() >= thresholds.MIN_WAVE_COLUMNS)


def _search_lines(check: Check, fit: Waves) -> tuple[list[Match], list[Candidate]]:
    """Explanations by the measured lines, or the nearest one, and all candidates."""
    near: list[tuple[float, Candidate]] = []
    nearest: tuple[float, float, Candidate] | None = None
    lines: dict[tuple[bytes, bytes], FittedLine | None] = {}
    for group in rules.groups(check.table.numbers.shape[1]):
        steps = group[0].steps.tobytes(), group[0].layout.zeros.tobytes()
        if steps not in lines:
            lines[steps] = fit_line(check.table, fit, group[0])
        fitted = lines[steps]
        placement = fitted and fitted.placement(fit, group[0])
        if fitted is None or placement is None:
            continue
        candidates = line_candidates(group, fitted.line, placement, check.table)
        for candidate, share, residual in _compare_samples(check, candidates):
            near.append((share, candidate))
            # among similar residuals, the cheapest
            rank = round(residual, 2), candidate.cost, candidate
            nearest = rank if nearest is None or rank[:2] < nearest[:2] else nearest
        plain = [share for share, candidate in near if candidate.cost < thresholds.MAX_PLAIN_COST]
        if plain and min(plain) <= thresholds.MAX_OUTLIER_SHARE:
            break
    near.sort(key=lambda pair: (max(pair[0], thresholds.MAX_OUTLIER_SHARE), pair[1].cost))
    matches = _compare(check, [candidate for share, candidate in near if share <= thresholds.MAX_SAMPLE_OUTLIERS])
    if not matches and nearest is not None:
        matches += explanations_of(check, nearest[2], None)
    return matches, [candidate for _, candidate in near]


def _compare_samples(check: Check, candidates: Iterable[Candidate]) -> Iterator[tuple[Candidate, float, float]]:
    """Cheapest candidates with the cost of their arithmetic, share of outliers, and residual in a sample of rows."""
    results: dict[tuple[Any, ...], tuple[float, float, float]] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.cost)[: thresholds.MAX_CANDIDATES]:
        key = candidate.program.key
        if key not in results:
            results[key] = check.compare_sample(candidate.program)
        share, arithmetic, residual = results[key]
        yield candidate._replace(cost=candidate.cost + arithmetic), share, residual


def _compare(check: Check, near: Iterable[Candidate], *, noise: bool = True) -> list[Match]:
    """Compare the nearest candidates with the whole table, equal programs only once."""
    matches: list[Match] = []
    whole: dict[tuple[Any, ...], Residual | None] = {}
    refined: set[tuple[Any, ...]] = set()
    for candidate in near:
        key = candidate.program.key
        if key not in whole:
            if len(whole) >= thresholds.MAX_FULL_COMPARISONS:
                continue
            residual = whole[key] = check.compare(candidate.program, noise=noise and candidate.cost < costs.NOISY)
            own = None if residual is not None and residual.noise else _with_own_digits(check, candidate, residual)
            if own is not None:
                refined.add(key)
                matches += explanations_of(check, own, check.compare(own.program, noise=False))
        # if the table needs other digits, the common ones explain nothing
        if key not in refined:
            matches += explanations_of(check, candidate, whole[key])
    return matches


def _with_own_digits(check: Check, candidate: Candidate, residual: Residual | None) -> Candidate | None:
    """Candidate with the digits that the table requires; None if it needs no change, or none helps."""
    program, storage = candidate.program, check.table.storage
    is_exact = partial(check.is_exact, residual=residual or Residual())
    test: digits.Test = is_exact
    numbers = {name: value for name, value in candidate.parameters.items() if isinstance(value, float)}
    usual = {np.e, *costs.USED}
    names = [
        name
        for name, value in numbers.items()
        if name in digits.NAMES and value not in usual and digits.significant(value) > costs.MAX_DIGITS
    ]
    if not is_exact(program):
        # a few frequencies rounded to float32, and truncation, look like other parameters
        few = len(np.unique(program.frequencies())) < thresholds.MIN_FITTED_FREQUENCIES
        fine = storage.name == "float64" or (storage.name == "float32" and not few)
        fixed = not fine or program.own is not None or candidate.rule.bug in rules.rounding_bugs()
        error = max(check.table.relative_rounding, FLOAT64_ARITHMETIC[0])
        fit = None if fixed else digits.fit_parameters(program, check.table.numbers, check.sample, is_exact, error)
        if fit is not None:
            program, names = fit[0], list(dict.fromkeys([*names, *fit[1]]))
        elif residual is None:
            return None
        else:
            test = check.agrees
    program = digits.shorten(program, names, test)
    return None if program == candidate.program else _with_parameters(candidate, program, names)


def _with_parameters(candidate: Candidate, program: Program, names: Iterable[str]) -> Candidate:
    """Candidate with other values of some parameters."""
    parameters, cost = dict(candidate.parameters), candidate.cost
    for name in names:
        value = getattr(program, name)
        if name == "base":
            # another base is neither scaled nor octaves
            others = {key: setting for key, setting in parameters.items() if key not in ("scaling", "factor")}
            parameters = {"base": value, **{key: setting for key, setting in others.items() if setting not in OCTAVES}}
            cost -= costs.USED.get(candidate.program.base, 0.0)
        parameters[name] = value
        cost += costs.of_digits(name, value, digits.significant(value))
    return candidate._replace(program=program, parameters=parameters, cost=cost)


def explanations_of(check: Check, candidate: Candidate, residual: Residual | None) -> Iterator[Match]:
    """Explanation of a candidate, including others with the same numbers."""
    parameters, program, skipped = dict(candidate.parameters), candidate.program, check.skipped
    # a row of zeros in the formula is no padding
    padded = skipped[program.rows(program.positions(len(check.table.numbers))[skipped]).any(axis=1)]
    if len(padded):
        parameters["padding"] = places("row", padded.tolist())
    make = partial(check.prediction, program)
    name = candidate.bug or ("RoPE" if "table" in parameters else "Sinusoidal")
    scheme = _scheme(parameters, program.layout.dim)
    kind: Kind = "mistake" if candidate.bug else "scheme"
    explanation = Explanation(kind, name, parameters, check.table.misfit(make()), scheme, make, candidate.cost)
    yield Match(explanation, residual)
    if candidate.bug:
        return
    for bug, start in rules.numbers_of_bugs("position", 1).items():
        if parameters.get("start") == start:
            rest = {key: value for key, value in parameters.items() if key != "start"}
            cost = candidate.cost - costs.start_cost(start, 1) + costs.BUG
            meant = _scheme(rest, program.layout.dim)
            yield Match(
                replace(explanation, kind="mistake", name=bug, parameters=rest, scheme=meant, cost=cost), residual
            )
    if parameters.get("first") == "cos" and not parameters.keys() - {"first", "layout", "base"}:
        own = {"base": program.base, "pairing": "half" if "layout" in parameters else "interleaved"}
        rotation = RoPE(**own)  # type: ignore[arg-type]
        cost = candidate.cost + 0.1
        yield Match(replace(explanation, name="RoPE", parameters=own, scheme=rotation, cost=cost), residual)


def _scheme(parameters: Mapping[str, Any], dim: int) -> Scheme | None:
    """Scheme with these parameters, ignoring those that it lacks."""
    base = parameters.get("base", 1e4)
    if not 1 < base < 1e300:
        return None
    if "table" in parameters:
        pairing = {} if "pairing" not in parameters else {"pairing": parameters["pairing"]}
        return RoPE(base=base, **pairing) if dim % 2 == 0 else None
    base = base * parameters["factor"] ** (dim / (dim - 2)) if "scaling" in parameters else base
    more: dict[str, Any] = {name: parameters[name] for name in ("layout", "first", "odd") if name in parameters}
    more |= {"schedule": "Tensor2Tensor"} if parameters.get("schedule") == "Tensor2Tensor" else {}
    more |= {"start": 1} if parameters.get("start") == 1 else {}
    return Sinusoidal(base=base, **more)


def search_rules(check: Check, wanted: Iterable[Wanted], *, centered: bool = False) -> list[Candidate]:
    """Programs with a multiple near a sample, the nearest first; `centered` ignores a constant row."""
    table, rows = check.table, check.sample[::4] if len(check.sample) > thresholds.SAMPLE_ROWS else check.sample
    some = evenly_spaced(table.numbers.shape[1], thresholds.SAMPLE_COLUMNS)
    numbers = table.numbers[np.ix_(rows, some)]
    # the tables of one rule at all bases are computed together
    bases_of: dict[tuple[int, float], tuple[Rule, list[float]]] = {}
    for rule, base, start in wanted:
        bases_of.setdefault((id(rule), start), (rule, []))[1].append(base)
    tried: list[tuple[Rule, Program]] = []
    parts = [np.empty((0, *numbers.shape))]
    for (_, start), (rule, bases) in bases_of.items():
        same = [Program(rule.layout, rule.waves, rule.lines, base, start=start) for base in bases]
        parts.append(same[0].rows_at_bases(np.array(bases, float), same[0].positions(len(table.numbers))[rows], some))
        tried += [(rule, program) for program in same]
    samples = np.concatenate(parts)
    if centered:
        numbers = numbers - numbers.mean(axis=0)
        samples -= samples.mean(axis=1, keepdims=True)
    # the multiple of each sample by least squares, and its residual
    powers = np.square(samples).sum(axis=(1, 2))
    factors = (samples * numbers).sum(axis=(1, 2)) / np.where(powers > 0, powers, 1.0)
    rest = np.linalg.norm(numbers - factors[:, None, None] * samples, axis=(1, 2))
    residuals = rest / (np.linalg.norm(numbers) or 1.0)
    matches: list[tuple[float, Candidate]] = []
    for (rule, program), factor, off in zip(tried, factors.tolist(), residuals.tolist(), strict=True):
        if factor and off <= thresholds.MAX_SAMPLE_RESIDUAL:
            (scale, *_) = costs.scales(factor, max(1e-4, 2 * table.storage.error, off / 4), len(rule.waves), {})
            base, one = program.base, costs.NamedValue(1.0, 0.0, 1.0)
            named = costs.NamedValue(base, costs.SEARCHED[base], base, {"base": base})
            if scale.cost <= thresholds.MAX_UNIT_COST:
                matches.append((off, named_candidate(rule, replace(program, scale=scale.value), named, one, scale)))
    return [candidate for _, candidate in sorted(matches, key=lambda pair: (pair[0], pair[1].cost))]


def _rounding_rules(check: Check, near: Sequence[Candidate]) -> Iterator[Wanted]:
    """Return the rounding bugs in the nearest formulas, if they change the table."""
    formulas: dict[tuple[int, int], Candidate] = {}
    for candidate in near:
        if not candidate.bug and abs(np.log(candidate.program.unit)) < thresholds.MAX_ROUNDED_BASE_ERROR:
            formulas.setdefault((id(candidate.rule), round(candidate.program.start)), candidate)
    for candidate, base, bug in product(list(formulas.values())[:4], costs.SEARCHED, rules.rounding_bugs()):
        if abs(np.log(base / candidate.program.base)) > thresholds.MAX_ROUNDED_BASE_ERROR:
            continue
        right, start = candidate.rule, round(candidate.program.start)
        wrong = right._replace(lines={**right.lines, **bug.lines}, bug=bug, cost=right.cost + costs.BUG)
        one, other = (Program(right.layout, right.waves, rule.lines, base, start=start) for rule in (right, wrong))
        if not _same(one, other, check):
            yield wrong, base, start


def _same(one: Program, other: Program, check: Check) -> bool:
    """Return True if two programs compute the same numbers."""
    length, some = len(check.table.numbers), columns.sample_columns(len(one.waves))[::4]
    prediction, again = (program.rows(program.positions(length)[check.sample], some) for program in (one, other))
    return np.array_equal(prediction, again)


def _scaled_rotations(check: Check, fit: Waves) -> Iterator[Match]:
    """Rotations scaled to longer contexts, with a fitted amplitude; the nearest one if none explains the table."""
    nearest: Explanation | None = None
    error = max(4 * check.table.relative_rounding, 1e-6)
    for usual, cost, parameters, scheme in scaled_rope.programs_of(check.table.numbers.shape[1], fit):
        for scale, extra, amplitude in scaled_rope.amplitudes(scheme, usual.scale, check.amplitude(usual), error):
            program = replace(usual, scale=scale)
            make = partial(check.prediction, program)
            misfit = check.table.misfit(make())
            # no scheme has the bounds or factors of a model
            shown = None if "model" in parameters else scheme
            explanation = Explanation("scheme", "RoPE", {**parameters, **amplitude}, misfit, shown, make, cost + extra)
            near = check.compare_sample(program)[0] <= thresholds.MAX_SAMPLE_OUTLIERS
            residual = check.compare(program, noise=extra < 1) if near else None
            if residual is not None:
                yield Match(explanation, residual)
                return
            if nearest is None or explanation.misfit < nearest.misfit:
                nearest = explanation
    if nearest is not None:
        yield Match(nearest, None)
