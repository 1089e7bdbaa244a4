"""What the page of one problem says in words."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.web.item.answers import Answer


class Part(NamedTuple):
    """A piece of the answer line; `own` is in the colour of the reader's runs."""

    text: str
    own: bool = False


_FINISHES = {
    "stop": "stopped by itself",
    "eos": "stopped by itself",
    "eos_token": "stopped by itself",
    "end_turn": "stopped by itself",
    "stop_sequence": "stopped at a stop word",
    "content_filter": "stopped by a filter",
    "tool_calls": "stopped for a tool",
    "unknown": "",
}


def headline(answers: Sequence[Answer]) -> list[Part]:
    """Who is right, and why the other is not: 'A is right; B was cut off before it gave an answer.'"""
    if len(answers) > 1:
        plain = [answer for answer in answers if not answer.cut_off and _binary(answer)]
        scores = {one.score for one in plain}
        if len(plain) == len(answers) and len(scores) == 1:
            return [Part("Both are right." if scores == {1} else "Both are wrong.")]
    parts: list[Part] = []
    for number, one in enumerate(answers):
        parts += [Part("; ")] if number else []
        parts += [Part(one.name, one.own), Part(f" {outcome(one)}")]
    return [*parts, Part(".")]


def outcome(one: Answer) -> str:
    """What became of an answer: 'is right', 'was cut off before it gave an answer'."""
    if one.score == 1:
        return "is right"
    if one.score is None:
        return "was not scored"
    if one.cut_off and one.texts is not None and not one.final:
        return "was cut off before it gave an answer"
    if one.cut_off:
        return "was cut off" if one.score == 0 else f"scores {one.score:.2g}, cut off"
    if one.score == 0:
        silent = one.texts is not None and not one.final
        return "gave no answer" if silent else "is wrong"
    return f"scores {one.score:.2g}"


def verdict(one: Answer) -> str:
    """The score in a word."""
    if one.score is None:
        return "not scored"
    return {1.0: "right", 0.0: "wrong"}.get(one.score, f"{one.score:.2g}")


def length(one: Answer) -> str:
    """The tokens of a response and how it ended, where it was cut off: '2,048 tokens, cut off at the limit'."""
    tokens = "" if one.tokens is None else f"{one.tokens:,} token{'' if one.tokens == 1 else 's'}"
    return ", ".join(filter(None, [tokens, "cut off at the limit" if one.cut_off else ""]))


def finish(one: Answer) -> str:
    """How a response that was not cut off ended."""
    raw = one.finish or ""
    return "" if one.cut_off else _FINISHES.get(raw.lower(), raw)


def seconds(one: Answer) -> str:
    """How long the response took."""
    took = one.texts.seconds if one.texts else None
    if took is None:
        return ""
    return f"{took:.0f} s" if took >= 10 else f"{took:.1f} s"  # noqa: PLR2004


def attempts(answers: Sequence[Answer]) -> str:
    """'1 attempt each', '4 attempts of A, 1 of B'."""
    counts = [answer.attempts for answer in answers]
    if len(set(counts)) == 1:
        return f"{counts[0]} attempt{'' if counts[0] == 1 else 's'}{' each' if len(counts) > 1 else ''}"
    return f"{counts[0]} attempts of A, {counts[1]} of B"


def size(length: int) -> str:
    """A number of characters: '1.2 MB', '20 kB'."""
    if length >= 1_000_000:  # noqa: PLR2004
        return f"{length / 1e6:.1f} MB"
    return f"{max(length // 1000, 1)} kB"


def _binary(one: Answer) -> bool:
    return one.score in (0, 1)
