"""Sentence: words and charts. Claims are tested in tests/claims/test_sentence.py."""

import json

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import message
from dashboard.views.sentence import facts
from posenc_core import Sinusoidal
from posenc_core.text.numerals import percent
from tests.dashboard.conftest import text


def arcs(charts):
    return [figure for figure in charts if figure["layout"]["meta"].get("selects") == "word"]


def percentages(figure, row):
    """Percentages below the words of a row, by word."""
    count = len(figure["data"][0]["x"]) // 2
    names = [hover.rsplit(" ", 1) for hover in figure["data"][0]["hovertext"]]
    return dict(names[row * count : (row + 1) * count])


def test_arcs_stay_without_position_and_move_with_it(sketched, figures):
    app = sketched("scheme=Sinusoidal", page="sentence")
    without, placed = arcs(figures(app))
    assert percentages(without, 0) == percentages(without, 1)
    assert percentages(placed, 0) != percentages(placed, 1)
    assert [*percentages(without, 0)] == [*percentages(without, 1)][::-1] == ["I", "love", "you", "so", "much"]
    assert [*without["data"][0]["customdata"]] == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    # each row has an arc to every word and a loop, separated by gaps
    for figure in (without, placed):
        arcs_drawn = sum(int(np.isnan(trace["x"]).sum()) for trace in figure["data"][1:])
        assert arcs_drawn == 10
        assert max(trace["line"]["width"] for trace in figure["data"][1:]) <= 8
    # the selected word of each row, and its changes
    bold = [json.dumps(figure["layout"]["annotations"]).count('"bold"') for figure in (without, placed)]
    assert bold == [2, 2 + 5]


def test_the_selected_token_is_the_one_that_is_clicked_and_never_beyond_the_last(sketched, figures):
    words, study = options("word=2&text=a+b+c")
    (_, placed) = arcs(figures(sketched("word=2&text=a+b+c", page="sentence")))
    weights = facts.weights(words, study, placed=True)[2]
    assert [*percentages(placed, 0).values()] == [percent(share) for share in weights]
    last, beyond = (
        arcs(figures(sketched(f"word={word}&text=a+b+c", page="sentence")))[1]["data"][0]["hovertext"]
        for word in (2, 90)
    )
    assert last == beyond


@pytest.mark.parametrize("query", ["text=a", "text=a+a", "text=a+b+a", "text=&pad=3", "text=", "text=" + "a+" * 130])
def test_no_change_is_drawn_without_another_order(sketched, figures, query):
    app = sketched(query, page="sentence")
    assert not app.exception
    assert message("sentence-largest") not in text(app)
    for figure in arcs(figures(app)):
        assert len(figure["data"][0]["x"]) == len({*figure["data"][0]["customdata"]})


@pytest.mark.parametrize(
    ("query", "hidden"),
    [
        ("scheme=ALiBi", True), ("scheme=T5", False), ("scheme=T5&T5.direction=causal", True),
        ("scheme=ALiBi&ALiBi.direction=symmetric", False), ("scheme=NoPE", True), ("scheme=RoPE", False),
    ],
)  # fmt: skip
def test_a_causal_encoding_is_compared_with_a_causal_baseline(sketched, figures, query, hidden):
    app = sketched(query, page="sentence")
    weights = [
        figure["data"][0]["z"] for figure in figures(app) if "weight" in figure["data"][0].get("hovertemplate", "")
    ]
    assert [bool(np.triu(cells, 1).any()) for cells in weights] == [not hidden] * 2
    above = arcs(figures(app))[0]["layout"]["annotations"][0]["text"]
    assert above == message("sentence-without-heading.back" if hidden else "sentence-without-heading")
    if hidden:
        masked = facts.weights(*options("scheme=Sinusoidal&causal=true"), placed=False)
        np.testing.assert_allclose(weights[0], masked, atol=1e-4)


def options(query):
    """Words and options of a query."""
    study = links.study(query)
    return facts.embed_sentence(study), study.options


@pytest.mark.parametrize("query", ["scheme=RoPE", "scheme=ALiBi"])
def test_an_encoding_without_vectors_has_no_tab_of_vectors(sketched, query):
    for tab in ("add", "batch"):
        app = sketched(f"{query}&text=a+b+c+d&d=8&tab={tab}", page="sentence")
        assert not {message("sentence-tab-add"), message("sentence-tab-batch")} & {
            shown_tab.label for shown_tab in app.tabs
        }
        assert message("sentence-tab-weights") in {shown_tab.label for shown_tab in app.tabs}


def test_padding_has_no_part_in_what_tokens_give_themselves():
    sizes = [
        facts.own_share(read, facts.weights(read, asked, placed=True), asked)
        for read, asked in (options("text=a+b+c"), options("text=a+b+c&pad=50"))
    ]
    assert sizes[0] == pytest.approx(sizes[1])


def test_four_terms_add_up_and_are_those_of_every_initialization(sketched, figures):
    app = sketched("scheme=Sinusoidal&tab=add", page="sentence")
    (bars,) = [figure for figure in figures(app) if figure["layout"].get("barmode") == "stack"]
    shares = np.array([trace["x"] for trace in bars["data"]])
    assert shares.shape == (4, 3)
    np.testing.assert_allclose(shares.sum(axis=0), 1)
    # the smaller the embeddings, the less of a dot product is about tokens
    assert (np.diff(shares[0]) < 0).all()


# A batch


@pytest.mark.parametrize("axes", ["batch first", "sequence first"])
@pytest.mark.parametrize(("count", "sentence"), [(10, "a b c"), (3, "a b c"), (1, "a b"), (4, "a"), (1, "a")])
def test_the_shapes_of_a_batch_are_those_of_the_code(axes, count, sentence):
    study = links.study(f"scheme=Sinusoidal&d=6&text={sentence.replace(' ', '+')}&batch={count}&batch_first={axes}")
    embedded = facts.embed_sentence(study)
    batch_ = facts.batch(study, embedded)
    shapes = {code: shape for _, shape, code in batch_.steps}
    x, pe = np.stack([embedded.content] * count), Sinusoidal().encode(range(facts.MAX_LEN), 6)[None]
    right = x + pe[:, : x.shape[1]]
    if axes == "sequence first":
        x, pe = x.swapaxes(0, 1), pe.swapaxes(0, 1)
        right = x + pe[: x.shape[0]]
    assert shapes["x = embedding(ids)"] == shapes["dropout(x)"] == x.shape
    (line,) = [code for code in shapes if code.startswith("x = x + ")]
    assert shapes[line] == right.shape
    assert shapes['self.register_buffer("pe", pe)'] == pe.shape
    assert batch_.other_buffer == pe.swapaxes(0, 1).shape
    assert "size(1)" in (line if axes == "batch first" else batch_.other)
