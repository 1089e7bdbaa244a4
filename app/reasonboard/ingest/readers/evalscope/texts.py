"""Reviews of evalscope: the chat, what was extracted of the answer, and what was expected."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.messages import (
    Content,
    content,
    messages,
    response_content,
    tool_calls,
)
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:
    """The texts of the review that begins at this byte; of 2025-01 they stand in its choices."""
    row = file.row(begin)
    if "choices" in row:
        return _old(row, repeat)
    sample = _mapping(row.get("sample_score"))
    if item not in {
        str(sample.get("group_id")),
        str(sample.get("sample_id")),
        str(row.get("index")),
    }:
        raise ChangedError("Another problem stands where it was loaded from.")
    score = _mapping(sample.get("score"))
    chat = [message for message in row.get("messages") or () if isinstance(message, Mapping)]
    request = [message for message in chat if message.get("role") != "assistant"]
    last = chat[-1] if chat and chat[-1].get("role") == "assistant" else {}
    answer = (
        response_content(last) if last else Content(as_text(score.get("prediction")) or "", None)
    )
    time = _mapping(last.get("perf_metrics")).get("latency")
    extracted = as_text(score.get("extracted_prediction"))
    return Texts(
        prompt=messages(request),
        reasoning=answer.reasoning,
        answer=answer.text,
        expected=as_text(row.get("target")),
        scored=extracted if extracted != answer.text else None,
        scored_by=as_text(score.get("explanation")),
        tool_calls=tool_calls(chat),
        seconds=time if isinstance(time, int | float) else None,
    ).split()


def _old(row: Mapping[str, Any], repeat: int) -> Texts:
    choices = [choice for choice in row.get("choices") or () if isinstance(choice, Mapping)]
    choice = choices[min(repeat, len(choices) - 1)] if choices else {}
    review = _mapping(choice.get("review"))
    answer = response_content(_mapping(choice.get("message")))
    question = _mapping(row.get("raw_input")).get("question")
    return Texts(
        problem=question if isinstance(question, str) else None,
        reasoning=answer.reasoning,
        answer=answer.text or content(choice.get("text")).text,
        expected=as_text(review.get("gold")),
        scored=as_text(review.get("pred")),
    ).split()


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
