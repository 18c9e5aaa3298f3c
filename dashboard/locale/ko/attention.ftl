# The page Attention: what position does to attention logits and weights.

attention-title = 어텐션: 위치 정보에 따라 토큰은 몇 칸 앞까지 볼까요?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

attention-single = 위치가 하나뿐인 시퀀스에는 로짓이 하나뿐이어서 비교할 것이 없습니다. n을 더 크게 하세요.
attention-no-tokens = ‘옵션’에서 쿼리와 키에 토큰을 하나씩 입력하세요.
attention-content = { $content ->
    [same] 두 토큰의 내용이 같으면
    [independent] 내용이 독립일 때의 평균 로짓으로 계산하면
   *[yours] 입력한 두 토큰으로 계산하면
}
attention-back = { $offset ->
    [1] 바로 앞
   *[other] { $offset }칸 앞
} 토큰
attention-at = { attention-back }에 주는 어텐션
attention-share-of = { $share ->
    [0] 0.0001% 미만
    [1000] { PERCENT($share) } 초과
   *[other] { PERCENT($share) }
}
attention-left = { attention-share-of }
    .cell = { attention-at }
    .claim = { attention-content }, { $scheme }에서 토큰이 { attention-back }에 주는 어텐션은 자기 위치에 주는 어텐션의 { attention-share-of }입니다.
attention-masked = 마스크로 가려짐
    .cell = { attention-at }
    .claim = { $scheme }에서는 적어도 일부 토큰이 마스크에 가려 { attention-back }을 보지 못합니다.

# The main picture and its cells

attention-share = 자기 위치 대비 어텐션
attention-offset = 오프셋 k: k칸 앞
attention-hover = { $name }, k = { $x }: 어텐션 { $y }배(로짓이 { $value } nat 낮음)
attention-drops-alt = k칸 앞의 키가 받는 어텐션을 쿼리 자신의 위치가 받는 어텐션과 비교해 k에 따라 나타낸 그래프: { $names }.
attention-bands-content = 띠의 폭은 내용에 따라 값이 얼마나 달라지는지를 나타냅니다. 위아래로 각각 표준편차 하나만큼입니다.
attention-bands-queries = { $schemes }에서는 쿼리의 위치도 영향을 줍니다. 띠는 모든 쿼리의 최솟값부터 최댓값까지입니다.
attention-beyond = 축의 범위는 가장 넓을 때도 100만분의 1에서 100만까지이므로, { $schemes }의 일부는 보이지 않습니다.
attention-not-drawn = n = { $length }, d = { $dim }에서 이 페이지는 로짓이 오프셋의 식으로 정해지는 인코딩만 그립니다. { $schemes }{ JOSA($schemes, "은/는") } 그리지 않았습니다.
attention-mean-distance = { $distance ->
    [0] 거의 자기 자신
    [1] 바로 앞
   *[other] { $distance }칸 앞
}
    .cell = 마지막 토큰이 평균적으로 보는 거리
attention-only-label = 오프셋만 영향을 줌
attention-only-offset = 예(내용에 대해 평균하면)
    .cell = { attention-only-label }
attention-position-too = 아니요
    .cell = { attention-only-label }
attention-near = { PERCENT($share) }
    .cell = 마지막 토큰이 가까운 { $count }개에 주는 가중치
attention-moved = 두 토큰을 { $offset }만큼 함께 옮길 때 로짓의 변화
attention-change = { $mean } ± { $value } nat
    .cell = { attention-moved }
attention-change-none = 없음
    .cell = { attention-moved }
attention-change-alike = 내용과 관계없이 같음
    .cell = { attention-moved }
attention-assumed = 로짓(logit)은 쿼리(query)와 키(key)가 얼마나 잘 맞는지를 나타냅니다. 두 벡터의 내적을 √d로 나누고, 편향이 있으면 더한 값입니다. 소프트맥스(softmax)는 로짓을 어텐션 가중치로 바꿉니다. 이 페이지는 W_Q와 W_K가 단위행렬이고, 내용이 층 정규화(layer normalization)를 거친 것처럼 |x|² = d = { $dim }이며, 모든 차원이 한 헤드에 속한다고 가정합니다.

# Tabs

attention-tab-pairs = 모든 쌍

# Every pair

attention-pairs-use = 칸마다 그 행에 있는 쿼리의 로짓 두 개를 비교합니다. 열에 있는 키와의 로짓에서 자기 위치와의 로짓을 뺀 값입니다. 이 값이 1 nat(내트) 커지면 어텐션이 2.7배가 됩니다.
attention-diagonals-zero = { $schemes }에서는 보이는 칸이 모두 0이므로, 더 선호되는 위치가 없습니다.
attention-diagonals-equal = { $schemes }에서는 오프셋만 영향을 주므로 대각선마다 색이 하나입니다.
attention-diagonals-change = { $schemes }에서는 쿼리의 위치도 영향을 주므로 대각선을 따라 칸의 값이 변합니다.
attention-later-hidden = { $schemes }에서는 뒤의 키가 가려집니다.
attention-cells-beyond = ±{ NUMBER($value, maximumSignificantDigits: 3) } nat 범위를 벗어난 칸은 가장 진한 색입니다.
attention-key = 키의 위치
attention-query = 쿼리의 위치
attention-pair-hover = 쿼리 위치 { $y }, 키 위치 { $x }<br>{ $z } nat
attention-pair-alt = { $name }: 모든 쿼리(세로)와 모든 키(가로)의 로짓에서 쿼리 자신의 위치의 로짓을 뺀 값.

# Misconceptions

attention-decay = RoPE의 감쇠는 한결같지 않으며, 내용이 독립이면 감쇠하지 않습니다.
    .quote = RoPE는 감쇠한다. 먼 토큰일수록 어텐션을 적게 받는다.
    .fact = 내용이 같으면 평균 로짓은 오르내립니다. 처음으로 0보다 작아지는 곳은 k = { $lengths }입니다(차례로 d = 64에 밑(base) 10,000, d = 128에 밑 10,000, d = 128에 밑 500,000). 내용이 독립이면 언제나 0입니다. RoFormer(3.4.3절)가 그린 것은 상한입니다. RoPE가 도움이 되는 이유는 감쇠가 아닙니다(Barbero et al. 2024, arXiv 2410.06205).
attention-sinusoid-untrained = 학습 전의 Sinusoidal은 어떤 거리도 선호하지 않습니다.
    .quote = Sinusoidal을 쓰면 모델이 처음부터 가까운 토큰을 선호한다.
    .fact = 위치가 어떤 영향을 줄지는 학습된 행렬이 정합니다. 학습된 행렬 대신 무작위 W_Q와 W_K { $count }쌍을 쓰면(d = { $dim }), 로짓에서 위치만으로 생기는 부분의 평균은 k = 0, 1, 10, 100일 때 차례로 { $values } nat이며, 표준편차는 { $value }입니다.
attention-invariant = Sinusoidal은 내용에 대해 평균할 때만 평행이동 불변(translation invariant)입니다.
    .quote = Sinusoidal은 평행이동 불변이다.
    .fact = 쿼리와 키를 함께 1, 10, 100토큰 옮기면, 주어진 두 내용의 로짓은 차례로 { $distances } nat만큼 변합니다(표준편차, d = 64). 이런 뜻에서 xPos 논문의 표에는 “no”라고 적혀 있습니다.

# Files

attention-follow-up = 각 헤드는 얼마나 멀리 보나요?
