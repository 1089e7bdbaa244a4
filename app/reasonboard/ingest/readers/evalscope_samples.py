"""The answers of an evalscope run: reviews with their scores, and predictions with their tokens."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import evalscope_metrics, shapes, values
from reasonboard.ingest.records import Sample

_REVIEW = {"index", "sample_score"}
_PREDICTION = {"index", "model", "model_output"}
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
    """How a report calls what its rows have: the metric of a score, and which are fractions."""

    metrics: Mapping[str, str]
    fractions: Mapping[str, bool]
    only: str
    """The metric of a score that has no name of its own."""


def recognises(file: File) -> bool:
    """Is each line an answer or its review, of 2025-01 or later?"""
    keys = file.first_row.keys()
    return any(keys >= one for one in (_REVIEW, _PREDICTION, _OLD_REVIEW, _OLD_PREDICTION))


def beside(report: File, dataset: str, subsets: Collection[str], kind: str) -> dict[str, File]:
    """Subset -> its file of reviews or predictions: `../../reviews/MODEL/DATASET_SUBSET.jsonl`."""
    at = report.path.absolute().parent
    folder = at.parent.parent / kind / at.name
    if at.parent.name != REPORTS or not folder.is_dir():
        return {}
    wanted = {f"{dataset}_{subset}.jsonl": subset for subset in sorted(subsets)}
    # The folder is listed and not asked for names, so that no subset's name leads out of it.
    return {
        wanted[path.name]: File(path)
        for path in sorted(folder.iterdir())
        if path.name in wanted and path.is_file()
    }


def reports(companion: File) -> list[File]:
    """The reports that an answer's file may belong to, the one with the longest name first."""
    at = companion.path.absolute().parent
    if at.parent.name not in _FOLDERS:
        return []
    folder: Path = at.parent.parent / REPORTS / at.name
    stem = companion.path.stem
    found = [one for one in folder.glob("*.json") if one.is_file()]
    named = [File(one) for one in found if stem.startswith(f"{one.stem}_")]
    return sorted(named, key=lambda one: -len(one.path.stem))


def samples(
    reviews: File, predictions: File | None, benchmark: str, names: Names
) -> Iterator[Sample]:
    """One for each answer and score; tokens come from the prediction of the same index.

    A score that is no fraction by its report is left out, the answer itself is not.
    """
    answers = dict(_answers(predictions)) if predictions else {}
    given: dict[str, set[int]] = {}
    for line, row in reviews.rows():
        where = f"line {line}: "
        key = _index(reviews, row, where)
        if "choices" in row:
            repeats = given.setdefault(key, set())
            yield from _old_review(reviews, row, benchmark, key, repeats, names, where)
            continue
        score = shapes.mapping(reviews, row.get("sample_score"), f"{where}sample_score")
        inner = shapes.mapping(reviews, score.get("score"), f"{where}sample_score.score")
        value = shapes.mapping(reviews, inner.get("value"), f"{where}sample_score.score.value")
        item = _item(reviews, score.get("group_id"), key, where)
        repeat = _repeat(score.get("generation_index"), given.setdefault(item, set()))
        answer = answers.get(key, Answer(None, None, None))
        yield from _scored(reviews, value, benchmark, item, repeat, answer, names, where)


def _answers(predictions: File) -> Iterator[tuple[str, Answer]]:
    for line, row in predictions.rows():
        key = _index(predictions, row, f"line {line}: ")
        output = row.get("model_output")
        if isinstance(output, dict):
            choices = output.get("choices")
            first = choices[0] if isinstance(choices, list) and choices else None
            stop = first.get("stop_reason") if isinstance(first, dict) else None
            yield key, _answer(output.get("usage"), "input_tokens", "output_tokens", stop)


def _answer(usage: Any, before: str, after: str, stop: Any) -> Answer:
    """Where both counts are 0 the server told none."""
    counts = usage if isinstance(usage, dict) else {}
    asked, given = shapes.whole(counts.get(before)), shapes.whole(counts.get(after))
    finish = shapes.text(stop)
    if not asked and not given:
        return Answer(None, None, finish)
    return Answer(asked, given, finish)


def _old_review(
    file: File,
    row: Mapping[str, Any],
    benchmark: str,
    item: str,
    given: set[int],
    names: Names,
    where: str,
) -> Iterator[Sample]:
    """Of 2025-01: the answer of an OpenAI server, and a review in each of its choices."""
    choices = shapes.items(file, row.get("choices"), f"{where}choices")
    usage = row.get("usage") if len(choices) == 1 else None
    for place, raw in enumerate(choices):
        at = f"{where}choices[{place}]"
        choice = shapes.mapping(file, raw, at)
        review = shapes.mapping(file, choice.get("review"), f"{at}.review")
        result = review.get("result")
        value = result if isinstance(result, dict) else {names.only: result}
        answer = _answer(usage, "prompt_tokens", "completion_tokens", choice.get("finish_reason"))
        repeat = _repeat(None, given)
        yield from _scored(file, value, benchmark, item, repeat, answer, names, f"{at}.review: ")


def _scored(
    file: File,
    value: Mapping[str, Any],
    benchmark: str,
    item: str,
    repeat: int,
    answer: Answer,
    names: Names,
    where: str,
) -> Iterator[Sample]:
    scores: dict[str, float | None] = {}
    for key, raw in value.items():
        metric = shapes.name(file, names.metrics.get(key, key), f"{where}a score")
        if names.fractions.get(metric, evalscope_metrics.is_fraction(metric)):
            scores[metric] = values.score(file, raw, f"{where}{key[:80]!r}")
    for metric, score in (scores or {names.only: None}).items():
        yield Sample(
            benchmark=benchmark,
            item=item,
            repeat=repeat,
            score=score,
            metric=metric,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            finish=answer.finish,
        )


def _index(file: File, row: Mapping[str, Any], where: str) -> str:
    return str(shapes.step(file, row.get("index"), f"{where}index"))


def _item(file: File, group: Any, otherwise: str, where: str) -> str:
    """The answers to one item share a group, a number or a text; before there were groups, none does."""
    if group is None:
        return otherwise
    at = f"{where}sample_score.group_id"
    if isinstance(group, str):
        return shapes.name(file, group, at)
    return str(shapes.step(file, group, at))


def _repeat(stated: Any, given: set[int]) -> int:
    """As the row states it; else, or where that repeat was there already, the next one."""
    repeat = shapes.whole(stated)
    if repeat is None or repeat in given:
        repeat = max(given, default=-1) + 1
    given.add(repeat)
    return repeat
