# Two models side by side; the first is the model before a change

difference-none = 두 모델은 모든 층에서 쿼리와 키를 같은 주파수로 회전시킵니다.
difference-same = 두 모델은 위치를 같은 방식으로 인코딩합니다.
difference-frequencies = { $layers ->
    [0] {""}
   *[other] { $layers }개 층에서{" "}
}주파수가 다릅니다: { $first } → { $last }. 쌍 { $whole }개 중 { $count }개가 달라집니다.
difference-pairs-alone = { $layers ->
    [0] {""}
   *[other] { $layers }개 층에서{" "}
}쌍 { $whole }개 중 { $count }개의 주파수가 다릅니다.
difference-rotation = { $relation ->
    [equal] 두 모델은 쿼리와 키를 같은 주파수로 회전시키지만, 그 밖에 다른 점이 있습니다.
   *[more] 회전이 다릅니다.
}
difference-other = 인코딩이 다릅니다.
difference-kind = 인코딩이 다릅니다: { $first ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] 거리 버킷
    [learned] 학습된 위치
    [sinusoidal] 사인파
    [relative] 상대 위치
    [axes] 좌표축별 회전
    [none] 위치 없음
   *[other] { $first }
} → { $last ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] 거리 버킷
    [learned] 학습된 위치
    [sinusoidal] 사인파
    [relative] 상대 위치
    [axes] 좌표축별 회전
    [none] 위치 없음
   *[other] { $last }
}.
difference-unknown = { $name }{ JOSA($name, "이/가") } 위치를 어떻게 인코딩하는지 알 수 없습니다.
difference-unseen = { $name }의 스케일링을 읽지 못해 두 모델이 일치하는지 알 수 없습니다. 그 밖에는 차이가 없습니다.

difference-base = 밑 { $base }
difference-number = { $base }
difference-scaling = { $text ->
    [none] 스케일링 없음
   *[other] { $text } 스케일링(배율 { NUMBER($factor, maximumSignificantDigits: 6) })
}
difference-both = 밑 { $base }, { difference-scaling }
difference-where = { $count ->
    [0] 모든 층에서
   *[other] { $count }개 층에서
}
difference-some = 일부 층에서
difference-pairs = { $where } 쌍 { $whole }개 중 { $count }개가 달라집니다. 가장 크게 달라지는 쌍 { $column }{ JOSA($column, "은/는") } 주파수가 { NUMBER($factor, maximumSignificantDigits: 6) }배 차이 납니다.
difference-wavelength = { $where } 가장 긴 파장이 { $value }토큰에서 { $high }토큰으로 바뀌었습니다.
difference-attention = { $where } 코사인과 사인에 곱하는 계수가 { NUMBER($value, maximumSignificantDigits: 5) }에서 { NUMBER($factor, maximumSignificantDigits: 5) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 5), "으로/로") } 바뀌었습니다.
difference-softmax = { $where } 모든 로짓에 곱하는 계수가 { NUMBER($value, maximumSignificantDigits: 5) }에서 { NUMBER($factor, maximumSignificantDigits: 5) }{ JOSA(NUMBER($factor, maximumSignificantDigits: 5), "으로/로") } 바뀌었습니다.
difference-rounded = 이제 YaRN의 경계를 { $relation ->
    [more] 쌍 단위의 정수로 반올림합니다.
   *[less] 쌍 단위의 정수로 반올림하지 않습니다.
}
difference-width = { $where } 회전하는 차원이 { $old }차원 중 { $other }차원에서 { $dim }차원 중 { $width }차원으로 바뀌었습니다.
difference-nope = { $relation ->
    [more] { $where } 쿼리와 키를 더 이상 회전시키지 않습니다.
   *[less] { $where } 이제 쿼리와 키를 회전시킵니다.
}
difference-window = { $where } 마스크가 “{ $first }”에서 “{ $last }”{ JOSA($last, "으로/로") } 바뀌었습니다.
difference-layers = 모델의 층이 { $other }개에서 { $count }개로 바뀌었습니다.
difference-pairing = 코드에서 차원을 { $first ->
    [half] 절반끼리
   *[interleaved] 이웃끼리
} 짝지었는데, 이제 { $pairing ->
    [half] 절반끼리
   *[interleaved] 이웃끼리
} 짝짓습니다.
difference-growth = 위치에 따라 로짓이 커지는 정도가 다릅니다.
difference-axes = 이미지의 축별 주파수가 다릅니다.
difference-sections = 시간 { $count }쌍, 행 { $row }쌍, 열 { $column }쌍
difference-axes-pairs = 이미지의 축별 쌍(M-RoPE)이 { $first }에서 { $last }으로 바뀌었습니다. 텍스트에서는 모든 축이 같습니다.
difference-no-axes = { $name }에는 이미지의 축별 쌍(M-RoPE)이 없고, { $source }에는 { $first }이 있습니다. 텍스트에서는 모든 축이 같습니다.
difference-arrangement = 이미지의 축별 쌍(M-RoPE)의 배치가 “{ $first }”에서 “{ $last }”{ JOSA($last, "으로/로") } 바뀌었습니다.
difference-unread = { $name }에서 위치에 관한 키 일부를 읽지 않아 두 모델이 일치하는지 알 수 없습니다. 그 밖에는 차이가 없습니다.
difference-axes-unseen = { $name }에서 어떤 쌍이 이미지의 어떤 축을 나타내는지 알 수 없습니다. 그 밖에는 차이가 없습니다.
difference-rows = 표의 행이 { $other }개에서 { $rows }개로 바뀌었습니다.
difference-dim = 벡터가 { $other }차원에서 { $dim }차원으로 바뀌었습니다.
difference-offset = 첫 토큰의 행이 { $other }에서 { $start }{ JOSA($start, "으로/로") } 바뀌었습니다.
difference-heads = 헤드가 { $other }개에서 { $heads }개로 바뀌어 기울기가 다릅니다.
difference-schemes = 인코딩의 매개변수가 다릅니다.
difference-trained = 학습 길이가 { $other }토큰에서 { $length }토큰으로 바뀌었습니다.
difference-stated = 명시된 길이가 { $other }토큰에서 { $length }토큰으로 바뀌었습니다.
difference-key = { $name }: { $first } → { $last }
