# How lists and ranges are written. Not ASCII ~, which strikes text through in Markdown.

list-two = { $first }{ JOSA($first, "과/와") } { $last }
list-comma = { ", " }
list-range = { $first }∼{ $last }
percent-below = { $text } 미만
list-more = { $first }, { $last }
list-pair = { $first }, { $last }
