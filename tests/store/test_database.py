"""Questions to a snapshot: short answers in little memory, long ones in order and without a trace."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import duckdb
import pytest

from reasonboard.core.study import Study
from reasonboard.store import connections, database, snapshots
from reasonboard.store.arrangement import Arrangement, arranged
from reasonboard.store.connections import SPILLED
from reasonboard.store.errors import DataError
from reasonboard.studies import STUDIES
from tests.states import many

EVERY = {
    study.path: study.sql(view.table)
    for study in STUDIES
    for view in reversed(study.views)  # the first one's, where there are several
    if view.transform_rows is None
} | {
    "pair": "studies/pair/benchmarks"
}  # of two runs whose files state no setting it is the one with rows


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("study", STUDIES, ids=lambda one: one.path)
def test_what_is_counted_is_what_is_read(study: Study) -> None:
    name, values = EVERY[study.path], study.defaults()
    rows, total = database.page(name, values, 0, 1_000_000)
    assert 0 < len(rows) == total
    assert total == len(list(database.stream(name, values))) - 1  # the names of the columns first


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("study", STUDIES, ids=lambda one: one.path)
def test_every_page_of_the_rows_says_how_many_there_are(study: Study) -> None:
    name, values = EVERY[study.path], study.defaults()
    rows, total = database.page(name, values, 0, 1_000_000)
    for first, size in ((0, 0), (0, 1), (0, total), (total - 1, 50), (total, 50), (total + 7, 50)):
        some, counted = database.page(name, values, first, size)
        assert (some, counted) == (rows[first : first + size], total)


@pytest.mark.usefixtures("bundled")
def test_what_tables_read_is_every_result() -> None:
    columns = "source, {run}, benchmark, metric, value, locator"
    with snapshots.cursor() as cursor:
        every, plain = (
            cursor.execute(f"SELECT {columns.format(run=run)} FROM {view} ORDER BY ALL").fetchall()
            for view, run in (("result", "run"), ("plain_result", "run_key"))
        )
    assert every == plain != []


@pytest.mark.usefixtures("bundled")
def test_where_there_are_no_rows_none_are_counted() -> None:
    name, values = EVERY["data"], next(one for one in STUDIES if one.path == "data").defaults()
    assert database.page(name, values | {"benchmark": ["there is no such"]}, 0, 50) == ([], 0)


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(
    "chosen",
    [{}, {"of": ["type-length"]}, {"kind": ["read_off", "bound_low"]}, {"benchmark": ["there is no such"]}],
    ids=str,
)  # fmt: skip
def test_a_page_that_is_looked_for_where_it_stands_is_that_of_all_rows(
    chosen: dict[str, list[str]],
) -> None:
    values = next(one for one in STUDIES if one.path == "data").defaults() | chosen
    rows, total = database.page("studies/data/rows", values, 0, 1_000_000)
    firsts = [0, *range(1, total, max(1, total // many(2, 40))), total - 1, total, total + 70]
    for first in [one for one in firsts if one >= 0]:
        for size in (1, 50, 333):
            some = database.placed_page(
                "studies/data/rows", "studies/data/rows_places", values, first, size
            )
            assert some == (rows[first : first + size], total)


@pytest.mark.parametrize("name", sorted(set(EVERY.values())))
def test_only_the_order_at_the_end_is_left_out_of_counts(name: str) -> None:
    sql = database.text(name)
    counting = arranged(sql, {}, Arrangement(), {}).row_count
    counted = counting.removeprefix("SELECT count(*) AS rows FROM (").removesuffix(")")
    order = sql.removeprefix(counted)
    assert order.startswith("\nORDER BY")
    assert "SELECT" not in order
    assert "LIMIT" not in order


@pytest.mark.usefixtures("bundled")
def test_a_long_answer_has_a_memory_of_its_own_and_leaves_nothing() -> None:
    store = snapshots.snapshot().path.parent
    with snapshots.dedicated_connection() as apart, snapshots.cursor() as shared:
        sizes = [
            one.execute("SELECT current_setting('memory_limit')").fetchone()
            for one in (apart, shared)
        ]
        assert sizes[0] != sizes[1]
        apart.execute("SELECT range FROM range(10_000_000) ORDER BY hash(range)")
        assert apart.fetchone() is not None
        assert [one.name for one in store.glob(f"{SPILLED}*")] == _beside(apart)
    assert not list(store.glob(f"{SPILLED}*"))


@pytest.mark.usefixtures("bundled")
def test_a_snapshot_that_another_thread_is_just_letting_go_of_can_be_opened_again() -> None:
    """What is destroyed is no longer known, and yet its file is open, with its configuration locked."""
    path = snapshots.snapshot().path
    leaving, coming = connections.shared(path), connections.shared(path)
    with leaving, coming:
        assert coming.execute("SELECT count(*) > 0 FROM result").fetchone() == (True,)
        with pytest.raises(duckdb.Error, match="locked"):
            coming.execute("SET enable_external_access = true")


def _beside(connection: duckdb.DuckDBPyConnection) -> list[str]:
    (folder,) = connection.execute("SELECT current_setting('temp_directory')").fetchone() or ("",)
    return [Path(folder).name]


@pytest.mark.usefixtures("bundled")
def test_a_parameter_that_only_the_order_names_is_not_counted_with() -> None:
    study = next(one for one in STUDIES if one.path == "prm-selection")
    values = study.defaults()
    selector = study.controls[[control.name for control in study.controls].index("selector")]
    values["selector"] = selector.options(values)[0].value
    rows, total = database.page(study.sql("evidence"), values, 0, 1_000)
    assert 0 < len(rows) == total


@pytest.mark.usefixtures("bundled")
def test_rows_are_prepared_once_and_apart_from_those_that_are_not() -> None:
    prepared = []

    def numbered(rows: database.Rows) -> database.Rows:
        prepared.append(len(rows))
        return [row | {"at": at} for at, row in enumerate(rows)]

    study = next(one for one in STUDIES if one.path == "models")
    name, values = study.sql("scores"), study.defaults()
    first = database.query(name, numbered, **values)
    assert database.query(name, numbered, **values) is first
    assert prepared == [len(first)]
    assert "at" not in database.query(name, **values)[0]


@pytest.mark.usefixtures("bundled")
def test_a_query_is_run_with_the_row_of_the_one_that_it_names() -> None:
    """However it is read: sorted, counted, streamed or described."""
    name = "studies/pair/problems"
    (pair,) = (study for study in STUDIES if study.path == "pair")
    assert {"a", "b", "metric", "panel"} < database.parameters_of(name)
    values, _ = pair.clean({"a": "gsm8k-answers/Qwen3-Max", "b": "", "items": "all"})
    rows, total = database.page(name, values, 0, 1000)
    assert 0 < database.count(name, values) == total == len(rows)
    assert len(list(database.stream(name, values))) == total + 1
    assert {row["item"] for row in database.distinct(name, "item", values)} == {
        row["item"] for row in rows
    }
    assert "item" in database.types(name, values)


LONG = "SELECT count(*) FROM range(1000000) AS a, range(1000000) AS b WHERE hash(a.range + b.range) = 3"


@pytest.fixture
def closed_afterwards() -> Iterator[None]:
    yield
    database.close()


@pytest.mark.usefixtures("closed_afterwards")
def test_a_query_that_takes_too_long_ends_and_leaves_the_connection_to_others(
    loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LONGEST", 0.2)
    snapshots.use(loaded)
    with snapshots.cursor() as cursor, pytest.raises(duckdb.InterruptException):
        cursor.execute(LONG)
    with snapshots.cursor() as cursor:
        assert cursor.execute("SELECT count(*) > 0 FROM measurement").fetchall() == [(True,)]


@pytest.mark.usefixtures("closed_afterwards")
def test_a_query_that_others_leave_no_room_ends_with_a_line(
    loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots.use(loaded)
    monkeypatch.setattr(connections, "LONGEST", 0.01)
    with ExitStack() as others:
        for _ in range(4):
            others.enter_context(snapshots.cursor())
        with pytest.raises(DataError, match="Other queries took more than"), snapshots.cursor():
            pass
    with snapshots.cursor() as cursor:
        assert cursor.execute("SELECT 1").fetchall() == [(1,)]
