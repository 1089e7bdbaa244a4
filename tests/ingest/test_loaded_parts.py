"""What was loaded is in parts that never change: a lost snapshot is built again of them."""

import shutil
from pathlib import Path

import pytest

from reasonboard.ingest.loading.load import alias, remove
from reasonboard.ingest.names.aliases import Aliases
from reasonboard.ingest.snapshot import loaded_parts
from reasonboard.ingest.snapshot.publish import rollback
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import parts, snapshots
from reasonboard.store import pointer as pointers
from reasonboard.store.check import problems
from reasonboard.store.parts import Part
from tests.ingest.loads import differences
from tests.ingest.mine import HEADER, Mine
from tests.ingest.readers.found import FILES

NUMBERS = "SELECT raw_model, iteration, value FROM loaded_run JOIN stated_measurement ON key = run ORDER BY ALL"


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


def written(mine: Mine) -> list[Part]:
    """The parts of the current snapshot."""
    pointer = pointers.read(mine.store)
    assert pointer
    return [parts.read(mine.store, sha256) for sha256 in pointer.current.parts]


def rows_of(part: Part) -> dict[str, int]:
    return {file.table: file.rows for file in part.files}


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
    lines = rebuild(mine.data, mine.store).lines
    assert [line.rpartition(": ")[2] for line in lines] == ["missing."] * 3
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
    *earlier, new = written(mine)
    assert earlier == before
    assert (new.what, new.loads) == ("load", ("one",))
    assert rows_of(new) == {
        "keys": 2, "loaded_file": 1, "loaded_run": 1, "loaded_measurement": 1,
    }  # fmt: skip
    remove(mine.data, mine.store, ["one"])
    *_, gone = written(mine)
    assert (gone.what, gone.loads, rows_of(gone)) == ("remove", ("one",), {"keys": 2})


@pytest.mark.long
def test_small_changes_become_one_and_nothing_removed_comes_back(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_parts, "_MANY", 4)
    monkeypatch.setattr(loaded_parts, "_FEW", 20)
    large = "".join(f"org/large{place},B,0,accuracy,50,500,percent\n" for place in range(12))
    mine.load(mine.table(HEADER + large, "large.csv"), name="large")
    (key,) = mine.query("SELECT key FROM loaded_run WHERE raw_model = 'org/large3'")[0]
    remove(mine.data, mine.store, [str(key)])
    for model in ("a", "b", "c"):
        mine.load(number(mine, model), name=model)
    assert [one.what for one in written(mine)] == ["load", "load"]
    rows = mine.query(NUMBERS)
    assert len(rows) == 11 + 3
    lose_snapshots(mine)
    rebuild(mine.data, mine.store)
    assert mine.query(NUMBERS) == rows
    assert sound(mine)
    assert rebuild(mine.data, mine.store).lines == []
    rollback(mine.data, mine.store)  # to the parts that were not merged yet
    assert mine.query(NUMBERS) == [row for row in rows if row[0] != "org/c"]


@pytest.mark.long
def test_a_rebuild_writes_parts_again_of_which_little_is_needed(mine: Mine) -> None:
    for value in (50, 60, 70):
        rows = [f"org/a{place},B,0,accuracy,{value},500,percent" for place in range(4)]
        mine.load(mine.table("\n".join([HEADER.strip(), *rows]) + "\n"), replace=True)
    assert len(written(mine)) == 3
    before = mine.query(NUMBERS)
    rebuild(mine.data, mine.store)
    assert mine.query(NUMBERS) == before
    assert len(written(mine)) == 1


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
    *_, lost = rebuild(mine.data, mine.store).lines
    assert lost.startswith(f"{path}: missing (expected")
    assert sound(mine)
    left = mine.query("SELECT DISTINCT raw_model FROM sample JOIN loaded_run ON key = run")
    assert left == [("org/b",)]
    assert mine.query("SELECT count(*) FROM loaded_run") == [(3,)]
