# What a shared link shows: one sentence for each page, and the state.

preview-site = Positional Encoding Lab
preview-title = { $page } · { preview-site }
preview-state = { $schemes } · n = { $length }, d = { $dim }.
preview-start = 위치 인코딩은 트랜스포머에 단어의 순서를 알려 줍니다. 어텐션만으로는 “엄마 친구 아들”과 “아들 친구 엄마”를 구별하지 못합니다.
preview-compare = 셀프 어텐션만으로는 단어의 순서를 알 수 없습니다. 위치 인코딩마다 순서를 어떻게 더하는지 살펴보세요.
preview-heatmap = 행렬로 본 위치 인코딩입니다. 차원마다 행이 하나 있습니다.
preview-equidistance = k만큼 떨어진 위치 사이의 거리는 어디서나 같나요?
preview-similarity = 한 위치는 다른 모든 위치와 얼마나 비슷한가요?
preview-scorecard = 각 위치 인코딩은 어떤 조건을 만족하나요?
preview-clocks = 차원 쌍은 시곗바늘처럼 돌고, k만큼 이동하면 바늘마다 어디서나 같은 각도만큼 돕니다.
preview-sentence = 위치 인코딩이 문장의 단어가 주목하는 대상을 어떻게 바꾸는지 보여 줍니다.
preview-attention = 두 토큰 사이의 오프셋에 따라 어텐션이 어떻게 달라지는지 보여 줍니다.
preview-rope = RoPE는 쿼리와 키를 회전시켜 로짓이 둘 사이의 오프셋에 따라 정해지게 합니다.
preview-bias = ALiBi, T5 등은 어텐션 로짓에 편향을 더합니다.
preview-images = 이미지의 패치는 어디를 보고, 이미지가 있는 프롬프트에서 토큰의 위치는 어떻게 되나요?
preview-bugs = 위치 인코딩의 흔한 버그: 잘못된 줄과 올바른 줄.
preview-check = 위치 인코딩의 표를 검사합니다. 어떤 식으로 만든 표인가요?
preview-models = 공개된 모델이 위치를 인코딩하는 방법: RoPE, ALiBi, T5, 학습된 표. 출처도 있습니다.
preview-trained = 같은 작은 트랜스포머를 위치 인코딩만 바꾸어 학습시켰습니다. 어느 길이에서 실패할까요?
preview-lesson = 트랜스포머는 단어의 순서를 어떻게 알까요? 10단계, 15분.
preview-exercises = 위치 인코딩을 직접 구현해 볼까요? 코드가 맞는지 바로 확인해 주는 연습 문제가 다섯 개 있습니다.
preview-questions = 위치 인코딩에 대해 자주 묻는 것과 자주 오해하는 것, 그리고 계산한 답입니다.
