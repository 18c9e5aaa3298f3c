"""The layout of Rotary."""

import streamlit as st

from dashboard.charts import lines
from dashboard.charts.chart import chart
from dashboard.charts.style import INK, scheme_style, step_color
from dashboard.controls import handles
from dashboard.study import Study, order
from dashboard.views.notes import often_said
from dashboard.views.rotary import figures, numbers, tables, words
from dashboard.views.rotary.notes import NOTES
from dashboard.views.thread import thread
from posenc_core import pairing

numeric, text = st.column_config.NumberColumn, st.column_config.TextColumn
# how the two pairings are drawn, as no scheme is
LINES = dict(zip(numbers.PAIRINGS, ((INK, "solid"), (step_color(2, 5), "10px,4px")), strict=True))


def page(study: Study) -> None:
    """Which columns turn together, and what that does to a score."""
    st.title("How are columns paired, and turns stretched?", anchor=False)
    st.markdown(words.claim(study))
    thread(study, "rotary")
    pairs(study)


def still(study: Study) -> None:
    """Whether code turns columns right, what every scaling does to the turns, and what half precision leaves."""
    tests(study)
    scalings(study)
    bits(study)
    often_said(NOTES)


def pairs(study: Study) -> None:
    """Eight columns in both pairings, with numbers."""
    st.header("Which columns turn together?", anchor=False)
    st.markdown(words.pairing_words(study))
    found = numbers.worked(study)
    for place, name in zip(st.columns(2, gap="medium"), numbers.PAIRINGS, strict=True):
        with place:
            figure = figures.arcs(
                pairing.columns(name, numbers.DIM),
                found.angles,
                heading=f"{name}: {words.PARTNERS[name]}",
                position=found.at,
                reach=numbers.DIM // 2,
            )
            chart(figure, key=f"pairs {name}", alt=words.arcs_alt(name))
    st.markdown(words.example_words(study))
    names = [(letter, name) for letter in "qk" for name in numbers.PAIRINGS]
    positions = {"q": found.at, "k": found.of}
    st.dataframe(
        tables.columns(study),
        hide_index=True,
        height="content",
        column_config={
            "column": numeric("Column", pinned=True),
            **{letter: numeric(letter, format="%.1f") for letter in "qk"},
            **{
                f"{letter} {name}": numeric(f"{letter} at {positions[letter]:,}, {name}", format="%.5f")
                for letter, name in names
            },
        },
    )
    st.markdown(words.permutation_words(study))
    scores(study)


def scores(study: Study) -> None:
    """The score against the offset."""
    found = numbers.by_offset(study)
    styles = {scheme.name: scheme_style(order(scheme)) for scheme in study.schemes}
    drawn = [
        lines.Line(name, values, *(LINES[name] if name in numbers.PAIRINGS else styles[name]))
        for name, values in found.items()
    ]
    offset = min(study.offset, study.length - 1)
    figure = lines.curves(
        drawn, values="score of q and k, their dot product", along="offset k, in tokens", chosen=offset
    )
    chart(figure, key="scores", alt=words.scores_alt(study))
    st.caption(words.scores_words(study))


def tests(study: Study) -> None:
    """Both tests of code with a mistake, and of every mistake."""
    st.header("Is my code right?", anchor=False)
    st.markdown(words.tests_words())
    handles.choice_handle("mistake", study)
    mistake = study.options["mistake"]
    st.markdown(words.verdict(mistake))
    drawn = [lines.Line("right code", numbers.walk("interleaved", numbers.APART), *LINES["interleaved"], width=3)]
    if mistake != "none":
        drawn.append(lines.Line(words.NAMES[mistake], numbers.walk(mistake, numbers.APART), *LINES["half"]))
    figure = figures.level(
        drawn,
        values=f"score of q and k, {numbers.APART} tokens apart",
        along="position of the key, from 0",
        largest=numbers.largest_score(),
    )
    chart(figure, key="walk", alt=words.walk_alt(mistake))
    st.markdown(words.mistakes_words())
    table = tables.mistakes()
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config={
            "code": text("Code", pinned=True),
            "length": numeric("Length of q, over before", format="%.4f", help="At position 5."),
            **{
                name: numeric(name.capitalize(), format="%.5f", help="The positions of q and of k.")
                for name in table
                if name.startswith("score")
            },
            "caught": text("Caught by"),
        },
    )
    st.markdown(words.chosen_words(study))
    st.markdown(words.reference_words())
    st.code(words.reference(), language="python", wrap_lines=True)


def scalings(study: Study) -> None:
    """All scalings in one picture."""
    rope = numbers.rope(study)
    st.header("How are turns stretched to longer texts?", anchor=False)
    st.markdown(words.scalings_words(study))
    figure = figures.ratios(
        {name: scaled.ratios for name, scaled in numbers.scalings(rope, study.dim).items()},
        front=rope.scaling,
        values=words.ratios_axis(rope),
        mark=numbers.boundary(rope, study.dim, rope.trained),
        marked=words.mark_words(rope),
    )
    chart(figure, key="ratios", alt=words.ratios_alt(study))
    st.caption(words.ratios_caption(study))
    st.markdown(words.seen_words(study))
    st.dataframe(
        tables.scalings(study),
        hide_index=True,
        height="content",
        column_config={
            "scaling": text("Scaling", pinned=True),
            "fastest": numeric("Fastest pair", format="%.4g", help="Its frequency over that without a scaling."),
            "slowest": numeric("Slowest pair", format="%.4g", help="Its frequency over that without a scaling."),
            "kept": numeric("Pairs left as they are"),
            "factor": numeric("Cosine and sine times", format="%.4g"),
            "squared": numeric("Scores times", format="%.4g"),
        },
    )
    if said := words.attention_words(study):
        st.markdown(said)


def bits(study: Study) -> None:
    """What half precision leaves of positions and of turns."""
    st.header("What does half precision leave?", anchor=False)
    st.markdown(words.bits_words(study))
    last = study.length - 1
    st.dataframe(
        tables.formats(study),
        hide_index=True,
        height="content",
        column_config={
            "format": text("Format", pinned=True),
            "published": numeric("Apart, of 0 to 2,048", help="How many of these 2,049 positions stay apart."),
            "apart": numeric(f"Apart, of 0 to {last:,}", help="How many positions of the sequence stay apart."),
            "moved": text("First position that moves"),
            "frequency": text("Angle error, frequencies rounded", help="The largest within n, in radians."),
            "position": text("Angle error, positions rounded", help="The largest within n, in radians."),
        },
    )
