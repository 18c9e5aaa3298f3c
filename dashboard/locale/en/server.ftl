# What the server responds to requests that it cannot serve.

server-full = This server is full, because { $count } pages are open.
    .title = Full
    .address = Your network address has { $count } open pages, which is the maximum.
    .retry = This page retries in 20 seconds.
server-error = This page could not be displayed (error { $text }). Reload it, or open it without the parameters in its URL.
server-no-page = The page { $name } has no files, but these pages have some: { $text }
    .file = The page { $page } has no file { $name } here, but only { $text }
server-no-file = This file cannot be created: { $text }.

