# The page Lesson: ten steps, each a question, a prediction, and an answer computed from what is on the screen.

lesson-sentence = the dog bites the man and then the man bites the dog
lesson-title = Lesson: how does a Transformer know the order of words?
lesson-back = Back
lesson-next = Next: { $name }
lesson-stops = Steps of the lesson
lesson-steps = distance to the next word
lesson-return = Back to step { $count } of the lesson
lesson-reveal = Show the answer
lesson-predict = Your prediction
lesson-right = Right: { $text }.
lesson-wrong = Not { $text }. { $reason }
lesson-other = Not { $text }.
lesson-show = See it on { $page }
lesson-file = Take this picture (HTML)
lesson-word = “{ $text }” ({ $position })
lesson-alt = { $heading }. Words in order: { $name }.
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
lesson-own = In this order, your { $count } words keep all of their weights. The largest difference is { NUMBER($value, maximumSignificantDigits: 1) }, which is rounding.
lesson-students = Link for students
lesson-worksheet = Worksheet to print
lesson-sheet = Worksheet { $count } (name: ____________________)
lesson-sheet-answers = Answers
lesson-sheet-show = Print the answers, too
lesson-minutes = { $count } min
lesson-class-note = **In class.** { $text }

# The table of requirements, which grows by one encoding per step

lesson-table = What a good encoding needs, checked for texts of 12 and of { $count } words. Two positions differ clearly if they are at least { $value } apart.
    .same = the same in every text
    .small = values stay small
    .steps = equal steps everywhere
    .differ = all positions differ clearly
    .number = number
    .share = share
    .bits = bits
    .wave = one wave
    .circle = sine and cosine
    .clocks = clocks
    .number-small = grow
    .share-same = slide
    .share-differ = crowd
    .bits-steps = jump
    .wave-steps = vary
    .wave-differ = repeat
    .circle-differ = repeat

# Step 1

lesson-1 = Can attention see word order?
    .name = two dogs
    .setup = A Transformer reads all words at once. To decide how much one word matters to another, it compares them. Here every word is a list of { $count } numbers, and the more two lists agree, the more attention they pay to each other.

        Our sentence has two dogs. The first one bites, the second one is bitten.
    .predict = Which other word does the first “dog” look at most?
    .choice-11 = the second “dog” (11)
    .choice-2 = “bites” (2)
    .wrong-2 = It stands nearest, but attention compares words. It does not know which ones are near.
    .choice-4 = “man” (4)
    .wrong-4 = This attention knows no grammar. It only compares lists of numbers.
    .picture = What each “dog” looks at: the wider the arc, the more attention
    .control = Order of the words
    .option-written = as written
    .option-swapped = dog and man swapped
    .option-reversed = reversed
    .option-shuffled = shuffled
    .draw = Draw arcs from “dog” (1). Make them thicker where there is more attention.
    .class = Give each student a word card and shuffle the cards. Ask: “Which dog bites?” Models that write hide the later words from each word, and this alone tells them something about order.
    .bridge = So every word has to be told its position. The simplest way is a number.
lesson-answer-1 =
    It looks at the second dog exactly as much as at itself, { PERCENT($share) } each, because both dogs are the same list of numbers, the same *vector*.

    Put the words in any order you like. The arcs move along with their words, and every *weight*, the share of attention, stays what it was. So far, the model cannot know who bites whom.

# Step 2

lesson-2 = Why not number the words?
    .name = numbers
    .setup = Let us give every word its number. We add the position, from 0 to { $end }, to each of the { $count } numbers of the word. Now the two dogs are different vectors.
    .predict = Which word does “bites” (2) look at most?
    .choice-11 = “dog” (11), the last word
    .choice-9 = the other “bites” (9)
    .wrong-9 = The two words are the same, but their positions weigh much more than the words do.
    .choice-3 = “the” (3), its neighbor
    .wrong-3 = Near numbers do not attract each other. Large numbers win.
    .picture = Length of each word vector and of the position that is added, and what “bites” looks at
    .control = Words read
    .position = length of the position vector
    .word = length of the word vector
    .draw = Draw a bar over each word: the length of its position.
    .class = Ask: “What happens at position 1,000?” Models that normalize their vectors with LayerNorm subtract what is equal in all dimensions, and then this position is gone.
    .bridge = The numbers have to stay small. Let us divide them by the length of the text.
lesson-answer-2 =
    It looks at the last word, whatever that word is. The bars show why: at word { $end }, the position vector is { $factor } times as long as the word vector, so it drowns the word.

    Read fewer words. The attention always jumps to the last one.

# Step 3

lesson-3 = Why not divide by the length?
    .name = shares
    .setup = If we divide each position by the last one, every text runs from 0 to 1, and no number is large. After five words, “bites” (2) stands at { $value }. Seven more words are waiting.
    .predict = Where will “bites” stand after twelve words?
    .choice-same = at 0.5, as before
    .wrong-same = It cannot stay there: all positions are divided by the new last one.
    .choice-less = near 0.2
    .choice-more = near 0.8
    .wrong-more = In a longer text, the same word has come a smaller share of the way.
    .picture = Words on a line from 0, the first word, to 1, the last word
    .waiting = seven more words
    .control = Words read
    .draw = Mark “bites” (2) on the upper line after 5 words, and on the lower line after 12.
    .class = Ask: “What must be computed again when a word is added?” Everything but the first word.
    .bridge = We want numbers that stay small and do not change when the text grows. The digits of a number are like that.
lesson-answer-3 =
    It stands at { $value }. When a word arrives, every word but the first slides to the left, and neighbors come closer: they were { $high } apart, and now they are { $low } apart.

    The same number means a different place in every text.

# Step 4

lesson-4 = Why not write the position in binary?
    .name = bits
    .setup = With four bits, each 0 or 1, we can write 16 positions. The bits stay small, and a longer text only adds a bit in front. Every position has its own code.

        A step from one word to the next should also be equally far everywhere.
    .predict = Which step between neighbors is the longest?
    .choice-7 = 7 to 8
    .choice-0 = 0 to 1
    .wrong-0 = Only one bit changes here, so this is one of the shortest steps.
    .choice-10 = 10 to 11
    .wrong-10 = Steps do not grow with the position. From 10 to 11, only one bit changes.
    .choice-equal = all are equal
    .wrong-equal = Counting goes on evenly, but the number of bits that change does not.
    .picture = The four bits of each position, the fastest on top
    .control = Step
    .control-value = { $value } → { $later }
    .draw = Write the four bits of each position. Circle the longest step.
    .class = Count on four fingers. Ask: “Which finger tells odd from even?”
    .bridge = The rhythm is good, from fast to slow. It is the jumps that hurt. Let the bits rise and fall smoothly.
lesson-answer-4 =
    From { $position } to { $later }, all four bits change at once: 0111 becomes 1000. Their distance is √4 = 2, the largest between any two words.

    And 0 and 8 differ in a single bit, so two distant words look like neighbors. Every position has its own code, but the distances say little about the order.

# Step 5

lesson-5 = Is one wave enough?
    .name = waves
    .setup = A wave has a rhythm like a bit, but it rises and falls smoothly. We replace the fastest bit by a wave that repeats every { $period } words. Each word gets the height of the wave as its number.
    .predict = Which word has almost the same height as “and” (5)?
    .choice-11 = “dog” (11)
    .choice-4 = “man” (4)
    .wrong-4 = Its height is close, but another word is much closer.
    .choice-none = none, all heights differ
    .wrong-none = No two heights are exactly equal, but two of them are so close that you can hardly tell them apart.
    .picture = Waves over the words, with a dot for each word
    .control = Number of waves
    .wave = repeats every { $period } words
    .distances = distance of each word to “and”
    .draw = Draw a dot for each word on the wave. Connect “and” (5) to the word whose dot is almost as high.
    .class = Why does the wave repeat after 6.28 words, and not after 2? A sine that repeats every 2 words is zero at every position.
    .bridge = But the steps between neighbors are still unequal. The shortest is { $low }, and the longest { $high }.
lesson-answer-5 =
    “dog” (11) has, because the wave almost repeats after six words. Their heights differ by only { $distance }. One wave repeats, so it cannot tell all words apart.

    Add the slower waves. The fast ones separate neighbors, the slow ones separate distant words. With all four, the two closest words are { $value } apart, and they are neighbors.

# Step 6

lesson-6 = Why does every sine have a cosine?
    .name = circle
    .setup = This wave, a *sine*, repeats every { $period } words. It is half as fast as the one before, and gives each word a height. On the right, the same heights stand on one line.
    .predict = Which two neighbors are hardest to tell apart?
    .choice-9 = 9 and 10
    .choice-0 = 0 and 1
    .wrong-0 = The wave is steep here, so these two are easy to tell apart.
    .choice-6 = 6 and 7
    .wrong-6 = Their heights are small, but the wave is steep here, so they are easy to tell apart.
    .choice-equal = all the same
    .wrong-equal = Where the wave turns, it changes more slowly.
    .picture = A wave over the words, and a circle that gives each word a place
    .control = Share of the cosine
    .option-0 = sine alone
    .control-value = { $value }%
    .option-100 = sine and cosine
    .alike = almost the same height
    .equal = equal steps
    .unequal = steps from { $low } to { $high }
    .draw = Draw a dot for each word on the wave. Circle the two neighbors that differ least in height.
    .class = You see only the shadow of a seat on a Ferris wheel. Ask: “When does it seem to stop?”
    .bridge = Let us draw the point that goes around the circle as the hand of a clock, which starts at 12 and turns to the right.
lesson-answer-6 =
    9 and 10 are. At its lowest point the wave hardly moves, and their heights differ by only { $low }.

    The *cosine* is the same wave, a quarter turn ahead. Where a sine is flat, a cosine is steep, and it tells a word on the way up from one on the way down. Give each word both, and the heights open into a circle: every step around it has the same length.

# Step 7

lesson-7 = What do the clocks show three words later?
    .name = clocks
    .setup = A sine and its cosine are the hand of a clock. Our four pairs are four clocks, from fast to slow, and all hands start at 12 o’clock.

        From word 2 to word 5, the hand of the second clock turns by { $angle }°. At “man” (8), it points to { $degrees }°.
    .predict = Where does the hand of the second clock point three words later, at “dog” (11)?
    .choice-315 = to 315°
    .choice-143 = to 143°
    .wrong-143 = It points there at word 5. Three words add a turn, and do not lead to a fixed place.
    .choice-258 = to 258°
    .wrong-258 = It points there after one word, not after three.
    .choice-272 = to 272°
    .wrong-272 = The turn does not become smaller later in the text.
    .picture = Four clocks with their hands at a word, and dotted three words later
    .control = Word
    .clock = { NUMBER($angle, maximumSignificantDigits: 3) }° per word
    .later = three words later
    .draw = Draw the hands at position 8, and dotted at 11.
    .class = Four students are clocks and turn as the class counts. The others read the position from their arms. For experts: one matrix, made of the four turns, moves every position by three.
    .bridge = Only the turn between two positions counts. So which positions are similar?
lesson-answer-7 =
    It points to { $degrees }°, because three words turn it by { $angle }° again. Drag the word. The hands point somewhere else, but each dotted hand keeps its angle to the solid one.

    “Three words later” is the same turn everywhere in a text. This is why all steps have the same length, too.

# Step 8

lesson-8 = Which positions are similar?
    .name = similarity
    .setup = Compare the hands of two positions, clock by clock. Two hands that point the same way count 1, and opposite hands count −1. The average over the four clocks is the *agreement* of the two positions.
    .predict = The agreement with “bites” (2) is a hill over the words. What happens to the hill if you drag its top to the second “bites” (9)?
    .choice-equal = it keeps its shape
    .choice-less = it becomes lower
    .wrong-less = A later position does not make the hands shorter. They only turn.
    .choice-more = it becomes higher
    .wrong-more = A later position does not make the hands longer. They only turn.
    .picture = The four clocks of each word, and the agreement of each word with the chosen one
    .control = Word
    .draw = Draw the hands at position 10, and dotted at 14.
    .class = Ask: “By how much must a word turn its hands to find the word two ahead of it?” The sum of the products of two vectors, the dot product, is the agreement times four.
    .bridge = Positions alone work well. But attention sees words and positions together.
lesson-answer-8 =
    It moves along and keeps its shape. Four words further turns the hands by the same angles anywhere in the text, so 10 and 14 agree exactly as well as 100 and 104.

    The hill is the same on both sides. Its top shows the nearest words, but not which of them come before. But a word can first turn its own hands back, as if it stood one word earlier. Then the top is over the word before it, and attention can learn such a turn.

# Step 9

lesson-9 = Does the position hide the word?
    .name = adding
    .setup = The first Transformer had many more clocks. Here are { $count } of them. It added the numbers of the clocks to the numbers of the word. So far, we had multiplied our word vectors by 8. Here we do not, so a word vector is { $low } long, and a position { $high }.
    .predict = Which other words does the first “dog” look at most?
    .choice-2 = its neighbors, such as “bites” (2)
    .choice-11 = the second “dog” (11)
    .wrong-11 = The words are too short to decide here.
    .choice-4 = “man” (4)
    .wrong-4 = The positions decide here, and they favor neighbors.
    .picture = Agreement with a word in the middle of a long text, what decides the attention, and what the first “dog” looks at
    .control = Base
    .option-16 = 16
    .option-10000 = 10,000
    .option-100000000 = 100 million
    .times = Words
    .times-value = × { $value }
    .hill = Agreement with word 1,000 at base { $base }, averaged over { $count } words. The slowest hand turns once in { $period } words.
    .words = words
    .cross = both
    .positions = positions
    .draw = Draw arcs from “dog” (1). Make them thicker where there is more attention.
    .class = Ask: “The model can tell the two dogs apart. Does it know which one bites?” No, this needs training. Two words are compared by a score, the dot product of their vectors. The bar shows what share of the variance of all scores comes from words, from positions, and from products of both.
    .bridge = Where words and positions are added, they are also compared with each other. RoPE, which most models use today, does not add. It turns.
lesson-answer-9 = It looks at its neighbors, because the longer vector decides: { PERCENT($high) } of what makes the comparisons differ comes from the positions. The first Transformer multiplied the words by the root of their number of dimensions, here 64, so by 8. Press × 8: now { PERCENT($low) } of it comes from the words, and “dog” looks at both dogs.
    .base = The base sets how slow the slowest hand is. Why is it 10,000? With 16, even that hand turns once in { $period } words, so in a long text one far word looks like another. With 100 million, { $count } of the 32 hands hardly turn in { $length } words, and are wasted.

# Step 10

lesson-10 = What do models use today?
    .name = models today
    .setup = RoPE turns what a word looks for (its *query*) and what it offers (its *key*), like clock hands. ALiBi lowers the attention to far words. The first Transformer added sinusoids, and others add a learned table.

        Now { $count } other words come before our sentence.
    .predict = With which of them does the first “dog” look at itself as much as before?
    .choice-relative = RoPE and ALiBi
    .choice-sinusoidal = RoPE, ALiBi, and the sinusoid
    .wrong-sinusoidal = A sum multiplies the word with its position, and this part changes when the position does.
    .choice-learned = the learned table
    .wrong-learned = A learned table has a different vector for every position, and it ends.
    .choice-all = all four
    .wrong-all = Only what depends on the offset between two words alone stays the same.
    .picture = What today’s models do with positions
    .control = Three facts
    .itself = attention of “dog” to itself
    .along = words before the sentence
    .angle = the angle stays { $angle }°
    .prefers-alibi = ALiBi: the nearest word is always the favorite
    .prefers-rope = RoPE: a query turned by three words finds the third word back
    .back = words back
    .sinusoidal = sinusoid
    .learned = learned table
    .slower = Qwen3-2507: slower clocks
    .layers = Llama 4: some layers without clocks
    .quarter = Gemma 4: in some layers, a quarter of the clocks
    .draw = Across: words before the sentence. Up: attention of “dog” (1) to itself. Draw a line for each encoding.
    .class = Ask: “Turn the query by 2 steps and the key by 5. What is left in their product?” The same attention everywhere does not mean that a model works on longer texts.
lesson-answer-10 =
    With RoPE and ALiBi. For them, only the offset counts, that is, how far one word is before or after the other. The sinusoid changes, and the learned table, a list of one vector per position, ends after { $length } rows.

    Look at the three facts under the picture, one at a time.
    .fact-1 = RoPE turns both hands. When words come before them, both turn further, and the angle between them stays. This is why RoPE and ALiBi draw flat lines.
    .fact-2 = With ALiBi, the nearest word always loses least, so position alone never favors the third word back. With RoPE it can, if the query is turned by three words.
    .fact-3 = Models of 2025 and 2026 keep RoPE and change it. Qwen3-2507 has slower clocks, with the base { $base }. A model pays attention again and again, in layers: Llama 4 has no clocks in one of { $layers } layers, and Gemma 4 turns only a quarter of them in some.
