"""Questions that ClickHouse answers: its rows equal the rows of DuckDB, or DuckDB reads the answers itself."""

import math
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.loading.load import load, remove
from reasonboard.store import snapshots
from reasonboard.store.answers import engine_of
from reasonboard.store.connections import answered
from reasonboard.store.errors import AddressError, RemoteError
from reasonboard.store.places import clickhouse, clickhouse_sql
from reasonboard.store.places.address import ANSWERS, open_answers, parse
from tests.ingest.in_process import read_here
from tests.remote.conftest import CLICKHOUSE

pytestmark = pytest.mark.usefixtures("studies_made")

BENCHMARK = 'it\'s \\hard "q" ü'
ASKED = [
    "SELECT run, benchmark, count(*), count(DISTINCT item) FROM sample GROUP BY ALL ORDER BY ALL",
    "SELECT run, avg(score) AS score, count(score), sum(tokens_out), min(item), max(item) FROM sample "
    "GROUP BY run ORDER BY run",
    "SELECT stddev_samp(score), stddev(CASE WHEN benchmark = $benchmark THEN tokens_in END), count(*) FROM sample",
    "SELECT item, run, stddev(score) FROM sample WHERE benchmark = $benchmark GROUP BY ALL ORDER BY ALL LIMIT 2",
    "SELECT item, count(*) FILTER (score > 0.5), count(tokens_in) FROM sample WHERE item = '00012345' GROUP BY item",
    "WITH item AS (SELECT run, item, avg(score) AS mean FROM sample GROUP BY ALL) "
    "SELECT run, stddev_samp(mean) FROM item GROUP BY run ORDER BY run",
    "SELECT score > 0.5 AS good, sum(tokens_in), count(*) FROM sample GROUP BY good ORDER BY good",
    "SELECT s.* FROM sample AS s WHERE finish IS NULL ORDER BY run, item LIMIT 2",
]
READ = [
    "SELECT median(score) FROM sample",
    "SELECT stddev(score) FILTER (score > 0.2) FROM sample",
    "SELECT count(*) FROM sample JOIN model_run ON model_run.key = sample.run",
    "SELECT round(avg(score)) FROM sample",
    "SELECT sum(score) / count(*) FROM sample",
    "SELECT run, avg(score) AS score FROM sample GROUP BY run HAVING score > 0.5",
    "SELECT * FROM sample",
    "SELECT count(*) FROM sample WHERE item = 12345",
]
"""What ClickHouse may compute differently or refuses, or what reads other tables."""


def file_of(folder: Path, model: str) -> str:
    """Answers that differ little, with keys of digits and names that engines quote in their own ways."""
    rows = ["model,benchmark,item,score,input_tokens,output_tokens"]
    rows += [
        f'org/{model},"{BENCHMARK.replace(chr(34), 2 * chr(34))}",000{12345 + item},'
        f"{0.123456789 + item * 1e-4 + len(model) * 0.01},{item},{7 * item}"
        for item in range(6)
    ]
    path = folder / f"{model}.csv"
    path.write_text("\n".join(rows) + "\n")
    return str(path)


def rows(store: Path, sql: str) -> tuple[list[tuple[str, str]], list[tuple[Any, ...]]]:
    values = {"benchmark": BENCHMARK} if "$benchmark" in sql else {}
    with answered(sql, snapshots.current(store).path, values) as cursor:
        return [(str(one[0]), str(one[1])) for one in cursor.description or ()], cursor.fetchall()


@CLICKHOUSE
@pytest.mark.parametrize("scheme", ["clickhouse"])
def test_what_an_engine_answers_is_what_duckdb_answers(
    url: str, data: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    for model in ("a", "bb", "ccc"):
        load(data, store, [file_of(tmp_path, model)], name=model)
    load(data, store, [file_of(tmp_path, "dd"), file_of(tmp_path, "eee")], name="two")
    here = {sql: rows(store, sql) for sql in ASKED + READ}
    monkeypatch.setenv("REASONBOARD_ANSWERS", url)
    asked: list[object] = []
    engine = engine_of(store)
    assert engine
    ask = engine.ask

    def noted(sql: str, values: Mapping[str, Any], names: Sequence[str], needed: str) -> Any:
        asked.append(ask(sql, values, names, needed))
        return asked[-1]

    monkeypatch.setattr(engine, "ask", noted)
    load(data, store, [file_of(tmp_path, "x")], name="x")  # what lies in the store goes there, too
    remove(data, store, ["x"])
    for sql, (described, expected) in here.items():
        asked.clear()
        names, found = rows(store, sql)
        assert names == described, sql
        order = None if "ORDER BY" in sql else str
        pairs = zip(in_order(found, order), in_order(expected, order), strict=True)
        for one, other in pairs:
            assert all(map(alike, one, other)), (sql, one, other)
        assert [one is not None for one in asked] == [sql in ASKED], sql


def in_order(found: list[tuple[Any, ...]], key: Any) -> list[tuple[Any, ...]]:
    return sorted(found, key=key) if key else found


def alike(one: Any, other: Any) -> bool:
    is_number = isinstance(one, float) and isinstance(other, float)
    return math.isclose(one, other, rel_tol=1e-12) if is_number else bool(one == other)


def test_an_engine_is_told_in_its_own_dialect() -> None:
    sql = "SELECT stddev_samp(score) FROM sample WHERE benchmark = $name"
    told = clickhouse_sql.translated(sql, {"name": "a\\'b"}, "SELECT score FROM x")
    assert told == (
        "SELECT nullIf(stddevSampStable(score), inf) FROM (SELECT score FROM x) AS sample WHERE benchmark = 'a\\\\''b'"
    )


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_database_that_is_away_is_one_line_without_a_password(
    is_silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLICKHOUSE_PASSWORD", "s3cr3t")
    monkeypatch.setattr(clickhouse, "SHORT", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if not is_silent:
            server.close()
        with pytest.raises(RemoteError) as caught:
            open_answers(parse(f"clickhouse://127.0.0.1:{port}/db", ANSWERS))
    assert str(caught.value) == (
        f"clickhouse://127.0.0.1:{port}/db: it does not answer (expected a database of ClickHouse that can be read and "
        "written to)"
    )


@pytest.mark.usefixtures("store")
def test_without_its_extra_an_engine_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for known in [name for name in sys.modules if name.startswith("reasonboard.store.places.")]:
        if known.rpartition(".")[2].startswith("clickhouse"):
            monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, "clickhouse_connect", None)
    monkeypatch.setenv("REASONBOARD_ANSWERS", "clickhouse://127.0.0.1:1/db")
    assert cli.main(["query", "SELECT count(*) FROM sample"]) == cli.BAD_DATA
    assert capsys.readouterr().err == (
        "reasonboard: clickhouse://: clickhouse_connect is not installed "
        "(expected it: pip install 'reasonboard[clickhouse]')\n"
    )


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("clickhouse://me:s3cr3t@host/db", "expected them in CLICKHOUSE_USER and CLICKHOUSE_PASS"),
        ("clickhouse://host:8443", "names no database"),
        ("clickhouse://host/db?secure=0", "expected secure=1"),
        ("sc://host:15002/;files=file:///x", "an unknown scheme"),
    ],
)
def test_an_address_that_names_no_engine_is_refused(address: str, line: str) -> None:
    with pytest.raises(AddressError, match=line.replace("?", r"\?")) as caught:
        parse(address, ANSWERS)
    assert "s3cr3t" not in str(caught.value)


def test_files_of_many_machines_are_not_in_a_database() -> None:
    with pytest.raises(AddressError, match="an unknown scheme"):
        parse("clickhouse://host:8443/db")
