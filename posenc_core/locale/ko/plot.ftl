# Figures, on the pages and in notebooks.

chart-position = 위치 p(0부터)
chart-value = 값
chart-undefined = 여기서는 정의되지 않음

plot-dimension = 차원
plot-distance = { $offset ->
    [1] 다음 위치까지의 거리
   *[other] { $offset }만큼 뒤 위치까지의 거리
}
plot-similarity = 위치 { $position }{ JOSA($position, "과/와") }의 { $measure }
plot-measure-dot = 내적
plot-measure-cosine = 코사인 유사도
plot-measure-min-max = 내적의 min-max
plot-measure-softmax = 내적의 소프트맥스
plot-measure-attention = 내적 / √d의 소프트맥스
plot-measure-distance = 거리
plot-pair = 쌍 i
plot-wavelength = 파장(토큰)
plot-offset = 오프셋 k(토큰)
plot-attention = k토큰 전의 키가 받는 어텐션의 비율
plot-head = 헤드
plot-reach = 어텐션이 절반이 되는 거리(토큰)
plot-array = 배열 { $count }
plot-magnified = { $heading }(자체 눈금, × { $factor })
plot-steps-equal = ✓ 등간격
plot-steps-unequal = ✗ 등간격이 아님
plot-winner-itself = ✓ 자기 자신과 가장 비슷함
plot-winner-ties = ✗ 똑같이 비슷한 위치가 있음
plot-winner-last = ✗ 마지막 위치보다 더 비슷한 위치가 없음
plot-winner-others = ✗ 더 비슷한 위치가 있음
