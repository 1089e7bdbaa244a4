"""The texts of one answer in a file, and how its reasoning is split off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

_MARKS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
)
"""What models put around their reasoning; the first mark may be missing, where the prompt ends with it."""


_ANSWERED = re.compile(
    r"^[ \t]*(?:answer|a|output|solution)[ \t]*:[ \t]*\S", re.IGNORECASE | re.MULTILINE
)
"""The line in which a worked example has its answer; the question that is asked has none after such a word."""
_FEWEST = 2
"""Of such lines: one alone may say how to answer."""


GONE = "The answer is no longer in the file it was loaded from."


class ChangedError(Exception):
    """There is not what the load found there: one line that says what."""


class Asked(NamedTuple):
    """Whose texts are asked for."""

    item: str
    repeat: int

    def must_be(self, *names: object) -> None:
        """Raises ChangedError where the item has none of these names."""
        if self.item not in map(str, names):
            raise ChangedError("The file it was loaded from has another problem in its place.")


class Message(NamedTuple):
    """A part of a prompt. `role` is '' where the prompt is one text."""

    role: str
    text: str


class Question(NamedTuple):
    """What is asked, without the worked examples that stand before it in the prompt."""

    text: str
    examples: int = 0
    """How many are left out."""


class ToolCall(NamedTuple):
    name: str
    arguments: str
    result: str | None


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one answer. What a file does not have is None or empty."""

    prompt: Sequence[Message] = ()
    """All that the model was asked, worked examples included."""
    problem: str | None = None
    """The problem alone, where the file has it apart."""
    reasoning: str | None = None
    """None where the file does not mark it apart from the answer."""
    answer: str | None = None
    expected: str | None = None
    scored: str | None = None
    """What the scorer took of the answer, where the file says it."""
    scored_by: str | None = None
    """Why it was scored so, in the words of the scorer."""
    tool_calls: Sequence[ToolCall] = ()
    finish: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    seconds: float | None = None
    responses: int = 1
    """How many responses stand at the place; this is the first where they have one score together."""

    @property
    def question(self) -> Question | None:
        """The problem alone, else the end of the last prompt; None where the file has neither."""
        if self.problem:
            return Question(self.problem)
        return _without_examples(self.prompt[-1].text) if self.prompt else None

    def split(self) -> "Texts":
        """The same with the reasoning taken out of the answer, where its marks stand in it."""
        if self.answer is None or self.reasoning is not None:
            return self
        for begin, end in _MARKS:
            before, mark, after = self.answer.rpartition(end)
            if mark:
                thought = before.replace(begin, "", 1).strip()
                return replace(self, reasoning=thought, answer=after.strip())
            if (whole := self.answer.lstrip()).startswith(begin):  # it never ended
                return replace(self, reasoning=whole[len(begin) :].strip(), answer="")
        return self


def _without_examples(prompt: str) -> Question:
    """What follows the paragraph in which the last worked example has its answer, where there are several."""
    answered = list(_ANSWERED.finditer(prompt))
    if len(answered) < _FEWEST:
        return Question(prompt)
    _, _, question = prompt[answered[-1].end() :].replace("\r\n", "\n").partition("\n\n")
    return Question(question.strip(), len(answered)) if question.strip() else Question(prompt)


def as_text(value: object) -> str | None:
    """A text, or a number or truth value as one; None for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) else None


def as_number(value: object) -> float | None:
    """A number, such as the seconds of an answer; None for anything else."""
    return value if isinstance(value, int | float) else None


def nth(values: object, place: int) -> Any:
    """A value of a list; None where the list has no such place, or is none."""
    return values[place] if isinstance(values, list) and 0 <= place < len(values) else None
