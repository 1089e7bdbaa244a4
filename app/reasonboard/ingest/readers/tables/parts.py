"""The columns that say how sure a value is, and of which value each of them speaks."""

from reasonboard.ingest.formats.records import FRACTION
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import Said, words_of

_WHY = {
    Role.N: "the number of problems", Role.STDERR: "standard errors",
    Role.SPREAD: "standard deviations, no standard errors",
}  # fmt: skip


def find(draft: Draft) -> None:
    """Standard errors, spreads and bounds: of the value that they name, else of the one before them."""
    values = draft.of(Role.VALUE)
    for index, told, content in draft.undecided():
        if told.part is None:
            if not told.header and content.filled and index - 1 in values:
                before = draft.said(index - 1).header
                draft.put(index, Role.SPREAD, "belongs to the column before it", of=before)
            continue
        of = _value_of(draft, index, values)
        if of is None or not (content.is_numeric or content.has_intervals):
            draft.put(index, Role.UNUSED, "belongs to no value that is read")
            continue
        why = _WHY.get(told.part, "bounds, not stored")
        draft.put(index, told.part, why, of=draft.said(of).header)


def _value_of(draft: Draft, index: int, values: list[int]) -> int | None:
    """The value that a part belongs to: the one that it names, else the one before it."""
    told = draft.said(index)
    named = next((each for each in values if _is_named(told, draft.said(each))), None)
    if named is not None:
        return named
    if told.stem and (told.metric or told.known):
        place = spelling(told.benchmark)
        alone = [each for each in values if place and spelling(draft.said(each).benchmark) == place]
        return alone[0] if len(alone) == 1 else None
    return values[0] if len(values) == 1 else _before(draft, index, values)


def _is_named(told: Said, value: Said) -> bool:
    """Does a part name this value?"""
    same_place = spelling(value.benchmark) == spelling(told.benchmark)
    metric = value.metric.name if value.metric else ""
    names = {value.words, value.stem, words_of(value.header), metric}
    if told.stem and told.stem in names and (same_place or not told.benchmark):
        return True
    return same_place and told.metric is not None and told.metric.name == metric


def _before(draft: Draft, index: int, values: list[int]) -> int | None:
    """The value before a part that names none, unless it may as well be of another one before."""
    before = [each for each in values if each < index]
    if not before:
        return None
    last, shares = before[-1], [each for each in before if is_share(draft.said(each))]
    is_unclear = len(shares) > 1 and shares[-1] == last and shares[-2] == last - 1
    part = draft.said(index).part
    has_others = sum(1 for each in range(draft.width) if draft.said(each).part == part) > 1
    return None if is_unclear and not has_others else last


def is_share(told: Said) -> bool:
    """May the values of this header be a share?"""
    return told.metric is None or told.metric.unit == FRACTION
