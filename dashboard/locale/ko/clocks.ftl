# The page Clocks: pairs of dimensions as clock hands, the shift by k, and the path of the positions.

clocks-title = 시계: 사인과 코사인은 시곗바늘처럼 돕니다

# The figure

clocks-hands = 바늘 하나는 사인과 코사인으로 이루어진 차원 한 쌍이며, 일정한 속도로 돕니다. 그래서 k만큼 뒤의 위치로 갈 때 바늘이 도는 각도(실선에서 점선까지)는 p가 어디든 같습니다.
    .side = 쌍<br>한 바퀴<br>k = { $offset }
    .alt = 위치 { $position }에서 { $scheme }의 시곗바늘. 점선은 { $offset }만큼 뒤입니다. 쌍마다 한 바퀴에 걸리는 위치 수와 이동하는 각도: { $names }.
clocks-tiles = { $scheme }의 차원을 바늘처럼 돌리는 식은 알려져 있지 않습니다. 그래서 차원마다 타일 두 개를 그렸습니다. 위는 p에서의 값, 아래는 p + k에서의 값입니다. 그 밑의 띠는 같은 차원의 값을 모든 위치에서 보여 줍니다.
    .side = 차원<br>p = { $position }<br>p + { $offset }
    .alt = 위치 { $position }에서 { $scheme }의 값과 { $offset }만큼 뒤의 값, 차원별: { $names }.
clocks-position = 위치
clocks-drawn-hands = { $whole ->
    [1] 하나뿐인 쌍의 그림입니다.
   *[other] { $count }쌍을 빠른 것부터 그렸습니다(전체 { $whole }쌍).
} 시계 위의 숫자는 한 바퀴에 걸리는 위치 수와 { $offset }만큼 이동할 때 도는 각도입니다. 시계 아래에는 바늘이 한 위치씩 돌며 그리는 사인 곡선이 있습니다.
clocks-drawn-still = 다른 { $count }쌍은 돌지 않습니다.
clocks-drawn-columns = 값이 모두 같은 차원은 한 번만 그립니다.{ $whole ->
    [1] { "" }
   *[other] { " " }차원 { $count }개를 그렸습니다(값이 서로 다른 차원은 모두 { $whole }개).
}{ $rest ->
    [0] { "" }
   *[other] { " " }전체 { $dim }차원 중 { $rest }개는 변하지 않습니다.
}

# The verdict on a shift

clocks-verdict = 행렬 하나로 모든 위치를 { $offset }만큼 옮길 수 있을까요? { $text }
clocks-rotates = { $count ->
    [1] 예. 한 쌍이 도는 각도는 p가 어디든 같습니다.
   *[other] 예. { $count }쌍이 저마다 정해진 각도만큼 돌며, 그 각도는 p가 어디든 같습니다.
}
clocks-rotates-length = 이 n에서만 가능합니다. 여기서는 행렬 하나로 모든 쌍을 저마다의 각도만큼 회전시킬 수 있지만, n이 바뀌면 각도도 달라져야 합니다.
clocks-same = 예. 벡터가 반복되어 p + k의 벡터가 p의 벡터와 같습니다.
clocks-linear = 예. 이 위치들에 최소제곱으로 맞춘 행렬이 뒤쪽 위치에서도 맞습니다.
clocks-adds = 아니요. 이동하면 어디서나 { $value }{ JOSA($value, "이/가") } 더해지는데, 행렬만으로는 더할 수 없습니다.
clocks-adds-share = 아니요. 이 n에서 이동하면 어디서나 { $offset }/{ $whole }만큼 더해지는데, 행렬만으로는 더할 수 없습니다.
clocks-adds-vector = 아니요. 이동하면 어디서나 같은 벡터가 더해지는데, 행렬만으로는 더할 수 없습니다.
clocks-affine = 아니요. 행렬만으로는 옮길 수 없지만, 행렬을 곱하고 벡터를 더하면 뒤쪽 위치까지 옮길 수 있습니다.
clocks-unpaired = 아니요. { $count ->
    [1] 차원 { $column }에는
   *[other] 차원 { $count }개에는
} 함께 돌 짝이 없습니다.
clocks-none = 아니요. 가장 잘 맞는 행렬을 곱하고 벡터까지 더해도 벡터 길이의 { PERCENT($share) }만큼 오차가 남습니다.
clocks-none-sums = 아니요. 위치 { $start }{ JOSA($start, "과/와") } { $end }의 벡터를 더하면 { $position }{ JOSA($position, "과/와") } { $other }의 합과 같습니다. 행렬을 곱하고 벡터를 더해도 같은 두 합은 계속 같아야 합니다. 그러나 { $offset }칸 뒤의 위치에서는 두 합이 다릅니다. 가장 잘 맞는 행렬도 벡터 길이의 { PERCENT($share) }만큼 어긋납니다.
clocks-untestable = 검사할 수 없습니다. 위치 { $end } 뒤에는 새로운 벡터가 나오지 않기 때문입니다.
clocks-few = 이 n에서는 알 수 없습니다. 행렬 하나가 이 n 안에 있는 이동 { $count }개에는 맞지만, 그 뒤의 이동에서는 오차가 이동 거리의 { PERCENT($share) }입니다.

# Cells

clocks-cell-distinct = { $length }개 중 { $count }개
    .cell = 서로 다른 벡터
clocks-cell-nearest = { $length }개 중 { $count }개{ $ties ->
    [0] { "" }
   *[other] { " " }({ $ties }개는 다른 위치와 동률)
}
    .cell = 가장 가까운 위치가 이웃
clocks-cell-norms = { RANGE($low, $high) }
    .cell = 벡터의 길이(노름)

# Tabs

clocks-tab-pair = 차원 한 쌍
clocks-tab-space = 2차원과 3차원의 경로
clocks-tab-norm = 벡터의 노름

# One pair

clocks-angle = { $rotations ->
    [0] { $degrees }°
   *[other] { $degrees }°, 곧 { $rotations }바퀴와 { $value }°
}
clocks-pair-rotates = 쌍의 주파수(frequency, 진동수) ω는 위치가 하나 늘 때마다 도는 각도입니다. 차원 { $column }(사인)과 { $other }(코사인)에서는 ω = { $factor }이므로, k = { $offset }만큼 이동하면 p가 어디든 ωk = { $angle }라디안({ clocks-angle })만큼 돕니다. 사인과 코사인의 덧셈정리를 쓰면 모든 p에서 같은 행렬이 나옵니다:
clocks-pair-adds = k = { $offset }만큼 이동하면 어느 위치에서나 차원 { $column }{ JOSA($column, "과/와") } { $other }에 같은 수가 더해집니다.
clocks-pair-fits = 차원 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "을/를") } 함께 옮기는 식은 알려져 있지 않습니다. 그래서 모든 위치에 걸쳐 오차가 가장 작은 행렬을 최소제곱으로 구했습니다. 목표는 위치 { $position }의 값 [{ $here }, { $there }]입니다.
clocks-pair-last = 위치 { $position } + { $offset }{ JOSA($offset, "은/는") } 시퀀스의 끝을 넘으므로, 그만큼 떨어진 마지막 두 위치를 보여 줍니다.
clocks-pair-row = PE(p)를 행으로 왼쪽에 놓으면
    .column = PE(p)를 열로 오른쪽에 놓으면
    .geometry = x가 코사인인 평면에서는 각도 θ = ωp인 점이 φ = ωk만큼 돕니다
clocks-column = 차원 { $column }
clocks-matrix = 행렬 T(k) 하나로 모든 차원을 한꺼번에 옮기려 합니다. PE(p)가 행일 때 PE(p) · T(k) = PE(p + k)여야 합니다.
clocks-matrix-blocks = 사인마다 짝이 되는 코사인을 옆에 놓으면 T(k)는 블록 대각 행렬입니다. 대각선에 2 × 2칸짜리 회전이 { $count }개 있습니다.{ $rest ->
    [0] { "" }
   *[other] { " " }{ $dim } × { $dim }칸 중 { $rest }칸은 언제나 0입니다.
} a만큼 옮긴 뒤 b만큼 옮기면 a + b만큼 옮긴 것이므로 T(a) · T(b) = T(a + b)입니다.
clocks-matrix-added = { $scheme }에서 T(k)는 아무것도 바꾸지 않는 단위행렬이며, 여기에 벡터를 더합니다.
clocks-matrix-fitted = { $scheme }에는 이런 행렬이 알려져 있지 않으므로, 블록마다 최소제곱으로 맞추었습니다.
clocks-matrix-heading = 행에서 열로 가는 T({ $offset }), { $dim }차원 중 { $count }개
clocks-matrix-alt = { $scheme }의 위치를 { $offset }만큼 옮기는 행렬을 수로 나타낸 것. { $text }.

# In 2-D and 3-D

clocks-circle = 위치 32개의 원
clocks-spiral = 위치 500개의 나선
clocks-path-alt = { $scheme }의 위치 { $length }개를 나타낸 점. 축: { $axes }. 표시한 곳: 위치 { $position }.
clocks-joined = 점은 위치이고, 선은 위치 사이의 값을 식으로 계산해 그린 것입니다. 점을 선택하면 p가 그 위치로 갑니다.
clocks-straight = 점은 위치이고, 직선은 이웃한 위치를 잇습니다. 점을 선택하면 p가 그 위치로 갑니다.
clocks-without-webgl = 이 브라우저에서는 3차원 그림을 그릴 수 없습니다. WebGL이 꺼져 있거나 없기 때문입니다.
clocks-flat = 경로를 2차원으로 보기
clocks-line = 모든 위치가 한 직선 위에 있으므로, 위치는 한 방향으로만 달라집니다.
clocks-held = 주성분(principal component, PC)은 위치에 따라 벡터가 가장 크게 달라지는 방향입니다. { $count ->
    [1] 그림에 나타난 하나가
   *[other] 그림에 나타난 { $count }개가
} 분산의 { PERCENT($share) }를 설명합니다.
clocks-circle-drawn = 차원 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "은/는") } 함께 돌며 원을 그립니다. 첫 위치부터 마지막 위치까지 { $rotations }바퀴 돕니다.
clocks-helix = 차원 { $column }{ JOSA($column, "은/는") } { RANGE($low, $high) } 범위에서 계속 커지며 원을 나선으로 바꿉니다.
clocks-lattice = 정사각형의 꼭짓점에 네 위치를 놓았습니다. 비트 두 개로 나타내면 꼭짓점에서 꼭짓점으로 { RANGE($low, $high) }만큼 건너뜁니다. 위치마다 90° 도는 바늘로 나타내면 매끄러운 곡선을 따라 같은 꼭짓점을 지나며, 이웃 사이의 거리는 모두 { $value }입니다.
    .bits = 비트 두 개
    .hand = 위치마다 90° 도는 바늘

# Norms

clocks-norm-axis = 노름, d = { $dim }
clocks-norm-alt = { $schemes }의 모든 위치에서 벡터의 노름.
clocks-sphere = { $scheme }의 벡터는 노름(norm), 곧 길이가 모두 같습니다. 모든 차원을 쓰는 공간에서 경로는 원점을 중심으로 하는 구면을 벗어나지 않습니다.
clocks-norms = { $scheme }의 노름(norm), 곧 벡터의 길이는 위치에 따라 다릅니다. 그래서 모델은 벡터의 길이로도 위치를 어느 정도 알 수 있습니다.

# Misconceptions

clocks-sign = 어느 사인에 음의 부호가 붙는지는 순서에 따라 다릅니다. 행 [sin cos]에는 [[cos, −sin], [sin, cos]], 행 [cos sin]에는 그 전치행렬을 씁니다.
    .quote = 두 글 중 하나는 부호가 틀렸다. 하나가 sin이라고 쓴 곳에 다른 하나는 −sin이라고 썼다.
    .fact = 열을 오른쪽에 놓으면 그 반대입니다. 둘 중 맞지 않는 쪽을 쓰면 거꾸로 회전하며, 그 오차는 이동한 거리의 { PERCENT($share) }입니다(n = 128, d = 64, k = 8).
clocks-sines = 코사인이 있어서 거리와 노름이 일정합니다.
    .quote = 코사인이 있는 이유는 사인이 반복되기 때문이다.
    .fact = sin p는 정수에서 결코 반복되지 않습니다. 그러나 코사인이 없으면 노름이 저마다 다르고(표준편차가 평균의 { PERCENT($share) }), 오프셋이 같아도 거리가 다릅니다(최대 { PERCENT($value) }). k = 8에 가장 잘 맞는 2 × 2 블록을 써도 오차가 이동한 거리의 { PERCENT($factor) }입니다(n = 128, d = 64).
clocks-fast = 빠른 차원에서는 한 위치만 이동해도 크게 변합니다.
    .quote = 조금만 이동하면 어느 차원도 거의 변하지 않는다.
    .fact = 한 위치 이동하면 가장 빠른 쌍은 { $degrees }°, 가장 느린 쌍은 { $angle }° 회전합니다(d = 128). 그래도 대부분의 쌍이 느리므로 벡터 전체는 조금만 변합니다. 이웃한 위치의 코사인 유사도는 { $value }입니다.
clocks-near = 2차원이나 3차원 그림이 모든 거리를 그대로 보여 주지는 않습니다.
    .quote = 그림에서 가까이 있는 점은 가까운 위치의 점이다.
    .fact = Sinusoidal(d = 16)의 주성분 세 개로 그리면 위치 { $length }개 중 { $count }개에서만 가장 가까운 점이 이웃이고, 모든 차원을 쓰면 { $whole }개에서 그렇습니다.
clocks-odd = d가 홀수이면 사인파 식의 노름은 일정하지 않습니다.
    .quote = 사인파 식은 어떤 d에서나 통한다.
    .fact = 마지막 사인에 짝이 되는 코사인이 없으므로, d = 3, n = 512에서 노름은 { RANGE($low, $high) }입니다. 마지막 차원을 0으로 두면 노름이 다시 모두 같아집니다.
clocks-matplotlib = Matplotlib으로 나선을 그리려면 `fig.add_subplot(projection="3d")`를 사용하세요.
    .quote = `fig.gca(projection="3d")`로 나선을 그린다.
    .fact = 현재 Matplotlib 버전은 이 인자를 받지 않습니다. n = 500, d = 3에서 사인과 코사인을 차례로 이어 놓으면(concatenated) 나선은 { $rotations }바퀴 돕니다.

# Next steps

clocks-follow-up = RoPE는 쿼리와 키를 어떻게 이 각도만큼 회전시킬까요?
