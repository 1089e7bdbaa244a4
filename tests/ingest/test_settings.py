"""Loads that name settings: by the command, once more with others, and what is said of both."""

from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.staging import isolated
from reasonboard.ingest.staging.staged import REPLACE
from tests.ingest.mine import Mine
from tests.ingest.refusal import Refused

TABLE = (
    "model,benchmark,iteration,flavor,value,unit\n"
    "org/my-7b,AIME24,1,1024,0.4,fraction\norg/my-7b,AIME24,2,2048,0.5,fraction\n"
)
FLAVOR = frozenset({"flavor"})
LOADED = "SELECT iteration, settings FROM loaded_run ORDER BY ALL"
FLAVORS = [(1, {"flavor": "1024"}), (2, {"flavor": "2048"})]
WITHOUT: list[tuple[int, dict[str, str]]] = [(1, {}), (2, {})]
KEPT = "keep with `reasonboard load --settings flavor`, or name it settings.flavor"
BEFORE = "mine: of an earlier load of the same files 2 runs with other settings are"


@pytest.mark.long
def test_the_same_file_with_other_settings_is_loaded_and_what_stays_of_before_is_said(
    mine: Mine,
) -> None:
    path = mine.table(TABLE)
    first = mine.load(path)
    assert first.notes == [f"{path}: 1 model, 1 benchmark, accuracy; not read: flavor"]
    second = mine.load(path, extra_settings=FLAVOR)
    assert (second.changed, second.runs) == (True, 2)
    assert second.notes[1:] == [
        f"{BEFORE} still loaded: {REPLACE} with the same settings takes them out"
    ]
    assert sorted(mine.query(LOADED), key=str) == sorted([*WITHOUT, *FLAVORS], key=str)
    third = mine.load(path, extra_settings=FLAVOR)
    assert (third.changed, third.read) == (False, 0)
    assert "loaded already" in next(iter(third.skipped.values()))


@pytest.mark.long
def test_replace_takes_out_the_runs_that_the_same_file_was_read_as_before(mine: Mine) -> None:
    path = mine.table(TABLE)
    other = mine.table(TABLE.replace("2,2048,0.5", "3,2048,0.6"), "other.csv")
    mine.load(path, name="else")
    mine.load(path, other)
    report = mine.load(path, extra_settings=FLAVOR, replace=True)
    assert (report.changed, report.runs) == (True, 2)
    found = mine.query("SELECT loaded_as, iteration, settings FROM loaded_run ORDER BY 1, 2")
    # The runs of the first load are its own; that of iteration 3 the other file alone says.
    assert found == [
        ("else", 1, {}), ("else", 2, {}),
        ("mine", 1, {"flavor": "1024"}), ("mine", 2, {"flavor": "2048"}), ("mine", 3, {}),
    ]  # fmt: skip


@pytest.mark.long
def test_a_run_that_another_file_speaks_of_too_stays(mine: Mine) -> None:
    path = mine.table(TABLE)
    more = "model,benchmark,iteration,value,unit\norg/my-7b,MATH500,1,0.9,fraction\n"
    mine.load(path, mine.table(more, "more.csv"))
    report = mine.load(path, extra_settings=FLAVOR, replace=True)
    assert report.notes[1:] == [
        "mine: of an earlier load of the same files 1 run with other settings is gone"
    ]
    assert sorted(mine.query(LOADED), key=str) == sorted([WITHOUT[0], *FLAVORS], key=str)


def test_other_numbers_of_the_same_run_are_refused_with_how_columns_are_kept(mine: Mine) -> None:
    line = "org/my-7b,AIME24,1,{},{},fraction\n"
    header = TABLE.splitlines(keepends=True)[0]
    first = mine.table(header + line.format(1024, 0.4), "a.csv")
    second = mine.table(header + line.format(2048, 0.5), "b.csv")
    with pytest.raises(IngestError, match=rf"; not read: flavor \(.*; if it differs, {KEPT}\)$"):
        mine.load(first, second)
    with pytest.raises(IngestError, match=r"\(expected one number for a run; if it differs, keep"):
        mine.load(first, second)  # of one load neither number can replace the other
    mine.load(first)
    with pytest.raises(IngestError, match=rf"or {REPLACE}; if it differs, {KEPT}\)$"):
        mine.load(second)
    assert mine.load(first, second, extra_settings=FLAVOR).runs == 2


def test_the_command_keeps_what_it_names_and_says_what_no_file_has(
    mine: Mine, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["load", mine.table(TABLE), "--settings", "flavor, effort"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "--settings: no file has effort (expected the name of a column or a tool option, or item.NAME for a field of "
        "the problems)"
    )
    assert mine.query(LOADED) == FLAVORS


@pytest.mark.parametrize("names", ["", "a\nb", "x" * 10_000, ",".join(f"s{n}" for n in range(33))])
def test_what_is_no_list_of_names_is_refused_in_a_line(
    names: str, mine: Mine, refused: Refused
) -> None:
    assert "--settings: " in refused(mine.table(TABLE), "--settings", names)


def test_the_names_reach_the_process_that_reads(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", isolated.read_isolated)
    report = load(mine.data, mine.store, [mine.table(TABLE)], extra_settings=FLAVOR, dry_run=True)
    assert report.settings == {"flavor"}
    assert report.notes[0].endswith(": 1 model, 1 benchmark, accuracy; settings flavor")
