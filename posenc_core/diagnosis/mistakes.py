"""What goes wrong in code that makes a table of sines and cosines? Each bug is one edit of one program."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from posenc_core.arrays import Array
from posenc_core.diagnosis import programs
from posenc_core.diagnosis.programs import PAIRS, RIGHT

NOT_SEEN = "No public case of it is on record here."

COLUMN = "# j: column, i: its pair\n"


class Mistake(NamedTuple):
    """A bug that people write, and what becomes of the table. Table, listings, and search follow from its lines."""

    name: str
    what: str
    """What is wrong, as the end of a sentence."""
    story: str
    """How it comes about and what it does, in a sentence or two."""
    seen: str
    """Where it was seen, as a sentence."""
    lines: Mapping[str, str]
    """The wrong lines of the program, by the stage that they replace: one, rarely two."""
    undo: str = ""
    """Of a bug that rearranges a finished table: the line that restores it."""
    instead: str = ""
    """The correct line, where the program has none."""
    layout: str = ""
    """The only layout in which the bug is one; of most: any."""

    @property
    def program(self) -> Mapping[str, str]:
        """The whole program with the wrong lines."""
        return {stage: self.lines.get(stage, line) for stage, line in RIGHT.items()}

    @property
    def wrong(self) -> str:
        """The wrong lines."""
        return self._listing(self.lines)

    @property
    def right(self) -> str:
        """The same lines without the bug."""
        return self._listing({stage: self.instead or RIGHT[stage] or PAIRS["interleaved"] for stage in self.lines})

    def _listing(self, lines: Mapping[str, str]) -> str:
        both = [*self.lines.values(), *(RIGHT[stage] for stage in self.lines)]
        indexed = any(f" {letter} " in f" {line} " for line in both for letter in "ij")
        return COLUMN * indexed + "\n".join(lines.values())

    def table(
        self,
        length: int,
        dim: int,
        base: float = 10000.0,
        *,
        layout: str = "interleaved",
        first: str = "sin",
        start: float = 0.0,
    ) -> Array:
        """The table that code with the bug makes. -> (n, d); transposed (d, n). ValueError for impossible sizes."""
        return programs.table(self.program, length, dim, base, layout=layout, first=first, start=start)


def _power(what: str) -> str:
    return f"exponent = {what}"


def _log(function: str) -> str:
    return f"frequency = np.exp(-exponent * np.{function}(base))"


MISTAKES: Mapping[str, Mistake] = MappingProxyType(
    {
        each.name: each
        for each in (
            Mistake(
                "exponent 2j/d",
                "the exponent of column j is 2j/d, so every column has its own frequency",
                "The loop counts columns, and the exponent doubles the count. Frequencies fall twice as fast as they "
                "should, and no sine has the frequency of its cosine.",
                "Seen in SamLynnEvans/Transformer (issues 7, 25), Kyubyong/transformer (issue 38), "
                "jadore801120/attention-is-all-you-need-pytorch (issue 32), and shenweichen/DeepCTR (issue 379).",
                {"exponent": _power("2 * j / d")},
            ),
            Mistake(
                "cosine of the next pair",
                "each cosine has the exponent of the next pair",
                "The sines are correct, and every cosine has the frequency of the next sine.",
                NOT_SEEN,
                {"exponent": _power("2 * (i + cosine) / d")},
            ),
            Mistake(
                "exponent j/d",
                "the exponent of column j is j/d, so each cosine is slower than its sine",
                "The exponent counts columns, not pairs. The sines are correct, and the frequency of every cosine lies "
                "between those of its own sine and the next.",
                "Seen in maxjcohen/transformer (issue 62).",
                {"exponent": _power("j / d")},
            ),
            Mistake(
                "exponent i/d",
                "the exponent is i/d instead of 2i/d",
                "The code counts pairs and does not double the count. It acts like the square root of the base.",
                NOT_SEEN,
                {"exponent": _power("i / d")},
            ),
            Mistake(
                "exponent 4i/d",
                "the exponent is 4i/d instead of 2i/d",
                "The loop counts in twos, and the exponent doubles the count again. It acts like the square of the "
                "base.",
                "Proposed as a fix of exponent 2j/d in SamLynnEvans/Transformer (issue 25) and in "
                "YutaroOgawa/pytorch_advanced (issue 79).",
                {"exponent": _power("4 * i / d")},
            ),
            Mistake(
                "sines alone",
                "every column is a sine with an exponent of its own, and there is no cosine",
                "Without cosines, a shift is no linear map, and distances between neighboring positions differ. Row 0 "
                "is all zeros.",
                NOT_SEEN,
                {"exponent": _power("j / d"), "wave": "pe = np.sin(angle)"},
            ),
            Mistake(
                "positions from 1",
                "the first position is 1 instead of 0",
                "Every row holds the vector of the next position. Distances do not change, but a model trained with "
                "the other table reads every token one position too late.",
                "DETR counts from 1 on purpose, and M2M100 from 2.",
                {"position": "position = np.arange(start + 1, stop + 1)[:, None]"},
            ),
            Mistake(
                "degrees",
                "the angles are converted from degrees",
                "Sine and cosine take radians, and the angles are already in radians. Every wavelength becomes 180/π "
                "times as long, that of the first pair too.",
                NOT_SEEN,
                {"angle": "angle = np.radians(position * frequency)"},
            ),
            Mistake(
                "wrong logarithm",
                "the logarithm of the base is taken to base 10",
                "The power is written as exp(−2i/d · ln B) with log10 instead of ln. Frequencies hardly fall: a base "
                "of 10,000 acts like one of about 54.6.",
                NOT_SEEN,
                {"frequency": _log("log10")},
                instead=_log("log"),
            ),
            Mistake(
                "binary logarithm",
                "the logarithm of the base is taken to base 2",
                "The power is written as exp(−2i/d · ln B) with log2 instead of ln. Frequencies fall too fast: a base "
                "of 10,000 acts like one of about 590,000.",
                "Seen in a public Transformer in PyTorch, found by this line; its repository is not on record.",
                {"frequency": _log("log2")},
                instead=_log("log"),
            ),
            Mistake(
                "cosine first",
                "the cosine of each pair stands before its sine",
                "The two columns of every pair are exchanged. Distances do not change, but a model trained with the "
                "other order cannot read the table.",
                "Stable Diffusion (flip_sin_to_cos in diffusers), ADM, DiT, MusicGen, and vLLM's cos_sin_cache do so "
                "on purpose.",
                {"wave": "pe = np.where(cosine, np.sin(angle), np.cos(angle))"},
            ),
            Mistake(
                "bfloat16 frequencies",
                "the frequencies are rounded to bfloat16",
                "The whole model is cast to bfloat16, and the frequencies with it. Each is off by up to 0.4%, so the "
                "error of an angle grows with the position.",
                "Seen in EleutherAI/gpt-neox (issue 1003), huggingface/transformers (issue 29496), and "
                "NVIDIA-NeMo/Automodel (pull request 2549).",
                {"frequency": "frequency = bfloat16(base ** -exponent)"},
            ),
            Mistake(
                "bfloat16 positions",
                "the positions are rounded to bfloat16",
                "bfloat16 has no integer between 256 and 258, so position 257 becomes 256. From there on rows repeat.",
                "Seen in huggingface/transformers (pull request 29285), huggingface/diffusers (issue 13920), and "
                "nkalyanv99/UNI-D2 (pull request 6).",
                {"position": "position = bfloat16(np.arange(start, stop))[:, None]"},
            ),
            Mistake(
                "half table",
                "a rotary table for pairs half a vector apart is used with neighboring pairs",
                "The angles are repeated block after block, and the rotation takes neighboring columns as pairs. The "
                "two columns of a pair rotate by different angles, so lengths change.",
                "Seen in facebookresearch/vjepa2 (pull request 15) and Tongjilibo/bert4torch (issue 1).",
                {"pair": "i = j % (d // 2)", "wave": "pe = np.where(cosine, np.sin(angle), np.cos(angle))"},
                layout="interleaved",
            ),
            Mistake(
                "d + 1 cut",
                "it was made for d + 1 columns, and the last was cut off",
                "The exponent divides by d + 1, so every frequency but the first is slightly too high.",
                "The package positional-encodings does so on purpose where d is odd.",
                {"exponent": _power("2 * i / (d + 1)")},
            ),
            Mistake(
                "missing √d",
                "the table is divided by √d",
                "The paper multiplies the token embeddings by √d and leaves the table as it is. Here the table is "
                "divided instead, so its values reach only 1/√d.",
                "Seen in nicklashansen/dreamer4 (pull request 4); x-transformers starts like this on purpose.",
                {"table": "pe = pe / np.sqrt(d)"},
                instead="tokens = tokens * np.sqrt(d)",
            ),
            Mistake(
                "transposed",
                "rows and columns are exchanged",
                "The outer product was taken in the other order, so a row of the table is a column of the formula.",
                NOT_SEEN,
                {"table": "pe = pe.T"},
                undo="pe = pe.T",
                instead="assert pe.shape == (n, d)",
            ),
            Mistake(
                "minus forgotten",
                "the exponent lacks its minus sign",
                "Frequencies rise from pair to pair instead of falling, so the vectors of neighboring positions are "
                "unrelated.",
                NOT_SEEN,
                {"frequency": "frequency = base ** exponent"},
            ),
            Mistake(
                "linear frequencies",
                "the frequencies are 2i · B/d: they rise linearly, and the power is missing",
                "The term that should divide the position multiplies it. Most frequencies exceed π, so neighboring "
                "positions are unrelated.",
                "Seen in aharley/pips (issue 30), with 1000 as B.",
                {"frequency": "frequency = 2 * i * base / d"},
            ),
            Mistake(
                "integer division",
                "the exponent is divided as an integer, so it is 0 in every column",
                "Integer division rounds 2i/d down to 0. All pairs have the same frequency, 1.",
                "Seen in Kyubyong/transformer (pull request 81).",
                {"exponent": _power("2 * i // d")},
            ),
            Mistake(
                "integer division over columns",
                "the exponent of column j is 2j/d divided as an integer, so it is 0 or 1",
                "Integer division rounds 2j/d down. One half of the columns has frequency 1, the other 1/B.",
                NOT_SEEN,
                {"exponent": _power("2 * j // d")},
            ),
            Mistake(
                "exponent 2(i//2)/d",
                "the exponent is 2(i//2)/d, so neighboring pairs share a frequency",
                "The count of pairs is halved once more, as if it were a count of columns. It acts like the square root "
                "of the base, in steps of two pairs.",
                NOT_SEEN,
                {"exponent": _power("2 * (i // 2) / d")},
            ),
            Mistake(
                "sine and cosine forgotten",
                "the table holds the angles: no sine or cosine is taken",
                "Every column is a straight line, and values grow with the position without limit.",
                NOT_SEEN,
                {"wave": "pe = angle"},
            ),
            Mistake(
                "bfloat16 angles",
                "the angles are rounded to bfloat16",
                "The product of position and frequency is rounded to 8 bits, which leaves an error of up to 1 radian "
                "beyond an angle of 256.",
                "Seen in huggingface/diffusers (pull request 13922): autocast runs the product in bfloat16.",
                {"angle": "angle = bfloat16(position * frequency)"},
            ),
            Mistake(
                "float16 angles",
                "the angles are rounded to float16",
                "The product of position and frequency is rounded to 11 bits, which leaves an error of up to 0.5 "
                "radians beyond an angle of 1,024.",
                "Seen in EleutherAI/gpt-neox (issue 1003) and vllm-project/vllm (pull request 54620).",
                {"angle": "angle = float16(position * frequency)"},
            ),
            Mistake(
                "wrong reshape",
                "a table of shape (d, n) was reshaped to (n, d) instead of transposed",
                "A reshape keeps the order of the numbers in memory. Each row holds a stretch of one wave instead of "
                "one position.",
                NOT_SEEN,
                {"table": "pe = pe.T.reshape(n, d)"},
                undo="pe = pe.reshape(d, n).T",
                instead="assert pe.shape == (n, d)",
            ),
            Mistake(
                "sines above cosines",
                "sines and cosines were stacked along the first axis and then reshaped to (n, d)",
                "np.stack without an axis puts all sines before all cosines, so the upper half of the rows holds only "
                "sines and the lower half only cosines.",
                NOT_SEEN,
                {"table": "pe = np.stack((pe[:, 0::2], pe[:, 1::2])).reshape(n, d)"},
                undo="pe = np.stack(pe.reshape(2, n, d // 2), -1).reshape(n, d)",
                instead="assert pe.shape == (n, d)",
                layout="interleaved",
            ),
            Mistake(
                "pairs above each other",
                "a table of shape (d/2, n, 2) was reshaped to (n, d) without moving its axes",
                "The first row of the result holds the first pair at many positions instead of all pairs at one.",
                NOT_SEEN,
                {"table": "pe = pe.reshape(n, d // 2, 2).transpose(1, 0, 2).reshape(n, d)"},
                undo="pe = pe.reshape(d // 2, n, 2).transpose(1, 0, 2).reshape(n, d)",
                instead="assert pe.shape == (n, d)",
            ),
            Mistake(
                "columns centered",
                "the mean of every column was subtracted",
                "Slow columns lose most of their values, and distances do not change. The table depends on the number "
                "of its rows.",
                NOT_SEEN,
                {"table": "pe = pe - pe.mean(axis=0)"},
                instead="assert pe.max() <= 1",
            ),
            Mistake(
                "constant added",
                "the same vector is added to every row",
                "Often a bias or an embedding that all tokens share. Distances do not change, and dot products do.",
                NOT_SEEN,
                {"table": "pe = pe + bias"},
                instead="assert pe[0, 0] == 0",
            ),
            Mistake(
                "one pair too far",
                "the exponent is 2(i + 1)/d instead of 2i/d: the count of pairs starts at 1",
                "The fastest frequency is B^(−2/d) instead of 1, and every pair has the frequency of the next.",
                NOT_SEEN,
                {"exponent": _power("2 * (i + 1) / d")},
            ),
            Mistake(
                "half a pair too far",
                "the exponent is (2i + 1)/d instead of 2i/d",
                "The formula (2k − 1)/d counts from k = 1 where the paper's 2i/d counts from 0.",
                NOT_SEEN,
                {"exponent": _power("(2 * i + 1) / d")},
            ),
            Mistake(
                "exponent 2i/(d − 1)",
                "the exponent divides by d − 1",
                "The count of the columns is off by one, so frequencies fall slightly too fast.",
                NOT_SEEN,
                {"exponent": _power("2 * i / (d - 1)")},
            ),
            Mistake(
                "exponent 2i/√d",
                "the exponent divides by √d instead of d",
                "The scale of attention, √d, was taken for the divisor of the exponent. Frequencies fall much too fast.",
                NOT_SEEN,
                {"exponent": _power("2 * i / np.sqrt(d)")},
            ),
            Mistake(
                "floor division",
                "the factor of the exponent was rounded down to −1 by a floor division",
                "-math.log(10000.0) / d // 2 divides first and rounds the result down to −1. Frequencies fall as "
                "exp(−2i), so almost all columns are constant.",
                "Seen in zju3dv/LoFTR (issue 41).",
                {"frequency": "frequency = np.exp(2 * i * (-np.log(base) / d // 2))"},
                instead="frequency = np.exp(2 * i * (-np.log(base) / d))",
            ),
        )
    }
)
"""Every bug, by its name."""
