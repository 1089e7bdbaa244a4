"""What messages on the store advise."""

import json
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.snapshot import publish
from reasonboard.store import parts
from reasonboard.store.pointer import POINTER
from reasonboard.store.sealed import seal
from tests.cli.advice.following import Board, follows
from tests.cli.advice.test_loads import answers, numbers

AGAIN = (
    "Restore a backup (`reasonboard restore DIR`), load the files of its runs again "
    "(`reasonboard load --replace PATH`), or remove the runs (`reasonboard remove RUN`)"
)
EARLIER = (
    "Only snapshots before the current one need it, for `rollback`: load the files of its runs again "
    "(`reasonboard load --replace PATH`), or leave it, as it goes with the next changes"
)
SERVE = "(start `reasonboard serve`)"


def current(board: Board) -> Path:
    return board.store / str(json.loads((board.store / POINTER).read_text())["file"])


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.long
@follows(f": no data yet {SERVE}", ": no data yet (start `reasonboard serve` once)")
def test_where_nothing_is_published_a_start_of_the_server_publishes(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(board.folder / "new"))
    commands = [["check"], ["rebuild"], ["backup", str(board.folder / "kept")], ["runs"]]
    for command in commands:
        board.refused(*command)
    board.do("serve")
    assert served == ["http://127.0.0.1:8050/"]
    for command in commands:
        board.do(*command)


@follows("). Make it writable, or name another folder in REASONBOARD_STORE")
def test_a_store_that_cannot_be_written_is_exchanged_for_another_folder(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", board.file("store", "no folder"))
    board.refused("serve")
    monkeypatch.setenv("REASONBOARD_STORE", str(board.folder / "other"))
    board.do("serve")
    assert served


@pytest.mark.long
@follows(
    "Run `reasonboard rebuild`, which makes the data sound again",
    ": no backup (expected a folder that `reasonboard backup DIR` wrote)",
)
def test_a_damaged_snapshot_is_built_again_and_kept_in_a_backup(board: Board) -> None:
    board.do("load", numbers(board, "a.csv", "0.4"))
    kept = str(board.folder / "kept")
    board.refused("restore", kept)
    damage(current(board))
    for command in (["check"], ["remove", "a"]):
        board.refused(*command)
    board.do("rebuild")
    board.do("check")
    board.do("backup", kept)
    board.do("restore", kept)
    assert board.values() == [0.4]


@pytest.mark.long
@follows(AGAIN, EARLIER)
def test_lost_answers_are_restored_loaded_again_or_taken_out(board: Board) -> None:
    kept, table = str(board.folder / "kept"), answers(board, "a.csv", 1, 0)
    board.do("load", table)
    board.do("backup", kept)
    for command in (["restore", kept], ["load", "--replace", table], ["remove", "a"]):
        (part,) = (board.store / parts.FOLDER).glob(f"{parts.ANSWERS}*")
        damage(part)
        assert AGAIN in board.refused("check")
        board.do(*command)
        scores = [] if "remove" in command else [(1,), (0,)]
        assert board.rows("SELECT score FROM sample ORDER BY item") == scores
    assert EARLIER in board.refused("check")
    board.do("load", "--replace", table)
    board.do("check")


@pytest.mark.long
@follows(
    "Restore a backup (`reasonboard restore DIR`), or start again (`reasonboard serve`) and load your files again"
)
def test_where_nothing_is_sound_a_backup_is_restored_or_all_begins_again(
    board: Board, served: list[str]
) -> None:
    table, kept = numbers(board, "a.csv", "0.4"), str(board.folder / "kept")
    board.do("load", table)
    board.do("backup", kept)
    for again in (["restore", kept], ["load", table]):
        for path in board.store.glob("results-*"):
            damage(path)
        for path in (board.store / parts.FOLDER).iterdir():
            damage(path)
        board.refused("rebuild")
        if again[0] == "load":
            board.do("serve")
        board.do(*again)
        assert board.values() == [0.4]


@pytest.mark.long
@follows("Undo with `reasonboard rollback`.")
def test_a_restored_backup_is_taken_back(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, table = str(board.folder / "kept"), numbers(board, "a.csv", "0.4")
    board.do("backup", kept)
    board.do("load", table)
    assert "Undo with `reasonboard rollback`" in board.do("restore", kept)
    board.do("rollback")
    assert board.values() == [0.4]
    monkeypatch.setenv("REASONBOARD_STORE", str(board.folder / "new"))
    assert "rollback" not in board.do("restore", kept)  # there is nothing to go back to
    board.refused("rollback")


@pytest.mark.long
@follows(
    "): load its files again, or restore a backup.",
    "). Move this folder away, and load its files again (`reasonboard load PATH`)",
)
def test_what_is_lost_or_of_an_earlier_version_is_loaded_again(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [numbers(board, "a.csv", "0.4"), numbers(board, "b.csv", "0.5")]
    for table in tables:
        board.do("load", table)
    damage(current(board))
    for path in (board.store / parts.FOLDER).glob("loaded_run-*"):
        damage(path)
        break
    assert "is lost (load of " in board.do("rebuild")
    for table in tables:
        board.do("load", table)
    assert board.values() == [0.4, 0.5]
    with monkeypatch.context() as earlier:
        earlier.setattr("reasonboard.store.sealed.FORMAT", 2)
        content = seal(json.loads((board.store / POINTER).read_text()))
    (board.store / POINTER).write_text(content)
    board.refused("load", tables[0])
    board.store.rename(board.folder / "away")
    board.do("serve")
    board.do("load", tables[0])
    assert board.values() == [0.4]


@pytest.mark.long
@follows(
    ". If it was loaded, remove it: `reasonboard runs` lists the loads, `reasonboard remove NAME` removes one"
)
def test_a_load_that_a_later_release_refuses_is_taken_out(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board.do("load", numbers(board, "a.csv", "0.4"), "--name", "mine")
    with monkeypatch.context() as earlier:  # a release that looked at fewer numbers
        earlier.setattr("reasonboard.ingest.snapshot.build._refuse_broken", lambda _: None)
        publish.change(board.data, board.store, _spoil)
    monkeypatch.setattr(publish, "base_of", lambda _: "of the next release")
    board.hear(board.refused("serve"))
    assert "mine" in board.do("runs")
    board.do("remove", "mine")
    board.do("serve")
    assert served


def _spoil(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("INSERT INTO changed_run FROM (SELECT key, loaded_as FROM loaded_run)")
    connection.execute("INSERT INTO loaded_measurement BY NAME FROM stated_measurement")
    connection.execute("UPDATE loaded_measurement SET stderr = -1")
