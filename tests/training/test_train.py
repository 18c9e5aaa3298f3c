"""Trained models: what tasks ask, encodings equal to the core's, and results that resume."""

import json
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import posenc_core as pe  # noqa: E402
from training import encodings, runs, settings, tasks, train  # noqa: E402

BOS, NONE = tasks.BOS, tasks.NO_QUESTION
SCHEDULES = settings.SETTINGS.schedules


def ask(task, length=20):
    torch.manual_seed(0)
    tokens, answers = (tensor.numpy() for tensor in tasks.texts(task, 50, length))
    assert (tokens[:, 0] == BOS).all() and (tokens[:, 1:] != BOS).all()
    return tokens, answers


def queries(length):
    return torch.as_tensor(np.random.default_rng(length).normal(size=(2, 4, length, 16)), dtype=torch.float32)


def test_tokens_back():
    tokens, answers = ask("3 back")
    assert (answers[:, 4:] == tokens[:, 1:-3]).all()
    assert (answers[:, :4] == NONE).all()


def test_index_5():
    tokens, answers = ask("index 5")
    assert (answers[:, 6:] == tokens[:, 5:6]).all()
    assert (answers[:, :6] == NONE).all()


def test_the_language_model_predicts_the_next_character_of_held_out_text():
    tokens, answers = ask(tasks.LANGUAGE)
    assert (tokens[:, 1:] == answers[:, :-1]).all()
    train_part, held_out = tasks.book()
    assert (len(train_part), len(held_out), int(train_part.max())) == (1003855, 111539, BOS - 1)
    torch.manual_seed(0)
    assert torch.equal(tasks.texts(tasks.LANGUAGE, 2, 50, held_out=True)[1][1], held_out[-50:])


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_no_token_depends_on_a_later_one(name):
    torch.manual_seed(0)
    model = train.Model(encodings.ENCODINGS[name]).eval()
    tokens = torch.randint(BOS, (2, 40))
    changed = tokens.clone()
    changed[:, 30:] = (changed[:, 30:] + 1) % BOS
    outputs = []
    with torch.no_grad():
        for batch in (tokens, changed):
            torch.manual_seed(1)
            record: train.Record = []
            outputs.append(model(batch, record))
            assert torch.allclose(torch.stack(record).sum(-1), torch.ones(()), atol=1e-5)
    assert torch.allclose(outputs[0][:, :30], outputs[1][:, :30], atol=1e-5)
    assert not torch.allclose(outputs[0][:, 30:], outputs[1][:, 30:], atol=1e-3)


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_fixed_positions_are_those_of_the_core(name):
    encoding, length = encodings.ENCODINGS[name], 12
    scheme, positions = encoding.scheme, encoding.positions().eval()
    for variant in (scheme, *(scheme for _, scheme, _ in encoding.variants(32))):
        positions.use(variant)
        places = positions.draw_positions(1, length)
        at = range(length) if places is None else places.tolist()
        if variant.family == "rotation":
            x = np.random.default_rng(0).normal(size=(1, 2, length, 16))
            for keys in (False, True):
                rotated = positions.rotate(torch.as_tensor(x, dtype=torch.float32), places, keys)
                expected = variant.rotate(x, at, keys=keys, length=length)
                np.testing.assert_allclose(rotated.numpy(), expected, atol=2e-3 if encoding.draw else 1e-5)
        elif variant.family == "table" and not encoding.learned:
            expected = variant.encode(at, 64, length=length)
            np.testing.assert_allclose(positions.vectors_to_add(places, length).numpy(), expected, rtol=1e-5, atol=1e-5)
        elif variant.name in ("ALiBi", "SlidingWindow"):
            heads = 4 if variant.name == "ALiBi" else 1
            np.testing.assert_allclose(
                positions.bias(queries(length), 0).numpy(), variant.bias(at, at, heads), rtol=1e-6
            )


def test_learned_biases_are_those_of_the_core_for_the_same_numbers():
    at = range(40)
    t5 = encodings.LearnedT5(pe.T5(direction="causal"))
    t5.numbers.data[:] = -torch.arange(32)
    last = t5.scheme.bucket(-31)
    expected = np.maximum(t5.scheme.bias(at, at, 4), -float(last))
    expected[np.isneginf(t5.scheme.bias(at, at, 4))] = -np.inf
    np.testing.assert_allclose(t5.bias(queries(40), 1).detach().numpy(), expected)

    kerple = encodings.LearnedKERPLE(pe.KERPLE())
    kerple.numbers.data[1] = torch.tensor([[0.5], [1.5]]).expand(2, 4)[..., None, None]
    bias = kerple.bias(queries(40), 1).detach()
    np.testing.assert_allclose(bias, pe.KERPLE(r1=0.5, r2=1.5).bias(at, at, 4), rtol=1e-5)

    for threshold in (16, 512):
        fire = encodings.LearnedFIRE(pe.FIRE(c=0.3, threshold=threshold))
        expected = fire.scheme.argument(np.arange(40)[:, None], np.arange(40))
        np.testing.assert_allclose(fire.argument(40, 0).detach(), expected, rtol=1e-5)
        fire.networks[1] = torch.nn.Linear(1, 4, bias=False)
        fire.networks[1].weight.data[:] = -1
        np.testing.assert_allclose(fire.bias(queries(40), 1).detach(), fire.scheme.bias(at, at, 4), rtol=1e-5)


def test_shaw_adds_the_product_of_the_query_and_the_vector_of_the_clipped_distance():
    torch.manual_seed(0)
    shaw = encodings.LearnedShaw(pe.Shaw(clip=5, direction="causal"))
    q, vectors = queries(12).double().numpy(), shaw.vectors.detach().double().numpy()
    bias = shaw.bias(queries(12), 1).detach().numpy()
    for i, j in ((0, 0), (4, 1), (11, 6), (11, 5), (11, 0)):
        expected = q[1, 2, i] @ vectors[1, min(i - j, 5)] / 4
        assert bias[1, 2, i, j] == pytest.approx(expected, abs=1e-5)
    assert np.isneginf(bias[..., 3, 4:]).all()


def test_transformer_xl_has_the_four_terms_of_its_paper():
    torch.manual_seed(0)
    xl = encodings.LearnedTransformerXL(pe.TransformerXL(width=64))
    q, k, layer, head = queries(9), queries(10)[:, :, :9], 1, 3
    rotated = xl.rotate(q, None, False) @ xl.rotate(k, None, True).mT / 4
    logits = (rotated + xl.bias(q, layer)).detach().numpy()
    u, v = (vector.detach().double().numpy()[head, 0] for vector in (xl.u, xl.v))
    matrix = xl.matrices[layer].weight.detach().double().numpy()[16 * head : 16 * head + 16]
    frequencies = 10000.0 ** (-np.arange(0, 64, 2) / 64)
    for i, j in ((0, 0), (8, 0), (6, 5)):
        waves = np.stack([np.sin((i - j) * frequencies), np.cos((i - j) * frequencies)], -1).ravel()
        query, key = (block[1, head, place].double().numpy() for block, place in ((q, i), (k, j)))
        terms = (query @ key, query @ matrix @ waves, u @ key, v @ matrix @ waves)
        assert logits[1, head, i, j] == pytest.approx(sum(terms) / 4, abs=1e-5)
    assert np.isneginf(logits[..., 3, 4:]).all()


def test_sandwich_has_the_ratio_of_each_head():
    bias = encodings.ENCODINGS["Sandwich"].positions().bias(queries(30), 0)
    frequencies = 10000.0 ** (-np.arange(1, 65) / 64)
    for head, ratio in enumerate((2, 4, 6, 8)):
        assert float(bias[head, 25, 3]) == pytest.approx((np.cos(22 * frequencies).sum() - 64) / ratio, rel=1e-5)


def test_random_positions():
    torch.manual_seed(0)
    subset = encodings.ENCODINGS["RoPE (random positions)"].positions().eval()
    places = subset.draw_positions(4, 30)
    assert (places.diff() > 0).all() and places[-1] > 1000
    start = encodings.ENCODINGS["Sinusoidal (random start)"].positions()
    places = start.draw_positions(4, 30)
    assert (places.diff() == 1).all() and len(set(places[:, 0].tolist())) == 4
    assert start.eval().draw_positions(4, 30) is None


def test_a_random_first_position_changes_nothing_for_rope():
    positions = encodings.ENCODINGS["RoPE"].positions()
    torch.manual_seed(0)
    x, at = torch.randn(1, 1, 20, 16), torch.arange(20)
    logits = [
        positions.rotate(x, shifted, False) @ positions.rotate(x, shifted, True).mT for shifted in (at, at + 1000)
    ]
    assert torch.allclose(*logits, atol=1e-3)


def test_the_same_number_in_every_column_is_invisible_after_a_layer_norm():
    torch.manual_seed(0)
    model = train.Model(encodings.ENCODINGS["NoPE"])
    tokens = torch.randint(BOS, (2, 40))
    with torch.no_grad():
        plain = model(tokens)
        for name in ("Index", "Normalized"):
            for spread, same in (("every column", True), ("one column", False)):
                model.positions.use(pe.scheme(name, spread=spread))
                assert torch.allclose(model(tokens), plain, atol=1e-4) == same


def test_the_standard_error_counts_texts_not_answers():
    correct = torch.tensor([1.0, 0, 0, 1, 1, 1, 0, 1])
    once = train.mean_and_error(correct[:, None], torch.ones(8, 1))
    often = train.mean_and_error(correct[:, None].expand(8, 50), torch.ones(8, 50))
    for mean_and_error in (once, often):
        assert mean_and_error == pytest.approx((0.625, (0.625 * 0.375 / 8) ** 0.5))


def test_a_constant_rate_ends_when_a_task_is_solved_and_a_cosine_does_not(short, monkeypatch):
    monkeypatch.setattr(train, "check", lambda model, task, length: (1.0, 0.0))
    steps = [train.fit(*train.new_model("NoPE", "3 back", 0)[:1], "3 back", 0.01, 6, 32, name)[1] for name in SCHEDULES]
    assert steps == [4, 6]
    assert train.fit(*train.new_model("NoPE", tasks.LANGUAGE, 0)[:1], tasks.LANGUAGE, 0.01, 6, 32)[1] == 6


def test_schedules():
    steps = (0, 49, 1000, 1999)
    constant, cosine = ([settings.share_of_rate(name, step, 2000) for step in steps] for name in SCHEDULES)
    assert constant == [1 / 50, 1, 1, 1]
    np.testing.assert_allclose(cosine, [1 / 50, np.cos(np.pi * 49 / 4000) ** 2, 0.5, np.sin(np.pi / 4000) ** 2])


def test_the_loss_of_letter_frequencies_is_that_of_the_characters_in_training():
    seen, held_out = (part.numpy() for part in tasks.book())
    shares = [np.mean(seen == character) for character in range(BOS)]
    assert tasks.letter_loss() == pytest.approx(np.mean([-np.log(shares[character]) for character in held_out]), 1e-5)


@pytest.fixture
def short(monkeypatch, tmp_path):
    few = {"most_steps": 6, "least_steps": 4, "check_every": 2, "average_every": 1, "tuned_steps": 2}
    few |= {
        "tokens_per_step": 128,
        "lengths": (16, 24, 32, 40, 48, 64, 128),
        "test_tokens": 256,
        "rates": (0.003, 0.01),
    }
    few |= {"language_trained": 32, "language_tested": 128, "language_steps": 2, "language_rate_steps": 1}
    few |= {"single_answer_texts": 2, "language_texts": 2}
    for module in (train, settings, runs):
        monkeypatch.setattr(module, "SETTINGS", replace(settings.SETTINGS, **few))
    monkeypatch.setattr(runs, "FILE", tmp_path / "models.json")
    monkeypatch.setattr(runs, "ATTENTION", tmp_path / "attention.npz")


def test_runs_are_stored_and_resumed(short, monkeypatch, capsys):
    language = runs.Run(tasks.LANGUAGE, "RoPE", 0.0, "constant", 1)
    few = [runs.Run("3 back", "FIRE (L = 8)", 0.01, schedule, 0) for schedule in SCHEDULES] + [language]
    monkeypatch.setattr(runs, "runs", lambda: few)
    for run in few:
        result = runs.perform(run)
        records, weights, made = runs.load()
        runs.store([*records, *result.records], weights | result.attention, [*made, run.seed])
    assert runs.missing() == []
    records, weights, made = runs.load()
    assert made == [0, 0, 1]
    assert [record["encoding"] for record in records[2:]] == ["RoPE", *(f"RoPE: {name}" for name in SCALINGS)]
    assert [len(record["loss"]) for record in records[2:]] == [64] * 7
    assert weights["FIRE (L = 8)"].shape == (2, 4, 24, 24)
    assert runs.check(few[1]) == runs.check(language) == 0
    first, again = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["before"] == first["again"] and again["before"] == again["again"]
    monkeypatch.setattr(runs, "EXPERIMENT", settings.EXPERIMENT + 1)
    assert runs.missing() == few


SCALINGS = ("linear", "NTK-aware", "YaRN", "tuned", "tuned linear", "tuned YaRN")


def test_every_encoding_has_its_runs():
    every = runs.runs()
    assert len(every) == len(set(every))
    for name, encoding in encodings.ENCODINGS.items():
        own = [run for run in every if run.encoding == name]
        assert len(own) == 24 * encoding.small_tasks + encoding.language_seeds > 0


def test_the_stored_description_of_an_encoding_is_its_scheme():
    for name, encoding in encodings.ENCODINGS.items():
        assert pe.scheme(**runs.described(name)["scheme"]) == encoding.scheme
