# Reasons that an encoding lacks an ability, in general or at this size (Scheme.unsupported_reason).

lacks-scores = { $name }{ JOSA($name, "은/는") } 어텐션 로짓을 정의하지 않습니다.
lacks-vectors = { $name }{ JOSA($name, "은/는") } 토큰 임베딩에 아무것도 더하지 않으므로 위치 벡터가 없습니다.
lacks-rotation = { $name }{ JOSA($name, "은/는") } 쿼리와 키를 회전시키지 않습니다.
lacks-bias = { $name }에는 어텐션 편향이 없습니다.
lacks-heads = { $name }{ JOSA($name, "은/는") } 모든 어텐션 헤드에서 같습니다.
lacks-causal = { $name }{ JOSA($name, "은/는") } 뒤에 오는 위치를 가리지 않습니다.
lacks-rows = { $name }{ JOSA($name, "은/는") } 고정된 표이므로, n은 { $length } 이하, d는 { $dim } 이하여야 합니다.
lacks-pairs = { $name }{ JOSA($name, "은/는") } 차원을 쌍으로 회전시키므로 d가 짝수여야 하는데, 지금은 { $dim }입니다.
lacks-fours = { $name }에는 행과 열마다 사인과 코사인이 하나씩 있으므로 d가 4의 배수여야 하는데, 지금은 { $dim }입니다.
lacks-odd = { $name }{ JOSA($name, "은/는") } 짝수 d만 허용하도록 설정되어 있는데, 지금은 { $dim }입니다.
lacks-table = Yours에 표가 없습니다. CustomTable(table)처럼 표를 넘겨 주세요.

# First lines of the docstrings.

summary-index = 위치를 그대로 수로 씁니다. 이웃 사이 거리는 모두 같지만, 값이 한없이 커집니다.
summary-normalized = 위치를 길이에 대한 비율로 씁니다. 값이 1을 넘지 않지만, 시퀀스가 길수록 이웃 사이 거리가 짧아집니다.
summary-binary = 위치의 비트를 차원마다 하나씩 씁니다. 2^d보다 작은 위치는 모두 구별되지만, 다음 위치로 갈 때 바뀌는 비트가 하나일 때도 있고 많게는 전부일 때도 있습니다.
summary-sinusoidal = 위치의 사인과 코사인입니다. 뒤쪽의 차원 쌍일수록 느립니다. d가 짝수이면 이웃 사이 거리가 모두 같습니다.
summary-gray = 그레이 코드(Gray code)의 비트를 차원마다 하나씩 씁니다. 이웃은 비트 하나만 다르지만, 멀리 떨어진 위치 중에도 비트 하나만 다른 것이 있습니다.
summary-rope = 쿼리와 키를 차원 쌍별로 회전시킵니다. 그래서 위치는 오프셋으로만 로짓에 영향을 줍니다.
summary-alibi = 거리에 따라 선형으로 커지는 페널티를 어텐션 로짓에 줍니다. 기울기는 헤드마다 다릅니다.
summary-t5 = 버킷(bucket)마다 학습된 편향을 더합니다. 가까운 오프셋은 저마다 버킷이 하나씩 있고, 먼 오프셋은 더 큰 버킷을 함께 씁니다.
summary-kerple = 거리의 로그나 거듭제곱에 따라 커지는 페널티를 어텐션 로짓에 줍니다.
summary-fire = 거리의 로그에 따라 커지는 페널티를 쿼리 위치의 로그로 정규화합니다.
summary-sandwich = 쿼리와 키의 사인파 벡터를 내적한 값이 편향이며, 헤드마다 다른 비율로 나눕니다.
summary-nope = 아무것도 더하지 않습니다. 위치를 구별해 주는 것은 뒤에 오는 토큰을 가리는 인과 마스크(causal mask)뿐입니다.
summary-fourier = 무작위 주파수의 사인과 코사인입니다. 시드마다 주파수를 한 번씩 뽑으며, d가 짝수이면 어느 시드에서나 이웃 사이 거리가 모두 같습니다.
summary-grid = 토큰이 놓인 행의 사인과 코사인, 열의 사인과 코사인입니다. 위치는 이미지의 칸을 한 줄씩 차례로 센 번호입니다.
summary-learned = 학습된 표입니다. 위치가 512개인 모델 all-MiniLM-L6-v2의 위치 임베딩입니다.
summary-xpos = 쿼리와 키를 RoPE처럼 회전시키고, 둘의 크기를 서로 반대 방향으로 조절합니다. 그래서 오프셋이 커질수록 로짓이 감쇠합니다.
summary-nerf = NeRF가 좌표를 인코딩하는 방식대로, 옥타브 간격의 사인과 코사인을 씁니다. 차원의 쌍은 뒤로 갈수록 두 배씩 빨라집니다.
summary-slidingwindow = 가장 가까운 토큰들의 윈도우 안에는 아무것도 더하지 않고, 나머지는 모두 마스크로 가립니다. Longformer와 Mistral의 방식입니다.
summary-shaw = 오프셋마다 학습된 벡터를 쿼리와 내적해 로짓에 더합니다. 같은 쪽의 먼 오프셋은 벡터 하나를 함께 씁니다.
summary-transformerxl = 오프셋의 사인과 코사인에 학습된 진폭을 곱해 더합니다. Transformer-XL의 로짓을 이루는 네 항 중 하나입니다.
summary-axialrope = 쿼리와 키의 차원 쌍을 회전시킵니다. 한 무리의 쌍은 이미지 패치의 행 번호에 따라, 나머지 쌍은 열 번호에 따라 회전합니다.
summary-mrope = RoPE처럼 쿼리와 키를 회전시키지만, 쌍마다 시간, 행, 열 가운데 하나에 따라 회전시킵니다. 텍스트에서는 셋이 모두 같습니다.
summary-yours = 직접 만든 표입니다. 인코딩을 받는 함수는 모두 이 표도 받습니다.

# Models of a convention of `posenc_core.analysis.numbering`.

numbering-m2m100-fairseq-s-sinusoid = M2M100, fairseq의 사인파
numbering-detr-along-each-axis = DETR(축마다)
