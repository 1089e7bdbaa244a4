"""Shares as fractions or percent: by all values of a table together, by known numbers of problems, or asked."""

import re
from collections.abc import Iterable

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.records import FRACTION, PERCENT
from reasonboard.ingest.readers.tables import values
from reasonboard.ingest.readers.tables.answers import UNITS
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import metric
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import words_of

SHARE = "share"
"""Of values that are fractions or percent: which of both is not decided yet."""
SCORE = "score"
_PERCENT_AROUND = re.compile(
    r"(?i)\(\s?(?:in )?%\s?\)|\bin %|\bin percent|\bpercent(?:age)?s?\b|\(pct\)|\[%\]|, %"
)
_ODD = 1.5
_TINY = 0.02
_FULL = 100
_FEWEST_DIGITS = 2
_SURE = 0.3
"""Problems within the rounding of a value: with fewer, few values are whole numbers of them by chance."""


def is_share(text: str) -> bool:
    """Do these words name a share?"""
    found = metric(words_of(text))
    return bool(found and found.unit == FRACTION)


def decide(draft: Draft, stated: str) -> None:
    """Fractions or percent, for all shares of the table; what is neither for sure is asked."""
    shares = [index for index in draft.of(Role.VALUE) if draft.columns[index].unit == SHARE]
    for index in shares:
        content, is_counted = draft.content(index), _COUNTED.fullmatch(draft.columns[index].metric)
        if is_counted and content.is_whole and content.high > _FULL:
            draft.tell(index, unit="count")
    shares = [index for index in shares if draft.columns[index].unit == SHARE]
    unknown = [
        index
        for index in draft.of(Role.VALUE)
        if draft.columns[index].unit == SCORE
        and not draft.said(index).sign
        and not is_said(draft, index)
    ]
    if stated:
        unit = UNITS.get(stated.lower(), stated)
        are_all = unit in (FRACTION, PERCENT) or not shares
        for index in [*shares, *unknown] if are_all else shares:
            draft.tell(index, unit=unit)
        return
    numbers = {index: _share_numbers(draft, index) for index in shares}
    every = [number for each in numbers.values() for number in each]
    unit = _unit_of(draft, every)
    _ask_for_counts(draft, numbers, unit)
    if unit == PERCENT and not _PERCENT_AROUND.search(draft.around):
        _ask_by_columns(draft, numbers)
        _ask_by_metrics(draft, shares)
    unit = unit or _by_counts(draft, shares)
    if every and not unit:
        _ask(draft, shares, every)
    else:
        for index in shares:
            draft.tell(index, unit=unit or FRACTION)
    _unknown(draft, unknown, unit)


_COUNTED = re.compile(
    r"(?:.*_)?(?:correct|passed|solved|resolved|failed|failures?|errors?|timeouts?|wins|losses|successes|wrong|truncated|invalid)"
)


def _ask_for_counts(draft: Draft, numbers: dict[int, list[Number]], unit: str) -> None:
    """Whole numbers called 'solved' may be counts as well as percent."""
    for index, each in numbers.items():
        column = draft.columns[index]
        whole = all(number.value.is_integer() and not number.decimals for number in each)
        is_share = draft.said(index).sign or _PERCENT_AROUND.search(draft.around)
        is_unclear = each and unit == PERCENT and whole and not is_share
        if is_unclear and _COUNTED.fullmatch(column.metric):
            header, shown = column.header, each[0].text
            options = [
                Option(f"{header}=percent", "percent", f"{shown} is {shown}%"),
                Option(f"{header}=in count", "a count", f"{shown} answers"),
            ]
            draft.ask(f"is {shown} in {header!r} {shown}% or a count?", options, header, 82)


def is_said(draft: Draft, index: int) -> bool:
    """Did a person say its unit?"""
    said = draft.answers.columns.get(draft.said(index).header)
    return bool(said and said.unit)


def _share_numbers(draft: Draft, index: int) -> list[Number]:
    """The numbers of a column that are shares, without k of n: with a column of metrics those of such rows."""
    cells, metrics = draft.content(index).cells, draft.of(Role.METRIC)
    named = draft.content(metrics[0]).raw if metrics and not draft.columns[index].metric else []
    return [
        cell
        for row, cell in enumerate(cells)
        if isinstance(cell, Number)
        and not cell.bound
        and cell.right is None
        and (not named or is_share(str(named[row])))
    ]


def _unit_of(draft: Draft, numbers: list[Number]) -> str:
    """FRACTION, PERCENT or '' for numbers that are all shares of one table."""
    if not numbers:
        return ""
    if _PERCENT_AROUND.search(draft.around):
        return PERCENT
    high = max(number.value for number in numbers)
    digits = max(number.decimals for number in numbers)
    below = sum(1 for number in numbers if number.value <= 1)
    if high > 1:
        return "" if high <= _ODD and below > len(numbers) / 2 else PERCENT
    is_precise = digits >= _FEWEST_DIGITS and len(numbers) > 1 and high >= _TINY
    is_clear = is_precise and not {number.value for number in numbers} <= {0.0, 1.0}
    return FRACTION if is_clear else ""


def _by_counts(draft: Draft, shares: list[int]) -> str:
    """FRACTION or PERCENT, if only as the one of them all values are whole numbers of right answers of a known n."""
    pairs = [pair for index in shares for pair in _with_n(draft, index)]
    as_fraction, as_percent = (
        all(_is_count(*pair, scale) for pair in pairs) for scale in (1.0, 0.01)
    )
    precise = all(n * 10**-digits < _SURE for _, digits, n in pairs)
    if not pairs or not precise or as_fraction == as_percent:
        return ""
    return FRACTION if as_fraction else PERCENT


def _is_count(value: float, digits: int, n: float, scale: float) -> bool:
    """Is it a whole number of n problems, to its rounding?"""
    right = value * n * scale
    return bool(abs(right - round(right)) <= 0.51 * n * scale * 10.0**-digits)


def _with_n(draft: Draft, index: int) -> Iterable[tuple[float, int, float]]:
    """Values of a column with their digits and the number of problems of their rows."""
    counts = draft.of(Role.N)
    if len(counts) != 1:
        return
    for cell, n in zip(draft.content(index).cells, draft.content(counts[0]).cells, strict=True):
        if isinstance(cell, Number) and isinstance(n, Number) and not cell.bound and n.value > 0:
            yield cell.value, cell.decimals, n.value


def _ask_by_columns(draft: Draft, numbers: dict[int, list[Number]]) -> None:
    """Next to percent, ask about a column of small numbers with more digits or another metric than the others."""
    large = {index: each for index, each in numbers.items() if each and _high(each) > 1}
    usual = max((max(number.decimals for number in each) for each in large.values()), default=0)
    metrics = {draft.columns[index].metric for index in large}
    for index, each in numbers.items():
        if index in large or not any(number.value for number in each):
            continue
        many = max(number.decimals for number in each) >= usual + _FEWEST_DIGITS
        if many or (metrics and draft.columns[index].metric not in metrics | {""}):
            _ask(draft, [index], each)


def _ask_by_metrics(draft: Draft, shares: list[int]) -> None:
    """Ask if one metric of a column of metrics has small numbers alone, beside another one in percent."""
    for index in shares if draft.of(Role.METRIC) else []:
        named = draft.content(draft.of(Role.METRIC)[0]).raw
        groups: dict[str, list[Number]] = {}
        for row, cell in enumerate(draft.content(index).cells):
            if isinstance(cell, Number) and cell.right is None and is_share(str(named[row])):
                groups.setdefault(str(named[row]), []).append(cell)
        low = [each for each in groups.values() if _high(each) <= 1]
        small = [each for each in low if any(number.value for number in each)]
        if small and len(small) < len(groups):
            _ask(draft, [index], small[0])


def _high(numbers: list[Number]) -> float:
    return max(number.value for number in numbers)


def _ask(draft: Draft, columns: list[int], numbers: list[Number]) -> None:
    best = max(numbers, key=lambda number: (number.value <= 1, number.value))
    index = next(each for each in columns if best in draft.content(each).numbers)
    header = draft.said(index).header
    shown, as_percent = best.text, f"{best.value * 100:.10g}%"
    target = header if len(columns) == 1 else "unit"
    options = [
        Option(f"{target}=fraction", "a fraction", f"{shown} is {as_percent}"),
        Option(f"{target}=percent", "percent", f"{shown} is {shown}%"),
        Option(f"{target}=points", "points, no share", f"{shown} stays {shown}"),
    ]
    text = f"is {shown} in {header!r} {as_percent} or {shown}%?"
    draft.ask(text, options, header, 80)


def _unknown(draft: Draft, columns: list[int], unit: str) -> None:
    """Values of metrics that nobody knows: kept as written, unless they may as well be shares."""
    for index in columns:
        content = draft.content(index)
        numbers = [number for number in content.numbers if not number.bound]
        known = values.kind_of(draft, index)
        if known and known.unit not in (FRACTION, SCORE):
            continue
        if not numbers or (known and known.unit == SCORE):
            continue
        small = content.low >= 0 and content.high <= 1
        if small and content.decimals < _FEWEST_DIGITS and not unit and not content.is_whole:
            _ask(draft, [index], numbers)
