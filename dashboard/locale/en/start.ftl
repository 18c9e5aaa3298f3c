# The page Start: attention in two sentences of the same words, and links to the main pages.

start-words = dog bites man
start-title = See how Transformers know the order of words
start-claim = Without positions, attention cannot tell *dog bites man* from *man bites dog*.
start-why = **Why is there no order?** Older networks read one word after the other, which is slow, but they know what came first. Attention reads all words at once. It is fast, and it has no idea of order, so every word is told its position.
start-figure = **What makes a good position?** Move the pointer over the curves and see which encoding keeps its neighbors equally far apart, and which one is most similar to itself.
    .alt = { $schemes }: matrix, distance to the next position, and similarity with the selected position.
start-gives = { PERCENT($share) } to *{ $name }*
start-alone = *{ $text }* gives { $first } and { $last }. Swap the words. Do any of these weights change?
start-same = The weights are the same in both orders: *{ $text }* gives { $first } and { $last }. The arcs have moved along with the words.
start-changed = Now order matters: *{ $text }* gives *{ $name }* { PERCENT($here) } in the first order and { PERCENT($there) } in the second.
start-use = The arcs show what *{ $text }* looks at. The wider the arc, the more it looks. Select another word. The vectors of the words are random, not trained.
start-share = { $name } { PERCENT($share) }
start-row = “{ $quote }”: “{ $text }” attends to { $found }.
start-position = position { $position }

# The cards below the picture, and the links below them

start-learn = Learn it
    .text = A lesson in ten steps. You predict, and then you see.
start-compare = Compare encodings
    .text = Choose any of { $count }, and see them side by side.
start-check = Check my code or model
    .text = Bring a table, a function, a decoder, or a model file.
start-models = Look up a model
start-teachers = For teachers
start-questions = Questions people ask
start-bugs = Bugs with positions
