# Exercises: the tasks, the tests, and hints that name the cause but not the solution.

exercise-sinusoidal = 사인파 표
    .task = 배열 (n, d)를 반환하세요. 열 2i는 position · base^(−2i/d)의 사인, 열 2i + 1은 코사인입니다. d가 홀수이면 마지막 열은 사인입니다.
exercise-rope-interleaved = RoPE, 이웃끼리(interleaved)
    .task = x의 각 행을 그 행의 위치에 따라 회전시키세요. x는 (n, d), 위치는 (n,) 배열입니다. 열 2i와 2i + 1을 함께 각도 position · base^(−2i/d)만큼 회전시킵니다.
exercise-rope-half = RoPE, 절반끼리(half)
    .task = 앞의 문제와 같지만, transformers의 Llama 코드처럼 열 i와 i + d/2를 함께 회전시키세요.
exercise-alibi = ALiBi
    .task = 쿼리와 키마다 편향을 구해 배열 (heads, n, n)으로 반환하세요. 값은 −(기울기 × 거리)이고, 뒤에 오는 키에서는 −∞입니다. 헤드 수 H가 2의 거듭제곱이면 기울기는 h = 1 … H에서 2^(−8h/H)입니다. 그렇지 않으면 H보다 작은 2의 거듭제곱 중 가장 큰 수를 골라, 헤드가 그 수만큼일 때의 기울기를 먼저 씁니다. 그 뒤에 헤드가 그 두 배일 때의 기울기를 하나 걸러 하나씩, 모두 H개가 될 때까지 붙입니다.
exercise-cache = 패딩과 캐시가 있을 때의 위치
    .task = `mask`는 (batch, m) 배열이며, 캐시된 토큰이든 새 토큰이든 토큰이면 1, 왼쪽 패딩이면 0입니다. 각 행의 마지막 `new`개가 새 토큰입니다. 새 토큰의 위치를 (batch, new) 배열로 반환하세요.

exercise-right = { $count ->
    [1] 정답입니다. 테스트를 통과했습니다.
   *[other] 정답입니다. 테스트 { $count }개를 모두 통과했습니다.
}
exercise-wrong = 테스트 { $whole }개 중 { $count }개를 통과했습니다. { $label } 테스트는 통과하지 못했습니다. 힌트: { $reason }
exercise-error = 함수에서 { $name }{ JOSA($name, "이/가") } 발생합니다: { $text }.
    .none = { $text }{ JOSA($text, "을/를") } 반환합니다
    .result = 결과

exercise-test-shape = “형상”
    .what = 결과의 형상(shape)이 문제에 적힌 것과 같습니다.
exercise-test-position-0 = “위치 0”
    .what = { $name ->
        [sinusoidal] 위치 0은 0, 1, 0, 1, …입니다.
        [alibi] 쿼리는 자기와 같은 위치의 키에 페널티를 주지 않습니다.
        [cache] 캐시가 없으면 위치는 0부터 시작합니다.
       *[rope] 위치 0에서는 아무것도 회전하지 않습니다.
    }
exercise-test-norm = “노름”
    .what = { $name ->
        [sinusoidal] 모든 위치의 노름이 같습니다.
       *[rope] 회전해도 노름은 그대로입니다.
    }
exercise-test-relative = “상대 위치”
    .what = { $name ->
        [sinusoidal] 두 위치의 내적은 위치의 차이만으로 정해집니다.
        [alibi] 페널티는 거리만으로 정해집니다.
       *[rope] 쿼리와 키의 로짓은 두 위치의 차이만으로 정해집니다.
    }
exercise-test-values = “값”
    .what = 모든 수가 맞습니다.
exercise-test-base = “밑”
    .what = 밑(base)이 달라져도 모든 수가 맞습니다.
exercise-test-odd-d = “홀수 d”
    .what = d가 홀수이면 열이 d개이고, 마지막 열은 사인입니다.
exercise-test-positions = “위치”
    .what = 벡터 하나만 주어도 행 번호가 아니라 함께 준 위치만큼 회전합니다.
exercise-test-slopes = “기울기”
    .what = 헤드 8개의 기울기가 맞습니다.
exercise-test-odd-heads = “헤드 12개”
    .what = 헤드가 2의 거듭제곱이 아닌 12개일 때, 기울기가 저자 코드의 기울기와 같습니다.
exercise-test-mask = “마스크”
    .what = 뒤에 오는 키는 마스크로 가립니다.
exercise-test-cache = “캐시”
    .what = 캐시된 토큰 8개 다음에 오는 토큰의 위치가 맞습니다.
exercise-test-several = “여러 개”
    .what = 새 토큰 여러 개가 한꺼번에 와도 위치가 맞습니다.
exercise-test-padding = “패딩”
    .what = 왼쪽 패딩은 세지 않습니다.
exercise-test-padded-cache = “패딩과 캐시”
    .what = 배치에 패딩과 캐시가 함께 있어도 행마다 자기 위치를 씁니다.

exercise-hint-shape = 결과의 형상(shape)을 출력해서 문제와 비교해 보세요.
exercise-hint-position-0 = 위치 0을 손으로 직접 써서 비교해 보세요.
exercise-hint-norm = { $name ->
    [sinusoidal] sin² + cos² = 1입니다. 각도가 같은 두 열은 어느 것일까요?
   *[rope] 한 쌍을 손으로 직접 회전시켜서 비교해 보세요. 각도는 하나이고, 두 열 모두 회전시키기 전의 값을 써야 합니다.
}
exercise-hint-relative = 두 위치를 모두 1만큼 옮겨 보세요. 코드의 어느 부분 때문에 결과가 달라지나요?
exercise-hint-values = 처음 두 행을 출력해서 계산기의 값과 비교해 보세요.
exercise-hint-base = 밑이 결과에 영향을 주지 않거나, 그 영향이 틀렸습니다.
exercise-hint-odd-d = d가 홀수이면 사인과 코사인은 몇 개씩일까요?
exercise-hint-positions = 위치는 행 번호가 아니라 인자로 주어집니다.
exercise-hint-slopes = 헤드 8개의 기울기는 1/2에서 시작하고, 매번 앞 기울기의 절반이 됩니다.
exercise-hint-odd-heads = 헤드 12개의 기울기는 헤드 8개의 기울기와, 그 사이에 놓이는 기울기 4개입니다.
exercise-hint-mask = 쿼리는 자기 뒤에 있는 키를 보면 안 됩니다.
exercise-hint-cache = 새 토큰 앞에 토큰이 몇 개 있었나요?
exercise-hint-several = 새 토큰은 마스크에서 마지막에 있는 토큰들입니다.
exercise-hint-padding = 마스크가 1인 토큰만 세세요.
exercise-hint-padded-cache = 새 토큰 앞에 있는 토큰의 수는 행마다 다릅니다.

exercise-hint-bug = 이 표에는 알려진 버그가 있습니다({ $text }).
exercise-hint-is = 다른 표가 나왔습니다: { $text }.
exercise-hint-text = assert_alibi의 메시지: { $text }.
exercise-hint-pairing = 열을 다른 짝짓기 방식으로 짝지어 회전시켰습니다.
exercise-hint-mixed = 사인과 코사인을 다른 짝짓기 방식의 순서로 놓았습니다.
exercise-hint-partner = 각도는 이 짝짓기 방식에 맞지만, 열의 짝은 다른 방식을 따릅니다.
exercise-hint-sign = 거꾸로 회전시켰습니다. 사인의 부호를 확인하세요.
exercise-hint-minus = 쌍을 회전시키지 않고 반사시켰습니다. 회전에서는 두 사인 중 하나의 부호가 +, 다른 하나의 부호가 −입니다.
exercise-hint-degrees = 사인과 코사인은 라디안을 받습니다.
exercise-hint-exponent = 쌍을 너무 빨리 회전시켰습니다. 지수를 살펴보세요.
exercise-hint-twice = 두 번 회전시켰습니다.
exercise-hint-first = 첫 위치가 1입니다.
exercise-hint-counted = 주어진 위치가 아니라 행 번호에 따라 회전시켰습니다.
exercise-hint-from-0 = 캐시된 토큰이 없는 것처럼 새 토큰이 다시 0부터 시작합니다.
exercise-hint-counts-padding = 코드가 패딩까지 셉니다.
exercise-hint-one-more = 위치가 1씩 큽니다.
