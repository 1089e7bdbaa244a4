"""What an agent said and did in a trial of Harbor: the steps of its `agent/trajectory.json` (ATIF)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import TextPlace
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.texts.answer import Asked, ChangedError, Message, Texts, ToolCall
from reasonboard.ingest.texts.messages import content
from reasonboard.ingest.texts.text_file import TextForm, objects

NAME = "harbor"
_PATH = ("agent", "trajectory.json")
_FORM = "ATIF"


def is_one(file: File) -> bool:
    """Does it say that it is such a trajectory, with steps?"""
    if not file.keys >= {"schema_version", "steps"}:
        return False
    return str(file.json["schema_version"]).startswith(_FORM)


def place(trial: File) -> TextPlace | None:
    """Where the texts of a trial are, if its agent wrote them."""
    path = trial.path.absolute().parent.joinpath(*_PATH)
    return TextPlace(trial.at(path), NAME, 0) if path.is_file() else None


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:  # noqa: ARG001  (it does not name its task)
    """What was asked is all before the first step of the agent; its last message is the answer."""
    every = objects_in(row.get("steps"))
    if not every:
        raise ChangedError("The trajectory has no steps.")
    by_agent = [at for at, step in enumerate(every) if step.get("source") == "agent"]
    first = by_agent[0] if by_agent else len(every)
    last = every[by_agent[-1]] if by_agent else {}
    thought = last.get("reasoning_content")
    return Texts(
        prompt=[Message(str(step.get("source") or ""), _text(step)) for step in every[:first]],
        reasoning=thought if isinstance(thought, str) else None,
        answer=_text(last),
        tool_calls=list(_calls(every)),
    )


def _text(step: Mapping[str, Any]) -> str:
    return content(step.get("message")).text


def _calls(steps: Sequence[Mapping[str, Any]]) -> Iterator[ToolCall]:
    """Each tool that was called, with what it answered; a step of one call may not say whose answer it has."""
    for step in steps:
        calls = [node.mapping(call) for call in step.get("tool_calls") or ()]
        results = node.inner(step, "observation", "results") or ()
        answers = {
            str(node.inner(each, "source_call_id")): content(node.inner(each, "content")).text
            for each in results
        }
        for call in calls:
            alone = next(iter(answers.values()), None) if len(calls) == 1 else None
            yield ToolCall(
                str(call.get("function_name")),
                json.dumps(call.get("arguments"), ensure_ascii=False),
                answers.get(str(call.get("tool_call_id")), alone),
            )


TEXTS: dict[str, TextForm] = {NAME: objects(texts, "byte")}
