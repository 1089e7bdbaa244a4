"""Results in the form of the Hugging Face Hub: their runs, their units, and what can be wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.readers import hub_results
from tests.ingest.readers.found import kept_of, put
from tests.ingest.readers.mutants import read_or_refused

ONE = "- dataset:\n    id: openai/gsm8k\n    task_id: gsm8k\n  value: 41.5\n"
BROKEN: list[Any] = [
    (f"{ONE}  value: 42\n", r"yaml:5:3: the key 'value' appears twice"),
    (ONE.replace("gsm8k\n  value", "&a gsm8k\n  value"), r"yaml:3:14: an anchor or alias \(expected YAML of lists"),
    (f"{ONE}  notes: *a\n", r"yaml:5:10: an anchor or alias"),
    (f"{ONE}  notes: !!python/object:os.system x\n", r"yaml:5:10: a tag"),
    (f'{ONE}  notes: "open\n', r"yaml:6:1: found unexpected end of stream"),
    (f"{ONE} odd: 1\n", r"yaml:5:2: expected <block end>"),
    (f"{ONE}\tnotes: x\n", r"yaml:5:1: found character '.t' that cannot start"),
    (f"{ONE}---\n{ONE}", r"yaml:5:1: but found another document"),
    (ONE.replace("    id: openai/gsm8k\n", "    id:\n"), r"\[0\]\.dataset\.id is None"),
    (ONE.replace("- dataset:\n", "- dataset:\n    - 1\n  other:\n"), r"\[0\]\.dataset is a list"),
    ("a:\n" + ONE.replace("- ", "  "), r"the document is an object \(expected a list\)"),
    (ONE + "- " * 200 + "x\n", "nested too deeply"),
    (ONE + "# " + "x" * 2**20, "bytes .expected at most 1048576 of YAML"),
]  # fmt: skip
ALIENS: list[Any] = [
    "model: a\nseed: 1\n",
    "- name: x\n  value: 1\n",
    "dataset:\n  id: x\n",
    "",
    "{",
    "- dataset: x\n",
]


def written(folder: Path, text: str = ONE, repository: str = "m-7b") -> File:
    return put(folder / repository / ".eval_results" / "gsm8k.yaml", text)


def read(file: File) -> list[Found]:
    assert hub_results.recognizes(file)
    return list(hub_results.read(file))


def test_without_a_unit_a_value_is_a_score_and_that_is_said(tmp_path: Path) -> None:
    (found,) = read(written(tmp_path))
    (one,) = found.measurements
    assert (found.run.place[0], one.benchmark, one.value, one.unit) == (
        "m-7b",
        "gsm8k",
        41.5,
        "score",
    )
    assert "kept as scores, unless unit" in found.notes[0]


def test_a_description_beside_it_gives_unit_metric_and_model(tmp_path: Path) -> None:
    file = written(tmp_path)
    text = 'unit = "percent"\n[constants]\nmodel = "lab/m-7b"\nmetric = "accuracy"\n'
    put(file.path.with_suffix(".toml"), text)
    (found,) = read(file)
    (one,) = found.measurements
    assert (found.run.model, one.metric, one.unit, found.notes) == (
        "lab/m-7b", "accuracy", "percent", [],
    )  # fmt: skip


def test_the_folder_of_a_download_cache_names_organisation_and_model(tmp_path: Path) -> None:
    folder = f"models--lab--m-7b/snapshots/{'a' * 40}"
    (found,) = read(written(tmp_path, repository=folder))
    assert found.run.model == "lab/m-7b"


def test_two_results_of_a_task_are_told_apart_by_their_notes(tmp_path: Path) -> None:
    first, second = read(written(tmp_path, f"{ONE}  notes: no tools\n{ONE}  notes: with tools\n"))
    assert [one.run.settings["notes"] for one in (first, second)] == ["no tools", "with tools"]


def test_a_result_that_stands_twice_counts_once_and_that_is_said(tmp_path: Path) -> None:
    (found,) = read(written(tmp_path, ONE + ONE.replace("41.5", "42.5")))
    assert [measurement.value for measurement in found.measurements] == [41.5]
    assert found.notes[0] == "[1]: gsm8k for the second time, left out"


def test_a_task_without_a_name_of_its_own_is_called_after_its_dataset(tmp_path: Path) -> None:
    (found,) = read(written(tmp_path, ONE.replace("task_id: gsm8k", "task_id: default")))
    assert found.measurements[0].benchmark == "gsm8k"


def test_no_token_address_or_secret_is_kept(tmp_path: Path) -> None:
    text = f"{ONE}  verifyToken: abc\n  source:\n    url: https://x.org\n    name: sk-abcdefghijklmnop\n"
    (found,) = read(written(tmp_path, text))
    assert (kept_of(found).values, kept_of(found).secrets) == ({}, ("source",))


def test_the_hidden_folder_of_results_is_found_in_a_repository(tmp_path: Path) -> None:
    file = written(tmp_path)
    put(tmp_path / "m-7b" / ".git" / "config", "x")
    assert [one.path for one in gather([str(tmp_path)])] == [file.path]


@pytest.mark.parametrize("value", ["41.5 %", "about 40", "[]", "true"])
def test_what_is_no_number_is_left_out_and_said(tmp_path: Path, value: str) -> None:
    (found,) = read(written(tmp_path, ONE.replace("41.5", value)))
    assert found.measurements == []
    assert "not a number, left out" in found.notes[0]


@pytest.mark.parametrize(("value", "missing"), [(".nan", "NaN"), ("n/a", "N/A"), ("~", "N/A")])
def test_what_is_missing_is_not_0(tmp_path: Path, value: str, missing: str) -> None:
    (found,) = read(written(tmp_path, ONE.replace("41.5", value)))
    assert [(measurement.value, measurement.missing) for measurement in found.measurements] == [
        (None, missing)
    ]


def test_a_document_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    text = f"{ONE}  source:\n    name: 'a b'\n  notes: |\n    one\n    two\n"
    outcomes: list[Any] = []
    for place in range(1, len(text)):
        for changed in (
            text[:place],
            *(text[:place] + one + text[place + 1 :] for one in ":-\t'{\n"),
        ):
            outcomes.append(read_or_refused(hub_results.read, written(tmp_path, changed)))
    assert 100 < sum(outcomes) < len(outcomes)
