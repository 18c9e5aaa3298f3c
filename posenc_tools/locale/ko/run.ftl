# Run a model at a length: what the length needs, the settings of each program, and numbers that show their effect.

run-shipped = { $name }에 명시된 길이가 { $longer }토큰이므로, { $length }토큰에는 아무 설정도 필요 없습니다.
run-shipped-scaling = { $which ->
    [full] 전체 어텐션 층에서{" "}
    [sliding] 윈도우가 있는 층에서{" "}
    [chunked] 청크로 나누는 층에서{" "}
   *[other] {""}
}배율이 { NUMBER($factor, maximumSignificantDigits: 6) }인 { $text } 스케일링을 씁니다. 프로그램은 이 스케일링을 설정(config)에서 읽습니다.
run-names = 아래 줄에서 NAME과 FILE.gguf는 모델이 들어갈 자리입니다.
run-raised = 이 모델의 max_position_embeddings { $most }{ JOSA($most, "은/는") } 프로그램만 제한합니다. 이 값에 따라 달라지는 주파수가 없으므로 아래 줄에서 이 값을 늘립니다.
run-windows = 쿼리와 키를 회전시키는 층은 모두 최대 { $most }토큰까지만 봅니다. 따라서 이 층에서는 { $longer }토큰을 넘는 거리가 생기지 않으며, { $length }토큰에도 스케일링이 필요 없습니다. 다만 품질을 보장한다는 뜻은 아닙니다.
run-published = 저자가 { $length }토큰용 설정을 공개했습니다.
run-published-plain = 저자가 명시한 길이는 스케일링 없이 { $length }토큰입니다.
run-beyond = 저자는 { $longer }토큰용 설정을 공개했지만, { $length }토큰용 설정은 공개하지 않았습니다. 이 길이에서의 품질은 알 수 없습니다.
run-computed = 설정(config)의 { $longer }토큰보다 긴 { $length }토큰을 위해 저자가 제시한 설정은 알려져 있지 않습니다. 아래 줄은 { $text } 스케일링을 그 식에 따라 확장합니다. 시험해 보지 않고는 이 길이에서의 품질을 알 수 없습니다.
run-factor = { $text }의 배율은 { NUMBER($factor, maximumSignificantDigits: 6) }이며, { $length }토큰을 원래 길이 { $longer }토큰으로 나눈 값입니다.
run-factor-times = { $text }의 배율은 { NUMBER($factor, maximumSignificantDigits: 6) }이며, 설정(config)의 배율 { NUMBER($value, maximumSignificantDigits: 6) }에 { $length } / { $longer }{ JOSA($longer, "을/를") } 곱한 값입니다.
run-longrope = LongRoPE의 계수는 한 길이에 맞춰 탐색으로 얻은 값입니다. { $longer }토큰보다 긴 { $length }토큰에 쓸 믿을 만한 값은 그 계수에서 계산할 수 없습니다.
run-only-longrope = 이 모델 유형의 transformers 클래스는 스케일링 중에 LongRoPE만 지원하며, LongRoPE의 계수는 탐색으로 찾아야 합니다. 따라서 { $longer }토큰을 넘는 { $length }토큰용으로 믿을 만한 설정을 제시할 수 없습니다.
run-fixed = 이 유형의 transformers 클래스는 스케일링을 받지 않습니다. { $longer }토큰보다 긴 { $length }토큰에 쓸 수 있는 설정은 없습니다.
run-scaling = 설정(config)에 적힌 스케일링의 식은 이 프로그램에 없습니다. 따라서 { $longer }토큰을 넘는 { $length }토큰용 설정은 제시할 수 없습니다.
run-type = 여기서는 유형 { $name }{ JOSA($name, "을/를") } 알지 못합니다. 코드가 다른 키를 읽을 수 있으므로 실행할 줄을 제시하지 않습니다.
run-no-length = { $name }의 설정(config)에 길이가 명시되어 있지 않아 배율을 계산할 수 없습니다.
run-learned = { $relation ->
    [equal] { $name }의 위치 표에 위치 { $rows }개의 벡터가 있으므로, { $length }토큰에는 아무 설정도 필요 없습니다.
   *[more] { $name }{ JOSA($name, "은/는") } { $length }토큰에서 실행할 수 없습니다. 위치 표에는 위치 { $rows }개의 벡터만 있으며, 행을 늘리려면 학습해야 합니다.
}
run-alibi = ALiBi의 페널티는 어느 거리에서나 식으로 계산할 수 있으므로, { $name }{ JOSA($name, "은/는") } { $length }토큰에도 아무 설정이 필요 없습니다. 학습 길이를 넘은 곳에서의 품질은 알 수 없습니다.
run-buckets = 더 먼 거리는 모두 마지막 버킷을 함께 쓰므로, { $name }{ JOSA($name, "은/는") } { $length }토큰에도 아무 설정이 필요 없습니다. 학습 길이를 넘은 곳에서의 품질은 알 수 없습니다.
run-sinusoidal = 사인파는 어느 위치에서나 계산할 수 있으므로, { $name }{ JOSA($name, "은/는") } { $length }토큰에도 학습된 값이 필요 없습니다. 학습 길이를 넘은 곳에서의 품질은 알 수 없습니다.
run-none = { $name }에는 위치가 없으므로 { $length }토큰에도 아무 설정이 필요 없습니다. 학습 길이를 넘은 곳에서의 품질은 알 수 없습니다.
run-unknown = { $name }의 위치는 여기서 계산하지 않으므로, { $length }토큰에서 어떤지는 알 수 없습니다.

run-static = { $names }{ JOSA($names, "은/는") } 짧은 텍스트를 포함한 모든 텍스트에서 모든 위치를 같은 배율로 스케일링합니다.
run-switch-transformers = transformers는 { $length }토큰까지는 짧은 텍스트용 계수를, 더 긴 텍스트에서는 긴 텍스트용 계수를 씁니다. 텍스트가 그 길이를 넘으면 주파수가 바뀝니다.
run-switch-vLLM = vLLM은 --max-model-len이 { $length }{ JOSA($length, "을/를") } 넘으면 모든 텍스트에 긴 텍스트용 계수를 씁니다. 이 옵션이 없으면 { $length }토큰으로 제한합니다.
run-switch-llamacpp = llama.cpp는 컨텍스트가 { $length }토큰을 넘으면 모든 텍스트에 긴 텍스트용 계수를 씁니다.
run-switch-SGLang = SGLang은 { $length }{ JOSA($length, "을/를") } 넘는 위치가 있는 배치에는 긴 텍스트용 계수를, 그 밖의 배치에는 짧은 텍스트용 계수를 씁니다.
run-dynamic-transformers = 텍스트가 { $length }토큰을 넘으면, transformers는 그 텍스트의 길이로 밑을 다시 계산합니다.
run-log = vLLM은 시작할 때 “Using max model len { $text }”{ JOSA($text, "이라는/라는") } 줄을 로그에 남깁니다. 로그의 어느 줄이 주파수를 보여 주는지는 여기서 알 수 없습니다.
run-ignored = { $name }에서 이 유형의 코드는 이 스케일링을 쓰지 않으므로 실행할 줄을 제시하지 않습니다.
run-convert = llama.cpp는 { $text }{ JOSA($text, "을/를") } 파일에서만 읽습니다. config.json을 고치고 모델을 다시 변환하세요.
run-cap = llama-server는 요청을 파일의 컨텍스트 길이로 제한합니다. 줄의 ARCH에는 파일의 general.architecture 값이 들어갑니다.

run-change = { $which ->
    [full] 전체 어텐션 층에서{" "}
    [sliding] 윈도우가 있는 층에서{" "}
    [chunked] 청크로 나누는 층에서{" "}
   *[other] {""}
}쌍 { $count }의 파장이 가장 크게 바뀝니다. 이 스케일링이 없으면 { $there }토큰이고, 있으면 { $value }토큰입니다.
run-softmax = 또한 모든 로짓에 { $times }{ JOSA($times, "을/를") } 곱합니다.
run-check = 설정이 적용되었는지 보려면, transformers용 줄 다음에 이것을 실행하세요:

run-length = length = { $shown }: 1∼{ $most } 범위의 정수여야 합니다
