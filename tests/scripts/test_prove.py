"""The campaign judges rightly, and a short one of it holds."""

import argparse
import multiprocessing
import os
import random
from pathlib import Path

import pytest

from scripts.prove import report
from scripts.prove.__main__ import PARTS, SEED, run
from scripts.prove.faults import Faults
from scripts.prove.history import FRESH, History, Published, Seen
from scripts.prove.lanes import dice_of, run_items
from scripts.prove.leak import growth
from scripts.prove.mutations import spoil
from scripts.prove.outcome import Failure, Outcome, Tally, Wrong
from scripts.prove.payloads import PAYLOADS
from scripts.prove.plan import SHORT, Plan
from tests.states import many

ROOT = Path(__file__).resolve().parents[2]
ABOUT = report.About("2026-11-23", "abc", 7, 60, "default")
LONG = (
    "sequences",
    "faults",
    "kills",
    "flips",
    "files",
    "users",
    "slow",
    "backup",
    "workers",
    "running",
    "growing",
    "pushes",
)
PARTS_HERE = ("requests", *LONG)[: many(0, len(LONG) + 1)]
"""What they prove has tests of its own besides; the others have a browser, or hours."""


@pytest.mark.parametrize("seed", range(SEED, SEED + many(1, 3)))
@pytest.mark.parametrize("part", PARTS_HERE)
def test_a_short_campaign_holds(part: str, seed: int) -> None:
    options = argparse.Namespace(
        long=False, short=True, leak_hours=0, leak_pace=1, folder=None, seed=seed, index=-1
    )
    outcomes = run(part, options)
    assert outcomes
    assert all(outcome.passed for outcome in outcomes), report.report(outcomes, ABOUT)


def outcome(done: int = 3, failures: tuple[Failure, ...] = ()) -> Outcome:
    return Outcome("kills", "kills", 3, done, "w", "m", failures)


def test_what_was_not_done_has_not_passed() -> None:
    assert outcome().passed
    assert not outcome(done=2).passed
    assert not outcome(failures=(Failure(1, "lost"),)).passed
    assert not Outcome("kills", "kills", 0, 0, "w", "m").passed


def test_a_checker_that_breaks_has_not_passed() -> None:
    def item(_: int, index: int, __: random.Random) -> str:
        if index == 1:
            raise ZeroDivisionError
        if index == 2:
            raise Wrong("lost")
        return "fine"

    plan = Plan(Path(), 7, SHORT)
    tally = run_items(plan, "kills", 4, range(2), item)
    row = tally.outcome("kills", "kills", 4, "w")
    assert [failure.index for failure in row.failures] == [1, 2]
    assert "the checker broke: ZeroDivisionError" in row.failures[0].reason
    assert not row.passed
    assert tally.notes == {"fine": 2}
    alone = run_items(plan._replace(item=2), "kills", 4, range(2), item)
    assert [failure.index for failure in alone.failures] == [2]


def test_the_same_seed_gives_the_same_dice() -> None:
    plan = Plan(Path(), 7, SHORT)
    first, again, other = (dice_of(plan._replace(seed=seed), "files", 3) for seed in (7, 7, 8))
    content = b'{"a": [1, 2.5, "x"]}' * 20
    assert spoil(content, first) == spoil(content, again) != spoil(content, other)


def published(history: History, *entries: Published) -> History:
    history.published = list(entries)
    return history


@pytest.fixture
def history() -> History:
    """Data a, then from second 100 to 101 data b."""
    return published(
        History.__new__(History),
        Published(0, 1, "aaaaaaa", 10.0, "load"),
        Published(100, 101, "bbbbbbb", 20.0, "load"),
    )


def seen(at: float, version: str, *numbers: float, cells: int = 6) -> Seen:
    return Seen(at, at + 0.1, frozenset(version.split()), frozenset(numbers), cells, "export")


def test_answers_of_one_version_of_their_time_are_right(history: History) -> None:
    history.judge(seen(50, "aaaaaaa", 10.0))
    history.judge(seen(101 + FRESH - 1, "aaaaaaa", 10.0))
    history.judge(seen(100.5, "bbbbbbb", 20.0))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (seen(105, "aaaaaaa bbbbbbb", 10.0), "torn"),
        (seen(105, "bbbbbbb", 10.0, 20.0), "torn"),
        (seen(105, "bbbbbbb", 10.0), "torn"),
        (seen(105, "bbbbbbb", 20.0, cells=5), "torn"),
        (seen(105, "ccccccc", 20.0), "never published"),
        (seen(101 + FRESH + 1, "aaaaaaa", 10.0), "stale"),
        (seen(50, "bbbbbbb", 20.0), "stale"),
    ],
)
def test_torn_and_stale_answers_are_noticed(history: History, answer: Seen, reason: str) -> None:
    with pytest.raises(Wrong, match=reason):
        history.judge(answer)


def killed(folder: str, at: int, power: bool) -> None:
    os.chdir(folder)
    Faults(at, power=power).install()
    with Path("new").open("w") as file:
        file.write("0123456789")
    Path("new").replace("old")
    Path("other").touch()
    Path("other").unlink()


@pytest.mark.parametrize(
    ("at", "power", "old"),
    [(1, False, "before"), (2, False, "before"), (3, False, "0123456789"), (3, True, "01234")],
)
def test_a_process_kills_itself_at_a_call(tmp_path: Path, at: int, power: bool, old: str) -> None:
    (tmp_path / "old").write_text("before")
    context = multiprocessing.get_context("forkserver")
    process = context.Process(target=killed, args=(str(tmp_path), at, power))
    process.start()
    process.join()
    assert process.exitcode == -9
    assert (tmp_path / "old").read_text() == old


def test_growth_is_that_of_the_line_of_least_squares() -> None:
    assert growth([0, 1, 2, 3], [1, 3, 5, 7]) == pytest.approx(6)
    assert growth([0, 1, 2, 3], [5, 5, 5, 5]) == pytest.approx(0)


def test_a_failure_is_listed_with_the_command_that_repeats_it() -> None:
    text = report.report([outcome(failures=(Failure(1, "a | b <c>"),))], ABOUT)
    assert "| kills | kills | 3 | w | m | **failed** |" in text
    assert '- kills: a \\| b &lt;c> (`make prove ARGS="--only kills --seed 7 --index 1"`)' in text
    tally = Tally()
    tally.add(0, "fine")
    assert tally.measured() == "0 failed, 1 fine"


def test_the_result_is_written_between_its_markers(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"head\n{report.BEGIN}\nold\n{report.END}\nfoot\n")
    report.write(path, "new\n")
    assert path.read_text() == f"head\n{report.BEGIN}\nnew\n{report.END}\nfoot\n"
    path.write_text("no markers")
    with pytest.raises(ValueError, match="no place for the result"):
        report.write(path, "new\n")


def test_parts_are_named_in_the_documentation() -> None:
    text = (ROOT / "docs" / "explanation" / "reliability.md").read_text()
    assert all(f"| `{name}` |" in text for name in PARTS)
    assert report.BEGIN in text
    assert report.END in text


def test_there_are_46_payloads() -> None:
    assert len(set(PAYLOADS)) == 46
