# Lines of the terminal and of failed assertions, around verdicts and descriptions of models.

command-wrong = 다음 코드가 잘못된 것으로 보입니다:
    .meant = { $name }{ JOSA($name, "을/를") } 의도했다면 다음 코드가 잘못된 것으로 보입니다:
command-right = 다음 코드가 올바릅니다:
command-counted = 행과 열은 0부터 셉니다.
command-alone = 설정(config) 없이 보면 이렇습니다: { $text }
command-no-buffers = transformers는 { $name }의 회전 버퍼를 계산하지 않습니다.
command-assumed = 가정한 것:
    .of = { $name }에서 가정한 것:
command-unknown = 알 수 없는 것:
    .of = { $name }에서 알 수 없는 것:
command-unused = 위치에 관한 것으로 보이지만 여기서 쓰지 않은 키:
command-read = 읽은 것:
command-images = 회전을 보려면 이미지 페이지를 { $key }로 여세요.
command-keys = 서로 다른 키:
command-sources = 출처:
likely-line = 코드에서 이 부분을 살펴보세요: { $text }

# Help

command-list =
    .check = FILE에 있는 표를 식별합니다(자세한 것은 posenc check --help)
    .model = 모델이 위치를 인코딩하는 방식을 설명하거나 두 모델을 비교합니다(자세한 것은 posenc model --help)
    .buffers = config.json의 회전 버퍼를 transformers로 계산합니다(자세한 것은 posenc buffers --help)
    .arguments = 인수
    .options = 옵션
    .help = 이 도움말을 출력합니다
    .version = 버전을 출력합니다
    .lang = 명령 앞이나 뒤에 --lang CODE를 쓰면 모든 출력의 언어가 정해집니다. 쓰지 않으면 LANG의 언어를 따릅니다.
command-check = 위치 표를 식별해 인코딩, 매개변수, 오차, 근거를 출력합니다.
    .file = 위치마다 행이 하나인 표. 파일 이름의 끝은 { $text } 중 하나
    .tensor = 파일에 텐서가 여럿일 때 읽을 텐서
    .config = 표를 이 config.json과 비교합니다
    .allow-kind = 인코딩이 아닌 행렬이어도 종료 상태 0으로 끝냅니다
    .resized-from = 이 표를 더 작거나 크게 만든 보간 방법을 찾습니다
    .json = JSON을 출력합니다
command-check-exit = 종료 상태:
    .status-0 = 알려진 표입니다. 인코딩, 어텐션 편향, 학습된 표 가운데 하나입니다.
    .status-1 = 표에 알려진 버그가 있습니다.
    .status-2 = 표를 식별하지 못했거나, 일부 값을 빼야만 식별되거나, 드문 매개변수로만 식별됩니다. 모든 행이 같은 행렬이나 어텐션 가중치처럼 인코딩이 아닌 행렬도 여기에 듭니다(--allow-kind를 쓰면 0).
    .status-3 = 파일을 읽을 수 없거나 인수가 잘못되었습니다.
command-check-others = --config를 쓰면, 표가 설정과 일치할 때 0, 수나 크기가 다를 때 1, 설정이 표에 관한 것이 아닐 때 3입니다. --resized-from을 쓰면, 보간이면 0, 격자를 뒤섞은 보간이면 1, 맞는 보간이 없으면 2입니다.
command-model = 모델이 위치를 인코딩하는 방식을 설명하고, 무엇을 읽었고 무엇을 가정했으며 무엇을 알 수 없는지 출력합니다.
    .model = config.json이나 GGUF 파일의 경로, 또는 'Llama 3.1 8B'나 openai/gpt-oss-120b 같은 모델 이름
    .at = 이 위치에서 일어나는 일도 출력합니다
    .length = 모델을 이 길이로 실행하는 명령과 코드를 출력합니다
    .against = 이 모델과 비교합니다(예: 미세 조정이나 변환 전의 모델)
    .json = JSON을 출력합니다
command-model-exit = 종료 상태:
    .status-0 = 인코딩이 알려져 있습니다.
    .status-2 = 인코딩, 스케일링, 또는 모델의 유형을 알 수 없거나, 이를 바꿀 수 있는 키를 읽지 않았거나, --length로 준 길이에 관해 확실히 알려진 것이 없습니다.
    .status-3 = 파일을 읽을 수 없거나 인수가 잘못되었습니다.
command-model-against = --against를 쓰면:
    .status-0 = 두 모델이 위치를 같은 방식으로 인코딩합니다. 길이는 다를 수 있습니다.
    .status-1 = 위치를 다르게 인코딩합니다.
    .status-2 = 위치를 다르게 인코딩하는지 알 수 없습니다.
command-buffers = 설치된 transformers가 설정으로 만드는 회전 버퍼를 가중치 없이 계산합니다. 다른 프로그램의 버퍼와 비교할 때 씁니다.
    .config = config.json의 경로
    .out = 버퍼를 이 .npz 파일에 씁니다
command-buffers-exit = 종료 상태:
    .status-0 = 버퍼를 출력했고, --out을 쓰면 파일에도 썼습니다.
    .status-2 = 모델에 회전 버퍼가 없습니다.
    .status-3 = transformers가 없거나 모델을 만들 수 없거나, 파일을 읽거나 쓸 수 없거나, 인수가 잘못되었습니다.

# Errors

command-no-command = { $shown }{ JOSA($shown, "이라는/라는") } 명령은 없습니다
command-needs = 이 명령에는 { $name }{ JOSA($name, "이/가") } 필요합니다. 설치 명령: pip install torch transformers
command-not-built = { $source }: transformers가 모델을 만들 수 없습니다({ $text })
command-unreadable = { $source }: 읽을 수 없습니다({ $text })
command-at-range = --at = { $shown }: 0∼{ $most } 범위의 위치여야 합니다
command-not-combined = { $name }{ JOSA($name, "은/는") } --against와 함께 쓸 수 없습니다
command-select-tensor = { $reason }. --tensor로 하나를 고르세요
command-several-tables = 파일에 표가 여러 개 있습니다
command-no-tensor = 이름이 { $shown }인 텐서가 없습니다
command-more = 그 밖에 { $count }개
command-numbers = 수 { $sizes }개
command-numbers-range = 수 { $sizes }개, { $first }∼{ $last }

# A failed assert_sinusoidal, before the verdict

assertion-table = 표가 { $name }{ JOSA($name, "이/가") } 아닙니다.
    .worst = 행 { $x }, 열 { $y }의 올바른 값은 { $last }인데 { $first }입니다. 허용 오차는 { $text ->
        [none] {""}
       *[other] { $text }에서{" "}
    }{ $residual }입니다.
    .count = 수 { $whole }개 중 { $count }개가 허용 오차를 넘습니다. 행과 열은 0부터 셉니다.
    .passes = dtype={ $text }{ JOSA($text, "으로/로") } 하면 통과합니다.
