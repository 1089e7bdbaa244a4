"""Chats as tools write them: a text, or a list of messages whose content is a text or a list of parts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.texts.answer import Message, ToolCall, as_text

_OTHER_PARTS = {
    "image": "[an image]", "image_url": "[an image]", "audio": "[a sound]", "video": "[a video]",
}  # fmt: skip
"""What stands in a text for what is none: nothing but text is shown."""
_REASONING = ("reasoning_content", "reasoning", "thinking")


class Content(NamedTuple):
    """The content of a message: its text and its reasoning, which is None where it is not marked."""

    text: str
    reasoning: str | None


def messages(raw: Any) -> list[Message]:
    """The messages of a chat, or the one text that a prompt is; [] for anything else."""
    if isinstance(raw, str):
        return [Message("", raw)]
    return [
        Message(str(message.get("role") or ""), content(message.get("content")).text)
        for message in objects_in(raw)
    ]


def prompt(raw: Any) -> list[Message]:
    """A text that was asked as a whole; none for an empty one."""
    return messages(as_text(raw)) if raw else []


def content(raw: Any) -> Content:
    """The text and the reasoning of a message's content, a text or a list of parts."""
    if not isinstance(raw, list):
        return Content(raw if isinstance(raw, str) else "", None)
    words: list[str] = []
    thoughts: list[str] = []
    for part in raw:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, Mapping):
            thought = _thought(part)
            if thought is not None:
                thoughts.append(thought)
            else:
                kind = str(part.get("type"))
                text = part.get("text")
                words.append(text if isinstance(text, str) else _OTHER_PARTS.get(kind, f"[{kind}]"))
    return Content("\n".join(words), "\n".join(thoughts) if thoughts else None)


def response_content(message: Mapping[str, Any]) -> Content:
    """What a model's message says; its reasoning may stand beside its content."""
    own = content(message.get("content"))
    beside = _thought(message)
    return Content(own.text, own.reasoning if beside is None else beside)


def _thought(message: Mapping[str, Any]) -> str | None:
    return next((message[name] for name in _REASONING if isinstance(message.get(name), str)), None)


def tool_calls(chat: Any) -> Sequence[ToolCall]:
    """The tools that were called in a chat, each with what it answered."""
    results = {
        str(message.get("tool_call_id")): content(message.get("content")).text
        for message in objects_in(chat)
        if message.get("role") == "tool"
    }
    return [
        _call(call, results.get(str(call.get("id"))))
        for message in objects_in(chat)
        for call in objects_in(message.get("tool_calls"))
    ]


def _call(call: Mapping[str, Any], result: str | None) -> ToolCall:
    function = call.get("function")
    inner = function if isinstance(function, Mapping) else call
    name = inner.get("name") if isinstance(function, Mapping) else function or call.get("name")
    arguments = inner.get("arguments")
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(str(name), written, result)
