"""The code only gets smaller, or a limit has the reason why it grew."""

from pathlib import Path

import pytest

from scripts.house import limits
from scripts.house.imports import Folder, folders_of
from scripts.house.limits import Limit
from scripts.house.measures import measured_code
from scripts.house.trace import measured_changes

ALLOWED = limits.read()


def test_the_code_is_no_larger_than_its_limits() -> None:
    assert limits.problems(measured_code(), ALLOWED) == []


def test_a_change_runs_no_more_files_and_functions_than_its_limits(bundled_store: Path) -> None:
    assert limits.problems(measured_changes(bundled_store), ALLOWED) == []


def test_every_measure_has_a_limit(bundled_store: Path) -> None:
    assert set(ALLOWED) == {*measured_code(), *measured_changes(bundled_store)}, "run `make house`"


@pytest.mark.parametrize(
    ("limit", "measured", "problem"),
    [
        (Limit(10, 10), 10, ""),
        (Limit(10, 10), 9, ""),
        (Limit(10, 10), 11, "11 (expected at most 10"),
        (Limit(10, 12), 11, "rose from 10 to 12 (expected the reason"),
        (Limit(10, 12, " "), 11, "rose from 10 to 12 (expected the reason"),
        (Limit(10, 12, "readers of three more tools"), 12, ""),
    ],
)
def test_a_limit_that_is_passed_or_raised_without_a_reason_is_a_problem(
    limit: Limit, measured: int, problem: str
) -> None:
    found = limits.problems({"lines": measured}, {"lines": limit})
    assert len(found) == bool(problem)
    assert problem in "".join(found)


@pytest.mark.parametrize(
    ("limit", "measured", "lowered"),
    [
        (Limit(10, 10), 8, Limit(8, 8)),
        (Limit(10, 14, 'a "reason"'), 12, Limit(10, 12, 'a "reason"')),
        (Limit(10, 14, "a reason"), 9, Limit(9, 9)),
        (None, 9, Limit(9, 9)),
    ],
)
def test_limits_sink_with_what_they_measure_and_outlive_the_file(
    tmp_path: Path, limit: Limit | None, measured: int, lowered: Limit
) -> None:
    before = {"lines": limit} if limit else {}
    limits.write(limits.lowered({"lines": measured}, before), tmp_path / "limits.toml")
    assert limits.read(tmp_path / "limits.toml") == {"lines": lowered}


def test_arrows_floors_and_circles_are_counted_between_and_inside_folders(tmp_path: Path) -> None:
    package = tmp_path / "house"
    for name, text in {
        "__init__.py": "",
        "top.py": "import house.rooms.hall\n",
        "rooms/__init__.py": "",
        "rooms/hall.py": "from house.rooms import stairs\n",
        "rooms/stairs.py": "from house.rooms import hall\nfrom house.rooms.floor import tiles\n",
        "rooms/floor.py": "from house import ground\ntiles = 1\n",
        "ground.py": "",
    }.items():
        (package / name).parent.mkdir(exist_ok=True, parents=True)
        (package / name).write_text(text)
    assert folders_of(package) == [Folder("", 2, 3, 0), Folder("rooms", 3, 2, 2)]
