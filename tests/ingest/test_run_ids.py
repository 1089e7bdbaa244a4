"""Which files are of one run, what a load is called if no name is given, and loading with --replace."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.load_names import name_of_files
from reasonboard.ingest.readers.inspect_ai import reader
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.ingest.staging.rows import run_row
from reasonboard.store import snapshots
from reasonboard.store.check import problems
from reasonboard.web.loads import summary
from tests.ingest.mine import Mine


def log(mine: Mine, name: str, eval_id: str | None, score: float = 0.5, **evaluation: Any) -> str:
    """A log of Inspect without samples."""
    path = mine.folder / f"{name}.json"
    document = {
        "version": 2,
        "status": "success",
        "eval": {
            "created": "2025-06-01T03:00:00+00:00",
            "task": "kite",
            "model": "lab/plum-7b",
            "dataset": {"samples": 200},
            "config": {},
            "packages": {"inspect_ai": "0.3.150"},
            **({"eval_id": eval_id} if eval_id else {}),
            **evaluation,
        },
        "plan": {"steps": [], "config": {}},
        "results": {
            "total_samples": 200,
            "completed_samples": 200,
            "scores": [
                {"name": "match", "scorer": "match", "metrics": {"accuracy": {"name": "accuracy", "value": score}}}
            ],
        },
    }  # fmt: skip
    path.write_text(json.dumps(document))
    return str(path)


def keys(*paths: str) -> int:
    """How many runs these files are of."""
    found = [
        run_row(found.run, file)["key"]
        for file in (File(Path(path)) for path in paths)
        for found in reader.read(file)
    ]
    return len(set(found))


def test_files_with_one_id_are_one_run_whatever_else_they_state(mine: Mine) -> None:
    same = [log(mine, "one", "VcB4"), log(mine, "two", "VcB4", packages={"inspect_ai": "0.3.151"})]
    assert keys(*same) == 1
    mine.load(*same)
    assert mine.query("SELECT count(*) FROM event WHERE own") == [(1,)]
    assert keys(*same, log(mine, "three", "Xd9Z")) == 2


def test_starts_of_one_second_are_two_runs_by_their_ids_and_one_without(mine: Mine) -> None:
    assert keys(log(mine, "a", None), log(mine, "b", None)) == 1
    mine.load(log(mine, "c", "one"), log(mine, "d", "two", score=0.7))
    assert mine.query("SELECT count(*), count(DISTINCT key) FROM event WHERE own") == [(2, 2)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["README.md", "sweep.csv", "vocab.json"], "sweep"),
        (["README.md"], "README"),
        (["plum-7b_gsm8k.json", "plum-7b_math.json"], "plum-7b"),
        (["ablation-seed1.csv", "ablation-seed2.csv"], "ablation"),
        (["run_2026-11-01.json", "run_2026-11-02.json"], "run_2026-11"),
        (["kv_a.csv", "math.csv"], "kv_a"),
        (["results.csv", "plums.csv"], "plums"),
        (["nights/a/x.json", "nights/README.md"], "nights"),
        (["nights/x.json", "sweep.csv", "config.json"], "nights"),
    ],
)
def test_files_without_a_folder_are_called_after_what_their_names_share(
    names: list[str], expected: str
) -> None:
    assert name_of_files(names) == expected


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
