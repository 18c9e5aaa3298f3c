# The page Questions: what people ask, and what they get wrong, with computed answers.

questions-title = Questions: what people ask about positions, and what they get wrong
questions-use = Search { $count } questions and misconceptions, or choose a topic. Each answer is computed and has a link to the page about it.
questions-first = First questions
questions-none = No question has all of these words. Try fewer words, or clear the field and choose a topic.
questions-more = { $count } more questions match. Type another word to narrow the search.
questions-open = See it on { $page }
questions-predict = Predict first
questions-follow-up = What made this table?
questions-of-page = Questions about this page
control-find = Search, for example “10000” or “padding”
control-topic = Topic

task-predict = **Predict:** { $text }
task-hidden = Write down your prediction. Then reveal the answer and the page that computes it.
task-reveal = Reveal the answer
task-task = Next task
task-all = All tasks

# Start here

task-order = Does word order matter to attention?
    .sentence = the dog bites the man
    .see = Reverse “{ $text }”, and without position, no attention weight changes. With Sinusoidal, weights change by up to { $value }.
    .why = Without position, attention knows which words there are, but not where they stand.
    .next = **Try next:** switch the order to shuffled. Without position, still nothing changes.
task-neighbors = Do all neighboring positions have the same distance?
    .see = In Binary, positions { $position } and { $later } are { $high } apart, but the next two are { $low } apart. In Sinusoidal, all neighbors are { $distance } apart.
    .why = From 7 to 8, 0111 becomes 1000. Every bit flips, so these two neighbors are as far apart as any two positions.
    .next = **Try next:** set k to 3. Binary still jumps, and Sinusoidal is still flat.
task-bits = What do sine waves and binary digits have in common?
    .see = Dimensions 6 and 7 repeat after { $low } tokens, and the next two after { $high }.
    .why = The first dimensions oscillate fast, as low bits flip often. But bits jump, and waves change smoothly.
    .next = **Try next:** look further down, at { heatmap-binary }. There, each bit takes twice as long as the one to its right.
task-circle = Is one sine and cosine pair enough?
    .see = The points go around a circle about { $count } times. Positions { $offset } apart come as near to each other as { $low }, but neighbors are { $high } apart.
    .why = Near on the circle is not near in the text. More pairs, with other wavelengths, tell such positions apart.
    .next = **Try next:** select a point, then the one drawn nearest to it. They are not neighbors.
task-decrease = Is a nearer position always more similar?
    .see = The dot product falls from { $high } at p = 128 to { $low } at p = { $other }. It first rises again at offset { $offset }.
    .why = The similarity tends to fall with distance, but its curve oscillates.
    .next = **Try next:** change the measure to cosine, then to min-max. Only min-max reaches 0.

# Distance and similarity

task-lengths = Does the distance between neighbors depend on the length?
    .see = In Normalized, neighbors are { $high } apart among 12 tokens, and { $low } among 56. In Sinusoidal, positions 5 apart have distance { $distance } in both.
    .why = Normalized divides by the length, so the step to the next position is another one at every length.
    .next = **Try next:** set n to 30. The distance changes in Normalized and stays the same in Sinusoidal.
task-offsets = Does a larger offset always mean a larger distance?
    .see = Positions 1 apart always have distance { $low }, and positions 2 apart { $high }.
    .why = At one offset, all distances are equal. But waves turn back, and so can the distance.
    .next = **Try next:** go from k = 1 to k = 4. The distance at 4 is smaller than at 3.
task-sides = Can similarity distinguish before from after?
    .see = The cosine similarity is { $high } one token away and { $low } ten tokens away. It first rises at offset { $offset }.
    .why = The curve is the same on both sides, because it depends on the distance and not on the direction.
    .next = **Try next:** double-click the chart to see all 2,048 positions.
task-base = Why is the base 10,000?
    .see = With base 10,000, neighbors are { $distance } apart, and { $count } of 64 dimensions change.
    .why = A small base separates neighbors well. A large base leaves dimensions nearly constant, but it reaches far: the slowest pair repeats after { $period } tokens, which is longer than usual texts.
    .next = **Try next:** set the base to 10 under { bar-options }, then to 500,000, and compare the rows of the table.
task-half = Does half precision keep positions distinct?
    .see = If positions are rounded to bfloat16, { $count } of 1,024 vectors are distinct. If vectors are rounded, { $other } are.
    .why = bfloat16 has no 257, so the position becomes 256 before any sine is computed.
    .next = **Try next:** set “{ control-context }” to 256. All positions are distinct.

# The matrix

task-small = Why do small example tables use base 100?
    .see = Row 1, which is position 1, has { $values }.
    .why = With a small base, all four dimensions change visibly within four positions.
    .next = **Try next:** set the base to 10,000. Dimensions 2 and 3 change less.
task-woven = Why does the heatmap look woven?
    .see = Row 1 begins with { $values }: sine, cosine, sine, cosine.
    .why = When interleaved, each sine has its cosine beside it. When concatenated, the same columns stand in another order.
    .next = **Try next:** switch the layout to concatenated. All sines stand on the left.
task-stripes = Why are there only stripes on the right?
    .see = { $count } of 128 dimensions hardly change, and they are the stripes on the right of the picture.
    .why = The slow pairs hardly rotate within 50 tokens.
    .next = **Try next:** set the base to 100. More dimensions change.
task-odd = What changes with an odd number of dimensions?
    .see = With d = 3, the norm of the vectors grows from { RANGE($low, $high) }.
    .why = The last sine has no cosine, so the norm is not constant.
    .next = **Try next:** set d to 4. The norm is the same everywhere.

# Attention

task-concatenated = Can reversing change nothing even with position?
    .see = If Sinusoidal is concatenated, the reversed words get the same attention weights.
    .why = Concatenated waves change a logit by the distance of two words alone, and reversing keeps every distance.
    .next = **Try next:** choose shuffled, or the sum. Both change the weights.
task-batch = How does code add positions to a batch of sentences?
    .see = The batch has shape (10, 100, 512), the positions (1, 100, 512), and the sum (10, 100, 512).
    .why = Broadcasting repeats an axis of size 1. On the wrong axis it raises no error, and the positions are wrong.
    .next = **Try next:** switch the order of axes. The first two axes swap in every line.
task-near = Does RoPE prefer near tokens?
    .see = With the same content, the key one token back loses { $high } nats in RoPE, and half as much in Sinusoidal, { $low }.
    .why = A rotation only changes how contents compare. Independent contents have no preferred distance.
    .next = **Try next:** set the content to independent. RoPE loses nothing at any distance.
task-degrees = Can a rotation be wrong and pass common tests?
    .see = Both tests pass, but the dot product is { $here } instead of { $there }.
    .why = The tests compare norms, and dot products at equal offsets. An angle that is wrong everywhere changes neither.
    .next = **Try next:** choose { check-code-half-table }, then { check-code-q-alone }. The tests catch both.
task-slopes = Why do ALiBi’s slopes jump at twelve heads?
    .see = In the authors’ code, head { $head } is the steepest, with slope { $high }. By the paper’s text, it would be head 1, with { $low }.
    .why = The paper defines slopes for powers of 2. For 12 heads, the code takes the slopes for 8, and then every second slope for 16.
    .next = **Try next:** set the number of heads to 16. Both agree.

# Tables

task-exponents = Is my formula right: i, 2i or 2i + 1?
    .see = Here every dimension j has its own exponent, 2j/d. { $count } of { $dim } dimensions { $count ->
        [one] is
       *[other] are
    } right, and a value is off by up to { $value }.
    .why = The paper’s i counts pairs, and the exponent is 2i/d. Code that counts dimensions must not double it again.
    .next = **Try next:** choose the example exponent i/d, then upload your own table.
task-riddle = Which bug is it?
    .see = The table and the formula begin alike. At position { $position }, dimension 1, the table has { $here } and the formula { $there }.
    .why = Many wrong tables look right at first sight.
    .next = **Try next:** choose one of the three answers, then the next riddle.

# Frequent questions, two tabs. Their links are in dashboard/views/questions/facts.py.

question-pairing = Which dimensions does my Llama rotate together?
    .answer = Hugging Face’s code pairs i with i + d/2, and Meta’s release pairs 2i with 2i + 1. The conversion between them reorders the weights.
question-yarn = What does YaRN do in Qwen2.5 or Qwen3 at 128k tokens?
    .answer = With factor 4 from 32,768 tokens, it keeps { $count } of 64 pairs, blends { $other }, and divides the frequency of { $rest } by 4. It must be turned on, because the config.json of these models does not do it.
question-extrapolates = Which encoding extrapolates to longer texts?
    .answer = It depends on the task, and on how the model was trained. Small models learned to name the token 3 back in texts of up to 32 tokens. At 64 tokens, they are at most { PERCENT($share) } right with added sinusoids, { PERCENT($low) } to { PERCENT($high) } with RoPE, and at least { PERCENT($other) } with T5’s bias.
question-rows = Why does RoBERTa’s table have 514 rows?
    .answer = Its first token has row { $start }, so { $count } of { $rows } rows are used.
question-head = How far does head 3 of 12 look in ALiBi?
    .answer = It halves its attention at distance { $offset }, if all keys have equal content.
question-slopes = Why do ALiBi’s slopes jump with 12 heads?
    .answer = Code takes the slopes of 8 heads and then every second slope of 16, so head { $head } is the steepest ({ $value }). The paper’s formula would begin with { $high }.
question-printed = Do YaRN’s paper and code differ?
    .answer = Yes. The paper blends frequencies by the rotations of a pair, and the code by its number. With factor 4 from 32,768 tokens, pair { $column } differs most, by a factor of { $factor }.
question-dynamic = May I keep cached keys with dynamic scaling?
    .answer = Not if results must be exact. From 2,048 to 4,096 tokens with factor 4, the slowest pair becomes { $factor } times slower, but cached keys keep the old angles.
question-half = What does bfloat16 do to positions?
    .answer = It cannot hold { $position }. Of the positions 0 to 1,023, { $count } remain different.
question-padding = Why does left padding change the output?
    .answer = The code takes places in the batch for positions. Let it count real tokens by the mask instead.
question-beyond = What does “index out of range” mean at long texts?
    .answer = The text is longer than a learned table. The table of GPT-2 has { $rows } rows, so its last position is { $last_position }.
question-axes = Why do the sizes of x and pe not match?
    .answer = One of them has the batch first, and the other has the sequence first. If sizes happen to fit, they hide this bug.
question-swapped = Is it nn.Embedding(vocabulary, d) or (context, d)?
    .answer = You need both. The token table has a row for each word of the vocabulary, and the position table has a row for each position.
question-image = How do I resize the positions of an image model?
    .answer = Interpolate the grid of patches, and keep the class token’s row out of it.
question-mine = Is my formula right: 2i or i, and 2i + 1?
    .answer = Let the lab check your table. A frequent bug gives each cosine an exponent of its own.
question-layout = Interleaved or concatenated?
    .answer = Both have the same distances and dot products, but a trained model needs the one of its training.
question-cosine = Why does every sine have a cosine?
    .answer = Together, they make every step equally long, { $distance } for four dimensions, and a rotation can move all positions. A sine alone allows neither.
question-add = Why is the position added and not appended?
    .answer = Adding costs no dimensions, and a model can keep words and positions apart where they are nearly perpendicular.
question-relative = Absolute or relative positions: what is the difference?
    .answer = An absolute encoding adds a vector for “place 7” to the word, and a relative one changes logits by “3 places back”. Move two words with random contents together by 100 places, and their logit typically changes by { $value } in Sinusoidal, and not at all in RoPE. A Transformer without convolution and causal mask needs one of the two, because it does not read words in their order as an RNN does.
question-values = Why does RoPE rotate queries and keys, but not values?
    .answer = In the dot product of a query and a key, both rotations leave only the offset. A value is not multiplied by a query, so a rotated value would keep its absolute position. If the same text stood 100 places later, it would change by { PERCENT($share) }.
question-collide = Can the sum of word and position be the same for two different words?
    .answer = In 64 dimensions, this is very unlikely. With 32 random words at 32 positions, the nearest sums of two words are { $high } apart, and those of one word at two positions are { $low } apart.
question-binary = Why does the distance between binary positions change?
    .answer = From one position to the next, a single bit may flip, or all of them. The difference grows with the number of bits: neighbors are up to { $low } apart with 4 bits, and up to { $high } with 8.
question-grow = Why must the values not grow with the position?
    .answer = Large inputs make large activations, so gradients can explode or vanish, and training becomes unstable. Among 128 positions, Index reaches { $high }, but a sine never exceeds 1.
question-exponential = Why does the code use exp and log?
    .answer = It is another way to write the power: exp(−log 10,000 · 2i/d) = 10,000^(−2i/d). In the middle, at 2i = d/2, this is exp(−{ $value } / 2) = { $low } = 1/√10,000. Both are correct.
question-dropout = Why is there dropout after the sum?
    .answer = It works against overfitting. During training, it sets each number to 0 with probability { PERCENT($share) } and multiplies the others by { $factor }. At inference, it does nothing.
question-parameters = Are positions parameters of the model?
    .answer = Sinusoids are not. The module stores them as a buffer (requires_grad = False), which training does not change. A learned table consists of parameters, { $rows } × { $dim } = { $count } in BERT.
question-bert = Why did BERT learn its table?
    .answer = Its paper gives no reason. Vaswani et al. found hardly a difference (BLEU 25.8 with sinusoids, 25.7 learned), and BERT reads texts of one maximum length. The price is that no position follows { $last_position }.
question-heads = What do the heads do with the position?
    .answer = Each head multiplies the sum of word and position by its own matrices: Q = x·W_Q, K = x·W_K, V = x·W_V. In the base model, { $heads } heads of { $width } dimensions share { $dim } dimensions.
question-root = Why divide by √d?
    .answer = The dot product of two random vectors of 64 numbers is typically { $value }. If the logits of two keys differ so much, softmax gives one of them almost all the weight, and its gradient is { $low }. After the division, it is { $high }.
question-mask = How does a mask hide later words?
    .sentence = robot must obey orders
    .answer = It sets their logits to −∞. Softmax turns this into e^(−∞) = 0, so these words get no attention.
question-residual = Do later layers still know the position?
    .answer = Yes. Each layer adds its result to its input, a residual connection, and then layer normalization shifts and rescales the sum. After { $count } orthogonal updates as long as the first vector, the cosine with it is still { $value }. Without the residual connection, it would be 0.
