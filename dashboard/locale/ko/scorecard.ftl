# The page Scorecard. The conditions and the reasons are in posenc_core/locale/ko/criteria.ftl.

scorecard-title = 평가표: 어떤 조건이 성립하나요?

# The claim below the title

scorecard-five = 튜토리얼에서는 위치 인코딩(positional encoding)에 다섯 가지 성질을 자주 요구합니다.
scorecard-meets = { $schemes }{ JOSA($schemes, "은/는") } 다섯 가지를 모두 만족합니다.
scorecard-meets-testable = { $schemes }{ JOSA($schemes, "은/는") } 검사할 수 있는 것을 모두 만족합니다.
scorecard-misses = { $schemes }{ JOSA($schemes, "은/는") } 그렇지 않습니다.
scorecard-misses-all = 여기에 표시된 인코딩 중 다섯 가지를 모두 만족하는 것은 없습니다.

# The table

scorecard-often = 자주 요구하는 조건
scorecard-also = 때때로 요구하는 조건
scorecard-holds = 성립
    .sign = ✓
scorecard-nearly = 거의 성립
    .sign = ≈
scorecard-fails = 성립하지 않음
    .sign = ✗
scorecard-undefined = 판정 없음
    .sign = –
    .cell = 어긋난 정도
scorecard-does-not-apply = 해당 없음
    .sign = ∅
    .cell = 어긋난 정도
scorecard-legend = ✓ 성립, ≈ 거의 성립(어긋난 정도가 최대 { PERCENT($share) }), ✗ 성립하지 않음, – 판정 없음, ∅ 해당 없음. 어떤 조건도 모델이 얼마나 잘 학습하는지는 말해 주지 않습니다.
scorecard-logits = { $schemes }에는 위치 벡터가 없으므로, 그 대신 어텐션 로짓에 조건을 적용합니다.

# Tab

scorecard-tab-why = 이유

scorecard-measure = 백분율로 나타낸 것은 { $text }입니다.
scorecard-measure-logits = 어텐션 로짓에서 백분율로 나타낸 것은 { $text }입니다.
scorecard-scale = 0%는 반올림 오차를 제외하면 조건이 정확히 성립한다는 뜻입니다.
scorecard-missed = { PERCENT($share) }
    .cell = 어긋난 정도

# Misconceptions

scorecard-waves = 다섯 가지 조건을 모두 만족하는 인코딩은 많습니다.
    .quote = 논문의 사인파 인코딩만 다섯 가지를 모두 만족한다.
    .fact = 무작위 주파수 32개의 사인과 코사인도 모두 만족합니다. 여기서는 오프셋 { $offset } 다음에, 논문의 인코딩에서는 오프셋 { $later } 다음에 유사도가 다시 커집니다(n = 128, d = 64).
scorecard-width = 최상위 비트가 먼저 오고 비트를 필요한 수만큼만 쓰는 이진 코드는 길이에 따라 달라집니다.
    .quote = 이진 코드는 길이에 따라 달라지지 않는다.
    .fact = 위치가 8개에서 16개로 늘면 네 번째 비트가 생깁니다. 최상위 비트가 먼저 오면 처음 8개 코드 중 { $count }개가 처음 3개 열에서 바뀝니다.

scorecard-follow-up = 위치는 어텐션 로짓을 어떻게 바꾸나요?
