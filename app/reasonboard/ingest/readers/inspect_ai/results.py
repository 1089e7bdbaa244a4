"""The results of a log of inspect_ai: the metrics of each scorer under each way to reduce epochs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from reasonboard.ingest.formats.records import Measurement
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import ABSENT, Node, once
from reasonboard.ingest.readers.inspect_ai.log import Log

_STDERRS = ("stderr", "bootstrap_stderr")
_MEANS = ("accuracy", "mean")
_SPREADS = {"std", "var"}
_WHOLE = "all"


class _Block(NamedTuple):
    """The metrics of one scorer under one reducer."""

    score: str
    reducer: str | None
    n_items: int | None
    metrics: Node


class _Row(NamedTuple):
    group: str | None
    metric: str
    value: Node


def measurements(log: Log, benchmark: str) -> Iterator[Measurement]:
    """Every metric but standard errors, which go with the means; what is left out is noted.

    A metric is named SCORE/METRIC. Of a grouped one each group is a subset, `all` an aggregate.
    """
    every = []
    for block in _blocks(log):
        rows = list(_rows(log, block))
        for row in rows:
            if row.metric in _STDERRS:
                continue
            is_whole = row.group in (None, _WHOLE) or block.n_items == 0
            every += row.value.measurements(
                benchmark if row.group is None else f"{benchmark}:{row.group}",
                f"{block.score}/{row.metric}",
                metrics_of.unit(row.metric),
                stderr=_stderr(row, rows),
                filter=block.reducer,
                n_items=block.n_items if is_whole else None,
                n_repeats=epochs(log),
                aggregate=row.group == _WHOLE,
            )
    yield from once(every, log.header.notes)


def means(log: Log) -> dict[str, str]:
    """Score -> the metric that is its mean over the samples."""
    mean_of: dict[str, str] = {}
    for block in _blocks(log):
        names = [name for name in _MEANS if name in block.metrics.value]
        if block.reducer is None and names and block.score not in mean_of:
            mean_of[block.score] = f"{block.score}/{names[0]}"
    return mean_of


def _blocks(log: Log) -> Iterator[_Block]:
    """Until the middle of 2024 there was one scorer: then its metrics stand in the results themselves."""
    results = log.header.part("results")
    if results.value.get("scores") is None:
        if results.value.get("metrics") is not None:
            scorer = results.value.get("scorer")
            named = scorer.get("name") if isinstance(scorer, dict) else scorer
            yield _block(log, results, named or "score")
        return
    for score in results.at("scores").items():
        yield _block(log, score, score.mapping().get("name") or score.value.get("scorer"))


def _block(log: Log, score_node: Node, named: Any) -> _Block:
    reducer = score_node.at("reducer")
    score = node.name(log.header.file, named, f"{score_node.where}.name")
    if reducer.value is not None:
        reducer.name()
    n_items = node.whole(score_node.value.get("scored_samples"))
    metrics = score_node.at("metrics")
    metrics.mapping()
    return _Block(
        score,
        None if reducer.value == "mean" else reducer.value,
        _completed(log) if n_items is None else n_items,
        metrics,
    )


def _completed(log: Log) -> int | None:
    """Before there was a count of what was scored: samples are counted in every epoch."""
    count = node.whole(log.header.part("results").value.get("completed_samples"))
    each = epochs(log) or 1
    return count // each if count is not None and count % each == 0 else None


def epochs(log: Log) -> int | None:
    """How many answers each item has, where it is stated."""
    return node.whole(log.eval.part("config").value.get("epochs")) or None


def _rows(log: Log, block: _Block) -> Iterator[_Row]:
    for name, metric_node in block.metrics.entries().items():
        node.name(log.header.file, name, metric_node.where)
        if "value" not in metric_node.mapping():
            continue
        where = f"{log.place}{metric_node.where}.value"
        value = metric_node.child(metric_node.value["value"], where)
        parameters = metric_node.value.get("params")
        if isinstance(parameters, dict) and "group_key" in parameters:
            inner = parameters.get("metric")
            metric = inner.get("name") if isinstance(inner, dict) else inner
            whole = node.name(log.header.file, metric, f"{metric_node.where}.params.metric")
            yield _Row(name, whole.rpartition("/")[2], value)
        else:
            yield _Row(None, name, value)


def _stderr(row: _Row, rows: list[_Row]) -> Any:
    """The standard error of the block is that of the mean of its scores, or of its only metric."""
    peers = [peer for peer in rows if peer.group == row.group]
    others = [peer for peer in peers if peer.metric not in (*_STDERRS, *_SPREADS)]
    if row not in others or (row.metric not in _MEANS and len(others) > 1):
        return ABSENT
    stated = {peer.metric: peer.value.value for peer in peers if peer.metric in _STDERRS}
    return next((stated[name] for name in _STDERRS if name in stated), ABSENT)
