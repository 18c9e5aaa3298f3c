"""List of references, cited by key."""

REFERENCES = {
    "barbero2024": "Barbero, Vitvitskyi, Perivolaropoulos, Pascanu and Veličković (2024), Round and Round We Go! What "
    "makes Rotary Positional Encodings useful?; arXiv 2410.06205",
    "beltagy2020": "Beltagy, Peters and Cohan (2020), Longformer; arXiv 2004.05150",
    "black2022": "Black et al. (2022), GPT-NeoX-20B; arXiv 2204.06745",
    "carion2020": "Carion et al. (2020), DETR; arXiv 2005.12872",
    "chi2022": "Chi, Fan, Ramadge and Rudnicky (2022), KERPLE: Kernelized Relative Positional Embedding for Length "
    "Extrapolation; arXiv 2205.09921",
    "chi2023": "Chi, Fan, Rudnicky and Ramadge (2023), Dissecting Transformer Length Extrapolation via the Lens of "
    "Receptive Field Analysis; arXiv 2212.10356",
    "dai2019": "Dai et al. (2019), Transformer-XL; arXiv 1901.02860",
    "deepseek2024": "DeepSeek-AI (2024), DeepSeek-V2; arXiv 2405.04434",
    "gehring2017": "Gehring et al. (2017), Convolutional Sequence to Sequence Learning; arXiv 1705.03122",
    "gray1953": "Gray (1953), Pulse Code Communication; US patent 2,632,058",
    "haviv2022": "Haviv et al. (2022), Transformer Language Models without Positional Encodings Still Learn Positional "
    "Information; arXiv 2203.16634",
    "he2022": "He et al. (2022), Masked Autoencoders; arXiv 2111.06377",
    "heo2024": "Heo, Park, Han and Yun (2024), Rotary Position Embedding for Vision Transformer; arXiv 2403.13298",
    "jiang2023": "Jiang et al. (2023), Mistral 7B; arXiv 2310.06825",
    "kazemnejad2023": "Kazemnejad et al. (2023), The Impact of Positional Encoding on Length Generalization in "
    "Transformers; arXiv 2305.19466",
    "li2023": "Li et al. (2023), Functional Interpolation for Relative Positions Improves Long Context Transformers; "
    "arXiv 2310.04418",
    "mildenhall2020": "Mildenhall et al. (2020), NeRF; arXiv 2003.08934",
    "nakanishi2025": "Nakanishi (2025), Scalable-Softmax Is Superior for Attention; arXiv 2501.19399",
    "press2022": "Press, Smith and Lewis (2022), Train Short, Test Long; arXiv 2108.12409",
    "raffel2020": "Raffel et al. (2020), Exploring the Limits of Transfer Learning with a Unified Text-to-Text "
    "Transformer; arXiv 1910.10683",
    "qwen2025": "Qwen Team (2025), Qwen3-VL Technical Report; arXiv 2511.21631",
    "rahimi2007": "Rahimi and Recht (2007), Random Features",
    "shaw2018": "Shaw, Uszkoreit and Vaswani (2018), Self-Attention with Relative Position Representations; arXiv "
    "1803.02155",
    "simeoni2025": "Siméoni et al. (2025), DINOv3; arXiv 2508.10104",
    "su2021": "Su et al. (2021), RoFormer; arXiv 2104.09864",
    "sun2022": "Sun et al. (2022), A Length-Extrapolatable Transformer; arXiv 2212.10554",
    "tancik2020": "Tancik et al. (2020), Fourier Features; arXiv 2006.10739",
    "vaswani2017": "Vaswani et al. (2017), Attention Is All You Need; arXiv 1706.03762",
    "wang2024": "Wang et al. (2024), Qwen2-VL; arXiv 2409.12191",
    "yang2025": "Yang et al. (2025), RoPE to NoPE and Back Again: A New Hybrid Attention Strategy; arXiv 2501.18795",
}  # fmt: skip
"""Authors, year, and title, and the id after a semicolon."""


def cite(*works: str) -> str:
    """Format citations of one or more works.

    Parameters
    ----------
    *works : str
        Keys of `REFERENCES`, each optionally followed by a comma and a section.

    Returns
    -------
    str
        Authors, year, title, section, and id of each.

    Examples
    --------
    >>> cite("su2021, section 3.2")
    'Su et al. (2021), RoFormer, section 3.2; arXiv 2104.09864'
    """
    citations = []
    for work in works:
        key, _, section = work.partition(", ")
        title, *id = REFERENCES[key].split("; ")
        text = f"{title}, {section}" if section else title
        citations.append((", " if len(works) > 1 else "; ").join([text, *id]))
    return "; ".join(citations)
