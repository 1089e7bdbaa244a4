"""The answers of an OpenCompass run: the details in a results file, and the predictions in a folder beside it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields, spans
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import NOT_A_NUMBER, graded
from reasonboard.ingest.formats.records import Sample, TextPlace
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.texts.answer import Asked, Message, Texts, as_text, nth

RESULTS, PREDICTIONS = "results", "predictions"
_SHARD = re.compile(r"(?P<dataset>.+)_\d{1,5}")
_LABEL = "label: "
_SIGNS = {"example_abbr", "origin_prediction", "pred"}
_VERDICTS = ("correct", "is_correct", "cascade_correct")


class Answer(NamedTuple):
    """The lengths that a prediction states, in tokens of the model."""

    tokens_in: int | None
    tokens_out: int | None
    texts: TextPlace | None = None


class Predictions(NamedTuple):
    """Of one dataset, its shards put together; `mode` is what the tables call it: gen, ppl or ll."""

    answers: list[Answer]
    mode: str | None


def is_predictions(document: Any) -> bool:
    """Has it the keys "0", "1" ... of answers, each with a prompt or the loss of each choice?"""
    if not isinstance(document, dict):
        return False
    first = document.get("0", next(iter(document.values()), None))
    if not isinstance(first, dict) or not all(key.isdecimal() for key in document):
        return False
    is_answer = {"origin_prompt", "prediction"} <= first.keys()
    return is_answer or any(key.startswith(_LABEL) for key in first)


def has_details(document: Mapping[str, Any]) -> bool:
    """Has it details of answers as this tool writes them?"""
    raw = document.get("details")
    every = raw if isinstance(raw, list) else list(raw.values()) if isinstance(raw, dict) else []
    return any(isinstance(detail, dict) and bool(detail.keys() & _SIGNS) for detail in every[:2])


def results_of(predictions: File) -> File | None:
    """The results file of an answer's file: `../../results/MODEL/DATASET.json`; shards have one together."""
    at = predictions.path.absolute().parent
    folder = at.parent.parent / RESULTS / at.name
    shard = _SHARD.fullmatch(predictions.path.stem)
    stems = [predictions.path.stem, *([shard["dataset"]] if shard else [])]
    paths = (folder / f"{stem}.json" for stem in stems if at.parent.name == PREDICTIONS)
    return next((File(path) for path in paths if path.is_file()), None)


def predictions_of(results: File, notes: list[str]) -> Predictions:
    """The predictions of a results file; none, with a line in `notes`, where they are missing or of another form."""
    answers: list[Answer] = []
    mode = None
    for file in _files(results):
        if file.json and not is_predictions(file.json):
            wrong = "has no answers as OpenCompass writes them, left out"
            notes.append(f"{PREDICTIONS}: {file.path.name} {wrong}")
            return Predictions([], None)
        document = Node(file, file.json)
        place_of = spans.text_places(file, "opencompass")
        for index in range(len(document.mapping())):
            prediction = document.child(document.value.get(str(index)), f'["{index}"]').mapping()
            mode = mode or _mode(prediction)
            length, before = prediction.get("res_length"), prediction.get("all_input_length")
            place = place_of.get(str(index))
            answers.append(Answer(node.whole(before) or None, node.whole(length), place))
    return Predictions(answers, mode)


def details(document: Node) -> list[tuple[str, Node]]:
    """Item and its details, in order: they are a list, or an object with the keys "0", "1" ..."""
    raw = document.at("details")
    if raw.value is None:
        return []
    if isinstance(raw.value, list):
        return [_detail(str(index), detail) for index, detail in enumerate(raw.items())]
    return [
        _detail(key, raw.child(detail, f'details["{key[:20]}"]'))
        for key, detail in raw.mapping().items()
        if key.isdecimal()
    ]


def samples(
    every: Sequence[tuple[str, Node | None]], predictions: Predictions, benchmark: str, metric: str
) -> Iterator[Sample]:
    """One for each item and replica. Without a verdict there is no score, only the lengths if there are any.

    The predictions of the replicas follow each other: all items, then all items again.
    """
    answers = predictions.answers
    whole = every or [(str(index), None) for index in range(len(answers))]
    for index, (item, detail) in enumerate(whole):
        given_texts = _extracted_answers(detail)
        fields = _fields(item, detail)
        for repeat, score in enumerate(_verdicts(item, detail) if detail else [None]):
            at = repeat * len(whole) + index
            answer = answers[at] if at < len(answers) else Answer(None, None)
            if score is not None or answer.tokens_out is not None or (detail and detail.value):
                yield Sample(
                    benchmark=benchmark,
                    item=item,
                    repeat=repeat,
                    score=score,
                    metric=metric,
                    filter=predictions.mode,
                    tokens_in=answer.tokens_in,
                    tokens_out=answer.tokens_out,
                    answer=digests.of_answer(nth(given_texts, repeat)),
                    item_fields=fields,
                    texts=answer.texts,
                )


def _files(results: File) -> list[File]:
    """The predictions, or the first of their shards and all that follow without a gap."""
    at = results.path.absolute().parent
    folder = at.parent.parent / PREDICTIONS / at.name
    if at.parent.name != RESULTS:
        return []
    whole = folder / results.path.name
    if whole.is_file():
        return [File(whole)]
    shards: list[File] = []
    while (path := folder / f"{results.path.stem}_{len(shards)}.json").is_file():
        shards.append(File(path))
    return shards


def _mode(prediction: Mapping[str, Any]) -> str:
    choices = [label for key, label in prediction.items() if key.startswith(_LABEL)]
    if not choices:
        return "gen"
    return "ppl" if isinstance(choices[0], dict) and "PPL" in choices[0] else "ll"


def _detail(key: str, detail: Node) -> tuple[str, Node]:
    named = detail.at("example_abbr")
    return (key if named.value is None else named.name()), detail


def _fields(item: str, detail: Node | None) -> str | None:
    """The part of the dataset that an item is of, which `example_abbr` has before its number: "algebra_12"."""
    subdivision, _, _ = item.rpartition("_") if detail else ("", "", "")
    extra = detail.file.extra_settings if detail else None
    return item_fields.kept(extra, {"subdivision": subdivision}) if extra else None


def _extracted_answers(detail: Node | None) -> list[Any]:
    """What was extracted of the answer of each replica."""
    raw = detail.value.get("pred") if detail else None
    return raw if isinstance(raw, list) else [raw]


def _verdicts(item: str, detail: Node) -> list[float | None]:
    """One for each replica: a list since 0.4, before it a single verdict."""
    stated = (detail.value.get(key) for key in _VERDICTS)
    raw = next((verdict for verdict in stated if verdict is not None), None)
    place = detail.child(raw, f"details of {item[:40]!r}: correct")
    every = place.items() if isinstance(raw, list) else [place]
    return [_verdict(verdict.value, place) for verdict in every]


def _verdict(raw: Any, place: Node) -> float | None:
    """A judge's mark above 1 is no verdict: it has no score."""
    score, wrong = graded(raw)
    if wrong == NOT_A_NUMBER:
        raise place.child(raw, place.where).refused("true or false")
    return score


def texts(row: Mapping[str, Any], _asked: Asked) -> Texts:
    """The texts of a prediction; of choices that were weighed it is the chosen one."""
    prompt = row.get("origin_prompt")
    choices = {
        key: choice
        for key, choice in row.items()
        if key.startswith(_LABEL) and isinstance(choice, dict)
    }
    if prompt is None and choices:
        first = next(iter(choices.values()))
        prompt = first.get("prompt") or first.get("testing input")
    return Texts(
        prompt=_prompt(prompt),
        answer=_joined(row.get("prediction"), "\n"),
        expected=_joined(row.get("gold"), ", "),
    )


def _joined(values: Any, sign: str) -> str | None:
    return sign.join(map(str, values)) if isinstance(values, list) else as_text(values)


def _prompt(prompt: Any) -> list[Message]:
    if isinstance(prompt, str):
        return [Message("", prompt)]
    return [
        Message(str(message.get("role") or ""), str(message.get("prompt") or ""))
        for message in objects_in(prompt)
    ]
