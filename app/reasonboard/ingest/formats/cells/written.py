"""Numbers as people write them, with their units, spreads, intervals, counts and marks."""

import re
from collections.abc import Callable
from dataclasses import replace

from reasonboard.ingest.formats.cells.numbers import OF, Interval, Number, any_of
from reasonboard.ingest.formats.cells.words import MARK, SPREADS, SUFFIXES

_MARKS = re.compile(rf"(?:\s*{MARK})*\s*")
_DURATION = re.compile(
    r"(?:(\d+)\s*(?:d|days?)\s*)?(?:(\d+)\s*(?:h|hrs?|hours?)\s*)?(?:(\d+)\s*(?:m|mins?|minutes?)\s*)?"
    r"(?:(\d+(?:\.\d+)?)\s*(?:s|secs?|seconds?))?",
    re.ASCII,
)
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d+)?)", re.ASCII)
_ARROW = re.compile(r"\s*(?:→|-{1,2}>|=>|⇒|➜|➔|➡|⟶)\s*")
_CHANGE = re.compile(r"[↑↓▲▼]\s?\d|\[\d{1,2}\]\s*[-–]")
_RANGE = re.compile(r"\d\s*%?\s*(?:to|\.\.|–)\s*\d")
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}")
_OF = re.compile(r"(?:/|of\b|out of\b)\s*([1-9]\d{0,2}(?:,\d{3})+|\d+)(?![\d.%A-Za-z])")
_EXPLAINED = re.compile(rf"({any_of(SPREADS)})\s*[:=]?\s*", re.IGNORECASE)
_COUNT = re.compile(
    r"(?:n|N|of)\s*[=:]?\s*(\d[\d,]*)|(\d[\d,]*)\s*(?:questions|samples|problems|items|tasks)"
)
_MOST_PARTS = 4
_Taken = tuple[Number, str] | None


def interval(text: str, decimal: str) -> Interval | None:
    """Two bounds alone: `[0.41, 0.47]`, `(0.41, 0.47)`, `0.41–0.47`, `+6/-7`; None for any other text."""
    patterns = OF[decimal]
    distances = patterns.distances(text)
    if distances and distances[2] == len(text):
        return Interval(text)
    inner = text[1:-1].strip() if text[0] in "[(" and text[-1] in "])" else ""
    is_two = (inner or _RANGE.search(text)) and patterns.bounds(inner or text)
    return Interval(text) if is_two else None


def number(text: str, decimal: str) -> Number | None:
    """The number that a text is, with what stands around it; None for any other text."""
    if (seconds := _seconds(text)) is not None:
        return Number(seconds, "s", text=text)
    if _ARROW.search(text):
        return _changed(text, decimal)
    begin = _MARKS.match(text)
    at = begin.end() if begin and not _CHANGE.match(text) else 0
    if text[at : at + 1] == "(" and text.endswith(")"):
        return _bracketed(text, at, decimal)
    match = OF[decimal].value.match(text, at)
    found = OF[decimal].read(match, text) if match else None
    if match is None or found is None:
        return None
    return _with_rest(found, text[match.end() :], decimal)


def _seconds(text: str) -> float | None:
    """Of `7m 12s` and `0:07:12`."""
    if match := _CLOCK.fullmatch(text):
        return int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])
    match = _DURATION.fullmatch(text)
    if match is None or sum(group is not None for group in match.groups()) == 1:
        return None
    days, hours, minutes, seconds = (float(group or 0) for group in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _changed(text: str, decimal: str) -> Number | None:
    """`0.37 -> 0.48`: the second."""
    first, *rest = (number(part.strip(), decimal) for part in _ARROW.split(text))
    if first is None or len(rest) != 1 or rest[0] is None:
        return None
    return replace(rest[0], text=text, sign=rest[0].sign or first.sign)


def _bracketed(text: str, at: int, decimal: str) -> Number | None:
    """A number alone in brackets: a difference `(+1.2)`, or a number about that of the cell above."""
    inner = number(text[at + 1 : -1].strip(), decimal)
    if inner is None or inner.spread is not None:
        return None
    return replace(inner, text=text, spread_as="()")


def _with_rest(found: Number, rest: str, decimal: str) -> Number | None:
    """The number with all that follows it; None where something is not understood."""
    for _ in range(_MOST_PARTS):
        marks = _MARKS.match(rest)
        if marks and marks[0].strip() and not _CHANGE.match(rest.lstrip()):
            rest = rest[marks.end() :]
        if not rest.strip():
            return found
        taken = next(filter(None, (part(found, rest, decimal) for part in _PARTS)), None)
        if taken is None:
            return None
        found, rest = taken
    return None


def _brackets(found: Number, rest: str, decimal: str) -> _Taken:
    match = _BRACKETS.match(rest.lstrip())
    if match is None:
        return None
    inner = next(group for group in match.groups() if group is not None).strip()
    taken = _in_brackets(found, inner, decimal, is_round=match[1] is not None)
    return (taken, rest.lstrip()[match.end() :]) if taken else None


def _in_brackets(found: Number, inner: str, decimal: str, *, is_round: bool) -> Number | None:
    """`(1.2)`, `(±1.2)`, `(std 1.2)`, `(+1.2)`, `[53.7, 56.1]`, `(n=30)`, `(91/128)`, `(5-shot)`."""
    if (bounds := OF[decimal].bounds(inner)) and found.low is None:
        return replace(found, low=bounds[0], high=bounds[1])
    if (match := _COUNT.fullmatch(inner)) and found.count is None:
        return replace(found, count=int((match[1] or match[2]).replace(",", "")))
    explained = _EXPLAINED.match(inner)
    within = number(inner[explained.end() :] if explained else inner, decimal)
    if within is None:
        is_note = re.search("[^\\W\\d_]", inner) or not any(map(str.isdigit, inner))
        return found if is_note else None
    kind = SPREADS[explained[1].lower()] if explained else ""
    return _joined(found, within, kind, is_round=is_round)


def _joined(found: Number, within: Number, kind: str, *, is_round: bool) -> Number | None:
    """A number with another one in brackets."""
    if within.spread is not None or within.low is not None or within.bound:
        return None
    if within.right is not None:
        taken = replace(found, count=within.count, right=within.right)
        return taken if found.count is None else None
    if within.signed and not kind:
        return found
    if found.spread is not None or not is_round:
        return None
    if found.right is not None and within.sign == "%":  # 91/128 (71.1 %): the same twice
        return found if abs(100 * found.value - within.value) < 1 else None
    return replace(found, spread=within.value, spread_as=kind or "()")


def _share(found: Number, rest: str, _decimal: str) -> _Taken:
    """`91/128` and `91 of 128`: both are counts."""
    match = _OF.match(rest.lstrip())
    total = int(match[1].replace(",", "")) if match else 0
    plain = found.value.is_integer() and not (found.sign or found.decimals or found.suffix)
    is_share = plain and total and 0 <= found.value <= total and found.count is None
    if match is None or not is_share:
        return None
    taken = replace(found, value=found.value / total, right=int(found.value), count=total)
    return taken, rest.lstrip()[match.end() :]


def _distances(found: Number, rest: str, decimal: str) -> _Taken:
    """`54.9 +1.2/-0.9`."""
    distances = OF[decimal].distances(rest.lstrip())
    if distances is None:
        return None
    down, up, end = distances
    return replace(found, low=found.value - down, high=found.value + up), rest.lstrip()[end:]


def _spread(found: Number, rest: str, decimal: str) -> _Taken:
    """`± 1.2`, or a subscript. A sign behind it alone, as in `54.9 ± 1.2 %`, is that of both."""
    kind, behind = rest.lstrip()[:1], rest.lstrip()[1:].lstrip()
    match = OF[decimal].value.match(behind) if kind in ("±", "_") else None
    spread = OF[decimal].read(match, behind) if match else None
    if match is None or spread is None or spread.bound or spread.signed or found.spread is not None:
        return None
    if spread.suffix and not found.suffix:
        value = found.value * 10.0 ** SUFFIXES[spread.suffix]
        found = replace(found, value=value, suffix=spread.suffix)
    taken = replace(found, spread=spread.value, spread_as=kind, sign=found.sign or spread.sign)
    return taken, behind[match.end() :]


def _change(found: Number, rest: str, decimal: str) -> _Taken:
    """`54.9 +1.2` and `54.9 ↑1.2`; `1-5` is none."""
    text = rest.lstrip()
    match = OF[decimal].value.match(text) if text != rest or text[0] in "+↑↓▲▼" else None
    change = OF[decimal].read(match, text) if match else None
    if match is None or change is None or change.bound or not change.signed:
        return None
    return found, text[match.end() :]


_Part = Callable[[Number, str, str], _Taken]
_PARTS: tuple[_Part, ...] = (_brackets, _share, _distances, _spread, _change)
