"""The harness's answers: which belong to which results, and what can be wrong with them."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Sample
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from tests.ingest.readers.found import kept_of

DATE = "2026-01-21T03-44-18.458309"
RESULTS: dict[str, Any] = {
    "results": {"gsm8k": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0}},
    "configs": {"gsm8k": {}},
    "model_name": "org/m-7b",
}
ROWS: list[dict[str, Any]] = [
    {"doc_id": 0, "doc": {}, "target": "3", "resps": [["3"]], "filtered_resps": ["3"], "filter": "strict-match",
     "metrics": ["exact_match"], "exact_match": 1.0},
    {"doc_id": 1, "doc": {}, "target": "4", "resps": [["x"]], "filtered_resps": ["x"], "filter": "strict-match",
     "metrics": ["exact_match"], "exact_match": 0.0},
    {"doc_id": 1, "doc": {}, "target": "4", "resps": [["x"]], "filtered_resps": ["4"], "filter": "flexible-extract",
     "metrics": ["exact_match"], "exact_match": True},
]  # fmt: skip


def results(folder: Path, name: str = f"results_{DATE}.json", **other: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(RESULTS | other))
    return path


def answers(
    folder: Path, rows: list[Any] = ROWS, name: str = f"samples_gsm8k_{DATE}.jsonl"
) -> Path:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def read(path: Path) -> tuple[Found, list[Sample]]:
    file = File(path)
    assert lm_eval.recognizes(file)
    (found,) = lm_eval.read(file)
    return found, list(found.samples)


def test_each_document_and_filter_is_a_sample_of_the_results_beside_it(tmp_path: Path) -> None:
    answers(tmp_path)
    found, samples = read(results(tmp_path))
    assert found.run.model == "org/m-7b"
    assert samples == [
        Sample("gsm8k", "0", 0, 1.0, "exact_match", "strict-match"),
        Sample("gsm8k", "1", 0, 0.0, "exact_match", "strict-match"),
        Sample("gsm8k", "1", 0, 1.0, "exact_match", "flexible-extract"),
    ]


@pytest.mark.parametrize(
    ("stated", "problem"),
    [("0f" * 32, 0x0F0F0F0F0F0F0F0), ("F" * 64, None), ("0f", None), (7, None), (None, None), (["a"], None)],
)  # fmt: skip
def test_the_digest_of_a_document_tells_problems_of_one_id_apart(
    tmp_path: Path, stated: object, problem: int | None
) -> None:
    answers(tmp_path, [row | {"doc_hash": stated} for row in ROWS])
    _, samples = read(results(tmp_path))
    assert {sample.problem for sample in samples} == {problem}


def test_the_filter_none_is_no_filter(tmp_path: Path) -> None:
    answers(tmp_path, [ROWS[0] | {"filter": "none"}])
    _, (sample,) = read(results(tmp_path))
    assert sample.filter is None


def test_answers_of_another_date_belong_to_other_results(tmp_path: Path) -> None:
    answers(tmp_path, name="samples_gsm8k_2026-01-22T00-00-00.000001.jsonl")
    found, samples = read(results(tmp_path))
    assert (samples, found.notes) == ([], [])


def test_results_with_a_name_of_their_own_find_their_answers(tmp_path: Path) -> None:
    answers(tmp_path)
    _, samples = read(results(tmp_path, f"pythia_{DATE}.json"))
    assert len(samples) == 3


def test_the_name_of_a_file_has_other_signs_than_the_task(tmp_path: Path) -> None:
    answers(tmp_path, name=f"samples_org__set_a_b_{DATE}.jsonl")
    _, samples = read(results(tmp_path, results={"org__set:a-b": {}, "set_a_b": {}}))
    assert {sample.benchmark for sample in samples} == {"org__set:a-b"}


def test_answers_to_a_task_that_the_results_have_not_are_noted(tmp_path: Path) -> None:
    answers(tmp_path, name=f"samples_arc_{DATE}.jsonl")
    found, samples = read(results(tmp_path))
    assert samples == []
    assert found.notes == [f"samples_arc_{DATE}.jsonl: of no task of the results, left out"]


def test_files_of_before_dates_are_matched_by_the_end_of_their_names(tmp_path: Path) -> None:
    old = {key: value for key, value in ROWS[0].items() if key not in ("filter", "metrics")}
    answers(tmp_path, [old], "pretrained=org__m-7b_gsm8k_cot.jsonl")
    answers(tmp_path, [old], f"samples_gsm8k_{DATE}.jsonl")
    found, samples = read(
        results(tmp_path, "results.json", results={"gsm8k": {}, "gsm8k_cot": {}, "cot": {}})
    )
    assert found.notes == []
    assert samples == [Sample("gsm8k_cot", "0", 0, 1.0, "exact_match")]


def test_answers_are_read_with_their_results(tmp_path: Path) -> None:
    path = answers(tmp_path)
    results(tmp_path)
    with pytest.raises(Skip, match=rf"read with .*results_{DATE}\.json"):
        list(lm_eval.read(File(path)))


def test_answers_alone_are_a_run_of_the_model_that_their_folder_is_called_after(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "org__m-7b"
    folder.mkdir()
    path = answers(folder)
    (folder / f"other_{DATE}.json").write_text('{"no": "results"}')
    found, samples = read(path)
    assert (found.run.model, found.run.date) == ("org/m-7b", "2026-01-21T03:44:18")
    assert [(sample.benchmark, sample.item, sample.score, sample.filter) for sample in samples] == [
        ("gsm8k", "0", 1.0, "strict-match"),
        ("gsm8k", "1", 0.0, "strict-match"),
        ("gsm8k", "1", 1.0, "flexible-extract"),
    ]


def test_answers_alone_without_a_score_or_a_task_say_what_is_missing(tmp_path: Path) -> None:
    path = answers(tmp_path, [ROWS[0] | {"metrics": ["acc"], "acc": 61.5}])
    with pytest.raises(Skip, match=r"without their results file, none with a score; .*acc is not"):
        list(lm_eval.read(File(path)))
    undated = answers(tmp_path, name="my_answers_of_today.jsonl")
    with pytest.raises(Skip, match=r"without their results\.json, which names their tasks"):
        list(lm_eval.read(File(undated)))


@pytest.mark.parametrize(
    ("name", "model", "task", "settings"),
    [
        ("pretrained=org__m-7b_gsm8k.jsonl", "org/m-7b", "gsm8k", {}),
        (
            "pretrained=org__my_m_7b,dtype=float_arc_challenge.jsonl",
            "org/my_m_7b",
            "arc_challenge",
            {"dtype": "float"},
        ),
        ("pretrained=org__m-7b_owntask.jsonl", "org/m-7b", "owntask", {}),
        ("llama_3_8b_gsm8k_cot.jsonl", "llama_3_8b", "gsm8k_cot", {}),
        (f"org__m-7b_mmlu_pro_{DATE}.jsonl", "org/m-7b", "mmlu_pro", {}),
        ("org__m-7b/samples_gsm8k.jsonl", "org/m-7b", "gsm8k", {}),
    ],
)
def test_answers_alone_whose_name_has_model_and_task_are_a_run(
    tmp_path: Path, name: str, model: str, task: str, settings: dict[str, str]
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    found, samples = read(answers(tmp_path, name=name))
    assert (found.run.model, {sample.benchmark for sample in samples}) == (model, {task})
    assert found.run.settings == settings


def test_a_score_in_any_unit_is_kept_and_metrics_of_the_corpus_are_counted(tmp_path: Path) -> None:
    row = ROWS[0] | {"metrics": ["exact_match", "f1", "eqbench", "acc"], "f1": [["a"], ["b"]],
                     "eqbench": 61.5, "acc": 7}  # fmt: skip
    answers(tmp_path, [row, row])
    found, samples = read(results(tmp_path))
    assert [(sample.metric, sample.score, sample.unit) for sample in samples] == [
        ("exact_match", 1.0, "fraction"), ("eqbench", 61.5, "score"),
    ] * 2  # fmt: skip
    name = f"samples_gsm8k_{DATE}.jsonl"
    assert found.notes == [
        f"{name}: f1 is a part of a metric of the whole corpus in 2 rows, left out there",
        f"{name}: acc is not a fraction in 2 rows, left out there",
    ]


@pytest.mark.parametrize("value", [999, -1, 999.0])
def test_the_placeholder_of_a_task_without_a_metric_is_no_score(
    tmp_path: Path, value: float
) -> None:
    answers(tmp_path, [ROWS[0] | {"metrics": ["bypass", "exact_match"], "bypass": value}])
    stated = {"bypass,none": value, "bypass_stderr,none": "N/A", "exact_match,strict-match": 0.5}
    found, samples = read(results(tmp_path, results={"gsm8k": stated}))
    assert {one.metric for one in samples} == {"exact_match"}
    assert [one.metric for one in found.measurements] == ["exact_match"]
    assert found.notes == [
        "results.gsm8k['bypass,none'] is a placeholder, no score: left out",
        f"samples_gsm8k_{DATE}.jsonl: bypass is a placeholder, no score in 1 row, left out there",
    ]


def test_a_score_that_is_not_a_number_is_no_zero(tmp_path: Path) -> None:
    answers(tmp_path, [ROWS[0] | {"exact_match": float("nan")}])
    _, (sample,) = read(results(tmp_path))
    assert sample.score is None


def test_rows_that_are_cut_or_no_rows_are_refused_with_their_line(tmp_path: Path) -> None:
    path = answers(tmp_path)
    whole = path.read_text()
    path.write_text(whole[:-20])
    with pytest.raises(IngestError, match=r"jsonl:3:\d+: .*expected JSON"):
        read(results(tmp_path))
    path.write_text(f"{whole}[1]\n")
    with pytest.raises(IngestError, match=r"jsonl:4: list \(expected an object\)"):
        read(results(tmp_path))
    path.write_text(f'{whole}{{"doc": 1}}\n')
    with pytest.raises(IngestError, match=r"line 4: doc_id is None"):
        read(results(tmp_path))


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = answers(tmp_path)
    path.write_text(path.read_text() + '{"doc_id": 1, "doc_id": 2}\n')
    with pytest.raises(IngestError, match="'doc_id' appears twice"):
        read(results(tmp_path))


def files_of(folder: Path) -> Iterator[File]:
    yield from (File(path) for path in sorted(folder.iterdir()))


def test_a_folder_of_both_gives_each_answer_once(tmp_path: Path) -> None:
    answers(tmp_path)
    results(tmp_path)
    given = []
    for file in files_of(tmp_path):
        with suppress(Skip):
            given += [sample for found in lm_eval.read(file) for sample in found.samples]
    assert len(given) == 3


def test_shots_limits_and_digests_of_single_tasks_are_settings_of_the_run(tmp_path: Path) -> None:
    document = {
        "results": {
            "gsm8k": {"acc,none": 0.5},
            "arc": {"acc,none": 0.5},
            "both": {"acc,none": 0.5},
        },
        "group_subtasks": {"both": ["gsm8k", "arc"], "gsm8k": [], "arc": []},
        "configs": {
            "gsm8k": {
                "generation_kwargs": {"max_gen_toks": 512, "until": ["Q:"], "temperature": 0.0}
            },
            "arc": {"generation_kwargs": {"temperature": 0.0}},
        },
        "n-shot": {"gsm8k": 5, "arc": 25, "both": 0},
        "versions": {"gsm8k": 3.0, "arc": 3.0, "both": "N/A"},
        "task_hashes": {"gsm8k": "0f" * 32},
        "chat_template_sha": "1e" * 32,
        "system_instruction_sha": None,
        "model_name": "org/m-7b",
    }
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    (found,) = lm_eval.read(File(path))
    assert kept_of(found).values == {
        "num_fewshot[gsm8k]": "5",
        "num_fewshot[arc]": "25",
        "temperature": "0.0",
        "max_gen_toks[gsm8k]": "512",
        "until[gsm8k]": '["Q:"]',
        "task_version": "3.0",
        "prompts_digest[gsm8k]": "0f" * 32,
        "apply_chat_template": "True",
        "chat_template_digest": "1e" * 32,
    }
