# Rejected files and texts with a table, and notes about what was not read. A message of `reader-reasons` has no period.

reader-text = 입력한 텍스트
    .inside = 입력한 텍스트
reader-extension = { $name }: 파일 이름이 { $text } 중 하나로 끝나야 합니다.
reader-empty = { $name }: 비어 있습니다.
reader-bytes = { $name }: 크기가 { $count }바이트입니다. 한도는 { $most }바이트입니다.
reader-pickle = { $name }: 피클(pickle) 파일입니다. 코드를 실행할 수 있는 형식이므로 지원하지 않습니다. 표를 np.save(...)나 safetensors.torch.save_file(...)로 저장하세요.
reader-no-table = { $name }: 표가 없습니다.
reader-finite = { $name }: 행 { $row }, 열 { $column }(0부터 셈)의 값이 { $text }입니다. 모든 값이 유한해야 합니다.
reader-truncated = { $name }: 파일이 잘렸습니다. 헤더에 따르면 수가 { $whole }바이트를 차지해야 하지만, { $count }바이트뿐입니다.
reader-header-bytes = { $name }: 헤더가 { $count }바이트입니다. 한도는 { $most }바이트입니다.

reader-reasons = { $reasons }{ $count ->
    [0] {""}
   *[other] . 다른 배열 { $count }개도 표가 아닙니다
}.
reader-shape = { $name }: 형상이 ({ $sizes })이지만, 표에는 축이 행과 열 두 개만 있어야 합니다
reader-axes = { $name }: 축이 { $count }개이지만, 표에는 축이 행과 열 두 개만 있어야 합니다
reader-no-rows = { $name }: 형상이 ({ $sizes })이지만, 표에는 행과 열이 적어도 하나씩 있어야 합니다
reader-many-numbers = { $name }: 수가 { $sizes }개이지만, 한도는 { $most }개입니다
reader-contents = { $name }: 내용이 { $contents ->
    [boolean] 참과 거짓
    [complex] 복소수
    [objects] 코드를 실행해야만 되살릴 수 있는 파이썬 객체
    [text] 텍스트
    [dates] 날짜
    [bytes] 원시 바이트
    [records] 레코드
   *[other] { $text }
}이지만, 표의 값은 실수여야 합니다
reader-npz-encrypted = { $name }: 암호화되어 있습니다
reader-npz-method = { $name }: 지원하지 않는 방식으로 압축되어 있습니다
reader-safetensors-type = { $name }: 자료형이 { $label }이지만, 지원하는 자료형은 { $text }입니다

# .npy, .npz, and .safetensors

reader-npy = { $name }: .npy 파일이 아닙니다. 첫 바이트가 이 형식과 다릅니다.
reader-npy-version = { $name }: .npy 형식 버전 { $number } 파일입니다. 지원하는 버전은 1, 2, 3입니다.
reader-npy-header = { $name }: 파일이 손상되었습니다. 헤더가 올바르지 않습니다.
reader-npz-directory = { $name }: 파일 목록이 { $most }바이트를 넘습니다.
reader-npz-arrays = { $name }: 배열이 { $count }개 있습니다. 한도는 { $most }개입니다.
reader-npz-twice = { $name }: 이름이 같은 배열이 두 개 있습니다.
reader-npz-overlap = { $name }: 파일이 손상되었습니다. 압축 파일 안의 배열들이 서로 겹칩니다.
reader-npz-damaged = { $name }: 파일이 손상되었습니다. 압축을 풀 수 없습니다.
reader-safetensors = { $name }: .safetensors 파일이 아니거나 잘렸습니다. 헤더가 파일보다 깁니다.
reader-safetensors-json = { $name }: .safetensors 파일이 아닙니다. 헤더가 JSON이 아닙니다.
reader-safetensors-twice = .safetensors 파일의 헤더에 같은 키가 두 번 나옵니다.
reader-safetensors-entry = { $name }: 파일이 손상되었습니다. 헤더의 항목이 올바르지 않습니다.
reader-safetensors-end = { $name }: 파일이 잘렸습니다. { $whole }바이트뿐이지만, 이 텐서는 { $end }번째 바이트에서 끝나야 합니다.
reader-safetensors-shape = { $name }: 파일이 손상되었습니다. { $count }바이트는 형상과 맞지 않습니다.
reader-safetensors-overlap = { $name }: 파일이 손상되었습니다. { $label }{ JOSA($label, "이/가") } 다른 텐서와 겹칩니다.

# Text

reader-not-utf8 = { $name }: UTF-8 텍스트가 아닙니다. UTF-8 CSV로 저장하세요.
reader-characters = { $name }: { $count }자입니다. 한도는 { $most }자입니다.
reader-long-text = { $name }: 대괄호가 있는 텍스트가 { $most }자를 넘습니다. .npy로 저장하세요.
reader-long-line = { $name }: { $most }자를 넘는 줄이 있습니다. .npy로 저장하세요.
reader-lines = { $name }: { $word ->
    [row] 행
   *[line] 줄
}이 { $most }개를 넘습니다.
reader-place = { $word ->
    [row] { $count }번째 행
   *[line] { $count }번째 줄
}
reader-long-row = { $name }: { reader-place }에 수가 { $most }개 넘게 있습니다.
reader-lengths = { $name }: 행의 길이가 서로 다릅니다. { reader-place }에는 수가 { $width }개 있고, 그 앞에는 { $length }개씩 있습니다.
reader-numbers = { $name }: 수가 { $most }개를 넘습니다.
reader-no-numbers = { $name }: 수가 하나도 없습니다.
reader-counts = { $name }: 첫째 줄이 0, 1, 2, …입니다. 열 이름이면 이 줄을 지우고, 수라면 모든 수에 소수점을 쓰세요.
reader-names = { $name }: 열 이름은 { $count }개이지만 열은 { $whole }개입니다. 빈 칸을 채우세요.
reader-brackets = { $name }: 대괄호가 표를 이루지 않습니다. [[0, 1], [0.84, 0.54]]처럼 행마다 대괄호로 묶어야 합니다.
reader-omits = { $name }: 생략된 수가 있습니다. 표를 np.save로 저장하거나, np.set_printoptions(threshold=10**9) 또는 torch.set_printoptions(profile="full")을 실행한 뒤 전체를 출력하세요.
reader-commas = { $name }: 수 안의 쉼표가 무엇을 뜻하는지 분명하지 않습니다. 소수점을 점으로 쓰세요.
reader-comma = { $name }: { reader-place }, { $column }번째 열에 { $text }{ JOSA($text, "이/가") } 있습니다. 소수점을 점으로 쓰세요.
reader-nothing = { $name }: { reader-place }, { $column }번째 열이 비어 있습니다. 모든 수를 쓰세요.
reader-no-number = { $name }: { reader-place }, { $column }번째 열의 “{ $text }”{ JOSA($text, "은/는") } 수가 아닙니다.
reader-two-numbers = { $name }: { reader-place }, { $column }번째 열의 “{ $text }”{ JOSA($text, "은/는") } 수가 아닙니다. 구분 기호를 한 가지만 쓰고, 소수점은 점으로 쓰세요.

# Notes

reader-first-line = 첫째 줄(열 이름)
reader-first-column = 첫째 열(행 이름)
reader-skipped = { $names }{ JOSA($names, "은/는") } 수로 읽지 않았습니다.
reader-one-axis = { $name }: 축이 하나이므로 행 하나로 읽었습니다.
reader-same-axis = { $name }({ $sizes }): 축 { $number }{ JOSA($number, "을/를") } 따라 모두 같으므로 { $text }{ JOSA($text, "을/를") } 읽었습니다.
reader-merged = { $sizes }의 축 0과 1을 합쳤습니다.
reader-columns-first = { $sizes } 배열에서 축 0이 열입니다. 축 0의 각 슬라이스는 값이 다른 축 하나를 따라서만 바뀌기 때문입니다. 나머지 축은 하나로 합쳐 행으로 읽었습니다.
reader-slices = { $sizes }의 슬라이스가 축 { $number }{ JOSA($number, "을/를") } 따라 서로 다릅니다.
