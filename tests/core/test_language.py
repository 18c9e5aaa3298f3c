"""Texts of the core in another language: in notebooks, in the terminal, and by message."""

import io

import numpy as np
import pytest

import posenc_core
import posenc_tools
from posenc_core import Grid, Normalized, Sinusoidal, SlidingWindow
from posenc_core.text import messages
from posenc_tools import command, diagnose, models, readers
from posenc_tools.__main__ import posenc
from posenc_tools.models import trained
from posenc_tools.models.fields import check_text

GERMAN = """
diagnosis-agrees = { $name }: jede Zahl stimmt.
diagnosis-word-base = Basis
diagnosis-word-normalized = normiert
diagnosis-word-exponent-over-n-dimensions = Exponent durch { $x }
bug-exponent-j-d =
    .what = der Exponent ist j/d
list-range = { $first } bis { $last }
reader-empty = { $name } ist leer.
field-text = { $name } muss ein Text sein, nicht { $shown }.
command-check = Bestimmt eine Tabelle.
trained-learned-table = Gelernte Tabelle
formula-where = wobei
"""


@pytest.fixture(autouse=True)
def german(tmp_path, monkeypatch):
    """Add a language with a few messages, under a code for local use."""
    (tmp_path / "qaa").mkdir()
    (tmp_path / "qaa" / "core.ftl").write_text(GERMAN, "utf-8")
    both = {code: messages.Messages(code, messages.LOCALE, posenc_tools.LOCALE, tmp_path) for code in ("en", "qaa")}
    monkeypatch.setattr(messages, "LANGUAGES", ("en", "qaa"))
    monkeypatch.setattr(command, "LANGUAGES", ("en", "qaa"))
    monkeypatch.setattr(messages, "_in_language", both.get)


def test_a_notebook_sets_the_language_for_a_block_or_permanently():
    result = diagnose(Sinusoidal(base=500).encode(range(16), 4))
    english = "This is Sinusoidal, interleaved, base 500, and every number agrees."
    german = "Sinusoidal, interleaved, Basis 500: jede Zahl stimmt."
    assert str(result) == english
    with posenc_core.language("qaa"):
        assert str(result) == german
        with posenc_core.language("en"):
            assert str(result) == english
    before = posenc_core.language("qaa")
    assert str(result) == german
    before.close()
    assert str(result) == english
    with pytest.raises(ValueError, match="code = 'de' must be one of en, qaa"):
        posenc_core.language("de")


def test_names_of_encodings_are_not_translated():
    with posenc_core.language("qaa"):
        assert str(diagnose(Normalized().encode(range(16), 4))).startswith("Normalized: ")
        assert ", normiert true" in str(diagnose(Grid(normalized=True).encode(range(64), 16)))


@pytest.mark.parametrize(
    ("arguments", "lang", "expected"),
    [
        (["--lang", "qaa", "check"], "C", "stimmt"),
        (["check", "--lang=qaa"], "C", "stimmt"),
        (["check"], "qaa_DE.UTF-8", "stimmt"),
        (["check"], "de_DE.UTF-8", "agrees"),
        (["--lang", "en", "check"], "qaa_DE.UTF-8", "agrees"),
    ],
)
def test_the_terminal_language_is_set_by_an_option_or_the_environment(
    arguments, lang, expected, tmp_path, monkeypatch, capsys
):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", lang)
    np.save(tmp_path / "table.npy", Sinusoidal().encode(range(16), 4))
    assert posenc([*arguments, str(tmp_path / "table.npy")]) == 0
    assert expected in capsys.readouterr().out
    with pytest.raises(SystemExit, match="3"):
        posenc(["--lang", "de", "check"])


def test_a_rejected_file_has_a_reason_in_the_current_language():
    with pytest.raises(ValueError) as table:
        readers.tensors(io.BytesIO(), "a.npy")
    with pytest.raises(ValueError) as field:
        check_text("model_type", 3)
    assert str(table.value) == "a.npy is empty."
    with posenc_core.language("qaa"):
        assert [str(error.value) for error in (table, field)] == [
            "a.npy ist leer.",
            "model_type muss ein Text sein, nicht 3.",
        ]
        with pytest.raises(ValueError, match="model_type muss"):
            models.from_config({"model_type": 3})


def test_help_of_the_terminal_is_in_its_language(capsys):
    for lang, begin in (("en", "Identify a table of positions"), ("qaa", "Bestimmt eine Tabelle.")):
        with pytest.raises(SystemExit, match="0"):
            posenc(["--lang", lang, "check", "--help"])
        assert begin in capsys.readouterr().out


def test_names_of_trained_encodings_and_words_of_formulas_are_translated():
    with posenc_core.language("qaa"):
        assert trained.label("Learned table") == "Gelernte Tabelle"
        assert trained.label("T5") == "T5"
        assert r"\text{ wobei } 0 \le" in SlidingWindow().formula_text()


def test_english_data_are_translated_by_id():
    bug = posenc_tools.KNOWN_BUGS["exponent j/d"]
    frequencies = 1e7 ** -(np.arange(32) * 2 / 512)
    with posenc_core.language("qaa"):
        assert bug.text("what") == "der Exponent ist j/d"
        assert bug.text("story") == bug.story
        assert "Basis 10,000,000, Exponent durch 512" in str(diagnose(frequencies))
