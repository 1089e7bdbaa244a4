"""Records of the readers as flat rows: what is inferred added and marked, percent made fractions."""

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from operator import attrgetter
from typing import Any, NamedTuple

from reasonboard.ingest.formats import limits
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import (
    FRACTION,
    NO_ITEMS,
    PERCENT,
    Measurement,
    NameOf,
    Run,
    Sample,
    TextPlace,
)
from reasonboard.ingest.formats.secrets import without_secrets
from reasonboard.ingest.formats.settings import SHOTS, Kept, kept, last
from reasonboard.ingest.names import infer, path_words, places
from reasonboard.ingest.names.benchmark_words import with_named
from reasonboard.store.fields import MODEL, RUN, Range, fields_of

Row = dict[str, Any]
KEY = 8
"""Digits of the key of a run."""
_LONGEST_NAME = 512
_LONGEST_LOCATOR = 10_000
_LONGEST_SHOWN = 40
_LARGEST_SHOWN = 10**300
_ROW = re.compile(r"row (\d+)")
ROUTE, FOLDER = "route", "folder"
"""Settings for what a name or a path contains besides the model."""
_KEYED = ("tool", "raw_model", *(field.name for field in (*MODEL, *RUN)))
"""The key of a run without an id is a digest of these, if stated, and of its settings; the rest may change."""
_MOST_NAMES = 4
"""Names of a path that are looked through for a model."""


class _Checks(NamedTuple):
    """What the tables can hold of a record: names are no blanks, and texts may be empty."""

    names: Sequence[str]
    texts: Sequence[str]
    numbers: Mapping[str, Range]


def _checks(record: type, names: Sequence[str], texts: Sequence[str] = ()) -> _Checks:
    """The checks of all fields of a record, and of these names and texts."""
    told = [field for field in fields_of(record) if field.name not in names]
    of_texts = [field for field in told if field.type is str]
    named = [field.name for field in of_texts if field.condition or field.role]
    others = [field.name for field in of_texts if field.name not in named]
    return _Checks([*names, *named], [*texts, *others], limits.of_record(record))


_NAMES_OF = {
    record: tuple(field.name for field in dataclasses.fields(record))
    for record in (Run, Measurement, Sample)
}
_VALUES_OF = {record: attrgetter(*names) for record, names in _NAMES_OF.items()}
_OF_RUN = _checks(Run, ("raw_model", "model"), ("tool", "tool_version", "status"))
_OF_MEASUREMENT = _checks(Measurement, ("benchmark", "metric"))
_OF_SAMPLE = _checks(Sample, ("benchmark", "metric", "item"), ("unit", "filter"))


def run_row(
    run: Run,
    file: File,
    locator: str = "",
    settings: Kept | None = None,
    benchmark: str = "",
    stem: str = "",
) -> Row:
    """A run with its key, the name of its model and what its names say; `inferred` lists the latter.

    The key is the beginning of `digest`, which tells it from the few that begin alike. `settings` are the kept settings
    of the run, if they are known already.

    `locator` is its place in the file, `benchmark` the name of what its numbers measure, `stem` the name of the file
    where that is not as it is written.
    Raises IngestError, naming the place, for what cannot be stored.
    """
    if len(run.model) > _LONGEST_NAME:  # reading a name takes the square of its length
        _check({"raw_model": run.model}, _OF_RUN, file.name, locator)
    settings, named = with_named(settings or kept(run.settings, run.chosen), benchmark)
    if (name := without_secrets(run.model)) != run.model:
        run = dataclasses.replace(run, model=name)
    run, model = _with_model(run, file, settings, stem)
    inferred = [*model.inferred, *named]
    step, iteration, is_inferred = _place_in_training(run)
    inferred += ["step"] * is_inferred
    name, path = infer.shown_name(
        model.short or infer.without_step(run.model, step, iteration), run.name_of
    )
    whole = infer.shown_name(model.short or run.model, run.name_of).name
    params_b, family = run.params_b, run.family
    if params_b is None and (params_b := infer.size(name) or infer.size(run.model)) is not None:
        inferred.append("params_b")
    if family is None and (family := infer.family(name)) is not None:
        inferred.append("family")
    row = _fields(run) | {
        "model": name,
        "raw_model": run.model,
        "path": path,
        "with_step": None if whole == name else whole,
        "of_run": run.name_of is NameOf.RUN,
        "params_b": params_b,
        "family": family,
        "step": step,
        "iteration": iteration,
        "inferred": inferred,
        "settings": _settings(settings, model.beside, run.seed or run.repeat),
        "sha256": file.sha256,
    }
    del row["id"], row["hints"], row["place"], row["chosen"], row["name_of"]
    _check(row, _OF_RUN, file.name, locator)
    stated = {name: settings.values[name] for name in named}
    digest = (
        _digest_of_id(row, run.id, stated)
        if run.id
        else _digest(row, settings=settings.identity, beside=model.beside)
    )
    return row | {"key": digest[:KEY], "digest": digest}


def _place_in_training(run: Run) -> tuple[int | None, int | None, bool]:
    """The step and the iteration of a run, and whether they are taken from a name."""
    if run.step is None and run.iteration is None and (place := infer.step(run.hints, run.model)):
        return place.number, place.number if place.tuning else None, True
    return run.step, run.iteration, False


def _settings(settings: Kept, beside: Mapping[str, str], seed: str | None) -> Mapping[str, str]:
    """All settings of a run without its seed, which is a column: repeats with other seeds are put together."""
    seeds = {name for name, value in settings.values.items() if _is_seed(name, value, seed)}
    if not beside and not seeds:
        return settings.values
    every = {**beside, **settings.values}
    return {name: every[name] for name in sorted(every) if name not in seeds}


def _is_seed(name: str, value: str, seed: str | None) -> bool:
    """Is this setting the seed of the run, by its name or, of a part of the configuration, by its value, too?"""
    return seed is not None and (name == "seed" or (last(name) == "seed" and value == seed))


class _Model(NamedTuple):
    """What was inferred for the model of a run."""

    short: str = ""
    """The model in a name that says more; '' for the whole name."""
    inferred: tuple[str, ...] = ()
    beside: dict[str, str] = {}  # noqa: RUF012  (never changed)
    """Settings for what the name or the path contains besides the model."""


def _with_model(run: Run, file: File, settings: Kept, stem: str) -> tuple[Run, _Model]:
    """The run with a model.

    Where the file names none, or only a server, it is that of the first file or folder which reads as one, else the
    path of the run; the shots of such a name are taken too. In a table of a person "DeepSeek" is a model.
    """
    if run.model and (run.name_of is NameOf.ROW or not infer.is_route(run.model)):
        route = "" if run.name_of is NameOf.RUN else infer.route(run.model)
        return run, _Model(beside={ROUTE: route} if route else {})
    place = run.place or places.folders(file)
    parts = [stem or file.path.name.removesuffix(file.path.suffix), *place][:_MOST_NAMES]
    models = [infer.model_in(part) for part in parts]
    at = next((at for at, model in enumerate(models) if model), None)
    named = dataclasses.replace(
        run,
        model=path_words.path_of(place) if at is None else parts[at],
        name_of=NameOf.MODEL,
        hints=[*run.hints, *parts],
    )
    beside = (
        {}
        if at is None
        else _beside(parts, at, models[at], has_seed=(run.seed or run.repeat) is not None)
    )
    short = "" if at is None else models[at]
    shots = path_words.shots_in(parts)
    if shots is None or set(map(last, settings.values)) & SHOTS:
        return named, _Model(short, ("model",), beside)
    return named, _Model(short, ("model", "num_fewshot"), beside | {"num_fewshot": shots})


def _beside(parts: Sequence[str], at: int, model: str, *, has_seed: bool) -> dict[str, str]:
    """The setting for the folders around the one at `at`, which names the model, and for what else that one says."""
    own = infer.besides_model(parts[at], model, without_seed=has_seed)
    others = [*parts[1:at], *parts[at + 1 : at + 2]]
    if has_seed:
        others = [part for part in others if not path_words.SEED.fullmatch(part)]
    folder = path_words.path_of([own, *others])[2:]
    return {FOLDER: folder} if folder else {}


def measurement_row(measurement: Measurement, run: Row, name: str) -> Row:
    """A measurement in the schema's units. Percent are shifted in decimal, so 43.7 is exactly 0.437.

    The mean of no items is missing, whatever number a tool writes for it.
    Raises IngestError, naming file and place, for what cannot be stored.
    """
    if measurement.n_items == 0:
        measurement = dataclasses.replace(
            measurement, value=None, stderr=None, n_items=None, missing=NO_ITEMS
        )
    _check_value(measurement, name)
    percent = measurement.unit == PERCENT
    row = _fields(measurement) | {
        "run": run["key"],
        "sha256": run["sha256"],
        "unit": FRACTION if percent else measurement.unit,
        "metric": _metric(measurement.metric, measurement.filter),
        "score": measurement.metric,
    }
    if percent:
        row |= {"value": _shifted(measurement.value), "stderr": _shifted(measurement.stderr)}
    if row["unit"] == FRACTION and measurement.value is not None:
        row["value"] = min(max(row["value"], 0), 1)  # what rounding brought out of it
    _check(row, _OF_MEASUREMENT, name, measurement.locator)
    return row


def sample_rows(
    samples: Iterable[Sample], run_of: Callable[[str], Row], name: str
) -> Iterator[Row]:
    """The samples as rows, one by one; `run_of` is the run of a benchmark."""
    checks: dict[str, _Checks] = {}
    for sample in samples:
        run = run_of(sample.benchmark)["key"]
        row = _fields(sample) | {"run": run, "metric": _metric(sample.metric, sample.filter)}
        texts = row.pop("texts")
        row |= {
            "text_file": texts.file.sha256 if texts else None,
            "place": texts.position if texts else None,
        }
        locator = f"{sample.benchmark[:_LONGEST_SHOWN]}, item {sample.item[:_LONGEST_SHOWN]}"
        if sample.unit not in checks:
            numbers = {**_OF_SAMPLE.numbers, "score": limits.of_value(sample.unit)}
            checks[sample.unit] = _OF_SAMPLE._replace(numbers=numbers)
        _check(row, checks[sample.unit], name, locator)
        yield row


def text_file_row(place: TextPlace) -> Row:
    """The file in which texts stand: it is read again when somebody wants to see them."""
    file = place.file
    return {
        "sha256": file.sha256,
        "path": str(file.path.resolve()),
        "name": file.place,
        "bytes": file.status.st_size,
        "reader": place.reader,
    }


def _check(row: Row, checks: _Checks, name: str, locator: str) -> None:
    """Raises IngestError for what the tables cannot hold: no reader need think of it."""
    for fields, least in ((checks.names, "1 to"), (checks.texts, "at most")):
        for field in fields:
            text = row.get(field)
            if text is None:
                continue
            blank = fields is checks.names and not text.strip()
            if blank or len(text) > _LONGEST_NAME or "\0" in text:
                raise IngestError(
                    f"{_place(name, locator)}: {field} is {text[:_LONGEST_SHOWN]!r} "
                    f"(expected {least} {_LONGEST_NAME} characters of text)"
                )
    if len(locator) > _LONGEST_LOCATOR:
        raise IngestError(
            f"{name}: {locator[:_LONGEST_SHOWN]}...: a place of {len(locator)} characters "
            f"(expected at most {_LONGEST_LOCATOR})"
        )
    for field, range_ in checks.numbers.items():
        number = row.get(field)
        if number is not None and not range_.holds(number):
            raise IngestError(
                f"{_place(name, locator)}: {field} is {_number(number)} (expected {range_})"
            )


def _check_value(measurement: Measurement, name: str) -> None:
    """Raises IngestError for a value or a standard error that its unit cannot have."""
    unit = measurement.unit
    for field, number, range_, noise in (
        ("value", measurement.value, limits.of_value(unit), limits.noise_of(unit)),
        ("stderr", measurement.stderr, limits.of_stderr(unit), 0.0),
    ):
        if number is not None and not range_.holds(number, noise):
            wrong = f"{field} is {_number(number)} in the unit {unit[:_LONGEST_SHOWN]!r}"
            raise IngestError(f"{_place(name, measurement.locator)}: {wrong} (expected {range_})")


def _place(name: str, locator: str) -> str:
    """FILE:LINE where the locator is the row of a table, else FILE: LOCATOR."""
    row = _ROW.match(locator)
    if row:
        return f"{name}:{row[1]}"
    return f"{name}: {locator}" if locator else name


def _number(value: float) -> str:
    """A number in a message: an integer of a file may have thousands of digits."""
    if isinstance(value, int) and abs(value) > _LARGEST_SHOWN:
        return "a huge number"
    return f"{value:.12g}"


def _fields(record: Run | Measurement | Sample) -> Row:
    return dict(zip(_NAMES_OF[type(record)], _VALUES_OF[type(record)](record), strict=True))


def _metric(metric: str, filter: str | None) -> str:  # noqa: A002  (the field's word)
    """Scores of two filters are two scores: they are never mixed in one chart."""
    return metric if filter in (None, "", "none") else f"{metric},{filter}"


def _shifted(percent: float | None) -> float | None:
    return None if percent is None else float(Decimal(repr(percent)).scaleb(-2))


def _digest_of_id(row: Row, id: str, named: Mapping[str, str]) -> str:
    """The same by the tool's id of a run, its place in a training, and what the name of the benchmark states."""
    names = ("tool", *(field.name for field in RUN if field.condition))
    return _digest(row, names, id=id, named=named)


def _digest(row: Row, names: Sequence[str] = _KEYED, **more: object) -> str:
    """Hexadecimal digits for all that is stated of a run: the same for the same, whatever the file.

    What is not stated is no part of it, so that a new field changes the key of no run.
    """
    parts = {name: row[name] for name in names if row[name] is not None} | more
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
