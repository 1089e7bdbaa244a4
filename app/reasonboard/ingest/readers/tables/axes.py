"""Columns headed by numbers: the k of a score, lengths, steps, shots; one score at each."""

import re

from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import AT_K, at_k
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.vocabulary import listed

K, LENGTH, STEP, SHOTS, TEMPERATURE, SEED = "k", "length", "step", "shots", "temperature", "seed"
_FEWEST = 2
_LONG = 1000
_SPOKEN = (
    (K, re.compile(r"[@^]\s?k\b|at k\b|\bk\s?=|best of|attempts?|majority|\bmaj\b|\bpass[@^]")),
    (SHOTS, re.compile(r"shots?\b")),
    (STEP, re.compile(r"\b(?:steps?|iterations?|checkpoints?)\b")),
    (LENGTH, re.compile(r"\b(?:lengths?|context|ctx|needle|haystack|niah|seq(?:uence)? len|input len)\b")),
    (TEMPERATURE, re.compile(r"\btemperature\b")),
)  # fmt: skip
NAMES: dict[str, str] = listed("axes", "names")
_DEGREES = frozenset(listed("axes", "degrees"))
_MIDDLE = frozenset(listed("axes", "middle"))


def _find_degrees(draft: Draft) -> None:
    """Columns called low, medium and high: the effort of a model, or how hard problems are."""
    may_be = (*draft.free(), *draft.of(Role.VALUE))
    named = {draft.said(index).words: index for index in sorted(may_be)}
    degrees = {words: index for words, index in named.items() if words in _DEGREES}
    if not (degrees.keys() & _MIDDLE and len(degrees) > _FEWEST):
        return
    name = draft.answers.constants.get("columns", "").lower()
    if not name:
        _ask(draft, list(degrees.values()), ("effort", "difficulty"), 96)
    name = name or "degree"
    for words, index in degrees.items():
        draft.put(index, Role.VALUE, f"scores by {name}", stated={name: words})


def _ask(draft: Draft, columns: list[int], choices: tuple[str, ...], weight: int) -> None:
    first, last = draft.said(columns[0]).header, draft.said(columns[-1]).header
    options = [Option(f"columns={each}", each) for each in choices]
    draft.ask(f"what are the columns {first!r} to {last!r}?", options, first, weight)


def find(draft: Draft) -> None:
    """Say what the columns that are headed by numbers or degrees stand for."""
    _find_degrees(draft)
    axes = [at for at, told, content in draft.undecided() if told.axis and content.is_numeric]
    if len(axes) < _FEWEST:
        _find_numbered(draft)
        return
    name = NAMES.get(draft.answers.constants.get("columns", "").lower(), "") or _name(draft, axes)
    if not name:
        _ask(draft, axes, (K, LENGTH, STEP), 70)
    spoken = _at_k(draft)
    for index in axes:
        told = draft.said(index)
        text = _AROUND.sub("", told.axis.strip())
        stated = {name: text} if name else {}
        metric = told.metric.name if told.metric else ""
        if name == K:
            metric = re.sub(r"(?<=[@^])[kn]$", text, spoken or metric or "pass@k")
        why = {K: "scores of k attempts", LENGTH: "scores by length", STEP: "scores by step"}
        known = {"stated": stated, "metric": metric, "benchmark": told.benchmark}
        draft.put(index, Role.VALUE, why.get(name, "scores"), **known)


_NUMBERED = re.compile(
    r"(?P<stem>[A-Za-z][A-Za-z ]*?)[\s_=:-]*(?P<number>\d+(?:\.\d+)?\s?[kKmM%]?)"
)
_STEMS = frozenset(listed("axes", "stems"))
"""Words before a number that say what it counts."""
_LEVEL = re.compile(r"(?:level|lvl|lv|l|difficulty) ?\d")
_FULL = 100
_MOST = 40


def _find_numbered(draft: Draft) -> None:
    """Columns that one word and a number head, such as `depth_25` or `test_16`: scores at each number."""
    groups: dict[str, dict[int, str]] = {}
    for index in (*draft.free(), *draft.of(Role.VALUE)):
        told, content = draft.said(index), draft.content(index)
        match = _NUMBERED.fullmatch(told.header)
        stated = draft.answers.columns.get(told.header)
        is_known = bool(told.role or told.known or told.metric or told.part)
        is_known |= bool((stated and stated.stated) or _LEVEL.fullmatch(told.words))
        is_score = content.is_numeric and 0 <= content.low <= content.high <= _FULL
        if match and not is_known and is_score:
            groups.setdefault(match["stem"].lower(), {})[index] = match["number"]
    stem, numbers = max(groups.items(), key=lambda each: len(each[1]), default=("", {}))
    are_few = not _FEWEST - (stem in _STEMS) < len(numbers) <= _MOST
    if are_few or len({*numbers.values()}) < len(numbers) or len(stem) < _FEWEST:
        return
    said = draft.answers.constants.get("columns", "").lower()
    name = NAMES.get(said, said) or (stem if stem in _STEMS else "")
    if not name:
        _ask(draft, list(numbers), (LENGTH, K, STEP, stem), 70)
    for index, number in numbers.items():
        draft.put(index, Role.VALUE, f"scores by {name or stem}", stated={name or stem: number})


_AROUND = re.compile(r"^(?:@|[knt]\s?=\s?|(?:steps?|seed)[_ -]?)|[- ]shots?$", re.IGNORECASE)
_STARTS = {"@": K, "k=": K, "n=": K, "step": STEP, "seed": SEED, "t=": TEMPERATURE}


def _name(draft: Draft, axes: list[int]) -> str:
    """What the numbers are: by their own form, the headers beside them, and the text around the table."""
    texts = [draft.said(index).axis for index in axes]
    for start, name in _STARTS.items():
        if all(text.replace(" ", "").lower().startswith(start) for text in texts):
            return name
    if all("shot" in text.lower() for text in texts):
        return SHOTS
    corner = draft.table.corner
    near = [draft.said(index).header for index in range(draft.width) if index not in axes]
    near += [corner.header] if corner else []
    for text in (" ".join(near), draft.around):
        words = f"{text.lower()} {words_of(text)}"
        found = [name for name, spoken in _SPOKEN if spoken.search(words)]
        if found:
            return found[0]
    if all(re.fullmatch(r"\d+(?:\.\d+)?\s?[kKmM]", text) for text in texts):
        return LENGTH
    values = [int(text) for text in texts if text.isdigit()]
    powers = all(value & (value - 1) == 0 for value in values)
    return LENGTH if len(values) == len(texts) and powers and min(values) >= _LONG else ""


def _at_k(draft: Draft) -> str:
    """The score of k attempts that a header or the text around speaks of: 'pass@k'."""
    corner = draft.table.corner
    texts = [draft.said(index).header for index in range(draft.width)]
    for text in (*texts, corner.header if corner else "", draft.around):
        if match := AT_K.search(text.replace("_", " ")):
            return at_k(match)
    return ""
