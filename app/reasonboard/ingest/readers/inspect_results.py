"""The results of a log of inspect_ai: the metrics of each scorer under each way to reduce epochs."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.readers import shapes, values
from reasonboard.ingest.readers.inspect_log import Log
from reasonboard.ingest.records import Measurement

_STDERRS = ("stderr", "bootstrap_stderr")
_MEANS = ("accuracy", "mean")
_SPREADS = {"std", "var"}
_WHOLE = "all"


class _Block(NamedTuple):
    """The metrics of one scorer under one reducer."""

    score: str
    reducer: str | None
    n_items: int | None
    metrics: dict[str, Any]
    where: str


class _Row(NamedTuple):
    group: str | None
    metric: str
    raw: Any
    where: str


def measurements(log: Log, benchmark: str) -> Iterator[Measurement]:
    """Every metric but standard errors, which go with the means; what is left out is noted.

    A metric is named SCORE/METRIC. Of a grouped one each group is a subset, `all` an aggregate.
    """
    seen: set[tuple[str, str, str | None]] = set()
    for block in _blocks(log):
        rows = list(_rows(log, block))
        for row in rows:
            if row.metric in _STDERRS:
                continue
            one = _measurement(log, benchmark, block, row, rows)
            if one is None:
                continue
            key = (one.benchmark, one.metric, one.filter)
            if key in seen:
                log.notes.append(f"{row.where} is {one.metric!r} for the second time: left out")
                continue
            seen.add(key)
            yield one


def means(log: Log) -> dict[str, str]:
    """Score -> the metric that is its mean over the samples."""
    found: dict[str, str] = {}
    for block in _blocks(log):
        names = [name for name in _MEANS if name in block.metrics]
        if block.reducer is None and names and block.score not in found:
            found[block.score] = f"{block.score}/{names[0]}"
    return found


def _blocks(log: Log) -> Iterator[_Block]:
    """Until the middle of 2024 there was one scorer: then its metrics stand in the results themselves."""
    file = log.file
    results = shapes.part(file, log.header, "results")
    if results.get("scores") is None:
        if results.get("metrics") is not None:
            scorer = results.get("scorer")
            named = scorer.get("name") if isinstance(scorer, dict) else scorer
            yield _block(log, {"name": named or "score", "metrics": results["metrics"]}, "results")
        return
    for place, one in enumerate(shapes.items(file, results["scores"], "results.scores")):
        where = f"results.scores[{place}]"
        yield _block(log, shapes.mapping(file, one, where), where)


def _block(log: Log, one: Mapping[str, Any], where: str) -> _Block:
    file, reducer = log.file, one.get("reducer")
    score = shapes.name(file, one.get("name") or one.get("scorer"), f"{where}.name")
    if reducer is not None:
        shapes.name(file, reducer, f"{where}.reducer")
    n_items = shapes.whole(one.get("scored_samples"))
    return _Block(
        score,
        None if reducer == "mean" else reducer,
        _completed(log) if n_items is None else n_items,
        shapes.mapping(file, one.get("metrics"), f"{where}.metrics"),
        where,
    )


def _completed(log: Log) -> int | None:
    """Before there was a count of what was scored: samples are counted in every epoch."""
    count = shapes.whole(shapes.part(log.file, log.header, "results").get("completed_samples"))
    each = epochs(log) or 1
    return count // each if count and count % each == 0 else None


def epochs(log: Log) -> int | None:
    """How often each item was asked, where it is stated."""
    evaluation = shapes.part(log.file, log.header, "eval")
    return shapes.whole(shapes.part(log.file, evaluation, "config").get("epochs")) or None


def _rows(log: Log, block: _Block) -> Iterator[_Row]:
    for name, one in block.metrics.items():
        where = f"{block.where}.metrics[{name!r}]"
        shapes.name(log.file, name, where)
        content = shapes.mapping(log.file, one, where)
        if "value" not in content:
            continue
        parameters = content.get("params")
        grouped = parameters if isinstance(parameters, dict) and "group_key" in parameters else None
        if grouped is None:
            yield _Row(None, name, content["value"], f"{log.place}{where}.value")
        else:
            inner = grouped.get("metric")
            metric = inner.get("name") if isinstance(inner, dict) else inner
            plain = shapes.name(log.file, metric, f"{where}.params.metric").rsplit("/", 1)[-1]
            yield _Row(name, plain, content["value"], f"{log.place}{where}.value")


def _measurement(
    log: Log, benchmark: str, block: _Block, row: _Row, rows: list[_Row]
) -> Measurement | None:
    unit = metrics_of.unit(row.metric)
    found = values.measured(row.raw, unit, row.where, log.notes)
    if found is None:
        return None
    value, missing = found
    stderr, no_stderr = _stderr(row, rows)
    named = benchmark if row.group is None else f"{benchmark}:{row.group}"
    return Measurement(
        benchmark=shapes.name(log.file, named, row.where),
        metric=shapes.name(log.file, f"{block.score}/{row.metric}", row.where),
        value=value,
        unit=unit,
        locator=row.where,
        missing=missing or (f"stderr {no_stderr}" if no_stderr else None),
        stderr=stderr,
        filter=block.reducer,
        n_items=(block.n_items or None) if row.group in (None, _WHOLE) else None,
        n_repeats=epochs(log),
        higher_is_better=None
        if row.metric in _SPREADS
        else metrics_of.higher_is_better(row.metric),
        aggregate=row.group == _WHOLE,
    )


def _stderr(row: _Row, rows: list[_Row]) -> tuple[float | None, str | None]:
    """The standard error of the block is that of the mean of its scores, or of its only metric."""
    peers = [one for one in rows if one.group == row.group]
    others = [one for one in peers if one.metric not in (*_STDERRS, *_SPREADS)]
    if row not in others or (row.metric not in _MEANS and len(others) > 1):
        return None, None
    stated = {one.metric: one.raw for one in peers if one.metric in _STDERRS}
    return next((number(stated[name]) for name in _STDERRS if name in stated), (None, None))
