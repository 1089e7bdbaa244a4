"""The answers of a lighteval run: Parquet files with an item in each row."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import item_fields, parquet
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, Sample, TextPlace
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.left_out import LeftOut
from reasonboard.ingest.readers.common.metrics import unit
from reasonboard.ingest.readers.lighteval import older
from reasonboard.ingest.texts.answer import Asked, Texts, as_text, nth
from reasonboard.ingest.texts.messages import messages
from reasonboard.ingest.texts.text_file import TextFile

_DATED = re.compile(r"(?:results|details)_.*?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{1,6})?)\.\w+")
_KEY = re.compile(r"\W+")
_NEEDED = {"doc", "metric", "model_response"}


@dataclass(frozen=True)
class Details:
    """The details of one task: `key` is its key in the results file."""

    file: File
    key: str
    items: int


def recognizes(file: File) -> bool:
    """Has it the columns doc, metric and model_response, or those of before 0.10?"""
    return parquet.columns(file).keys() >= _NEEDED or older.recognizes(file)


def results_of(file: File) -> File | None:
    """The results file that these details belong to, `.../results/MODEL/results_DATE.json`."""
    match = _DATED.fullmatch(file.path.name)
    if match is None:
        return None
    name = f"results_{match[1]}.json"
    for folder in _counterparts(file.path.absolute().parent.parent, "details", "results"):
        if (folder / name).is_file():
            return File(folder / name)
    return file.beside(name)


def model_of(file: File) -> str | None:
    """The model by the folders of `.../details/ORG/MODEL/DATE/details_TASK_DATE.parquet`."""
    parts = file.path.absolute().parent.parts
    match = _DATED.fullmatch(file.path.name)
    if not match or parts[-1] != match[1] or "details" not in parts[:-2]:
        return None
    inner = parts[len(parts) - parts[::-1].index("details") : -1]
    return "/".join(inner) or None


def details_without_results(file: File, notes: list[str]) -> Details:
    """The details of a task without its results: what they say of the task is its key."""
    task, items, answers = _counts(file)
    task = task or (_named(file) if older.recognizes(file) else None)
    if not task:
        raise file.refused("doc.task_name is missing", "the name of the task")
    notes.extend(_note_on_means(file, answers))
    return Details(file, task, items)


def _named(file: File) -> str | None:
    """The task of `details_TASK_DATE.parquet`: before 0.10 the rows do not say it."""
    match = _DATED.fullmatch(file.path.name)
    name = file.path.name[: match.start(1)].removeprefix("details_").rstrip("_") if match else ""
    return name or None


def details_of(results: File, keys: Collection[str], notes: list[str]) -> list[Details]:
    """The details of a results file, each with the key of its task; `notes` names those of no key."""
    match = _DATED.fullmatch(results.path.name)
    if match is None:
        return []
    others = _counterparts(results.path.absolute().parent, "results", "details")
    folders = [results.path.parent, *(folder / match[1] for folder in others)]
    paths = (
        path
        for folder in folders
        for path in sorted(folder.glob("details_*.parquet"))
        if path.name.endswith(f"_{match[1]}.parquet") and path.is_file()
    )
    each = (_details(results.at(path), keys, notes) for path in paths)
    return [details for details in each if details]


def samples(details: Details, benchmark: str, notes: list[str]) -> Iterator[Sample]:
    """One for each answer and metric. Of several answers only their mean is stored: they have no score.

    A metric of a name that is not known is a score as others are. An answer without a number is one that was not
    scored; `notes` says which were left out when all have been walked.
    """
    if older.recognizes(details.file):
        left_out = LeftOut(details.file)
        yield from older.samples(details.file, benchmark, lambda raw: _scores(raw, left_out))
        notes.extend(left_out.notes())
        return
    before, after = (_lengths(details.file, f"{kind}_tokens") for kind in ("input", "output"))
    query = (
        f"SELECT doc.id::VARCHAR, metric, len(model_response.text), {before}, {after}, "  # noqa: S608
        f"{_specific(details.file)} FROM {{}}"
    )
    seen: set[str] = set()
    left_out = LeftOut(details.file)
    for row, cells in enumerate(parquet.rows(details.file, query)):
        named, metrics, answers, tokens_in, tokens_out, specific = cells
        item = named if named and named not in seen else f"row {row}"
        seen.add(item)
        scores = _scores(metrics, left_out)
        fields = item_fields.kept(details.file.extra_settings, specific)
        for repeat in range(answers or 0):
            for metric, score in scores.items():
                yield Sample(
                    benchmark=benchmark,
                    item=item,
                    repeat=repeat,
                    score=score if answers == 1 else None,
                    metric=metric,
                    unit=unit(metric),
                    tokens_in=_first(tokens_in, 0 if tokens_in and len(tokens_in) == 1 else repeat),
                    tokens_out=_first(tokens_out, repeat),
                    item_fields=fields,
                    texts=TextPlace(details.file, "lighteval", row),
                )
    notes.extend(left_out.notes())


def _details(file: File, keys: Collection[str], notes: list[str]) -> Details | None:
    if not recognizes(file):
        notes.append(f"{file.path.name}: not the columns of details, left out")
        return None
    task, items, answers = _counts(file)
    key = _match(task, keys) or _match(file.path.name.split("_", 1)[1].rsplit("_", 1)[0], keys)
    if key is None:
        wrong = f"of the task {str(task)[:80]!r}, which the results have not: left out"
        notes.append(f"{file.path.name}: {wrong}")
        return None
    notes.extend(_note_on_means(file, answers))
    return Details(file, key, items)


def _counts(file: File) -> tuple[str | None, int, int]:
    """The task as the rows name it, how many items there are, and the most answers that one has."""
    if older.recognizes(file):
        return None, *older.counts(file)
    listed = "any_value(doc.task_name)::VARCHAR, count(*), max(len(model_response.text))"
    task, items, answers = next(parquet.rows(file, f"SELECT {listed} FROM {{}}"))  # noqa: S608
    return task, items, answers or 0


def _note_on_means(file: File, answers: int) -> list[str]:
    only = "of which only the mean is stored: no score for each"
    return [f"{file.name}: up to {answers} answers to an item, {only}"] if answers > 1 else []


def _match(task: str | None, keys: Collection[str]) -> str | None:
    """The key of a task: file names have other signs for `|` and `:`, and 0.13 no suite."""
    if not task:
        return None
    plain = _KEY.sub("_", task)
    exact = [key for key in keys if key == task or _KEY.sub("_", key) == plain]
    inner = [key for key in keys if f"_{_KEY.sub('_', key)}_".find(f"_{plain}_") >= 0]
    return next(iter(exact or (inner if len(inner) == 1 else [])), None)


def _lengths(file: File, name: str) -> str:
    """SQL for the lengths of lists in a list of the response; of NULL if it has no such column."""
    column = f"model_response.{name}"
    try:
        kind = next(parquet.rows(file, f"SELECT typeof({column}) FROM {{}} LIMIT 1"), ("",))[0]  # noqa: S608
    except IngestError:
        return "NULL"
    if kind.endswith("[][]"):
        return f"list_transform({column}, lambda response: len(response))"
    return f"[len({column})]" if kind.endswith("[]") and "CHAR" not in kind else "NULL"


def _specific(file: File) -> str:
    """SQL for the fields of problems in what a task keeps of its rows; the rest may be large."""
    query = "DESCRIBE SELECT unnest(doc.specific) FROM {}"
    try:
        present = [name for name, *_ in parquet.rows(file, query)]
        names = item_fields.columns(file.extra_settings, present)
    except IngestError:
        return "NULL"
    quoted = (name.replace("'", "''") for name in names)
    parts = [f"'{name}': struct_extract(doc.specific, '{name}')" for name in quoted]
    return f"{{{', '.join(parts)}}}" if parts else "NULL"


def _scores(metrics: Any, left_out: LeftOut) -> dict[str, float | None]:
    """The metrics of an item that are numbers; where none is, its first one without a score."""
    scores: dict[str, float | None] = {}
    stated = metrics if isinstance(metrics, dict) else {}
    for name, raw in stated.items():
        score, wrong = graded(raw, is_fraction=unit(name) == FRACTION)
        if wrong:
            left_out.add(name, wrong)
        else:
            scores[name] = score
    return scores or {next(iter(stated), "score"): None}


def _first(lengths: Any, index: int) -> int | None:
    """An empty list of tokens is one that was not kept, not an answer without tokens."""
    if not isinstance(lengths, list) or index >= len(lengths):
        return None
    return lengths[index] or None


def _counterparts(folder: Path, part: str, other: str) -> Iterator[Path]:
    """The folder with one part of its path replaced, the innermost first."""
    parts = folder.parts
    for index in reversed(range(len(parts))):
        if parts[index] == part:
            yield Path(*parts[:index], other, *parts[index + 1 :])


def texts(file: TextFile, row: int, asked: Asked) -> Texts:
    """The texts of the row of this number, counted from 0."""
    query = f"SELECT doc, model_response FROM {{}} LIMIT 1 OFFSET {int(row)}"  # noqa: S608  (a number)
    document, response = map(node.mapping, older.row_of(File(file.reached, file.name), query))
    asked.must_be(f"row {row}", document.get("id"))
    prompt = response.get("input")
    thought = nth(response.get("reasonings"), asked.repeat)
    return Texts(
        prompt=messages(prompt or str(document.get("query") or "")),
        problem=as_text(document.get("query")),
        reasoning=thought if isinstance(thought, str) and thought else None,
        answer=as_text(nth(response.get("text_post_processed"), asked.repeat))
        or as_text(nth(response.get("text"), asked.repeat)),
        expected=_expected(document),
    ).split()


def _expected(document: Mapping[str, Any]) -> str | None:
    choices, right = document.get("choices"), document.get("gold_index")
    every = right if isinstance(right, list) else [right]
    named = [nth(choices, index) for index in every if isinstance(index, int)]
    return ", ".join(str(choice).strip() for choice in named if choice is not None) or None
