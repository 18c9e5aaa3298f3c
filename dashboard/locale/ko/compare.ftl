# The page Compare.

compare-title = { $count ->
    [1] { $names }: 좋은 위치 인코딩일까요?
    [2] { $names }: 좋은 위치 인코딩의 조건은 무엇일까요?
    [3] { $names }: 좋은 위치 인코딩의 조건은 무엇일까요?
   *[other] 인코딩 { $count }가지 비교: 좋은 위치 인코딩의 조건은 무엇일까요?
}

# What the page says

compare-neighbors = { $offset ->
    [1] 이웃한 위치
   *[other] { $offset }만큼 떨어진 위치
}
compare-single = { equidistance-single }
compare-only = { equidistance-only }
compare-good = 좋은 인코딩에서는 { compare-neighbors } 사이의 거리가 어디서나 같고, 모든 위치가 { plot-measure } 기준으로 자기 자신과 가장 비슷합니다.
compare-both-all = { compare-good } { $schemes }{ JOSA($schemes, "은/는") } 둘 다 만족합니다.
compare-both-only = { compare-good } 이 인코딩들 가운데 둘 다 만족하는 것은 { $schemes }뿐입니다.
compare-even = { compare-good } { $schemes }{ JOSA($schemes, "은/는") } 그중 첫 번째만 만족합니다.
compare-own = { compare-good } { $schemes }{ JOSA($schemes, "은/는") } 그중 두 번째만 만족합니다.
compare-neither = { compare-good } { $schemes }{ JOSA($schemes, "은/는") } 둘 다 만족하지 않습니다.
compare-spacing = { $schemes }에서는 { compare-neighbors } 사이의 거리가 어디서나 같습니다.
compare-spacing-varies = { $schemes }에서는 { compare-neighbors } 사이의 거리가 일정하지 않습니다.
compare-back = { $offset ->
    [1] 바로 앞 단어
   *[other] { $offset }칸 앞 단어
}
compare-drop = 어텐션은 단어마다 로짓(logit)이라는 점수를 매기고, 점수가 높은 단어를 더 많이 봅니다. { $schemes }에서는 위치 때문에 { compare-back }의 점수가 어디서나 똑같은 만큼 낮아집니다.
compare-drop-varies = 어텐션은 단어마다 로짓(logit)이라는 점수를 매기고, 점수가 높은 단어를 더 많이 봅니다. { $schemes }에서는 위치 때문에 { compare-back }의 점수가 달라지는데, 그 정도는 단어가 어디에 있는지에 따라 다릅니다.
compare-mask = 위치 인코딩(positional encoding)이 없으면 위치를 구별해 주는 것은 인과 마스크(causal mask)뿐입니다. 이 마스크는 뒤에 오는 단어를 가립니다.

# Presets

compare-presets = 이 주제를 다룬 글에 나오는 그림:
    .sentence = 다섯 단어 문장(5 × 6)
    .original = 50 × 128
    .small = 밑 100(4 × 4)
    .middle = 256개 중 위치 128 주변
    .sum = 로봇 문장의 합 E + P(4 × 4)
    .lengths = 단어 10개와 50개 비교

# Verdicts about an encoding that acts on attention

compare-drops-equal = ✓ 로짓이 똑같은 만큼 감소
compare-drops-unequal = ✗ 로짓의 감소가 위치마다 다름
compare-highest-itself = ✓ 자기 자신의 로짓이 가장 높음
compare-highest-ties = ✗ 로짓이 똑같은 위치가 있음
compare-highest-others = ✗ 로짓이 더 높은 위치가 있음


# Labels of its figure

compare-label = 가로 한 줄이 쿼리 하나입니다
    .drops = 선이 평평하면 감소량이 모두 같습니다

# Cells

compare-distance-constant = 항상 { $mean }
    .cell = { compare-distance }
compare-distance-only = 하나뿐인 쌍에서 { $mean }
    .cell = { compare-distance }
compare-distance-range = { RANGE($low, $high) }
    .cell = { compare-distance }
compare-distance = { $offset ->
    [1] 다음 위치까지의 거리
   *[other] 위치 p + { $offset }까지의 거리
}

compare-same-yes = 예
    .cell = 길이 { $length }에서도 벡터가 같음
compare-same-no = 아니요
    .cell = 길이 { $length }에서도 벡터가 같음

compare-drop-constant = 항상 { $mean } nat
    .cell = 오프셋 { $offset }의 로짓 감소
compare-drop-only = 하나뿐인 쌍에서 { $mean } nat
    .cell = 오프셋 { $offset }의 로짓 감소
compare-drop-range = { RANGE($low, $high) } nat
    .cell = 오프셋 { $offset }의 로짓 감소
compare-drop-masked = 키가 가려져 없음
    .cell = 오프셋 { $offset }의 로짓 감소

# Pictures

compare-row-cell = 차원({ $columns })
compare-row-mean = 차원, 최대 { $rows } × { $count }칸의 평균
compare-row-logit = 쿼리(세로)와 키의 로짓{ $rows ->
    [1] (nat)
   *[other] {", "}위치 { $rows }개마다
}
compare-row-drop = 오프셋 { $offset }의 로짓 감소, nat
compare-row-seen = p = { $position }에서 본 로짓, nat
compare-empty-distance = { $offset }만큼 떨어진 두 위치가 없음
compare-empty-similarity = 정의되지 않음
compare-empty-drop = 오프셋 { $offset }에 보이는 키가 없음
compare-empty-seen = 보이는 키가 없음
compare-hover-cell = 위치 { $x }, 차원 { $y }<br>값 { $z }
compare-hover-mean = 위치 { $x }, 차원 { $y } 부근<br>평균 { $z }
compare-hover-distance = 거리 { $x } → { $z }: { $y }
compare-hover-similarity = 위치 { $x }: { $y }
compare-hover-logit = 쿼리 { $y }, 키 { $x }<br>로짓 { $z } nat, 자기 위치의 로짓 기준
compare-hover-drop = { $x }에서 { $z }까지: { $y } nat 감소
compare-hover-seen = 위치 { $x }: { $y } nat
compare-alt = { $scheme }, 위치 { $length }개 × 차원 { $dim }개. 벡터의 히트맵. 그 아래에 { compare-neighbors } 사이의 거리, 그리고 위치 { $position }{ JOSA($position, "과/와") }의 { plot-measure }. { $facts }
compare-alt-logits = { $scheme }, 위치 { $length }개. 쿼리 자신의 위치의 로짓을 0으로 한 어텐션 로짓의 히트맵. 그 아래에 오프셋 { $offset }의 로짓 감소, 그리고 위치 { $position }에서 본 로짓. { $facts }
compare-fact = { $label }: { $text }.

# Formulas

compare-source = 출처: { $source }.
compare-letter = ${ $letter }$: { $text }.
compare-letter-p = p는 위치입니다.
compare-letter-j = j는 차원이며, 0부터 셉니다.
compare-letter-i = i는 차원 쌍의 번호이며, 0부터 셉니다.
compare-letter-d = d = { $dim }{ JOSA($dim, "은/는") } 차원 수입니다.
compare-letter-n = n = { $length }{ JOSA($length, "은/는") } 길이입니다.
compare-letter-B = B = { $base }{ JOSA($base, "은/는") } 밑(base)입니다.
compare-letter-bias-h = h는 헤드이며, 1부터 셉니다.
compare-letter-bias-H = H = { $count }{ JOSA($count, "은/는") } 여기서 쓰는 헤드의 수입니다.
compare-letter-bias-i = i는 쿼리의 위치이며, 0부터 셉니다.
compare-letter-bias-j = j는 키의 위치이며, 0부터 셉니다.
compare-letter-bias-k = k는 둘 사이의 오프셋입니다.

# Tab and next steps

compare-tab-formulas = 수식
compare-tab-code = 코드
compare-not-followed = { $schemes }의 곡선은 포인터를 따라 움직이지 않습니다. 이 길이에서는 행렬 전체가 필요하기 때문입니다.
compare-logits-not-followed = { $schemes }의 곡선은 포인터를 따라 움직이지 않습니다. 로짓이 오프셋만으로 정해지지 않기 때문입니다.
compare-follow-up = 인코딩은 어떤 조건을 만족하나요?
