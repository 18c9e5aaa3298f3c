"""Controls and links: the page uses the values of a link or reports the unusable ones."""

import math
import re
from typing import get_args
from urllib.parse import parse_qs, urlencode

import pytest

from dashboard import streamlit_internals
from dashboard.controls import links
from dashboard.controls.links import FEW
from dashboard.state.pages import PAGES, STANDS_IN
from dashboard.state.parameters import CHOICES, MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MEASURES, OPTIONS, PARAMETERS
from dashboard.state.study import Study
from posenc_core import SCHEMES, CustomTable, Sinusoidal
from posenc_core.foundation.base import Family
from tests.dashboard.conftest import BAR, address, bar_keys, go_to, handle, open_bar, set_values

KINDS = ("number_input", "toggle", "button_group", "text_input", "text_area", "selectbox", "slider", "select_slider")

BAD = [
    {
        "to=-1": ("to = -1", "to = end"),
        "d=" + "9" * 400: ("d = " + "9" * 60 + " …", "d = 32"),
        "log_k=maybe": ("log_k = maybe", "log_k = false"),
        "scheme=Binary&scheme=Nothing": ("scheme = Binary, Nothing", "scheme = Binary"),
    },
    {
        "n=5&n=7": ("n = 5, 7", "n = 64"),
        "Sinusoidal.base=inf": ("Sinusoidal.base = inf", "Sinusoidal.base = 10000"),
        "similarity=&similarity=": ("similarity = , ", "similarity = dot"),
        "Binary.values=2": ("Binary.values = 2", "Binary.values = 0/1"),
    },
    {"scheme=Index&Index.start=": ("Index.start = ", "Index.start = 0"), "d=nan": ("d = nan", "d = 32")},
]
"""Unusable values, their messages, and replacements; at most as many as are reported in separate lines."""


@pytest.mark.parametrize("group", BAD)
def test_an_unusable_value_is_replaced_and_reported_in_one_line(opened, group):
    app = opened("&".join(group))
    assert not app.exception
    for line, (value, used) in zip(sorted(line.value for line in app.text), sorted(group.values()), strict=True):
        assert line.startswith(f"The link sets {value}, ")
        assert line.endswith(f"The app uses {used} instead.")
    assert open_bar(app).text, "reported until a value changes"
    assert not set_values(app, p=3).text


def test_a_parameter_of_an_unselected_scheme_is_kept(opened):
    app = opened("Index.start=1&scheme=Binary")
    assert not app.text
    set_values(app, scheme=["Binary", "Index"])
    assert app.session_state["study"].schemes[1].start == 1
    assert not app.text


def test_an_invalid_list_of_numbers_stays_in_its_field_and_changes_nothing(opened):
    query = "scheme=RoPE&RoPE.scaling=LongRoPE&n=20"
    app = open_bar(opened(query, page="heatmap"))
    for factors, used in (("2, x", "1, 2.5"), ("2, 3", "2, 3")):
        handle(app.text_input, "RoPE.factors handle").set_value(factors)
        open_bar(app)
        assert not app.exception
        assert app.session_state["study"].schemes[0].factors == used
        assert handle(app.text_input, "RoPE.factors handle").value == factors
        messages = [line.value for line in app.text if "must be numbers from 0.01 to 1000" in line.value]
        assert len(messages) == (factors != used)
    # the same from a link
    app = opened(f"{query}&RoPE.factors=2;3", page="heatmap")
    assert not app.exception
    assert app.text[0].value.startswith("The link sets RoPE.factors = 2;3, but")


# The address


def test_the_address_contains_non_default_values_and_restores_them(opened):
    app = open_bar(opened("Sinusoidal.layout=concatenated", "heatmap"))
    assert address(app) == {"Sinusoidal.layout": ["concatenated"]}
    handle(app.slider, "p handle").set_value(7)
    open_bar(app)
    handle(app.number_input, "n handle").set_value(50)
    open_bar(app)
    handle(app.number_input, "Sinusoidal.base handle").set_value(100.0)
    open_bar(app)
    set_values(app, scheme=["Sinusoidal"], columns="0, 1")
    expected = {"scheme": ["Sinusoidal"], "n": ["50"], "p": ["7"], "columns": ["0, 1"]}
    expected |= {"Sinusoidal.base": ["100"], "Sinusoidal.layout": ["concatenated"]}
    assert address(app) == expected
    other = opened(urlencode(expected, doseq=True), "heatmap")
    assert other.session_state["state"] == app.session_state["state"]
    # parameters that a page does not draw keep their values
    go_to(app, "exercises")
    assert not app.number_input
    assert address(app) == expected
    go_to(app, "heatmap")
    assert handle(app.slider, "p handle").value == 7
    assert app.session_state["study"].options["columns"] == "0, 1"


def test_an_outdated_address_reverts_no_change_and_back_restores_it(opened, monkeypatch):
    app = opened("n=100&p=3")
    handle(app.slider, "p handle").set_value(4).run()
    app.query_params["p"] = "77"
    app.run()
    assert app.session_state["study"].position == 4
    with monkeypatch.context() as patch:
        patch.setattr(streamlit_internals, "is_history_navigation", lambda: True)
        app.query_params["similarity"] = "nothing"
        app.run()
        assert (handle(app.slider, "p handle").value, app.session_state["study"].position) == (77, 77)
        assert app.text[0].value.startswith("The link sets similarity = nothing")
        del app.query_params["p"], app.query_params["n"]
        app.run()
        assert (app.session_state["study"].length, app.session_state["study"].position) == (64, 20)
    handle(app.slider, "p handle").set_value(5).run()
    assert app.session_state["study"].position == 5


def test_every_key_survives_a_link_and_its_address():
    for row in range(9):
        samples = {
            key: parameter.domain.samples[row % len(parameter.domain.samples)] for key, parameter in PARAMETERS.items()
        }
        query = urlencode(samples | {"scheme": list(CHOICES)[row]})
        values, lines = links.parse(parse_qs(query, keep_blank_values=True))
        assert not lines
        assert {key: values[key] for key in samples} == samples
        assert links.parse(parse_qs(links.address(values), keep_blank_values=True)) == (values, [])


def test_a_position_beyond_the_sequence_is_clipped_and_restored(opened):
    app = opened("n=256&p=200&k=100&from=90&to=150")
    study = app.session_state["study"]
    assert (study.position, study.offset, study.shown) == (200, 100, (90, 150))
    assert not [caption for caption in app.caption if "ends at position" in caption.value]
    set_values(app, n=64)
    study = app.session_state["study"]
    assert (study.position, study.offset, study.shown) == (63, 63, (0, 63))
    (line,) = [caption.value for caption in app.caption if "ends at position 63" in caption.value]
    assert re.findall(r"(\w+) = (\d+) instead of (\d+)", line) == [
        ("p", "63", "200"),
        ("k", "63", "100"),
        ("from", "0", "90"),
        ("to", "63", "150"),
    ]
    set_values(app, n=1)
    study = app.session_state["study"]
    assert (study.position, study.offset, study.shown) == (0, 1, (0, 0))
    assert handle(app.slider, "p handle").disabled
    set_values(app, n=256)
    study = app.session_state["study"]
    assert (study.position, study.offset, study.shown) == (200, 100, (90, 150))
    assert not app.exception


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("n=abc", "n = abc, but n must be a whole number from 1 to 131,072."),
        ("n=12.5", "n = 12.5, but n must be a whole number"),
        ("n=1e400", "n = 1e400, but n must be a whole number"),
        ("n=5&n=7", "n = 5, 7, but n must be a whole number"),
        ("log_k=maybe", "log_k = maybe, but log_k must be true or false"),
        ("similarity=euclid", "similarity = euclid, but similarity must be one of dot, cosine"),
        ("text=" + "a" * 1001, "aaa …, but text must be a text of at most 1,000 characters"),
        ("Sinusoidal.base=1", "Sinusoidal.base = 1, but Sinusoidal.base must be a finite number above 1"),
        ("Sinusoidal.base=x", "Sinusoidal.base = x, but Sinusoidal.base must be a finite number"),
        ("scheme=Sinusodial", "must be the name of an encoding: Index, Normalized, Binary, "),
        ("Sinusoidal.layout=interleavd", "must be one of interleaved, concatenated. Did you mean interleaved?"),
        ("Binary.order=up", "Binary.order = up, but Binary.order must be"),
        ("Sinusoidal.bse=3", "Sinusoidal.bse = 3, which is not a parameter of this app. Did you mean Sinusoidal.base?"),
        ("scheme=Binary&scheme=Binary", "scheme = Binary, Binary, but scheme must be up to 6 different encodings."),
        ("scheme=", "but scheme must be up to 6 different encodings."),
        ("&".join(f"k{i}=1" for i in range(300)), "fields"),
    ],
)
def test_a_link_to_a_file_is_used_completely_or_refused(query, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        links.study(query)


def test_a_link_names_encodings_and_options_in_upper_or_lower_case():
    study = links.study("scheme=rope&scheme=SINUSOIDAL&Sinusoidal.layout=Concatenated")
    assert [scheme.name for scheme in study.schemes] == ["RoPE", "Sinusoidal"]
    assert study.known["Sinusoidal"].layout == "concatenated"
    values, lines = links.parse({"scheme": ["rope", "Rope", "nothing"]})
    assert values["scheme"] == ["RoPE"]
    assert len(lines) == 1


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e308, 2**63, -(2**63), "<b>", None, [], True, 0.5])
def test_options_of_a_study_are_valid_for_any_input(value):
    options = {option.key: value for option in OPTIONS}
    study = Study((), value, value, value, value, (value, value), options=options)
    assert 0 <= study.position < study.length <= MAX_LENGTH
    assert 1 <= study.dim <= MAX_DIM
    assert study.measure in MEASURES
    assert 0 <= study.shown[0] <= study.shown[1] < study.length
    for key, held in study.options.items():
        assert PARAMETERS[key].domain.validate(held) == held


def test_a_study_has_each_scheme_once():
    study = Study((Sinusoidal(), Sinusoidal(base=2.0), *(scheme() for scheme in SCHEMES.values())), 8, 8, 0, 1)
    assert len({scheme.name for scheme in study.schemes}) == len(study.schemes) <= MAX_SCHEMES


@pytest.mark.parametrize("count", [4, 5, 900])
def test_ignored_parameters_are_reported_in_few_lines(opened, count):
    app = opened("n=0&" + "&".join(f"key{i}=value" for i in range(count - 1)))
    lines = [line.value for line in app.text]
    assert len(lines) <= FEW + 1
    assert lines[0].startswith("The link sets n = 0, ")
    if count > FEW + 1:
        assert lines[-1].startswith(f"The link sets {count - FEW} more values that cannot be used: key2, key3")
        assert len(lines[-1]) < 300


def test_of_a_long_link_the_first_fields_are_read():
    fields = {f"key{place}": ["1"] for place in range(links.MOST_FIELDS - 1)} | {"n": ["7"], "d": ["7"]}
    values, lines = links.parse(fields)
    assert (values["n"], values["d"]) == (7, links.DEFAULTS["d"])
    assert lines[-1].startswith(f"The link sets {links.MOST_FIELDS - FEW} more values")


@pytest.mark.parametrize("unprintable", [("a\nb", "a\x00b", "\u202egnp.exe"), ("\u2066\u2069", "\x1b[31m", "\u2028")])
def test_a_line_about_a_link_is_one_line_without_bidi_effects(opened, unprintable):
    lines = opened(urlencode({**{words: words for words in unprintable}, "d": "7"})).text
    assert len(lines) == len(unprintable)
    assert all(line.value.isprintable() for line in lines)


def test_right_to_left_text_does_not_affect_what_follows(opened):
    (line,) = opened(urlencode({"n": "שלום"})).text
    assert "\N{FIRST STRONG ISOLATE}שלום\N{POP DIRECTIONAL ISOLATE}, but n must be" in line.value


# The bar


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_encodings_has_a_bar_and_one_control_per_value(opened, page):
    app = open_bar(opened(page=page))
    assert not app.exception
    drawn = [widget.key for kind in KINDS for widget in app.get(kind) if widget.key and " handle #" in widget.key]
    names = [key.partition(" handle #")[0] for key in drawn]
    assert len(names) == len(set(names)), "a value has one control"
    assert all(name == "scheme" or page in PARAMETERS[name].pages for name in names)
    boxes = {box.key for box in app.get("popover")} if hasattr(app, "popover") else set()
    assert boxes <= {*BAR, "add"} or not PAGES[page]
    if PAGES[page]:
        assert {key for key in ("n", "d", "p", "k") if page in PARAMETERS[key].pages} <= bar_keys(app)


def test_a_chip_removes_its_encoding_and_the_last_one_stays(opened):
    app = opened()
    for left in (["Binary", "Normalized"], ["Normalized"]):
        app.button(key=f"chip {app.session_state['study'].schemes[0].name}").click().run()
        assert [scheme.name for scheme in app.session_state["study"].schemes] == left
    assert app.button(key="chip Normalized").disabled
    assert not app.exception


def test_the_list_has_the_other_encodings_that_the_page_can_show_by_family(opened):
    app = opened(page="equidistance")
    app.session_state["add to Sinusoidal Binary Normalized"] = True
    app.run()
    shown = {scheme.name for scheme in app.session_state["study"].schemes}
    offered = [button.key.removeprefix("add ") for button in app.button if (button.key or "").startswith("add ")]
    able = [
        name
        for family in get_args(Family)
        for name in SCHEMES
        if SCHEMES[name].family == family and "vectors" in SCHEMES[name].abilities
    ]
    assert offered == [name for name in [*able, CustomTable.name] if name not in shown]
    app.button(key="add Gray").click().run()
    assert "add Index" not in {button.key for button in app.button}, "the list is closed"
    assert [scheme.name for scheme in app.session_state["study"].schemes][-1] == "Gray"
    assert address(app)["scheme"] == ["Sinusoidal", "Binary", "Normalized", "Gray"]


def test_a_full_row_says_so(opened):
    names = list(SCHEMES)[:MAX_SCHEMES]
    app = opened(urlencode({"scheme": names}, doseq=True))
    app.session_state[f"add to {' '.join(names)}"] = True
    app.run()
    assert not [button for button in app.button if (button.key or "").startswith("add ")]
    assert any(caption.value.startswith("At most 6 encodings fit") for caption in app.caption)


def test_the_options_name_what_was_changed_and_reset_it(opened):
    app = open_bar(opened("Sinusoidal.base=500&Binary.order=MSB first&Normalized.divisor=N"))
    (box,) = [box for box in app.get("popover") if "Options" in box.proto.popover.label]
    assert box.proto.popover.label == "Options: base 500, bit order MSB first, …"
    (reset,) = [button for button in app.button if button.label == "Back to the defaults"]
    reset.click().run()
    assert not address(app)


def test_a_page_that_cannot_show_the_encodings_shows_its_own_without_an_excuse(opened):
    for page, name in STANDS_IN.items():
        values = {
            parameter.name: next(value for value in parameter.domain.samples if value != parameter.default)
            for parameter in SCHEMES[name].parameters()
        }
        app = opened(urlencode({f"{name}.{parameter}": value for parameter, value in values.items()}), page)
        assert not app.exception
        assert app.session_state["study"].schemes == (SCHEMES[name](**values),)
        assert {f"{name}.{parameter}" for parameter in values} <= bar_keys(app)
        assert not app.text, "the values of the link are used"


def test_a_control_is_drawn_where_it_has_an_effect(opened):
    assert "query" not in bar_keys(opened(page="attention"))
    assert {"query", "key"} <= bar_keys(opened("content=yours", "attention"))


@pytest.mark.parametrize(
    ("query", "page", "is_drawn"),
    [
        ("", "compare", False),
        ("scheme=NoPE", "compare", False),
        ("scheme=NoPE&scheme=ALiBi", "scorecard", True),
        ("scheme=ALiBi", "similarity", True),
        ("scheme=Sandwich", "compare", True),
        ("scheme=Sandwich&Sandwich.ratio=none", "compare", False),
        ("scheme=ALiBi", "heatmap", False),
    ],
)
def test_the_head_control_is_drawn_only_if_heads_differ(opened, query, page, is_drawn):
    assert ("head" in bar_keys(opened(query, page))) == is_drawn


def test_a_parameter_without_effect_is_not_drawn(opened, monkeypatch):
    monkeypatch.setattr(
        SCHEMES["Binary"], "inactive_parameters", lambda scheme: {"values"} if scheme.order == "MSB first" else set()
    )
    assert {"Binary.values", "Binary.order"} <= bar_keys(opened("scheme=Binary&Binary.values=-1/1"))
    assert {"Binary.values", "Binary.order"} & bar_keys(opened("scheme=Binary&Binary.order=MSB first")) == {
        "Binary.order"
    }


def test_a_value_that_changes_elsewhere_gets_another_widget(opened):
    """A browser would report the value of its widget as input."""
    app = opened("n=40&p=3")
    before = handle(app.slider, "p handle").key
    set_values(app, p=9)
    after = handle(app.slider, "p handle")
    assert (after.value, after.key == before) == (9, False)


def test_a_part_of_the_positions_is_named_and_all_are_shown_again(opened):
    app = opened("from=11&to=29")
    (button,) = [button for button in app.button if button.key == "shown"]
    assert button.label == "positions 11 to 29"
    button.click().run()
    assert app.session_state["study"].shown == (0, 63)
    assert not address(app)
    assert "shown" not in [button.key for button in app.button]
