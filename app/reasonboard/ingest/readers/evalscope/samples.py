"""The answers of an evalscope run: reviews with their scores, predictions with their tokens, and the texts."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, Sample, TextPlace
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.left_out import LeftOut
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.readers.evalscope import metrics as evalscope_metrics
from reasonboard.ingest.texts.answer import Asked, Texts, as_number, as_text
from reasonboard.ingest.texts.messages import (
    Content,
    content,
    messages,
    response_content,
    tool_calls,
)

_PREDICTION = {"index", "model", "model_output"}
_NEW_REVIEW = {"index", "sample_score"}
_OLD_REVIEW = {"choices", "review_id", "reviewed"}
_OLD_PREDICTION = {"choices", "answer_id", "subset_name"}
REPORTS = "reports"
_FOLDERS = ("reviews", "predictions")


class Answer(NamedTuple):
    """What a prediction says besides its text."""

    tokens_in: int | None
    tokens_out: int | None
    finish: str | None


class Names(NamedTuple):
    """How a report calls what its rows have: the metric of a score, and the units of its metrics."""

    metrics: Mapping[str, str]
    units: Mapping[str, str]
    only: str
    """The metric of a score that has no name of its own."""


def recognizes(file: File) -> bool:
    """Is each line an answer or its review, of 2025-01 or later?"""
    keys = file.first_row.keys()
    return is_reviews(file) or any(keys >= needed for needed in (_PREDICTION, _OLD_PREDICTION))


def is_reviews(file: File) -> bool:
    """Is each line a review, with the index of its answer or without?"""
    row = file.first_row
    score = node.mapping(row.get("sample_score")).get("score")
    return row.keys() >= _OLD_REVIEW or isinstance(score, dict) or row.keys() >= _NEW_REVIEW


def sample_files(
    report: File, dataset: str, subsets: Collection[str], kind: str
) -> dict[str, File]:
    """Subset -> its file of reviews or predictions: `../../reviews/MODEL/DATASET_SUBSET.jsonl`."""
    at = report.path.absolute().parent
    folder = at.parent.parent / kind / at.name
    if at.parent.name != REPORTS or not folder.is_dir():
        return {}
    subset_of_file = {f"{dataset}_{subset}.jsonl": subset for subset in sorted(subsets)}
    # The folder is listed rather than searched for names, so that no subset's name leads out of it.
    return {
        subset_of_file[path.name]: File(path)
        for path in sorted(folder.iterdir())
        if path.name in subset_of_file and path.is_file()
    }


def reports(companion: File) -> list[File]:
    """The reports that an answer's file may belong to, the one with the longest name first."""
    at = companion.path.absolute().parent
    if at.parent.name not in _FOLDERS:
        return []
    folder: Path = at.parent.parent / REPORTS / at.name
    stem = companion.path.stem
    paths = [path for path in folder.glob("*.json") if path.is_file()]
    named = [File(path) for path in paths if stem.startswith(f"{path.stem}_")]
    return sorted(named, key=lambda report: -len(report.path.stem))


def beside(reviews: File) -> File | None:
    """The predictions of these reviews, or the reviews of these predictions."""
    at = reviews.path.absolute().parent
    if at.parent.name not in _FOLDERS:
        return None
    (other,) = {*_FOLDERS} - {at.parent.name}
    path = at.parent.parent / other / at.name / reviews.path.name
    return reviews.existing(path)


def samples(
    reviews: File, answers: Mapping[str, Answer], benchmark: str, names: Names, left_out: LeftOut
) -> Iterator[Sample]:
    """One for each answer and score; tokens come from the answer of the same index.

    A score that is no number is left out and counted, the answer itself is not.
    """
    repeats, extra = Repeats(), reviews.extra_settings
    has_index = "index" in reviews.first_row
    for position, row in enumerate(node.rows(reviews)):
        key = str(row.at("index").step()) if has_index else str(position)
        if "choices" in row.value:
            yield from _old_review(row, benchmark, key, repeats, names, left_out)
            continue
        scored = row.at("sample_score")
        review = scored.at("score")
        value = review.at("value")
        item = _item(scored, key, has_index=has_index)
        repeat = repeats.add(item, scored.value.get("generation_index"))
        answer = answers.get(key, Answer(None, None, None))
        whole = Sample(
            benchmark,
            item,
            repeat,
            None,
            **answer._asdict(),
            answer=digests.of_answer(review.mapping().get("extracted_prediction")),
            item_fields=item_fields.kept(extra, scored.value.get("sample_metadata")),
            texts=TextPlace(reviews, "evalscope", row.begin),
        )
        yield from _scored(value.mapping(), row, whole, names, left_out)


def answers(predictions: File | None) -> dict[str, Answer]:
    """What predictions say besides their texts, by their indices."""
    answers_of_index = {}
    for row in node.rows(predictions) if predictions else ():
        key = str(row.at("index").step())
        output = row.value.get("model_output")
        if isinstance(output, dict):
            stop = node.first(output.get("choices")).get("stop_reason")
            usage = output.get("usage")
            answers_of_index[key] = _answer(usage, "input_tokens", "output_tokens", stop)
    return answers_of_index


def _answer(usage: Any, before: str, after: str, stop: Any) -> Answer:
    """Where both counts are 0 the server states none."""
    counts = node.mapping(usage)
    tokens_in, tokens_out = node.whole(counts.get(before)), node.whole(counts.get(after))
    if not tokens_in and not tokens_out:
        tokens_in = tokens_out = None
    return Answer(tokens_in, tokens_out, node.text(stop))


def _old_review(
    row: Node, benchmark: str, item: str, repeats: Repeats, names: Names, left_out: LeftOut
) -> Iterator[Sample]:
    """Of 2025-01: the answer of an OpenAI server, and a review in each of its choices."""
    choices = row.at("choices").items()
    usage = row.value.get("usage") if len(choices) == 1 else None
    for choice in choices:
        review = choice.at("review")
        result = review.mapping().get("result")
        value = result if isinstance(result, dict) else {names.only: result}
        stop = choice.value.get("finish_reason")
        answer = _answer(usage, "prompt_tokens", "completion_tokens", stop)
        place = TextPlace(row.file, "evalscope", row.begin)
        repeat = repeats.add(item)
        pred = digests.of_answer(review.mapping().get("pred"))
        asked = node.mapping(row.value.get("raw_input")).get("question")
        sample = Sample(
            benchmark,
            item,
            repeat,
            None,
            **answer._asdict(),
            problem=digests.of_problem(asked),
            answer=pred,
            texts=place,
        )
        yield from _scored(value, review.child(None, f"{review.where}: "), sample, names, left_out)


def _scored(
    value: Mapping[str, Any], place: Node, sample: Sample, names: Names, left_out: LeftOut
) -> Iterator[Sample]:
    """The answer with each of its scores; without one it is an answer that was not scored."""
    scores: dict[str, tuple[float | None, str]] = {}
    for key, raw in value.items():
        metric = node.name(place.file, names.metrics.get(key, key), f"{place.where}a score")
        unit = names.units.get(metric) or evalscope_metrics.unit_of(metric)
        if unit == FRACTION:
            scores[metric] = place.child(raw, f"{place.where}{key[:80]!r}").score(), unit
            continue
        score, wrong = graded(raw, is_fraction=False)
        if wrong:
            left_out.add(metric, wrong)
        else:
            scores[metric] = score, unit
    none_scored = {names.only: (None, names.units.get(names.only, FRACTION))}
    for metric, (score, unit) in (scores or none_scored).items():
        yield replace(sample, score=score, metric=metric, unit=unit)


def _item(scored: Node, key: str, *, has_index: bool) -> str:
    """The answers to one item share a group, a number or a text; before there were groups, none does.

    Without an index the number of the sample is the item, and without that the place of the row.
    """
    stated = scored.at("group_id")
    if stated.value is None and not has_index:
        stated = scored.at("sample_id")
    if stated.value is None:
        return key
    return stated.item()


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a review; of 2025-01 they stand in its choices."""
    if "choices" in row:
        return _old_texts(row, asked.repeat)
    sample = node.mapping(row.get("sample_score"))
    ids = (sample.get("group_id"), sample.get("sample_id"), row.get("index"))
    if any(one is not None for one in ids):
        asked.must_be(*ids)
    score = node.mapping(sample.get("score"))
    chat = objects_in(row.get("messages"))
    request = [message for message in chat if message.get("role") != "assistant"]
    last = chat[-1] if chat and chat[-1].get("role") == "assistant" else {}
    stated = Content(as_text(score.get("prediction")) or "", None)
    answer = response_content(last) if last else stated
    time = node.mapping(last.get("perf_metrics")).get("latency")
    extracted = as_text(score.get("extracted_prediction"))
    return Texts(
        prompt=messages(request),
        reasoning=answer.reasoning,
        answer=answer.text,
        expected=as_text(row.get("target")),
        scored=extracted if extracted != answer.text else None,
        scored_by=as_text(score.get("explanation")),
        tool_calls=tool_calls(chat),
        seconds=as_number(time),
    )


def _old_texts(row: Mapping[str, Any], repeat: int) -> Texts:
    choices = objects_in(row.get("choices"))
    choice = choices[min(repeat, len(choices) - 1)] if choices else {}
    review = node.mapping(choice.get("review"))
    answer = response_content(node.mapping(choice.get("message")))
    question = node.mapping(row.get("raw_input")).get("question")
    return Texts(
        problem=question if isinstance(question, str) else None,
        reasoning=answer.reasoning,
        answer=answer.text or content(choice.get("text")).text,
        expected=as_text(review.get("gold")),
        scored=as_text(review.get("pred")),
    )
