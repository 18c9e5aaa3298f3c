"""Practice: what is often said about the numbers of tokens, and what is so."""

from dashboard.views.notes import Note
from dashboard.views.practice import numbers
from dashboard.views.words import listed, number
from posenc_core import numbering, precision


def _padding_is_masked() -> Note:
    costs = numbers.costs("left")
    tables = {name: change for name, change in costs.items() if numbers.STAND_FOR[name] == "table"}
    others = [name for name in costs if name not in tables]
    ((name, change),) = tables.items()
    return Note(
        "Padding is masked, so it does not matter on which side it stands.",
        "The mask hides padding from attention; it does not give the words other numbers. In the toy batch above, "
        f"a score changes by up to {number(change)} nats with {name}, where padding on the left is counted. "
        f"With {listed(others)} it changes by less than {number(1e-9)}: there only offsets count.",
    )


def _rows_are_tokens() -> Note:
    roberta, rows = numbers.ROBERTA, numbers.ROBERTA.needed(512)
    return Note(
        f"RoBERTa's max_position_embeddings is {rows}, so it takes {rows} tokens.",
        f"It is the number of rows. The first token reads row {roberta.first}, so the longest text has "
        f"{roberta.longest(rows)} tokens. Token {roberta.longest(rows) + 1} asks for row {rows}, and the last is "
        f"{rows - 1}.",
    )


def _bfloat16_is_wide() -> Note:
    count = 2049
    left = {format: numbering.distinct(count, format) for format in precision.FORMATS}
    return Note(
        "bfloat16 reaches as far as float32, so it holds every position.",
        f"It reaches as far, but it has few digits. Of the {count:,} positions 0 to {count - 1:,} only "
        f"{left['bfloat16']:,} stay different; in float16, which reaches less far, {left['float16']:,} do.",
    )


NOTES = (_padding_is_masked, _rows_are_tokens, _bfloat16_is_wide)
