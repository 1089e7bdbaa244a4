"""The samples of a log of inspect_ai: one answer to one item in one epoch, with a score by each scorer."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import inspect_log, shapes
from reasonboard.ingest.readers.inspect_log import Log
from reasonboard.ingest.records import Sample

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_ONLY_SCORE = "score"


def samples(log: Log, benchmark: str, model: str, metrics: Mapping[str, str]) -> Iterator[Sample]:
    """One for each sample, epoch and score; what is no score of an answer is noted when all are read.

    `metrics` names for each score the metric that is its mean.
    """
    seen: set[tuple[str, int]] = set()
    left_out: Counter[tuple[str, str]] = Counter()
    for where, one in inspect_log.samples(log):
        item, repeat = _key(log, one, where)
        if (item, repeat) in seen:
            left_out["an item", "there already for that epoch"] += 1
            continue
        seen.add((item, repeat))
        usage = _usage(one, model)
        names: set[str] = set()
        for name, raw in _scores(log, one, where):
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
                metric=_metric(log, name, metrics, where),
                tokens_in=shapes.whole(usage.get("input_tokens")),
                tokens_out=shapes.whole(usage.get("output_tokens")),
                finish=_finish(one),
            )
    log.notes.extend(
        f"{name[:80]} is {reason} in {count} samples: left out there"
        for (name, reason), count in left_out.items()
    )


def _key(log: Log, one: Mapping[str, Any], where: str) -> tuple[str, int]:
    raw, epoch = one.get("id"), shapes.whole(one.get("epoch", 1))
    if (
        isinstance(raw, bool)
        or not isinstance(raw, int | str)
        or (isinstance(raw, int) and abs(raw) > 2**63)
    ):
        raise IngestError(
            f"{log.file.name}: {where}: id is {shapes.shown(raw)} (expected a name or a number)"
        )
    if not epoch:
        shown = shapes.shown(one.get("epoch"))
        raise IngestError(
            f"{log.file.name}: {where}: epoch is {shown} (expected a number from 1 on)"
        )
    return shapes.name(log.file, str(raw), f"{where}: id"), epoch - 1


def _scores(log: Log, one: Mapping[str, Any], where: str) -> Iterator[tuple[str, Any]]:
    """Name and value of each score; a value with parts is a score for each part, as in the results."""
    scores = one.get("scores")
    if scores is None:
        old = one.get("score")  # until the middle of 2024 there was one, without a name
        scores = {} if old is None else {_ONLY_SCORE: old}
    for name, score in shapes.mapping(log.file, scores, f"{where}: scores").items():
        value = shapes.mapping(log.file, score, f"{where}: scores[{name!r}]").get("value")
        if isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


def _value(raw: Any) -> tuple[float | None, str | None]:
    """The score of an answer, or why it has none: inspect's letters, truth values and fractions."""
    if isinstance(raw, str):
        known = _LETTERS.get(raw)
        return known, None if known is not None else "a text that is no grade"
    value, missing = number(float(raw) if isinstance(raw, bool) else raw)
    if missing:
        return None, None
    if value is None:
        return None, "not a number"
    return (value, None) if 0 <= value <= 1 else (None, "not a fraction")


def _metric(log: Log, name: str, metrics: Mapping[str, str], where: str) -> str:
    """The metric of a score; that of a log without results is called as it most often is."""
    if name == _ONLY_SCORE and len(metrics) == 1:
        return next(iter(metrics.values()))
    return metrics.get(name) or shapes.name(log.file, f"{name}/accuracy", f"{where}: a score")


def _usage(one: Mapping[str, Any], model: str) -> dict[str, Any]:
    """The tokens of the model that is measured, not those of one that grades it.

    Samples of 2024 may have only those of the last answer: they are all where there was one answer.
    """
    usage = one.get("model_usage")
    found = usage.get(model) if isinstance(usage, dict) else None
    if not usage and _answers(one) == 1:
        output = one.get("output")
        found = output.get("usage") if isinstance(output, dict) else None
    return found if isinstance(found, dict) else {}


def _answers(one: Mapping[str, Any]) -> int:
    messages = one.get("messages")
    listed = messages if isinstance(messages, list) else []
    return sum(1 for each in listed if isinstance(each, dict) and each.get("role") == "assistant")


def _finish(one: Mapping[str, Any]) -> str | None:
    """Only whole samples have it, summaries have not."""
    output = one.get("output")
    choices = output.get("choices") if isinstance(output, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    return shapes.text(first.get("stop_reason")) if isinstance(first, dict) else None
