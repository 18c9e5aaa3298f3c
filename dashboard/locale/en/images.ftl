# The page Images: where a patch looks by position alone, which dimensions belong to which axis, and prompts with images.

images-title = Images: where does a patch look?

# The verdict and the heatmaps

images-local = By position alone, the selected patch attends most to itself, then to a direct neighbor, in all four encodings.
images-elsewhere = { $name }: the selected patch does not attend most to itself, but to row { $row }, column { $column }, whose vector is longer.
images-least = Lowest: { PERCENT($share) }
images-hover = row { $y }, column { $x }<br>{ $z }
images-use = { $count } × { $count } patches of equal content; in M-RoPE, tokens, each of 2 × 2 patches. Stronger color: more attention (logarithmic, own scales). Lowest: relative to the selected patch. Select another patch.
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
images-code = Pairs as in transformers, timm (EVA-02), and diffusers (Flux, Wan). A release can differ: that of Kimi K2.5 pairs neighbors.
images-ruler-alt = The axis of each dimension in { $names }, from dimension 0 to d.

# The prompt

images-after = The image begins at position { $start }. Its { $rows } × { $width } = { $count } tokens take { $offset } positions, the longer side: the next has **{ $position }** on every axis in { $schemes }, and **{ $other }** in a 1-D model.
images-next = After { $length } tokens comes position { $later }: `mrope_position_deltas` is { $value }.
images-three = Three axes
images-one = One axis
images-text = text
images-image = image

# Tabs

images-tab-prompt = Prompt with images
images-tab-resolution = Another resolution
images-tab-order = Order of axes
images-tab-formula = Formula and code

images-resolution = Counted patches keep neighbors as similar ({ $value }), but offsets { $start } to { $end } are new. The others keep opposite edges similar.
images-by-table = Interpolated table
images-by-scaled = Scaled (EVA-02)
images-by-normalized = −1 to 1 (DINOv3)
images-by-patches = Counted (Qwen2-VL)
images-resized = Neighbors { NUMBER($here, maximumSignificantDigits: 3) } → { NUMBER($there, maximumSignificantDigits: 3) }, edges { NUMBER($high, maximumSignificantDigits: 2) } → { NUMBER($low, maximumSignificantDigits: 2) }
images-resized-hover = { $x } patches apart<br>cosine { $y }
images-grid-size = { $rows } × { $rows }
images-apart = distance
images-cosine = cosine

images-row-head = A head whose query and key use only the dimensions of the row attends along its own row ({ PERCENT($share) } of its attention). With exchanged axes, the same weights attend along the column ({ PERCENT($there) }), and the row gets { PERCENT($here) }. No shape changes, so no error is raised.
images-order = What happens if row and column are exchanged?
images-order-right = Correct
images-order-exchanged = Row and column exchanged
images-order-flattened = Numbered column by column
images-order-alt = { $name }: attention of a head of rows over an image of 8 × 14 patches.

# Misconceptions

images-advance = An image advances the position by its longer side, not by its number of tokens.
    .quote = An image of { $count } tokens moves the text after it by { $count } positions.
    .fact = With M-RoPE, an image of { $rows } × { $rows } tokens that begins at position { $start } is followed by position { $position }; a 1-D model continues at { $other }.
images-slow = In Qwen2-VL, rows rotate slowly, because the fast pairs belong to time.
    .quote = M-RoPE rotates rows and columns at all speeds.
    .fact = The shortest wavelength of a row is { $here } tokens of 2 × 2 patches, so an image sees little of it. Interleaving gives every axis fast pairs: { $there } tokens in Qwen3-VL.
images-silent = Exchanged axes are invisible in shapes, and often in distances.
    .quote = A wrong order of the axes would show in the attention by position.
    .fact = With the settings of DINOv3 on a square grid, the mean logits of a patch with all { $count } patches are equal in both orders. Compare rotated queries of one patch instead.

# Next steps

images-follow-up = How models encode position
