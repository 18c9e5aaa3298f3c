"""Korean particles: cases written by hand from the reading rules of Korean numbers, letters, and loanwords."""

import pytest

from posenc_core.text.messages import Messages
from posenc_core.text.particles import particle
from tests.data import read

CASES = """
은/는: 차원은 거리는 값은 3은 10은 20은 100은 1,000은 10,000은 1,048,576은 0은 1은 2는 4는 5는 6은 7은 8은 9는
은/는: −5는 0.5는 0.10은 1.3은 2.5%는 100%는 45°는 10⁻⁹은 1.5×10⁷은 64²은 π는 θ는 ε은 √64는 d=64는 n=128은 x₃은 ∞는
은/는: RoPE는 ALiBi는 T5는 YaRN은 NoPE는 KERPLE은 FIRE는 xPos는 NeRF는 Index는 Sinusoidal은 Grid는 Learned는
은/는: DINOv3는 Phi-3는 llama3는 Qwen3는 GLM-4는 R1은 o1은 v6는 good은 book은 bag은 job은 web은 feet는 soup는 trunk는
은/는: DeepSeek-V3는 GPT-2는 Qwen은 BERT는 ViT는 URL은 HTML은 CSV는 JSON은 PE(p,j)는 f(n)은
은/는: 인코딩(encoding)은 “거리”는 '행렬'은 **값**은 k는 n은 토끼!는 “정말?”은
이/가: 임베딩이 head가 softmax가 logit이 100,000,000이 0.001이 model이 n=0이 3.2가 block이 "RoPE"가 table이
을/를: 쿼리를 8을 1.5를 XLNet을 mask를 scale을 30%를 180°를 256을 step을
과/와: 키와 7과 2와 NTK와 Llama와 LLM과 5와 0.3과 sine과 cosine과 dynamic과
으로/로: 차원으로 위치로 벡터로 값으로 서울로 1로 3으로 7로 8로 10으로 0으로
으로/로: DINOv3로 ViT7으로 EXAONE1으로 0.7로 RoPE로 Sinusoidal로 YaRN으로 URL로 90°로 5%로 table로
이라/라: 행렬이라 거리라 10이라 5라
이나/나: 3이나 2나 RoPE나 값이나
"""


@pytest.mark.parametrize("line", CASES.strip().splitlines())
def test_particles_follow_the_pronunciation(line):
    pair, _, cases = line.partition(": ")
    for case in cases.split():
        text = case.removesuffix(next(form for form in pair.split("/") if case.endswith(form)))
        assert text + particle(text, pair) == case


@pytest.mark.parametrize("case", read("particles.toml")["explanations"])
def test_an_explanation_in_parentheses_is_skipped(case):
    assert case[:-1] + particle(case[:-1], "은/는") == case


def test_messages_use_particles_after_names_numbers_and_lists(tmp_path):
    (tmp_path / "en").mkdir()
    text = """
list-two = { $first }{ JOSA($first, "과/와") } { $last }
a = { $names }{ JOSA($names, "은/는") } { PERCENT($share) }{ JOSA(PERCENT($share), "으로/로") }
b = { $count }{ JOSA($count, "이/가") }
"""
    (tmp_path / "en" / "a.ftl").write_text(text, "utf-8")
    messages = Messages("en", tmp_path)
    assert messages.text("a", {"names": ("YaRN", "RoPE"), "share": 0.5}) == "YaRN과 RoPE는 50%로"
    assert messages.text("b", {"count": 30000}) == "30,000이"
    assert messages.text("b", {"count": "ALiBi (head 1)"}) == "ALiBi (head 1)가"


@pytest.mark.parametrize("pair", ["는/은", "로/으로", "은", "이", "은/", "/는", "에서/서"])
def test_a_pair_in_the_wrong_order_is_refused(pair):
    with pytest.raises(ValueError, match=f"{pair} must be one of 은/는"):
        particle("값", pair)
