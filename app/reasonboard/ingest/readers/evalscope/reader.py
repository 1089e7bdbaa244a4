"""ModelScope evalscope, 2025-01 to 1.14: the report of a dataset, with the answers in the folders beside it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.errors import IngestError, ReadWith, read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import ByFile, Found, Run, Sample
from reasonboard.ingest.readers.common import dates, node, task_settings
from reasonboard.ingest.readers.common.left_out import LeftOut
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.evalscope import metrics as evalscope_metrics
from reasonboard.ingest.readers.evalscope import samples as evalscope_samples
from reasonboard.ingest.readers.evalscope.metrics import Scores
from reasonboard.ingest.texts.text_file import objects

TOOL = "evalscope"
_NEEDED = {"dataset_name", "model_name", "metrics"}
_LIST = "report_list"
"""Where a payload of several reports has them."""
_STAMP = re.compile(r"\d{8}_\d{6}")
_KINDS = ("reviews", "predictions")
_WHOLE = re.compile(r"_(?:default|main)$")
"""What a subset is called that is all of its dataset."""
_VERDICT = "AverageAccuracy"
"""What the first reports call the mean of verdicts without a name."""


def recognizes(file: File) -> bool:
    """Has it the names of a dataset and of a model and a list of metrics, or several such, or rows of answers?

    The configuration of a run is its too, which lies in a folder beside that of the reports.
    """
    if _is_config(file):
        return True
    if file.first_row:
        return evalscope_samples.recognizes(file)
    if _LIST in file.keys:
        reports = file.json[_LIST]
        return isinstance(reports, list) and any(map(_is_report, reports))
    return bool(file.keys) and _is_report(file.json)


def _is_report(document: Any) -> bool:
    return (
        isinstance(document, dict)
        and document.keys() >= _NEEDED
        and isinstance(document["dataset_name"], str)
        and isinstance(document["metrics"], list)
    )


def read(file: File) -> Iterator[Found]:
    """The run with every metric of the dataset and of its subsets, and the answers beside it.

    A payload of several reports gives the run of each. Answers and reviews are read with their report. Reviews without
    one are a run of their own, whose benchmark is called as their file; answers without either raise Skip.
    """
    if _is_config(file):
        raise ReadWith(None, "the reports of its run")
    if file.first_row:
        yield _alone(file)
        return
    document = Node(file, file.json)
    if _LIST in document.value:
        config = node.mapping(document.value.get("task_config"))
        for report in document.at(_LIST).items():
            yield from _read(report.child(report.mapping(), report.where), config)
    else:
        yield from _read(document, None)


def _read(report: Node, config: Mapping[str, Any] | None) -> Iterator[Found]:
    """What one report says; `config` is the configuration where it stands in the same file."""
    document = Node(report.file, report.value, report.where)
    run, repeats = _run_of(document.file, document.at("model_name").name(), config)
    scores = evalscope_metrics.scores_of(document, repeats)
    notes = [*document.notes, *_incomplete(document.value)]
    damage: list[IngestError] = []
    samples = _samples(document.file, scores, notes, damage) if config is None else ()
    yield Found(run, scores.measurements, samples, notes, beside=True, damage=damage)


def _alone(file: File) -> Found:
    """The run of reviews without their report; raises Skip for what is read with others."""
    main = _report_of(file)
    if main is None and not evalscope_samples.is_reviews(file):
        reviews = evalscope_samples.beside(file)
        main = reviews if reviews and evalscope_samples.is_reviews(reviews) else None
    elif main is None:
        notes: list[str] = []
        run, _ = _run_of(file, _model_of(file), None)
        return Found(run, (), _of_file(file, notes), notes)
    alone = "answers without their reviews, reviews/MODEL/DATASET_SUBSET.jsonl"
    raise read_with(main, alone, main.path.name if main else "")


def _model_of(reviews: File) -> str:
    """The folder `reviews/MODEL` that evalscope writes them to; '' for a file elsewhere."""
    at = reviews.path.absolute().parent
    return at.name if at.parent.name in _KINDS else ""


def _of_file(reviews: File, notes: list[str]) -> Iterator[Sample]:
    """The answers of reviews by themselves: their scores have the names of the rows."""
    benchmark = node.name(reviews, _WHOLE.sub("", reviews.path.stem), "the dataset of the name")
    names = evalscope_samples.Names({}, {}, _VERDICT)
    damage: list[IngestError] = []
    predictions = evalscope_samples.beside(reviews)
    yield from _of_subset(reviews, predictions, benchmark, names, notes, damage)
    notes.extend(f"its tokens are left out: {error}" for error in damage)


def _report_of(file: File) -> File | None:
    """The report that is read with these answers, its name alone."""
    kind = file.path.absolute().parent.parent.name
    for report in evalscope_samples.reports(file):
        if recognizes(report):
            scores = evalscope_metrics.scores_of(Node(report, report.json))
            beside = evalscope_samples.sample_files(report, scores.dataset, scores.subsets, kind)
            if file.path.name in {sample_file.path.name for sample_file in beside.values()}:
                return file.at(report.path)
    return None


def _run_of(file: File, model: str, stated: Mapping[str, Any] | None) -> tuple[Run, int]:
    """The run, and how many answers an item has.

    It is the same for every dataset of a folder: what differs between them stays out of it.
    """
    at = file.path.absolute().parent
    outer = at.parent.parent if at.parent.name in (evalscope_samples.REPORTS, *_KINDS) else at
    config = _config_of(outer / "configs", model) if stated is None else stated
    version = str(config.get("evalscope_version") or "")
    run = Run(
        tool=TOOL,
        model=model,
        tool_version=version if re.fullmatch(r"[\w.+-]{1,40}", version) else None,
        date=dates.of_stamp(outer.name) if _STAMP.fullmatch(outer.name) else None,
        repeat=node.word(config.get("seed")),
        settings=_settings(config),
        hints=[*([model] if model else []), at.name, outer.name, outer.parent.name],
    )
    repeats = str(config.get("repeats"))
    return run, max(int(repeats), 1) if re.fullmatch(r"[0-9]{1,9}", repeats) else 1


def _incomplete(document: Mapping[str, Any]) -> list[str]:
    summary = node.mapping(document.get("execution_summary"))
    if summary.get("incomplete") is not True:
        return []
    done, requested = (node.shown(summary.get(key)) for key in ("succeeded", "requested"))
    return [f"execution_summary: {done} of {requested} answers succeeded: the run is incomplete"]


def _samples(file: File, scores: Scores, notes: list[str], damage: list[IngestError]) -> ByFile:
    """The answers of every subset; their scores have the names that the report has for their means.

    `notes` names a file without such rows, and scores that are no numbers. Predictions that cannot be read
    cost the tokens of their subset, and not its scores.
    """
    files_of = evalscope_samples.sample_files
    kinds = [files_of(file, scores.dataset, scores.subsets, kind) for kind in _KINDS]
    units = {name: metric.unit for name, metric in scores.metrics.items()}
    means = [name for name in units if evalscope_metrics.is_mean(name)]
    by_row = {evalscope_metrics.bare(name): name for name in means}
    # The rows of 1.14 still have `acc` where its report has the mean of `accuracy`.
    if "accuracy" in by_row:
        by_row.setdefault("acc", by_row["accuracy"])
    names = evalscope_samples.Names(metrics=by_row, units=units, only=next(iter(units), "score"))
    files = []
    for subset in sorted({*kinds[0], *kinds[1]}):
        benchmark = scores.dataset if len(scores.subsets) == 1 else f"{scores.dataset}:{subset}"
        reviews, predictions = (subset_files.get(subset) for subset_files in kinds)
        files.append(_of_subset(reviews, predictions, benchmark, names, notes, damage))
    return ByFile(files)


def _of_subset(
    reviews: File | None,
    predictions: File | None,
    benchmark: str,
    names: evalscope_samples.Names,
    notes: list[str],
    damage: list[IngestError],
) -> Iterator[Sample]:
    """The answers of a subset; where its predictions cannot be read the error is added to `damage`."""
    known = [
        file if file is None or _is_known(file, kind, notes) else None
        for file, kind in zip((reviews, predictions), _KINDS, strict=True)
    ]
    if known[0] is None:
        return
    try:
        answers = evalscope_samples.answers(known[1])
    except IngestError as error:
        damage.append(error)
        answers = {}
    left_out = LeftOut(known[0])
    yield from evalscope_samples.samples(known[0], answers, benchmark, names, left_out)
    notes.extend(left_out.notes())


def _is_known(file: File, kind: str, notes: list[str]) -> bool:
    """Are its rows as evalscope writes them? If not, `notes` say so."""
    if evalscope_samples.recognizes(file):
        return True
    wrong = "has no rows with an index as evalscope writes them, left out"
    notes.append(f"{kind}: {file.path.name} {wrong}")
    return False


_OPENED = ("model_args", "generation_config")
_TASKS = "dataset_args"
_NO_SETTINGS = {"model", "model_id", "datasets", "evalscope_version", "seed", "eval_config"}
_NO_SETTINGS_OF_TASKS = {
    "name", "pretty_name", "description", "tags", "paper_url", "data_statistics", "sample_example", "output_types",
}  # fmt: skip


def _is_config(file: File) -> bool:
    """Is it a configuration in the folder of a run that has reports?"""
    folder = file.path.absolute().parent
    is_named = file.path.match("configs/task_config*.yaml")
    return is_named and (folder.parent / evalscope_samples.REPORTS).is_dir()


def _config_of(folder: Path, model: str) -> Mapping[str, Any]:
    """The configuration of a run, from the folder of its configurations.

    Of several configurations, one counts if it alone is of this model. A configuration of another model never counts.
    """
    every = [
        yaml_file.parse_lines(file) for file in File(folder / "any").folder("task_config*.yaml")
    ]
    own = [config for config in every if model in (config.get("model_id"), config.get("model"))]
    return own[0] if len(own) == 1 else {}


def _settings(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a run: model and generation without a prefix, each dataset as a task."""
    of_tasks = {
        task: node.without(node.mapping(stated), _NO_SETTINGS_OF_TASKS)
        for task, stated in node.mapping(config.get(_TASKS)).items()
    }
    settings: dict[str, Any] = dict(task_settings.of_tasks(of_tasks))
    for part in _OPENED:
        settings |= node.mapping(config.get(part))
    return settings | node.without(config, {*_NO_SETTINGS, *_OPENED, _TASKS})


TEXTS = {"evalscope": objects(evalscope_samples.texts)}
READER = Reader("evalscope", recognizes, read, texts=TEXTS)
