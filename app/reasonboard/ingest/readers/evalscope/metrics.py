"""The metrics of an evalscope report: of the dataset, of its categories and of its subsets."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reasonboard.ingest.formats.records import FRACTION, TOKEN_LENGTH, TOKENS, Measurement
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node

_HOW = re.compile(r"(?:weighted_?|macro_?)?(?:average_?|mean_)", re.IGNORECASE)
_FRACTIONS = {"is_correct", "is_incorrect", "is_not_attempted", "winrate"}
_TOTAL = "OVERALL"
_LENGTH = ("perf_metrics", "summary", "usage", "output_tokens", "mean")


class Metric(NamedTuple):
    name: str
    unit: str
    better: bool | None


@dataclass
class Scores:
    """What a report says of a dataset; `repeats` is how many answers an item has."""

    dataset: str
    repeats: int = 1
    metrics: dict[str, Metric] = field(default_factory=dict)
    subsets: set[str] = field(default_factory=set)
    measurements: list[Measurement] = field(default_factory=list)

    def add(self, metric: Metric, row: "_Row") -> None:
        """One number of a metric, or the note why it is none."""
        self.measurements += row.score.measurements(
            row.benchmark,
            metric.name,
            metric.unit,
            filter=row.filter,
            # Of several answers to an item some metrics count the answers and some the items; 0 are 0 of both.
            n_items=node.whole(row.num) if self.repeats == 1 or row.num == 0 else None,
            n_repeats=self.repeats if self.repeats > 1 else None,
            higher_is_better=metric.better,
            aggregate=row.aggregate,
        )


class _Row(NamedTuple):
    benchmark: str
    score: Node
    num: Any
    aggregate: bool
    filter: str | None = None


class _Subset(NamedTuple):
    name: str
    category: str
    score: Node
    num: Any
    aggregate: bool


def is_mean(name: str) -> bool:
    """Is it the plain mean over the rows, neither weighted nor over subsets?"""
    return name != bare(name) and not name.lower().startswith(("weighted", "macro"))


def bare(name: str) -> str:
    """`mean_acc` -> `acc`: what a metric is called in the rows that it is the mean of."""
    return _HOW.sub("", name, count=1) if _HOW.match(name) else name


def unit_of(name: str) -> str:
    """Its unit by its name, where nothing states it."""
    return FRACTION if bare(name).lower() in _FRACTIONS else metrics_of.unit(bare(name))


def scores_of(document: Node, repeats: int = 1) -> Scores:
    """Every metric of a report, and the mean of the output tokens where they were counted."""
    scores = Scores(document.at("dataset_name").name(), repeats)
    for metric_node in document.at("metrics").items():
        metric = _metric(metric_node)
        if metric.name in scores.metrics:
            twice = f"{metric_node.where} is {metric.name!r} for the second time: left out"
            document.notes.append(twice)
            continue
        scores.metrics[metric.name] = metric
        subsets_of_metric = list(_subsets(metric_node))
        scores.subsets |= {each.name for each in subsets_of_metric if not each.aggregate}
        for row in _rows(metric_node, scores, subsets_of_metric):
            scores.add(metric, row)
    _add_token_length(document, scores)
    return scores


def _metric(metric: Node) -> Metric:
    """Name, unit and direction; 1.14 states all of them, before it there is only the name."""
    stated = metric.mapping()
    written = stated.get("name") or stated.get("legacy_name")
    if not written and isinstance(stated.get("identity"), dict):
        written = _key(metric.at("identity"))
    name = node.name(metric.file, written, f"{metric.where}.name")
    semantics = stated.get("semantics")
    if isinstance(semantics, dict):
        better = {"higher_is_better": True, "lower_is_better": False}
        return Metric(name, _unit(semantics), better.get(str(semantics.get("direction"))))
    return Metric(name, unit_of(name), None)


def _key(identity: Node) -> str:
    """`mean_acc` as before 1.14, and `pass_at_k_acc[k=4]` where it has dimensions."""
    name = identity.at("name").name()
    how = node.text(identity.value.get("aggregation"))
    dimensions = identity.part("dimensions").value
    plain = f"{how}_{name}" if how and how != "identity" else name
    inner = ",".join(f"{key}={node.shown(value)}" for key, value in dimensions.items())
    return f"{plain}[{inner}]" if inner else plain


def _unit(semantics: Mapping[str, Any]) -> str:
    """As the report states it: from 0 to 1, in seconds, or nothing known."""
    bounds = semantics.get("value_range")
    if isinstance(bounds, dict) and (bounds.get("min"), bounds.get("max")) == (0, 1):
        return FRACTION
    times = {"s": "seconds", "ms": "milliseconds"}
    return times.get(str(semantics.get("raw_unit")), "score")


def _subsets(metric: Node) -> Iterator[_Subset]:
    for category in metric.listed("categories"):
        title = _title(category)
        for subset in category.listed("subsets"):
            name = subset.at("name").name()
            aggregate = subset.value.get("is_aggregate") is True or name == _TOTAL
            yield _Subset(name, title, subset.at("score"), subset.value.get("num"), aggregate)


def _title(category: Node) -> str:
    """The name of a category is a path: ['STEM', 'physics']."""
    named = category.at("name")
    parts = named.value if isinstance(named.value, list) else [named.value]
    return "/".join(node.name(named.file, part, named.where) for part in parts)


def _rows(metric: Node, scores: Scores, subsets_of_metric: list[_Subset]) -> Iterator[_Row]:
    """The dataset's number; and those of its subsets and categories where it has several subsets."""
    dataset, stated = scores.dataset, metric.mapping()
    several = sum(1 for subset in subsets_of_metric if not subset.aggregate) > 1
    if "score" in stated:
        yield _Row(dataset, metric.at("score"), stated.get("num"), several)
    if several and "macro_score" in stated:
        yield _Row(dataset, metric.at("macro_score"), stated.get("num"), True, "macro_score")
    often = Counter(subset.name for subset in subsets_of_metric)
    taken: set[str] = set()
    for subset in subsets_of_metric:
        if not several and not subset.aggregate and subset.score.value == stated.get("score"):
            continue
        inner = subset.name if often[subset.name] == 1 else f"{subset.category}/{subset.name}"
        if inner in taken:
            twice = f"{subset.score.where} is of {inner!r} for the second time: left out"
            metric.notes.append(twice)
            continue
        taken.add(inner)
        yield _Row(f"{dataset}:{inner}", subset.score, subset.num, subset.aggregate)
    yield from _categories(metric, dataset, taken)


def _categories(metric: Node, dataset: str, taken: set[str]) -> Iterator[_Row]:
    """A category of one subset says no more than the subset, and one alone no more than the dataset."""
    categories = metric.listed("categories")
    for category in categories if len(categories) > 1 else []:
        title = _title(category)
        title = f"{title} (category)" if title in taken else title
        several = len(category.listed("subsets")) > 1
        if several and "score" in category.value and title not in taken:
            taken.add(title)
            num = category.value.get("num")
            yield _Row(f"{dataset}:{title}", category.at("score"), num, True)


def _add_token_length(document: Node, scores: Scores) -> None:
    *outer, last = _LENGTH
    around = node.mapping(node.inner(document.value, *outer))
    if last not in around:
        return
    mean = document.child(around[last], ".".join(filter(None, [document.where, *_LENGTH])))
    count = node.inner(document.value, *_LENGTH[:2], "n_samples")
    row = _Row(scores.dataset, mean, count, len(scores.subsets) > 1)
    scores.add(Metric(TOKEN_LENGTH, TOKENS, None), row)
