"""The answers of an OpenCompass run: the details in a results file, and the predictions in a folder beside it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import shapes
from reasonboard.ingest.records import Sample

RESULTS, PREDICTIONS = "results", "predictions"
_SHARD = re.compile(r"(?P<dataset>.+)_\d{1,5}")
_LABEL = "label: "
_SIGNS = {"example_abbr", "origin_prediction", "pred"}
_VERDICTS = ("correct", "is_correct", "cascade_correct")


class Answer(NamedTuple):
    """The lengths that a prediction states, in tokens of the model."""

    tokens_in: int | None
    tokens_out: int | None


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
    return {"origin_prompt", "prediction"} <= first.keys() or any(
        key.startswith(_LABEL) for key in first
    )


def has_details(document: Mapping[str, Any]) -> bool:
    """Has it details of answers as this tool writes them?"""
    raw = document.get("details")
    every = raw if isinstance(raw, list) else list(raw.values()) if isinstance(raw, dict) else []
    return any(isinstance(one, dict) and bool(one.keys() & _SIGNS) for one in every[:2])


def results_of(predictions: File) -> File | None:
    """The results file of an answer's file: `../../results/MODEL/DATASET.json`; shards have one together."""
    at = predictions.path.absolute().parent
    folder = at.parent.parent / RESULTS / at.name
    shard = _SHARD.fullmatch(predictions.path.stem)
    stems = [predictions.path.stem, *([shard["dataset"]] if shard else [])]
    paths = (folder / f"{stem}.json" for stem in stems if at.parent.name == PREDICTIONS)
    return next((File(path) for path in paths if path.is_file()), None)


def of(results: File) -> Predictions:
    """The predictions of a results file; none where they are not there."""
    answers: list[Answer] = []
    mode = None
    for file in _files(results):
        document = shapes.mapping(file, file.json, "the document")
        for place in range(len(document)):
            one = shapes.mapping(file, document.get(str(place)), f'["{place}"]')
            mode = mode or _mode(one)
            length, before = one.get("res_length"), one.get("all_input_length")
            answers.append(Answer(shapes.whole(before) or None, shapes.whole(length)))
    return Predictions(answers, mode)


def details(file: File, document: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Item and its details, in order: they are a list, or an object with the keys "0", "1" ..."""
    raw = document.get("details")
    if raw is None:
        return []
    if isinstance(raw, list):
        pairs = list(enumerate(raw))
        return [_detail(file, str(place), one, f"details[{place}]") for place, one in pairs]
    return [
        _detail(file, key, one, f'details["{key[:20]}"]')
        for key, one in shapes.mapping(file, raw, "details").items()
        if key.isdecimal()
    ]


def samples(
    file: File,
    every: list[tuple[str, dict[str, Any]]],
    predictions: Predictions,
    benchmark: str,
    metric: str,
) -> Iterator[Sample]:
    """One for each item and replica. Without a verdict there is no score, only the lengths if there are any.

    The predictions of the replicas follow each other: all items, then all items again.
    """
    count = len(every)
    if not count:
        every = [(str(place), {}) for place in range(len(predictions.answers))]
        count = len(every)
    for place, (item, detail) in enumerate(every):
        for repeat, score in enumerate(_verdicts(file, detail, f"details of {item[:40]!r}")):
            at = repeat * count + place
            answers = predictions.answers
            answer = answers[at] if at < len(answers) else Answer(None, None)
            if score is not None or answer.tokens_out is not None or detail:
                yield Sample(
                    benchmark=benchmark,
                    item=item,
                    repeat=repeat,
                    score=score,
                    metric=metric,
                    filter=predictions.mode,
                    tokens_in=answer.tokens_in,
                    tokens_out=answer.tokens_out,
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
    while (one := folder / f"{results.path.stem}_{len(shards)}.json").is_file():
        shards.append(File(one))
    return shards


def _mode(prediction: Mapping[str, Any]) -> str:
    choices = [one for key, one in prediction.items() if key.startswith(_LABEL)]
    if not choices:
        return "gen"
    return "ppl" if isinstance(choices[0], dict) and "PPL" in choices[0] else "ll"


def _detail(file: File, key: str, raw: Any, where: str) -> tuple[str, dict[str, Any]]:
    one = shapes.mapping(file, raw, where)
    named = one.get("example_abbr")
    return (key if named is None else shapes.name(file, named, f"{where}.example_abbr")), one


def _verdicts(file: File, detail: Mapping[str, Any], where: str) -> list[float | None]:
    """One for each replica: a list since 0.4, before it a single verdict."""
    raw = next((detail[key] for key in _VERDICTS if detail.get(key) is not None), None)
    every = raw if isinstance(raw, list) else [raw]
    return [_verdict(file, one, where) for one in every]


def _verdict(file: File, raw: Any, where: str) -> float | None:
    """A judge's mark above 1 is no verdict: it has no score."""
    value, missing = number(float(raw) if isinstance(raw, bool) else raw)
    if value is None and not missing:
        raise IngestError(
            f"{file.name}: {where}: correct is {shapes.shown(raw)} (expected true or false)"
        )
    return value if value is not None and 0 <= value <= 1 else None
