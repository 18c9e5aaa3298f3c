# What the server responds to requests that it cannot serve.

server-full = 서버가 가득 찼습니다. 열려 있는 페이지가 { $count }개입니다.
    .title = 가득 참
    .address = 이 네트워크 주소에서 열린 페이지가 { $count }개로, 허용된 최대 수입니다.
    .retry = 이 페이지는 20초 뒤에 다시 시도합니다.
server-error = 이 페이지를 표시할 수 없습니다(오류 { $text }). 페이지를 새로 고치거나, URL에서 매개변수를 빼고 여세요.
server-no-page = 파일이 있는 페이지 중에 { $name }{ JOSA($name, "은/는") } 없습니다. 파일이 있는 페이지: { $text }
    .file = 페이지 { $page }에 파일 { $name }{ JOSA($name, "은/는") } 없습니다. 있는 파일: { $text }
server-no-file = 이 파일을 만들 수 없습니다: { $text }.
