# The page Images: where a patch looks by position alone, which dimensions belong to which axis, and prompts with images.

images-title = Images: where does a patch look?

# The verdict and the heatmaps

images-local = By position alone, the selected patch attends most to itself and then to a direct neighbor, in all four encodings.
images-elsewhere = { $name }: the selected patch attends less to itself than to row { $row }, column { $column }, whose vector is longer.
images-least = Lowest: { PERCENT($share) }
images-hover = row { $y }, column { $x }<br>{ $z }
images-use = A vision model cuts an image into patches, here { $count } × { $count } of equal content, which attend to each other as words do. In M-RoPE, a token stands for 2 × 2 patches. The stronger its color, the more attention a patch gets, on a logarithmic scale that differs between the pictures. The lowest value is relative to the selected patch. Select another one.
images-grid = Grid
images-learned = Learned table (stand-in, not trained)
images-axial = Axial RoPE of { $name }
images-mrope = M-RoPE of { $name }
images-patch = patch
images-alt = { $name }: attention from row { $row }, column { $column } to every row and column. { $text }.

# The rulers

images-ruler = Which dimensions belong to which axis?
images-row = row
images-column = column
images-time = time
images-none = not rotated
images-dimension = dimension { $column }: { $name }
images-run = { $start }–{ $end }
images-axis = { $spans }: { $name }.
images-turns = { $count } in turns, from { $start } to { $end }: { $name }.
images-pairs = Pairs: { $offset ->
    [1] 2i, 2i + 1
   *[other] i, i + { $offset }
} (d = { $dim }).
images-code = The pairs are those of code in transformers, timm (EVA-02), and diffusers (Flux, Wan). Released code can differ: that of Kimi K2.5 pairs neighbors.
images-ruler-alt = The axis of each dimension in { $names }, from dimension 0 to d.

# The prompt

images-after = The image begins at position { $start }. It has { $rows } × { $width } = { $count } tokens and takes { $offset } positions, as many as its longer side has tokens. The next token has position **{ $position }** on every axis in { $schemes }, and **{ $other }** in a 1-D model.
images-next = After all { $length } tokens, the next position is { $later }, so `mrope_position_deltas` is { $value }.
images-three = Three axes
images-one = One axis
images-text = text
images-image = image

# Tabs

images-tab-prompt = Prompt with images
images-tab-resolution = Another resolution
images-tab-order = Order of axes
images-tab-formula = Formula and code

images-resolution = What happens when a model gets larger images than in training? If it counts patches, neighbors stay as similar as before ({ $value }), but offsets { $start } to { $end } are new. The others spread the known positions over the larger image, so opposite edges stay about as similar.
images-by-table = Interpolated table
images-by-scaled = Scaled (EVA-02)
images-by-normalized = −1 to 1 (DINOv3)
images-by-patches = Counted (Qwen2-VL)
images-resized = Neighbors { NUMBER($here, maximumSignificantDigits: 3) } → { NUMBER($there, maximumSignificantDigits: 3) }, edges { NUMBER($high, maximumSignificantDigits: 2) } → { NUMBER($low, maximumSignificantDigits: 2) }
images-resized-hover = { $x } patches apart<br>cosine { $y }
images-grid-size = { $rows } × { $rows }
images-apart = distance
images-cosine = cosine

images-row-head = A head that uses the dimensions of the row alone gives its own row { PERCENT($share) } of its attention. If code exchanges the axes, the same weights give { PERCENT($there) } to the column, and { PERCENT($here) } to the row. No shape changes, so no error is raised.
images-order = What happens if row and column are exchanged?
images-order-right = Correct
images-order-exchanged = Row and column exchanged
images-order-flattened = Numbered column by column
images-order-alt = { $name }: attention of a head of rows over an image of 8 × 14 patches.

# Misconceptions

images-advance = An image advances the position by its longer side, not by its number of tokens.
    .quote = An image of { $count } tokens moves the text after it by { $count } positions.
    .fact = With M-RoPE, an image of { $rows } × { $rows } tokens that begins at position { $start } is followed by position { $position }. A 1-D model continues at { $other }.
images-slow = In Qwen2-VL, rows rotate slowly, because the fast pairs belong to time.
    .quote = M-RoPE rotates rows and columns at all speeds.
    .fact = The fastest pair of a row needs { $here } tokens of 2 × 2 patches for one rotation, so an image covers a small part of it. Qwen3-VL interleaves the axes, so every axis has fast pairs. There, the fastest pair of a row needs { $there } tokens.
images-silent = Exchanged axes are invisible in shapes, and often in distances.
    .quote = A wrong order of the axes would show in the attention by position.
    .fact = With the settings of DINOv3 on a square grid, the mean logits of a patch with all { $count } patches are the same in both orders. Compare the rotated queries of one patch instead.

# Next steps

images-follow-up = How do published models encode position?
