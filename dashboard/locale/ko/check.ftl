# The page Check. What a table is, and the evidence for it, is said by posenc_tools/diagnosis/words.py.

check-title = 검사: 내 위치 인코딩은 올바른가요?
check-claim = 가지고 있는 것을 고르세요. 이 페이지는 표를 만든 식이나 버그를 알아내고, 코드를 검사할 테스트를 제공하며, 모델 파일을 읽습니다.

# Upload

check-try = 또는 예제
    .placeholder = 예제 선택
    .closed = 예제(이 서버에는 파일을 올릴 수 없음)
check-file = 위치마다 행이 하나인 표
    .help = 파일에 든 코드는 실행하지 않으며, 피클(pickle)은 받지 않습니다. 배치 1처럼 크기가 1인 축은 없앱니다. 큰 모델에서는 np.save('pe.npy', table)로 표만 저장하세요.
check-paste = 붙여 넣은 수
    .help = 한 줄에 행을 하나씩 넣고 수 사이를 쉼표, 탭, 공백으로 구분하세요. NumPy나 PyTorch가 출력한 표를 그대로 넣어도 됩니다. 붙여 넣은 내용은 실행하지 않습니다.
    .button = 이 수 검사하기
check-leave = 내 표 검사하기
check-kept = 이 페이지를 닫으면 서버가 표를 삭제합니다. 표는 어떤 링크에도 들어가지 않습니다.
check-request = 올린 표는 링크에 들어가지 않습니다. 여기에 내 표를 올리세요.
check-remove = 표 제거
check-which = 파일에 있는 어떤 표인가요?
    .placeholder = 표 선택
check-tensor = { $name }: { $shown }, { $text }
    .taken = { $source }의 { $name }
    .noted = { $name }. { $text }
check-refused = **읽을 수 없습니다:**
check-masked = 어텐션 마스크처럼 행렬에 음의 무한대가 있지만, 이 페이지에는 유한한 수가 필요합니다. 마스크를 빼고 올리거나, 터미널에서 python -m posenc_tools로 파일을 검사하세요.
check-too-many = 표에는 수가 { $most }개까지 들어갈 수 있는데, 이 표에는 { $rows } × { $width }개가 있습니다.
check-too-large = 수의 크기는 { $high }까지 허용되는데, { $value }{ JOSA($value, "이/가") } 있습니다.
check-no-room = 서버에 이 크기의 표를 넣을 메모리가 남아 있지 않습니다. 더 작은 표를 올리거나, 나중에 다시 시도하세요.
check-wait = 표를 알려진 식, 버그와 비교하는 중…

# The verdict and its pictures

check-verdict = **{ $text }** (행 { $rows }개 × 열 { $width }개)
check-bug = 버그 “{ $name }”
check-table = 표
check-same = { $name }
check-meant = 의도한 것: { $name }
check-nearest = 가장 가까운 것: { $name }
check-difference = 차이
check-difference-enlarged = 차이(색 × { $factor })
check-difference-none = 반올림 오차를 넘는 차이가 없습니다.
check-beyond = ±{ $value } 범위를 벗어난 수는 가장 진한 색입니다.
check-undrawn = 표의 수가 너무 크거나 너무 작아서 그릴 수 없습니다.
check-picture-alt = { $heading }: 위치 { $rows }개(세로)와 열 { $width }개(가로)의 히트맵.
    .bias = { $heading }: 쿼리 { $rows }개(세로)와 키 { $width }개(가로)의 히트맵.
check-position = 위치 p
check-column = 열 j
check-query = 쿼리
check-key = 키
check-hover = 위치 { $y }, 열 { $x }<br>값 { $z }
    .bias = 쿼리 { $y }, 키 { $x }<br>값 { $z }

# The door of a model file

check-door-model = `config.json`이나 GGUF 파일의 헤더를 보면 모델이 위치를 어떻게, 어느 길이까지 세는지 알 수 있습니다.
check-door-model-example = **예:** { $text }
check-door-model-open = 모델 페이지에서 열기
check-door-model-command = 터미널에서는 파일을 올리지 않고도 같은 결과를 볼 수 있습니다.
check-door-model-gguf = 마지막 줄은 변환이나 미세 조정을 해도 위치가 그대로인지 알려 줍니다.

# Tabs

check-tab-fix = 잘못된 줄
check-tab-evidence = 근거
check-tab-another = 다른 식인가요?
check-tab-pages = 다른 페이지에서

check-model = **모델의 표인가요?** 모델을 고르면, RoPE의 코사인, 사인, 주파수는 그 모델에 있는 모든 종류의 층과 비교하고, 그 밖의 위치 표는 모델의 표 크기나 식과 비교합니다. 모델의 코드와 다른 차원끼리 짝지은 열도 차이로 봅니다.
check-model-which = 모델
    .placeholder = 모델 선택

check-resized = **크기를 바꾼 표인가요?** 더 큰 이미지나 더 긴 텍스트에 맞춰 다른 표를 보간해 만든 표라면, 원래 표를 올리세요. 보간이 쌍선형(bilinear), 쌍삼차(bicubic), 최근접 이웃(nearest) 중 무엇인지, 안티에일리어싱과 모서리 맞춤(align_corners)을 썼는지, 격자와 시퀀스 중 무엇으로 보간했는지, 클래스 행을 복사했는지 알려 줍니다. 원래 표는 보관하지 않습니다.
check-resized-file = 원래 표

check-meant-line = { $name }{ JOSA($name, "을/를") } 의도했다면 아마 이 줄이 잘못되었을 것입니다.

check-differences = 각 열과 각 행이 { $name }{ JOSA($name, "과/와") } 얼마나 다른지, 표의 전형적인 열이나 행의 크기를 1로 하여 나타냅니다.
    .ring = 고리는 차이가 가장 큰 곳입니다.
check-differences-axis = 상대적 차이
check-columns-range = 열의 상대적 차이는 { RANGE($low, $high) }이고, 열 { $column }에서 가장 큽니다.
check-columns-even = 모든 열의 상대적 차이가 { $value }입니다.
check-rows-range = 행의 상대적 차이는 { RANGE($low, $high) }이고, 위치 { $position }에서 가장 큽니다.
check-rows-even = 모든 행의 상대적 차이가 { $value }입니다.

check-pairs = 주파수가 같은 두 열이 한 쌍입니다. 로그 축에서 식의 쌍은 내려가는 직선 위에 있습니다.
check-pairs-left-out = { $whole }쌍 중 { $count }쌍은 양의 주파수가 없어서 뺐습니다.
check-pairs-alt = 로그 축에 나타낸 { $count }쌍의 주파수: 위치당 { APART($high, $low) }라디안에서 { APART($low, $high) }라디안까지. 식의 주파수와 나란히 표시했습니다.
check-pair = 쌍 i
check-pair-axis = 주파수, 위치당 라디안(로그 축)
check-pair-hover = 쌍 { $x }: 위치당 { $y }라디안
check-pair-measured = 측정
check-pair-formula = 식
    .bug = 버그가 있는 식
    .meant = 의도한 식

check-pages = 이제 내 표를 { $name }{ JOSA($name, "이라는/라는") } 인코딩으로 모든 페이지에서 선택할 수 있습니다.
    .chosen = 이 인코딩이 이미 선택되어 있으며, n과 d는 표의 크기입니다:
    .choose = n = { $length }, d = { $dim }{ JOSA($dim, "으로/로") } { $names } 선택하기

# The door of code: pairing, assertions, and which test finds which bug

check-pairings = **어느 차원끼리 한 쌍인가요?** 어떤 코드는 이웃한 2i와 2i + 1을(이웃끼리), 어떤 코드는 절반만큼 떨어진 i와 i + d/2를(절반끼리) 함께 회전시킵니다. Hugging Face와 수가 다르면 여기부터 살펴보세요.
    .link = RoPE 페이지에서 두 짝짓기 방식 보기
check-assertions = **필요한 검사를 복사하세요.** 검사가 실패하면 잘못되었을 가능성이 큰 줄을 알려 줍니다. 라이브러리를 설치하는 방법은 README에 있으며, 코드는 내 컴퓨터 밖으로 나가지 않습니다.
check-finds-title = 어느 테스트가 RoPE의 어느 버그를 찾나요?


check-tests = 기준값이 없어도 할 수 있는 테스트가 두 가지 있습니다. 첫째는 회전시켜도 벡터의 노름이 그대로인지 확인합니다. 둘째는 오프셋이 같으면(여기서는 { $offset }) 어느 위치에서나 내적이 같은지 확인합니다. 두 테스트는 흔한 버그 { $whole }개 중 { $count }개를 찾아냅니다. 나머지 { $rest }개를 찾으려면 `assert_rotary`에 있는 기준값이 필요합니다. 버그를 선택하면 시퀀스를 따라 내적이 어떻게 되는지 볼 수 있습니다.
check-test-norm = 노름
check-test-position = 위치
check-test-values = 값
check-matrix-alt = 어느 테스트가 어느 버그를 찾는지 보여 주는 표. { $facts }.
check-matrix-row = { $name }: { $found }
check-matrix-none = 찾아내는 테스트 없음
check-matrix-hover = { $name }, { $text }: { $label }
check-caught = 찾음
check-missed = 놓침
check-passes = 통과
check-code-bug = 버그
check-code-none = 올바른 코드
check-code-half-table = 절반끼리 짝지은 표
check-code-half-rotation = 절반끼리 짝지은 회전
check-code-q-alone = 쿼리만 회전
check-code-twice = 두 번 회전
check-code-cache-anew = 캐시를 세지 않음
check-code-sign-flipped = 사인의 부호
check-code-degrees = 도(°) 단위
check-code-exponent-i-d = 지수 i/d
check-wrong-half-table = 코사인과 사인의 표는 절반끼리 짝지었는데, 코드는 이웃끼리 회전시킵니다.
check-wrong-half-rotation = 코사인과 사인의 표는 이웃끼리 짝지었는데, 코드는 i를 i + d/2와 함께 회전시킵니다.
check-wrong-q-alone = 쿼리는 회전시키지만 키는 회전시키지 않습니다.
check-wrong-twice = 쿼리와 키를 두 번 회전시키므로 모든 오프셋이 두 배가 됩니다.
check-wrong-cache-anew = KV 캐시에 토큰 { $count }개가 있는데, 뒤에 오는 키의 위치를 정할 때 이를 세지 않습니다.
check-wrong-sign-flipped = 사인의 부호가 반대여서 쌍이 거꾸로 회전하고, 오프셋 k가 −k처럼 됩니다.
check-wrong-degrees = 라디안으로 나타낸 각도를 도(°)로 쓰므로, 모든 쌍이 { NUMBER($factor, maximumSignificantDigits: 3) }배 느리게 회전합니다.
check-wrong-exponent-i-d = 쌍 i가 토큰마다 B^(−2i/d)가 아니라 B^(−i/d)만큼 회전하므로, 첫 번째를 뺀 모든 쌍이 너무 빠릅니다.
check-verdict-right = 올바른 코드는 두 테스트를 모두 통과합니다. 노름이 그대로이고, 어느 위치에서나 내적이 { $value }입니다.
check-verdict-missed = 두 테스트를 모두 통과하지만 코드는 틀렸습니다. 어느 위치에서나 내적이 { APART($there, $here) }{ JOSA(APART($there, $here), "이/가") } 아니라 { APART($here, $there) }입니다.
check-verdict-length = 위치 { $position }에서 q의 노름이 회전 전의 { $factor }배입니다.
check-verdict-place = 내적이 위치에 따라 변합니다: { $values }.
check-walk = { $offset }토큰 떨어진 q와 k의 내적
check-walk-along = 키의 위치
check-walk-alt = { $offset }토큰 떨어진 쿼리와 키의 내적을 시퀀스를 따라 그린 그래프. { $names }.

# The riddle

check-riddle = 수수께끼 { $count }: 어떤 버그인가요?
check-riddle-read = 행 하나가 위치 하나입니다. 식에서 열 0과 1은 사인과 그 짝인 코사인이고, 열 2와 3은 다음 쌍이며, 그 뒤도 이와 같습니다. 이 링크를 열면 누구나 같은 수수께끼를 봅니다.
check-riddle-table = 이 표
check-riddle-formula = 식
check-riddle-column = 열 { $column }
    .formula = 식의 열 { $column }
check-riddle-value = 값
check-riddle-question = 이 표는 무엇이 잘못되었나요?
check-riddle-nothing = 잘못된 것 없음(식 그대로)
check-riddle-wrong = 이 버그가 아닙니다. 이 버그가 있다면 표가 아래 그림처럼 보입니다. { $fact }
    .nothing = 잘못된 것이 있습니다. 버그가 없다면 두 그림이 같고 곡선도 서로 같을 것입니다.
    .heading = “{ $name }” 버그가 있을 때
check-riddle-right = 맞았습니다: { $text }. { $fact }
    .nothing = 맞았습니다. 이 표에는 잘못된 것이 없습니다.
check-riddle-start = 또는 수수께끼 풀기
check-riddle-open = 이런 표 검사하기
check-riddle-next = 다음 수수께끼
check-riddle-score = 한 번에 맞힌 수: { $most }개 중 { $count }개.
check-riddle-alt = { $heading }: 위치 { RANGE($start, $end) }(세로)와 열 { $width }개(가로)의 히트맵.
check-curves-same = 이 표의 열 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "을/를") } 위치에 따른 곡선으로 그렸습니다. 식의 열과 같습니다.
check-curves-apart = 이 표의 열 { $column }{ JOSA($column, "과/와") } { $other }{ JOSA($other, "을/를") } 위치에 따른 곡선으로 그렸습니다. 식의 열과 최대 { $distance }만큼 다릅니다.

# Misconceptions

check-rounding = 소수 넷째 자리의 차이는 반올림 오차일 수 있습니다.
    .quote = 내 표가 다른 표와 소수 넷째 자리에서 다르므로, 둘 중 하나는 틀렸다.
    .fact = float32로 계산하는 코드는 주파수를 반올림하며, 그 오차는 위치와 함께 커집니다. 오차는 위치 127까지 최대 { $low }, n = { $length }에서 최대 { $high }입니다(d = { $dim }). 지수가 틀리면 바로 드러납니다. 버그 “{ $name }”{ JOSA($name, "이/가") } 있으면 위치 1의 값이 { $value }만큼 어긋납니다.
check-exponent = 밑(base)이 다른지 지수가 다른지는 수만 보아서는 알 수 없습니다.
    .quote = 측정한 밑이 10,000이 아니라 { NUMBER($base, maximumSignificantDigits: 6) }이므로 지수가 틀렸다.
    .fact = d = { $dim }에서 Tensor2Tensor, fairseq, Whisper처럼 지수가 2i/(d − 2)이면, 밑 10,000이 그렇게 보입니다. 논문의 식에서 밑이 100인 것은 지수가 i/d이고 밑이 { $whole }인 것과 같습니다.
check-layout = 사인을 먼저, 코사인을 나중에 모은 것은 같은 열을 순서만 다르게 놓은 것입니다.
    .quote = 사인을 모두 놓은 다음 코사인을 모두 놓은 것은 버그다.
    .fact = { $dim }개 열 중 { $count }개가 다르지만, 내적은 하나도 다르지 않습니다. 한 배열로 학습한 모델을 다른 배열로 실행하는 것이 버그입니다.

check-follow-up = 모델 파일은 위치를 어떻게 셀까요?
