"""The one cache: what is kept is right in the snapshot that answers, waits for nobody twice, and has a bound."""

import threading
import tracemalloc
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reasonboard.store import cache, database
from reasonboard.store.cache import Kept, KeptRows
from reasonboard.store.snapshots import Snapshot
from reasonboard.studies import STUDIES


class Data:
    """Rows by the name of their query, and which snapshot has them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {"a": [{"x": 1}], "b": [{"x": 2}]}
        self.basis = {"a": 1, "b": 1}
        self.asked: list[str] = []
        self.query = KeptRows(self._read, lambda name: self.basis[name])
        self.publish()

    def _read(self, name: str) -> list[Any]:
        self.asked.append(name)
        return list(self.rows[name])

    def publish(self, **rows: list[Any]) -> None:
        self.rows |= rows
        self.basis |= {name: self.basis[name] + 1 for name in rows}
        self.snapshot = Snapshot(Path("results"), f"{len(self.asked)}", "", "")


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Data]:
    cache.bound(64)
    data = Data()
    monkeypatch.setattr(cache, "snapshot", lambda: data.snapshot)
    yield data
    cache.bound(cache.DEFAULT_MEGABYTES)


def counted(make: Callable[..., Any]) -> tuple[Kept[Any], list[Any]]:
    calls: list[Any] = []

    def noted(*arguments: Any) -> Any:
        calls.append(arguments)
        return make(*arguments)

    return Kept(noted), calls


def test_rows_are_read_again_only_if_what_they_follow_from_changed(data: Data) -> None:
    before = data.query("a", None)
    data.publish(b=[])
    assert data.query("a", None) is before
    assert data.asked == ["a"]
    data.publish(a=[{"x": 1}])  # the same, made again
    assert data.query("a", None) is before
    data.publish(a=[{"x": 1.5}])
    assert data.query("a", None) == [{"x": 1.5}]
    assert data.asked == ["a", "a", "a"]


def test_an_answer_stays_right_as_long_as_its_rows_do(data: Data) -> None:
    inner, _ = counted(lambda: data.query("b", None)[0]["x"])
    answer, made = counted(lambda name: data.query(name, None)[0]["x"] + inner())
    assert (answer("a"), answer("a"), len(made)) == (3, 3, 1)
    data.publish(a=[{"x": 1}])
    assert (answer("a"), len(made)) == (3, 1)
    data.publish(b=[{"x": 5}])  # known by the inner answer alone
    assert (answer("a"), len(made)) == (6, 2)


def test_what_prepares_rows_may_read_others(data: Data) -> None:
    def prepare(rows: list[Any]) -> list[Any]:
        return [row | {"y": data.query("b", None)[0]["x"]} for row in rows]

    answer, made = counted(lambda: data.query("a", prepare))
    assert answer() == [{"x": 1, "y": 2}]
    data.publish(b=[{"x": 3}])
    assert answer() == [{"x": 1, "y": 3}]
    data.publish(a=[{"x": 1}], b=[{"x": 3}])
    assert (answer(), len(made)) == ([{"x": 1, "y": 3}], 2)


def test_what_is_not_kept_makes_an_answer_depend_on_all_data(data: Data) -> None:
    answer, made = counted(cache.note_snapshot)
    answer()
    data.query("a", None)  # another snapshot has another name
    data.publish()
    answer()
    assert len(made) == 2


def test_threads_that_ask_for_the_same_wait_for_it_once(data: Data) -> None:
    go = threading.Event()
    answer, made = counted(lambda: go.wait(20))
    asking = [threading.Thread(target=answer) for _ in range(4)]
    for thread in asking:
        thread.start()
    go.set()
    for thread in asking:
        thread.join(20)
    assert len(made) == 1


def test_a_failure_is_not_kept(data: Data) -> None:
    answer, made = counted(lambda: 1 / (len(made) - 1))
    with pytest.raises(ZeroDivisionError):
        answer()
    assert answer() == 1


def test_what_costs_least_for_its_size_goes_first(
    data: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.bound(1)
    clock = iter(range(1000))
    monkeypatch.setattr(cache, "thread_time", lambda: next(clock))
    large, large_made = counted(lambda number: bytes([number]) * 300_000)
    small, small_made = counted(lambda number: bytes([number]) * 1000)
    small(0)
    for number in range(20):
        large(number)
    small(0)
    assert len(small_made) == 1  # the larger ones that came after it went
    large(19)
    assert len(large_made) == 20  # the last one is kept
    large(0)
    assert len(large_made) == 21
    assert cache._State.entries.size <= 1_000_000


def test_without_room_nothing_is_kept(data: Data) -> None:
    cache.bound(0)
    answer, made = counted(lambda: data.query("a", None))
    assert answer() == answer() == [{"x": 1}]
    assert len(made) == 2


@pytest.mark.usefixtures("bundled")
def test_sizes_are_about_what_they_take_in_memory() -> None:
    """Rows of different shapes, as they are read: a third of the bound would be a lie that nobody sees."""
    queries = [
        (study.sql(view.query or view.name), study.defaults())
        for study in STUDIES
        for view in study.views
        if not view.listing
    ]
    cache.forget()
    for name, values in queries:
        database.query(name, **values)
    cache.forget()  # now everything else that they need is in memory
    tracemalloc.start()
    for name, values in queries:
        database.query(name, **values)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 1.4 < cache._State.entries.size < 1.4 * taken


def test_what_rows_share_is_not_counted_for_each() -> None:
    """As the columns of *Models*, which know the rows of which they are cells."""
    text, shared = "x" * 10_000, Namespace()
    rows = [{"text": text, "shared": shared, "number": float(number)} for number in range(100)]
    shared.rows, shared.numbers = rows, bytes(50_000)
    alone = cache.size_of([{"number": float(number)} for number in range(100)])
    assert 60_000 + alone < cache.size_of(rows) < 110_000 + alone
