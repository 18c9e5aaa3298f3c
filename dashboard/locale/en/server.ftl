# What the server responds to requests that it cannot serve.

server-full = This server is full: { $count } pages are open.
    .title = Full
    .address = Your network address has { $count } open pages, the maximum.
    .retry = This page retries in 20 seconds.
server-error = This page could not be displayed (error { $text }). Reload it, or open it without the parameters in its URL.
server-no-page = No page { $name } has files; these have: { $text }
    .file = Page { $page } has no file { $name } here, only { $text }
server-no-file = Cannot create this file: { $text }.

# Uploads.

upload-foreign = Cross-site uploads are not allowed.
upload-expired = This upload has expired. Reload the page and upload the file again.
upload-method = Upload files with PUT.
upload-length = The Content-Length header is required.
upload-large = Files can have at most { $most } MB.
upload-busy = A page uploads one file at a time. Wait until the current upload is finished.
upload-slow = The upload was too slow.
upload-form = The request must be a form with one file.
upload-kind = The file name must end in { $first }, or { $last }.
