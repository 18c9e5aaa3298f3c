# The page Exercises. The tasks and the tests are those of the core: posenc_tools/locale/ko/exercises.ftl.

exercises-title = 연습 문제: 위치 인코딩을 직접 구현해 볼까요?
exercises-use = 트랜스포머에 토큰의 순서를 알려 주는 함수 { $count }개를 노트북이나 편집기에서 직접 작성해 보세요. `check`가 아래의 테스트를 여러분의 컴퓨터에서 실행합니다. 테스트가 실패하면 힌트를 주며, 정답은 보여 주지 않습니다.
exercises-tests = 테스트
exercises-install = 저장소를 복제(clone)한 폴더에서 `pip install --editable=.`을 실행하면 라이브러리가 설치됩니다. 노트북 `docs/exercises.ipynb`에는 모든 문제가 있으며, Colab에서도 쓸 수 있습니다. 여러분이 작성한 것은 이 서버로 전송되지 않습니다.
exercises-tab-sinusoidal = 1. Sinusoidal
exercises-tab-rope-interleaved = 2. RoPE
exercises-tab-rope-half = 3. RoPE, 절반끼리
exercises-tab-alibi = 4. ALiBi
exercises-tab-cache = 5. 캐시
exercises-follow-up = 이런 코드에 흔한 버그는 무엇일까요?
