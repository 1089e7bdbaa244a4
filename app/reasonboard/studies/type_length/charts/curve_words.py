"""What the curves show, in words."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from reasonboard.charts.gaps import missing_words
from reasonboard.statistics.decline import Tested
from reasonboard.studies.type_length.charts.heatmaps import mean_of
from reasonboard.studies.type_length.rows import Row, length_label, missing_of


def heading(drops: Mapping[tuple[str, str], Tested], types: Sequence[str]) -> str:
    """The largest significant drop from one length to the next."""
    falls = [(drop.step, kind) for (_, kind), drop in drops.items() if kind in types]
    where = f"{types[0]}: no" if len(types) == 1 else "No"
    if not falls:
        return f"{where} significant drop from one length to the next"
    step, kind = min(falls, key=lambda pair: pair[0].contrast.difference)
    points = abs(step.contrast.difference) * 100
    start, end = length_label(step.start), length_label(step.end)
    return f"Largest drop: {kind}, {points:.1f} points from length {start} to {end}"


def words_of(rows: Sequence[Row], lines: int, *, spread: bool, cliffs: bool) -> list[str]:
    """The words under the curves: what a point is, how many lines there are, what the marks mean."""
    total = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        f"first {lines} of {total} lines" if lines < total else "",
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
    ends = f"from {min(values):.1f} to {max(values):.1f} %"
    return f"Accuracy against length for {', '.join(types)}: {count} {ends}; {words}."
