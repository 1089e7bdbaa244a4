"""Columns of names that no list has, next to benchmarks: scores of another benchmark, or not."""

import re
from collections.abc import Sequence

from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import Said

_FULL = 100


def is_unlisted(told: Said) -> bool:
    """Is its header neither a benchmark nor a metric nor anything else that we know?"""
    return not (told.metric or told.known or told.part or told.role)


def is_like(draft: Draft, index: int, known: Sequence[int]) -> bool:
    """Does it read as a name, with values like those of these benchmarks?"""
    header, content = draft.said(index).header, draft.content(index)
    proper = re.match(r"[A-Z]", header) or re.search(r"(?i)bench|qa|math|eval|code|\d", header)
    lows = [draft.content(each).low for each in known]
    highs = [draft.content(each).high for each in known]
    same_scale = 0 <= content.low <= content.high <= _FULL
    same_scale = same_scale and (content.high <= 1) == (max(highs) <= 1)
    same_digits = content.decimals >= 1 or all(draft.content(each).decimals == 0 for each in known)
    return bool(proper) and same_scale and same_digits and min(lows) >= 0


def ask(draft: Draft) -> None:
    """Ask of a column that could be a second benchmark next to one that is known; next to several it is one."""
    known = [index for index in draft.of(Role.VALUE) if draft.said(index).known]
    if len(known) != 1:
        return
    for index, told, content in draft.undecided():
        if not content.is_numeric or not is_unlisted(told) or not is_like(draft, index, known):
            continue
        unit = "percent" if content.high > 1 else "fraction"
        options = [
            Option(f"{told.header}=accuracy of {told.header} in {unit}", "another benchmark"),
            Option(f"{told.header}=setting", "a setting"),
            Option(f"{told.header}=not used", "none of these"),
        ]
        text = f"what is {told.header!r} ({content.distinct[0]})?"
        draft.ask(text, options, told.header, 90)
