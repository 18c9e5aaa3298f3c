# What the server responds to requests that it cannot serve.

server-full = 페이지가 { $count }개 열려 있어 서버가 가득 찼습니다.
    .title = 가득 참
    .address = 이 네트워크 주소에서 열린 페이지가 { $count }개로, 허용된 최대 수입니다.
    .retry = 이 페이지는 20초 뒤에 다시 시도합니다.
server-error = 이 페이지를 표시할 수 없습니다(오류 { $text }). 페이지를 새로 고치거나, URL에서 매개변수를 빼고 여세요.
server-no-page = { $name } 페이지에는 파일이 없습니다. 파일이 있는 페이지: { $text }
    .file = { $page } 페이지에 파일 { $name }{ JOSA($name, "은/는") } 없고, { $text }만 있습니다
server-no-file = 이 파일을 만들 수 없습니다: { $text }.
