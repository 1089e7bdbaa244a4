"""Rows that other machines push: all that waits is loaded at once, and what is wrong with a row stops no other."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reasonboard import config
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store import going, pushed, snapshots
from reasonboard.store.check import problems
from reasonboard.store.connections import connect
from reasonboard.store.errors import StoreError
from reasonboard.store.pushed import Aside
from tests.states import many


class Board:
    """A store with pushed runs, watched at times that the test says."""

    def __init__(self, data: Path, store: Path) -> None:
        self.data, self.store = data, store
        self.now = 1_000_000.0
        self.said: list[str] = []
        self.loaded: list[list[str]] = []
        self.watch = Watch(store, {}, self.load, self.said.append)

    def load(self, files: Sequence[File]) -> Report:
        self.loaded.append([file.pushed_as for file in files])
        return load(self.data, self.store, files, name="pushed", running=True)

    def push(self, name: str, *rows: dict[str, Any]) -> None:
        lines = "".join(json.dumps(each) + "\n" for each in rows)
        pushed.append(self.store, name, lines.encode())

    def look(self, after: float = 60, *, at_once: bool = True) -> list[str]:
        """Look so many seconds later; what was said."""
        self.now += after
        self.watch.opens = 0 if at_once else self.watch.opens
        self.watch.loads = {
            name: [File(self.store / pushed.relative(name), pushed.relative(name), pushed_as=name)]
            for name in pushed.names(self.store)
        }
        self.said.clear()
        self.watch.look(self.now)
        return list(self.said)

    def numbers(self, name: str) -> list[tuple[Any, ...]]:
        """Iteration, benchmark and percent of all that a load has."""
        with connect(snapshots.current(self.store).path) as connection:
            return connection.execute(
                "SELECT iteration, benchmark, round(100 * value, 6) FROM result WHERE source = ? ORDER BY ALL",
                [name],
            ).fetchall()

    def problems(self) -> list[str]:
        environ = {"REASONBOARD_STORE": str(self.store), "REASONBOARD_DATA": str(self.data)}
        return problems(config.read(environ).store)


def row(value: Any, iteration: int | None = 0, model: str = "m-1b", **more: Any) -> dict[str, Any]:
    about = {"model": model, "benchmark": "B", "value": value, "unit": "percent"}
    return about | ({} if iteration is None else {"iteration": iteration}) | more


@pytest.fixture
def board(data: Path, small_store: Path, reading_here: None) -> Board:
    return Board(data, small_store)


def test_all_runs_that_wait_are_shown_by_one_load(board: Board) -> None:
    names = ["a", "b", "c", "d", "e"]
    for number, name in enumerate(names):
        board.push(name, row(10 * number, model=f"m-{number}b"))
    assert board.look() == ["a, b, c and 2 more: 5 runs, 5 measurements, 0 answers more."]
    assert [sorted(loads) for loads in board.loaded] == [names]
    assert [board.numbers(name) for name in names] == [[(0, "B", 10 * n)] for n in range(5)]
    assert board.problems() == []


def test_a_run_that_pushes_faster_than_it_is_shown_loses_nothing(board: Board) -> None:
    board.push("a", row(0))
    board.look()
    board.watch.opens = board.now + 60
    for step in range(1, 6):
        board.push("a", row(step, step))
        board.look(0.1, at_once=False)
    assert board.numbers("a") == [(0, "B", 0)]
    board.look()
    assert board.numbers("a") == [(step, "B", step) for step in range(6)]
    assert len(board.loaded) == 2


@pytest.mark.long
def test_a_run_that_waits_is_called_waiting_and_never_silent(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in range(5):
        board.push("a", row(step, step))
        board.look(20)
    board.push("a", row(50, 5))
    with monkeypatch.context() as busy:
        busy.setattr(board.watch, "_load", _refuse(StoreError("the store is written to")))
        said = board.look(20)
        for _ in range(5):
            said += board.look(60)
            assert going.all_loads(board.store)["a"].waits
    assert not any("no row for" in line for line in said)
    board.look(1)
    assert not going.all_loads(board.store)["a"].waits


def _refuse(error: Exception) -> Any:
    def load_nothing(_: Sequence[File]) -> Report:
        raise error

    return load_nothing


@pytest.mark.parametrize("names_it", many([True], [True, False]))
def test_a_run_that_breaks_the_load_holds_up_no_other_and_its_owner_is_told(
    board: Board, monkeypatch: pytest.MonkeyPatch, names_it: bool
) -> None:
    names = ["a", "b", "c", "d", "e"]
    for number, name in enumerate(names):
        board.push(name, row(10 * number, model=f"m-{number}b"))
    line = f"{pushed.relative('c') if names_it else 'the tables'}: cannot be (expected other rows)"

    def breaks(files: Sequence[File]) -> Report:
        if any(file.pushed_as == "c" for file in files):
            raise IngestError(line)
        return board.load(files)

    monkeypatch.setattr(board.watch, "_load", breaks)
    said = board.look()
    assert f"Nothing more of c can be shown: {line}." in said
    assert [bool(board.numbers(name)) for name in names] == [True, True, False, True, True]
    assert pushed.asides(board.store) == {"c": Aside(problem=line)}
    monkeypatch.setattr(board.watch, "_load", board.load)
    board.push("c", row(50, 1, model="m-2b"))
    board.look()
    assert len(board.numbers("c")) == 2
    assert not pushed.aside(board.store, "c").problem


def test_what_is_wrong_with_no_run_is_told_of_no_run_and_tried_again(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        board.push(name, row(40, model=f"org/{name}"))
    with monkeypatch.context() as broken:
        broken.setattr(board.watch, "_load", _refuse(IngestError("source.csv: broken")))
        assert board.look() == ["source.csv: broken. It is tried again."]
    assert pushed.asides(board.store) == {}
    board.look()
    assert all(board.numbers(name) for name in ("a", "b", "c"))


@pytest.mark.long
def test_a_row_that_cannot_be_read_is_set_aside_and_the_rest_goes_on(board: Board) -> None:
    board.push("a", row(40), row(400, 7), row(41, 8))
    said = board.look()
    assert board.numbers("a") == [(0, "B", 40), (8, "B", 41)]
    (line,) = pushed.aside(board.store, "a").lines("a")
    assert line in said
    assert line.startswith("1 row is set aside of a: pushed/a.jsonl:2: value is 400 ")
    board.push("a", row(42, 9))
    assert board.look() == ["a: 1 run, 1 measurement, 0 answers more."]
    assert board.numbers("a")[-1] == (9, "B", 42)
    assert pushed.aside(board.store, "a").lines("a") == [line]


@pytest.mark.long
def test_a_number_that_contradicts_one_without_a_step_is_set_aside(board: Board) -> None:
    board.push("a", row(40, None))
    board.look()
    board.push("a", row(41, None), row(42, None, benchmark="C"))
    board.look()
    assert board.numbers("a") == [(None, "B", 40), (None, "C", 42)]
    aside = pushed.aside(board.store, "a")
    assert aside.rows == 1
    assert aside.reasons[0].startswith(
        "pushed/a.jsonl:2: accuracy of B of m-1b is 0.41, and 0.4 before in a (expected one number for a run: "
    )
    board.push("a", row(43, None, benchmark="D"))
    board.look()
    assert len(board.numbers("a")) == 3
    assert pushed.aside(board.store, "a") == aside
    assert board.problems() == []


@pytest.mark.long
def test_a_number_that_contradicts_another_load_is_set_aside_and_one_logged_again_counts(
    board: Board,
) -> None:
    board.push("a", row(40), row(41, 1))
    board.look()
    board.push("b", row(50), row(52, 2))
    board.push("a", row(45, 1))  # a training that was restarted
    board.look()
    assert board.numbers("a") == [(0, "B", 40), (1, "B", 45)]
    assert board.numbers("b") == [(2, "B", 52)]
    assert pushed.aside(board.store, "a").rows == 0
    (reason,) = pushed.aside(board.store, "b").reasons
    assert reason == (
        "pushed/b.jsonl:1: accuracy of B of m-1b is 0.5, and 0.4 before in a "
        "(expected one load for a run, or another model)"
    )


def test_pushed_rows_are_read_as_a_table_whatever_tool_would_know_the_first(board: Board) -> None:
    # verl's logger has a step and an object `data` in each row.
    board.push("a", row(40, None, step=5, data={"val/B": 1}), row(41, None, step=6))
    board.look()
    with connect(snapshots.current(board.store).path) as connection:
        stored = connection.execute("SELECT tool, step FROM loaded_run ORDER BY ALL").fetchall()
    assert stored == [("table", 5), ("table", 6)]


def test_a_removed_load_takes_with_it_what_was_told_of_it(board: Board) -> None:
    board.push("a", row(40), row(400, 1))
    board.look()
    pushed.remove(board.store, "a")
    assert pushed.asides(board.store) == {}
    assert [path.name for path in (board.store / pushed.FOLDER).iterdir()] == []
    board.look()
    assert going.all_loads(board.store) == {}
