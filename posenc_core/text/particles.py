"""Korean particles after names, numbers, and formulas, by their pronunciation."""

import re

PAIRS = ("은/는", "이/가", "을/를", "과/와")
"""Particles after a consonant and after a vowel, besides those that insert 이 or 으, such as 으로/로."""

NAMES = {
    **dict.fromkeys(("Llama 3", "Gemma 3", "OLMo 3", "Phi 3"), "쓰리"),
    **dict.fromkeys(("ViT", "DiT"), "티"),
    "KERPLE": "커플",
    "CLIP": "클립",
    "bit": "비트",
    "nat": "내트",
    "group": "그룹",
    "good": "굿",
    "bag": "백",
}
"""Readings of names and words that the rules below read differently."""

SIGNS = {"%": "퍼센트", "°": "도", "∞": "무한대", "′": "프라임", "ε": "엡실론", **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", "제곱")}
"""Readings of signs; other Greek letters end in a vowel."""

LETTERS = {"L": "엘", "M": "엠", "N": "엔", "R": "알"}
"""Names of the Latin letters that end in a consonant."""

_SKIPPED = re.compile(
    # an explanation; brackets of a function, as in PE(p, j), follow a Latin letter and are pronounced
    r"(?<=[\s가-힣\d])(\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])$"
    # closing markup, quotes, and brackets
    r"|<[^<>]*>$|[\s)\]}”’»」』\"'`*_$.…!?]$"
)
_NUMBER = re.compile(r"\d[\d,]*(\.\d+)?$")
# the last digit of a Latin name, such as DINOv3 and Phi-3, is read in English
_VERSION = re.compile(r"(?:[A-Za-z]{2}-?|[Vv])(\d)$")
# borrowed words that end in a consonant: 모델, 테이블, 타임, 사인, 인코딩, 블록, 다이내믹, 노트북, 맵, 로짓, 웹
_CONSONANT = re.compile(r"([lmn]e?|ng|ck|ic|ook|(?<![aeiou])[aeiou][bpt])$", re.IGNORECASE)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def particle(text: str, pair: str) -> str:
    """Select the Korean particle that follows a text.

    Parameters
    ----------
    text : str
        Text before the particle. Closing quotes and markup are skipped, and so is an explanation in brackets after
        a space, Hangul, or a digit, because the particle agrees with the word before it.
    pair : str
        Forms after a consonant and after a vowel, such as "은/는" or "으로/로".

    Returns
    -------
    str
        One of the two forms.

    Raises
    ------
    ValueError
        If `pair` is not a pair of particles in this order.

    Examples
    --------
    >>> [name + particle(name, "은/는") for name in ("차원", "3", "2.5%", "RoPE", "Sinusoidal (base 10)")]
    ['차원은', '3은', '2.5%는', 'RoPE는', 'Sinusoidal (base 10)은']
    """
    closed, _, opened = pair.partition("/")
    if pair not in PAIRS and (not opened or closed not in ("이" + opened, "으" + opened)):
        raise ValueError(f"{pair} must be one of {', '.join(PAIRS)}, 으로/로, 이라/라, or another pair with 이 or 으")
    last = _pronunciation(text)[-1:]
    final = (ord(last) - ord("가")) % 28 if "가" <= last <= "힣" else 0
    # 로, not 으로, after ㄹ, the eighth final consonant
    return opened if not final or (final == 8 and closed[0] == "으") else closed


def _pronunciation(text: str) -> str:
    """Return Hangul with the same end as the pronounced text."""
    while (rest := _SKIPPED.sub("", text)) not in (text, ""):
        text = rest
    if version := _VERSION.search(text):
        return "로원투리포브스븐트인"[int(version[1])]
    text = text.translate(_SUBSCRIPTS)
    for name, reading in NAMES.items():
        if re.search(rf"(?<![A-Za-z]){name}$", text):
            return reading
    if number := _NUMBER.search(text):
        digits = number[0].replace(",", "")
        whole = digits.rstrip("0")
        if number[1] or not whole or whole == digits:
            return "영일이삼사오육칠팔구"[int(digits[-1])]
        zeros = len(digits) - len(whole)
        return "십백천"[zeros - 1] if zeros < 4 else "만억조경"[min(zeros // 4, 4) - 1]
    if word := re.search(r"[A-Za-z]+$", text):
        letters = word[0]
        if letters.isupper() or not re.search("[aeiouy]", letters, re.IGNORECASE):
            return LETTERS.get(letters[-1].upper(), "")
        if not _CONSONANT.search(letters):
            return ""
        return "엘" if re.search("le?$", letters, re.IGNORECASE) else "엔"
    return SIGNS.get(text[-1:], text)
