"""The trained models: tasks ask what they say, every encoding is causal, and the results are those of the script."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from experiments import results, train  # noqa: E402


def asked(task: str, length: int = 20):
    torch.manual_seed(0)
    tokens, found = train.texts(task, 50, length)
    return tokens.numpy(), found.numpy()


@pytest.mark.parametrize("k", [1, 3, 8])
def test_so_many_back(k):
    tokens, found = asked(f"{k} back")
    assert (found[:, k:] == tokens[:, :-k]).all()
    assert (found[:, :k] == train.NONE).all()


def test_index_5():
    tokens, found = asked("index 5")
    assert (found[:, 6:] == tokens[:, 5:6]).all()
    assert (found[:, :6] == train.NONE).all()


def test_induction():
    for tokens, found in zip(*asked("induction"), strict=True):
        for place, token in enumerate(tokens):
            earlier = [j for j in range(place) if tokens[j] == token]
            assert found[place] == (tokens[earlier[-1] + 1] if earlier else train.NONE)


def test_copy():
    tokens, found = asked("copy")
    assert (tokens[:, 10:] == tokens[:, :10]).all()
    assert (found[:, 10:19] == tokens[:, 11:20]).all()
    assert (np.delete(found, range(10, 19), 1) == train.NONE).all()


def test_order():
    for tokens, found in zip(*asked("order"), strict=True):
        first, second = (int(np.flatnonzero(tokens == token)[0]) for token in (0, 1))
        assert ((tokens == 0).sum(), (tokens == 1).sum()) == (1, 1)
        assert set(found[max(first, second) + 1 :]) <= {2 if first < second else 3}
        assert (found[: max(first, second) + 1] == train.NONE).all()


@pytest.mark.parametrize("name", train.ENCODINGS)
def test_no_token_sees_a_later_one(name):
    torch.manual_seed(0)
    model = train.Model(train.ENCODINGS[name])
    tokens = torch.randint(train.VOCABULARY, (2, 40))
    changed = tokens.clone()
    changed[:, 30:] = (changed[:, 30:] + 1) % train.VOCABULARY
    with torch.no_grad():
        one, other = model(tokens)[0], model(changed)[0]
    assert torch.isfinite(one).all()
    assert torch.allclose(one[:, :30], other[:, :30], atol=1e-5)
    assert not torch.allclose(one[:, 30:], other[:, 30:], atol=1e-3)


def test_the_same_number_in_every_column_is_invisible_behind_a_layer_norm():
    torch.manual_seed(0)
    model = train.Model(train.ENCODINGS["NoPE"])
    tokens = torch.randint(train.VOCABULARY, (2, 40))
    with torch.no_grad():
        plain = model(tokens)[0]
        for name in ("Index", "Normalized"):
            for spread, same in (("every column", True), ("one column", False)):
                model.positions.use(train.ENCODINGS[f"{name} ({spread})"].scheme)
                assert torch.allclose(model(tokens)[0], plain, atol=1e-4) == same


def test_a_few_steps(monkeypatch):
    for name, value in {"STEPS": 3, "TUNED": 2, "TESTED": 64, "LENGTHS": (16, 128)}.items():
        monkeypatch.setattr(train, name, value)
    found = train.trained("RoPE", "3 back", 0)
    assert len(found) == 1 + len(train.ENCODINGS["RoPE"].tests)
    for each in found.values():
        assert each["accuracy"].shape == each["loss"].shape == (2,)
        assert (each["by_position"] <= 1).all()
    again = train.trained("RoPE", "3 back", 0)
    assert all((again[name]["loss"] == found[name]["loss"]).all() for name in found)
    weights = found["RoPE"]["attention"]
    assert weights.shape == (train.HEADS, train.SHOWN, train.SHOWN)
    assert np.abs(weights.sum(-1) - 255.0).max() < train.SHOWN


def test_the_results_are_those_of_the_script():
    with np.load(results.RESULTS) as found:
        arrays = {key: found[key] for key in found.files}
    facts = json.loads(str(arrays["facts"]))
    assert facts["hyperparameters"] == json.loads(json.dumps(train.HYPERPARAMETERS))
    assert facts["tasks"] == {task: chance for task, (_, chance) in train.TASKS.items()}
    known = results.before(1)
    assert json.loads(str(known["facts"]))["encodings"] == facts["encodings"]
    for key in train.MEASURED:
        assert (arrays[key][:, :, :1] == known[key]).sum() == np.isfinite(known[key]).sum() > 0
        assert np.isfinite(arrays["accuracy"]).all()
    assert results.RESULTS.stat().st_size < 1.5e6
