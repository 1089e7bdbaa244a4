"""Columns that are understood by their neighbors: means, other benchmarks, runs of one benchmark."""

import re
from collections.abc import Sequence

from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import benchmark, is_run
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import Said

_CLOSE = 2
_FULL = 100


def is_mean(draft: Draft, index: int, parts: list[int]) -> bool:
    """Is a column the mean of others, to rounding, in every row that has all of them?"""
    noise = 1.01 * 10 ** -max(draft.content(index).decimals, 1)
    rows = draft.whole_rows(index, *parts)
    return bool(rows) and all(
        abs(sum(numbers) / len(parts) - mean) <= noise for mean, *numbers in rows
    )


def is_between(draft: Draft, whole: int, parts: list[int]) -> bool:
    """Does a column lie between others, as a weighted mean of them does, in all of several rows?"""
    rows = draft.whole_rows(whole, *parts)
    are_several = len(parts) > _CLOSE and len(rows) >= _CLOSE
    return are_several and all(
        min(others) <= mean <= max(others) <= _FULL for mean, *others in rows
    )


def averages_of_some(draft: Draft) -> None:
    """Columns such as `Math Avg.` that are the mean of the columns beside them."""
    values = sorted(draft.of(Role.VALUE))
    for index in values:
        if not _AVERAGED.search(draft.said(index).words):
            continue
        before = [each for each in values if each < index]
        after = [each for each in values if each > index]
        near = [before[-count:] for count in range(_CLOSE, len(before) + 1)]
        near += [after[:count] for count in range(_CLOSE, len(after) + 1)]
        if any(is_mean(draft, index, parts) for parts in near[:_MOST_PARTS]):
            draft.put(index, Role.AGGREGATE, "the mean of columns next to it")


_AVERAGED = re.compile(r"\b(?:avg|average|mean|overall)\b")
_MOST_PARTS = 60


def is_unlisted(told: Said) -> bool:
    """Is its header neither a benchmark nor a metric nor anything else that we know?"""
    return not (told.metric or told.known or told.part or told.role)


def is_like(draft: Draft, index: int, known: Sequence[int]) -> bool:
    """Does it read as a name, with values in the range of these benchmarks?"""
    header, content = draft.said(index).header, draft.content(index)
    proper = re.match(r"[A-Z]", header) or re.search(r"(?i)bench|qa|math|eval|code|\d", header)
    lows = [draft.content(each).low for each in known]
    highs = [draft.content(each).high for each in known]
    same_scale = 0 <= content.low <= content.high <= _FULL
    same_scale = same_scale and (content.high <= 1) == (max(highs) <= 1)
    same_digits = content.decimals >= 1 or all(draft.content(each).decimals == 0 for each in known)
    return bool(proper) and same_scale and same_digits and min(lows) >= 0


def ask_for_unlisted(draft: Draft) -> None:
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


def find_variants(draft: Draft) -> None:
    """Keep the runs that headers name behind a benchmark as a setting, if all of them read as runs."""
    split = {index: _split(draft.said(index).benchmark) for index in draft.of(Role.VALUE)}
    named = {
        index: each
        for index, each in split.items()
        if each and draft.columns[index].benchmark in (draft.said(index).benchmark, each[0])
    }
    if len({rest for _, rest in named.values()}) < _CLOSE:
        return
    for index, (name, rest) in named.items():
        stated = {**draft.columns[index].stated, "variant": rest}
        draft.tell(index, benchmark=name, stated=stated)
    shown = ", ".join(dict.fromkeys(rest for _, rest in named.values()))
    draft.note(f"{shown} behind the names of benchmarks are the setting 'variant'")


def _split(name: str) -> tuple[str, str] | None:
    """A benchmark and the run behind it; None for a name that is no such pair."""
    for gap in re.finditer(r"[\s_\-]+", name):
        before, after = name[: gap.start()], name[gap.end() :]
        if benchmark(before, is_whole=True) and not benchmark(name, is_whole=True):
            return (before, after) if is_run(after) else None
    return None
