"""Trained models: what tasks ask, encodings equal to the core's, states of training, and results that resume."""

import json
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import posenc_core as pe  # noqa: E402
from training import encodings, recipes, results, settings, tasks, train  # noqa: E402

BOS, NONE = tasks.BOS, tasks.NO_QUESTION


def ask(task, length=20):
    torch.manual_seed(0)
    tokens, answers = (tensor.numpy() for tensor in tasks.texts(task, 50, length))
    assert (tokens[:, 0] == BOS).all() and (tokens[:, 1:] != BOS).all()
    return tokens, answers


def queries(length):
    return torch.as_tensor(np.random.default_rng(length).normal(size=(2, 4, length, 16)), dtype=torch.float32)


@pytest.mark.parametrize("k", [1, 3, 8])
def test_tokens_back(k):
    tokens, answers = ask(f"{k} back")
    assert (answers[:, k + 1 :] == tokens[:, 1:-k]).all()
    assert (answers[:, : k + 1] == NONE).all()


def test_index_5():
    tokens, answers = ask("index 5")
    assert (answers[:, 6:] == tokens[:, 5:6]).all()
    assert (answers[:, :6] == NONE).all()


@pytest.mark.parametrize("length", [9, 20, 512])
def test_induction_has_one_match(length):
    for tokens, answers in zip(*ask("induction", length), strict=True):
        positions = np.flatnonzero(answers != NONE)
        assert len(positions) == min(length // 4, 48)
        for place in positions:
            (earlier,) = np.flatnonzero(tokens[:place] == tokens[place])
            assert answers[place] == tokens[earlier + 1]
            assert (tokens == tokens[place]).sum() == 2


@pytest.mark.parametrize("length", [19, 20])
def test_copy(length):
    tokens, answers = ask("copy", length)
    half = (length - 1) // 2
    assert (tokens[:, -half:] == tokens[:, -2 * half : -half]).all()
    assert (answers[:, -half:-1] == tokens[:, 1 - half :]).all()
    assert (answers[:, :-half] == NONE).all() and (answers[:, -1] == NONE).all()
    assert len(np.unique(tokens)) > 60


def test_order():
    for tokens, answers in zip(*ask("order"), strict=True):
        first, second = (int(np.flatnonzero(tokens == token)[0]) for token in (0, 1))
        assert ((tokens == 0).sum(), (tokens == 1).sum()) == (1, 1)
        assert set(answers[max(first, second) + 1 :]) <= {2 if first < second else 3}
        assert (answers[: max(first, second) + 1] == NONE).all()


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
            assert torch.allclose(torch.stack([weights for _, weights in record]).sum(-1), torch.ones(()), atol=1e-5)
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
        elif variant.family == "table":
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


def test_the_learned_bias_is_that_of_the_last_query_by_distance():
    model = train.Model(encodings.ENCODINGS["T5 (learned)"])
    model.positions.numbers.data[:] = torch.arange(1, 5)[:, None] * -torch.arange(32.0)
    model.positions.longest = 128
    distances = [0, 1, 15, 127]
    buckets = pe.T5(direction="causal").bucket(np.negative(distances))
    nats = train.learned_bias(model)
    assert nats.shape == (2, 4, 128)
    np.testing.assert_allclose(nats[1][:, distances], -np.outer([1, 2, 3, 4], buckets))


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


def test_states():
    rising, flat = np.linspace(0.3, 0.9, 40), np.full(40, 0.4)
    assert settings.state(rising, 1 - rising) == "still learning"
    assert settings.state(flat, flat) == "plateau"
    assert settings.state(flat[:10], flat[:10]) == "still learning"
    assert settings.state(np.full(3, 0.999), np.full(3, 0.01)) == "solved"
    assert settings.state(np.array([1, 1, 0.99]), np.full(3, 0.01)) == "still learning"


def test_the_standard_error_counts_texts_not_answers():
    correct = torch.tensor([1.0, 0, 0, 1, 1, 1, 0, 1])
    once = train.mean_and_error(correct[:, None], torch.ones(8, 1))
    often = train.mean_and_error(correct[:, None].expand(8, 50), torch.ones(8, 50))
    for mean_and_error in (once, often):
        assert mean_and_error == pytest.approx((0.625, (0.625 * 0.375 / 8) ** 0.5))


@pytest.fixture
def short(monkeypatch, tmp_path):
    few = {"most_steps": 4, "least_steps": 2, "check_every": 2, "average_every": 1, "tuned_steps": 2, "rate_steps": 2}
    few |= {"tokens_per_step": 128, "lengths": (16, 24, 32, 40, 48, 64, 128), "test_tokens": 256}
    few |= {"language_trained": 32, "language_tested": 128, "language_steps": 2, "language_texts": 2}
    few |= {"single_answer_texts": 2}
    for module in (train, settings):
        monkeypatch.setattr(module, "SETTINGS", replace(settings.SETTINGS, **few))
    monkeypatch.setattr(results, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.npz")


def test_runs_are_gathered_and_resumed(short, capsys, monkeypatch):
    done = [("RoPE", results.RATES, 0), ("RoPE", "3 back", 0), ("RoPE", tasks.LANGUAGE, 0)]
    for run in done:
        results.perform(run)
    before = results.load(2)[0]
    results.gather(2)
    for file in results.RUNS.iterdir():
        file.unlink()
    after, (origin,) = results.load(1)
    assert set(origin) == {"commit", "versions"}
    assert len(results.missing(1)[0]) == len(results.runs(1)) - 3 and not set(done) & set(results.missing(1)[0])
    label = results.AXES["encodings"].index("RoPE: tuned linear")
    for key in ("accuracy", "error", "mean", "loss", "by_position", "curve"):
        np.testing.assert_array_equal(after[key][label, 1, 0], before[key][label, 1, 0])
    assert np.isfinite(after["accuracy"]).sum() == 7 * (1 + len(results.VARIANTS["RoPE"]))
    assert np.isfinite(after["language"][label]).all() and np.isfinite(after["trials"]).sum() == 18
    with np.load(results.RESULTS) as stored:
        facts = json.loads(str(stored["facts"]))
    assert facts["states"] == {
        name: {"3 back": ["still learning"]}
        for name in ("RoPE", *results.VARIANTS["RoPE"])
        if "tuned" in name or name == "RoPE"
    }
    losses = after["rate_losses"][results.AXES["trained"].index("RoPE"), 1]
    best = settings.SETTINGS.rates[losses.argmin()]
    assert (
        np.isfinite(losses).all()
        and losses.min() == after["curve"][results.AXES["encodings"].index("RoPE"), 1, 0, 1, 1]
    )
    assert facts["task_rates"] == {"RoPE": {"3 back": best}}
    # another seed has the other rates only where seed 0 solved the task
    assert results.rates_to_try("RoPE", "3 back", 1) == [best]
    with monkeypatch.context() as patch:
        patch.setattr(results, "state", lambda accuracy, loss: "solved")
        rates = results.rates_to_try("RoPE", "3 back", 1)
    assert rates[0] == best and set(rates) == set(settings.SETTINGS.rates)
    assert results.check("RoPE", "3 back", 0) == 0
    printed = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert printed["before"] == pytest.approx(printed["again"], abs=1e-4)
    assert results.check("RoPE", tasks.LANGUAGE, 0) == 0
    results.RESULTS.unlink()
    assert len(results.missing(1)[0]) == len(results.runs(1))


@pytest.mark.thorough
def test_a_task_that_is_solved_at_the_first_rate_is_not_tried_at_others(short, monkeypatch):
    monkeypatch.setattr(train, "state", lambda accuracy, loss: "solved")
    losses = train.train("NoPE", "3 back", 0, (3e-3, 1e-3, 1e-2))["NoPE"]["rate_losses"]
    assert np.isfinite(losses).tolist() == [False, True, False]


def test_a_task_that_no_rate_solved_is_missing_until_all_were_tried(short):
    results.perform(("NoPE", "3 back", 0))
    assert ("NoPE", "3 back", 0) not in results.missing(1)[0]
    path = results.file_of(("NoPE", "3 back", 0))
    run = dict(np.load(path))
    run["NoPE|rate_losses"][1] = np.nan
    np.savez(path, **run)
    assert ("NoPE", "3 back", 0) in results.missing(1)[0]


def test_a_run_that_replaces_a_longer_one_leaves_nothing_of_its_curve(short):
    run = ("NoPE", "3 back", 0)
    results.perform(run)
    results.gather(1)
    path = results.file_of(run)
    shorter = dict(np.load(path))
    shorter["NoPE|curve"] = shorter["NoPE|curve"][:, :1]
    np.savez(path, **shorter)
    curve = results.load(1)[0]["curve"][
        results.AXES["encodings"].index("NoPE"), results.AXES["tasks"].index("3 back"), 0
    ]
    assert np.isfinite(curve).sum(axis=1).tolist() == [1, 1]


def test_results_of_another_version_are_trained_again(short, monkeypatch):
    results.perform(("NoPE", "order", 0))
    results.gather(1)
    assert ("NoPE", "order", 0) not in results.missing(1)[0]
    monkeypatch.setattr(results, "EXPERIMENT", settings.EXPERIMENT + 1)
    assert ("NoPE", "order", 0) in results.missing(1)[0]


def test_schedules():
    steps = (0, 49, 1000, 1999)
    constant, cosine = ([settings.share_of_rate(name, step, 2000) for step in steps] for name in settings.SCHEDULES)
    assert constant == [1 / 50, 1, 1, 1]
    np.testing.assert_allclose(cosine, [1 / 50, np.cos(np.pi * 49 / 4000) ** 2, 0.5, np.sin(np.pi / 4000) ** 2])


def test_recipes_resume_and_keep_what_they_measured(tmp_path, monkeypatch, capsys):
    few = [("3 back", "FIRE (learned, L = 8)", 0.01, schedule, 1) for schedule in settings.SCHEDULES]
    monkeypatch.setattr(recipes, "RESULTS", tmp_path / "recipes.npz")
    monkeypatch.setattr(recipes, "recipes", lambda: few)
    monkeypatch.setattr("sys.argv", ["recipes"])
    s = replace(settings.SETTINGS, recipe_steps=2, lengths=(16, 32), binned=32, test_tokens=64)
    for module in (recipes, train):
        monkeypatch.setattr(module, "SETTINGS", s)
    assert recipes.main() == 0
    first = recipes.load()
    for recipe in few:
        assert first[f"{json.dumps(recipe)}|accuracy"].shape == (2,)
    assert recipes.main() == 0
    assert "0 of 2 runs missing" in capsys.readouterr().out
    assert recipes.load().keys() == first.keys()


def test_recipes_of_each_encoding():
    every = recipes.recipes()
    assert len(every) == len(set(every)) == 2 * len(recipes.RECIPE_ENCODINGS) * 12
