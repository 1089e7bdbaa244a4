"""A snapshot that is a changed copy of the last has the rows that one has which is made anew of the parts alone."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings

from reasonboard import config
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.ingest.loading.load import alias, remove
from reasonboard.ingest.scripts import sql as scripts
from reasonboard.ingest.snapshot import grow, loaded_parts
from reasonboard.ingest.snapshot.build import make_tables
from reasonboard.ingest.snapshot.publish import change, publish, rollback
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.ingest.staging.staged import merge
from reasonboard.ingest.staging.staging import Staging
from reasonboard.store import cache, database, snapshots
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from tests.ingest.kept_answers import answers_of_pages, kept_by_source
from tests.ingest.loads import changes, differences
from tests.sources import two_sources
from tests.states import many

pytestmark = pytest.mark.usefixtures("studies_made")

STATED = (
    "run, sha256, benchmark, metric, unit, higher_is_better, aggregate, value, missing, task_type, task_length, split, "
    "filter, stderr, n_items, n_repeats, locator"
)
"""The columns of `loaded_measurement`."""


@pytest.fixture(scope="session")
def answered_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `data`, of which one source has answers, and with the `store` of it."""
    folder = tmp_path_factory.mktemp("answered")
    two_sources(folder / "data")
    for path in config.read({}).data.glob("gsm8k-answers.*"):
        shutil.copy(path, folder / "data")
    publish(folder / "data", folder / "store")
    return folder


def make(data: Path, store: Path, what: str, name: str, of: Any) -> None:
    """Change what is loaded."""
    if what == "remove":
        remove(data, store, [name])
    elif what == "alias":
        alias(data, store, of)
    elif what == "rollback":
        rollback(data, store)
    else:
        folder = store.parent / uuid4().hex
        folder.mkdir()
        (folder / "x.tool").write_text(folder.name)
        with Staging(folder, name, set()) as staging:
            staging.add(File(folder / "x.tool"), of)
            staged = staging.finished()
        change(data, store, lambda connection: merge(connection, staged, replace=what == "replace"))


@settings(
    max_examples=many(1, 10),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(made=changes)
def test_after_any_changes_a_lost_snapshot_is_made_anew_with_equal_rows_in_every_table(
    answered_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    made: list[tuple[str, str, Any]],
) -> None:
    monkeypatch.setattr(grow, "_GROWN", 100)  # a small file soon has twice what it needs
    monkeypatch.setattr(loaded_parts, "_MANY", 2)
    monkeypatch.setattr(loaded_parts, "_FEW", 12)
    folder = tmp_path / uuid4().hex
    shutil.copytree(answered_store / "store", folder / "store")
    data, store = answered_store / "data", folder / "store"
    for what, name, of in made:
        try:
            make(data, store, what, name, of)
        except (IngestError, StoreError):
            continue  # a conflict, or nothing to go back to: the store is as it was
    grown = snapshots.current(shutil.copytree(store, folder / "grown"))
    for lost in store.glob("*.duckdb"):
        lost.unlink()
    rebuild(data, store)
    anew = snapshots.current(store)
    assert grown.version == anew.version
    assert differences(grown.path, anew.path) == []
    in_parts = numbers_of_parts(store)
    assert [numbers_of(path) for path in (grown.path, anew.path)] == [in_parts] * 2
    shutil.rmtree(folder)


def pages_are_right(store: Path, path: str = "") -> list[tuple[str, dict[str, Any], bool]]:
    """Are kept rows and answers those of the newest snapshot? The queries whose rows were not read again."""
    snapshots.use(store)
    by_source = kept_by_source()
    assert [query for query in by_source if not query[2]] == []
    kept = answers_of_pages(path)
    cache.forget()
    assert answers_of_pages(path) == kept
    return by_source


@pytest.mark.long
@settings(
    max_examples=many(2, 10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(made=changes)
def test_after_any_changes_what_is_kept_is_what_the_data_say(
    answered_store: Path, tmp_path: Path, made: list[tuple[str, str, Any]]
) -> None:
    folder = tmp_path / uuid4().hex
    data, store = answered_store / "data", shutil.copytree(answered_store / "store", folder)
    pages_are_right(store)
    for what, name, of in made:
        with suppress(IngestError, StoreError):
            make(data, store, what, name, of)
        pages_are_right(store)
    database.close()
    shutil.rmtree(folder)


@pytest.mark.parametrize("path", ["iterations", pytest.param("", marks=pytest.mark.long)])
def test_a_load_leaves_what_is_kept_of_other_sources(
    data: Path, small_store: Path, path: str
) -> None:
    make(data, small_store, "load", "mine", iterations(3))
    make(data, small_store, "load", "other", iterations(4, 0.25, "acme/bar"))
    pages_are_right(small_store, path)
    make(data, small_store, "replace", "other", iterations(4, 0.75, "acme/bar"))
    by_source = pages_are_right(small_store, path)
    database.close()
    sources = {values["source"] for _, values, _ in by_source if isinstance(values["source"], str)}
    assert "mine" in sources
    assert "other" not in sources


def numbers_of(path: Path) -> list[tuple[Any, ...]]:
    """What a snapshot says that files state of numbers."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(
            f"SELECT {STATED} FROM stated_measurement ORDER BY ALL"
        ).fetchall()


def numbers_of_parts(store: Path) -> list[tuple[Any, ...]]:
    """What the parts of a store say of it."""
    pointer = pointers.read(store)
    assert pointer
    with duckdb.connect() as connection:
        scripts.make_empty(connection)
        scripts.run(connection, "changing")
        loaded_parts.read(connection, store, pointer.current.parts)
        return connection.execute(
            f"SELECT {STATED} FROM loaded_measurement ORDER BY ALL"
        ).fetchall()


@pytest.mark.long
def test_answers_are_called_by_their_metric_whatever_units_other_loads_have(
    answered_store: Path, tmp_path: Path
) -> None:
    store = shutil.copytree(answered_store / "store", tmp_path / "store")
    stated = Measurement("MATH500", "accuracy", 0.25, "score", "row")
    answered = Found(Run("tool", "acme/foo-7b"), [stated], [Sample("MATH500", "item 0", 0, 0.0)])
    other = Measurement("own", "accuracy", 0.5, "fraction", "row")
    make(answered_store / "data", store, "load", "b", [answered])
    make(answered_store / "data", store, "load", "a", [Found(Run("tool", "bar"), [other])])
    grown = snapshots.current(shutil.copytree(store, tmp_path / "grown"))
    rebuild(answered_store / "data", store)
    assert differences(grown.path, snapshots.current(store).path) == []


def iterations(count: int, value: float = 0.5, model: str = "acme/foo-7b") -> list[Found]:
    """A run for each iteration of a training, with a number each."""
    score = Measurement("MATH500", "accuracy", value, "fraction", "row")
    return [Found(Run("tool", model, iteration=one), [score]) for one in range(count)]


def query(store: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def test_colors_that_change_places_are_those_of_a_rebuild(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    score = iterations(1)[0].measurements
    make(data, small_store, "load", "first", [Found(Run("tool", "foo"), score)])
    make(
        data,
        small_store,
        "load",
        "second",
        [Found(Run("tool", it), score) for it in ("bar", "zoo")],
    )
    make(data, small_store, "load", "first", [Found(Run("tool", "zoo", iteration=1), score)])
    grown = snapshots.current(shutil.copytree(small_store, tmp_path / "grown"))
    rebuild(data, small_store)
    assert differences(grown.path, snapshots.current(small_store).path) == []


@pytest.mark.long
def test_a_night_that_comes_later_gives_the_same_rows_as_all_nights_together(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    def night(day: int, build: str) -> list[Found]:
        score = Measurement("MATH500", "accuracy", 0.5 + day / 100, "fraction", "row")
        return [Found(Run("tool", "acme/foo-7b", date=f"2025-06-{day:02}", build=build), [score])]

    for day, build, name in ((2, "a", "x"), (1, "a", "x"), (3, "b", "y")):
        make(data, small_store, "load", name, night(day, build))
    grown = snapshots.current(shutil.copytree(small_store, tmp_path / "grown"))
    rebuild(data, small_store)
    assert differences(grown.path, snapshots.current(small_store).path) == []
    order = "SELECT made_at::DATE::TEXT, place FROM event WHERE own ORDER BY place"
    assert query(small_store, order) == [(f"2025-06-0{day}", day) for day in range(1, 4)]


@pytest.mark.long
def test_a_load_gives_the_runs_that_it_does_not_touch_no_other_number(
    data: Path, small_store: Path
) -> None:
    make(data, small_store, "load", "first", iterations(3))
    before = query(small_store, "SELECT id, key FROM run ORDER BY id")
    make(
        data,
        small_store,
        "load",
        "second",
        [Found(Run("tool", "bar"), iterations(1)[0].measurements)],
    )
    after = query(small_store, "SELECT id, key FROM run ORDER BY id")
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


def answered(number: int, right: int) -> Found:
    """A run that answered so many of ten problems rightly."""
    answers = [Sample("GSM8K", f"item {item}", 0, float(item < right)) for item in range(10)]
    return Found(Run("tool", f"acme/m{number}-7b"), [], answers)


@pytest.mark.long
def test_a_run_more_is_paired_with_the_highest_and_leaves_all_other_pairs_as_they_are(
    data: Path, small_store: Path
) -> None:
    pairs = "SELECT rowid, key_a, key_b, mean_a, mean_b FROM paired_run ORDER BY ALL"
    make(data, small_store, "load", "first", [answered(number, number) for number in range(1, 6)])
    before = query(small_store, pairs)
    assert len(before) == 4 + 3 + 2 + 1  # the ten highest are paired with each other
    make(data, small_store, "load", "first", [answered(6, 0)])
    after = query(small_store, pairs)
    assert [pair for pair in after if pair in before] == before
    assert len(after) == len(before) + 5
    changed = [answered(5, 10), *(answered(number, number) for number in range(1, 5))]
    make(data, small_store, "replace", "first", changed)
    highest = query(small_store, "SELECT max(greatest(mean_a, mean_b)) FROM paired_run")
    assert highest == [(1.0,)]


def test_a_table_of_a_study_without_a_column_for_its_source_is_refused(
    data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_unowned(part: duckdb.DuckDBPyConnection, *, for_pages: bool) -> None:
        make_tables(part, for_pages=for_pages)
        part.execute("CREATE TABLE unowned AS SELECT name FROM metric")

    monkeypatch.setattr(grow, "make_tables", make_unowned)
    with pytest.raises(ValueError, match=r"unowned has no column source, .* or run \(expected"):
        make(data, small_store, "load", "first", iterations(1))


@pytest.mark.long
def test_where_names_unite_the_earlier_load_is_made_anew_too(data: Path, small_store: Path) -> None:
    score = iterations(1)[0].measurements
    make(data, small_store, "load", "first", [Found(Run("tool", "foo-7b"), score)])
    make(data, small_store, "load", "second", [Found(Run("tool", "acme/foo-7b"), score)])
    named = query(
        small_store, "SELECT DISTINCT source, model FROM run WHERE source IN ('first', 'second')"
    )
    assert sorted(named) == [("first", "acme/foo-7b"), ("second", "acme/foo-7b")]


@pytest.mark.long
def test_a_file_that_has_grown_is_made_anew(
    data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grow, "_GROWN", 1.0)
    monkeypatch.setattr(grow, "_REWRITTEN", 0)
    make(data, small_store, "load", "first", iterations(3))
    make(data, small_store, "load", "second", iterations(2, value=0.5))
    (row,) = query(small_store, "SELECT bytes, numbers FROM made_as")
    rebuild(data, small_store)
    assert query(small_store, "SELECT bytes, numbers FROM made_as") == [row]


@pytest.mark.long
def test_where_more_comes_than_there_is_all_is_made_anew(
    data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> str:
        raise AssertionError("only some of it is made anew")

    monkeypatch.setattr("reasonboard.ingest.snapshot.grow._make_fresh", refused)
    change(data, small_store, lambda _: None, incoming=10**12)
    with pytest.raises(AssertionError, match="only some"):
        change(data, small_store, lambda _: None)
