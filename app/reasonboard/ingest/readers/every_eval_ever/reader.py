"""Every Eval Ever, the exchange format of the EvalEval coalition: results of any tool, and answers beside them."""

from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.errors import read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.formats.settings import kept
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.every_eval_ever import results as results_of
from reasonboard.ingest.readers.every_eval_ever import samples as answers_of
from reasonboard.ingest.readers.every_eval_ever.results import Result
from reasonboard.ingest.texts.text_file import objects

TOOL = "every_eval_ever"
_NEEDED = {"schema_version", "evaluation_results", "model_info"}
_NO_SETTINGS = {"params_billions", "num_parameters"}
_MOST_BILLIONS = 10**6

_Settings = tuple[tuple[str, str], ...]


def recognizes(file: File) -> bool:
    """Has it a schema version, a model and evaluation results, or is it the rows of answers to such?"""
    if file.first_row:
        return file.first_row.keys() >= _NEEDED or answers_of.recognizes(file)
    return file.has(evaluation_results=list, model_info=dict) and "schema_version" in file.keys


def read(file: File) -> Iterator[Found]:
    """A run for each way of generating that the results state, with its numbers and its answers.

    A file with a document in each line gives the runs of all. Answers alone raise Skip: they do not
    say what is measured.
    """
    if answers_of.recognizes(file):
        main = answers_of.main_of(file)
        known = main if main and main.keys >= _NEEDED else None
        raise read_with(known, "answers, read only with the document that names them")
    if file.first_row:
        for row in node.rows(file):
            yield from _document(row)
    else:
        yield from _document(Node(file, file.json))


def _document(document: Node) -> Iterator[Found]:
    model = document.at("model_info")
    model.mapping()
    raw = document.at("evaluation_results").items()
    common = _common(document, model)
    notes = document.notes
    runs: dict[_Settings, list[Result]] = {}
    stated: dict[_Settings, dict[str, Any]] = {}
    seen: set[tuple[Any, ...]] = set()
    for result in results_of.read(raw):
        settings = {**common, **result.generation}
        own = tuple(sorted(kept(settings).values.items()))
        stated.setdefault(own, settings)
        if (own, result.key) in seen:
            notes.append(f"{result.measurement.locator}: appears twice, the second is left out")
            continue
        seen.add((own, result.key))
        runs.setdefault(own, []).append(result)
    results = [result for members in runs.values() for result in members]
    answers = answers_of.sample_file(document)
    for index, (own, members) in enumerate((runs or {(): []}).items()):
        # The first run has the notes on what is left out.
        own_notes = notes if index == 0 else None
        yield Found(
            _run(document, model, stated.get(own, common), members),
            [member.measurement for member in members],
            answers_of.samples(answers, results, members, own_notes),
            notes=() if own_notes is None else own_notes,
            beside=True,
        )


def _run(document: Node, model: Node, settings: dict[str, Any], members: list[Result]) -> Run:
    library = document.part("eval_library").value
    named = [text for key in ("id", "name") if (text := node.text(model.value.get(key)))]
    details = model.part("additional_details").value
    stated = {member.date for member in members if member.date}
    own_date = results_of.date(document.value.get("evaluation_timestamp"))
    return Run(
        tool=_known_text(library.get("name")) or TOOL,
        model=(model.child(named[0], "model_info.id") if named else model.at("id")).name(),
        tool_version=_known_text(library.get("version")),
        date=own_date or (stated.pop() if len(stated) == 1 else None),
        params_b=_billions(details),
        settings=settings,
        hints=places.model_hints(document.file, *named, revision=details.get("revision")),
    )


def _common(document: Node, model: Node) -> dict[str, Any]:
    """What holds for every result."""
    engine = model.value.get("inference_engine")
    details = model.part("additional_details").value
    of_engine = node.mapping(engine)
    return {
        **node.without(details, _NO_SETTINGS),
        "inference_engine": of_engine.get("name") if of_engine else engine,
        "inference_engine_version": of_engine.get("version"),
        "inference_platform": _known_text(model.value.get("inference_platform")),
        "source_name": node.text(document.part("source_metadata").value.get("source_name")),
    }


def _known_text(value: Any) -> str | None:
    text = node.text(value)
    return None if text is None or text.lower() == "unknown" else text


def _billions(details: Mapping[str, Any]) -> float | None:
    """Parameters in billions: converters write them as text."""
    for key, unit in (("params_billions", 1.0), ("num_parameters", 1e9)):
        value = results_of.decimal(details.get(key))
        if value is not None and 0 < value / unit < _MOST_BILLIONS:
            return value / unit
    return None


TEXTS = {"every_eval_ever": objects(answers_of.texts)}
READER = Reader("every_eval_ever", recognizes, read, texts=TEXTS)
