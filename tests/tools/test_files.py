"""Reading tables from files and texts: round trips, and refusal of hostile files with one sentence."""

import csv
import io
import json
import pickle
import struct
import tracemalloc
import zipfile
import zlib

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from posenc_core import Sinusoidal
from posenc_tools import readers
from posenc_tools.readers.npy import MEMBERS
from posenc_tools.readers.text import MAX_CHARACTERS, MAX_COLUMNS

TABLE = np.arange(12, dtype=np.float32).reshape(4, 3) / 8


def npy(array, **kinds):
    file = io.BytesIO()
    np.save(file, array, **kinds)
    return file.getvalue()


def header(text, version=1, length=None):
    """Beginning of a .npy file with any header."""
    text = text.encode("latin-1")
    size = struct.pack("<H" if version == 1 else "<I", len(text) if length is None else length)
    return b"\x93NUMPY" + bytes([version, 0]) + size + text


def promised(shape, descr="'<f4'", fortran="False"):
    return header(f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n") + bytes(64)


def npz(packing=zipfile.ZIP_DEFLATED, **members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def safetensors(entries, data=b""):
    head = entries if isinstance(entries, bytes) else json.dumps(entries).encode()
    return len(head).to_bytes(8, "little") + head + data


def entry(kind, shape, first, last):
    return {"dtype": kind, "shape": shape, "data_offsets": [first, last]}


def flagged(data):
    """The archive with its members marked as encrypted."""
    data = bytearray(data)
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + at] |= 1
    return bytes(data)


def overlapping(data, count):
    """An archive that lists the same bytes `count` times: the header of each member is data of the one before."""
    names = [b"%03d.npy" % i for i in range(count)]
    sizes = struct.pack("<3L", zlib.crc32(data), len(data), len(data))
    packed = struct.pack("<5H", 20, 0, 0, 0, 0) + sizes
    heads = [b"PK\3\4" + packed + struct.pack("<2H", 7, 37 * (count - 1 - i)) + name for i, name in enumerate(names)]
    body = b"".join(heads) + data
    listed = b"".join(
        b"PK\1\2\x14\0" + packed + struct.pack("<5H2L", 7, 0, 0, 0, 0, 0, 37 * i) + name for i, name in enumerate(names)
    )
    return body + listed + b"PK\5\6" + struct.pack("<4H2LH", 0, 0, count, count, len(listed), len(body), 0)


def larger(data, size):
    """The archive, whose first member declares this unpacked size."""
    at = data.index(b"PK\x01\x02") + 24
    return data[:at] + struct.pack("<I", size) + data[at + 4 :]


def read(data, name, **limits):
    return [tensor.read() for tensor in readers.tensors(io.BytesIO(data), name, **limits)]


HOSTILE = {
    "no such kind": ["a.xlsx", b"1", "a.xlsx must end in one of .npy, .npz, .safetensors, .csv, .tsv, .txt"],
    "a pickle": ["a.pt", pickle.dumps([1]), "a.pt is a pickle, which can execute code and is not supported"],
    "a pickle called .npy": ["a.npy", pickle.dumps([1]), "its first bytes are not those of the format"],
    "PyTorch's zip": ["a.npz", npz(**{"archive/data.pkl": b"x"}), "a.npz is a pickle"],
    "empty file": ["a.npy", b"", "a.npy is empty."],
    "too many bytes": ["a.npy", bytes(readers.MAX_BYTES + 1), "16,777,217 bytes, but the limit is 16,777,216"],
    "a name to obey": ["\x1b[2J.npy", b"1", "'\\x1b[2J.npy' is not a .npy file"],
    "a long name": ["a" * 999 + ".npy", b"1", "a" * 59 + "… is not a .npy file"],
    "cut in the magic": ["a.npy", b"\x93NUM", "not a .npy file"],
    "cut in the header": ["a.npy", npy(TABLE)[:40], "its header is not valid"],
    "cut in the numbers": ["a.npy", npy(TABLE)[:-1], "Its header requires 48 bytes of numbers, but only 47 follow"],
    "version 4": ["a.npy", header("", 4), "version 4, but only versions 1, 2, and 3"],
    "a header of a gigabyte": ["a.npy", header("{}", 2, 2**30), "header of 1,073,741,824 bytes"],
    "code for a header": ["a.npy", header("__import__('os').abort()"), "its header is not valid"],
    "code for a shape": ["a.npy", promised("(2 ** 9 ** 9, 2)"), "its header is not valid"],
    "a key twice": [
        "a.npy",
        header("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}"),
        "its header is not valid",
    ],
    "depth": ["a.npy", header("{'shape': " + "(" * 4000), "its header is not valid"],
    "nested signs": ["a.npy", header("-" * 4000 + "1"), "its header is not valid"],
    "nested sums": ["a.npy", header("1" + "+1" * 2000), "its header is not valid"],
    "a size beyond 2**63": ["a.npy", promised(f"(-{2**63}, 2)"), "its header is not valid"],
    "a billion rows": ["a.npy", promised("(1000000000, 64)"), "requires 256,000,000,000 bytes"],
    "a negative shape": ["a.npy", promised("(-1, 3)"), "a.npy has the shape (-1 x 3), but a table has at least one"],
    "a long number": ["a.npy", promised(f"({'9' * 4000}, 2)"), "its header is not valid"],
    "a thousand axes": ["a.npy", promised("(" + "2, " * 1000 + ")"), "a.npy has 1,000 axes, but a table has two"],
    "no rows": ["a.npy", npy(TABLE[:0]), "the shape (0 x 3), but a table has at least one row and one column"],
    "four axes": ["a.npy", npy(np.zeros((2, 3, 4, 2))), "the shape (2 x 3 x 4 x 2), but a table has two axes"],
    "three axes cut": ["a.npy", npy(np.zeros((2, 3, 4)))[:-1], "requires 192 bytes of numbers, but only 191 follow"],
    "three large axes": ["a.npy", promised("(2000, 3000, 4)"), "requires 96,000,000 bytes"],
    "a NaN of three axes": ["a.npy", npy(np.full((2, 3, 4), np.nan)), "a.npy[0] has nan in row 0, column 0"],
    "true and false": ["a.npy", npy(TABLE > 1), "a.npy contains true and false, but a table contains real numbers."],
    "complex": ["a.npy", npy(TABLE + 1j), "contains complex numbers"],
    "objects": ["a.npy", npy(TABLE.astype(object)), "contains Python objects, which only executing code could restore"],
    "text in an array": ["a.npy", npy(np.array([["1"]])), "contains text"],
    "records": ["a.npy", npy(np.zeros((2, 2), "f4,i4")), "contains records"],
    "dates": ["a.npy", promised("(2, 2)", "'<M8'"), "contains dates"],
    "NaN": ["a.npy", npy([[1, np.nan]]), "a.npy has nan in row 0, column 1 (counted from 0), but every number must be"],
    "-inf on the diagonal": ["a.npy", npy([[-np.inf, 1], [1, 1]]), "has -inf in row 0, column 0"],
    "inf for a mask": ["a.npy", npy([[1, np.inf], [1, 1]]), "has inf in row 0, column 1"],
    "beyond float64": ["a.npy", npy(np.array([["1e4000"]], np.longdouble)), "has inf in row 0, column 0"],
    "no longdouble": ["a.npy", promised("(1, 1)", "'<f16'")[:-64] + b"\x01" * 9 + b"\x7f" * 7, "in row 0, column 0"],
    "no archive": ["a.npz", b"PK\3\4" + bytes(99), "a.npz is damaged, because its archive cannot be unpacked"],
    "cut archive": ["a.npz", npz(**{"a.npy": npy(TABLE)})[:-30], "its archive cannot be unpacked"],
    "empty archive": ["a.npz", npz(), "a.npz contains no table."],
    "no array": ["a.npz", npz(**{"../a.npy": b"1"}), "../a is not a .npy file"],
    "encrypted": ["a.npz", flagged(npz(**{"a.npy": npy(TABLE)})), "a is encrypted."],
    "LZMA": ["a.npz", npz(zipfile.ZIP_LZMA, **{"a.npy": npy(TABLE)}), "compressed with an unsupported method"],
    "members": ["a.npz", npz(**{str(i): b"" for i in range(MEMBERS + 1)}), "1,001 arrays, but the limit is 1,000"],
    "contents": ["a.npz", npz(**{f"{i:01000}": b"" for i in range(1100)}), "directory larger than 1,048,576 bytes"],
    "a bomb": ["a.npz", npz(**{"a.npy": npy(np.zeros((2**12, 2**13), "u1"))}), "the limit is 4,194,304"],
    "a bomb that lies": [
        "a.npz",
        larger(npz(**{"a.npy": npy(np.zeros((2**10, 2**10)))}), 200),
        "a is damaged, because its archive cannot be unpacked.",
    ],
    "the same bytes as many arrays": [
        "a.npz",
        overlapping(npy(np.zeros((80, 50))), 900),
        "a.npz is damaged, because the arrays of its archive overlap",
    ],
    "a wrong checksum": [
        "a.npz",
        npz(zipfile.ZIP_STORED, **{"a.npy": npy(TABLE)}).replace(TABLE.tobytes(), bytes(48)),
        "a is damaged, because its archive cannot be unpacked",
    ],
    "all unfit": [
        "a.npz",
        npz(**{f"{name}.npy": npy(TABLE[0] > 1) for name in "abcde"}),
        "; ".join(f"{name} contains true and false, but a table contains real numbers" for name in "abc")
        + ". 2 other arrays are not tables either.",
    ],
    "too short": ["a.safetensors", b"1234", "its header does not fit into it"],
    "a long header": ["a.safetensors", safetensors(b" " * (2**20 + 1)), "header of 1,048,577 bytes"],
    "no JSON": ["a.safetensors", safetensors(b"{'a'}"), "its header is not JSON"],
    "no object": ["a.safetensors", safetensors([1]), "its header is not JSON"],
    "deep JSON": ["a.safetensors", safetensors(b"[" * 100_000), "its header is not JSON"],
    "long JSON": ["a.safetensors", safetensors(b'{"a": ' + b"9" * 100_000 + b"}"), "its header is not JSON"],
    "half a letter": ["a.safetensors", safetensors({"\ud800": entry("F32", [1, 1], 0, 4)}, bytes(4)), "is not JSON"],
    "no tensors": ["a.safetensors", safetensors({"__metadata__": {}}), "contains no table"],
    "a name twice": ["a.safetensors", safetensors(b'{"a": 1, "a": 2}'), "contains a key twice"],
    "no entry": ["a.safetensors", safetensors({"a": [1]}), "its header entry is not valid"],
    "floats": ["a.safetensors", safetensors({"a": entry("F32", [1.0, 1], 0, 4)}, bytes(4)), "its header entry"],
    "negative": ["a.safetensors", safetensors({"a": entry("F32", [-1, -1], 0, 4)}, bytes(4)), "its header entry"],
    "beyond": [
        "a.safetensors",
        safetensors({"a": entry("F32", [2, 1], 0, 8)}, bytes(4)),
        "end at byte 8 after the header, but only 4",
    ],
    "backwards": [
        "a.safetensors",
        safetensors({"a": entry("F32", [1, 1], 4, 0)}, bytes(4)),
        "end at byte 0 after the header, but only 4",
    ],
    "another size": [
        "a.safetensors",
        safetensors({"a": entry("F32", [1, 1], 0, 3)}, bytes(4)),
        "its 3 bytes do not match",
    ],
    "overlap": [
        "a.safetensors",
        safetensors({"a": entry("F32", [1, 1], 0, 4), "b": entry("F32", [1, 1], 2, 6)}, bytes(6)),
        "a.safetensors is damaged, because b overlaps another tensor",
    ],
    "eight bits": ["a.safetensors", safetensors({"a": entry("F8_E4M3", [1, 1], 0, 1)}, bytes(1)), "a contains F8_E4M3"],
    "bools": ["a.safetensors", safetensors({"a": entry("BOOL", [1, 1], 0, 1)}, bytes(1)), "a contains BOOL, but only"],
    "NaN in bfloat16": [
        "a.safetensors",
        safetensors({"a": entry("BF16", [1, 1], 0, 2)}, b"\xc0\x7f"),
        "a has nan in row 0, column 0",
    ],
    "text": ["a.csv", b"position,value\n0,one\n", "a.csv has “one” in line 2, column 2, which is no number."],
    "only names": ["a.csv", b"a,b\n", "a.csv contains no numbers."],
    "a header of both": ["a.csv", b"p,7\n0,2\n", "has “p” in line 1, column 1, which is no number"],
    "an unnamed column and a number": ["a.csv", b",.5\n1,2\n", "has nothing in line 1, column 1. Write every number."],
    "an empty cell": ["a.csv", b"1,2\n1,\n3,,4\n", "has rows of different lengths: 1 in line 2, and 2 before it"],
    "nothing between": ["a.csv", b"1,2,3\n1,,3\n", "has nothing in line 2, column 2. Write every number."],
    "ragged": ["a.csv", b"1,2\n\n3\n", "has rows of different lengths: 1 in line 3, and 2 before it."],
    "commas and points": ["a.csv", b"0,5;1\n0.84;2\n", "ambiguous commas in numbers. Write decimals with"],
    "commas of thousands": ["a.csv", b"1,234;2,345\n3,456;0\n", "ambiguous commas in numbers. Write decimals with"],
    "spaces and decimal commas": ["a.txt", b"0,84 0,54\n", "no number. Use one separator, and a point for decimals."],
    "an error of Excel": ["a.csv", b"1,2\n#N/A,1\n", "has “#N/A” in line 2, column 1"],
    "a counting line and integers": [
        "a.csv",
        b"0,1,2\n1,0,.5\n",
        "The first line of a.csv counts 0, 1, 2, …. If these are names",
    ],
    "elision": ["a.txt", b"[[0. 1. ... 2.]\n [3. 4. ... 5.]]", "a.txt omits numbers. Save the table with np.save"],
    "pandas' elision": ["a.txt", b"     0  ...    7\n0  0.0  ...  1.0\n", "a.txt omits numbers"],
    "an empty column": ["a.csv", b"a,b,c\n1,2,\n3,4,\n", "a.csv has 3 column names but 2 columns. Fill empty cells."],
    "broken brackets": ["a.txt", b"[[0, 1]\n", "The brackets of a.txt do not form a table"],
    "half of UTF-16": ["a.csv", b"\xff\xfe1", "a.csv is not UTF-8 text. Save it as CSV in UTF-8."],
    "underscores": ["a.csv", b"1,1_000\n", "has “1_000” in line 1, column 2, which is no number"],
    "code": ["a.csv", b"1,__import__('os').abort()\n", "which is no number"],
    "10,000 digits": ["a.csv", b"1," + b"9" * 10_000, "a.csv has inf in row 0, column 1"],
    "NaN in text": ["a.csv", b"1,2\n3,nan", "a.csv has nan in row 1, column 1"],
    "complex in text": ["a.csv", b"1,2\n3,1+2j", "“1+2j” in line 2, column 2"],
    "a wide line": ["a.csv", b"0," * 2**20 + b"0", f"more than {MAX_COLUMNS:,} numbers in line 1"],
    "a long line": ["a.csv", b"1," * 2**23, "a.csv has a line of more than 4,194,304 characters"],
}
"""Name and bytes of each file, and a part of the message."""


def test_unreadable_files_are_refused_in_one_sentence():
    for case, (name, data, sentence) in HOSTILE.items():
        try:
            read(data, name)
        except ValueError as error:
            text = str(error)
            assert sentence in text and text.isprintable() and text.endswith(".") and len(text) < 300, (case, text)
        else:
            pytest.fail(f"{case} is not refused")


@pytest.mark.parametrize(
    "name", ["a bomb", "a bomb that lies", "a billion rows", "contents", "deep JSON", "a wide line", "a long line"]
)
def test_refusing_a_file_needs_little_memory(name):
    file, data, _ = HOSTILE[name]
    tracemalloc.start()
    with pytest.raises(ValueError):
        read(data, file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * 2**20


def test_overlapping_members_are_refused_before_unpacking():
    assert len(read(overlapping(npy(TABLE), 1), "a.npz")) == 1


def test_a_text_needs_a_small_multiple_of_its_size():
    data = (b"0," * 1023 + b"0\n") * 64
    tracemalloc.start()
    read(data, "a.csv")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * len(data)


KINDS = st.sampled_from(["<f2", "<f4", ">f4", "<f8", ">f8", "g", "i1", "u1", "<i4", ">i4", "<i8", "<u8"])
TABLES = KINDS.flatmap(
    lambda kind: arrays.arrays(
        kind,
        arrays.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements={"allow_nan": False, "allow_infinity": False} if np.dtype(kind).kind == "f" else None,
    )
).filter(lambda table: np.isfinite(table.astype(float)).all())


def same(tensors, table):
    table = table.astype(float) if table.dtype.kind == "f" and table.dtype.itemsize > 8 else table
    assert tensors.shape == table.shape and tensors.dtype == table.dtype.newbyteorder("=")
    assert (tensors == table).all()


@given(TABLES, st.sampled_from("CF"), st.sampled_from([(), (0,), (1,), (0, 1)]))
def test_a_npy_table_is_read_back(table, order, ones):
    array = np.asarray(np.expand_dims(table, ones), order=order)
    for version in ((1, 0), (2, 0), (3, 0)):
        file = io.BytesIO()
        np.lib.format.write_array(file, array, version)
        [tensor] = readers.tensors(file, "a.npy")
        assert tensor[:2] == ("a.npy", table.shape)
        same(tensor.read(), table)
    for save in (np.savez, np.savez_compressed):
        file = io.BytesIO()
        save(file, other=np.zeros(3), it=array)
        [tensor] = readers.tensors(file, "a.npz")
        assert tensor[:2] == ("it", table.shape)
        same(tensor.read(), table)


@given(TABLES.filter(lambda table: table.dtype.itemsize <= 8))
def test_a_safetensors_table_is_read_back(table):
    kind = f"{ {'f': 'F', 'i': 'I', 'u': 'U'}[table.dtype.kind] }{8 * table.dtype.itemsize}"
    data = table.astype(table.dtype.newbyteorder("<")).tobytes()
    entries = {"__metadata__": {"a": "b"}, "x": entry("F32", [0], 0, 0), "it": entry(kind, table.shape, 0, len(data))}
    [tensor] = readers.tensors(io.BytesIO(safetensors(entries, data)), "a.safetensors")
    assert (tensor.name, tensor.shape, tensor.kind) == ("it", table.shape, table.dtype.name)
    same(tensor.read(), table)


BOOK = np.arange(40.0).reshape(5, 2, 4)
SLICED = {
    "a head repeats": (np.repeat(BOOK[:, :1], 3, axis=1), {"a": BOOK[:, 0]}),
    "a layer repeats": (np.stack([BOOK[0], BOOK[0]]), {"a": BOOK[0]}),
    "heads": (BOOK[:, :, :2], {f"a[{i}]": BOOK[i, :, :2] for i in range(5)} | {"a.reshape(10, 2)": None}),
    "heads behind positions": (BOOK, {"a[:, 0]": BOOK[:, 0], "a[:, 1]": BOOK[:, 1], "a.reshape(10, 4)": None}),
    "a grid": (BOOK[:2], {"a.reshape(4, 4)": BOOK[:2].reshape(4, 4)}),
    "a vector": (BOOK[0, 0], {"a": BOOK[0, :1]}),
}


@pytest.mark.parametrize("name", SLICED)
def test_an_array_of_one_or_three_axes_is_sliced_along_the_axis_that_varies(name):
    array, expected = SLICED[name]
    tensors = readers.tensors(io.BytesIO(npz(**{"a.npy": npy(array)})), "a.npz")
    assert [tensor.name for tensor in tensors] == [*expected]
    for tensor in tensors:
        assert tensor.note
        table = expected[tensor.name]
        same(tensor.read(), array.reshape(tensor.shape) if table is None else table)
    # tables of two axes come first, and alone
    [alone] = readers.tensors(io.BytesIO(npz(**{"a.npy": npy(array), "b.npy": npy(TABLE)})), "a.npz")
    assert alone.name == "b"


def test_bfloat16_is_read_as_float32_bit_by_bit():
    halves = np.array([[0x3F80, 0x3F57], [0xBED5, 0x0001]], "<u2")
    [tensor] = readers.tensors(
        io.BytesIO(safetensors({"a": entry("BF16", [2, 2], 0, 8)}, halves.tobytes())), "a.safetensors"
    )
    assert tensor.kind == "bfloat16"
    table = tensor.read()
    assert table.dtype == np.float32
    assert table.view(np.uint32).tolist() == (halves.astype(np.uint32) << 16).tolist()


@given(
    arrays.arrays(float, arrays.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(-1e9, 1e9)),
    st.sampled_from([",", ";", "\t", " ", ", ", "  "]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff", "# a table\n", "\n"]),
)
def test_a_table_in_text_is_read_back(table, between, end, before):
    text = end.join(
        [
            before + between.join(map(repr, table[0].tolist())),
            *(between.join(map(repr, row.tolist())) for row in table[1:]),
            "",
        ]
    )
    [tensor] = read(text.encode(), "a.csv")
    assert (tensor == table).all()
    assert tensor.shape == table.shape


WAVES = Sinusoidal().encode(range(12), 8)
FRAME = pd.DataFrame(WAVES)
NAMED = FRAME.rename_axis("position").rename(columns="dim {}".format)
HEADER, LABELS = "the first line (column names)", "the first column (row labels)"


def comma(**kinds):
    return FRAME.to_csv(**kinds, decimal=",")


def saved_text(**kinds):
    file = io.StringIO()
    np.savetxt(file, WAVES, **kinds)
    return file.getvalue()


def as_json(table):
    return json.dumps(table.tolist())


WRITTEN = {
    "names": [FRAME.to_csv(index=False), [HEADER]],
    "index": [FRAME.to_csv(), [HEADER, LABELS]],
    "named index": [FRAME.rename_axis("position").to_csv(), [HEADER, LABELS]],
    "named index and columns": [NAMED.to_csv(), [HEADER, LABELS]],
    "named columns, index from 1": [NAMED.set_index(NAMED.index + 1).to_csv(), [HEADER, LABELS]],
    "index of text": [FRAME.set_axis([f"p{i}" for i in range(12)]).to_csv(), [HEADER, LABELS]],
    "index saved twice": [pd.read_csv(io.StringIO(FRAME.to_csv())).to_csv(index=False), [HEADER, LABELS]],
    "rows shifted": [FRAME.to_csv(float_format="%.17g"), [HEADER, LABELS]],
    "tabs": [FRAME.to_csv(sep="\t"), [HEADER, LABELS]],
    "all quoted": [FRAME.to_csv(quoting=csv.QUOTE_ALL), [HEADER, LABELS]],
    "semicolons and commas": [comma(sep=";"), [HEADER, LABELS]],
    "quoted decimal commas": [comma(index=False), [HEADER]],
    "tabs and commas": [comma(sep="\t", header=False, index=False), []],
    "printed": [FRAME.to_string(float_format="%.17f"), [HEADER, LABELS]],
    "R": [NAMED.to_csv(sep=" ").replace("position ", "", 1).replace("dim ", "V"), [HEADER, LABELS]],
    "byte order mark": ["\ufeff" + FRAME.to_csv(index=False), [HEADER]],
    "carriage returns": [FRAME.to_csv(lineterminator="\r\n"), [HEADER, LABELS]],
    "separator named": ["sep=;\n" + FRAME.to_csv(sep=";", header=False, index=False), []],
    "empty cells at the end": [FRAME.to_csv(index=False).replace("\n", ",,\n") + ",,,,,,,,,\n", [HEADER]],
    "savetxt": [saved_text(), []],
    "savetxt with a comment": [saved_text(delimiter=",", header="a table\n0,1,2", footer="end"), []],
    "savetxt, short": [saved_text(fmt="%.17g"), []],
    "array2string": [np.array2string(WAVES, precision=17, separator=", ", max_line_width=80, threshold=10**6), []],
    "parameter": ["Parameter containing:\ntensor(" + as_json(WAVES) + ", requires_grad=True)", []],
    "TensorFlow": [f"<tf.Tensor: shape=(12, 8), dtype=float64, numpy=\narray({as_json(WAVES)})>", []],
    "minus signs": [FRAME.to_csv(index=False).replace("-", "−"), [HEADER]],
}
"""Texts of one table as programs write it, and the parts that are skipped."""


@pytest.mark.parametrize(("text", "out"), WRITTEN.values(), ids=WRITTEN)
def test_texts_written_by_common_programs_are_read(text, out):
    note = f"The numbers do not include {' and '.join(out)}." if out else ""
    [file] = readers.tensors(io.BytesIO(text.encode()), "a.txt")
    excel = readers.tensors(io.BytesIO(text.removeprefix("\ufeff").encode("utf-16")), "a.txt")
    for tensor in (file, *excel, readers.parse_text(text)):
        assert tensor.read() == pytest.approx(WAVES, abs=1e-15)
        assert (tensor.shape, tensor.note) == ((12, 8), note)


@pytest.mark.parametrize(
    "table", [np.arange(12)[:, None], np.arange(48).reshape(6, 8), np.tile(np.arange(12)[:, None], 8)]
)
def test_tables_similar_to_an_index_keep_their_first_row_and_column(table):
    for text in (pd.DataFrame(table).to_csv(), pd.DataFrame(table / 1).to_csv(header=False, index=False)):
        assert readers.parse_text(text).read().tolist() == table.tolist()


def test_integers_next_to_decimals_are_an_index():
    tensor = readers.parse_text(pd.DataFrame(WAVES[1:] + 0.5).to_csv(header=False))
    assert tensor.read().tolist() == (WAVES[1:] + 0.5).tolist()
    assert tensor.note == f"The numbers do not include {LABELS}."


def test_two_columns_may_begin_with_0_and_1():
    assert readers.parse_text("0 1\n0.84 0.54").read().tolist() == [[0, 1], [0.84, 0.54]]
    assert readers.parse_text("dim 0\n0.0\n0.84").read().tolist() == [[0], [0.84]]
    assert readers.parse_text("sine,cosine\n0,1\n.84,.54\n").read().tolist() == [[0, 1], [0.84, 0.54]]


def test_a_causal_mask_is_read():
    mask = np.triu(np.full((4, 4), -np.inf), 1)
    assert (read(npy(mask), "a.npy")[0] == mask).all()
    assert (read(b"0,-inf\n-.5,0", "a.csv")[0] == [[0, -np.inf], [-0.5, 0]]).all()
    with pytest.raises(ValueError, match="-inf in row 0, column 1"):
        read(npy(mask[:, :3]), "a.npy")
    back = np.arange(64)[:, None] - np.arange(64)
    window = np.where((back >= 0) & (back < 12), 0, -np.inf)
    for hidden in (window, np.where(np.arange(64) < 50, window, -np.inf)[:50]):
        assert (read(npy(hidden), "a.npy")[0] == hidden).all()


def test_tensors_with_names_of_positions_come_first():
    kinds = {name: np.zeros((4, 3)) for name in ("wte", "h.0.type", "transformer.wpe.weight", "embed_positions", "pe")}
    file = io.BytesIO()
    np.savez(file, position_ids=np.zeros((1, 4)), **kinds)
    names = [tensor.name for tensor in readers.tensors(file, "a.npz")]
    assert names == ["transformer.wpe.weight", "embed_positions", "pe", "wte", "h.0.type", "position_ids"]


def test_the_given_limits_apply():
    with pytest.raises(ValueError, match=r"has 4 x 3 numbers, but the limit is 11"):
        read(npy(TABLE), "a.npy", most_numbers=11)
    with pytest.raises(ValueError, match=r"more than 3 numbers"):
        readers.parse_text("1 2\n3 4", most_numbers=3)
    with pytest.raises(ValueError, match=r"the limit is 9"):
        read(npy(TABLE), "a.npy", most_bytes=9)


@pytest.mark.parametrize("fourth", [b"7,8", b"", b"# nothing"])
def test_lines_without_numbers_are_counted(monkeypatch, fourth):
    monkeypatch.setattr("posenc_tools.readers.text.MAX_LINES", 3)
    assert read(b"1,2\n\n3,4\n", "a.csv")[0].shape == (2, 2)
    with pytest.raises(ValueError, match=r"^a.csv has more than 3 lines.$"):
        read(b"1,2\n\n3,4\n" + fourth + b"\n", "a.csv")


def test_brackets_are_counted_before_they_are_read(monkeypatch):
    monkeypatch.setattr("posenc_tools.readers.text.MAX_LINES", 3)
    assert read(b"[[[1]],[[2]],[[3]]]", "a.csv")[0].shape == (3, 1)
    with pytest.raises(ValueError, match=r"^a.csv has more than 3 rows.$"):
        read(b"[[1],[2],[3],[4]" * 3, "a.csv")
    monkeypatch.setattr("posenc_tools.readers.text.MAX_LINE_LENGTH", 5)
    with pytest.raises(ValueError, match=r"^a.csv has a line of more than 5 characters\. "):
        read(b"[[12345]]", "a.csv")


def test_a_table_in_text_has_half_of_the_numbers():
    with pytest.raises(ValueError, match=r"^a.csv has more than 3 numbers.$"):
        read(b"1,2\n3,4\n", "a.csv", most_numbers=6)


def test_an_array_of_many_slices_is_one_table():
    slices = np.arange(4.0 * 1001).reshape(1001, 2, 2)
    assert len(read(npy(slices[:1000]), "a.npy")) == 1001
    assert [table.shape for table in read(npy(slices), "a.npy")] == [(2002, 2)]


VALID = [
    ("a.npy", npy(TABLE)),
    ("a.npz", npz(**{"a.npy": npy(TABLE), "b.npy": npy(TABLE.T)})),
    ("a.npz", npz(zipfile.ZIP_STORED, **{"a.npy": npy(TABLE)})),
    ("a.safetensors", safetensors({"a": entry("F32", [4, 3], 0, 48)}, TABLE.tobytes())),
    ("a.csv", b"0,1.5\n2,3\n"),
]


@given(
    st.sampled_from(VALID),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)), min_size=1, max_size=4),
    st.floats(0.5, 1),
)
def test_a_broken_file_is_read_or_refused(valid, changes, size):
    name, data = valid
    data = bytearray(data)
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    try:
        for table in read(bytes(data[: round(size * len(data))]), name):
            assert table.ndim == 2 and np.isfinite(table).all()
    except ValueError as refusal:
        assert str(refusal).endswith(".")


@pytest.mark.parametrize(
    "table", [TABLE, -TABLE * 1e-5, TABLE[:1], TABLE[:, :1], np.sin(np.arange(64.0)).reshape(2, 32)]
)
def test_printed_python_and_numpy_arrays_are_read(table):
    with np.printoptions(precision=17, threshold=10**6):
        texts = [str(table), repr(table), f"PE = np.{table!r}", repr(table[None]), repr(table[:, None, :])]
    texts += [repr(table.tolist()), json.dumps(table.tolist()), repr([list(row) for row in table.astype(np.float64)])]
    texts += ["\n".join("\t".join(map(str, row)) for row in table.tolist())]
    for text in texts:
        assert readers.parse_text(text).read() == pytest.approx(table, rel=1e-15), text


def test_printed_torch_tensors_are_read():
    text = """tensor([[ 0.0000e+00,  1.0000e+00],
        [ 8.4147e-01,  5.4030e-01]], device='cuda:0', dtype=torch.bfloat16,
       grad_fn=<MulBackward0>)"""
    assert readers.parse_text(text).read().tolist() == [[0, 1], [0.84147, 0.5403]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text contains no numbers."),
        ("[]", "has “[]” in row 1, column 1, which is no number"),
        ("[[0., 1., ..., 2.], [0., 1., ..., 2.]]", "np.set_printoptions(threshold=10**9)"),
        ("[[1, 2], [3]]", "The text has rows of different lengths: 1 in row 2, and 2 before it"),
        ("[[1, 2], [3, x]]", "has “x” in row 2, column 2, which is no number"),
        ("[[1 2, 3]]", "has “1 2” in row 1, column 1, which is no number"),
        ("[[1, 2], [3, 4]", "The brackets of the text do not form a table"),
        ("[[1] R [2]]", "The brackets of the text do not form a table"),
        ("[[1, 2], [[3, 4]]]", "The brackets of the text do not form a table"),
        ("[[[1], [2]], [[3], [4]]]", "The brackets of the text do not form a table"),
        ("][", "The brackets of the text do not form a table"),
        ("see [[1, 2]]", "The brackets of the text do not form a table"),
        ("__import__('os').abort()", "The text contains no numbers."),
        ("[[__import__('os').abort()]]", "which is no number"),
        ("tensor([[nan, 1.]])", "The text has nan in row 0, column 0"),
        ("[" * 10_000, "The brackets of the text do not form a table"),
        ("[[1]]" + " " * 100_000 + "x", "The brackets of the text do not form a table"),
        ("0" * (MAX_CHARACTERS + 1), "4,194,305 characters, but the limit is 4,194,304"),
    ],
)
def test_pasted_text_without_a_table_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(ValueError) as refusal:
        readers.parse_text(text)
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


@given(st.text(alphabet='[](),=.;\t\n 01eR-a_…−"#', max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read(text.encode(), "a.txt")
    except ValueError as refusal:
        assert str(refusal).endswith(".")
    try:
        assert np.isfinite(readers.parse_text(text).read()).all()
    except ValueError as refusal:
        assert str(refusal).endswith(".")
