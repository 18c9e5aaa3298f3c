# The page Trajectory: the positions as points of a path.

trajectory-title = 위치들은 어떤 경로를 그리나요?

# The claim: one sentence about the path in all dimensions, then how much of it the picture shows

trajectory-single = 위치가 하나인 시퀀스는 점 하나입니다.
trajectory-same = 위치 { $length }개의 벡터가 모두 같으므로, 모델은 순서를 전혀 알 수 없습니다.
trajectory-clocks = { $count ->
    [1] 위치는 시계 하나를 보듯이 읽을 수 있습니다. 차원 한 쌍이 일정한 빠르기로 회전하여
   *[other] 위치는 시계 여러 개를 보듯이 읽을 수 있습니다. 차원 { $count }쌍이 저마다 일정한 빠르기로 회전하고, 이들이 모여
} 위치 { $length }개에 서로 다른 벡터를 줍니다.
trajectory-corners = 모든 차원은 값이 두 가지뿐이므로, 경로는 초입방체(hypercube)의 꼭짓점 사이를 뛰어다닙니다. 위치 { $length }개가 꼭짓점 { $count }개에 있습니다.
trajectory-repeats = 위치만으로는 토큰을 구별할 수 없습니다. 위치 { $count }개의 벡터가 앞에 나온 벡터와 같습니다.
trajectory-line = 모든 위치가 한 직선 위에 있습니다. 위치에 따라 한 방향으로만 달라집니다.
trajectory-distinct = 경로는 서로 다른 점 { $length }개를 지납니다. 위치마다 고유한 벡터가 있습니다.
trajectory-held = { $count ->
    [1] 그림에 나타난 주성분(principal component, PC) 하나가
   *[other] 그림에 나타난 주성분(principal component, PC) { $count }개가
} 분산의 { PERCENT($share) }를 설명합니다.

# The picture

trajectory-position = 위치
trajectory-here = p = { $position }
trajectory-column = 차원 { $column }
trajectory-component = PC { $count } ({ PERCENT($share) })
trajectory-alt = { $scheme }의 위치 { $length }개를 나타낸 점. 축: { $axes }. 표시한 곳: 위치 { $position }.
trajectory-use = 점을 선택하면 그 위치를 볼 수 있습니다.
    .space = 끌면 회전합니다. 점을 선택하면 그 위치를 볼 수 있습니다.
    .line = 선에서 위치를 선택하세요.
trajectory-without-webgl = 이 브라우저에서는 3차원 그림을 그릴 수 없습니다. WebGL이 꺼져 있거나 없기 때문입니다.
trajectory-flat = 경로를 2차원으로 보기
trajectory-missing = { $axis }축에 지정한 차원 { $column }{ JOSA($column, "은/는") } 없습니다. 마지막 차원은 { $last_column }입니다.
trajectory-refused = 모든 위치를 그리는 것은 n = { $length }, n × d = { $count }까지 가능합니다

# The clocks

trajectory-clock = { $speed ->
    [fast] 빠른 쌍
    [middle] 중간 쌍
    [slow] 느린 쌍
   *[only] 회전하는 쌍
}(차원 { $column }, { $other })
    .period = { $period }토큰마다 한 바퀴
trajectory-hands = 바늘은 저마다 쌍의 각도를 나타냅니다. 실선: p = { $position }. 점선: p + 1. 가는 선: 포인터 아래의 점.
trajectory-hands-alt = 위치 { $position }에서 { $scheme }의 시계: { $clocks }.

# Cells

trajectory-cell-distinct = { $length }개 중 { $count }개
    .cell = 서로 다른 벡터
trajectory-cell-nearest = { $length }개 중 { $count }개{ $ties ->
    [0] { "" }
   *[other] { " " }({ $ties }개는 다른 위치와 동률)
}
    .cell = 가장 가까운 위치가 이웃
trajectory-cell-norm = { $norm }, 일정
    .cell = 벡터의 노름
trajectory-cell-norms = { RANGE($low, $high) }
    .cell = 벡터의 노름

# Tabs

trajectory-tab-norm = 벡터의 노름
trajectory-tab-picture = 그림 설명

trajectory-norm-axis = 노름, d = { $dim }
trajectory-along = 위치 p
trajectory-norm-alt = { $schemes }의 모든 위치에서 벡터의 노름.
trajectory-sphere = { $scheme }의 벡터는 노름이 모두 같습니다. 모든 차원의 공간에서 경로는 0을 중심으로 하는 구면을 벗어나지 않습니다.
trajectory-norms = { $scheme }의 노름은 위치에 따라 다르므로, 벡터의 크기에도 위치에 관한 정보가 들어 있습니다.
trajectory-lone = d가 홀수이므로 차원 { $column }에는 노름을 일정하게 해 줄 짝이 없습니다.

trajectory-components = 주성분은 위치에 따라 벡터가 가장 크게 달라지는 방향입니다.
trajectory-few-components = 여기서는 벡터가 { $count ->
    [1] 한 방향으로만
   *[other] { $count }개 방향으로만
} 달라집니다.
trajectory-exchangeable = 설명하는 분산이 서로 같은 주성분이 있으며, 이런 주성분의 방향은 임의로 정해집니다. 이 그림은 가능한 여러 그림 중 하나입니다.
trajectory-circle = 차원 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "은/는") } 함께 회전하며 원을 그립니다. 첫 위치부터 마지막 위치까지 { $rotations }바퀴를 돕니다.
trajectory-helix = 차원 { $column }{ JOSA($column, "은/는") } { RANGE($low, $high) } 범위에서 계속 커지며 원을 나선으로 바꿉니다.
trajectory-no-pair = 이 차원들 중에는 함께 회전하는 쌍이 없습니다. 차원 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "은/는") } 함께 회전하는 쌍입니다.
trajectory-points = 이 그림에서 위치 { $length }개는 { $count ->
    [1] 점 하나에
   *[other] 서로 다른 점 { $count }개에
} 놓입니다.
trajectory-joined = 점은 위치이고, 선은 정수 위치 사이에서 식이 그리는 값입니다.
trajectory-straight = 점은 위치이고, 직선은 각 위치를 다음 위치와 잇습니다.

trajectory-against = d = 1에서는 하나뿐인 차원을 위치에 따라 그립니다.

# Misconceptions

trajectory-near = 2차원이나 3차원 그림이 모든 거리를 그대로 보여 주지는 않습니다.
    .quote = 그림에서 가까이 있는 점은 가까운 위치의 점이다.
    .fact = 이 그림에서는 위치 { $length }개 중 { $count }개에서 가장 가까운 점이 이웃이고, 모든 차원에서는 { $whole }개에서 그렇습니다.
trajectory-odd = d가 홀수이면 사인파 식의 노름은 일정하지 않습니다.
    .quote = 사인파 식은 어떤 d에서나 통한다.
    .fact = 마지막 사인에 짝이 되는 코사인이 없습니다. d = 3, n = 512에서 노름은 { RANGE($low, $high) }입니다. 마지막 차원을 0으로 두면 노름이 다시 모두 같아집니다.
trajectory-matplotlib = Matplotlib으로 나선을 그리려면 `fig.add_subplot(projection="3d")`를 사용하세요.
    .quote = `fig.gca(projection="3d")`로 나선을 그린다.
    .fact = 현재 Matplotlib 버전은 이 인자를 받지 않습니다. n = 500, d = 3에서 사인과 코사인을 차례로 이어 놓으면(concatenated) 나선은 { $rotations }바퀴를 돕니다.

# Next steps

trajectory-follow-up = k만큼의 이동은 선형 변환인가요?
