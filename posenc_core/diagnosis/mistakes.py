"""What goes wrong in code that makes a table of sines and cosines? Each mistake as a function, with its story."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core import precision
from posenc_core.arrays import Array, whole

NOT_SEEN = "No public case of it is on record here."
"""Of a mistake that is in the catalogue because it lies near at hand."""


class Mistake(NamedTuple):
    """A mistake that people make, and what becomes of the table."""

    name: str
    what: str
    """What is wrong with the table, as the end of a sentence."""
    story: str
    """How it comes about, and what of the table shows it, in a sentence or two."""
    seen: str
    """Where it was seen, as a sentence."""
    wrong: str
    """The line of code that is probably wrong, for base 10,000."""
    right: str
    """The same line without the mistake."""
    table: Callable[[int, int, float], Array]
    """What code with the mistake makes of a length, a dim and a base. -> (n, d), of the transposed one (d, n)"""


def _counted(length: int, dim: int, base: float) -> tuple[Array, NDArray[np.int64]]:
    """Every position as a row, and every column j. -> (n, 1), (d,)"""
    if not 0 < base < np.inf:
        raise ValueError(f"base = {base!r} must be a finite number above 0")
    return np.arange(whole("length", length), dtype=np.float64)[:, None], np.arange(whole("dim", dim))


def _woven(angles: Array) -> Array:
    """The sine in every even column, the cosine in every odd one. (n, d) -> (n, d)"""
    table = np.empty_like(angles)
    np.sin(angles[:, 0::2], out=table[:, 0::2])
    np.cos(angles[:, 1::2], out=table[:, 1::2])
    return table


def _angles(length: int, dim: int, base: float) -> Array:
    """The angles as they should be: both columns of a pair have one. -> (n, d)"""
    p, j = _counted(length, dim, base)
    return p * base ** (-(j - j % 2) / dim)


def _exponent_2j(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * base ** (-2 * j / dim))


def _cosine_of_the_next_pair(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * base ** (-(j + j % 2) / dim))


def _exponent_j(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * base ** (-j / dim))


def _exponent_i(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * base ** (-(j // 2) / dim))


def _exponent_4i(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * base ** (-4 * (j // 2) / dim))


def _sines_alone(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return np.asarray(np.sin(p * base ** (-j / dim)))


def _positions_from_1(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven((p + 1) * base ** (-(j - j % 2) / dim))


def _degrees(length: int, dim: int, base: float) -> Array:
    return _woven(np.radians(_angles(length, dim, base)))


def _wrong_logarithm(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * np.exp(-(j - j % 2) * np.log10(base) / dim))


def _binary_logarithm(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * np.exp(-(j - j % 2) * np.log2(base) / dim))


def _cosine_first(length: int, dim: int, base: float) -> Array:
    angles = _angles(length, dim, base)
    table = np.empty_like(angles)
    table[:, 0::2], table[:, 1::2] = np.cos(angles[:, 0::2]), np.sin(angles[:, 1::2])
    return table


def _bfloat16_frequencies(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(p * precision.rounded(base ** (-(j - j % 2) / dim), "bfloat16"))


def _bfloat16_positions(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    return _woven(precision.rounded(p, "bfloat16") * base ** (-(j - j % 2) / dim))


def _half_table(length: int, dim: int, base: float) -> Array:
    p, j = _counted(length, dim, base)
    if dim % 2:
        raise ValueError(f"dim = {dim} must be even: a rotation turns pairs of columns")
    angles = p * base ** (-2 * (j % (dim // 2)) / dim)
    return np.where(j % 2, np.sin(angles), np.cos(angles))


def _one_more_cut(length: int, dim: int, base: float) -> Array:
    return _woven(_angles(length, whole("dim", dim) + 1, base))[:, :-1]


def _missing_root(length: int, dim: int, base: float) -> Array:
    return np.asarray(_woven(_angles(length, dim, base)) / np.sqrt(dim))


def _transposed(length: int, dim: int, base: float) -> Array:
    return _woven(_angles(length, dim, base)).T


PAIRS = """\
pe[:, 0::2] = np.sin(position * div_term)
pe[:, 1::2] = np.cos(position * div_term)"""
DIVISORS = "div_term = 10000 ** (-np.arange(0, d_model, 2) / d_model)"
LOGARITHM = "div_term = np.exp(np.arange(0, d_model, 2) * -math.log(10000) / d_model)"

MISTAKES: Mapping[str, Mistake] = MappingProxyType(
    {
        each.name: each
        for each in (
            Mistake(
                name="exponent 2j/d",
                what="every column j has an exponent of its own, 2j/d",
                story="The loop counts columns, and the exponent doubles them once more. Columns slow down twice as "
                "fast as they should, and no sine has the frequency of its cosine.",
                seen="Seen in SamLynnEvans/Transformer (issues 7, 25), Kyubyong/transformer (issue 38), "
                "jadore801120/attention-is-all-you-need-pytorch (issue 32) and shenweichen/DeepCTR (issue 379).",
                wrong="pe[pos, i] = math.sin(pos / 10000 ** (2 * i / d_model))\n"
                "pe[pos, i + 1] = math.cos(pos / 10000 ** (2 * (i + 1) / d_model))",
                right="pe[pos, i] = math.sin(pos / 10000 ** (i / d_model))\n"
                "pe[pos, i + 1] = math.cos(pos / 10000 ** (i / d_model))",
                table=_exponent_2j,
            ),
            Mistake(
                name="cosine of the next pair",
                what="each cosine has the exponent of the next pair",
                story="The sines are right, and every cosine is as slow as the sine of the pair after it. So no "
                "cosine turns with its own sine.",
                seen=NOT_SEEN,
                wrong="pe[pos, i + 1] = math.cos(pos / 10000 ** ((i + 2) / d_model))",
                right="pe[pos, i + 1] = math.cos(pos / 10000 ** (i / d_model))",
                table=_cosine_of_the_next_pair,
            ),
            Mistake(
                name="exponent j/d",
                what="the exponent is j/d, so each cosine is slower than its sine",
                story="The exponent takes the number of the column, not that of the pair. The sines are right, and "
                "every cosine lies half-way between its own sine and the next.",
                seen="Seen in maxjcohen/transformer (issue 62).",
                wrong="pe[pos, i + 1] = math.cos(pos / 10000 ** ((i + 1) / d_model))",
                right="pe[pos, i + 1] = math.cos(pos / 10000 ** (i / d_model))",
                table=_exponent_j,
            ),
            Mistake(
                name="exponent i/d",
                what="the exponent is i/d in place of 2i/d",
                story="The pairs are counted, and their number is not doubled. Every pair but the first is too fast, "
                "as if the base were the square root of the right one.",
                seen=NOT_SEEN,
                wrong="div_term = 10000 ** (-np.arange(d_model // 2) / d_model)",
                right=DIVISORS,
                table=_exponent_i,
            ),
            Mistake(
                name="exponent 4i/d",
                what="the exponent is 4i/d in place of 2i/d",
                story="The loop counts by twos already, and the exponent doubles the count once more. Every pair but "
                "the first is too slow, as if the base were the square of the right one.",
                seen="Proposed as a repair of exponent 2j/d in SamLynnEvans/Transformer (issue 25) and in "
                "YutaroOgawa/pytorch_advanced (issue 79).",
                wrong="pe[pos, i] = math.sin(pos / 10000 ** (2 * i / d_model))\n"
                "pe[pos, i + 1] = math.cos(pos / 10000 ** (2 * i / d_model))",
                right="pe[pos, i] = math.sin(pos / 10000 ** (i / d_model))\n"
                "pe[pos, i + 1] = math.cos(pos / 10000 ** (i / d_model))",
                table=_exponent_4i,
            ),
            Mistake(
                name="sines alone",
                what="every column is a sine, and there is no cosine",
                story="Each column has a sine of its own, with the exponent j/d. Row 0 is all zeros, and steps are not "
                "equally long.",
                seen=NOT_SEEN,
                wrong="pe = np.sin(position / 10000 ** (np.arange(d_model) / d_model))",
                right=PAIRS,
                table=_sines_alone,
            ),
            Mistake(
                name="positions from 1",
                what="the first position is 1 in place of 0",
                story="Row 0 should hold zeros and ones, and holds the numbers of position 1. Distances stay as they "
                "are. A model that was trained with the other table reads every token one place too far.",
                seen="On purpose DETR counts from 1, and M2M100 from 2.",
                wrong="position = np.arange(1, max_len + 1)[:, None]",
                right="position = np.arange(max_len)[:, None]",
                table=_positions_from_1,
            ),
            Mistake(
                name="degrees",
                what="the angles are taken for degrees",
                story="Sine and cosine read angles in radians, and these were converted as if they were degrees. "
                "Every wave is 180/π times as long as it should be, also the first.",
                seen=NOT_SEEN,
                wrong="angles = np.radians(position * div_term)",
                right="angles = position * div_term",
                table=_degrees,
            ),
            Mistake(
                name="wrong logarithm",
                what="the logarithm of the base is taken to base 10",
                story="The power is written as exp(−2i/d · ln B), and log10 stands in the place of ln. The "
                "waves hardly slow down: a base of 10,000 acts as one of about 54.6.",
                seen=NOT_SEEN,
                wrong=LOGARITHM.replace("math.log", "math.log10"),
                right=LOGARITHM,
                table=_wrong_logarithm,
            ),
            Mistake(
                name="binary logarithm",
                what="the logarithm of the base is taken to base 2",
                story="The power is written as exp(−2i/d · ln B), and log2 stands in the place of ln. The "
                "waves slow down too much: a base of 10,000 acts as one of about 590,000.",
                seen="Seen in a public Transformer in PyTorch, found by this line; its repository is not on record.",
                wrong=LOGARITHM.replace("math.log", "math.log2"),
                right=LOGARITHM,
                table=_binary_logarithm,
            ),
            Mistake(
                name="cosine first",
                what="the cosine of each pair stands first",
                story="The columns of every pair are exchanged, and row 0 begins with 1 in place of 0. Distances stay "
                "as they are. A model that was trained with the other order cannot read it.",
                seen="MusicGen and Kernes (2021) do so on purpose.",
                wrong="pe[:, 0::2] = np.cos(position * div_term)\npe[:, 1::2] = np.sin(position * div_term)",
                right=PAIRS,
                table=_cosine_first,
            ),
            Mistake(
                name="bfloat16 frequencies",
                what="the frequencies are rounded to bfloat16",
                story="The whole model is cast to bfloat16, and the frequencies with it. Each is off by up to 0.4 %, "
                "so the angles are the more wrong the later the position.",
                seen="Seen in EleutherAI/gpt-neox (issue 1003), huggingface/transformers (issue 29496) and "
                "NVIDIA-NeMo/Automodel (pull request 2549).",
                wrong="div_term = div_term.to(torch.bfloat16)",
                right="div_term = div_term.to(torch.float32)",
                table=_bfloat16_frequencies,
            ),
            Mistake(
                name="bfloat16 positions",
                what="the positions are rounded to bfloat16",
                story="bfloat16 has no whole number between 256 and 258, so position 257 becomes 256. From there on "
                "rows repeat, and more of them the farther one goes.",
                seen="Seen in huggingface/transformers (pull request 29285), huggingface/diffusers (issue 13920) and "
                "nkalyanv99/UNI-D2 (pull request 6).",
                wrong="position = torch.arange(max_len, dtype=torch.bfloat16)[:, None]",
                right="position = torch.arange(max_len, dtype=torch.float32)[:, None]",
                table=_bfloat16_positions,
            ),
            Mistake(
                name="half table",
                what="a rotary table laid out in halves is used with pairs of neighbours",
                story="The angles are repeated one block behind the other, and the rotation takes neighbours for "
                "pairs. So the two columns of a pair turn by different angles, and lengths change.",
                seen="Seen in facebookresearch/vjepa2 (pull request 15) and Tongjilibo/bert4torch (issue 1).",
                wrong="angles = np.concatenate((angles, angles), axis=-1)",
                right="angles = np.repeat(angles, 2, axis=-1)",
                table=_half_table,
            ),
            Mistake(
                name="d + 1 cut",
                what="it was made for d + 1 columns, and the last was cut off",
                story="The exponent divides by d + 1, so every wave but the first is a little too fast. Where d is "
                "even, the base seems a little smaller.",
                seen="The package positional-encodings does so on purpose where d is odd.",
                wrong="pe = sinusoidal(max_len, d_model + 1)[:, :d_model]",
                right="pe = sinusoidal(max_len, d_model)",
                table=_one_more_cut,
            ),
            Mistake(
                name="missing √d",
                what="the table is divided by √d",
                story="The paper multiplies the tokens by √d and leaves the table as it is. Here the table was divided "
                "instead, so its numbers reach 1/√d in place of 1.",
                seen="Seen in nicklashansen/dreamer4 (pull request 4); x-transformers begins so on purpose.",
                wrong="x = token + pe / math.sqrt(d_model)",
                right="x = token * math.sqrt(d_model) + pe",
                table=_missing_root,
            ),
            Mistake(
                name="transposed",
                what="rows and columns are exchanged",
                story="The outer product was taken the other way round, so a row is a column of the formula. Row 0 "
                "is the fastest wave, and column 0 is position 0.",
                seen=NOT_SEEN,
                wrong="angles = np.outer(div_term, position)",
                right="angles = np.outer(position, div_term)",
                table=_transposed,
            ),
        )
    }
)
"""Every mistake, by its name."""
