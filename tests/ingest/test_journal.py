"""What was loaded stands outside the snapshot: where that is lost, all is made anew of parts that never change."""

import shutil
from pathlib import Path

import pytest

from reasonboard.ingest import journal
from reasonboard.ingest.aliases import Aliases
from reasonboard.ingest.load import alias, remove
from reasonboard.ingest.repair import rebuild, repair
from reasonboard.store import parts, snapshots
from reasonboard.store.check import problems
from reasonboard.store.journal import JournalPart, journal_in
from reasonboard.store.reading import attached
from tests.ingest.loads import differences
from tests.ingest.mine import HEADER, Mine
from tests.ingest.readers.found import FILES

NUMBERS = "SELECT raw_model, iteration, value FROM loaded_run JOIN loaded_measurement ON key = run ORDER BY ALL"


def number(mine: Mine, model: str, value: float = 50) -> str:
    """A file with one number of a model."""
    return mine.table(HEADER + f"org/{model},B,0,accuracy,{value},500,percent\n", f"{model}.csv")


def answers(mine: Mine, model: str) -> str:
    rows = [f"org/{model},B,q{item},{item % 2}" for item in range(4)]
    return mine.table("\n".join(["model,benchmark,item,correct", *rows]) + "\n", f"{model}.csv")


def lose_snapshots(mine: Mine) -> Path:
    """Remove every snapshot of the store; a copy of the current one with its parts."""
    copy = shutil.copytree(mine.store, mine.folder / "copy")
    for path in mine.store.glob("*.duckdb"):
        path.unlink()
    return snapshots.current(copy).path


def written(mine: Mine) -> list[JournalPart]:
    with attached(mine.version().path) as connection:
        found = journal_in(connection)
    assert found is not None
    return found


def sound(mine: Mine) -> bool:
    return problems(mine.store) == []


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_all_that_was_loaded_replaced_removed_and_named_outlives_every_snapshot(mine: Mine) -> None:
    lm_eval = str(FILES / "lm-eval" / "results_2025-06-30T19-40-09.461247.json")
    mine.load(lm_eval, answers(mine, "answered"), number(mine, "replaced"), name="first")
    mine.load(str(FILES / "evalscope" / "reports"), name="second")
    mine.load(number(mine, "replaced", 60), name="third", replace=True)
    alias(mine.data, mine.store, Aliases({"org/replaced": {"name": "New", "params_b": 7.0}}))
    remove(mine.data, mine.store, ["second"])
    before = lose_snapshots(mine)
    lines = repair(mine.data, mine.store)
    assert [line.rpartition(": ")[2] for line in lines[:-1]] == ["missing."] * 3
    assert "is made anew of all that was loaded" in lines[-1]
    assert differences(before, mine.version().path) == []
    assert sound(mine)
    mine.version().path.write_bytes(b"damaged")
    rebuild(mine.data, mine.store)
    assert differences(before, mine.version().path) == []
    assert not mine.load(lm_eval, name="first").changed


@pytest.mark.long
def test_a_change_writes_its_own_rows_and_no_others(mine: Mine) -> None:
    many = "".join(f"org/many,B,{place},accuracy,50,500,percent\n" for place in range(30))
    mine.load(mine.table(HEADER + many, "many.csv"), name="many")
    before = written(mine)
    mine.load(number(mine, "one"), name="one")
    (run,) = (one for one in written(mine) if one not in before and one.table == "loaded_run")
    assert set(before) < set(written(mine))
    assert {one.table: one.rows for one in written(mine) if one.change == run.change} == {
        "changed_key": 2, "loaded_file": 1, "loaded_run": 1, "loaded_measurement": 1,
    }  # fmt: skip
    before = written(mine)
    remove(mine.data, mine.store, ["one"])
    (gone,) = set(written(mine)) - set(before)
    assert (gone.table, gone.rows) == ("changed_key", 2)


@pytest.mark.long
def test_a_damaged_part_is_named_and_written_anew_from_the_snapshot(mine: Mine) -> None:
    mine.load(number(mine, "a"), name="a")
    path = parts.path_of(mine.store, written(mine)[0].name)
    path.write_bytes(path.read_bytes()[:100])
    assert not sound(mine)
    mine.load(number(mine, "b"), name="b")  # a load goes on
    rows, version = mine.query(NUMBERS), mine.version().version
    damaged, told = repair(mine.data, mine.store)
    assert damaged.startswith(f"{path}: damaged (expected a file with sha256")
    assert told.startswith(f"The data is that of snapshot {version} of ")
    assert sound(mine)
    assert mine.query(NUMBERS) == rows
    lose_snapshots(mine)
    repair(mine.data, mine.store)
    assert (mine.query(NUMBERS), mine.version().version) == (rows, version)


@pytest.mark.long
def test_small_changes_become_one_and_nothing_removed_comes_back(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_MANY", 4)
    monkeypatch.setattr(journal, "_FEW", 20)
    large = "".join(f"org/large{place},B,0,accuracy,50,500,percent\n" for place in range(12))
    mine.load(mine.table(HEADER + large, "large.csv"), name="large")
    (key,) = mine.query("SELECT key FROM loaded_run WHERE raw_model = 'org/large3'")[0]
    remove(mine.data, mine.store, [str(key)])
    for model in ("a", "b", "c"):
        mine.load(number(mine, model), name=model)
    assert {one.change for one in written(mine)} == {1, 2}
    rows = mine.query(NUMBERS)
    assert len(rows) == 11 + 3
    lose_snapshots(mine)
    repair(mine.data, mine.store)
    assert mine.query(NUMBERS) == rows


@pytest.mark.long
def test_a_rebuild_begins_a_journal_anew_of_which_little_is_needed(mine: Mine) -> None:
    for value in (50, 60, 70):
        rows = [f"org/a{place},B,0,accuracy,{value},500,percent" for place in range(4)]
        mine.load(mine.table("\n".join([HEADER.strip(), *rows]) + "\n"), replace=True)
    assert {one.change for one in written(mine)} == {1, 2, 3}
    before = mine.query(NUMBERS)
    rebuild(mine.data, mine.store)
    assert mine.query(NUMBERS) == before
    assert {one.change for one in written(mine)} == {1}


@pytest.mark.long
def test_where_snapshots_and_answers_are_lost_all_else_is_made_anew(mine: Mine) -> None:
    mine.load(answers(mine, "a"), name="a")
    mine.load(answers(mine, "b"), number(mine, "c"), name="b")
    ((name,),) = mine.query(
        "SELECT part FROM sample_part JOIN loaded_run ON key = run WHERE loaded_as = 'a'"
    )
    lose_snapshots(mine)
    path = parts.path_of(mine.store, str(name))
    path.unlink()
    *_, lost, told = repair(mine.data, mine.store)
    assert lost.startswith(f"{path}: missing (expected")
    assert "made anew" in told
    assert sound(mine)
    left = mine.query("SELECT DISTINCT raw_model FROM sample JOIN loaded_run ON key = run")
    assert left == [("org/b",)]
    assert mine.query("SELECT count(*) FROM loaded_run") == [(3,)]
