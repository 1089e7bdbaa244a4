"""Simulations of tau2-bench: the conversation of agent and user, with the tools that both called."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.readers.tau_bench.texts import conversation
from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the simulation that begins at this byte."""
    row = file.row(begin)
    if str(row.get("task_id")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    chat = [_named(one) for one in row.get("messages") or () if isinstance(one, Mapping)]
    reward = row.get("reward_info")
    said = _why(reward) if isinstance(reward, Mapping) else None
    return conversation(chat, None, said)


def _named(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer of a tool carries the id of its call as its own."""
    if message.get("role") != "tool":
        return message
    return {**message, "tool_call_id": message.get("tool_call_id", message.get("id"))}


def _why(reward: Mapping[str, Any]) -> str | None:
    """The parts that the reward is made of, and the note that the tool adds."""
    parts = reward.get("reward_breakdown")
    words = (
        [f"{name} {value}" for name, value in parts.items()] if isinstance(parts, Mapping) else []
    )
    info = reward.get("info")
    note = as_text(info.get("note")) if isinstance(info, Mapping) else None
    return "; ".join([*words, *([note] if note else [])]) or None
