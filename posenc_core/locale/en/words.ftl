# How lists and ranges are written, everywhere.

list-two = { $first } and { $last }
list-comma = { ", " }
list-range = { $first } to { $last }
percent-below = <{ $text }
list-more = { $first }, and { $last }
list-pair = { $first }, { $last }
