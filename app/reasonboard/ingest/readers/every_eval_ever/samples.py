"""The answers beside an Every Eval Ever document, and their texts: one row for each item and result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, PERCENT, Sample, TextPlace
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.every_eval_ever.results import Result
from reasonboard.ingest.texts.answer import Asked, Texts, as_text
from reasonboard.ingest.texts.messages import content, messages, response_content, tool_calls

_NEEDED = {"evaluation_id", "model_id", "evaluation_name", "sample_id", "evaluation"}
_ENDING = "_samples.jsonl"


def recognizes(file: File) -> bool:
    """Has its first row an evaluation's id and name, a model, a sample and how it was evaluated?"""
    return file.first_row.keys() >= _NEEDED


def main_of(companion: File) -> File | None:
    """The document these answers belong to, by its name, if there is one."""
    name = companion.path.name
    is_named = name.endswith(_ENDING)
    return companion.beside(f"{name.removesuffix(_ENDING)}.json") if is_named else None


def sample_file(document: Node) -> File | None:
    """The answers to a document: by its own name, or by the name that it states, in its folder only."""
    main = document.file
    stated = document.part("detailed_evaluation_results").at("file_path")
    names = [f"{main.path.stem}{_ENDING}"] if main.path.suffix == ".json" else []
    if node.text(stated.value):
        names.append(PurePath(stated.name()).name)
    candidates = filter(None, (main.beside(name) for name in names if name))
    return next(filter(recognizes, candidates), None)


def samples(
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
    chat = row.get("messages") or row.get("interactions")
    listed = objects_in(chat)
    last: Mapping[str, Any] = next(
        (message for message in reversed(listed) if message.get("role") == "assistant"), {}
    )
    answer = response_content(last) if last else content(_one(response.get("raw")))
    thought = _one(response.get("reasoning_trace")) or answer.reasoning
    seconds = node.mapping(row.get("performance")).get("latency_ms")
    return Texts(
        prompt=messages([each for each in listed if each.get("role") in ("system", "user")]),
        problem=as_text(request.get("raw")),
        reasoning=thought,
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
