# How lists are written, everywhere.

list-two = { $first } and { $last }
list-comma = { ", " }
list-more = { $first }, and { $last }
