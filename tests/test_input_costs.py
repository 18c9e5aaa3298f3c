"""Processor time and memory of every input of visitors, in its worst shapes, grow no faster than its size."""

import gc
import io
import json
import math
import time
import tracemalloc
import zipfile
from contextlib import suppress

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.controls.config_upload import read_model
from posenc_core.analysis import sentence
from posenc_tools import models, readers
from tests.tools.test_files import entry, header, npy, npz, overlapping, promised, safetensors
from tests.tools.test_gguf import LLAMA, gguf_file

MOST_SAID = 2**17
"""Characters that a page says about an input, with the values and unused keys of a configuration."""

MODEL = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4}


def config(keys):
    return json.dumps(MODEL | keys)


def listed(values, kind="llama"):
    """A configuration with a list of one value per layer."""
    return config({"model_type": kind, "num_hidden_layers": len(values), "layer_rope_theta": values})


def nested(depth, text):
    """A configuration of objects in objects, around JSON text."""
    return json.dumps(MODEL)[:-1] + ', "a": ' + f'{{"{"rope" * 200}": ' * depth + text + "}" * (depth + 1)


def keys(count, length=0):
    return {f"{place:x}{'k' * length}": 1 for place in range(count)}


def lines(row, count):
    return (",".join(row) + "\n") * count


def brackets(row, count):
    return f"[{','.join([row] * count)}]"


CONFIGURATIONS = {
    "a long key over many leaves": lambda n: config({"z" * 2000 * n: keys(100 * n)}),
    "a long key that concerns positions": lambda n: config({"rope" + "x" * 2000 * n: keys(100 * n)}),
    "long keys": lambda n: config(keys(50 * n, 900)),
    "many keys that concern positions": lambda n: config({f"rope{key}": 1 for key in keys(300 * n)}),
    "keys that are nearly known": lambda n: config({f"{key}rope_thet" + "a" * 500: 1 for key in keys(30 * n)}),
    "the same key": lambda n: json.dumps(MODEL)[:-1] + ', "rope_x": 1' * 800 * n + "}",
    "deep objects with long paths": lambda n: nested(17, json.dumps(keys(30 * n))),
    "deep objects with long paths of objects": lambda n: nested(17, json.dumps({key: {} for key in keys(100 * n)})),
    "deep lists": lambda n: nested(1, "[" * 800 * n + "]" * 800 * n),
    "empty lists": lambda n: config({"a": [[]] * 1500 * n}),
    "a large value that is read": lambda n: config({"rope_scaling": {"factor": [1] * 1500 * n}}),
    "a large wrong value": lambda n: config({"head_dim": [{"a": [1] * 1500 * n}], "rope_theta": [[[]] * 1500 * n]}),
    "numbers of thousands of digits": lambda n: config(dict.fromkeys(keys(10 * n), 10**4000)),
    "a number of many digits": lambda n: config({})[:-1] + ', "rope_theta": 1.' + "3" * 40000 * n + "}",
    "a different base in each layer": lambda n: listed([1e4 + place for place in range(120 * n)]),
    "a different name in each layer": lambda n: config({"layer_types": [*keys(120 * n)]}),
    "the numbers of layers with attention": lambda n: config(
        {"attn_layer_indices": [*range(-1250 * n, 0)], "num_hidden_layers": 1250 * n}
    ),
    "a long text": lambda n: config({"model_type": "x" * 10000 * n}),
}

HEADERS = {
    "empty strings": lambda n: gguf_file("llama", LLAMA | {"names": [""] * 2000 * n}),
    "tensors": lambda n: gguf_file("llama", LLAMA, {f"t{key}": np.ones(1) for key in keys(60 * n)}),
    "keys": lambda n: gguf_file("llama", LLAMA | {f"rope.{key}": 1 for key in keys(100 * n)}),
}

TABLES = {
    "rows of two in brackets.csv": lambda n: brackets("[1,2]", 800 * n),
    "long rows in brackets.csv": lambda n: brackets(brackets("0.5", 500), 3 * n),
    "open brackets.csv": lambda n: "[" * 20000 * n,
    "calls in brackets.csv": lambda n: brackets(brackets("np.float64(1)", 200), 3 * n),
    "calls without an end.csv": lambda n: "[[" + "np.float64(" * 2500 * n + "]]",
    "calls before brackets.csv": lambda n: "tensor(" * 2500 * n + "[",
    "lines.csv": lambda n: lines(["0.5"] * 16, 150 * n),
    "lines of one number.csv": lambda n: lines(["1"], 800 * n),
    "quoted fields.csv": lambda n: lines(['"0.5"'] * 16, 150 * n),
    "decimal commas.csv": lambda n: lines(["0,5"], 800 * n).replace(",", ";") + "0,5",
    "column names.csv": lambda n: lines(map(str, range(1000)), 1) + lines(["0.5"] * 1000, 3 * n),
    "spaces.csv": lambda n: " " * 10000 * n + "x",
    "spaces after a digit.csv": lambda n: ("1" + " " * 20000 + ";") * n + "x",
    "a field of many digits.csv": lambda n: "1" * 20000 * n + "x",
    "empty lines.csv": lambda n: "\n" * 2500 * n,
    "slices.npy": lambda n: npy(np.arange(400 * n).astype("i1").reshape(-1, 2, 2)),
    "nested header.npy": lambda n: promised("(" * 100 * n + ")" * 100 * n),
    "members.npz": lambda n: npz(zipfile.ZIP_STORED, **{f"{key}.npy": npy(np.ones((2, 2))) for key in keys(10 * n)}),
    "empty members.npz": lambda n: npz(zipfile.ZIP_STORED, **dict.fromkeys(keys(50 * n), b"")),
    "a bomb.npz": lambda n: npz(**{"a.npy": npy(np.zeros((1000, 30 * n)))}),
    "a bomb of a header.npz": lambda n: npz(**{"a.npy": header("(1, " + " " * 20000 * n + ")", 2)}),
    "overlapping members.npz": lambda n: overlapping(npy(np.ones((40, 40))), 10 * n),
    "a bomb.pt": lambda n: npz(**{"data.pkl": bytes(20000 * n)}),
    "tensors.safetensors": lambda n: safetensors(
        {key: entry("U8", [1, 1], place, place + 1) for place, key in enumerate(keys(80 * n))}, bytes(200 * n)
    ),
    "empty tensors.safetensors": lambda n: safetensors({key: entry("U8", [0], 0, 0) for key in keys(80 * n)}),
    "the same tensor.safetensors": lambda n: safetensors(b"{" + b'"a": [], ' * 1000 * n + b'"a": []}'),
    "nested.safetensors": lambda n: safetensors(b'{"a":' * 800 * n + b"1" + b"}" * 800 * n),
    "a long name.safetensors": lambda n: safetensors({"x" * 10000 * n: entry("U8", [1, 1], 0, 1)}, b"1"),
}

ADDRESSES = {
    "a long key": lambda n: {"scheme" * 2500 * n: ["1"]},
    "a long value": lambda n: {"model": ["Llama 3.1 8B" * 2000 * n]},
    "a long number": lambda n: {"n": ["1" * 20000 * n], "Sinusoidal.base": ["1" * 20000 * n]},
    "unknown keys": lambda n: {f"schem{key}": ["1"] for key in keys(60 * n)},
    "many values": lambda n: {"model": ["Llama 3.1 8C"] * 60 * n, "scheme": ["Sinusoida"] * n},
    "a long sentence": lambda n: {"text": ["a " * 500 * n]},
}


def read_configuration(text):
    """Read a configuration as the page does, and describe its model."""
    model = read_model(text.encode(), "config.json")
    if isinstance(model, models.Model):
        return "".join([*map(str, models.describe(model).unknown), *model.unused, json.dumps(dict(model.read))])
    return model


def read_header(data):
    model = read_model(data, "model.gguf", is_header=True)
    return "".join(model.unused) if isinstance(model, models.Model) else model


def read_table(name):
    def read(data):
        data = data.encode() if isinstance(data, str) else data
        tables = readers.tensors(io.BytesIO(data), name)
        tables[0].read()
        return tables[0].name[:60] + tables[0].note

    return read


def read_address(fields):
    values, unusable = links.parse(fields)
    tokens = sentence.tokens(values["text"], known=128)
    sentence.one_hot(tokens.ids, len(tokens.vocabulary))
    return "".join(unusable)


CASES = {
    **{f"configuration: {name}": (make, read_configuration) for name, make in CONFIGURATIONS.items()},
    **{f"header: {name}": (make, read_header) for name, make in HEADERS.items()},
    **{f"table: {name}": (make, read_table(name)) for name, make in TABLES.items()},
    **{
        f"pasted table: {name}": (make, lambda text: readers.parse_text(text).note)
        for name, make in TABLES.items()
        if name.endswith(".csv")
    },
    **{f"address: {name}": (make, read_address) for name, make in ADDRESSES.items()},
}


def cost(read, value):
    """Return the processor time of one reading."""
    gc.disable()
    begun = time.thread_time()
    try:
        said = read(value)
    except ValueError as error:
        said = str(error)
    seconds = time.thread_time() - begun
    gc.enable()
    assert len(said) < MOST_SAID
    return seconds


def memory(read, value):
    tracemalloc.start()
    with suppress(ValueError):
        read(value)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", CASES)
def test_costs_are_at_most_proportional_to_the_size(name):
    """Eight times the size costs at most 16 times the processor time and memory; what pages say stays short."""
    make, read = CASES[name]
    values = {size: make(size) for size in (1, 2, 4, 8)}
    cost(read, values[1])
    peaks = {size: memory(read, values[size]) for size in (1, 8)}
    assert peaks[8] <= 16 * peaks[1], f"bytes by size: {peaks}"
    seconds = dict.fromkeys(values, math.inf)
    for _ in range(5):
        # again if another process disturbed it
        seconds = {size: min(seconds[size], cost(read, value)) for size, value in values.items()}
        if proportional := all(seconds[size] <= 2 * size * seconds[1] for size in seconds):
            break
    assert proportional, f"seconds by size: {seconds}"
