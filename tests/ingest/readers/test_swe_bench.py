"""Reports of SWE-bench: of a run, of its instances and of submissions, and what can be wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, NameOf
from reasonboard.ingest.readers.swe_bench import reader as swe_bench
from tests.ingest.readers.found import kept_run, model_of, only, put

NAME = "acme__coder-7b.run_1.json"
IDS = [f"django__django-{number}" for number in range(1, 7)]
REPORT: dict[str, Any] = {
    "total_instances": 500, "submitted_instances": 5, "completed_instances": 3, "resolved_instances": 2,
    "unresolved_instances": 1, "empty_patch_instances": 1, "error_instances": 1,
    "completed_ids": IDS[:3], "incomplete_ids": IDS[5:], "empty_patch_ids": [IDS[3]], "submitted_ids": IDS[:5],
    "resolved_ids": IDS[:2], "unresolved_ids": [IDS[2]], "error_ids": [IDS[4]],
    "unstopped_containers": [], "unremoved_images": [], "schema_version": 2,
}  # fmt: skip
INSTANCE: dict[str, Any] = {
    IDS[0]: {
        "patch_is_None": False, "patch_exists": True, "patch_successfully_applied": True, "resolved": True,
        "tests_status": {"FAIL_TO_PASS": {"success": ["test_a"], "failure": []}},
    }
}  # fmt: skip


def report(tmp_path: Path, document: Any = REPORT) -> File:
    return put(tmp_path / NAME, document)


def scores(found: Found) -> dict[str, float | None]:
    return {sample.item: sample.score for sample in found.samples}


def test_what_has_no_patch_or_an_error_is_not_resolved_and_what_was_not_submitted_is_no_answer(
    tmp_path: Path,
) -> None:
    found = only(swe_bench, report(tmp_path))
    samples = list(found.samples)
    assert {sample.item: sample.score for sample in samples} == dict(
        zip(IDS[:5], (1, 1, 0, 0, 0), strict=True)
    )
    assert {sample.benchmark for sample in samples} == {"SWE-bench Verified"}
    assert [sample.finish for sample in samples] == [None, None, None, "empty patch", "error"]
    assert (found.run.model, found.run.repeat) == ("acme/coder-7b", "run_1")
    assert any("1 of 6 instances were not submitted" in note for note in found.notes)
    assert any(
        "2 of 5 instances have no patch or ended with an error" in note for note in found.notes
    )


@pytest.mark.parametrize(
    ("name", "model", "run"),
    [
        ("gpt-4.1.json", "gpt-4.1", None),
        ("gpt-4.1.verified.json", "gpt-4.1", "verified"),
        ("claude-3.5-sonnet.20250101_run.json", "claude-3.5-sonnet", "20250101_run"),
        ("gpt-4.20250101.json", "gpt-4", "20250101"),
        ("acme__coder.a.json", "acme/coder", "a"),
        ("swe-bench_lite__test__my_coder.json", "my_coder", None),
    ],
)
def test_the_name_says_model_and_run(
    tmp_path: Path, name: str, model: str, run: str | None
) -> None:
    found = only(swe_bench, put(tmp_path / name, REPORT))
    assert (found.run.model, found.run.repeat) == (model, run)


@pytest.mark.parametrize("name", ["report.json", "output.report.json", "results.swebench.json"])
def test_a_report_whose_name_says_no_model_is_called_as_its_folder(
    tmp_path: Path, name: str
) -> None:
    file = put(tmp_path / "my-coder-7b" / name, REPORT)
    assert model_of(only(swe_bench, file), file) == "my-coder-7b"


@pytest.mark.parametrize(
    ("total", "items", "name", "benchmark"),
    [
        (300, ["django__django-1"], NAME, "SWE-bench Lite"),
        (300, ["apache__druid-1"], NAME, "SWE-bench Multilingual"),
        (2294, ["django__django-1"], NAME, "SWE-bench"),
        (20, ["django__django-1"], NAME, "SWE-bench"),
        (20, ["django__django-1"], "acme__coder.verified_a.json", "SWE-bench Verified"),
        (50, ["django__django-1"], "verified_mini/a.b.json", "SWE-bench Verified Mini"),
        (9, ["django__django-1"], "swe-bench_pro/a.b.json", "SWE-bench Pro"),
        (9, ["acme/app:pr-1"], "final_report.json", "Multi-SWE-bench"),
    ],
)
def test_the_data_set_follows_from_its_size_or_a_word(
    tmp_path: Path, total: int, items: list[str], name: str, benchmark: str
) -> None:
    document = {"total_instances": total, "resolved_instances": len(items), "resolved_ids": items}
    found = only(swe_bench, put(tmp_path / name, document))
    assert {sample.benchmark for sample in found.samples} == {benchmark}


def test_a_data_set_that_nothing_tells_is_said(tmp_path: Path) -> None:
    document = {"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a__b-1"]}
    assert any(
        "data set is unknown" in note for note in only(swe_bench, report(tmp_path, document)).notes
    )
    assert not any(
        "data set is unknown" in note for note in only(swe_bench, report(tmp_path)).notes
    )


def logs(tmp_path: Path, item: str = IDS[0], *, resolved: bool = True) -> File:
    folder = tmp_path / "logs/run_evaluation/run_1/acme__coder-7b" / item
    return put(folder / "report.json", {item: INSTANCE[IDS[0]] | {"resolved": resolved}})


def test_the_reports_of_instances_are_one_run(tmp_path: Path) -> None:
    files = [logs(tmp_path, item, resolved=item == IDS[0]) for item in IDS[:3]]
    every = [only(swe_bench, file) for file in files]
    assert len({repr(found.run) for found in every}) == 1
    assert (every[0].run.model, every[0].run.repeat) == ("acme/coder-7b", "run_1")
    assert [scores(found) for found in every] == [{IDS[0]: 1}, {IDS[1]: 0}, {IDS[2]: 0}]


def test_the_report_of_an_instance_is_read_with_that_of_its_run(tmp_path: Path) -> None:
    report(tmp_path)
    with pytest.raises(ReadWith, match=r"acme__coder-7b\.run_1\.json"):
        list(swe_bench.read(logs(tmp_path)))


def test_a_submission_that_names_the_resolved_ones_has_the_share_of_its_data_set(
    tmp_path: Path,
) -> None:
    document = {"no_generation": [IDS[3]], "no_logs": [], "resolved": IDS[:2]}
    folder = tmp_path / "evaluation/lite/20250101_coder/results"
    found = only(swe_bench, put(folder / "results.json", document))
    (share,) = found.measurements
    assert (share.benchmark, share.value, share.n_items) == ("SWE-bench Lite", 2 / 300, 300)
    assert (found.run.model, found.run.name_of, found.run.date) == (
        "coder",
        NameOf.RUN,
        "2025-01-01",
    )
    assert not list(found.samples)
    with pytest.raises(Skip, match="not all that were tried"):
        list(swe_bench.read(put(tmp_path / "results.json", document)))


def test_a_submission_with_all_that_were_tried_has_answers(tmp_path: Path) -> None:
    document = {"no_generation": [IDS[3]], "generated": IDS[:3], "resolved": IDS[:1]}
    found = only(swe_bench, put(tmp_path / "results.json", document))
    assert scores(found) == {IDS[0]: 1, IDS[1]: 0, IDS[2]: 0, IDS[3]: 0}


def test_a_submission_by_instance_has_costs_and_its_metadata_names_model_and_agent(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "evaluation/bash-only/20260217_mini_coder"
    details = {
        f"django__django-{at}": {"cost": 0.5, "api_calls": 3, "resolved": at < 100}
        for at in range(500)
    }
    tags = "tags:\n  model:\n  - acme/coder-7b\n  system:\n    attempts: 1\n"
    metadata = put(folder / "metadata.yaml", f"info:\n  name: mini + coder\n{tags}")
    found = only(swe_bench, put(folder / "per_instance_details.json", details))
    samples = list(found.samples)
    assert {each.benchmark for each in samples} == {"SWE-bench Verified"}
    assert sum(each.score or 0 for each in samples if each.metric == "resolved") == 100
    assert {each.score for each in samples if each.metric == "cost"} == {0.5}
    assert (found.run.model, found.run.date) == ("acme/coder-7b", "2026-02-17")
    assert kept_run(found).settings == {"agent": "mini + coder", "attempts": "1"}
    assert swe_bench.recognizes(metadata)
    with pytest.raises(ReadWith, match="the results of its submission"):
        list(swe_bench.read(metadata))
