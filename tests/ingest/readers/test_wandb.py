"""What Weights & Biases exports and keeps: a real summary, charts and tables, and what can be wrong with them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.extra_settings import ExtraSettings
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.wandb import reader as wandb
from tests.ingest.readers.found import kept_of, model_of, of
from tests.ingest.readers.mutants import read_or_refused

CHART = (
    '"Step","a - b - train/reward","a - b - train/reward__MIN","a - b - train/reward__MAX","a - b - _step"\n'
    '"10","0.25","0.2","0.3","10"\n'
    '"20","NaN","NaN","NaN","20"\n'
    '"30","","","",""\n'
)
TABLE = (
    '"Name","State","Notes","User","Created","Runtime","seed","learning_rate","hub_token","model_name_or_path",'
    '"odd","train/reward","eval/loss","train/global_step"\n'
    '"grpo-7b","finished","","ann","2025-03-01T12:00:00.000Z","99","42","1e-05","hf_abcdefghijklmnop","Qwen/Qwen2.5-7B",'
    '"7","0.5","1.5","200"\n'
    '"grpo-1b","crashed","","ann","2025-03-02T12:00:00.000Z","9","","","","","","NaN","",""\n'
)
SUMMARY: dict[str, Any] = {
    "train/reward": 0.5, "train/completions/mean_length": 700.5, "train/global_step": 960, "_step": 17294,
    "_timestamp": 1.7751437602453315e9, "_runtime": 29982, "_wandb": {"runtime": 29982}, "train/loss": "NaN-ish",
}  # fmt: skip


def written(tmp_path: Path, text: str, name: str = "export.csv") -> File:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return File(path)


def test_the_name_of_a_run_may_have_the_sign_that_parts_it_from_the_metric(tmp_path: Path) -> None:
    first, second = wandb.read(written(tmp_path, CHART))
    assert (first.run.model, first.run.step, of(first, "reward").value) == ("a - b", 10, 0.25)
    assert (of(second, "reward").value, of(second, "reward").missing) == (None, "NaN")


def test_the_own_count_of_wandb_is_said_where_the_trainer_does_not_tell_its_step(
    tmp_path: Path,
) -> None:
    first, second = wandb.read(written(tmp_path, CHART))
    assert "own count" in first.notes[0]
    assert second.notes == []


def test_the_step_of_the_trainer_goes_before_the_own_count(tmp_path: Path) -> None:
    header = '"Step","r - train/kl","r - train/kl__MIN","r - train/global_step"\n'
    text = header + '"77","0.5","0.5","10"\n"79","0.6","0.6",""\n'
    first, second = wandb.read(written(tmp_path, text))
    assert (first.run.step, first.notes, second.run.step) == (10, [], 79)


def test_a_chart_by_the_trainers_step_needs_no_note(tmp_path: Path) -> None:
    first, _ = wandb.read(written(tmp_path, CHART.replace('"Step"', '"train/global_step"')))
    assert (first.run.step, first.notes) == (10, [])


def test_a_chart_by_time_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="not by step"):
        list(wandb.read(written(tmp_path, CHART.replace('"Step"', '"Relative Time (Process)"'))))


def test_a_later_row_of_the_same_step_takes_the_place(tmp_path: Path) -> None:
    text = '"Step","r - loss","r - loss__MIN"\n"10","1","1"\n"10","2","2"\n'
    (found,) = wandb.read(written(tmp_path, text))
    assert (of(found, "loss").value, of(found, "loss").locator) == (2.0, "line 3: r - loss")
    assert found.run.iteration is None


def test_a_field_that_is_no_number_is_said(tmp_path: Path) -> None:
    (found,) = wandb.read(written(tmp_path, '"Step","r - x","r - x__MIN"\n"1","high","3"\n'))
    assert found.measurements == []
    assert found.notes[-1] == "line 2: r - x is 'high': not a number, left out"


def test_the_table_of_runs_has_a_run_in_each_row(tmp_path: Path) -> None:
    file = written(tmp_path, TABLE)
    assert wandb.recognizes(file)
    first, second = wandb.read(file)
    run = first.run
    assert (run.model, run.step, run.iteration, run.seed) == ("grpo-7b", 200, 200, "42")
    assert (run.date, run.status) == ("2025-03-01T12:00:00+00:00", None)
    kept = kept_of(first)
    assert kept.values == {
        "seed": "42",
        "learning_rate": "1e-05",
        "model_name_or_path": "Qwen/Qwen2.5-7B",
    }
    assert kept.secrets == ("hub_token",)
    assert {measurement.metric: measurement.value for measurement in first.measurements} == {
        "reward": 0.5,
        "eval/loss": 1.5,
    }
    assert first.notes == ["column 'odd' is not used"]
    assert (second.run.status, second.run.step, second.run.iteration) == ("crashed", None, None)
    assert of(second, "reward").missing == "NaN"


def test_a_column_of_that_table_that_the_load_names_is_a_setting(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE).path
    file = File(path, extra_settings=ExtraSettings(frozenset({"odd", "hub_token"})))
    first, *_ = wandb.read(file)
    assert "odd" in kept_of(first).values
    assert "hub_token" not in kept_of(first).values
    assert first.notes == []


def test_a_column_of_the_table_that_stands_twice_is_refused(tmp_path: Path) -> None:
    text = "Name,State,Created,train/x,train/x\nr,finished,2025-01-01,1,2\n"
    with pytest.raises(IngestError, match=r"'train/x' appears twice"):
        list(wandb.read(written(tmp_path, text)))


def test_the_configuration_beside_a_summary_names_the_run(tmp_path: Path) -> None:
    name = "grpo/wandb/run-20250301_120000-ab12cd34/files/wandb-summary.json"
    file = written(tmp_path, json.dumps(SUMMARY), name)
    (by_folder,) = wandb.read(file)
    assert model_of(by_folder, file) == "grpo"
    assert "ab12cd34" not in model_of(by_folder, file)
    config = "other:\n    run_name:\n        value: no\nmodel_name_or_path:\n    value: Qwen/Qwen2.5-7B\n"
    (file.path.parent / "config.yaml").write_text(config)
    (by_model,) = wandb.read(File(file.path))
    assert by_model.run.model == "Qwen/Qwen2.5-7B"
    (file.path.parent / "config.yaml").write_text(
        config + "run_name:\n    desc: null\n    value: 'seven'\n"
    )
    (by_name,) = wandb.read(File(file.path))
    assert by_name.run.model == "seven"


def test_what_is_no_number_in_a_summary_is_said(tmp_path: Path) -> None:
    (found,) = wandb.read(written(tmp_path, json.dumps(SUMMARY), "wandb-summary.json"))
    assert found.notes == ["[\"train/loss\"] is 'NaN-ish': not a number, left out"]
    assert {measurement.metric for measurement in found.measurements} == {"reward", "token_length"}


def test_without_a_step_of_the_trainer_the_own_count_is_taken(tmp_path: Path) -> None:
    document = {key: value for key, value in SUMMARY.items() if key != "train/global_step"}
    (found,) = wandb.read(written(tmp_path, json.dumps(document), "wandb-summary.json"))
    assert found.run.step == 17294


def test_a_date_that_cannot_be_is_left_out(tmp_path: Path) -> None:
    document = SUMMARY | {"_timestamp": 1e300}
    (found,) = wandb.read(written(tmp_path, json.dumps(document), "wandb-summary.json"))
    assert found.run.date is None


@pytest.mark.parametrize("text", [CHART, TABLE])
def test_a_table_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path, text: str) -> None:
    chance = random.Random(5)
    for place in range(0, len(text), 2):
        read_or_refused(wandb.read, written(tmp_path, text[:place]))
        spoilt = text[:place] + chance.choice('"\n,\0\r-9x') + text[place + 1 :]
        read_or_refused(wandb.read, written(tmp_path, spoilt))
