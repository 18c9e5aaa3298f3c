# The page Scorecard. The conditions and the reasons are in posenc_core/locale/en/criteria.ftl.

scorecard-title = Scorecard: which conditions hold?

# The claim below the title

scorecard-five = Tutorials often require five properties of a positional encoding.
scorecard-meets = { $schemes } { $count ->
    [one] meets
   *[other] meet
} all five.
scorecard-meets-testable = { $schemes } { $count ->
    [one] meets
   *[other] meet
} those that can be tested.
scorecard-misses = { $schemes } { $count ->
    [one] does
   *[other] do
} not.
scorecard-misses-all = No encoding shown here meets all five.

# The table

scorecard-often = Often required
scorecard-also = Sometimes required
scorecard-holds = holds
    .sign = ✓
scorecard-nearly = nearly holds
    .sign = ≈
scorecard-fails = fails
    .sign = ✗
scorecard-undefined = no verdict
    .sign = –
    .cell = Missed by
scorecard-does-not-apply = does not apply
    .sign = ∅
    .cell = Missed by
scorecard-legend = ✓ holds, ≈ nearly holds (off by at most { PERCENT($share) }), ✗ fails, – no verdict, ∅ does not apply. No condition says how well a model learns.
scorecard-logits = { $schemes } { $count ->
    [one] has
   *[other] have
} no position vectors, so the conditions apply to the attention logits instead.

# Tab

scorecard-tab-why = Why

scorecard-measure = The percentage measures { $text }.
scorecard-measure-logits = On attention logits, the percentage measures { $text }.
scorecard-scale = At 0%, the condition holds exactly, up to rounding.
scorecard-missed = { PERCENT($share) }
    .cell = Missed by

# Misconceptions

scorecard-waves = Many encodings meet all five conditions.
    .quote = Only the sinusoidal encoding of the paper meets all five.
    .fact = Sines and cosines of 32 random frequencies do, too. Their similarity increases again after offset { $offset }, and that of the paper’s encoding after { $later } (n = 128, d = 64).
scorecard-width = Most significant bit first, a binary code that is as wide as needed depends on the length.
    .quote = A binary code does not depend on the length.
    .fact = From 8 to 16 positions, it gains a fourth bit. Most significant bit first, { $count } of the first 8 codes change in their first 3 columns.

scorecard-follow-up = How does position change the attention logit?
