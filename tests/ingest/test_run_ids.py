"""The tool's own id of a run decides which files are of one run; without an id all that is stated does."""

import json
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.inspect_ai import reader
from reasonboard.ingest.staging.rows import run_row
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
