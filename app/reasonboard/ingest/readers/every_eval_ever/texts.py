"""Rows of answers in the format of Every Eval Ever: an input, an output, and how it was evaluated."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.messages import content, messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the row that begins at this byte."""
    row = file.row(begin)
    if str(row.get("sample_id")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    request, response = _mapping(row.get("input")), _mapping(row.get("output"))
    chat = row.get("messages") or row.get("interactions")
    listed = (
        [message for message in chat if isinstance(message, Mapping)]
        if isinstance(chat, list)
        else []
    )
    last = next((message for message in reversed(listed) if message.get("role") == "assistant"), {})
    answer = response_content(last) if last else content(_one(response.get("raw")))
    thought = _one(response.get("reasoning_trace")) or answer.reasoning
    seconds = _mapping(row.get("performance")).get("latency_ms")
    return Texts(
        prompt=messages(
            [message for message in listed if message.get("role") in ("system", "user")]
        ),
        problem=as_text(request.get("raw")),
        reasoning=thought,
        answer=answer.text,
        expected=as_text(_one(request.get("reference"))),
        scored=_extracted(row.get("answer_attribution")),
        tool_calls=tool_calls(listed),
        tokens_reasoning=_mapping(row.get("token_usage")).get("reasoning_tokens"),
        seconds=seconds / 1000 if isinstance(seconds, int | float) else None,
    ).split()


def _extracted(attribution: Any) -> str | None:
    first = _mapping(_one(attribution))
    return as_text(first.get("extracted_value"))


def _one(value: Any) -> Any:
    """Of a list the first: newer rows have lists of references and outputs."""
    return (value[0] if value else None) if isinstance(value, list) else value


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
