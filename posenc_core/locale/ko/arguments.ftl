# Errors for arguments of functions; names of arguments are code.

argument-option = { $shown }: { $text } 중 하나여야 합니다
argument-parameter = { $scheme }에는 { $name }{ JOSA($name, "이라/라") }는 매개변수가 없습니다. { $text ->
    [none] 매개변수가 하나도 없습니다
   *[other] 매개변수: { $text }
}
    .listed = { $scheme }에는 { $name }{ JOSA($name, "이라/라") }는 매개변수가 없습니다. 매개변수: { $text }
argument-empty = { $name }에는 행과 열이 적어도 하나씩 있어야 하는데 형상이 { $sizes }입니다
    .shape = table에는 행과 열이 적어도 하나씩 있어야 하는데 받은 형상은 { $sizes }입니다
    .axes = table에는 행과 열이 있어야 하는데 형상이 { $sizes }입니다
argument-slice = table은 2차원이어야 하는데 받은 형상은 { $sizes }입니다. 축 { $axis }{ JOSA($axis, "을/를") } 따라 모두 같으므로 { $text }{ JOSA($text, "을/를") } 넘기세요
    .differ = table은 2차원이어야 하는데 받은 형상은 { $sizes }입니다. 축 { $axis }{ JOSA($axis, "을/를") } 따라 자른 조각이 서로 다르므로 하나만 넘기세요(예: { $text })
    .first = table은 2차원이어야 하는데 받은 형상은 { $sizes }입니다. 축 0이 열의 축이므로 { $text }{ JOSA($text, "을/를") } 넘기세요
    .grid = table은 2차원이어야 하는데 받은 형상은 { $sizes }입니다. 축 { $axis }{ JOSA($axis, "을/를") } 따라 자른 조각이 서로 다르므로 하나만 넘기거나(예: { $text }), 축 0과 1이 격자의 축이면 { $other }{ JOSA($other, "을/를") } 넘기세요

# Positions, offsets, lengths, and dimensions

argument-even = dim = { $dim }: 열을 쌍으로 회전하므로 짝수여야 합니다
    .bug = dim = { $dim }: 버그 { $name }{ JOSA($name, "은/는") } 열을 반으로 나누므로 짝수여야 합니다
    .small = dim = { $dim }: 버그 { $name }{ JOSA($name, "은/는") } 0으로 나누게 되므로 dim이 더 커야 합니다
argument-base = base = { $shown }: 0보다 큰 유한한 수여야 합니다

# Vectors, logits, and tables

argument-block = block = { $shown }: 1∼{ $last } 범위여야 합니다.
argument-two-rows = table에는 행이 적어도 두 개 있어야 하는데 하나입니다

# Tests of other code

argument-biases = biases는 (H,)이거나 n이 m 이하인 (H, n, m)이어야 하고, 아니면 heads를 넘겨야 하는데 형상이 { $sizes }입니다
    .weights = biases (…, H, n, m)와 weights ({ $count }, H)의 형상이 { $x }, { $y }입니다
    .keys = 마지막 버킷에 이르려면 biases의 키가 { $most }개보다 많아야 하는데 { $count }개입니다
argument-tolerance = { $name } = { $shown }: 0 이상의 유한한 수여야 합니다
    .scale = scale = { $shown }: 0이 아닌 유한한 수여야 합니다
argument-padding = padding_idx = { $shown }: { $last } 이하의 행 번호여야 합니다
argument-config = config와 dim 중 하나가 필요합니다
    .alone = base, dim, scaling은 config를 생략할 때만 쓸 수 있습니다
    .unreadable = { $name }{ JOSA($name, "을/를") } 회전 코드로 호출하거나 읽을 수 없습니다. help(assert_rotary)를 보세요
    .error = 호출할 수 없습니다. { $name }에서 오류 { $text }{ JOSA($text, "이/가") } 발생했습니다. 가능한 형태는 help(assert_rotary)를 보세요
argument-decoder = logits의 형상은 { $x }여야 하는데 { $y }입니다
    .random = model이 NaN을 반환하거나, 같은 토큰에 다른 로짓을 반환합니다. 먼저 model.eval()을 호출하세요
    .weak = model을 테스트할 수 없습니다. 토큰의 순서를 바꾸어도 로짓이 { $value }만 변합니다. 학습된 가중치나 더 큰 가중치를, float32나 float64로 쓰세요
    .start = model에 매개변수 start가 없습니다. 추가하거나 without=['shift']를 넘기세요
    .cache = model이 캐시를 반환하지 않습니다. (logits, cache)를 반환하거나 without=['next token', 'cache']를 넘기세요
    .positions = model에 position_ids가 없습니다. without=['packing', 'shift']를 넘기세요
