"""The layout of Sentence."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts import tokens as pictures
from dashboard.charts.chart import chart
from dashboard.controls import handles, state
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.cells import cells
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.sentence import claims, figures, numbers
from dashboard.views.sentence.batch import batch
from dashboard.views.sentence.numbers import DRAWN, HARDLY, Change, Order, Words
from dashboard.views.tabs import tabs
from posenc_core.arrays import Array
from posenc_core.plot.style import MUTED, scheme_color

# two from lecture notes, and two lines of a poem by Yun Dong-ju, cut into morphemes
SENTENCES = (
    "I love you so much",
    "I am a Robot",
    "어머님 나 는 별 하나 에 아름다운 말 한마디 씩 불러 봅니다",
    "소학교 때 책상 을 같이 했 던 아이 들 의 이름 과 패 경 옥 이런 이국 소녀 들 의 이름 과 벌써 애기 어머니 된 "
    "계집애 들 의 이름 과 가난 한 이웃 사람 들 의 이름 과 비둘기 강아지 토끼 노새 노루 프란시스 쟘 라이너 마리아 릴케 "
    "이런 시인 의 이름 을 불러 봅니다",
)
numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """Draw the effect of another word order on attention, without and with position."""
    st.title(message("sentence-title"), anchor=False)
    read = numbers.read(study)
    found = numbers.reordered(read, study.options) if read else None
    said = [say(*claims.opening(study, read, found))]
    if read and found and not found.same:
        said.append(MESSAGES.say(claims.change(study, read, found), "claim"))
    st.markdown(" ".join(said))
    position_bar(study, "sentence")
    drawn: dict[str, Callable[[], None]] = {}
    if read:
        main_picture(study, read, found)
        handles.scheme_in_front(study, "sentence")
        with_each = [words for scheme in study.schemes if (words := numbers.read(study, scheme))]
        orders = [numbers.reordered(words, study.options) for words in with_each]
        cells([(words.scheme, claims.cell(study, words, each)) for words, each in zip(with_each, orders, strict=True)])
        drawn = following(study, read, found)
    sentences(study)
    tabs(study, "sentence", drawn, claims.misconceptions)
    next_steps("sentence", "compare")


def following(study: Study, read: Words, found: Order | None) -> dict[str, Callable[[], None]]:
    """Tabs of a valid sentence."""
    drawn: dict[str, Callable[[], None]] = {"weights": partial(attention, study, read)}
    if found and not found.same:
        drawn["order"] = partial(changes, study, read, found)
    drawn["vectors"] = partial(vectors, study, read)
    if read.position is not None:
        drawn["add"] = partial(cost, study, read)
    drawn["tokens"] = partial(tokens, study, read)
    if read.position is not None:
        drawn["batch"] = partial(code, study, read)
    return drawn


def sentences(study: Study) -> None:
    """Draw a button for each example sentence."""
    with st.container(horizontal=True):
        for text in SENTENCES:
            parts = text.split()
            short = len(parts) < 6
            shown = text if short else " ".join(parts[:3])
            label = message(f"sentence-try{'' if short else '.cut'}", text=shown, count=len(parts))
            st.button(label, on_click=state.choose, kwargs={"text": text}, disabled=text == study.options["text"])
    st.caption(message("sentence-poem"))


def headings(read: Words) -> tuple[str, str]:
    """Headings of the figures without and with position."""
    back = "" if read.scheme.unsupported_reason("causal") else ".back"
    return message(f"sentence-without-heading{back}"), message("sentence-with-heading", scheme=read.scheme.name)


def main_picture(study: Study, read: Words, found: Order | None) -> None:
    """Draw the attention of the selected token, without and with position, in both word orders."""
    compared = found if found and not found.same else None
    chosen = min(study.options["word"], len(read.padding) - 1)
    both = compared and (compared.without, compared.placed)
    if not both:
        plain, placed = (numbers.weights(read, study.options, placed=each) for each in (False, True))
        both = Change(plain, plain, plain * 0), Change(placed, placed, placed * 0)
    drawn = [rows(read, each, compared, chosen) for each in both]
    most = max(numbers.largest(row.shares) for each in drawn for row in each) or 1.0
    colors = (MUTED, scheme_color(order(read.scheme)))
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            heading = headings(read)[i]
            figure = pictures.arcs(drawn[i], chosen, heading=heading, color=colors[i], most=most)
            shares = [list(map(pictures.percentage, row.shares.tolist())) for row in drawn[i]]
            said = {"heading": heading, "position": chosen, "found": tuple(shares[0])}
            alt = message("sentence-arcs-alt", **said)
            if compared:
                alt = message(f"sentence-arcs-alt.{compared.name}", **said, names=tuple(shares[1]))
            chart(figure, key=f"arcs {i}", alt=alt, position=chosen)
    bold = compared and pictures.percentages_below(read.tokens.words)
    st.caption(" ".join([message("sentence-use"), *[message("sentence-use.bold")] * bool(bold)]))


def rows(read: Words, change: Change, compared: Order | None, chosen: int) -> list[pictures.Sentence]:
    """Return the sentence in both word orders, with the attention of the selected token."""
    words, places = read.tokens.words, range(len(read.padding))
    first = pictures.Sentence(
        message("sentence-row-original"), words, places, change.before[chosen], [False] * len(words)
    )
    if not compared:
        return [first._replace(name="")]
    order = compared.places
    after = change.after[int(np.argsort(order)[chosen])]
    moved = np.abs(after - change.before[chosen][order]) > HARDLY
    reordered = [words[place] for place in order]
    name = message(f"sentence-row-{compared.name}")
    return [first, pictures.Sentence(name, reordered, order.tolist(), after, moved.tolist())]


def tokens(study: Study, read: Words) -> None:
    """Tabulate the tokens with IDs and three encodings of their positions."""
    table = numbers.numbering(study, read.tokens)
    st.markdown(say(*claims.vocabulary(read)))
    start = int(study.options["first"])
    st.container(key="tokens").dataframe(
        table,
        hide_index=True,
        height="content" if len(table) <= 15 else 420,
        column_config={
            "number": numeric(
                message("sentence-number"), pinned=True, help=message("sentence-number.help", start=start)
            ),
            "token": st.column_config.TextColumn(message("sentence-token"), pinned=True),
            "id": numeric(message("sentence-token-id"), help=message("sentence-token-id.help")),
            "index": numeric(message("sentence-index")),
            "normalized": numeric(message("sentence-normalized"), format="%.3f"),
            **{
                f"sinusoid_{j}": numeric(message("sentence-sinusoid", column=j), format="%.3f")
                for j in range(numbers.TABLED)
            },
        },
    )
    if found := claims.special(read):
        st.caption("  \n".join(map(say, found)))


def vectors(study: Study, read: Words) -> None:
    """Draw the matrices from one-hot rows to vectors, two in a row."""
    if read.position is None:
        st.markdown(message("sentence-no-vectors", scheme=read.scheme.name))
    st.markdown(say(claims.shapes(study, read)))
    count, first = len(read.padding), int(study.options["first"])
    panels = {"one-hot": read.one_hot, "embeddings": read.content}
    if read.position is not None:
        panels["position"] = read.position
    if study.options["combine"] == "sum" and read.position is not None:
        panels["sum"] = read.together
    limit = max(map(numbers.largest, list(panels.values())[1:])) or 1.0
    for i, (id, values) in enumerate(panels.items()):
        if not i % 2:
            places = st.columns(2, gap="medium")
        with places[i % 2]:
            name = message(f"sentence-panel-{id}", scheme=read.scheme.name)
            across = message("sentence-column" if i else "sentence-id")
            figure = pictures.token_matrix(
                values[:, :DRAWN],
                read.tokens.words,
                heading=message("sentence-panel", name=name, rows=count, width=values.shape[1]),
                hover=message("sentence-panel-hover", x="%{x}", y="%{y}", z="%{z:.4g}", axis=across),
                across=across,
                limit=limit if i else 1,
                signed=i > 0,
                first=first,
            )
            alt = message("sentence-panel-alt", name=name, rows=count, width=values.shape[1])
            chart(figure, key=f"panel {i}", alt=alt)
    st.caption(" ".join([message("sentence-lookup"), *map(say, claims.drawn(study))]))


def cost(study: Study, read: Words) -> None:
    """Draw the four terms of the dot products, by initialization of the embeddings."""
    sizes = numbers.sizes(study, read)
    st.markdown(say(*claims.larger(sizes[study.options["scale"]].ratio, read), claims.cost(study)))
    chart(figures.terms(sizes, study.options["scale"]), key="terms", alt=message("sentence-terms-alt"))
    st.caption(message("sentence-terms-use"))


def attention(study: Study, read: Words) -> None:
    """Draw the attention weights between all tokens, without and with position."""
    plain, placed = (numbers.weights(read, study.options, placed=each) for each in (False, True))
    st.markdown(say(*claims.hidden(study, read)))
    without_and_with(study, read, (plain, placed), changed=False)
    st.caption(" ".join(filter(None, [message("sentence-softmax"), read.scheme.learned])))


def changes(study: Study, read: Words, found: Order) -> None:
    """Draw the changes of the weights in another word order."""
    said = say(*claims.hidden(study, read))
    st.markdown(" ".join(filter(None, [message("sentence-order-use"), said])))
    without_and_with(study, read, (found.without.change, found.placed.change), changed=True)


def without_and_with(study: Study, read: Words, matrices: Sequence[Array], *, changed: bool) -> None:
    """Draw two matrices of weights, or of their changes, on one color scale."""
    limit, which = max(map(numbers.largest, matrices)), ".change" * changed
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            heading = headings(read)[i]
            figure = pictures.token_matrix(
                matrices[i],
                read.tokens.words,
                heading=heading,
                hover=message(f"sentence-weight-hover{which}", x="%{x}", y="%{y}", z="%{z:.4g}"),
                # negligible changes stay pale
                limit=limit if limit > HARDLY else 1.0,
                signed=changed,
                first=int(study.options["first"]),
                bar=i == 1,
            )
            alt = message(f"sentence-weight-alt{which}", heading=heading)
            chart(figure, key=f"{'order' if changed else 'attention'} {i}", alt=alt)


def code(study: Study, read: Words) -> None:
    """Tabulate the shapes of a batch by line of code, and explain the other order of axes."""
    st.markdown(message("sentence-batch-use"))
    found = batch(study, read)
    steps = [(message(f"sentence-step-{id}"), str(shape), line) for id, shape, line in found.steps]
    st.dataframe(
        pd.DataFrame(steps, columns=["what", "shape", "code"]),
        hide_index=True,
        height="content",
        column_config={id: message(f"sentence-step-{id}") for id in ("what", "shape", "code")},
    )
    st.markdown(say(claims.mixed_up(study, read, found)))
