# The page Start: attention in two sentences of the same words, and links to the main pages.

start-words = dog bites man
start-title = A positional encoding tells a Transformer the order of words
start-claim = Without positions, attention cannot tell *dog bites man* from *man bites dog*.
start-why = **Why is there no order?** A recurrent network reads one word after the other, which is slow, but it knows what came first. Attention reads all words at once and sees no order, so the inputs of encoder and decoder get positions.
start-gives = { PERCENT($share) } to *{ $name }*
start-alone = *{ $text }* gives { $found }. Swap the words: which weights change?
start-same = Same weights in both orders: *{ $text }* gives { $found }. The arcs moved with the words.
start-changed = Now order matters: *{ $text }* gives *{ $name }* { PERCENT($here) } in the first order and { PERCENT($there) } in the second.
start-use = The arcs show what *{ $text }* attends to: the wider, the more. Select another word. The vectors of the words are random, not trained.
start-share = { $name } { PERCENT($share) }
start-row = “{ $quote }”: “{ $text }” attends to { $found }.
start-position = position { $position }

# The cards below the picture, and the links below them

start-learn = Learn it
    .text = Ten steps. Predict, then see.
start-compare = Compare encodings
    .text = Any of { $count }, side by side in the same charts.
start-check = Check my code or model
    .text = A table, RoPE or ALiBi in code, a decoder, or a model file.
start-models = Or look up a model
start-teachers = For teachers
start-questions = Questions people ask
start-bugs = Bugs with positions
