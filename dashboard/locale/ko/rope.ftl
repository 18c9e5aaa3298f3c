# The page RoPE: how RoPE rotates queries and keys, which dimensions together, and how fast.

rope-title = RoPE: 쿼리와 키는 위치에 따라 어떻게 회전하나요?

# The first screen: dials, and the sum of their cosines

rope-claim = 어텐션은 한 토큰의 쿼리(query)를 모든 토큰의 키(key)와 비교합니다. 회전 위치 임베딩(rotary position embedding, RoPE)은 둘의 차원을 두 개씩 짝지어, 위치에 비례하는 각도만큼 회전시킵니다. 그러면 쿼리와 키 사이의 각도는 두 위치의 차, 곧 오프셋에 따라서만 달라집니다.
rope-speed = { $speed ->
    [fast] 빠른 쌍
    [middle] 중간 쌍
    [slow] 느린 쌍
   *[only] 유일한 쌍
}
rope-dial = { rope-speed }, 번호 { $column }: 토큰당 { $value }라디안, cos { $angle } = { NUMBER($here, minimumFractionDigits: 2) }
    .name = <b>{ rope-speed }</b>
    .frequency = 토큰당 { $value } rad
    .cosine = cos { $angle } = <b>{ NUMBER($here, minimumFractionDigits: 2) }</b>
rope-hand-query = 쿼리
rope-hand-key = 키
rope-dials-alt = 위치 { $position }의 키와 위치 { $other }의 쿼리를 다이얼의 바늘로 나타낸 그림. { $facts }.
rope-term = { $speed ->
    [middle] :blue[**{ NUMBER($value, minimumFractionDigits: 2) }**]
    [slow] :green[**{ NUMBER($value, minimumFractionDigits: 2) }**]
   *[fast] :violet[**{ NUMBER($value, minimumFractionDigits: 2) }**]
}
rope-sum = { $first } + { $last }
rope-scaled-sum = ({ $first }) × { NUMBER($factor, minimumFractionDigits: 2) }
rope-cosine-sum = k = { $offset }에서 { $count ->
    [1] 이 쌍의 코사인은
   *[other] 코사인 { $count }개의 합은
} p가 어디든 { $text } = **{ NUMBER($value, minimumFractionDigits: 2) }**입니다.
rope-drawn = { $whole ->
    [1] 다이얼은 하나뿐인 쌍을
   *[other] 다이얼은 쌍 { $whole }개 중 { $count }개를
} 보여 줍니다(d = { $dim }, 밑(base) { $base }). 쿼리와 키의 내용이 같고, 그 길이가 쌍마다 같다고 가정합니다. 내용이 다르면 코사인마다 일정한 수가 곱해지고, 각도에는 일정한 각도가 더해집니다. 어텐션 로짓은 모든 쌍의 값을 더한 것입니다.
rope-moved = 위치 { $position } + { $offset }{ JOSA($offset, "은/는") } 시퀀스의 끝을 넘으므로, 키를 위치 { $other }에 놓았습니다.
rope-cosines = 각도의 코사인과 그 합
rope-offset-axis = 오프셋 k(토큰 수)
rope-curve = { $speed ->
    [fast] 빠름
    [middle] 중간
    [slow] 느림
    [only] 쌍
   *[sum] <b>합</b>
}
rope-cosines-alt = 쌍 { $count }개에서 각도의 코사인과 그 합을 오프셋에 따라 나타낸 그래프. 오프셋 { $offset }에 표시가 있습니다.
rope-every = k = { $offset }에서 모든 쌍의 코사인
rope-every-hover = 쌍 { $x }: { $y }
rope-every-alt = 오프셋 { $offset }에서 쌍 { $count }개의 코사인을 가장 빠른 쌍부터 가장 느린 쌍까지 막대로 나타낸 그림.

# Pairing

rope-pairings = 어느 차원끼리 짝지을지는 약속이며, 쓰이는 짝짓기 방식은 두 가지입니다. 이웃끼리(interleaved) 짝짓거나, 앞 절반과 뒤 절반에서 하나씩(half-split, 절반끼리) 짝짓습니다. 같은 q와 k가 { rope-tokens } 떨어져 있을 때, 내적은 이웃끼리 짝지으면 { APART($here, $there) }, 절반끼리 짝지으면 { APART($there, $here) }입니다. 그래서 모델은 학습할 때와 같은 짝짓기 방식에서만 제대로 작동합니다.
rope-tokens = { $offset ->
    [1] 한 토큰
   *[other] { $offset }토큰
}
rope-interleaved = 이웃끼리: 2i와 2i + 1
    .users = Llama(Meta 코드), GPT-J, DeepSeek
rope-half = 절반끼리: i와 i + d/2
    .users = transformers의 Llama, Mistral, Qwen, Gemma
rope-arcs-alt = { $heading }. 차원 쌍: { $facts }.
rope-arcs-hover = 차원 { $x }: 쌍 { $column }<br>위치 { $position }에서 { $value }라디안 회전
rope-dimension = 차원, 0부터(d = 8)
rope-cell-pairing = 짝짓기
rope-cell-interleaved = 이웃끼리
    .cell = { rope-cell-pairing }
rope-cell-half = 절반끼리
    .cell = { rope-cell-pairing }
rope-cell-either = 둘 다 가능
rope-cell-wavelengths = { RANGE($low, $high) }토큰
    .cell = 파장
rope-cell-tests = 노름과 오프셋 테스트
rope-tests-passed = 둘 다 통과
    .cell = { rope-cell-tests }
rope-tests-length = 노름이 의도대로 변함
    .cell = { rope-cell-tests }
rope-tests-place = 내적이 위치에 따라 변함
    .cell = { rope-cell-tests }

# Tabs

rope-tab-pairing = 짝짓기와 라이브러리
rope-tab-scaling = 더 긴 텍스트
rope-tab-example = 숫자로 보는 예

# Which pairing does my library use?

rope-library = 코드
rope-line = 알아보는 방법
rope-library-meta = RoFormer(논문), Llama(Meta 코드)
    .line = 이웃한 두 차원을 묶은 복소수
rope-library-llama = transformers: Llama 1∼3, Mistral, Qwen, Gemma, Phi, GPT-NeoX
    .line = rotate_half가 d/2에서 나눔
rope-library-gpt-j = transformers: GPT-J, Cohere, GLM-4, Helium, ERNIE 4.5
    .line = rotate_every_two, 또는 0::2와 1::2
rope-library-deepseek = transformers: Llama 4, DeepSeek V2와 V3
    .line = 복소수, 또는 rope_interleave
rope-library-packages = rotary-embedding-torch, x-transformers
    .line = 이웃한 두 차원에 적용하는 rotate_half
rope-library-diffusers = diffusers
    .line = use_real_unbind_dim: −1은 이웃끼리, −2는 절반끼리
rope-library-onnx = ONNX 연산자 RotaryEmbedding
    .line = 속성 interleaved: 1 또는 0
rope-library-gguf = llama.cpp
    .line = Qwen, Phi, Gemma는 절반끼리, Llama는 이웃끼리

# Example

rope-example = 쿼리는 위치 { $position }에, 키는 위치 { $other }에 있습니다. 회전시킨 뒤 둘의 내적은 이웃끼리 짝지으면 { APART($here, $there) }, 절반끼리 짝지으면 { APART($there, $here) }입니다.
rope-permutation = q와 k의 차원을 { $others }의 순서로 놓고 절반끼리 짝지으면, 이웃끼리 짝지었던 차원들이 다시 짝이 되어 { $value }{ JOSA($value, "이/가") } 나옵니다. 모델에서는 헤드마다 W_Q와 W_K의 행 순서를 이렇게 바꾸고, W_V의 행은 절대 바꾸지 마세요.
rope-column = 차원
rope-at = 위치 { $position }의 { $letter }, { $name ->
    [interleaved] 이웃끼리
    [half] 절반끼리
   *[other] { $name }
}
rope-reference = 내 코드의 결과와 비교해 보세요. transformers(Llama: 절반끼리, GPT-J: 이웃끼리)와 ONNX에서 나오는 수와 같으며, float32 반올림만큼만 다를 수 있습니다.

# Longer texts

rope-scalings = 스케일링(scaling)은 학습할 때보다 긴 텍스트를 위해 RoPE의 주파수를 낮춥니다. 여기서는 배율 s = { $factor }로 컨텍스트를 { $length }토큰에서 { $longer }토큰으로 늘립니다.
rope-scalings-length = { $schemes }{ JOSA($schemes, "은/는") } 텍스트의 길이에 따라 달라지며, 여기서는 { $longer }토큰일 때를 보여 줍니다.
rope-scaling-none = 변하는 쌍이 없습니다.
rope-scaling-even = 모든 주파수 ÷ { $factor }.
rope-scaling-pairs = 가장 빠른 쌍 { $here ->
    [1] 그대로
   *[other] ÷ { $here }
}, 중간 쌍 { $factor ->
    [1] 그대로
   *[other] ÷ { $factor }
}, 가장 느린 쌍 { $there ->
    [1] 그대로
   *[other] ÷ { $there }
}.
rope-scaling-logits = 로짓 × { NUMBER($factor, maximumSignificantDigits: 3) }.
rope-complete-all = { $length }토큰 안에 모든 쌍이 한 바퀴 이상 돕니다. 텍스트가 더 길어져도 학습에서 나온 적이 없는 각도에 이르는 쌍은 없습니다.
rope-complete = { $length }토큰 안에 쌍 { $whole }개 중 { $count }개가 한 바퀴 이상 돕니다. 텍스트가 더 길어지면 나머지 쌍(음영)은 학습에서 나온 적이 없는 각도에 이릅니다.
rope-pair = 쌍 i
rope-ratio-hover = 쌍 { $x }: 주파수 × { $y }
rope-ratio-alt = { $name }: 쌍마다 주파수를 스케일링하지 않은 주파수로 나눈 값. { $text }

# Misconceptions

rope-both = 두 짝짓기 방식은 모두 옳습니다.
    .quote = 이웃끼리와 절반끼리 가운데 하나는 버그다.
    .fact = 어느 방식으로 회전시켜도 노름이 그대로이고, 내적이 오프셋만으로 정해집니다. 오프셋 { $offset }에서 내적은 차례로 { $here }, { $there }입니다. 차원의 순서를 바꾸면 절반끼리 짝지어도 { $value }{ JOSA($value, "이/가") } 나옵니다. 한 방식으로 학습한 가중치를 다른 방식의 코드에 쓰는 것이 버그입니다. Hugging Face와 수가 다르면 여기부터 살펴보세요([rasbt/LLMs-from-scratch#838](https://github.com/rasbt/LLMs-from-scratch/issues/838)).
rope-cached = 스케일링이 길이에 따라 달라지면, 캐시된 키를 그대로 두면 안 됩니다.
    .quote = 캐시에 있는 키는 이미 회전시킨 것이므로, 텍스트가 길어져도 그대로 둔다.
    .fact = 그러면 같은 위치라도 짧은 텍스트와 긴 텍스트에서 회전하는 각도가 달라집니다. 위치 { $position }의 키를 { $length }토큰과 { $longer }토큰에 맞춰 각각 회전시키면, 둘의 코사인 유사도는 dynamic 스케일링에서 { $here }, LongRoPE에서 { $there }입니다(s = { $whole }, d = { $dim }). 회전시키기 전의 키를 캐시하거나 길이를 고정하세요([ml-explore/mlx-lm#660](https://github.com/ml-explore/mlx-lm/issues/660)).
rope-squared = YaRN은 로짓에 0.1 ln s + 1의 제곱을 곱합니다.
    .quote = YaRN은 로짓에 0.1 ln s + 1을 곱한다.
    .fact = YaRN은 이 수를 코사인과 사인에 곱하며, 쿼리와 키를 모두 그 코사인과 사인으로 회전시킵니다. s = { $whole }이면 이 수가 { NUMBER($factor, maximumSignificantDigits: 6) }이므로, 로짓은 { NUMBER($value, maximumSignificantDigits: 6) }배가 됩니다.
rope-extrapolates = RoPE만으로는 훨씬 긴 텍스트에서 작동하지 않습니다.
    .quote = RoPE는 외삽한다.
    .fact = 최대 32토큰의 텍스트로 { $count }가지 방식으로 학습한 작은 모델이 세 칸 앞의 토큰을 맞히는 정확도는, 128토큰에서는 학습 방식에 따라 { PERCENT($low) }∼{ PERCENT($high) }이고 512토큰에서는 { PERCENT($share) } 이하입니다: [학습된 모델](trained?tab=task).

rope-follow-up = 어떤 버그가 흔한가요?
