"""Files of other tools, and of none: no reader takes what is not its own."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.registry import READERS
from tests.ingest.readers import (
    test_bigcode,
    test_hub_results,
    test_lighteval,
    test_mlflow,
    test_opencompass,
    test_qwen_math,
)
from tests.ingest.readers.found import Write, put, put_rows
from tests.ingest.readers.test_evalplus import DOCUMENT as VERDICTS
from tests.ingest.readers.test_evalscope import REPORT
from tests.ingest.readers.test_every_eval_ever import DOCUMENT
from tests.ingest.readers.test_opencompass import RESULTS
from tests.ingest.readers.test_qwen_math import METRICS
from tests.ingest.readers.test_trl import FIRST

INSPECT = {"eval": {"task": "t"}, "plan": {}, "status": "success"}


def document(folder: Path, content: Any) -> File:
    return put(folder / "other.json", content)


def row(folder: Path, content: Any) -> File:
    return put_rows(folder / "rows.jsonl", content)


def table(folder: Path, content: str) -> File:
    return put(folder / "a.csv", content)


def events(folder: Path, content: bytes) -> File:
    return put(folder / "events.out.tfevents.1.vm.1.0", content)


def named(folder: Path, content: tuple[str, Any]) -> File:
    return put(folder / content[0], content[1])


ALIENS: list[tuple[str, Write, list[Any]]] = [
    (
        "bigcode",
        test_bigcode.file,
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
    ),
    ("evalplus", document, [INSPECT, INSPECT | {"date": "", "hash": ""}, [VERDICTS]]),
    (
        "every_eval_ever",
        document,
        [
            {"schema_version": 2, "dataset_name": "gsm8k", "metrics": [], "model_name": "m"},
            {"results": {}, "versions": {}},
            {"evaluation_results": []},
            [DOCUMENT],
        ],
    ),
    (
        "evalscope",
        document,
        [
            {"results": {}, "versions": {}},
            {"dataset_name": "a", "metrics": []},
            {"dataset_name": "a", "model_name": "b", "metrics": {"acc": 1}},
            {"index": 1, "sample_score": {}},
            [REPORT],
        ],
    ),
    ("evalscope", row, [{"index": 1, "model": "m"}, {"choices": [], "model": "m"}, {"doc_id": 0}]),
    (
        "hal",
        document,
        [
            {"config": {}, "results": {}, "total_usage": {}},
            {"config": {"benchmark_name": "b"}, "results": {}},
        ],
    ),
    (
        "harbor",
        document,
        [
            {"stats": {}},
            {"n_total_trials": 1, "stats": 3},
            {"task_name": "t", "trial_name": "a"},
            [],
            5,
        ],
    ),
    (
        "livecodebench",
        document,
        [[{"question_id": "1"}], [{"question_id": "1", "output_list": []}], [{"detail": 1}], []],
    ),
    (
        "swe_bench",
        document,
        [{"resolved": []}, {"a": {"resolved": True}}, {"resolved_ids": []}, [{"resolved_ids": []}]],
    ),
    ("tau_bench", document, [[{"reward": 1.0, "task_id": 1}], [[1]], {"reward": 1.0}]),
    (
        "tau2_bench",
        document,
        [{"info": {}, "tasks": [], "simulations": []}, {"simulations": []}, {"task_id": "1"}],
    ),
    (
        "terminal_bench",
        document,
        [{"task_id": "1", "is_resolved": True}, {"results": [], "accuracy": 1}, [[]]],
    ),
    ("helm", document, [[], [{"name": "x"}], {"adapter_spec": {}}, [{"instance_id": 1}], 5]),
    (
        "lighteval",
        test_lighteval.results,
        [{"results": {}}, {"config_general": {}}, {"results": {}, "configs": {}}, [], 5, None],
    ),
    ("lm_eval", row, [{"doc_id": 1, "pred": [], "score": [True]}]),
    (
        "opencompass",
        test_opencompass.results,
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
    ),
    ("opencompass", document, [RESULTS]),
    (
        "opencompass",
        table,
        [
            "dataset,version,metric,mode\na,b,accuracy,gen\n",
            "a_vs_b,x\n1,2\n",
            "model,benchmark,metric,value\n",
            ",m-7b,m-70b\n",
            "",
            "dataset\n",
            "PAR1\0\0",
        ],
    ),
    (
        "qwen_math",
        test_qwen_math.metrics,
        [{}, [], 5, {"acc": 1, "num_samples": 2}, {"a": {"acc": 1}}, {"a": METRICS, "b": 5}],
    ),
    ("tensorboard", table, ["Step,Value\n1,2\n"]),
    ("tensorboard", events, [b"", b"\0" * 40, b"\x18" + b"\0" * 60, b"brain.Event:2" * 4]),
    (
        "trl",
        named,
        [
            ("a.json", '{"log_history": []}'),
            ("a.json", "[1]"),
            ("a.log", "{'loss': 0.5}\n"),
            ("a.log", "loss: 0.5 'epoch': 3\n"),
            ("a.csv", "x " + FIRST),
            ("a.parquet", "PAR1 not really"),
            ("a.txt", ""),
        ],
    ),
    (
        "verl",
        named,
        [
            ("notes.log", "step:1 - loss:0.5\nstep:2 - loss:0.4\n"),
            ("notes.txt", "in step:1 - we talk\n"),
            ("rows.jsonl", '{"step": 1, "data": {"color": 3}}\n'),
            ("rows.jsonl", '{"step": 1, "data": [1]}\n'),
            ("rows.jsonl", '{"input": "a", "output": "b"}\n'),
            ("empty.log", ""),
            ("doc.json", '{"step": 1, "data": {"critic/score/mean": 3}}'),
        ],
    ),
    (
        "wandb",
        named,
        [
            ("a.csv", "Step,a - b,c - d\n1,2,3\n"),
            ("a.csv", "model,benchmark,value\nm,b,1\n"),
            ("a.csv", ""),
            ("a.json", '{"_step": 3}'),
            ("a.log", "{'loss': 1}\n"),
        ],
    ),
    ("hub_results", test_hub_results.written, test_hub_results.ALIENS),
    (
        "inspect_ai",
        named,
        [
            ("a.json", {"eval": {"task": "t"}, "status": "success"}),
            ("a.json", {"eval": {"task": "t", "model": "m"}}),
            ("a.json", {"eval": "t", "status": "success", "plan": {}}),
            ("a.zip", b"PK\x03\x04" + bytes(40)),
        ],
    ),
    ("mlflow", named, test_mlflow.ALIENS),
    (
        "trackio",
        named,
        [
            *(("x.db", b"SQLite format 3\0" + bytes(size)) for size in (0, 100, 5000)),
            ("a.parquet", "PAR1 not really"),
            ("a.csv", "run_name,step,loss\na,0,0.5\n"),
        ],
    ),
    ("wandb", table, ["Name,State,Created\nbug 1,open,2025-01-01\n", "Name,State,Created\n"]),
]


@pytest.mark.parametrize(("tool", "write", "contents"), ALIENS)
def test_what_others_write_is_not_taken(
    tmp_path: Path, tool: str, write: Write, contents: list[Any]
) -> None:
    (reader,) = (reader for reader in READERS if reader.name == tool)
    taken = [content for content in contents if reader.recognizes(write(tmp_path, content))]
    assert taken == []
