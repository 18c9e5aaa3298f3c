# Entries and pages, the bar, links, and files.

waiting = 아직 서버에 연결되지 않았습니다. 이 앱에는 WebSocket이 필요한데, 프록시나 브라우저 확장 프로그램이 막고 있을 수 있습니다.

# Entries, names of pages, and the links to the next page

menu-about = 여러 위치 인코딩을 나란히 비교하는 앱입니다. 이 페이지들에 있는 수는 모두 계산한 값입니다.
entry-start = Positional Encoding Lab
entry-learn = 배우기
entry-compare = 비교
entry-clocks = 시계
entry-attention = 어텐션
entry-trained = 학습 결과
entry-models = 모델
entry-check = 검사
menu-start = 시작
    .next = 시작 페이지로 돌아가기
menu-compare = 비교
    .row = 모두
    .next = 다음: 인코딩을 나란히 비교하기
menu-heatmap = 히트맵
    .next = 다음: 행렬 하나 들여다보기
menu-equidistance = 등간격
    .next = 다음: 위치 사이의 거리
menu-similarity = 유사도
    .next = 다음: 어떤 위치들이 비슷한가요?
menu-scorecard = 평가표
    .next = 다음: 인코딩은 어떤 조건을 만족하나요?
menu-clocks = 시계
    .next = 다음: 시곗바늘로 보는 위치
menu-sentence = 문장
    .next = 다음: 위치는 문장에 어떤 영향을 주나요?
menu-attention = 어텐션
    .next = 다음: 위치는 어텐션을 어떻게 바꾸나요?
menu-rope = RoPE
    .next = 다음: RoPE는 쿼리와 키를 어떻게 바꾸나요?
menu-bias = 편향
    .next = 다음: 각 헤드는 얼마나 멀리 보나요?
menu-images = 이미지
    .next = 다음: 이미지의 패치는 어디를 보나요?
menu-bugs = 버그
    .next = 다음: 위치와 관련된 흔한 버그
menu-trained = 학습 결과
    .next = 다음: 모델은 각 인코딩으로 무엇을 학습하나요?
menu-models = 모델
    .next = 다음: 모델은 위치를 어떻게 인코딩하나요?
menu-check = 검사
    .next = 다음: 내 위치 인코딩은 올바른가요?
menu-questions = 질문
menu-lesson = 수업
menu-exercises = 연습 문제
    .next = 다음: 스스로 채점하는 연습 문제

# The bar

bar-add = 추가
bar-full = 인코딩은 최대 { $most }개까지 나란히 볼 수 있습니다. 다른 것을 추가하려면 하나를 빼세요.
bar-remove = { $name }{ JOSA($name, "을/를") } 뺍니다.
bar-number = { $name } = { $number }
bar-position = 위치
bar-shown = 위치 { $first }∼{ $end }
bar-options = 옵션
    .changed = 옵션: { $changed }
    .reset = 기본값으로
bar-take = 이 그림 가져가기

# Controls

control-family-table = 토큰 임베딩에 더함
control-family-rotation = 쿼리와 키를 회전시킴
control-family-bias = 어텐션 로짓에 편향을 더함
control-family-yours = 검사 페이지에서 가져온 내 표
control-none-shown = 선택한 인코딩 중에는 이 크기에서 이 페이지에 표시할 수 있는 것이 없습니다. 다른 인코딩을 선택하거나 크기를 바꾸세요.
control-too-large = 여기서는 n = { $length }, d = { $dim }까지만 볼 수 있는데, 지금은 n = { $longer }, d = { $wider }입니다.
    .fit = n = { $length }, d = { $dim } 사용하기
control-changed = { $label } { $shown }
control-allowed = { $help } { $allowed }{ JOSA($allowed, "을/를") } 쓸 수 있습니다.
control-unusable = { $label }에 쓸 수 있는 값은 { $allowed }입니다. 대신 { $shown }{ JOSA($shown, "을/를") } 사용합니다.
control-empty = 끝
control-front = 인코딩
control-of-head = { $scheme }의 헤드 { $head }({ $heads }개 중)

control-n = 길이 n
    .help = 시퀀스의 토큰 수입니다.
control-d = 차원 d
    .help = 각 벡터의 차원 수(d_model)입니다.
control-p = 위치 p
    .help = 선택한 위치이며, 0부터 셉니다. 차트에서 선택할 수도 있습니다.
control-k = 오프셋 k
    .help = 비교하는 두 위치 p와 p + k 사이의 거리(토큰 수)입니다.

control-measure = { control-similarity }
    .help = 두 위치 벡터를 비교하는 방법입니다. ‘내적’은 두 벡터의 내적이고, ‘코사인’은 정규화한 벡터의 내적입니다. 다른 네 가지 방법은 유사도 페이지에 있습니다.
control-labels = 그림의 설명
    .help = 그림에서 무엇을 보면 되는지 알려 주는 짧은 글 세 줄입니다.
control-similarity = 유사도
    .help = 두 위치 벡터를 비교하는 방법입니다. ‘내적’은 두 벡터의 내적이고, ‘코사인’은 정규화한 벡터의 내적입니다. ‘min-max’는 내적을 0에서 1 사이로 조정합니다. ‘소프트맥스’는 내적의 소프트맥스이고, ‘어텐션’은 어텐션에서처럼 내적을 √d로 나눈 값의 소프트맥스입니다. ‘거리’는 유클리드 거리이며, 작을수록 비슷합니다.
control-down = 세로축
    .help = 히트맵의 세로축이 나타내는 것입니다. 비교 페이지처럼 차원이거나, 행렬을 인쇄할 때처럼 위치입니다.
control-columns = 곡선으로 볼 차원
    .help = 곡선으로 그릴 차원을 4-7 또는 0, 1, 30처럼 8개까지 입력하세요. 비워 두면 가장 빠른 쌍과 가장 느린 쌍, 또는 처음 네 차원을 그립니다.
control-column = 차원 j
    .help = 값을 단계별로 계산해 볼 차원이며, 0부터 셉니다. 히트맵에서 선택할 수도 있습니다.
control-amplitude = 진폭 A
    .help = 파동 하나 A sin(w p)의 높이입니다.
control-frequency = 주파수 w
    .help = 파동 하나 A sin(w p)의 위상이 토큰마다 늘어나는 양이며, 단위는 라디안입니다.
control-head = 어텐션 헤드
    .help = 헤드마다 다른 인코딩에서 8개 헤드 중 어느 것을 표시할지 정합니다. 첫 번째 헤드는 1입니다.
control-n2 = 두 번째 길이
    .help = 같은 거리를 재어 볼 두 번째 시퀀스의 길이(토큰 수)입니다.
control-pair = 차원 쌍
    .help = 식에 표시할 차원 쌍이며, 0부터 셉니다. Sinusoidal에서는 쌍 0이 가장 빠릅니다.
control-space = 공간
    .help = 그릴 좌표의 수입니다.
control-axes = 축
    .help = 행렬의 열 또는 주성분(principal components)입니다. 주성분은 위치에 따라 벡터가 가장 크게 달라지는 방향입니다.
control-x = x축의 열
    .help = x 좌표로 그릴 열이며, 0부터 셉니다.
control-y = y축의 열
    .help = y 좌표로 그릴 열이며, 0부터 셉니다.
control-z = z축의 열
    .help = z 좌표로 그릴 열이며, 0부터 셉니다.
control-text = 텍스트
    .help = 어떤 텍스트든 입력할 수 있습니다. 공백을 기준으로 토큰, 곧 모델이 읽는 단위로 나눕니다.
control-first = 첫 번째 위치 ID
    .help = 첫 번째 토큰에 표시할 위치 ID입니다. 인코딩은 언제나 0부터 셉니다.
control-combine = 토큰과 위치를 합치는 방법
    .help = 토큰 벡터와 위치 벡터를 더하거나, 하나로 이어 붙입니다.
control-scale = 임베딩 초기화
    .help = 무작위 토큰 임베딩의 크기입니다. N(0, 1)이면 값이 1 안팎입니다. N(0, 1/d)은 흔히 쓰는 초기화이며, 논문에서는 여기에 √d를 곱해 N(0, 1)로 만듭니다. N(0, 0.02²)이면 BERT와 GPT처럼 값이 0.02 안팎입니다.
control-ends = 시작 토큰과 끝 토큰
    .help = 문장의 앞뒤에 <bos>와 <eos>를 붙입니다.
control-pad = 패딩 후 길이
    .help = 이 길이가 될 때까지 <pad> 토큰을 붙입니다. 0이면 패딩하지 않습니다.
control-mask = 패딩 마스크
    .help = 모든 토큰의 어텐션에서 <pad>를 가립니다.
control-causal = 인과 마스크
    .help = 각 토큰이 뒤에 오는 토큰을 보지 못하게 가립니다.
control-known = 어휘 크기
    .help = 가장 자주 나오는 단어를 몇 개까지 어휘에 넣을지 정합니다. 나머지 단어는 모두 <unk>가 됩니다.
control-order = 비교할 단어 순서
    .help = 같은 단어를 다른 순서로 놓습니다.
control-heads = 어텐션 헤드 수
    .help = 헤드의 수입니다. 인코딩의 편향은 헤드마다 다를 수 있습니다.
control-log_k = 로그 거리 축
    .help = 켜면 거리가 열 배가 되는 구간마다 너비가 같아져 짧은 거리도 알아볼 수 있습니다.
control-batch = 배치 크기
    .help = 모델이 이 길이의 문장을 한 번에 몇 개 처리하는지 정합니다.
control-batch_first = 축의 순서
    .help = 배치의 첫 번째 축입니다. 문장(batch first)이거나 한 문장의 토큰, 곧 시퀀스(sequence first)입니다.
control-content = 내용
    .help = 쿼리와 키에는 위치 말고 내용도 있습니다. 내용은 둘이 같은 벡터이거나, 서로 독립인 두 벡터이거나, 직접 입력한 두 토큰의 무작위 벡터입니다.
control-query = 쿼리 토큰
    .help = 주목하는 토큰입니다. 토큰마다 아무 의미도 없는 무작위 벡터를 씁니다.
control-key = 키 토큰
    .help = 주목받는 토큰입니다.
control-bug = 버그
    .help = 페이지에 표시할 버그입니다.
control-padding = 패딩하는 쪽
    .help = 배치에서 짧은 문장의 어느 쪽을 패딩할지 정합니다.
control-context = 컨텍스트 길이
    .help = 모델이 받아들이는 최대 토큰 수이며, 표의 행 수이기도 합니다.
control-cached = KV 캐시의 토큰 수
    .help = 다음 토큰에 앞서 모델이 캐시해 둔 토큰의 수입니다.
control-condition = 조건
    .help = 설명할 조건입니다. 처음에는 선택한 인코딩이 서로 다른 결과를 내는 조건입니다.
control-door = 무엇을 가지고 있나요?
    .help = 표, 코드, 모델 파일 가운데 하나입니다.
option-door-table = **표** *올리거나, 붙여 넣거나, 예제로*
option-door-code = **코드** *RoPE, ALiBi, 디코더*
option-door-model = **모델 파일** *config.json 또는 GGUF*

option-measure-dot = { option-similarity-dot }
option-measure-cosine = { option-similarity-cosine }
option-similarity-dot = 내적
option-similarity-cosine = 코사인
option-similarity-softmax = 소프트맥스
option-similarity-attention = 어텐션
option-similarity-distance = 거리
option-down-dimension = 차원
option-down-position = 위치
option-axes-columns = 열
option-axes-principal-components = 주성분
option-combine-sum = 합
option-combine-concatenation = 이어 붙이기
option-order-reversed = 뒤집은 순서
option-order-shuffled = 섞은 순서
option-content-same = 같음
option-content-independent = 독립
option-padding-left = 왼쪽
option-padding-right = 오른쪽
option-content-yours = 내 토큰
option-bug-padding = 패딩
option-bug-first-row = 표의 첫 행
option-bug-cache = KV 캐시
option-bug-moved = 옮겨진 키
option-bug-packing = 패킹한 텍스트
option-bug-pairing = RoPE의 짝짓기 방식
option-bug-bfloat16 = 반정밀도
option-bug-scaling = 불러올 때 사라진 스케일링
option-bug-attention-factor = YaRN의 어텐션 계수
option-bug-length = 표보다 긴 텍스트
option-bug-sizes = 뒤바뀐 표 크기
option-bug-axes = 축의 순서
option-bug-image = 이미지의 배열
option-bug-image-size = 크기가 다른 이미지
option-example-no-mistake = 버그 없음
option-example-noise = 잡음
option-example-tokens-added = 토큰 벡터가 더해진 표
option-example-learned = 학습된 표
option-example-random = 무작위
option-example-binary = 이진

# Parameters of the encodings

control-Index-spread = 수를 넣을 차원
option-spread-every-column = 모든 차원
option-spread-one-column = 차원 0
control-Index-start = 첫 번째 위치 ID
control-Normalized-spread = 수를 넣을 차원
control-Normalized-divisor = 나누는 수
option-divisor-N-1 = n − 1
option-divisor-N = n
control-Binary-order = 비트 순서
control-Binary-values = 비트 값
control-Gray-order = 비트 순서
control-Gray-values = 비트 값
control-Sinusoidal-base = 밑
control-Sinusoidal-layout = 배열
control-Sinusoidal-first = 쌍에서 먼저 오는 것
control-Sinusoidal-schedule = 주파수 공식
option-schedule-paper = 논문
control-Sinusoidal-start = 첫 번째 위치 ID
control-Sinusoidal-odd = 홀수 차원
option-odd-lone-wave = 짝 없는 파동
option-odd-cut = 잘라 내기
option-odd-padded = 0 덧붙이기
option-odd-zero = 0인 차원
option-odd-refused = 허용하지 않음
control-Fourier-width = 주파수의 표준편차
control-Fourier-seed = 무작위 시드
control-Grid-width = 격자의 너비
control-Grid-order = 차원의 순서
option-order-row-first = 행 먼저
option-order-column-first = 열 먼저
option-order-sines-first = 사인 먼저
control-Grid-start = 첫 번째 행과 열의 ID
control-Grid-normalized = 2π로 정규화
control-Grid-base = 밑
control-RoPE-base = 밑
control-RoPE-pairing = 짝짓기 방식
option-pairing-interleaved = 이웃끼리
option-pairing-half = 절반끼리
control-RoPE-share = 회전하는 비율
control-RoPE-exponent = 지수의 차원
option-exponent-turned-columns = 회전하는 차원
option-exponent-all-columns = 모든 차원
control-RoPE-scaling = 컨텍스트 확장
option-scaling-none = 없음
option-scaling-YaRN-as-printed = YaRN(논문의 식)
control-RoPE-factor = 배율 s
control-RoPE-trained_length = 학습 길이 L0
control-RoPE-factors = 쌍별 계수
control-xPos-base = 밑
control-xPos-pairing = 짝짓기 방식
control-ALiBi-slopes = 기울기
option-slopes-code = 코드
option-slopes-paper = 논문
control-ALiBi-direction = 방향
option-direction-causal = 인과
option-direction-symmetric = 대칭
control-T5-direction = 방향
option-direction-bidirectional = 양방향
control-T5-buckets = 버킷
control-T5-distance = 최대 거리
control-T5-step = 버킷당 nat
control-NeRF-extent = 범위
control-SlidingWindow-window = 윈도우
control-SlidingWindow-direction = 방향
control-Shaw-clip = 자르는 거리 k
control-Shaw-direction = 방향
control-Shaw-seed = 무작위 시드
control-TransformerXL-width = 사인파의 차원
control-TransformerXL-seed = 무작위 시드
control-KERPLE-kind = 커널
option-kind-log = 로그
option-kind-power = 거듭제곱
control-KERPLE-r1 = 세기 r1
control-KERPLE-r2 = 변화율 r2
control-FIRE-c = 로그 안의 배율 c
control-FIRE-threshold = 임계값 L
control-FIRE-factor = 최대 거리에서의 nat
control-Sandwich-width = 사인파의 차원
control-Sandwich-index = 첫 번째 주파수 인덱스
option-index-from-1 = 1부터
option-index-from-0 = 0부터
control-Sandwich-ratio = 압축 비율
option-ratio-per-head = 헤드마다
option-ratio-none = 없음

# What a link sets

link-unusable = 링크에서 지정한 값은 { $asked }이지만, { $key }에 쓸 수 있는 값은 { $allowed }입니다.
    .near = { link-unusable } 혹시 { $near }인가요?
link-used = 대신 { $key } = { $shown }{ JOSA($shown, "을/를") } 사용합니다.
link-schemes = 최대 { $most }개의 서로 다른 인코딩
    .name = 인코딩의 이름({ $names })
link-unknown = 링크에 { $asked }{ JOSA($asked, "이/가") } 있지만, 이 앱에는 이런 매개변수가 없습니다.
    .near = { link-unknown } 혹시 { $near }인가요?
link-others = 링크에는 쓸 수 없는 값이 { $count }개 더 있습니다: { $names }.
link-beyond = 시퀀스가 위치 { $end }에서 끝나므로, 이 페이지에서 { $found }{ JOSA($found, "을/를") } 사용합니다. n을 늘리면 원래 값으로 돌아갑니다.
link-beyond-one = { $key }{ JOSA($key, "은/는") } { $chosen } 대신 { $used }
link-beyond-two = { $first }, { $last }

# Which encodings a page shows

shown-even = 회전에는 짝수 개의 차원이 필요하므로, 이 페이지는 d = { $wider } 대신 d = { $dim }일 때를 보여 줍니다.
shown-not = { $reason } 이 페이지에는 표시하지 않습니다.
shown-rotation = { $name }{ JOSA($name, "은/는") } 쿼리와 키를 회전시킬 뿐, 토큰 임베딩에는 아무것도 더하지 않습니다. 이 페이지는 쌍 (1, 0)을 회전시켜 얻은 벡터를 표시합니다.
shown-part = { $name }{ JOSA($name, "은/는") } { $rows } × { $width }개의 수(위치 × 차원)로 이루어진 고정된 표입니다. 이 페이지는 그중 처음 { $length } × { $dim }개를 사용합니다.
shown-example = Yours는 지금 예제 “{ $example }”입니다. 다른 표를 쓰려면 검사 페이지를 여세요.
yours-missing = 링크에는 표가 들어가지 않으므로 여기에는 Yours의 표가 없습니다. 검사 페이지에서 내 표를 올리세요.
yours-closed = 이 서버에는 표를 올릴 수 없으므로 여기에는 Yours의 표가 없습니다. 검사 페이지에서 예제를 선택하세요.

# What the bar offers under "Take this figure"

code-module = 벡터를 토큰 임베딩에 더하는 PyTorch 모듈:
share =
    .link-only = 공유
    .link = 다음 링크는 이 페이지를 지금 상태 그대로 엽니다.
    .embed = 이 페이지를 다른 페이지 안에 표시하려면 그 페이지에 다음 줄을 붙여 넣으세요. 그 페이지의 주소가 이 서버의 POSENC_FRAME_ANCESTORS에 있어야 합니다.
    .embed-file = 움직이는 그림을 글에 넣으려면 HTML 파일 하나를 글과 같은 폴더에 저장하고 다음 줄을 붙여 넣으세요.
    .own-table = 올린 표는 링크에 들어가지 않습니다. 링크를 여는 사람은 자기 표를 올려야 하며, 아래의 파일과 코드에는 { $name }{ JOSA($name, "이/가") } 빠져 있습니다.
    .charts = 차트를 그림 파일로 저장하려면 차트 오른쪽 아래의 버튼을 누르세요.
    .refused = 받을 수 없는 파일이 있습니다: { $reasons }.

# Files: what each is, and why there is none

file-table = 그림, CSV
    .help = 그림에 있는 수를 반올림하지 않고 받습니다.
    .low = { $name }, 최솟값
    .high = { $name }, 최댓값
file-table-none = 이 설정에는 그림이 없습니다
file-live = 그림, 오프라인에서도 열리는 HTML(5 MB)
    .help = 슬라이더, 포인터, 키보드로 조작할 수 있는 이 그림을 파일 하나로 받습니다. plotly.js가 들어 있어 서버가 필요 없습니다.
file-live-online = 그림, 작은 HTML
    .help = plotly.js가 들어 있지 않은 같은 파일입니다. plotly.js는 Plotly 서버에서 불러옵니다.
file-matrix = { $name }, NPY
    .help = numpy.load로 읽는 행렬이며, float64 수 { $length } × { $dim }개입니다.
file-cells = 행렬은 수 { $most }개까지인데 이 행렬에는 { $count }개가 있습니다

# A misconception

misconception = 오해: “{ $quote }”
    .right = 사실: **{ $statement }** { $fact }

# Models

control-swap = *엄마*와 *아들* 바꾸기
control-positions = 위치 더하기
control-patch_row = 패치의 행
    .help = 선택한 패치의 행입니다. 맨 위가 0입니다.
control-patch_column = 패치의 열
    .help = 선택한 패치의 열입니다. 맨 왼쪽이 0입니다.
control-axial = 축별 RoPE 모델
    .help = 쿼리와 키를 행과 열에 따라 회전시키는 모델입니다.
control-mrope = M-RoPE 모델
    .help = 쿼리와 키를 시간, 행, 열에 따라 회전시키는 모델입니다.
control-grid_rows = 이미지의 행
    .help = 이미지 하나에 있는 토큰 행의 수입니다. 토큰 하나는 2 × 2 패치입니다.
control-panel = 큰 히트맵
    .help = 큰 히트맵으로 볼 인코딩입니다.
option-panel-grid = Grid
option-panel-learned = 학습된 표(대용)
option-panel-axial = 축별 RoPE
option-panel-mrope = M-RoPE
control-grid_columns = 이미지의 열
    .help = 이미지 하나에 있는 토큰 열의 수입니다. 토큰 하나는 2 × 2 패치입니다.
control-images = 이미지 수
    .help = 프롬프트에 있는 이미지의 수입니다.
control-text_tokens = 텍스트 하나의 토큰 수
    .help = 첫 이미지 앞과 각 이미지 뒤에 있는 텍스트의 토큰 수입니다.
option-axial-DINOv3 = DINOv3
option-axial-Gemma-4-vision = Gemma 4 비전
option-axial-Qwen2-VL-to-Qwen3-5-vision = Qwen2-VL∼Qwen3.5 비전
option-axial-Pixtral = Pixtral
option-axial-Llama-4-vision = Llama 4 비전
option-axial-Kimi-K2-5-vision = Kimi K2.5 비전
option-axial-SAM-2-memory = SAM 2 메모리
option-axial-EVA-02 = EVA-02
option-axial-Flux = Flux
option-axial-Wan = Wan
option-mrope-Qwen2-VL-Qwen2-5-VL = Qwen2-VL, Qwen2.5-VL
option-mrope-Qwen3-VL = Qwen3-VL
option-mrope-Qwen3-5 = Qwen3.5
option-mrope-GLM-4-1V = GLM-4.1V
option-mrope-GLM-4-5V = GLM-4.5V
option-mrope-ERNIE-4-5 = ERNIE 4.5
control-asked = 과제
    .help = 각 모델이 맞히도록 학습한 것입니다.
control-among = 인코딩
    .help = 함께 그릴 인코딩입니다.
option-asked-3-back = 세 칸 앞
option-asked-index-5 = 위치 5
option-among-families = 계열마다 하나씩
option-among-tables = 더하는 표
option-among-random = 무작위 위치
option-among-rotations = 회전
option-among-biases = 편향
option-among-scaling = RoPE 스케일링
control-model = 모델
    .help = 목록에서 모델을 고르세요. 이름이나 인코딩을 입력해 찾을 수 있습니다.
control-other = 비교할 모델
    .help = 목록에서 두 번째 모델을 고르세요.
control-as-in = 모델과 같은 설정
    .placeholder = 모델과 같이 …
    .help = 이 매개변수를 공개된 모델의 값으로 설정합니다. 출처는 모델 페이지에 있습니다.
control-paste-limit = 최대 { $most }자까지 들어가며, 더 긴 텍스트는 여기에 나타나지 않습니다.

# The switch of the language, with the name of the language in itself.

language-switch = 언어
language-name = 한국어
