# The page Exercises. The tasks and the tests are those of the core: posenc_tools/locale/en/exercises.ftl.

exercises-title = Exercises: can you write positional encodings yourself?
exercises-use = These { $count } functions give a Transformer the order of its tokens. Write them in a notebook or an editor, and `check` runs the tests below on your own computer. If a test fails, you get a hint, and never the solution.
exercises-tests = Tests
exercises-install = In a clone of the repository, `pip install --editable=.` installs the library. The notebook `docs/exercises.ipynb` has all tasks, and works in Colab, too. Nothing that you write is sent to this server.
exercises-tab-sinusoidal = 1. Sinusoidal
exercises-tab-rope-interleaved = 2. RoPE
exercises-tab-rope-half = 3. RoPE, halves
exercises-tab-alibi = 4. ALiBi
exercises-tab-cache = 5. Cache
exercises-follow-up = Which bugs are common in such code?
