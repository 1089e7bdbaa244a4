"""Small documents of every tool: which run and which numbers each of them says."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import bigcode, evalplus, qwen_math
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from tests.ingest.readers import (
    test_bigcode,
    test_evalplus,
    test_every_eval_ever,
    test_helm,
    test_inspect_ai,
    test_lighteval,
    test_lm_eval,
    test_qwen_math,
)
from tests.ingest.readers.found import Reader, fields_of, kept_of, kept_run, of, only, put
from tests.ingest.readers.test_helm import FOLDER, stat

BIGCODE, EVALPLUS, EVERY = (
    test_bigcode.DOCUMENT,
    test_evalplus.DOCUMENT,
    test_every_eval_ever.DOCUMENT,
)
INSPECT, LIGHTEVAL, LM_EVAL, QWEN = (
    test_inspect_ai.DOCUMENT, test_lighteval.DOCUMENT, test_lm_eval.DOCUMENT, test_qwen_math.METRICS,
)  # fmt: skip
ARC, NAN = "inspect_evals/arc:easy", float("nan")


class Case(NamedTuple):
    """A document and what it says."""

    sentence: str
    content: Any
    run: dict[str, Any] = {}  # noqa: RUF012  (never changed)
    numbers: dict[tuple[str | None, ...], dict[str, Any]] = {}  # noqa: RUF012
    """The key of a measurement, as `of` takes it, and some of its fields."""
    left: list[str] | None = None
    """The metrics of all measurements, where it matters that there are no others."""
    notes: list[str] = []  # noqa: RUF012
    hints: list[str] = []  # noqa: RUF012
    """Some of the run's, in their order."""
    secrets: int | None = None
    """How many settings look like secrets."""


def spec(folder: Path, content: Any) -> File:
    return test_helm.folder(folder, FOLDER | content)


def log(folder: Path, content: Any) -> File:
    return File(test_inspect_ai.plain(folder, content))


COUNTS = "levels['counts'] is an object: not a number, left out"
CODE = {
    "revision": "step3000", "temperature": "0.2", "n_samples": "50", "seed": "7", "precision": "bf16",
    "modeltype": "causal",
}  # fmt: skip
SMALL: list[tuple[Reader, Callable[[Path, Any], File], list[Case]]] = [
    (bigcode, test_bigcode.file, [
        Case("the run has what the config states", BIGCODE, {
            "tool": "bigcode-evaluation-harness", "model": "org/code-3b", "repeat": "7", "date": None, "settings": CODE,
        }, notes=[COUNTS], hints=["revision=step3000"], secrets=1),
        Case("an adapter is the model, its base a setting",
             BIGCODE | {"config": BIGCODE["config"] | {"peft_model": "org/lora"}},
             {"model": "org/lora", "settings": CODE | {"model": "org/code-3b"}}, notes=[COUNTS],
             hints=["revision=step3000", "org/lora", "org/code-3b"]),
        Case("what is no fraction by its name is a score, the pass@k of apps lies deeper", BIGCODE, {}, {
            ("humaneval", "pass@10"): {
                "value": 0.5, "unit": "fraction", "n_repeats": 50, "n_items": None, "locator": "humaneval['pass@10']",
            },
            ("multiple-cpp", "pass@1"): {"value": 0.125},
            ("levels", "Easy_pass@1"): {"unit": "fraction"},
            ("apps-interview", "pass@1"): {"value": 0.2, "locator": "apps-interview['pass_at_k']['pass@1']"},
            ("apps-interview", "strict_accuracy"): {"value": None, "missing": "N/A"},
            ("levels", "bleu"): {"unit": "score"},
            ("levels", "num_failed_execution"): {"value": 12, "unit": "score", "higher_is_better": None},
        }, notes=[COUNTS]),
        Case("what is no fraction is noted", BIGCODE | {"humaneval": {"pass@1": 19.3, "pass@2": True}}, notes=[
            "humaneval['pass@1'] is 19.3: not a fraction, left out",
            "humaneval['pass@2'] is True: not a number, left out",
            COUNTS,
        ]),
        Case("without a model it names none", {"t": {"pass@1": 0.5}, "config": {"model": None, "n_samples": 1}},
             {"model": ""}),
    ]),
    (evalplus, lambda at, one: put(at / test_evalplus.NAME, one), [
        Case("the name of the file states model, backend and temperature", EVALPLUS, {
            "model": "org/m-7b", "date": "2024-08-08T17:18", "params_b": None,
            "settings": {"backend": "vllm", "temperature": "0.8", "sanitized": "True", "hash": "fe58"},
        }, hints=[test_evalplus.NAME]),
        Case("pass@k is read where it is stored", EVALPLUS, {}, {
            ("humaneval", "pass@1"): {"value": 0.5, "unit": "fraction"},
            ("humaneval+", "pass@1"): {
                "value": 0.25, "n_items": 2, "n_repeats": 2, "locator": "pass_at_k.plus['pass@1']",
            },
        }),
        Case("what is no fraction is noted", EVALPLUS | {
            "pass_at_k": {"base": {"pass@1": 50, "pass@10": "0.5"}, "plus": {"pass@1": NAN}},
        }, {}, {("pass@1",): {"value": None, "missing": "NaN"}}, ["pass@1"], [
            "pass_at_k.base['pass@1'] is 50: not a fraction, left out",
            "pass_at_k.base['pass@10'] is '0.5': not a number, left out",
        ]),
        *(Case(f"no date: {raw}", EVALPLUS | {"date": raw}, {"date": raw if isinstance(raw, str) else None})
          for raw in ("2025-02-30 10:00", "yesterday", 5, None)),
    ]),
    (every_eval_ever, test_every_eval_ever.write, [
        Case("the run has what the document states", EVERY, {
            "tool": "lm-evaluation-harness", "tool_version": "0.4.0", "model": "org/m-7b", "params_b": 7.1,
            "date": "2025-10-20T23:12:04+00:00",
            "settings": {
                "precision": "bfloat16", "revision": "step3000", "inference_engine": "vllm",
                "inference_engine_version": "0.6", "source_name": "a board",
            },
        }, hints=["revision=step3000", "org/m-7b", "M 7B"], secrets=1),
        Case("an unknown tool is this format", EVERY | {"eval_library": {"name": "unknown", "version": "unknown"}},
             {"tool": "every_eval_ever", "tool_version": None}),
        *(Case(f"only a real date is one: {raw}", EVERY | {"evaluation_timestamp": raw}, {"date": date})
          for raw, date in (
              ("1761001924", "2025-10-20T23:12:04+00:00"),
              ("2025-11-28T00:41:43.995032Z", "2025-11-28T00:41:43+00:00"),
              ("2025-11-28", "2025-11-28"), ("2025-02-30", "2025-02-30"), ("soon", "soon"),
              (1761001924, None), (None, None),
          )),
    ]),
    (helm, spec, [
        Case("the run has what the specification states", {}, {"model": "org/m-7b", "date": None, "settings": {
            "method": "multiple_choice_joint", "model_deployment": "huggingface/m-7b", "max_train_instances": "5",
            "num_outputs": "1", "num_train_trials": "2", "temperature": "0.0",
            "instructions_digest": "0d4e2ca9e9cbced7", "scenario.subject": "anatomy", "scenario.random_seed": "4",
        }}, secrets=1),
        Case("a statistic is of the first group and its subset, a perturbed one is told by its filter", {}, {}, {
            ("mmlu:anatomy", "exact_match", None): {
                "split": "test", "value": 0.3, "unit": "fraction", "n_items": 10, "n_repeats": 2, "aggregate": False,
                "locator": "stats.json: [4].mean", "higher_is_better": None, "stderr": None,
            },
            ("mmlu:anatomy", "exact_match", "robustness,computed_on=worst"): {"value": 0.2, "aggregate": False},
            ("token_length",): {"unit": "tokens", "higher_is_better": None, "stderr": None, "aggregate": False},
            ("inference_runtime",): {"unit": "seconds", "higher_is_better": None},
            ("bits_per_byte",): {"unit": "bits per byte", "higher_is_better": None},
            ("ece_10_bin",): {"unit": "fraction", "higher_is_better": None},
            ("wildbench_score",): {"unit": "score", "higher_is_better": None},
        }, ["token_length", "inference_runtime", "exact_match", "exact_match", "bits_per_byte", "ece_10_bin",
            "wildbench_score"]),
        Case("what is missing is kept apart from what is no number", {"stats.json": [
            stat("exact_match", NAN), stat("f1_score", "0.5"), stat("pass", 7), stat("f1_score", None),
        ]}, {}, {("exact_match",): {"value": None, "missing": "NaN"}}, ["exact_match"], [
            "stats.json: [1].mean is '0.5': not a number, left out",
            "stats.json: [2].mean is 7: not a fraction, left out",
        ]),
    ]),
    (inspect_ai, log, [
        Case("the run has what the log states", INSPECT, {
            "model": "hf/org/m-7b", "date": "2025-01-02T03:04:05-05:00", "tool_version": "0.3.58", "repeat": "7",
            "status": None, "step": None,
            "settings": {
                "subset": "easy", "fewshot": "5", "revision": "step300", "epochs": "2", "limit": "10",
                "max_tokens": "512", "temperature": "0.6", "seed": "7", "metadata.note": "x",
            },
        }, hints=["revision=step300"], secrets=1),
        Case("a metric has its scorer and the stderr of its block", INSPECT, {}, {
            (ARC, "match/accuracy", None): {
                "value": 0.625, "stderr": 0.1, "unit": "fraction", "n_items": 2, "n_repeats": 2,
                "locator": "results.scores[0].metrics['accuracy'].value",
            },
            (ARC, "match/std"): {"stderr": None, "higher_is_better": None, "unit": "score"},
            # A group is a subset, all of them an aggregate; a reducer is a filter, the mean is none.
            (f"{ARC}:odd", "match/accuracy"): {"value": 0.5, "aggregate": False, "n_items": None},
            (f"{ARC}:all", "match/accuracy"): {"value": 0.75, "aggregate": True},
            (ARC, "match/accuracy", "pass_at_2"): {"value": 1.0},
            (ARC, "judge/mean"): {"value": 7.5, "unit": "score", "n_items": 2},
        }, ["match/accuracy", "match/std", *["match/accuracy"] * 3, "judge/mean"]),
        Case("an invalidated log says so", INSPECT | {"invalidated": True}, {"status": "invalidated"}),
        *(Case(f"a log without results keeps its status: {status}", INSPECT | {"status": status, "results": None},
               {"status": status}, left=[]) for status in ("started", "cancelled", "error")),
        *(Case(f"a step is what the metadata state: {step}",
               INSPECT | {"eval": INSPECT["eval"] | {"metadata": {"checkpoint_step": step}}}, {"step": step})
          for step in (0, 300)),
    ]),
    (lighteval, test_lighteval.results, [
        Case("the run has what the file states", LIGHTEVAL, {
            "model": "org/m-7b", "repeat": "42", "tool_version": "abc123",
            "settings": {
                "revision": "step3000", "temperature": "0.6", "seed": "42", "num_fewshot": "0",
                "task_config_digest[math:algebra]": "e2aa68ce8f29c0cd",
            },
        }, hints=["revision=step3000", "org/m-7b"], secrets=1),
        Case("a subset stays with its task, averages are aggregates", LIGHTEVAL, {}, {
            ("math:algebra", "extractive_match"): {"value": 0.5, "stderr": 0.1, "n_items": 120, "aggregate": False},
            ("math:_average", "extractive_match"): {"aggregate": True, "stderr": None, "missing": "stderr NaN"},
            ("all", "extractive_match"): {"aggregate": True},
        }),
        Case("a key without a suite names the same task", LIGHTEVAL | {
            "results": {"gsm8k|5": {"extractive_match": 0.5}, "aime24": {"pass@k:k=1&n=4": 0.25}},
        }, {}, {("gsm8k", "extractive_match"): {"value": 0.5}, ("aime24", "pass@k:k=1&n=4"): {"unit": "fraction"}}),
        Case("two shots of a task keep their whole keys",
             LIGHTEVAL | {"results": {"gsm8k|0": {"acc": 0.5}, "gsm8k|5": {"acc": 0.6}}}, {},
             {("gsm8k|0", "acc"): {"value": 0.5}, ("gsm8k|5", "acc"): {"value": 0.6}}),
        Case("what is no number is said and left out", LIGHTEVAL | {
            "results": {"t|0": {"acc": "0.5", "em": [1], "f1": 73, "ppl": 12.5, "qem": None}},
        }, {}, {
            ("t", "qem"): {"missing": "N/A"},
            ("t", "ppl"): {"value": 12.5, "unit": "perplexity", "higher_is_better": None},
        }, ["ppl", "qem"], [
            "results['t|0']['acc'] is '0.5': not a number, left out",
            "results['t|0']['em'] is a list: not a number, left out",
            "results['t|0']['f1'] is 73: not a fraction, left out",
        ]),
    ]),
    (lm_eval, lambda at, one: put(at / "r" / "results.json", one), [
        Case("the run has what the file states", LM_EVAL, {
            "model": "org/m-7b", "params_b": 7.1, "date": "2023-11-14T22:13:20+00:00",
            "settings": {"revision": "step3000", "stop": "[a,b]"},
        }, hints=["revision=step3000"], secrets=1),
        Case("two filters of a task are two measurements, a group is an aggregate", LM_EVAL, {}, {
            ("gsm8k", "exact_match", "strict-match"): {
                "value": 0.5, "stderr": 0.1, "n_items": 200, "unit": "fraction", "aggregate": False,
                "locator": "results.gsm8k['exact_match,strict-match']",
            },
            ("gsm8k", "exact_match", "flexible-extract"): {"value": 0.6, "stderr": None, "missing": "stderr N/A"},
            ("mmlu", "acc"): {"aggregate": True},
            ("wikitext", "word_perplexity"): {"value": 12.5, "unit": "perplexity", "higher_is_better": None},
        }),
        Case("what is not a number is noted and left out", LM_EVAL | {
            "results": {"t": {"acc,none": "0.5", "f1,none": [0.5], "acc_norm,none": 73}},
        }, left=[], notes=[
            "results.t['acc,none'] is '0.5': not a number, left out",
            "results.t['f1,none'] is a list: not a number, left out",
            "results.t['acc_norm,none'] is 73: not a fraction, left out",
        ]),
        Case("a group without a mean has a blank row", LM_EVAL | {"results": {"mmlu": {" ": " ", "alias": "mmlu"}}},
             left=[]),
        Case("without a readable model it names none", LM_EVAL | {
            "model_name": " ", "config": {"model_args": {"iteration": 3000, "model": None, "path": " "}},
        }, {"model": "", "step": 3000}),
        *(Case(f"no number of parameters: {raw!r:.20}", LM_EVAL | {"config": {"model_num_parameters": raw}},
               {"params_b": None}) for raw in (True, 0, -1, 10**400, "7e9", 7.1e9, None)),
        Case("settings that are no texts name no step", LM_EVAL | {
            "config": {"model_args": {"pretrained": ["x"], "revision": {"a": 1}, "iteration": "3000"}},
        }, {"step": None, "hints": ["org/m-7b", "r", "results.json"]}),
    ]),
    (qwen_math, test_qwen_math.metrics, [
        Case("conditions are in the path", QWEN, {"model": "", "repeat": "7", "settings": {
            "prompt_type": "qwen25-math-cot", "temperature": "0.6", "num_test_sample": "-1",
        }}, hints=["global_step_20"]),
        Case("the accuracy of all answers counts them", QWEN, {}, {
            ("aime24", "acc"): {
                "value": 62.5, "unit": "percent", "split": "test", "locator": "acc", "n_items": 2, "n_repeats": 4,
            },
            ("aime24", "pass@4"): {"value": 100.0, "locator": """["pass@k"]['4']"""},
            ("aime24:algebra", "acc"): {"value": 75.0, "n_items": None},
        }),
        Case("that of the first answers counts one each",
             {key: QWEN[key] for key in ("num_samples", "num_scores", "acc")}, {},
             {("aime24", "acc"): {"n_items": 2, "n_repeats": 1}}),
        Case("what is no percentage is said and left out", QWEN | {
            "acc": "62.5", "pass_acc": 101.0, "pass@k": {"1": NAN}, "type_acc": None,
        }, {}, {("pass@1",): {"value": None, "missing": "NaN"}}, ["pass@1"], [
            "acc is '62.5': not a number, left out", "pass_acc is 101: not a percentage, left out",
        ]),
    ]),
]  # fmt: skip
CASES = [
    pytest.param(reader, write, case, id=f"{reader.__name__.rpartition('.')[2]}: {case.sentence}")  # type: ignore[attr-defined]
    for reader, write, cases in SMALL
    for case in cases
]


@pytest.mark.parametrize(("reader", "write", "case"), CASES)
def test_a_document_says(
    tmp_path: Path, reader: Reader, write: Callable[[Path, Any], File], case: Case
) -> None:
    found = only(reader, write(tmp_path, case.content))
    assert fields_of(kept_run(found), case.run) == case.run
    for key, fields in case.numbers.items():
        assert fields_of(of(found, *key), fields) == fields
    assert case.left in (None, [measurement.metric for measurement in found.measurements])
    assert found.notes == case.notes
    assert [hint for hint in found.run.hints if hint in case.hints] == case.hints
    assert case.secrets in (None, len(kept_of(found).secrets))
    assert not re.search(r"sk-abc|hf_abc|10\.0\.0\.1", repr(kept_run(found)))
