"""One result of an Every Eval Ever document: a score with what its metric means."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard.ingest.formats.numbers import number
from reasonboard.ingest.formats.records import FRACTION, PERCENT, Measurement
from reasonboard.ingest.readers.common import dates, node
from reasonboard.ingest.readers.common.node import ABSENT, Node

_EPOCH = re.compile(r"\d{9,11}(?:\.\d+)?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECIMAL = re.compile(r"\d{1,20}(?:\.\d{1,20})?")
_FILTERED = re.compile(r"(?P<metric>\S+)(?: \(filter: (?P<filter>\S+)\))?")
_BOUNDED = {(0.0, 1.0): FRACTION, (0.0, 100.0): PERCENT}
_NO_UNITS = {"proportion", "percent", "percentage", "fraction"}
_LONGEST_UNIT = 40
_UNKNOWN = -1


class Result(NamedTuple):
    """A measurement, what answers to it are known by, and how it was generated."""

    measurement: Measurement
    id: str | None
    name: str
    date: str | None
    generation: Mapping[str, Any]

    @property
    def key(self) -> tuple[str | None, ...]:
        """What tells it from the other measurements of a run."""
        measurement = self.measurement
        return measurement.benchmark, measurement.metric, measurement.filter, measurement.split


def read(results: list[Node]) -> Iterator[Result]:
    """The results of a document; what is no number, or out of its own bounds, is noted and left out."""
    for result in results:
        for measurement in _measurements(result):
            generation = result.part("generation_config")
            yield Result(
                measurement,
                node.text(result.value.get("evaluation_result_id")),
                result.at("evaluation_name").name(),
                date(result.value.get("evaluation_timestamp")),
                {
                    **generation.value,
                    **generation.part("additional_details").value,
                    **generation.part("generation_args").value,
                    "additional_details": None,
                    "generation_args": None,
                },
            )


def date(raw: Any) -> str | None:
    """A time as ISO 8601, from seconds since 1970 or as it is; a text that is no time as it is, None for no text."""
    text = raw.strip() if isinstance(raw, str) else ""
    try:
        if _EPOCH.fullmatch(text):
            return dates.of_unix(float(text))
        read_as = datetime.fromisoformat(text)
    except ValueError:
        return text or None
    return text if _DAY.fullmatch(text) else read_as.isoformat(timespec="seconds")


def decimal(raw: Any) -> float | None:
    """A number that may be written as text, as the details of this format are."""
    if isinstance(raw, str) and _DECIMAL.fullmatch(raw.strip()):
        return float(raw)
    return number(raw)[0]


def _measurements(result: Node) -> list[Measurement]:
    config, source = result.part("metric_config"), result.at("source_data")
    details = result.at("score_details")
    hf_split = source.value.get("hf_split") if isinstance(source.value, dict) else None
    metric, chosen = _metric(result, config)
    unit = _unit(config.value)
    score = details.at("score")
    if config.value.get("has_unknown_level") is True and number(score.value)[0] == _UNKNOWN:
        score = score.child(None, score.where)
    if "score" not in details.value:
        return []
    uncertainty = details.part("uncertainty")
    error = uncertainty.part("standard_error").value
    lower = config.value.get("lower_is_better")
    return score.measurements(
        _benchmark(result, chosen),
        metric,
        unit,
        stderr=error.get("value", ABSENT),
        split=source.at("hf_split").name() if node.text(hf_split) else None,
        filter=chosen,
        n_items=node.whole(uncertainty.value.get("num_samples")),
        higher_is_better=not lower if isinstance(lower, bool) else None,
    )


def _benchmark(result: Node, chosen: str | None) -> str:
    """The evaluation's name; behind that of the data set where it does not hold it: `ai2_arc:choice`."""
    named = result.at("evaluation_name").name()
    if chosen:
        named = named.removesuffix(f"/{chosen}") or named
    source = result.at("source_data")
    data_set = node.text(node.mapping(source.value).get("dataset_name"))
    one, other = _normalized(data_set or ""), _normalized(named)
    if data_set is None or one in other or other in one:
        return named
    return node.name(result.file, f"{data_set}:{named}", f"{source.where}.dataset_name")


def _normalized(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _metric(result: Node, config: Node) -> tuple[str, str | None]:
    """The metric's name and the filter of the answers; old documents have them in the description only."""
    stated, file = config.value, result.file
    named = node.text(stated.get("metric_name")) or node.text(stated.get("metric_id"))
    if named:
        chosen = _parameters(config.part("metric_parameters").value, named)
        chosen = chosen and node.name(file, chosen, f"{config.where}.metric_parameters")
        return node.name(file, named, f"{config.where}.metric_name"), chosen
    whole = node.text(stated.get("evaluation_description")) or ""
    described = whole.removesuffix(f" on {result.value.get('evaluation_name')}")
    match = _FILTERED.fullmatch(described)
    if match:
        return node.name(file, match["metric"], config.where), match["filter"]
    metric = described if described != stated.get("evaluation_description") else "score"
    return node.name(file, metric or "score", f"{config.where}.evaluation_description"), None


def _parameters(given_parameters: Mapping[str, Any], metric: str) -> str | None:
    """The `k` of a pass@k and such, where the metric's name does not hold it."""
    every = sorted(given_parameters.items())
    plain = [(key, value) for key, value in every if isinstance(value, str | int | float)]
    return ",".join(f"{key}={value}" for key, value in plain if str(value) not in metric) or None


def _unit(config: Mapping[str, Any]) -> str:
    """By the bounds that the document states; what has others is a score, or in the unit it states."""
    bounds = (number(config.get("min_score"))[0], number(config.get("max_score"))[0])
    if None not in bounds and bounds in _BOUNDED:
        return _BOUNDED[bounds]
    stated = node.text(config.get("metric_unit")) or ""
    usable = stated and stated.lower() not in _NO_UNITS and len(stated) <= _LONGEST_UNIT
    return stated if usable else "score"
