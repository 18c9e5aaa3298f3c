# The page Shift: whether one matrix maps every position to the one k later.

shift-title = k만큼의 이동은 선형 변환인가요?

# The picture of each encoding, and its verdict

shift-marks = 행렬 하나로 *모든* 위치 p를 p + { $offset }{ JOSA($offset, "으로/로") } 보내야 합니다(n = { $length }, d = { $dim }). 채운 점: 인코딩이 있는 곳. 고리: 가장 좋은 행렬 또는 덧셈이 보내는 곳. :red[빨간색]: 빗나간 정도.
shift-single = 위치가 하나인 시퀀스에는 이동이 없습니다. n을 더 크게 하세요.
shift-angle = { $rotations ->
    [0] { $degrees }°
   *[other] { $degrees }°({ $rotations }바퀴와 { $value }°)
}
shift-rotates = 그렇습니다: p가 어디든 쌍마다 회전하며, 여기서는 { shift-angle } 회전합니다.
shift-rotates-some = 그렇습니다: p가 어디든 쌍 { $whole }개 중 { $count }개가 회전하며, 그림의 쌍은 { shift-angle } 회전합니다.
shift-rotates-length = 이 n에서만 그렇습니다: 여기서는 { shift-angle } 회전합니다. n이 바뀌면 각도도 달라집니다.
shift-same = 그렇습니다: 벡터가 반복되므로 p + k의 벡터는 p의 벡터와 같습니다.
shift-linear = 그렇습니다: 최소제곱 맞춤으로 찾은 행렬이 뒤쪽 위치에서도 맞습니다.
shift-adds = 아닙니다: 어디서나 { $value }{ JOSA($value, "을/를") } 더합니다. 덧셈은 행렬로 나타낼 수 없습니다.
shift-adds-share = 아닙니다: 이 n에서 더하는 수는 어디서나 { $offset }/{ $whole }입니다. 덧셈은 행렬로 나타낼 수 없습니다.
shift-adds-vector = 아닙니다: 어디서나 같은 벡터를 더합니다. 덧셈은 행렬로 나타낼 수 없습니다.
shift-affine = 아닙니다: 행렬과 덧셈이 모두 필요합니다. 둘을 함께 쓰면 뒤쪽 위치에서도 맞습니다.
shift-unpaired = 아닙니다: { $count ->
    [1] 차원 { $column }에는
   *[other] 차원 { $count }개에는
} 함께 회전할 짝이 없습니다.
shift-none = 아닙니다: 덧셈을 함께 써도, 가장 좋은 행렬이 벡터 길이의 { PERCENT($share) }만큼 빗나갑니다.
shift-ends = 검사할 수 없습니다: 위치 { $end } 뒤에는 위치가 없습니다.
shift-nothing-moves = 검사할 수 없습니다: 뒤쪽 벡터가 변하지 않습니다.
shift-few = 증명되지 않았습니다: 행렬이 여기 있는 이동 { $count }개에는 맞지만, 뒤쪽 이동에서는 그 길이의 { PERCENT($share) }만큼 빗나갑니다.
shift-drawn-waves = 전체 { $dim }차원 중 세로는 차원 { $column }(사인), 가로는 차원 { $other }(코사인)
shift-drawn-pair = 전체 { $dim }차원 중 세로는 차원 { $column }, 가로는 차원 { $other }
shift-drawn-bits = 가로는 차원 { $lengths }, 세로는 차원 { $others }. 각 차원의 가중치는 바로 앞 차원의 두 배
shift-drawn-one = 하나뿐인 차원
shift-panel-hover = 위치 { $x }
    .ring = { $offset }만큼 이동한 위치 { $x }
shift-panel-here = p
    .there = p + { $offset }
shift-panel-alt = { $scheme }: { $text } 모든 위치를 그렸고, 위치 { $position }에서 { $offset }만큼 뒤에 있는 위치로 가는 화살표와, 가장 좋은 행렬이 보내는 곳이 있습니다.

# Tabs

shift-tab-pair = 차원 한 쌍
shift-tab-why = 왜 회전인가요?
shift-tab-matrix = 행렬 T(k)
shift-tab-unseen = 뒤쪽 위치

# One pair of dimensions

shift-pair-rotates = k = { $offset }만큼 이동하면, 어디서 출발하든 차원 { $column }(사인), { $other }(코사인)의 쌍이 { shift-angle } 회전합니다.
shift-pair-still = 차원 { $column }(사인), { $other }(코사인)의 쌍은 회전하지 않습니다.
shift-pair-adds = k = { $offset }만큼 이동하면, 차원 { $column }{ JOSA($column, "과/와") } { $other }에 더해지는 수가 어디서나 같습니다.
shift-pair-fits = 차원 { $column }{ JOSA($column, "과/와") } { $other }에는 알려진 식이 없지만, 최소제곱으로 맞춘 이 행렬을 쓰면 위치 { $position }의 값이 나옵니다.
shift-pair-misses = 차원 { $column }{ JOSA($column, "과/와") } { $other }에는 알려진 식이 없습니다. 최소제곱으로 맞춘 이 행렬을 써도 위치 { $position }의 값은 나오지 않습니다. 그 값은 [{ $here }, { $there }]입니다.
shift-pair-last = 위치 { $position }에서 { $offset }만큼 뒤에는 위치가 없으므로, 여기서는 그만큼 떨어진 마지막 두 위치를 보여 줍니다.
shift-pair-missing = { $count ->
    [0] d = { $dim }에는 차원 쌍이 없습니다.
    [1] d = { $dim }에는 차원 쌍이 하나뿐이며, 그 번호는 0입니다.
   *[other] d = { $dim }에는 차원 쌍이 { $count }개 있으며, 번호는 0부터 셉니다.
}
shift-pair-row = 왼쪽에 놓는 행 [sin cos]
    .column = 오른쪽에 놓는 열
shift-pair-column = 차원 { $column }
    .sine = 차원 { $column }(사인)
    .cosine = 차원 { $column }(코사인)
shift-pair-hover = 위치 { $x }: { $y }, { $z }
    .ring = { $offset }만큼 이동한 위치 { $position }: { $y }, { $z }
shift-pair-here = p = { $position }
    .there = p + k = { $position }
shift-pair-use = 고리: 행렬이 p를 보내는 곳. 점을 선택하면 그 위치를 볼 수 있습니다.
shift-pair-alt = 모든 위치에서 { $scheme }의 차원 { $column }{ JOSA($column, "과/와") } { $other }. { $text }

# Why a rotation?

shift-why = ω는 쌍의 주파수(frequency), 곧 한 위치를 갈 때 도는 각도입니다. 차원 { $column }{ JOSA($column, "과/와") } { $other }에서는 ω = { $value }이므로, k = { $offset }만큼 가면 ωk = { $angle }라디안 회전합니다. 덧셈정리를 쓰면 모든 p에서 같은 행렬이 나옵니다:
shift-why-none = 덧셈정리를 쓰려면 주파수가 같은 사인과 코사인이 있어야 합니다. { $scheme }에서 이 두 차원은 그런 쌍이 아닙니다.
shift-why-blocks = 사인마다 옆에 그 코사인을 놓으면 T(k)는 블록 대각 행렬입니다. { $dim } × { $dim }개 칸 중 대각선에는 2 × 2칸짜리 회전이 { $count }개 있고, 나머지 { $rest }개 칸은 0입니다.
shift-why-geometry = 기하로 보아도 같습니다. 각도 θ = ωp인 점이 φ = ωk만큼 회전합니다(x가 코사인이므로 점은 열 [cos, sin]입니다):

# The matrix

shift-matrix = PE(p) · T(k) = PE(p + k)이며, PE(p)는 행입니다.
shift-composes = { $schemes }에서는 회전을 합성할 수 있습니다: T(a) · T(b) = T(a + b).
shift-shown = 행과 열 { $dim }개 중 처음 { $count }개만 표시합니다.
shift-matrix-heading =
    .closed-form = { $scheme }: 회전
    .addition = { $scheme }: 단위행렬과 평행이동
    .blocks = { $scheme }: 최소제곱 맞춤
shift-matrix-across = 이동 후의 차원
shift-matrix-down = 이동 전의 차원
shift-matrix-hover = 열 { $y } → 열 { $x }<br>가중치 { $z }
shift-matrix-alt = 위치를 { $offset }만큼 옮기는 행렬 T({ $offset }). { $text }.

# Later positions

shift-later = 맞춤에는 위치 0∼{ $position }만 쓰고, 두 배 긴 시퀀스의 위치 { $column }∼{ $end }에서 검사합니다. 의미가 있는 것은 검사 결과뿐입니다. 잔차(residual)는 행렬이 빗나간 만큼의 노름을 이동의 노름으로 나눈 값입니다.
shift-later-ends = { $scheme }{ JOSA($scheme, "은/는") } 위치 { $end }에서 끝납니다.
shift-later-few = 자유 맞춤에 쓸 이동이 { $count }개뿐이므로, 예가 너무 적어서 검사할 수 없습니다.
shift-later-random = 잘 맞는다고 해서 증명이 되지는 않습니다. 한 행렬은 무작위 수 { $width }개로 된 행 { $rows }개를 정확히 옮기지만, 다른 무작위 행에서는 잔차가 { PERCENT($share) }입니다.
shift-later-slow = 사인파 인코딩에서도 자유 맞춤의 잔차는 { PERCENT($share) }입니다(n = 128, d = 64, k = 8). 느린 차원은 거의 변하지 않아서, 맞춤으로 알아낼 수 있는 것이 거의 없기 때문입니다.
shift-residual = { PERCENT($share) }
shift-way-closed-form = 식
shift-way-blocks = 차원 쌍 안에서의 맞춤
shift-way-affine = 평행이동을 포함한 자유 맞춤
shift-later-scheme = 인코딩
shift-later-way = 행렬
shift-later-seen = 잔차, 맞춤에 쓴 위치
shift-later-unseen = 잔차, 뒤쪽 위치

# Misconceptions

shift-sign = 사인의 부호는 순서에 따라 다릅니다. 행 [sin cos]에는 [[cos, −sin], [sin, cos]], 행 [cos sin]에는 그 전치행렬을 씁니다.
    .quote = 두 글 중 하나는 부호가 틀렸다. 하나가 sin이라고 쓴 곳에 다른 하나는 −sin이라고 썼다.
    .fact = 오른쪽에 놓는 열에서는 그 반대입니다. 둘 중 맞지 않는 쪽은 거꾸로 회전하며, 잔차가 { PERCENT($share) }입니다(n = 128, d = 64, k = 8).
shift-sines = 코사인이 있어서 거리와 노름이 일정합니다.
    .quote = 코사인이 있는 까닭은 사인이 반복되기 때문이다.
    .fact = sin p는 정수에서 결코 반복되지 않습니다. 사인만 쓰면 노름의 표준편차는 평균의 { PERCENT($share) }, 한 오프셋에서 거리의 표준편차는 평균의 최대 { PERCENT($value) }이고, k = 8에 가장 잘 맞는 2 × 2 블록의 잔차는 { PERCENT($factor) }입니다(n = 128, d = 64).
shift-fast = 빠른 차원에서는 한 위치만 이동해도 크게 변합니다.
    .quote = 조금만 이동하면 어느 차원도 거의 변하지 않는다.
    .fact = 한 위치 이동하면 가장 빠른 쌍은 { $degrees }°, 가장 느린 쌍은 { $angle }° 회전합니다(d = 128). 조금만 변하는 것은 벡터 전체입니다. 이웃한 위치의 코사인은 { $value }입니다.

# Next steps

shift-follow-up = 쿼리와 키를 같은 각도로 회전하는 RoPE
