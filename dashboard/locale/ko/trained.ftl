# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = 학습: 모델은 각 인코딩으로 무엇을 배우나요?
trained-task-1-back = 토큰마다 1개 전의 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-3-back = 토큰마다 3개 전의 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-8-back = 토큰마다 8개 전의 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-index-5 = 위치 5보다 뒤에 있는 토큰마다 위치 5의 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-induction = 반복된 토큰에서, 그 토큰이 처음 나왔을 때 뒤따른 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-copy = 텍스트의 뒤쪽 절반은 앞쪽 절반의 반복입니다. 다음 토큰을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-task-order = 두 토큰 가운데 먼저 나온 것을 맞힙니다(무작위 추측: { PERCENT($share) }).
trained-example = 예: 마지막 토큰은 { $key }이고, 답은 위치 { $position }에 있는 { $token }입니다.
trained-example-order = 예: x와 y 가운데 먼저 나온 것은 위치 { $position }에 있는 { $token }입니다.
trained-longest = 최대 { $length }토큰의 텍스트로 학습했습니다.
trained-whole = { $schemes }{ JOSA($schemes, "은/는") } 시험한 가장 긴 텍스트인 { $length }토큰까지 과제를 해결합니다.
trained-reach = { $schemes }{ JOSA($schemes, "은/는") } { $length }토큰까지 과제를 해결합니다.
trained-inside = { $schemes }{ JOSA($schemes, "은/는") } { $start }토큰까지 과제를 해결하고, { $length }토큰에서는 { PERCENT($share) } 아래로 떨어집니다.
trained-learning = { $schemes }{ JOSA($schemes, "은/는") } 학습 스텝(step) { $number }번 뒤에도 아직 학습 중입니다.
trained-uneven = { $schemes }{ JOSA($schemes, "은/는") } 무작위 초깃값에 따라 과제를 해결하기도 하고 해결하지 못하기도 합니다.
trained-plateau = { $schemes }{ JOSA($schemes, "은/는") } { $length }토큰에서 { PERCENT($share) }에 이르지 못한 채 더 나아지지 않았습니다.
trained-replaced = 학습 후에 교체한 { $schemes }{ JOSA($schemes, "은/는") } { $length }토큰에서도 { PERCENT($share) }에 미치지 못합니다.
trained-missing = 아직 학습하지 않음: { $schemes }.
trained-angles = RoPE가 실패하는 이유로 짐작되는 것은 각도입니다. 쌍 { $whole }개 중 { $count }개는 { $length }토큰 동안 한 바퀴를 다 돌지 않으므로, 더 긴 텍스트에서는 학습에 없던 각도가 나옵니다.
trained-predict = 학습 길이를 넘으면 무엇이 가장 먼저 실패할까요?
trained-hidden = 학습 길이까지의 정확도입니다. 더 긴 텍스트의 결과는 예측할 때까지 숨깁니다.
trained-predicted = 맞았습니다. 학습 길이에서 과제를 해결하는 인코딩 가운데 { $schemes }{ JOSA($schemes, "이/가") } 가장 먼저 실패합니다.
trained-mispredicted = 틀렸습니다. 가장 먼저 실패하는 것은 { $schemes }입니다. { $name }{ JOSA($name, "은/는") } 더 긴 텍스트까지 해결합니다.
trained-never-learned = 틀렸습니다. { $name }{ JOSA($name, "은/는") } 학습 길이에서 과제를 해결하지 못합니다. 나머지 가운데 { $schemes }{ JOSA($schemes, "이/가") } 가장 먼저 실패합니다.
trained-none-learned = { $name }{ JOSA($name, "을/를") } 포함해, 여기 있는 어느 인코딩도 학습 길이에서 과제를 해결하지 못합니다.
trained-accuracy = 정확도
trained-accuracy-late = 마지막 1/8 위치에서의 정확도
trained-loss = 손실(문자당 nat)
trained-length = 텍스트의 길이(토큰)
trained-position = 위치
trained-step = 학습 스텝
trained-guess = 무작위 추측
trained-hover = { $x }토큰: { $y }
trained-position-hover = 위치 { $x } 부근: { $y }
trained-step-hover = 스텝 { $x }: { $y }
trained-language-hover = 위치 { $x } 부근: { $y }
trained-note = 선: 학습된 모델의 평균. 띠: 가장 나쁜 모델부터 가장 좋은 모델까지. ±: 표준오차. 해결: 평균 정확도 { PERCENT($share) } 이상. 음영: 학습에 나온 길이.
trained-cell = { PERCENT($share) } ± { PERCENT($value) }
    .cell = { $count ->
        [1] { $length }토큰(학습 길이)
       *[other] { $length }토큰
    }
trained-cell-missing = 아직 학습하지 않음
    .cell = 학습

# Tabs

trained-tab-task = 작은 과제
trained-tab-heads = 어텐션 지도
trained-tab-how = 방법

trained-where = { $length }토큰의 텍스트에서, 쿼리의 위치에 따른 정확도입니다.
trained-matrix = 각 과제에서 각 인코딩의 결과
trained-matrix-note = 파란색: 이 토큰 수까지 해결했습니다. 노란색: 아직 학습 중입니다. 회색: 그에 미치지 못하고 더 나아지지 않거나, 교체한 뒤 학습하지 않았습니다. 백분율은 학습 길이에서의 정확도이고, –는 아직 학습하지 않은 것입니다. 해결은 평균 { PERCENT($share) }를 뜻합니다. 칸을 선택하면 그 곡선을 볼 수 있습니다. Linear, NTK-aware, YaRN은 학습 후에 RoPE를 배율 4로 교체한 것이고, “추가 학습”은 최대 128토큰의 텍스트로 1,000스텝을 더 학습했다는 뜻입니다.
trained-curves-solved = { PERCENT($share) }에 도달: { $schemes }.
trained-curves-learning = 마지막 스텝에서 아직 학습 중: { $schemes }.
trained-curves-plateau = { PERCENT($share) }에 이르기 전에 정체: { $schemes }.
trained-curves-note = 학습 길이에서 모든 위치의 정확도입니다. { PERCENT($share) }에 도달하거나, 정체하거나, 6,000스텝이 지나면 학습을 끝냅니다.
trained-language = 이 모델들은 { $start }자 텍스트로 셰익스피어의 글을 이어 쓰도록 학습했습니다. { $length }자 텍스트에서, 학습 길이와 마지막 절반 사이에 손실이 가장 적게 변하는 것은 { $name }({ $low } nat)이고, 가장 많이 변하는 것은 { $other }({ $high } nat)입니다.
trained-language-one = { $name }{ JOSA($name, "은/는") } { $start }자 텍스트로 셰익스피어의 글을 이어 쓰도록 학습했습니다. { $length }자 텍스트에서, 학습 길이와 마지막 절반 사이에 손실이 { $value } nat 변합니다.
trained-language-missing = 아직 학습하지 않았습니다.
trained-language-note = 낮을수록 좋습니다. 인코딩마다 모델이 하나이고, 띠는 텍스트에 따른 표준오차입니다. 음영: 학습에 나온 위치. 축을 벗어난 손실은 잘립니다.
trained-encoding = 인코딩
trained-head = 블록과 헤드
trained-map-formula = 식만으로
trained-map-learned = 학습 후
trained-map-hover = 쿼리 { $y }, 키 { $x }: { $z }
trained-head-same = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로도({ PERCENT($low) }) 학습 후에도({ PERCENT($share) }) 오프셋 { $offset }의 가중치가 가장 큽니다.
trained-head-apart = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로는 오프셋 { $start }의 가중치가 가장 크고({ PERCENT($low) }), 학습 후에는 오프셋 { $offset }의 가중치가 가장 큽니다({ PERCENT($share) }).
trained-head-even = { $name }, 블록 { $whole }, 헤드 { $head }: 식만으로는 마지막 토큰이 모든 토큰을 똑같이 봅니다. 학습 후에는 이 헤드가 오프셋 { $offset }에 가장 큰 가중치({ PERCENT($share) })를 줍니다.
trained-head-learned = { $name }, 블록 { $whole }, 헤드 { $head }: 식의 수가 학습된 것이거나 위치가 무작위입니다. 학습 후에는 오프셋 { $offset }에 가장 큰 가중치({ PERCENT($share) })를 줍니다.
trained-heads-note = 텍스트 하나와 모델 하나의 결과입니다. 식만으로: 쿼리와 키의 내용이 같고, 사영(projection)은 항등입니다. 오프셋 0은 토큰 자신이며, 비율은 텍스트의 뒤쪽 절반에서 구한 평균입니다.
trained-penalty = “정확히 3개 전”은 ALiBi에 어렵습니다. 페널티가 거리에 따라 커지기만 하면 가중치는 언제나 오프셋 3보다 오프셋 2에서 크므로, 내용의 도움이 필요합니다. 가장 나은 헤드가 오프셋 3에 주는 비율은 ALiBi에서 { PERCENT($share) }, RoPE에서 { PERCENT($other) }입니다.
trained-invisible = LayerNorm은 모든 열에 똑같이 더한 수를 보지 못합니다. 출력이 변하지 않습니다. Llama, Mistral, Qwen에 쓰인 RMSNorm은 평균을 빼지 않으므로 그 수를 봅니다. 출력이 최대 { $high }만큼 변합니다.
trained-visible = LayerNorm은 한 열에만 더한 수를 봅니다. 출력이 최대 { $high }만큼 변합니다. RMSNorm도 봅니다.
trained-changed = LayerNorm 출력의 변화
trained-proof = **증명.** LayerNorm은 열의 평균을 빼는데, (x + c·1) − mean(x + c·1) = x − mean(x)입니다. 따라서 분산도 변하지 않습니다. 이 페이지의 pre-LN 트랜스포머에서는 각 블록이 LayerNorm을 거친 입력을 읽습니다.
trained-models = 지금까지 인코딩과 과제의 조합 { $count }개를 { $seeds ->
    [1] 한 번씩
   *[other] 저마다 최대 { $seeds }번
} 학습했습니다.
trained-setup = 디코더: pre-LN 블록 { $count }개, { $dim }차원, 헤드 { $heads }개, 인과 마스크(causal mask), 모든 텍스트에서 같은 첫 토큰. AdamW로 { $least }∼{ $most }스텝. 인코딩마다 학습률(learning rate) 세 가지 가운데 가장 좋은 것을 씁니다. 과제를 해결하지 못하면 세 학습률에서 가장 좋은 모델을 결과로 삼습니다.
trained-versions = PyTorch { $text }, 커밋 { $name }. 학습을 되풀이하려면 “make train”을 실행하세요.
trained-settings = 모든 인코딩의 설정
trained-rate = 학습률(과제)
trained-rate-language = …(언어 모델)
trained-steps = 학습 스텝
trained-learned = 학습되는 것
trained-fixed = –
trained-parameters = 기본값이 아닌 것
trained-transfer = **큰 모델에서는** 백분율, 길이, 인코딩 사이의 작은 차이가 **다릅니다**. 적용될 수 있는 것은 고정된 오프셋, 고정된 위치, 내용의 일치 가운데 어떤 조회(lookup)를 쉽게 학습하는가입니다. 학습된 표에서 학습 길이를 넘는 행은 전혀 학습되지 않았습니다. YaRN의 상수는 훨씬 긴 텍스트를 가정합니다.

# Related work

trained-studies = 관련 연구
trained-studies-note = 발표된 모델은 훨씬 큽니다. 이 페이지의 손실은 학습 길이의 4∼8배에서 잰 값입니다.
trained-head-study = 연구
trained-head-setting = 조건
trained-head-result = 그 연구의 결과
trained-head-here = 이 페이지의 결과
trained-head-agree = 일치
trained-agree-yes = 예
trained-agree-no = 아니요
trained-press = Press et al. (2022), ALiBi
    .link = https://arxiv.org/abs/2108.12409
    .setting = 언어 모델, 512 또는 1,024토큰
    .result = 더 긴 텍스트에서 사인파, RoPE, T5는 퍼플렉서티(perplexity)가 커지지만 ALiBi는 커지지 않습니다.
trained-study-press = { $agree ->
    [yes] 손실이 가장 적게 커지는 것은 ALiBi이며, { $value } nat 커집니다.
   *[no] 손실이 가장 적게 커지는 것은 { $name }({ $low } nat)이며, ALiBi에서는 { $value } 커집니다.
}
    .reason = 한 작가의 글자에는 문맥이 조금만 필요하기 때문일 수 있습니다.
trained-kazemnejad = Kazemnejad et al. (2023)
    .link = https://arxiv.org/abs/2305.19466
    .setting = 디코더, 추론과 수학
    .result = 더 긴 텍스트에서 NoPE가 가장 낫고 T5가 두 번째입니다. RoPE, ALiBi, 학습된 표는 그보다 못합니다.
trained-study-kazemnejad = 학습 길이의 두 배에서 평균 정확도가 가장 높은 것은 { $name }({ PERCENT($share) })입니다.
    .reason = 그 연구의 과제에는 여러 단계가 필요하고 여기서는 조회 한두 번이면 되기 때문일 수 있습니다.
trained-chen = Chen et al. (2023), 위치 보간(position interpolation)
    .link = https://arxiv.org/abs/2306.15595
    .setting = LLaMA 7B, 2,048토큰
    .result = 학습 없이 길이가 두 배일 때 퍼플렉서티는 RoPE가 1,000 초과, 배율 4의 선형 스케일링이 16입니다.
trained-study-chen = 손실은 RoPE가 { $value } nat, 배율 4의 선형 스케일링이 { $other }입니다.
    .reason = 블록이 두 개이면 이웃을 가장 많이 쓰는데, 선형 스케일링이 이웃을 흐릿하게 만들기 때문일 수 있습니다.
trained-ruoss = Ruoss et al. (2023), 무작위 위치
    .link = https://arxiv.org/abs/2305.16843
    .setting = 인코더, 알고리즘 과제 15개
    .result = 증가하는 무작위 위치를 쓰면, 더 긴 텍스트에서 정확도가 평균 12포인트 높아집니다.
trained-study-ruoss = 학습 길이의 16배에서 평균 정확도는 Sinusoidal이 { PERCENT($share) }, 무작위 위치가 { PERCENT($other) }입니다.
    .reason = 무작위 위치가 정확한 오프셋을 흐릿하게 만들기 때문일 수 있습니다.
trained-zhou = Zhou et al. (2024)
    .link = https://arxiv.org/abs/2402.09371
    .setting = 최대 40자리 덧셈, FIRE
    .result = 최대 100자리까지 해결하지만, 모든 무작위 초깃값에서 그런 것은 아닙니다.
trained-study-zhou = 가장 긴 텍스트에서 두 무작위 초깃값의 정확도가 최대 { PERCENT($share) }까지 차이 납니다.
    .reason = 여기의 과제가 더 단순하기 때문일 수 있습니다.
trained-li = Li et al. (2024), FIRE
    .link = https://arxiv.org/abs/2310.04418
    .setting = 언어 모델, 더 긴 텍스트
    .result = FIRE가 비교 대상인 상대적 인코딩보다 낫습니다.
trained-study-li = { $agree ->
    [yes] FIRE, KERPLE, ALiBi, T5, RoPE 가운데 손실이 가장 작은 것은 FIRE({ $value } nat)입니다.
   *[no] FIRE, KERPLE, ALiBi, T5, RoPE 가운데 손실이 가장 작은 것은 { $name }({ $low } nat)입니다. FIRE는 { $value }입니다.
}
    .reason = 모델이 작고 무작위 초깃값이 하나씩뿐이기 때문일 수 있습니다.

# Misconceptions

trained-order = 인코딩이 없는 디코더도 순서를 학습할 수 있습니다.
    .quote = 위치 인코딩이 없으면 트랜스포머는 순서를 알 수 없다.
    .fact = 인과 마스크(causal mask)는 쿼리가 토큰을 몇 개 보는지 알려 줍니다. 인코딩이 없는 모델은 두 토큰 가운데 먼저 나온 것을 학습 길이에서 { PERCENT($share) }의 정확도로 맞힙니다. 마스크가 없는 셀프 어텐션(self-attention)은 순열 등변(permutation-equivariant)이므로 맞힐 수 없습니다.
trained-linear = 선형 위치 보간에는 추가 학습이 필요합니다.
    .quote = 선형 위치 보간은 학습 없이 RoPE를 더 긴 텍스트로 확장한다.
    .fact = 모델이 { $length }토큰에서 3개 전의 토큰을 맞히는 정확도는, 배율 4를 추가 학습 없이 쓰면 { PERCENT($share) }, RoPE 그대로이면 { PERCENT($other) }입니다. 선형 보간과 더 긴 텍스트로 1,000스텝을 더 학습하면 { $most }토큰에서 { PERCENT($high) }입니다.

trained-follow-up = 각 식은 어텐션을 어떻게 바꾸나요?
