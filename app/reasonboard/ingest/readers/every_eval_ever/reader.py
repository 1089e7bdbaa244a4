"""Every Eval Ever, the exchange format of the EvalEval coalition: results of any tool, and answers beside them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.errors import read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, PERCENT, Found, Run, Sample, TextPlace
from reasonboard.ingest.formats.settings import kept
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.every_eval_ever import results as results_of
from reasonboard.ingest.readers.every_eval_ever.results import Result
from reasonboard.ingest.texts.answer import Asked, Texts, as_text
from reasonboard.ingest.texts.messages import content, messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import objects

TOOL = "every_eval_ever"
_NEEDED = {"schema_version", "evaluation_results", "model_info"}
_NO_SETTINGS = {"params_billions", "num_parameters"}
_MOST_BILLIONS = 10**6

_Settings = tuple[tuple[str, str], ...]


def recognizes(file: File) -> bool:
    """Has it a schema version, a model and evaluation results, or is it the rows of answers to such?"""
    if file.first_row:
        return file.first_row.keys() >= _NEEDED or _is_answers(file)
    return file.has(evaluation_results=list, model_info=dict) and "schema_version" in file.keys


def read(file: File) -> Iterator[Found]:
    """A run for each way of generating that the results state, with its numbers and its answers.

    A file with a document in each line gives the runs of all. Answers alone raise Skip: they do not
    say what is measured.
    """
    if _is_answers(file):
        main = _main_of(file)
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
    answers = _sample_file(document)
    for index, (own, members) in enumerate((runs or {(): []}).items()):
        # The first run has the notes on what is left out.
        own_notes = notes if index == 0 else None
        yield Found(
            _run(document, model, stated.get(own, common), members),
            [member.measurement for member in members],
            _samples(answers, results, members, own_notes),
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


_OF_ANSWERS = {"evaluation_id", "model_id", "evaluation_name", "sample_id", "evaluation"}
_ENDING = "_samples.jsonl"


def _is_answers(file: File) -> bool:
    """Has its first row an evaluation's id and name, a model, a sample and how it was evaluated?"""
    return file.first_row.keys() >= _OF_ANSWERS


def _main_of(companion: File) -> File | None:
    """The document these answers belong to, by its name, if there is one."""
    name = companion.path.name
    is_named = name.endswith(_ENDING)
    return companion.beside(f"{name.removesuffix(_ENDING)}.json") if is_named else None


def _sample_file(document: Node) -> File | None:
    """The answers to a document: by its own name, or by the name that it states, in its folder only."""
    main = document.file
    stated = document.part("detailed_evaluation_results").at("file_path")
    names = [f"{main.path.stem}{_ENDING}"] if main.path.suffix == ".json" else []
    if node.text(stated.value):
        names.append(PurePath(stated.name()).name)
    candidates = filter(None, (main.beside(name) for name in names if name))
    return next(filter(_is_answers, candidates), None)


def _samples(
    file: File | None,
    results: Sequence[Result],
    members: Sequence[Result],
    notes: list[str] | None,
) -> Iterator[Sample]:
    """One for each row that answers to one of the `members` of the results, further rows of a sample as its repeats.

    Where there are `notes` the rows that answer to no result at all, or have no score,
    are counted there when all have been walked.
    """
    if file is None:
        return
    results_by_id, own = _known_by(results), {id(member) for member in members}
    seen: Counter[tuple[str | None, ...]] = Counter()
    left_out: Counter[str] = Counter()
    for row in node.rows(file):
        by_id = results_by_id.get(f"id {row.value.get('evaluation_result_id')}")
        result = by_id or results_by_id.get(f"name {row.value.get('evaluation_name')}")
        if result is None or id(result) not in own:
            left_out["of no result"] += result is None
            continue
        score, unit = _score(row.at("evaluation").mapping(), result)
        left_out["without a score"] += score is None
        item = row.at("sample_id").name()
        tokens = node.mapping(row.value.get("token_usage"))
        repeat = seen[*result.key, item]
        seen[*result.key, item] += 1
        yield Sample(
            benchmark=result.measurement.benchmark,
            item=item,
            repeat=repeat,
            score=score,
            metric=result.measurement.metric,
            unit=unit,
            filter=result.measurement.filter,
            tokens_in=node.whole(tokens.get("input_tokens")),
            tokens_out=node.whole(tokens.get("output_tokens")),
            answer=digests.of_answer(_extracted(row.value)),
            item_fields=item_fields.kept(file.extra_settings, row.value.get("metadata")),
            texts=TextPlace(file, "every_eval_ever", row.begin),
        )
    for reason, count in left_out.items():
        if count and notes is not None:
            notes.append(f"{file.path.name}: {count} rows {reason}")


def _known_by(results: Sequence[Result]) -> dict[str, Result | None]:
    """Results by their ids and, where only one has it, by their names."""
    names: dict[str, Result | None] = {}
    for result in results:
        names[f"name {result.name}"] = None if f"name {result.name}" in names else result
    return names | {f"id {result.id}": result for result in results if result.id}


def _score(evaluation: Mapping[str, Any], result: Result) -> tuple[float | None, str]:
    """The score with its unit, that of the result, else whether it is correct; percent say nothing of one answer."""
    unit = result.measurement.unit
    score, _ = graded(evaluation.get("score"), is_fraction=unit in (FRACTION, PERCENT))
    if score is not None and unit != PERCENT:
        return score, unit
    correct = evaluation.get("is_correct")
    return float(correct) if isinstance(correct, bool) else None, FRACTION


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row."""
    asked.must_be(row.get("sample_id"))
    request, response = node.mapping(row.get("input")), node.mapping(row.get("output"))
    listed = objects_in(row.get("messages") or row.get("interactions"))
    last: Mapping[str, Any] = next(
        (message for message in reversed(listed) if message.get("role") == "assistant"), {}
    )
    answer = response_content(last) if last else content(_one(response.get("raw")))
    seconds = node.mapping(row.get("performance")).get("latency_ms")
    return Texts(
        prompt=messages([each for each in listed if each.get("role") in ("system", "user")]),
        problem=as_text(request.get("raw")),
        reasoning=_one(response.get("reasoning_trace")) or answer.reasoning,
        answer=answer.text,
        expected=as_text(_one(request.get("reference"))),
        scored=as_text(_extracted(row)),
        tool_calls=tool_calls(listed),
        tokens_reasoning=node.mapping(row.get("token_usage")).get("reasoning_tokens"),
        seconds=seconds / 1000 if isinstance(seconds, int | float) else None,
    )


def _extracted(row: Mapping[str, Any]) -> Any:
    return node.first(row.get("answer_attribution")).get("extracted_value")


def _one(value: Any) -> Any:
    """Of a list the first: newer rows have lists of references and outputs."""
    return (value[0] if value else None) if isinstance(value, list) else value


TEXTS = {"every_eval_ever": objects(texts)}
READER = Reader("every_eval_ever", recognizes, read, texts=TEXTS)
