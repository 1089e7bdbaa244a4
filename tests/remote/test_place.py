"""A folder and a bucket do the same."""

import shutil
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from reasonboard.cli import main as cli
from reasonboard.store.errors import AddressError, MissingError, RemoteError
from reasonboard.store.places.address import open_place, parse
from reasonboard.store.places.place import Place
from tests.remote.conftest import EACH_PLACE, SECRET, table


@EACH_PLACE
def test_a_file_is_listed_read_copied_replaced_and_removed(place: Place, tmp_path: Path) -> None:
    path, copy = tmp_path / "file", tmp_path / "copy"
    path.write_bytes(b"x" * 20_000_000)  # more than one piece of an upload
    place.put(path, "parts/one.json")
    place.put(path, "parts/one/table.parquet")
    found = place.files("parts")
    assert [(one.name, one.is_folder) for one in found] == [("one", True), ("one.json", False)]
    assert abs(found[1].changed / 1e9 - time.time()) < 60
    place.fetch("parts/one.json", copy)
    assert copy.read_bytes() == path.read_bytes()
    path.write_text("new")
    place.put(path, "parts/one.json")
    assert place.read("parts/one.json") == b"new"
    place.remove("parts/one.json")
    place.remove("parts/one.json")
    assert [file.name for file in place.files("parts")] == ["one"]
    assert place.files("nothing") == []
    for missing in (place.read, lambda name: place.fetch(name, copy)):
        with pytest.raises(MissingError, match=r"parts/one.json: missing"):
            missing("parts/one.json")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gs://bucket/x", r"'gs://bucket/x' has an unknown scheme \(expected file:///.* or s3://"),
        ("/share/board", "has an unknown scheme"),
        ("file://share/board", "names no folder"),
        ("file:///", "names no folder"),
        ("file:///a/../b", "names no folder"),
        ("s3://", "names no folder"),
        ("s3://bucket/x?endpoint=a", r"'endpoint' \(expected endpoint_override, region, scheme\)"),
        ("file:///x?region=a", "nothing behind"),
        ("s3://bucket/x?region", "not an address"),
        ("s3://KEYID:s3cr3t@bucket/x", "has a user or a key in it"),
        ("http://KEYID:s3cr3t@bucket/x", "has an unknown scheme"),
    ],
)
def test_an_address_that_names_no_place_is_refused_in_one_line(
    text: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(AddressError, match=reason):
        parse(text)
    assert cli.main(["publish", "--from", text]) == 2
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert "s3cr3t" not in output.err
    assert "KEYID" not in output.err


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(RemoteError, match="no such folder"):
        open_place(parse(f"file://{tmp_path}/unmounted"))
    assert list(tmp_path.iterdir()) == []


class Denying(BaseHTTPRequestHandler):
    """Allows nothing, and says who asked."""

    def do_GET(self) -> None:
        who = self.headers.get("Authorization", "")
        body = f"<Error><Code>AccessDenied</Code><Message>{who} {SECRET}</Message></Error>".encode()
        self.send_response(403)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_PUT = do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        return


class Keeping(BaseHTTPRequestHandler):
    """Keeps what is uploaded as it comes, as servers do that know nothing of checksums behind it."""

    kept: ClassVar[list[bytes]] = []

    def do_HEAD(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        begins = self.path.endswith("?uploads=") or self.path.endswith("?uploads")
        what = "InitiateMultipartUploadResult" if begins else "CompleteMultipartUploadResult"
        self._answer(f"<{what}><UploadId>1</UploadId><ETag>1</ETag></{what}>".encode())

    def do_PUT(self) -> None:
        self.kept.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("ETag", "1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@pytest.mark.usefixtures("credentials")
def test_a_file_goes_to_a_server_of_another_vendor_without_a_checksum_behind_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"answers")
    with ThreadingHTTPServer(("127.0.0.1", 0), Keeping) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"s3://bucket/board?endpoint_override=http://127.0.0.1:{server.server_port}"
        open_place(parse(url)).put(path, "file")
        server.shutdown()
    assert Keeping.kept == [b"answers"]


def refused(url: str, file: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The line with which each command that needs the place fails, within 5 s."""
    lines = set()
    for command in (["load", file, "--to", url], ["publish", "--from", url]):
        started = time.monotonic()
        assert cli.main(command) == 3
        assert time.monotonic() - started < 5
        output = capsys.readouterr()
        assert output.err.count("\n") == 1
        assert SECRET not in output.err
        assert "AKIAEXAMPLE" not in output.err
        lines.add(output.err.removesuffix(" Nothing was loaded.\n").removesuffix("\n").strip("."))
    (line,) = lines
    return line


@pytest.mark.usefixtures("credentials", "store")
def test_a_bucket_that_is_not_there_is_said_in_one_line(
    endpoint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"s3://no-such-bucket/board?endpoint_override={endpoint}"
    assert refused(url, table(tmp_path, "a"), capsys) == (
        "reasonboard: s3://no-such-bucket/board: no such bucket (expected one that is there)"
    )


@pytest.mark.usefixtures("credentials")
def test_an_engine_that_is_away_is_said_within_5_seconds_and_leaves_the_store_as_it_was(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent_port = silent.getsockname()[1]
        for port in (1, silent_port):
            url = f"s3://bucket/board?endpoint_override=http://127.0.0.1:{port}"
            assert "it does not answer" in refused(url, table(tmp_path, "a"), capsys)
    assert before
    assert before == {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("credentials", "store")
def test_a_bucket_that_is_not_allowed_is_said_without_a_credential(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Denying) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"s3://bucket/board?endpoint_override=http://127.0.0.1:{server.server_port}"
        assert "access denied" in refused(url, table(tmp_path, "a"), capsys)
        server.shutdown()
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    assert "no credentials (expected them in AWS_" in refused(url, table(tmp_path, "a"), capsys)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "place").mkdir()
    place = open_place(parse(f"file://{tmp_path}/place"))
    path = tmp_path / "file"
    path.write_text("old")
    place.put(path, "current.json")
    path.write_text("new")

    def full(source: Path, target: Path) -> None:
        Path(target).write_text("n")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(RemoteError, match=r"current.json: No space left on device \(expected"):
        place.put(path, "current.json")
    assert place.read("current.json") == b"old"
    assert [one.name for one in (tmp_path / "place").iterdir()] == ["current.json"]


def test_what_extras_bring_is_only_imported_for_their_places(tmp_path: Path) -> None:
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

    script = (
        "import sys; from reasonboard.cli.main import main; "
        "from reasonboard.store.places.address import open_place, parse; "
        f"open_place(parse('file://{tmp_path}')); extras = 'pyarrow clickhouse_connect sqlglot'; "
        "print({*extras.split()} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
