"""The command: what it prints, what it refuses and with which exit code."""

import csv
import io
import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.cli import serve
from reasonboard.store import pushed, snapshots
from reasonboard.store.pointer import POINTER
from reasonboard.store.serving import serving
from tests.cli.on_terminal import OnTerminal
from tests.export.test_metadata import png
from tests.ingest.in_process import use_store
from tests.waiting import ended, swap_for_a_pipe

COMMAND = str(Path(sys.executable).with_name("reasonboard"))


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of one's own and no other setting; the store's path."""
    use_store(monkeypatch, tmp_path / "store")
    return tmp_path / "store"


@pytest.fixture
def published(environment: Path, bundled_store: Path) -> Path:
    """The environment with the bundled data published; its store."""
    return shutil.copytree(bundled_store, environment)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def stderr_of(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.err


def test_runs_names_the_pushed_rows_that_are_set_aside(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pushed.append(published, "mine", b'{"model": "m"}\n')
    pushed.note_aside(published, "mine", pushed.Aside(1, ("row 1: \x1b[31m",)))
    assert cli.main(["runs", "--csv"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("date,")
    assert captured.err == "reasonboard: 1 row is set aside of mine: row 1: \\x1b[31m.\n"


@pytest.mark.usefixtures("published")
def test_query_prints_csv(capsys: pytest.CaptureFixture[str]) -> None:
    sql = (
        "SELECT value, kind FROM result WHERE source = 'caption-kv-cache' AND kv_window = 500 "
        "AND benchmark = 'AIME24' ORDER BY kv_ratio"
    )
    assert cli.main(["query", sql]) == 0
    assert capsys.readouterr().out == "value,kind\n0.437,approximate\n0.427,approximate\n"


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM nothing",
        "DROP TABLE measurement",
        "COPY result TO 'stolen.csv'",
        "SELECT * FROM read_csv('pyproject.toml')",
        "SET enable_external_access = true",
        "nonsense",
    ],
)
def test_query_can_only_read_the_snapshot(sql: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["query", sql]) == cli.BAD_INPUT
    assert len(stderr_of(capsys).splitlines()) == 1


def test_commands_name_the_server_that_runs_whatever_port_is_set(
    published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, table = tmp_path / "saved.png", tmp_path / "mine.csv"
    image.write_bytes(png('{"address": "/kv-cache?benchmark=AIME24"}'))
    table.write_text("model,benchmark,value,n,unit\norg/my-7b,MATH500,80,500,percent\n")
    with serving(published, "http://127.0.0.1:8741/board/"):
        assert cli.main(["open", str(image)]) == 0
        assert cli.main(["load", str(table), "--name", "mine"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "http://127.0.0.1:8741/board/kv-cache?benchmark=AIME24"
    assert "See it at http://127.0.0.1:8741/board/models?source=mine" in lines
    assert cli.main(["open", str(image)]) == 0  # no server runs: where one would be
    assert capsys.readouterr().out == "http://127.0.0.1:8050/kv-cache?benchmark=AIME24\n"


@pytest.mark.parametrize(
    ("prefix", "host", "start"),
    [("/", "127.0.0.1", "http://127.0.0.1:9000/"), ("/results/", "::1", "http://[::1]:9000/results/")],
)  # fmt: skip
def test_open_prints_where_the_view_of_an_image_is(
    environment: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    prefix: str, host: str, start: str,
) -> None:  # fmt: skip
    for name, value in (("PORT", "9000"), ("HOST", host), ("REASONBOARD_PREFIX", prefix)):
        monkeypatch.setenv(name, value)
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", show)
    image = environment.parent / "-any name.png"
    image.write_bytes(png('{"address": "/kv-cache?benchmark=AIME24"}'))
    assert cli.main(["open", str(image)]) == 0
    assert capsys.readouterr().out == f"{start}kv-cache?benchmark=AIME24\n"
    assert not shown
    assert cli.main(["open", "--browser", str(image)]) == 0
    assert shown == [f"{start}kv-cache?benchmark=AIME24"]


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    "content",
    [None, b"", b"text", b"\x89PNG\r\n\x1a\n", png("{"), png('{"address": "/nonsense"}'), png('{"address": "//evil"}'),
     png('{"address": "/kv-cache?\\u001b[31m"}')],
    ids=lambda content: repr(content)[:20],
)  # fmt: skip
def test_open_refuses_what_leads_nowhere_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    image = tmp_path / "a\n\x1b[31mname.png"
    if content is not None:
        image.write_bytes(content)
    assert cli.main(["open", "--browser", str(image)]) == cli.BAD_INPUT
    message = stderr_of(capsys)
    assert len(message.splitlines()) == 1
    assert "\x1b" not in message


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("name", ["/dev/zero", ".", "a\0b", ""])
def test_open_reads_only_files(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["open", name]) == cli.BAD_INPUT
    assert len(stderr_of(capsys).splitlines()) == 1


@pytest.mark.usefixtures("environment")
def test_query_without_data_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["query", "SELECT 1"]) == cli.BAD_DATA
    assert "reasonboard serve" in stderr_of(capsys)


@pytest.mark.usefixtures("published")
def test_check_finds_the_bundled_data_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    assert capsys.readouterr().out == "No problems found.\n"


def test_check_finds_a_flipped_bit(
    published: Path, capsys: pytest.CaptureFixture[str], on_terminal: OnTerminal
) -> None:
    damage(snapshot(published))
    head, _, *rows = on_terminal("check", code=cli.BAD_DATA).splitlines()
    assert head.split() == ["where", "problem"]
    assert snapshot(published).name[-6:] in rows[0]
    assert "damaged or missing" in " ".join(rows)
    assert "…" not in rows[0].partition("damaged")[2]
    assert cli.main(["check"]) == cli.BAD_DATA
    (line,) = capsys.readouterr().out.splitlines()
    assert "damaged" in line
    assert cli.main(["check", "--json"]) == cli.BAD_DATA
    assert json.loads(capsys.readouterr().out) == [{"problem": line}]
    assert cli.main(["check", "--csv"]) == cli.BAD_DATA
    assert list(csv.DictReader(io.StringIO(capsys.readouterr().out))) == [{"problem": line}]


def test_serve_refuses_a_damaged_snapshot(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(snapshot(published))
    assert cli.main(["serve"]) == cli.BAD_DATA
    error = stderr_of(capsys)
    assert "damaged" in error
    assert "reasonboard rebuild" in error
    assert not list(published.glob("building-*"))


def test_a_snapshot_that_was_removed_is_named_and_nothing_is_built_without_it(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    snapshot(published).unlink()
    assert cli.main(["serve"]) == cli.BAD_DATA
    assert "missing" in stderr_of(capsys)


@pytest.mark.usefixtures("published")
def test_serve_refuses_a_taken_port(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", str(taken))
    assert cli.main(["serve"]) == cli.BAD_INPUT
    assert f"127.0.0.1:{taken}" in stderr_of(capsys)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_serve_refuses_a_host_that_others_can_reach(
    host: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOST", host)
    assert cli.main(["serve"]) == cli.BAD_INPUT
    assert "--allow-remote" in stderr_of(capsys)


@pytest.mark.usefixtures("environment")
def test_serve_names_a_missing_data_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    (data / "catalogue").mkdir(parents=True)
    bundled = config.read().data
    for file in bundled.rglob("*.*"):
        if file.is_file():
            (data / file.relative_to(bundled)).write_bytes(file.read_bytes())
    (data / "pythia.csv.gz").unlink()
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    assert cli.main(["serve"]) == cli.BAD_DATA
    assert "pythia.csv" in stderr_of(capsys)
    assert not list((tmp_path / "store").glob("*.duckdb"))


def test_serve_shows_the_sources_as_they_were_where_one_is_wrong_now(
    environment: Path, data: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    version = snapshots.current(store).version
    description = next(data.glob("*.toml"))
    for content in (b"rank = 0x" + b"f" * 5000, b"\xff", b"study = 'none'"):
        description.write_bytes(content)
        assert serve._published(config.read()) == version
        assert f"{description}" in stderr_of(capsys)
    swap_for_a_pipe(description)
    assert ended(lambda: serve._published(config.read())) == [version]
    assert "Showing the bundled sources as they were before" in stderr_of(capsys)


def test_serve_names_a_store_that_cannot_be_written(
    environment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.write_text("a file where a folder should be")
    assert cli.main(["serve"]) == cli.BAD_DATA
    assert "REASONBOARD_STORE" in stderr_of(capsys)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"), ("PORT", "-1"), ("PORT", "99999"), ("PORT", "many"), ("PORT", "８０"),
        ("REASONBOARD_WORKERS", "0"), ("REASONBOARD_PREFIX", "results"), ("REASONBOARD_PREFIX", '/"><script>/'),
        ("REASONBOARD_NONSENSE", "1"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("environment")
def test_a_wrong_setting_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert cli.main(["serve"]) == cli.BAD_INPUT
    assert name in stderr_of(capsys)


@pytest.mark.usefixtures("published")
def test_output_into_a_closed_pipe_is_no_error() -> None:
    command = f"{COMMAND} query 'SELECT * FROM result' | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("study,source,")


def snapshot(store: Path) -> Path:
    name: str = json.loads((store / POINTER).read_text())["file"]
    return store / name


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    "arguments",
    [[], ["nope\x1b[31m\n"], ["serve", "--nope"], ["load", "--name"], ["remove"], ["query", "a", "b"],
     ["export", "/kv-cache"], ["export", "--site", "a", "-o", "b"], ["export", "--form", "gif", "-o", "b", "/"]],
    ids=repr,
)  # fmt: skip
def test_a_wrong_command_line_is_one_line_that_names_the_help(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == cli.BAD_INPUT
    refusal = capsys.readouterr().err
    assert refusal.startswith("reasonboard: ")
    assert "--help`)" in refusal
    assert len(refusal.splitlines()) == 1
    assert refusal[:-1].isprintable()


@pytest.mark.long
def test_rebuild_makes_all_tables_again_of_what_is_loaded(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(published)
    assert cli.main(["rebuild"]) == 0
    assert "Rebuilt all tables" in capsys.readouterr().out
    after = snapshot(published)
    assert after != before
    assert after.stem.rpartition("-")[2] == before.stem.rpartition("-")[2]
