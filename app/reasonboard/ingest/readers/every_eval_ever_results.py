"""One result of an Every Eval Ever document: a score with what its metric means."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import shapes
from reasonboard.ingest.records import FRACTION, PERCENT, Measurement

_EPOCH = re.compile(r"\d{9,11}(?:\.\d+)?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECIMAL = re.compile(r"\d{1,20}(?:\.\d{1,20})?")
_FILTERED = re.compile(r"(?P<metric>\S+)(?: \(filter: (?P<filter>\S+)\))?")
_BOUNDED = {(0.0, 1.0): FRACTION, (0.0, 100.0): PERCENT}
_MOST = {FRACTION: 1, PERCENT: 100}
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
        one = self.measurement
        return one.benchmark, one.metric, one.filter, one.split


def read(file: File, raw: list[Any], where: str, notes: list[str]) -> Iterator[Result]:
    """The results of a document; what is no number, or out of its own bounds, is noted and left out."""
    for place, one in enumerate(raw):
        at = f"{where}evaluation_results[{place}]"
        result = shapes.mapping(file, one, at)
        measurement = _measurement(file, result, at, notes)
        if measurement:
            generation = _part(file, result, "generation_config", at)
            yield Result(
                measurement,
                shapes.text(result.get("evaluation_result_id")),
                shapes.name(file, result.get("evaluation_name"), f"{at}.evaluation_name"),
                date(result.get("evaluation_timestamp")),
                {
                    **_part(file, generation, "additional_details", at),
                    **_part(file, generation, "generation_args", at),
                },
            )


def date(raw: Any) -> str | None:
    """A time as ISO 8601, from seconds since 1970 or as it is; None for what is neither."""
    text = raw.strip() if isinstance(raw, str) else ""
    try:
        if _EPOCH.fullmatch(text):
            return datetime.fromtimestamp(float(text), UTC).isoformat(timespec="seconds")
        read_as = datetime.fromisoformat(text)
    except ValueError:
        return None
    return text if _DAY.fullmatch(text) else read_as.isoformat(timespec="seconds")


def decimal(raw: Any) -> float | None:
    """A number that may be written as text, as the details of this format are."""
    if isinstance(raw, str) and _DECIMAL.fullmatch(raw.strip()):
        return float(raw)
    return number(raw)[0]


def _measurement(
    file: File, result: Mapping[str, Any], at: str, notes: list[str]
) -> Measurement | None:
    config = _part(file, result, "metric_config", at)
    details = shapes.mapping(file, result.get("score_details"), f"{at}.score_details")
    source = result.get("source_data")
    split = shapes.text(source.get("hf_split")) if isinstance(source, dict) else None
    metric, chosen = _metric(file, result, config, at)
    unit = _unit(config)
    locator = f"{at}.score_details.score"
    value, missing = number(details.get("score"))
    if config.get("has_unknown_level") is True and value == _UNKNOWN:
        value, missing = None, "N/A"
    if value is None and missing is None:
        notes.append(f"{locator} is {shapes.shown(details.get('score'))}: not a number, left out")
        return None
    if value is not None and unit in _MOST and not 0 <= value <= _MOST[unit]:
        notes.append(f"{locator} is {value:g}: out of its bounds 0 to {_MOST[unit]}, left out")
        return None
    if "score" not in details:
        return None
    uncertainty = _part(file, details, "uncertainty", f"{at}.score_details")
    error = _part(file, uncertainty, "standard_error", f"{at}.score_details.uncertainty")
    stderr, no_stderr = number(error["value"]) if "value" in error else (None, None)
    lower = config.get("lower_is_better")
    return Measurement(
        benchmark=_benchmark(file, result, chosen, at),
        metric=metric,
        value=value,
        unit=unit,
        locator=locator,
        missing=missing or (f"stderr {no_stderr}" if no_stderr else None),
        stderr=stderr,
        split=None if split is None else shapes.name(file, split, f"{at}.source_data.hf_split"),
        filter=chosen,
        n_items=shapes.whole(uncertainty.get("num_samples")) or None,
        higher_is_better=not lower if isinstance(lower, bool) else None,
    )


def _benchmark(file: File, result: Mapping[str, Any], chosen: str | None, at: str) -> str:
    """The evaluation's name; behind that of the data set where it does not hold it: `ai2_arc:choice`."""
    named = shapes.name(file, result.get("evaluation_name"), f"{at}.evaluation_name")
    if chosen:
        named = named.removesuffix(f"/{chosen}") or named
    source = result.get("source_data")
    data_set = shapes.text(source.get("dataset_name")) if isinstance(source, dict) else None
    if data_set is None or _plain(data_set) in _plain(named) or _plain(named) in _plain(data_set):
        return named
    return shapes.name(file, f"{data_set}:{named}", f"{at}.source_data.dataset_name")


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _metric(
    file: File, result: Mapping[str, Any], config: Mapping[str, Any], at: str
) -> tuple[str, str | None]:
    """The metric's name and the filter of the answers; old documents have them in the description only."""
    named = shapes.text(config.get("metric_name")) or shapes.text(config.get("metric_id"))
    if named:
        chosen = _parameters(_part(file, config, "metric_parameters", f"{at}.metric_config"), named)
        return (
            shapes.name(file, named, f"{at}.metric_config.metric_name"),
            chosen and shapes.name(file, chosen, f"{at}.metric_config.metric_parameters"),
        )
    described = shapes.text(config.get("evaluation_description")) or ""
    described = described.removesuffix(f" on {result.get('evaluation_name')}")
    found = _FILTERED.fullmatch(described)
    if found:
        return shapes.name(file, found["metric"], f"{at}.metric_config"), found["filter"]
    told = described if described != config.get("evaluation_description") else "score"
    return shapes.name(file, told or "score", f"{at}.metric_config.evaluation_description"), None


def _parameters(given: Mapping[str, Any], metric: str) -> str | None:
    """The `k` of a pass@k and such, where the metric's name does not hold it."""
    plain = {key: one for key, one in given.items() if isinstance(one, str | int | float)}
    told = ",".join(f"{key}={one}" for key, one in sorted(plain.items()) if str(one) not in metric)
    return told or None


def _unit(config: Mapping[str, Any]) -> str:
    """By the bounds that the document states; what has others is a score, or in the unit it states."""
    bounds = (number(config.get("min_score"))[0], number(config.get("max_score"))[0])
    if None not in bounds and bounds in _BOUNDED:
        return _BOUNDED[bounds]
    stated = shapes.text(config.get("metric_unit")) or ""
    usable = stated and stated.lower() not in _NO_UNITS and len(stated) <= _LONGEST_UNIT
    return stated if usable else "score"


def _part(file: File, whole: Mapping[str, Any], key: str, at: str) -> dict[str, Any]:
    value = whole.get(key)
    return {} if value is None else shapes.mapping(file, value, f"{at}.{key}")
