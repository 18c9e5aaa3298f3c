# The page Bias: how far each attention head looks.

bias-title = 편향: 각 헤드는 얼마나 멀리 보나요?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

bias-subject = 어텐션은 여러 헤드(head)로 나뉘어 작동하며, 편향(bias)으로 헤드마다 얼마나 멀리 볼지를 정할 수 있습니다. 편향은 쿼리(query)와 키(key)의 위치에 따라 정해지는 수입니다. 이 수를 로짓(logit)에 더하면, 소프트맥스(softmax)가 로짓을 어텐션 가중치로 바꿉니다.
bias-single = 위치가 하나뿐인 시퀀스에는 거리가 없습니다. n을 더 크게 하세요.
bias-before =
    .claim = 여기서 거리는 모두 쿼리보다 앞에 있는 키까지의 거리입니다. 뒤에 있는 키의 편향은 다를 수 있습니다.
bias-learned =
    .claim = { $scheme }에서 각 헤드가 얼마나 멀리 보는지는 학습으로 정해집니다. 여기에 나오는 값은 예시이며, ‘옵션’에서 바꿀 수 있습니다.
bias-query-content =
    .claim = 편향은 쿼리에 따라서도 달라지며, 여기서는 무작위 쿼리를 썼습니다.
bias-clipped =
    .claim = 거리 { $offset }부터는 같은 쪽의 키가 모두 벡터 하나를 함께 쓰므로, 편향으로는 서로 구별할 수 없습니다.
bias-terms =
    .claim = 이 편향은 로짓을 이루는 항 { $whole }개 중 하나입니다. 나머지 { $count }개는 쿼리나 키의 내용에 따라 달라집니다.
bias-halves = 도달 거리
bias-flat = 제한 없음
    .cell = { bias-halves }
    .claim = { $scheme }에서는 쿼리가 볼 수 있는 키의 편향이 모두 같으므로 거리가 영향을 주지 않습니다.
bias-far = { $later } 초과
    .cell = { bias-halves }
    .claim = { $scheme }에서는 거리 { $later }까지 어텐션이 절반으로 줄지 않습니다.
bias-one = { $offset }
    .cell = { bias-halves }
    .claim = { $scheme }에서는 모든 헤드의 어텐션이 거리 { $offset }에서 절반 이하로 줄어듭니다.
bias-range = { $offset }(헤드 { $head })∼{ $later }(헤드 { $other })
    .cell = { bias-halves }
    .claim = { $scheme }에서는 헤드마다 보는 거리가 다릅니다. 헤드 { $head }의 어텐션은 거리 { $offset }에서, 헤드 { $other }의 어텐션은 거리 { $later }에서 절반으로 줄어듭니다.
bias-partly = { $offset }(헤드 { $head })∼{ $later } 초과
    .cell = { bias-halves }
    .claim = { $scheme }에서는 헤드마다 보는 거리가 다릅니다. 헤드 { $head }의 어텐션은 거리 { $offset }에서 절반으로 줄어들고, 다른 헤드 { $count }개의 어텐션은 거리 { $later }까지 절반으로 줄지 않습니다.

# The main picture and its cells

bias-reach = 도달 거리: 어텐션이 절반으로 줄어드는 거리
bias-head-axis = 헤드
bias-reach-hover = 헤드 { $y }: { $text }
bias-reach-alt = { $scheme } 헤드의 도달 거리(헤드 순서대로): { $found }.
bias-head-name = 헤드 { $head }
bias-weights = 거리 0 대비 어텐션
    .alt = 거리에 따른 { $scheme }의 어텐션을 거리 0의 어텐션으로 나눈 값.
bias-distance = 키까지의 거리(토큰)
bias-use = 막대를 선택하면 그 헤드의 어텐션을 모든 거리에서 볼 수 있습니다. 키의 내용은 모두 같다고 가정합니다.
    .one = 여기서 절반이란, 키의 내용이 모두 같을 때 거리 0의 키가 받는 어텐션의 절반을 말합니다.
bias-cell-bias = 거리 { $offset }의 편향
bias-cell-masked = 마스크로 가려짐
    .cell = { bias-cell-bias }
bias-cell-range = { RANGE($low, $high) } nat
    .cell = { bias-cell-bias }
bias-cell-training = 학습으로 정해짐
bias-cell-learned = 예
    .cell = { bias-cell-training }
bias-cell-fixed = 아니요
    .cell = { bias-cell-training }

# Tabs

bias-tab-curves = 거리에 따른 편향
bias-tab-slopes = ALiBi의 기울기와 T5의 버킷
bias-tab-signs = ALiBi의 부호
bias-tab-formula = 수식과 코드

# Bias by distance

bias-curves = 편향(nat)
    .alt = 거리에 따른 { $scheme }의 편향(nat).
bias-nats = 편향의 단위는 내트(nat)이며, 소프트맥스에서 지수의 단위이기도 합니다. 편향이 { $value } nat 작은 키는 가중치가 절반이 됩니다.
bias-same = 여기서 { $scheme }{ JOSA($scheme, "은/는") } 헤드 { $heads }개에서 모두 같습니다.
bias-query = { $scheme }의 편향은 쿼리의 위치에 따라서도 달라집니다. 여기서 쿼리의 위치는 { $position }입니다.

# ALiBi slopes

bias-slopes-axis = 기울기 m(거리 1토큰마다 빼는 nat)
bias-slopes-code = 저자 코드
bias-slopes-paper = 논문의 식
bias-slopes-alt = 저자 코드와 논문의 식으로 구한, 헤드 { $heads }개의 ALiBi 기울기.
bias-slopes-same = { $heads ->
    [1] 헤드가 하나이면 기울기는 { $high }입니다
   *[other] 헤드가 { $heads }개이면(2의 거듭제곱) 기울기는 { APART($high, $low) }에서 { APART($low, $high) }까지 작아집니다
}. 논문과 저자 코드가 같습니다.
bias-slopes = 헤드 수 { $heads }{ JOSA($heads, "은/는") } 2의 거듭제곱이 아니므로 논문과 저자 코드가 다릅니다. 코드는 헤드가 { $count }개일 때의 기울기를 쓴 다음, 헤드가 { $whole }개일 때의 기울기를 하나씩 건너뛰며 씁니다. 가장 가파른 것은 헤드 { $head }이며, 기울기는 { $value }입니다.

# T5 buckets

bias-buckets = T5는 거리를 버킷(bucket) { $count }개로 나누고, 버킷과 헤드마다 수 하나를 학습합니다. { $where ->
    [encoder] 여기에 나오는 인코더에서는 버킷의 절반을 쿼리 위치까지의 키에, 나머지 절반을 그 뒤의 키에 씁니다
   *[decoder] 여기에 나오는 디코더에서는 버킷을 모두 쿼리 위치까지의 키에 씁니다
}. 거리 0부터 { $end }까지는 저마다 버킷이 따로 있고, 마지막 버킷에는 { $later } 이상의 모든 거리가 들어갑니다.
bias-buckets-sides = 쿼리 뒤의 키에는 버킷 { $whole }개 가운데 { $count }개를 씁니다. 쿼리 뒤에는 거리가 0인 키가 없으므로 버킷 { $count }{ JOSA($count, "은/는") } 비어 있습니다.
bias-buckets-early = 버킷 번호를 내림하기 때문에, 마지막 버킷은 { $most }(max_distance)에서가 아니라 { $later }에서 시작합니다.
bias-ruler-before = 앞
bias-ruler-after = 뒤
bias-ruler-hover = 버킷 { $x }: 거리 { RANGE($start, $end) }
    .last = 버킷 { $x }: 거리 { $y } 이상
bias-ruler-alt = 거리를 재는 자로 나타낸 T5의 버킷: 쿼리 위치까지의 키에 쓰는 버킷 { $count }개. 마지막 버킷은 { $later }에서 시작합니다.

# Sign conventions

bias-signs = ALiBi의 편향은 세 가지 형태로 쓰이며, 여기서는 기울기가 m인 헤드 1을 보여 줍니다. 부호가 서로 반대인 것처럼 보이지만, 인과 마스크(causal mask)가 있으면 어텐션 가중치가 모두 같습니다. 행마다 세 형태의 차이가 상수이고, 소프트맥스는 상수를 무시하기 때문입니다.
bias-signs-alt = { $name }의 편향 { $text }, 쿼리와 키 { $count }개.
bias-key = 키 j
bias-query-axis = 쿼리 i
bias-signs-hover = 쿼리 { $y }, 키 { $x }<br>{ $z } nat
bias-unmasked = 마스크가 없으면 +m j는 마지막 토큰을 선호하고, 대칭형 −m |i − j|는 자기 자신을 선호합니다. m = { $value }이고 토큰이 8개이면 두 형태의 가중치는 최대 { $share }만큼 다릅니다.
bias-falcon = Falcon은 √d로 나누기 전에 편향을 더합니다. 그래서 헤드당 d = { $dim }이면 기울기 { $value }{ JOSA($value, "이/가") } 1/{ $factor }로 약해져 { $norm }처럼 작용합니다.

# Misconceptions

bias-twelve = 헤드가 12개이면 ALiBi의 기울기는 하나의 등비수열이 아닙니다.
    .quote = 헤드가 12개일 때 ALiBi의 기울기는 수열 2^(−8h/12)이다.
    .fact = 식으로 구한 기울기는 { APART($high, $low) }에서 { APART($low, $high) }까지입니다. 저자 코드는 BLOOM, MPT, Falcon의 코드처럼 헤드가 8개일 때의 기울기를 쓴 다음 16개일 때의 기울기를 하나씩 건너뛰며 씁니다. 그래서 헤드 { $head }({ $value })가 가장 가파릅니다. [ALiBi #17](https://github.com/ofirpress/attention_with_linear_biases/issues/17), [mlx #343](https://github.com/ml-explore/mlx/issues/343), [TensorRT-LLM #1611](https://github.com/NVIDIA/TensorRT-LLM/pull/1611)을 참고하세요.
bias-from-zero = ALiBi의 식 2^(−8h/H)에서 헤드는 1부터 셉니다.
    .quote = 기울기는 2^(−8h/H)이고, 코드는 h를 0부터 센다.
    .fact = 0부터 세면 헤드 8개 중 첫 헤드의 기울기가 { $here } 대신 { $there }{ JOSA($there, "이/가") } 됩니다. 모든 기울기가 { $factor }배로 가팔라지고, 가장 완만한 기울기({ $lowest })가 빠집니다. [aprender #2143](https://github.com/paiml/aprender/pull/2143)이 그 예입니다.
bias-undivided = T5의 학습된 편향은 √d로 나누지 않은 로짓에만 맞습니다.
    .quote = T5의 학습된 위치 편향은 어떤 모델에서나 통한다.
    .fact = 로짓을 √d로 나누는 모델에서 쓰면 편향이 { $factor }배로 너무 강해집니다(d = { $dim }). MPNet은 √d로 나누며, T5의 버킷마다 편향을 스스로 학습했습니다.

bias-extrapolates = ALiBi는 더 긴 텍스트에서도 작동하지만, 정확한 오프셋을 찾기는 어렵습니다.
    .quote = 외삽은 ALiBi가 가장 잘한다.
    .fact = 학습 길이의 4∼8배에서 작은 언어 모델의 손실은 { $value } nat 변합니다. 그러나 세 칸 앞의 토큰을 맞히는 과제를 ALiBi는 학습 길이 안에서조차 학습 방식 { $whole }가지 중 { $count }가지에서만 배우고, RoPE는 { $number }가지에서 배웁니다: [학습된 모델](trained?tab=task).

# Next steps

bias-follow-up = 모든 인코딩에서 위치는 어텐션을 어떻게 바꾸나요?
