# Errors for arguments of functions; names of arguments are code.

argument-masked = { $name }{ JOSA($name, "은/는") } 마스크 배열(masked array)일 수 없습니다. 가려진 값을 먼저 채우세요
argument-rows = { $name }{ JOSA($name, "은/는") } 행의 길이가 모두 같은 실수 배열이어야 합니다
argument-real = { $name }{ JOSA($name, "은/는") } 실수여야 하는데 { $contents ->
    [text] 텍스트를
    [bytes] 바이트열을
    [objects] 객체를
   *[other] { $shown }{ JOSA($shown, "을/를") }
} 받았습니다
argument-axes = { $name }{ JOSA($name, "은/는") } { $count }차원이어야 하는데 받은 형상은 { $sizes }입니다
argument-whole = { $name } = { $shown }: { $first } 이상의 정수여야 합니다
    .range = { $name } = { $shown }: { $first }∼{ $last } 범위의 정수여야 합니다
argument-option = { $shown }: { $text } 중 하나여야 합니다
argument-suggestion = . 혹시 { $near }인가요?
argument-out = out은 형상이 { $sizes }인 float16, float32, float64 중 하나여야 하는데 { $shown }입니다
    .dtype = dtype = { $shown }: out의 형식 { $text }{ JOSA($text, "과/와") } 같거나 생략해야 합니다
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
argument-finite = { $name }{ JOSA($name, "은/는") } 유한해야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
    .table = 표의 값은 유한해야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
    .encoding = 인코딩의 값은 유한하고 절댓값이 { $text } 이하여야 합니다

# Positions, offsets, lengths, and dimensions

argument-positions = { $scheme }의 { $name }{ JOSA($name, "은/는") } { $first }∼{ $last } 범위여야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
    .whole = { $scheme }의 { $name }{ JOSA($name, "은/는") } { $first }∼{ $last } 범위의 정수여야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
    .far = { $name }{ JOSA($name, "은/는") } 키를 지수적으로 키우거나 줄이므로 회전할 위치는 { $first }∼{ $last } 범위여야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
    .row = 위치 { $position }의 행이 없습니다. { $name } 표에는 0부터 세어 행이 { $count }개 있습니다
    .axes = { $scheme }의 { $name }에는 축 { $count }개({ $text })가 있어야 하는데 형상이 { $sizes }입니다
    .one = position은 위치 하나여야 하는데 형상이 { $sizes }입니다
    .flat = { $name }{ JOSA($name, "은/는") } 1차원으로 나열한 위치여야 하는데 형상이 { $sizes }입니다
    .few = { $name }{ JOSA($name, "은/는") } 위치 하나이거나 1차원으로 나열한 위치여야 하는데 형상이 { $sizes }입니다
    .ends = start = { $first }, stop = { $last }: 0 <= start < stop <= { $length }인 정수여야 합니다
argument-broadcast = 형상이 { $x }인 p와 { $y }인 q는 브로드캐스트할 수 없습니다
argument-offsets = offsets는 0∼{ $last } 범위의 정수여야 합니다
argument-even = dim = { $dim }: 열을 쌍으로 회전하므로 짝수여야 합니다
    .bug = dim = { $dim }: 버그 { $name }{ JOSA($name, "은/는") } 열을 반으로 나누므로 짝수여야 합니다
    .small = dim = { $dim }: 버그 { $name }{ JOSA($name, "은/는") } 0으로 나누게 되므로 dim이 더 커야 합니다
argument-divisor = length = 1이면 나누는 수 n - 1이 0이 되어 위치 0만 값(0)을 가집니다
argument-no-pair = length = 1이면 위치 쌍이 없습니다
argument-no-later = { $name }에는 처음 { $length }개 뒤의 위치가 없습니다
argument-base = base = { $shown }: 0보다 큰 유한한 수여야 합니다
argument-size = { $name }에는 length와 dim이 필요합니다
    .array = 배열은 length와 dim이 정해져 있으므로 둘 다 생략하세요
    .class = encoding에는 클래스가 아니라 { $name }() 같은 인코딩 객체를 넘겨야 합니다

# Vectors, logits, and tables

argument-rotated = x의 형상은 위치 n개에 대해 (..., n, d)여야 하는데 위치의 형상이 { $y }일 때 { $x }입니다
argument-logits = 쿼리 (n, d)와 위치 (n,), 키 (m, d)와 위치 (m,)의 형상이 서로 맞아야 합니다(받은 형상: { $text })
argument-scores = scores에는 수가 적어도 하나 있어야 합니다
    .finite = scores에는 유한한 수가 적어도 하나 있어야 합니다
argument-content = content는 수 { $dim }개로 된 벡터 두 개여야 하는데 형상이 { $x }, { $y }입니다
    .shape = content와 position은 형상이 같아야 하는데 { $x }, { $y }입니다
argument-zero = 쿼리와 키는 영벡터일 수 없습니다
argument-flat = values는 1차원이고 비어 있지 않은 수열이어야 합니다
argument-pairs = pairs의 쌍은 모두 0∼{ $last } 범위의 열 번호 두 개여야 합니다
argument-head = head = { $head }: 헤드 수 { $heads } 이하여야 합니다
    .most = heads = { $heads }: { $most } 이하여야 합니다
argument-block = block = { $shown }: 1∼{ $last } 범위여야 합니다.
argument-two-rows = table에는 행이 적어도 두 개 있어야 하는데 하나입니다
argument-ids = ids는 0∼{ $last } 범위의 정수여야 하는데 { $shown }{ JOSA($shown, "이/가") } 있습니다
argument-hidden = hidden은 토큰 { $count }개마다 참이나 거짓 하나여야 하는데 형상이 { $sizes }입니다
argument-mask = mask는 0과 1로 된 2차원 배열(문장, 토큰)이어야 하는데 형상이 { $sizes }입니다
argument-patches = rows와 columns: { $count } × { $count } 패치가 토큰 하나이므로 둘 다 짝수여야 하는데 { $sizes }입니다
    .grid = { $x } × { $y } 격자에는 행이 { $count }개 필요한데 { $rows }개 있습니다
    .resized = 행 { $rows }개는 { $first } + { $x } × { $y }개가 아닙니다

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

# Figures

argument-figure = 그림에는 인코딩이 적어도 하나 필요합니다
    .compare = compare에는 인코딩이 적어도 하나 필요합니다
    .wavelengths = { $name }에는 파장이 없습니다
    .plotly = posenc_core.plot에는 Plotly가 필요합니다: pip install 'posenc-core[plot]'
