# The page Start: attention in two sentences of the same words, and links to the main pages.

start-words = 엄마 친구 아들
start-title = 트랜스포머가 단어의 순서를 어떻게 아는지 눈으로 확인하세요
start-claim = 위치 정보가 없으면 어텐션은 *엄마 친구 아들*과 *아들 친구 엄마*를 구별하지 못합니다.
start-why = **왜 순서를 모르나요?** 예전의 신경망은 단어를 하나씩 차례로 읽어서 느리지만, 무엇이 먼저인지 압니다. 어텐션은 모든 단어를 한꺼번에 읽습니다. 빠르지만 순서를 전혀 모르므로, 단어마다 위치를 알려 주어야 합니다.
start-figure = **좋은 위치 인코딩의 조건은 무엇일까요?** 곡선 위에서 포인터를 움직여 보세요. 어떤 인코딩에서 이웃 사이의 거리가 모두 같고, 어떤 인코딩에서 위치가 자기 자신과 가장 비슷한가요?
    .alt = { $schemes }의 행렬, 다음 위치까지의 거리, 선택한 위치와의 유사도.
start-gives = *{ $name }*에게 { PERCENT($share) }
start-alone = *{ $text }*{ JOSA($text, "은/는") } { $first }, { $last }의 가중치를 줍니다. 단어의 순서를 바꾸어 보세요. 달라지는 가중치가 있나요?
start-same = 두 순서에서 가중치가 같습니다. *{ $text }*{ JOSA($text, "은/는") } { $first }, { $last }의 가중치를 줍니다. 호는 단어를 따라 자리만 옮겼습니다.
start-changed = 이제는 순서가 중요합니다. *{ $text }*{ JOSA($text, "은/는") } *{ $name }*에게 첫 번째 순서에서는 { PERCENT($here) }, 두 번째 순서에서는 { PERCENT($there) }의 가중치를 줍니다.
start-use = 호는 *{ $text }*{ JOSA($text, "이/가") } 무엇에 주목하는지 나타냅니다. 굵을수록 더 많이 주목합니다. 다른 단어를 선택해 보세요. 단어의 벡터는 학습된 것이 아니라 무작위로 정한 것입니다.
start-share = { $name } { PERCENT($share) }
start-row = “{ $quote }”: “{ $text }”{ JOSA($text, "이/가") } 주목하는 비율은 { $found }입니다.
start-position = 위치 { $position }

# The cards below the picture, and the links below them

start-learn = 배우기
    .text = 10단계 수업입니다. 먼저 예측하고, 그다음 확인하세요.
start-compare = 인코딩 비교하기
    .text = 인코딩 { $count }개 가운데 골라 나란히 보세요.
start-check = 내 코드나 모델 검사하기
    .text = 표, 함수, 디코더, 모델 파일 가운데 하나를 가져오세요.
start-models = 모델 찾아보기
start-teachers = 교사용
start-questions = 자주 묻는 질문
start-bugs = 위치와 관련된 버그
