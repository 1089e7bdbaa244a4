"""Records of the readers as flat rows: what is inferred added and marked, percent made fractions."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from app.ingest import infer
from app.ingest.errors import IngestError
from app.ingest.files import File
from app.ingest.records import FRACTION, PERCENT, Measurement, Run, Sample

Row = dict[str, Any]
_LONGEST_NAME = 512
_NAMES = (
    "raw_model",
    "model",
    "benchmark",
    "metric",
    "item",
    "task_type",
    "method",
    "selector",
    "kv_method",
    "split",
)
_COUNTS = (
    "iteration", "kv_window", "n_items", "n_repeats", "task_length", "repeat", "tokens_in", "tokens_out"
)  # fmt: skip
_LONG_COUNTS = ("step", "train_samples")


def run_row(run: Run, file: File) -> Row:
    """A run with its key, the name it is shown by and what its names say; `inferred` lists the latter."""
    inferred = []
    name = infer.shown_name(run.model)
    params_b, family = run.params_b, run.family
    if params_b is None and (params_b := infer.size(name) or infer.size(run.model)) is not None:
        inferred.append("params_b")
    if family is None and (family := infer.family(name)) is not None:
        inferred.append("family")
    step, iteration = run.step, run.iteration
    if step is None and iteration is None:
        place = infer.step([*run.hints, run.model])
        if place is not None:
            step = place.number
            iteration = place.number if place.tuning else None
            inferred.append("step")
    row = _fields(run) | {
        "model": name,
        "raw_model": run.model,
        "params_b": params_b,
        "family": family,
        "step": step,
        "iteration": iteration,
        "inferred": inferred,
        "settings": dict(sorted(run.settings.items())),
        "sha256": file.sha256,
    }
    del row["hints"]
    _check(row, file.name)
    return row | {"key": _key(row)}


def measurement_row(one: Measurement, run: Row, name: str) -> Row:
    """A measurement in the schema's units. Percent are shifted in decimal, so 43.7 is exactly 0.437."""
    percent = one.unit == PERCENT
    row = _fields(one) | {
        "run": run["key"],
        "sha256": run["sha256"],
        "unit": FRACTION if percent else one.unit,
        "metric": _metric(one.metric, one.filter),
        "score": one.metric,
    }
    if percent:
        row |= {"value": _shifted(one.value), "stderr": _shifted(one.stderr)}
    _check(row, f"{name}: {one.locator}")
    return row


def sample_rows(samples: Iterable[Sample], run: Row, name: str) -> Iterator[Row]:
    """The samples of a run as rows, one by one."""
    for one in samples:
        row = _fields(one) | {"run": run["key"], "metric": _metric(one.metric, one.filter)}
        _check(row, f"{name}: {one.benchmark}, item {one.item}")
        yield row


def _check(row: Row, place: str) -> None:
    """Raises IngestError for what the tables cannot hold: no reader need think of it."""
    for name in _NAMES:
        text = row.get(name)
        if text is not None and (not text.strip() or len(text) > _LONGEST_NAME or "\0" in text):
            raise IngestError(
                f"{place}: {name} is {text[:40]!r} (expected 1 to {_LONGEST_NAME} characters of text)"
            )
    for names, most in ((_COUNTS, 2**31 - 1), (_LONG_COUNTS, 2**53)):
        for name in names:
            if not 0 <= (row.get(name) or 0) <= most:
                raise IngestError(
                    f"{place}: {name} is {row[name]} (expected a number from 0 to {most})"
                )


def _fields(record: Run | Measurement | Sample) -> Row:
    return {name: getattr(record, name) for name in record.__slots__}


def _metric(metric: str, filter: str | None) -> str:  # noqa: A002  (the field's word)
    """Scores of two filters are two scores: they are never mixed in one chart."""
    return metric if filter in (None, "", "none") else f"{metric},{filter}"


def _shifted(percent: float | None) -> float | None:
    return None if percent is None else float(Decimal(repr(percent)).scaleb(-2))


def _key(row: Row) -> str:
    """Eight hexadecimal digits for the conditions of a run: the same for the same, whatever the file."""
    parts = {
        name: row[name]
        for name in sorted(row)
        if name not in ("sha256", "inferred", "status", "tool_version")
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:8]
