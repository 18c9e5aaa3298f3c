# What the server responds to requests that it cannot serve.

server-full = 서버가 가득 찼습니다. 열려 있는 페이지가 { $count }개입니다.
    .title = 가득 참
    .address = 이 네트워크 주소에서 열린 페이지가 { $count }개로, 허용된 최대 수입니다.
    .retry = 이 페이지는 20초 뒤에 다시 시도합니다.
server-error = 이 페이지를 표시할 수 없습니다(오류 { $text }). 페이지를 새로 고치거나, URL에서 매개변수를 빼고 여세요.
server-no-page = 파일이 있는 페이지 중에 { $name }{ JOSA($name, "은/는") } 없습니다. 파일이 있는 페이지: { $text }
    .file = 페이지 { $page }에 파일 { $name }{ JOSA($name, "은/는") } 없습니다. 있는 파일: { $text }
server-no-file = 이 파일을 만들 수 없습니다: { $text }.

# Uploads.

upload-foreign = 다른 사이트에서 보낸 파일은 받지 않습니다.
upload-expired = 이 업로드는 만료되었습니다. 페이지를 새로 고친 다음 파일을 다시 올리세요.
upload-method = 파일은 PUT으로 올리세요.
upload-length = Content-Length 헤더가 필요합니다.
upload-large = 파일은 최대 { $most } MB까지 올릴 수 있습니다.
upload-busy = 한 페이지에서는 파일을 한 번에 하나만 올립니다. 지금 올리는 파일이 끝날 때까지 기다리세요.
upload-slow = 업로드가 너무 느렸습니다.
upload-form = 요청은 파일이 하나 들어 있는 폼이어야 합니다.
upload-kind = 파일 이름은 { $first } 또는 { $last }{ JOSA($last, "으로/로") } 끝나야 합니다.
