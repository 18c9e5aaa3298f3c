# What the server responds to requests that it cannot serve.

server-full = This server is full: { $count } pages are open.
    .title = Full
    .address = Your network address has { $count } open pages, the maximum.
    .retry = This page retries in 20 seconds.
server-error = This page could not be displayed (error { $text }). Reload it, or open it without the parameters in its URL.
server-no-page = No page { $name } has files; these have: { $text }
    .file = Page { $page } has no file { $name } here, only { $text }
server-no-file = Cannot create this file: { $text }.

