"""Files with one thing wrong: each is refused in one line that names the place and what was expected."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import (
    bigcode,
    evalplus,
    hal,
    hub_results,
    livecodebench,
    mlflow,
    qwen_math,
    tau2_bench,
    tau_bench,
    terminal_bench,
    trackio,
)
from reasonboard.ingest.readers.evalscope import reader as evalscope
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.harbor import reader as harbor
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.opencompass import reader as opencompass
from reasonboard.ingest.readers.swe_bench import reader as swe_bench
from reasonboard.ingest.readers.tensorboard import reader as tensorboard
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb
from tests.ingest.readers import test_bigcode as of_bigcode
from tests.ingest.readers import test_evalplus as of_evalplus
from tests.ingest.readers import test_evalscope as of_evalscope
from tests.ingest.readers import test_every_eval_ever as of_every
from tests.ingest.readers import test_every_eval_ever_samples as of_every_samples
from tests.ingest.readers import test_hal as of_hal
from tests.ingest.readers import test_harbor as of_harbor
from tests.ingest.readers import test_helm as of_helm
from tests.ingest.readers import test_hub_results as of_hub_results
from tests.ingest.readers import test_inspect_ai as of_inspect
from tests.ingest.readers import test_lighteval as of_lighteval
from tests.ingest.readers import test_livecodebench as of_lcb
from tests.ingest.readers import test_lm_eval as of_lm_eval
from tests.ingest.readers import test_lm_eval_samples as of_lm_eval_samples
from tests.ingest.readers import test_mlflow as of_mlflow
from tests.ingest.readers import test_opencompass as of_opencompass
from tests.ingest.readers import test_qwen_math as of_qwen_math
from tests.ingest.readers import test_swe_bench as of_swe
from tests.ingest.readers import test_tau_bench as of_tau
from tests.ingest.readers import test_tensorboard as of_tensorboard
from tests.ingest.readers import test_trackio as of_trackio
from tests.ingest.readers import test_trl as of_trl
from tests.ingest.readers import test_verl as of_verl
from tests.ingest.readers import test_wandb as of_wandb
from tests.ingest.readers.found import Reader, Write, put, read_all
from tests.ingest.readers.test_evalscope import review
from tests.ingest.readers.test_every_eval_ever import result
from tests.ingest.readers.test_helm import SPEC, instance, stat
from tests.ingest.readers.test_opencompass import SUMMARY
from tests.ingest.readers.test_qwen_math import ROW
from tests.ingest.readers.test_tensorboard import HEADER

SMALL = of_evalscope.small()


def answers_of_lm_eval(folder: Path, change: dict[str, Any]) -> File:
    of_lm_eval_samples.answers(
        folder, [of_lm_eval_samples.ROWS[0], of_lm_eval_samples.ROWS[0] | change]
    )
    return File(of_lm_eval_samples.results(folder))


def answers_of_every(folder: Path, change: dict[str, Any]) -> File:
    of_every_samples.answers(folder, [of_every_samples.ROWS[0], of_every_samples.ROWS[0] | change])
    return of_every.write(folder, of_every.DOCUMENT)


BROKEN: list[tuple[Reader, Write, list[tuple[Any, str]]]] = [
    (bigcode, lambda at, new: of_bigcode.file(at, of_bigcode.DOCUMENT | new), [
        ({"config": []}, r"config is a list \(expected an object\)"),
        ({"humaneval": 5}, r"\['humaneval'\] is 5 \(expected an object\)"),
        ({"": {"pass@1": 0.1}}, "a task is named ''"),
        ({"t" * 513: {"pass@1": 0.1}}, "expected 1 to 512 characters"),
        ({"t": {"": 0.1}}, "a metric is named ''"),
        ({"config": {"model": "a\x00b"}}, "the model is named"),
    ]),
    (hal, lambda at, new: of_hal.upload(at, of_hal.DOCUMENT | new), [
        ({"results": {"successful_tasks": ["a"], "failed_tasks": ["a"]}},
         r"the task 'a' is in successful_tasks and in failed_tasks"),
        ({"results": {"successful_tasks": "a"}}, r"results\.successful_tasks is 'a' \(expected a list\)"),
        ({"config": {"benchmark_name": ""}}, r"config\.benchmark_name is named ''"),
        ({"config": {"benchmark_name": "b", "agent_name": 5}}, r"config\.agent_name is 5 \(expected a name\)"),
    ]),
    (harbor, of_harbor.job, [
        ({"verifier_result": {"rewards": {"reward": "1"}}}, r"verifier_result\.rewards\['reward'\] is '1'"),
        ({"verifier_result": []}, r"verifier_result is a list \(expected an object\)"),
        ({"task_name": ""}, "task_name is named ''"),
    ]),
    (terminal_bench, lambda at, new: of_harbor.run(at, of_harbor.RUN | new), [
        ({"accuracy": 0.5}, r"accuracy is 0.5 \(expected 0.333333, the share of its 3 trials that are resolved\)"),
        ({"results": [{"task_id": "a", "is_resolved": 2}]}, r"results\[0\]\.is_resolved is 2 \(expected true or"),
        ({"results": [{"task_id": 5, "is_resolved": True}]}, r"results\[0\]\.task_id is 5 \(expected a name\)"),
    ]),
    (swe_bench, lambda at, new: of_swe.report(at, of_swe.REPORT | new), [
        ({"resolved_ids": of_swe.IDS[:1]}, r"resolved_ids has 1 instances .* is 2 \(expected as many\)"),
        ({"unresolved_ids": of_swe.IDS[1:2]}, r"django-2 is in resolved_ids and in unresolved_ids"),
        ({"resolved_ids": [1, 2]}, r"resolved_ids\[0\] is 1 \(expected a name\)"),
        ({"error_ids": {}}, r"error_ids is an object \(expected a list\)"),
    ]),
    (livecodebench, lambda at, new: of_lcb.verdicts(at, [of_lcb.PROBLEMS[0] | new, of_lcb.PROBLEMS[1]]), [
        ({"pass@1": 0.75}, r"\[0\]\['pass@1'\] is 0.75 \(expected 0.5, the share of its verdicts\)"),
        ({"question_id": "abc_1"}, r"\[1\].question_id is 'abc_1' again"),
        ({"graded_list": [True, 2]}, r"\[0\].graded_list\[1\] is 2 \(expected true or false\)"),
        ({"graded_list": None}, r"\[0\].graded_list is None \(expected a list\)"),
    ]),
    (tau_bench, lambda at, new: of_tau.attempts(at, [of_tau.ATTEMPTS[0] | new]), [
        ({"reward": 2}, r"\[0\]\.reward is 2 \(expected a number from 0 to 1\)"),
        ({"reward": "1.0"}, r"\[0\]\.reward is '1.0'"),
        ({"task_id": -1}, r"\[0\]\.task_id is -1 \(expected a step"),
    ]),
    (tau2_bench, lambda at, new: of_tau.results(at, of_tau.RESULTS | new), [
        ({"info": of_tau.RESULTS["info"] | {"environment_info": {}}}, r"domain_name is None \(expected a name\)"),
        ({"tasks": {}}, r"tasks is an object \(expected a list\)"),
        ({"simulations": [of_tau.SIMULATIONS[0] | {"reward_info": {"reward": 2}}]}, r"reward_info\.reward is 2"),
    ]),
    (evalplus, lambda at, new: put(at / of_evalplus.NAME, of_evalplus.DOCUMENT | {"eval": new}), [
        ({"HumanEval/0": [{"base_status": "maybe"}]},
         r"eval\['HumanEval/0'\]\[0\]\.base_status is 'maybe' \(expected pass, fail or timeout\)"),
        ({"HumanEval/0": [{"base_status": True}]}, r"base_status is True"),
        ({"HumanEval/0": [{}]}, r"base_status is None"),
        ({"HumanEval/0": 5}, r"eval\['HumanEval/0'\] is 5 \(expected an object\)"),
        ({"HumanEval/0": {"base": [["pass"]], "plus": [["pass"], ["pass"]]}}, "1 base and 2 plus verdicts"),
        ({"HumanEval/0": {"base": [[]], "plus": []}}, r"base\[0\] is a list"),
        ({"Mbpp/2": [], "HumanEval/1": []}, "tasks of 2 data sets"),
        ({"task": []}, "expected names such as 'HumanEval/0'"),
        ({}, "tasks of 0 data sets"),
        ({"": []}, "expected 1 to 512 characters"),
    ]),
    (every_eval_ever, lambda at, new: of_every.write(at, of_every.DOCUMENT | new), [
        ({"model_info": None}, r"model_info is None \(expected an object\)"),
        ({"model_info": {}}, r"model_info\.id is None \(expected a name\)"),
        ({"model_info": {"id": "m" * 513}}, "expected 1 to 512 characters"),
        ({"model_info": {"id": "a\x00"}}, r"model_info\.id is named"),
        ({"eval_library": []}, "eval_library is a list"),
        ({"evaluation_results": {}}, r"evaluation_results is an object \(expected a list\)"),
        ({"evaluation_results": [5]}, r"evaluation_results\[0\] is 5"),
        ({"evaluation_results": [{}]}, r"evaluation_results\[0\]\.score_details is None"),
        ({"evaluation_results": [result("", 1)]}, r"evaluation_name is named ''"),
        ({"evaluation_results": [result("a", 1, metric={"metric_name": "\ud800"})]}, "metric_name is named"),
        ({"evaluation_results": [result("a", 1, details={"uncertainty": 5})]}, r"\.uncertainty is 5"),
        ({"evaluation_results": [result("a", 1, generation_config="x")]}, "generation_config is 'x'"),
        ({"detailed_evaluation_results": {"file_path": "a\x00b"}}, "file_path is named"),
    ]),
    (every_eval_ever, answers_of_every, [
        ({"sample_id": 5}, r"_samples\.jsonl: line 2: "), ({"sample_id": ""}, r"_samples\.jsonl: line 2: "),
        ({"evaluation": None}, r"_samples\.jsonl: line 2: "),
    ]),
    (evalscope, lambda at, new: File(of_evalscope.run_folder(at, SMALL | new)), [
        ({"dataset_name": 5}, "dataset_name is 5"),
        ({"dataset_name": ""}, "dataset_name is named"),
        ({"model_name": "a\0b"}, "model_name is named"),
        ({"model_name": "x" * 600}, "model_name is named"),
        ({"model_name": "\ud800"}, "model_name is named"),
        ({"metrics": {}}, "metrics is an object"),
        ({"metrics": [5]}, r"metrics\[0\] is 5"),
        ({"metrics": [{"name": None}]}, r"metrics\[0\].name is None"),
        ({"metrics": [{"name": "a", "categories": {}}]}, r"metrics\[0\].categories is an object"),
    ]),
    (evalscope, lambda at, new: File(of_evalscope.run_folder(at, SMALL, [new])), [
        ({"index": "x", "sample_score": {}}, "line 1: index is 'x'"),
        ({"index": 0, "sample_score": 5}, "line 1: sample_score is 5"),
        ({"index": 0, "sample_score": {"score": {"value": None}}}, "value is None"),
        (review(0, "C"), "'acc' is 'C'"),
        (review(0, 2), "'acc' is 2"),
        (review(0, 1.0, group_id=[1]), "group_id is a list"),
    ]),
    (helm, lambda at, new: of_helm.folder(at, of_helm.FOLDER | new), [
        ({"stats.json": "[{"}, r"stats\.json:1:3: .*expected JSON"),
        ({"stats.json": "{}"}, r"stats\.json: the document is an object \(expected a list\)"),
        ({"stats.json": [5]}, r"stats\.json: \[0\] is 5 \(expected an object\)"),
        ({"stats.json": [stat("", 0.5)]}, r"\[0\]\.name\.name is named ''"),
        ({"stats.json": [stat("x" * 513, 0.5)]}, r"expected 1 to 512 characters"),
        ({"per_instance_stats.json": [instance("id", -1, 1)]}, r"train_trial_index is -1"),
        ({"per_instance_stats.json": [instance("id", 0, 3)]}, r"exact_match is 3 \(expected a fraction\)"),
        ({"per_instance_stats.json": '[{"a": 1, "a": 2}]'}, r"the key 'a' appears twice"),
        ({"run_spec.json": SPEC | {"adapter_spec": {}}}, r"adapter_spec\.model is None \(expected a name\)"),
        ({"run_spec.json": SPEC | {"groups": 5}}, r"groups is 5 \(expected a list\)"),
    ]),
    (inspect_ai, lambda at, new: File(of_inspect.zipped(at, of_inspect.members() | new)), [
        ({"header.json": "{"}, r"log\.eval: header\.json:1:2: .*expected JSON"),
        ({"header.json": "[]"}, r"header\.json is a list \(expected an object\)"),
        ({"header.json": '{"eval": 1, "eval": 2}'}, r"header\.json:1: the key 'eval' appears twice"),
        ({"header.json": "{}"}, r"eval is None \(expected an object\)"),
        ({"summaries.json": "{}"}, r"summaries\.json is an object \(expected a list\)"),
        ({"samples/x_epoch_1.json": "5"}, r"samples/x_epoch_1\.json is 5 \(expected an object\)"),
        (
            {"samples/x_epoch_1.json": "{}"},
            r"samples/x_epoch_1\.json: id is None \(expected a name",
        ),
        ({"summaries.json": '[{"id": "q", "epoch": 0}]'}, r"epoch is 0 \(expected a number from 1"),
    ]),
    (lighteval, lambda at, new: of_lighteval.results(at, of_lighteval.DOCUMENT | new), [
        ({"results": [1]}, "results is a list .expected an object"),
        ({"results": {"t|0": 5}}, "expected an object"),
        ({"results": {"t" * 600: {"acc": 1}}}, "expected 1 to 512"),
        ({"results": {"t|0": {"": 1}}}, "expected 1 to 512"),
        ({"config_general": 7}, "config_general is 7"),
        ({"config_general": {"model_name": "a\0b"}}, "expected 1 to 512"),
    ]),
    (lm_eval, lambda at, new: put(at / "results.json", of_lm_eval.DOCUMENT | new), [
        ({"results": None}, r"results is None \(expected an object\)"),
        ({"results": {"t": []}}, r"results\.t is a list \(expected an object\)"),
        ({"config": 5}, r"config is 5 \(expected an object\)"),
        ({"results": {"": {"acc": 1}}}, "a task is named ''"),
        ({"results": {"t": {",none": 1}}}, "a metric is named ''"),
        ({"results": {"t" * 513: {"acc": 1}}}, "expected 1 to 512 characters"),
        ({"model_name": "a\x00"}, "the model is named"),
        ({"model_name": "\ud800"}, "the model is named"),
    ]),
    (lm_eval, answers_of_lm_eval, [
        ({"doc_id": -1}, r"jsonl: line 2: doc_id is -1 \(expected a whole number\)"),
        ({"doc_id": [1]}, r"jsonl: line 2: doc_id is a list"),
        ({"doc_id": ""}, r"line 2: doc_id is named ''"),
        ({"filter": 5}, r"line 2: filter is 5 \(expected a name\)"),
        ({"metrics": "acc"}, r"line 2: metrics is 'acc' \(expected a list\)"),
        ({"metrics": ["a" * 513]}, r"expected 1 to 512 characters"),
        ({"metrics": [None]}, r"line 2: a metric is None \(expected a name\)"),
    ]),
    (opencompass, lambda at, new: put(at / "summary" / "summary_1.csv", new), [
        (SUMMARY + "a,b\n", r"summary_1\.csv:7: 2 fields \(expected 6\)"),
        (SUMMARY.replace("m-70b", "m-7b"), r":1: the column 'm-7b' appears twice"),
        (SUMMARY.replace("m-70b", ""), "column 6 is named ''"),
        (SUMMARY.replace("gsm8k", ""), "is named ''"),
        (SUMMARY.replace("gsm8k", "x" * 600), "is named 'xxx"),
        ("a_vs_b,c\nwin_both_a,1.0\nwon_b,2.0\n", r":3: 'won_b' \(expected win_both_MODEL"),
    ]),
    (opencompass, of_opencompass.results, [
        ({"accuracy": 50.0, "": 1.0}, "a metric is named ''"),
        ({"accuracy": 50.0, "a\0": 1.0}, "a metric is named"),
        ({"accuracy": 50.0, "details": 5}, "details is 5"),
        ({"accuracy": 50.0, "details": [5]}, r"details\[0\] is 5"),
        ({"accuracy": 50.0, "details": {"0": "x"}}, r'details\["0"\] is \'x\''),
        ({"accuracy": 50.0, "details": [{"example_abbr": 5}]}, "example_abbr is 5"),
        ({"accuracy": 50.0, "details": [{"correct": "yes"}]}, "correct is 'yes'"),
        ({"accuracy": 50.0, "details": [{"correct": [[True]]}]}, "correct is a list"),
    ]),
    (qwen_math, lambda at, new: of_qwen_math.rows(at, ROW, new), [
        (ROW | {"score": "yes"}, "line 2: score is 'yes'"),
        (ROW | {"score": ["yes"]}, r"line 2: score\[0\] is 'yes'"),
        (ROW | {"score": [3]}, r"line 2: score\[0\] is 3"),
        (ROW | {"idx": -1}, "expected a step from 0"),
        ([1], ":2: list"),
    ]),
    (tensorboard, of_tensorboard.exported, [
        (HEADER + "1.0,5\n", ":2: 2 fields"),
        (HEADER + "1.0,x,0.5\n", "line 2: Step is 'x'"),
        (HEADER + "1.0,-5,0.5\n", "expected a step from 0"),
        (HEADER + "noon,5,0.5\n", "2: Wall time is 'noon'"),
        ("Wall time,Step\n1,2\n", "expected Wall time,Step,Value"),
        ("", "empty .expected a result file"),
    ]),
    (trl, lambda at, new: of_trl.state(at, of_trl.STATE | {"log_history": new}), [
        ("x", "log_history is 'x' .expected a list"),
        ([5], r"log_history\[0\] is 5"),
        ([{"loss": 1.0}], r"log_history\[0\].step is None"),
        ([{"loss": 1.0, "step": -1}], "expected a step from 0"),
        ([{"l" * 600: 1.0, "step": 1}], "expected 1 to 512"),
        ([{"": 1.0, "step": 1}], "expected 1 to 512"),
    ]),
    (hub_results, of_hub_results.written, of_hub_results.BROKEN),
    (mlflow, lambda at, new: of_mlflow.folder(at, metric=new), of_mlflow.BROKEN),
    (trackio, lambda at, new: of_trackio.project(at, [*of_trackio.ROWS, new]), of_trackio.BROKEN),
    (verl, of_verl.written, [
        ("step:3000000000 - critic/score/mean:0.1\n", "step from 0 to"),
        ("nothing of a step\n", "no row of a step"),
        (f"step:1 - {'k' * 600}:0.1\n", "expected 1 to 512"),
    ]),
    (verl, lambda at, new: of_verl.written(at, new, "grpo-1.5b.jsonl"), [
        ('{"step": 1, "data": {"critic/x": 1}}\n{"step": 2, "da', r"grpo-1.5b.jsonl:2:"),
        ('{"step": 1, "data": {"critic/x": 1, "critic/x": 2}}\n', "appears twice"),
        ('{"step": 1.5, "data": {"critic/x": 1}}\n', "expected a whole number"),
        ('{"step": 1, "data": {"critic/x": 1}}\n{"step": 2}\n', "line 2: data is None"),
        ('{"step": 1, "data": {"critic/x": 1}}\n[1]\n', "grpo-1.5b.jsonl:2: list"),
        ('{"step": 1, "data": {"": 1}}\n', "expected 1 to 512"),
    ]),
    (wandb, of_wandb.written, [
        ('"Step","r - x","r - x","r - x__MIN"\n"1","2","3","4"\n', "appears twice"),
        ('"Step","r - x","r - x__MIN"\n"1","2"\n', "export.csv:2: 2 fields"),
        ('"Step","r - x","r - x__MIN"\n"one","2","3"\n', "line 2: the step is 'one'"),
        ('"Step","r - x","r - x__MIN"\n"-1","2","3"\n', "expected a step from 0"),
        ('"Step","r - x","r - x__MIN"\n"1.5","2","3"\n', "expected a whole number"),
        ('"Step","r - x","r - x__MIN","y"\n"1","2","3","4"\n', "expected 'RUN - METRIC'"),
        ('"Step","r - x","r - x__MIN"," - y"\n"1","2","3","4"\n', "expected 1 to 512"),
        ('"Step","r - x","r - x__MIN"\n"1","2","3\n', "expected CSV"),
        ('"Step","r - x","r - x__MIN"\n"1","\0","3"\n', "a NUL"),
    ]),
]  # fmt: skip
CASES = [(reader, write, *one) for reader, write, ones in BROKEN for one in ones]


@pytest.mark.parametrize(("reader", "write", "content", "complaint"), CASES)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, reader: Reader, write: Write, content: Any, complaint: str
) -> None:
    with pytest.raises(IngestError, match=complaint) as error:
        read_all(reader, write(tmp_path, content))
    assert "\n" not in str(error.value)
    assert "expected" in str(error.value)
