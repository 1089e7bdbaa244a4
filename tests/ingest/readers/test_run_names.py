"""What the runs of trackers are called: as a person named them, or after their model if a tracker made a name up."""

import json
import sqlite3
from pathlib import Path

import pytest

from reasonboard.ingest.formats.records import NameOf
from reasonboard.ingest.readers.common import run_names
from reasonboard.ingest.readers.wandb import reader as wandb
from tests.ingest.readers.found import put
from tests.ingest.readers.test_mlflow import META, database, folder, read

HISTORY = [
    {"artifact_path": "model", "flavors": {"transformers": {"source_model_name": "org/logged-7b"}}}
]


@pytest.mark.parametrize(
    ("name", "config", "model", "settings"),
    [
        ("merciful-auk-123", {"model": "org/my-7b"}, "org/my-7b", {"run": "merciful-auk-123"}),
        (
            "glad-sun-12",
            {"base_model": "org/b", "model_name": "org/a"},
            "org/a",
            {"run": "glad-sun-12"},
        ),
        ("glad-sun-12", {"actor_rollout_ref.model.path": "org/a"}, "org/a", {"run": "glad-sun-12"}),
        (None, {"model": "org/my-7b"}, "org/my-7b", {}),
        ("glad-sun-12", {"lr": "1e-6", "model": " "}, "glad-sun-12", {}),
        ("grpo-lr1e-6", {"model": "org/my-7b"}, "grpo-lr1e-6", {}),
        ("math/lr1e-5/seed1", {"model": "org/my-7b"}, "math/lr1e-5/seed1", {}),
        ("", {}, "", {}),
    ],
)
def test_a_name_that_was_made_up_loses_to_the_model(
    tmp_path: Path, name: str | None, config: dict[str, str], model: str, settings: dict[str, str]
) -> None:
    found = run_names.run("tracker", put(tmp_path / "x", "x"), name, config)
    assert (found.model, found.settings) == (model, {**config, **settings})
    assert found.name_of is (NameOf.MODEL if model.startswith("org/") else NameOf.RUN)


def test_a_run_of_mlflow_is_called_after_its_model(tmp_path: Path) -> None:
    file = folder(tmp_path, META.replace("sft-1b", "merciful-auk-123"))
    (found,) = read(file)
    assert (found.run.model, found.run.settings) == ("merciful-auk-123", {})
    put(file.path.parent / "tags" / "mlflow.log-model.history", json.dumps(HISTORY))
    (found,) = read(file)
    assert (found.run.model, found.run.settings) == ("org/logged-7b", {"run": "merciful-auk-123"})
    put(file.path.parent / "params" / "model", "org/my-7b")
    (found,) = read(file)
    assert found.run.model == "org/my-7b"


def test_a_run_in_a_database_of_mlflow_is_called_after_its_model(tmp_path: Path) -> None:
    runs = [("abc", "merciful-auk-123", "FINISHED", 1767000000000, "active")]
    loss = ("loss", 0.5, 2, "abc", 10, 0)
    (found,) = read(database(tmp_path, loss, runs=runs))
    assert (found.run.model, found.run.settings) == ("merciful-auk-123", {})
    file = database(tmp_path, loss, runs=runs)
    with sqlite3.connect(file.path) as connection:
        connection.execute("CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT)")
        history = ("mlflow.log-model.history", json.dumps(HISTORY), "abc")
        connection.execute("INSERT INTO tags VALUES (?, ?, ?)", history)
    connection.close()
    (found,) = read(file)
    assert (found.run.model, found.run.settings) == ("org/logged-7b", {"run": "merciful-auk-123"})
    (found,) = read(database(tmp_path, loss, runs=runs, params=[("model", "org/my-7b")]))
    assert found.run.model == "org/my-7b"


@pytest.mark.parametrize("history", ["", "[", "{}", "[1]", '[{"flavors": {"python": {}}}]'])
def test_a_history_that_names_no_model_names_none(history: str) -> None:
    assert run_names.logged_model(history) == ""


def test_a_run_in_a_table_of_wandb_is_called_after_its_model(tmp_path: Path) -> None:
    table = "Name,State,Created,model,eval/acc\n" + "".join(
        f"{name},finished,2026-11-01,org/my-7b,0.5\n" for name in ("glad-sun-12", "ours")
    )
    first, second = wandb.read(put(tmp_path / "runs.csv", table))
    assert (first.run.model, first.run.settings["run"]) == ("org/my-7b", "glad-sun-12")
    assert (second.run.model, "run" in second.run.settings) == ("ours", False)
    assert not any("'model'" in note for note in first.notes)
