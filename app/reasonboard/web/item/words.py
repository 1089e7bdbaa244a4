"""What the page of one problem says in words."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.headline import counted
from reasonboard.studies.pair.problems import graded_words
from reasonboard.web.item.answers import Answer


class Part(NamedTuple):
    """A piece of the answer line; `own` is in the color of the reader's runs."""

    text: str
    own: bool = False


_FINISHES = {
    "stop": "stopped on its own",
    "eos": "stopped on its own",
    "eos_token": "stopped on its own",
    "end_turn": "stopped on its own",
    "stop_sequence": "stopped at a stop sequence",
    "content_filter": "stopped by a filter",
    "tool_calls": "stopped for a tool call",
    "unknown": "",
}


def headline(answers: Sequence[Answer]) -> list[Part]:
    """Who is right, and why the other is not: 'A is right; B was cut off before it gave an answer.'"""
    if len(answers) > 1:
        scores = {answer.score for answer in answers}
        is_plain = not any(answer.cut_off or answer.graded for answer in answers)
        if is_plain and scores in ({0}, {1}):
            return [Part("Both are right." if scores == {1} else "Both are wrong.")]
    parts: list[Part] = []
    for number, answer in enumerate(answers):
        parts += [Part("; ")] if number else []
        parts += [Part(answer.name, answer.own), Part(f" {outcome(answer)}")]
    return [*parts, Part(".")]


def outcome(answer: Answer) -> str:
    """What became of an answer: 'is right', 'was cut off before it gave an answer'."""
    if answer.score is None:
        return "was not scored"
    if answer.graded:
        scored = f"scores {graded_words(answer.score, answer.graded)}"
        return f"{scored}, cut off" if answer.cut_off else scored
    if answer.score == 1:
        return "is right"
    silent = answer.texts is not None and not answer.final
    if answer.cut_off:
        return f"was cut off{' before it gave an answer' if silent else ''}"
    return "gave no answer" if silent else "is wrong"


def verdict(answer: Answer) -> str:
    """The score in a word."""
    if answer.score is None:
        return "not scored"
    if answer.graded:
        return graded_words(answer.score, answer.graded)
    return "right" if answer.score else "wrong"


def in_all_attempts(answer: Answer) -> str:
    """What became of all attempts: 'right in 2 of 4 attempts', 'scores 7.5 on average in 4 attempts'."""
    count = counted(answer.attempts, "attempt")
    if not answer.graded:
        return f"right in {answer.right_attempts} of {count}"
    if answer.mean is None:
        return f"not scored in {count}"
    on_average = " on average" if answer.attempts > 1 else ""
    return f"scores {graded_words(answer.mean, answer.graded)}{on_average} in {count}"


def length(answer: Answer) -> str:
    """The tokens of a response and how it ended, where it was cut off: '2,048 tokens, cut off at the limit'."""
    tokens = "" if answer.tokens is None else counted(answer.tokens, "token")
    return ", ".join(filter(None, [tokens, "cut off at the limit" if answer.cut_off else ""]))


def finish(answer: Answer) -> str:
    """How a response that was not cut off ended."""
    raw = answer.finish or ""
    return "" if answer.cut_off else _FINISHES.get(raw.lower(), raw)


def seconds(answer: Answer) -> str:
    """How long the response took."""
    took = answer.texts.seconds if answer.texts else None
    if took is None:
        return ""
    return f"{took:.0f} s" if took >= 10 else f"{took:.1f} s"  # noqa: PLR2004


def attempts(answers: Sequence[Answer]) -> str:
    """'1 attempt each', '4 attempts of A, 1 of B'."""
    counts = [answer.attempts for answer in answers]
    if len(set(counts)) == 1:
        return f"{counted(counts[0], 'attempt')}{' each' if len(counts) > 1 else ''}"
    return f"{counts[0]} attempts of A, {counts[1]} of B"


def size(length: int) -> str:
    """A number of characters: '1.2 MB', '20 kB'."""
    if length >= 1_000_000:  # noqa: PLR2004
        return f"{length / 1e6:.1f} MB"
    return f"{max(length // 1000, 1)} kB"
