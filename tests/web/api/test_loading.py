"""Result files that a page sends: who may, how much, what is refused, and that a dry run writes nothing."""

import json
import os
import resource
import shutil
import socket
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from reasonboard import config
from reasonboard.store import database, dropped
from reasonboard.store.pointer import read as pointer
from reasonboard.web.api import loading
from reasonboard.web.main import create_app
from reasonboard.web.monitoring.peer import is_of

KEY = "0123456789abcdef" * 2
TOKEN = "fedcba9876543210"
OWN = {"Reasonboard-Load": "1", "Origin": "http://localhost"}
HEADER = b"model,benchmark,iteration,value,unit\n"
TABLE = b"model,benchmark,iteration,value,unit\norg/my-7b,MATH500,0,43.7,percent\norg/my-7b,MATH500,40,81.4,percent\n"


@pytest.fixture
def store(small_store_template: Path, tmp_path: Path) -> Path:
    """A store next to the sources it was published from, so that a load does not rebuild them."""
    return shutil.copytree(small_store_template.parent, tmp_path / "board") / "store"


@pytest.fixture(autouse=True)
def of_this_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests of these tests come from no socket: whose it is has a test of its own."""
    monkeypatch.setattr(loading, "is_of", lambda *_: True)


@pytest.fixture
def here(store: Path) -> Iterator[FlaskClient]:
    yield client_of(store)
    left = [*store.glob("loading-*"), *(store / dropped.FOLDER).glob("files")]
    assert not left


def client_of(
    store: Path, settings: Mapping[str, str] | None = None, *, replica: bool = False
) -> FlaskClient:
    own = {"REASONBOARD_STORE": str(store), "REASONBOARD_DATA": str(store.with_name("data"))}
    application = create_app(config.read({**own, **(settings or {})}), replica=replica)
    database.close()
    return application.test_client()


def send(
    client: FlaskClient, files: Sequence[tuple[str, bytes]], headers: dict[str, str] = OWN
) -> TestResponse:
    """Send the files in two pieces; the answer to the last, or to the first that is refused."""
    listed = json.dumps([(name, len(content)) for name, content in files]).encode()
    body = listed + b"\n" + b"".join(content for _, content in files)
    half = len(body) // 2
    first = client.put(f"/api/load/{KEY}?from=0", data=body[:half], headers=headers)
    if first.status_code != 204:
        return first
    return client.put(f"/api/load/{KEY}?from={half}", data=body[half:], headers=headers)


def load(client: FlaskClient, *, dry: bool, headers: dict[str, str] = OWN) -> dict[str, Any]:
    """The last line of the answer, after those that say what is being done."""
    answer = client.post(f"/api/load/{KEY}", json={"name": "", "dry": dry}, headers=headers)
    assert answer.status_code == 200, answer.text
    *doing, last = [dict(json.loads(line)) for line in answer.text.splitlines()]
    assert all("doing" in line for line in doing)
    return last


def sent(store: Path) -> list[str]:
    return [path.name for path in (store / dropped.FOLDER).glob("*") if path.name != "lock"]


def version(store: Path) -> str:
    found = pointer(store)
    assert found
    return found.current.file


def test_a_dry_run_writes_nothing_and_the_load_after_it_is_shown(
    here: FlaskClient, store: Path
) -> None:
    before = version(store)
    assert send(here, [("runs/mine.csv", TABLE), ("runs/notes.txt", b"none")]).status_code == 204
    dry = load(here, dry=True)
    assert dry["changed"]
    assert any(line.startswith("Would load as runs: 1 file read") for line in dry["lines"])
    assert version(store) == before
    done = load(here, dry=False)
    assert done["pages"] == dry["pages"]
    assert ["Iterations", "/iterations?source=runs"] in done["pages"]
    assert version(store) != before
    assert "my-7b" in here.get("/api/iterations/grid.csv?source=runs").text
    assert not sent(store)
    assert "choose them again" in load(here, dry=False)["error"]


@pytest.mark.long
def test_a_run_is_shown_in_the_load_that_had_it_first_and_called_alike_each_time(
    here: FlaskClient, store: Path
) -> None:
    """Also a run that no file names, which is called after its folders."""
    unnamed = b"benchmark,iteration,value,unit\nMATH500,40,81.4,percent\n"
    send(here, [("first/mine.csv", TABLE), ("first/unnamed.csv", unnamed)])
    load(here, dry=False)
    more = unnamed.replace(b"MATH500", b"GSM8K")
    send(
        here,
        [
            ("second/mine.csv", HEADER + b"org/my-7b,GSM8K,0,50,percent\n"),
            ("second/unnamed.csv", more),
        ],
    )
    dry = load(here, dry=True)
    assert dry["pages"] == load(here, dry=False)["pages"]
    assert any(
        "already in another load (same model and settings): first." in line for line in dry["lines"]
    )
    assert {address.partition("=")[2] for _, address in dry["pages"]} == {"first"}


def test_what_is_damaged_has_the_line_of_the_command(here: FlaskClient, store: Path) -> None:
    before = version(store)
    send(here, [("runs/mine.csv", TABLE.replace(b"43.7", b"437"))])
    error = load(here, dry=False)["error"]
    assert error.startswith("runs/mine.csv: line 2, column 'value': 437")
    assert error.endswith("Nothing was loaded.")
    assert version(store) == before


def test_a_name_is_never_a_path_nor_longer_than_a_disk_takes(
    here: FlaskClient, store: Path
) -> None:
    for name in (
        "/etc/x.csv", "../x.csv", "a/../../x.csv", "a//x.csv", "", "a\\x.csv", "a\0.csv", "a\nx.csv", "\ud800", 3,
        "é" * 128, "a/" * 33 + "x.csv", ("é" * 100 + "/") * 5 + "x.csv",
    ):  # fmt: skip
        send(here, [(name, TABLE)])  # type: ignore[list-item]
        assert "is not a valid file name" in load(here, dry=False)["error"]
    assert not list(store.parent.rglob("x.csv"))


@pytest.mark.long
def test_names_of_other_systems_are_names(here: FlaskClient) -> None:
    """macOS writes U+202F before AM; a dot in a folder ends no name."""
    send(here, [("qwen2.5-7b/Table at 9\u202fAM 👩\u200d🔬.csv", TABLE)])
    (first, *_) = load(here, dry=True)["lines"]
    assert first.startswith("Would load as qwen2.5-7b: 1 file read")


def test_what_is_not_sent_as_a_whole_is_not_read(
    here: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = here.put(f"/api/load/{KEY}?from=5", data=b"x", headers=OWN)
    assert (piece.status_code, "choose them again" in piece.text) == (409, True)
    for begin in (
        0,
        3,
        3,
    ):  # a browser sends a piece again where the connection ends before the answer
        sent_again = here.put(f"/api/load/{KEY}?from={begin}", data=b"xyz", headers=OWN)
        assert sent_again.status_code == 204
    here.put(f"/api/load/{KEY}?from=0", data=b'[["a.csv", 5]]\nxy', headers=OWN)
    assert "choose them again" in load(here, dry=False)["error"]
    send(here, [("a.csv", TABLE), ("a.csv", TABLE)])
    assert "a.csv: there twice" in load(here, dry=False)["error"]
    monkeypatch.setattr(dropped, "LARGEST", 100)
    assert send(here, [("a.csv", TABLE)]).status_code == 413


def test_other_sites_and_other_machines_are_refused(here: FlaskClient, store: Path) -> None:
    for headers in (
        {},
        {"Reasonboard-Load": "1", "Origin": "https://evil.example"},
        {"Reasonboard-Load": "1", "Origin": "null"},
        {"Reasonboard-Load": "1", "Origin": "http://["},
        {"Reasonboard-Load": "1", "Origin": "http://localhost:8080"},
        OWN | {"Sec-Fetch-Site": "same-site"},
        OWN | {"X-Forwarded-For": "10.0.0.7"},
    ):
        assert here.post(f"/api/load/{KEY}", json={}, headers=headers).status_code == 403
        assert here.delete(f"/api/load/{KEY}", headers=headers).status_code == 403
        assert send(here, [("mine.csv", TABLE)], headers).status_code == 403
    rebound = here.put(f"/api/load/{KEY}?from=0", data=b"x", headers=OWN | {"Host": "evil.example"})
    assert rebound.status_code == 421
    assert "Access-Control-Allow-Origin" not in here.options(f"/api/load/{KEY}").headers
    assert not (store / dropped.FOLDER).exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"HOST": "0.0.0.0"},
        {"REASONBOARD_ALLOWED_HOSTS": "board.lab"},
        {"REASONBOARD_TRUSTED_PROXIES": "127.0.0.1"},
        {"REASONBOARD_TOKEN": TOKEN},
    ],
)
def test_a_server_that_others_reach_takes_files_with_the_token_alone(
    store: Path, settings: dict[str, str]
) -> None:
    client = client_of(store, settings)
    has_token = "REASONBOARD_TOKEN" in settings
    assert send(client, [("mine.csv", TABLE)]).status_code == (401 if has_token else 403)
    offer = client.get("/api/load").json or {}
    assert (offer["offered"], offer["token"]) == (has_token, has_token)
    if has_token:
        given = OWN | {"Authorization": f"Bearer {TOKEN}"}
        assert send(client, [("mine.csv", TABLE)], given).status_code == 204
        assert load(client, dry=True, headers=given)["changed"]


@pytest.mark.parametrize(
    "header", ["Via", "CF-Connecting-IP", "Tailscale-User-Login", "X-Forwarded-Server", "Cdn-Loop"]
)
def test_who_comes_through_a_proxy_or_tunnel_needs_the_token(store: Path, header: str) -> None:
    forwarded = OWN | {header: "198.51.100.7"}
    client = client_of(store)
    assert not (client.get("/api/load", headers=forwarded).json or {})["offered"]
    assert send(client, [("mine.csv", TABLE)], forwarded).status_code == 403
    assert send(client, [("mine.csv", TABLE)]).status_code == 204
    client = client_of(store, {"REASONBOARD_TOKEN": TOKEN})
    assert send(client, [("mine.csv", TABLE)], forwarded).status_code == 401
    given = forwarded | {"Authorization": f"Bearer {TOKEN}"}
    assert send(client, [("mine.csv", TABLE)], given).status_code == 204


@pytest.mark.parametrize("why", ["replica", "read-only"])
def test_nothing_is_taken_where_it_could_not_stay(
    store: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    client = client_of(store, replica=why == "replica")
    if why == "read-only":
        monkeypatch.setattr(os, "access", lambda *_: False)
    assert not (client.get("/api/load").json or {})["offered"]
    assert send(client, [("mine.csv", TABLE)]).status_code == 403


def test_another_user_of_the_machine_is_told_from_the_own() -> None:
    """By the socket at the other end, which a client that closes it early has no more."""
    own = {os.getuid()}
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.create_server((host, 0), family=family) as server:
            port = server.getsockname()[1]
            client = socket.create_connection((host, port))
            with server.accept()[0]:
                peer = {"REMOTE_ADDR": host, "REMOTE_PORT": str(client.getsockname()[1])}
                assert is_of(own, peer, port)
                assert not is_of({54321}, peer, port)
                assert not is_of(own, peer | {"REMOTE_PORT": "1"}, port)
                client.close()
                assert not is_of(own | {0}, peer, port)


def test_a_body_that_is_no_load_is_refused(here: FlaskClient) -> None:
    as_json = {"content_type": "application/json", "headers": OWN}
    for body in (b"[" * 200_000, b'{"name": 3}', b"{", b'{"name": "\\ud800"}'):
        assert here.post(f"/api/load/{KEY}", data=body, **as_json).status_code == 400
    plain = here.post(f"/api/load/{KEY}", data=b'{"name": ""}', headers=OWN)
    assert plain.status_code == 400  # a form of another site can send it without asking


def key(number: int) -> str:
    return f"{number:032}"


def asked(client: FlaskClient, of: str) -> TestResponse:
    """The answer to a page that asks for its turn."""
    return client.post(f"/api/load/{of}", json={"name": "", "dry": True}, headers=OWN)


@pytest.fixture
def nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page is answered whose turn it is."""
    monkeypatch.setattr(loading, "_run", lambda *_: iter([b'{"lines": []}\n']))


@pytest.mark.usefixtures("nothing_is_read")
def test_pages_are_read_in_turn_and_told_to_ask_again(here: FlaskClient, store: Path) -> None:
    """By all workers, and without a thread of theirs that waits."""
    for number in range(3):
        dropped.append(store, key(number), 0, b'[["mine.csv", 37]]\n' + HEADER)
    with dropped.unpacked(store, key(0)) as folder:
        for number, line in ((1, "yours come next."), (2, "in turn: 1 other before yours.")):
            waits = asked(here, key(number))
            assert waits.status_code == 202
            assert int(waits.headers["Retry-After"]) > 0
            assert waits.text.strip().endswith(line)
        assert folder.is_dir()
    assert asked(here, key(2)).status_code == 202  # the other one asked before
    assert asked(here, key(1)).status_code == 200
    assert asked(here, key(2)).status_code == 200
    assert not list((store / dropped.FOLDER).glob("turn-*"))


@pytest.mark.usefixtures("nothing_is_read")
def test_a_page_that_does_not_ask_any_more_is_passed_but_keeps_its_place(
    here: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        dropped.append(store, key(number), 0, b'[["mine.csv", 37]]\n' + HEADER)
    with dropped.unpacked(store, key(0)):
        assert asked(here, key(1)).status_code == 202
        assert asked(here, key(2)).status_code == 202
    (first, _) = sorted((store / dropped.FOLDER).glob("turn-*"))
    os.utime(first, (1, first.stat().st_mtime - dropped._GONE))
    assert asked(here, key(2)).status_code == 200
    with dropped.unpacked(store, key(0)):
        assert asked(here, key(2)).status_code == 202
        assert "yours come next" in asked(here, key(1)).text
    here.delete(f"/api/load/{key(1)}", headers=OWN)
    assert asked(here, key(2)).status_code == 200
    monkeypatch.setattr(dropped, "_LOST", -1)
    assert dropped._ahead(store / dropped.FOLDER, KEY) == 0


def test_files_of_a_page_that_sends_or_waits_do_not_go_for_those_of_another(
    here: FlaskClient, store: Path
) -> None:
    for number in range(4):
        dropped.append(store, key(number), 0, b"x")
    for _ in range(2):
        later = here.put(f"/api/load/{KEY}?from=0", data=b"x", headers=OWN)
        assert (later.status_code, "yours come later" in later.text) == (202, True)
        assert sorted(sent(store)) == [key(number) for number in range(4)]
    here.delete(f"/api/load/{key(2)}", headers=OWN)
    assert here.put(f"/api/load/{KEY}?from=0", data=b"x", headers=OWN).status_code == 204


@pytest.mark.usefixtures("nothing_is_read")
@pytest.mark.parametrize("folders", [2_000, 2_001])
def test_folders_are_counted_before_one_of_them_is_made(
    here: FlaskClient, store: Path, folders: int
) -> None:
    """Those around other folders, too; what waits for its turn is refused at once."""
    names = [
        f"a/{'/'.join(f'{at}' for at in range(9))}",
        *(f"a/{at}x" for at in range(1, folders - 9)),
    ]
    send(here, [(f"{name}/x.csv", b"") for name in names])
    told = load(here, dry=True)
    assert ("error" in told) == (folders > dropped.MOST_FOLDERS)
    if "error" in told:
        assert "more than 2,000 folders, the most of a load. Nothing" in told["error"]
        with dropped.unpacked(store, _other(store)):
            assert load(here, dry=True) == told


def _other(store: Path) -> str:
    dropped.append(store, key(1), 0, b'[["mine.csv", 37]]\n' + HEADER)
    return key(1)


@pytest.mark.parametrize("dry", [True, False])
def test_files_that_take_too_long_do_not_let_others_wait(
    here: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch, *, dry: bool
) -> None:
    before = version(store)
    send(here, [("mine.csv", TABLE)])
    monkeypatch.setattr(loading, "_LONGEST", 0.01)
    error = load(here, dry=dry)["error"]
    assert error.startswith("These files take more than ")
    assert error.endswith("Nothing was loaded." if dry else "see Data for what is loaded.")
    assert version(store) == before
    assert not (store / dropped.FOLDER / "files").exists()


@pytest.mark.long
def test_a_load_that_nobody_waits_for_is_finished_but_no_dry_run(
    here: FlaskClient, store: Path
) -> None:
    before = version(store)
    for dry, ends in ((True, True), (False, False)):
        send(here, [("mine.csv", TABLE)])
        answer = here.post(f"/api/load/{KEY}", json={"name": "", "dry": dry}, headers=OWN)
        assert b"doing" in next(iter(answer.iter_encoded()))
        answer.close()
        assert (version(store) == before) is ends


def test_a_full_disk_is_one_line_and_leaves_nothing(here: FlaskClient, store: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    send(here, [("mine.csv", TABLE)])
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, hard))
        error = load(here, dry=True)["error"]
        answer = here.put(f"/api/load/{KEY}?from=0", data=b"x" * 100, headers=OWN)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert error.endswith("Free some space and try again. Nothing was loaded.")
    assert (answer.status_code, "expected room for the files" in answer.text) == (507, True)
    assert not sent(store)


def test_what_nobody_loads_goes(
    here: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dropped, "_ACTIVE", -1)
    for number in range(6):
        dropped.append(store, key(number), 0, b"x")
    assert len(sent(store)) == 4
    (store / dropped.FOLDER / "files").mkdir()  # of a server that was killed
    here.delete(f"/api/load/{key(5)}", headers=OWN)
    assert len(sent(store)) == 4
    monkeypatch.setattr(dropped, "_SECONDS", -1)
    here.get("/api/load")
    assert len(sent(store)) == 4  # nobody's question removes anything
    dropped.append(store, KEY, 0, b"x")
    assert sent(store) == [KEY]
    assert not (store / dropped.FOLDER / "files").exists()
