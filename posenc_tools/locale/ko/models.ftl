# How a model encodes position: the sentence about it, its layers, and what is assumed or not known.

model-rotation = { $name }{ JOSA($name, "은/는") } 밑(base)이 { $base }인 RoPE를 씁니다. 각 헤드의 { $width ->
    [0] { $dim }차원 모두에서
   *[other] { $dim }차원 중 { $width }차원에서
} 쿼리와 키를 회전시킵니다.
model-rotation-in = { $name }{ JOSA($name, "은/는") } 층 { $whole }개 중 { $count }개에서 밑(base)이 { $base }인 RoPE를 씁니다. 이 층에서는 각 헤드의 { $width ->
    [0] { $dim }차원 모두에서
   *[other] { $dim }차원 중 { $width }차원에서
} 쿼리와 키를 회전시킵니다.
model-rotation-base = { $name }{ JOSA($name, "은/는") } RoPE를 씁니다. 각 헤드의 { $width ->
    [0] { $dim }차원 모두에서
   *[other] { $dim }차원 중 { $width }차원에서
} 쿼리와 키를 회전시키며, 층 { $whole }개 중 { $count }개의 밑(base)은 { $base }입니다.
model-axes = { $name }{ JOSA($name, "은/는") } 이미지 패치의 좌표{ $count ->
    [0] {""}
   *[other] 와 시간(주파수 { $count }개)
}에 따라 쿼리와 키를 회전시킵니다. 밑(base)은 { $base }{ $row ->
    [0] 입니다.
   *[other] {""}이고, 주파수는 행에 { $row }개, 열에 { $column }개입니다.
}{ $relation ->
    [turn] {" "}좌표는 −1에서 1까지이며 2π를 곱합니다.
   *[position] {""}
}
model-axes-layout = 차원의 쌍은 축을 { $text ->
    [alternating] 번갈아
   *[blocks] 하나씩 차례로
} 나타내며, { $first ->
    [time] 시간
    [column] 열
   *[row] 행
}부터 시작합니다. 한 쌍은 { $pairing ->
    [interleaved] 이웃한 두 차원(2i와 2i + 1)
    [axis] 같은 축 안의 i와 i + d/4
   *[half] i와 i + d/2
}입니다.{ $relation ->
    [all] {" "}축들이 RoPE 하나의 주파수를 나누어 씁니다.
   *[each] {""}
}
model-axes-table = 또한 패치 { $rows }개의 학습된 표를 이미지의 격자에 맞춰 보간해 더합니다.
model-mrope = 이미지가 있으면 쌍이 세 축을 나타냅니다(M-RoPE). 시간이 { $count }쌍, 행이 { $row }쌍, 열이 { $column }쌍입니다. { $relation ->
    [interleaved] 시간, 행, 열의 쌍을 번갈아 놓고 시간의 나머지 쌍을 끝에 놓습니다.
    [last] 행과 열의 쌍을 번갈아 놓고 시간의 쌍을 끝에 놓습니다.
   *[blocks] 시간의 쌍, 행의 쌍, 열의 쌍을 차례로 놓습니다.
} 텍스트에서는 세 축의 위치가 같습니다.
model-pairs = { $pairing ->
    [half] 절반끼리(i와 i + d/2)
   *[interleaved] 이웃끼리(2i와 2i + 1)
}
model-pairing = Hugging Face 코드{ $relation ->
    [equal] 와 저자 배포판에서는 차원을 { $first } 짝짓습니다.
    [more] 에서는 차원을 { $first }, 저자 배포판에서는 { $last } 짝짓습니다.
   *[other] 에서는 차원을 { $first } 짝짓습니다.
}
model-alibi = { $name }{ JOSA($name, "은/는") } ALiBi를 씁니다{ $heads ->
    [0] {""}
   *[other] (헤드 { $heads }개)
}. 쿼리와 키가 1토큰 멀어질 때마다 어텐션 로짓에서 페널티를 뺍니다.
model-buckets = { $name }{ JOSA($name, "은/는") } 오프셋을 버킷(bucket) { $count }개로 나누고, 버킷마다 학습된 편향을 하나씩 어텐션 로짓에 더합니다(T5 편향). 인코더는 버킷을 양쪽에 절반씩 쓰며, 거리 { $offset }부터는 모두 그쪽의 마지막 버킷을 함께 씁니다. 디코더에서는 거리 { $later }부터 모두 마지막 버킷을 함께 씁니다.
model-buckets-too = 또한 T5의 인코더처럼 오프셋을 버킷(bucket) { $count }개로 나누고, 버킷마다 학습된 편향을 더합니다. 거리 { $offset }부터는 모두 그쪽의 마지막 버킷을 함께 씁니다.
model-learned = { $name }{ JOSA($name, "은/는") } 위치마다 학습된 벡터를 더합니다.{ $rows ->
    [0] {""}
   *[other] {" "}벡터의 표에는 행이 { $rows }개 있습니다.
}
model-sinusoidal = { $name }{ JOSA($name, "은/는") } { $dim }차원에 위치의 사인파를 더합니다.
model-none = { $name }{ JOSA($name, "은/는") } 어텐션에 위치 정보를 주지 않습니다(NoPE).
model-recurrent = { $name }{ JOSA($name, "은/는") } 토큰에 위치 정보를 주지 않습니다. 층이 순환 구조(recurrent)이고, 소프트맥스 어텐션이 없습니다.
model-relative = { $name }의 위치 인코딩은 { $text }{ JOSA($text, "이며/며") }, 여기서는 계산하지 않습니다.
model-unknown = { $count ->
    [0] { $name }의 설정에는 위치를 어떻게 인코딩하는지 나와 있지 않습니다.
   *[other] { $name }{ JOSA($name, "이/가") } 위치를 어떻게 인코딩하는지 알 수 없지만, 설정에 위치와 관련된 키가 있습니다.
}
model-backward = 각도의 부호를 바꾸므로 Llama 코드와 반대 방향으로 회전시킵니다.

model-scaled = { $count ->
    [0] {""}
   *[other] 층 { $whole }개 중 { $count }개에서{" "}
}{ $text } 스케일링을 씁니다. 스케일링 전의 길이는 { $length }토큰이고, 명시된 길이는 { $longer }토큰입니다.
model-scaled-linear = { $factor ->
    [1] {""}
   *[other] 배율이 { NUMBER($factor, maximumSignificantDigits: 6) }인{" "}
}{ $text } 스케일링을 씁니다{ $count ->
    [0] .
   *[other] (층 { $whole }개 중 { $count }개).
}
model-proportional = { $head }차원 헤드의 일부 차원만 회전하더라도, 지수는 { $head }차원 전체를 기준으로 계산합니다(proportional).
model-temperature = { $which ->
    [nope] 위치가 없는 층의 쿼리에는
   *[other] 쿼리에는
} 위치의 로그에 따라 커지는 계수를 곱합니다. 계수는 로그가 1 커질 때마다 { $factor }만큼 커지며, { $count }토큰마다 바뀝니다.
model-logn = { $length }토큰을 넘으면, 위치의 로그(밑 { $length })를 쿼리에 곱합니다.
model-encoder = 위의 내용은 디코더에 관한 것이며, 인코더는 사인파를 더합니다.
model-offset = 첫 토큰이 표의 행 { $start }{ JOSA($start, "을/를") } 쓰므로, 쓸 수 있는 위치는 { $rows }개입니다.
model-count = { $count ->
    [0] 일부 층
   *[other] 층 { $count }개
}
model-places = 층 { $count }개(0부터 세어 { $text }번)
model-layers-share = { $width ->
    [0] 헤드의 { $dim }차원 모두
   *[other] 헤드의 { $dim }차원 중 { $width }차원
}
model-layers-compressed = { $where }{ JOSA($where, "은/는") } 윈도우 { $most }토큰과 그 앞의 압축된 토큰을 봅니다. 밑은 { $base }{ $width ->
    [-1] {""}
   *[other] ({ model-layers-share })
}{ $text ->
    [none] 입니다.
   *[other] , 스케일링은 { $text }입니다.
}
model-window = { $family ->
    [all] 모든 토큰
    [two-sided] 양쪽 윈도우 { $most }토큰(쿼리 앞 { $start }개, 뒤 { $end }개)
    [chunk] 청크 { $most }토큰
   *[window] 윈도우 { $most }토큰
}
model-layers-window = { $where }{ JOSA($where, "은/는") } { $window }{ JOSA($window, "을/를") } 봅니다. 밑은 { $base }{ $width ->
    [-1] {""}
   *[other] ({ model-layers-share })
}{ $text ->
    [none] 입니다.
   *[other] , 스케일링은 { $text }입니다.
}
model-layers-window-end = 윈도우는 쿼리에서 끝나므로 그 뒤의 토큰은 보지 않습니다.
model-layers-full = { $where }{ JOSA($where, "은/는") } 모든 토큰을 봅니다. 밑은 { $base }{ $width ->
    [-1] {""}
   *[other] ({ model-layers-share })
}{ $text ->
    [none] 입니다.
   *[other] , 스케일링은 { $text }입니다.
}
model-layers-nope = { $where }에는 위치 정보를 주지 않습니다(NoPE).
model-layers-linear = { $where }{ JOSA($where, "은/는") } 소프트맥스 어텐션을 쓰지 않습니다.
model-softmax = 모든 로짓에 { NUMBER($factor, maximumSignificantDigits: 5) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 5), "을/를") } 곱합니다.

# At a position

model-past = 위치 { $position }{ JOSA($position, "은/는") } 모델이 명시한 { $length }토큰의 마지막 위치 { $last_position }{ JOSA($last_position, "을/를") } 넘습니다.
model-when = { $when ->
    [before] 스케일링 전의 { $length }토큰
   *[other] 학습 길이 { $length }토큰
}
model-incomplete = { model-when } 안에 한 바퀴를 다 돌지 못하는 쌍이 { $whole }개 중 { $count }개입니다.
model-complete = { model-when } 안에 쌍 { $whole }개가 모두 한 바퀴 이상 돕니다.
model-reached = 위치 { $position }까지 있는 텍스트에서는 { $count ->
    [0] 쌍 { $whole }개가 모두 한 바퀴 이상 돕니다.
   *[other] 한 바퀴를 다 돌지 못하는 쌍이 { $whole }개 중 { $count }개입니다.
} 가장 긴 파장은 { $value }토큰입니다.
model-bands = 이 스케일링은 { $count }쌍의 주파수는 그대로 두고, { $other ->
    [0] {""}
   *[other] { $other }쌍의 주파수는 혼합하고,{" "}
}{ $rest }쌍의 주파수는 { NUMBER($factor, maximumSignificantDigits: 6) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 6), "으로/로") } 나눕니다.
model-temperature-at = 위치 { $position }에서 { $which ->
    [nope] 위치가 없는 층의 쿼리에는
   *[other] 쿼리에는
} { NUMBER($factor, maximumSignificantDigits: 5) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 5), "을/를") } 곱합니다.
model-attention = 코사인과 사인에 { NUMBER($factor, maximumSignificantDigits: 5) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 5), "을/를") } 곱하므로, 로짓에는 { NUMBER($value, maximumSignificantDigits: 5) }{ JOSA(NUMBER($value, maximumSignificantDigits: 5), "을/를") } 곱하는 셈입니다.
model-resolution = 위치 { $start }{ JOSA($start, "과/와") } { $end } 사이에서 이웃한 bfloat16 수는 { $other }토큰, 이웃한 float32 수는 { $value }토큰 떨어져 있습니다. 각도를 bfloat16으로 계산하지 마세요.
model-row = 위치 { $position }{ JOSA($position, "은/는") } 행이 { $rows }개인 표의 행 { $other }{ JOSA($other, "을/를") } 씁니다.
model-no-row = 표의 마지막 위치가 { $last_position }이므로 위치 { $position }의 행은 없습니다.
model-penalty = 거리 { $offset }에서의 편향은 가장 멀리 보는 헤드에서 { $high } nat, 가장 가까이 보는 헤드에서 { $low } nat입니다.
model-before = 쿼리보다 { $offset }토큰 앞에 있는 키
model-bucket = { $where ->
    [encoder] 인코더에서{" "}
    [decoder] 디코더에서{" "}
   *[all] {""}
}{ model-before }는 버킷 { $count }개 중 버킷 { $other }에 들어갑니다(0부터 셈).

# Assumed, or not known

model-default = 파일에 { $name }{ JOSA($name, "이/가") } 없으므로, transformers 5.23.0은 { $whole }{ JOSA($whole, "을/를") } 씁니다.
model-base = 파일에 밑이 없으므로, { $relation ->
    [known] transformers 5.23.0은 { $base }{ JOSA($base, "을/를") } 씁니다.
    [own] 저자 코드의 { $base }{ JOSA($base, "이라고/라고") } 가정합니다.
   *[other] 대부분의 클래스가 쓰는 { $base }{ JOSA($base, "이라고/라고") } 가정합니다.
}
model-share = 파일에 회전하는 비율이 없으므로, { $relation ->
    [own] 저자 코드의 { PERCENT($share) }라고 가정합니다.
   *[known] transformers 5.23.0은 { PERCENT($share) }를 씁니다.
}
model-head = 파일에 head_dim이 없으므로, 은닉 크기{ $count ->
    [1] {""}
   *[other] 의 { $count }배
}를 헤드 수로 나눈 { $whole }{ JOSA($whole, "을/를") } 씁니다.
model-local-base = 파일에 윈도우가 있는 층의 밑이 없으므로, transformers 5.23.0은 { $base }{ JOSA($base, "을/를") } 씁니다.
model-pattern = 파일에 어느 층이 모든 토큰을 보는지 나와 있지 않으므로, transformers 5.23.0은 층 { $count }개마다 한 층이 모든 토큰을 보는 것으로 처리합니다.
model-padding = 파일에 pad_token_id가 없으므로, 첫 토큰이 행 { $start }{ JOSA($start, "을/를") } 쓴다고 가정합니다.
model-stated = { $relation ->
    [less] 파일에 명시된 길이는 { $other }토큰으로, 스케일링으로 늘어나는 길이보다 짧습니다.
   *[unknown] 파일에 길이가 명시되어 있지 않습니다.
} 스케일링을 적용하면 { $length }토큰이 { NUMBER($factor, maximumSignificantDigits: 6) }배인 { $whole }토큰으로 늘어납니다.
model-original = 파일에 original_max_position_embeddings가 없으므로, transformers는 { $whole }{ JOSA($whole, "을/를") } 쓰며, 그러면 스케일링 대역의 위치가 달라집니다.
model-su = 파일에 적힌 스케일링의 이름 su는 longrope의 옛 이름이며, transformers 5.23.0은 이 이름을 받지 않습니다.
model-not-absolute = position_embedding_type에는 absolute라고 되어 있지만, 클래스는 쿼리와 키를 회전시킵니다.
model-alibi-max = alibi_bias_max는 { $value }이지만, Hugging Face의 클래스는 언제나 8을 씁니다.
model-both-ways = 쿼리의 앞뒤 양쪽에 있는 키에 페널티를 준다고 가정합니다.
model-plain-table = 유형이 알려져 있지 않으므로, 표의 행 수가 위치 수와 같다고 가정합니다.
model-no-type = 파일에 model_type이 없습니다.
model-as-llama = 유형 { $name }{ JOSA($name, "이/가") } 알려져 있지 않으므로, 키를 Llama 코드의 방식대로 읽었습니다. 층, 차원 쌍, 학습 길이가 다를 수 있습니다.
model-one-key = 유형 { $name }{ JOSA($name, "은/는") } 알려져 있지 않습니다. 인코딩을 키 하나에서 읽었으므로 수가 다를 수 있습니다.
model-odd-width = 각 헤드에서 회전하는 부분의 차원 수가 홀수({ $width })이므로 주파수를 알 수 없습니다.
model-class-scaling = 파일에 RoPE 매개변수가 없으므로, transformers 5.23.0은 { $text } 스케일링을 씁니다.
model-unused = { $name }
model-no-family = 유형 { $name }{ JOSA($name, "은/는") } 알려져 있지 않으며, 위치를 어떻게 인코딩하는지 알려 주는 키도 찾지 못했습니다.
model-flat = 파일에 text_config가 없어 파일 자체의 키를 { $name }의 키로 읽었습니다. 그러나 transformers 5.23.0은 이 유형의 파일에서 그 키를 쓰지 않습니다.
model-unread = 이름으로 보아 위치에 관한 다음 키를 읽지 않았으며, 이 키에 따라 위의 내용이 달라질 수 있습니다: { $names }{ $count ->
    [0] {""}
   *[other] {" "}외 { $count }개
}.
model-layer-kind = 종류가 { $name }인 층은 알려져 있지 않으므로, 모든 토큰을 보는 층으로 표시합니다.
model-no-pairing = { $name }의 코드가 어떤 차원끼리 짝짓는지는 어떤 설정(config)에도 나와 있지 않아 알 수 없습니다.
model-no-release = 저자 코드가 어떤 차원끼리 짝짓는지 출처에 나와 있지 않습니다.
model-no-head = 은닉 크기와 헤드 수가 없어서 주파수를 알 수 없습니다.
model-no-scaling = 스케일링 { $name }{ JOSA($name, "은/는") } 알려져 있지 않으므로, 스케일링 없이 주파수를 표시합니다.
model-no-trained = 설정에는 명시된 길이만 있으므로 학습 길이를 알 수 없습니다.
model-mrope-unknown = 이미지의 위치에는 여러 축이 있습니다(M-RoPE{ $count ->
    [0] {""}
   *[other] , 주파수의 수 { $text }
}). 이 유형에서 어느 쌍이 어느 축을 나타내는지는 알려져 있지 않습니다. 텍스트에서는 모든 축이 같습니다.
model-mrope-sum = { $name }{ JOSA($name, "은/는") } { $count }쌍이지만, 회전하는 쌍은 { $whole }개입니다.
model-mrope-ignored = 파일은 mrope_interleaved를 { $shown }{ JOSA($shown, "으로/로") } 정하지만, transformers에서 이 유형의 코드는 이 키를 읽지 않습니다.
model-part = { $name }에서 위치를 어떻게 인코딩하는지는 여기서 알 수 없습니다.
model-trained-table = 표의 값은 설정이 아니라 가중치에 있습니다.
model-learned-factors = 코드는 각 주파수에 exp(alpha)를 곱합니다. 이 계수는 설정이 아니라 가중치에 있습니다.
model-trained-numbers = 버킷별 편향은 설정이 아니라 가중치에 있습니다.
model-unlike = 다른 페이지에서는 이 스케일링의 경계와 어텐션 계수를 설정할 수 없으므로, { $scheme }{ JOSA($scheme, "을/를") } 가장 가까운 매개변수로 표시합니다.

# A stored table beside what the configuration says

model-frequencies-same = 저장된 주파수 { $count }개는 설정의 주파수와 같습니다.{ $relation ->
    [equal] {""}
   *[unknown] {" "}어떤 차원끼리 짝지었는지는 이 값으로 알 수 없습니다.
}
model-angles-same = 위치 { $count }개의 저장된 코사인 또는 사인은 설정에 따른 값과 같습니다.{ $relation ->
    [equal] {""}
   *[unknown] {" "}어떤 차원끼리 짝지었는지는 이 값으로 알 수 없습니다.
}
model-layers-same = { $stored } 이 값은 { $which ->
    [sliding] 슬라이딩 윈도우(sliding window) 층의 값입니다.
    [full] 전체 어텐션(full attention) 층의 값입니다.
   *[other] “{ $which }” 층의 값입니다.
}
model-layers-other = { $stored } { $which ->
    [sliding] 슬라이딩 윈도우를 쓰는
    [full] 전체 어텐션을 쓰는
   *[other] “{ $which }” 종류의
} 층과 비교했습니다.
model-part-same = { $stored } 이 값은 { $name }에 속합니다.
model-part-other = { $stored } { $name }{ JOSA($name, "과/와") } 비교했습니다.
model-longrope-same = { $stored } { $kind ->
    [short] { $whole }토큰까지 쓰는 짧은 텍스트용 계수(short)이며, 더 긴 텍스트에는 긴 텍스트용 계수(long)를 씁니다
   *[long] { $whole }토큰을 넘을 때 쓰는 긴 텍스트용 계수(long)이며, 더 짧은 텍스트에는 짧은 텍스트용 계수(short)를 씁니다
}.
model-size-other = 저장된 표의 크기는 { $sizes }이며, 설정의 { $dim }차원과 맞지 않습니다.
model-table-same = 저장된 표의 크기가 설정과 같은 { $sizes }입니다.
model-table-other = 저장된 표의 크기는 { $sizes }이지만, 설정에 따르면 { $rows } × { $dim }입니다.
model-bias-same = 저장된 편향({ $sizes })의 버킷은 설정과 같이 { $count }개입니다.
model-bias-other = 저장된 편향({ $sizes })의 버킷은 설정의 { $count }개와 맞지 않습니다.
model-sinusoids-same = 저장된 표는 설정에 따른 사인파입니다. 행 { $whole }개 중 { $count }개가 일치하며, 나머지가 있다면 패딩일 수 있습니다.
model-sinusoids-other = 저장된 표는 설정에 따른 사인파가 아닙니다. 행 { $whole }개 중 { $count }개만 일치합니다.

# Rejected configurations and arguments

field-characters = 설정이 { $most }자를 넘어 config.json이라기에는 너무 깁니다
field-empty = 설정이 비어 있습니다
field-json = 설정이 올바른 JSON이 아닙니다
field-object = 설정은 config.json처럼 JSON 객체여야 합니다
field-depth = 설정이 { $most }단계보다 깊게 중첩되어 있습니다. config.json은 그렇게 깊지 않습니다
field-values = 설정에 쉼표와 여는 괄호가 모두 { $count }개 있습니다. 최대 { $most }개까지 허용됩니다
field-key = 설정의 키 하나가 { $count }자입니다. 최대 { $most }자까지 허용됩니다
field-read = 설정에서 위치와 관련된 값이 모두 { $count }자입니다. 최대 { $most }자까지 허용됩니다
field-unused = 이름으로 보아 위치와 관련된 알 수 없는 키가 설정에 { $count }개 이상 있습니다. 그 경로는 모두 합쳐 최대 { $most }자까지 허용됩니다
field-kinds = 설정에 회전이 서로 다른 층이 { $count }종류 있습니다. 최대 { $most }종류까지 허용됩니다
field-errors = { $reasons }{ $count ->
    [0] {""}
   *[other] {"; "}그 밖에 { $count }개
}
field-number = { $name } = { $shown }: { $first }∼{ $last } 범위의 수여야 합니다
field-allowed = { $name } = { $shown }: 쓸 수 있는 값은 { $allowed }입니다
field-whole = { $name } = { $shown }: 정수여야 합니다
field-text = { $name } = { $shown }: 출력 가능한 ASCII 문자로 된 최대 100자의 텍스트여야 합니다
field-list = { $name } = { $shown }: 값이 최대 { $most }개인 목록이어야 합니다
field-mapping = { $name } = { $shown }: JSON 객체여야 합니다
field-pairs = { $name }: 수 { $count }개의 목록(쌍마다 하나씩)이어야 합니다
field-layers = { $name }: 층마다 하나씩 수가 { $layers }개 있어야 하지만 { $count }개입니다
field-multiple = hidden_size = { $width }: num_attention_heads = { $heads }의 배수여야 합니다
field-original = scaling = { $text }: original_max_position_embeddings가 필요합니다
model-repository = { $source }의 파일은 읽지 않았습니다. 이것은 모델 목록에 있는 { $name }의 값입니다.
model-no-repository = model = { $shown }{ JOSA($shown, "은/는") } 파일도 아니고 모델 목록에 있는 모델도 아니며, 저장소에서 내려받지 않습니다. config.json을 지정하거나 다음 중에서 고르세요: { model-names }
model-no-match = 모델 목록에 model = { $shown }{ JOSA($shown, "과/와") } 일치하는 모델이 { $count ->
    [0] 없습니다
   *[other] 여럿 있습니다
}. 다음 중에서 고르세요: { model-names }
model-names = { $text }{ $rest ->
    [0] {""}
   *[other] {" "}외 { $rest }개
}
model-images = { $name }{ JOSA($name, "은/는") } 모델 목록에 없습니다. 회전은 이미지 페이지의 { $key }에서 볼 수 있습니다. 모델 하나를 보려면 그 config.json을 쓰세요.
model-learned-table = { $shown }의 값은 학습된 것이므로, 이를 기술하는 설정이 없습니다
model-no-table = { $name }의 설정은 { $sizes } 표를 기술하지 않습니다
model-no-rotation = { $name }의 { $which } 층에는 회전이 없습니다
model-no-waves = 코사인과 사인은 위치마다 행이 하나씩 있어야 하지만, 형상이 { $sizes }입니다

# Place in a source

model-source = { $text }, 출처 { $source }
model-source-transformers = transformers 5.23.0, Hugging Face, 2026-11-13: 앞에 적은 클래스 또는 docs/source/en/model_doc
model-source-litgpt = Lightning-AI/litgpt, litgpt/config.py, 줄 번호 또는 이름, 커밋 26857050, 2026-06-29
model-source-mlc = mlc-ai/mlc-llm, python/mlc_llm/model/model_preset.py(config.json 파일의 사본), 커밋 79d603f0, 2026-07-23
model-source-tensorrt-llm = NVIDIA/TensorRT-LLM, tests/unittest/_torch/modeling(config.json의 사본), 커밋 cb4c622cf
model-source-web = 웹 페이지, 앞에 적은 주소, 2026-11에 저장한 사본
model-source-hub = huggingface.co, 앞에 적은 저장소의 config.json 또는 README를 2026-11에 저장한 사본
model-source-arxiv = arxiv.org, 이 번호의 논문. 연도는 논문의 연도이며, 가중치의 연도와 다를 수 있음

# Encodings that are not computed, of `model_types.toml`.

relative-deberta-s-disentangled-attention = DeBERTa의 분리 어텐션(disentangled attention)
relative-transformer-xl-s-relative-encoding = Transformer-XL의 상대 인코딩
relative-beit-s-relative-position-bias = BEiT의 상대 위치 편향
relative-swin-s-relative-position-bias-in-a-window = 윈도우 안에서 쓰는 Swin의 상대 위치 편향
relative-relative-encodings-of-distances = 거리를 나타내는 상대 인코딩
relative-a-learned-vector-for-each-distance = 거리마다 학습된 벡터 하나
