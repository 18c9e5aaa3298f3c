# The conditions of the scorecard (posenc_core.analysis.criteria) and what was found of each.

criterion-M1 =
    .title = 길이가 달라도 벡터가 같음
    .summary = 토큰이 n / 2개, n개, 2n개인 시퀀스에서 같은 위치의 벡터가 같습니다.
    .measure = 값의 최대 변화량(최댓값 대비)
    .summary-logits = 토큰이 n / 2개, n개, 2n개인 시퀀스에서 같은 두 위치의 로짓이 같습니다.
    .measure-logits = 로짓의 최대 변화량(전체 로짓의 범위 대비)
criterion-M1b =
    .title = 길이가 달라도 거리가 같음
    .summary = k만큼 떨어진 두 위치 사이의 거리가 토큰이 n개인 시퀀스와 2n개인 시퀀스에서 같습니다.
    .measure = 두 거리의 차이(큰 쪽 대비)
criterion-M2 =
    .title = 값의 크기에 한계가 있음
    .summary = 절댓값이 1을 넘는 값이 없거나, 길이에 따라 커지는 값이 없습니다. 그래서 위치가 내용을 압도하지 않습니다.
    .measure = 위치 16n개의 최댓값을 위치 n개의 최댓값(1보다 작으면 1)으로 나눈 뒤 1을 뺀 값
    .summary-logits = 위치가 로짓을 바꾸는 폭이 내용이 바꾸는 폭을 넘지 않습니다.
    .measure-logits = 전체 로짓의 범위가 내용에 따른 표준편차인 1 nat를 넘는 정도
criterion-M3 =
    .title = 값이 길이에 따라 커지지 않음
    .summary = 절댓값의 최댓값이 1보다 작게 유지되거나, 길이보다 훨씬 느리게 커집니다.
    .measure = 위치가 16n개일 때 최댓값이 1을 넘어 커진 정도(길이가 커진 정도 대비)
    .summary-logits = 로짓의 범위가 1 nat보다 작게 유지되거나, 길이보다 훨씬 느리게 커집니다.
    .measure-logits = 위치가 16n개일 때 로짓의 범위가 1 nat를 넘어 커진 정도(길이가 커진 정도 대비)
criterion-M4 =
    .title = 거리가 오프셋만으로 정해짐
    .summary = n / 2 이하의 모든 k에서, k만큼 떨어진 두 위치 사이의 거리가 어디서나 같습니다.
    .measure = 같은 오프셋에서 최대 거리와 최소 거리의 차이(최대 거리 대비)
    .summary-logits = 로짓은 쿼리와 키 사이의 오프셋만으로 정해집니다.
    .measure-logits = 같은 오프셋에서 두 로짓의 최대 차이(전체 로짓의 범위 대비)
criterion-M4b =
    .title = 거리가 오프셋에 따라 커짐
    .summary = 두 위치 사이의 오프셋이 클수록 평균 거리가 큽니다.
    .measure = 평균 거리의 최대 감소량(평균 거리의 최댓값 대비)
criterion-M4g =
    .title = 내적이 오프셋만으로 정해짐
    .summary = 모든 k에서, k만큼 떨어진 두 위치의 내적이 어디서나 같습니다.
    .measure = 같은 오프셋에서 두 내적의 최대 차이(내적의 최댓값 대비)
criterion-M5 =
    .title = 벡터가 서로 뚜렷이 구별됨
    .summary = 두 벡터 사이의 최소 거리가 이웃 사이 평균 거리의 절반 이상입니다.
    .measure = 이웃 사이 평균 거리의 절반과 최소 거리의 차이(평균 거리의 절반 대비), 최소 거리가 더 크면 0
criterion-M6 =
    .title = 노름이 모두 같음
    .summary = 모든 위치의 벡터는 노름이 같습니다.
    .measure = 최대 노름과 최소 노름의 차이(최대 노름 대비)
criterion-M7 =
    .title = 유사도가 오프셋에 따라 작아짐
    .summary = 내적으로 비교하면, 위치는 자기 자신과 가장 비슷하고 멀리 있는 위치일수록 덜 비슷합니다.
    .measure = 자기 자신과 가장 비슷하지는 않은 위치의 비율과, 오프셋이 커질 때 내적의 최대 증가량(내적의 최댓값 대비) 중 큰 쪽
    .summary-logits = 쿼리는 자기 위치에 가장 큰 로짓을 주고, 멀리 있는 위치일수록 작은 로짓을 줍니다.
    .measure-logits = 다른 키에 자기 위치의 키만큼 큰 로짓을 주는 쿼리의 비율과, 오프셋이 커질 때 로짓의 최대 증가량(전체 로짓의 범위 대비) 중 큰 쪽
criterion-M8 =
    .title = k만큼의 이동이 선형 변환임
    .summary = 행렬 하나로 모든 벡터를 k만큼 뒤 위치의 벡터로 옮길 수 있습니다. 이 행렬은 앞쪽 위치에 맞추고 뒤쪽 위치에서 검사합니다.
    .measure = 블록 대각 행렬(아핀 변환이 정확히 맞으면 임의의 행렬)을 맞춘 위치보다 뒤에 있는 위치에서의 잔차(이동량 대비)

# Parts of sentences

positions-apart = { $offset ->
    [1] 이웃한 두 위치
   *[other] { $offset }만큼 떨어진 두 위치
}

# Why there is no verdict

criterion-size = 이 인코딩은 n = { $length }, d = { $dim }에서 정의되지 않습니다.
criterion-no-logits = 이 인코딩은 어텐션 로짓을 정의하지 않습니다.
criterion-no-vectors = { $family ->
    [rotation] 쿼리와 키의 이 회전은
    [bias] 어텐션 편향은
   *[table] 이 인코딩은
} 위치 벡터를 정의하지 않습니다.
criterion-one-position = 위치가 하나뿐이어서 비교할 쌍이 없습니다.
criterion-one-length = 고정된 표만으로는 다른 길이에서 어떤지 알 수 없습니다.
criterion-no-pair = { positions-apart }가 없습니다.
criterion-no-pair-in-half = 앞쪽 절반에 { positions-apart }가 없습니다.
criterion-one-offset = 비교할 두 오프셋이 없습니다.
criterion-nothing-moves = n = { $length }{ JOSA($length, "과/와") } n = { $longer }에서 { positions-apart }의 벡터가 서로 같습니다.
criterion-nothing-moves-later = n = { $length }에서 위치 { $position }부터 { $other }까지는 { positions-apart }의 벡터가 서로 같아서, 검사할 이동이 없습니다.
criterion-one-pair = 위치 한 쌍만으로는 행렬을 정할 수 없습니다.
criterion-largest-of-table = 절댓값의 최댓값은 { $value }입니다. 고정된 표만으로는 이 값이 n에 따라 커지는지 알 수 없습니다.
criterion-distances-zero = 거리가 모두 0입니다.
criterion-mean-distances-equal = 모든 오프셋에서 평균 거리가 같습니다.
criterion-dots-zero = 내적이 모두 0입니다.
criterion-norms-zero = 벡터가 모두 0입니다.

# Same vector, or logit, at every length

criterion-length-same = n = { $lengths }에서도 벡터가 같습니다.
criterion-length-changes = n = { $length }에서 위치 { $position }의 한 값이 { $value }만큼 달라집니다.
criterion-length-same-logits = n = { $lengths }에서도 로짓이 같습니다.
criterion-length-changes-logits = n = { $length }에서 쿼리 { $position }{ JOSA($position, "과/와") } 키 { $other }의 로짓이 { $value } nat만큼 달라집니다.

# Same distance at every length

criterion-distance-same = { positions-apart } 사이의 거리는 n = { $length }{ JOSA($length, "과/와") } n = { $longer }에서 같습니다.
criterion-distance-changes = 위치 { $position }{ JOSA($position, "과/와") } { $other } 사이의 거리는 n = { $length }에서 { APART($here, $there) }, n = { $longer }에서 { APART($there, $here) }입니다.

# Values bounded and without growth

criterion-bounded-table = 절댓값이 1을 넘는 값이 없습니다.
criterion-bounded = n = { $length }에서도 n = { $longer }에서도 절댓값이 1을 넘는 값이 없습니다.
criterion-no-growth = 절댓값의 최댓값은 n = { $length }에서 { $value }이고, n = { $longer }에서 더 커지지 않습니다.
criterion-growth = 절댓값의 최댓값은 n = { $length }에서 { APART($here, $there) }, n = { $longer }에서 { APART($there, $here) }입니다.
criterion-equal-logits = 쿼리가 보는 모든 키의 로짓이 같습니다.
criterion-range-logits = 위치는 로짓을 최대 { $value } nat만큼 바꾸고, 내용은 표준편차 1 nat만큼 바꿉니다.
criterion-bounded-logits = n = { $length }에서도 n = { $longer }에서도 로짓의 범위가 1 nat 이하입니다.
criterion-no-growth-logits = 로짓의 범위(nat)는 n = { $length }에서 { $value }이고, n = { $longer }에서 더 커지지 않습니다.
criterion-growth-logits = 로짓의 범위(nat)는 n = { $length }에서 { APART($here, $there) }, n = { $longer }에서 { APART($there, $here) }입니다.

# The offset alone decides

criterion-equal-distances = { $offset ->
    [1] 이웃한 위치 사이의 거리가 모두 같습니다.
   *[other] { $offset } 이하의 모든 오프셋에서, 오프셋이 같은 두 위치 사이의 거리는 모두 같습니다.
}
criterion-unequal-distances = 위치 { $position }{ JOSA($position, "과/와") } { $other } 사이의 거리는 { APART($here, $there) }이지만, { $third }{ JOSA($third, "과/와") } { $fourth } 사이의 거리는 { APART($there, $here) }입니다.
criterion-logits-by-offset = 모든 로짓은 쿼리와 키 사이의 오프셋만으로 정해집니다.
criterion-masked-logits = 쿼리 { $position }{ JOSA($position, "은/는") } 키 { $other }{ JOSA($other, "을/를") } 보지만, 오프셋이 같은데도 쿼리 { $third }{ JOSA($third, "은/는") } 키 { $fourth }{ JOSA($fourth, "을/를") } 보지 못합니다.
criterion-unequal-logits = 쿼리 자신의 위치를 기준으로 한 로짓이 쿼리 { $position }{ JOSA($position, "과/와") } 키 { $other }에서는 { APART($here, $there) } nat이지만, 쿼리 { $third }{ JOSA($third, "과/와") } 키 { $fourth }에서는 { APART($there, $here) } nat입니다.
criterion-mean-distance-grows = 오프셋 { $offset }까지, 오프셋이 커져도 평균 거리가 작아지지 않습니다.
criterion-mean-distance-falls = 평균 거리가 오프셋 { $offset }에서는 { APART($here, $there) }이지만, 오프셋 { $later }에서는 { APART($there, $here) }입니다.
criterion-equal-dots = 오프셋이 같은 두 위치의 내적은 모두 같습니다.
criterion-unequal-dots = 위치 { $position }{ JOSA($position, "과/와") } { $other }의 내적은 { APART($here, $there) }이지만, { $third }{ JOSA($third, "과/와") } { $fourth }의 내적은 { APART($there, $here) }입니다.
criterion-unequal-own-dots = 위치 { $position }{ JOSA($position, "을/를") } 자기 자신과 내적하면 { APART($here, $there) }이지만, 위치 { $third }{ JOSA($third, "을/를") } 자기 자신과 내적하면 { APART($there, $here) }입니다.

# Clearly distinct vectors

criterion-repeats = { $count ->
    [1] 위치 { $position }{ JOSA($position, "과/와") } { $other }의 벡터가 같습니다.
   *[other] 위치 { $length }개 중 { $count }개에서 앞에 나온 벡터가 되풀이됩니다. 예를 들어 위치 { $position }의 벡터는 위치 { $other }의 벡터와 같습니다.
}
criterion-all-as-far = 어느 두 위치든 거리가 { $value }입니다.
criterion-neighbors-closest = 벡터가 모두 다르고, 가장 가까운 이웃보다 더 가까운 두 벡터는 없습니다.
criterion-closest-pair = 위치 { $position }{ JOSA($position, "과/와") } { $other } 사이의 거리는 { APART($here, $there) }이고, 이웃 사이의 평균 거리는 { APART($there, $here) }입니다.

# Equal norms

criterion-equal-norms = 모든 벡터의 노름이 { $value }입니다.
criterion-unequal-norms = 노름은 위치 { $position }에서 { APART($here, $there) }, 위치 { $other }에서 { APART($there, $here) }입니다.

# Similarity decreases with the offset

criterion-similarity-falls = 모든 위치가 자기 자신과 가장 비슷하고, 오프셋이 커질 때 유사도가 커지는 일이 없습니다.
criterion-similarity-elsewhere = { $count ->
    [0] 자기 자신과 가장 비슷한 위치가 하나도 없습니다.
   *[other] 위치 { $length }개 중 { $count }개만 자기 자신과 가장 비슷합니다.
} 위치 { $position }{ JOSA($position, "은/는") } { $relation ->
    [more] 자기 자신보다 위치 { $other }{ JOSA($other, "과/와") } 더 비슷합니다.
   *[equal] 위치 { $other }{ JOSA($other, "과/와") }도 자기 자신만큼 비슷합니다.
}
criterion-similarity-rises = 유사도가 다시 커집니다. 위치 { $position }의 내적은 위치 { $other }{ JOSA($other, "과/와") }는 { APART($here, $there) }이지만, 더 멀리 있는 위치 { $third }{ JOSA($third, "과/와") }는 { APART($there, $here) }입니다.
criterion-logits-falls = 모든 쿼리가 자기 위치에 가장 큰 로짓을 주고, 오프셋이 커질 때 로짓이 커지는 일이 없습니다.
criterion-logits-elsewhere = 쿼리 { $length }개 중 { $count }개는 자기 위치의 키와 같거나 더 큰 로짓을 다른 키에 줍니다. 쿼리 { $position }{ JOSA($position, "은/는") } 키 { $other }에 { $relation ->
    [more] 자기 위치보다 큰
   *[equal] 자기 위치와 같은
} 로짓을 줍니다.
criterion-logits-rises = 로짓이 다시 커집니다. 쿼리 { $position }의 로짓(nat)은 키 { $other }에서 { APART($here, $there) }이지만, 더 멀리 있는 키 { $third }에서는 { APART($there, $here) }입니다.

# A shift by k is a linear map

criterion-linear = 행렬 하나로 모든 위치를 { $offset ->
    [1] 다음 위치로
   *[other] { $offset }만큼 뒤의 위치로
} 옮길 수 있습니다.
criterion-translation = 이동은 어디서나 같은 벡터를 더하는 평행이동이며, 평행이동은 선형 변환이 아닙니다.
criterion-translation-by-length = 이동은 벡터 하나를 더하는 평행이동이며, 그 벡터가 n = { $length }{ JOSA($length, "과/와") } n = { $longer }에서 서로 다릅니다. 평행이동은 선형 변환이 아닙니다.
criterion-translation-by-half = 이동은 벡터 하나를 더하는 평행이동이며, 그 벡터가 앞쪽 절반과 뒤쪽 절반에서 서로 다릅니다. 평행이동은 선형 변환이 아닙니다.
criterion-affine = 이동을 나타내려면 행렬과 평행이동이 모두 필요합니다. 행렬만 쓰면 이동과 { PERCENT($share) }만큼 어긋납니다.
criterion-residual = 최소제곱으로 맞춘 { $matrix ->
    [blocks] 블록 대각 행렬을
   *[any] 행렬을
} 써도 오차가 이동한 거리의 { PERCENT($share) }입니다.

# Verdicts

verdict-holds = 성립
verdict-nearly = 거의 성립
verdict-fails = 성립하지 않음
verdict-undefined = 판정 없음
verdict-does-not-apply = 해당 없음
