"""Tables and results of OpenCompass, and what can be wrong with them."""

import copy
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.opencompass import reader as opencompass
from tests.ingest.readers.found import of

STAMP = "20250131_120000"

RESULTS: dict[str, Any] = {
    "accuracy": 50.0,
    "bp": 0.9,
    "details": [
        {"example_abbr": "gsm8k_0", "pred": ["1"], "answer": ["1"], "correct": [True]},
        {"example_abbr": "gsm8k_1", "pred": ["2"], "answer": ["1"], "correct": [False]},
    ],
}
REPLICAS: dict[str, Any] = {
    "accuracy (2 runs average)": 75.0,
    "aime/G-Pass@2_0.5": 60.0,
    "G-Pass@2_0.5": 60.0,
    "details": [
        {"example_abbr": "aime_0", "correct": [True, False]},
        {"example_abbr": "aime_1", "correct": [True, True]},
    ],
}
SUMMARY = """dataset,version,metric,mode,m-7b,m-70b
--------- Exam ---------,-,-,-,-,-
mmlu,-,naive_average,gen,53.49,60.00
gsm8k,1d7fe4,accuracy,gen,45.41,-
lcsts,0b3969,rouge1,gen,12.75,13.00
ARC-c,ca1e8e,accuracy,ppl,74.92,nan
"""


def predictions(count: int = 2, **more: Any) -> dict[str, Any]:
    return {
        str(n): {"origin_prompt": "?", "prediction": "!", "gold": "1"} | more for n in range(count)
    }


def put(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def results(tmp_path: Path, document: Any, answers: Any = None) -> File:
    """A results file where OpenCompass puts it, its predictions beside it."""
    folder = tmp_path / STAMP
    if answers is not None:
        put(folder / "predictions" / "m-7b" / "gsm8k.json", answers)
    return File(put(folder / "results" / "m-7b" / "gsm8k.json", document))


def read(tmp_path: Path, document: Any, answers: Any = None) -> Found:
    (found,) = opencompass.read(results(tmp_path, document, answers))
    return found


def table(tmp_path: Path, content: str) -> list[Found]:
    file = File(put(tmp_path / STAMP / "summary" / "summary_1.csv", content))
    assert opencompass.recognizes(file)
    return list(opencompass.read(file))


def test_model_and_date_are_those_of_the_folders(tmp_path: Path) -> None:
    run = read(tmp_path, RESULTS).run
    assert (run.tool, run.model, run.date) == ("OpenCompass", "m-7b", "2025-01-31T12:00:00")
    (summary, _) = table(tmp_path / "other", SUMMARY)
    assert (summary.run.model, summary.run.date) == (run.model, run.date)


@pytest.mark.parametrize(
    ("metric", "unit"),
    [
        ("accuracy", "percent"), ("score", "percent"), ("exact_match", "percent"), ("pass@1", "percent"),
        ("humaneval_pass@1", "percent"), ("G-Pass@16_0.5", "percent"), ("mG-Pass@16", "percent"),
        ("bleu", "score"), ("rouge1", "score"), ("sys_len", "score"), ("correct_bpb", "score"),
    ],
)  # fmt: skip
def test_the_unit_follows_from_the_metric_alone(tmp_path: Path, metric: str, unit: str) -> None:
    for value in (0.8, 80.0):
        assert read(tmp_path, {metric: value}).measurements[0].unit == unit


def test_a_results_file_has_its_accuracy_in_percent(tmp_path: Path) -> None:
    assert opencompass.recognizes(results(tmp_path, RESULTS))
    found = read(tmp_path, RESULTS)
    acc = of(found, "gsm8k", "accuracy")
    assert (acc.value, acc.unit, acc.n_items, acc.locator) == (50.0, "percent", 2, "['accuracy']")
    assert of(found, "gsm8k", "bp").unit == "score"


def test_the_average_of_replicas_is_the_plain_metric(tmp_path: Path) -> None:
    found = read(tmp_path, REPLICAS)
    acc = of(found, "gsm8k", "accuracy")
    assert (acc.value, acc.n_repeats, acc.n_items) == (75.0, 2, 2)
    assert acc.locator == "['accuracy (2 runs average)']"
    part = of(found, "gsm8k:aime", "G-Pass@2_0.5")
    assert (part.value, part.n_items, part.locator) == (60.0, None, "['aime/G-Pass@2_0.5']")
    assert of(found, "gsm8k", "G-Pass@2_0.5").value == 60.0


PPL: dict[str, Any] = {
    "accuracy": 50.0, "type": "PPL",
    "details": {"0": {"predictions": "A", "references": "A", "correct": True},
                "1": {"predictions": "A", "references": "B", "correct": False}},
}  # fmt: skip
UNSCORED = {"score": 50.0, "details": {"type": "GEN", "0": {"predictions": "1", "references": "1"}}}
LENGTHS = {str(n): one | {"res_length": 10 + n} for n, one in enumerate(predictions(4).values())}


@pytest.mark.parametrize(
    ("document", "beside", "expected"),
    [
        (RESULTS, None, [("gsm8k_0", 0, 1.0, "accuracy", None, None), ("gsm8k_1", 0, 0.0, "accuracy", None, None)]),
        # Replicas are repeats; their predictions come one replica after the other.
        (REPLICAS, LENGTHS, [
            ("aime_0", 0, 1.0, "accuracy", "gen", 10), ("aime_0", 1, 0.0, "accuracy", "gen", 12),
            ("aime_1", 0, 1.0, "accuracy", "gen", 11), ("aime_1", 1, 1.0, "accuracy", "gen", 13),
        ]),
        (PPL, None, [("0", 0, 1.0, "accuracy", "ppl", None), ("1", 0, 0.0, "accuracy", "ppl", None)]),
        (UNSCORED, None, [("0", 0, None, "score", "gen", None)]),
        ({"accuracy": 50.0}, predictions(2, res_length=12, all_input_length=30),
         [("0", 0, None, "accuracy", "gen", 12), ("1", 0, None, "accuracy", "gen", 12)]),
    ],
    ids=["a list", "replicas", "an object", "no verdict", "lengths without details"],
)  # fmt: skip
def test_details_and_predictions_are_answers(
    tmp_path: Path, document: Any, beside: Any, expected: list[tuple[Any, ...]]
) -> None:
    samples = list(read(tmp_path, document, beside).samples)
    assert [
        (sample.item, sample.repeat, sample.score, sample.metric, sample.filter, sample.tokens_out)
        for sample in samples
    ] == expected
    assert {sample.tokens_in for sample in samples} == ({30} if len(document) == 1 else {None})


@pytest.mark.parametrize(
    ("answer", "mode"),
    [
        ({"origin_prompt": "?", "prediction": "A"}, "gen"),
        ({"origin_prompt": "?", "prediction": "A", "label: A": {"PPL": 1.5}}, "ppl"),
        ({"label: 0": {"Loglikelihood": -1.5}, "prediction": 0}, "ll"),
    ],
)
def test_the_predictions_say_the_mode(tmp_path: Path, answer: Any, mode: str) -> None:
    found = read(tmp_path, {"accuracy": 50.0}, {"0": answer})
    acc = of(found, "gsm8k", "accuracy")
    assert (acc.filter, acc.n_items) == (mode, 1)
    assert list(found.samples) == []


def test_shards_of_predictions_are_put_together(tmp_path: Path) -> None:
    file = results(tmp_path, RESULTS)
    folder = tmp_path / STAMP / "predictions" / "m-7b"
    for shard in (0, 1):
        path = put(folder / f"gsm8k_{shard}.json", predictions(1, res_length=shard + 5))
        with pytest.raises(Skip, match=r"read with results/m-7b/gsm8k\.json"):
            list(opencompass.read(File(path)))
    (found,) = opencompass.read(file)
    assert [sample.tokens_out for sample in found.samples] == [5, 6]


def test_predictions_are_read_with_their_results(tmp_path: Path) -> None:
    results(tmp_path, RESULTS, predictions())
    file = File(tmp_path / STAMP / "predictions" / "m-7b" / "gsm8k.json")
    assert opencompass.recognizes(file)
    with pytest.raises(Skip, match=r"read with results/m-7b/gsm8k\.json"):
        list(opencompass.read(file))


def test_predictions_of_another_form_are_left_out_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, RESULTS, {"answers": [{"text": "x"}]})
    assert found.measurements
    assert found.notes == [
        "predictions: gsm8k.json has no answers as OpenCompass writes them, left out"
    ]


def test_predictions_without_results_are_skipped(tmp_path: Path) -> None:
    file = File(put(tmp_path / "predictions" / "m" / "gsm8k.json", predictions()))
    assert opencompass.recognizes(file)
    with pytest.raises(Skip, match="without their results"):
        list(opencompass.read(file))


def test_the_answers_of_a_judge_are_no_results(tmp_path: Path) -> None:
    path = put(tmp_path / "results" / "m_judged-by--j" / "bench.json", predictions())
    assert opencompass.recognizes(File(path))
    with pytest.raises(Skip, match="answers of a judge"):
        list(opencompass.read(File(path)))


def test_a_failed_evaluation_is_skipped_with_its_reason(tmp_path: Path) -> None:
    file = results(tmp_path, {"error": "No predictions found."})
    assert opencompass.recognizes(file)
    with pytest.raises(Skip, match="No predictions found"):
        list(opencompass.read(file))


def test_what_is_no_number_is_left_out_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, {"accuracy": 50.0, "precisions": [1, 2]})
    assert [measurement.metric for measurement in found.measurements] == ["accuracy"]
    assert found.notes == ["['precisions'] is a list: not a number, left out"]


def test_what_is_no_percentage_is_left_out_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, {"accuracy": 101.0, "score": -1})
    assert found.measurements == []
    assert [note.split(" is ")[1] for note in found.notes] == [
        "101: not a percentage, left out",
        "-1: not a percentage, left out",
    ]


@pytest.mark.parametrize(
    ("raw", "missing"), [(float("nan"), "NaN"), (float("-inf"), "-Infinity"), (None, "N/A")]
)
def test_what_is_missing_is_not_0(tmp_path: Path, raw: Any, missing: str) -> None:
    one = read(tmp_path, {"accuracy": raw}).measurements[0]
    assert (one.value, one.missing) == (None, missing)


def test_results_are_only_recognized_in_their_folder(tmp_path: Path) -> None:
    assert opencompass.recognizes(File(put(tmp_path / "results" / "m" / "a.json", {"accuracy": 45.4})))  # fmt: skip
    assert not opencompass.recognizes(File(put(tmp_path / "out" / "m" / "a.json", RESULTS)))


def test_small_numbers_without_other_signs_are_not_claimed_as_percent(tmp_path: Path) -> None:
    alone = put(tmp_path / "a" / "results" / "m" / "a.json", {"accuracy": 0.85})
    assert not opencompass.recognizes(File(alone))
    assert opencompass.recognizes(results(tmp_path, {"accuracy": 0.85}))
    beside = put(tmp_path / "b" / "results" / "m" / "a.json", {"accuracy": 0.85})
    put(tmp_path / "b" / "predictions" / "m" / "a.json", predictions())
    assert opencompass.recognizes(File(beside))


def test_a_summary_has_a_run_per_model(tmp_path: Path) -> None:
    small, large = table(tmp_path, SUMMARY)
    assert (small.run.model, large.run.model) == ("m-7b", "m-70b")
    assert of(small, "gsm8k", "accuracy").value == 45.41
    assert of(small, "lcsts", "rouge1").unit == "score"
    assert len(small.measurements) == len(large.measurements) == 4


ROWS = [line.split(",") for line in SUMMARY.splitlines()]
MARKDOWN = "\n".join(
    ["| " + " | ".join(row) + " |" for row in (ROWS[0], ["-----"] * len(ROWS[0]), *ROWS[1:])]
)
RULE = "-" * 40 + " THIS IS A DIVIDER " + "-" * 40
TEXT = f"""20250131_120000
tabulate format
^^^^^^^^^^^^^^^
dataset  version  metric  mode  m-7b  m-70b
gsm8k    1d7fe4   accuracy  gen  45.41  -
$$$$$$

{RULE}

csv format
^^^^^^^^^^
{SUMMARY}$$$$$$

{RULE}

raw format
^^^^^^^^^^
Model: m-7b
gsm8k: {{'accuracy': 45.41}}
$$$$$$
"""


@pytest.mark.parametrize("content", [MARKDOWN, TEXT])
def test_a_summary_as_markdown_or_text_says_what_the_csv_says(tmp_path: Path, content: str) -> None:
    file = File(put(tmp_path / "summary_20250131_120000.txt", content))
    assert opencompass.recognizes(file)
    every = list(opencompass.read(file))
    plain = table(tmp_path / "other", SUMMARY)
    assert [one.run.model for one in every] == ["m-7b", "m-70b"]
    for one, same in zip(every, plain, strict=True):
        assert [
            (each.benchmark, each.metric, each.value, each.missing) for each in one.measurements
        ] == [(each.benchmark, each.metric, each.value, each.missing) for each in same.measurements]
    beside = put(tmp_path / "summary_20250131_120000.csv", SUMMARY)
    with pytest.raises(ReadWith, match=beside.name):
        list(opencompass.read(file))


def test_a_text_of_a_summary_that_was_cut_is_refused(tmp_path: Path) -> None:
    file = File(put(tmp_path / "summary.txt", TEXT[: TEXT.index("ARC-c")]))
    with pytest.raises(IngestError, match=r"its part 'csv format' has no end"):
        list(opencompass.read(file))


def test_the_count_of_problems_of_a_fork_is_no_model(tmp_path: Path) -> None:
    (found,) = table(
        tmp_path,
        "dataset,version,metric,mode,total_count,m-7b\ngsm8k,1,accuracy,gen,8,87.50 (7/8)\n",
    )
    (one,) = found.measurements
    assert (found.run.model, one.value, one.n_items) == ("m-7b", 87.5, 8)


def test_results_with_an_object_among_their_numbers_are_known_by_their_details(
    tmp_path: Path,
) -> None:
    found = read(tmp_path, RESULTS | {"cascade_stats": {"rule": 1}})
    assert of(found, "accuracy").unit == "percent"
    assert any("cascade_stats" in note for note in found.notes)


def test_levels_of_accuracy_are_in_percent_too(tmp_path: Path) -> None:
    found = read(tmp_path, {"Prompt-level-strict-accuracy": 70.6, "Inst-level-loose-accuracy": 0.8})
    assert {one.unit for one in found.measurements} == {"percent"}


def test_a_cell_without_a_number_is_missing_and_not_0(tmp_path: Path) -> None:
    _, large = table(tmp_path, SUMMARY)
    assert (of(large, "gsm8k", "accuracy").value, of(large, "gsm8k", "accuracy").missing) == (
        None,
        "N/A",
    )
    assert of(large, "ARC-c", "accuracy").missing == "NaN"


def test_a_group_is_an_aggregate_and_a_title_is_nothing(tmp_path: Path) -> None:
    small, _ = table(tmp_path, SUMMARY)
    assert of(small, "mmlu", "naive_average").aggregate
    assert not of(small, "gsm8k", "accuracy").aggregate
    assert not any("Exam" in measurement.benchmark for measurement in small.measurements)


def test_of_a_summary_beside_results_only_what_they_have_not_is_read(tmp_path: Path) -> None:
    results(tmp_path, RESULTS)
    small, large = table(tmp_path, SUMMARY)
    assert sorted(measurement.benchmark for measurement in small.measurements) == [
        "ARC-c",
        "lcsts",
        "mmlu",
    ]
    assert sorted(measurement.benchmark for measurement in large.measurements) == [
        "ARC-c",
        "gsm8k",
        "lcsts",
        "mmlu",
    ]


def test_a_summary_that_says_no_more_than_the_results_is_skipped(tmp_path: Path) -> None:
    results(tmp_path, RESULTS)
    with pytest.raises(Skip, match="read with the files of results"):
        table(tmp_path, "dataset,version,metric,mode,m-7b\ngsm8k,1d7fe4,accuracy,gen,50.00\n")


def test_a_model_with_a_path_for_a_name_leads_nowhere(tmp_path: Path) -> None:
    put(tmp_path / STAMP / "gsm8k.json", {})
    results(tmp_path, RESULTS)
    (found,) = table(tmp_path, "dataset,version,metric,mode,..\ngsm8k,1d7fe4,accuracy,gen,50.00\n")
    assert len(found.measurements) == 1


def test_a_dataset_of_two_sections_counts_once(tmp_path: Path) -> None:
    twice = SUMMARY + "gsm8k,1d7fe4,accuracy,gen,45.41,-\n"
    small, _ = table(tmp_path, twice)
    assert of(small, "gsm8k", "accuracy").locator == "row 4, column m-7b"


def test_a_dataset_with_two_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="expected one number"):
        table(tmp_path, SUMMARY + "gsm8k,1d7fe4,accuracy,gen,45.42,-\n")


def test_a_cell_that_is_no_number_is_left_out_and_said(tmp_path: Path) -> None:
    small, _ = table(tmp_path, SUMMARY.replace("45.41", "45.41 %"))
    assert small.notes == ["row 4, column m-7b is '45.41 %': not a number, left out"]


def test_marks_of_a_judge_have_a_run_per_model_and_judge(tmp_path: Path) -> None:
    content = "model,judge_model,dataset,total,writing\nm-7b,gpt-4,bench,7.50,8.00\nm-70b,gpt-4,bench,8.50,\n"
    one, other = table(tmp_path, content)
    assert (one.run.model, one.run.settings) == ("m-7b", {"judge_model": "gpt-4"})
    total, writing = one.measurements
    assert (total.benchmark, total.value, total.unit, total.aggregate) == ("bench", 7.5, "score", True)  # fmt: skip
    assert (writing.benchmark, writing.value, writing.aggregate) == ("bench:writing", 8.0, False)
    assert other.measurements[1].missing == "N/A"


def test_predictions_with_a_gap_are_refused(tmp_path: Path) -> None:
    answers = predictions(3)
    del answers["1"]
    (damage,) = read(tmp_path, RESULTS, answers).damage
    assert '["1"] is None' in str(damage)


def test_a_table_with_any_cell_changed_is_read_or_refused(tmp_path: Path) -> None:
    lines = [line.split(",") for line in SUMMARY.splitlines()]
    places = [(row, column) for row, line in enumerate(lines) for column in range(len(line))]
    random.Random(7).shuffle(places)
    seen = 0
    for row, column in places:
        for by in ("", "-", "5", "x", '"', "1e999", "\0", "a,b"):
            changed = copy.deepcopy(lines)
            changed[row][column] = by
            content = "\n".join(",".join(line) for line in changed)
            file = File(put(tmp_path / "summary" / "a.csv", content))
            with suppress(IngestError, Skip):
                if opencompass.recognizes(file):
                    seen += sum(len(found.measurements) > 0 for found in opencompass.read(file))
    assert seen > 50
