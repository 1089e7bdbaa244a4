"""The answers beside a results file of lm-evaluation-harness, and their texts: a row for each document and filter."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, Sample, TextPlace
from reasonboard.ingest.readers.common import dates, digests, node
from reasonboard.ingest.readers.common.left_out import OF_CORPUS, LeftOut
from reasonboard.ingest.readers.common.metrics import unit
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.tables import known_names
from reasonboard.ingest.texts.answer import Asked, Message, Texts, as_text
from reasonboard.ingest.texts.messages import messages
from reasonboard.store.documents import parse_json

_NEEDED = {"doc_id", "doc", "resps", "filtered_resps"}
_NOT_METRICS = _NEEDED | {
    "target", "arguments", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash", "schema",
}  # fmt: skip
PLACEHOLDER = "bypass"
"""What the harness calls the metric of a task that has none: its number is -1 or 999."""
_CORPUS_UNITS = {"perplexity", "bits per byte"}
"""Units of what is made of the log-likelihoods of all rows: a row has its own, not its perplexity."""
_UNDATED = "results.json"
_PROBLEM = ("question", "problem", "query", "ctx", "goal", "prompt", "input", "text", "sentence")
"""Where documents have their problem: the first of these that is text."""
_SAMPLES = "samples_"


def recognizes(file: File) -> bool:
    """Has its first row the number of a document, the document and what was answered to it?"""
    return file.first_row.keys() >= _NEEDED


def results_of(companion: File) -> Iterator[File]:
    """The files that may be the results these rows belong to: those of the same date, the likeliest first."""
    match = DATED.fullmatch(companion.path.name)
    name = f"results_{match[2]}.json" if match else _UNDATED
    exact = companion.beside(name)
    if exact:
        yield exact
    if match:
        others = companion.folder(f"*_{match[2]}.json")
        yield from (results for results in others if results.path.name != name)


def samples_of(
    results: File, tasks: Collection[str], notes: list[str]
) -> Iterator[Iterator[Sample]]:
    """The samples of each file of the same date next to a results file; files of other tasks are noted."""
    match = DATED.fullmatch(results.path.name)
    for companion in _sample_files(results, match[2] if match else None):
        task = _task(companion, tasks, dated=match is not None)
        if task is None:
            notes.append(f"{companion.path.name}: of no task of the results, left out")
        else:
            yield samples(companion, task, notes)


def samples(file: File, task: str, notes: list[str]) -> Iterator[Sample]:
    """One for each document, filter and metric that is a number.

    Of several answers to a document the harness writes only what its filter made of them: there is
    one score, repeat 0. `notes` lists what is left out, once the file has been read.
    """
    left_out = LeftOut(file)
    for row in node.rows(file):
        yield from _row(task, row, left_out)
    notes.extend(left_out.notes())


def _sample_files(results: File, date: str | None) -> Iterator[File]:
    if date is None and results.path.name != _UNDATED:
        return
    for path in results.folder(f"samples_*_{date}.jsonl" if date else "*.jsonl"):
        if (date or not DATED.fullmatch(path.path.name)) and recognizes(path):
            yield path


def _task(companion: File, tasks: Collection[str], *, dated: bool) -> str | None:
    """The task of `samples_TASK_DATE.jsonl`, or of `MODEL_TASK.jsonl`; names of files have `_` for other signs."""
    match = DATED.fullmatch(companion.path.name)
    if dated and match:
        named = match[1].removeprefix(_SAMPLES)
        names = {task: (task, _file_name(task), task.replace("/", "__")) for task in tasks}
        return next((task for task, written in names.items() if named in written), None)
    whole = _file_name(companion.path.stem)
    ends = [task for task in tasks if task and whole.endswith(f"_{_file_name(task)}")]
    return max(ends, key=len, default=None)


def _file_name(task: str) -> str:
    return re.sub(r"\W", "_", task)


def _row(task: str, row: Node, left_out: LeftOut) -> Iterator[Sample]:
    document = row.at("doc_id")
    if not isinstance(document.value, str) and node.whole(document.value) is None:
        raise document.refused("a whole number")
    item = node.name(row.file, str(document.value), document.where)
    chosen = row.value.get("filter") or "none"
    for metric in _metrics(row):
        if metric not in row.value:
            continue
        score, reason = _score(metric, row.value[metric])
        if reason:
            left_out.add(metric, reason)
            continue
        yield Sample(
            benchmark=task,
            item=item,
            repeat=0,
            score=score,
            metric=node.name(row.file, metric, f"{row.where}a metric"),
            unit=unit(metric),
            filter=None if chosen == "none" else row.at("filter").name(),
            problem=_problem(row),
            item_fields=item_fields.kept(row.file.extra_settings, row.value.get("doc")),
            texts=TextPlace(row.file, "lm_eval", row.begin),
        )


def _problem(row: Node) -> int | None:
    """The digest of the problem's text if a document has one, else 60 bits of the digest of the document."""
    text = digests.of_problem(_problem_of(row.value.get("doc")))
    stated = row.value.get("doc_hash")
    is_digest = isinstance(stated, str) and re.fullmatch(r"[0-9a-f]{32,128}", stated)
    return int(stated[:15], 16) if text is None and is_digest else text


def _metrics(row: Node) -> list[str]:
    """The metrics that a row names; old rows name none, theirs are what else stands there."""
    named = row.at("metrics")
    if named.value is None:
        return [name for name in row.value if name not in _NOT_METRICS]
    return [metric.name(f"{row.where}a metric") for metric in named.items()]


def _score(metric: str, raw: Any) -> tuple[float | None, str | None]:
    """The score of a single answer, or why a value is none."""
    if metric == PLACEHOLDER:
        return None, "a placeholder, no score"
    if isinstance(raw, list | dict) or unit(metric) in _CORPUS_UNITS:
        return None, OF_CORPUS
    return graded(raw, is_fraction=unit(metric) == FRACTION)


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row; a task with choices answers with the likeliest."""
    asked.must_be(row.get("doc_id"))
    requests = _requests(row.get("arguments"))
    answers = _first(row.get("resps"))
    chosen = _likeliest(requests, row.get("resps"))
    taken = _flat(row.get("filtered_resps"))
    answer = chosen if chosen is not None else answers[0] if answers else None
    scored = taken if isinstance(taken, str) and taken != answer else None
    return Texts(
        prompt=_prompt(requests[0][0]) if requests else (),
        problem=_problem_of(row.get("doc")),
        answer=answer,
        expected=as_text(row.get("target")),
        scored=scored,
        responses=max(len(answers), 1),
    )


def _requests(arguments: Any) -> list[list[Any]]:
    """What was asked, each request a list of its parts; `{"gen_args_0": {"arg_0": ...}}` since 0.4.1."""
    if isinstance(arguments, dict):
        parts = [argument for argument in arguments.values() if isinstance(argument, dict)]
        return [list(part.values()) for part in parts if part]
    if isinstance(arguments, list):
        return [argument for argument in arguments if isinstance(argument, list) and argument]
    return []


def _prompt(request: Any) -> list[Message]:
    """A chat is written as JSON: the messages of it, else the text itself."""
    if isinstance(request, str) and request.startswith("["):
        try:
            request = parse_json(request, "")
        except IngestError:
            return [Message("", request)]
    return messages(request)


def _first(responses: Any) -> list[str]:
    """The responses to the first request."""
    first = responses[0] if isinstance(responses, list) and responses else None
    every = first if isinstance(first, list) else [first]
    return [response for response in every if isinstance(response, str)]


def _likeliest(requests: list[list[Any]], responses: Any) -> str | None:
    """Of choices that were each given a log-likelihood the likeliest; None where there are no choices."""
    if len(requests) < 2 or not isinstance(responses, list) or len(responses) != len(requests):  # noqa: PLR2004
        return None
    try:
        likelihoods = [float(_flat(response)) for response in responses]
    except (TypeError, ValueError):
        return None
    choice = requests[max(range(len(requests)), key=lambda at: likelihoods[at])]
    return as_text(choice[1]) if len(choice) > 1 else None


def _flat(value: Any) -> Any:
    while isinstance(value, list) and value:
        value = value[0]
    return value


def _problem_of(document: Any) -> str | None:
    """The problem alone in a document of a task."""
    fields = node.mapping(document)
    return next((fields[name] for name in _PROBLEM if isinstance(fields.get(name), str)), None)


DATED = re.compile(r"(.*)_(\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d{1,6})?)\.jsonl?", re.S)
_JOINT = re.compile(r"(?<=[^_])_(?=[^_])")
"""Where a model can end and a task begin: `__` stands for the `/` of a model."""


class Named(NamedTuple):
    """A task, and the model or the arguments of the model as the harness wrote them; '' where the folder has it."""

    task: str
    model: str


def named_alone(companion: File) -> Named | None:
    """Of `samples_TASK_DATE.jsonl` the task, of `MODEL_TASK.jsonl` both; None where it cannot be told where one ends.

    A task is known by a name of the field in it, the longest first, or by the only `_` of the name.
    """
    match = DATED.fullmatch(companion.path.name)
    stem = match[1] if match else companion.path.stem
    if stem.startswith(_SAMPLES):
        task = stem.removeprefix(_SAMPLES)
        return Named(task, "") if task else None
    joints = _JOINT.finditer(stem)
    every = [Named(stem[joint.end() :], stem[: joint.start()]) for joint in joints]
    known = (named for named in every if known_names.benchmark(named.task))
    only = every[0] if len(every) == 1 and "=" in stem else None
    return next(known, only)


def date_of(companion: File) -> str | None:
    """The local time in the name of a file, which has `-` for the `:`."""
    match = DATED.fullmatch(companion.path.name)
    return dates.of_stamp(match[2][:19].replace(":", "-"), "%Y-%m-%dT%H-%M-%S") if match else None
