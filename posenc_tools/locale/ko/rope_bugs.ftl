# Differences between rotations that code computes and those of a configuration: clauses of one list that end with -ㅁ

rope-bug-width = 회전하는 차원이 { $whole }개가 아니라 { $count }개임
    .line = width = int(head_dim * partial_rotary_factor)
rope-bug-copies = 쌍 { $whole }개 중 { $count }개에서 한 쌍의 두 열이 서로 다름
rope-bug-nan = 위치 { $start }부터 유한하지 않은 수가 나옴
rope-bug-zero = 주파수 { $count }개가 모두 0임
    .line = 버퍼 inv_freq가 채워지지 않음: 비영속(non-persistent) 버퍼는 체크포인트에 없으므로 불러온 뒤에 계산
rope-bug-pairing = { $pairing ->
    [interleaved] 쌍이 열 i와 i + d/2(절반끼리)가 아니라 2i와 2i + 1(이웃끼리)임
   *[half] 쌍이 열 2i와 2i + 1(이웃끼리)이 아니라 i와 i + d/2(절반끼리)임
}
    .line = { $pairing ->
    [interleaved] repeat_interleave(freqs, 2)가 아니라 cat((freqs, freqs), -1)과 rotate_half
   *[half] cat((freqs, freqs), -1)과 rotate_half가 아니라 repeat_interleave(freqs, 2)와 이웃끼리 짝지은 쌍
}
rope-bug-unscaled = 주파수에 { $text } 스케일링이 적용되지 않음(unscaled)
    .line = inv_freq를 초기화할 때, 또 불러온 뒤에도 rope_scaling(rope_parameters)을 적용
rope-bug-twice = 주파수에 { $text } 스케일링이 두 번 적용됨
rope-bug-blend = { $text } 스케일링의 혼합 비율이 s가 아니라 1 − s로 뒤바뀜
rope-bug-scaling = 주파수에 { $text } 스케일링이 아니라 { $shown } 스케일링이 적용됨
rope-bug-original = 스케일링의 기준이 original_max_position_embeddings인 { $whole }토큰이 아니라 { $length }토큰임
rope-bug-bounds = 설정과 달리 YaRN의 경계를 쌍 단위의 정수로 반올림하거나, 반대로 설정에 있는 반올림을 하지 않음
rope-bug-long = LongRoPE의 계수가 { $whole }토큰{ $kind ->
    [short] {" "}이하인
   *[long] 을 넘는
} 텍스트의 계수임
    .line = 길이가 original_max_position_embeddings를 넘으면 inv_freq를 다시 계산
rope-bug-layers = 주파수가 “{ $which }” 층의 주파수임
    .line = rope_parameters[layer_type]
rope-bug-scaling-layers = “{ $which }” 층의 스케일링이 적용됨
rope-bug-base-layers = 밑이 “{ $which }” 층의 밑임
rope-bug-divisor = 지수를 나누는 수가 { $kind ->
    [width] 헤드의
   *[other] 회전하는
} 차원 수 { $dim }{ JOSA($dim, "이/가") } 아니라 { $count }{ $kind ->
    [head] (헤드의 차원 수)
    [width] (회전하는 차원 수)
    [double] (지수가 절반이 됨)
    [half] (지수가 두 배가 됨)
   *[less] (회전하는 차원 수보다 2 작음)
}임
    .line = inv_freq = base ** -(arange(0, { $kind ->
    [width] { $count }
   *[other] { $dim }
}, 2) / { $dim })
rope-bug-minus = 지수에 음의 부호가 빠짐
    .line = inv_freq = 1 / base ** (arange(0, d, 2) / d)
rope-bug-equal = 지수가 0이어서 주파수가 모두 1임
    .line = 정수 나눗셈을 쓰지 않은 arange(0, d, 2) / d
rope-bug-base = 밑이 { $y }{ JOSA($y, "이/가") } 아니라 { $x }임
    .line = base = config.rope_theta, 파일에 밑의 계수(alpha, rope_ratio)가 있으면 함께 적용
rope-bug-sign = 회전 방향이 반대임
    .line = { $kind ->
    [backward] x1 * cos + x2 * sin과 x2 * cos - x1 * sin
   *[forward] x1 * cos - x2 * sin과 x1 * sin + x2 * cos
}
rope-bug-times = 각도에 { $x }{ JOSA($x, "이/가") } 곱해짐(위치 또는 주파수에 곱함)
rope-bug-shift = 위치가 { $offset }만큼 밀림
    .line = 첫 토큰의 위치는 0, 캐시된 토큰 n개 다음 토큰의 위치는 n
rope-bug-index = 행의 위치가 아니라 인덱스에 따라 회전시킴
    .line = cos[:n]이 아니라 cos[positions]
rope-bug-still = 모든 위치의 각도가 위치 { $position }의 각도임
rope-bug-attention = { $kind ->
    [missing] 어텐션 계수 { $y }{ JOSA($y, "이/가") } 빠짐
    [squared] 어텐션 계수 { $y }{ JOSA($y, "이/가") } 제곱되어 { $x }{ JOSA($x, "이/가") } 됨
    [root] 어텐션 계수 { $y }의 제곱근인 { $x }{ JOSA($x, "을/를") } 씀
    [inverse] 코사인과 사인을 어텐션 계수 { $y }{ JOSA($y, "으로/로") } 나눔
    [rounded] 어텐션 계수가 { $y }에서 { $x }{ JOSA($x, "으로/로") } 반올림됨
   *[other] 어텐션 계수가 { $y }{ JOSA($y, "이/가") } 아니라 { $x }{ $formula }임
}
    .line = cos, sin = cos * attention_factor, sin * attention_factor
rope-bug-rounded = { $names }의 값이 { $shown }{ JOSA($shown, "으로/로") } 반올림됨
    .line = freqs = positions.float() * inv_freq.float(), cos와 sin만 형 변환 가능
rope-bug-late = { $kind ->
    [stuck] 위치 { $start }부터는 각도가 모두 위치 { $position }의 각도임
    [moved] 위치 { $start }의 각도가 위치 { $position }의 각도임
   *[late] 위치 { $start }부터 각도가 다름
}
    .line = { $kind ->
    [moved] 위치는 캐시된 토큰에 이어서 세며, 캐시 크기에 이르러도 처음부터 다시 세지 않음
   *[stuck] 텍스트가 길어지면 코사인과 사인의 캐시를 다시 계산
}
rope-bug-pairs = 쌍 { $whole }개 중 { $count }개({ $pairs })가 다름
rope-bug-other = 수 { $whole }개 중 { $count }개가 다름(첫 번째는 위치 { $position }에서 쌍 { $column }의 { $kind ->
    [cosine] 코사인
    [sine] 사인
   *[other] { $kind }
}, { $y }{ JOSA($y, "이/가") } 아니라 { $x })
rope-bug-exchanged = 코사인과 사인이 뒤바뀜
    .line = return cos, sin
rope-bug-none = 아무것도 회전하지 않음
rope-bug-place = 첫 번째 쌍이 차원 { $x }{ JOSA($x, "과/와") } { $y }{ JOSA($y, "이/가") } 아니라 차원 { $start }{ JOSA($start, "과/와") } { $end }임
rope-bug-cut = 결과의 차원이 { $whole }개가 아니라 { $count }개임
    .line = cat((rotated, x[..., rotary_dim:]), -1)
rope-bug-rest = 회전하지 않는 차원이 바뀜(위치 { $position }에서 차원 { $column }의 값이 { $y }{ JOSA($y, "이/가") } 아니라 { $x })
    .line = cat((rotated, x[..., rotary_dim:]), -1)
rope-bug-signs = rotate_half에 음의 부호가 빠짐
    .line = rotate_half(x) = cat((-x2, x1), -1)
rope-bug-halves = rotate_half가 두 절반을 맞바꾸지 않음
    .line = rotate_half(x) = cat((-x2, x1), -1)
rope-bug-output = 결과에서 각 쌍의 두 차원이 뒤바뀜
    .line = cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), -1)
rope-bug-overwritten = 각 쌍의 두 번째 차원을 이미 회전한 첫 번째 차원으로 계산함
    .line = x1, x2 = x1 * cos - x2 * sin, x2 * cos + x1 * sin
rope-bug-sine = 사인이 빠져서 쌍에 코사인만 곱해짐
    .line = x * cos + rotate_half(x) * sin
rope-bug-mixed = 한 쌍의 두 차원에 서로 다른 쌍의 코사인이 곱해짐
    .line = cat((freqs, freqs), -1)은 rotate_half와, repeat_interleave(freqs, 2)는 이웃끼리 짝지은 쌍과 함께 사용
rope-bug-unlike = 결과가 모든 헤드에서 같은 각도로 차원 쌍을 회전시킨 것이 아님(위치 { $position }에서 헤드 { $head }의 차원 { $column }의 값이 { $y }{ JOSA($y, "이/가") } 아니라 { $x }, 원인은 알 수 없음)
rope-bugs = { $kind ->
    [frequencies] 주파수가
    [angles] 각도가
    [table] 코사인과 사인이
    [call] 코사인과 사인이
    [second] 두 번째 배열(키)의 회전이
   *[rotation] 회전이
} 설정과 다릅니다: { $reasons }.
