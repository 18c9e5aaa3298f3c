# The page Models: how published models encode position.

models-title = 모델: 공개된 모델은 위치를 어떻게, 어디까지 셀까요?
models-own = 내 모델 파일
    .other = 다른 모델 파일
    .table = 내 모델 파일
models-file = config.json 또는 GGUF 파일의 헤더
models-header = GGUF 파일은 헤더만 읽습니다. 헤더는 { $text } 명령으로 잘라 낼 수 있습니다.
models-paste = 또는 config.json의 내용 붙여 넣기
    .button = 읽기
models-kept = 올린 파일은 이 세션에만 보관합니다.
models-pasted = config.json
models-back = 목록으로 돌아가기
models-open = { $page } 페이지에서 열기

# The main picture and the cells

models-waves = 각 쌍의 파장(토큰)
models-wave-hover = 쌍 { $x }: { $y }토큰
models-pair = 차원 쌍
models-plain-name = 스케일링 전
models-scaled-name = 실제 사용
models-option = { $name } ({ $text })
models-of-images = { $name }의 위치에는 여러 축이 있습니다. 회전은 이미지 페이지에서 볼 수 있습니다. 특정 모델의 값을 보려면 여기에 그 모델의 config.json을 올리세요.
models-trained = 학습 길이 { $length }토큰
    .before = 스케일링 전 { $length }토큰
models-stated = 명시된 길이 { $length }토큰
models-reach = 어텐션이 절반으로 줄어드는 거리
models-reach-hover = 헤드 { $x }: { $y }토큰
models-axis-head = 어텐션 헤드
models-picture = { $when ->
    [before] 스케일링 전의
    [stated] 명시된
    [window] 윈도우의
    [chunk] 청크 하나의
   *[other] 학습 길이인
} { $length }토큰 안에 { $count ->
    [0] 차원 쌍 { $whole }개가 모두 한 바퀴 이상 돕니다
   *[other] 한 바퀴를 다 돌지 못하는 차원 쌍이 { $whole }개 중 { $count }개입니다
}.
models-picture-waves = 파장은 { RANGE($low, $high) }토큰입니다.
models-picture-reach = 모든 키의 내용이 같으면, 어텐션이 절반으로 줄어드는 거리는 헤드 { $heads }개에서 { RANGE($low, $high) }토큰입니다.

# The layers

models-layer-axis = 층
models-layer = 층 { $layer }: { $fact }.
models-layer-hint = 다른 층을 보려면 차트에서 그 층을 선택하세요.
models-layers = { $where }, 밑 { $base }, { $text ->
    [none] 스케일링 없음
   *[other] { $text } 스케일링
}
models-kind = { $count ->
    [0] 층
   *[other] 층 { $count }개
}: { $fact }
models-kind-encoder = 인코더
models-kind-decoder = 디코더
models-more-kinds = 층의 종류가 { $count }가지 더 있습니다. 층을 선택하면 그 종류에 관한 내용을 볼 수 있습니다.
models-span-compressed = 윈도우 { $most }토큰과 그 앞의 압축된 토큰
models-span-nope = 위치 없음(NoPE)
models-span-linear = 소프트맥스 어텐션 없음

models-cell-family = { $family ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] T5 편향
    [learned] 학습된 표
    [sinusoidal] 사인파
    [none] NoPE
    [relative] 상대 위치(표시하지 않음)
    [axes] 이미지의 RoPE(이미지 페이지 참고)
   *[other] 알 수 없음
}
    .cell = 인코딩
models-cell-pairing = { $first ->
    [half] 절반끼리
   *[interleaved] 이웃끼리
} (배포판: { $last ->
    [unknown] 알 수 없음
    [half] 절반끼리
   *[interleaved] 이웃끼리
})
    .cell = 짝짓기(Hugging Face)
models-cell-trained = { $length } (출처: { $text ->
    [GGUF] GGUF 파일
    [configuration] 설정
   *[other] { $text }
})
    .cell = 학습 길이(토큰)
models-cell-before = { $length } (출처: { $text ->
    [GGUF] GGUF 파일
    [configuration] 설정
   *[other] { $text }
})
    .cell = 스케일링 전 길이(토큰)
models-cell-untold = 알 수 없음
    .cell = 학습 길이(토큰)
models-cell-stated = { $length }
    .cell = 명시된 길이(토큰)
models-cell-rows = { $rows }, 첫 토큰은 행 { $start }
    .cell = 표의 행 수
models-cell-resolution = { $other }토큰
    .cell = 위치 { $position }에서 bfloat16의 간격

# Tabs

models-tab-facts = 알려진 내용
models-tab-two = 두 모델
models-tab-setup = 길이에 맞춰 실행
models-tab-catalogue = 모델 목록

models-variants = { $name }에 있는 RoPE의 변형
models-read = 읽은 값
models-assumed = 가정한 것
models-unknown = 알 수 없는 것
models-unused = 위치에 관한 것으로 보이지만 여기서 쓰지 않은 키
models-sources = 출처
models-end = 위치 { $position }에서

models-configuration = 설정
models-source = 출처: { $text }
models-some = { $count ->
    [0] 모든 층에서
   *[other] 층 { $whole }개 중 { $count }개에서
}
models-partial = { $where } 각 헤드의 { $whole }차원 중 { $count }차원은 회전하지 않습니다. 이 차원들은 어느 거리에서나 내용을 똑같이 비교합니다.
    .curve = 이 모델, 스케일링 전
    .other = 모든 차원이 회전한다면
models-latent = { $where } 다중 헤드 잠재 어텐션(multi-head latent attention)이 각 헤드를 둘로 나눕니다. { $whole }차원은 회전하고, { $count }차원은 회전하지 않아 이 차원의 키를 압축해 저장할 수 있습니다.
    .curve = 이 모델, 스케일링 전
    .other = 모든 차원이 회전한다면
models-slow-pairs = { $where } 쌍 { $whole }개 중 가장 느린 { $count }개는 회전하지 않습니다(p-RoPE). 느린 쌍은 내용을 담는데, 긴 텍스트에서는 회전이 그 내용을 흐트러뜨리기 때문입니다.
    .curve = 이 모델
    .other = 모든 쌍이 회전한다면
models-nope-layers = 층 { $whole }개 중 { $count }개에는 위치가 없습니다(NoPE). 이 층은 어느 거리에서나 내용을 찾고, 순서는 다른 층이 맡습니다.
    .curve = RoPE가 있는 층
    .other = 위치가 없는 층
models-temperature = { $which ->
    [nope] 위치가 없는 층의 어텐션 로짓에는
   *[other] 어텐션 로짓에는
} 위치와 함께 커지는 계수를 곱하며, 위치 { $position }에서 계수는 { $factor }입니다. 그러지 않으면 토큰이 많아질수록 토큰 하나가 받는 어텐션이 옅어집니다.
models-temperature-values = 어텐션 로짓에 곱하는 계수
models-temperature-along = 쿼리의 위치
models-temperature-hover = 위치 { $x }: × { $y }

models-changes = { $first }에서 { $last }{ JOSA($last, "으로/로") } 갈 때 달라지는 점
models-keys = 서로 다른 키 { $count }개
    .name = 키
    .first = 이전
    .last = 이후
models-about = { $name }에 관해 알려진 내용
models-distance = 거리(토큰)
models-falls = 거리 0을 기준으로 한 평균 로짓(nat)
models-falls-hover = 거리 { $x }: { $y }
models-falls-note = 곡선은 헤드 하나를 나타냅니다. 쿼리와 키의 내용은 같은 무작위 벡터이며, 분산은 차원마다 1입니다. ALiBi에서는 가장 멀리 보는 헤드를 나타냅니다.
models-apart = 거리 { $longer }까지 볼 때 두 로짓의 차이는 거리 { $offset }에서 가장 큽니다. 이때 { $first }의 로짓은 { $last }의 로짓보다 { $value } nat 낮습니다.
models-same-curve = 표시한 모든 거리에서 { $first }{ JOSA($first, "과/와") } { $last }의 로짓이 같습니다.
models-no-curve = { $name }의 로짓은 식으로 정해져 있지 않으므로 곡선이 없습니다.

models-length = 길이(토큰)
models-check = 설정이 적용되었는지 보려면 transformers용 코드 다음에 이것을 실행하세요
models-setup-note = NAME과 FILE.gguf는 모델이 들어갈 자리입니다. 이 코드는 transformers 5와 이를 사용하는 프로그램에 맞춘 것입니다. llama.cpp는 명령줄에서 정하지 않은 값을 파일에서 읽습니다.

models-time = 명시된 길이(토큰)
models-year = 논문 또는 배포 연도
models-time-hover = { $name } ({ $text }): { $length }토큰
    .base = { $name } ({ $text }): { $length }토큰, 밑 { $base }
models-time-alt = 모델 { $count }개의 연도별 명시된 길이, 계열별로 표시.
models-time-note = 모델 목록에서 연도와 길이가 알려진 모델 { $count }개를 나타냅니다. 선택한 모델은 그중에 있으면 더 크게 표시합니다. 같은 해 안에서의 순서에는 의미가 없습니다.
models-catalogue-note = 줄표(–)는 값을 알 수 없거나 그 인코딩에 그런 수가 없다는 뜻입니다.
models-column-name = 모델
models-column-family = 인코딩
models-column-dim = 차원
models-column-heads = 헤드
models-column-base = 밑
models-column-pairing = 짝짓기(Hugging Face)
models-column-release = 짝짓기(배포판)
models-column-scaling = 스케일링
models-column-trained = 학습 길이(토큰)
models-column-stated = 명시된 길이(토큰)
models-column-rows = 표의 행 수
models-column-year = 연도
models-column-sources = 출처

# Misconceptions

models-promise = 명시된 컨텍스트 길이는 학습 길이가 아닙니다.
    .quote = max_position_embeddings는 모델을 학습한 길이다.
    .fact = { $name }에서 이 값은 { $longer }이지만, 학습할 때의 텍스트는 최대 { $length }토큰이었습니다.
models-slow = RoPE에는 컨텍스트 안에서 한 바퀴를 다 돌지 못하는 쌍이 많습니다.
    .quote = RoPE의 쌍은 저마다 여러 번 되풀이되어 모든 위치를 구별한다.
    .fact = { $name }에서는 가장 느린 쌍이 한 바퀴를 도는 데 { $value }토큰이 필요하며, { $length }토큰 안에 한 바퀴를 다 돌지 못하는 쌍이 { $count }개입니다.
models-window-belief = 층이 보는 범위는 컨텍스트보다 짧을 수 있습니다.
    .quote = 컨텍스트가 { $length }토큰이면 모든 층이 그 토큰을 다 본다.
    .fact = { $name }에서는 각 층이 { $most }토큰을 봅니다. 더 먼 토큰은 앞선 층을 거쳐서만 영향을 줍니다.

models-follow-up = RoPE는 쿼리와 키를 어떻게 회전시키나요?
