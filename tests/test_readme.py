"""The code in README and docs runs, their links lead somewhere, and their tables of limits are the app's."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from prometheus_client import REGISTRY

import posenc_core
from dashboard.numbers import memory
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, PICTURE
from dashboard.server import admission, downloads, network, observability, uploads
from dashboard.server.hosting import hosting
from dashboard.sharing.exports import MAX_SAVED
from dashboard.state import uploaded_table
from dashboard.state.parameters import MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MAX_TEXT, MAX_TOKENS, MEASURES, PARAMETERS
from posenc_core import T5, ALiBi, RoPE, Sinusoidal
from posenc_core.analysis.precision import round_to
from posenc_core.schemes import ALL_SCHEMES
from posenc_tools import models
from posenc_tools.readers import MAX_NUMBERS
from tests.tools.test_assertion import Tensor
from tests.tools.test_decoder_assertions import decoder

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCS = {path.stem: path.read_text() for path in ROOT.glob("docs/*.md")}
TEXTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md")])


def code(text):
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_code_runs():
    names: dict = {}
    for block in code(README):
        exec(block, names)
    names["test_positions"](SimpleNamespace(pe=names["table"]))
    used, plotted, imaged, modeled, learned, checked, asserted, biased, rotated = code(DOCS["library"])
    exec(plotted, {})
    exec(imaged, {})
    exec(modeled, {})
    exec(learned, {})
    exec(used, names := {})
    assert names["table"].shape == (5, 6)
    exec(checked, names)
    assert names["found"].best.name == "exponent 2j/d"
    exec(asserted, names)
    for dtype in ("float32", "bfloat16"):
        buffer = round_to(Sinusoidal().encode(range(50), 16), dtype).astype(np.float32)[:, None]
        names["test_positions"](SimpleNamespace(pe=Tensor(buffer, dtype)))
    exec(biased, names := {"get_slopes": ALiBi().slope, "my_decoder": decoder("learned")})
    weights = np.random.default_rng(0).normal(size=(32, 4))
    biases = weights[T5(direction="causal").bucket(np.subtract.outer(range(200), range(200)).T)].transpose(2, 0, 1)
    names["test_biases"](SimpleNamespace(compute_bias=lambda *_: biases, bias=SimpleNamespace(weight=weights)))
    names["test_positions"](decoder())
    config = {"model_type": "llama", "head_dim": 64, "rope_theta": 1e4, "hidden_size": 64, "num_attention_heads": 1}
    rope = RoPE(pairing="half")
    cos, sin = (np.tile(wave(np.multiply.outer(range(300), rope.frequencies(64))), 2) for wave in (np.cos, np.sin))
    names = {"cos": cos, "sin": sin, "rotate": lambda x, positions: rope.rotate(x, positions)}
    names["rotate_tokens"] = lambda x, positions: rope.rotate(x.swapaxes(1, 2), positions).swapaxes(1, 2)
    names["apply_rotary"] = lambda q, k, cos, sin: tuple(
        x * cos + np.concatenate((-x[..., 32:], x[..., :32]), -1) * sin for x in (q, k)
    )
    exec(rotated, names)
    names["test_rotary"](SimpleNamespace(rotary=RoPE().frequencies(64), config=config))


def test_attributes_named_in_the_docs_exist():
    names = re.findall(r"`([A-Z]\w+)\.(\w+)`", README + "".join(DOCS.values()))
    objects = vars(models) | {name: getattr(posenc_core, name) for name in posenc_core.__all__}
    assert all(hasattr(objects[name], attribute) for name, attribute in names if name in objects)
    assert {"Model", "Sinusoidal"} <= {name for name, _ in names}


def test_the_readme_is_short():
    assert len(README.split()) <= 800
    assert [line.split("#")[0].strip() for line in README.splitlines()[2:4]] == ["make run", "make test"]


@pytest.mark.parametrize("path", sorted(ROOT.glob("README.*.md")), ids=lambda path: path.name)
def test_a_translated_readme_has_the_code_and_links_of_the_english_one(path):
    text = path.read_text("utf-8")
    assert len(text.split()) <= 800
    blocks, inline, links = r"(?ms)^(?: {4}[^\n]*|```.*?^```)$", r"(?<!`)`[^`\n]+`(?!`)", r"\]\(([^)]+)\)"
    assert re.findall(blocks, text) == re.findall(blocks, README)
    # sentences may have another order
    assert sorted(re.findall(inline, text)) == sorted(re.findall(inline, README))
    own, english = ({*re.findall(links, readme)} for readme in (text, README))
    assert own - english == {"README.md"} and path.name in english
    assert all(link.startswith("README.") for link in english - own)


@pytest.mark.parametrize("path", sorted(ROOT.glob("README*.md")), ids=lambda path: path.name)
def test_a_readme_counts_and_lists_every_encoding(path):
    text = path.read_text("utf-8")
    summary, count = text.partition("![")[0], len(ALL_SCHEMES)
    assert re.search(rf"(?<!\d){count}(?!\d)", summary), f"there are {count} encodings: correct {path.name}"
    families = "".join(re.findall(r"^\| [^|]+ \| [^|]+ \|$", text, re.MULTILINE))
    missing = [name for name in ALL_SCHEMES if not re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", families)]
    assert not missing, f"add {missing} to the row of their family in the table of encodings of {path.name}"


def test_paths_in_the_guides_exist():
    names = ["CONTRIBUTING.md", *(f"docs/{name}.md" for name in ("architecture", "encodings", "pages-in-code"))]
    text = "".join((ROOT / name).read_text() for name in [*names, "docs/translating.md", "docs/maintaining.md"])
    paths = re.findall(r"[` ]((?:posenc_core|posenc_tools|dashboard|tests|training|deploy)/[\w./-]+)", text)
    # without the names of the examples: Spiral, a page, and a language
    paths = [path for path in paths if not re.search("spiral|_$|/de/", path)]
    assert len(paths) > 50
    missing = [path for path in paths if not (ROOT / path).exists()]
    assert not missing, f"correct these paths in the guides: {missing}"


def test_the_guide_of_contributors_is_short():
    assert len((ROOT / "CONTRIBUTING.md").read_text().split()) <= 1500


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_links_between_files_lead_somewhere(path):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
        assert link.startswith("http") or (path.parent / link).exists(), f"correct the link {link} in {path.name}"


def test_the_documented_commands_listen_on_localhost_only():
    makefile, address = (ROOT / "Makefile").read_text(), "--server.address=localhost"
    for text in (README, makefile):
        assert len(re.findall(rf"streamlit run dashboard/app.py {address}\b", text)) == text.count("streamlit run") == 1
    assert "make run ARGS=--server.address=0.0.0.0" in README


def test_the_limits_are_the_apps():
    assert f"1 to {MAX_LENGTH:,}, 1 to {MAX_DIM:,}" in DOCS["urls"]
    assert f"such as `Sinusoidal`; 1 to {MAX_SCHEMES}" in DOCS["urls"]
    assert ", ".join(f"`{kind}`" for kind in MEASURES) in DOCS["urls"]


def test_the_documented_keys_of_links_exist():
    rows = re.findall(r"^\| ((?:`[\w.]+`(?:, )?)+)", DOCS["urls"], re.MULTILINE)
    keys = {key for row in rows for key in re.findall(r"`([\w.]+)`", row)} - {"scheme", "lang"}
    assert len(keys) > 40
    assert not keys - {*PARAMETERS}, f"correct these keys in docs/urls.md: {keys - {*PARAMETERS}}"


def limit(*names: str) -> str:
    """Row of the table of limits whose first column ends with one of these code names."""
    rows = dict(
        re.findall(r"^\| [^|]*`([\w.]+)` \| (.*?) \|$", DOCS["hosting"].partition("## Limits")[2], re.MULTILINE)
    )
    listed = [rows[name] for name in names if name in rows]
    assert len(listed) == 1, f"one row of docs/hosting.md ends its first column with one of {names}"
    return listed[0]


SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
LIMITS = [
    (
        ("parameters.MAX_LENGTH", "parameters.MAX_DIM", "parameters.MAX_SCHEMES"),
        (MAX_LENGTH, MAX_DIM, MAX_SCHEMES, PAIRED_LENGTH, PAIRED_DIM),
    ),
    (("parameters.MAX_TEXT", "parameters.MAX_TOKENS"), (MAX_TEXT, MAX_TOKENS)),
    (("measurements.PICTURE",), PICTURE),
    (("memory.BUDGET",), (f"{memory.BUDGET >> 20} MiB",)),
    (("network.MAX_MESSAGE",), (f"{SERVER['maxMessageSize']} MB", f"{network.MAX_MESSAGE >> 10} KiB")),
    (
        ("admission.MESSAGE_INTERVAL", "admission.BYTE_RATE"),
        (1 / admission.MESSAGE_INTERVAL, f"{admission.BYTE_RATE >> 20} MiB"),
    ),
    (("exports.MAX_SAVED",), (MAX_SAVED, downloads.MAX_DOWNLOADS)),
    (
        ("uploads.MAX_BYTES", "uploaded_table.BUDGET"),
        (
            f"{uploads.MAX_BYTES >> 20} MB",
            MAX_NUMBERS,
            f"{uploaded_table.MAX_VALUE:.0e}".replace("e+", "e"),
            f"{uploaded_table.BUDGET >> 20} MiB",
        ),
    ),
    (
        ("uploads.MIN_BYTE_RATE", "uploads.UNREAD_TIMEOUT"),
        (
            f"{uploads.MIN_BYTE_RATE >> 10} KiB",
            *(f"{seconds} s" for seconds in (uploads.GRACE, uploads.UNREAD_TIMEOUT)),
        ),
    ),
    (("uploads.MAX_LARGE", "uploads.MAX_SMALL"), (uploads.MAX_LARGE, uploads.MAX_SMALL, f"{uploads.SMALL >> 20} MiB")),
    (("observability.LIGHT",), (1, observability.LIGHT)),
    (("observability.MAX_BACKLOG",), (f"{observability.MAX_BACKLOG >> 20} MiB",)),
    (("network.max_connections",), (network.max_connections,)),
    (
        ("admission.OPENING_TIMEOUT", "network.IDLE_TIMEOUT"),
        (f"{admission.OPENING_TIMEOUT} s", f"{2 * network.IDLE_TIMEOUT} s"),
    ),
    (
        ("admission.OVERBOOKING", "hosting.visitors"),
        (hosting().visitors, round(hosting().visitors * (admission.OVERBOOKING - 1))),
    ),
    (("admission.SEND_TIMEOUT",), (f"{admission.SEND_TIMEOUT} s",)),
]
"""Limits of a hosted app: the code names by which a row is found, and the numbers that it states."""


@pytest.mark.parametrize(("names", "numbers"), LIMITS, ids=lambda value: value[0] if isinstance(value[0], str) else "")
def test_the_limits_of_a_hosted_app_are_those_of_the_code(names, numbers):
    row = limit(*names)
    for number in numbers:
        text = number if isinstance(number, str) else f"{number:,.0f}"
        assert re.search(rf"(?<![\d.,]){re.escape(text)}(?![\d])", row), f"{names[0]}: {text} is missing in {row!r}"


def test_the_metrics_are_those_of_the_code():
    metrics = set(re.findall(r"^\| `(posenc_\w+)` \|", DOCS["hosting"], re.MULTILINE))
    families = [family for family in REGISTRY.collect() if family.name.startswith("posenc_")]
    assert metrics == {f"{family.name}_total" if family.type == "counter" else family.name for family in families}


def test_the_app_sends_no_statistics_and_shows_no_traceback():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    assert config["server"]["fileWatcherType"] == "none"
