# Lines of the terminal and of failed assertions, around verdicts and descriptions of models.

command-wrong = 잘못된 것으로 보이는 줄:
    .meant = { $name }{ JOSA($name, "을/를") } 의도했다면 잘못된 것으로 보이는 줄:
command-right = 올바른 줄:
command-instead = 대신 나온 것: { $text }
command-counted = 행과 열은 0부터 셉니다.
command-alone = 설정(config) 없이 보면: { $text }
command-no-buffers = transformers는 { $name }의 회전 버퍼를 계산하지 않습니다.
command-assumed = 가정한 것:
    .of = { $name }에서 가정한 것:
command-unknown = 알 수 없는 것:
    .of = { $name }에서 알 수 없는 것:
command-unused = 쓰지 않은 것:
command-read = 읽은 것:
command-keys = 키:
command-sources = 출처:
likely-line = 관련된 것으로 보이는 줄: { $text }
