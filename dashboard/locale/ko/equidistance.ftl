# The page Equidistance: the distance of positions at one offset, at every offset, and at another length.

equidistance-title = 등간격: 이웃 사이의 거리는 어디서나 같나요?

# The claim below the title

equidistance-single = 위치가 하나뿐인 시퀀스에는 거리가 없습니다. n을 더 크게 하세요.
equidistance-only = n = { $length }에서는 { $offset }만큼 떨어진 위치가 한 쌍뿐이어서, 비교할 다른 쌍이 없습니다.
equidistance-constant = { $schemes }에서는 { compare-neighbors } 사이의 거리가 어디서나 같습니다.
equidistance-varies = { $schemes }에서는 { compare-neighbors } 사이의 거리가 위치에 따라 다릅니다.

# The main picture and its cells

equidistance-position = 위치 p
equidistance-use = 선이 평평하면 거리가 어디서나 같습니다. 차트에서 위치를 선택하세요.
equidistance-alt = 각 위치에서 위치 p + { $offset }까지의 거리. { $facts }
equidistance-fact = { $scheme }, { $label }: { $text }.
equidistance-cell-range = { APART($low, $high) }(p = { $position })∼{ APART($high, $low) }(p = { $other })
    .cell = { compare-distance }
equidistance-length-label = n = { $length }일 때
equidistance-length-same = 거리가 같음
    .cell = { equidistance-length-label }
equidistance-length-factor = 거리가 { APART($factor, "1") }배
    .cell = { equidistance-length-label }

# Tabs

equidistance-tab-offsets = 모든 오프셋
equidistance-tab-pairs = 모든 쌍
equidistance-tab-lengths = 다른 길이
equidistance-tab-pair = 숫자로 보는 한 쌍

# Every offset

equidistance-distances = 거리 p → p + k
    .alt = 모든 오프셋 k에서 거리의 평균, 최솟값, 최댓값.
equidistance-added = 늘어난 거리 k − 1 → k
    .alt = 한 오프셋에서 다음 오프셋으로 갈 때 평균 거리가 늘어나는 양.
equidistance-along = 오프셋 k
equidistance-bands = 첫 번째 차트에서 선은 거리의 평균이고, 띠는 최솟값에서 최댓값까지입니다. 두 번째 차트는 한 오프셋에서 다음 오프셋으로 갈 때 평균이 얼마나 늘어나는지를 보여 줍니다. 고리가 있는 곳부터 거리가 다시 더 빨리 늘어납니다.
equidistance-variation-label = 거리의 차이
equidistance-offsets-constant = 없음(k = { $offset }까지)
    .cell = { equidistance-variation-label }
equidistance-offsets-range = k = { $offset }에서 가장 큼({ RANGE($low, $high) })
    .cell = { equidistance-variation-label }
equidistance-rise-label = 증가 폭이 커지는 곳
equidistance-rise = k = { $offset }에서 처음
    .cell = { equidistance-rise-label }
equidistance-no-rise = 없음(k = { $offset }까지)
    .cell = { equidistance-rise-label }

# Every pair

equidistance-diagonals = 한 대각선 위의 쌍은 오프셋이 모두 같습니다. 대각선의 색이 하나이면 그 거리는 일정합니다.
equidistance-heading = { $scheme }: 거리
    .length = { $scheme }, n = { $length }
equidistance-across = 위치 q
equidistance-hover = 위치 { $y }, { $x }<br>거리 { $z }
equidistance-pairs-alt = { $scheme }에서 위치 { $length }개의 모든 쌍 사이의 거리. 최댓값은 { $high }입니다.
    .first = n = { $length }인 { $scheme }에서 앞쪽 위치 { $count }개의 모든 쌍 사이의 거리. 최댓값은 { $high }입니다.

# One pair in numbers

equidistance-pair = 거리² = 노름² + 노름² − 2 · 내적이며, 노름(norm)은 벡터의 길이입니다. 노름이 같으면 내적이 클수록 거리가 짧습니다.
equidistance-pair-last = 위치 { $position }에서 { $offset }만큼 뒤에는 위치가 없으므로, 그만큼 떨어진 쌍 가운데 마지막 쌍을 보여 줍니다.
equidistance-repeated = { $schemes }에서는 { $dim }개 차원의 값이 모두 같으므로, 거리가 차원 하나일 때의 √{ $dim }배입니다.
equidistance-encoding = 인코딩
equidistance-pair-distance = 거리 { $position } → { $other }
equidistance-pair-norm = 위치 { $position }의 노름
equidistance-pair-other_norm = 위치 { $other }의 노름
equidistance-pair-dot = 내적
equidistance-pair-cosine = 코사인

# Another length

equidistance-lengths = 비율은 n = { $other }에서의 거리를 n = { $length }에서 같은 위치 사이의 거리로 나눈 값입니다. 줄표(–)는 그런 값이 없거나 하나로 정해지지 않는다는 뜻입니다.
equidistance-lengths-equal = 두 길이가 모두 n = { $length }입니다. 두 번째 길이를 다르게 고르세요.
equidistance-ends = { $scheme }에는 위치가 { $end }개뿐이므로 길이가 { $length }인 시퀀스를 인코딩할 수 없습니다.
equidistance-lengths-k = 오프셋 k
equidistance-lengths-first = 평균 거리, n = { $length }
equidistance-lengths-second = 평균 거리, n = { $other }
equidistance-lengths-ratio = 비율
equidistance-lengths-steps = k = 1 대비
equidistance-first = 길이가 다른 두 시퀀스에서 같은 위치 { $count }개 사이의 거리입니다. 한 인코딩의 두 그림은 색 눈금이 같습니다.

# Misconceptions

equidistance-one-offset = 거리는 한 오프셋에서 같을 뿐, 모든 오프셋에서 같지는 않습니다.
    .quote = 모든 위치는 서로 거리가 같다.
    .fact = n = 5, d = 6인 사인파에서 k가 1부터 4까지일 때 거리는 차례로 { $distances }입니다.
equidistance-pairs = 거리가 일정한 이유는 주파수마다 사인과 코사인이 함께 있기 때문입니다.
    .quote = 거리가 일정한 이유는 주파수가 등비수열을 이루기 때문이다.
    .fact = sin² + cos² = 1이므로 위치가 소거되며, 무작위 주파수 32개에서도 그렇습니다.
equidistance-divided = 길이로 나누면 거리가 길이에 따라 달라집니다.
    .quote = 길이로 나눈 위치는 어느 텍스트에서나 거리가 같다.
    .fact = 이웃 사이의 거리는 위치가 12개일 때 { $high }이지만, 56개일 때는 { $low }입니다. 단어 { $whole }개 중 처음 열 개의 값은 { $share }까지만 커지지만, 단어가 열 개뿐이면 1까지 커집니다. 텍스트의 앞쪽 절반을 잘라 내면, 단어 { $position }의 값이 { $value }에서 { $start }{ JOSA($start, "으로/로") } 작아집니다.
equidistance-words = 사인파로 만든 표 하나를 쓰면, 다섯 칸 떨어진 단어 사이의 거리가 어느 문장에서나 같습니다.
    .quote = 길이에 대한 비율로 두 문장의 단어를 비교할 수 있다.
    .fact = 형태소가 12개인 문장의 “나”와 “아름다운”, 56개인 문장의 “책상”과 “아이” 사이에는 형태소가 네 개씩 있습니다. 길이에 대한 비율은 차례로 { $high }, { $low } 차이 나지만, 사인파(d = 512)의 거리는 두 문장 모두 { $distance }입니다: [두 문장](equidistance?scheme=Normalized&Normalized.spread=one+column&scheme=Sinusoidal&n=12&n2=56&d=512&k=5&p=1).
equidistance-growth = 거리가 다시 더 빨리 늘어날 수 있습니다.
    .quote = 두 위치가 멀리 떨어질수록 거리는 덜 늘어난다.
    .fact = d = 512에서 거리는 오프셋 { $offset }에서 { $high } 늘어나는데, 바로 앞 오프셋에서는 { $low }만 늘어납니다. 오프셋 { $later }의 거리는 { $last }의 거리보다 오히려 짧습니다: [모든 오프셋](equidistance?scheme=Sinusoidal&tab=offsets&n=56&d=512).
equidistance-dots = 내적이 같다고 위치가 독립인 것은 아닙니다.
    .quote = 모든 이웃의 내적이 같으므로 위치는 서로 독립이다.
    .fact = d = 6에서 이웃의 내적은 { $value }, 코사인은 { NUMBER($high, maximumSignificantDigits: 3) }입니다. 독립인(직교하는) 벡터에서는 0입니다.

# Next steps

equidistance-follow-up = k만큼의 이동은 선형 변환인가요?
