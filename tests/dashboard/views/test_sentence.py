"""The page Sentence: its words and its pictures."""

import re

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views.sentence import numbers, words
from dashboard.views.sentence.notes import NOTES
from dashboard.views.words import points
from posenc_core import Sinusoidal
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "size_is_the_matter": ["73.5 times as large", "0.708 times"],
    "layers_share_nothing": ["before the first layer", "section 3.4"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


@pytest.mark.parametrize("name", ["RoPE", "ALiBi"])
def test_sentence_shows_attention_by_what_a_scheme_does_to_the_scores(sketched, figures, name):
    app = sketched(f"scheme={name}&text=a+b+c+d&d=8", page="sentence")
    assert "adds nothing to the token embeddings, so there is no sum to draw" in text(app)
    assert "A batch of sentences, in code" not in [header.value for header in app.header]


def test_the_buffer_of_a_trained_table_has_its_positions(sketched):
    shown = text(sketched("scheme=Learned&d=8", page="sentence"))
    assert "has a buffer of (512, 1, 8)" in shown
    assert "has a buffer of (5000, 1, 8)" in text(sketched("scheme=Grid&d=8", page="sentence"))


# Another order

WHY = "the position part depends on the distance alone, and reversing keeps every distance"


@pytest.mark.parametrize(
    "query",
    ["", "&d=2", "&d=6&text=a+b", "&pad=9", "&text=a+b+b", "&scale=N(0, 1)&d=4096", "&Sinusoidal.base=1e300", "&d=512"],
)
def test_reversed_words_with_concatenated_waves_change_nothing_and_the_page_says_why(sketched, figures, query):
    app = sketched(f"scheme=Sinusoidal&combine=concatenation{query}", page="sentence")
    assert f"With Sinusoidal concatenated, nothing changes either: {WHY}." in text(app)
    assert "changes by up to" not in text(app).replace("Added instead, a share changes by up to", "")
    drawn = [figure for figure in figures(app) if "change" in figure["data"][0]["hovertemplate"]]
    assert not any(np.nan_to_num(figure["data"][0]["z"]).any() for figure in drawn)


@pytest.mark.parametrize(
    "query",
    [
        "scheme=Sinusoidal", "scheme=Sinusoidal&combine=concatenation&order=shuffled",
        "scheme=Sinusoidal&combine=concatenation&ends=true", "scheme=Sinusoidal&combine=concatenation&causal=true",
        "scheme=Sinusoidal&combine=concatenation&pad=9&mask=false", "scheme=Sinusoidal&combine=concatenation&d=1",
        "scheme=Binary&combine=concatenation", "scheme=Index&combine=concatenation",
        "scheme=Normalized&combine=concatenation", "scheme=Gray&combine=concatenation", "scheme=ALiBi", "scheme=RoPE",
    ],
)  # fmt: skip
def test_any_other_order_changes_attention_with_position(sketched, query):
    study = links.study(query)
    read = numbers.read(study)
    order = numbers.reordered(read, study.options)
    shown = text(sketched(query, page="sentence"))
    name = study.schemes[0].name
    who = "token" if "ends" in query or "mask" in query else "word"
    assert f"With {name}, the share of attention that a {who} gets changes by up to" in shown
    assert numbers.largest(order.placed) > 1e-4
    assert WHY not in shown
    before = "without position, attention stays exactly the same"
    assert (before in shown) == (not numbers.largest(order.without)) == (not read.causal)


HIDDEN = "Later tokens are hidden in both orders, with position and without."


@pytest.mark.parametrize(("query", "hidden"), [("", False), ("causal=true", True), ("causal=true&text=a+b+a", False)])
def test_what_the_causal_mask_hides_is_told(sketched, query, hidden):
    assert (HIDDEN in text(sketched(f"scheme=Sinusoidal&{query}", page="sentence"))) == hidden


def test_what_looks_back_only_is_compared_with_no_position_that_does(sketched, figures):
    app = sketched("scheme=ALiBi", page="sentence")
    assert text(app).startswith(
        f"{words.ATTENTION} Here each word sees only itself and earlier words. That alone depends on the order. "
        "Reverse the words: even without position, the share of attention that a word gets changes by up to 78.1 "
        "percentage points. With ALiBi, the share of attention that a word gets changes by up to 54.3 "
        "percentage points."
    )
    assert "47.6 % of its attention on average without position, 62.5 % with ALiBi" in text(app)
    assert "ALiBi looks back only, so both pictures hide later tokens." in text(app)
    assert HIDDEN in text(app)
    headings = [figure["layout"]["annotations"][0]["text"] for figure in figures(app)]
    assert headings.count("Looking back only, no ALiBi") == headings.count("With ALiBi") == 2
    assert "Without position" not in headings
    weights = [figure["data"][0]["z"] for figure in figures(app) if "weight" in figure["data"][0]["hovertemplate"]]
    assert len(weights) == 2
    # what is still different is the penalty
    assert [np.triu(cells, 1).any() for cells in weights] == [False, False]
    masked = numbers.weights(*options("scheme=Sinusoidal&causal=true"), placed=False)
    np.testing.assert_allclose(weights[0], masked, atol=1e-4)


@pytest.mark.parametrize(
    ("query", "hidden"),
    [
        ("scheme=T5", False), ("scheme=T5&T5.direction=causal", True),
        ("scheme=ALiBi&ALiBi.direction=symmetric", False), ("scheme=NoPE", True), ("scheme=RoPE", False),
    ],
)  # fmt: skip
def test_a_scheme_hides_later_tokens_as_its_parameters_stand(sketched, figures, query, hidden):
    app = sketched(query, page="sentence")
    name = links.study(query).schemes[0].name
    assert (f"{name} looks back only, so both pictures hide later tokens." in text(app)) == hidden
    weights = [figure["data"][0]["z"] for figure in figures(app) if "weight" in figure["data"][0]["hovertemplate"]]
    assert [bool(np.triu(cells, 1).any()) for cells in weights] == [not hidden] * 2


def options(query):
    """What a query asks for: the words, and the options."""
    study = links.study(query)
    return numbers.read(study), study.options


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ALiBi", "ALiBi adds a number to each score. It depends on the positions of the two tokens"),
        ("NoPE", "NoPE adds 0 to each score."),
        (
            "T5",
            "T5 adds a number to each score. It depends on the positions of the two tokens, not on what they are. A "
            "model learns one number for each bucket and head.",
        ),
        ("RoPE", "With RoPE, each vector is turned first, by its position."),
        ("Sinusoidal", None),
    ],
)
def test_what_a_scheme_does_to_the_scores_is_told(sketched, name, said):
    shown = text(sketched(f"scheme={name}", page="sentence"))
    dots = "A score is the dot product of two vectors, divided by the root of how many columns they have."
    assert f"{dots} {said}" in shown if said else f"{dots} Softmax" in shown
    assert ("both pictures hide" in shown) == (name in ("ALiBi", "NoPE"))


SAME = "Reverse the words: without position, attention stays exactly the same."
ALONE, NEARLY_ALONE = "each token looks at itself alone.", "each token gives itself nearly all of its attention."


@pytest.mark.parametrize(
    ("query", "without", "with_position"),
    [
        ("causal=true&d=512", "hardly anything changes.", f"hardly anything changes either: {NEARLY_ALONE}"),
        ("causal=true&d=4096", "nothing changes.", f"nothing changes either: {ALONE}"),
        ("d=512", None, f"hardly anything changes: {NEARLY_ALONE}"),
        ("d=4096", None, f"nothing changes either: {ALONE}"),
        ("d=63&combine=concatenation&text=a+b", None, "hardly anything changes.\n"),
        ("d=7&combine=concatenation&scale=N(0, 0.02²)", None, "hardly anything changes.\n"),
    ],
)
def test_nothing_is_rounding_and_hardly_is_a_little_more(sketched, query, without, with_position):
    query = f"scheme=Sinusoidal&{query}{'' if 'scale' in query else '&scale=N(0, 1)'}"
    masked = f"Here each word sees only itself and earlier words. Reverse the words: without position, {without}"
    before = masked if without else SAME
    shown = text(sketched(query, page="sentence"))
    assert shown.startswith(f"{words.ATTENTION} {before} With Sinusoidal, {with_position}")
    change = numbers.largest(numbers.reordered(*options(query)).placed)
    assert 1e-12 < change < 1e-6 if "hardly" in with_position else change == 0


def test_a_change_that_is_hardly_one_is_pale(sketched, figures):
    drawn = [
        figure["data"][0]["zmax"]
        for figure in figures(sketched("scheme=Sinusoidal&scale=N(0, 1)&d=512", page="sentence"))
        if "change" in figure["data"][0]["hovertemplate"]
    ]
    assert drawn == [1, 1]


@pytest.mark.parametrize(("dim", "alone"), [(2, True), (6, True), (8, True), (3, False), (7, False), (63, False)])
def test_only_an_even_number_of_waves_depends_on_the_distance_alone(dim, alone):
    assert numbers.by_distance_alone(options(f"scheme=Sinusoidal&n=12&d={dim}")[0]) == alone


@pytest.mark.parametrize(
    "query", ["d=64", "d=4096&scale=N(0, 1)", "d=63&pad=9&mask=false", "ends=true&combine=concatenation"]
)
@pytest.mark.parametrize("name", ["Sinusoidal", "Index", "Gray"])
def test_without_position_and_without_a_mask_order_changes_nothing(name, query):
    order = numbers.reordered(*options(f"scheme={name}&{query}"))
    assert not numbers.largest(order.without)


def test_words_of_which_each_looks_at_itself_alone(sketched):
    shown = text(sketched("scheme=Sinusoidal&scale=N(0, 1)&d=4096", page="sentence"))
    assert "With Sinusoidal, nothing changes either: each token looks at itself alone." in shown


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("text=a+b+a", "These tokens read the same backwards"),
        ("text=a+b+c+a&known=1", "These tokens read the same backwards"),
        ("text=a+b+a&ends=true&pad=9", "These tokens read the same backwards"),
        ("text=a+a", "All words are the same token"),
        ("text=a+a+a&order=shuffled&ends=true", "All words are the same token"),
    ],
)
def test_a_sentence_that_reads_the_same_is_the_same_sentence(sketched, figures, query, said):
    app = sketched(query, page="sentence")
    assert text(app).startswith(said)
    assert "changes by up to" not in text(app)
    assert not [figure for figure in figures(app) if "change" in figure["data"][0]["hovertemplate"]]


@pytest.mark.parametrize(
    ("query", "advised"),
    [
        ("scheme=Index&Index.start=1&d=256&combine=concatenation&mask=false&causal=true", False),
        ("scheme=Index&Index.start=1&d=256&combine=concatenation&mask=false", True),
        ("scheme=Index&Index.start=1&d=4&combine=concatenation&causal=true", True),
        ("scheme=Sinusoidal", True),
    ],
)
def test_shuffled_is_advised_only_where_it_changes_attention(sketched, query, advised):
    query += "&text=dog+bites+dog"
    assert text(sketched(query, page="sentence")).count("Choose shuffled to see a change.") == 2 * advised
    shuffled = numbers.reordered(*options(f"{query}&order=shuffled"))
    assert (numbers.largest(shuffled.placed) > 1e-6) == advised


def test_a_word_that_is_written_like_the_unknown_token_is_another_one(sketched):
    shown = text(sketched("text=<unk>+b+<unk>&known=1", page="sentence"))
    assert shown.startswith("These tokens read the same backwards")


@pytest.mark.parametrize("query", ["text=a+b", "text=a+b+a&order=shuffled", "text=a+b+b+b&order=shuffled"])
def test_a_sentence_that_does_not_read_the_same_is_told_apart(sketched, query):
    assert "changes by up to" in text(sketched(query, page="sentence"))


@pytest.mark.parametrize(
    ("query", "best"),
    [("scale=N(0, 0.02²)", "N(0, 1/d)"), ("scale=N(0, 1)", "N(0, 1/d)"), ("", None), ("text=a+b+b+b", "N(0, 1)")],
)
def test_the_size_of_embeddings_that_shows_more_is_the_one_that_does(sketched, query, best):
    shown = text(sketched(f"scheme=Sinusoidal&{query}", page="sentence"))
    assert re.findall(r"Embeddings of (.*) show more", shown) == ([best] if best else [])
    study = links.study(f"scheme=Sinusoidal&{query}")
    changes = {size: numbers.at_size(study, size) for size in ("N(0, 1)", "N(0, 1/d)", "N(0, 0.02²)")}
    if best:
        assert max(changes, key=changes.get) == best
        assert changes[best] > 2 * changes[study.options["scale"]]
    if not query:
        assert changes["N(0, 0.02²)"] == pytest.approx(0.0079, abs=5e-5)
        assert changes["N(0, 1/d)"] == pytest.approx(0.0505, abs=5e-5)


# What is said of sizes


@pytest.mark.parametrize("query", ["", "combine=concatenation", "d=7&combine=concatenation", "pad=20", "scheme=Index"])
def test_no_rounding_is_printed_as_a_number(sketched, query):
    assert not re.search(r"\de−|10⁻[¹²]?\d*[³⁴⁵⁶⁷⁸⁹⁰]|rounding", text(sketched(query, page="sentence")))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Sinusoidal", "The numbers of the position are 5.69 times as large as those of the token here"),
        ("scheme=Sinusoidal&scale=N(0, 1)", "The numbers of the token are 1.41 times as large as those of the"),
        ("scheme=Index&text=a", None),
        ("text=&pad=5", "All tokens are padding, with an embedding of zeros"),
    ],
)
def test_which_of_token_and_position_is_larger(sketched, query, said):
    shown = text(sketched(query, page="sentence")).partition("**Often said")[0]
    assert said in shown if said else "times as large" not in shown


def test_about_equally_large():
    study = links.study("")
    read = numbers.read(study)
    assert words.larger_numbers(0.4, read) == words.larger_numbers(-0.4, read)
    assert words.larger_numbers(0.4, read).startswith("The numbers of token and position are about equally large")
    assert words.larger_numbers(0.43, read).startswith("The numbers of the token are 1.05 times as large")


def test_padding_has_no_part_in_what_tokens_give_themselves(sketched):
    def share(query):
        return re.search(r"A token gives itself .*", text(sketched(f"text=a+b+c&{query}", page="sentence"))).group()

    assert share("") == share("pad=50")


@pytest.mark.parametrize(
    "query",
    [
        "scheme=Index&causal=true&d=128",
        "d=6&text=I+am+a+Robot&scheme=Index&Index.start=1&ends=true&causal=true",
    ],
)
def test_a_share_is_100_percent_only_where_it_is_all(sketched, query):
    shown = text(sketched(query, page="sentence"))
    assert "on average without position, more than 99.9 % with Index." in shown
    assert shown.count("100 %") == 1, "what the shares of a row add up to"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (0.0505, "5.05 percentage points"), (0.01, "1 percentage point"), (0.994, "99.4 percentage points"),
        (0.9999, "more than 99.9 percentage points"), (1.0, "100 percentage points"),
        (1 - 1e-15, "100 percentage points"), (1e-5, "less than 0.1 percentage points"),
    ],
)  # fmt: skip
def test_a_share_changes_by_100_points_only_where_all_of_it_does(change, said):
    assert points(change) == said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ([0.5, 1.0], "50 % of its attention on average without position, 100 % with X."),
        ([0.5, 1 - 1e-9], "without position, more than 99.9 % with X."),
        ([0.5, 0.998], "without position, 99.8 % with X."),
        ([0.5, 1e-9], "without position, less than 0.1 % with X."),
        ([0.999, 1 - 1e-9], "A token gives itself nearly all of its attention, without position and with X."),
        ([1.0, 1.0], "A token gives itself all of its attention, without position and with X."),
    ],
)
def test_shares_in_words(own, said):
    assert words.own_words(own, "X").endswith(said)


# Special tokens


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("text=<pad>+hello", []), ("text=<unk>+b", []), ("text=<s>+a+</s>", []), ("text=hello", []),
        ("text=<pad>+hello&pad=5", ["<pad>"]), ("text=<unk>+b+b&known=1", ["<unk>"]),
        ("text=hello&pad=5", ["<pad>"]), ("text=a+b&known=1", ["<unk>"]),
        ("text=<s>+a+</s>&ends=true", ["<s>", "</s>"]), ("text=a&ends=true", ["<s>", "</s>"]),
    ],
)  # fmt: skip
def test_only_tokens_that_the_page_put_there_are_explained(sketched, query, told):
    captions = "\n".join(caption.value for caption in sketched(query, page="sentence").caption)
    assert re.findall(r"`(<.*?>)`, id \d, ", captions) == told


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("text=hello&d=1", "1 word becomes 1 vector of 1 number."),
        ("text=hello&d=64", "1 word becomes 1 vector of 64 numbers."),
        ("text=hello&d=1&ends=true", "1 word and 2 special tokens become 3 vectors of 1 number."),
        ("text=hello&d=1&combine=concatenation", "1 word becomes 1 vector of 2 numbers."),
        ("text=&pad=2", "2 special tokens become 2 vectors of 64 numbers."),
    ],
)
def test_what_less_than_two_words_become(sketched, query, said):
    assert text(sketched(f"scheme=Sinusoidal&{query}", page="sentence")).startswith(said)


# A batch


@pytest.mark.parametrize("axes", ["batch first", "sequence first"])
@pytest.mark.parametrize(("count", "sentence"), [(10, "a b c"), (3, "a b c"), (1, "a b"), (4, "a"), (1, "a")])
def test_the_shapes_of_a_batch_are_those_of_the_code(axes, count, sentence):
    study = links.study(f"scheme=Sinusoidal&d=6&text={sentence.replace(' ', '+')}&batch={count}&batch_first={axes}")
    read = numbers.read(study)
    n, found = len(read.content), numbers.batch(study, read)
    shapes = dict(zip(found.steps["code"], found.steps["shape"], strict=True))
    x, pe = np.stack([read.content] * count), Sinusoidal().encode(range(numbers.MAX_LEN), 6)[None]
    right, wrong = x + pe[:, : x.shape[1]], x + pe.swapaxes(0, 1)[: x.shape[0]]
    if axes == "sequence first":
        x, pe = x.swapaxes(0, 1), pe.swapaxes(0, 1)
        right, wrong = x + pe[: x.shape[0]], x + pe.swapaxes(0, 1)[:, : x.shape[1]]
    assert shapes["x = embedding(ids)"] == shapes["dropout(x)"] == str(x.shape)
    assert shapes[f"x = x + {found.line}"] == str(right.shape)
    assert shapes['self.register_buffer("pe", pe)'] == str(pe.shape)
    assert found.other_buffer == pe.swapaxes(0, 1).shape
    assert "size(1)" in (found.line if axes == "batch first" else found.other)
    table = Sinusoidal().encode(range(max(n, count)), 6)
    for summed, positions in ((right, found.right), (wrong, found.wrong)):
        by_sentence = summed if axes == "batch first" else summed.swapaxes(0, 1)
        np.testing.assert_allclose(by_sentence - read.content, table[positions.astype(int)], atol=1e-12)


@pytest.mark.parametrize(("count", "n"), [(10, 5), (5, 5), (1, 5), (10, 1), (1, 1), (64, 128)])
def test_a_table_without_the_extra_axis_does_what_numpy_does(count, n):
    found = numbers.plain_sum(count, n, 3)
    try:
        assert found == (np.zeros((n, count, 3)) + np.zeros((n, 3))).shape
    except ValueError as error:
        assert found == str(error).strip()
        assert "could not be broadcast" in found


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "With the sequence first, (5, 10, 64), NumPy refuses it:"),
        ("batch=5", "there are 5 sentences of 5 tokens: every token gets the number of its sentence as its position."),
        ("batch=1", "the sum gets another shape without an error: (5, 5, 64)."),
        ("text=a", "With the sequence first it fits as well: there is one position only."),
        ("text=a&batch=1", "for a single token it does the same."),
        (
            "",
            "A module for the other order of axes has a buffer of (5000, 1, 64) and takes `pe[:x.size(0)]`. Here it "
            "raises no error, but every token gets the number of its sentence as its position.",
        ),
        (
            "batch_first=sequence+first&d=6",
            "has a buffer of (1, 5000, 6) and takes `pe[:, :x.size(1)]`. Here it raises no error, but every token",
        ),
    ],
)
def test_what_is_said_of_a_batch(sketched, query, said):
    assert said in text(sketched(f"scheme=Sinusoidal&{query}", page="sentence"))


@pytest.mark.parametrize("shape", [(10, 5, 6), (5, 10, 6)])
def test_the_line_for_the_other_order_needs_the_buffer_for_the_other_order(shape):
    x, pe = np.zeros(shape), np.zeros((1, numbers.MAX_LEN, 6))
    with pytest.raises(ValueError, match="could not be broadcast"):
        x + pe[: x.shape[0]]
    with pytest.raises(ValueError, match="could not be broadcast"):
        x + pe.swapaxes(0, 1)[:, : x.shape[1]]
    assert (x + pe[:, : x.shape[1]]).shape == (x + pe.swapaxes(0, 1)[: x.shape[0]]).shape == shape


def test_the_batch_of_a_lecture_note(sketched):
    app = sketched(f"scheme=Sinusoidal&d=512&text={'+'.join(['a', 'b'] * 50)}", page="sentence")
    steps = app.dataframe[-1].value.set_index("code")["shape"]
    assert steps["x = embedding(ids)"] == steps["dropout(x)"] == "(10, 100, 512)"
    assert steps["pe[:, :x.size(1)]"] == "(1, 100, 512)"
