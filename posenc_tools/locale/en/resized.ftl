# How a table was resized: posenc check --resized-from, and the page Check.

resized-method = { $kind ->
    [nearest] nearest-neighbor
    [nearest-exact] nearest-exact
    [bicubic] bicubic
    [cubic] cubic
    [linear] linear
    [lanczos] Lanczos
    [area] area
   *[bilinear] bilinear
} interpolation{ $kind ->
    [nearest] {""}
    [nearest-exact] {""}
    [area] {" "}(mean of the inputs)
    [lanczos] {" "}with antialiasing, as in Pillow
   *[bilinear] { $places ->
        [corners] , align_corners=True
        [offset] , align_corners=False, with the scale factor of DINO (size + 0.1)
        [origin] , corners not aligned, without the shift by half a pixel
       *[half-pixel] , align_corners=False
    }{ $antialias ->
        [yes] , with antialiasing
       *[no] {""}
    }
}
resized-by = The table is the old one resized from { $old } to { $new } by { $method }.
resized-near = No interpolation that was tried makes this table from the old one. The nearest goes from { $old } to { $new } by { $method }, and its difference from this table is { PERCENT($share) } of the table’s size.
resized-run = { $count ->
    [one] Row { $shown } { $kind ->
        [same] is that of the old table
        [moved] is row { $text } of the old table
        [zero] is zero
        [other] is not in the old table
       *[repeated] repeats row { $text } of the old table
    }
   *[other] Rows { $shown } { $kind ->
        [same] are those of the old table
        [moved] are rows { $text } of the old table
        [zero] are zero
        [other] are not in the old table
       *[repeated] repeat { $relation ->
            [equal] row
           *[more] rows
        } { $text } of the old table
    }
}.
resized-more-rows = More runs of rows follow from row { $start } on.
resized-missing = { $count ->
    [one] Row { $shown } of the old table is missing.
   *[other] Rows { $shown }{ $rest ->
        [0] {""}
       *[other] {""}, and { $rest } more,
    } of the old table are missing.
}
resized-same = The two tables are equal.
resized-equal = The same numbers also come from { $method }.
resized-exchanged = Its rows and columns are exchanged: the grid is stored column by column.
resized-sequence = All rows were interpolated as one sequence. If they are a { $sizes } grid{ $count ->
    [0] {""}
   *[other] { " " }after one class row
}, this is a bug, because only the grid should be resized, and in two dimensions.
resized-class-copied = { $count ->
    [one] The class row is copied.
   *[other] The { $count } class rows are copied.
}
resized-class-changed = { $count ->
    [one] The row before the grid differs from that of the old table.
   *[other] The { $count } rows before the grid differ from those of the old table.
}
resized-class-left = The old table has { $count ->
    [one] one row
   *[other] { $count } rows
} before the grid, and this table has none.

# Rejected tables

resized-columns = the tables have { $width } and { $wider } columns, but the numbers of columns must be equal
resized-rows = both tables must have at least two rows
resized-many-rows = both tables must have at most { $most } rows
resized-finite = both tables must contain only finite numbers
resized-long = sequences of { $rows } and { $length } rows are too long to be compared
