# What llama.cpp computes from a GGUF file

gguf-pairing = { $source }에서는 { $pairing ->
    [interleaved] 이웃한 차원(2i와 2i + 1)이
   *[half] 차원 i와 i + d/2가
} 쌍입니다.{ $relation ->
    [more] {" "}Hugging Face 코드는 i와 i + d/2를 짝지으므로, 변환기가 q와 k의 행 순서를 바꿉니다.
   *[equal] {""}
}
gguf-base = 파일에 밑이 없으므로, llama.cpp는 { $base }{ JOSA($base, "을/를") } 씁니다.
gguf-alibi-bias = attention.max_alibi_bias는 { $value }이지만, 여기서는 8일 때의 기울기를 계산합니다.
gguf-llama3 = rope_freqs.weight에는 원래 길이 { $length }토큰을 기준으로 한 llama3 스케일링(배율 { NUMBER($factor, maximumSignificantDigits: 6) })의 계수가 있습니다.
gguf-factors = rope_freqs.weight는 쌍 { $count }개의 주파수를 나누며, 나누는 수는 최대 { NUMBER($factor, maximumSignificantDigits: 6) }입니다.
gguf-window-unused = 파일에는 { $most }토큰의 윈도우가 있지만, llama.cpp는 { $name }에 이 윈도우를 쓰지 않습니다.

gguf-architecture = { $source }에는 여기서 위치를 읽을 수 있는 아키텍처 { $name }{ JOSA($name, "이/가") } 없습니다.
gguf-scaling = 스케일링 { $name }{ JOSA($name, "은/는") } 알려져 있지 않습니다.
gguf-sections = 이미지의 위치는 여러 부분으로 이루어집니다(rope.dimension_sections: { $text }). 어떤 쌍이 어떤 축을 나타내는지는 여기서 알 수 없습니다. 텍스트에서는 모든 축이 같습니다.
gguf-no-sections = 파일에 rope.dimension_sections가 없어, 어떤 쌍이 이미지의 어떤 축을 나타내는지 알 수 없습니다. 텍스트에서는 모든 축이 같습니다.
gguf-cut = 파일이 어휘 중간에서 끝나므로, 키 { $whole }개 중 처음 { $count }개만 읽었습니다. 변환기는 모델의 키를 모두 어휘보다 앞에 씁니다.
gguf-factors-unseen = 주파수의 계수(rope_freqs.weight, 또는 rope_factors_long.weight와 rope_factors_short.weight)를 읽지 않았습니다. Llama 3.1 같은 모델에는 이런 계수가 있습니다.

# Rejected files

gguf-start = GGUF 파일이 아닙니다. 파일이 GGUF로 시작하지 않습니다
gguf-version = 이 GGUF 파일의 버전은 지원하지 않습니다. 2나 3이어야 합니다
gguf-no-counts = 이 GGUF 파일은 잘렸습니다. 헤더에 개수가 없습니다
gguf-strings = 이 GGUF 파일의 배열에 문자열이 { $most }개 넘게 들어 있습니다
gguf-header = 이 GGUF 파일의 헤더가 { $most }바이트를 넘습니다
gguf-counts = 이 GGUF 파일은 손상되었습니다. 키가 { $count }개, 텐서가 { $whole }개입니다
gguf-twice = 이 GGUF 파일은 손상되었습니다. { $name }{ JOSA($name, "이/가") } 두 번 나옵니다
gguf-name = 이 GGUF 파일은 손상되었습니다. 이름 하나가 { $count }바이트입니다
gguf-keys = 이 GGUF 파일은 손상되었습니다. 키가 모두 { $most }자를 넘습니다
gguf-type = 이 GGUF 파일은 손상되었습니다. { $number }{ JOSA($number, "이라는/라는") } 값의 종류는 없습니다
gguf-axes = 이 GGUF 파일은 손상되었습니다. { $name }의 축이 { $count }개입니다
gguf-offset = 이 GGUF 파일은 손상되었습니다. { $name }{ JOSA($name, "이/가") } 바이트 { $start }에서 시작합니다
gguf-alignment = 이 GGUF 파일은 손상되었습니다. general.alignment가 올바르지 않습니다
gguf-ends = 파일이 키 { $whole }개 중 { $count }개 뒤, 어휘보다 앞에서 끝납니다
gguf-no-architecture = 파일에 general.architecture가 없습니다. 여러 파일로 나뉘어 있으면 첫 파일을 읽으세요
gguf-width = { $name }: { $width }{ JOSA($width, "은/는") } 쓸 수 없습니다. { $most } 이하의 짝수여야 합니다
gguf-pairs = { $name }: 양수가 { $count }개, 쌍마다 하나씩 있어야 합니다
