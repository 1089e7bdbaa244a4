"""Files that tools still write to: their whole lines are loaded, what they say later counts, and nothing is lost."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from reasonboard import config
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.watching import watching
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store import going, snapshots
from reasonboard.store.check import problems
from reasonboard.store.connections import connect
from reasonboard.store.errors import StoreError
from tests.states import many

Shown = list[tuple[Any, ...]]
FILES = Path(__file__).resolve().parents[1] / "files"


class Runs:
    """A folder in which tools write, watched at times that the test says."""

    def __init__(self, data: Path, store: Path, folder: Path) -> None:
        self.data, self.store, self.folder = data, store, folder
        self.said: list[str] = []
        self.loads: list[Report] = []
        self.now = 1_000_000.0
        folder.mkdir()
        self.restart()

    def restart(self) -> None:
        """Watch by another process, which has seen nothing."""
        self.watch = Watch(self.store, {"mine": [str(self.folder)]}, self.load, self.said.append)

    def load(self, names: Any) -> Report:
        self.loads.append(load(self.data, self.store, names, name="mine", running=True))
        return self.loads[-1]

    def no_load(self, _: Any) -> Report:
        """In the place of a load, where what it does is not asked."""
        self.loads.append(Report("mine", changed=True))
        return self.loads[-1]

    def look(self, after: float = 60, *, at_once: bool = True) -> list[str]:
        """Look so many seconds later; what was said. `at_once`: however long the last load took."""
        self.now += after
        if at_once:
            self.watch.opens = 0
        self.said.clear()
        self.watch.look(self.now)
        return [line.replace(f"{self.folder}/", "") for line in self.said]

    def write(self, name: str, *rows: Any, mode: str = "a") -> None:
        """Add rows of iteration and percent, or a text as it is."""
        with (self.folder / name).open(mode) as file:
            file.writelines(row if isinstance(row, str) else line(*row) for row in rows)

    def listing(self) -> list[tuple[str, int, int]]:
        """Name, size and time of the folder and of all in it."""
        paths = [self.folder, *sorted(self.folder.rglob("*"))]
        return [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]

    def numbers(self) -> Shown:
        """Iteration, benchmark and value of all that is loaded."""
        with connect(snapshots.current(self.store).path) as connection:
            return connection.execute(
                "SELECT iteration, benchmark, round(100 * value, 6) FROM result WHERE source = 'mine' ORDER BY ALL"
            ).fetchall()

    def problems(self) -> list[str]:
        environ = {"REASONBOARD_STORE": str(self.store), "REASONBOARD_DATA": str(self.data)}
        return problems(config.read(environ).store)

    def versions(self) -> int:
        """As how many versions of files all is loaded."""
        with connect(snapshots.current(self.store).path) as connection:
            return len(connection.execute("FROM loaded_file").fetchall())


def line(iteration: int, value: Any, benchmark: str = "B", **more: Any) -> str:
    row = {"model": "m-1b", "benchmark": benchmark, "iteration": iteration, "value": value}
    return json.dumps(row | {"unit": "percent"} | more) + "\n"


@pytest.fixture
def runs(data: Path, small_store: Path, reading_here: None, tmp_path: Path) -> Runs:
    return Runs(data, small_store, tmp_path / "runs")


def test_rows_are_loaded_as_they_come_and_a_torn_line_waits_for_its_end(runs: Runs) -> None:
    runs.write("a.jsonl", (0, 40), line(10, 41)[:30])
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    assert runs.numbers() == [(0, "B", 40)]
    assert runs.look() == [
        "a.jsonl: its last line has no end, and is not read (expected a line break). Tried again on every change."
    ]
    assert runs.look() == []
    runs.write("a.jsonl", line(10, 41)[30:], (20, 42))
    assert runs.look() == ["mine: 2 runs, 2 measurements, 0 answers more."]
    assert runs.numbers() == [(0, "B", 40), (10, "B", 41), (20, "B", 42)]
    assert runs.problems() == []


@pytest.mark.long
def test_a_restart_that_logs_a_step_again_wins_and_is_said_once(runs: Runs) -> None:
    runs.write("a.jsonl", (0, 40), (10, 41), (20, 42))
    runs.look()
    runs.write("a.jsonl", (10, 51), (20, 52))
    assert runs.look() == [
        "mine: 2 runs, 0 measurements, 0 answers more.",
        "a.jsonl: 2 numbers were logged again, the later ones count, the first: accuracy of B at step 10",
    ]
    assert runs.numbers() == [(0, "B", 40), (10, "B", 51), (20, "B", 52)]
    runs.write("a.jsonl", (30, 53))
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    assert runs.numbers()[-2:] == [(20, "B", 52), (30, "B", 53)]


def test_the_log_of_a_run_is_read_as_it_grows(runs: Runs) -> None:
    rows = line(0, 40, logged_at=1), line(10, 41, logged_at=3601)
    runs.write("log.jsonl", *rows, line(10, 42)[:20])
    # Each step has the hours until it was logged, too.
    assert runs.look() == ["mine: 2 runs, 4 measurements, 0 answers more."]
    assert [one for one in runs.numbers() if one[1] == "B"] == [(0, "B", 40), (10, "B", 41)]


def test_a_line_that_a_killed_tool_left_is_passed_over_and_the_row_behind_it_counts(
    runs: Runs,
) -> None:
    runs.write("a.jsonl", (0, 40), line(10, 41)[:30], (20, 42), (30, 43))
    assert runs.look()[1:] == ["a.jsonl:2: left out, its end is missing (expected JSON)"]
    assert runs.numbers() == [(0, "B", 40), (20, "B", 42), (30, "B", 43)]


@pytest.mark.long
def test_a_replaced_or_shorter_file_takes_nothing_away_and_what_it_says_counts(runs: Runs) -> None:
    runs.write("a.jsonl", (0, 40), (10, 41), (20, 42))
    runs.write("b.jsonl", (10, 30, "C"))
    runs.look()
    runs.write("a.jsonl", (10, 51), mode="w")
    runs.look()
    assert runs.numbers() == [(0, "B", 40), (10, "B", 51), (10, "C", 30), (20, "B", 42)]
    runs.write("a.jsonl", (0, 40), (10, 41), (20, 42), mode="w")  # as it was at first
    runs.look()
    assert runs.numbers() == [(0, "B", 40), (10, "B", 41), (10, "C", 30), (20, "B", 42)]


@pytest.mark.long
def test_a_new_watch_loads_nothing_twice_and_writes_nothing(runs: Runs) -> None:
    for step in range(2):
        runs.write("a.jsonl", (step, 40 + step))
        runs.look()
    before, files = snapshots.current(runs.store), runs.listing()
    runs.restart()
    assert runs.look() == []
    assert runs.loads[-1].read == 0
    assert snapshots.current(runs.store) == before
    assert runs.listing() == files
    runs.write(
        "a.jsonl", *((step, 40 + step) for step in range(2)), mode="w"
    )  # the same, in one go
    runs.look()
    assert runs.numbers() == [(step, "B", 40 + step) for step in range(2)]
    assert runs.versions() == 2  # of each its number


@pytest.mark.long
def test_a_damaged_file_holds_up_no_other_and_is_said_when_it_stays_so(runs: Runs) -> None:
    runs.write("a.jsonl", (0, 40))
    runs.write("b.jsonl", (0, 40, "C"), (10, 400, "C"))
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    assert runs.numbers() == [(0, "B", 40)]
    (said,) = runs.look()
    assert said.startswith("b.jsonl:2: value is 400 ")
    assert "b.jsonl:2: value is 400 " in going.all_loads(runs.store)["mine"].problem
    runs.write("b.jsonl", (0, 40, "C"), mode="w")
    runs.look()
    assert runs.numbers() == [(0, "B", 40), (0, "C", 40)]


def test_files_of_no_known_tool_are_one_line_and_no_problem_of_the_load(runs: Runs) -> None:
    runs.write("a.jsonl", (0, 40))
    for name in ("vocab.json", "config.json", "README.md"):
        (runs.folder / name).write_text('{"a": 1}\n')
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    (said,) = runs.look()
    assert said == (
        "3 files are not recognized: README.md, config.json, vocab.json. Tried again on every change."
    )
    assert going.all_loads(runs.store)["mine"].problem == ""
    assert runs.look() == []


@pytest.mark.parametrize("value", many([float("nan")], [float("nan"), float("inf"), -float("inf")]))
def test_nan_or_infinity_is_missing_and_said_in_a_line(runs: Runs, value: float) -> None:
    runs.write("a.jsonl", (0, 40), (10, value))
    assert runs.look()[1:] == [
        "mine: 1 value NaN, Infinity, N/A or of no problems: kept as missing, never as 0."
    ]
    runs.write("a.jsonl", (20, 41))
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    assert runs.numbers() == [(0, "B", 40), (20, "B", 41)]


def test_a_full_disk_is_one_line_and_it_goes_on(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs.write("a.jsonl", (0, 40))
    with monkeypatch.context() as full:
        refuse = StoreError("store: No space left on device (expected room)")
        full.setattr(runs.watch, "_load", partial(_raise, refuse))
        assert runs.look() == [f"{refuse}. It is tried again."]
        before = snapshots.current(runs.store)
        assert runs.look() == []
        assert snapshots.current(runs.store) == before
    assert runs.look() == ["mine: 1 run, 1 measurement, 0 answers more."]
    assert runs.numbers() == [(0, "B", 40)]


def _raise(error: Exception, _: Any) -> Report:
    raise error


def test_a_run_that_stalls_is_said_once_and_pages_know_when_its_last_row_came(runs: Runs) -> None:
    runs.watch._load = runs.no_load
    for step in range(5):
        runs.write("a.jsonl", (step, 40))
        runs.look(after=20)
    last = runs.now
    assert going.all_loads(runs.store) == {"mine": (last, last + 60, False, "")}
    assert runs.look(after=50) == []
    assert runs.look(after=20) == ["a.jsonl: no row for 70 s, 3 times its usual gap (20 s)."]
    assert runs.look(after=20) == []
    runs.watch.end()
    assert going.all_loads(runs.store) == {}


def uses(runs: Runs, monkeypatch: pytest.MonkeyPatch, load: float, scan: float = 0) -> None:
    """Let each load, and each look at the files, use so many seconds of a processor."""
    used: list[float] = []

    def using(seconds: float, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def use(argument: Any) -> Any:
            used.append(seconds)
            return function(argument)

        return use

    monkeypatch.setattr(watching, "_processor_seconds", lambda: sum(used))
    monkeypatch.setattr(runs.watch, "_scan", using(scan, runs.watch._scan))
    monkeypatch.setattr(runs.watch, "_load", using(load, runs.no_load))


def a_row_every_second(runs: Runs, seconds: int) -> int:
    """How many loads they make."""
    before = len(runs.loads)
    for step in range(seconds):
        runs.write("a.jsonl", (before + step, 40))
        runs.look(1, at_once=False)
    return len(runs.loads) - before


@pytest.mark.parametrize(("cost", "period"), [(0.1, 5), (4, 12)])
def test_rows_that_come_fast_are_loaded_together_and_keep_to_a_third_of_a_processor(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, cost: float, period: int
) -> None:
    uses(runs, monkeypatch, cost)
    saved = -(-30 // period)
    assert saved <= a_row_every_second(runs, 30) <= saved + 30 // period + 1
    for _ in range(3):
        assert a_row_every_second(runs, 10 * period) == 10


def test_a_row_that_comes_after_a_pause_is_loaded_at_once(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    uses(runs, monkeypatch, 2)
    for step in range(40):
        runs.write("a.jsonl", (step, 40))
        runs.look(9, at_once=False)
        assert len(runs.loads) == step + 1


@pytest.mark.parametrize(("scan", "pause"), [(0.001, 0.5), (0.2, 2)])
def test_looks_take_a_tenth_of_a_processor_at_most_and_what_a_load_takes_delays_none(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, scan: float, pause: float
) -> None:
    uses(runs, monkeypatch, 5, scan)
    runs.write("a.jsonl", (0, 40))
    assert runs.watch.look(runs.now) == pytest.approx(pause)
    assert len(runs.loads) == 1
    assert runs.watch.look(runs.now + 1) == pytest.approx(pause)


@pytest.mark.long
def test_answers_of_a_file_that_grows_are_kept_with_those_of_another(runs: Runs) -> None:
    def answers(name: str, *items: str, mode: str = "a") -> None:
        about = {"model": "m-1b", "benchmark": "B"}
        rows = (json.dumps(about | {"item": item, "correct": 1}) + "\n" for item in items)
        runs.write(name, *rows, mode=mode)

    answers("one.jsonl", "1", "2")
    answers("two.jsonl", "3")
    runs.look()
    answers("one.jsonl", "4")
    assert runs.look() == ["mine: 1 run, 0 measurements, 1 answer more."]
    with connect(snapshots.current(runs.store).path) as connection:
        assert connection.execute("SELECT sum(rows) FROM sample_part").fetchone() == (4,)
        assert connection.execute(
            "SELECT n_items FROM result WHERE source = 'mine'"
        ).fetchall() == [(4,)]
    assert runs.problems() == []


def test_what_stands_in_the_store_is_not_watched(runs: Runs) -> None:
    runs.store = runs.store.rename(runs.folder / "store")
    runs.restart()
    runs.watch._load = runs.no_load
    runs.write("a.jsonl", (0, 40))
    for _ in range(2):
        runs.look()
    assert len(runs.loads) == 1


def test_a_file_that_a_changed_one_is_read_with_is_read_too(runs: Runs) -> None:
    runs.write("t.csv", "model,benchmark,iteration,value\nm-1b,B,0,40\n")
    runs.write("t.toml", 'unit = "percent"\n')
    runs.look()
    runs.write("t.toml", 'unit = "fraction"\n', mode="w")
    (said,) = runs.look()
    assert "t.csv: line 2" in said  # 40 is no fraction
    assert runs.numbers() == [(0, "B", 40)]


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("lm-eval", "results_2026-01-21T03-44-18.458309.json"),
        pytest.param("training-logs", "trainer_state.json", marks=pytest.mark.long),
        ("training-logs", "verl_filelogger_shape.jsonl"),
    ],
)
def test_what_tools_write_into_a_watched_folder_is_loaded(runs: Runs, tool: str, name: str) -> None:
    content = (FILES / tool / name).read_bytes()
    folder = runs.folder / "org__model"
    folder.mkdir()
    (folder / name).write_bytes(content[: len(content) // 3])  # still being written
    runs.look()
    (folder / name).write_bytes(content)
    assert runs.look()[0].startswith("mine: ")
    assert runs.numbers()
    assert runs.problems() == []


def rows_of(*steps: int, life: float = 0.0) -> str:
    """Rows of verl's logger at these steps, with a validation."""
    rows = [
        {
            "step": step,
            "data": {"critic/score/mean": step / 100 + life, "val-core/B/acc/mean@1": step / 100},
        }
        for step in steps
    ]
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def scores(runs: Runs) -> Shown:
    return [(step, value) for step, benchmark, value in runs.numbers() if benchmark == "(training)"]


def test_the_part_that_a_restart_lost_is_taken_out_of_what_was_loaded_before(runs: Runs) -> None:
    runs.write("verl.jsonl", rows_of(10, 20, 30, 35, 40, 45))
    runs.look()
    runs.write("verl.jsonl", rows_of(30, 40, life=0.5))
    assert runs.look()[1:] == [
        "verl.jsonl: the training went on at step 30 after step 45: 8 numbers of the lost part, from step 30 on, are "
        "left out",
        "verl.jsonl: 6 numbers of the part that was lost as the training was restarted are taken out",
    ]
    assert scores(runs) == [(10, 10), (20, 20), (30, 80), (40, 90)]
    assert {step for step, *_ in runs.numbers()} == {10, 20, 30, 40}
    runs.write("verl.jsonl", rows_of(50, life=0.5))
    assert runs.look() == ["mine: 1 run, 2 measurements, 0 answers more."]
    assert scores(runs) == [(10, 10), (20, 20), (30, 80), (40, 90), (50, 100)]
    assert runs.problems() == []


def test_a_log_that_was_loaded_before_its_restart_is_loaded_again_without_being_refused(
    runs: Runs,
) -> None:
    path = runs.folder / "verl.jsonl"
    path.write_text(rows_of(10, 20, 30, 35))
    load(runs.data, runs.store, [str(path)], name="mine")
    path.write_text(rows_of(10, 20, 30, 35) + rows_of(30, 40, life=0.5))
    report = load(runs.data, runs.store, [str(path)], name="mine")
    assert any("went on at step 30 after step 35" in note for note in report.notes)
    assert scores(runs) == [(10, 10), (20, 20), (30, 80), (40, 90)]
