"""OpenCompass, 0.2 to 0.5: the results file of a model on a dataset, the answers beside it, and the tables."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import PERCENT, Found, Measurement, Run
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.opencompass import samples as opencompass_samples
from reasonboard.ingest.readers.opencompass import summary as opencompass_summary
from reasonboard.ingest.readers.opencompass.samples import PREDICTIONS, RESULTS, Predictions
from reasonboard.ingest.readers.opencompass.summary import TOOL, unit
from reasonboard.ingest.texts.text_file import objects

_NOT_METRICS = {"details", "error", "type"}
_RUNS = re.compile(r"(?P<metric>.+) \((?P<n>[1-9]\d{0,4}) runs average\)")
_FIRST = ("score", "accuracy", "pass@1", "humaneval_pass@1", "exact_match")
"""Of which metric the answers' verdicts are, the best first."""


class _Key(NamedTuple):
    """What a key of a results file says."""

    benchmark: str
    metric: str
    n_repeats: int | None


def recognizes(file: File) -> bool:
    """Is it a dataset's results in the folders of a run, its predictions, or a table of a summary?

    Results are only numbers, so where nothing else tells them from those of other tools they have
    to be in `results/MODEL/` and in percent.
    """
    if opencompass_summary.recognizes(file):
        return True
    if not file.keys:
        return False
    return opencompass_samples.is_predictions(file.json) or _is_results(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of the dataset and the verdicts on its answers, or each run of a table.

    Predictions are read with their results and raise Skip, as do the answers of a judge, whose marks
    are in the table of its summary.
    """
    if opencompass_summary.recognizes(file):
        yield from opencompass_summary.read(file)
        return
    document = Node(file, file.json)
    stated = document.mapping()
    if opencompass_samples.is_predictions(stated):
        raise _companion(file)
    if stated.get("error"):
        raise Skip(f"its evaluation failed: {node.shown(stated['error'])}")
    dataset = node.name(file, file.path.stem, "the dataset")
    every = opencompass_samples.details(document)
    predictions, damage = Predictions([], None), list[IngestError]()
    try:
        predictions = opencompass_samples.predictions_of(file, document.notes)
    except IngestError as error:
        damage.append(error)
    mode = _mode(stated) or predictions.mode
    predictions = Predictions(predictions.answers, mode)
    keys = _keys(document, dataset)
    repeats = next((key.n_repeats for key in keys.values() if key.n_repeats), 1)
    n_items = len(every) or len(predictions.answers) // repeats
    entries = document.entries()
    measurements = [
        measurement
        for key, key_parts in keys.items()
        for measurement in entries[key].measurements(
            key_parts.benchmark,
            key_parts.metric,
            unit(key_parts.metric),
            filter=mode,
            n_items=n_items if n_items and key_parts.benchmark == dataset else None,
            n_repeats=key_parts.n_repeats,
        )
    ]
    metric = _main(measurements, dataset)
    samples = opencompass_samples.samples(every, predictions, dataset, metric)
    yield Found(_run(file), measurements, samples, document.notes, damage=damage)


def _is_results(file: File) -> bool:
    document = file.json
    numbers = {
        key: value
        for key, value in document.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    others = [value for key, value in document.items() if key not in _NOT_METRICS]
    if file.path.absolute().parent.parent.name != RESULTS:
        return False
    strange = any(isinstance(other, dict | str | bool) for other in others)
    if strange and not opencompass_samples.has_details(document):
        return False
    known = [value for key, value in numbers.items() if unit(_bare(key)) == PERCENT]
    # If all are below 1, they may be fractions of another tool: those are not claimed.
    is_percent = any(value > 1 for value in known)
    return bool(known or "error" in document) and (_has_signs(file, document) or is_percent)


def _has_signs(file: File, document: Mapping[str, Any]) -> bool:
    """Do details, or the folders of a run, say whose results they are?"""
    outer = file.path.absolute().parent.parent.parent
    return (
        _mode(document) is not None
        or opencompass_samples.has_details(document)
        or opencompass_summary.date(outer.name) is not None
        or (outer / PREDICTIONS / file.path.absolute().parent.name).is_dir()
    )


def _companion(file: File) -> Skip:
    at = file.path.absolute().parent
    if at.parent.name == RESULTS or "judged-by--" in at.name:
        return Skip("the answers of a judge: its marks are in the table of the summary")
    main = opencompass_samples.results_of(file)
    if main:
        return ReadWith(main, "/".join(main.path.parts[-3:]))
    return Skip(f"predictions without their results, results/{at.name}/{file.path.name}")


def _run(file: File) -> Run:
    """The same for every dataset of a model: what differs between them stays out of it."""
    at = file.path.absolute().parent
    outer = at.parent.parent
    return Run(
        tool=TOOL,
        model=node.name(file, at.name, "the model's folder"),
        date=opencompass_summary.date(outer.name),
        hints=[at.name, outer.parent.name],
    )


def _mode(document: Mapping[str, Any]) -> str | None:
    """Of 0.4 on beside the metrics, before it in the details, where the evaluator gave none."""
    kind = document.get("type") or node.mapping(document.get("details")).get("type")
    return {"GEN": "gen", "PPL": "ppl"}.get(str(kind))


def _bare(key: str) -> str:
    match = _RUNS.fullmatch(key)
    return (match["metric"] if match else key).rpartition("/")[2]


def _keys(document: Node, dataset: str) -> dict[str, _Key]:
    """Key -> benchmark, metric and replicas; `algebra/G-Pass@4_0.5` is of a part of the dataset."""
    keys: dict[str, _Key] = {}
    seen: set[tuple[str, str]] = set()
    stated = document.mapping()
    for key in stated:
        if key in _NOT_METRICS:
            continue
        node.name(document.file, key, "a metric")
        runs = _RUNS.fullmatch(key)
        metric, benchmark = runs["metric"] if runs else key, dataset
        division, slash, inner = metric.rpartition("/")
        if slash and division.strip() and inner in stated:
            metric = inner
            benchmark = node.name(document.file, f"{dataset}:{division}", f"[{key!r}]")
        if (benchmark, metric) in seen:
            document.notes.append(f"[{key!r}] is {metric!r} for the second time: left out")
            continue
        seen.add((benchmark, metric))
        keys[key] = _Key(benchmark, metric, int(runs["n"]) if runs else None)
    return keys


def _main(measurements: list[Measurement], dataset: str) -> str:
    """The metric that verdicts on answers are of."""
    known = (each for each in measurements if each.unit == PERCENT)
    own = [each.metric for each in known if each.benchmark == dataset]
    return next((metric for metric in _FIRST if metric in own), own[0] if own else "accuracy")


TEXTS = {"opencompass": objects(opencompass_samples.texts, "byte")}
READER = Reader("opencompass", recognizes, read, texts=TEXTS)
