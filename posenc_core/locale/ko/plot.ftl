# Figures, on the pages and in notebooks.

chart-position = 위치 p(0부터)
chart-value = 값
chart-undefined = 여기서는 정의되지 않음

plot-dimension = 차원
plot-distance = { $offset ->
    [1] 다음 위치까지의 거리
   *[other] 위치 p + { $offset }까지의 거리
}
plot-similarity = 위치 { $position }{ JOSA($position, "과/와") }의 유사도({ plot-measure })
plot-measure = { $measure ->
    [cosine] 코사인 유사도
    [min-max] 내적의 min-max
    [softmax] 내적의 소프트맥스
    [attention] 내적 / √d의 소프트맥스
    [distance] 거리
   *[dot] 내적
}
plot-pair = 쌍 i
plot-wavelength = 파장(토큰)
plot-offset = 오프셋 k(토큰)
plot-attention = k칸 앞의 키가 받는 어텐션의 비율
plot-head = 헤드
plot-reach = 어텐션이 절반으로 줄어드는 거리(토큰)
plot-array = 배열 { $count }
plot-magnified = 자체 눈금, × { $factor }
plot-steps-equal = ✓ 등간격
plot-steps-unequal = ✗ 등간격이 아님
plot-winner-itself = ✓ 자기 자신과 가장 비슷함
plot-winner-ties = ✗ 똑같이 비슷한 위치가 있음
plot-winner-undefined = ✗ 영벡터에서 정의되지 않음
plot-winner-last = ✗ 마지막 위치와 가장 비슷함
plot-winner-others = ✗ 더 비슷한 위치가 있음
plot-label = 세로 한 줄이 { $rows ->
    [1] 위치 하나입니다
   *[other] 위치 최대 { $rows }개입니다
}
    .steps = 선이 평평하면 등간격입니다
    .peak = 봉우리가 점선에 있어야 합니다
