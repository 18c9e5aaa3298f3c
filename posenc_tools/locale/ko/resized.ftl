# How a table was resized: posenc check --resized-from, and the page Check.

resized-method = { $kind ->
    [nearest] 최근접 이웃(nearest)
    [nearest-exact] 최근접 이웃(nearest-exact)
    [bicubic] 쌍삼차(bicubic)
    [cubic] 삼차(cubic)
    [linear] 선형(linear)
    [lanczos] Lanczos
    [area] 영역(area)
   *[bilinear] 쌍선형(bilinear)
} 보간{ $kind ->
    [nearest] {""}
    [nearest-exact] {""}
    [area] (입력값의 평균)
    [lanczos] (Pillow와 같은 안티에일리어싱)
   *[bilinear] { $places ->
        [corners] , align_corners=True
        [offset] , align_corners=False, DINO의 배율(크기 + 0.1)
        [origin] , 모서리를 맞추지 않고 반 픽셀 이동도 없음
       *[half-pixel] , align_corners=False
    }{ $antialias ->
        [yes] , 안티에일리어싱 적용
       *[no] {""}
    }
}
resized-by = 이 표는 { $method }{ JOSA($method, "으로/로") } 이전 표의 크기를 { $old }에서 { $new }{ JOSA($new, "으로/로") } 바꾼 것입니다.
resized-near = 시도한 보간 중에 이전 표에서 이 표를 만들어 내는 것은 없습니다. 가장 가까운 것은 { $method }{ JOSA($method, "으로/로") } 크기를 { $old }에서 { $new }{ JOSA($new, "으로/로") } 바꾼 결과이며, 값 크기의 { PERCENT($share) }만큼 다릅니다.
resized-run = { $kind ->
    [same] 행 { $shown }{ JOSA($shown, "은/는") } 이전 표의 같은 행과 같습니다.
    [moved] 행 { $shown }{ JOSA($shown, "은/는") } 이전 표의 행 { $text }{ JOSA($text, "과/와") } 같습니다.
    [zero] 행 { $shown }의 수는 모두 0입니다.
    [other] 행 { $shown }{ JOSA($shown, "은/는") } 이전 표에 없습니다.
   *[repeated] 행 { $shown }{ JOSA($shown, "은/는") } 이전 표의 행 { $text }{ JOSA($text, "을/를") } 되풀이합니다.
}
resized-more-rows = 행 { $start }부터는 이런 구간이 더 이어집니다.
resized-missing = 이전 표의 행 { $shown }{ $rest ->
    [0] {""}
   *[other] {" "}외 { $rest }개
}{ $rest ->
    [0] { JOSA($shown, "이/가") }
   *[other] 가
} 이 표에 없습니다.
resized-same = 두 표가 같습니다.
resized-equal = { $method }{ JOSA($method, "으로/로") } 바꾸어도 같은 수가 나옵니다.
resized-exchanged = 행과 열이 뒤바뀌었습니다. 격자가 한 열씩 차례로 저장되어 있습니다.
resized-sequence = 모든 행을 하나의 시퀀스로 보고 보간했습니다. 이 행들이 { $count ->
    [0] {""}
   *[other] 클래스 행 하나 뒤에 놓인{" "}
}{ $sizes } 격자라면 이것은 버그입니다. 격자만 2차원으로 보간해 크기를 바꿔야 합니다.
resized-class-copied = { $count ->
    [1] 클래스 행은
   *[other] 클래스 행 { $count }개는
} 그대로 복사되었습니다.
resized-class-changed = 격자 앞의 { $count ->
    [1] 행이
   *[other] 행 { $count }개가
} 이전 표와 다릅니다.
resized-class-left = 이전 표에는 격자 앞에 행이 { $count }개 있지만, 이 표에는 없습니다.

# Rejected tables

resized-columns = 두 표의 열이 { $width }개와 { $wider }개입니다. 열의 수가 같아야 합니다
resized-rows = 두 표 모두 행이 적어도 두 개 있어야 합니다
resized-many-rows = 두 표 모두 행이 최대 { $most }개여야 합니다
resized-finite = 두 표의 값이 모두 유한해야 합니다
resized-long = 행이 { $rows }개와 { $length }개인 시퀀스는 너무 길어 비교할 수 없습니다
