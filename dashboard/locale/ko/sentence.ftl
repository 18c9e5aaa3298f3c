# The page Sentence: whether attention notices word order.

sentence-title = 문장: 단어의 순서를 바꾸면 무엇이 달라지나요?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

sentence-empty = ‘텍스트’에 단어를 입력하거나, 아래에서 문장을 고르세요.
sentence-too-long = 이 텍스트는 토큰이 { $count }개인데, 이 페이지는 { $most }개까지만 읽습니다. 텍스트를 줄이세요.
sentence-few = 단어 순서를 비교하려면 단어가 적어도 두 개 있고, 그 단어를 볼 수 있는 토큰이 있어야 합니다.
sentence-same = 순서를 바꾸어도 같은 문장이 됩니다. 다른 단어를 입력하거나 ‘옵션’에서 다른 단어 순서를 고르세요.
sentence-without = 어텐션은 모든 단어를 한꺼번에(병렬로) 읽으므로, 위치 인코딩(positional encoding, 포지셔널 인코딩)이 없으면 단어의 순서를 알지 못합니다. 순서를 { $order ->
    [reversed] 뒤집어도
   *[other] 섞어도
} 단어마다 어텐션 가중치와 출력이 그대로이며, 이 성질을 순열 등변성(permutation equivariance)이라고 합니다.
sentence-without-causal = 각 단어는 자기 자신과 앞의 단어를 봅니다. 순서가 바뀌면 앞의 단어도 바뀌므로, 위치 인코딩(positional encoding, 포지셔널 인코딩)이 없어도 순서를 { $order ->
    [reversed] 뒤집으면
   *[other] 섞으면
} 가중치가 { sentence-points } 변합니다.
sentence-points = { $value ->
    [0] 최대 0.0001퍼센트포인트
   *[other] 최대 { $value }퍼센트포인트
}
sentence-largest = 가중치의 변화
sentence-change = { sentence-points }
    .cell = { sentence-largest }
    .claim = { $scheme }{ JOSA($scheme, "을/를") } 쓰면 가중치가 { sentence-points } 변합니다.
sentence-change-mirrored = 없음
    .cell = { sentence-largest }
    .claim = { $scheme }{ JOSA($scheme, "을/를") } 쓰면 변하는 가중치가 없습니다. 거리만 영향을 주는데, 뒤집어도 거리는 그대로이기 때문입니다.

# The main picture, sentences to try, and the cells

sentence-without-heading = 위치 없음
    .back = 인과 마스크, 위치 없음
sentence-with-heading = { $scheme } 사용
sentence-arcs-alt = { $heading }: 토큰 { $position }의 어텐션 가중치: { $found }.
    .both = { $heading }: 원래 순서에서 토큰 { $position }의 어텐션 가중치: { $found }. { $order ->
        [reversed] 뒤집은
       *[other] 섞은
    } 순서에서: { $names }.
sentence-row-original = 원래 순서
sentence-row-reversed = 뒤집은 순서
sentence-row-shuffled = 섞은 순서
sentence-word = 단어
sentence-use = 호는 선택한 토큰의 어텐션을 나타냅니다. 다른 토큰을 선택해 보세요.
    .bold = 굵은 숫자는 단어의 순서에 따라 달라집니다.
sentence-poem = 긴 문장은 윤동주의 시를 형태소로 나눈 것입니다.
sentence-effect-label = 위치
sentence-effect-sum = 토큰에 더함
    .cell = { sentence-effect-label }
sentence-effect-concatenation = 토큰에 이어 붙임
    .cell = { sentence-effect-label }
sentence-effect-rotation = 쿼리와 키를 회전시킴
    .cell = { sentence-effect-label }
sentence-effect-bias = 로짓마다 편향을 더함
    .cell = { sentence-effect-label }
sentence-effect-none = 인코딩하지 않음
    .cell = { sentence-effect-label }
sentence-own = { PERCENT($share) }
    .cell = 토큰이 자기 자신에 주는 평균 가중치

# Tabs

sentence-tab-weights = 가중치
sentence-tab-add = 위치를 왜 더할까요?
sentence-tab-tokens = 토큰과 벡터
sentence-tab-batch = 배치 코드

sentence-softmax = 행은 쿼리(query), 열은 키(key)이며, 둘의 로짓(logit)은 내적을 √d로 나눈 값입니다. 나누지 않으면 d가 커질수록 키 하나가 가중치를 거의 모두 받고, 기울기(gradient)가 사라집니다. 소프트맥스(softmax)는 한 행의 로짓을 합이 1인 가중치로 바꿉니다. 실제 모델은 그 전에 학습된 행렬을 곱합니다.
sentence-head = { $scheme }{ JOSA($scheme, "은/는") } 어텐션 헤드마다 다르며, 이 페이지는 헤드 { $heads }개 가운데 헤드 { $head }{ JOSA($head, "을/를") } 보여 줍니다.
sentence-causal = 마스크가 뒤에 오는 토큰의 로짓을 −∞로 만들므로, 소프트맥스는 그 토큰에 가중치 0을 줍니다.
sentence-padding = 패딩(padding)은 가려집니다. 패딩의 행은 쓰는 곳이 없으므로 비어 있습니다.
sentence-weight-alt = { $heading }: 모든 토큰 쌍의 어텐션 가중치.
sentence-weight-hover = 쿼리 { $y }<br>키 { $x }<br>가중치 { $z }

sentence-shapes = 토큰 ({ $count }) → 원-핫 ({ $count }, { $whole }) → 임베딩 E ({ $count }, { $dim })
sentence-shapes-sum = { sentence-shapes } → 위치 P 더하기 ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-shapes-concatenation = { sentence-shapes } → 위치 P 이어 붙이기 ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-lookup = 원-핫(one-hot) 행에는 1이 하나뿐이어서, 임베딩 표를 곱하면 Word2Vec에서처럼 그 표의 한 행이 나옵니다. 여기의 표에는 의미 대신 무작위 수가 들어 있습니다.
sentence-no-vectors = { $scheme }{ JOSA($scheme, "은/는") } 토큰에 벡터를 더하지 않고 어텐션에 작용합니다.
sentence-drawn = 히트맵에는 처음 { $most }개 열만 나옵니다.
sentence-panel-one-hot = 원-핫
sentence-panel-embeddings = 임베딩 E
sentence-panel-position = 위치 P, { $scheme }
sentence-panel-sum = 합 E + P
sentence-panel-alt = { $name }: 토큰(세로)과 열(가로)의 히트맵.
sentence-id = ID
sentence-column = 열
sentence-panel-hover = 토큰 { $y }<br>{ $axis } { $x }<br>값 { $z }

sentence-position-larger = 여기서 위치 벡터에 든 수의 크기는 대체로 토큰 임베딩에 든 수의 { $factor }배입니다.
sentence-token-larger = 여기서 토큰 임베딩에 든 수의 크기는 대체로 위치 벡터에 든 수의 { $factor }배입니다.
sentence-cost = 더하면 { $dim }차원이 그대로 유지됩니다. 이어 붙이면 { $wider }차원이 되어, 정사각 가중치 행렬의 매개변수가 { $rest }개에서 { $whole }개로 늘어납니다. 그 대신 이어 붙인 벡터의 내적에는 단어와 위치가 섞인 두 항, 곧 토큰·위치와 위치·토큰이 없습니다.
sentence-scalar = 수 하나로 나타낸 위치는 d가 커질수록 토큰에 묻힙니다. 토큰의 크기는 d = 64에서 다섯 위치 p/5의 { $factor }배, d = 512에서는 { $value }배입니다([그림](sentence?scheme=Normalized&Normalized.spread=one+column&Normalized.divisor=N&scale=N%280%2C+1%29&d=512&tab=add&text=%EB%82%98%EB%8A%94+%EB%84%88%EB%A5%BC+%EC%A0%95%EB%A7%90+%EB%A7%8E%EC%9D%B4+%EC%82%AC%EB%9E%91%ED%95%B4)).
sentence-terms = 내적을 이루는 항의 대표 크기, 네 항 전체에서 차지하는 비율
sentence-term-0 = 토큰·토큰
sentence-term-1 = 토큰·위치
sentence-term-2 = 위치·토큰
sentence-term-3 = 위치·위치
sentence-terms-hover = { $name }: { $share }(대표 크기 { $value })
sentence-terms-alt = 누적 막대: 토큰·토큰, 토큰·위치, 위치·토큰, 위치·위치가 내적에서 차지하는 비율을 임베딩 초기화별로 보여 줍니다.
sentence-terms-use = 대표 크기는 모든 토큰 쌍에서 구한 제곱평균제곱근(root mean square)입니다. 이어 붙이면 토큰·위치와 위치·토큰이 없습니다.

sentence-vocabulary = 토큰의 ID는 어휘(vocabulary)에서 그 토큰이 있는 행입니다. 여기서 어휘의 항목은 이 텍스트에 나오는 서로 다른 단어 { $count }개와 특수 토큰 { $rest }개를 합한 { $whole }개입니다.
sentence-unknown = 단어 { $whole }개 가운데 { $count }개는 어휘에 없는 단어(unknown)입니다.
sentence-special-start = `{ $text }`, ID { $column }: 시퀀스의 시작(beginning of sequence)을 나타냅니다. 다른 모델은 `<s>`, [START] 또는 [CLS]를 씁니다.
sentence-special-end = `{ $text }`, ID { $column }: 시퀀스의 끝(end of sequence)을 나타냅니다. 다른 모델은 `</s>`, [END] 또는 [SEP]를 씁니다.
sentence-special-pad = `{ $text }`, ID { $column }: 문장을 정해진 길이까지 채웁니다. 임베딩은 0입니다.
sentence-special-unk = `{ $text }`, ID { $column }: 어휘에 없는 모든 단어를 대신합니다.
sentence-number = 위치 ID
    .help = { $start }부터 셉니다.
sentence-token = 토큰
sentence-token-id = ID

sentence-batch-use = 모델은 여러 문장을 배치(batch)로 묶어 한 번에 처리하며, 위치 표 하나를 브로드캐스팅(broadcasting)으로 모든 문장에 더합니다. 표는 버퍼에 있으므로 학습으로 변하지 않습니다(requires_grad = False). 학습할 때는 과적합을 막기 위해 드롭아웃(dropout)이 일부 수를 0으로 만들며, 논문에서는 10%입니다.
sentence-step-what = 단계
sentence-step-shape = 형상
sentence-step-code = 코드
sentence-step-ids = 토큰 ID
sentence-step-one-hot = 원-핫 행
sentence-step-embeddings = 임베딩
sentence-step-buffer = 위치 버퍼
sentence-step-part = 버퍼의 앞쪽 행
sentence-step-sum = 합(브로드캐스팅)
sentence-step-dropout = 드롭아웃 후
sentence-mixed-up = 축 순서가 다른 모듈은 버퍼의 형상(shape)이 { $shown }이고 그중 `{ $text }` 부분을 씁니다. 여기서 오류는 나지 않지만, 각 토큰이 자기가 속한 문장의 번호를 위치로 받습니다.
# Misconceptions

sentence-integers = 정수의 문제는 자료형이 아니라 크기입니다.
    .quote = 신경망은 정수를 읽지 못하므로, 위치를 토큰에 이어 붙인다.
    .fact = 0부터 { $last_position }까지의 정수는 크기가 대체로 N(0, 1) 임베딩의 { $factor }배이고, Sinusoidal은 { $value }배입니다. 또한 논문에서는 위치를 이어 붙이지 않고 더합니다.
sentence-shared = 위치는 첫 번째 층 앞에서 한 번만 더합니다.
    .quote = 모든 층이 임베딩을 공유한다.
    .fact = 가중치는 층마다 따로 있습니다. 논문(3.4절)에서 공유하는 것은 인코더와 디코더의 임베딩, 그리고 마지막 선형 층이 함께 쓰는 행렬 하나입니다. 이와 달리 RoPE는 모든 층에서 쿼리와 키를 회전시킵니다.

sentence-follow-up = 인코딩 비교하기

# The sentence with which the page opens.

sentence-default = 나는 너를 정말 많이 사랑해
sentence-robot = 나는 그저 작은 로봇이다
