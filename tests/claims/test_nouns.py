"""Nouns of texts: each test varies what a noun excludes, such as the sign for "distance", in every language."""

import re
from pathlib import Path

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import LANGUAGES, MESSAGES, message, say
from dashboard.views.bias import facts as bias_facts
from dashboard.views.images import facts as image_facts
from dashboard.views.questions.facts import questions
from dashboard.views.rope import facts as rotary_facts
from posenc_core import T5, ALiBi, AxialRoPE, RoPE, Scheme, Shaw, Sinusoidal
from posenc_core.analysis import images, sentence
from posenc_core.text.messages import LANGUAGE
from posenc_core.text.numerals import percent

FOLDERS = [Path(__file__).parents[2] / folder for folder in ("dashboard/locale", "posenc_core/locale")]

ONLY_DISTANCE = re.compile(
    r"\bonly [a-z ]*distances?\b|\bdistances? (alone|counts)|only on how far"
    r"|거리(만|가 가장 큰)|떨어져 있는지에 따라서만",
    re.IGNORECASE,
)
"""Texts that exclude the sign of an offset."""

SAID_OF = {
    "exercise-test-relative": ALiBi(direction="symmetric"),
    "task-concatenated": Sinusoidal(),
    "lesson-answer-8": Sinusoidal(),
    # distances of vectors have no sign
    "bugs-image": Sinusoidal(),
    "sentence-change-mirrored": ALiBi(direction="symmetric"),
    "trained-penalty": ALiBi(),
}
"""Encodings of such texts, by the id of their message."""


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request):
    token = LANGUAGE.set(request.param)
    yield request.param
    LANGUAGE.reset(token)


def ignores_sign(scheme: Scheme) -> bool:
    """Return whether a query at 12 has the same logit with a key at 9 and at 15, or does not see the second."""
    if scheme.family == "table":
        before, after = scheme.mean_logits([12], [9, 15], 8, length=24, content="independent")[0, 0]
    else:
        query, key = np.random.default_rng(0).normal(size=(2, 1, 8))
        before, after = scheme.logits(query, key.repeat(2, axis=0), [12], [9, 15], length=24, heads=8)[0, 0]
    return bool(np.isneginf(after) or abs(before - after) < 1e-9)


def test_only_the_distance_counts_where_the_sign_does_not(language):
    files = [path.read_text("utf-8") for folder in FOLDERS for path in (folder / language).glob("*.ftl")]
    entries = [entry for file in files for entry in re.findall(r"^[a-z].*\n(?:[ }].*\n)*", file, re.MULTILINE)]
    ids = {entry.partition(" ")[0] for entry in entries if ONLY_DISTANCE.search(entry)}
    assert ids <= {*SAID_OF}, "the sign counts in T5, Shaw, and RoPE: say offset"
    assert all(map(ignores_sign, SAID_OF.values()))
    assert not any(map(ignores_sign, (T5(), Shaw(), RoPE())))


@pytest.mark.parametrize("d", [2, 4, 6, 64])
def test_a_logit_is_the_sum_of_all_pairs(d):
    study = links.study(f"scheme=RoPE&d={d}&k=7")
    fact, curve = rotary_facts.cosine_sum(study), message("rope-curve", speed="sum")
    whole = RoPE().mean_logits([7], [0], d)[0, 0, 0] * np.sqrt(d) / 2
    is_logit = np.isclose(dict(fact.args)["value"], whole)
    assert is_logit == (d <= 4)
    assert is_logit or not re.search("logit|로짓", say(fact) + curve)


def test_positions_of_an_image_count_tokens_of_several_patches():
    (fact,) = (fact for fact in image_facts.misconceptions() if fact.id == "images-slow")
    shortest = MESSAGES.format(dict(fact.args)["here"])
    rows = images.mrope_positions([images.Image(8, 8)]).positions[:, 1]
    assert np.unique(rows).size * images.MERGE == 8
    text = MESSAGES.say(fact, "fact")
    assert re.search(rf"{shortest} tokens|토큰 {shortest}개", text)
    assert not re.search(rf"{shortest} ?(patch|패치)", text)


def test_pairs_of_a_package_are_not_those_of_every_release():
    # the released code multiplies neighbors as complex numbers
    assert AxialRoPE.published()["Kimi K2.5, vision"].pairs(72)[0].tolist() != [0, 1]
    assert all(name in message("images-code") for name in ("transformers", "timm", "diffusers", "Kimi K2.5"))
    pairs = {
        model: image_facts.dimensions(links.study(f"axial={model}"), "axial")[-1] for model in ("EVA-02", "DINOv3")
    }
    assert "2i + 1" in say(pairs["EVA-02"])
    assert "i + 32" in say(pairs["DINOv3"])


def test_two_pages_have_the_same_reach_of_a_head():
    (answer,) = (one for one, _, _ in questions() if one.id == "question-head")
    assert bias_facts.halves(ALiBi(), 12, 64)[2] == dict(answer.args)["offset"] == 6


def test_a_causal_mask_tells_order_without_an_encoding():
    words = sentence.embeddings(8, 16)[4:]

    def outputs(order):
        logits = np.where(np.tri(4, dtype=bool), words[order] @ words[order].T / 16, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights @ words[order] / weights.sum(axis=1, keepdims=True)

    swapped = [1, 0, 2, 3]
    assert not np.allclose(outputs(swapped)[swapped], outputs([0, 1, 2, 3]))
    (answer,) = (one for one, _, _ in questions() if one.id == "question-relative")
    assert re.search("causal mask|인과 마스크", MESSAGES.say(answer, "answer"))


def test_a_share_has_one_percentage_whatever_the_noise_of_its_sum():
    assert {percent(share) for share in (0.125, np.nextafter(0.125, 0), np.nextafter(0.125, 1))} == {"13%"}


def test_random_vectors_are_called_random():
    assert re.search("random|무작위", message("start-use", text="x"))
