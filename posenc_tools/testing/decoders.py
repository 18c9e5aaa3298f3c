"""Assertion for the positions of a decoder: properties of its logits, without a formula."""

import inspect
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from posenc_core.arrays import Array, Integers, match_option, real_array, whole
from posenc_core.text.numerals import number
from posenc_tools.testing.tensors import check_tolerance, to_numpy

PROPERTIES = ("next token", "cache", "padding", "packing", "shift")

RTOL = {"float64": 1e-9, "float16": 0.02, "bfloat16": 0.1}
"""Tolerance of logits by float type, relative to the largest one."""

FLOAT32_RTOL = 1e-5

MIN_EFFECT = 10.0
"""Smallest effect of the order of tokens, in tolerances."""

NO_EFFECT = 1e-6
"""Effect of the order of tokens, relative to the largest logit, that rounding explains."""

PADDING, SHIFT, LAST = 4, 16, 4  # tokens of padding, of the shift, and after the first cache

SEPARATE = "it attends to the other text. Right: a mask, or cu_seqlens, that separates texts"

Tokens = Integers


def assert_positions(
    model: Callable[..., Any],
    *,
    without: Collection[str] = (),
    length: int = 12,
    vocabulary: int = 32,
    rtol: float | None = None,
) -> None:
    """Assert that a decoder gives each token the right position, by properties of its logits.

    Parameters
    ----------
    model : callable or transformers.PreTrainedModel
        Function `model(tokens, mask, cache)` of integer arrays. `tokens`, (batch, n), are the new tokens. `mask`,
        (batch, m), has a number for each cached and new token: 0 for padding, which is at the left, and 1 for others;
        if texts are packed in one row, the number of its text, from 1. `cache` is None, or what the last call returned.
        The function returns the logits of the new tokens, (batch, n, vocabulary); or a tuple of these and the cache of
        all m tokens, any object, which the next call may change. It adds an optional `start` to all positions.
    without : collection of str
        Properties that are not tested: "next token" (the first one after a cache), "cache" (later ones, and several at
        once), "padding", "packing", and "shift" (all positions grow by 16; this changes no relative encoding).
    length : int, default 12
        Number of tokens, at least 8; it should exceed the window of a layer.
    vocabulary : int, default 32
        Tokens are from 1 to this number minus 1, and padding is 0.
    rtol : float, optional
        Tolerance relative to the largest logit, by default 1e-5 in float32.

    Raises
    ------
    AssertionError
        If a property is violated, or the order of the tokens has no effect. The sentence has the difference and the
        likely wrong line.
    ValueError
        If `model` cannot be tested: it returns no logits or no cache, has no `start`, returns other logits for the same
        tokens, as with dropout, or hardly depends on their order, as with small random weights.

    Examples
    --------
    >>> def decoder(tokens, mask, cache=None):
    ...     "Logits are sums of the tokens so far, weighted by position."
    ...     first, total = cache or (0, 0)
    ...     positions = first + np.arange(tokens.shape[1])
    ...     sums = total + np.cumsum(tokens * mask[:, first:] * positions, axis=1)
    ...     return sums[..., None] * np.ones(32), (first + tokens.shape[1], sums[:, -1:])
    >>> assert_positions(decoder, without=["padding", "packing", "shift"])
    >>> try:
    ...     assert_positions(decoder, without=["packing", "shift"])
    ... except AssertionError as error:
    ...     print(str(error).partition("probably ")[2])
    because positions count the padding. Right: positions = (mask.cumsum(-1) - 1).clamp(min=0).
    """
    wanted = {*PROPERTIES} - {match_option(name, PROPERTIES, "without") for name in without}
    check_tolerance("rtol", rtol)
    n = whole("length", length, 8)
    order = 1 + np.random.default_rng(0).permutation(whole("vocabulary", vocabulary, n + 2) - 1)
    call = _transformers(model) if hasattr(model, "parameters") and hasattr(model, "config") else model
    _Check(call, order[:n], order[::-1][: n - PADDING], rtol).run(wanted)


class _Check:
    """Comparison of the logits of a decoder with those of one text alone."""

    def __init__(self, call: Callable[..., Any], text: Tokens, other: Tokens, rtol: float | None) -> None:
        self.call, self.text, self.other, self.dtype = call, text, other, ""
        self.right = self.logits(text)[0]
        self.tolerance = (RTOL.get(self.dtype, FLOAT32_RTOL) if rtol is None else rtol) * np.abs(self.right).max()

    def logits(self, tokens: Tokens, mask: Tokens | None = None, cache: Any = None, **start: int) -> tuple[Array, Any]:
        """Call the decoder. (n,) or (batch, n) -> logits (n, vocabulary) or (batch, n, vocabulary), and cache."""
        rows = np.atleast_2d(tokens)
        answer = self.call(rows, np.ones_like(rows) if mask is None else np.atleast_2d(mask), cache, **start)
        values, cache = answer if isinstance(answer, tuple) else (answer, None)
        values, self.dtype = to_numpy(values)
        table = real_array("logits", values, 3)
        if table.shape[:2] != rows.shape:
            raise ValueError(f"logits must have the shape {(*rows.shape, 'vocabulary')}, not {table.shape}")
        return table.reshape(*np.shape(tokens), -1), cache

    def differ(self, actual: Array, expected: Array) -> bool:
        return not np.abs(actual - expected).max() <= self.tolerance

    def compare(self, what: str, actual: Array, expected: Array, cause: str) -> None:
        """Raise AssertionError with the cause if logits differ."""
        if self.differ(actual, expected):
            size = number(float(np.abs(actual - expected).max()))
            raise AssertionError(
                f"{what} changes logits by {size}, more than {number(float(self.tolerance))}, probably because {cause}."
            )

    def run(self, wanted: set[str]) -> None:
        """Check all wanted properties."""
        text, right = self.text, self.right
        if self.differ(self.logits(text)[0], right):
            raise ValueError("model returns NaN, or different logits for the same tokens: call model.eval() first")
        swapped = self.logits(np.r_[text[:-3], text[-2], text[-3], text[-1]])[0]
        effect = float(np.abs(swapped - right)[-1].max())
        if effect <= NO_EFFECT * np.abs(right).max():
            raise AssertionError("The order of the tokens does not change logits: positions have no effect.")
        if effect <= MIN_EFFECT * self.tolerance:
            raise ValueError(
                f"model cannot be tested: the order of the tokens changes logits by {number(effect)} only; use trained "
                "or larger weights, and float32 or float64"
            )
        if wanted & {"next token", "cache"}:
            self.check_cache(wanted)
        if "padding" in wanted:
            self.check_padding("cache" in wanted)
        if "packing" in wanted:
            self.check_packing()
        if "shift" in wanted:
            if "start" not in inspect.signature(self.call).parameters:
                raise ValueError("model has no parameter start: add it, or pass without=['shift']")
            cause = "queries and keys have different positions, these stop growing, or values are rotated"
            cause += ". If positions are absolute, pass without=['shift']"
            self.compare("A shift of all positions", self.logits(text, start=SHIFT)[0], right, cause)

    def check_cache(self, wanted: set[str]) -> None:
        """Compare the logits after a cache: one token, another one, and several."""
        text, n, first = self.text, len(self.text), len(self.text) - LAST
        cache = self.logits(text[:first])[1]
        if cache is None:
            raise ValueError("model returns no cache: return (logits, cache), or pass without=['next token', 'cache']")
        # without a formula these bugs look alike
        other = "or its window is another one, its relative bias is dropped, or cached keys are rotated again"
        for start, stop, name, cause in (
            (first, first + 1, "next token", f"its position is not {first} (cached + torch.arange(new)), {other}"),
            (first + 1, first + 2, "cache", f"its position is not {first + 1} (cached grows with each token), {other}"),
            (first + 2, n, "cache", "several new tokens see each other, or count from 0. Right: key <= cached + query"),
        ):
            logits, cache = self.logits(text[start:stop], np.ones(stop, np.int64), cache)
            if name in wanted:
                if not self.differ(logits, self.logits(text[start:stop])[0]):
                    cause = "cached keys are not used. Right: key = torch.cat([cached_key, key], -2)"
                self.compare(f"A cache of {start} tokens before the next", logits, self.right[start:stop], cause)

    def check_padding(self, has_cache: bool) -> None:
        """Compare the logits of a row with left padding, beside one without, with those of its text."""
        rows = np.stack([self.text, np.r_[np.zeros(PADDING, np.int64), self.other]])
        mask, alone = np.minimum(rows, 1), self.logits(self.other)[0]
        logits = self.logits(rows, mask)[0]
        self.compare("A second row in the batch", logits[0], self.right, "rows are mixed, or it is padded, too")
        cause = "positions count the padding. Right: positions = (mask.cumsum(-1) - 1).clamp(min=0)"
        filled = np.where(mask, rows, self.text)
        if self.differ(self.logits(filled, mask)[0][1, PADDING:], logits[1, PADDING:]):
            cause = "the padding is not hidden. Right: scores.masked_fill(mask[:, None, None] == 0, -torch.inf)"
        self.compare("Left padding", logits[1, PADDING:], alone, cause)
        if has_cache:
            last = self.logits(rows[:, -1:], mask, self.logits(rows[:, :-1], mask[:, :-1])[1])[0]
            cause = "the next position counts the padding. Right: mask.sum(-1, keepdim=True) - 1"
            self.compare("Left padding before a cache", last[1], alone[-1:], cause)

    def check_packing(self) -> None:
        """Compare the logits of two texts in one row with those of each text."""
        n, mask = len(self.text), np.repeat([1, 2], [len(self.text), len(self.other)])
        logits = self.logits(np.r_[self.text, self.other], mask)[0]
        changed = self.logits(np.r_[self.text[::-1], self.other], mask)[0]
        crosses = self.differ(changed[n:], logits[n:])
        cause = SEPARATE if crosses else "positions do not begin again. Right: positions - positions[first_of_text]"
        self.compare("Packing behind another text", logits[n:], self.logits(self.other)[0], cause)
        self.compare("Packing before another text", logits[:n], self.right, SEPARATE)


def _transformers(model: Any) -> Callable[..., Any]:
    """Return a function that calls a model of transformers with positions from the mask, as its `generate` does."""
    weight = next(model.parameters())
    dtype = weight.ravel()[:1].argmax().dtype
    has_positions = "position_ids" in inspect.signature(model.forward).parameters

    def call(tokens: Tokens, mask: Tokens, cache: Any, start: int = 0) -> Any:
        is_packed = mask.max() > 1
        earlier = np.tril(mask[:, :, None] == mask[:, None]).sum(2) - 1
        inputs = {"input_ids": tokens}
        if has_positions:
            inputs["position_ids"] = start + earlier[:, -tokens.shape[1] :]
        elif is_packed or start:
            raise ValueError("model has no position_ids: pass without=['packing', 'shift']")
        if not is_packed:
            # without a mask, packed texts are recognized by their positions
            inputs["attention_mask"] = mask
        inputs = {name: weight.new_tensor(values.tolist(), dtype=dtype) for name, values in inputs.items()}
        answer = model(**inputs, past_key_values=cache, use_cache=not is_packed)
        return answer.logits, answer.get("past_key_values")

    return call
