# The page Lesson: ten steps, each a question, a prediction, and an answer computed from what is on the screen.

lesson-sentence = the dog bites the man and then the man bites the dog
lesson-title = Lesson: how does a Transformer know the order of words?
lesson-progress = Step { $count } of 10
lesson-back = Back
lesson-next = Next
lesson-return = Back to step { $count } of the lesson
lesson-reveal = Show the answer
lesson-predict = Your prediction
lesson-right = Right: { $text }.
lesson-wrong = Not { $text }. { $reason }
lesson-other = Not { $text }.
lesson-show = See it on { $page }
lesson-word = “{ $text }” ({ $position })
lesson-gap = { $position } to { $later }
lesson-attention = attention of “{ $text }” ({ $position })
lesson-alt = { $heading }. Words in order: { $name }.
lesson-along = position of the word
lesson-score = You predicted { $count } of { $most } steps right.
lesson-trained = Which of them works on longer texts?
lesson-compare = Encodings side by side
lesson-questions = More questions
lesson-check = Check your matrix
lesson-projector = For a projector, in large text
lesson-reveal-all = Show all answers
lesson-minutes-sum = { $count } minutes: { $text }
lesson-card = Score card to send
lesson-card-score = { $count } of { $most } predictions right
lesson-card-start = Try the lesson
lesson-words = Your own sentence (up to 12 words)
lesson-own = In this order, no weight and no output of your { $count } words changes: the largest difference is { NUMBER($value, maximumSignificantDigits: 1) }, rounding only.
lesson-students = Link for students
lesson-worksheet = Worksheet to print
lesson-sheet = Worksheet { $count } (name: ____________________)
lesson-sheet-answers = Answers
lesson-sheet-show = Print the answers, too
lesson-conditions = What a good encoding needs: { $text }
lesson-minutes = { $count } min
lesson-met = ✓ { $text }
lesson-unmet = ✗ { $text }
lesson-class-note = **In class.** { $text }

# Step 1

lesson-1 = Can attention see word order?
    .setup = Recurrent networks read word by word, slowly; attention reads all together. Each word is a vector (64 numbers). Two words’ dot product (query, key) is their logit; larger logits get larger weights (softmax). One dog bites (1), one is bitten (11). No vector contains a position.
    .predict = Which other word does “dog” (1) attend to most?
    .choice-11 = “dog” (11)
    .choice-2 = “bites” (2)
    .wrong-2 = Nearness does not count yet: attention compares contents only.
    .choice-4 = “man” (4)
    .wrong-4 = This attention knows no grammar. It compares contents only.
    .control = Order of the words
    .option-written = as written
    .option-swapped = dog and man swapped
    .option-reversed = reversed
    .option-shuffled = shuffled
    .draw = Draw arcs from “dog” (1): the thicker, the more attention.
    .class = Give each student a word card and shuffle. Ask: “Which dog bites?”
    .bridge = So we put the position into the vector: first, as its number.
lesson-answer-1 = “dog” (11): both dogs have the same vector. Each gives { PERCENT($share) } to itself and { PERCENT($other) } to the other, so their outputs (weighted sums) are equal. Change the order: weights and outputs stay. Attention cannot see order (permutation-equivariant). Only hiding later words, as models that write do (causal mask), tells some order; some layers use nothing else (NoPE).

# Step 2

lesson-2 = Why not number the words?
    .setup = Add the position, 0 to 11, to each of the 64 numbers of its word. Now every position has a different vector.
    .predict = Which word does “bites” (2) attend to most?
    .choice-11 = “dog” (11), the last word
    .choice-9 = “bites” (9)
    .wrong-9 = The same word has the same content, but the position numbers are much larger than the content.
    .choice-3 = “the” (3)
    .wrong-3 = Near numbers do not attract: a dot product grows with the numbers.
    .control = Words read
    .lengths = length of the vectors
    .word = of the word
    .position = of its position
    .draw = Draw a bar over each word: the length of its position vector.
    .class = Ask: “What happens at position 1,000?” In models with LayerNorm before attention, equal columns are subtracted, and the position is gone; RMSNorm subtracts nothing.
    .bridge = Keep the numbers small: divide them by the length.
lesson-answer-2 = The last word gets almost all of the attention, only because its number is the largest and makes the largest dot product. At word { $end }, the position vector is { $factor } times as long as the word vector ({ $high } against { $low }).

# Step 3

lesson-3 = Why not divide by the length?
    .setup = Divided by the last position, the numbers run from 0 to 1. After five words, “bites” (2) is at { $value }. Now seven more words arrive.
    .predict = Where will “bites” (2) be after twelve words?
    .choice-same = at 0.5, as before
    .wrong-same = Words do not keep their numbers: all are divided by the new last position.
    .choice-less = near 0.2
    .choice-more = near 0.8
    .wrong-more = In a longer text, the same word has a smaller share of the length.
    .control = Words read
    .heading = position divided by the last position (pale: after five words)
    .draw = Mark “bites” (2) on the upper line after 5 words, on the lower one after 12.
    .class = Ask: “What must be computed again when a word is added?” Everything but the first word.
    .bridge = The numbers must be small and the same at every length. Digits are.
lesson-answer-3 = At { $value }. Each new word moves all others but the first, and neighbors come closer: from { RANGE($high, $low) } apart. The same number means different places in different texts.

# Step 4

lesson-4 = Why not write the position in binary?
    .setup = Four bits give 16 positions: all different, never above 1, and the same in every text. A fifth bit, for 32 positions, changes none of them. One word further should be the same distance everywhere. Is it?
    .predict = Which step between neighbors is the longest?
    .choice-7 = 7 to 8
    .choice-0 = 0 to 1
    .wrong-0 = All bits count the same, so the first step, with one flip, is one of the shortest.
    .choice-10 = 10 to 11
    .wrong-10 = Steps do not grow with the number: from 10 to 11, one bit flips.
    .choice-equal = all are equal
    .wrong-equal = Counting is even, but the number of bits that flip is not.
    .control = Bits
    .matrix = bits of each position, the fastest on top
    .steps = distance to the next position
    .draw = Write the four bits of each position. Circle the longest step.
    .class = Count on four fingers. Ask: “Which finger tells odd from even?”
    .bridge = Keep the rhythm from fast to slow, but let the bits rise and fall smoothly.
lesson-answer-4 = From { $position } to { $later }: with four bits, 0111 becomes 1000, and all of them flip. This distance is √4 = { $high }, the largest between any two words; from 0 to 1 it is { $low }. But 0 and 8 differ in one bit only: neighbors look far apart, and distant words look near.

# Step 5

lesson-5 = Is one wave enough?
    .setup = Replace each bit by a sine wave, each half as fast as the one before. Start with the fastest alone. It repeats every { $period } words (2π).
    .predict = Which word has almost the same value on this wave as “and” (5)?
    .choice-11 = “dog” (11)
    .choice-4 = “man” (4)
    .wrong-4 = Neighbors on the fastest wave differ a lot.
    .choice-none = none: all values differ
    .wrong-none = No two values are equal, but some are nearly equal.
    .control = Waves
    .matrix = sine waves, the fastest on top (gray: “and”)
    .wave = repeats every { $period } words ({ $count }π)
    .distances = distance to “and” (5)
    .draw = Draw a dot per word on the wave. Connect “and” (5) to the word whose dot is almost as high.
    .class = Why 6.28, not 2? A wave of period 2 is zero at every position.
    .bridge = But steps still vary, from { RANGE($low, $high) }.
lesson-answer-5 = “dog” (11): the values are { $x } and { $y }, only { $distance } apart. Set the waves to 4: now the closest two words are { $value } apart, and they are neighbors. Fast waves separate neighbors, slow waves distant words.

# Step 6

lesson-6 = Why does every sine have a cosine?
    .setup = Take the sine wave that repeats every { $period } words (4π). It gives each word one number.
    .predict = Between which two neighbors does this number change least?
    .choice-9 = 9 and 10
    .choice-0 = 0 and 1
    .wrong-0 = Where a sine is zero, it changes fastest.
    .choice-6 = 6 and 7
    .wrong-6 = A small value does not mean a small change: near zero, a sine changes fastest.
    .choice-equal = all are equal
    .wrong-equal = Near its highest and lowest values, a sine changes slowly.
    .control = Share of the cosine
    .wave = sine wave, one dot for each word
    .waves = solid: sine, dashed: cosine × share
    .circle = horizontal: sine, vertical: cosine × share
    .steps = distance to the next word
    .draw = Draw a dot per word on the wave. Circle the two neighbors that differ least in height.
    .class = You see only the shadow of a seat on a Ferris wheel. Ask: “When does it seem to stop?”
    .bridge = A point that circles at constant speed is a clock hand.
lesson-answer-6 = Between { $position } and { $later } (by { $low }), where the wave is lowest; between 6 and 7, by { $high }. Going up, “bites” (2) has { $x }; going down, “man” (4) has { $y }: hard to tell apart. Add the cosine (share 1), steep where the sine is flat: the words lie on a circle, and every step is { $value }.

# Step 7

lesson-7 = What do the clocks show three words later?
    .setup = A sine and its cosine are a clock hand: four pairs, four clocks. At position 0, all hands point to 12. From “bites” (2) to “and” (5), the hand of the second clock rotates by { $angle }°.
    .predict = At “man” (8), the second clock shows { $degrees }°. What does it show at “dog” (11)?
    .choice-315 = 315°
    .choice-143 = 143°
    .wrong-143 = This is where “and” (5) points. A shift adds an angle; it does not lead to a fixed place.
    .choice-258 = 258°
    .wrong-258 = This is one word later, not three.
    .choice-272 = 272°
    .wrong-272 = Rotations do not shrink with the position.
    .control = Position of the solid hands
    .clocks = solid: word { $position }, dotted: three words later
    .clock = { NUMBER($angle, maximumSignificantDigits: 3) }° per word
    .turn = { $count }π = { $period } words
    .steps = distance to the word three later
    .draw = Draw the hands at position 8, and dotted at 11.
    .class = Four students are clocks and turn as the class counts. The others read the position from their arms.
    .bridge = Only the rotation between two positions counts. So which positions are similar?
lesson-answer-7 = { $degrees }°: again { $angle }° more. Three words rotate the clocks by { $names }, wherever you start. So the distance between a word and the third word after it is always { $high }, and between neighbors { $low }. One matrix, made of these four rotations, moves every position by three.

# Step 8

lesson-8 = Which positions are similar?
    .setup = On each clock, take the cosine of the angle between two positions’ hands. The sum of these cosines is the dot product: large if the hands agree. Divided by the number of clocks: the agreement (at most 1).
    .predict = Is the dot product of positions 10 and 14 smaller or larger than that of 100 and 104?
    .choice-equal = both are equal
    .choice-less = 10 · 14 is smaller
    .wrong-less = Larger positions do not make longer vectors: the hands only rotate.
    .choice-more = 10 · 14 is larger
    .wrong-more = Distant positions are not more different: four words rotate the hands by the same angles anywhere.
    .control = Rotate the clocks of “bites” (2) by so many words
    .agreement = agreement with “bites” (2)
    .draw = Draw the hands at position 10, and dotted at 14.
    .class = Ask: “Which rotation finds the word two ahead?”
    .bridge = Positions work on their own. But attention sees words and positions together.
lesson-answer-8 = Equal: both dot products are { $x } (agreement { $share }). Only the distance counts, not its direction: the agreement of “dog” (1) and “the” (3) with “bites” (2) is the same, { $value }. But turn the clocks of “bites” (2) back by one word: “dog” (1) gets { $high }, “the” (3) { $low }. A model’s query matrix can learn this rotation.

# Step 9

lesson-9 = Does the position hide the word?
    .setup = Take 64 dimensions: 32 clocks. With base 10,000, as in the first Transformer, the slowest turns once in { $period } words; the slowest of our four clocks, with base 16, turned once in { $length }. A position vector has length { $high }, a word vector before training only { $low }. The first Transformer adds the two.
    .predict = Which other words does “dog” (1) attend to most?
    .choice-2 = its neighbors, such as “bites” (2)
    .choice-11 = “dog” (11), the same word
    .wrong-11 = The word vectors are too short to matter here.
    .choice-4 = “man” (4)
    .wrong-4 = Positions decide here, and they favor neighbors.
    .control = Multiply the word vectors by
    .shares = share of the differences between logits (their variance) over all pairs of words
    .words = word · word
    .cross = word · position
    .positions = position · position
    .draw = Draw arcs from “dog” (1): the thicker, the more attention.
    .class = A sum can work if words and positions are nearly perpendicular. Ask: “Does telling the dogs apart mean knowing who bites?” No: that needs training.
    .bridge = The sum also multiplies words with positions, so a logit depends on both positions. RoPE rotates instead: only the difference of the positions counts.
lesson-answer-9 = Its neighbors: “bites” (2) gets { PERCENT($share) }, “dog” (11) only { PERCENT($other) }. { PERCENT($high) } of the differences between logits (their variance) come from positions. Multiply the words by 8 (√64, the rule of the first Transformer): now { PERCENT($low) } come from words, and “dog” (1) gives itself { PERCENT($here) } and “dog” (11) { PERCENT($there) }: two dogs, told apart.

# Step 10

lesson-10 = What do models use today?
    .setup = Sinusoids and learned tables (here MiniLM’s) are added to words. RoPE rotates queries and keys instead, like clock hands. ALiBi lowers the logits of far words. Now our sentence starts later in a text.
    .predict = For which encodings does “dog” (1) attend to itself as much as before?
    .choice-relative = RoPE and ALiBi
    .choice-sinusoidal = RoPE, ALiBi, and the added sinusoid
    .wrong-sinusoidal = With an added sinusoid, logits contain word · position, which depends on the position itself.
    .choice-learned = the learned table
    .wrong-learned = A learned table has another vector at every position, and it ends.
    .choice-all = all four
    .wrong-all = Only what depends on the difference of positions alone stays the same.
    .control = First position of the sentence
    .itself = attention of “dog” (1) to itself
    .along = first position of the sentence
    .draw = Across: first position of the sentence. Up: attention of “dog” (1) to itself. Draw a line for each encoding.
    .class = Ask: “Rotate q by 2θ and k by 5θ: what is left in their product?” Equal attention everywhere is not extrapolation: a model may still fail on longer texts.
lesson-answer-10 =
    RoPE and ALiBi: only the difference of the positions counts. The table ends after { $count } rows.

    1. In one small model each, trained to find the third word back, ALiBi’s heads give it at most { PERCENT($here) } of their attention, RoPE’s { PERCENT($there) }.
    2. At { $factor } times the trained length, RoPE falls from at least { PERCENT($share) } right to at most { PERCENT($other) }, however these small models were trained.
    3. Models of 2025–2026 change RoPE: slower clocks (Qwen3-2507: base { $base }), no clocks in one of { $layers } layers (Llama 4), in some layers only a quarter of the clocks (Gemma 4).
