# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = 학습: 어떤 인코딩이 더 긴 텍스트에서도 통할까요?

# Tabs

trained-tab-language = 언어 모델
trained-tab-task = 작은 과제
trained-tab-heads = 어텐션 지도
trained-tab-how = 방법

# Language model

trained-language-setup = 아주 작은 모델들({ $dim }차원 블록 { $count }개)이 셰익스피어의 희곡을 { $start }자씩 읽으며 다음 글자를 맞히도록 학습했습니다. 이제 { $length }자를 읽습니다.
trained-language-inside = 학습 길이 안인 { $first }∼{ $end }번째 글자에서 { $count ->
    [1] { $schemes }의 손실은 글자당 { NUMBER($high, minimumFractionDigits: 2) } nat입니다.
   *[other] 손실은 글자당 { NUMBER($low, minimumFractionDigits: 2) }∼{ NUMBER($high, minimumFractionDigits: 2) } nat입니다.
}
trained-language-span = 학습 길이의 { $least }∼{ $most }배인 { $start }∼{ $end }번째 글자에서,
trained-language-keep = { $schemes }{ JOSA($schemes, "은/는") } 전만큼 잘 맞힙니다. 손실이 커져도 { $value } nat 이내입니다.
trained-language-rise = { $schemes }{ JOSA($schemes, "은/는") } 나빠집니다.
trained-language-lost = { $schemes }{ JOSA($schemes, "은/는") } 실패합니다. 글자마다 얼마나 자주 나오는지만 아는 모델({ NUMBER($share, minimumFractionDigits: 2) })보다도 못합니다.
trained-language-never = { $schemes }{ JOSA($schemes, "은/는") } 학습 길이 안에서도 실패합니다.
trained-language-none = 전만큼 잘 맞히는 모델이 없습니다.
trained-language-loss = { $name } ({ $count ->
    [1] { NUMBER($low, minimumFractionDigits: 2) }
   *[other] { NUMBER($low, minimumFractionDigits: 2) }∼{ NUMBER($high, minimumFractionDigits: 2) }
})
trained-language-cell = { $count ->
    [1] { NUMBER($low, minimumFractionDigits: 2) }
   *[other] { NUMBER($low, minimumFractionDigits: 2) }∼{ NUMBER($high, minimumFractionDigits: 2) }
}
    .cell = { $start }∼{ $end }번째 글자
trained-language-note = 손실은 낮을수록 좋습니다. 손실 { NUMBER($low, minimumFractionDigits: 2) } nat은 올바른 글자에 기하평균 { PERCENT($high) }의 확률을 주었다는 뜻입니다. 음영은 학습 길이, 점선은 글자마다 얼마나 자주 나오는지만 아는 모델의 손실({ NUMBER($share, minimumFractionDigits: 2) } nat)입니다. 띠는 시험 텍스트에 따른 표준오차로, 평균 { NUMBER($value, minimumFractionDigits: 2) } nat입니다. 모든 모델이 같은 텍스트를 읽으므로, 모든 곡선에 똑같이 나타나는 작은 굴곡은 텍스트에서 온 것입니다.
trained-language-seeds = 모델은 인코딩마다 하나이고, { $schemes }만 둘이어서 손실도 둘입니다. 가는 곡선이 두 번째 모델입니다.
trained-language-single = 모델은 인코딩마다 하나입니다.
trained-language-twice = 인코딩마다 모델이 두 개이므로 손실도 두 개입니다. 가는 곡선이 두 번째 모델입니다.
trained-language-random = 무작위 위치는 0∼{ $last_position }에서 무작위로 골라 오름차순으로 늘어놓은 수이며, 텍스트를 한 묶음 읽을 때마다 새로 뽑고 시험에서도 그렇게 합니다(Ruoss et al.). 무작위 시작에서는 학습에 쓰는 텍스트마다 첫 위치를 무작위로 정합니다(SHAPE, Kiyono et al.).
trained-language-by-length = { $schemes }의 위치는 텍스트의 길이에 따라 달라집니다. { $first }∼{ $end }번째 글자의 손실은 { $start }자 텍스트에서, 나머지는 모두 { $length }자 텍스트에서 잰 것입니다.
trained-language-tuned = “linear”, “NTK-aware”, “YaRN”은 학습이 끝난 뒤 4배 긴 텍스트에 맞추어 회전을 바꾼 것입니다. “추가 학습” 모델은 그 뒤에 { $length }자 텍스트(옅은 음영)로 { $count }스텝을 더 학습했으므로, 그보다 긴 텍스트만 처음 보는 것입니다. YaRN의 상수는 훨씬 긴 텍스트를 가정합니다.
trained-letters = 글자의 빈도만 알 때
trained-loss = 손실(글자당 nat)
trained-position = 위치(글자)
trained-language-hover = { $x }번째 글자 부근: { $y }

# Small tasks

trained-task-3-back = 모델은 토큰마다 세 칸 앞의 토큰을 맞힙니다. 무작위로 추측하면 { PERCENT($share) }를 맞힙니다.
trained-task-index-5 = 모델은 위치 5보다 뒤에 있는 토큰마다 위치 5의 토큰을 맞힙니다. 무작위로 추측하면 { PERCENT($share) }를 맞힙니다.
trained-recipes = 인코딩마다 학습률 { $count }가지, 스케줄 { $whole }가지, 무작위 초깃값 { $seeds }가지를 조합한 { $number }가지 방식으로 학습했습니다. 학습에 나온 가장 긴 텍스트인 { $length }토큰에서 { PERCENT($share) } 이상을 맞히면 과제를 해결한 것으로 봅니다. 아래에서는 해결한 방식만 다룹니다.
trained-example = 예: 마지막 토큰은 { $key }이고, 답은 위치 { $position }에 있는 { $token }입니다.
trained-panel-kept = 학습 길이의 두 배에서도 맞힘
trained-panel-depends = 그 사이이거나 학습 방식에 따라 다름
trained-panel-lost = 학습 길이의 두 배에서 실패
trained-learned-by = { $name } ({ $whole }가지 방식 중 { $count }가지)
trained-solid = { $schemes }에서 과제를 해결했습니다. 이 방식들은 모두 { $length }토큰에서도 { $share ->
    [1] 한 번도 틀리지 않습니다.
   *[other] { PERCENT($share) } 이상을 맞힙니다.
}
trained-twice = { $name }에서는 과제를 해결한 방식 { $count }가지가 모두 { $length }토큰에서 { $low ->
    [1] 한 번도 틀리지 않습니다.
   *[other] { PERCENT($low) } 이상을 맞힙니다.
} { $longer }토큰에서는 방식에 따라 { PERCENT($here) }∼{ PERCENT($there) }로 갈립니다.
trained-depends = { $name }에서는 { $whole }가지 방식 중 { $count }가지가 과제를 해결했습니다. 정확도는 { $length }토큰에서 { PERCENT($low) }∼{ PERCENT($high) }, { $longer }토큰에서 { PERCENT($here) }∼{ PERCENT($there) }로 갈립니다.
trained-lost = { $schemes }에서 과제를 해결했습니다. 그러나 { $length }토큰에서는 이 방식들 가운데 어느 것도 { PERCENT($share) }보다 많이 맞히지 못합니다.
trained-unsolved = { $schemes }에서는 어느 방식도 { $length }토큰에서조차 과제를 해결하지 못합니다.
trained-note = 선은 과제를 해결한 방식들의 중앙값이고, 띠는 가장 나쁜 방식부터 가장 좋은 방식까지입니다. 정확도는 각 텍스트의 마지막 1/8에서 쟀습니다. 음영은 학습에 나온 길이입니다. 한 인코딩의 방식들은 무작위 초깃값 두 가지를 함께 쓰고, 학습률이 같으면 스케줄이 달라도 정확도가 거의 같을 때가 많습니다. 따라서 12가지 방식은 서로 무관한 시험 12번보다 적은 셈입니다.
trained-ranges = 인코딩과 텍스트 길이별 정확도(과제를 해결한 모든 방식)
trained-solve = 해결한 방식
trained-solved = { $whole }가지 중 { $count }
trained-range = { $text }({ $low }∼{ $high })
trained-accuracy = 텍스트의 마지막 1/8에서의 정확도
trained-length = 텍스트의 길이(토큰)
trained-guess = 무작위 추측
trained-hover = { $x }토큰: { $y }

# Attention maps

trained-encoding = 인코딩
trained-head = 블록과 헤드
trained-map-formula = 식만으로
trained-map-learned = 학습 후
trained-map-hover = 쿼리 { $y }, 키 { $x }: { $z }
trained-head-same = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로도({ PERCENT($low) }) 학습 후에도({ PERCENT($share) }) 오프셋 { $offset }의 가중치가 가장 큽니다.
trained-head-apart = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로는 오프셋 { $start }의 가중치가 가장 크고({ PERCENT($low) }), 학습 후에는 오프셋 { $offset }의 가중치가 가장 큽니다({ PERCENT($share) }).
trained-head-even = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로는 마지막 토큰이 모든 토큰을 똑같이 봅니다. 학습 후에는 이 헤드가 오프셋 { $offset }에 가장 큰 가중치({ PERCENT($share) })를 줍니다.
trained-head-learned = { $name }, 블록 { $whole }, 헤드 { $head }: 식의 수가 학습된 것입니다. 학습 후에는 이 헤드가 오프셋 { $offset }에 가장 큰 가중치({ PERCENT($share) })를 줍니다.
trained-heads-note = 세 칸 앞의 토큰을 맞히도록 학습한 모델 하나를 텍스트 하나에서 본 것입니다(학습률 { $value }에서 0으로 감소, 첫 번째 무작위 초깃값). 식만으로: 쿼리와 키의 내용이 같고, 사영(projection)은 항등입니다. 오프셋 0은 토큰 자신이며, 비율은 텍스트의 뒤쪽 절반에서 구한 평균입니다. 모델은 먼저 1토큰, 그다음 2토큰을 되돌아보는 식으로 두 단계에 걸쳐 볼 수도 있습니다.

# Method

trained-model = 모델: 블록 { $count }개로 된 디코더. 어텐션과 신경망(GELU, 너비의 4배) 앞에 층 정규화(layer normalization)가 있고, { $dim }차원, 헤드 { $heads }개, 인과 마스크(causal mask)를 씁니다. 모든 텍스트는 같은 토큰으로 시작합니다.
trained-optimizer = 학습: AdamW(가중치 감쇠 { $value }, 위치에는 쓰지 않음), 워밍업 { $number }스텝, 기울기의 노름은 최대 1, 스텝마다 최대 { $count }토큰. 나머지는 PyTorch의 기본값입니다. 시험에는 가중치의 이동 평균(계수 { $rest }, 10스텝마다)을 씁니다.
trained-small = 작은 과제: 기호 16개, 학습할 때 { $start }∼{ $end }토큰. 학습률은 { $values }이고, 일정하거나 코사인 반주기로 0까지 줄어들며, 무작위 초깃값은 { $count }가지입니다. 학습률이 일정하면 { $least }∼{ $most }스텝에서, 세 번의 점검에서 잇달아 { PERCENT($share) }를 맞혔을 때 끝냅니다. 코사인은 { $most }스텝을 모두 씁니다. 길이마다 { $number }토큰으로 시험하며, “위치 5”는 텍스트 { $rest }개 이상으로 시험합니다.
trained-language-method = 언어 모델: 학습할 때 { $start }자, { $number }스텝, 일정한 학습률. 세 학습률 가운데 { $least }스텝 뒤의 손실이 가장 작은 것을 쓰고, 추가 학습에는 그 3분의 1을 씁니다. 학습에 쓰지 않은 희곡의 마지막 10분의 1에서 뽑은 { $length }자 텍스트 { $count }개로 시험합니다. 다만 학습률을 고를 때에도 이 부분을 썼습니다.
trained-sum = 작은 과제의 모델 { $number }개와 언어 모델 { $count }개를 학습하고, 그중 { $whole }개를 추가로 학습했습니다. 모두 프로세서 코어 하나로 { NUMBER($value, minimumFractionDigits: 1) }시간이 걸렸습니다(PyTorch { $text }). “make train”으로 되풀이할 수 있습니다.
trained-learned-note = 논문에서 학습하는 것은 여기서도 같은 초깃값에서 학습하며, 다음은 예외입니다. T5의 수는 나머지보다 10배 빨리 학습합니다. 작은 과제에서 T5는 학습 길이를 넘는 버킷 대신 마지막으로 학습된 버킷을 쓰고, 언어 모델은 모든 버킷을 학습합니다. Shaw의 논문은 값(value)의 벡터도 학습하지만 여기에는 없습니다. KERPLE의 두 수는 층마다 따로 학습하지만, 논문에서는 모든 층이 함께 씁니다. FIRE의 임계값 L은 논문처럼 512에서 시작하는데, 이는 어느 학습 텍스트보다도 길어서 보간이 일어나지 않습니다. 그래서 작은 과제는 L = 8로도 학습했습니다. SlidingWindow는 자신을 포함해 16토큰을 보므로, 블록 두 개로 30토큰 앞까지 닿습니다. 학습된 표에서 학습 길이를 넘는 행은 무작위 값 그대로입니다. “위치 5”에서는 위치 5의 행만 알면 되므로 거의 문제가 되지 않습니다.
trained-settings = 모든 인코딩의 설정
trained-rate = 언어 모델의 학습률
trained-learned = 학습되는 것
trained-parameters = 기본값이 아닌 것
trained-invisible = **여기에는 모든 열에 같은 수를 더하는 모델이 없습니다.** 층 정규화는 열의 평균을 빼므로 (x + c·1) − mean(x + c·1) = x − mean(x)이고, 그런 모델은 위치를 볼 수 없기 때문입니다. Llama, Mistral, Qwen에 쓰인 RMSNorm은 평균을 빼지 않으므로 위치를 볼 수 있습니다.
trained-transfer = **이 결과로 큰 모델에 쓸 인코딩의 순위를 정할 수는 없습니다.** 구체적인 백분율과 길이, 인코딩 사이의 작은 차이는 모델의 크기, 텍스트, 학습에 따라 달라집니다.

# Related work

trained-studies = 관련 연구
trained-studies-note = **관련 연구.** 발표된 모델은 훨씬 큽니다. 그래서 변화의 방향만, 그것도 양쪽 모두 언어 모델의 손실을 잰 곳에서만 비교합니다. 따로 적지 않았으면 이 페이지의 변화는 학습 길이의 4∼8배에서의 손실에서 학습 길이 안의 손실을 뺀 것입니다.
trained-head-study = 연구
trained-head-setting = 조건
trained-head-result = 그 연구의 결과
trained-head-here = 이 페이지의 결과
trained-head-agree = 같은 방향
trained-agree-yes = 예
trained-agree-partly = 일부
trained-agree-no = 아니요
trained-agree-none = 비교하지 않음
trained-press = Press et al. (2022), ALiBi
    .link = https://arxiv.org/abs/2108.12409
    .setting = 언어 모델, 512 또는 1,024토큰
    .result = 더 긴 텍스트에서 사인파, RoPE, T5는 퍼플렉서티(perplexity)가 커지지만 ALiBi는 커지지 않습니다.
trained-study-press = 손실은 ALiBi에서 { NUMBER($low, minimumFractionDigits: 2) } nat, T5에서 { NUMBER($here, minimumFractionDigits: 2) }, RoPE에서 { NUMBER($there, minimumFractionDigits: 2) }, 사인파에서 { NUMBER($high, minimumFractionDigits: 2) } 변합니다.
trained-kazemnejad = Kazemnejad et al. (2023)
    .link = https://arxiv.org/abs/2305.19466
    .setting = 디코더, 추론과 수학
    .result = 더 긴 텍스트에서 NoPE가 가장 낫고 T5가 두 번째이며, ALiBi, RoPE, 더한 사인파가 그 뒤를 잇습니다.
trained-study-kazemnejad = 과제가 다릅니다. { $length }토큰에서 NoPE는 “위치 5”를 { $low ->
    [1] 언제나 맞히고,
   *[other] { PERCENT($low) } 이상,
} “세 칸 앞”을 { PERCENT($high) } 이하로 맞힙니다.
trained-chen = Chen et al. (2023), 위치 보간(position interpolation)
    .link = https://arxiv.org/abs/2306.15595
    .setting = LLaMA 7B, 2,048토큰
    .result = 길이가 4배일 때 퍼플렉서티는 RoPE가 1,000 초과, 학습하지 않은 배율 4의 선형 스케일링이 16입니다. 최대 1,000스텝을 학습하면 선형 스케일링이 통합니다.
trained-study-chen = 길이의 2∼4배에서 손실은 RoPE가 { NUMBER($here, minimumFractionDigits: 2) } nat, 선형 스케일링이 학습 전 { NUMBER($there, minimumFractionDigits: 2) }, 학습 후 { NUMBER($value, minimumFractionDigits: 2) }입니다.
    .reason = 학습하지 않은 선형 스케일링은 이 작은 모델을 나빠지게 합니다.
trained-chi = Chi et al. (2022), KERPLE
    .link = https://arxiv.org/abs/2205.09921
    .setting = 언어 모델, 512토큰
    .result = 로그 커널을 쓰면 더 긴 텍스트에서 퍼플렉서티가 커지지 않습니다.
trained-study-chi = 손실은 { $value ->
    [0] 0.01 nat 미만
   *[other] { NUMBER($value, minimumFractionDigits: 2) } nat
} 변합니다.
trained-sandwich = Chi et al. (2023), Sandwich
    .link = https://arxiv.org/abs/2212.10356
    .setting = 언어 모델, 512토큰
    .result = 학습하는 수가 없는 Sandwich도 학습 길이 밖의 토큰을 활용합니다.
trained-study-sandwich = 손실은 { $value ->
    [0] 0.01 nat 미만
   *[other] { NUMBER($value, minimumFractionDigits: 2) } nat
} 변합니다.
trained-li = Li et al. (2024), FIRE
    .link = https://arxiv.org/abs/2310.04418
    .setting = 언어 모델, 2,048토큰
    .result = 더 긴 텍스트에서 FIRE가 ALiBi, KERPLE, T5보다 낫습니다.
trained-study-li = 길이의 4∼8배에서 손실은 FIRE가 { NUMBER($value, minimumFractionDigits: 2) } nat, 나머지 셋이 { NUMBER($low, minimumFractionDigits: 2) }∼{ NUMBER($high, minimumFractionDigits: 2) }입니다.
trained-ruoss = Ruoss et al. (2023), 무작위 위치
    .link = https://arxiv.org/abs/2305.16843
    .setting = 인코더, 알고리즘 과제 15개
    .result = 증가하는 무작위 위치를 쓰면, 더 긴 텍스트에서 정확도가 평균 12포인트 높아집니다.
trained-study-ruoss = 재는 것이 다릅니다. 학습 길이에서 그 4∼8배로 가면 사인파의 손실은 { NUMBER($low, minimumFractionDigits: 2) }에서 { NUMBER($here, minimumFractionDigits: 2) } nat으로, 무작위 위치를 쓰면 { NUMBER($high, minimumFractionDigits: 2) }에서 { NUMBER($there, minimumFractionDigits: 2) } nat으로 변합니다.
trained-zhou = Zhou et al. (2024)
    .link = https://arxiv.org/abs/2402.09371
    .setting = 최대 40자리 덧셈, FIRE와 무작위 위치, 숫자 뒤집기, 인덱스 힌트
    .result = 최대 100자리까지 해결하지만, 모든 무작위 초깃값에서 그런 것은 아닙니다.
trained-study-zhou = 과제가 다릅니다. 128토큰에서 RoPE는 “세 칸 앞”을 학습 방식에 따라 { PERCENT($low) }∼{ PERCENT($high) } 맞힙니다.

# Misconceptions

trained-order = 인코딩이 없는 디코더도 위치를 학습할 수 있습니다.
    .quote = 위치 인코딩이 없으면 트랜스포머는 순서를 알 수 없다.
    .fact = 인과 마스크(causal mask)는 쿼리가 토큰을 몇 개 보는지 알려 줍니다. 모든 텍스트가 같은 토큰으로 시작할 때, 작은 모델들이 인코딩 없이 최대 { $length }토큰의 텍스트로 위치 5의 토큰을 맞히도록 학습했습니다. 이를 배운 { $count }가지 학습 방식은 모두 { $most }토큰에서도 { $share ->
        [1] 한 번도 틀리지 않습니다.
       *[other] { PERCENT($share) } 이상을 맞힙니다.
    } 마스크가 없는 셀프 어텐션(self-attention)은 순열 등변(permutation-equivariant)이므로 맞힐 수 없습니다.
trained-linear = 선형 위치 보간에는 추가 학습이 필요합니다.
    .quote = 선형 위치 보간은 학습 없이 RoPE를 더 긴 텍스트로 확장한다.
    .fact = 작은 언어 모델의 손실은 RoPE를 쓰면 { NUMBER($low, minimumFractionDigits: 2) } nat입니다. 배율 4의 선형 보간을 추가 학습 없이 쓰면 학습 길이 안에서도 { NUMBER($high, minimumFractionDigits: 2) } nat이 되어, 글자마다 얼마나 자주 나오는지만 아는 모델({ NUMBER($share, minimumFractionDigits: 2) } nat)보다 못합니다. 더 긴 텍스트로 { $number }스텝을 더 학습하면 그 길이의 2∼4배에서 { NUMBER($value, minimumFractionDigits: 2) } nat입니다.

trained-follow-up = 각 식은 어텐션을 어떻게 바꾸나요?
