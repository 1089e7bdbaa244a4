"""BigCode's metrics, and what can be wrong with them."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import bigcode
from reasonboard.ingest.records import Found, Measurement
from tests.ingest.readers.mutants import parts

FILES = Path(__file__).resolve().parents[4] / "shared" / "formats" / "bigcode"
needs_files = pytest.mark.skipif(not FILES.is_dir(), reason="../shared/formats is not here")

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
OTHERS: tuple[Any, ...] = (None, 5, "x", [], {}, True, 1e999, "\x00")


def read(tmp_path: Path, document: Any) -> Found:
    (found,) = bigcode.read(file(tmp_path, document))
    return found


def file(tmp_path: Path, document: Any) -> File:
    folder = tmp_path / "my-model"
    folder.mkdir(exist_ok=True)
    path = folder / "evaluation_results.json"
    path.write_text(json.dumps(document))
    return File(path)


def of(found: Found, benchmark: str, metric: str) -> Measurement:
    (one,) = [m for m in found.measurements if (m.benchmark, m.metric) == (benchmark, metric)]
    return one


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


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"config": []}, r"config is a list \(expected an object\)"),
        ({"humaneval": 5}, r"\['humaneval'\] is 5 \(expected an object\)"),
        ({"": {"pass@1": 0.1}}, "a task is named ''"),
        ({"t" * 513: {"pass@1": 0.1}}, "expected 1 to 512 characters"),
        ({"t": {"": 0.1}}, "a metric is named ''"),
        ({"config": {"model": "a\x00b"}}, "the model is named"),
    ],
)
def test_what_has_another_shape_is_refused(
    tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(IngestError, match=complaint):
        read(tmp_path, DOCUMENT | change)


@pytest.mark.parametrize(
    "alien",
    [
        {"config": {"model": "m"}, "results": {"gsm8k": {"acc": 0.1}}, "versions": {}},
        {"config": {"model": "m"}, "results": {"gsm8k": {"acc": 0.1}}},
        {"config": {"model": "m", "n_samples": 1}},
        {"config": {"model": "m", "n_samples": 1}, "date": "today"},
        {"config": {"lr": 1}, "humaneval": {"pass@1": 0.1}},
        {"config": "c", "humaneval": {"pass@1": 0.1}},
        {"humaneval": {"pass@1": 0.1}},
        [["def f(): ..."]],
    ],
)
def test_other_files_are_not_claimed(tmp_path: Path, alien: Any) -> None:
    assert not bigcode.recognises(file(tmp_path, alien))
    assert bigcode.recognises(file(tmp_path, DOCUMENT))


def test_a_task_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evaluation_results.json"
    path.write_text('{"t": {"pass@1": 0.1}, "t": {"pass@1": 0.2}, "config": {"model": "m"}}')
    with pytest.raises(IngestError, match="'t' stands twice"):
        list(bigcode.read(File(path)))


def test_a_document_with_any_part_replaced_is_read_or_refused(tmp_path: Path) -> None:
    tried = 0
    for document in parts(DOCUMENT, OTHERS):
        tried += 1
        with suppress(IngestError, Skip):
            found = read(tmp_path, document)
            assert found.run.model
            assert all(
                one.unit != "fraction" or one.value is None or 0 <= one.value <= 1
                for one in found.measurements
            )
    assert tried > 150


@needs_files
def test_a_real_file_gives_the_numbers_that_it_states() -> None:
    (path,) = FILES.glob("*.json")
    assert bigcode.recognises(File(path))
    (found,) = bigcode.read(File(path))
    assert found.run.model == "bigcode/starcoder2-3b"
    assert found.run.settings == {"temperature": "0.2", "n_samples": "50"}
    assert [(one.benchmark, one.metric, one.value, one.n_repeats) for one in found.measurements] == [
        ("humaneval", "pass@1", 0.1925609756097561, 50),
        ("humaneval", "pass@10", 0.33567450318498165, 50),
    ]  # fmt: skip
