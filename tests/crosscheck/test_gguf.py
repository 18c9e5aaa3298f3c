"""GGUF headers compared with the package `gguf`, of the project that defines the format."""

import numpy as np
import pytest
from gguf import GGUFEndian, GGUFReader, GGUFWriter, RopeScalingType

from posenc_tools import models
from posenc_tools.readers.gguf import read_gguf_header


@pytest.fixture
def write(tmp_path):
    def write(architecture, add, tensors=None, endianess=GGUFEndian.LITTLE):
        path = tmp_path / "model.gguf"
        writer = GGUFWriter(path, architecture, endianess=endianess)
        writer.add_name("a model")
        add(writer)
        writer.add_token_list(["a", "b"] * 1000)
        writer.add_token_scores([0.5] * 2000)
        for name, numbers in ({"token_embd.weight": np.ones((4, 32))} | (tensors or {})).items():
            writer.add_tensor(name, np.asarray(numbers, "f4"))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path

    return write


def llama(writer):
    writer.add_block_count(32)
    writer.add_context_length(131072)
    writer.add_embedding_length(4096)
    writer.add_head_count(32)
    writer.add_head_count_kv(8)
    writer.add_rope_freq_base(500000.0)
    writer.add_rope_dimension_count(128)


@pytest.mark.parametrize("endianess", GGUFEndian)
def test_every_value_equals_that_of_the_package(write, endianess):
    def add(writer):
        llama(writer)
        writer.add_uint8("x.u8", 200)
        writer.add_int16("x.i16", -3)
        writer.add_uint64("x.u64", 2**60)
        writer.add_float64("x.f64", 0.1)
        writer.add_bool("x.bool", True)
        writer.add_array("x.bools", [True, False])
        writer.add_array("x.numbers", [1, 2, 3])
        writer.add_string("x.text", "√d")

    path = write("llama", add, {"rope_freqs.weight": np.linspace(1, 8, 64)}, endianess)
    theirs, header = GGUFReader(path), read_gguf_header(path.open("rb"))
    # its own fields describe the file, not the metadata
    fields = {key: field.contents() for key, field in theirs.fields.items() if not key.startswith("GGUF.")}
    assert header.metadata.keys() == fields.keys()
    assert {key: fields[key] for key, value in header.metadata.items() if value is not None} == {
        key: value for key, value in header.metadata.items() if value is not None
    }
    assert {tensor.name: tuple(tensor.shape.tolist()) for tensor in theirs.tensors} == {
        name: tensor.shape for name, tensor in header.tensors.items()
    }
    [freqs] = [tensor.data for tensor in theirs.tensors if tensor.name == "rope_freqs.weight"]
    assert (header.factors["rope_freqs.weight"] == np.asarray(freqs, float)).all()


def test_models_written_by_the_package(write):
    def gemma(writer):
        llama(writer)
        writer.add_rope_freq_base(1e6)
        writer.add_rope_freq_base_swa(1e4)
        writer.add_sliding_window(1024)
        writer.add_rope_scaling_type(RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(8.0)

    def deepseek(writer):
        llama(writer)
        writer.add_key_length(576)
        writer.add_key_length_mla(192)
        writer.add_rope_dimension_count(64)
        writer.add_rope_scaling_type(RopeScalingType.YARN)
        writer.add_rope_scaling_factor(40.0)
        writer.add_rope_scaling_orig_ctx_len(4096)
        writer.add_rope_scaling_yarn_log_mul(0.1)

    def without_duplicate_check(add):
        """Disable the writer's refusal of duplicate keys; the last value counts."""

        def once(writer):
            values = {}
            writer.add_key_value = lambda key, value, kind, **_: values.update({key: (value, kind)})
            add(writer)
            del writer.add_key_value
            for key, (value, kind) in values.items():
                writer.add_key_value(key, value, kind)

        return once

    model = models.read_gguf(write("gemma3", without_duplicate_check(gemma)).open("rb"))
    kinds = {layer.which: (layer.rope.base, layer.rope.scaling, layer.window, layer.number) for layer in model.layers}
    assert kinds == {"sliding": (1e4, "none", 1024, 27), "full": (1e6, "linear", None, 5)}
    model = models.read_gguf(write("deepseek2", without_duplicate_check(deepseek)).open("rb"))
    rope = models.model("DeepSeek-V3").main.rope
    assert model.main.rope.softmax == pytest.approx(rope.softmax, rel=1e-6)
    assert (model.main.rope.width, model.dim) == (64, 192)
