"""What the curves show, in words."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.charts.gaps import missing_words
from reasonboard.studies.type_length.charts.heatmaps import mean_of
from reasonboard.studies.type_length.charts.marks import Cliffs
from reasonboard.studies.type_length.rows import Row, length_label, missing_of

_STEPS = "from one length to the next"


def heading(cliffs: Cliffs, names: Sequence[str], types: Sequence[str]) -> str:
    """The largest significant drop of all chosen lines and these types, with its line; or that none is, or is tested.

    `names` are the lines.
    """
    where = f"{types[0]}: " if len(types) == 1 else ""
    largest = cliffs.largest
    if largest is None:
        words = _without_drop(cliffs, where)
        return f"{words[0].upper()}{words[1:]}"
    panel, kind = largest
    step = cliffs.drops[largest].step
    points = abs(step.contrast.value) * 100
    start, end = length_label(step.start), length_label(step.end)
    line = f" · {panel}" if len(names) > 1 else ""
    return (
        f"Largest significant drop: {kind}{line}, {points:.1f} points from length {start} to {end}"
    )


def _without_drop(cliffs: Cliffs, where: str) -> str:
    if not cliffs.curves:
        return f"{where}only one length, so nothing to compare"
    if not cliffs.tested:
        return f"{where}drops {_STEPS} are not tested: number of problems unknown"
    tested = f" on the {cliffs.tested} of {cliffs.curves} curves tested"
    return f"{where}no significant drop {_STEPS}{tested if cliffs.tested < cliffs.curves else ''}"


def words_of(rows: Sequence[Row], lines: int, *, spread: bool, cliffs: bool) -> list[str]:
    """The words under the curves: what a point is, how many lines there are, what the marks mean."""
    total = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        f"{lines} of {total} lines, including the one with the largest drop"
        if lines < total and cliffs
        else f"{lines} of {total} lines"
        if lines < total
        else "",
        "whiskers: lowest and highest seed" if spread and means[0].startswith("mean") else "",
        "red: largest significant drop" if cliffs else "",
        _missing(rows),
    ]
    usual = means[0] if len(means) == 1 else "seeds and problems differ"
    return [usual, *(word for word in words if word)]


def _missing(rows: Sequence[Row]) -> str:
    gone = [words for row in rows for words in missing_of(row).values()]
    return missing_words(len(gone), gone)


def summary_of(rows: Sequence[Row], types: list[str], words: str) -> str:
    """The text alternative: types, lines and the range of their values, with what `words_of` says."""
    values = [value for row in rows for value in row["shown"]]
    lines = len({row["panel"] for row in rows})
    count = f"{lines} line{'s' if lines > 1 else ''}"
    ends = f"from {min(values):.1f} to {max(values):.1f}%"
    return f"Accuracy against length for {', '.join(types)}: {count} {ends}; {words}."
