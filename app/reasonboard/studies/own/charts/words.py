"""What the charts of a declared study say in words: headings, hovers, what is left out and why."""

from collections.abc import Iterator, Sequence

from reasonboard.charts.intervals import NO_UNCERTAINTY, problems
from reasonboard.charts.theme import plain
from reasonboard.core.findings.words import number_words
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.own.declared import Declared, label_of, noun_of
from reasonboard.studies.own.rows import Row, has_order, is_share, number_of

MOST_PANELS = 24
"""Of a chart."""


def why_empty(declared: Declared, rows: Sequence[Row]) -> str:
    """Why there is nothing to draw."""
    if rows:
        return f"No value: each cell has several numbers. {differing_words(rows)}"
    noun = noun_of(declared.x.column)
    return f"No data: none of the loaded numbers of this study has a {noun}."


def differing_words(rows: Sequence[Row]) -> str:
    """How many marks have no value since their numbers differ in a column without a role; "" for none."""
    without = [row for row in rows if row["differing"]]
    if not without:
        return ""
    names = sorted({noun_of(name) for row in without for name in row["differing"]})
    marks = "1 cell has" if len(without) == 1 else f"{len(without):,} cells have"
    return f"{marks} no value: their numbers differ in {', '.join(names)}, which has no role."


def detail_of(rows: Sequence[Row]) -> str:
    """How many problems a panel has, where all its marks that have a value have as many."""
    counts = {row["n_items"] for row in rows if row["value"] is not None}
    return problems(counts.pop()) if len(counts) == 1 else ""


def line_name(declared: Declared, row: Row) -> str:
    """What the line of a mark is called, a number with its column: 'MATH500 · temperature 0.6'; "" for the only one."""
    values = (declared.panel, row["panel"]), (declared.color, row["color"])
    return " · ".join(
        f"{noun_of(column)} {value}" if column and number_of(value) is not None else value
        for column, value in values
        if value
    )


def hover(declared: Declared, row: Row) -> str:
    """All that is known of a mark."""
    within = (
        f"95% interval {row['low']:.1f} to {row['high']:.1f}"
        if row["low"] is not None
        else NO_UNCERTAINTY
    )
    if row["low"] is not None and not is_share(row):
        within = f"95% interval {number_words(row['low'])} to {number_words(row['high'])}"
    shown = f"{row['shown']:,.1f}%" if is_share(row) else number_words(row["shown"])
    parts = [
        f"<b>{plain(name)}</b>" if (name := line_name(declared, row)) else "",
        f"{plain(label_of(declared.x.column))} {plain(declared.x.words(row['x']))}: {shown}",
        within,
        *_number_of_answers(declared, row),
        KIND_WORDS[row["kind"]],
        plain(", ".join(row["sources"])),
    ]
    return "<br>".join(filter(None, parts))


def _number_of_answers(declared: Declared, row: Row) -> Iterator[str]:
    """Of what a mark is the mean: seeds answer the same problems, so their answers are not added up."""
    sizes = problems(row["n_items"], row["n_repeats"])
    seeds, runs = row["n_seeds"] or 0, row["reruns"] or 0
    if declared.averaged == ("seed",) and seeds > 1:
        yield f"{seeds:,} seeds{', the same ' * bool(sizes)}{sizes}"
    else:
        yield sizes
        yield f"mean of {row['cells']:,} numbers" if row["cells"] > 1 else ""
    yield (f"{runs:,} runs; repeats count as attempts" if runs > max(seeds, row["cells"]) else "")


def uncertainty(rows: Sequence[Row]) -> str | None:
    """How the intervals were made."""
    return interval_methods([row["interval"] for row in rows])


def measure(rows: Sequence[Row]) -> str:
    """What is drawn, with its unit: 'Accuracy in %'."""
    return f"{rows[0]['label']} in {'%' if is_share(rows[0]) else rows[0]['unit']}"


def along(declared: Declared) -> str:
    """The x axis with its unit: 'budget in tokens'."""
    noun, unit = noun_of(declared.x.column), declared.x.unit
    return noun if not unit or unit in noun else f"{noun} in {unit}"


def heading(declared: Declared, rows: Sequence[Row]) -> str:
    """'Accuracy by budget'."""
    return f"{rows[0]['label']} by {noun_of(declared.x.column)}"


def left_out(rows: Sequence[Row], panels: Sequence[str]) -> list[str]:
    """What is not drawn, in sentences: panels beyond the first ones, marks without a value."""
    total = len({row["panel"] for row in rows if row["value"] is not None})
    more = f"First {MOST_PANELS} of {total} panels" if total > len(panels) else ""
    numbers = {number_of(row["x"]) is not None for row in rows}
    mixed = "Numbers and words: side by side" if len(numbers) > 1 and not has_order(rows) else ""
    return [words for words in (more, mixed, differing_words(rows).rstrip(".")) if words]


def summary(
    declared: Declared, rows: Sequence[Row], panels: Sequence[str], names: Sequence[str]
) -> str:
    """The text alternative: how much is drawn and its range."""
    values = [row["shown"] for row in rows]
    unit = "%" if is_share(rows[0]) else ""
    lines = f"{len(names)} line{'s' if len(names) > 1 else ''}"
    where = f" in {len(panels)} panels" if len(panels) > 1 else ""
    return (
        f"{rows[0]['label']} by {noun_of(declared.x.column)}: {lines}{where}, "
        f"from {min(values):,.1f}{unit} to {max(values):,.1f}{unit}."
    )
