"""Loading with --replace: the numbers that the files have replace the old ones, and others stay."""

import pytest

from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import snapshots
from reasonboard.store.check import problems
from reasonboard.web.loads import summary
from tests.ingest.mine import Mine

NUMBERS = "SELECT loaded_as, benchmark, value FROM loaded_run JOIN stated_measurement ON key = run ORDER BY ALL"
ANSWERS = "SELECT benchmark, count(*), sum(score) FROM sample GROUP BY ALL ORDER BY ALL"
HEADER = "model,benchmark,metric,value,unit\n"
OLD = f"{HEADER}m,AIME24,accuracy,0.5,fraction\nm,GSM8K,accuracy,0.6,fraction\nm,MATH500,accuracy,0.7,fraction\n"
NEW = f"{HEADER}m,GSM8K,accuracy,0.8,fraction\nm,AIME25,accuracy,0.3,fraction\n"
BOTH = [("mine", "AIME24", 0.5), ("mine", "AIME25", 0.3), ("mine", "GSM8K", 0.8), ("mine", "MATH500", 0.7)]  # fmt: skip


def answered(benchmark: str, correct: str) -> str:
    return "".join(f"m,{benchmark},q{item},{score}\n" for item, score in enumerate(correct))


@pytest.mark.parametrize("name", ["mine", "other"])
def test_scores_of_benchmarks_that_the_new_file_does_not_have_stay(name: str, mine: Mine) -> None:
    mine.load(mine.table(OLD, "old.csv"))
    planned = mine.load(mine.table(NEW, "new.csv"), name=name, replace=True, dry_run=True)
    report = mine.load(mine.table(NEW, "new.csv"), name=name, replace=True)
    assert mine.query(NUMBERS) == BOTH
    for each in (planned, report):
        assert [load for load, _ in each.loads] == ["mine"]
        assert (each.changed, each.runs, each.measurements) == (True, 1, 2)
    said = "\n".join(summary(report, "http://h/", dry_run=False))
    assert "Loaded into mine" in said if name == "other" else "Loaded as mine" in said


def test_scores_that_stay_outlive_the_snapshot(mine: Mine) -> None:
    mine.load(mine.table(OLD, "old.csv"))
    mine.load(mine.table(NEW, "new.csv"), name="other", replace=True)
    snapshots.current(mine.store).path.write_bytes(b"damaged")
    rebuild(mine.data, mine.store)
    assert mine.query(NUMBERS) == BOTH
    assert problems(mine.store) == []


def test_answers_to_benchmarks_that_the_new_file_does_not_have_stay(mine: Mine) -> None:
    header = "model,benchmark,item,correct\n"
    first = header + answered("AIME24", "110") + answered("GSM8K", "100")
    mine.load(mine.table(first, "old.csv"))
    mine.load(mine.table(header + answered("GSM8K", "11"), "new.csv"), replace=True)
    assert mine.query(ANSWERS) == [("AIME24", 3, 2.0), ("GSM8K", 2, 2.0)]
    assert problems(mine.store) == []


def test_what_the_same_file_was_read_as_before_is_replaced_whole(mine: Mine) -> None:
    path = mine.table("model,Score\nm,0.4\nn,0.9\n")
    mine.load(path, answers=("Score=accuracy of AIME24 in fraction",))
    mine.load(path, answers=("Score=accuracy of AIME25 in fraction",), replace=True)
    assert mine.query(NUMBERS) == [("mine", "AIME25", 0.4), ("mine", "AIME25", 0.9)]


def test_a_run_of_which_nothing_stays_is_of_the_new_load(mine: Mine) -> None:
    mine.load(mine.table(NEW, "old.csv"))
    mine.load(mine.table(NEW.replace("0.3", "0.4"), "new.csv"), name="other", replace=True)
    assert mine.query(NUMBERS) == [("other", "AIME25", 0.4), ("other", "GSM8K", 0.8)]
