"""Samples of a log of inspect_ai: a member of a zip, or a part of a JSON document."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats import archive
from reasonboard.ingest.formats.documents import parse_json
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.messages import messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import TextFile

_ATTACHMENT = "attachment://"


def read_member(file: TextFile, number: int, item: str, repeat: int) -> Texts:
    """The texts of the sample that is this member of the zip, counted from 0."""
    inside = archive.check(File(file.reached, file.name))
    names = list(inside.members)
    if number >= len(names):
        raise ChangedError("There is no answer anymore where it was loaded from.")
    sample = parse_json(archive.read(inside, names[number]).decode("utf-8"), file.name)
    return _texts(sample, item, repeat)


def read_part(file: TextFile, begin: int, item: str, repeat: int) -> Texts:
    """The texts of the sample that begins at this byte."""
    return _texts(file.row(begin), item, repeat)


def _texts(sample: Any, item: str, repeat: int) -> Texts:
    if (
        not isinstance(sample, Mapping)
        or str(sample.get("id")) != item
        or sample.get("epoch", 1) != repeat + 1
    ):
        raise ChangedError("Another problem stands where it was loaded from.")
    attached = _mapping(sample.get("attachments"))
    sample = _filled(sample, attached) if attached else sample
    output = _mapping(sample.get("output"))
    choice = _mapping(next(iter(output.get("choices") or ()), None))
    answer = response_content(_mapping(choice.get("message")))
    usage = _mapping(output.get("usage"))
    score = _mapping(
        next(iter(_mapping(sample.get("scores")).values()), None) or sample.get("score")
    )
    chat = sample.get("messages")
    prompt = (
        [message for message in chat if _mapping(message).get("role") != "assistant"]
        if isinstance(chat, list)
        else []
    )
    target = sample.get("target")
    extracted, seconds = as_text(score.get("answer")), sample.get("total_time", output.get("time"))
    return Texts(
        prompt=messages(prompt or sample.get("input")),
        problem=_problem(sample),
        reasoning=answer.reasoning,
        answer=answer.text or as_text(output.get("completion")),
        expected=", ".join(map(str, target)) if isinstance(target, list) else as_text(target),
        scored=extracted if extracted not in (None, answer.text) else None,
        scored_by=_explanation(score, answer.text),
        tool_calls=tool_calls(chat),
        finish=as_text(choice.get("stop_reason")),
        tokens_in=usage.get("input_tokens"),
        tokens_out=usage.get("output_tokens"),
        tokens_reasoning=usage.get("reasoning_tokens"),
        seconds=seconds if isinstance(seconds, int | float) else None,
    ).split()


def _problem(sample: Mapping[str, Any]) -> str | None:
    prompt = sample.get("input")
    whole = (
        prompt
        if isinstance(prompt, str)
        else "\n\n".join(message.text for message in messages(prompt))
    )
    choices = sample.get("choices")
    listed = [str(choice) for choice in choices] if isinstance(choices, list) else []
    lettered = [f"{chr(ord('A') + at)}) {choice}" for at, choice in enumerate(listed)]
    return "\n".join([whole, *lettered]) or None


def _explanation(score: Mapping[str, Any], answer: str) -> str | None:
    text = as_text(score.get("explanation"))
    return None if text == answer else text


def _filled(value: Any, attached: Mapping[str, Any]) -> Any:
    """The same with what was moved out of it, because it was long, put back."""
    if isinstance(value, str):
        return (
            attached.get(value.removeprefix(_ATTACHMENT), value)
            if value.startswith(_ATTACHMENT)
            else value
        )
    if isinstance(value, list):
        return [_filled(part, attached) for part in value]
    if isinstance(value, Mapping):
        return {
            key: part if key in ("events", "attachments") else _filled(part, attached)
            for key, part in value.items()
        }
    return value


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
