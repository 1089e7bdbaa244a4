"""What an operator sees: who is believed, what the log says, and what is counted."""

import json
import re
import shutil
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.store import database, snapshots
from reasonboard.web.main import create_app
from reasonboard.web.monitoring import middleware
from reasonboard.web.monitoring.peer import Peer, is_near, peer
from tests.serving import logged, serving

TRUSTED = config.read({"REASONBOARD_TRUSTED_PROXIES": "10.0.0.0/8, fd00::1"}).trusted_proxies
NOBODY = Peer("1.2.3.4", "", secure=False)


def environ(address: str, **headers: str) -> dict[str, Any]:
    return {"REMOTE_ADDR": address, "REQUEST_METHOD": "GET", "PATH_INFO": "/"} | {
        f"HTTP_{name.upper()}": value for name, value in headers.items()
    }


def test_a_stranger_is_believed_nothing() -> None:
    login_headers = {
        "x_forwarded_for": "9.9.9.9",
        "x_auth_request_user": "root",
        "x_forwarded_proto": "https",
    }
    assert peer(environ("1.2.3.4", **login_headers), TRUSTED) == NOBODY
    assert peer(environ("1.2.3.4", **login_headers), ()) == NOBODY


@pytest.mark.parametrize("proxy", ["10.1.2.3", "fd00::1", "::ffff:10.1.2.3"])
def test_a_trusted_proxy_names_client_user_and_scheme(proxy: str) -> None:
    login_headers = {
        "x_forwarded_for": "6.6.6.6, 9.9.9.9, 10.0.0.7",
        "x_auth_request_user": "ada",
        "x_forwarded_proto": "https",
    }
    assert peer(environ(proxy, **login_headers), TRUSTED) == Peer("9.9.9.9", "ada", secure=True)
    assert peer(environ(proxy), TRUSTED) == Peer(proxy, "", secure=False)


@pytest.mark.parametrize("named", ["", "nonsense", "9.9.9.9\n{}", "a" * 10_000, "10.0.0.7", ","])
def test_an_address_that_is_none_is_not_taken(named: str) -> None:
    assert peer(environ("10.1.2.3", x_forwarded_for=named), TRUSTED).address == "10.1.2.3"


def test_metrics_are_for_this_machine_and_trusted_peers_asking_for_themselves() -> None:
    for address in ("127.0.0.1", "::1", "10.1.2.3"):
        assert is_near(environ(address), TRUSTED)
        assert not is_near(environ(address, x_forwarded_for="127.0.0.1"), TRUSTED)
        assert not is_near(environ(address, forwarded="for=127.0.0.1"), TRUSTED)
    for address in ("1.2.3.4", "", "unix"):
        assert not is_near(environ(address), TRUSTED)


@pytest.mark.parametrize(
    "name",
    [
        *("Forwarded", "Forwarded-For", "Via", "X-Forwarded-Server", "X-Forwarded-Port", "X-Forwarded-Email"),
        *("X-Real-IP", "X-Original-URL", "X-Original-Forwarded-For", "X-Originating-IP", "X-Remote-IP"),
        *("X-Cluster-Client-IP", "X-Client-IP", "Client-IP", "True-Client-IP", "X-ProxyUser-Ip", "X-Scheme"),
        *("CF-Connecting-IP", "CF-Ray", "CF-Visitor", "Cdn-Loop", "Fastly-Client-IP", "Fly-Client-IP"),
        *("X-Amz-Cf-Id", "X-Amzn-Trace-Id", "X-Envoy-External-Address", "X-Azure-ClientIP", "X-Varnish"),
        *("Tailscale-User-Login", "Ngrok-Auth-User-Email", "X-Ngrok-Request-Id", "X-Auth-Request-User"),
    ],
)  # fmt: skip
def test_a_proxy_or_tunnel_that_tells_of_itself_is_not_this_machine(name: str) -> None:
    told = environ("127.0.0.1", **{name.lower().replace("-", "_"): "x"})
    assert not is_near(told, TRUSTED)


def test_what_browsers_send_tells_of_no_proxy() -> None:
    """As the browsers of 2026 send it on loading files, with the headers that extensions add."""
    names = "Host Connection Content_Length User_Agent Accept Accept_Encoding Accept_Language Origin Referer Cookie "
    names += "Sec_Fetch_Site Sec_Fetch_Mode Sec_Fetch_Dest Sec_CH_UA Sec_CH_UA_Platform Sec_GPC DNT Priority Pragma "
    names += "Reasonboard_Load Authorization Cache_Control If_None_Match Upgrade_Insecure_Requests X_Requested_With"
    assert is_near(environ("127.0.0.1", **dict.fromkeys(names.split(), "x")), ())


@pytest.mark.parametrize(
    "hostile",
    [
        '"}\n{"status": 200',
        "\r\nx",
        "\x00\x1b[31m",
        "\xff\xfe",
        "\\",
        "x" * 100_000,
        "\xf0\x9f\x98\x80" * 200,
        "</script>",
    ],
)
def test_no_value_breaks_the_line_of_the_log(hostile: str) -> None:
    requests = environ("1.2.3.4") | {
        "PATH_INFO": hostile,
        "REQUEST_METHOD": hostile,
        "QUERY_STRING": "&".join(f"{hostile}{n}=secret" for n in range(100)),
    }
    line = middleware.line(requests, Peer(hostile, hostile, secure=False), 200, 5, 0.0123)
    assert line.isascii()
    assert line.isprintable()
    assert len(line) < 4096
    entry = json.loads(line)
    assert (entry["status"], entry["bytes"], entry["ms"]) == (200, 5, 12.3)
    assert hostile.startswith(entry["user"])


def test_the_log_has_the_names_of_parameters_and_no_values() -> None:
    requests = environ("1.2.3.4") | {
        "QUERY_STRING": "benchmark=AMC23&model=secret&benchmark=x&flag"
    }
    line = middleware.line(requests, NOBODY, 200, 5, 0.1)
    assert json.loads(line)["parameters"] == ["benchmark", "model", "flag"]
    assert "secret" not in line
    assert "user" not in json.loads(line)


@pytest.fixture
def client(bundled_store: Path, tmp_path: Path) -> FlaskClient:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    return create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()


def test_ready_is_who_can_read_the_data(client: FlaskClient) -> None:
    assert client.get("/readyz").text == "OK"
    database.close()
    snapshots.snapshot().path.unlink()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert len(answer.text.splitlines()) == 1
    assert client.get("/healthz").text == "OK"


def test_metrics_count_by_route_and_never_by_what_somebody_asked_for(client: FlaskClient) -> None:
    client.get("/api/kv-cache/grid.csv?benchmark=AMC23").close()
    for path in ("/nonsense-1", "/nonsense-2", "/kv-cache?a=b", "/assets/nonsense-3"):
        client.get(path).close()
    client.open("/kv-cache", method="NONSENSE").close()
    answer = client.get("/metrics")
    assert answer.mimetype == "text/plain"
    text = answer.text
    assert re.search(
        r'reasonboard_requests_total\{.*route="/api/<study>/<file>",status="200"\} ', text
    )
    assert 'method="other"' in text
    assert 'reasonboard_request_seconds_bucket{le="0.1"' in text
    assert f'reasonboard_snapshot_info{{version="{snapshots.snapshot().version}"}} 1.0' in text
    assert "reasonboard_exports_running 0.0" in text
    assert "nonsense" not in text.lower()
    assert "AMC23" not in text


def test_metrics_are_not_for_those_behind_a_proxy(client: FlaskClient) -> None:
    answer = client.get("/metrics", headers={"X-Forwarded-For": "1.2.3.4"})
    assert answer.status_code == 403
    assert len(answer.text.splitlines()) == 1


def counted(text: str) -> int:
    """How many requests for a path of no page the metrics have seen."""
    numbers = re.findall(r'reasonboard_requests_total\{.*status="404"\} (\S+)', text)
    return sum(int(float(number)) for number in numbers)


def metrics_folders(server: str) -> list[Path]:
    """Those that the process of this id has made."""
    return list(Path("/dev/shm").glob(f"reasonboard-metrics-{server}-*"))


def test_the_processes_of_a_server_share_their_metrics_and_write_whole_lines(
    bundled_store: Path, tmp_path: Path
) -> None:
    settings = {
        "REASONBOARD_WORKERS": "2",
        "REASONBOARD_ACCESS_LOG": "1",
        "REASONBOARD_TRUSTED_PROXIES": "127.0.0.2",
    }
    log = tmp_path / "log"
    with serving(bundled_store, log=log, settings=settings) as address:
        host = urlsplit(address)
        headers = {"X-Auth-Request-User": "mallory", "X-Forwarded-For": "9.9.9.9"}
        for number in range(60):
            connection = HTTPConnection(str(host.hostname), host.port, timeout=30)
            connection.request("GET", f"/nonsense?secret=secret{number}", headers=headers)
            assert connection.getresponse().status == 404
            connection.close()
        requests = logged(log, "/nonsense", 60)
        with urlopen(f"{address}metrics", timeout=30) as answer:
            text = answer.read().decode()
        assert counted(text) == 60
        workers = re.findall(r'worker_resident_bytes\{pid="(\d+)"\} \d', text)
        assert len(workers) == 2
        status = Path(f"/proc/{workers[0]}/status").read_text()
        (server,) = re.findall(r"^PPid:\s+(\d+)", status, re.MULTILINE)
        assert len(metrics_folders(server)) == 1
    assert len(requests) == 60
    assert {one["peer"] for one in requests} == {"127.0.0.1"}
    assert not any("user" in one for one in requests)
    assert all(one["parameters"] == ["secret"] for one in requests)
    assert "secret5" not in log.read_text()
    assert metrics_folders(server) == []


@pytest.mark.long
def test_a_trusted_proxy_brings_the_user_into_the_log(bundled_store: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = {"REASONBOARD_ACCESS_LOG": "1", "REASONBOARD_TRUSTED_PROXIES": "127.0.0.1"}
    with serving(bundled_store, log=log, settings=settings) as address:
        headers = {"X-Auth-Request-User": "ada", "X-Forwarded-For": "9.9.9.9"}
        with urlopen(Request(f"{address}healthz", headers=headers), timeout=30) as answer:
            assert answer.read() == b"OK"
        (entry,) = logged(log, "/healthz")
    assert (entry["peer"], entry["user"], entry["status"]) == ("9.9.9.9", "ada", 200)
