"""What messages on settings and on the options of a command advise."""

import re
import socket
from pathlib import Path
from signal import SIGALRM
from typing import Any

import click
import pytest

from reasonboard import config
from reasonboard.cli import serve
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading import load as loading
from reasonboard.ingest.staging.isolated import _death
from reasonboard.ingest.staging.reader_messages import OUT_OF_MEMORY, Limits
from reasonboard.ingest.staging.staged import Staged
from tests.cli.advice.following import Board, follows
from tests.cli.advice.test_loads import numbers
from tests.ingest.in_process import read_here

SETTINGS = {
    "REASONBOARD_ALLOWED_HOSTS": ("a b", ("board.example.org", ".example.org")),
    "REASONBOARD_PREFIX": ("results", ("/results/",)),
    "REASONBOARD_TRUSTED_PROXIES": ("nobody", ("10.0.0.5", "172.16.0.0/12")),
    "REASONBOARD_ANSWERS": ("ftp://host", ("file:///share/answers", "s3://bucket/folder")),
    "REASONBOARD_TOKEN": ("short", ("0123456789abcdef",)),
    "PORT": ("many", ("1", "65535")),
}
"""Setting -> a wrong value, and what the refusal names as right."""


@follows(
    "REASONBOARD_ALLOWED_HOSTS has ", "REASONBOARD_PREFIX is ", "REASONBOARD_TRUSTED_PROXIES has ",
    "REASONBOARD_ANSWERS is of the kind ",
    "REASONBOARD_TOKEN is not shown (expected 16 to 200 letters, digits and signs, without spaces)",
)  # fmt: skip
def test_a_wrong_setting_takes_the_values_that_its_refusal_names(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, (wrong, right) in SETTINGS.items():
        monkeypatch.setenv(name, wrong)
        refusal = board.refused("query", "SELECT 1")
        for value in right:
            assert value in refusal or name == "REASONBOARD_TOKEN"
            monkeypatch.setenv(name, value)
            board.do("query", "SELECT 1")
        monkeypatch.delenv(name)


@follows(
    "HOST=",
    " exposes the board to other machines, without a password (expected a loopback host such as 127.0.0.1). To allow "
    "it, start `reasonboard serve --allow-remote`",
    "Stop the program that uses it, or use another port: PORT=",
    " reasonboard serve",
    "HOST must be an address of this machine, such as 127.0.0.1",
)
def test_a_server_starts_on_the_host_and_port_that_are_advised(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setenv("HOST", "0.0.0.0")
    board.refused("serve")
    board.do("serve", "--allow-remote")
    monkeypatch.setenv("HOST", "192.0.2.1")
    assert "PORT=" not in board.refused("serve", "--allow-remote")
    monkeypatch.setenv("HOST", "127.0.0.1")
    board.do("serve")
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        monkeypatch.setenv("PORT", str(taken))
        refusal = board.refused("serve")
        port = re.search(r"PORT=(\d+) reasonboard serve", refusal)
        assert port
        monkeypatch.setenv("PORT", port[1])
        board.do("serve")
    assert served == [
        "http://0.0.0.0:8050/", "http://127.0.0.1:8050/", f"http://127.0.0.1:{port[1]}/"
    ]  # fmt: skip


@pytest.mark.parametrize("port", ["80", "65535"])
def test_the_last_port_and_those_of_the_system_have_a_free_one_advised(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A port after 65535 is none, and a user may not have one of the system's: the usual ones are advised."""

    def problem(_host: str, port: int) -> str:
        return "Permission denied" if port < 1024 or port > 65534 else ""

    monkeypatch.setattr(serve, "_bind_problem", problem)
    monkeypatch.delenv("MAKELEVEL", raising=False)
    with pytest.raises(click.ClickException, match="PORT=8050 reasonboard serve"):
        serve._check_address(config.read({"PORT": port}))
    monkeypatch.setenv("MAKELEVEL", "1")  # as below `make serve`
    with pytest.raises(click.ClickException, match="PORT=8050 make serve"):
        serve._check_address(config.read({"PORT": port}))


@follows(
    " s (expected a smaller file, or more time: REASONBOARD_READER_SECONDS)",
    " MB of memory (expected a smaller file, or more memory: REASONBOARD_READER_MEMORY)",
)
def test_a_reader_gets_the_time_and_memory_of_the_settings(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader of this test takes 50 s and 5,000 MB."""

    def read(files: Any, folder: Path, *rest: Any, limits: Limits, **options: Any) -> Staged:
        for code, enough in (
            (-SIGALRM, limits.seconds > 50),
            (OUT_OF_MEMORY, limits.memory > 5_000),
        ):
            if not enough:
                (folder / "errors").write_text("")
                raise IngestError(_death(code, limits, folder / "errors"))
        return read_here(files, folder, *rest, limits=limits, **options)

    monkeypatch.setattr(loading, "read_isolated", read)
    table = numbers(board, "a.csv", "0.4")
    monkeypatch.setenv("REASONBOARD_READER_SECONDS", "10")
    board.refused("load", table)
    monkeypatch.setenv("REASONBOARD_READER_SECONDS", "100")
    board.refused("load", table)
    monkeypatch.setenv("REASONBOARD_READER_MEMORY", "6000")
    board.do("load", table)


@pytest.mark.long
@follows(
    "export: no VIEW-URL (expected one such as /kv-cache#grid, or --site).",
    "export: --site takes no --form, --size or --scheme (expected --site FOLDER and VIEW-URLs only).",
    "expected either --output DIR or --site DIR.",
    "--help`)",
)
def test_an_export_names_what_it_needs(board: Board) -> None:
    folder = str(board.folder / "out")
    board.refused("export", "/kv-cache#grid")
    board.refused("export", "--output", folder)
    board.refused("export", "--site", folder, "--form", "png")
    board.do("export", "--output", folder, "--form", "csv", "/kv-cache#grid")
    board.do("export", "--site", folder + "-site", "/kv-cache#grid")


@pytest.mark.long
@follows("--settings: no file has ", "--settings:")
def test_settings_that_no_file_has_are_named_as_its_columns(board: Board) -> None:
    table = numbers(board, "a.csv", "0.4,1", columns=",budget")
    board.refused("load", table, "--settings", ",")
    assert "no file has" in board.do("load", table, "--settings", "buget", "--dry-run")
    assert "no file has" not in board.do("load", table, "--settings", "budget", "--dry-run")
