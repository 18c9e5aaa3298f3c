"""deploy/nginx.conf in front of the app itself, and of stand-ins that can be full."""

import contextlib
import gzip
import itertools
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from ipaddress import ip_address, ip_network
from pathlib import Path
from uuid import uuid4

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from tests.browser.serving import ROOT, running
from tests.deploy import nginx
from tests.deploy.proxy import DEPLOY, PATIENCE, certify, free_ports, proxying, replicas, serving

CONFIG = (DEPLOY / "nginx.conf").read_text()
STREAM = "/_stcore/stream"
STATIC = re.compile(r'"\./(static/js/index\.[^"]+\.js)"')


def limit(pattern: str) -> int:
    """A number of the configuration."""
    (number,) = set(re.findall(pattern, CONFIG))
    return int(number)


PAGES = limit(r"limit_conn lines (\d+);")
CONNECTIONS = limit(r"limit_conn connections (\d+);")
NEW_PAGES, NEW_PAGES_RATE = limit(r"zone=handshakes burst=(\d+)"), limit(r"zone=handshakes:\w+ rate=(\d+)")
REQUESTS, REQUESTS_RATE = limit(r"zone=requests burst=(\d+)"), limit(r"zone=requests:\w+ rate=(\d+)")
LINE = limit(r"large_client_header_buffers \d+ (\d+)")
CLASS = 150
TEMPORARY = dict(re.findall(r"^ +(\w+)_temp_path ([^;]*);$", CONFIG, re.MULTILINE))
"""Where nginx puts what it keeps for a moment, by what it is."""


@pytest.fixture(scope="session", autouse=True)
def _nginx():
    if nginx.executable() is None:
        reason = "no nginx: run tests/deploy/nginx.py, or apt-get install nginx"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.fixture(scope="session")
def lab():
    """Three processes of the app behind nginx. -> the proxy, and each process by its address."""
    with contextlib.ExitStack() as stack, ThreadPoolExecutor() as starting:
        apps = list(starting.map(lambda app: stack.enter_context(app), [running() for _ in range(3)]))
        pids = {url.removeprefix("http://").strip("/"): pid for url, pid in apps}
        yield stack.enter_context(proxying([int(name.partition(":")[2]) for name in pids])), pids


@pytest.fixture
def stand_ins():
    with replicas() as found, proxying([replica.port for replica in found]) as proxy:
        yield proxy, found


def has_ipv6() -> bool:
    with contextlib.suppress(OSError), socket.create_server(("::", 0), family=socket.AF_INET6):
        return True
    return False


def page() -> str:
    """The path of a page that the log has only once."""
    return f"/{uuid4().hex}"


def visitor(name: str) -> dict[str, str]:
    return {"Cookie": f"posenc_replica={name}"}


def first_run(proxy, headers: dict[str, str]) -> set[str]:
    """Open the websocket as the page does and ask for a run. -> the kinds of messages until its end"""
    origin, kinds = f"http://127.0.0.1:{proxy.port}", []
    address = f"ws://127.0.0.1:{proxy.port}{STREAM}"
    with connect(address, origin=origin, subprotocols=["streamlit"], additional_headers=headers, proxy=None) as line:
        assert line.subprotocol == "streamlit"
        line.send(BackMsg(rerun_script=ClientState()).SerializeToString())
        while "script_finished" not in kinds:
            kinds.append(ForwardMsg.FromString(line.recv(timeout=PATIENCE)).WhichOneof("type"))
    return set(kinds)


def handshake(proxy, **headers: str) -> tuple[int, socket.socket]:
    """Ask for a websocket. -> status, and the connection that stays open"""
    line = socket.create_connection(("127.0.0.1", proxy.port), PATIENCE)
    lines = [f"GET {STREAM} HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    return int(line.recv(4096).split()[1]), line


def own_words(answer) -> str:
    """The sentence of nginx's own page, which is safe, and kept by nobody."""
    for name in ("X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"):
        assert len(answer.headers.get_all(name, [])) == 1, name
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Server"] == "nginx"
    (sentence,) = re.findall(r"<p>(.*?)</p>", answer.text)
    return sentence


# ---------------------------------------------------------------------------------------------------- with the app


def test_the_page_comes_with_the_headers_of_the_app_once_and_a_cookie(lab):
    proxy, pids = lab
    (direct, *_) = pids
    at_the_app = proxy.ask("/", at=direct)
    answer = proxy.ask("/")
    assert answer.status == 200
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy"):
        assert answer.headers.get_all(name) == at_the_app.headers.get_all(name), name
        assert len(answer.headers.get_all(name)) == 1, name
    (cookie,) = answer.headers.get_all("Set-Cookie")
    assert re.fullmatch(r"posenc_replica=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax", cookie)
    assert "Set-Cookie" not in proxy.ask("/", **visitor("known")).headers
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "dashboard" / "views").glob("*.py")))
def test_every_page_has_its_address(lab, name):
    answer = lab[0].ask(f"/{name}?n=5")
    assert answer.status == 200
    assert '<div id="root">' in answer.text, "not nginx's own page, which once had the address of one of the app's"


def test_the_websocket_opens_and_runs_the_page(lab):
    assert {"new_session", "navigation", "delta"} <= first_run(lab[0], {})


def test_a_file_is_compressed_once_and_kept(lab):
    proxy, _ = lab
    path = f"/{STATIC.search(proxy.ask('/').text)[1]}"
    plain = proxy.ask(path)
    assert plain.headers["Content-Encoding"] is None
    for _ in range(2):
        answer = proxy.ask(f"{path}?{uuid4()}", Accept_Encoding="br, gzip")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.body) == plain.body
        assert "immutable" in answer.headers["Cache-Control"]
        assert len(answer.body) < len(plain.body) / 2
    assert proxy.ask(path, Accept_Encoding="gzip;q=0").body == plain.body
    assert Counter(line["cache"] for line in proxy.lines(path, 4)) == {"MISS": 2, "HIT": 2}


def test_a_replica_that_dies_leaves_its_visitors_to_another(lab):
    proxy, pids = lab
    me, path = visitor("of the dead"), page()
    proxy.ask(path, **me)
    (line,) = proxy.lines(path)
    dead = line["upstream"]
    os.kill(pids[dead], signal.SIGKILL)
    path = page()
    answer = proxy.ask(path, **me)
    assert answer.status == 200
    assert "Set-Cookie" not in answer.headers
    (line,) = proxy.lines(path)
    first, then = line["upstream"].split(", ")
    assert first == dead != then
    assert "delta" in first_run(proxy, me)


# --------------------------------------------------------------------------------------------- who comes to which


def test_a_visitor_stays_with_a_cookie_or_without(stand_ins):
    proxy, _ = stand_ins
    for headers in (visitor("somebody"), {"User_Agent": "keeps no cookies"}):
        assert len({proxy.ask(page(), **headers).text for _ in range(10)}) == 1


@pytest.mark.parametrize("name", ["Cookie", "User-Agent"])
def test_visitors_spread(stand_ins, name):
    proxy, found = stand_ins
    shares = Counter(proxy.ask("/", **{name: f"posenc_replica={number}"}).text for number in range(60))
    assert set(shares) == {replica.name for replica in found}


def test_a_full_replica_sends_newcomers_on_and_keeps_its_lines_and_files(stand_ins):
    proxy, found = stand_ins
    me = visitor("me")
    (mine,) = [replica for replica in found if replica.name == proxy.ask("/", **me).text]
    mine.full = True
    for _ in range(5):
        answer = proxy.ask("/", **me)
        assert answer.status == 200
        assert answer.text != mine.name
        status, line = handshake(proxy, **me)
        line.close()
        assert status == 101
        assert mine.asked[-1] == STREAM


def test_a_download_is_found_on_whichever_replica_made_it(stand_ins):
    proxy, found = stand_ins
    for replica in found:
        replica.files.add(f"/media/{replica.name}.npy")
        assert proxy.ask(f"/media/{replica.name}.npy", **visitor("me")).text == replica.name
    assert proxy.ask("/media/nowhere.npy").status == 404


def test_when_all_are_full_or_dead_the_page_comes_back_by_itself(stand_ins):
    proxy, found = stand_ins
    for replica in found:
        replica.full = True
    # the first still get the app's own words
    answer = [proxy.ask("/", **visitor(str(number))) for number in range(9)][-1]
    assert answer.status in (502, 503)
    assert "full or starting" in own_words(answer)
    assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "10"


# ---------------------------------------------------------------------------------------------------------- limits


def test_a_class_behind_one_address_comes_in_at_once_and_no_more(stand_ins):
    proxy, _ = stand_ins
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(20) as browsers:

        def enter(number: int) -> list[int]:
            path = page()
            found = [proxy.ask(path, **visitor(str(number))).status for _ in range(8)]
            status, line = handshake(proxy, **visitor(str(number)))
            stack.enter_context(line)
            return [*found, status]

        answers = Counter(status for found in browsers.map(enter, range(CLASS)) for status in found)
        assert answers == {200: 8 * CLASS, 101: CLASS}
        more = Counter(enter(number)[-1] for number in range(CLASS, PAGES + 5))
        assert more == {101: PAGES - CLASS, 429: 5}
        # pages that are open do not count as requests
        assert proxy.ask("/").status == 200


def test_one_address_cannot_knock_for_ever():
    # the slowest rate that there is: nothing comes free while the test knocks, however slow the machine
    slow = {f"zone=handshakes:10m rate={NEW_PAGES_RATE}r/s": "zone=handshakes:10m rate=1r/m"}
    with replicas() as found, proxying([replica.port for replica in found], changes=slow) as proxy:
        statuses = Counter()
        for number in range(NEW_PAGES + 100):
            # whom it claims to be does not matter
            status, line = handshake(proxy, Cookie=f"posenc_replica={number}", X_Forwarded_For=f"10.0.0.{number}")
            line.close()
            statuses[status] += 1
        assert set(statuses) == {101, 429}
        assert statuses[101] > NEW_PAGES
        assert statuses[101] == sum(len(replica.asked) for replica in found)
        answers = (proxy.ask(STREAM) for _ in range(NEW_PAGES))
        refused = next(answer for answer in answers if answer.status == 429)
    words = own_words(refused).replace(",", "")
    said = [int(number) for number in re.findall(r"\d+", words)]
    assert said[:6] == [PAGES, NEW_PAGES_RATE, NEW_PAGES, CONNECTIONS, REQUESTS_RATE, REQUESTS]
    assert refused.headers["Refresh"] == "10"


def test_the_limits_fit_a_class():
    browser = 6 + 1
    assert browser * CLASS <= CONNECTIONS < 2 * browser * CLASS
    assert CLASS <= PAGES < 2 * CLASS <= NEW_PAGES
    # document, health and host-config with and without the path of a page, icons
    assert 8 * CLASS <= REQUESTS
    # several schools, each connection with its other half
    assert 4 * CONNECTIONS <= limit(r"worker_connections (\d+);") <= limit(r"worker_rlimit_nofile (\d+);") / 2


def test_a_link_may_be_long_but_not_longer(stand_ins):
    proxy, found = stand_ins
    assert proxy.ask(f"/?text={'a' * 8192}").status == 200
    answer = proxy.ask(f"/?text={'a' * LINE}")
    assert answer.status == 414
    assert f"{LINE:,}" in own_words(answer)
    answer = proxy.ask("/", X_Long="a" * LINE)
    assert answer.status == 431
    assert f"{LINE:,}" in own_words(answer)
    assert sum(len(replica.asked) for replica in found) == 1


def test_nothing_can_be_sent(stand_ins):
    proxy, found = stand_ins
    answer = proxy.ask("/", "POST", b"a" * 2000)
    assert answer.status == 413
    assert "1 KB" in own_words(answer)
    assert not any(replica.asked for replica in found)


# ---------------------------------------------------------------------------------------- who may not, and what stays


@pytest.mark.parametrize(
    "path",
    [
        "/metrics",
        "/_stcore/metrics",
        "/_stcore/metrics/",
        "//_stcore//metrics",
        "/_stcore/%6detrics",
        "/%5Fstcore%2Fmetrics",
        "/static/../_stcore/metrics",
        "/_stcore/x/%2e%2e/metrics?x",
        "/_stcore/upload_file/a/b",
        "/_stcore/agent",
        "/_stcore/agent/mcp",
    ],
)
def test_what_is_not_public_is_not_there(stand_ins, path):
    proxy, found = stand_ins
    answer = proxy.ask(path)
    assert answer.status == 404
    assert own_words(answer)
    assert not any(replica.asked for replica in found)


@pytest.mark.parametrize("origin", ["http://evil.example", "http://x.evil.example", "http://xx", "null", "http://x/"])
def test_a_page_of_another_site_may_not_connect(stand_ins, origin):
    proxy, found = stand_ins
    for known in ("http://x", "https://x"):
        status, line = handshake(proxy, Origin=known)
        line.close()
        assert status == 101
    status, line = handshake(proxy, Origin=origin)
    line.close()
    assert status == 403
    assert sum(len(replica.asked) for replica in found) == 2


def test_only_the_stream_may_be_a_websocket(stand_ins):
    proxy, _ = stand_ins
    assert proxy.ask("/", Connection="Upgrade", Upgrade="websocket").status == 200


def test_the_log_knows_nobody(stand_ins):
    proxy, found = stand_ins
    path = page()
    proxy.ask(f"{path}?text=typed", User_Agent="Chromium", **visitor("my cookie"))
    (line,) = proxy.lines(path)
    assert set(line) == {
        *("time", "method", "path", "status", "duration", "upstream", "upstream_status", "cache", "bytes"),
    }
    assert (line["method"], line["status"], line["upstream_status"]) == ("GET", "200", "200")
    assert line["bytes"] > line["duration"] >= 0
    with contextlib.closing(socket.create_connection(("127.0.0.1", proxy.port), PATIENCE)) as line:
        line.sendall(b'GET /"\xff\\?typed HTTP/1.1\r\nHost: x\r\nCookie: my cookie\r\n\r\n')
        line.recv(4096)
    proxy.lines("-")
    written = proxy.log.read_text()
    assert not any(secret in written for secret in ("typed", "Chromium", "my cookie"))
    servers = {replica.name for replica in found}
    assert set(re.findall(r"127\.0\.0\.1:?(\d*)", written)) <= servers


def test_under_https_the_cookie_is_secure_and_http_only_sends_there():
    with replicas() as found, proxying([replica.port for replica in found], secure=True) as proxy:
        context = ssl.create_default_context(cafile=proxy.folder / "tls" / "fullchain.pem")
        for path in ("/", "/media/none", "/metrics"):
            answer = proxy.ask(path, context=context, Host="lab.example.org")
            assert answer.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"], path
            assert "Strict-Transport-Security" not in proxy.ask(path, context=context).headers, path
        assert proxy.ask("/", context=context).headers["Set-Cookie"].endswith("; SameSite=Lax; Secure")
        assert proxy.ask("/_stcore/health").status == 200
        answer = proxy.ask("/heatmap?n=8", Host="lab.example.org")
        assert answer.status == 308
        assert answer.headers["Location"] == "https://lab.example.org/heatmap?n=8"
        # nothing sends 443 on to whoever was asked at a port of its own
        answer = proxy.ask("/heatmap?n=8", Host=f"lab.example.org:{proxy.port}")
        assert answer.headers["Location"] == f"https://lab.example.org:{proxy.secure_port}/heatmap?n=8"


# -------------------------------------------------------------------------------------------------------- networks


def keys(addresses: list[str]) -> dict[str, str]:
    """What the limits count for each address, as nginx itself writes and reads it."""
    (found,) = re.findall(r"map \$remote_addr \$client \{.*?\n    \}\n", CONFIG, re.DOTALL)
    (port,) = free_ports(1)
    trust = "set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;"
    server = f"server {{ listen 127.0.0.1:{port}; keepalive_requests 10000; {trust} return 200 $client; }}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        temporary = " ".join(f"{kind}_temp_path {place};" for kind, place in TEMPORARY.items())
        text = f"pid nginx.pid; events {{}} http {{ access_log off; {temporary} {found} {server} }}"
        (folder / "nginx.conf").write_text(text)
        with serving(folder, port), contextlib.closing(HTTPConnection("127.0.0.1", port, PATIENCE)) as connection:
            answers = {}
            for address in addresses:
                connection.request("GET", "/", headers={"X-Real-IP": address})
                answers[address] = connection.getresponse().read().decode()
            return answers


def test_a_network_has_one_key_however_its_addresses_are_written():
    groups = itertools.product(("2a01", "fe80"), *[("0", "c17")] * 7)
    addresses = ["2a01:4f8:c17::1", "2a01:4f8:c17:0:1:2:3:4", "2a01:4f8:c17:1::1"]
    addresses += [str(ip_address(":".join(address))) for address in groups]
    found = keys(addresses)
    assert found["2a01:4f8:c17::1"] == found["2a01:4f8:c17:0:1:2:3:4"] == "2a01:4f8:c17:0"
    networks = {(str(ip_network((address, 64), strict=False)), key) for address, key in found.items()}
    assert len(networks) == len(dict(networks)) == len({key for _, key in networks}) == 2 * 2**3 + 2


def test_an_address_without_a_network_counts_by_itself():
    addresses = ["192.0.2.1", "192.0.2.2", "::1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"]
    assert keys(addresses) == dict(zip(addresses, addresses, strict=True))


# ------------------------------------------------------------------------------------------------------ as it stands


def accepted(config: Path, prefix: Path) -> None:
    command = [nginx.executable(), "-t", "-q", "-p", prefix, "-c", config, "-e", "stderr"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_configuration_is_accepted_as_it_is_and_writes_below_the_prefix(tmp_path):
    accepted(DEPLOY / "nginx.conf", tmp_path)
    # else it takes the compiled-in ones, which an nginx that was only unpacked does not have
    assert set(TEMPORARY) == {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}
    # relative, and one level, which is all that nginx makes
    assert all(re.fullmatch(r"\w+", place) for place in TEMPORARY.values())
    assert {*TEMPORARY.values(), "cache"} == {path.name for path in tmp_path.iterdir() if path.is_dir()}


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6")
def test_ipv6_and_https_are_lines_to_uncomment(tmp_path):
    for name in ("nginx.conf", "tls.conf"):
        text, count = re.subn(r"# (listen \[::\]|include tls\.conf)", r"\1", (DEPLOY / name).read_text())
        assert count == {"nginx.conf": 2, "tls.conf": 1}[name]
        (tmp_path / name).write_text(text)
    shutil.copy(DEPLOY / "upstreams.conf", tmp_path)
    certify(tmp_path / "tls")
    accepted(tmp_path / "nginx.conf", tmp_path)
