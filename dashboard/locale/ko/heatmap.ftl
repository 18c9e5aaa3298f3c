# The page Heatmap: the matrix of one encoding, its numbers, and its columns.

heatmap-title = 히트맵: 행렬에는 무엇이 들어 있나요?

# The claim: what the columns are, then how many of them vary

heatmap-waves = 차원은 빠르기가 서로 다른 파동입니다. 주기는 { RANGE($low, $high) }토큰입니다.
heatmap-wave = { $count ->
    [1] 차원 한 쌍이 파동입니다
   *[other] 차원 { $count }쌍이 빠르기가 같은 파동입니다
}. 주기는 { $period }토큰입니다.
heatmap-bits = 각 차원은 비트처럼 움직입니다. 값은 많아야 두 가지이며, 한 값에서 다른 값으로 뜁니다.
heatmap-repeated = { $dim }개 차원이 모두 같으므로, 차원 하나만 있어도 위치를 똑같이 알 수 있습니다.
heatmap-vectors = { $dim ->
    [1] 위치마다 값이 하나뿐인 벡터가 있습니다
   *[other] 위치마다 수 { $dim }개로 이루어진 벡터가 있습니다
}.
heatmap-vary-all = 위치 { $length }개에 걸쳐 { $dim ->
    [1] 하나뿐인 차원이 변합니다
   *[other] { $dim }개 차원이 모두 변합니다
}.
heatmap-vary-some = 위치 { $length }개에 걸쳐 차원 { $dim }개 중 { $count }개가 변하고, 나머지 { $rest }개는 거의 일정합니다.
heatmap-vary-none = 위치 { $length }개에 걸쳐 { $dim ->
    [1] 하나뿐인 차원이 거의 일정합니다
   *[other] 모든 차원이 거의 일정합니다
}.
heatmap-vary-limit = ‘거의 일정’은 표준편차가 { $value }보다 작다는 뜻입니다.

# The picture

heatmap-heading = { $scheme }: PE(p, j), n = { $length }
heatmap-position = 위치 p
heatmap-column = 차원 j({ $columns })
heatmap-hover = 위치 { $x }, 차원 { $y }<br>값 { $z }
    .mean = 위치 { $x }, 차원 { $y } 부근<br>평균 { $z }
heatmap-alt = { $scheme } 인코딩, 위치 { RANGE($start, $end) } × 차원 { $dim }개, 색의 범위 { RANGE($low, $high) }. 위치 { $position }{ JOSA($position, "과/와") } 차원 { $column }{ JOSA($column, "이/가") } 표시되어 있습니다.
heatmap-use = 그림의 열 하나가 위치 하나의 벡터입니다. 칸을 선택하면 그 값을 계산하는 과정을 볼 수 있습니다.
    .position = 행 하나가 위치 하나의 벡터입니다. 칸을 선택하면 그 값을 계산하는 과정을 볼 수 있습니다.
heatmap-means = 칸 하나는 최대 위치 { $rows }개 × 차원 { $count }개의 평균입니다.

# Cells

heatmap-cell-vary = { $dim }개 중 { $count }개
    .cell = 변하는 차원
heatmap-cell-values = { RANGE($low, $high) }
    .cell = 값
heatmap-cell-periods = { RANGE($low, $high) }토큰
    .cell = 차원의 주기

# Tabs

heatmap-tab-number = 값 하나
heatmap-tab-waves = 파동과 비트
heatmap-tab-beyond = n을 넘는 위치

# One number

heatmap-made = 위치 p = { $position }, 차원 { $column }의 값은 다음과 같이 계산합니다.
heatmap-stored = 위치 p = { $position }, 차원 { $column }의 값은 표에 저장되어 있으며, 식으로 계산한 값이 아닙니다.
heatmap-rule = 위치 p = { $position }, 차원 { $column }의 값은 식으로 정해집니다.
heatmap-no-column = 차원 { $column }{ JOSA($column, "은/는") } 없습니다. 마지막 차원은 { $last_column }입니다.
heatmap-lone = d가 홀수이므로 선택한 차원에는 짝이 없습니다.
heatmap-formula = 수식
heatmap-vector = 위치 { $position }의 벡터
heatmap-vector-alt = 위치 { $position }의 값 { $dim }개를 나타낸 막대. 차원 { $column }{ JOSA($column, "이/가") } 표시되어 있습니다.
heatmap-hover-column = 차원 { $x }: { $y }
heatmap-digits = 그림에 표시된 값입니다.

# Columns as curves

heatmap-columns-few = { $count ->
    [1] 첫 번째 차원
   *[other] 처음 { $count }개 차원
}
heatmap-columns-pairs = 가장 빠른 쌍과 가장 느린 쌍
heatmap-columns-named = 차원 { $column }∼{ $other }
heatmap-columns-unknown = “{ $asked }”{ JOSA($asked, "은/는") } 차원 번호가 아닙니다. 예를 들어 4-7 또는 0, 1, 30처럼 입력하세요.
heatmap-columns-missing = d = { $dim }에서 마지막 차원은 { $last_column }입니다.
heatmap-columns-many = 차원 { $count }개는 한 그림에 너무 많습니다. { $most }개까지만 입력하세요.
heatmap-strip = 차원 { $column }
    .pair = 차원 { $column }, { $other }<br>주기 { NUMBER($period, maximumSignificantDigits: 3) }
heatmap-strip-hover = 차원 { $column }, 위치 { $x }: { $z }
heatmap-strips-alt = 위치 { RANGE($start, $end) }에 걸친 차원 { $names }.
heatmap-strips = 점은 위치이고, 선은 위치 사이의 값을 식으로 계산해 그린 것입니다. 쌍에서는 파선이 코사인입니다.
    .bars = 위치마다 막대가 하나씩 있습니다.
heatmap-rotations = 사인과 코사인으로 이루어진 차원 한 쌍은 시곗바늘처럼 돕니다. { $whole ->
    [1] 회전하는 쌍은 하나이며, 위치 { $length }개 안에서 { $count ->
        [0] 한 바퀴를 다 돌지 못합니다
       *[other] 한 바퀴 이상 돕니다
    }
   *[other] 회전하는 { $count ->
        [0] { $whole }쌍은 모두 위치 { $length }개 안에서 한 바퀴를 다 돌지 못합니다
       *[other] { $rest ->
            [0] { $whole }쌍이 모두
           *[other] { $whole }쌍 중 { $count }쌍이
        } 위치 { $length }개 안에서 한 바퀴 이상 돕니다
    }
}.
heatmap-cycles = 비트 { $whole }개 중 { $count }개가 위치 { $length }개 안에서 한 주기를 마칩니다.
heatmap-constant-pairs = { $count }쌍은 회전하지 않습니다.
heatmap-order = 설정 { $names }{ JOSA($names, "은/는") } 차원의 순서만 바꾸므로 위치 사이의 거리는 그대로입니다.
heatmap-halves = 사인만 쓴다면 이웃한 위치 사이의 거리는 { RANGE($low, $high) }로 위치마다 달라집니다. 짝이 되는 코사인을 함께 쓰면 어디서나 { $distance }입니다.
heatmap-sine = 사인 하나로는 부족합니다
heatmap-sine-constant = 이 사인은 모든 위치에서 값이 같습니다.
heatmap-sine-nearer = 이웃이 아니면서 사인값이 위치 { $position }의 값에 이웃보다 더 가까운 위치가 { $count }개 있습니다. 그래서 사인 하나로는 위치를 알아낼 수 없습니다.
heatmap-sine-neighbors = 사인값이 위치 { $position }의 값에 이웃보다 더 가까운 위치는 없습니다. 주파수 w가 더 크면 그런 위치가 생깁니다.
heatmap-sine-fast = 한 주기가 위치 2개보다 짧으므로, 정수 위치만 보면 더 느린 파동이 나타납니다.
heatmap-sine-axis = { $value } · sin({ $here } · p)
heatmap-sine-alt = 위치에 따른 파동 { heatmap-sine-axis }.

# Binary counting

heatmap-binary = 이진수로 세기
heatmap-counting = 두 표 모두 수를 셉니다. 오른쪽에서 왼쪽으로 갈수록 비트의 주기가 { $lengths }토큰으로 두 배씩 늘어납니다. 밑이 2^(d/2)이면 사인파의 파장도 두 배씩 늘어나며, 그 범위는 { RANGE($low, $high) }토큰입니다. 정수 위치 사이에서 비트는 뛰지만, 사인은 조금씩 변합니다.
heatmap-factor = 밑 { $base }, d = { $dim }에서는 지금 설정한 사인파의 파장이 저마다 바로 앞 파장의 { APART($factor, "1") }배입니다.
heatmap-table-bit = 위치의 비트
    .alt = 처음 위치들의 비트.
    .name = 비트 { $count }
heatmap-table-sine = 사인파의 사인, 밑 { $base }, d = { $dim }
    .alt = 처음 위치들의 사인.
    .name = 쌍 { $count }
heatmap-counting-hover = 위치 { $y }, { $x }: { $z }

# Beyond n

heatmap-beyond = 위치 { $position }∼{ $end }의 값 중 { PERCENT($share) }{ JOSA(PERCENT($share), "은/는") } 처음 { $length }개 위치에서 같은 차원에 나온 모든 값보다 크거나 모든 값보다 작습니다. 이 앞쪽 위치로 학습한 모델은 그런 값을 본 적이 없습니다.
heatmap-beyond-inside = 위치 { $position }∼{ $end }에는 처음 { $length }개 위치에서 같은 차원에 나온 모든 값보다 크거나 모든 값보다 작은 값이 없습니다.
heatmap-beyond-end = { $scheme }에는 위치 { $last_position } 다음의 벡터가 없습니다.
heatmap-beyond-large = 뒤쪽 위치는 행렬의 값이 { $cells }개 이하일 때만 비교합니다.
heatmap-beyond-axis = 지금까지의 범위를 벗어난 뒤쪽 값의 비율
heatmap-beyond-alt = 차원마다, 지금까지의 범위를 벗어난 뒤쪽 값의 비율.

# Misconceptions

heatmap-index = PE(p, 2i)에서 인덱스 i는 차원의 쌍을 셉니다.
    .quote = 인덱스 i는 0부터 d − 1까지 모든 차원을 가리키거나, d/2까지 간다.
    .fact = d = { $dim }에서 i는 0부터 { $count }까지입니다. 쌍 { $count }{ JOSA($count, "은/는") } 차원 { $column }{ JOSA($column, "과/와") } { $other }입니다.
heatmap-pictures = 두 그림이 비슷해 보인다고 해서 두 행렬이 같다는 증거가 되지는 않습니다.
    .quote = 두 프로그램의 히트맵이 비슷해 보이므로 둘은 같은 것을 계산한다.
    .fact = 두 행렬을 서로 빼 보세요. float32에서(100 × 512) 주파수를 PyTorch 코드처럼 exp와 log로 계산하면 오차가 최대 { $low }, NumPy 코드처럼 거듭제곱으로 계산하면 최대 { $high }입니다. 둘 다 반올림 오차입니다.
heatmap-smooth = 사인은 정수 위치 사이에서만 매끄럽습니다.
    .quote = 한 위치에서 다음 위치로 갈 때 비트는 뛰지만 사인은 매끄럽게 변한다.
    .fact = 한 위치에서 다음 위치로 갈 때, 가장 빠른 사인은 최대 { $low }만큼, 비트는 최대 { $high }만큼 변합니다.

heatmap-width = 비트 { $width }개로는 위치를 { $count }개까지 셀 수 있습니다.
    .quote = n = 3, d = 3이면 행은 000, 001, … 111이다.
    .fact = [표](heatmap?scheme=Binary&n=8&d=3&down=position&Binary.order=MSB+first)에서 보듯이 행은 모두 { $count }개이고, { $width }{ JOSA($width, "은/는") } 차원 수 d입니다. n = 9에서는 행 { $count }{ JOSA($count, "이/가") } 다시 000입니다.
heatmap-slow = 느린 사인도 되돌아옵니다.
    .quote = w가 작으면 sin(w p)는 커지기만 하므로 값이 되풀이되지 않는다.
    .fact = sin(0.0001 p)는 위치 { $position }까지 커진 다음 되돌아갑니다: [파동 보기](heatmap?tab=waves&frequency=0.0001&n=20000&d=16). float32에서는 위치 { $start }∼{ $end }의 값이 모두 같습니다.

# Next steps

heatmap-follow-up = 내 행렬 검사하기
