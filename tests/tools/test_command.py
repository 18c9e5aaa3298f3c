"""The command that identifies the table in a file."""

import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from textwrap import indent

import numpy as np
import pandas as pd
import pytest

from posenc_core import Sinusoidal, language
from posenc_core.text.messages import LANGUAGES, message
from posenc_tools.command import posenc
from posenc_tools.command.check import main
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import evidence, verdict
from posenc_tools.known_bugs import EXAMPLES, KNOWN_BUGS
from tests.data import read

MISTAKE = "cosine of the next pair"
TABLES = {
    "right": Sinusoidal(base=500).encode(range(50), 32),
    "wrong": EXAMPLES[MISTAKE](),
    "changed": Sinusoidal().encode(range(50), 32) + 0.3 * (np.arange(1600) == 101).reshape(50, 32),
    "random": np.random.default_rng(0).normal(size=(50, 16)),
    "unknown": np.cumsum(np.cos(np.arange(800) ** 2.5).reshape(50, 16), axis=0),
}


@pytest.fixture
def saved(tmp_path):
    def saved(table, name="table.npy"):
        np.save(tmp_path / name, table)
        return str(tmp_path / name)

    return saved


@pytest.fixture
def wide(monkeypatch):
    """A wide terminal without wrapping, and one with the usual width."""
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setattr("posenc_tools.command.output.MAX_WIDTH", 1000)


@pytest.mark.parametrize(
    ("name", "status"), [("right", 0), ("random", 2), ("wrong", 1), ("changed", 2), ("unknown", 2)]
)
def test_the_command_prints_the_verdict_of_the_page(saved, capsys, wide, name, status):
    assert main([saved(TABLES[name])]) == status
    output, errors = capsys.readouterr()
    result = diagnose(TABLES[name])
    assert output.splitlines()[: 1 + len(evidence(result))] == [verdict(result), *evidence(result)]
    assert errors == ""


def test_column_names_and_row_labels_are_skipped_with_a_note(tmp_path, capsys, wide):
    file = tmp_path / "table.csv"
    pd.DataFrame(TABLES["right"]).to_csv(file)
    note = "The numbers do not include the first line (column names) and the first column (row labels)."
    assert main([str(file)]) == 0
    assert note in capsys.readouterr().out.splitlines()
    assert main([str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["note"] == note


def test_a_correct_formula_similar_to_a_bug_is_explained(saved, capsys, wide):
    assert main([saved(EXAMPLES["exponent i/d"]())]) == 0
    output = capsys.readouterr().out
    wrong = indent(KNOWN_BUGS["exponent i/d"].wrong, "  ")
    meant = "If Sinusoidal, interleaved, base 10,000 was meant, this code is probably wrong:"
    assert f"\n{meant}\n{wrong}\nThis code is right:\n" in output


@pytest.mark.parametrize("code", ["en", "ko"])
def test_lines_fit_a_terminal(saved, capsys, monkeypatch, code):
    monkeypatch.setenv("COLUMNS", "60")
    with language(code):
        main([saved(TABLES["wrong"])])
    lines = capsys.readouterr().out.splitlines()
    listing = {f"  {line}" for line in (KNOWN_BUGS[MISTAKE].wrong, KNOWN_BUGS[MISTAKE].right)}
    # a Korean syllable takes two columns
    assert max(len(line) + len(re.findall("[가-힣]", line)) for line in lines if line not in listing) <= 60


def test_a_matrix_that_is_no_encoding_fails_unless_allowed(saved, capsys):
    file = saved(np.tile(np.arange(8.0), (20, 1)))
    assert main([file, "--json"]) == json.loads(capsys.readouterr().out)["status"] == 2
    assert main([file, "--json", "--allow-kind"]) == json.loads(capsys.readouterr().out)["status"] == 0
    # no other table is allowed
    assert main([saved(TABLES["unknown"]), "--allow-kind"]) == 2


STATES = {"right": "known", "wrong": "bug", "changed": "different", "random": "kind", "unknown": "unknown"}

KEYS = {
    "status", "state", "verdict", "evidence", "advice", "size", "kind", "name", "parameters", "misfit", "equal",
    "runner_up", "storage", "transposed", "noise", "rows", "columns", "cells", "bad_rows", "bad_columns", "zero_rows",
    "repeated_rows", "unjudged", "facts", "scheme", "pairs", "note",
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_json_has_the_same_keys_for_every_table(saved, capsys, name):
    status = main(["--json", saved(TABLES[name])])
    # NaN is not valid JSON
    report = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert {*report} == KEYS
    assert (report["status"], report["size"]) == (status, list(TABLES[name].shape))
    assert report["state"] == STATES[name]
    assert len(report["rows"]) == len(report["columns"]) == 3


def test_json_names_the_parameters(saved, capsys):
    main(["--json", saved(TABLES["right"])])
    report = json.loads(capsys.readouterr().out)
    assert (report["kind"], report["name"], report["parameters"]) == ("scheme", "Sinusoidal", {"base": 500})
    assert report["pairs"]["columns"][:2] == [[0, 1], [2, 3]]
    for which in ("frequencies", "expected"):
        assert report["pairs"][which] == pytest.approx(Sinusoidal(base=500).frequencies(32))
    main(["--json", saved(TABLES["wrong"])])
    report = json.loads(capsys.readouterr().out)
    assert (report["kind"], report["name"], report["advice"]["wrong"]) == (
        "mistake",
        MISTAKE,
        KNOWN_BUGS[MISTAKE].wrong,
    )
    assert report["scheme"] == {"name": "Sinusoidal", "parameters": asdict(Sinusoidal())}
    assert report["pairs"] is None


def test_one_of_several_tensors_is_selected(tmp_path, capsys):
    file = str(tmp_path / "model.npz")
    np.savez(file, words=np.ones((9, 4)), pe=TABLES["right"], bias=np.ones(3))
    with pytest.raises(SystemExit) as end:
        main([file])
    assert end.value.code == 3
    errors = capsys.readouterr().err
    assert "Select one with --tensor\n  'pe': 50 x 32 float64\n  'words': 9 x 4" in errors
    assert main([file, "--tensor", "pe"]) == 0
    with pytest.raises(SystemExit):
        main([file, "--tensor", "nobody"])
    assert "no tensor is named 'nobody'. Select one with --tensor\n  'pe': 50 x 32" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "sentence"), read("command.toml")["unreadable"])
def test_an_unreadable_file_prints_one_sentence_and_has_its_own_status(
    tmp_path, monkeypatch, capsys, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    files = {"table.xyz": "1", "empty.csv": "", "nan.csv": "1,nan", "huge.csv": "1,1e200", "tiny.csv": "0,1e-323"}
    for name, text in files.items():
        Path(name).write_text(text)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 3
    output, errors = capsys.readouterr()
    assert (output, errors.count("\n")) == ("", 1)
    assert sentence in errors
    # with --json, errors are objects too
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--json"])
    assert end.value.code == 3
    output, again = capsys.readouterr()
    assert again == errors
    assert errors == f"python -m posenc_tools: {json.loads(output)['error']}\n" and json.loads(output)["status"] == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["check"], "posenc check: the following arguments are required: file"),
        (["check", "a.npy", "--size", "x", "--lang", "ko"], "posenc check: unrecognized arguments: --size x"),
        (["model", "GPT-2", "--at=x"], "posenc model: argument --at: invalid int value: 'x'"),
    ],
)
def test_errors_of_arguments_are_those_of_argparse_with_another_status(capsys, arguments, error):
    with pytest.raises(SystemExit) as end:
        posenc(arguments)
    assert end.value.code == 3
    assert capsys.readouterr().err == f"{error}\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("model nofile.txt", "nofile.txt: No such file or directory"),
        ("model some/dir/config", "some/dir/config: No such file or directory"),
        ("model folder", "folder: Is a directory"),
        ("model empty.json", "empty.json: the configuration is empty"),
        ("check pe.npy --config empty.json", "empty.json: the configuration is empty"),
        ("check pe.npy --config broken.json", "broken.json: the configuration is not valid JSON"),
        ("buffers empty.json", "empty.json: the configuration is empty"),
        ("model GPT-2 --at=-5", "--at must be a position from 0 to 1,099,511,627,775, got -5"),
    ],
)
def test_an_error_names_the_file_or_the_range(tmp_path, monkeypatch, capsys, arguments, error):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name, text in {"empty.json": " \n", "broken.json": "{"}.items():
        Path(name).write_text(text)
    np.save("pe.npy", TABLES["right"])
    with pytest.raises(SystemExit) as end:
        posenc(arguments.split())
    assert end.value.code == 3
    assert capsys.readouterr().err == f"posenc {arguments.split()[0]}: {error}\n"


def test_a_folder_named_like_a_model_does_not_hide_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("gpt-2").mkdir()
    assert posenc(["model", "gpt-2"]) == 0
    assert capsys.readouterr().out.startswith("GPT-2 ")


@pytest.mark.parametrize(("position", "is_past"), [(131_071, False), (131_072, True)])
def test_the_last_position_of_a_stated_length(capsys, wide, position, is_past):
    posenc(["model", "Llama 3.1 8B", "--at", str(position)])
    past = "Position 131,072 is beyond position 131,071, the last of the 131,072 tokens that the model states."
    assert (past in capsys.readouterr().out.splitlines()) is is_past


@pytest.mark.parametrize(
    ("name", "error"), [("chek", "there is no command 'chek'"), ("table", "table must end in one of")]
)
def test_a_word_is_a_command_unless_it_is_a_file(tmp_path, name, error):
    (tmp_path / "table").write_text("1")
    command = [sys.executable, "-m", "posenc_tools", name, "bug.npy"][: 5 if name == "chek" else 4]
    process = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(Path(__file__).parents[2])}
    )
    assert process.returncode == 3
    assert error in process.stderr.splitlines()[0]


@pytest.mark.parametrize(("name", "status"), [("right", 0), ("wrong", 1)])
def test_a_closed_pipe_does_not_change_the_status(saved, name, status):
    """As with `| head -1`."""
    command = subprocess.Popen(
        [sys.executable, "-m", "posenc_tools", saved(TABLES[name])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    command.stdout.close()
    assert (command.stderr.read(), command.wait()) == (b"", status)
    command.stderr.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_row_numbers_are_explained(code, saved, capsys):
    with language(code):
        counted = message("command-counted")
        main([saved(TABLES["changed"])])
        assert counted in capsys.readouterr().out
        main([saved(TABLES["right"])])
        assert counted not in capsys.readouterr().out


def test_the_command_runs_with_numpy_alone_and_without_unicode(saved):
    """In a separate process in which no package of the dashboard can be imported."""
    blocked = "import sys; sys.modules.update(dict.fromkeys(['streamlit', 'pandas', 'plotly']))"
    run = f"{blocked}; from posenc_tools.command import posenc; sys.exit(posenc(['check', *sys.argv[1:]]))"
    process = subprocess.run(
        [sys.executable, "-c", run, saved(EXAMPLES["missing √d"]())],
        capture_output=True,
        text=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (process.returncode, process.stderr) == (1, "")
    assert process.stdout.startswith("This table has a known bug: ")
