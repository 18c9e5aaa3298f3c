# The page Experiments: questions, each with the page that answers it. Their order and their links are in dashboard/views/tasks.py.

experiments-title = What is worth trying?
experiments-use = The first tab answers what people often ask. In the others, predict the answer first: each link opens a page with everything set, and there you can reveal it.
experiments-open = Open on { $page }
experiments-predict = **Predict:** { $text }
experiments-reveal = Reveal the answer
experiments-task = Next task
experiments-all = All tasks
experiments-more = { $count ->
    [one] One more task
   *[other] { $count } more tasks
}
experiments-tab-questions = Questions
experiments-tab-start = Start here
experiments-tab-distances = Distance and similarity
experiments-tab-matrix = The matrix
experiments-tab-attention = Attention
experiments-tab-tables = Tables
experiments-next = Next: the lesson in ten steps
experiments-follow-up = Why do Transformers need positions?

# Start here

experiments-order = Does word order matter to attention?
    .see = “{ $text }”, reversed: without position, no attention weight changes. With Sinusoidal, weights change by up to { $value }.
    .why = Without position, attention knows which words there are, but not where they stand.
    .next = **Try next:** switch the order to shuffled. Without position, still nothing changes.
experiments-neighbors = Are all neighboring positions equally far apart?
    .see = In Binary, positions { $position } and { $later } are { $high } apart, the next two { $low }. In Sinusoidal, all neighbors are { $distance } apart.
    .why = From 7 to 8, 0111 becomes 1000: every bit flips, so two neighbors are as far apart as any two positions.
    .next = **Try next:** set k to 3. Binary still jumps, Sinusoidal is still flat.
experiments-bits = What do sine waves and binary digits have in common?
    .see = Dimensions 6 and 7 repeat after { $low } tokens, the next two after { $high }.
    .why = Low bits flip often, and the first dimensions oscillate fast. Bits jump; waves change smoothly.
    .next = **Try next:** open the tab { heatmap-tab-counting }. There, each bit takes twice as long as the one to its right.
experiments-circle = Is one sine and cosine pair enough?
    .see = The points go around a circle about { $count } times. Positions { $offset } apart come within { $low }; neighbors are { $high } apart.
    .why = Near on the circle is not near in the text. More pairs, with other wavelengths, tell such positions apart.
    .next = **Try next:** click a point, then the one drawn nearest to it. They are not neighbors.
experiments-decrease = Is a nearer position always more similar?
    .see = The dot product falls from { $high } at p = 128 to { $low } at p = { $other }. It first rises again at offset { $offset }.
    .why = The trend falls with distance, but the curve oscillates.
    .next = **Try next:** change the measure to cosine, then to min-max. Only min-max reaches 0.

# Distance and similarity

experiments-lengths = Does the distance between neighbors depend on the length?
    .see = Neighbors in Normalized are { $high } apart among 12 tokens and { $low } among 56. In Sinusoidal, positions 5 apart have distance { $distance } in both.
    .why = Normalized divides by the length, so one position to the right is another step in every sequence.
    .next = **Try next:** set n to 30. The distance changes in Normalized and stays the same in Sinusoidal.
experiments-offsets = Does a larger offset always mean a larger distance?
    .see = Positions 1 apart always have distance { $low }, positions 2 apart { $high }.
    .why = At one offset, all distances are equal. But waves turn back, and so can the distance.
    .next = **Try next:** go from k = 1 to k = 4. The distance at 4 is smaller than at 3.
experiments-sides = Can similarity distinguish before from after?
    .see = The cosine is { $high } one token away and { $low } ten tokens away. It first rises at offset { $offset }.
    .why = The curve is the same on both sides: it depends on the distance, not on the direction.
    .next = **Try next:** double-click the curve to see all 2,048 positions.
experiments-base = Why is the base 10,000?
    .see = With base 10,000, neighbors are { $distance } apart, and { $count } of 64 dimensions change.
    .why = A small base separates neighbors well; a large one reaches far and leaves dimensions nearly constant.
    .next = **Try next:** set the base to 10, then to 500,000, and compare the rows of the table below it.
experiments-half = Does half precision keep positions distinct?
    .see = With positions rounded to bfloat16, { $count } of 1,024 vectors are distinct. With vectors rounded, { $other } are.
    .why = bfloat16 has no 257: the position becomes 256 before any sine is computed.
    .next = **Try next:** set n to 256. All vectors are distinct.

# The matrix

experiments-small = Why do small example tables use base 100?
    .see = Row 1, position 1, is { $values }.
    .why = With a small base, all four dimensions change visibly within four positions.
    .next = **Try next:** set the base to 10,000. Dimensions 2 and 3 change less.
experiments-woven = Why does the heatmap look woven?
    .see = Row 1 begins with { $values }: sine, cosine, sine, cosine.
    .why = Interleaved, each sine has its cosine beside it. Concatenated, the same columns stand in another order.
    .next = **Try next:** switch the layout to concatenated. All sines stand on the left.
experiments-stripes = Why are there only stripes on the right?
    .see = { $count } of 128 dimensions hardly change: on the right, the picture is stripes.
    .why = The slow pairs hardly rotate within 50 tokens.
    .next = **Try next:** set the base to 100. More dimensions change.
experiments-odd = What changes with an odd number of dimensions?
    .see = With d = 3, the norm of the vectors grows from { RANGE($low, $high) }.
    .why = The last sine has no cosine, so the norm is not constant.
    .next = **Try next:** set d to 4. The norm is the same everywhere.

# Attention

experiments-concatenated = Can reversing change nothing even with position?
    .see = Concatenated with Sinusoidal, the reversed words get the same attention weights.
    .why = Concatenated, the waves contribute only the distance of two words, and reversing keeps every distance.
    .next = **Try next:** choose shuffled, or the sum. Both change the weights.
experiments-batch = How does code add positions to a batch of sentences?
    .see = The batch has shape (10, 100, 512), the positions (1, 100, 512), and the sum (10, 100, 512).
    .why = Broadcasting repeats an axis of size 1. On the wrong axis it raises no error, and the positions are wrong.
    .next = **Try next:** switch the order of axes. The first two axes swap in every line.
experiments-near = Does RoPE prefer near tokens?
    .see = With the same content, the key one token back loses { $high } nats in RoPE and { $low } in Sinusoidal: twice as much.
    .why = A rotation only changes how contents compare. Independent contents have no preferred distance.
    .next = **Try next:** set the content to independent. RoPE loses nothing at any distance.
experiments-degrees = Can a rotation be wrong and pass common tests?
    .see = Both tests pass, and the score is { $here } where { $there } is right.
    .why = The tests compare norms and scores at equal offsets. An angle that is wrong everywhere changes neither.
    .next = **Try next:** choose { rotary-code-half-table }, then { rotary-code-q-alone }. The tests catch both.
experiments-slopes = Why do ALiBi’s slopes jump at twelve heads?
    .see = In the authors’ code head { $head } is the steepest, with slope { $high }; by the paper’s text it is head 1, with { $low }.
    .why = The paper defines powers of 2. For other numbers of heads, the code takes slopes from twice as many heads.
    .next = **Try next:** set the number of heads to 16. Both agree.

# Tables

experiments-training = Does a trained table contain a pattern?
    .see = A shift by one in the learned table is { $count } rotations, with wavelengths of { $periods } tokens.
    .why = Nobody built these waves in. Training found them, each about three times as long as the one before.
    .next = **Try next:** compare the other lines of the picture. A random walk rotates, too, but not at a regular series of wavelengths.
experiments-exponents = Is my formula right: i, 2i or 2i + 1?
    .see = Here every dimension j has its own exponent, 2j/d. { $count } of { $dim } dimensions { $count ->
        [one] is
       *[other] are
    } right, and a value is off by up to { $value }.
    .why = The paper’s i counts pairs, and the exponent is 2i/d. Code that counts dimensions must not double it again.
    .next = **Try next:** choose the example exponent i/d, then upload your own table.
experiments-riddle = Which bug is it?
    .see = The table and the formula begin alike. At position { $position }, dimension 1, the table has { $here } and the formula { $there }.
    .why = Many wrong tables look right at first sight.
    .next = **Try next:** choose one of the three answers at the foot of the page, then the next riddle.
