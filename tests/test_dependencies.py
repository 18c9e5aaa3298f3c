"""Everything installed is locked with hashes, comes from the groups of pyproject.toml, and has its licence listed."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

import pytest

from tests.test_architecture import HOUSES, tree

ROOT = Path(__file__).parents[1]
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
LOCKS = {group: f"requirements-{group}.txt" for group in ("lint", "tools", "uv")}
LOCKS |= {"dashboard": "requirements.txt", "test": "requirements-dev.txt"}
PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)(?P<marker> ; [^#]+?)?(?P<hashes>( --hash=sha256:[0-9a-f]{64})+)"
)


distributions = cache(packages_distributions)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def lock(path: str) -> dict[str, re.Match]:
    """Name -> its line. Only comments and pins with hashes are allowed: no option, no address, no range."""
    text = re.sub(r" *\\\n *", " ", (ROOT / path).read_text())
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    pins = [PIN.fullmatch(line) or pytest.fail(f"{path}: not a pin with hashes: {line[:80]}") for line in lines]
    assert len({pin["name"] for pin in pins}) == len(pins) > 0
    return {pin["name"]: pin for pin in pins}


def direct(group: str) -> dict[str, str]:
    """Name -> version of what a group names, and the groups that it includes."""
    packages = {}
    for entry in GROUPS[group]:
        if isinstance(entry, dict):
            packages |= direct(entry["include-group"])
        else:
            name, exact = entry.split("==")
            packages[normal(name)] = exact
    return packages


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Statements of a program and its blocks. Expressions are skipped: visiting them takes three times as long."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def modules(paths) -> set[str]:
    """Packages that files import, the standard library and this project left out."""
    every = [node for path in paths for node in statements(tree(path))]
    modules = {alias.name for node in every if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in every if isinstance(node, ast.ImportFrom) and node.module}
    names = {module.partition(".")[0] for module in modules}
    return names - {*sys.stdlib_module_names, "dashboard", "posenc_core", "posenc_tools", "deploy", "tests", "training"}


def imported(paths) -> set[str]:
    """Distributions that files import."""
    return {normal(distributions()[name][0]) for name in modules(paths)}


def test_every_group_has_a_lock():
    assert set(GROUPS) == set(LOCKS)


@pytest.mark.parametrize(("group", "path"), LOCKS.items())
def test_a_lock_has_the_pins_of_its_group(group, path):
    locked = {name: pin["version"] for name, pin in lock(path).items()}
    assert direct(group).items() <= locked.items()


@pytest.mark.parametrize("path", ["requirements-dev.txt", "requirements-lint.txt"])
def test_tests_and_linters_use_the_hosted_versions(path):
    hosted, other = lock("requirements.txt"), lock(path)
    assert {name: pin[0] for name, pin in other.items() if name in hosted} == {
        name: pin[0] for name, pin in hosted.items()
    }


def test_installed_versions_are_locked():
    for name, pin in lock("requirements-dev.txt").items():
        try:
            assert version(name) == pin["version"], name
        except PackageNotFoundError:
            assert pin["marker"], f"{name} is not installed"


def test_the_dashboard_group_is_what_the_app_imports():
    assert imported([path for house in HOUSES for path in ROOT.glob(f"{house}/**/*.py")]) == set(direct("dashboard"))


def test_the_test_group_has_what_the_tests_import():
    apart = {*ROOT.glob("tests/benchmarks/*.py"), *ROOT.glob("tests/crosscheck/*.py"), *ROOT.glob("tests/engines/*.py")}
    apart.add(ROOT / "tests" / "lint_docstrings.py")
    assert imported(set(ROOT.glob("tests/**/*.py")) - apart) <= set(direct("test"))


def test_the_crosscheck_requirements_are_what_it_imports():
    lines = (ROOT / "tests" / "crosscheck" / "requirements.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert modules(ROOT.glob("tests/crosscheck/*.py")) == {name.replace("-", "_") for name in pinned}
    installed = {name: pin["version"] for name, pin in lock("requirements-dev.txt").items()}
    assert {name: installed.get(name, exact) for name, exact in pinned.items()} == pinned


def test_every_package_has_its_licence_listed():
    text = (ROOT / "deploy" / "LICENCES.md").read_text()
    _, *rows = re.findall(r"^\| *(\S+) *\| *(\S+) *\| *\S.* \|$", text, re.MULTILINE)
    locked = {name: pin["version"] for name, pin in lock("requirements.txt").items()}
    assert {normal(name): exact for name, exact in rows} == locked


def test_no_file_names_a_registry_or_an_index():
    paths = [*ROOT.glob("*"), *ROOT.glob(".ci/*"), *ROOT.glob("deploy/**/*"), *ROOT.glob("tests/**/*.txt")]
    for path in paths:
        if path.is_file():
            address = re.search(rb"pypi\.|pythonhosted|npmjs|index-url|find-links|--index|file://", path.read_bytes())
            assert not address, f"{path.relative_to(ROOT)}: {address[0]!r}"


def test_actions_are_pinned_by_commit_with_the_tag_beside_it():
    workflows = [path.read_text() for path in (ROOT / ".github" / "workflows").iterdir()]
    used = [line for text in workflows for line in re.findall(r"\buses: (.*)", text)]
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line) for line in used)
