# How lists and shares are written, everywhere.

list-two = { $first } and { $last }
list-comma = { ", " }
list-more = { $first }, and { $last }

percent-least = less than 0.1%
percent-most = more than 99.9%
