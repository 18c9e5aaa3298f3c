# The page Questions: what people ask, and what they get wrong, with computed answers.

questions-title = 질문: 위치에 대해 자주 묻는 것과 자주 오해하는 것
questions-use = 질문과 오해 { $count }개를 검색하거나 주제를 고르세요. 모든 답은 계산한 것이며, 관련 페이지로 가는 링크가 있습니다.
questions-first = 첫 질문
questions-none = 이 단어가 모두 들어 있는 질문이 없습니다. 단어를 줄이거나, 칸을 비우고 주제를 고르세요.
questions-more = 맞는 질문이 { $count }개 더 있습니다. 단어를 더 입력해 범위를 좁히세요.
questions-open = { $page }에서 보기
questions-predict = 먼저 예측하기
questions-follow-up = 이 표는 어떤 인코딩인가요?
questions-of-page = 이 페이지에 대한 질문
control-find = 검색(예: “10000”, “패딩”)
control-topic = 주제

task-predict = **예측해 보세요:** { $text }
task-hidden = 예측한 답을 적어 두세요. 그런 다음 정답과, 정답을 계산하는 페이지를 열어 보세요.
task-reveal = 정답 보기
task-task = 다음 과제
task-all = 모든 과제

# Start here

task-order = 어텐션에 단어의 순서가 중요한가요?
    .sentence = 흰 토끼 뒤에 흰 여우
    .see = “{ $text }”의 순서를 뒤집어도, 위치가 없으면 어텐션 가중치는 하나도 변하지 않습니다. Sinusoidal을 쓰면 가중치가 최대 { $value } 변합니다.
    .why = 위치가 없으면 어텐션은 어떤 단어가 있는지는 알지만, 그 단어가 어디에 있는지는 모릅니다.
    .next = **이어서 해 보기:** 순서를 ‘섞은 순서’로 바꿔 보세요. 위치가 없으면 여전히 아무것도 변하지 않습니다.
task-neighbors = 이웃한 위치 사이의 거리는 모두 같나요?
    .see = Binary에서 위치 { $position }{ JOSA($position, "과/와") } { $later } 사이의 거리는 { $high }이지만, 그다음 이웃 사이의 거리는 { $low }입니다. Sinusoidal에서는 모든 이웃 사이의 거리가 { $distance }입니다.
    .why = 7에서 8로 가면 0111이 1000이 됩니다. 모든 비트가 뒤집히므로, 이 두 이웃보다 더 멀리 떨어진 두 위치는 없습니다.
    .next = **이어서 해 보기:** k를 3으로 바꿔 보세요. Binary는 여전히 뛰고, Sinusoidal은 여전히 평평합니다.
task-bits = 사인파와 이진수의 공통점은 무엇인가요?
    .see = 차원 6과 7은 { $low }토큰마다, 그다음 두 차원은 { $high }토큰마다 되풀이됩니다.
    .why = 낮은 자리의 비트는 자주 뒤집히고, 앞쪽 차원은 빠르게 진동합니다. 비트는 뛰지만, 파동은 매끄럽게 변합니다.
    .next = **이어서 해 보기:** 아래의 “{ heatmap-binary }”를 보세요. 거기서 각 비트의 주기는 바로 오른쪽 비트의 주기의 두 배입니다.
task-circle = 사인과 코사인 한 쌍이면 충분한가요?
    .see = 점들은 원을 약 { $count }바퀴 돕니다. { $offset }만큼 떨어진 두 위치 사이의 거리가 { $low }까지 줄어들지만, 이웃 사이의 거리는 { $high }입니다.
    .why = 원에서 가깝다고 텍스트에서도 가까운 것은 아닙니다. 파장이 다른 쌍이 더 있으면 이런 위치를 구별할 수 있습니다.
    .next = **이어서 해 보기:** 점을 하나 선택한 다음, 그림에서 그 점에 가장 가까운 점을 선택해 보세요. 둘은 이웃이 아닙니다.
task-decrease = 가까운 위치일수록 언제나 더 비슷한가요?
    .see = 내적은 p = 128에서 { $high }이고, p = { $other }에서는 { $low }까지 작아집니다. 처음으로 다시 커지는 곳은 오프셋 { $offset }입니다.
    .why = 유사도는 거리가 멀수록 작아지는 추세이지만, 곡선은 진동합니다.
    .next = **이어서 해 보기:** 척도를 코사인으로, 그다음 min-max로 바꿔 보세요. 0에 이르는 것은 min-max뿐입니다.

# Distance and similarity

task-lengths = 이웃 사이의 거리는 길이에 따라 달라지나요?
    .see = Normalized에서 이웃 사이의 거리는 토큰이 12개이면 { $high }, 56개이면 { $low }입니다. Sinusoidal에서 5만큼 떨어진 위치 사이의 거리는 두 경우 모두 { $distance }입니다.
    .why = Normalized는 길이로 나누므로, 바로 다음 위치까지의 거리가 길이마다 다릅니다.
    .next = **이어서 해 보기:** n을 30으로 바꿔 보세요. 거리가 Normalized에서는 변하고, Sinusoidal에서는 그대로입니다.
task-offsets = 오프셋이 커지면 거리도 언제나 늘어나나요?
    .see = 1만큼 떨어진 위치 사이의 거리는 언제나 { $low }, 2만큼 떨어진 위치 사이의 거리는 언제나 { $high }입니다.
    .why = 오프셋이 같으면 거리가 모두 같습니다. 그러나 파동은 되돌아오므로, 거리도 다시 줄어들 수 있습니다.
    .next = **이어서 해 보기:** k를 1에서 4까지 바꿔 보세요. 4에서의 거리가 3에서의 거리보다 짧습니다.
task-sides = 유사도로 앞과 뒤를 구별할 수 있나요?
    .see = 코사인 유사도는 한 토큰 떨어진 곳에서 { $high }, 열 토큰 떨어진 곳에서 { $low }입니다. 처음으로 커지는 곳은 오프셋 { $offset }입니다.
    .why = 방향이 아니라 거리에 따라 정해지므로, 곡선은 양쪽이 똑같습니다.
    .next = **이어서 해 보기:** 차트를 더블클릭해 보세요. 위치 2,048개가 모두 나타납니다.
task-base = 밑(base)은 왜 10,000인가요?
    .see = 밑이 10,000이면 이웃 사이의 거리는 { $distance }이고, 64개 차원 중 { $count }개가 변합니다.
    .why = 밑이 작으면 이웃이 잘 구별됩니다. 밑이 크면 거의 일정한 차원이 남지만, 멀리까지 미칩니다. 가장 느린 쌍은 보통의 텍스트보다 긴 { $period }토큰마다 되풀이됩니다.
    .next = **이어서 해 보기:** “{ bar-options }”에서 밑을 10으로, 그다음 500,000으로 바꾸고 표의 행을 비교해 보세요.
task-half = 반정밀도에서도 위치를 구별할 수 있나요?
    .see = 위치를 bfloat16으로 반올림하면 벡터 1,024개 중 서로 다른 것은 { $count }개입니다. 벡터를 반올림하면 { $other }개입니다.
    .why = bfloat16에는 257이 없으므로, 사인을 계산하기도 전에 위치가 256이 됩니다.
    .next = **이어서 해 보기:** “{ control-context }”{ JOSA(control-context, "을/를") } 256으로 바꿔 보세요. 모든 위치가 서로 다릅니다.

# The matrix

task-small = 작은 예시 표에서는 왜 밑(base) 100을 쓰나요?
    .see = 행 1, 곧 위치 1의 값은 { $values }입니다.
    .why = 밑이 작으면 위치 네 개 안에서 네 차원이 모두 눈에 띄게 변합니다.
    .next = **이어서 해 보기:** 밑을 10,000으로 바꿔 보세요. 차원 2와 3이 덜 변합니다.
task-woven = 히트맵은 왜 천을 짠 것처럼 보이나요?
    .see = 행 1은 { $values }{ JOSA($values, "으로/로") } 시작합니다. 곧 사인, 코사인, 사인, 코사인입니다.
    .why = interleaved에서는 사인 바로 옆에 짝이 되는 코사인이 있습니다. concatenated에서는 같은 열이 다른 순서로 놓입니다.
    .next = **이어서 해 보기:** 배열을 concatenated로 바꿔 보세요. 사인이 모두 왼쪽에 놓입니다.
task-stripes = 오른쪽은 왜 줄무늬뿐인가요?
    .see = 128개 차원 중 { $count }개는 거의 변하지 않으며, 그림의 오른쪽에서 줄무늬가 됩니다.
    .why = 느린 쌍은 50토큰 안에서 거의 회전하지 않습니다.
    .next = **이어서 해 보기:** 밑(base)을 100으로 바꿔 보세요. 더 많은 차원이 변합니다.
task-odd = 차원 수가 홀수이면 무엇이 달라지나요?
    .see = d = 3에서 벡터의 노름은 { APART($low, $high) }에서 { APART($high, $low) }까지 커집니다.
    .why = 마지막 사인에는 짝이 되는 코사인이 없으므로, 노름이 일정하지 않습니다.
    .next = **이어서 해 보기:** d를 4로 바꿔 보세요. 노름이 어디서나 같습니다.

# Attention

task-concatenated = 위치를 넣었는데도 순서를 뒤집을 때 아무것도 변하지 않을 수 있나요?
    .see = Sinusoidal을 이어 붙이면, 단어의 순서를 뒤집어도 어텐션 가중치가 그대로입니다.
    .why = 이어 붙인 파동은 두 단어 사이의 거리에 따라서만 로짓을 바꾸며, 순서를 뒤집어도 거리는 모두 그대로입니다.
    .next = **이어서 해 보기:** ‘섞은 순서’ 또는 ‘합’을 선택해 보세요. 둘 다 가중치를 바꿉니다.
task-batch = 코드에서는 문장의 배치에 위치를 어떻게 더하나요?
    .see = 배열의 형상(shape)은 배치가 (10, 100, 512), 위치가 (1, 100, 512), 합이 (10, 100, 512)입니다.
    .why = 브로드캐스팅(broadcasting)은 크기가 1인 축을 되풀이합니다. 축이 틀려도 오류는 나지 않고, 위치가 틀립니다.
    .next = **이어서 해 보기:** 축의 순서를 바꿔 보세요. 모든 줄에서 처음 두 축이 서로 바뀝니다.
task-near = RoPE는 가까운 토큰을 선호하나요?
    .see = 내용이 같을 때 바로 앞 토큰의 키는 로짓이 RoPE에서 { $high } nat, Sinusoidal에서는 그 절반인 { $low } nat 낮아집니다.
    .why = 회전은 내용을 비교하는 방식만 바꿉니다. 내용이 서로 독립이면 선호되는 거리가 없습니다.
    .next = **이어서 해 보기:** 내용을 ‘독립’으로 바꿔 보세요. RoPE에서는 어떤 거리에서도 로짓이 낮아지지 않습니다.
task-degrees = 회전이 틀렸는데도 흔한 테스트를 통과할 수 있나요?
    .see = 두 테스트를 모두 통과하지만, 내적이 { $there }{ JOSA($there, "이/가") } 아니라 { $here }입니다.
    .why = 테스트는 노름을 비교하고, 오프셋이 같은 내적끼리 비교합니다. 각도가 어디서나 똑같은 방식으로 틀리면 둘 다 변하지 않습니다.
    .next = **이어서 해 보기:** “{ check-code-half-table }”, 그다음 “{ check-code-q-alone }”{ JOSA(check-code-q-alone, "을/를") } 선택해 보세요. 테스트가 둘 다 잡아냅니다.
task-slopes = 헤드가 12개이면 ALiBi의 기울기는 왜 중간에서 갑자기 커지나요?
    .see = 저자 코드에서 가장 가파른 것은 헤드 { $head }이고, 기울기는 { $high }입니다. 논문의 설명대로라면 헤드 1이고, 기울기는 { $low }입니다.
    .why = 논문은 헤드 수가 2의 거듭제곱일 때의 기울기를 정의합니다. 헤드가 12개이면 코드는 헤드가 8개일 때의 기울기를 쓴 다음, 16개일 때의 기울기를 하나씩 건너뛰며 씁니다.
    .next = **이어서 해 보기:** 헤드 수를 16으로 바꿔 보세요. 둘이 일치합니다.

# Tables

task-exponents = 내 식은 맞나요: i, 2i, 아니면 2i + 1?
    .see = 여기서는 차원 j마다 지수 2j/d가 따로 있습니다. { $dim }개 차원 중 { $count }개가 맞고, 값의 오차는 최대 { $value }입니다.
    .why = 논문의 i는 쌍을 세고, 지수는 2i/d입니다. 차원을 세는 코드가 여기에 다시 2를 곱하면 안 됩니다.
    .next = **이어서 해 보기:** 예제 “지수 i/d”를 선택한 다음, 내 표를 올려 보세요.
task-riddle = 어떤 버그인가요?
    .see = 표와 식은 처음에는 비슷합니다. 위치 { $position }, 차원 1의 값은 표에서 { $here }, 식에서 { $there }입니다.
    .why = 잘못된 표 중에는 언뜻 보아 맞아 보이는 것이 많습니다.
    .next = **이어서 해 보기:** 세 가지 답 중 하나를 고르고, 다음 수수께끼로 가 보세요.

# Frequent questions, two tabs. Their links are in dashboard/views/questions/facts.py.

question-pairing = 내 Llama는 어떤 차원을 함께 회전시키나요?
    .answer = Hugging Face의 코드는 i와 i + d/2를, Meta의 배포판은 2i와 2i + 1을 짝짓습니다. 서로 변환할 때는 가중치의 순서를 바꿉니다.
question-yarn = Qwen2.5나 Qwen3에서 128k 토큰을 쓸 때 YaRN은 무엇을 하나요?
    .answer = 32,768토큰에서 배율 4로 확장할 때, 쌍 64개 중 { $count }개는 그대로 두고, { $other }개는 혼합하고, { $rest }개는 주파수를 4로 나눕니다. 이 모델들의 config.json에는 YaRN이 꺼져 있으므로 직접 켜야 합니다.
question-extrapolates = 어떤 인코딩이 더 긴 텍스트로 외삽되나요?
    .answer = 과제와 학습 방식에 따라 다릅니다. 작은 모델들은 최대 32토큰의 텍스트에서 세 칸 앞의 토큰을 맞히도록 학습했습니다. 64토큰에서의 정확도는 사인파를 더하면 { PERCENT($share) } 이하, RoPE를 쓰면 { PERCENT($low) }∼{ PERCENT($high) }, T5의 편향을 쓰면 { PERCENT($other) } 이상입니다.
question-rows = RoBERTa의 표는 왜 514행인가요?
    .answer = 첫 토큰의 행이 { $start }이므로, { $rows }개 행 중 { $count }개를 씁니다.
question-head = 헤드가 12개인 ALiBi에서 헤드 3은 얼마나 멀리 보나요?
    .answer = 키의 내용이 모두 같으면, 헤드 3의 어텐션은 거리 { $offset }에서 절반으로 줄어듭니다.
question-slopes = 헤드가 12개이면 ALiBi의 기울기는 왜 중간에서 갑자기 커지나요?
    .answer = 코드는 헤드가 8개일 때의 기울기를 쓴 다음, 16개일 때의 기울기를 하나씩 건너뛰며 씁니다. 그래서 가장 가파른 것은 헤드 { $head }({ $value })입니다. 논문의 식은 { $high }에서 시작합니다.
question-printed = YaRN의 논문과 코드는 다른가요?
    .answer = 다릅니다. 주파수를 혼합하는 기준이 논문에서는 쌍의 회전 수이고, 코드에서는 쌍의 번호입니다. 32,768토큰에서 배율 4로 확장하면 쌍 { $column }의 주파수가 가장 크게, { $factor }배 차이 납니다.
question-dynamic = dynamic 스케일링에서 캐시된 키를 그대로 써도 되나요?
    .answer = 결과가 정확해야 한다면 안 됩니다. 배율 4에서 2,048토큰이 4,096토큰으로 늘면 가장 느린 쌍이 { $factor }배 느려지는데, 캐시된 키의 각도는 예전 그대로입니다.
question-half = bfloat16을 쓰면 위치는 어떻게 되나요?
    .answer = bfloat16은 { $position }{ JOSA($position, "을/를") } 나타낼 수 없습니다. 위치 0∼1,023 중 서로 다른 위치로 남는 것은 { $count }개입니다.
question-padding = 왼쪽에 패딩하면 왜 출력이 달라지나요?
    .answer = 코드가 배치 안의 자리를 위치로 쓰기 때문입니다. 그 대신 마스크로 실제 토큰을 세게 하세요.
question-beyond = 긴 텍스트에서 나오는 “index out of range”는 무슨 뜻인가요?
    .answer = 텍스트가 학습된 표보다 길다는 뜻입니다. GPT-2의 표는 { $rows }행이므로 마지막 위치는 { $last_position }입니다.
question-axes = x와 pe의 크기는 왜 맞지 않나요?
    .answer = 한쪽은 배치가 먼저이고(batch first) 다른 쪽은 시퀀스가 먼저이기(sequence first) 때문입니다. 크기가 우연히 맞으면 이 버그는 드러나지 않습니다.
question-swapped = nn.Embedding(vocabulary, d)인가요, (context, d)인가요?
    .answer = 둘 다 필요합니다. 토큰 표에는 어휘의 단어마다, 위치 표에는 위치마다 행이 하나씩 있습니다.
question-image = 이미지 모델의 위치 표는 크기를 어떻게 바꾸나요?
    .answer = 패치 격자만 보간하고, 클래스 토큰의 행은 그대로 두세요.
question-mine = 내 식은 맞나요: 2i, i, 아니면 2i + 1?
    .answer = 이 앱에서 표를 검사해 보세요. 코사인마다 지수를 따로 두는 것이 흔한 버그입니다.
question-layout = interleaved인가요, concatenated인가요?
    .answer = 거리와 내적은 어느 배열에서나 같습니다. 다만 학습된 모델에는 학습할 때와 같은 배열이 필요합니다.
question-cosine = 사인마다 왜 코사인이 있나요?
    .answer = 둘이 함께 있으면 이웃 사이 거리가 모두 같고(등간격, 네 차원에서 { $distance }), 회전 하나로 모든 위치를 옮길 수 있습니다. 사인만으로는 어느 쪽도 되지 않습니다.
question-add = 위치는 왜 이어 붙이지 않고 더하나요?
    .answer = 더하면 차원이 늘지 않으며, 단어 벡터와 위치 벡터가 거의 직교하면 모델이 둘을 구별할 수 있습니다.
question-relative = 절대 위치와 상대 위치는 무엇이 다른가요?
    .answer = 절대적 인코딩은 “위치 7”의 벡터를 단어에 더하고, 상대적 인코딩은 “세 칸 앞”에 따라 로짓을 바꿉니다. 내용이 무작위인 두 단어를 함께 100칸 옮기면, 로짓이 Sinusoidal에서는 보통 { $value } 변하고 RoPE에서는 전혀 변하지 않습니다. 합성곱과 인과 마스크가 없는 트랜스포머는 RNN처럼 단어를 순서대로 읽지 않으므로, 둘 중 하나가 필요합니다.
question-values = RoPE는 왜 쿼리와 키만 회전시키고 값(value)은 회전시키지 않나요?
    .answer = 쿼리와 키의 내적에서는 두 회전에서 오프셋만 남습니다. 값은 쿼리와 곱하지 않으므로, 회전시키면 절대 위치가 그대로 남습니다. 같은 텍스트가 100칸 뒤에 있으면 값이 { PERCENT($share) } 달라집니다.
question-collide = 서로 다른 두 단어에서 단어와 위치의 합이 같을 수 있나요?
    .answer = 64차원에서는 거의 일어나지 않습니다. 무작위 단어 32개가 위치 32개에 있을 때, 가장 가까운 두 합 사이의 거리는 서로 다른 단어에서 { $high }이고, 한 단어의 두 위치에서 { $low }입니다.
question-binary = 이진수 위치 사이의 거리는 왜 달라지나요?
    .answer = 위치가 하나 늘 때 비트가 하나만 뒤집힐 수도, 모두 뒤집힐 수도 있습니다. 비트가 많을수록 차이가 커집니다. 이웃 사이의 거리는 4비트에서 최대 { $low }, 8비트에서 최대 { $high }입니다.
question-grow = 위치와 함께 값이 커지면 왜 안 되나요?
    .answer = 입력이 크면 활성값이 커지고 기울기(gradient)가 폭발하거나 사라져서, 학습이 불안정해집니다. 위치 128개에서 Index는 { $high }까지 커지지만, 사인은 1을 절대 넘지 않습니다.
question-exponential = 코드에서는 왜 exp와 log를 쓰나요?
    .answer = 거듭제곱을 다르게 쓴 것입니다: exp(−log 10,000 · 2i/d) = 10,000^(−2i/d). 가운데인 2i = d/2에서는 exp(−{ $value } / 2) = { $low } = 1/√10,000입니다. 둘 다 맞습니다.
question-dropout = 합 다음에 왜 드롭아웃이 있나요?
    .answer = 과적합을 막기 위해서입니다. 학습할 때만 각 수를 { PERCENT($share) } 확률로 0으로 만들고, 나머지 수에는 { $factor }{ JOSA($factor, "을/를") } 곱합니다. 추론할 때는 아무것도 하지 않습니다.
question-parameters = 위치는 모델의 매개변수인가요?
    .answer = 사인파는 아닙니다. 모듈은 사인파를 버퍼(requires_grad = False)에 저장하고, 버퍼는 학습으로 변하지 않습니다. 학습된 표는 매개변수이며, BERT에는 { $rows } × { $dim } = { $count }개 있습니다.
question-bert = BERT는 왜 표를 학습했나요?
    .answer = 논문에는 이유가 나와 있지 않습니다. Vaswani et al.에서는 차이가 거의 없었고(BLEU 점수: 사인파 25.8, 학습된 표 25.7), BERT는 최대 길이가 하나로 정해진 텍스트를 읽습니다. 그 대신 { $last_position } 다음의 위치는 없습니다.
question-heads = 헤드는 위치로 무엇을 하나요?
    .answer = 각 헤드는 단어와 위치의 합에 자기 행렬을 곱합니다: Q = x·W_Q, K = x·W_K, V = x·W_V. 논문의 기본(base) 모델에서는 { $width }차원 헤드 { $heads }개가 { $dim }차원을 나누어 씁니다.
question-root = 왜 √d로 나누나요?
    .answer = 무작위 수 64개로 이루어진 두 벡터의 내적은 크기가 대체로 { $value }입니다. 두 키의 로짓이 그만큼 차이 나면 소프트맥스는 한쪽에 가중치를 거의 모두 주고, 이때 기울기(gradient)는 { $low }입니다. 나눈 뒤에는 { $high }입니다.
question-mask = 마스크는 뒤의 단어를 어떻게 가리나요?
    .sentence = 로봇은 명령에 따라야 한다
    .answer = 뒤에 오는 단어의 로짓을 −∞로 만듭니다. 소프트맥스는 이를 e^(−∞) = 0으로 바꾸므로, 그 단어는 어텐션을 받지 못합니다.
question-residual = 뒤쪽 층도 위치를 아나요?
    .answer = 압니다. 각 층은 결과를 입력에 더하고(잔차 연결, residual connection), 그다음 층 정규화(layer normalization)가 그 합의 평균과 크기를 조정합니다. 처음 벡터와 길이가 같고 모두 서로 직교하는 갱신을 { $count }번 더한 뒤에도 처음 벡터와의 코사인은 여전히 { $value }입니다. 잔차 연결이 없으면 0이 됩니다.
