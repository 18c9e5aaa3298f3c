# The page Lesson: ten steps, each a question, a prediction, and an answer computed from what is on the screen.
# The words of the sentence repeat as in English: places 1 and 11, 2 and 9, 4 and 8, and 0, 3, 7, and 10 are equal.

lesson-sentence = 그 토끼 뒤에 그 여우 그리고 다시 그 여우 뒤에 그 토끼
lesson-title = 수업: 트랜스포머는 토큰의 순서를 어떻게 알까요?
lesson-progress = 10단계 중 { $count }단계
lesson-back = 이전
lesson-next = 다음
lesson-return = 수업 { $count }단계로 돌아가기
lesson-reveal = 정답 보기
lesson-predict = 나의 예측
lesson-right = 맞았습니다: { $text }.
lesson-wrong = 정답이 아닙니다: { $text }. { $reason }
lesson-other = 정답이 아닙니다: { $text }.
lesson-show = { $page } 페이지에서 보기
lesson-word = “{ $text }”({ $position })
lesson-gap = { $position }{ JOSA($position, "과/와") } { $later } 사이
lesson-attention = “{ $text }”({ $position })의 어텐션
lesson-alt = { $heading }. 단어의 순서: { $name }.
lesson-along = 단어의 위치
lesson-score = { $most }단계 중 { $count }단계를 맞게 예측했습니다.
lesson-trained = 더 긴 텍스트에서도 작동하는 것은 무엇인가요?
lesson-compare = 인코딩을 나란히 비교하기
lesson-experiments = 예측해 볼 질문 더 보기
lesson-check = 내 행렬 검사하기
lesson-class = 교사용: 수업에 쓸 모든 단계
lesson-projector = 프로젝터용 큰 글자
lesson-reveal-all = 모든 정답 보기
lesson-minutes-sum = { $count }분: { $text }
lesson-card = 보낼 수 있는 점수 카드
lesson-card-score = 예측 { $most }개 중 { $count }개 맞음
lesson-card-start = 수업 해 보기
lesson-words = 내 문장(최대 12단어)
lesson-own = 이 순서에서 단어 { $count }개의 가중치와 출력은 하나도 변하지 않습니다. 가장 큰 차이는 { NUMBER($value, maximumSignificantDigits: 1) }이며, 반올림 오차일 뿐입니다.
lesson-students = 학생용 링크
lesson-worksheet = 인쇄용 활동지
lesson-sheet = 활동지 { $count } (이름: ____________________)
lesson-sheet-answers = 정답
lesson-sheet-show = 정답도 인쇄하기
lesson-conditions = 좋은 인코딩에 필요한 것: { $text }
lesson-minutes = { $count }분
lesson-met = ✓ { $text }
lesson-unmet = ✗ { $text }
lesson-class-note = **수업에서:** { $text }

# Step 1

lesson-1 = 어텐션은 단어의 순서를 볼 수 있나요?
    .setup = 순환 신경망은 단어를 하나씩 차례로 읽어서 느립니다. 어텐션은 모든 단어를 한꺼번에 읽습니다. 두 단어, 곧 쿼리(query)와 키(key)의 벡터를 내적한 값이 로짓(logit)입니다. 소프트맥스(softmax)는 로짓을 가중치로 바꾸며, 로짓이 클수록 가중치도 큽니다. 두 “토끼” 가운데 하나는 여우 앞에 있고(1), 하나는 여우 뒤에 있습니다(11). 어느 벡터에도 위치는 들어 있지 않습니다.
    .predict = “토끼”(1)는 자기 자신 말고 어떤 단어에 가장 많이 주목하나요?
    .choice-11 = “토끼”(11)
    .choice-2 = “뒤에”(2)
    .wrong-2 = 가까운지 먼지는 아직 상관없습니다. 어텐션은 내용만 비교합니다.
    .choice-4 = “여우”(4)
    .wrong-4 = 이 어텐션은 문법을 모릅니다. 내용만 비교합니다.
    .control = 단어의 순서
    .option-written = 원래 순서
    .option-swapped = 토끼와 여우를 바꾼 순서
    .option-reversed = 뒤집은 순서
    .option-shuffled = 섞은 순서
    .draw = “토끼”(1)에서 시작하는 호를 그리세요. 어텐션이 많을수록 굵게 그리세요.
    .class = 학생마다 단어 카드를 하나씩 주고 섞으세요. “어느 토끼가 여우 앞에 있나요?”라고 물어보세요. 인과 마스크(causal mask)가 있으면 순서가 새어 들어옵니다.
    .bridge = 벡터에 위치를 넣어야 합니다. 가장 단순한 방법은 위치의 번호를 넣는 것입니다.
lesson-answer-1 = 다른 토끼인 “토끼”(11)입니다. 두 “토끼”는 벡터가 같습니다. 그래서 저마다 어텐션의 { PERCENT($share) }를 자기 자신에게, { PERCENT($other) }를 다른 “토끼”에 주고, 둘의 출력도 같습니다. 순서를 바꿔 보세요. 모든 단어의 가중치와 출력이 그대로입니다. 어텐션은 순서를 보지 못합니다(순열 등변, permutation-equivariant).

# Step 2

lesson-2 = 왜 단어에 번호를 매기지 않나요?
    .setup = 단어를 나타내는 수 64개에 모두 그 단어의 위치(0∼11)를 더합니다. 이제 위치마다 벡터가 다릅니다.
    .predict = “뒤에”(2)는 어떤 단어에 가장 많이 주목하나요?
    .choice-11 = 마지막 단어인 “토끼”(11)
    .choice-9 = “뒤에”(9)
    .wrong-9 = 같은 단어는 내용이 같지만, 위치의 수가 내용보다 훨씬 큽니다.
    .choice-3 = “그”(3)
    .wrong-3 = 가까운 수끼리 끌어당기지는 않습니다. 내적은 수가 클수록 커집니다.
    .control = 읽은 단어 수
    .lengths = 벡터의 길이
    .word = 단어 벡터
    .position = 위치 벡터
    .draw = 단어마다 그 위에 막대를 그리세요. 막대는 위치 벡터의 길이입니다.
    .class = “위치 1,000에서는 어떻게 되나요?”라고 물어보세요. 어텐션 앞에 LayerNorm이 있는 모델에서는 모든 열에 똑같이 더한 수가 빠지므로 위치가 사라집니다. RMSNorm은 아무것도 빼지 않습니다.
    .bridge = 수를 작게 유지해 봅시다. 길이로 나누면 됩니다.
lesson-answer-2 = 마지막 단어가 어텐션을 거의 다 받습니다. 번호가 가장 커서 내적도 가장 크다는 이유뿐입니다. { $end }번 단어의 위치 벡터는 길이가 단어 벡터의 { $factor }배입니다({ $high } 대 { $low }).

# Step 3

lesson-3 = 왜 길이로 나누지 않나요?
    .setup = 마지막 위치로 나누면 수의 범위가 0부터 1까지입니다. 다섯 단어를 읽었을 때 “뒤에”(2)는 { $value }에 있습니다. 이제 단어 일곱 개가 더 옵니다.
    .predict = 열두 단어를 읽으면 “뒤에”(2)는 어디에 있을까요?
    .choice-same = 그대로 0.5
    .wrong-same = 단어의 수는 그대로 있지 않습니다. 모든 수를 새로운 마지막 위치로 나눕니다.
    .choice-less = 0.2 근처
    .choice-more = 0.8 근처
    .wrong-more = 텍스트가 길어지면 같은 단어라도 길이에 대한 비율이 작아집니다.
    .control = 읽은 단어 수
    .heading = 마지막 위치로 나눈 위치(옅은 색: 다섯 단어를 읽었을 때)
    .draw = “뒤에”(2)를 표시하세요. 위쪽 선에는 5단어를 읽었을 때, 아래쪽 선에는 12단어를 읽었을 때의 자리를 표시하세요.
    .class = “단어가 하나 늘면 무엇을 다시 계산해야 하나요?”라고 물어보세요. 첫 단어를 뺀 모든 것입니다.
    .bridge = 수는 작아야 하고, 어떤 길이에서나 같아야 합니다. 수를 적을 때 쓰는 숫자 하나하나가 그렇습니다.
lesson-answer-3 = { $value }에 있습니다. 단어가 하나 올 때마다 첫 단어를 뺀 모든 단어의 수가 바뀌고, 이웃은 가까워집니다. 이웃 사이의 거리는 { APART($high, $low) }에서 { APART($low, $high) }{ JOSA(APART($low, $high), "으로/로") } 줄어듭니다. 같은 수가 텍스트마다 다른 자리를 뜻합니다.

# Step 4

lesson-4 = 왜 위치를 이진수로 적지 않나요?
    .setup = 4비트로는 위치 16개를 나타냅니다. 모두 다르고, 1을 절대 넘지 않으며, 어느 텍스트에서나 같습니다. 위치 32개를 나타내려고 다섯째 비트를 더해도, 이 16개는 하나도 변하지 않습니다. 한 단어를 더 가는 거리는 어디서나 같아야 합니다. 과연 그럴까요?
    .predict = 어느 이웃 사이의 거리가 가장 먼가요?
    .choice-7 = 7과 8 사이
    .choice-0 = 0과 1 사이
    .wrong-0 = 모든 비트는 똑같이 중요합니다. 0에서 1로 갈 때는 비트가 하나만 뒤집히므로, 거리가 가장 짧은 이웃 가운데 하나입니다.
    .choice-10 = 10과 11 사이
    .wrong-10 = 수가 커진다고 거리가 멀어지지는 않습니다. 10에서 11로 갈 때는 비트가 하나만 뒤집힙니다.
    .choice-equal = 모두 같음
    .wrong-equal = 수는 고르게 늘지만, 뒤집히는 비트의 수는 고르지 않습니다.
    .control = 비트 수
    .matrix = 각 위치의 비트(맨 위가 가장 빠른 비트)
    .steps = 다음 위치까지의 거리
    .draw = 위치마다 비트 네 개를 적으세요. 거리가 가장 먼 이웃에 동그라미를 치세요.
    .class = 손가락 네 개로 세어 보게 하세요. “홀수인지 짝수인지 알려 주는 것은 어느 손가락인가요?”라고 물어보세요.
    .bridge = 빠른 것부터 느린 것까지의 리듬은 그대로 두고, 비트가 매끄럽게 오르내리게 해 봅시다.
lesson-answer-4 = { $position }{ JOSA($position, "과/와") } { $later } 사이입니다. 4비트에서는 0111이 1000이 되어 모든 비트가 뒤집힙니다. 이 거리는 √4 = { $high }이며, 어떤 두 단어 사이의 거리도 이보다 멀지 않습니다. 0과 1 사이의 거리는 { $low }입니다. 그런데 0과 8은 비트가 하나만 다릅니다. 이웃은 멀어 보이고, 먼 단어는 가까워 보입니다.

# Step 5

lesson-5 = 파동 하나로 충분한가요?
    .setup = 비트를 저마다 사인파로 바꾸고, 각 파동의 빠르기를 바로 앞 파동의 절반으로 합니다. 먼저 가장 빠른 파동만 봅시다. 이 파동은 { $period }단어(2π)마다 되풀이됩니다.
    .predict = 이 파동에서 “그리고”(5)와 값이 거의 같은 단어는 무엇인가요?
    .choice-11 = “토끼”(11)
    .choice-4 = “여우”(4)
    .wrong-4 = 가장 빠른 파동에서는 이웃끼리 값이 많이 다릅니다.
    .choice-none = 없음: 모든 값이 다름
    .wrong-none = 서로 같은 값은 없지만, 거의 같은 값은 있습니다.
    .control = 파동 수
    .matrix = 사인파(맨 위가 가장 빠른 사인파, 회색: “그리고”)
    .wave = { $period }단어({ $count }π)마다 되풀이
    .distances = “그리고”(5)까지의 거리
    .draw = 가장 빠른 파동 위에 단어마다 점을 찍으세요. 비슷해 보이는 두 단어를 이으세요.
    .class = 왜 2가 아니라 6.28일까요? 주기가 2인 파동은 모든 위치에서 0입니다.
    .bridge = 그러나 이웃 사이의 거리는 여전히 일정하지 않습니다. 범위는 { RANGE($low, $high) }입니다.
lesson-answer-5 = “토끼”(11)입니다. 두 값은 { $x }{ JOSA($x, "과/와") } { $y }{ JOSA($y, "으로/로") }, 거리는 { $distance }뿐입니다. 파동 수를 4로 바꿔 보세요. 이제 가장 가까운 두 단어 사이의 거리는 { $value }이고, 이 두 단어는 이웃입니다. 빠른 파동은 이웃을, 느린 파동은 먼 단어를 구별합니다.

# Step 6

lesson-6 = 사인마다 왜 코사인이 있나요?
    .setup = { $period }단어(4π)마다 되풀이되는 사인파를 봅시다. 이 파동은 단어마다 수를 하나씩 줍니다.
    .predict = 어떤 이웃 사이에서 이 수가 가장 적게 변하나요?
    .choice-9 = 9와 10 사이
    .choice-0 = 0과 1 사이
    .wrong-0 = 사인은 0을 지나는 곳에서 가장 빠르게 변합니다.
    .choice-6 = 6과 7 사이
    .wrong-6 = 값이 작다고 해서 변화가 작은 것은 아닙니다. 사인은 0 근처에서 가장 빠르게 변합니다.
    .choice-equal = 모두 같음
    .wrong-equal = 사인은 가장 큰 값과 가장 작은 값 근처에서 천천히 변합니다.
    .control = 코사인의 비율
    .circle = 가로: 사인, 세로: 코사인 × 비율
    .steps = 다음 단어까지의 거리
    .draw = 사인 위에 단어마다 점을 찍으세요. 거리가 가장 짧은 이웃에 동그라미를 치세요.
    .class = 관람차에 달린 좌석의 그림자만 보인다고 해 봅시다. “그림자는 언제 멈춘 것처럼 보이나요?”라고 물어보세요.
    .bridge = 원 위를 일정한 빠르기로 움직이는 점은 시계의 바늘입니다.
lesson-answer-6 = 파동이 가장 낮은 곳인 { $position }{ JOSA($position, "과/와") } { $later } 사이입니다. 여기서는 { $low }만큼 변하고, 6과 7 사이에서는 { $high }만큼 변합니다. 또 “뒤에”(2)와 “여우”(4)의 수는 { $x }{ JOSA($x, "과/와") } { $y }{ JOSA($y, "으로/로") } 비슷합니다. 파동이 하나에서는 올라가고 하나에서는 내려가는데도 그렇습니다. 짝이 되는 코사인을 둘째 수로 더하면(비율 1) 단어들이 원 위에 놓이고, 이웃 사이의 거리는 모두 { $value }입니다.

# Step 7

lesson-7 = 세 단어 뒤에 시계는 무엇을 가리키나요?
    .setup = 사인과 코사인 한 쌍은 시계 바늘 하나와 같습니다. 쌍이 네 개이므로 시계도 네 개입니다. 위치 0에서는 모든 바늘이 12시를 가리킵니다. “뒤에”(2)에서 “그리고”(5)로 가면 두 번째 시계의 바늘이 { $angle }° 회전합니다.
    .predict = “여우”(8)에서 두 번째 시계는 { $degrees }°를 가리킵니다. “토끼”(11)에서는 몇 도를 가리키나요?
    .choice-315 = 315°
    .choice-143 = 143°
    .wrong-143 = “그리고”(5)에서 가리키는 각도입니다. 이동은 각도를 더하는 것이지, 정해진 곳으로 가는 것이 아닙니다.
    .choice-258 = 258°
    .wrong-258 = 세 단어가 아니라 한 단어 뒤의 각도입니다.
    .choice-272 = 272°
    .wrong-272 = 위치가 커진다고 회전이 작아지지는 않습니다.
    .control = 실선 바늘의 위치
    .clocks = 실선: 단어 { $position }, 점선: 세 단어 뒤
    .clock = 단어마다 { NUMBER($angle, maximumSignificantDigits: 3) }°
    .turn = { $count }π = { $period }단어
    .steps = 세 단어 뒤의 단어까지의 거리
    .draw = 위치 8의 바늘을 그리고, 위치 11의 바늘을 점선으로 그리세요.
    .class = 학생 네 명이 시계가 되어, 반 전체가 수를 세는 동안 회전합니다. 나머지 학생들은 시계가 된 학생의 팔을 보고 위치를 읽습니다.
    .bridge = 두 위치 사이의 회전만 중요합니다. 그렇다면 어떤 위치끼리 비슷할까요?
lesson-answer-7 = { $degrees }°를 가리킵니다. 다시 { $angle }° 늘어납니다. 어디에서 시작하든, 세 단어를 가면 시계들은 차례로 { $names } 회전합니다. 그래서 한 단어와 세 단어 뒤의 단어 사이의 거리는 언제나 { $high }이고, 이웃 사이의 거리는 언제나 { $low }입니다. 이 네 회전으로 이루어진 행렬 하나가 모든 위치를 3만큼 이동합니다.

# Step 8

lesson-8 = 어떤 위치끼리 비슷한가요?
    .setup = 시계마다 두 위치의 바늘 사이 각도의 코사인을 구합니다. 이 코사인의 합이 내적이며, 바늘이 같은 쪽을 가리키면 큽니다. 내적을 시계의 수로 나눈 값이 두 위치의 일치도이며, 최대 1입니다.
    .predict = 위치 10과 14의 내적은 위치 100과 104의 내적보다 작은가요, 큰가요?
    .choice-equal = 둘이 같음
    .choice-less = 10과 14의 내적이 더 작음
    .wrong-less = 위치가 크다고 벡터가 길어지지는 않습니다. 바늘은 회전할 뿐입니다.
    .choice-more = 10과 14의 내적이 더 큼
    .wrong-more = 먼 위치라고 해서 서로 더 다른 것은 아닙니다. 네 단어를 가면 어디서나 바늘이 같은 각도만큼 회전합니다.
    .control = “뒤에”(2)의 시계를 회전할 단어 수
    .agreement = “뒤에”(2)와의 일치도
    .draw = 위치 10의 바늘을 그리고, 위치 14의 바늘을 점선으로 그리세요.
    .class = “두 단어 뒤의 단어를 찾는 회전은 어느 것인가요?”라고 물어보세요.
    .bridge = 위치는 그 자체로는 잘 작동합니다. 그러나 어텐션은 단어와 위치를 함께 봅니다.
lesson-answer-8 = 같습니다. 내적이 둘 다 { $x }입니다(일치도 { $share }). 방향은 상관없고 거리만 중요합니다. “뒤에”(2)와의 일치도는 “토끼”(1)와 “그”(3)가 { $value }{ JOSA($value, "으로/로") } 같습니다. 그런데 “뒤에”(2)의 시계를 한 단어만큼 되돌리면 “토끼”(1)는 { $high }, “그”(3)는 { $low }입니다. 쿼리를 만드는 행렬은 이런 회전을 배울 수 있습니다.

# Step 9

lesson-9 = 위치에 단어가 묻히나요?
    .setup = 64차원, 곧 시계 32개를 씁니다. 최초의 트랜스포머처럼 밑(base)이 10,000이면 가장 느린 시계는 { $period }단어마다 한 바퀴 돕니다. 밑이 16인 앞의 시계는 { $length }단어마다 한 바퀴였습니다. 위치 벡터의 길이는 { $high }, 학습 전 단어 벡터의 길이는 { $low }뿐입니다. 최초의 트랜스포머는 둘을 더합니다.
    .predict = “토끼”(1)는 자기 자신 말고 어떤 단어에 가장 많이 주목하나요?
    .choice-2 = “뒤에”(2) 같은 이웃
    .choice-11 = 같은 단어인 “토끼”(11)
    .wrong-11 = 여기서는 단어 벡터가 너무 짧아서 영향을 주지 못합니다.
    .choice-4 = “여우”(4)
    .wrong-4 = 여기서는 위치가 어텐션을 좌우하며, 가까운 단어가 더 큰 가중치를 받습니다.
    .control = 단어 벡터에 곱하는 수
    .shares = 모든 단어 쌍에 걸친 로짓의 분산에서 차지하는 비율
    .words = 단어 · 단어
    .cross = 단어 · 위치
    .positions = 위치 · 위치
    .draw = “토끼”(1)에서 시작하는 호를 그리세요. 어텐션이 많을수록 굵게 그리세요.
    .class = 단어와 위치가 거의 수직이면 합도 통할 수 있습니다. “두 토끼를 구별하면 어느 토끼가 앞에 있는지도 아는 것인가요?”라고 물어보세요. 아닙니다. 그것을 알려면 학습이 필요합니다.
    .bridge = 위치를 더하면 로짓은 두 단어의 위치에 따라 달라집니다. RoPE는 더하지 않고 회전하므로, 두 단어 사이의 거리만 중요합니다.
lesson-answer-9 = 이웃입니다. “뒤에”(2)는 { PERCENT($share) }, “토끼”(11)는 { PERCENT($other) }만 받습니다. 로짓의 분산 중 { PERCENT($high) }는 위치에서 나옵니다. 단어에 8(최초의 트랜스포머가 쓴 규칙대로 √64)을 곱하면 단어에서 나오는 분산이 { PERCENT($low) }가 됩니다. “토끼”(1)는 자기 자신에게 { PERCENT($here) }, “토끼”(11)에 { PERCENT($there) }를 주므로, 두 토끼가 구별됩니다.

# Step 10

lesson-10 = 오늘날의 모델은 무엇을 쓰나요?
    .setup = RoPE는 쿼리나 키에 든 수를 두 개씩 시계 바늘로 보고, 위치에 따라 회전합니다. ALiBi는 로짓에서 페널티를 빼는데, 먼 단어일수록 많이 뺍니다. 학습된 표(MiniLM의 표)는 위치마다 학습된 벡터를 더합니다. 이제 우리 문장 앞에 다른 단어들이 옵니다.
    .predict = “토끼”(1)가 자기 자신에게 전과 똑같이 주목하는 인코딩은 어느 것인가요?
    .choice-relative = RoPE와 ALiBi
    .choice-sinusoidal = RoPE, ALiBi, 더한 사인파
    .wrong-sinusoidal = 사인파를 더하면 로짓에 단어와 위치의 내적이 들어가는데, 이 값은 위치 자체에 따라 달라집니다.
    .choice-learned = 학습된 표
    .wrong-learned = 학습된 표는 위치마다 벡터가 다르고, 끝이 있습니다.
    .choice-all = 네 가지 모두
    .wrong-all = 거리만으로 정해지는 것만 그대로입니다.
    .control = 문장의 첫 위치
    .itself = “토끼”(1)가 자기 자신에게 주는 어텐션
    .along = 문장의 첫 위치
    .draw = 가로: 문장의 첫 위치. 인코딩마다 어텐션을 그리세요.
    .class = “q를 2θ만큼, k를 5θ만큼 회전하면 둘의 곱에는 무엇이 남나요?”라고 물어보세요. 어텐션이 어디서나 같다고 해서 외삽(extrapolation)이 되는 것은 아닙니다. 모델은 더 긴 텍스트에서 여전히 실패할 수 있습니다.
    .bridge = 2025년과 2026년의 모델은 RoPE를 씁니다. Qwen3-2507은 밑(base) { $base }{ JOSA($base, "으로/로") }, Llama 4는 층 { $count }개 중 하나씩을 빼고(NoPE), Gemma 4는 전체 어텐션 층에서 쌍의 4분의 1에만 씁니다(p-RoPE).
lesson-answer-10 = RoPE({ PERCENT($share) })와 ALiBi({ PERCENT($other) })입니다. 이 둘에서는 거리만 중요하기 때문입니다. 더한 사인파에서는 달라지고({ PERCENT($low) }∼{ PERCENT($high) }), 학습된 표는 { $count }행에서 끝납니다. 그런데 ALiBi는 가까운 단어에 더 큰 가중치를 줍니다. 3개 전의 단어를 찾도록 학습한 모델에서, 헤드가 그 단어에 주는 어텐션은 ALiBi에서 최대 { PERCENT($here) }, RoPE에서 최대 { PERCENT($there) }입니다.
