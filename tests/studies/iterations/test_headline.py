"""The answer of the page of iterations."""

from types import SimpleNamespace
from typing import Any

import pytest

from reasonboard.studies.iterations.headline import headline
from reasonboard.studies.iterations.study import ITERATIONS


@pytest.mark.usefixtures("bundled")
def test_a_log_without_accuracy_is_answered_by_its_lengths() -> None:
    values = ITERATIONS.defaults()
    rows = [
        row | {"accuracy": [None] * len(row["accuracy"])} for row in ITERATIONS.rows("grid", values)
    ]
    study: Any = SimpleNamespace(views=ITERATIONS.views, view_rows=lambda *_: rows)
    answer = headline(study, values)
    assert answer
    assert answer.strong == "No accuracy to compare is logged."
    assert answer.context.startswith("Responses became ")
    rows.clear()
    assert headline(study, values) is None


@pytest.mark.usefixtures("bundled")
def test_the_only_benchmark_that_can_be_tested_is_no_number() -> None:
    values = ITERATIONS.defaults()
    rows = [
        row | ({} if row["benchmark"] == "GPQA" else {"n_items": None})
        for row in ITERATIONS.rows("grid", values)
        if row["benchmark"] in ("GPQA", "KAOYAN")
    ]
    study: Any = SimpleNamespace(views=ITERATIONS.views, view_rows=lambda *_: rows)
    answer = headline(study, values)
    assert answer
    assert answer.strong == (
        "Accuracy rose on both benchmarks, significantly on the one that can be tested."
    )
