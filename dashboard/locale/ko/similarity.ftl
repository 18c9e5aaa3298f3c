# The page Similarity.

similarity-title = 유사도: 어떤 위치들이 비슷한가요?

# The claim

similarity-single = 위치가 하나뿐인 시퀀스에는 비교할 것이 없습니다.
similarity-own-all = { plot-measure } 기준으로, 위치 { $position }{ JOSA($position, "은/는") } { $schemes }에서 자기 자신과 가장 비슷합니다.
similarity-own-only = { plot-measure } 기준으로, 위치 { $position }{ JOSA($position, "이/가") } 자기 자신과 가장 비슷한 인코딩은 { $schemes }뿐입니다.
similarity-own-none = { plot-measure } 기준으로, { $schemes }에는 위치 { $position }{ JOSA($position, "과/와") }의 유사도가 위치 { $position } 자신과 같거나 더 큰 위치가 있습니다.
similarity-near-all = { $schemes }에서는 위치 { $position }에서 가장 가까운 위치가 바로 옆의 이웃입니다.
similarity-near-only = 위치 { $position }에서 가장 가까운 위치가 바로 옆의 이웃인 인코딩은 { $schemes }뿐입니다.
similarity-near-none = { $schemes }에는 이웃이 아니면서도 위치 { $position }에 이웃만큼 가깝거나 더 가까운 위치가 있습니다.
similarity-without = { $schemes }에는 비교할 위치 벡터가 없으므로, 차트에 어텐션 로짓(attention logit)을 표시합니다.

# Charts

similarity-axis = 위치 { $position }{ JOSA($position, "과/와") }의 { plot-measure }
    .alt = { $schemes }에서 모든 위치의 값: { similarity-axis }.
similarity-along = 위치 p
similarity-logits-axis = 위치 { $position }에서 본 어텐션 로짓, 자기 자신 기준, nat
    .alt = { $schemes }의 모든 위치에서, 위치 { $position }에서 본 어텐션 로짓(자기 자신 기준).
similarity-use = 고리는 선택한 위치 다음에서 유사도가 처음으로 커지는 곳입니다. 차트에서 다른 위치를 선택하세요.
similarity-closed = 닫힌 식
similarity-approximation = 로그 근사

# Cells

similarity-most = { $others }, 동률
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-itself = { $position }, 자기 자신
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-tied = { $position }, 다른 위치 { $count }개와 동률
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-other = { $others }, 자기 자신이 아님
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-others = 다른 위치 { $count }개, 자기 자신이 아님
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-all = 모든 위치가 동률
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-zero = 정의되지 않음(영벡터)
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-most-equal = 정의되지 않음(내적이 모두 같음)
    .cell = p = { $position }{ JOSA($position, "과/와") } 가장 비슷한 위치
similarity-nearest = { $others }
    .cell = p = { $position }에서 가장 가까운 위치
similarity-nearest-many = 위치 { $count }개가 동률
    .cell = p = { $position }에서 가장 가까운 위치
similarity-rises = { $offset ->
    [0] p 바로 다음
   *[other] p + { $offset } 다음
}
    .cell = 유사도가 처음 커지는 곳
similarity-falls = 없음
    .cell = 유사도가 처음 커지는 곳
similarity-sides-same = 대칭
    .cell = p의 앞뒤
similarity-sides-nearly = 거의 대칭
    .cell = p의 앞뒤
similarity-sides-after = 뒤의 유사도가 앞의 유사도 이상
    .cell = p의 앞뒤
similarity-sides-before = 앞의 유사도가 뒤의 유사도 이상
    .cell = p의 앞뒤
similarity-sides-mixed = 비대칭
    .cell = p의 앞뒤
similarity-logits = { RANGE($low, $high) } nat
    .cell = p = { $position }에서 본 로짓
similarity-logits-same = 모두 같음
    .cell = p = { $position }에서 본 로짓
similarity-logits-alone = 자기 자신만 보임
    .cell = p = { $position }에서 본 로짓
similarity-ahead-no = 아니요
    .cell = 뒤의 위치도 봄
similarity-ahead-yes = 예
    .cell = 뒤의 위치도 봄

# Every pair

similarity-tab-pairs = 모든 쌍
similarity-pairs = 대각선마다 색이 하나이면, 두 위치 사이의 오프셋만이 값을 결정한다는 뜻입니다.
similarity-pairs-shares = 백분율은 한 대각선 위에서 가장 큰 차이를 최댓값으로 나눈 비율입니다.
similarity-pairs-dot = 칸은 내적을 보여 줍니다. 선택한 척도는 이 내적으로 계산합니다.
similarity-pairs-heading = { $scheme }: { plot-measure }
    .hover = 위치 { $y }, { $x }<br>{ plot-measure } { $z }
    .alt = { $scheme }에서 모든 위치 쌍의 { plot-measure }.
similarity-pairs-logits = { $scheme }: 어텐션 로짓, nat
    .hover = 쿼리 { $y }, 키 { $x }<br>로짓 { $z } nat(자기 자신 기준)
    .alt = { $scheme }에서 모든 쿼리와 모든 키의 어텐션 로짓(자기 자신 기준, nat).
similarity-pairs-across = 위치 q
similarity-diagonal-yes = 예
    .cell = 오프셋에만 의존
similarity-diagonal-nearly = 거의({ PERCENT($share) })
    .cell = 오프셋에만 의존
similarity-diagonal-no = 아니요({ PERCENT($share) })
    .cell = 오프셋에만 의존
similarity-diagonal-equal = 모든 값이 같음
    .cell = 오프셋에만 의존

# Formulas

similarity-closed-form = { $scheme }의 내적에는 닫힌 식(closed form)이 있습니다. 오프셋 k에서 주파수 w마다 cos(w k)를 구해 모두 더한 Σ cos(w k)입니다.
similarity-closed-same = 점은 이 식으로 계산해도 같은 곡선이 나온다는 것을 보여 줍니다.
similarity-unpaired = d가 홀수이므로 파동 하나에는 짝이 없고, 이 파동 때문에 p에 따라서도 달라지는 항이 더해집니다.
similarity-log = 파선은 코사인의 로그 근사 1 − (ln k + 0.577) / ln B이며, { $offset ->
    [0] 오프셋 1에서 오차가 { $share }보다 큽니다
   *[other] 오프셋 { $offset }까지 오차가 { $share } 이내입니다
}.

# The base

similarity-tab-base = 왜 10,000일까요?
similarity-base-none = d = { $dim }에서는 주파수가 많아야 하나이므로, 밑(base)을 바꾸어도 달라지지 않습니다.
similarity-base = { $scheme }에서 밑(base) B = { $base }{ JOSA($base, "은/는") } 최대 길이가 아니라 파장을 정합니다. 가장 느린 파동은 { $period }토큰마다 되풀이됩니다.
similarity-base-effect = 밑이 작을수록 이웃한 위치 사이가 멀어지고, 클수록 파동이 느려집니다.
similarity-base-curve = B = { $base }
similarity-base-axis = k만큼 떨어진 위치 사이의 코사인
    .odd = 위치 0과 위치 k의 코사인
    .alt = 여러 밑에서 { $scheme }의 오프셋별 코사인. 사용한 밑은 { $base }입니다.
similarity-base-along = 오프셋 k(토큰)
similarity-column-base = 밑
similarity-column-rise = 처음 커지기 직전의 k
similarity-column-moving = 변하는 차원의 수
similarity-column-neighbors = 이웃 사이 거리
similarity-column-longest = 가장 긴 파장

# Misconceptions

similarity-trend = 거리가 멀수록 유사도가 줄어드는 것은 추세일 뿐입니다.
    .quote = 위치가 멀수록 덜 비슷하다.
    .fact = n = 256, d = 128, p = 128에서 오른쪽으로 한 칸씩 { $whole }번 갈 때, 코사인은 그중 { $count }번 커집니다. 처음 커지는 것은 오프셋 { $offset } 다음입니다.
similarity-range = 유사도의 범위는 척도에 따라 다릅니다.
    .quote = 유사도는 가까운 위치에서 1이고, 먼 위치에서 0이다.
    .fact = 같은 크기에서 코사인의 범위는 { RANGE($low, $high) }입니다. 어텐션 가중치로는 위치 128이 자기 자신에게 주는 값이 { PERCENT($share) }에 지나지 않습니다.
similarity-length = 10,000은 최대 길이가 아니라 파장의 밑입니다.
    .quote = 위치 10,001의 벡터는 위치 1의 벡터와 같다.
    .fact = d = 64에서 가장 긴 파장은 { $period }토큰입니다. 위치 1에서 위치 10,001까지의 거리는 { $there }이고, 위치 2까지의 거리는 { $here }입니다.
similarity-base-free = 밑이 무엇이든 위치마다 벡터가 다릅니다.
    .quote = 위치가 유일하려면 밑이 10,000이어야 한다.
    .fact = 밑이 2, 100, 10,000일 때, 위치 128개 가운데 가장 가까운 두 위치 사이의 거리는 차례로 { $distances }입니다(d = 64): [밑이 2일 때의 조건](scorecard?scheme=Sinusoidal&Sinusoidal.base=2).

similarity-extrapolates = 모든 위치를 계산하는 식이 있어도, 모델이 모든 길이에서 작동하는 것은 아닙니다.
    .quote = 사인파는 어떤 길이로도 일반화된다.
    .fact = 최대 32토큰의 텍스트로 { $count }가지 방식으로 학습한 작은 모델이 세 칸 앞의 토큰을 맞히는 정확도는, 어느 방식이든 32토큰에서 { PERCENT($low) } 이상, 64토큰에서 { PERCENT($high) } 이하입니다: [학습된 모델](trained?tab=task).

# Next steps

similarity-follow-up = 위치는 어텐션 로짓을 어떻게 바꾸나요?
