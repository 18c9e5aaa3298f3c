# Exercises: the tasks, the tests, and hints that name the cause but not the solution.

exercise-sinusoidal = Sinusoidal table
    .task = Return an array (n, d). Column 2i is the sine of position · base^(−2i/d), and column 2i + 1 is its cosine. If d is odd, the last column is a sine.
exercise-rope-interleaved = RoPE, interleaved
    .task = Rotate the rows of x, an array (n, d), by their positions, an array (n,). Columns 2i and 2i + 1 rotate together, by the angle position · base^(−2i/d).
exercise-rope-half = RoPE, halves
    .task = Do the same, but rotate columns i and i + d/2 together, as the Llama code of transformers does.
exercise-alibi = ALiBi
    .task = Return an array (heads, n, n) with the bias of each query and key. It is minus the slope times the distance, and −∞ for later keys. If the number of heads H is a power of 2, the slopes are 2^(−8h/H) for h = 1 … H. If not, take the slopes for the largest power of 2 below H, and append every second slope for twice as many heads, until there are H.
exercise-cache = Positions with padding and a cache
    .task = In `mask`, an array (batch, m), each token is 1, cached or new, and padding at the left is 0. The last `new` tokens of each row are new. Return their positions, an array (batch, new).

exercise-right = { $count ->
    [one] Right: the test passes.
   *[other] Right: all { $count } tests pass.
}
exercise-wrong = { $count } of { $whole } tests pass. { $label } fails. Hint: { $reason }
exercise-error = your function raises { $name }: { $text }.
    .none = it returns { $text }
    .result = the result

exercise-test-shape = “Shape”
    .what = The result has the shape that the task names.
exercise-test-position-0 = “Position 0”
    .what = { $name ->
        [sinusoidal] Position 0 is 0, 1, 0, 1, …
        [alibi] A query has no penalty for the key at its position.
        [cache] Without a cache, positions begin with 0.
       *[rope] Position 0 rotates nothing.
    }
exercise-test-norm = “Norm”
    .what = { $name ->
        [sinusoidal] All positions have the same norm.
       *[rope] A rotation keeps the norm.
    }
exercise-test-relative = “Relative”
    .what = { $name ->
        [sinusoidal] The dot product of two positions depends only on their difference.
        [alibi] A penalty depends only on the distance.
       *[rope] The logit of a query and a key depends only on the difference of their positions.
    }
exercise-test-values = “Values”
    .what = Every number is right.
exercise-test-base = “Base”
    .what = With another base, every number is right, too.
exercise-test-odd-d = “Odd d”
    .what = An odd d gives d columns, the last one a sine.
exercise-test-positions = “Positions”
    .what = A single vector is rotated by its given position, not by its row.
exercise-test-slopes = “Slopes”
    .what = Eight heads have the right slopes.
exercise-test-odd-heads = “Twelve heads”
    .what = Twelve heads, which are no power of 2, have the slopes of the authors’ code.
exercise-test-mask = “Mask”
    .what = Later keys are masked.
exercise-test-cache = “Cache”
    .what = The next token after 8 cached ones has the right position.
exercise-test-several = “Several”
    .what = Several new tokens at once have the right positions, too.
exercise-test-padding = “Padding”
    .what = Padding at the left does not count.
exercise-test-padded-cache = “Padding and cache”
    .what = In a batch with padding and a cache, every row has its own positions.

exercise-hint-shape = print the shape of your result, and compare it with the task.
exercise-hint-position-0 = write down position 0 by hand, and compare.
exercise-hint-norm = { $name ->
    [sinusoidal] sin² + cos² = 1. Which two columns have the same angle?
   *[rope] rotate one pair by hand, with one angle and the old values of both columns, and compare.
}
exercise-hint-relative = shift both positions by one. Which part of your code changes the result?
exercise-hint-values = print the first two rows, and compare them with a calculator.
exercise-hint-base = your base has no effect, or the effect is wrong.
exercise-hint-odd-d = how many sines and how many cosines are there for an odd d?
exercise-hint-positions = the position comes from the argument, not from the row.
exercise-hint-slopes = the slopes of 8 heads begin at 1/2, and each is half of the one before.
exercise-hint-odd-heads = twelve heads have the slopes of eight, and four more that lie between those.
exercise-hint-mask = a query must not see later keys.
exercise-hint-cache = how many tokens came before the new one?
exercise-hint-several = the new tokens are the last ones of the mask.
exercise-hint-padding = count only the tokens that the mask shows.
exercise-hint-padded-cache = each row has its own number of tokens before the new ones.

exercise-hint-bug = your table has a known bug: { $text }.
exercise-hint-is = your table is another one: { $text }.
exercise-hint-text = { $text }.
exercise-hint-pairing = you rotate columns together that belong together in the other pairing.
exercise-hint-mixed = your sines and cosines are in the order of the other pairing.
exercise-hint-partner = your angles have this pairing, but the partners of the columns have the other one.
exercise-hint-sign = you rotate backwards. Look at the signs of the sines.
exercise-hint-minus = you reflect pairs. A rotation has one sine with a plus and one with a minus.
exercise-hint-degrees = sine and cosine take radians.
exercise-hint-exponent = your pairs turn too fast. Look at the exponent.
exercise-hint-twice = you rotate twice.
exercise-hint-first = your first position is 1.
exercise-hint-counted = you rotate by the row, not by the given position.
exercise-hint-from-0 = the new tokens begin at 0 again, as if no tokens were cached.
exercise-hint-counts-padding = your code counts the padding, too.
exercise-hint-one-more = your positions are one too large.
