"""The wheel: what is in it, and that it works where the repository is not."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import numpy as np
import pytest

import posenc_core
from posenc_core import Sinusoidal
from posenc_tools.__main__ import posenc

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    # a build leaves files behind
    source = place / "source"
    for folder in ("posenc_core", "posenc_tools"):
        shutil.copytree(ROOT / folder, source / folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source)
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, "-w", place, source], check=True)
    (wheel,) = place.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel) -> Path:
    """A folder that holds the wheel's packages alone."""
    place = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(place)
    return place


def python(*arguments, path, cwd, **more) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, **more
    )


@pytest.mark.thorough
def test_the_wheel_has_every_file_that_the_packages_read(wheel):
    inside = {file.filename for file in zipfile.ZipFile(wheel).infolist()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    needed = {path for path in tracked if path.startswith(("posenc_core/", "posenc_tools/"))}
    assert needed <= inside
    houses = {path.partition("/")[0] for path in inside if ".dist-info" not in path}
    assert houses == {"posenc_core", "posenc_tools"}, "names such as dashboard belong to others"


@pytest.mark.thorough
def test_the_packages_need_numpy_alone(installed, tmp_path):
    packages = Path(sysconfig.get_path("purelib"))
    for package in packages.glob("numpy*"):
        (tmp_path / package.name).symlink_to(package)
    np.save(tmp_path / "table.npy", Sinusoidal().encode(range(40), 8))
    # -S: without the packages of this environment
    code = "import sys, posenc_core; from posenc_tools.__main__ import posenc; sys.exit(posenc(sys.argv[1:]))"
    process = python("-S", "-c", code, "check", "table.npy", path=[installed, tmp_path], cwd=tmp_path)
    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("This is Sinusoidal, interleaved, base 10,000, and every number agrees.")
    assert PROJECT["project"]["dependencies"] == ["numpy>=2.0"]


def test_the_command(capsys):
    assert posenc([]) == posenc(["--help"]) == 0
    assert capsys.readouterr().out.count("posenc check FILE") == 2
    assert posenc(["look"]) == 3
    assert "there is no command 'look'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as error:
        posenc(["check", "--help"])
    assert error.value.code == 0
    assert capsys.readouterr().out.startswith("usage: posenc check ")
    assert PROJECT["project"]["scripts"] == {"posenc": "posenc_tools.__main__:posenc"}


def test_buffers_need_transformers_and_a_configuration(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "llama"}')
    for path, sentence in (
        (config, "needs transformers. Install it with pip install torch transformers"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(SystemExit) as error:
            posenc(["buffers", str(path)])
        assert error.value.code == 3
        assert capsys.readouterr().err.endswith(f"{sentence}\n")


def test_the_module_takes_the_commands_and_a_file_alone(tmp_path):
    np.save(tmp_path / "table.npy", Sinusoidal().encode(range(40), 8))
    answers = {}
    for line in ("table.npy", "--version", "model nobody"):
        process = python("-m", "posenc_tools", *line.split(), path=[ROOT], cwd=tmp_path)
        answers[line] = process.returncode, (process.stdout or process.stderr).splitlines()[0]
    assert answers["table.npy"] == (0, "This is Sinusoidal, interleaved, base 10,000, and every number agrees.")
    assert answers["--version"] == (0, posenc_core.__version__)
    assert answers["model nobody"][0] == 3
    assert answers["model nobody"][1].startswith("python -m posenc_tools model: ")


@pytest.mark.thorough
def test_one_place_has_the_version(wheel):
    assert wheel.name.split("-")[1] == posenc_core.__version__
    assert f"\n## {posenc_core.__version__} " in (ROOT / "CHANGELOG.md").read_text()
