"""The number that a tool writes for a subset of no problems: it is missing, whatever it is."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import qwen_math
from reasonboard.ingest.readers.evalscope import reader as evalscope
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.staging.rows import measurement_row, run_row
from tests.ingest.readers import (
    test_every_eval_ever,
    test_inspect_ai,
    test_lighteval,
    test_lm_eval,
)
from tests.ingest.readers.found import Reader, put
from tests.ingest.readers.test_evalscope import run_folder, small
from tests.ingest.readers.test_helm import FOLDER, STATISTICS, folder, stat
from tests.ingest.rows_of_tables import staged

UNCOUNTED = {"IFEval", "arena", "wikitext", "mmlu"}
"""Benchmarks of these documents of which no number of problems is stated."""


def replaced(document: Any, name: str, value: Any) -> Any:
    """The document with this value wherever it has the name."""
    if isinstance(document, dict):
        return {
            key: value if key == name else replaced(inner, name, value)
            for key, inner in document.items()
        }
    return (
        [replaced(inner, name, value) for inner in document]
        if isinstance(document, list)
        else document
    )


def of_helm(path: Path) -> File:
    counted = [
        stat("num_instances", 0.0),
        *(one for one in STATISTICS if one["name"]["name"] != "num_instances"),
    ]
    return folder(path, FOLDER | {"stats.json": counted})


def of_evalscope(path: Path) -> File:
    return File(run_folder(path, replaced(small(), "num", 0)))


def of_every_eval_ever(path: Path) -> File:
    return put(
        path / "x.json", replaced(copy.deepcopy(test_every_eval_ever.DOCUMENT), "num_samples", 0)
    )


def of_inspect(path: Path) -> File:
    document = replaced(copy.deepcopy(test_inspect_ai.DOCUMENT), "completed_samples", 0)
    return File(
        test_inspect_ai.plain(path, replaced(document, "scored_samples", 0) | {"samples": []})
    )


def of_lighteval(path: Path) -> File:
    return put(
        path / "results_x.json",
        replaced(copy.deepcopy(test_lighteval.DOCUMENT), "effective_num_docs", 0),
    )


def of_lm_eval(path: Path) -> File:
    return put(
        path / "results.json", replaced(copy.deepcopy(test_lm_eval.DOCUMENT), "effective", 0)
    )


def of_qwen_math(path: Path) -> File:
    document = {"num_samples": 0, "num_scores": 0, "acc": 0.0}
    return put(path / "gsm8k" / "test_x_metrics.json", document)


def of_table(path: Path) -> File:
    return put(path / "t.csv", "model,benchmark,accuracy,n,unit\nm,B,0,0,fraction\n")


def of_counts(path: Path) -> File:
    return put(path / "t.csv", "model,benchmark,k,n,unit\nm,B,0,0,fraction\n")


@pytest.mark.parametrize(
    ("reader", "written"),
    [
        (evalscope, of_evalscope), (every_eval_ever, of_every_eval_ever), (helm, of_helm),
        (inspect_ai, of_inspect), (lighteval, of_lighteval), (lm_eval, of_lm_eval), (qwen_math, of_qwen_math),
        (tables, of_table), (tables, of_counts),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)  # fmt: skip
def test_nothing_was_measured(
    reader: Reader, written: Callable[[Path], File], tmp_path: Path
) -> None:
    file = written(tmp_path)
    assert reader.recognizes(file)
    rows = [
        measurement_row(measurement, run_row(found.run, file), file.name)
        for found in reader.read(file)
        for measurement in found.measurements
        if not (measurement.aggregate or measurement.benchmark in UNCOUNTED)
        and measurement.unit not in ("tokens", "seconds")
    ]
    assert rows
    assert {(row["value"], row["stderr"], row["n_items"], row["missing"]) for row in rows} == {
        (None, None, None, "no items")
    }


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_nor_in_a_large_table(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"t.{kind}"
    row = "SELECT 'm' AS model, 'B' AS benchmark, 'acc' AS metric, 0.0 AS value, 0 AS n, 'fraction' AS unit"
    duckdb.sql(f"COPY ({row}) TO '{path}' (FORMAT {kind})")
    _, found, missing = staged(path, tmp_path, "value, missing, n_items")
    assert (found, missing) == ([(None, "no items", None)], 1)
