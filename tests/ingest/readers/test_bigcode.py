"""BigCode's metrics, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import bigcode
from reasonboard.ingest.records import Found
from tests.ingest.readers.found import of

DOCUMENT: dict[str, Any] = {
    "humaneval": {"pass@1": 0.25, "pass@10": 0.5},
    "multiple-cpp": {"pass@1": 0.125},
    "apps-interview": {"avg_accuracy": 0.1, "strict_accuracy": None, "pass_at_k": {"pass@1": 0.2}},
    "levels": {"Easy_pass@1": 0.75, "counts": {"Easy": 10}, "bleu": 0.3, "num_failed_execution": 12},
    "config": {
        "model": "org/code-3b", "revision": "step3000", "temperature": 0.2, "n_samples": 50, "seed": 7,
        "precision": "bf16", "modeltype": "causal", "use_auth_token": "hf_abcdefghijklmnopqrst",
    },
}  # fmt: skip


def read(tmp_path: Path, document: Any) -> Found:
    (found,) = bigcode.read(file(tmp_path, document))
    return found


def file(tmp_path: Path, document: Any) -> File:
    folder = tmp_path / "my-model"
    folder.mkdir(exist_ok=True)
    path = folder / "evaluation_results.json"
    path.write_text(json.dumps(document))
    return File(path)


def test_every_task_has_its_metrics_as_fractions(tmp_path: Path) -> None:
    found = read(tmp_path, DOCUMENT)
    one = of(found, "humaneval", "pass@10")
    assert (one.value, one.unit, one.n_repeats, one.n_items) == (0.5, "fraction", 50, None)
    assert one.locator == "humaneval['pass@10']"
    assert of(found, "multiple-cpp", "pass@1").value == 0.125
    assert of(found, "levels", "Easy_pass@1").unit == "fraction"


def test_the_pass_at_k_of_apps_lies_deeper(tmp_path: Path) -> None:
    found = read(tmp_path, DOCUMENT)
    one = of(found, "apps-interview", "pass@1")
    assert (one.value, one.locator) == (0.2, "apps-interview['pass_at_k']['pass@1']")
    missing = of(found, "apps-interview", "strict_accuracy")
    assert (missing.value, missing.missing) == (None, "N/A")


def test_what_is_no_fraction_by_its_name_is_a_score(tmp_path: Path) -> None:
    found = read(tmp_path, DOCUMENT)
    assert of(found, "levels", "bleu").unit == "score"
    count = of(found, "levels", "num_failed_execution")
    assert (count.value, count.unit, count.higher_is_better) == (12, "score", None)


def test_nested_counts_and_what_is_no_fraction_are_noted_and_left_out(tmp_path: Path) -> None:
    found = read(tmp_path, DOCUMENT | {"humaneval": {"pass@1": 19.3, "pass@2": True}})
    assert found.notes == [
        "humaneval['pass@1'] is 19.3: not a fraction, left out",
        "humaneval['pass@2'] is True: not a number, left out",
        "levels['counts'] is an object: not a number, left out",
    ]


def test_the_run_has_what_the_config_states_and_no_secret(tmp_path: Path) -> None:
    found = read(tmp_path, DOCUMENT)
    run = found.run
    assert (run.tool, run.model, run.seed, run.date) == (
        "bigcode-evaluation-harness", "org/code-3b", 7, None
    )  # fmt: skip
    assert run.hints[0] == "revision=step3000"
    assert run.settings == {
        "revision": "step3000", "temperature": "0.2", "n_samples": "50", "seed": "7", "precision": "bf16",
        "modeltype": "causal",
    }  # fmt: skip
    assert found.dropped == 1


def test_an_adapter_is_the_model_and_its_base_a_setting(tmp_path: Path) -> None:
    config = DOCUMENT["config"] | {"peft_model": "org/lora"}
    run = read(tmp_path, DOCUMENT | {"config": config}).run
    assert (run.model, run.settings["model"]) == ("org/lora", "org/code-3b")
    assert list(run.hints[1:3]) == ["org/lora", "org/code-3b"]


def test_without_a_model_the_folder_names_it(tmp_path: Path) -> None:
    run = read(tmp_path, DOCUMENT | {"config": {"model": None, "n_samples": 1}}).run
    assert run.model == "my-model"
