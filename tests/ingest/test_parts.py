"""Answers stand in parts: files of the store that never change, beside the snapshot that names them."""

import shutil
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.snapshot import publish
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import backup, parts
from reasonboard.store.check import problems
from reasonboard.store.errors import StoreError
from tests.ingest.loads import differences
from tests.ingest.mine import Mine

SAMPLES = "SELECT * FROM sample ORDER BY ALL"
ITEMS = "SELECT run, item, n, c FROM item_score JOIN loaded_run ON key = run ORDER BY ALL"


def answers(mine: Mine, model: str, items: int = 3, benchmark: str = "B") -> str:
    """A file with so many answers of a model."""
    rows = [f"org/{model},{benchmark},q{item},{item % 2}" for item in range(items)]
    return mine.table("\n".join(["model,benchmark,item,correct", *rows]) + "\n", f"{model}.csv")


def files(mine: Mine) -> dict[str, tuple[int, int]]:
    """The parts with answers in the store: name -> what changes where a file is written again."""
    found = {path.name: path.stat() for path in (mine.store / "parts").glob("sample-*")}
    return {name: (status.st_ino, status.st_mtime_ns) for name, status in found.items()}


def part_of(mine: Mine, model: str) -> Path:
    query = (
        f"SELECT part FROM sample_part JOIN loaded_run ON key = run WHERE raw_model = 'org/{model}'"
    )
    ((name,),) = mine.query(query)
    return parts.path_of(mine.store, str(name))


@pytest.mark.long
def test_a_load_writes_its_own_answers_and_no_others(mine: Mine) -> None:
    mine.load(answers(mine, "a"))
    before = files(mine)
    mine.load(answers(mine, "b"))
    mine.load(mine.table())  # no answers
    after = files(mine)
    assert len(after) == 2
    assert before.items() <= after.items()
    mine.load(answers(mine, "a", benchmark="C"))  # of the same run
    assert len(files(mine)) == 3
    assert after.items() <= files(mine).items()
    counted = "SELECT raw_model, sample_part.benchmark, rows FROM sample_part JOIN loaded_run ON key = run ORDER BY ALL"
    assert mine.query(counted) == [("org/a", "B", 3), ("org/a", "C", 3), ("org/b", "B", 3)]
    assert mine.query("SELECT count(*), count(DISTINCT run) FROM answer") == [(9, 2)]


@pytest.mark.long
def test_the_answers_of_a_damaged_part_are_named_and_all_else_goes_on(mine: Mine) -> None:
    for model in ("a", "b"):
        mine.load(answers(mine, model))
    path, rows = part_of(mine, "a"), mine.query(SAMPLES)
    content = path.read_bytes()
    for spoilt in (content[:50] + b"x" + content[51:], None):
        path.unlink() if spoilt is None else path.write_bytes(spoilt)
        (line,) = problems(mine.store)
        assert line.startswith(f"{path}: {'missing' if spoilt is None else 'damaged'} (expected")
    mine.load(answers(mine, "c"))  # a run beside it, in the same load
    (key,) = mine.query_tables("SELECT key FROM loaded_run WHERE raw_model = 'org/a'")[0]
    mine.load(answers(mine, "a"), replace=True)
    assert problems(mine.store) == []
    assert [row for row in mine.query(SAMPLES) if row in rows] == rows
    part_of(mine, "a").unlink()
    remove(mine.data, mine.store, [str(key)])
    rebuild(mine.data, mine.store)
    assert mine.query("SELECT count(DISTINCT run) FROM sample JOIN loaded_run ON key = run") == [
        (2,)
    ]


@pytest.mark.long
def test_a_part_goes_with_the_last_snapshot_that_names_it(mine: Mine) -> None:
    mine.load(answers(mine, "a"))
    path, rows = part_of(mine, "a"), mine.query(SAMPLES)
    remove(mine.data, mine.store, ["mine"])
    assert mine.query("SELECT count(*) FROM sample_part JOIN loaded_run ON key = run") == [(0,)]
    publish.rollback(mine.data, mine.store)
    assert mine.query(SAMPLES) == rows
    remove(mine.data, mine.store, ["mine"])
    for number in range(2):
        assert path.exists()
        mine.load(answers(mine, f"m{number}"), name="other")
    assert not path.exists()
    assert problems(mine.store) == []


@pytest.mark.long
def test_what_a_killed_command_left_is_no_part_and_goes(mine: Mine) -> None:
    mine.load(answers(mine, "a"))
    left = parts.path_of(mine.store, "sample-0000")  # renamed, but no snapshot named it yet
    left.write_text("half")
    writing = mine.store / "building-1.parts"
    writing.mkdir()
    (writing / "writing").write_text("half")
    mine.load(answers(mine, "b"))
    assert not left.exists()
    assert not writing.exists()
    assert problems(mine.store) == []


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_a_rebuild_writes_a_part_anew_of_which_little_is_needed(mine: Mine) -> None:
    several = [answers(mine, "a", 30), answers(mine, "b", 3)]
    mine.load(*several)
    before, large = mine.query(ITEMS), part_of(mine, "a")
    assert part_of(mine, "b") == large
    (key,) = mine.query("SELECT key FROM loaded_run WHERE raw_model = 'org/a'")[0]
    remove(mine.data, mine.store, [str(key)])
    kept, rows, grown = files(mine), mine.query(SAMPLES), mine.version()
    rebuild(mine.data, mine.store)
    assert mine.query(SAMPLES) == rows
    assert mine.query(ITEMS) == [row for row in before if row[0] != key]
    assert len(files(mine)) == len(kept) + 1
    assert part_of(mine, "b") != large
    assert differences(grown.path, mine.version().path) == []


@pytest.mark.long
def test_a_backup_has_the_answers_and_a_restore_brings_them(mine: Mine, tmp_path: Path) -> None:
    mine.load(answers(mine, "a"))
    rows, path, kept = mine.query(SAMPLES), part_of(mine, "a"), tmp_path / "kept"
    backup.backup(mine.store, kept)
    shutil.rmtree(mine.store)
    publish.restore(mine.data, mine.store, kept)
    assert mine.query(SAMPLES) == rows
    csv = mine.data / "caption-kv-cache.csv"
    csv.write_text(csv.read_text().replace("43.7", "43.8"))
    publish.restore(mine.data, mine.store, kept)  # all is made anew
    assert [row for row in mine.query(SAMPLES) if row in rows] == rows
    path.unlink()
    with pytest.raises(StoreError, match=f"{path.name}: missing"):
        backup.backup(mine.store, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_people_ask_answers_in_sql(
    mine: Mine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(mine.store))
    mine.load(answers(mine, "a"))
    query = "SELECT item, score FROM answer WHERE source = 'mine' ORDER BY item"
    assert cli.main(["query", query]) == 0
    assert capsys.readouterr().out == "item,score\nq0,0.0\nq1,1.0\nq2,0.0\n"
    part_of(mine, "a").unlink()
    assert cli.main(["query", query]) == cli.BAD_DATA
    assert "missing (expected a file with sha256" in capsys.readouterr().err
    assert cli.main(["query", "SELECT count(*) FROM sample_part"]) == 0
