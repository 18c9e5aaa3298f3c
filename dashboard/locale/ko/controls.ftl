# The menu, the sidebar, links, and what the foot of every page offers.

waiting = 아직 서버에 연결되지 않았습니다. 이 앱에는 WebSocket이 필요한데, 프록시나 브라우저 확장 프로그램이 막고 있을 수 있습니다.

# The menu, and the links to the next page

menu-about = 여러 위치 인코딩을 나란히 비교하는 앱입니다. 이 페이지들에 있는 수는 모두 계산한 값입니다.
menu-group-learn = 배우기
menu-group-encodings = 인코딩
menu-group-attention = 어텐션
menu-group-tools = 도구
menu-start = 시작
    .next = 시작 페이지로 돌아가기
menu-compare = 비교
    .next = 다음: 인코딩을 나란히 비교하기
menu-heatmap = 히트맵
    .next = 다음: 행렬 하나 들여다보기
menu-equidistance = 등간격
    .next = 다음: 위치 사이의 거리
menu-similarity = 유사도
    .next = 다음: 어떤 위치들이 비슷한가요?
menu-scorecard = 평가표
    .next = 다음: 인코딩은 어떤 조건을 만족하나요?
menu-shift = 이동
    .next = 다음: k만큼의 이동은 선형 변환인가요?
menu-trajectory = 궤적
    .next = 다음: 위치들은 어떤 경로를 그리나요?
menu-sentence = 문장
    .next = 다음: 위치는 문장에 어떤 영향을 주나요?
menu-attention = 어텐션
    .next = 다음: 위치는 어텐션을 어떻게 바꾸나요?
menu-rotary = 회전
    .next = 다음: RoPE는 쿼리와 키를 어떻게 바꾸나요?
menu-bias = 편향
    .next = 다음: 각 헤드는 얼마나 멀리 보나요?
menu-images = 이미지
    .next = 다음: 이미지의 패치는 어디를 보나요?
menu-practice = 흔한 버그
    .next = 다음: 위치와 관련된 흔한 버그
menu-trained = 학습된 모델
    .next = 다음: 모델은 각 인코딩으로 무엇을 학습하나요?
menu-models = 모델
    .next = 다음: 모델은 위치를 어떻게 인코딩하나요?
menu-check = 검사
    .next = 다음: 이 표는 무엇인가요?
menu-experiments = 실험
    .next = 다음: 무엇을 해 보면 좋을까요?
menu-lesson = 수업
    .next = 다음: 10단계 수업
menu-exercises = 연습 문제
    .next = 다음: 스스로 채점하는 연습 문제

# The sidebar

control-scheme = 인코딩
    .help = 인코딩을 { $most }개까지 선택하세요. 인코딩을 하나만 보여 주는 페이지에서는 첫 번째 인코딩을 사용합니다.
control-family-table = 토큰 임베딩에 더함: { $names }
control-family-rotation = 쿼리와 키를 회전: { $names }
control-family-bias = 어텐션 로짓에 편향을 더함: { $names }
control-family-yours = 검사 페이지에서 가져온 내 표: { $names }
control-none-chosen = 사이드바에서 인코딩을 하나 이상 선택하세요.
control-none-shown = 선택한 인코딩 중에는 이 크기에서 이 페이지에 표시할 수 있는 것이 없습니다. 사이드바에서 다른 인코딩을 선택하거나 크기를 바꾸세요.
control-too-large = n = { $length }, d = { $dim }까지 가능합니다. 지금은 n = { $longer }, d = { $wider }입니다.
    .fit = n = { $length }, d = { $dim } 사용하기
control-more = 옵션 더 보기
control-changed = { $label } { $shown }
control-allowed = { $help } 쓸 수 있는 값: { $allowed }.
control-unusable = { $label }에 쓸 수 있는 값은 { $allowed }입니다. 대신 { $shown }{ JOSA($shown, "을/를") } 사용합니다.
control-empty = 끝
control-front = 인코딩
control-base-handle = 밑 B
    .help = { $name }의 밑(base)입니다. 사이드바에는 1보다 큰 수라면 무엇이든 입력할 수 있습니다.
control-position-handle = 위치 p 옮기기

control-n = 길이 n
    .help = 시퀀스의 토큰 수입니다.
control-d = 차원 d
    .help = 각 벡터의 차원 수(d_model)입니다.
control-p = 위치 p
    .help = 선택한 위치이며, 0부터 셉니다. 차트에서 선택할 수도 있습니다.
control-k = 오프셋 k
    .help = 비교하는 두 위치 p와 p + k 사이의 거리(토큰 수)입니다.
control-from = 표시할 첫 위치
    .help = 차트가 시작하는 위치입니다. 차트 위를 끌어서 정할 수도 있습니다.
control-to = 표시할 마지막 위치
    .help = 차트가 끝나는 위치입니다. 비워 두면 시퀀스의 끝까지 표시합니다. 차트를 두 번 클릭하거나 두 번 탭하면 다시 전체를 표시합니다.

control-similarity = 유사도
    .help = 두 위치 벡터를 비교하는 방법입니다. 내적: 두 벡터의 내적. 코사인: 정규화한 벡터의 내적. min-max: 0에서 1 사이로 조정한 내적. 소프트맥스: 내적의 소프트맥스. 어텐션: 어텐션에서처럼 내적을 √d로 나눈 값의 소프트맥스. 거리: 유클리드 거리이며, 작을수록 비슷합니다.
control-own = 독립된 y축
    .help = 끄면 모든 인코딩이 같은 눈금을 사용하므로 크기를 비교할 수 있습니다. 켜면 인코딩마다 눈금이 따로 있으므로 모양을 비교할 수 있습니다. 이때 한 차트에 있는 곡선은 저마다의 평균 거리나 가장 큰 유사도로 나누어 그립니다.
control-down = 세로축
    .help = 히트맵의 세로축에 표시할 것입니다. 비교 페이지와 같은 차원, 또는 행렬을 인쇄할 때와 같은 위치입니다.
control-columns = 곡선으로 볼 차원
    .help = 곡선으로 그릴 차원을 8개까지 입력하세요. 예: 4-7 또는 0, 1, 30. 비워 두면 가장 빠른 쌍과 가장 느린 쌍, 또는 처음 네 차원을 그립니다.
control-column = 차원 j
    .help = 값을 단계별로 계산해 볼 차원이며, 0부터 셉니다. 히트맵에서 선택할 수도 있습니다.
control-amplitude = 진폭 A
    .help = 파동 하나 A sin(w p)의 높이입니다.
control-frequency = 주파수 w
    .help = 파동 하나 A sin(w p)의 위상이 토큰마다 늘어나는 양이며, 단위는 라디안입니다.
control-head = 어텐션 헤드
    .help = 헤드마다 다른 인코딩에서 8개 헤드 중 무엇을 표시할지 정합니다. 첫 번째 헤드는 1입니다.
control-n2 = 두 번째 길이
    .help = 같은 거리를 재어 볼 두 번째 시퀀스의 길이(토큰 수)입니다.
control-law = 닫힌 식과 로그 근사
    .help = 첫 번째 사인파 인코딩의 곡선 위에 식 두 개를 그립니다. 하나는 정확한 합 Σ cos(w k)이고, 다른 하나는 코사인의 근사 1 − (ln k + 0.577) / ln B입니다.
control-far = 먼 오프셋
    .help = 위치 p와 비교할 뒤쪽 위치까지의 토큰 수입니다.
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
    .help = 합: 토큰 벡터와 위치 벡터를 더합니다. 이어 붙이기: 두 벡터를 이어 붙입니다.
control-scale = 임베딩 초기화
    .help = 무작위 토큰 임베딩의 크기입니다. N(0, 1): 1 안팎의 값. N(0, 1/d): 흔히 쓰는 초기화이며, 논문에서는 여기에 √d를 곱해 N(0, 1)로 만듭니다. N(0, 0.02²): BERT와 GPT처럼 0.02 안팎의 값.
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
control-word = 선택한 단어
    .help = 호로 어텐션을 나타낼 단어입니다. 첫 번째 단어는 0입니다.
control-heads = 어텐션 헤드 수
    .help = 헤드의 수입니다. 인코딩의 편향은 헤드마다 다를 수 있습니다.
control-h = 선택한 헤드
    .help = 거리에 따른 어텐션을 그릴 헤드입니다. 첫 번째 헤드는 1입니다.
control-log_k = 로그 거리 축
    .help = 10의 거듭제곱마다 같은 너비를 주어 짧은 거리도 알아볼 수 있게 합니다.
control-batch = 배치 크기
    .help = 모델이 이 길이의 문장을 한 번에 몇 개 처리하는지 정합니다.
control-batch_first = 축의 순서
    .help = 배치의 첫 번째 축입니다. 문장(batch first)이거나 한 문장의 토큰, 곧 시퀀스(sequence first)입니다.
control-content = 내용
    .help = 위치를 뺀 쿼리와 키의 내용입니다. 같음: 같은 벡터. 독립: 서로 독립인 두 벡터. 내 토큰: 직접 입력한 두 토큰의 무작위 벡터.
control-query = 쿼리 토큰
    .help = 주목하는 토큰입니다. 토큰마다 아무 의미도 없는 무작위 벡터를 씁니다.
control-key = 키 토큰
    .help = 주목받는 토큰입니다.
control-mistake = 코드의 버그
    .help = RoPE 코드에서 흔한 버그입니다. 두 테스트 모두 이 버그가 있는 코드로 실행합니다.
control-bug = 버그
    .help = 페이지에 표시할 버그입니다.
control-padding = 패딩하는 쪽
    .help = 배치에서 짧은 문장의 어느 쪽을 패딩할지 정합니다.
control-context = 컨텍스트 길이
    .help = 모델이 받아들이는 최대 토큰 수이며, 표의 행 수이기도 합니다.
control-cached = KV 캐시의 토큰 수
    .help = 다음 토큰에 앞서 모델이 캐시해 둔 토큰의 수입니다.
control-table = 표
    .help = 예제 또는 직접 올린 표입니다. 올린 표는 링크에 들어가지 않으며, 페이지를 닫으면 삭제됩니다.
control-example = 예제
    .help = 시험해 볼 표입니다. 흔한 버그가 있는 식이거나 학습에서 나온 표입니다.
control-game = 수수께끼
    .help = 수수께끼의 번호입니다. 같은 번호를 입력하면 누구나 같은 수수께끼를 봅니다.

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
option-bug-bfloat16 = bfloat16 위치
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
    .help = x + p를 브로드캐스팅할 때처럼 모든 차원에 같은 수를 넣을지, 아니면 차원 0에 넣고 그 뒤는 0으로 채울지 정합니다.
option-Index-spread-every-column = 모든 차원
option-Index-spread-one-column = 차원 0
control-Index-start = 첫 번째 위치 ID
    .help = 첫 번째 토큰의 위치 ID이며, 0 또는 1입니다.
control-Normalized-spread = 수를 넣을 차원
    .help = x + p를 브로드캐스팅할 때처럼 모든 차원에 같은 수를 넣을지, 아니면 차원 0에 넣고 그 뒤는 0으로 채울지 정합니다.
option-Normalized-spread-every-column = 모든 차원
option-Normalized-spread-one-column = 차원 0
control-Normalized-divisor = 나누는 수
    .help = 위치를 n − 1로 나누면 마지막 위치가 1이 되고, n으로 나누면 늘 1보다 작습니다.
option-Normalized-divisor-N-1 = n − 1
option-Normalized-divisor-N = n
control-Binary-order = 비트 순서
    .help = 차원 0에 놓을 비트입니다. 위치마다 뒤집히는 최하위 비트(LSB) 또는 최상위 비트(MSB)입니다.
control-Binary-values = 비트 값
    .help = 비트는 0과 1, 또는 −1과 +1입니다. −1과 +1이면 모든 벡터의 노름이 같습니다.
control-Gray-order = 비트 순서
    .help = 차원 0에 놓을 비트입니다. 가장 자주 바뀌는 최하위 비트(LSB) 또는 최상위 비트(MSB)입니다.
control-Gray-values = 비트 값
    .help = 비트는 0과 1, 또는 −1과 +1입니다. −1과 +1이면 모든 벡터의 노름이 같습니다.
control-Sinusoidal-base = 밑
    .help = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
control-Sinusoidal-layout = 배열
    .help = interleaved: 논문처럼 sin, cos, sin, cos, … 순서. concatenated: 사인을 모두 놓고 나서 코사인을 모두 놓는 순서.
control-Sinusoidal-first = 쌍에서 먼저 오는 것
    .help = 논문처럼 사인, 또는 MusicGen처럼 코사인입니다.
control-Sinusoidal-schedule = 주파수 식
    .help = 논문: B^(−2i/d). Tensor2Tensor: 정확히 1/B에서 끝나는 B^(−2i/(d − 2))이며, Tensor2Tensor, fairseq, Whisper가 씁니다.
option-Sinusoidal-schedule-paper = 논문
control-Sinusoidal-start = 첫 번째 위치 ID
    .help = 첫 번째 토큰의 위치 ID입니다. 0, 또는 일부 코드에서처럼 1입니다.
control-Sinusoidal-odd = 홀수 차원
    .help = d가 홀수일 때 어떻게 할지 정합니다. 짝 없는 파동: 마지막 파동에 짝이 없습니다. 잘라 내기: d + 1일 때와 같지만 마지막 열이 없습니다. 0 덧붙이기: d − 1일 때와 같고 0으로 된 열이 더 있습니다. 0인 열: d의 주파수를 쓰고 마지막 열이 0입니다. 허용하지 않음: 벡터가 없습니다.
option-Sinusoidal-odd-lone-wave = 짝 없는 파동
option-Sinusoidal-odd-cut = 잘라 내기
option-Sinusoidal-odd-padded = 0 덧붙이기
option-Sinusoidal-odd-zero = 0인 열
option-Sinusoidal-odd-refused = 허용하지 않음
control-Fourier-width = 주파수의 퍼짐
    .help = 주파수의 표준편차 σ이며, 단위는 토큰당 라디안입니다. σ가 클수록 유사도가 더 일찍 줄어듭니다.
control-Fourier-seed = 무작위 시드
    .help = 무작위 주파수의 시드입니다.
control-Grid-width = 격자의 너비
    .help = 격자의 한 행에 있는 토큰 수입니다.
control-Grid-order = 차원의 순서
    .help = 행 먼저: 행의 파동, 그다음에 열의 파동. Hugging Face의 ViT-MAE 5.23과 같습니다. 열 먼저: 열의 파동이 먼저. 저자의 MAE, Hugging Face 4.46과 같습니다. 사인 먼저: 행과 열의 사인, 그다음에 코사인. timm과 같습니다. interleaved: 행의 sin, cos, sin, cos, 그다음에 열. DETR과 같습니다.
option-Grid-order-row-first = 행 먼저
option-Grid-order-column-first = 열 먼저
option-Grid-order-sines-first = 사인 먼저
control-Grid-start = 첫 번째 행과 열의 ID
    .help = DETR은 1부터, 나머지는 0부터 셉니다.
control-Grid-normalized = 2π로 정규화
    .help = DETR처럼 행과 열을 마지막 값으로 나누고 0에서 2π 사이로 조정합니다.
control-Grid-base = 밑
    .help = 파장 2π·B^(4i/d)의 밑(base) B이며, 파장의 단위는 행 또는 열입니다.
control-RoPE-base = 밑
    .help = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
control-RoPE-pairing = 짝짓기 방식
    .help = 어떤 차원이 함께 회전하는지 정합니다. 이웃끼리(interleaved): 논문, GPT-J, Meta의 Llama처럼 이웃한 차원끼리. 절반끼리(half): GPT-NeoX, Hugging Face의 Llama처럼 차원 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
option-RoPE-pairing-interleaved = 이웃끼리
option-RoPE-pairing-half = 절반끼리
control-RoPE-share = 회전하는 비율
    .help = 회전하는 차원의 비율이며, 첫 번째 차원부터 회전합니다. 적어도 한 쌍은 회전합니다. GPT-NeoX는 0.25, GPT-J는 256개 중 64개를 회전합니다.
control-RoPE-exponent = 지수의 차원
    .help = 회전하는 비율이 1보다 작을 때 B^(2i/d)의 d입니다. 회전하는 차원: GPT-NeoX, GPT-J처럼 회전하는 차원의 수. 모든 차원: 모든 차원에 대한 주파수를 쓰고 느린 것을 0으로 둡니다. Hugging Face에서는 proportional이라고 부릅니다.
option-RoPE-exponent-turned-columns = 회전하는 차원
option-RoPE-exponent-all-columns = 모든 차원
control-RoPE-scaling = 컨텍스트 확장
    .help = 학습 때보다 긴 컨텍스트를 위해 회전 주파수를 낮추는 방법입니다. linear: 모두 똑같이. NTK-aware: 더 큰 밑으로. dynamic: 길이에 따라 커지는 밑으로. YaRN과 llama3: 학습 길이 안에서 회전 수가 적은 쌍만. LongRoPE: 탐색으로 찾은 계수로.
option-RoPE-scaling-none = 없음
option-RoPE-scaling-YaRN-as-printed = YaRN(논문의 식)
control-RoPE-factor = 확장 배율 s
    .help = 컨텍스트가 학습 때보다 몇 배 긴지 정합니다. LongRoPE에서는 어텐션 계수만 정합니다.
control-RoPE-trained_length = 학습 길이 L0
    .help = 학습할 때의 컨텍스트 길이(토큰 수)입니다.
control-RoPE-factors = 쌍별 계수
    .help = 학습 길이를 넘으면 각 쌍이 몇 배 느리게 회전하는지 정합니다. 수를 쉼표로 구분해 입력하면 빠른 쌍부터 느린 쌍까지 고르게 배정합니다.
control-xPos-base = 밑
    .help = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
control-xPos-pairing = 짝짓기 방식
    .help = 어떤 차원이 함께 회전하는지 정합니다. 이웃끼리(interleaved): 이웃한 차원끼리. 절반끼리(half): 차원 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
option-xPos-pairing-interleaved = 이웃끼리
option-xPos-pairing-half = 절반끼리
control-ALiBi-slopes = 기울기
    .help = 헤드 수가 2의 거듭제곱이 아닐 때의 기울기입니다. 코드: 실제 모델이 쓰는 저자 코드와 같으며, 뒤쪽 헤드에는 헤드가 두 배일 때의 기울기를 씁니다. 논문: 논문의 설명대로 등비수열 하나.
option-ALiBi-slopes-code = 코드
option-ALiBi-slopes-paper = 논문
control-ALiBi-direction = 방향
    .help = 인과(causal): 논문처럼 쿼리가 앞에 있는 키만 봅니다. 대칭: 쿼리가 모든 키를 보고, 양쪽 모두 거리에 따라 페널티를 줍니다.
option-ALiBi-direction-causal = 인과
option-ALiBi-direction-symmetric = 대칭
control-T5-direction = 방향
    .help = 양방향: 인코더처럼 쿼리가 모든 키를 보고, 양쪽에 버킷을 절반씩 씁니다. 인과(causal): 디코더처럼 쿼리가 앞에 있는 키만 봅니다.
option-T5-direction-bidirectional = 양방향
option-T5-direction-causal = 인과
control-T5-buckets = 버킷
    .help = 버킷의 수입니다.
control-T5-distance = 최대 거리
    .help = 이 거리부터는 모든 거리가 마지막 버킷을 함께 씁니다. 반올림 때문에 마지막 버킷이 더 일찍 시작할 수 있습니다.
control-T5-step = 버킷당 내트
    .help = 한 버킷에서 다음 버킷으로 갈 때 어텐션 로짓이 줄어드는 양이며, 단위는 내트(nat)입니다. 모델이 학습하는 값을 대신하는 것으로, 논문에 있는 값이 아닙니다.
control-NeRF-extent = 범위
    .help = 좌표 x = p / extent가 0에서 1까지 가는 동안의 토큰 수입니다.
control-SlidingWindow-window = 윈도우
    .help = 쿼리가 한쪽으로 보는 토큰의 수이며, 자기 자신도 셉니다. Mistral 7B에서는 4,096입니다.
control-SlidingWindow-direction = 방향
    .help = 인과(causal): Mistral처럼 쿼리가 앞에 있는 키만 봅니다. 대칭: Longformer처럼 뒤에 있는 키도 같은 수만큼 봅니다.
option-SlidingWindow-direction-causal = 인과
option-SlidingWindow-direction-symmetric = 대칭
control-KERPLE-kind = 커널
    .help = 로그: 거리 k에서 페널티 r1 ln(1 + r2 k). 거듭제곱: 페널티 r1 k^r2이며, r2 = 1이면 ALiBi입니다.
option-KERPLE-kind-log = 로그
option-KERPLE-kind-power = 거듭제곱
control-KERPLE-r1 = 크기 r1
    .help = 페널티의 세기입니다. 모델은 헤드마다 하나씩 학습하며, 0과 2 사이(로그) 또는 0과 1 사이(거듭제곱)의 무작위 값에서 시작합니다. 여기서는 모든 헤드가 같은 값을 씁니다.
control-KERPLE-r2 = 변화율 r2
    .help = 거리에 곱하는 수(로그), 또는 거리의 지수(거듭제곱)이며 지수는 최대 2입니다. 모델은 헤드마다 하나씩 학습합니다. 여기서는 모든 헤드가 같은 값을 씁니다.
control-FIRE-c = 로그의 크기 c
    .help = 거리 k에 대한 ln(c k + 1)의 c입니다. 모델은 0.1에서 시작해 학습합니다.
control-FIRE-threshold = 임계값 L
    .help = 이 위치보다 앞에 있는 쿼리는 L로 나누고, 그 뒤의 쿼리는 자기 위치로 나눕니다. 모델은 512에서 시작해 학습합니다.
control-FIRE-factor = 최대 거리에서의 내트
    .help = 정규화한 거리에 곱하는 수이며, 단위는 내트(nat)입니다. 모델이 헤드마다 학습하는 작은 신경망을 대신하는 것으로, 논문에 있는 값이 아닙니다.
control-Sandwich-width = 사인파의 차원
    .help = 사인파의 차원 수이며, 코사인 수의 두 배입니다. d와는 무관합니다.
control-Sandwich-index = 첫 번째 주파수 인덱스
    .help = 1부터: 논문에 적힌 식 그대로. 0부터: 사인파 자체의 내적.
option-Sandwich-index-from-1 = 1부터
option-Sandwich-index-from-0 = 0부터
control-Sandwich-ratio = 압축 비율
    .help = 헤드마다: 헤드 H개 중 헤드 h에서는, 소프트맥스에 영향이 없는 거리 0의 편향을 뺀 다음 8h/H로 나눕니다. 없음: 내적 그대로이며, 모든 헤드에서 같습니다.
option-Sandwich-ratio-per-head = 헤드마다
option-Sandwich-ratio-none = 없음

# What a link sets

link-unusable = 링크에서 지정한 값은 { $asked }입니다. 그런데 { $key }에 쓸 수 있는 값은 { $allowed }입니다.
    .near = { link-unusable } 혹시 { $near }인가요?
link-used = 대신 { $key } = { $shown }{ JOSA($shown, "을/를") } 사용합니다.
link-schemes = 최대 { $most }개의 서로 다른 인코딩
link-no-scheme = 링크에서 선택한 인코딩이 없습니다.
link-unknown = 링크에서 지정한 값은 { $asked }입니다. 그런데 이 앱에는 이런 매개변수가 없습니다.
    .near = 링크에서 지정한 값은 { $asked }입니다. 그런데 이 앱에는 이런 매개변수가 없습니다. 혹시 { $near }인가요?
link-others = 링크에는 쓸 수 없는 값이 { $count }개 더 있습니다: { $names }
link-beyond = 시퀀스가 위치 { $end }에서 끝나므로 이 페이지는 { $found }{ JOSA($found, "을/를") } 사용합니다. n을 늘리면 원래 값으로 돌아갑니다.
link-beyond-one = { $chosen } 대신 { $key } = { $used }

# Which encodings a page shows

shown-instead = { $ability ->
    [rotation] 선택한 인코딩은 쿼리와 키를 회전하지 않으므로
   *[bias] 선택한 인코딩에는 어텐션 편향이 없으므로
} 이 페이지는 { $name }{ JOSA($name, "을/를") } 표시합니다.
shown-not = { $reason } 이 페이지에는 표시하지 않습니다.
shown-rotation = { $name }{ JOSA($name, "은/는") } 쿼리와 키를 회전할 뿐, 토큰 임베딩에는 아무것도 더하지 않습니다. 이 페이지는 쌍 (1, 0)을 회전해 얻은 벡터를 표시합니다.
shown-part = { $name }{ JOSA($name, "은/는") } { $rows } × { $width }개의 수(위치 × 차원)로 이루어진 고정된 표입니다. 이 페이지는 그중 처음 { $length } × { $dim }개를 사용합니다.
shown-example = Yours는 지금 예제 “{ $example }”입니다. 다른 표를 쓰려면 검사 페이지를 여세요.
yours-missing = 링크에는 표가 들어가지 않으므로 여기에는 Yours의 표가 없습니다. 검사 페이지에서 내 표를 올리세요.
yours-closed = 이 서버에는 표를 올릴 수 없으므로 여기에는 Yours의 표가 없습니다. 검사 페이지에서 예제를 선택하세요.

# Share and download

code-module = 벡터를 토큰 임베딩에 더하는 PyTorch 모듈:
share = 공유와 내려받기
    .link-only = 공유
    .link = 지금 상태 그대로의 이 페이지 링크:
    .embed = 이 페이지 삽입하기(서버의 POSENC_FRAME_ANCESTORS에서 삽입할 사이트를 허용해야 합니다):
    .own-table = 올린 표는 링크에 들어가지 않습니다. 링크를 여는 사람은 자기 표를 올려야 하며, 아래의 파일과 코드에는 { $name }{ JOSA($name, "이/가") } 빠져 있습니다.
    .charts = 차트를 내려받으려면 차트 오른쪽 아래의 버튼을 누르세요. PNG, SVG, 대화형 HTML로 받을 수 있습니다. HTML은 5 MB짜리 파일 하나이거나, 옆에 plotly.js가 있어야 하는 작은 파일입니다.
    .refused = 파일로 받을 수 없음: { $reasons }.

# Files: what each is, and why there is none

file-table = { $name }, CSV
    .help = 차트에 있는 수입니다.
file-matrix = { $name }, NPY
    .help = numpy.load로 읽는 행렬이며, float64 수 { $length } × { $dim }개입니다.
file-rows = 표는 최대 { $most }개 위치까지인데 { $count }개를 표시하고 있습니다(표시할 첫 위치와 마지막 위치를 정하세요)
file-cells = 행렬은 수 { $most }개까지인데 이 행렬에는 { $count }개가 있습니다
file-pairs = 모든 위치 쌍은 n = { $length }, d = { $dim }까지 비교하는데 지금은 n = { $longer }, d = { $wider }입니다
file-one-position = 위치가 하나인 시퀀스에는 쌍이 없습니다

# A misconception

misconception = 오해: “{ $quote }”
    .right = 사실: **{ $statement }** { $fact }

# The line with the sizes and the slider

sizes-position = 위치 **p = { $position }** ({ $sizes })
sizes-help = 슬라이더를 끌거나 화살표 키를 누르세요. 사이드바와 같은 p가 바뀝니다.

# Models

control-swap = *엄마*와 *아들* 바꾸기
    .help = 두 번째 문장에는 같은 단어를 다른 순서로 놓습니다.
control-positions = 위치 더하기
    .help = 문장에서의 자리에 따라 각 단어에 사인파 벡터를 더합니다.
control-focus = 단어
    .help = 어텐션을 표시할 단어입니다.
control-patch_row = 패치의 행
    .help = 선택한 패치의 행입니다. 맨 위가 0입니다.
control-patch_column = 패치의 열
    .help = 선택한 패치의 열입니다. 맨 왼쪽이 0입니다.
control-axial = 축별 RoPE 모델
    .help = 쿼리와 키를 행과 열에 따라 회전시키는 모델입니다.
control-mrope = M-RoPE 모델
    .help = 쿼리와 키를 시간, 행, 열에 따라 회전시키는 모델입니다.
control-grid_rows = 이미지의 행
    .help = 이미지마다의 토큰 행 수입니다. 토큰 하나는 2 × 2 패치입니다.
control-grid_columns = 이미지의 열
    .help = 이미지마다의 토큰 열 수입니다. 토큰 하나는 2 × 2 패치입니다.
control-images = 이미지 수
    .help = 프롬프트에 있는 이미지의 수입니다.
control-text_tokens = 텍스트마다의 토큰
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
option-mrope-ERNIE-4-5 = ERNIE 4.5
control-asked = 과제
    .help = 각 모델이 답하도록 학습된 문제입니다.
control-among = 인코딩
    .help = 함께 그릴 인코딩입니다.
control-predict = 결과
    .help = 먼저 예측하기: 어떤 인코딩이 가장 먼저 실패할지 답할 때까지, 학습 길이를 넘는 결과를 숨깁니다.
control-column_of = Index와 Normalized가 수를 넣는 곳
    .help = 벡터의 모든 열, 또는 첫 번째 열에만 넣습니다.
option-asked-1-back = 1개 전
option-asked-3-back = 3개 전
option-asked-8-back = 8개 전
option-asked-index-5 = 인덱스 5
option-asked-induction = 인덕션(induction)
option-asked-copy = 복사
option-asked-order = 순서
option-among-families = 계열마다 하나씩
option-among-tables = 더하는 표
option-among-codes = 코드와 수
option-among-constant = 모든 열이 같음
option-among-rotations = 회전
option-among-biases = 편향
option-among-scaling = RoPE 스케일링
option-among-scaling500 = RoPE 스케일링, 밑 500
option-predict-shown = 모두 표시
option-predict-first = 먼저 예측하기
option-column_of-every-column = 모든 열에
option-column_of-one-column = 한 열에
control-model = 모델
    .help = 목록에 있는 모델입니다. 이름이나 인코딩을 입력해 찾을 수 있습니다.
control-other = 비교할 모델
    .help = 목록에 있는 두 번째 모델입니다.
control-layer = 층
    .help = 모델의 층이며, 0부터 셉니다.
control-as-in = 모델과 같은 설정
    .placeholder = 모델과 같이 …
    .help = 이 매개변수를 공개된 모델의 값으로 설정합니다. 출처는 모델 페이지에 있습니다.
control-paste-limit = 최대 { $most }자까지 들어갑니다. 더 긴 텍스트는 여기에 나타나지 않습니다.

# The switch of the language, with the name of the language in itself.

language-switch = 언어
language-name = 한국어
