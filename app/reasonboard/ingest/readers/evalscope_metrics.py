"""The metrics of an evalscope report: of the dataset, of its categories and of its subsets."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.readers import shapes, values
from reasonboard.ingest.records import FRACTION, TOKENS, Measurement

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

    file: File
    dataset: str
    repeats: int = 1
    metrics: dict[str, Metric] = field(default_factory=dict)
    subsets: set[str] = field(default_factory=set)
    measurements: list[Measurement] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, metric: Metric, row: "_Row") -> None:
        """One number of a metric, or the note why it is none."""
        found = values.measured(row.raw, metric.unit, row.where, self.notes)
        if found is None:
            return
        value, missing = found
        self.measurements.append(
            Measurement(
                benchmark=shapes.name(self.file, row.benchmark, row.where),
                metric=metric.name,
                value=value,
                unit=metric.unit,
                locator=row.where,
                missing=missing,
                filter=row.filter,
                # Of several answers to an item some metrics count the answers and some the items.
                n_items=(shapes.whole(row.num) or None) if self.repeats == 1 else None,
                n_repeats=self.repeats if self.repeats > 1 else None,
                higher_is_better=metric.better,
                aggregate=row.aggregate,
            )
        )


class _Row(NamedTuple):
    benchmark: str
    raw: Any
    where: str
    num: Any
    aggregate: bool
    filter: str | None = None


class _Subset(NamedTuple):
    name: str
    category: str
    raw: Any
    num: Any
    aggregate: bool
    where: str


def is_mean(name: str) -> bool:
    """Is it the plain mean over the rows, neither weighted nor over subsets?"""
    return name != bare(name) and not name.lower().startswith(("weighted", "macro"))


def bare(name: str) -> str:
    """`mean_acc` -> `acc`: what a metric is called in the rows that it is the mean of."""
    return _HOW.sub("", name, count=1) if _HOW.match(name) else name


def is_fraction(name: str) -> bool:
    """Is it a fraction by its name, where nothing states it?"""
    return bare(name).lower() in _FRACTIONS or metrics_of.unit(bare(name)) == FRACTION


def of(file: File, document: Mapping[str, Any], repeats: int = 1) -> Scores:
    """Every metric of a report, and the mean of the output tokens where they were counted."""
    dataset = shapes.name(file, document.get("dataset_name"), "dataset_name")
    scores = Scores(file, dataset, repeats)
    for place, raw in enumerate(shapes.items(file, document.get("metrics"), "metrics")):
        where = f"metrics[{place}]"
        one = shapes.mapping(file, raw, where)
        metric = _metric(file, one, where)
        if metric.name in scores.metrics:
            scores.notes.append(f"{where} is {metric.name!r} for the second time: left out")
            continue
        scores.metrics[metric.name] = metric
        every = list(_subsets(file, one, where))
        scores.subsets |= {each.name for each in every if not each.aggregate}
        for row in _rows(file, one, scores, every, where):
            scores.add(metric, row)
    _add_token_length(document, scores)
    return scores


def _metric(file: File, one: Mapping[str, Any], where: str) -> Metric:
    """Name, unit and direction; 1.14 states all of them, before it there is only the name."""
    identity = one.get("identity")
    written = one.get("name") or one.get("legacy_name")
    if not written and isinstance(identity, dict):
        written = _key(file, identity, f"{where}.identity")
    name = shapes.name(file, written, f"{where}.name")
    semantics = one.get("semantics")
    if isinstance(semantics, dict):
        better = {"higher_is_better": True, "lower_is_better": False}
        return Metric(name, _unit(semantics), better.get(str(semantics.get("direction"))))
    unit = FRACTION if is_fraction(name) else metrics_of.unit(bare(name))
    return Metric(name, unit, metrics_of.higher_is_better(bare(name)))


def _key(file: File, identity: Mapping[str, Any], where: str) -> str:
    """`mean_acc` as before 1.14, and `pass_at_k_acc[k=4]` where it has dimensions."""
    name = shapes.name(file, identity.get("name"), f"{where}.name")
    how = shapes.text(identity.get("aggregation"))
    dimensions = shapes.part(file, identity, "dimensions")
    plain = f"{how}_{name}" if how and how != "identity" else name
    inner = ",".join(f"{key}={shapes.shown(value)}" for key, value in dimensions.items())
    return f"{plain}[{inner}]" if inner else plain


def _unit(semantics: Mapping[str, Any]) -> str:
    """As the report states it: from 0 to 1, in seconds, or nothing known."""
    bounds = semantics.get("value_range")
    if isinstance(bounds, dict) and (bounds.get("min"), bounds.get("max")) == (0, 1):
        return FRACTION
    times = {"s": "seconds", "ms": "milliseconds"}
    return times.get(str(semantics.get("raw_unit")), "score")


def _subsets(file: File, metric: Mapping[str, Any], where: str) -> Iterator[_Subset]:
    for place, raw in enumerate(_list(file, metric, "categories", where)):
        at = f"{where}.categories[{place}]"
        category = shapes.mapping(file, raw, at)
        title = _title(file, category, at)
        for position, inner in enumerate(_list(file, category, "subsets", at)):
            here = f"{at}.subsets[{position}]"
            subset = shapes.mapping(file, inner, here)
            name = shapes.name(file, subset.get("name"), f"{here}.name")
            aggregate = subset.get("is_aggregate") is True or name == _TOTAL
            score, num = subset.get("score"), subset.get("num")
            yield _Subset(name, title, score, num, aggregate, f"{here}.score")


def _list(file: File, whole: Mapping[str, Any], key: str, where: str) -> list[Any]:
    value = whole.get(key)
    return [] if value is None else shapes.items(file, value, f"{where}.{key}")


def _title(file: File, category: Mapping[str, Any], where: str) -> str:
    """The name of a category is a path: ['STEM', 'physics']."""
    raw = category.get("name")
    parts = raw if isinstance(raw, list) else [raw]
    return "/".join(shapes.name(file, part, f"{where}.name") for part in parts)


def _rows(
    file: File, metric: Mapping[str, Any], scores: Scores, every: list[_Subset], where: str
) -> Iterator[_Row]:
    """The dataset's number; and those of its subsets and categories where it has several subsets."""
    dataset = scores.dataset
    several = sum(1 for one in every if not one.aggregate) > 1
    if "score" in metric:
        yield _Row(dataset, metric["score"], f"{where}.score", metric.get("num"), several)
    if several and "macro_score" in metric:
        at = f"{where}.macro_score"
        yield _Row(dataset, metric["macro_score"], at, metric.get("num"), True, "macro_score")
    often = Counter(one.name for one in every)
    taken: set[str] = set()
    for one in every:
        if not several and not one.aggregate and one.raw == metric.get("score"):
            continue
        inner = one.name if often[one.name] == 1 else f"{one.category}/{one.name}"
        if inner in taken:
            scores.notes.append(f"{one.where} is of {inner!r} for the second time: left out")
            continue
        taken.add(inner)
        yield _Row(f"{dataset}:{inner}", one.raw, one.where, one.num, one.aggregate)
    yield from _categories(file, metric, dataset, taken, where)


def _categories(
    file: File, metric: Mapping[str, Any], dataset: str, taken: set[str], where: str
) -> Iterator[_Row]:
    """A category of one subset says no more than the subset, and one alone no more than the dataset."""
    every = _list(file, metric, "categories", where)
    for place, one in enumerate(every if len(every) > 1 else []):
        at = f"{where}.categories[{place}]"
        category = shapes.mapping(file, one, at)
        title = _title(file, category, at)
        title = f"{title} (category)" if title in taken else title
        several = len(_list(file, category, "subsets", at)) > 1
        if several and "score" in category and title not in taken:
            taken.add(title)
            num = category.get("num")
            yield _Row(f"{dataset}:{title}", category["score"], f"{at}.score", num, True)


def _add_token_length(document: Mapping[str, Any], scores: Scores) -> None:
    at: Any = document
    for key in _LENGTH:
        if not isinstance(at, dict) or key not in at:
            return
        at = at[key]
    count = document["perf_metrics"]["summary"].get("n_samples")
    row = _Row(scores.dataset, at, ".".join(_LENGTH), count, len(scores.subsets) > 1)
    scores.add(Metric("token_length", TOKENS, None), row)
