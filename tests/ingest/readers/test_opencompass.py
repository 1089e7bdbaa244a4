"""Tables and results of OpenCompass, and what can be wrong with them."""

import copy
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import opencompass
from reasonboard.ingest.records import Found, Measurement, Sample
from tests.ingest.readers.mutants import paths, replaced

FILES = Path(__file__).resolve().parents[4] / "shared" / "formats" / "opencompass"
needs_files = pytest.mark.skipif(not FILES.is_dir(), reason="../shared/formats is not here")
WRONG: tuple[Any, ...] = (None, 5, "x", [], {})
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
    assert opencompass.recognises(file)
    return list(opencompass.read(file))


def of(found: Found, benchmark: str, metric: str) -> Measurement:
    (one,) = [m for m in found.measurements if (m.benchmark, m.metric) == (benchmark, metric)]
    return one


@needs_files
def test_the_real_summary_has_its_numbers() -> None:
    file = File(FILES / "summary_qwen_7b_chat_from_docstring.csv")
    assert opencompass.recognises(file)
    (found,) = opencompass.read(file)
    assert found.run.model == "qwen-7b-chat-hf"
    assert len(found.measurements) == 42
    gsm8k = of(found, "gsm8k", "accuracy")
    assert (gsm8k.value, gsm8k.unit, gsm8k.filter, gsm8k.aggregate) == (
        45.41,
        "percent",
        "gen",
        False,
    )
    assert gsm8k.locator == "row 44, column qwen-7b-chat-hf"
    assert of(found, "openai_humaneval", "humaneval_pass@1").value == 10.98
    assert of(found, "ARC-c", "accuracy").filter == "ppl"
    bbh = of(found, "bbh", "naive_average")
    assert (bbh.value, bbh.aggregate, bbh.unit) == (42.61, True, "score")
    assert sum(one.aggregate for one in found.measurements) == 8
    assert found.notes == []


@needs_files
def test_the_real_table_of_a_judge_has_the_wins_of_both_models() -> None:
    file = File(FILES / "subj_report.csv")
    assert opencompass.recognises(file)
    one, other = opencompass.read(file)
    assert (one.run.model, other.run.model) == ("baichuan2-7b-chat-hf", "qwen-7b-chat-hf")
    pair = "baichuan2-7b-chat-hf_vs_qwen-7b-chat-hf"
    group, ability = of(one, f"{pair}:推理", "win_both"), of(one, f"{pair}:推理-逻辑推理能力", "win_both")  # fmt: skip
    assert (group.value, group.unit, group.aggregate) == (100.0, "percent", True)
    assert (ability.value, ability.aggregate) == (100.0, False)
    assert of(other, f"{pair}:对齐-安全", "half_draw").value == 0.0
    assert len(one.measurements) == len(other.measurements) == 14


def test_a_results_file_has_its_accuracy_in_percent_and_its_answers(tmp_path: Path) -> None:
    file = results(tmp_path, RESULTS)
    assert opencompass.recognises(file)
    (found,) = opencompass.read(file)
    acc = of(found, "gsm8k", "accuracy")
    assert (acc.value, acc.unit, acc.n_items, acc.locator) == (50.0, "percent", 2, "['accuracy']")
    assert of(found, "gsm8k", "bp").unit == "score"
    assert [(one.item, one.repeat, one.score, one.metric) for one in found.samples] == [
        ("gsm8k_0", 0, 1.0, "accuracy"),
        ("gsm8k_1", 0, 0.0, "accuracy"),
    ]


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


def test_replicas_are_repeats_and_the_average_of_them_is_the_plain_metric(tmp_path: Path) -> None:
    found = read(tmp_path, REPLICAS)
    acc = of(found, "gsm8k", "accuracy")
    assert (acc.value, acc.n_repeats, acc.n_items) == (75.0, 2, 2)
    assert acc.locator == "['accuracy (2 runs average)']"
    part = of(found, "gsm8k:aime", "G-Pass@2_0.5")
    assert (part.value, part.n_items, part.locator) == (60.0, None, "['aime/G-Pass@2_0.5']")
    assert of(found, "gsm8k", "G-Pass@2_0.5").value == 60.0
    assert [(one.item, one.repeat, one.score) for one in found.samples] == [
        ("aime_0", 0, 1.0),
        ("aime_0", 1, 0.0),
        ("aime_1", 0, 1.0),
        ("aime_1", 1, 1.0),
    ]


def test_lengths_of_replicas_come_one_replica_after_the_other(tmp_path: Path) -> None:
    answers = predictions(4)
    for n in range(4):
        answers[str(n)]["res_length"] = 10 + n
    found = read(tmp_path, REPLICAS, answers)
    lengths = {(one.item, one.repeat): one.tokens_out for one in found.samples}
    assert lengths == {("aime_0", 0): 10, ("aime_1", 0): 11, ("aime_0", 1): 12, ("aime_1", 1): 13}


def test_details_that_are_no_list_have_verdicts_too(tmp_path: Path) -> None:
    document = {
        "accuracy": 50.0, "type": "PPL",
        "details": {"0": {"predictions": "A", "references": "A", "correct": True},
                    "1": {"predictions": "A", "references": "B", "correct": False}},
    }  # fmt: skip
    found = read(tmp_path, document)
    assert [(one.item, one.score, one.filter) for one in found.samples] == [
        ("0", 1.0, "ppl"),
        ("1", 0.0, "ppl"),
    ]
    assert of(found, "gsm8k", "accuracy").filter == "ppl"


def test_an_answer_without_a_verdict_has_no_score(tmp_path: Path) -> None:
    document = {
        "score": 50.0,
        "details": {"type": "GEN", "0": {"predictions": "1", "references": "1"}},
    }
    (one,) = read(tmp_path, document).samples
    assert (one.score, one.filter, one.metric) == (None, "gen", "score")


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


def test_lengths_of_predictions_without_details_are_kept(tmp_path: Path) -> None:
    answers = predictions(2, res_length=12, all_input_length=30)
    found = read(tmp_path, {"accuracy": 50.0}, answers)
    assert [(one.item, one.score, one.tokens_in, one.tokens_out) for one in found.samples] == [
        ("0", None, 30, 12),
        ("1", None, 30, 12),
    ]


def test_shards_of_predictions_are_put_together(tmp_path: Path) -> None:
    file = results(tmp_path, RESULTS)
    folder = tmp_path / STAMP / "predictions" / "m-7b"
    for shard in (0, 1):
        path = put(folder / f"gsm8k_{shard}.json", predictions(1, res_length=shard + 5))
        with pytest.raises(Skip, match=r"read with results/m-7b/gsm8k\.json"):
            list(opencompass.read(File(path)))
    (found,) = opencompass.read(file)
    assert [one.tokens_out for one in found.samples] == [5, 6]


def test_predictions_are_read_with_their_results(tmp_path: Path) -> None:
    results(tmp_path, RESULTS, predictions())
    file = File(tmp_path / STAMP / "predictions" / "m-7b" / "gsm8k.json")
    assert opencompass.recognises(file)
    with pytest.raises(Skip, match=r"read with results/m-7b/gsm8k\.json"):
        list(opencompass.read(file))


def test_predictions_without_results_are_skipped(tmp_path: Path) -> None:
    file = File(put(tmp_path / "predictions" / "m" / "gsm8k.json", predictions()))
    assert opencompass.recognises(file)
    with pytest.raises(Skip, match="without their results"):
        list(opencompass.read(file))


def test_the_answers_of_a_judge_are_no_results(tmp_path: Path) -> None:
    path = put(tmp_path / "results" / "m_judged-by--j" / "bench.json", predictions())
    assert opencompass.recognises(File(path))
    with pytest.raises(Skip, match="answers of a judge"):
        list(opencompass.read(File(path)))


def test_a_failed_evaluation_is_skipped_with_its_reason(tmp_path: Path) -> None:
    file = results(tmp_path, {"error": "No predictions found."})
    assert opencompass.recognises(file)
    with pytest.raises(Skip, match="No predictions found"):
        list(opencompass.read(file))


def test_what_is_no_number_is_left_out_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, {"accuracy": 50.0, "precisions": [1, 2]})
    assert [one.metric for one in found.measurements] == ["accuracy"]
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


def test_results_are_only_recognised_in_their_folder(tmp_path: Path) -> None:
    assert opencompass.recognises(File(put(tmp_path / "results" / "m" / "a.json", {"accuracy": 45.4})))  # fmt: skip
    assert not opencompass.recognises(File(put(tmp_path / "out" / "m" / "a.json", RESULTS)))


def test_small_numbers_without_other_signs_are_not_claimed_as_percent(tmp_path: Path) -> None:
    alone = put(tmp_path / "a" / "results" / "m" / "a.json", {"accuracy": 0.85})
    assert not opencompass.recognises(File(alone))
    assert opencompass.recognises(results(tmp_path, {"accuracy": 0.85}))
    beside = put(tmp_path / "b" / "results" / "m" / "a.json", {"accuracy": 0.85})
    put(tmp_path / "b" / "predictions" / "m" / "a.json", predictions())
    assert opencompass.recognises(File(beside))


@pytest.mark.parametrize(
    "document",
    [
        {"results": {"a": {"acc": 1}}, "config_general": {}},
        {"epoch": 3.0, "eval_loss": 1.5},
        {"accuracy": 45.4, "config": {}},
        {"accuracy": 45.4, "model": "m"},
        {"0": {"doc": 1}},
        {"0": 45.4},
        [{"accuracy": 45.4}],
        {},
    ],
)
def test_documents_of_others_are_not_recognised(tmp_path: Path, document: Any) -> None:
    assert not opencompass.recognises(results(tmp_path, document))


@pytest.mark.parametrize(
    "content",
    [
        "dataset,version,metric,mode\na,b,accuracy,gen\n",
        "a_vs_b,x\n1,2\n",
        "model,benchmark,metric,value\n",
        ",m-7b,m-70b\n",
        "",
        "dataset\n",
        "PAR1\0\0",
    ],
)
def test_tables_of_others_are_not_recognised(tmp_path: Path, content: str) -> None:
    assert not opencompass.recognises(File(put(tmp_path / "a.csv", content)))


def test_a_summary_has_a_run_per_model(tmp_path: Path) -> None:
    small, large = table(tmp_path, SUMMARY)
    assert (small.run.model, large.run.model) == ("m-7b", "m-70b")
    assert of(small, "gsm8k", "accuracy").value == 45.41
    assert of(small, "lcsts", "rouge1").unit == "score"
    assert len(small.measurements) == len(large.measurements) == 4


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
    assert not any("Exam" in one.benchmark for one in small.measurements)


def test_of_a_summary_beside_results_only_what_they_have_not_is_read(tmp_path: Path) -> None:
    results(tmp_path, RESULTS)
    small, large = table(tmp_path, SUMMARY)
    assert sorted(one.benchmark for one in small.measurements) == ["ARC-c", "lcsts", "mmlu"]
    assert sorted(one.benchmark for one in large.measurements) == ["ARC-c", "gsm8k", "lcsts", "mmlu"]  # fmt: skip


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


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SUMMARY + "a,b\n", r"summary_1\.csv:7: 2 fields \(expected 6\)"),
        (SUMMARY.replace("m-70b", "m-7b"), r":1: the column 'm-7b' stands twice"),
        (SUMMARY.replace("m-70b", ""), "column 6 is named ''"),
        (SUMMARY.replace("gsm8k", ""), "is named ''"),
        (SUMMARY.replace("gsm8k", "x" * 600), "is named 'xxx"),
        ("a_vs_b,c\nwin_both_a,1.0\nwon_b,2.0\n", r":3: 'won_b' \(expected win_both_MODEL"),
    ],
)
def test_a_broken_table_is_refused_with_its_place(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(IngestError, match=said):
        table(tmp_path, content)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"accuracy": 50.0, "": 1.0}, "a metric is named ''"),
        ({"accuracy": 50.0, "a\0": 1.0}, "a metric is named"),
        ({"accuracy": 50.0, "details": 5}, "details is 5"),
        ({"accuracy": 50.0, "details": [5]}, r"details\[0\] is 5"),
        ({"accuracy": 50.0, "details": {"0": "x"}}, r'details\["0"\] is \'x\''),
        ({"accuracy": 50.0, "details": [{"example_abbr": 5}]}, "example_abbr is 5"),
        ({"accuracy": 50.0, "details": [{"correct": "yes"}]}, "correct is 'yes'"),
        ({"accuracy": 50.0, "details": [{"correct": [[True]]}]}, "correct is a list"),
    ],
)
def test_broken_results_are_refused_with_their_place(
    tmp_path: Path, document: Any, said: str
) -> None:
    with pytest.raises(IngestError, match=said) as error:
        list(read(tmp_path, document).samples)
    assert "\n" not in str(error.value)


def test_predictions_with_a_gap_are_refused(tmp_path: Path) -> None:
    answers = predictions(3)
    del answers["1"]
    with pytest.raises(IngestError, match=r'\["1"\] is None'):
        read(tmp_path, RESULTS, answers)


def test_results_cut_anywhere_are_refused(tmp_path: Path) -> None:
    text = json.dumps(RESULTS)
    for cut in range(1, len(text), 11):
        with pytest.raises(IngestError, match="expected JSON"):
            list(opencompass.read(results(tmp_path, text[:cut])))


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="stands twice"):
        list(opencompass.read(results(tmp_path, '{"accuracy": 1.5, "accuracy": 2.5}')))


def test_whatever_stands_in_a_place_it_is_read_or_refused(tmp_path: Path) -> None:
    answers = predictions(1, res_length=5, all_input_length=7)
    answers["1"] = {"label: A": {"PPL": 1.0}, "prediction": "A"}
    whole = [RESULTS | REPLICAS | {"type": "GEN", "error": ""}, answers]
    order = [path for path in paths(whole) if path]
    random.Random(7).shuffle(order)
    seen = 0
    for path in order:
        for by in WRONG:
            document, beside = replaced(whole, path, by)
            with suppress(IngestError, Skip):
                file = results(tmp_path, document, beside)
                assert opencompass.recognises(file) in (True, False)
                for found in opencompass.read(file):
                    assert all(isinstance(one, Measurement) for one in found.measurements)
                    assert all(isinstance(one, Sample) for one in found.samples)
                    seen += 1
    assert seen > 50


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
                if opencompass.recognises(file):
                    seen += sum(len(found.measurements) > 0 for found in opencompass.read(file))
    assert seen > 50
