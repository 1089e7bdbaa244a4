"""Attempts of tau-bench: the conversation with the user, and the tools that were called in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.messages import messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the attempt that begins at this byte; the last message of the assistant is the answer."""
    row = file.row(begin)
    if str(row.get("task_id")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    info = _mapping(row.get("info"))
    chat = [one for one in row.get("traj") or () if isinstance(one, Mapping)]
    task = _mapping(info.get("task"))
    return conversation(chat, as_text(task.get("instruction")), as_text(info.get("error")))


def conversation(chat: Sequence[Mapping[str, Any]], problem: str | None, said: str | None) -> Texts:
    """All that was said before the last message of the assistant is the prompt."""
    answers = [
        at for at, one in enumerate(chat) if one.get("role") == "assistant" and one.get("content")
    ]
    last = answers[-1] if answers else len(chat)
    answer = response_content(chat[last]) if answers else None
    return Texts(
        prompt=messages([one for one in chat[:last] if one.get("content")]),
        problem=problem,
        reasoning=answer.reasoning if answer else None,
        answer=answer.text if answer else None,
        scored_by=said,
        tool_calls=tool_calls(chat),
    ).split()


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
