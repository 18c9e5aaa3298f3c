# The page Images.

images-title = 이미지: 패치는 어디를 보나요?

# The verdict and the heatmaps

images-local = 위치만 보면, 선택한 패치는 네 인코딩 모두에서 자기 자신에 어텐션을 가장 많이 주고, 그다음으로 바로 옆 패치에 줍니다.
images-elsewhere = { $name }: 선택한 패치가 자기 자신보다 행 { $row }, 열 { $column }에 어텐션을 더 많이 줍니다. 그 패치의 벡터가 더 길기 때문입니다.
images-least = 최솟값: { PERCENT($share) }
images-hover = 행 { $y }, 열 { $x }<br>{ $z }
images-use = 이미지 모델은 이미지를 패치(patch)로 나누고, 패치들은 단어처럼 서로 어텐션을 줍니다. 여기서는 내용이 같은 패치 { $count } × { $count }개이며, M-RoPE에서는 토큰 하나가 2 × 2 패치입니다. 색이 진한 패치일수록 어텐션을 많이 받습니다. 색은 그림마다 따로 정한 로그 척도입니다. 최솟값은 선택한 패치를 기준으로 한 비율입니다. 다른 패치를 선택해 보세요.
images-grid = Grid
images-learned = 학습된 표(대용, 학습하지 않음)
images-axial = { $name }의 축별 RoPE
images-mrope = { $name }의 M-RoPE
images-patch = 패치
images-alt = { $name }: 행 { $row }, 열 { $column }에서 모든 행과 열에 주는 어텐션. { $text }.

# The rulers

images-ruler = 어느 차원이 어느 축에 속하나요?
images-row = 행
images-column = 열
images-time = 시간
images-none = 회전하지 않음
images-dimension = 차원 { $column }: { $name }
images-run = { $start }∼{ $end }
images-axis = { $spans }: { $name }.
images-turns = { $start }부터 { $end }까지 번갈아 { $count }개: { $name }.
images-pairs = 쌍: { $offset ->
    [1] 2i와 2i + 1
   *[other] i와 i + { $offset }
} (d = { $dim }).
images-code = 쌍은 transformers, timm(EVA-02), diffusers(Flux, Wan)의 코드를 따릅니다. 모델과 함께 공개된 코드는 다를 수 있으며, Kimi K2.5의 코드는 이웃끼리 짝짓습니다.
images-ruler-alt = { $names }에서 차원 0부터 d까지 각 차원의 축.

# The prompt

images-after = 이미지는 위치 { $start }에서 시작합니다. 토큰은 { $rows } × { $width } = { $count }개이고, 위치는 긴 변의 토큰 수인 { $offset }만큼 차지합니다. 그래서 그다음 토큰의 위치는 { $schemes }에서는 모든 축에서 **{ $position }**, 1차원 모델에서는 **{ $other }**입니다.
images-next = 토큰 { $length }개가 모두 끝난 뒤의 위치는 { $later }이므로 `mrope_position_deltas`는 { $value }입니다.
images-three = 세 축
images-one = 한 축
images-text = 텍스트
images-image = 이미지

# Tabs

images-tab-prompt = 이미지가 있는 프롬프트
images-tab-resolution = 다른 해상도
images-tab-order = 축의 순서
images-tab-formula = 수식과 코드

images-resolution = 학습할 때보다 큰 이미지를 읽으면 어떻게 될까요? 패치를 세는 모델에서는 이웃의 유사도가 그대로이지만({ $value }), 오프셋 { $start }∼{ $end }{ JOSA($end, "은/는") } 학습에서 나온 적이 없습니다. 나머지 모델은 학습한 위치를 더 큰 이미지에 맞게 펼치므로, 반대쪽 가장자리와의 유사도가 거의 그대로입니다.
images-by-table = 보간한 표
images-by-scaled = 스케일링(EVA-02)
images-by-normalized = −1∼1 (DINOv3)
images-by-patches = 패치를 셈(Qwen2-VL)
images-resized = 이웃 { NUMBER($here, maximumSignificantDigits: 3) } → { NUMBER($there, maximumSignificantDigits: 3) }, 가장자리 { NUMBER($high, maximumSignificantDigits: 2) } → { NUMBER($low, maximumSignificantDigits: 2) }
images-resized-hover = 거리 { $x }패치<br>코사인 { $y }
images-grid-size = { $rows } × { $rows }
images-apart = 거리(패치)
images-cosine = 코사인

images-row-head = 행의 차원만 쓰는 헤드는 자기 행에 어텐션의 { PERCENT($share) }{ JOSA(PERCENT($share), "을/를") } 줍니다. 코드에서 두 축이 뒤바뀌면, 가중치가 같아도 자기 열에 { PERCENT($there) }, 자기 행에 { PERCENT($here) }{ JOSA(PERCENT($here), "을/를") } 줍니다. 배열의 형상(shape)이 그대로라서 오류도 나지 않습니다.
images-order = 행과 열이 뒤바뀌면 어떻게 되나요?
images-order-right = 올바름
images-order-exchanged = 행과 열이 뒤바뀜
images-order-flattened = 열을 따라 번호를 매김
images-order-alt = { $name }: 8 × 14 패치 이미지에서 행을 보는 헤드의 어텐션.

# Misconceptions

images-advance = 이미지 뒤의 위치는 토큰 수가 아니라 긴 변만큼 늘어납니다.
    .quote = 토큰이 { $count }개인 이미지는 뒤에 오는 텍스트의 위치를 { $count }만큼 뒤로 민다.
    .fact = M-RoPE에서는 위치 { $start }에서 시작하는 { $rows } × { $rows } 토큰 이미지 다음의 위치가 { $position }입니다. 1차원 모델에서는 { $other }입니다.
images-slow = Qwen2-VL에서 행은 느리게 회전합니다. 빠른 쌍을 모두 시간 축이 쓰기 때문입니다.
    .quote = M-RoPE의 행과 열은 빠른 쌍부터 느린 쌍까지 모두 쓴다.
    .fact = 행의 가장 빠른 쌍은 2 × 2 패치를 합친 토큰 { $here }개마다 한 바퀴 돌므로, 한 이미지 안에서는 조금만 회전합니다. Qwen3-VL은 축을 번갈아 배치하므로 모든 축에 빠른 쌍이 있습니다. 거기서 행의 가장 빠른 쌍은 토큰 { $there }개마다 한 바퀴 돕니다.
images-silent = 축이 뒤바뀌어도 배열의 형상(shape)에는 드러나지 않고, 거리에도 드러나지 않을 때가 많습니다.
    .quote = 축의 순서가 틀리면 위치에 따른 어텐션을 보고 알 수 있다.
    .fact = 정사각형 격자에서 DINOv3의 설정으로는 한 패치와 모든 패치 { $count }개 사이의 평균 로짓이 두 순서에서 모두 같습니다. 그 대신 패치 하나의 회전된 쿼리를 비교하세요.

# Next steps

images-follow-up = 공개된 모델은 위치를 어떻게 인코딩하나요?
