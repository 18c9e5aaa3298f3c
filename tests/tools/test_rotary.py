"""`assert_rotary`: right rotary code passes, and each one-line mutation fails with its reason."""

import json
import math
import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from posenc_core.analysis.precision import round_to
from posenc_tools import assert_rotary, models
from posenc_tools.models.rope_differences import expected_rotation
from posenc_tools.testing.rotary import find_differences

LLAMA = {
    "model_type": "llama", "head_dim": 64, "rope_theta": 500000.0, "max_position_embeddings": 8192,
    "num_hidden_layers": 2,
}  # fmt: skip
YARN = LLAMA | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}}
LLAMA3 = LLAMA | {
    "rope_scaling": {
        "rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 1024, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
    }
}  # fmt: skip
NEOX = {
    "model_type": "gpt_neox", "hidden_size": 256, "num_attention_heads": 4, "rotary_pct": 0.25,
    "max_position_embeddings": 4096,
}  # fmt: skip
GEMMA = {
    "model_type": "gemma3_text", "head_dim": 64, "rope_theta": 1e6, "rope_local_base_freq": 1e4,
    "num_hidden_layers": 6, "max_position_embeddings": 8192, "rope_scaling": {"rope_type": "linear", "factor": 8.0},
}  # fmt: skip
COHERE = {"model_type": "cohere", "hidden_size": 256, "num_attention_heads": 4, "max_position_embeddings": 4096}
COHERE |= {"rope_theta": 10000.0}


def yarn(plain, base, factor=4.0, original=2048):
    """YaRN as in the authors' code, rewritten."""
    d = 2 * len(plain)
    low, high = (d * np.log(original / (turns * 2 * np.pi)) / (2 * np.log(base)) for turns in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), d - 1)
    ramp = np.clip((np.arange(len(plain)) - low) / (high - low), 0, 1)
    return plain / factor * ramp + plain * (1 - ramp)


def llama3(plain, factor=8.0, low=1.0, high=4.0, original=1024):
    """Llama 3.1's scaling as in Meta's code."""
    turns = original * plain / (2 * np.pi)
    smooth = (turns - low) / (high - low)
    return np.where(
        turns < low, plain / factor, np.where(turns > high, plain, (1 - smooth) * plain / factor + smooth * plain)
    )


ATTENTION = 0.1 * np.log(4.0) + 1


def dynamic(plain, longest, factor=4.0, original=2048):
    """Dynamic NTK scaling as in transformers: a larger base beyond the original length."""
    grown = max(1.0, factor * longest / original - (factor - 1))
    return plain * grown ** (-2 * np.arange(len(plain)) / (2 * len(plain) - 2))


LONGROPE = LLAMA | {
    "rope_scaling": {
        "rope_type": "longrope", "factor": 4.0, "original_max_position_embeddings": 2048,
        "short_factor": [1 + 0.1 * i for i in range(32)], "long_factor": [2 + 0.5 * i for i in range(32)],
    }
}  # fmt: skip
DYNAMIC = LLAMA | {"rope_scaling": {"rope_type": "dynamic", "factor": 4.0}, "max_position_embeddings": 2048}


@dataclass
class Code:
    """Rotary code with parts that mutants replace."""

    base: float = 500000.0
    head: int = 64
    width: int = 64
    exponent: object = lambda i, d: 2 * i / d
    scale: object = lambda plain, base: plain
    attention: float = 1.0
    frequency: object = lambda w: w.astype(np.float32)
    position: object = lambda p: np.asarray(p)
    angle: object = lambda a: a
    wave: object = lambda c, s: (c, s)
    order: str = "half"
    sign: float = 1.0

    def inv_freq(self):
        plain = self.base ** -self.exponent(np.arange(self.width // 2), self.width)
        return self.frequency(self.scale(plain, self.base))

    def waves(self, positions):
        angles = self.angle(np.asarray(self.position(positions), np.float32)[..., None] * self.inv_freq())
        return self.wave(np.cos(angles) * self.attention, np.sin(angles) * self.attention)

    def table(self, count=2100):
        columns = {"half": lambda x: np.tile(x, 2), "interleaved": lambda x: np.repeat(x, 2, axis=1)}[self.order]
        return tuple(map(columns, self.waves(np.arange(count))))

    def __call__(self, x, positions):
        cosine, sine = self.waves(positions)
        result, half = np.array(x), self.width // 2
        first, second = (
            (slice(0, half), slice(half, self.width))
            if self.order == "half"
            else (slice(0, self.width, 2), slice(1, self.width, 2))
        )
        result[..., first] = x[..., first] * cosine - self.sign * x[..., second] * sine
        result[..., second] = x[..., first] * sine + x[..., second] * cosine
        return result


PLAIN, SCALED = Code(), Code(scale=yarn, attention=ATTENTION)
NEOX_CODE = Code(base=10000.0, width=16)
GEMMA_CODE = Code(base=1e6, scale=lambda plain, base: plain / 8)
LOCAL = Code(base=1e4)
COHERE_CODE = Code(base=1e4, order="interleaved")


def half_precision(format, place):
    return {place: lambda x: round_to(np.asarray(x, np.float64), format)}


def with_buffer(change):
    def frequency(w):
        w = w.copy()
        change(w)
        return w

    return {"frequency": frequency}


RIGHT = [
    (PLAIN, LLAMA), (SCALED, YARN), (NEOX_CODE, NEOX), (GEMMA_CODE, GEMMA), (COHERE_CODE, COHERE),
    (replace(PLAIN, scale=lambda plain, base: llama3(plain)), LLAMA3),
    (replace(PLAIN, wave=lambda c, s: (round_to(c, "bfloat16"), round_to(s, "bfloat16"))), LLAMA),
    (replace(SCALED, wave=lambda c, s: (round_to(c, "float16"), round_to(s, "float16"))), YARN),
]  # fmt: skip

MUTANTS = [
    ("base of the default", PLAIN, {"base": 10000.0}, LLAMA, "base"),
    ("head width in the exponent", NEOX_CODE, {"exponent": lambda i, d: 2 * i / 64}, NEOX, "divisor"),
    ("frequencies in turns", PLAIN, {"angle": lambda a: a * np.float32(2 * np.pi)}, LLAMA, "times"),
    ("exponent i/d", PLAIN, {"exponent": lambda i, d: i / d}, LLAMA, "divisor"),
    ("exponent 2i/(d - 2)", PLAIN, {"exponent": lambda i, d: 2 * i / (d - 2)}, LLAMA, "divisor"),
    ("integer division", PLAIN, {"exponent": lambda i, d: 2 * i // d}, LLAMA, "equal"),
    ("minus forgotten", PLAIN, {"exponent": lambda i, d: -2 * i / d}, LLAMA, "minus"),
    ("neighbors paired", PLAIN, {"order": "interleaved"}, LLAMA, "pairing"),
    ("halves paired", COHERE_CODE, {"order": "half"}, COHERE, "pairing"),
    ("whole head rotated", NEOX_CODE, {"width": 64}, NEOX, "width"),
    ("YaRN lost on load", SCALED, {"scale": lambda plain, base: plain}, YARN, "unscaled"),
    ("YaRN twice", SCALED, {"scale": lambda plain, base: yarn(plain, base) ** 2 / plain}, YARN, "twice"),
    ("linear for YaRN", SCALED, {"scale": lambda plain, base: plain / 4}, YARN, "scaling"),
    (
        "YaRN from the extended length",
        SCALED,
        {"scale": lambda plain, base: yarn(plain, base, original=8192)},
        YARN,
        "original",
    ),
    (
        "llama3 lost",
        Code(scale=lambda plain, base: llama3(plain)),
        {"scale": lambda plain, base: plain},
        LLAMA3,
        "unscaled",
    ),
    (
        "llama3 blend exchanged",
        PLAIN,
        {"scale": lambda plain, base: plain + plain / 8 - llama3(plain)},
        LLAMA3,
        "blend",
    ),
    ("linear on sliding layers", LOCAL, {"scale": lambda plain, base: plain / 8}, GEMMA, "scaling-layers"),
    ("global base on sliding layers", LOCAL, {"base": 1000000.0}, GEMMA, "base-layers"),
    ("sliding layers' base on full ones", GEMMA_CODE, {"base": 10000.0}, GEMMA, "base-layers"),
    ("linear missing on full layers", GEMMA_CODE, {"scale": lambda plain, base: plain}, GEMMA, "unscaled"),
    ("attention factor missing", SCALED, {"attention": 1.0}, YARN, "attention"),
    ("attention factor squared", SCALED, {"attention": ATTENTION**2}, YARN, "attention"),
    ("attention factor without need", PLAIN, {"attention": ATTENTION}, LLAMA, "attention"),
    ("positions doubled", PLAIN, {"position": lambda p: 2 * p}, LLAMA, "times"),
    ("positions from 1", PLAIN, {"position": lambda p: p + 1}, LLAMA, "shift"),
    ("positions stuck at the cache size", PLAIN, {"position": lambda p: np.minimum(p, 2047)}, LLAMA, "late"),
    ("positions wrapped at the cache size", PLAIN, {"position": lambda p: p % 2048}, LLAMA, "late"),
    ("position of the last token for all", PLAIN, {"position": lambda p: p * 0 + p.max()}, LLAMA, "still"),
    ("frequencies in bfloat16", PLAIN, half_precision("bfloat16", "frequency"), LLAMA, "rounded"),
    ("frequencies in float16", PLAIN, half_precision("float16", "frequency"), LLAMA, "rounded"),
    ("positions in bfloat16", PLAIN, half_precision("bfloat16", "position"), LLAMA, "rounded"),
    ("angles in bfloat16", PLAIN, half_precision("bfloat16", "angle"), LLAMA, "rounded"),
    ("buffer of zeros", PLAIN, with_buffer(lambda w: w.fill(0)), LLAMA, "zero or none"),
    ("two frequencies of garbage", PLAIN, with_buffer(lambda w: w.put([0, 6], [1e9, 3.7])), LLAMA, "pairs"),
    ("buffer with NaN", PLAIN, with_buffer(lambda w: w.put([3], [np.nan])), LLAMA, "nan"),
    ("cosines and sines exchanged", PLAIN, {"wave": lambda c, s: (s, c)}, LLAMA, "exchanged"),
    ("rotation backwards", PLAIN, {"wave": lambda c, s: (c, -s)}, LLAMA, "sign"),
]


@pytest.mark.parametrize(("code", "config"), RIGHT)
def test_right_code_passes(code, config):
    assert_rotary(code, config)
    assert_rotary(code.table(), config)
    assert_rotary(code.inv_freq(), config)
    cosine, sine = code.waves(np.arange(300))
    assert_rotary((cosine, sine), config)
    assert_rotary(cosine + 1j * sine, config)
    assert_rotary(np.concatenate((cosine, sine), axis=1), config)
    assert_rotary(np.stack((cosine, sine), axis=-1), config)
    assert_rotary(lambda q, k, pos: (code(q, pos), code(k, pos)), config)


def explanation(observed, config, layer=None):
    """Ids of the differences, without their prefix."""
    _, reasons = find_differences(observed, expected_rotation(models.from_config(config), layer))
    return " ".join(reason.id.removeprefix("rope-bug-") for reason in reasons)


@pytest.mark.parametrize(("name", "code", "change", "config", "ids"), MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutants_fail_with_their_reason(name, code, change, config, ids):
    mutant, layer = replace(code, **change), "sliding" if code is LOCAL else None
    possible = ids.split(" or ")
    assert explanation(mutant, config, layer) in possible
    assert explanation(mutant.table(), config, layer) in possible
    if not np.array_equal(mutant.inv_freq(), code.inv_freq()):
        assert explanation(mutant.inv_freq(), config, layer) in [reasons.split()[0] for reasons in possible]
    else:
        assert not explanation(mutant.inv_freq(), config, layer)


PLAIN_FREQUENCIES = 500000.0 ** (-np.arange(32) / 32)
LONG = math.sqrt(1 + math.log(4) / math.log(2048))
GROWING = [
    (
        LONGROPE,
        lambda end: PLAIN_FREQUENCIES / (2 + 0.5 * np.arange(32) if end > 2048 else 1 + 0.1 * np.arange(32)),
        LONG,
    ),
    (DYNAMIC, lambda end: dynamic(PLAIN_FREQUENCIES, end), 1.0),
]


@pytest.mark.parametrize(("config", "frequencies", "size"), GROWING, ids=["LongRoPE", "dynamic"])
def test_frequencies_that_depend_on_the_length(config, frequencies, size):
    def code(change):
        def forward(x, position_ids):
            angles = np.multiply.outer(position_ids, frequencies(change(position_ids.max() + 1)))
            return size * np.cos(angles), size * np.sin(angles)

        return Module(forward)

    assert not explanation(code(lambda end: end), config)
    scaling = config["rope_scaling"] | {"original_max_position_embeddings": 2048}
    assert_rotary(code(lambda end: end), base=500000, dim=64, scaling=scaling)
    assert explanation(code(lambda end: 1), config) in ("long", "unscaled")
    assert explanation(code(lambda end: 4096), config) in ("long", "base", "scaling")


HALF = Code(base=10000.0)
FUNCTIONS = [
    ("one head only", lambda x, p: np.where(np.arange(7)[:, None, None] < 1, HALF(x, p), x), "unlike"),
    ("keys one ahead", lambda q, k, p: (HALF(q, p), HALF(k, p + 1)), "shift"),
    ("keys before the cache", lambda q, k, p: (HALF(q, p), HALF(k, p - p.max())), "shift"),
    ("index for position", lambda x, p: HALF(x, np.arange(x.shape[-2])), "index"),
    ("nothing", lambda x, p: x, "none"),
    ("last dimensions", lambda x, p: np.roll(replace(HALF, width=32)(np.roll(x, 32, -1), p), -32, -1), "place width"),
    ("rotate_half without minus", lambda x, p: replace(HALF, sign=-1.0)(x, p), "signs"),
    ("cosines repeated, halves rotated", lambda x, p: apply(x, *map(repeated, HALF.waves(p))), "mixed"),
    ("position 0 for all", lambda x, p: HALF(x, 0 * p), "none"),
]


def repeated(wave):
    return np.repeat(wave, 2, axis=-1)


def apply(x, cos, sin):
    return x * cos + np.concatenate((-x[..., 32:], x[..., :32]), axis=-1) * sin


@pytest.mark.parametrize(("name", "function", "ids"), FUNCTIONS, ids=[function[0] for function in FUNCTIONS])
def test_wrong_functions_fail(name, function, ids):
    assert explanation(function, LLAMA | {"rope_theta": 10000.0}) == ids


PARTIAL = {
    "GPT-NeoX": (NEOX, 64, 16, "half"),
    "Phi": ({**NEOX, "model_type": "phi", "partial_rotary_factor": 0.5}, 64, 32, "half"),
    "GLM": ({**NEOX, "model_type": "glm", "head_dim": 64, "partial_rotary_factor": 0.5}, 64, 32, "interleaved"),
}
REST = {
    "zero": lambda rest: 0 * rest,
    "half": lambda rest: rest / 2,
    "scaled": lambda rest: 1.01 * rest,
    "negated": lambda rest: -rest,
    "reversed": lambda rest: rest[..., ::-1],
    "one": lambda rest: rest * (np.arange(rest.shape[-1]) > 0),
    "dropped": lambda rest: rest[..., :0],
}
"""Changes of the dimensions that are not rotated."""


@pytest.mark.parametrize("model", PARTIAL)
def test_the_whole_head_is_tested(model):
    config, head, width, order = PARTIAL[model]
    right = Code(base=10000.0, head=head, width=width, order=order)

    def change(rest):
        return lambda x, p: np.concatenate([right(x, p)[..., :width], rest(x[..., width:])], axis=-1)

    assert_rotary(change(lambda rest: rest), config)
    for name, rest in REST.items():
        assert explanation(change(rest), config) == ("cut" if name == "dropped" else "rest"), name
    for other in (replace(right, width=head, exponent=lambda i, d: 2 * i / width), replace(right, width=head)):
        assert explanation(other, config) == "width"
    first = np.arange(width // 2)
    assert explanation(lambda x, p: rotate_pairs(x, right.waves(p), first, first + head // 2), config).startswith(
        "place"
    )


def rotate_pairs(x, waves, first, second):
    result, (cosine, sine) = np.array(x), waves
    result[..., first] = x[..., first] * cosine - x[..., second] * sine
    result[..., second] = x[..., second] * cosine + x[..., first] * sine
    return result


PROPORTIONAL = {
    "model_type": "gemma4_text", "hidden_size": 512, "num_attention_heads": 2, "head_dim": 128, "global_head_dim": 256,
    "num_hidden_layers": 2, "max_position_embeddings": 8192, "layer_types": ["sliding_attention", "full_attention"],
    "rope_parameters": {
        "full_attention": {"partial_rotary_factor": 0.25, "rope_theta": 1e6, "rope_type": "proportional"},
        "sliding_attention": {"rope_theta": 1e4, "rope_type": "default"},
    },
}  # fmt: skip


def test_proportional_pairs_are_half_a_head_apart():
    pair = np.arange(32)

    def code(first=pair, second=pair + 128, dim=256):
        frequencies = 1e6 ** (-2 * np.arange(len(first)) / dim)
        return lambda x, p: rotate_pairs(
            x, [f(np.multiply.outer(p, frequencies)) for f in (np.cos, np.sin)], first, second
        )

    assert_rotary(code(), PROPORTIONAL)
    assert_rotary(np.r_[1e6 ** (-2 * pair / 256), np.zeros(96)], PROPORTIONAL)
    every = np.arange(128)
    for wrong, ids in (
        (code(second=pair + 32), "place"),
        (code(second=pair + 64), "unlike"),
        (code(first=2 * pair, second=2 * pair + 1), "place pairing"),
        (code(dim=64), "divisor"),
        (code(first=every, second=every + 128), "width"),
        (1e6 ** (-2 * every / 256), "width"),
        (lambda x, p: code()(x, p) * (np.arange(256) < 200), "rest"),
    ):
        assert explanation(wrong, PROPORTIONAL) == ids


def turned(columns):
    """RoPE with one wrong line, from the halves of x, and cosines and sines."""

    def code(x, positions):
        first, second = x[..., :32].copy(), x[..., 32:].copy()
        return np.concatenate(columns(first, second, *HALF.waves(positions)), axis=-1)

    return code


def in_place(x, positions):
    c, s = HALF.waves(positions)
    x[..., :32] = x[..., :32] * c - x[..., 32:] * s
    x[..., 32:] = x[..., 32:] * c + x[..., :32] * s
    return x


FORMS = [
    (turned(lambda a, b, c, s: (a * c - b * s, b * c + a * s)), ""),
    (turned(lambda a, b, c, s: (a * c + b * s, b * c - a * s)), "sign"),
    (turned(lambda a, b, c, s: (a * c + b * s, b * c + a * s)), "signs"),
    (turned(lambda a, b, c, s: (a * c - a * s, b * c + b * s)), "halves"),
    (turned(lambda a, b, c, s: (b * c + a * s, a * c - b * s)), "output"),
    (turned(lambda a, b, c, s: (a * c, b * c)), "sine"),
    (in_place, "overwritten"),
    # no cause that is simulated gives these
    (turned(lambda a, b, c, s: (a * c - b * s, b)), "unlike"),
    (turned(lambda a, b, c, s: (a * c - b * s, b * c * c + a * s)), "unlike"),
    (turned(lambda a, b, c, s: (a * c + a * s, b * c + a * s)), "unlike"),
]


@pytest.mark.parametrize(("function", "ids"), FORMS)
def test_a_cause_is_named_only_if_it_gives_the_result(function, ids):
    assert explanation(function, LLAMA | {"rope_theta": 10000.0}) == ids


def test_functions_of_one_and_of_two_arrays_pass():
    for function in (
        HALF,
        lambda q, k, places: (HALF(q, places), HALF(k, places)),
        lambda x, p: apply(x, *(np.tile(wave, 2) for wave in HALF.waves(p))),
        lambda x, p: round_to(HALF(round_to(x, "bfloat16"), p), "bfloat16"),
        lambda x, p, scale=1: scale * HALF(x, p),
    ):
        assert_rotary(function, dim=64, pairing="half")
    cosines, sines = (np.tile(wave, 2) for wave in HALF.waves(np.arange(300)))
    assert_rotary(lambda x, p: apply(x, cosines[p], sines[p]), dim=64, length=300)


@pytest.mark.parametrize(
    "function",
    [
        apply,
        lambda x: HALF(x, np.arange(x.shape[-2])),
        lambda x, p: {}[0],
        # angles, as in Megatron-Core
        lambda t, freqs: t * np.cos(freqs) + np.concatenate((-t[..., 32:], t[..., :32]), axis=-1) * np.sin(freqs),
        lambda x, p: HALF(x, p)[0],
        lambda x, p: HALF.waves(p),
        lambda x, p: None,
    ],
)
def test_what_cannot_be_called_is_named_first_with_what_can(function):
    with pytest.raises(ValueError, match=r"^Cannot be called like this: .*accepted are \(x, positions\) -> x'"):
        assert_rotary(function, dim=64)


def test_other_errors_of_a_function_are_its_own():
    with pytest.raises(ZeroDivisionError):
        assert_rotary(lambda x, p: 1 / 0, dim=64)
    with pytest.raises(ValueError, match="object cannot be called or read as rotary code"):
        assert_rotary(object(), dim=8)


def tiled(x, cos, sin):
    """Rotation of neighbors by tables that have all pairs in each half, as in GLM."""
    cos, sin = (np.repeat(table[..., : table.shape[-1] // 2], 2, axis=-1) for table in (cos, sin))
    return x * cos + np.stack((-x[..., 1::2], x[..., ::2]), axis=-1).reshape(x.shape) * sin


def sorted_columns(x, positions):
    """Rotation of neighbors that moves their second columns to the other half, as in DeepSeek-V3."""
    return HALF(np.concatenate((x[..., ::2], x[..., 1::2]), axis=-1), positions)


def test_every_order_of_columns_that_gives_the_same_scores_passes():
    def in_halves(x, positions):
        return tiled(x, *(np.tile(wave, 2) for wave in HALF.waves(positions)))

    for function in (in_halves, sorted_columns):
        assert_rotary(function, dim=64, pairing="interleaved")
        with pytest.raises(AssertionError, match="pair"):
            assert_rotary(function, dim=64, pairing="half")


def test_rotation_by_the_negative_angle():
    backward, nanochat = replace(HALF, wave=lambda c, s: (c, -s)), LLAMA | {"model_type": "nanochat", "rope_theta": 1e4}
    assert_rotary(lambda x, positions: backward(x, positions), nanochat)
    assert_rotary(HALF.table(), nanochat)
    with pytest.raises(AssertionError, match="x1 \\* cos \\+ x2 \\* sin"):
        assert_rotary(lambda x, positions: HALF(x, positions), nanochat)


@pytest.mark.parametrize("start", [0, 1, 7])
def test_a_table_of_cosines_beside_sines_may_start_late(start):
    table = np.concatenate(HALF.waves(np.arange(start, start + 300)), axis=1)
    assert explanation(table, LLAMA | {"rope_theta": 10000.0}) == ("shift" if start else "")


def test_a_wrong_column_of_a_table_is_not_another_number_of_dimensions():
    cosine, sine = PLAIN.table(300)
    cosine[7:, 40] = 0.5
    assert explanation((cosine, sine), LLAMA) == "copies"
    cosine[7:, 8] = 0.5
    assert explanation((cosine, sine), LLAMA) == "pairs"


@pytest.mark.parametrize("start", [0, 5])
@pytest.mark.parametrize("copies", [lambda x: x, lambda x: np.tile(x, 2), repeated, lambda x: (x,)])
def test_cosines_or_sines_alone_are_rejected(start, copies):
    for waves in HALF.waves(np.arange(start, 300)):
        with pytest.raises(ValueError, match="a table must have cosines and sines"):
            assert_rotary(copies(waves), dim=64)


@pytest.mark.parametrize("count", [2, 3, 300])
def test_angles_of_any_number_of_positions_are_read(count):
    angles = np.multiply.outer(np.arange(count), HALF.inv_freq())
    assert_rotary(angles, dim=64)
    assert_rotary(np.tile(angles, 2), dim=64)
    with pytest.raises(AssertionError, match="base"):
        assert_rotary(angles, dim=64, base=500000)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pairing": "halves"}, "pairing = 'halves' must be one of interleaved, half"),
        ({"pairing": ""}, "pairing = '' must be one of interleaved, half"),
        ({"length": 0}, "length = 0 must be a whole number from 2"),
        ({"length": "9"}, "length = '9' must be a whole number from 2"),
        ({"layer": "sliding_attention"}, "layer = 'sliding_attention' must be one of all"),
        ({"config": GEMMA, "dim": None, "layer": "foo"}, "layer = 'foo' must be one of sliding, full"),
        ({"config": "GPT-2", "dim": None, "layer": "full"}, "the layers all of GPT-2 have no rotation"),
        ({"scaling": {"type": "foo"}}, "scaling['rope_type'] = 'foo' must be one of default, linear"),
        ({"scaling": {"rope_type": "YaRN"}}, "scaling['rope_type'] = 'YaRN' must be one of"),
        ({"scaling": {"factor": 2}}, "scaling['rope_type'] = None must be one of"),
        ({"scaling": {"type": "linear"}}, "scaling = {'type': 'linear'} must have a factor"),
        ({"scaling": {"type": "linear", "factor": 2, "facto": 3}}, "scaling has unknown keys: facto"),
        ({"scaling": {"type": "dynamic", "factor": 2}}, "dynamic requires original_max_position_embeddings"),
        ({"scaling": "yarn"}, "scaling = 'yarn' must be a mapping"),
        ({"scaling": {"rope_theta": 5e5}, "base": 1e4}, "base = 10000.0 differs from scaling['rope_theta'] = 500000.0"),
        ({"dim": 63}, "dim = 63 must be even"),
        ({"base": 0}, "base must be a number from 1.0001 to"),
        ({"base": "x"}, "base must be a number from 1.0001 to"),
        ({"config": 5, "dim": None}, "config = 5 must be a name of the catalogue, a path, or a configuration"),
    ],
)
def test_a_wrong_argument_is_named_with_what_is_allowed(arguments, sentence):
    for rotary in (HALF, HALF.inv_freq()):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            assert_rotary(rotary, **{"dim": 64} | arguments)


def test_a_missing_file_is_no_name():
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: 'nofile\.json'"):
        assert_rotary(HALF, "nofile.json")


class Parts:
    """Model with rotary code in a module of any class."""

    def __init__(self, *parts):
        self.parts = parts

    def modules(self):
        return [self, *(module for part in self.parts for module in part.modules())]


class Positions(Parts):
    def __init__(self, code, *parts):
        super().__init__(*parts)
        self.code = code

    def forward(self, x, position_ids):
        return self.code.waves(position_ids)


class Buffer(Parts):
    def __init__(self, code):
        super().__init__()
        self.code, self.inv_freq = code, code.inv_freq()

    def forward(self, x, places):
        return self.code.waves(places)


class Layer(Positions):
    """A layer with the same arguments as the rotary module in it."""


@pytest.mark.parametrize(
    "model",
    [
        Positions,
        lambda code: Parts(Parts(), Positions(code)),
        lambda code: Parts(Buffer(code)),
        lambda code: Parts(Layer(None, Positions(code))),
    ],
)
def test_a_rotary_module_is_found_by_its_arguments_or_buffer(model):
    """Modules that have only `forward`, too."""
    assert_rotary(model(HALF), dim=64)
    with pytest.raises(AssertionError, match="the base is 500,000, not 10,000"):
        assert_rotary(model(PLAIN), dim=64)


class Module:
    """Parts of a PyTorch module that the assertion uses."""

    def __init__(self, forward):
        self.forward, self.inv_freq = forward, HALF.inv_freq()

    def __call__(self, *arguments, **named):
        return self.forward(*arguments, **named)


def test_modules_are_tested_at_every_kind_of_layers():
    right = {"full_attention": GEMMA_CODE, "sliding_attention": LOCAL}
    assert_rotary(Module(lambda x, position_ids, layer_type: right[layer_type].waves(position_ids)), GEMMA)
    with pytest.raises(AssertionError, match="frequencies are those of layers of kind “full”"):
        assert_rotary(Module(lambda x, position_ids, layer_type: GEMMA_CODE.waves(position_ids)), GEMMA)
    assert_rotary(LOCAL.inv_freq(), GEMMA, layer="sliding_attention")
    with pytest.raises(AssertionError, match="“sliding”"):
        assert_rotary(LOCAL.inv_freq(), GEMMA)


def test_the_message_is_a_sentence_and_the_likely_line():
    with pytest.raises(AssertionError) as failure:
        assert_rotary(replace(NEOX_CODE, exponent=lambda i, d: 2 * i / 64), NEOX)
    assert str(failure.value).splitlines() == [
        "The rotation differs from the configuration: the exponent is divided by 64, the dimensions of the head, not "
        "by the 16 rotated dimensions.",
        "Look here in your code: inv_freq = base ** -(arange(0, 16, 2) / 16)",
    ]


def test_configurations_are_names_files_numbers_and_objects(tmp_path):
    frequencies = 500000.0 ** (-np.arange(0, 128, 2) / 128)
    assert_rotary(frequencies, "Llama 3 8B")
    (tmp_path / "config.json").write_text(json.dumps(LLAMA | {"head_dim": 128}))
    assert_rotary(frequencies, tmp_path / "config.json")
    assert_rotary(frequencies, str(tmp_path / "config.json"))
    assert_rotary(frequencies, SimpleNamespace(to_dict=lambda: LLAMA | {"head_dim": 128}))
    assert_rotary(frequencies, base=500000, dim=128)
    linear = {"rope_type": "linear", "factor": 4.0}
    assert_rotary(frequencies / 4, base=500000, dim=128, scaling=linear)
    for wrong in ({}, {"config": LLAMA, "dim": 64}, {"config": {"model_type": "gpt2", "n_embd": 64, "n_head": 1}}):
        with pytest.raises(ValueError, match=r"config|rotation"):
            assert_rotary(frequencies, **wrong)
