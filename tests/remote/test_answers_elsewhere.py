"""Answers at the place of REASONBOARD_ANSWERS: all that a store does with its parts, it does with those there."""

import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.ingest.loading.load import load, remove
from reasonboard.ingest.snapshot import publish as local
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts as remote_parts
from reasonboard.remote.publish import publish
from reasonboard.remote.snapshot import pull
from reasonboard.store import backup, database, parts, snapshots
from reasonboard.store import pointer as pointers
from reasonboard.store.answers import writer_of
from reasonboard.store.check import problems
from reasonboard.store.connections import connect_with_answers
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.clickhouse import Database
from reasonboard.store.places.place import Answers, Place
from reasonboard.web.item.address import Address
from reasonboard.web.item.answers import Found, answers
from tests.ingest.in_process import read_here
from tests.remote.conftest import FAR_AWAY, SECRET

pytestmark = pytest.mark.usefixtures("studies_made")

ITEMS = "SELECT run, benchmark, metric, item, n, c, mean FROM item_score ORDER BY ALL"
SAMPLES = "FROM sample SELECT * ORDER BY ALL"
OTHER = "sample-0123456789abcdef-99999999.parquet"
"""A part that another store wrote."""


@pytest.fixture(autouse=True)
def reading_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    monkeypatch.setattr(remote_parts, "read_isolated", read_here)


@pytest.fixture
def elsewhere(store: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("REASONBOARD_ANSWERS", url)
    return url


def file_of(folder: Path, model: str, items: int = 3) -> str:
    """A file with so many answers of a model, in whose names is what SQL and addresses could misread."""
    path = folder / f"{model}.csv"
    rows = [f"org/{model},B'%x,0001{item},{item % 2}" for item in range(items)]
    path.write_text("\n".join(["model,benchmark,item,correct", *rows]) + "\n")
    return str(path)


def rows(store: Path, sql: str = SAMPLES) -> list[tuple[Any, ...]]:
    with connect_with_answers(snapshots.current(store).path) as connection:
        return connection.execute(sql).fetchall()


def names(place: Answers) -> set[str]:
    return {file.name for file in place.files("") if file.name.startswith("sample-")}


def spoil(place: Answers, name: str, path: Path) -> None:
    """Change one of the answers."""
    if isinstance(place, Database):
        place._client.command("ALTER TABLE reasonboard_answer UPDATE score = 0.5 WHERE repeat = 0")
        return
    place.fetch(name, path)
    content = path.read_bytes()
    path.write_bytes(content[:60] + b"xx" + content[62:] + b"x")
    place.put(path, name)


def opened(store: Path) -> Found:
    """What the page of a problem has of the run that is loaded."""
    ((key,),) = rows_without_answers(store, "SELECT key FROM model_run WHERE model = 'org/a'")
    try:
        return answers(Address(a=str(key), benchmark="B'%x", item="00011"), config.read())
    finally:
        database.close()


def items_of(place: Answers, items: list[str]) -> list[str]:
    """Those of the items that are found where they alone are asked for."""
    with duckdb.connect() as connection:
        found = place.rows_sql(connection, sorted(names(place)), {"item": items})
        sql = f"SELECT DISTINCT item FROM ({found}) WHERE list_contains(?, item) ORDER BY item"
        return [item for (item,) in connection.execute(sql, [items]).fetchall()]


def rows_without_answers(store: Path, sql: str) -> list[tuple[Any, ...]]:
    snapshots.use(store)
    with snapshots.cursor() as cursor:
        return cursor.execute(sql).fetchall()


@pytest.mark.long
@FAR_AWAY
def test_answers_go_to_the_place_and_are_read_there(
    place: Place, url: str, data: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(data, store, [file_of(tmp_path, "a")], name="first")
    here, items = rows(store), rows(store, ITEMS)
    monkeypatch.setenv("REASONBOARD_ANSWERS", url)
    assert rows(store) == here  # what lies in the store is read there
    assert names(place) == set()
    load(data, store, [file_of(tmp_path, "b", 4)], name="second")
    assert not list((store / "parts").glob("sample-*"))
    assert len(names(place)) == 2
    assert [row for row in rows(store) if row in here] == here
    assert len(rows(store)) == len(here) + 4
    assert set(items) < set(rows(store, ITEMS))
    assert [answer.score for answer in opened(store).answers] == [1.0]
    assert items_of(place, ["00010", "00012", "0"]) == ["00010", "00012"]
    every, grown = rows(store), rows(store, ITEMS)
    rebuild(data, store)
    assert (rows(store), rows(store, ITEMS)) == (every, grown)
    assert problems(config.read().store) == []
    backup.backup(store, tmp_path / "kept")
    monkeypatch.delenv("REASONBOARD_ANSWERS")  # it is whole without the place
    local.restore(data, tmp_path / "other", tmp_path / "kept")
    assert rows(tmp_path / "other") == every


@pytest.mark.long
@FAR_AWAY
def test_a_part_goes_from_the_place_with_the_last_snapshot_that_names_it(
    elsewhere: str, place: Place, data: Path, store: Path, tmp_path: Path
) -> None:
    load(data, store, [file_of(tmp_path, "a")], name="first")
    (first,) = names(place)
    place.fetch(first, tmp_path / "other")
    place.put(tmp_path / "other", OTHER)
    remove(data, store, ["first"])
    local.rollback(data, store)
    assert {row[0].split("/")[0] for row in rows(store, "SELECT raw_model FROM loaded_run")}
    remove(data, store, ["first"])
    for model in ("b", "c"):
        assert first in names(place)
        load(data, store, [file_of(tmp_path, model)], name=model)
    assert first not in names(place)
    assert OTHER in names(place)
    assert len(names(place)) == 3


def test_a_copy_of_a_store_removes_nothing_that_the_store_wrote(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one = writer_of(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    others = {writer_of(tmp_path / name) for name in ("copy", "two")}
    assert len({one, *others}) == 3
    assert writer_of(tmp_path / "one") == one


@pytest.mark.long
@FAR_AWAY
def test_a_part_that_is_gone_or_not_as_it_was_written_is_named(
    elsewhere: str, place: Place, data: Path, store: Path, tmp_path: Path
) -> None:
    load(data, store, [file_of(tmp_path, "a")], name="first")
    (name,) = names(place)
    for wrong in ("damaged", "missing"):
        if wrong == "damaged":
            spoil(place, name, tmp_path / "spoilt")
        else:
            place.remove(name)
        (line,) = problems(config.read().store)
        assert line.startswith(f"{place.name}/{name}: {wrong} (expected a file with sha256")
        assert opened(store).damaged == [line]
        assert rebuild(data, store).lines == [line]
        assert rows(store) == []
        load(data, store, [str(tmp_path / "a.csv")], name="first", replace=True)
        assert problems(config.read().store) == []
        assert len(opened(store).answers) == 1


@pytest.mark.long
@pytest.mark.usefixtures("credentials")
def test_where_the_place_is_away_all_but_answers_goes_on(
    elsewhere: str,
    data: Path,
    store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for model in ("a", "b"):
        load(data, store, [file_of(tmp_path, model)], name=model)
    away = "s3://bucket/x?endpoint_override=http://127.0.0.1:1"
    monkeypatch.setenv("REASONBOARD_ANSWERS", away)
    pointer = pointers.read(store)
    files = {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}
    line = "s3://bucket/x: it does not answer (expected a bucket that can be read and written to)"
    assert opened(store).damaged == [line]
    assert rows_without_answers(store, "SELECT count(*) > 0 FROM result") == [(True,)]
    with pytest.raises(RemoteError, match="does not answer"):
        load(data, store, [file_of(tmp_path, "c")], name="c")
    capsys.readouterr()
    for command in (["query", "SELECT count(*) FROM answer"], ["check"], ["rebuild"]):
        assert cli.main(command) == cli.BAD_DATA
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "it does not answer" in said
        assert SECRET not in said
    monkeypatch.setenv("REASONBOARD_ANSWERS", "clickhouse://127.0.0.1:1/db")
    monkeypatch.setenv("CLICKHOUSE_PASSWORD", SECRET)
    for command in (["query", "SELECT count(*) FROM sample"], ["check"]):
        assert cli.main(command) == cli.BAD_DATA
        assert capsys.readouterr().err == (
            "reasonboard: clickhouse://127.0.0.1:1/db: it does not answer "
            "(expected a database of ClickHouse that can be read and written to)\n"
        )
    left = {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}
    assert {path for path in left if path.name != "lock"} == set(files) - {store / "lock"}
    assert pointers.read(store) == pointer
    local.rollback(data, store)
    assert rows_without_answers(store, "SELECT count(*) FROM loaded_run") == [(1,)]


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("gs://KEY:s3cr3t@bucket", "REASONBOARD_ANSWERS is of the kind 'gs' (expected an address"),
        ("s3://KEY:s3cr3t@bucket/x", "REASONBOARD_ANSWERS: the address has a user or a key in it"),
        ("file:///x?region=a", "REASONBOARD_ANSWERS: the address says 'region'"),
    ],
)
def test_an_address_of_no_place_is_refused_at_the_start(
    address: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REASONBOARD_ANSWERS", address)
    monkeypatch.setenv("PORT", "8129")
    assert cli.main(["serve"]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"reasonboard: {line}")
    assert "s3cr3t" not in said


@pytest.mark.long
def test_a_replica_reads_the_answers_of_its_publisher_where_they_are(
    place: Place, data: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answers").mkdir()
    address = f"file://{tmp_path}/answers"
    monkeypatch.setenv("REASONBOARD_ANSWERS", address)
    remote_parts.load_to(place, [file_of(tmp_path, "a")], data=config.read().data, limits=Limits())
    publish(place, data, store)
    assert not [file for file in place.files("parts") if file.name.startswith("sample-")]
    every, replica = rows(store), tmp_path / "replica"
    with pytest.raises(RemoteError, match=r"parts/sample-.*: missing"):
        pull(place, data, replica)  # without the setting, which speaks of another store
    monkeypatch.setenv("REASONBOARD_STORE", str(replica))
    pull(place, data, replica)
    assert rows(replica) == every
    assert not list((replica / parts.FOLDER).glob("sample-*"))
    assert len(list((tmp_path / "answers").glob("sample-*"))) == 1
