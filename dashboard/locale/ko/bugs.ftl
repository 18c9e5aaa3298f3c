# The page Bugs: code that gives tokens wrong positions.

bugs-title = 버그: 코드에서 위치는 어떻게 틀릴까요?

# The claim below the title, and the list of bugs

bugs-silent = 이 버그 { $whole }개 중 { $count }개는 드러나지 않습니다. 코드는 오류 없이 실행되지만 계산한 값이 틀립니다.
bugs-harmless = 이 컨텍스트 길이에서는 버그 { $count }개가 아무것도 바꾸지 않습니다.
bugs-seen-silent = 드러나지 않는 버그입니다. 오류가 나지 않습니다.
bugs-seen-error = 오류로 끝나는 버그입니다.
bugs-seen-harmless = 이 컨텍스트 길이에서는 아무것도 바꾸지 않습니다.
bugs-wrong = 잘못된 코드
bugs-right = 올바른 코드
bugs-assert = **버그를 찾는 테스트**, `posenc_tools.testing` 사용:
bugs-listings = 코드는 PyTorch용입니다.

# Labels of the pictures

bugs-place = 인덱스
bugs-sentence = 문장
bugs-position = 위치
bugs-row = 행
bugs-column = 열
bugs-table-row = 표의 행
bugs-token = 토큰
bugs-batch =
    .words-5 = 나는 너를 정말 많이 사랑해
    .words-3 = 그녀는 차를 마신다
    .words-2 = 좋은 아침
bugs-value = 값
bugs-hover = { $axis } { $y }, { $label } { $x }<br>{ $name } { $z }
    .word = { $axis } { $y }, { $label } { $x }<br>{ $text }<br>{ $name } { $z }
bugs-cells-alt = { $heading }: { $facts }.
bugs-counted = 배치를 따라 센 위치
bugs-from-mask = 마스크로 구한 위치
bugs-read = 이 배치에서 RoBERTa가 읽는 행
bugs-one-count = 모든 텍스트를 이어서 센 위치
bugs-restarted = 텍스트마다 0부터 센 위치
bugs-wrong-order = 잘못된 줄이 더하는 행
bugs-MAE = MAE: 열, 그다음 행
bugs-Hugging-Face = Hugging Face의 MAE, 버전 5.23: 행, 그다음 열
bugs-timm = timm: 사인, 그다음 코사인
bugs-DETR = DETR: 행, 그다음 열, 1부터, 2π까지
bugs-patches = 패치 { $rows } × { $columns }개가 읽는 표의 행
bugs-cached-token = 캐시된 토큰
bugs-logits = RoPE의 평균 로짓(nat)
bugs-counted-on = 올바름: 위치 { $position }
bugs-counted-restarted = 잘못됨: 위치 0
bugs-logits-alt = 새 토큰과 캐시된 각 토큰의 평균 로짓. 새 토큰이 올바른 위치에 있을 때와 위치 0에 있을 때.
bugs-kept-token = 토큰(새 위치순)
bugs-weights = 다음 토큰의 어텐션 가중치
bugs-key-rotated = 올바름: 새 위치로 회전
bugs-key-still = 잘못됨: 여전히 예전 위치의 회전
bugs-weights-alt = 다음 토큰이 캐시된 각 토큰과 자기 자신에 주는 어텐션 가중치. 키가 새 위치로 회전했을 때와 여전히 예전 위치로 회전해 있을 때.
bugs-pair = 쌍
bugs-frequencies = 주파수, 토큰당 라디안
bugs-scaled = 올바름: llama3 스케일링
bugs-unscaled = 잘못됨: 스케일링 없음
bugs-default-base = 잘못됨: 밑 10,000, 스케일링 없음
bugs-frequencies-alt = 로그 축에 나타낸 각 차원 쌍의 주파수. 스케일링이 있을 때, 없을 때, 밑이 기본값일 때.
bugs-offset = 오프셋
bugs-once = 올바름: 한 번
bugs-twice = 잘못됨: 두 번
bugs-never = 잘못됨: 쓰지 않음
bugs-sized-alt = 오프셋에 따른 평균 로짓. 어텐션 계수를 한 번 쓸 때, 두 번 쓸 때, 쓰지 않을 때.
bugs-line = 위치 { RANGE($start, $end) }(위)와 bfloat16에서의 값(아래)
bugs-line-alt = { RANGE($start, $end) }의 수직선. bfloat16에서 일어나는 변화: { $facts }.
bugs-becomes = { $x }{ JOSA($x, "이/가") } { $y }{ JOSA($y, "으로/로") } 바뀜

# Padding

bugs-padding-left = 왼쪽 패딩을 단어처럼 세면 토큰 { $whole }개 중 { $count }개의 위치가 틀립니다. 위치란 문장에서 그 토큰보다 앞에 있는 토큰의 수이며, 패딩은 세지 않습니다.
bugs-padding-right = 오른쪽 패딩은 해롭지 않습니다. 모든 토큰이 패딩보다 앞에 있기 때문입니다. 텍스트를 생성하는 모델에서는 다음 토큰이 마지막 토큰 바로 뒤에 오도록 왼쪽에 패딩합니다.
bugs-cost-table = 벡터를 더하는 { $scheme }에서는 한 문장 안의 로짓이 최대 { NUMBER($value, maximumSignificantDigits: 3) } nat 변합니다.
bugs-cost-rotation = 회전시키는 { $scheme }에서는 한 문장 안의 로짓이 최대 { NUMBER($value, maximumSignificantDigits: 3) } nat 변합니다.
bugs-cost-bias = 편향을 더하는 { $scheme }에서는 한 문장 안의 로짓이 최대 { NUMBER($value, maximumSignificantDigits: 3) } nat 변합니다.
bugs-cost-same = 토큰 사이의 오프셋만 영향을 주는 { $schemes }에서는 로짓이 그대로입니다.
bugs-cost-none = { $schemes }에서는 한 문장 안의 로짓이 하나도 변하지 않습니다.
bugs-padding-note = 내용은 N(0, 1)에서 뽑은 무작위 수이며, d = { $dim }입니다. 로짓이 1 nat 커지면 어텐션 가중치가 최대 { $factor }배로 커집니다.

# First row

bugs-first = { $names }{ JOSA($names, "은/는") } 첫 토큰에서 표의 행 { $position }{ JOSA($position, "을/를") } 읽으므로, { $length }토큰에는 행이 { $rows }개 필요합니다.
bugs-first-padding = { $names }에서 행 { $position }{ JOSA($position, "은/는") } 패딩용입니다.
bugs-first-early = 코드가 행을 0부터 세면 모든 토큰이 { $count }칸 앞의 행을 읽지만, 오류는 나지 않습니다.
bugs-first-error = 행이 { $rows }개이므로 { $rows }토큰까지 처리할 수 있다고 착각하면, 위치 { $length }에 행 { $rows }{ JOSA($rows, "이/가") } 필요하지만 마지막 행은 { $last_position }이므로 오류가 납니다: `index out of range in self`.
bugs-model = 모델
bugs-first-token = 첫 토큰
bugs-padding-row = 패딩
bugs-needed = { $length }토큰에 필요한 행
bugs-row-at = 행 { $position }
    .formula = 번호 { $position }
bugs-like-token = 토큰과 같음
bugs-no-row = –
bugs-rows-needed = { $rows }
    .growing = { $rows }, 필요하면 더 많이
    .formula = 식이므로 없음
bugs-rows = 행이 { $rows }개인 표로는 { $length }토큰까지 처리할 수 있습니다.
    .quote = RoBERTa의 max_position_embeddings는 { $rows }이므로 { $rows }토큰까지 처리할 수 있다.
    .fact = { $rows }{ JOSA($rows, "은/는") } 행의 수입니다. 첫 토큰이 행 { $position }{ JOSA($position, "을/를") } 읽으므로, 텍스트는 최대 { $length }토큰입니다. 토큰이 하나 더 있으면 행 { $rows }{ JOSA($rows, "이/가") } 필요하지만, 마지막 행은 { $last_position }입니다.

# Cache

bugs-cache = KV 캐시에는 지금까지 나온 모든 토큰의 키가 있습니다. { $count ->
    [1] 토큰이 토큰 0 하나뿐이므로 다음 토큰의 위치는 1입니다.
   *[other] 토큰이 0부터 { $last_position }까지 { $count }개이므로 다음 토큰의 위치는 { $count }입니다.
}
bugs-cache-nearest = 그러면 RoPE에서 다음 토큰의 로짓은 가장 최근 토큰인 토큰 { $position }에서 가장 큽니다. 위치를 다시 0부터 세면 가장 오래된 토큰인 토큰 { $other }의 로짓이 { $value } nat 커져서 가장 큰 로짓이 됩니다.
bugs-cache-same = 위치를 다시 0부터 세면 다음 토큰의 위치가 캐시된 토큰의 위치와 같아집니다. RoPE에서 두 토큰의 로짓은 { $value } nat 커집니다.
bugs-cache-batch = 패딩한 배치에서는 다음 토큰의 위치가 문장마다 다릅니다. 버그 “{ option-bug-padding }”의 배치에서는 차례로 { $lengths }입니다. 캐시의 길이는 모든 문장에서 { $width }토큰이므로, 이를 위치로 쓸 수 없습니다.
bugs-cache-note = 내용이 같고 분산이 1일 때의 평균 로짓이며, d = { $dim }입니다.

# Moved keys

bugs-moved = { $whole }토큰의 캐시에서 오래된 절반이 없어지면 위치 { $position }{ JOSA($position, "이/가") } 0이 됩니다. 키가 여전히 예전 위치로 회전해 있으면 다음 토큰이 주는 어텐션 가운데 잘못된 토큰으로 가는 비율이 { PERCENT($share) }입니다. 옮기거나 합치는 키는 R((new − old)ω)로 회전시키세요.
bugs-moved-note = RoPE에서 내용이 같고 분산이 1일 때의 가중치이며, d = { $dim }입니다.

# Packing

bugs-packing = 패킹(packing)은 텍스트 { $rows }개를 한 행에 이어 놓으며, 위치는 텍스트마다 0부터 세어야 합니다. 모두 이어서 세면 위치 { $whole }개 중 { $count }개가 바뀝니다.
bugs-packing-cost = 그러면 한 텍스트 안의 로짓이 { $scheme }에서는 최대 { NUMBER($value, maximumSignificantDigits: 2) } nat 변하고, { $schemes }에서는 변하지 않습니다. 텍스트의 시작 위치가 오프셋에서 소거되기 때문입니다.
bugs-packing-mask = 토큰 { $rest }개의 위치가 0이므로, 위치만으로는 텍스트를 나누지 못합니다. 마스크를 쓰거나 가변 길이 어텐션에 `cu_seqlens`({ $values })를 쓰면, 토큰 쌍 { $whole }개 중 { $count }개가 남습니다. 둘 다 없으면 Hugging Face transformers는 위치가 다시 시작하는 곳을 텍스트의 시작으로 봅니다.

# Pairing of RoPE

bugs-paired = 어떤 코드는 절반만큼 떨어진 차원 i와 i + d/2를(절반끼리), 어떤 코드는 이웃한 2i와 2i + 1을(이웃끼리) 함께 회전시킵니다. 어느 쪽이든 노름이 그대로이고 내적이 오프셋만으로 정해지므로, 짝짓기가 틀려도 드러나지 않습니다. 하지만 가중치는 학습할 때의 짝짓기 방식에서만 작동합니다. 오프셋 { $offset }에서 같은 쿼리와 키의 내적은 절반끼리 짝지으면 { APART($here, $there) }, 이웃끼리 짝지으면 { APART($there, $here) }입니다.
bugs-paired-values = q와 k의 내적
bugs-halves = 여기서 올바름: 절반끼리
bugs-neighbors = 여기서 잘못됨: 이웃끼리
bugs-paired-alt = 절반끼리와 이웃끼리 회전시킨 한 쿼리와 한 키의 오프셋에 따른 내적.
bugs-paired-libraries = 내 라이브러리의 짝짓기 방식은 무엇인가요?

# Half precision

bugs-bfloat16 = bfloat16에는 이진수 8자리만 남으므로 { $position }{ JOSA($position, "이/가") } { $other }{ JOSA($other, "이/가") } 됩니다.
bugs-left = { $name }에서는 위치 { $whole }개 중 서로 다른 값이 { $count }개 남습니다.
bugs-left-all = 이 컨텍스트 길이의 위치 { $whole }개는 모두 서로 다른 값으로 남습니다.
bugs-infinite = float16에서 가장 큰 유한한 수는 { $position }입니다. 위치 { $end }까지는 이 수로 반올림되고, 위치 { $later }부터는 무한대가 됩니다.
bugs-angle = 주파수도 자릿수를 잃습니다. bfloat16에서 RoPE(d = { $dim })의 쌍 { $column }{ JOSA($column, "은/는") } 위치 { $last_position }에서 { $value }라디안만큼 더 돌거나 덜 돕니다.
bugs-angle-lost = 반 바퀴가 넘는 오차이므로, 이 쌍의 각도에는 아무 정보도 남지 않습니다.
bugs-format = 형식
bugs-format-positions = 위치 { $length }개 중 서로 다른 위치
bugs-format-values = 값을 반올림했을 때 벡터 { $length }개 중 서로 다른 벡터(Sinusoidal, d = { $dim })
bugs-format-frequencies = 주파수를 반올림했을 때 각도의 가장 큰 오차(RoPE, d = { $dim })
bugs-format-angles = 위치를 반올림했을 때 각도의 가장 큰 오차(RoPE, d = { $dim })
bugs-radians = { $value }라디안
    .none = 정의되지 않음
bugs-wide = bfloat16은 float32와 범위가 같지만, 정밀도는 다릅니다.
    .quote = bfloat16은 float32만큼 큰 수까지 나타내므로 모든 위치를 나타낼 수 있다.
    .fact = 위치 { $whole }개 중 서로 다른 수로 남는 것이 bfloat16에서는 { $count }개이고, 범위가 더 좁은 float16에서는 { $rest }개입니다.

# Scaling

bugs-scaling = `persistent=False`인 버퍼 `inv_freq`는 체크포인트에 없으므로, 불러올 때 다시 계산해야 합니다. 이때 Llama 3.1 8B의 스케일링이 사라지면 쌍 { $whole }개 중 { $count }개가 원래보다 최대 { $factor }배 빠르게 회전합니다. 밑(base)까지 10,000이 되면 최대 { NUMBER($high, maximumSignificantDigits: 3) }배 빨라집니다.

# Attention factor

bugs-attention-factor = 배율이 { $factor }이면 YaRN은 코사인과 사인에 어텐션 계수(attention factor) a = { NUMBER($here, maximumSignificantDigits: 3) }{ JOSA(NUMBER($here, maximumSignificantDigits: 3), "을/를") } 곱하므로, 로짓에는 a² = { NUMBER($there, maximumSignificantDigits: 3) }{ JOSA(NUMBER($there, maximumSignificantDigits: 3), "을/를") } 곱하게 됩니다. 코드에 a가 빠지면 로짓이 { PERCENT($low) } 작고, a를 두 번 곱하면 { PERCENT($high) } 큽니다.

# Too long

bugs-length = 행이 { $rows }개인 표에는 위치가 0부터 { $last_position }까지 있으므로, 위치 { $rows }의 행은 없습니다. 어떤 오류가 나는지는 코드가 행을 읽는 방법에 따라 다릅니다:
bugs-error-embedding = CPU에서 `nn.Embedding`에 행 { $rows }{ JOSA($rows, "이/가") } 필요하지만, 마지막 행은 { $last_position }입니다.
bugs-error-cuda = GPU에서는 같은 코드에서 이 오류가 나며, PyTorch의 새 버전은 둘째 줄도 출력합니다. 오류가 코드의 더 뒤쪽 줄에서 보고될 수 있으므로, CPU에서 실행해 찾으세요.
bugs-error-slice = `{ $text }`에서 슬라이스의 행은 표의 행보다 많을 수 없으므로, { $count }토큰에 행이 { $rows }개뿐입니다.
bugs-error-numpy = NumPy에서는 같은 슬라이스에서 이 오류가 납니다.
bugs-length-fix = 텍스트를 자르거나 나누세요. 식으로는 행을 더 만들 수 있지만, 모델은 그런 행으로 학습하지 않았습니다. 학습된 표에 행을 더하면, 그 행은 학습할 때까지 무작위입니다.

# Swapped sizes

bugs-sizes = 어휘의 크기가 { $whole }인데 표의 행이 { $length }개이면, { $length } 이상인 토큰 ID에는 행이 없습니다: `index out of range in self`. ID가 작은 배치는 실행되고, 오류는 나중에 납니다. 위치 표에는 필요한 것보다 행이 { $count }개 많으며, 남는 행은 전혀 학습되지 않습니다.
bugs-sizes-equal = 여기서는 두 표 모두 행이 { $rows }개이므로, 크기를 뒤바꾸어도 아무것도 달라지지 않습니다.
bugs-sizes-fit = 크기가 { $whole }인 어휘는 행 { $rows }개에 들어가므로, 처음에는 아무것도 눈에 띄지 않습니다. 그러나 { $whole }토큰보다 긴 텍스트에는 행이 없는 위치가 필요합니다.

# Axes

bugs-axes = 잘못된 줄은 문장 0의 모든 토큰에 행 0을, 문장 1의 모든 토큰에 행 1을 더합니다. 표에 문장 { $count }개의 행이 모두 있으면 오류가 나지 않습니다. 한 문장의 토큰 { $length }개가 모두 한 위치를 받으므로, 토큰의 순서가 사라집니다.
bugs-axes-link = 배열의 형상(shape)을 줄마다 살펴보기

# Images

bugs-image = 식 하나에서 서로 다른 표 { $count }개가 나옵니다. 열의 순서가 다르고, 첫 번호가 0이거나 1이며, DETR은 마지막 번호가 2π가 되도록 번호의 크기를 조정합니다. 이 가운데 거리를 바꾸는 것은 크기 조정뿐입니다. 처음 두 토큰 사이의 거리는 DETR에서 { $here }, 나머지에서 { $there }입니다. 한 표로 학습한 가중치는 다른 표에서 작동하지 않습니다.
bugs-image-shape = 크기뿐 아니라 형태도 중요합니다. { $rows } × { $width } 이미지도 토큰 수가 같으므로 표가 맞아 들어갑니다. 그러나 토큰 { $position }{ JOSA($position, "은/는") } 행 0의 끝이 아니라 행 { $other }, 열 { $column }에 놓입니다.
bugs-image-size = 2 × 3 패치용 표에는 행이 { $rows }개 있으며, 그중 하나는 클래스 토큰용입니다. 3 × 4 패치 이미지에는 { $count }개가 필요하므로, 그대로 더하면 오류가 납니다: `The size of tensor a ({ $count }) must match the size of tensor b ({ $rows })`.
bugs-image-size-flat = 표를 이미지로 보고 크기를 바꾸면, 새 패치는 예전 행을 섞은 값을 읽습니다. 그림에서는 선형(linear)으로 섞었지만, 올바른 줄은 삼차(cubic)로 섞습니다. 긴 행 하나로 보고 크기를 바꾸면, 패치가 이미지의 가장자리를 넘어서 읽고 클래스 토큰도 섞여 들어갑니다.

bugs-follow-up = 사람들은 위치에 대해 무엇을 물을까요?
