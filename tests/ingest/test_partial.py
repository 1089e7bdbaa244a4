"""Files that say little, say it again or cannot be read beside others: what they cost, what they add, what is said."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.staging.staged import REPLACE
from reasonboard.web.loads import summary
from tests.ingest.mine import HEADER as HEADER_OF_TABLE
from tests.ingest.mine import ROWS, Mine
from tests.ingest.readers import test_evalscope as evalscope
from tests.ingest.readers import test_every_eval_ever as eee
from tests.ingest.readers import test_every_eval_ever_samples as every_eval_ever
from tests.ingest.readers import test_helm as helm
from tests.ingest.readers import test_lm_eval_samples as lm_eval
from tests.ingest.readers import test_opencompass as opencompass
from tests.ingest.refusal import Refused

HEADER = "model,benchmark,metric,value,unit"
STATED = "SELECT value, stderr, n_items, n_repeats, missing, locator FROM stated_measurement"


def without_index(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "index"}


def test_a_run_folder_whose_predictions_have_no_index_is_loaded_without_them(mine: Mine) -> None:
    evalscope.run_folder(
        mine.folder / "run",
        evalscope.small(),
        [evalscope.review(0, 1.0)],
        [without_index(evalscope.prediction(0, 1))],
    )
    folder = str(mine.folder / "run")
    report = mine.load(folder)
    assert (report.read, report.measurements, report.samples) == (1, 1, 1)
    assert len(report.unknown) == 1
    assert [note.split(": ")[1] for note in report.notes] == ["predictions"]
    with pytest.raises(IngestError, match="not recognized"):
        mine.load(folder, strict=True)


def test_a_whole_run_folder_of_evalscope_is_strictly_of_the_tool(mine: Mine) -> None:
    path = evalscope.run_folder(mine.folder / "run", evalscope.small(), [evalscope.review(0, 1.0)])
    config = path.parents[2] / "configs" / "task_config_1.yaml"
    config.parent.mkdir()
    config.write_text("model_id: m-7b\nseed: 7\n")
    report = mine.load(str(mine.folder / "run"), strict=True)
    assert (report.read, len(report.beside), report.skipped) == (1, 2, {})
    assert mine.query("SELECT repeat FROM loaded_run") == [("7",)]


@pytest.mark.long
def test_damaged_answers_are_left_out_whole_with_a_line_and_refused_when_strict(mine: Mine) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    path = lm_eval.answers(folder)
    lm_eval.results(folder)
    path.write_text(path.read_text()[:-20])
    with pytest.raises(IngestError, match=r"samples_gsm8k.*:3:\d+: "):
        mine.load(str(folder), strict=True)
    report = mine.load(str(folder))
    assert (report.measurements, report.samples) == (2, 0)
    ((name, line),) = report.refused.items()
    assert name.endswith(path.name)
    assert "expected JSON" in line
    assert mine.query("SELECT count(*) FROM sample") == [(0,)]
    path.unlink()
    lm_eval.answers(folder)
    assert mine.load(str(folder)).samples == 3


@pytest.mark.long
def test_answers_that_were_added_beside_the_same_results_file_are_taken(mine: Mine) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    lm_eval.results(folder)
    lm_eval.answers(folder, lm_eval.ROWS[:1])
    assert mine.load(str(folder)).samples == 1
    lm_eval.answers(folder)
    report = mine.load(str(folder))
    assert (report.samples, report.measurements, report.changed) == (2, 0, True)
    scored = "SELECT item, metric, score FROM sample ORDER BY ALL"
    assert mine.query(scored) == [
        ("0", "exact_match,strict-match", 1.0),
        ("1", "exact_match,flexible-extract", 1.0),
        ("1", "exact_match,strict-match", 0.0),
    ]
    assert mine.query(
        "SELECT item, n, c FROM item_score WHERE metric LIKE '%strict%' ORDER BY 1"
    ) == [("0", 1, 1), ("1", 1, 0)]
    lm_eval.answers(folder, lm_eval.ROWS[:2])
    again = mine.load(str(folder))
    assert (again.samples, again.changed) == (0, False)
    assert len(mine.query(scored)) == 3


@pytest.mark.long
def test_other_answers_beside_the_same_results_file_are_refused_with_what_differs(
    mine: Mine,
) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    lm_eval.results(folder)
    lm_eval.answers(folder, lm_eval.ROWS[:2])
    mine.load(str(folder))
    other = [lm_eval.ROWS[0] | {"exact_match": 0.0}, lm_eval.ROWS[1] | {"doc_id": 7}]
    lm_eval.answers(folder, other)
    with pytest.raises(
        IngestError, match=r"gsm8k, .*: item 0 was 1 before, now 0 \(.*--replace`\)"
    ):
        mine.load(str(folder))
    lm_eval.answers(folder, [lm_eval.ROWS[0], lm_eval.ROWS[1] | {"doc_id": 7}])
    with pytest.raises(IngestError, match=r": 1 answers more, and 1 that are loaded are not there"):
        mine.load(str(folder))
    assert mine.load(str(folder), replace=True).changed
    assert mine.query("SELECT item FROM sample ORDER BY 1") == [("0",), ("7",)]


def test_one_damaged_file_of_answers_costs_only_its_own(mine: Mine) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    lm_eval.answers(folder)
    cut = lm_eval.answers(folder, name=f"samples_arc_{lm_eval.DATE}.jsonl")
    cut.write_text(cut.read_text()[:-20])
    lm_eval.results(folder, results=lm_eval.RESULTS["results"] | {"arc": {}})
    report = mine.load(str(folder))
    assert (report.measurements, report.samples) == (2, 3)
    assert mine.query("SELECT DISTINCT benchmark FROM sample") == [("gsm8k",)]
    ((name, line),) = report.refused.items()
    assert name.endswith(cut.name)
    assert "are left out" in line
    with pytest.raises(IngestError, match=r"samples_arc.*:3:\d+: "):
        mine.load(str(folder), strict=True, replace=True)


def test_cut_predictions_of_opencompass_are_refused_alone(mine: Mine) -> None:
    results = opencompass.results(
        mine.folder / "oc", opencompass.RESULTS, opencompass.predictions(2)
    ).path
    cut = results.parents[2] / "predictions" / results.parent.name / results.name
    cut.write_text(cut.read_text()[:-20])
    report = mine.load(str(mine.folder / "oc"))
    assert (report.read, report.measurements > 0) == (1, True)
    ((name, line),) = report.refused.items()
    assert name.endswith(f"predictions/{results.parent.name}/{results.name}")
    assert "expected" in line
    for path in (mine.folder / "oc", results):
        with pytest.raises(IngestError, match="predictions/"):
            mine.load(str(path), strict=True, replace=True)


def two_subsets(folder: Path) -> Path:
    """A run of evalscope with two subsets; the answers of the second."""
    report = evalscope.small()
    subsets = report["metrics"][0]["categories"][0]["subsets"]
    subsets.append({"name": "socratic", "score": 0.5, "num": 2})
    rows = [evalscope.review(0, 1.0), evalscope.review(1, 0.0)]
    path = evalscope.run_folder(folder, report, rows, [evalscope.prediction(0, 7)])
    outer = path.parents[2]
    predictions = [evalscope.prediction(0, 9), evalscope.prediction(1, 9)]
    evalscope.put(outer / "predictions" / "m-7b" / "gsm8k_socratic.jsonl", *predictions)
    return evalscope.put(outer / "reviews" / "m-7b" / "gsm8k_socratic.jsonl", *rows)


def test_one_damaged_file_of_reviews_of_evalscope_costs_only_its_own(mine: Mine) -> None:
    cut = two_subsets(mine.folder / "run")
    cut.write_text(cut.read_text()[:-20])
    report = mine.load(str(mine.folder / "run"))
    assert report.samples == 2
    assert mine.query("SELECT DISTINCT benchmark FROM sample") == [("gsm8k:main",)]
    ((name, line),) = report.refused.items()
    assert name.endswith(cut.name)
    assert "are left out" in line
    with pytest.raises(IngestError, match=r"gsm8k_socratic\.jsonl:2:\d+: "):
        mine.load(str(mine.folder / "run"), strict=True, replace=True)


def test_damaged_predictions_of_evalscope_cost_tokens_and_no_scores(mine: Mine) -> None:
    reviews = two_subsets(mine.folder / "run")
    cut = reviews.parents[2] / "predictions" / "m-7b" / reviews.name
    cut.write_text(cut.read_text()[:-20])
    report = mine.load(str(mine.folder / "run"))
    assert mine.query("SELECT benchmark, score, tokens_out FROM sample ORDER BY ALL") == [
        ("gsm8k:main", 0.0, None), ("gsm8k:main", 1.0, 7), ("gsm8k:socratic", 0.0, None), ("gsm8k:socratic", 1.0, None),
    ]  # fmt: skip
    (refused,) = report.refused
    assert refused.endswith("predictions/m-7b/gsm8k_socratic.jsonl")
    with pytest.raises(IngestError, match=r"predictions.*gsm8k_socratic\.jsonl:2:\d+: "):
        mine.load(str(mine.folder / "run"), strict=True, replace=True)


@pytest.mark.parametrize(
    ("name", "samples"), [("scenario_state.json", 3), ("per_instance_stats.json", 0)]
)
def test_a_damaged_file_of_helm_costs_what_it_has_and_no_scores(
    mine: Mine, name: str, samples: int
) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    states: dict[str, Any] = {"scenario_state.json": {"adapter_spec": {}, "request_states": []}}
    helm.folder(folder, helm.FOLDER | states)
    (folder / name).write_bytes((folder / name).read_bytes()[:-5] + b"\xff")
    report = mine.load(str(folder))
    assert (report.measurements > 0, report.samples) == (True, samples)
    (refused,) = report.refused
    assert refused.endswith(name)
    with pytest.raises(IngestError, match=name):
        mine.load(str(folder), strict=True, replace=True)


def test_damaged_answers_of_one_document_of_every_eval_ever_cost_no_other(mine: Mine) -> None:
    folder = mine.folder / "run"
    folder.mkdir()
    for name, model in (("a", "org/m-7b"), ("b", "org/other")):
        eee.write(folder, eee.DOCUMENT | {"model_info": {"id": model}}, f"{name}.json")
        every_eval_ever.answers(folder, name=f"{name}_samples.jsonl")
    cut = folder / "b_samples.jsonl"
    cut.write_text(cut.read_text()[:-20])
    report = mine.load(str(folder))
    assert (report.runs, report.samples) == (2, 3)
    (refused,) = report.refused
    assert refused.endswith(cut.name)
    with pytest.raises(IngestError, match=r"b_samples\.jsonl:3:\d+: "):
        mine.load(str(folder), strict=True, replace=True)


def test_answers_alone_become_scores(mine: Mine) -> None:
    folder = mine.folder / "org__m-7b"
    folder.mkdir()
    report = mine.load(str(lm_eval.answers(folder)))
    assert (report.read, report.runs, report.samples) == (1, 1, 3)
    assert mine.query(
        "SELECT model, benchmark, metric, value, n_items FROM result WHERE source LIKE 'mine%' ORDER BY metric"
    ) == [
        ("org/m-7b", "GSM8K", "exact_match,flexible-extract", 1.0, 1),
        ("org/m-7b", "GSM8K", "exact_match,strict-match", 0.5, 2),
    ]


def test_a_file_that_says_too_little_by_itself_is_refused_with_what_is_missing(
    refused: Refused, tmp_path: Path
) -> None:
    path = evalscope.put(
        tmp_path / "predictions" / "m-7b" / "gsm8k_main.jsonl", evalscope.prediction(0, 5)
    )
    assert "without their reviews, reviews/MODEL/DATASET_SUBSET.jsonl" in refused(str(path))


def test_a_companion_by_itself_is_refused_with_the_name_of_its_file(
    refused: Refused, tmp_path: Path
) -> None:
    lm_eval.results(tmp_path)
    line = refused(str(lm_eval.answers(tmp_path)))
    assert f"read with {tmp_path}/results_{lm_eval.DATE}.json" in line


def test_a_second_load_of_a_folder_with_a_strange_file_is_no_error(mine: Mine) -> None:
    mine.table("nothing of ours", "r/note.txt")
    mine.table(name="r/rl.csv")
    mine.load(str(mine.folder / "r"))
    report = mine.load(str(mine.folder / "r"))
    assert (report.read, report.changed) == (0, False)


def test_a_table_of_no_known_tool_is_asked_about(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "verl.csv"
    path.write_text("step,critic/score/mean,response_length/mean\n1,0.2,300\n")
    assert 'no column names a model: whose numbers are these? Say --as "model=NAME"' in refused(
        str(path)
    )
    path.write_text("model,step,score\nm,1,0.2\n")
    assert "is 0.2 in 'score' 20% or 0.2%?" in refused(str(path))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("stderr,n\nm,B,acc,0.5,fraction,,", "stderr,n\nm,B,acc,0.5,fraction,0.02,500",
         (0.5, 0.02, 500, None, None, "line 2, column 'value'")),
        ("stderr\nm,B,acc,0.5,fraction,0.02", "n\nm,B,acc,0.5,fraction,500",
         (0.5, 0.02, 500, None, None, "line 2, column 'value'")),
        pytest.param("n_repeats\nm,B,acc,NaN,fraction,", "n_repeats\n\nm,B,acc,0.5,fraction,4",
         (0.5, None, None, 4, None, "line 3, column 'value'"), marks=pytest.mark.long),
    ],
    ids=["both", "each a part", "the value itself"],
)  # fmt: skip
def test_what_a_later_file_adds_to_a_number_is_taken(
    first: str, second: str, expected: tuple[object, ...], mine: Mine
) -> None:
    mine.load(mine.table(f"{HEADER},{first}\n", "first.csv"))
    later = mine.table(f"{HEADER},{second}\n", "second.csv")
    report = mine.load(later)
    assert (report.measurements, report.completed, report.changed) == (0, 1, True)
    assert mine.query(STATED) == [expected]
    again = mine.load(later)
    assert (again.read, again.changed) == (0, False)


def test_what_two_files_of_one_load_state_of_a_number_is_put_together(mine: Mine) -> None:
    mine.table(f"{HEADER},n\nm,B,acc,0.5,fraction,500\n", "r/a.csv")
    mine.table(f"{HEADER},stderr\nm,B,acc,0.5,fraction,0.02\n", "r/b.csv")
    report = mine.load(str(mine.folder / "r"))
    assert (report.measurements, report.completed) == (1, 0)
    ((value, stderr, items, *_),) = mine.query(STATED)
    assert (value, stderr, items) == (0.5, 0.02, 500)


def test_a_load_that_changes_nothing_is_not_called_loaded(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{HEADER}\nm,B,acc,0.5,fraction\n")
    assert cli.main(["load", str(path)]) == 0
    copy = tmp_path / "b.csv"
    copy.write_text(f"{HEADER}\n\nm,B,acc,0.5,fraction\n")
    capsys.readouterr()
    for arguments in ([str(copy)], ["--replace", str(path)]):
        assert cli.main(["load", *arguments]) == 0
        output = capsys.readouterr().out
        assert "Nothing to do" in output
        assert "Loaded as" not in output


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_a_load_that_changes_nothing_leads_to_the_pages_that_show_what_it_says(mine: Mine) -> None:
    first = mine.table(f"{HEADER}\nm,B,acc,0.5,fraction\n", "a.csv")
    copy = mine.table(f"{HEADER}\n\nm,B,acc,0.5,fraction\n", "b.csv")
    mine.load(first, name="first")
    for path in (first, copy, copy):
        output = list(summary(mine.load(path, name="second"), "http://h/", dry_run=False))
        assert output[-3].startswith("Nothing to do")
        pages = ["http://h/models?source=first", "http://h/data?source=first"]
        assert [one.split()[-1] for one in output[-2:]] == pages


@pytest.mark.long
def test_replace_reads_a_file_that_was_read_before(mine: Mine) -> None:
    mine.load(mine.table(f"{HEADER},n\nm,B,acc,0.5,fraction,500\n", "a.csv"))
    other = mine.table(f"{HEADER},n\nm,B,acc,0.5,fraction,100\n", "b.csv")
    kept = mine.load(other)
    assert not kept.changed
    assert kept.notes == [f"{other}: n 500 of B, acc stays, this file says 100; {REPLACE} takes it"]
    report = mine.load(other, replace=True)
    assert (report.changed, report.measurements) == (True, 1)
    assert [row[2] for row in mine.query(STATED)] == [100]


@pytest.mark.long
def test_the_summary_says_what_was_added_to_numbers(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "a.csv": "\nm,B,acc,0.5,fraction",
        "b.csv": ",n\nm,B,acc,0.5,fraction,9",
    }.items():
        (tmp_path / name).write_text(f"{HEADER}{text}\n")
        assert cli.main(["load", str(tmp_path / name)]) == 0
    assert (
        "Added details (such as standard errors or sample sizes) to 1 existing measurement"
        in capsys.readouterr().out
    )


def test_real_answers_alone_have_the_score_that_their_task_gives_them(mine: Mine) -> None:
    source = Path(__file__).parents[1] / "files" / "lm-eval"
    name = "samples_eqbench_ca_2025-07-21T14-41-47.889425.jsonl"
    shutil.copy(source / name, mine.folder / name)
    assert mine.load(str(mine.folder / name)).samples
    assert mine.query("SELECT metric, unit, n_items FROM sample_score ORDER BY metric") == [
        ("eqbench", "score", 1), ("percent_parseable", "score", 1),
    ]  # fmt: skip


@pytest.mark.long
def test_answers_that_are_bundled_are_not_counted_as_loaded(mine: Mine) -> None:
    for path in (Path(__file__).parents[2] / "data").glob("gsm8k-answers.*"):
        shutil.copy(path, mine.data / path.name)
    report = mine.load(mine.table())
    assert mine.query("SELECT count(*) > 0 FROM sample") == [(True,)]
    assert (report.measurements, report.samples) == (2, 0)
    copied = mine.load(mine.table(HEADER_OF_TABLE + "\n" + ROWS, "copy.csv"))
    assert (copied.read, copied.changed) == (1, False)
