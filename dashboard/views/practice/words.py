"""Practice: in which cases code gives a token a wrong number, and whether anybody notices."""

from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.views.practice import numbers
from dashboard.views.practice.numbers import GRID, NEW_GRID, Order
from dashboard.views.words import ROUNDING, counted, listed, number
from posenc_core import Sinusoidal, geometry, numbering
from posenc_core.arrays import Array
from posenc_core.numbering import Convention, Side

Seen = Literal["silent", "loud", "no"]
SILENT: Seen = "silent"
LOUD: Seen = "loud"
NO: Seen = "no"
"""Nothing goes wrong, at this context length."""


class Case(NamedTuple):
    """A case of this page."""

    heading: str
    fault: str
    """What code does wrong."""
    seen: Seen


CASES = {
    "padded": Case("Padding on the left or on the right", "padding is counted like words", SILENT),
    "first": Case(
        "Which row does the first token read?", "rows are counted from 0, for a model that starts at 2", SILENT
    ),
    "cached": Case("A cache that goes on", "a new token is counted from 0 again", SILENT),
    "packed": Case("Several texts in one row", "one count runs through all of them", SILENT),
    "rounded": Case("Positions in bfloat16", "beyond position 256 neighbours get the same number", SILENT),
    "long": Case("Longer than the table", "a position has no row", LOUD),
    "swapped": Case("Vocabulary and context length exchanged", "the tables have each other's sizes", LOUD),
    "order": Case("Batch first or sequence first", "the number of the sentence is taken for the position", SILENT),
    "image": Case("An image: row first or column first", "the table is laid out for other code", SILENT),
    "resized": Case("An image of another size", "the class token is stretched along with the image", SILENT),
}
"""In the order of the page."""

SEEN = {SILENT: "nothing", LOUD: "an error", NO: "no fault here"}
"""What is seen of a fault."""

VOCABULARY = 50_257
"""That of GPT-2."""


def cases(context: int) -> pd.DataFrame:
    """All cases as a table."""
    rows = [(case.heading, SEEN[seen(name, context)], capital(case.fault)) for name, case in CASES.items()]
    return pd.DataFrame(rows, columns=["Case", "You see", "What goes wrong"]).set_index("Case")


def opening(case: str, context: int) -> str:
    """What the fault of a case is, and whether it is seen."""
    return f"**{seen(case, context).capitalize()} fault:** {CASES[case].fault}."


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[0].upper() + text[1:]


def seen(case: str, context: int) -> Seen:
    """Whether a fault is seen, at a context length."""
    if case == "swapped" and context >= VOCABULARY:
        # ids that all have a row are no error, whatever table they read; equal tables are no fault
        return SILENT if context > VOCABULARY else NO
    return CASES[case].seen


def claim(context: int) -> str:
    """What the page shows."""
    silent, none = (sum(seen(case, context) == each for case in CASES) for each in (SILENT, NO))
    harmless = f"{none} changes nothing at this context length. " if none else ""
    return (
        f"{silent} of the {len(CASES)} faults on this page are silent. The code runs, and no message tells. {harmless}"
        "Each case shows the wrong line and the right one."
    )


LISTINGS = "The lines are for PyTorch. Most run in NumPy, too, with np in place of torch."


def padded_words(side: Side, found: numbers.Batch) -> str:
    """Which tokens padding moves."""
    batch = "A batch is several sentences that are read at once. Padding fills up the shorter ones. "
    if not found.wrong:
        return (
            f"{batch}Padding on the right does no harm here: every word comes before it. "
            "Models that continue a text are padded on the left, so that the next word follows the last one."
        )
    return (
        f"{batch}Padding on the left moves {found.wrong} of {int(found.mask.sum())} words. "
        "A word's number must be how many words stand before it in its sentence. Padding is not a word."
    )


def batch_alt(heading: str, cells: NDArray[Any]) -> str:
    """The numbers of a batch for who cannot see them."""
    rows = (", ".join("none" if np.isnan(cell) else f"{cell:.0f}" for cell in row) for row in cells)
    return f"{heading}. Position of each token, row by row: {'; '.join(rows)}."


def padded_means() -> str:
    """How the cost is measured."""
    return (
        f"Random contents with d = {numbers.DIM}, one draw of N(0, 1). A nat more or less makes a weight of attention "
        f"up to e = {np.e:.2f} times as large or small."
    )


def padded_cost(costs: dict[str, float]) -> str:
    """What the wrong numbers cost in each family."""
    same = [name for name, change in costs.items() if change < ROUNDING]
    other = {name: change for name, change in costs.items() if change >= ROUNDING}
    if not other:
        return f"No score inside a sentence changes, with {listed(same)}."
    texts = [
        f"With {name}, {FAMILIES[numbers.STAND_FOR[name]]}, a score inside a sentence changes by up to "
        f"{number(change)} nats."
        for name, change in other.items()
    ]
    if same:
        texts += [
            f"It stays the same with {listed(same)}.",
            "There only the offset between two words counts, and padding moves both alike.",
        ]
    return " ".join(texts)


FAMILIES = {"table": "which is added to the words", "rotation": "which turns", "bias": "which adds to scores"}
"""What each family does with a position."""


def moved(found: numbers.Batch) -> str:
    """How far the vector of the most moved word is from the right one."""
    change = (found.counted - found.right) * found.mask
    row, place = np.unravel_index(int(change.argmax()), change.shape)
    wrong, right = int(found.counted[row, place]), int(found.right[row, place])
    pair = Sinusoidal().encode([right, wrong], numbers.DIM)
    away = geometry.distances_at_offset(pair, 1)[0] / np.linalg.norm(pair[0])
    return (
        f"“{found.words[row][place]}” gets {wrong} in place of {right}. In the sinusoid (d = {numbers.DIM}), "
        f"these two vectors are {number(float(away))} times as far apart as a vector is long."
    )


def first_words(context: int) -> str:
    """Why a table has more rows than a text may have tokens."""
    shifted = [each for each in numbering.CONVENTIONS if each.stored == "table" and each.first]
    names = [name for each in shifted for name in each.models.split(", ")]
    most = max(shifted, key=lambda each: each.first)
    padded = [each for each in shifted if each.padding is not None]
    row = padded[0].padding
    theirs = listed([name for each in padded for name in each.models.split(", ")])
    why = f"In {theirs}, padding reads row {row}, so tokens start behind it. "
    return (
        f"Some models keep the first rows of their table free: {listed(names)} read row "
        f"{most.first} for the first token. {why}So {context:,} tokens take {most.needed(context):,} rows."
    )


READ = "Rows that RoBERTa reads for the batch above"


def read_alt(rows: numbering.Ids) -> str:
    """The rows that the batch reads, for who cannot see them."""
    return f"{READ}: {'; '.join(', '.join(map(str, row)) for row in rows)}."


def first_fault(context: int) -> str:
    """What goes wrong with free rows."""
    rows = max(each.needed(context) for each in numbering.CONVENTIONS if each.stored == "table")
    return (
        "Two faults come from it. Silent: code counts rows from 0, and every token reads "
        f"{counted(rows - context, 'row')} too early. Loud: {rows:,} rows are taken for {rows:,} tokens. Position "
        f"{context:,} then asks for row {rows:,}, and the last is {rows - 1:,}: `index out of range in self`."
    )


def padding_row(each: Convention) -> str:
    """What padding reads, in words."""
    if each.stored == "formula":
        return "–"
    return "counted like a token" if each.padding is None else f"row {each.padding}"


def conventions(context: int) -> pd.DataFrame:
    """The first rows of models as a table."""
    rows = [
        (
            each.models,
            f"{'row' if each.stored != 'formula' else 'number'} {each.first}",
            padding_row(each),
            needed_rows(each, context),
        )
        for each in numbering.CONVENTIONS
    ]
    columns = ["Model", "First token", "Padding", f"Rows for {context:,} tokens"]
    return pd.DataFrame(rows, columns=columns).set_index("Model")


def needed_rows(each: Convention, context: int) -> str:
    """How many rows so many tokens take, in words."""
    if each.stored == "formula":
        return "none: a formula"
    return f"{each.needed(context):,}{', more if needed' if each.stored == 'growing table' else ''}"


def cached_words(count: int, found: numbers.Cached) -> str:
    """Which cached token a new one seems to be near to."""
    last = count - 1
    right, anew = int(found.right.argmax()), int(found.anew.argmax())
    start = f"The cache holds {counted(count, 'token')}, 0 to {last:,}" if last else "The cache holds one token, 0"
    text = (
        "A model that writes keeps the keys of what it has read: this is its cache. "
        f"{start}, so the next token is number {count:,}. "
    )
    rise = float(found.anew[0] - found.right[0])
    if not last:
        return text + (
            "Counted from 0 again, it stands where the cached token stands. "
            f"With RoPE, its score with that token rises by {number(rise)} nats."
        )
    return text + (
        f"With RoPE, its score is highest with {_which(right, last)}. "
        f"Counted from 0 again, it is highest with {_which(anew, last)}: that score rises by {number(rise)} nats."
    )


def _which(place: int, last: int) -> str:
    return f"token {place:,}{', the newest' if place == last else ', the oldest' if place == 0 else ''}"


def next_words(mask: numbering.Ids) -> str:
    """Where the sentences of a padded batch go on."""
    counts = [f"{count:,}" for count in mask.sum(1)]
    return (
        f"In a padded batch each sentence goes on at its own number: {listed(counts)} in the batch above. The cache is "
        f"{mask.shape[1]} places long for all of them, so its length is no position."
    )


CACHED_MEANS = (
    "Mean over equal contents of variance 1: the score that a token has with one like itself, by their offset alone. "
    f"d = {numbers.DIM}."
)
CACHED_ALT = "Score of a new token with each cached token, counted on and counted from 0 again."


TEXTS = "ABC"
"""The names of the texts in one row."""


def packed_words() -> str:
    """What is right of texts in one row."""
    positions, texts = numbering.packed(numbers.LENGTHS)
    wrong = int((positions != np.arange(len(positions))).sum())
    return (
        f"{len(numbers.LENGTHS)} texts, {listed(TEXTS[: len(numbers.LENGTHS)])}, share a row, to leave no padding. "
        "Each is counted from 0; one count for all "
        f"gives {wrong} of {len(positions)} tokens another number. "
        f"New numbers alone do not part the texts: {int((positions == 0).sum())} tokens are now number 0. "
        f"The mask must hide the other texts, as `may_look` does here: only {_looked(texts)} of {len(texts) ** 2} "
        "pairs stay. "
        f"With {listed(numbers.by_offset())}, where only offsets count, one count does no harm behind that mask."
    )


def _looked(texts: numbering.Ids) -> int:
    return int((texts[:, None] == texts).sum())


def rounded_words(context: int) -> str:
    """How many positions are left."""
    left = numbers.left(context)
    changed = {format: kept for format, kept in left.items() if kept < context}
    last = f"0 to {context - 1:,}"
    if not changed:
        return (
            f"All {context:,} positions {last} stay different in every format. "
            f"In bfloat16 the first to go is {_first_lost():,}: it becomes {_first_lost() - 1:,}."
        )
    texts = [
        f"In {format}, only {kept:,} different numbers are left of the {context:,} positions {last}."
        for format, kept in changed.items()
    ]
    same = [format for format in left if format not in changed]
    texts += [f"All stay different in {listed(same)}."] if same else []
    return " ".join(
        [
            f"In bfloat16, {_first_lost():,} becomes {_first_lost() - 1:,}: this 16-bit format keeps 8 binary digits, "
            "and larger numbers lose their last ones.",
            *texts,
        ]
    )


def _first_lost() -> int:
    """The first position that bfloat16 does not have."""
    return int(np.flatnonzero(numbers.rounding(numbers.DRAWN))[0])


def rounded_caption(context: int) -> str:
    """What of the positions is drawn."""
    if context <= numbers.DRAWN:
        return ""
    return f"Drawn are the first {numbers.DRAWN:,} of {context:,} positions."


def last_rounded(context: int) -> pd.DataFrame:
    """The last positions in two formats, as a table."""
    found = {name: [_position(value) for value in values] for name, values in numbers.last_rounded(context).items()}
    return pd.DataFrame(found).rename(columns={"position": "Position"}).set_index("Position")


def _position(value: float) -> str:
    return f"{value:,.0f}" if np.isfinite(value) else "too large: infinity"


ROUNDING_ALT = "How far bfloat16 moves each position: nothing at first, then more and more."


class Error(NamedTuple):
    """An error as it is printed."""

    printed: str
    when: str


def errors(context: int) -> tuple[Error, ...]:
    """What is printed for one token more than a table has rows, word for word.

    The words of a graphics card are those of huggingface/transformers #28104 and inclusionAI/dInfer #22.
    """
    n = context + 1
    return (
        Error(
            "IndexError: index out of range in self",
            f"`nn.Embedding` on the CPU: number {context:,} is asked for, and the last row is {context - 1:,}.",
        ),
        Error(
            "Assertion `srcIndex < srcSelectDimSize` failed.\n"
            'Assertion `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"` failed.\n'
            "RuntimeError: CUDA error: device-side assert triggered",
            "The same on a graphics card; newer versions of PyTorch print the second line. It may be reported at a "
            "later line of code: run once on the CPU to see which.",
        ),
        Error(
            f"RuntimeError: The size of tensor a ({n}) must match the size of tensor b ({context}) at non-singleton "
            "dimension 1",
            f"`x + pe[:, :n]`: a slice gives no more rows than there are, {context:,} for {n:,} tokens.",
        ),
        Error(
            f"ValueError: operands could not be broadcast together with shapes (1,{n},{numbers.DIM}) "
            f"({context},{numbers.DIM}) ",
            "The same in NumPy.",
        ),
    )


LONG = (
    "Cut the text, or cut it into pieces. Where the table is a formula, make more rows: what no training has seen may "
    "still work badly. More rows in a trained table are random numbers until they are trained."
)
"""What to do."""


def long_words(context: int) -> str:
    """What is asked too much."""
    return (
        f"A table of {context:,} rows has the positions 0 to {context - 1:,}. Token number {context:,} has none. "
        "What is printed depends on how the rows are read:"
    )


def swapped_words(context: int, vocabulary: int = VOCABULARY) -> str:
    """What exchanged sizes do."""
    if context == vocabulary:
        return f"Here both have {context:,} rows, so that the exchange changes nothing."
    if context > vocabulary:
        return (
            f"A vocabulary of {vocabulary:,} fits into {context:,} rows, so that nothing is seen at first. "
            f"Only a text of more than {vocabulary:,} tokens asks for a position that has no row."
        )
    return (
        f"With a vocabulary of {vocabulary:,} and {context:,} positions, the ids from {context:,} on have no row: "
        "`index out of range in self`. A batch of small ids runs, and the fault comes later. "
        f"The positions get {counted(vocabulary - context, 'row')} too many, never trained."
    )


def order_words(found: numbers.Batch) -> str:
    """What the other order of the axes does."""
    sentences, tokens = found.mask.shape
    return (
        f"The wrong line adds row 0 to all of sentence 0, row 1 to all of sentence 1. No error comes as long as "
        f"the table has a row for each of the {sentences} sentences. Inside a sentence, all {tokens} tokens get one "
        "position: their order is lost."
    )


def image_words() -> str:
    """What tables of one formula share."""
    apart = {order: float(numbers.distances(table)[0, 1]) for order, table in numbers.images().items()}
    height, width = GRID
    return (
        f"One formula, {len(apart)} tables: each token of a {height} × {width} image has a row and a column number, "
        "and sines and cosines of both. Three things differ: which column holds what, whether counting starts at 0 or "
        "at 1, and whether numbers are rescaled, as DETR does, so that the last is 2π. Only rescaling changes "
        f"distances: the first two tokens are {number(apart['DETR'])} apart in DETR's table, and "
        f"{number(apart['MAE'])} in the others. Weights trained with one read the others wrongly."
    )


def image_alt(order: Order) -> str:
    """A table of an image for who cannot see it."""
    height, width = GRID
    return f"Table of a {height} × {width} image, {ORDER_WORDS[order]}: a row of sines and cosines for each token."


ORDER_WORDS: dict[Order, str] = {
    "MAE": "MAE: column, then row",
    "Hugging Face": "Hugging Face's MAE, version 5.23: row, then column",
    "timm": "timm: sines, then cosines",
    "DETR": "DETR: row, then column, from 1, up to 2π",
}
"""How the tables are called."""


def shape_words() -> str:
    """What a table for one shape does to an image of another one."""
    (height, width), token = GRID, GRID[1] - 1
    row, column = divmod(token, height)
    return (
        f"The shape counts, not only the size. A {width} × {height} image has as many tokens, so its table fits. "
        f"Token {token}, in row 0 and column {token}, then stands in row {row} and column {column}."
    )


def resized_words() -> str:
    """How a table is stretched."""
    old, new = (counted_grid(size) for size in (GRID, NEW_GRID))
    count = 1 + NEW_GRID[0] * NEW_GRID[1]
    rows = 1 + GRID[0] * GRID[1]
    return (
        f"A table for {old} patches has {rows} rows: one for the class token, which stands for the whole image. "
        f"An image of {new} patches needs {count}. To add them as they are is loud: "
        f"`The size of tensor a ({count}) must match the size of tensor b ({rows})`. "
        "Stretched as a picture, new patches read mixtures of old rows: drawn are linear ones, the right line makes "
        "cubic ones. "
        "Stretched as one long row, patches read across the edges of the image, and nobody is told."
    )


def size_heading(size: tuple[int, int]) -> str:
    """Which image it is."""
    return f"Rows of the table read by {counted_grid(size)} patches"


def size_alt(size: tuple[int, int], cells: Array) -> str:
    """The same with its numbers, for who cannot see it."""
    return f"{size_heading(size)}: {', '.join(number(cell) for cell in cells.flat)}."


def counted_grid(size: tuple[int, int]) -> str:
    """The size of an image in words."""
    return f"{size[0]} × {size[1]}"
