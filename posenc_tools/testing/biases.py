"""Assertions for attention biases: ALiBi's slopes and T5's buckets."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import AnyArray, Array, Integers, Mask, match_option, real_array, whole
from posenc_core.schemes import ALiBi
from posenc_core.schemes.alibi import Slopes
from posenc_core.schemes.t5 import fractional_bucket
from posenc_core.text.numerals import format_distinct, number
from posenc_tools.testing.tensors import check_tolerance, to_numpy

HEADS = (1, 2, 8, 12, 20, 71)
"""Numbers of heads for which a function is called."""

LENGTH = 24
"""Length for which a function is called."""


SPACING = {"float16": 2.0**-10, "bfloat16": 2.0**-7}
"""Distance of 1 to the next number of short float types."""

MIN_RTOL = 1e-5
"""Relative error of powers and logarithms in float32."""

MASKED = 1e30
"""Replacement of infinite numbers."""

MIN_AGREEMENT = 0.98
"""Share of the buckets that a cause must explain."""


SIGNED = "keys after the query are rewarded. Right: bias = -slope * (query - key).abs()"
UNCACHED = "queries are counted from 0, without the cached keys. Right: query = torch.arange(m - n, m)"


def assert_alibi(
    biases: ArrayLike | Callable[..., Any],
    heads: int | None = None,
    *,
    slopes: Slopes = "code",
    direction: Literal["causal", "symmetric"] = "causal",
    rtol: float | None = None,
) -> None:
    """Assert that slopes, or biases, are ALiBi's.

    A constant per query is ignored, as in softmax: biases may count keys from the first one, as in BLOOM. The last
    query is at the last key, as with a cache.

    Parameters
    ----------
    biases : array_like, torch.Tensor, or callable
        Slopes (H,); biases (..., H, n, m) of n queries and m keys; or a function of the number of heads, or of that and
        the length, that returns either.
    heads : int, optional
        Number of heads, H, by default that of the shape. A function is called with 1, 2, 8, 12, 20, and 71.
    slopes : {"code", "paper"}
        Slopes if the number of heads is not a power of 2, as in `ALiBi`.
    direction : {"causal", "symmetric"}
        "causal" compares no number above the diagonal; but if one of them is masked, all must be.
    rtol : float, optional
        Relative tolerance, by default rounding in the float type of the numbers.

    Raises
    ------
    AssertionError
        If a number differs, or a function raises for a number of heads. The sentence has the first difference and, if
        it is known, the line to fix.
    ValueError
        If `biases` has another shape, or a parameter is outside its domain.

    Examples
    --------
    >>> assert_alibi(ALiBi().slope(12))
    >>> assert_alibi(lambda heads, n: ALiBi().bias(range(n), range(n), heads))
    >>> try:
    ...     assert_alibi([-0.25, -0.0625, -0.015625, -0.00390625])
    ... except AssertionError as error:
    ...     print(str(error)[:93])
    ALiBi, 4 heads: the slope of head 1 is −0.25 and should be 0.25, because the sign is reversed
    """
    match_option(slopes, get_args(Slopes), "slopes")
    both = match_option(direction, ("causal", "symmetric"), "direction") == "symmetric"
    if callable(biases):
        parameters = inspect.signature(biases).parameters.values()
        required = [parameter for parameter in parameters if parameter.default is parameter.empty]
        for count in HEADS if heads is None else (heads,):
            try:
                values = biases(*(count, LENGTH)[: max(len(required), 1)])
            except Exception as error:
                # the tested code may raise anything
                raise AssertionError(f"ALiBi, {_heads(count)}: the function raises {error!r}.") from error
            assert_alibi(values, count, slopes=slopes, direction=direction, rtol=rtol)
        return
    table, share = _load(biases, rtol)
    given = table.shape
    if table.ndim == 1 or (table.squeeze().ndim < 2 and heads in (None, table.size)):
        # one query and the key before it
        table = np.multiply.outer(table.reshape(-1, 1), [-1.0, 0.0])
    elif table.ndim == 2 and heads in (1, len(table)):
        table = table.reshape(heads, -1, table.shape[1])
    if table.ndim < 3 or not table.size or not 1 < table.shape[-1] >= table.shape[-2]:
        raise ValueError(f"biases must be (H,) or (H, n, m) with n at most m, or heads be given, not {table.shape}")
    n, m = table.shape[-2:]
    count = whole("heads", table.shape[-3] if heads is None else heads)
    title = f"ALiBi, {_heads(count)}: "
    if table.size % (count * n * m):
        raise AssertionError(f"{title}the shape is {given} and should be (…, {count}, n, m).")
    table, expected = table.reshape(-1, count, n, m), ALiBi(slopes=slopes).slope(count)
    ahead = np.arange(m) - np.arange(m - n, m)[:, None]
    visible = np.ones((n, m), bool) if both else _check_mask(table, ahead, title)
    shown, back = np.where(visible, table, 0), np.abs(ahead) * visible
    own = shown[..., ahead == 0][..., None]
    actual, right = (shown - own) * visible, np.multiply.outer(-expected, back)
    allowed = share * (np.abs(shown) + np.abs(own) + np.abs(right))
    wrong = np.argwhere(np.abs(actual - right) > allowed)
    if not len(wrong):
        return
    batch, head, query, key = wrong[0].tolist()
    # least squares
    measured = -(actual[batch] * back).sum((1, 2)) / np.square(back).sum()
    if (np.abs(actual[batch] + np.multiply.outer(measured, back)) <= allowed[batch]).all():
        here, there = format_distinct(float(measured[head]), float(expected[head]))
        text = f"the slope of head {head + 1} is {here} and should be {there}"
        cause = _slope_cause(measured, expected)
    else:
        here, there = format_distinct(float(actual[*wrong[0]]), float(right[head, query, key]))
        text = f"for query {query + m - n}, head {head + 1} adds {here} to key {key} and should add {there}"
        distances = {SIGNED: -ahead, UNCACHED: np.abs(ahead + m - n)}
        rows = {cause: (offsets - offsets[ahead == 0][:, None]) * visible for cause, offsets in distances.items()}
        cause = _first(rows, lambda row: np.allclose(actual[batch], np.multiply.outer(-expected, row), rtol=0.02))
    raise AssertionError(f"{title}{text}{cause}.")


def _heads(count: int) -> str:
    return "1 head" if count == 1 else f"{count} heads"


def _load(values: Any, rtol: float | None) -> tuple[Array, float]:
    """Validate biases; return them in float64 with their relative tolerance."""
    check_tolerance("rtol", rtol)
    values, dtype = to_numpy(values)
    table = real_array("biases", values)
    if np.isnan(table).any():
        raise AssertionError(f"{np.isnan(table).sum():,} of {table.size:,} biases are NaN.")
    # differences of infinite numbers are NaN
    table = np.nan_to_num(table, posinf=MASKED, neginf=-MASKED)
    return table, max(MIN_RTOL, 2 * SPACING.get(dtype, 0)) if rtol is None else rtol


def _first(candidates: dict[str, AnyArray], explains: Callable[[AnyArray], Any]) -> str:
    """Return the first cause that explains the numbers, as the end of a sentence; empty if there is none."""
    return next((f", because {cause}" for cause, numbers in candidates.items() if explains(numbers)), "")


def _check_mask(table: Array, ahead: Integers, title: str) -> Mask:
    """Return the keys up to the query, after a check of the mask, if there is one. (..., n, m) -> (n, m)."""
    hidden, (n, m) = table < min(-1e4, -4 * table.shape[-1]), ahead.shape
    wrong = (hidden != (ahead > 0)).reshape(-1, n, m)
    if hidden.any() and wrong.any():
        query, key = np.argwhere(wrong.any(0))[0].tolist()
        masks = {
            "queries and keys are swapped": ahead < 0,
            "the own key is masked, too": ahead >= 0,
            "queries are counted from 0, without the cached keys": np.arange(m) > np.arange(n)[:, None],
        }
        text = f"key {key} is {'visible' if ahead[query, key] > 0 else 'masked'} for query {query + m - n}"
        cause = _first(masks, lambda mask: (hidden == mask).all())
        raise AssertionError(f"{title}{text}{cause}. Right: hidden = torch.ones(n, m).triu(1 + m - n).bool().")
    return ahead <= 0


def _slope_cause(measured: Array, expected: Array) -> str:
    """Cause of wrong slopes and the line to fix, as the end of a sentence; empty if it is unknown."""
    heads = len(expected)
    full = 2 ** (heads.bit_length() - 1)
    rest, factor, code, paper = heads - full, measured[0] / expected[0], ALiBi(), ALiBi(slopes="paper")
    right = f". Right: 2 ** (-8 * torch.arange(1, {full + 1}) / {full})"
    right += f", then {rest} of 2 ** (-4 * torch.arange(1, {2 * full}, 2) / {full})" if rest else ""
    series = f". Right: 2 ** (-8 * torch.arange(1, {heads + 1}) / {heads})"
    from_0 = np.append(2.0 ** (-8 * np.arange(full) / full), expected[full:])
    causes = {
        "the sign is reversed, so far keys are rewarded. Right: bias = -slope * (query - key)": -expected,
        f"heads are counted from 0{right}": from_0,
        f"these are the first slopes of {2 * full} heads{right}": code.slope(2 * full)[:heads],
        f"these are the slopes of the paper's text, not of its code{right}": paper.slope(heads),
        f"these are the slopes of the paper's code, not of its text{series}": code.slope(heads),
        "the heads are in another order": np.sort(expected)[np.argsort(np.argsort(measured))],
        f"all are {number(float(factor))} times the right ones": expected * factor,
        f"only the last {rest} are wrong{right}": np.append(expected[:full], measured[full:]),
    }
    return _first(causes, lambda slopes: np.allclose(measured, slopes, rtol=0.01, atol=0))


def assert_relative_bias(
    biases: ArrayLike | Callable[..., Any],
    kind: Literal["t5"] = "t5",
    *,
    buckets: int = 32,
    max_distance: int = 128,
    bidirectional: bool = True,
    weights: ArrayLike | None = None,
    rtol: float | None = None,
) -> None:
    """Assert that distances are in T5's buckets, or that biases are the weights of these buckets.

    The last query is at the last key, as with a cache.

    Parameters
    ----------
    biases : array_like, torch.Tensor, or callable
        Buckets (n, m) of n queries and m keys; with `weights`, biases (..., H, n, m); or a function of an array of
        relative positions, key minus query, that returns their buckets; for PyTorch,
        `lambda ahead: bucket(torch.tensor(ahead))`.
    kind : {"t5"}
        Rule of the buckets.
    buckets, max_distance : int
        Number of buckets, and distance from which all keys share the last one.
    bidirectional : bool
        True for an encoder, False for a decoder, whose biases after the query are not compared; but if one of them is
        masked, all must be.
    weights : array_like or torch.Tensor, optional
        Learned biases (buckets, H), such as `relative_attention_bias.weight`.
    rtol : float, optional
        Relative tolerance of biases, by default rounding in the float type of the numbers.

    Raises
    ------
    AssertionError
        If a number differs. The sentence has the first difference and, if it is known, the line to fix.
    ValueError
        If `biases` has another shape or reaches less than `max_distance`, or a parameter is outside its domain.

    Examples
    --------
    >>> from posenc_core import T5
    >>> assert_relative_bias(T5().bucket)
    >>> try:
    ...     assert_relative_bias(T5().bucket, bidirectional=False)
    ... except AssertionError as error:
    ...     print(str(error).partition("query ")[2])
    is in bucket 15 and should be in 31, because these are an encoder's buckets. Right: bidirectional=False.
    """
    match_option(kind, ("t5",), "kind")
    whole("max_distance", max_distance, whole("buckets", buckets, 4))
    learned = np.arange(buckets)[:, None] if weights is None else real_array("weights", to_numpy(weights)[0], 2)
    if callable(biases):
        ahead = np.arange(-2 * max_distance, 2 * max_distance + 1)[None]
        table, share = _load(biases(ahead[0]), rtol)
        n, m = ahead.shape
    else:
        table, share = _load(biases, rtol)
        n, m = table.shape[-2:] if table.ndim > 1 else (1, table.size)
        ahead = np.arange(m) - np.arange(m - n, m)[:, None]
    heads = learned.shape[1]
    if len(learned) != buckets or not table.size or table.size % (heads * n * m):
        shapes = f"{table.shape}, {learned.shape}"
        raise ValueError(f"biases (…, H, n, m) and weights ({buckets}, H) have shapes {shapes}")
    if np.abs(ahead).max() < max_distance:
        raise ValueError(f"biases must have more than {max_distance} keys, to reach the last bucket, not {m}")
    title = f"T5, {'encoder' if bidirectional else 'decoder'}, {buckets} buckets to distance {max_distance}: "
    table, compares_all = table.reshape(-1, heads, n, m), weights is None or bidirectional
    visible = np.ones((n, m), bool) if compares_all else _check_mask(table, ahead, title)
    # float32 may round a logarithm to either side
    sizes = [max_distance * (1 + off) for off in (0, -MIN_RTOL, MIN_RTOL)]
    numbers = np.stack([fractional_bucket(ahead, buckets, size, bidirectional).astype(np.int64) for size in sizes])
    right = np.moveaxis(learned[numbers], -1, 1)[:, None]
    wrong = np.argwhere((np.abs(table - right) > share * np.abs(right)).all(0) & visible)
    if not len(wrong):
        return
    batch, head, query, key = wrong[0].tolist()
    distance = int(ahead[query, key])
    side = f"token{'' if abs(distance) == 1 else 's'} {'after' if distance > 0 else 'before'}"
    where = f"a key {abs(distance)} {side} the query" if distance else "the own key"
    off = np.stack([np.abs(table[batch] - row[:, None, None]).max(0) for row in learned])
    if weights is not None and off[:, query, key].min() > share * np.abs(learned).max():
        here, there = format_distinct(float(table[*wrong[0]]), float(right[0, 0, head, query, key]))
        raise AssertionError(f"{title}{where} gets {here} in head {head + 1} and should get {there}.")
    actual = table[batch, 0] if weights is None else off.argmin(0)
    here, there = number(float(actual[query, key])), number(int(numbers[0, query, key]))
    cause = _bucket_cause(actual, ahead, visible, buckets, max_distance, bidirectional)
    raise AssertionError(f"{title}{where} is in bucket {here} and should be in {there}{cause}.")


def _bucket_cause(actual: Array, ahead: Integers, visible: Mask, buckets: int, distance: int, both: bool) -> str:
    """Cause of wrong buckets and the line to fix, as the end of a sentence; empty if it is unknown."""
    rule = partial(fractional_bucket, ahead=ahead, buckets=buckets, distance=distance, both_ways=both)
    right, side, (n, m) = rule(), buckets // 2 if both else buckets, ahead.shape
    later = side * both * (ahead > 0)
    rules = {
        "relative positions are query minus key. Right: key - query": rule(ahead=-ahead),
        f"these are {'a decoder' if both else 'an encoder'}'s buckets. Right: bidirectional={both}": rule(
            both_ways=not both
        ),
        UNCACHED: rule(ahead=ahead + (m - n)),
        "both sides share their buckets. Right: bucket += (relative > 0) * num_buckets": right % side,
        "distance 0 is in the second half. Right: relative > 0": right + side * both * (ahead == 0),
        "later keys are not clipped. Right: relative.clamp(max=0)": rule(ahead=-np.abs(ahead)),
        "each bucket has one distance. Right: max_exact = num_buckets // 2": later + np.abs(ahead).clip(max=side - 1),
        "the logarithm is rounded to the nearest, not down. Right: large.long()": np.round(right),
        "the logarithm is rounded up, not down. Right: large.long()": np.ceil(right),
        "relative positions are one too large. Right: key - query": rule(ahead=ahead + 1),
        "relative positions are one too small. Right: key - query": rule(ahead=ahead - 1),
    }
    for size in (8, 16, 32, 64, 128, 256):
        halved = ", or they are not halved for the two sides" if both and size == 2 * buckets else ""
        cause = f"there are {size} buckets{halved}. Right: num_buckets={buckets}"
        rules |= {cause: rule(buckets=size)} if size <= distance else {}
    for size in (64, 100, 128, 200, 256, 512, 800, 1024, 2048):
        cause = f"the last bucket is meant for distance {size}. Right: max_distance={distance}"
        rules |= {cause: rule(distance=size)} if size >= buckets else {}
    agreement = {cause: float((actual == np.floor(numbers))[visible].mean()) for cause, numbers in rules.items()}
    cause = max(agreement, key=agreement.__getitem__)
    if agreement[cause] > max(MIN_AGREEMENT, (actual == np.floor(right))[visible].mean()):
        return f", because {cause}"
    too_far = (actual[visible] >= buckets).any()
    return ", because far buckets are not limited. Right: torch.min(bucket, num_buckets - 1)" if too_far else ""
