"""A database of ClickHouse as a place of answers, over its HTTP interface: who is let in, and many writers."""

import multiprocessing
import random
import subprocess
import time
from pathlib import Path

import duckdb
import pytest

from reasonboard.cli import main as cli
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.address import ANSWERS, open_answers, parse
from reasonboard.store.places.clickhouse import Database
from reasonboard.store.reading import write_answers
from tests.remote.conftest import CLICKHOUSE, made_database
from tests.states import many

pytestmark = CLICKHOUSE
ROUNDS = many(1, 5)
WRITERS = 3
ANSWERED = 30_000


@pytest.fixture
def scheme() -> str:
    return "clickhouse"


@pytest.fixture
def database(url: str) -> Database:
    found = open_answers(parse(url, ANSWERS))
    assert isinstance(found, Database)
    return found


def answers(path: Path, score: float = 1.0, rows: int = ANSWERED) -> Path:
    """A file with so many answers of one score."""
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT 'r' AS run, 's' AS sha256, 'b' AS benchmark, 'm' AS metric, '000' || i AS item, "
            f"0::INTEGER AS repeat, {score}::DOUBLE AS score, 'score' AS unit, NULL::INTEGER AS tokens_in, "
            "NULL::INTEGER AS tokens_out, NULL::VARCHAR AS finish, NULL::VARCHAR AS text_file, NULL::BIGINT AS place, "
            "NULL::BIGINT AS problem, NULL::BIGINT AS answer, NULL::VARCHAR AS item_fields "
            f"FROM range({rows}) AS one (i)) TO '{path}' (FORMAT parquet)"
        )
    return path


def test_a_part_comes_back_as_it_was(database: Database, tmp_path: Path) -> None:
    put, fetched = tmp_path / "put", tmp_path / "fetched"
    with duckdb.connect() as connection:
        connection.execute(
            f"CREATE TABLE sample AS FROM '{answers(tmp_path / 'rows.parquet', rows=3)}'"
        )
        write_answers(connection, put)
    database.put(put, "sample-a.parquet")
    database.fetch("sample-a.parquet", fetched)
    assert fetched.read_bytes() == put.read_bytes()


def sums(database: Database, name: str) -> tuple[int, float]:
    """How many answers of a file are seen, and the sum of their scores."""
    with duckdb.connect() as connection:
        rows = database.rows_sql(connection, [name], {})
        found = connection.execute(f"SELECT count(*), sum(score) FROM ({rows})").fetchone()
    assert found
    return int(found[0]), float(found[1])


def stored(database: Database) -> int:
    """How many rows there are, seen or not."""
    return int(database._client.command("SELECT count() FROM reasonboard_answer"))


@pytest.mark.parametrize(
    ("user", "password", "line"),
    [
        ("board", "wr0ng", "access denied: unknown user or wrong password"),
        ("nobody", "", "access denied: unknown user or wrong password"),
        ("fixed", "", "this user may not change settings, as with readonly = 1"),
    ],
)
@pytest.mark.usefixtures("store")
def test_a_user_who_is_not_let_in_reads_why_in_one_line(
    user: str,
    password: str,
    line: str,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CLICKHOUSE_USER", user)
    monkeypatch.setenv("CLICKHOUSE_PASSWORD", password)
    monkeypatch.setenv("REASONBOARD_ANSWERS", url)
    assert cli.main(["query", "SELECT count(*) FROM sample"]) == cli.BAD_DATA
    said = capsys.readouterr().err
    assert said == (
        f"reasonboard: {url}: {line} (expected a database of ClickHouse that can be read and written to)\n"
    )


def test_a_database_that_is_not_there_is_named(url: str) -> None:
    with pytest.raises(RemoteError, match=f"^{url}x: no such database"):
        open_answers(parse(f"{url}x", ANSWERS))


def test_a_user_who_may_only_read_reads(
    url: str, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.put(answers(tmp_path / "a", rows=2), "a.parquet")
    monkeypatch.setenv("CLICKHOUSE_USER", "reader")
    replica = open_answers(parse(url, ANSWERS))
    assert isinstance(replica, Database)
    assert sums(replica, "a.parquet") == (2, 2.0)
    with pytest.raises(RemoteError, match="access denied: this user may read only"):
        replica.remove("a.parquet")


def test_a_database_is_asked_over_tls(
    engine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.remote.clickhouse_server import serving  # noqa: PLC0415

    both = tmp_path / "both.pem"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=x -addext subjectAltName=IP:127.0.0.1"
    for out in (["-keyout", "key.pem"], ["-key", "key.pem"]):
        made = [*make.split(), *out, "-out", "own.pem"]
        subprocess.run(made, cwd=tmp_path, check=True, capture_output=True)
    both.write_text((tmp_path / "key.pem").read_text() + (tmp_path / "own.pem").read_text())
    with serving(engine, both) as port:
        url = f"clickhouse://127.0.0.1:{port}/{made_database(engine)}"
        with pytest.raises(RemoteError, match="SSL_CERT_FILE names others"):
            open_answers(parse(f"{url}?secure=1", ANSWERS))
        with pytest.raises(RemoteError, match="it does not answer"):
            open_answers(parse(url, ANSWERS))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
        assert open_answers(parse(f"{url}?secure=1", ANSWERS)).files("") == []


def test_what_another_writer_has_begun_is_left_alone_for_a_day(
    database: Database, tmp_path: Path
) -> None:
    path, name = answers(tmp_path / "a", rows=3), "a.parquet"
    database.put(path, name)
    whole = database._file(name).load
    now = int(whole.partition("-")[0])
    for begun in (now, now - 100_000):
        database._client.command(
            f"INSERT INTO reasonboard_answer SELECT * REPLACE ('{begun}-x' AS load) "
            f"FROM (SELECT * FROM reasonboard_answer WHERE load = '{whole}')"
        )
    assert sums(database, name) == (3, 3.0)
    database.put(answers(tmp_path / "b", 0.5, 3), name)
    assert sums(database, name) == (3, 1.5)
    assert database._unnamed(name) == [f"{now}-x"]


def test_of_two_writers_of_one_name_the_first_counts(
    url: str, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finishes while this one is between its rows and what names them."""
    path, name = answers(tmp_path / "a", rows=3), "a.parquet"
    digest = database._digest

    def while_another_finishes(file: str, load: str) -> tuple[str, int]:
        monkeypatch.undo()
        open_answers(parse(url, ANSWERS)).put(path, name)
        return digest(file, load)

    monkeypatch.setattr(database, "_digest", while_another_finishes)
    database.put(path, name)
    assert (sums(database, name), stored(database)) == ((3, 3.0), 3)


def write(url: str, files: dict[str, str]) -> None:
    place = open_answers(parse(url, ANSWERS))
    for name, path in files.items():
        place.put(Path(path), name)


def test_a_writer_that_is_killed_at_any_moment_loses_and_doubles_no_answer(
    url: str, database: Database, tmp_path: Path
) -> None:
    """All write the same files, each in its own order."""
    processes = multiprocessing.get_context("forkserver")
    dice = random.Random(5)
    for turn in range(ROUNDS):
        files = {
            f"{turn}-{one}.parquet": str(answers(tmp_path / str(one), one)) for one in range(3)
        }
        orders = [dict(dice.sample(sorted(files.items()), len(files))) for _ in range(WRITERS)]
        writers = [processes.Process(target=write, args=(url, order)) for order in orders]
        for writer in writers:
            writer.start()
        time.sleep(dice.uniform(1.0, 3.0))
        writers[0].kill()
        for writer in writers:
            writer.join()
        assert [writer.exitcode for writer in writers[1:]] == [0] * (WRITERS - 1)
        for one, name in enumerate(files):
            assert sums(database, name) == (ANSWERED, one * ANSWERED)
            assert database.sha256_of(name)


def test_after_the_server_was_away_it_is_asked_again(engine: Path, tmp_path: Path) -> None:
    from tests.remote.clickhouse_server import serving  # noqa: PLC0415

    name = made_database(engine)
    with serving(engine) as port:
        database = open_answers(parse(f"clickhouse://127.0.0.1:{port}/{name}", ANSWERS))
        database.put(answers(tmp_path / "a", rows=2), "a.parquet")
    with pytest.raises(RemoteError, match="it does not answer"):
        database.files("")
    with serving(engine, port=port):
        assert [file.name for file in database.files("")] == ["a.parquet"]
