"""The samples of a log of inspect_ai: one answer to one item in one epoch, with a score by each scorer."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest import item_fields
from reasonboard.ingest.numbers import graded
from reasonboard.ingest.readers import digests, inspect_log, node
from reasonboard.ingest.readers.inspect_log import Log
from reasonboard.ingest.readers.node import Node
from reasonboard.ingest.records import Sample

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_ONLY_SCORE = "score"


def samples(log: Log, benchmark: str, model: str, metrics: Mapping[str, str]) -> Iterator[Sample]:
    """One for each sample, epoch and score; what is no score of an answer is noted when all are read.

    `metrics` names for each score the metric that is its mean.
    """
    seen: set[tuple[str, int]] = set()
    left_out: Counter[tuple[str, str]] = Counter()
    place_of = inspect_log.text_places(log)
    for number, sample in enumerate(inspect_log.samples(log)):
        fields = sample.mapping()
        item, repeat = _key(sample)
        if (item, repeat) in seen:
            left_out["an item", "there already for that epoch"] += 1
            continue
        seen.add((item, repeat))
        usage = _usage(fields, model)
        of_item = item_fields.kept(sample.file.extra_settings, fields.get("metadata"))
        names: set[str] = set()
        for name, raw, answer in _scores(sample):
            score, reason = _value(raw)
            reason = "of two scorers" if name in names else reason
            names.add(name)
            if reason:
                left_out[name, reason] += 1
                continue
            yield Sample(
                benchmark=benchmark,
                item=item,
                repeat=repeat,
                score=score,
                metric=_metric(sample, name, metrics),
                tokens_in=node.whole(usage.get("input_tokens")),
                tokens_out=node.whole(usage.get("output_tokens")),
                finish=_finish(fields),
                problem=digests.of_problem(fields.get("input")),
                answer=digests.of_answer(answer),
                item_fields=of_item,
                texts=place_of(number, item, repeat),
            )
    log.header.notes.extend(
        f"{name[:80]} is {reason} in {count} samples: left out there"
        for (name, reason), count in left_out.items()
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


def _value(raw: Any) -> tuple[float | None, str | None]:
    """The score of an answer, or why it has none: inspect's letters, truth values and fractions."""
    if isinstance(raw, str):
        known = _LETTERS.get(raw)
        return known, None if known is not None else "a text that is no grade"
    return graded(raw)


def _metric(sample: Node, name: str, metrics: Mapping[str, str]) -> str:
    """The metric of a score; that of a log without results is called as it most often is."""
    if name == _ONLY_SCORE and len(metrics) == 1:
        return next(iter(metrics.values()))
    usual = f"{name}/accuracy"
    return metrics.get(name) or node.name(sample.file, usual, f"{sample.where}: a score")


def _usage(sample: Mapping[str, Any], model: str) -> dict[str, Any]:
    """The tokens of the model that is measured, not those of one that grades it.

    Samples of 2024 may have only those of the last answer: they are all where there was one answer.
    """
    usage = sample.get("model_usage")
    counts = node.mapping(usage).get(model)
    if not usage and _answers(sample) == 1:
        counts = node.mapping(sample.get("output")).get("usage")
    return node.mapping(counts)


def _answers(sample: Mapping[str, Any]) -> int:
    messages = sample.get("messages")
    listed = messages if isinstance(messages, list) else []
    return sum(1 for each in listed if isinstance(each, dict) and each.get("role") == "assistant")


def _finish(sample: Mapping[str, Any]) -> str | None:
    """Only whole samples have it, summaries have not."""
    choices = node.mapping(sample.get("output")).get("choices")
    return node.text(node.first(choices).get("stop_reason"))
