"""deploy/nginx.conf in front of the app, and of stand-ins with limited capacity."""

import asyncio
import itertools
import re
import ssl
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.metadata import version
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

import pytest

from dashboard.server import uploads
from tests.deploy.proxy import DEPLOY, free_ports, proxying, replicas
from tests.server.conftest import metered
from tests.server.visitor import Visitor, finished, form

STREAM, FILE = "/_stcore/stream", "/take/compare/figure.csv?n=256&p=10"
GIVEN = "/_stcore/upload_file/session/file"
KINDS = {"page": "/", "line": STREAM, "file": FILE, "state": "/_stcore/health", "kept": "/favicon.png"}


@pytest.fixture
def stand_ins():
    with replicas() as stand_ins, proxying([replica.port for replica in stand_ins]) as proxy:
        yield proxy, stand_ins


def error_text(answer) -> str:
    """Text of nginx's own error page, which is safe and not cached."""
    for name in ("X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy"):
        assert len(answer.headers.get_all(name, [])) == 1, name
    assert (answer.headers["Cache-Control"], answer.headers["Server"]) == ("no-store", "nginx")
    return re.findall(r"<p>(.*?)</p>", answer.text)[0]


def test_the_app_behind_it(address):
    with proxying([urlsplit(address).port]) as proxy:
        page = proxy.ask("/heatmap?n=5")
        assert (page.status, '<div id="root">' in page.text) == (200, True)
        assert [len(page.headers.get_all(name)) for name in ("Content-Security-Policy", "Referrer-Policy")] == [1, 1]
        assert not {"Set-Cookie", "Strict-Transport-Security"} & set(page.headers)
        assert proxy.ask(STREAM).status == 101
        file = proxy.ask(FILE, Accept_Encoding="gzip")
        assert (file.status, file.headers["Content-Encoding"], file.text.count("\n") > 100) == (200, "gzip", True)
        script = re.findall(r'"\.(/static/js/index\.[^"]+\.js)"', page.text)[0]
        for path in (script, f"/plotly-{version('plotly')}.js"):
            plain = proxy.ask(path, Accept_Encoding="gzip;q=0")
            for query, accepted in (("", "gzip"), ("?1", "br, gzip"), ("?2", "gzip, zstd")):
                packed = proxy.ask(path + query, Accept_Encoding=accepted)
                assert (packed.headers["Content-Encoding"], packed.text == plain.text) == ("gzip", True)
                assert "immutable" in packed.headers["Cache-Control"]
            assert Counter(line["cache"] for line in proxy.lines(path, 4)) == {"MISS": 2, "HIT": 2}
        compressed = [
            of.read_bytes().lower().count(b"\ncontent-encoding: gzip") for of in proxy.folder.glob("cache/?/*")
        ]
        assert sorted(compressed) == [0, 0, 1, 1]
        # and no compiled-in path, which may be read-only
        places = {"client_body", "proxy", "fastcgi", "uwsgi", "scgi", "cache"}
        assert {path.name for path in proxy.folder.iterdir() if path.is_dir()} == places


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_a_full_replica_and_a_dead_one_are_passed_over(path):
    with replicas(2) as (full, free), proxying([*free_ports(1), full.port, free.port]) as proxy:
        full.full = urlsplit(path).path
        assert {proxy.ask(path).status for _ in range(9)} == {101 if path == STREAM else 200}
        assert full.asked and len(free.asked) == 9


def test_a_full_process_still_serves_open_pages(stand_ins):
    proxy, stand_ins_ = stand_ins
    for replica in stand_ins_:
        replica.full = "/"
    # the first get the app's own text
    answer = [proxy.ask("/") for _ in range(9)][-1]
    assert answer.status in (502, 503) and "full or starting" in error_text(answer)
    assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "10"
    assert [proxy.ask(path).status for path in (STREAM, FILE, "/_stcore/health")] == [101, 200, 200]


def test_a_file_finds_the_replica_that_waits_for_it(stand_ins):
    proxy, stand_ins_ = stand_ins
    sizes = [2**16] * 8 + [uploads.MAX_BYTES]
    # repeated: delays of the other requests have other causes
    for size, replica in zip(sizes, stand_ins_ * 3, strict=True):
        replica.waits, replica.taken = True, 0
        assert proxy.ask(GIVEN, body=bytes(size), method="PUT").status == 204
        assert replica.taken == size
        replica.waits = False
    assert proxy.ask(GIVEN, body=b"x", method="PUT").status == 404, "its page was closed"
    assert {proxy.ask(path).status for path in KINDS.values()} == {101, 200}
    # an upload URL contains a session
    assert len(proxy.lines("/_stcore/upload_file/-", 10)) == 10
    assert "session" not in (proxy.folder / "access.log").read_text()
    assert not [*(proxy.folder / "client_body").rglob("*.*")]


def test_a_file_passes_over_a_dead_replica():
    with replicas(2) as (other, waiting), proxying([*free_ports(1), other.port, waiting.port]) as proxy:
        waiting.waits = True
        assert {proxy.ask(GIVEN, body=b"x", method="PUT").status for _ in range(9)} == {204}


def test_uploads_from_other_sites_or_above_the_limit_are_refused(stand_ins):
    proxy, stand_ins_ = stand_ins
    assert proxy.ask(GIVEN, body=b"x", method="PUT", Origin="http://evil.example").status == 403
    answer = proxy.ask(GIVEN, method="PUT", body=b"x", Content_Length=str(18 * 2**20))
    assert answer.status == 413 and f"a file at most {uploads.MAX_BYTES // 2**20} MB" in error_text(answer)
    assert not any(replica.asked for replica in stand_ins_)


@pytest.mark.thorough
def test_slow_uploads_are_closed_and_block_no_others():
    hasty = "from dashboard.server import uploads\nuploads.GRACE = 0.5"
    headers, body = form(bytes(2 * uploads.SMALL), "table.csv")

    async def trickle(port: int, path: str, by: str) -> bytes:
        """Send single bytes at intervals until there is an answer. -> its first line"""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(by, 0))
        lines = "\r\n".join(f"{name}: {value}" for name, value in ({"Host": "127.0.0.1"} | headers).items())
        writer.write(f"PUT {path} HTTP/1.1\r\n{lines}\r\n\r\n".encode())
        answer = asyncio.create_task(reader.readline())
        while not (await asyncio.wait([answer], timeout=0.2))[0]:
            writer.write(b"-")
        writer.close()
        return await answer

    async def visit(proxy) -> None:
        url = f"http://127.0.0.1:{proxy.port}"
        visitors = [Visitor(url) for _ in range(7)]
        await asyncio.gather(*(visitor.open(fetch=False) for visitor in visitors))
        *paths, mine = [(await visitor.place("table.csv")).upload_url for visitor in visitors]
        async with asyncio.timeout(60):
            coming = [
                asyncio.create_task(trickle(proxy.port, path, f"127.0.0.{2 + i % 2}")) for i, path in enumerate(paths)
            ]
            answer = await asyncio.to_thread(proxy.ask, mine, body=body, method="PUT", by="127.0.0.4", **headers)
            assert (answer.status, answer.text) == (204, "")
            assert {line.split()[1] for line in await asyncio.gather(*coming)} == {b"502"}
        await asyncio.gather(*(visitor.close() for visitor in visitors))

    with metered(hasty) as (app, _), proxying([*free_ports(1), urlsplit(app.url).port]) as proxy:
        finished(visit(proxy))


@pytest.mark.thorough
def test_a_class_behind_one_address_comes_in_at_once_and_no_more(stand_ins):
    proxy, _ = stand_ins
    with ExitStack() as stack, ThreadPoolExecutor(20) as browsers:

        def come(path: str, by: str = "127.0.0.1") -> int:
            return proxy.ask(path, by=by, hold=stack).status

        assert Counter(browsers.map(come, ["/"] * 1200)) == {200: 1200}
        for path, most, well in ((STREAM, 200, 101), ("/take/long", 400, 200)):
            assert Counter(browsers.map(come, [path] * (most + 5))) == {well: most, 429: 5}
            assert come(path, "127.0.0.2") == well
        # open connections do not count as requests
        assert come("/") == 200


def test_requests_per_address_are_limited_with_a_message():
    # the lowest rates possible: no slot becomes free during the test on any machine
    slow = {f"rate={rate}r/s": "rate=1r/m" for rate in (10, 100)} | {"burst=2000": "burst=40", "burst=300": "burst=30"}
    with replicas() as stand_ins_, proxying([replica.port for replica in stand_ins_], changes=slow) as proxy:
        assert proxy.ask("/favicon.png", by="127.0.0.2", X_Forwarded_For="10.0.0.1").status == 200
        for path, most, well in ((STREAM, 31, 101), ("/", 41, 200)):
            claims = [f"10.0.0.{number}" for number in range(most + 9)]
            assert Counter(proxy.ask(path, X_Forwarded_For=claim).status for claim in claims) == {well: most, 429: 9}
        # and no replica receives it
        assert {of["X-Forwarded-For"] for replica in stand_ins_ for of in replica.asked} == {"127.0.0.1", "127.0.0.2"}
        # larger bodies are rate limited, too
        *answers, again = re.findall(
            r"\d+", error_text(answer := proxy.ask(GIVEN, body=bytes(2000), method="PUT")).replace(",", "")
        )
    assert (answer.status, answer.headers["Refresh"]) == (429, again)
    limits = r"lines (\d+);|handshakes burst=(\d+)|files (\d+);|conn connections (\d+);|requests burst=(\d+)|rate=(\d+)"
    text = (DEPLOY / "nginx.conf").read_text()
    assert sorted(answers) == sorted({"".join(numbers) for numbers in re.findall(limits, text)})


def test_refusals_are_plain_text_and_the_log_has_no_addresses(stand_ins):
    proxy, stand_ins_ = stand_ins
    assert "link is longer than 10,240" in error_text(proxy.ask(f"/?text={'a' * 10240}"))
    assert "header of a request may have at most 10,240" in error_text(proxy.ask("/", X_Long="a" * 10240))
    assert "at most 1 KB" in error_text(proxy.ask("/", body=b"a" * 2000))
    for origin in ("http://x.evil.example", "http://xx", "null"):
        assert "Cross-site connections" in error_text(proxy.ask(STREAM, Host="x", Origin=origin)), origin
    assert not any(replica.asked for replica in stand_ins_)
    assert {proxy.ask(STREAM, Host="x", Origin=f"{scheme}://x").status for scheme in ("http", "https")} == {101}
    proxy.ask(f"/heatmap?typed={'a' * 8192}", User_Agent="Chromium", Cookie="my cookie")
    (line,) = proxy.lines("/heatmap")
    assert (line["method"], line["status"], line["upstream_status"]) == ("GET", "200", "200")
    log = (proxy.folder / "access.log").read_text()
    assert not any(secret in log for secret in ("typed", "Chromium", "my cookie"))
    assert set(re.findall(r"127\.0\.0\.1:?(\d*)", log)) <= {str(replica.port) for replica in stand_ins_}


def test_under_https_plain_http_only_sends_there():
    with replicas() as stand_ins_, proxying([replica.port for replica in stand_ins_], secure=True) as proxy:
        tls = ssl.create_default_context(cafile=proxy.folder / "tls" / "fullchain.pem")
        for path, port in itertools.product(KINDS.values(), ("", ":8443")):
            headers = proxy.ask(path, tls=tls, Host=f"lab.example.org{port}").headers
            assert headers["Strict-Transport-Security"] == (None if port else "max-age=31536000"), path
        assert proxy.ask("/_stcore/health").status == 200
        # no redirect from 443 to the port of the request
        for port, to in (("", ""), (f":{proxy.port}", f":{proxy.secure_port}")):
            answer = proxy.ask("/heatmap?n=8", Host=f"lab.example.org{port}")
            assert (answer.status, answer.headers["Location"]) == (308, f"https://lab.example.org{to}/heatmap?n=8")


def test_an_ipv6_network_counts_as_one_however_its_addresses_are_written():
    groups = itertools.product(("2a01", "fe80"), *[("0", "c17")] * 7)
    addresses, alone = [str(ip_address(":".join(of))) for of in groups], ["192.0.2.1", "::1", "::ffff:192.0.2.1"]
    changes = {"# set_real_ip_from 10.0.0.0/8": "set_real_ip_from 127.0.0.1", "# real_ip_header": "real_ip_header"}
    changes |= {"        location = /_refused": "location /who { return 200 $client; } location = /_refused"}
    with proxying(free_ports(1), changes=changes) as proxy:
        keys = {address: proxy.ask("/who", X_Forwarded_For=address).text for address in (*addresses, *alone)}
    networks = {(str(ip_network((address, 64), strict=False)), keys[address]) for address in addresses}
    assert len(networks) == len(dict(networks)) == len({key for _, key in networks}) == 2 * 2**3
    assert [keys[address] for address in alone] == alone
