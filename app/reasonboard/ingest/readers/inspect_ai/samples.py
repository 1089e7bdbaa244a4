"""The samples of a log of inspect_ai: one answer to one item in one epoch, its scores and texts."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from reasonboard.ingest.formats import archive, item_fields
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded
from reasonboard.ingest.formats.records import FRACTION, Sample
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.inspect_ai import log as inspect_log
from reasonboard.ingest.readers.inspect_ai.log import Log
from reasonboard.ingest.texts.answer import GONE, Asked, ChangedError, Texts, as_number, as_text
from reasonboard.ingest.texts.messages import messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import TextFile
from reasonboard.store.documents import parse_json

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""The tool's own grades: correct, partly correct, incorrect, no answer."""
_OF_A_JUDGE = (
    "a letter of a judge, who gives others than C, P, I and N: what it means is stated nowhere"
)
_GRADE = re.compile(r"[^\W\d_][+-]?")
"""A letter such as 'A', 'b' or 'B+'."""
_ONLY_SCORE = "score"
_ATTACHMENT = "attachment://"


def samples(log: Log, benchmark: str, model: str, metrics: Mapping[str, str]) -> Iterator[Sample]:
    """One for each sample, epoch and score; what is no score of an answer is noted when all are read.

    `metrics` names for each score the metric that is its mean.
    """
    seen: set[tuple[str, int]] = set()
    left_out: Counter[tuple[str, str]] = Counter()
    undecided: dict[tuple[str, str | None], list[tuple[Any, Sample]]] = defaultdict(list)
    place_of = inspect_log.text_places(log)
    for number, sample in enumerate(inspect_log.samples(log)):
        sample.mapping()
        item, repeat = _key(sample)
        if (item, repeat) in seen:
            left_out["an item", "there already for that epoch"] += 1
            continue
        seen.add((item, repeat))
        answer = _answer(sample, benchmark, item, repeat, model)
        answer = replace(answer, texts=place_of(number, item, repeat))
        names: set[str] = set()
        for name, raw, extracted in _scores(sample):
            if name in names:
                left_out[name, "of two scorers"] += 1
                continue
            names.add(name)
            metric = _metric(sample, name, metrics)
            score, reason = _value(raw, metric)
            made = replace(answer, score=score, answer=digests.of_answer(extracted))
            is_letter = isinstance(raw, str) and _GRADE.fullmatch(raw) is not None
            if reason and not is_letter:
                left_out[name, reason] += 1
            elif metric and not isinstance(raw, str):
                yield replace(made, metric=metric, unit=_unit(metric))
            else:
                undecided[name, metric].append((raw, made))
    for (name, metric), answers in undecided.items():
        yield from _decided(name, metric, answers, left_out)
    log.header.notes.extend(
        f"{name[:80]} is {reason} in {count} samples: left out there"
        for (name, reason), count in left_out.items()
    )


def _decided(
    name: str,
    metric: str | None,
    answers: list[tuple[Any, Sample]],
    left_out: Counter[tuple[str, str]],
) -> Iterator[Sample]:
    """The answers with metric and unit, when all are known. Letters of a judge are no scores: they are left out.

    Without results no metric is named: it is an accuracy, as it most often is, where all scores can be.
    """
    letters = [raw for raw, _ in answers if isinstance(raw, str)]
    numbers = [(raw, sample) for raw, sample in answers if not isinstance(raw, str)]
    if not {*letters} <= _LETTERS.keys():
        left_out[name, _OF_A_JUDGE] += len(letters)
        answers = numbers
    are_fractions = all(0 <= (sample.score or 0) <= 1 for _, sample in numbers)
    metric = metric or f"{name}/{'accuracy' if are_fractions else 'mean'}"
    for _, sample in answers:
        yield replace(sample, metric=metric, unit=_unit(metric))


def _unit(metric: str) -> str:
    """Of SCORE/METRIC, as in the results."""
    return metrics_of.unit(metric.rpartition("/")[2])


def _answer(sample: Node, benchmark: str, item: str, repeat: int, model: str) -> Sample:
    """What a sample says of its answer besides its scores."""
    fields = sample.mapping()
    usage = _usage(fields, model)
    return Sample(
        benchmark=benchmark,
        item=item,
        repeat=repeat,
        score=None,
        tokens_in=node.whole(usage.get("input_tokens")),
        tokens_out=node.whole(usage.get("output_tokens")),
        finish=node.text(node.first(node.inner(fields, "output", "choices")).get("stop_reason")),
        problem=digests.of_problem(fields.get("input")),
        item_fields=item_fields.kept(sample.file.extra_settings, fields.get("metadata")),
    )


def _key(sample: Node) -> tuple[str, int]:
    raw = sample.value.get("id")
    named = sample.child(raw, f"{sample.where}: id")
    number = isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) <= 2**63
    if not number and not isinstance(raw, str):
        raise named.refused("a name or a number")
    epoch = sample.child(sample.value.get("epoch", 1), f"{sample.where}: epoch")
    if not node.whole(epoch.value):
        raise epoch.refused("a number from 1 on")
    return node.name(sample.file, str(raw), named.where), int(epoch.value) - 1


def _scores(sample: Node) -> Iterator[tuple[str, Any, Any]]:
    """Name and value of each score, and what answer it is of; a value with parts is a score for each part, as in the
    results.
    """
    scores = sample.value.get("scores")
    if scores is None:
        old = sample.value.get("score")  # until the middle of 2024 there was one, without a name
        scores = {} if old is None else {_ONLY_SCORE: old}
    for name, score in sample.child(scores, f"{sample.where}: scores").entries().items():
        value, answer = score.mapping().get("value"), score.value.get("answer")
        parts = value if isinstance(value, dict) else {name: value}
        yield from ((part, value_, answer) for part, value_ in parts.items())


def _value(raw: Any, metric: str | None) -> tuple[float | None, str | None]:
    """The score of an answer, or why it has none: inspect's letters, truth values and numbers in the metric's unit."""
    if isinstance(raw, str):
        known = _LETTERS.get(raw)
        return known, None if known is not None else "a text that is not a grade"
    return graded(raw, is_fraction=metric is not None and _unit(metric) == FRACTION)


def _metric(sample: Node, name: str, metrics: Mapping[str, str]) -> str | None:
    """The metric of a score, as the results name it; None where they do not."""
    if name == _ONLY_SCORE and len(metrics) == 1:
        return next(iter(metrics.values()))
    node.name(sample.file, f"{name}/accuracy", f"{sample.where}: a score")
    return metrics.get(name)


def _usage(sample: Mapping[str, Any], model: str) -> dict[str, Any]:
    """The tokens of the model that is measured, not those of one that grades it.

    Samples of 2024 may have only those of the last answer: they are all where there was one answer.
    """
    usage = sample.get("model_usage")
    counts = node.mapping(usage).get(model)
    chat = objects_in(sample.get("messages"))
    if not usage and sum(each.get("role") == "assistant" for each in chat) == 1:
        counts = node.inner(sample, "output", "usage")
    return node.mapping(counts)


def member_texts(file: TextFile, number: int, asked: Asked) -> Texts:
    """The texts of the sample that is this member of the zip, counted from 0."""
    inside = archive.check(File(file.reached, file.name))
    names = list(inside.members)
    if number >= len(names):
        raise ChangedError(GONE)
    sample = parse_json(archive.read(inside, names[number]).decode("utf-8"), file.name)
    return texts(node.mapping(sample), asked).split()


def texts(sample: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a sample, with what was moved out of it put back."""
    asked.must_be(*([sample.get("id")] if sample.get("epoch", 1) == asked.repeat + 1 else []))
    attached = node.mapping(sample.get("attachments"))
    sample = _filled(sample, attached) if attached else sample
    output = node.mapping(sample.get("output"))
    choice = node.first(output.get("choices"))
    answer = response_content(node.mapping(choice.get("message")))
    usage = node.mapping(output.get("usage"))
    scores = list(node.mapping(sample.get("scores")).values())
    score = node.first(scores) or node.mapping(sample.get("score"))
    chat = sample.get("messages")
    prompt = [message for message in objects_in(chat) if message.get("role") != "assistant"]
    target, explanation = sample.get("target"), as_text(score.get("explanation"))
    extracted, seconds = as_text(score.get("answer")), sample.get("total_time", output.get("time"))
    return Texts(
        prompt=messages(prompt or sample.get("input")),
        problem=_problem(sample),
        reasoning=answer.reasoning,
        answer=answer.text or as_text(output.get("completion")),
        expected=", ".join(map(str, target)) if isinstance(target, list) else as_text(target),
        scored=extracted if extracted not in (None, answer.text) else None,
        scored_by=explanation if explanation != answer.text else None,
        tool_calls=tool_calls(chat),
        finish=as_text(choice.get("stop_reason")),
        tokens_in=usage.get("input_tokens"),
        tokens_out=usage.get("output_tokens"),
        tokens_reasoning=usage.get("reasoning_tokens"),
        seconds=as_number(seconds),
    )


def _problem(sample: Mapping[str, Any]) -> str | None:
    prompt = sample.get("input")
    whole = "\n\n".join(message.text for message in messages(prompt))
    choices = sample.get("choices")
    listed = [str(choice) for choice in choices] if isinstance(choices, list) else []
    lettered = [f"{chr(ord('A') + at)}) {choice}" for at, choice in enumerate(listed)]
    return "\n".join([whole, *lettered]) or None


def _filled(value: Any, attached: Mapping[str, Any]) -> Any:
    """The same with what was moved out of it, because it was long, put back."""
    if isinstance(value, str):
        is_moved = value.startswith(_ATTACHMENT)
        return attached.get(value.removeprefix(_ATTACHMENT), value) if is_moved else value
    if isinstance(value, list):
        return [_filled(part, attached) for part in value]
    if isinstance(value, Mapping):
        return {
            key: part if key in ("events", "attachments") else _filled(part, attached)
            for key, part in value.items()
        }
    return value
