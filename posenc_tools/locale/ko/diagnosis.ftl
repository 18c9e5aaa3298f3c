# Verdicts on tables, their evidence, and advice. A name is an encoding with its parameters, such as "Sinusoidal, 밑 500".
# A deviation is empty, or an addition in brackets, such as "(행 3 제외)".

diagnosis-unknown = 이 표는 알려진 어떤 인코딩과도 일치하지 않으며, 가까운 것도 없습니다.
diagnosis-nearest = 이 표는 알려진 어떤 인코딩과도 일치하지 않습니다. 가장 가까운 것은 { $name }이고, 값 크기의 { PERCENT($share) }만큼 다릅니다.
diagnosis-matrix = 이것은 위치 인코딩이 아니라 { $name }입니다.
diagnosis-random = 이 표의 수는 서로 독립적으로 뽑은 무작위 수입니다{ $deviation }. 분포는 { $text }입니다.
diagnosis-trained = 이 표는 { $name }의 학습된 표입니다{ $deviation }.
diagnosis-bug = 이 표에는 알려진 버그가 있습니다({ $what }). 이 버그 외에는 { $name }{ JOSA($name, "과/와") } 같습니다{ $deviation }.
diagnosis-relative-bias = 이 행렬은 상대 위치 편향입니다: { $text }.
diagnosis-reversed = 이 행렬에는 알려진 버그가 있습니다. 편향의 부호가 반대여서 먼 키일수록 유리해집니다. 이 버그 외에는 { $name }{ JOSA($name, "과/와") } 같습니다{ $deviation }.
diagnosis-mask = 이 행렬은 { $name }입니다{ $deviation }.
diagnosis-bias = 이 행렬은 어텐션 편향이며, 그 값은 { $name }입니다{ $deviation }.
diagnosis-unusual = 이 표는 { $name }이지만, 매개변수를 이렇게 조합해 쓰는 사례는 알려져 있지 않습니다.
diagnosis-agrees = 이 표는 { $name }이고, 모든 수가 일치합니다.
diagnosis-known = 이 표는 { $name }입니다{ $deviation }.

# Deviations.

diagnosis-except = ({ $shown } 제외)
diagnosis-cells = 수 { $whole }개 중 { $count }개
diagnosis-unjudged = (수 { $whole }개 중 { $count }개는 각도가 너무 커서 float32에 남는 자릿수가 없으므로 판단할 수 없음)
diagnosis-noise = (값 크기의 { PERCENT($share) }인 잡음 포함)
diagnosis-arithmetic = (float32로 계산)
diagnosis-rounded = ({ $text }{ JOSA($text, "으로/로") } 반올림)
diagnosis-places = { $kind ->
    [row] 행
   *[column] 열
} { $shown }{ $rest ->
    [0] {""}
   *[other] {" "}외 { $rest }개
}

# Evidence. Rows and columns are numbers from 0.

diagnosis-transposed = 이 표에서는 위치가 열입니다. 아래 내용은 모두 위치가 행이 되도록 바꾼 표를 기준으로 합니다.
diagnosis-largest-error = 오차는 행 { $x }, 열 { $y }에서 { $residual }{ JOSA($residual, "으로/로") } 가장 큽니다.
diagnosis-largest-residual = 차이는 행 { $x }{ JOSA($x, "과/와") } 열 { $y }에서 가장 큽니다.
diagnosis-white-noise = 식과의 차이는 값 크기의 { PERCENT($share) }이며 백색 잡음처럼 보입니다.
diagnosis-same-numbers = { $name }에서도 같은 수가 나옵니다.
diagnosis-more-explanations = 같은 수가 나오는 설명이 { $count }개 더 있습니다.
diagnosis-rotations = 위치가 하나 늘 때마다 열의 쌍 { $count }개가 각각 { $first }∼{ $last }라디안 회전합니다.
diagnosis-equal-rows = { $relation ->
    [equal] 행 { $first }{ JOSA($first, "과/와") } { $last }{ JOSA($last, "이/가") } 같습니다.
   *[more] 행 { $first }∼{ $last }{ JOSA($last, "이/가") } 모두 같습니다.
}
diagnosis-repeated-rows = 행 { $shown }{ JOSA($shown, "은/는") } 행 { $text }{ JOSA($text, "과/와") } 같습니다.
diagnosis-more-runs = 앞의 행을 되풀이하는 곳이 { $count }군데 더 있습니다.
diagnosis-zero-rows = { $count ->
    [1] 행 { $shown }에는 패딩 인덱스처럼 0만 있습니다.
   *[other] 행 { $shown }{ $rest ->
        [0] {""}
       *[other] {" "}외 { $rest }개
    }에는 0만 있습니다.
}
diagnosis-facts = 이웃한 행의 코사인 유사도는 평균 { $near }이며, 주성분 { $count }개가 분산의 { $shown }{ JOSA($shown, "을/를") } 설명합니다.
diagnosis-storage-steps = 모든 수가 양자화한 것처럼 한 간격의 배수입니다: { $text }.
diagnosis-storage-integers = 모든 수가 정수입니다.
diagnosis-storage-decimals = { $text }보다 긴 수는 없습니다.
diagnosis-storage-float64 = float64의 자릿수가 필요한 수가 있습니다.
diagnosis-storage = 모든 수를 { $text }{ JOSA($text, "으로/로") } 손실 없이 나타낼 수 있습니다.

# Advice.

diagnosis-first-position = 위치 0부터 시작하는 표
diagnosis-story = { $text } 여기서 밑은 { $shown }입니다.

# Names and parameters.

diagnosis-bug-in = 버그 “{ $name }”({ $text })
diagnosis-head = 헤드 { $heads }개 중 헤드 { $head }
diagnosis-same-slope = { $text }(기울기가 같은 것: { $shown })
diagnosis-parameter = { $name } { $text }
diagnosis-parameter-first = { $text ->
    [cos] 코사인
    [sin] 사인
   *[other] { $text }
} 먼저
diagnosis-parameter-pairing = 짝짓기 { $text ->
    [half] 절반끼리
   *[interleaved] 이웃끼리
}
diagnosis-parameter-table = { $text } 표
diagnosis-parameter-std = 표준편차 { $text }
diagnosis-parameter-positions = { $text } 위치
diagnosis-parameter-padding = 0으로 채운 { $text }
diagnosis-resized = { $old }에서 { $method }

diagnosis-name-grid = Grid(이미지나 동영상의 좌표)
diagnosis-name-axialrope = Axial RoPE(이미지 패치의 좌표)
diagnosis-name-mrope = M-RoPE(축이 세 개인 텍스트와 이미지의 위치)
diagnosis-name-distances = 쿼리와 키 사이의 거리

# Words in names and parameters. Their ids are the English words, with n for a number. Option ids stay English.

diagnosis-word-distances = 거리
diagnosis-word-relative-position-bias = 상대 위치 편향
diagnosis-word-the-formula = 식
diagnosis-word-sign-reversed = 부호 반대
diagnosis-word-vector-of-rope-frequencies = RoPE 주파수의 벡터
diagnosis-word-zeros = 모든 값이 0인 표
diagnosis-word-equal-rows = 모든 행이 같은 표
diagnosis-word-one-number-everywhere = 모든 값이 같은 표
diagnosis-word-one-hot-positions = 위치의 원-핫(one-hot) 표
diagnosis-word-permutation-matrix = 순열 행렬
diagnosis-word-causal-attention-weights = 인과 어텐션 가중치의 행렬
diagnosis-word-rows-that-sum-to-n-such-as-attention-weights = 어텐션 가중치처럼 각 행의 합이 { $x }인 행렬
diagnosis-word-pairwise-distances-squared-or-not = 쌍별 거리 또는 그 제곱의 행렬
diagnosis-word-lower-triangular-matrix = 하삼각 행렬
diagnosis-word-upper-triangular-matrix = 상삼각 행렬
diagnosis-word-symmetric-matrix = 대칭 행렬
diagnosis-word-similarities-pe-pe-of-sinusoidal = Sinusoidal의 유사도(PE·PEᵀ) 행렬
diagnosis-word-one-number-for-each-offset-positive-semidefinite-as-similarities-of-positions-pe-pe-are = 오프셋마다 수 하나, 위치의 유사도(PE·PEᵀ)처럼 양의 준정부호
diagnosis-word-one-number-for-each-offset-from-n-to-n = { $x }부터 { $y }까지 오프셋마다 수 하나
diagnosis-word-n-different-numbers = 서로 다른 수 { $x }개
diagnosis-word-alike-ahead-and-behind = 앞뒤가 같음
diagnosis-word-the-same-modulo-their-number = 개수로 나눈 나머지가 같으면 같은 수
diagnosis-word-equal-from-n-to-n = { $x }부터 { $y }까지 같음
diagnosis-word-mask = 어텐션 마스크
diagnosis-word-causal-mask = 인과 마스크(causal mask)
diagnosis-word-padding-mask = 패딩 마스크
diagnosis-word-sliding-window-mask = 슬라이딩 윈도우 마스크
diagnosis-word-sliding-window-mask-n = 키 { $x }개를 보는 슬라이딩 윈도우 마스크
diagnosis-word-sliding-window-mask-n-both-sides = 양쪽으로 키 { $x }개까지 보는 슬라이딩 윈도우 마스크
diagnosis-word-both-sides = 양쪽
diagnosis-word-slopes-in-one-geometric-row-which-no-code-that-was-checked-gives-to-so-many-heads = 등비수열 하나를 이루는 기울기(확인한 코드 중에 헤드가 이만큼일 때 이렇게 하는 것은 없음)
diagnosis-word-exponent-over-n-dimensions = { $x }차원으로 나눈 지수
diagnosis-word-last-n-of-n-pairs-n = 쌍 { $y }개 중 마지막 { $x }개는 { $z }
diagnosis-word-columns-in-another-order = 다른 순서의 열
diagnosis-word-cosines-and-sines = 코사인과 사인
diagnosis-word-cosine-and-sine-in-turn = 코사인과 사인이 번갈아 있는
diagnosis-word-cosines-then-sines = 코사인 다음에 사인
diagnosis-word-cosines = 코사인
diagnosis-word-sines = 사인
diagnosis-word-angles = 각도
diagnosis-word-normal-cut-off-at-n = { $x } σ에서 자른 정규분포
diagnosis-word-normal = 정규분포
diagnosis-word-uniform = 균등분포
diagnosis-word-interleaved = interleaved
diagnosis-word-concatenated = concatenated
diagnosis-word-row-first = 행 먼저
diagnosis-word-column-first = 열 먼저
diagnosis-word-sines-first = 사인 먼저
diagnosis-word-every-column = 모든 차원
diagnosis-word-one-column = 한 차원
diagnosis-word-one-a-pair = 쌍마다 하나
diagnosis-word-lsb-first = LSB first
diagnosis-word-msb-first = MSB first
diagnosis-word-octaves = 옥타브
diagnosis-word-rising-octaves = 높아지는 옥타브
diagnosis-word-descending = 내림차순
diagnosis-word-lone-wave = 짝 없는 파동
diagnosis-word-cut = 잘라 내기
diagnosis-word-padded = 0 덧붙이기
diagnosis-word-zero = 0인 차원
diagnosis-word-symmetric = 대칭
diagnosis-word-causal = 인과
diagnosis-word-bidirectional = 양방향
diagnosis-word-negative = 음수
diagnosis-word-left-out = 제외
diagnosis-word-per-head = 헤드마다
diagnosis-word-none = 없음
diagnosis-word-true = true
diagnosis-word-false = false
diagnosis-word-from-the-first-key = 첫 번째 키부터
diagnosis-word-from-the-last-key = 마지막 키부터
diagnosis-word-n-decimal = 소수점 아래 { $x }자리
diagnosis-word-n-decimals = 소수점 아래 { $x }자리
diagnosis-word-steps-of-n = 간격 { $x }
diagnosis-word-negated = 부호가 반대인
diagnosis-word-base = 밑
diagnosis-word-start = 첫 위치
diagnosis-word-scale = 배율
diagnosis-word-unit = 위치 간격
diagnosis-word-schedule = 주파수 공식
diagnosis-word-odd = 홀수 차원
diagnosis-word-order = 순서
diagnosis-word-spread = 수를 넣을 차원
diagnosis-word-values = 값
diagnosis-word-from = 최소
diagnosis-word-to = 최대
diagnosis-word-mean = 평균
diagnosis-word-scaling = 스케일링
diagnosis-word-factor = 배율
diagnosis-word-attention-factor = 어텐션 계수
diagnosis-word-applied-twice = 두 번 적용됨
diagnosis-word-rounded = 반올림
diagnosis-word-model = 모델
diagnosis-word-columns = 열
diagnosis-word-dimensions = 차원
diagnosis-word-resized = 크기 변경
diagnosis-word-sines-then-cosines = 사인 다음에 코사인
diagnosis-word-row-twice-column-missing = 행만 두 번, 열은 없음
diagnosis-word-column-twice-row-missing = 열만 두 번, 행은 없음
diagnosis-word-axes = 축
diagnosis-word-sections = 구간
diagnosis-word-arrangement = 배치
diagnosis-word-images = 이미지
diagnosis-word-positions = 위치
diagnosis-word-unchecked = 확인하지 않은
diagnosis-word-coordinates = 좌표
diagnosis-word-frequencies-of = 주파수
diagnosis-word-all-axes = 모든 축
diagnosis-word-alternating = 번갈아
diagnosis-word-blocks = 한 축씩 차례로
diagnosis-word-time-last = 시간을 끝에
diagnosis-word-column-row = 열 먼저
diagnosis-word-width = 너비
diagnosis-word-seed = 시드
diagnosis-word-class-tokens = 클래스 토큰
diagnosis-word-direction = 방향
diagnosis-word-ahead = 뒤에 오는 키
diagnosis-word-window = 윈도우
diagnosis-word-keys = 키
diagnosis-word-visible = 보이는 키
diagnosis-word-hidden = 가린 키
diagnosis-word-slope = 기울기
diagnosis-word-slopes = 기울기
diagnosis-word-counted = 세는 방향
diagnosis-word-rows = 행
diagnosis-word-heads = 헤드
diagnosis-word-kind = 종류
diagnosis-word-step = 간격
diagnosis-word-buckets = 버킷
diagnosis-word-distance = 거리
diagnosis-word-threshold = 임계값
diagnosis-word-index = 인덱스
diagnosis-word-ratio = 비율
diagnosis-word-divisor = 나누는 수
diagnosis-word-trained-length = 학습 길이
diagnosis-word-normalized = 정규화

# Rejected tables

table-finite = 표의 값은 유한하고 절댓값이 { $text } 이하여야 합니다
