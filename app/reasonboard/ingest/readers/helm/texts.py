"""The states of requests of a HELM run: an instance, what was asked, and what the model completed."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Message, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the state that begins at this byte; of choices the answer is what its letter stands for."""
    state = file.row(begin)
    instance, request = _mapping(state.get("instance")), _mapping(state.get("request"))
    if instance.get("id") != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    result = _mapping(state.get("result"))
    completion = _mapping(next(iter(result.get("completions") or ()), None))
    answer = as_text(completion.get("text")) or ""
    choices = _mapping(state.get("output_mapping"))
    meant = choices.get(answer.strip())
    seconds = result.get("request_time")
    thought = _mapping(completion.get("thinking")).get("text")
    return Texts(
        prompt=[Message("", request["prompt"])] if request.get("prompt") else _chat(request),
        problem=as_text(_mapping(instance.get("input")).get("text")),
        reasoning=thought if isinstance(thought, str) else None,
        answer=f"{answer} ({meant})" if isinstance(meant, str) else answer,
        expected=_expected(instance),
        scored=meant if isinstance(meant, str) else None,
        finish=as_text(_mapping(completion.get("finish_reason")).get("reason")),
        seconds=seconds if isinstance(seconds, int | float) else None,
    ).split()


def _chat(request: Mapping[str, Any]) -> list[Message]:
    listed = request.get("messages")
    every = listed if isinstance(listed, list) else []
    return [
        Message(str(message.get("role")), str(message.get("content")))
        for message in every
        if isinstance(message, Mapping)
    ]


def _expected(instance: Mapping[str, Any]) -> str | None:
    """The reference that is tagged as correct."""
    for reference in instance.get("references") or ():
        if "correct" in (_mapping(reference).get("tags") or ()):
            return as_text(_mapping(reference.get("output")).get("text"))
    return None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
