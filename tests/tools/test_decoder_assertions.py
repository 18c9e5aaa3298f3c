"""Assertions on decoders: right ones pass with any encoding; each wrong line violates a named property."""

import re

import numpy as np
import pytest

from posenc_tools import assert_positions

RNG = np.random.default_rng(0)
TABLE, OUT = RNG.normal(size=(40, 16)), RNG.normal(size=(16, 40))
LEARNED = RNG.normal(size=(60, 16))
WEIGHTS = RNG.normal(size=(2, 3, 16, 16)) / 4
SLOPES = np.array([0.5, 0.05])[:, None, None]
ABSOLUTE = ["shift"]


def rotate(x, positions):
    """RoPE with split halves. (batch, heads, n, d), (batch, n)."""
    angles = positions[:, None, :, None] * 100.0 ** (-np.arange(4) / 4)
    a, b = x[..., :4], x[..., 4:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)], -1)


def decoder(encoding="rope", bug="", dtype=np.float64):
    """Decoder with two layers and two heads, and one wrong line."""

    def call(tokens, mask, cache=None, start=0):
        past, (batch, n) = 0 if cache is None else cache[0], tokens.shape
        cached = [] if cache is None else cache[1]
        same = mask[:, :, None] == mask[:, None]
        positions = np.tril(same).sum(2) - 1
        if bug == "counts the padding" or (bug == "the next position counts the padding" and past):
            positions = np.broadcast_to(np.arange(mask.shape[1]), mask.shape)
        if bug == "positions go on":
            positions = np.cumsum(mask > 0, 1) - 1
        positions = positions[:, past:] + start
        if bug == "stuck at 10":
            positions = np.minimum(positions, 10)
        if past:
            # the prompt has 8 tokens
            wrong = {"from 0": np.arange(n), "one off": positions + 1, "at the first cache": 8 + np.arange(n)}
            wrong["the same in a chunk"] = positions[:, :1] + 0 * positions
            positions = np.broadcast_to(wrong.get(bug, positions), (batch, n))
        x = TABLE[tokens] + (LEARNED[positions] if encoding == "learned" else 0)
        visible = np.arange(mask.shape[1]) <= past + np.arange(n)[:, None]
        if bug == "chunk sees itself":
            visible = np.arange(mask.shape[1]) < past + n if past else visible
        visible = visible & (True if bug == "padding is seen" else (mask > 0)[:, None])
        if bug != "texts are mixed":
            visible = visible & (same | (mask == 0)[:, None])[:, past:]
        new_cache = []
        for layer, weights in enumerate(WEIGHTS):
            q, k, v = ((x @ w).reshape(batch, n, 2, 8).swapaxes(1, 2) for w in weights)
            if encoding == "rope":
                q, k = rotate(q, positions), k if bug == "keys are not rotated" else rotate(k, positions)
            of = positions
            if past and bug == "cached keys rotated again":
                cached[layer] = (rotate(cached[layer][0], cached[layer][2]), *cached[layer][1:])
            if past and bug != "no cache":
                k, v = (np.concatenate(pair, 2) for pair in zip(cached[layer][:2], (k, v), strict=True))
                of = np.concatenate([cached[layer][2], of], 1)
            new_cache.append((k, v, of))
            scores = q @ k.swapaxes(2, 3) / 2
            if encoding == "alibi":
                back = positions[:, None, :, None] - of[:, None, None]
                back = 0 * back if past and bug == "no bias" else back
                scores = scores - SLOPES * (np.minimum(back, 3) if bug == "clipped" else back)
            visible_keys = visible[:, None, :, -k.shape[2] :]
            scores = np.where(visible_keys, scores, -1e30)
            shares = np.exp(scores - scores.max(-1, keepdims=True)) * visible_keys
            shares = shares / np.maximum(shares.sum(-1, keepdims=True), 1e-30)
            x = x + (shares @ v).swapaxes(1, 2).reshape(batch, n, 16)
        return (x @ OUT).astype(dtype), (mask.shape[1], new_cache)

    return call


@pytest.mark.parametrize("encoding", ["rope", "alibi", "learned", "none"])
def test_right_decoders_pass(encoding):
    for settings in ({}, {"length": 30, "vocabulary": 40}):
        assert_positions(decoder(encoding), without=ABSOLUTE if encoding == "learned" else (), **settings)
    assert_positions(decoder(encoding, dtype=np.float32), without=ABSOLUTE if encoding == "learned" else ())


WRONG = {
    ("from 0", "rope"): "A cache of 8 tokens before the next changes logits by",
    ("from 0", "learned"): "its position is not 8 (cached + torch.arange(new)), or",
    ("one off", "rope"): "its position is not 8",
    ("one off", "alibi"): "its position is not 8",
    ("no bias", "alibi"): "its relative bias is dropped, or",
    ("at the first cache", "rope"): "its position is not 9 (cached grows with each token), or",
    ("the same in a chunk", "learned"): "several new tokens see each other, or count from 0",
    ("chunk sees itself", "none"): "several new tokens see each other",
    ("no cache", "rope"): "cached keys are not used",
    ("counts the padding", "learned"): "Left padding changes logits by",
    ("counts the padding", "learned", "again"): "positions count the padding. Right: positions = (mask.cumsum(-1) - 1)",
    ("the next position counts the padding", "rope"): "the next position counts the padding. Right: mask.sum(",
    ("padding is seen", "rope"): "the padding is not hidden. Right: scores.masked_fill(",
    ("positions go on", "learned"): "positions do not begin again",
    ("texts are mixed", "rope"): "it attends to the other text. Right: a mask, or cu_seqlens",
    ("keys are not rotated", "rope"): "A shift of all positions changes logits by",
    ("stuck at 10", "rope"): "queries and keys have different positions, these stop growing, or values are rotated",
    ("cached keys rotated again", "rope"): "or cached keys are rotated again",
    ("", "learned"): "If positions are absolute, pass without=['shift']",
}


@pytest.mark.parametrize("case", WRONG, ids=" ".join)
def test_a_wrong_line_violates_a_property(case):
    bug, encoding, *_ = case
    without = ABSOLUTE if encoding == "learned" and bug else ()
    with pytest.raises(AssertionError, match=re.escape(WRONG[case])):
        assert_positions(decoder(encoding, bug), without=without)


def test_a_property_can_be_skipped():
    for bug, encoding, without in (
        ("the next position counts the padding", "rope", ["padding"]),
        ("padding is seen", "rope", ["padding"]),
        ("texts are mixed", "rope", ["packing"]),
        ("from 0", "learned", ["next token", "cache", "padding", "shift"]),
        ("keys are not rotated", "rope", ["shift"]),
    ):
        assert_positions(decoder(encoding, bug), without=without)


def test_invalid_decoders_are_refused():
    right = decoder()
    noise = iter(np.random.default_rng(0).normal(size=100))
    for sentence, model, settings in (
        ("returns no cache", lambda *inputs: right(*inputs)[0], {}),
        ("no parameter start", lambda tokens, mask, cache: right(tokens, mask, cache), {}),
        ("call model.eval", lambda *inputs: right(*inputs)[0] + next(noise), {}),
        ("must have the shape (1, 12, 'vocabulary')", lambda *inputs: right(*inputs)[0][:, 1:], {}),
        ("must be one of", right, {"without": ["speed"]}),
        ("vocabulary", right, {"vocabulary": 12}),
        ("the order of the tokens changes logits by", right, {"rtol": 0.5}),
    ):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            assert_positions(model, **settings)
    with pytest.raises(AssertionError, match="The order of the tokens does not change logits"):
        assert_positions(lambda tokens, mask, cache: TABLE[tokens])
