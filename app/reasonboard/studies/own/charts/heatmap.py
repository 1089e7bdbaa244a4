"""Heatmaps of a declared study: x by color, a panel for each value of `panel`."""

import math
from collections.abc import Sequence

from reasonboard.charts.cells import (
    BEST,
    NOT_SIGNIFICANT,
    TEXT,
    UNTESTED,
    Axis,
    Cell,
    Panel,
    extent,
)
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.words import points_or, with_sign
from reasonboard.studies.own.charts.axes import places_in_order, short, turn_labels
from reasonboard.studies.own.charts.words import (
    MOST_PANELS,
    along,
    detail_of,
    heading,
    hover,
    left_out,
    measure,
    uncertainty,
    why_empty,
)
from reasonboard.studies.own.declared import Declared, noun_of
from reasonboard.studies.own.rows import Row, is_share, line_of, times_of

VALUE, DIFFERENCE = "value", "difference"
_ON_A_PHONE, _ON_A_DESK = 14, 40
"""How many characters of the name of a row are shown there."""


def heatmap(
    declared: Declared, rows: Sequence[Row], *, mode: str, series: str, x: str, columns: int
) -> Figure:
    """A cell for each place of x and value of color; the best of each panel, which may be several, in pills.

    With the mode `difference` in points against the reference of its row, the baseline or the first place; what could
    be chance or is not tested has no color.
    """
    valued = [row for row in rows if row["value"] is not None]
    if not valued:
        return empty(why_empty(declared, rows))
    panels = list(dict.fromkeys(row["panel"] for row in valued))[:MOST_PANELS]
    drawn_marks = [row for row in valued if row["panel"] in panels]
    noun = noun_of(declared.color) if declared.color else ""
    over = Axis.of("x", noun_of(declared.x.column), places_in_order(drawn_marks), _label)
    colors = _colors(drawn_marks)
    up = Axis.of("series", noun, colors, _short_names(colors, columns).__getitem__)
    differs = mode == DIFFERENCE
    made = [
        _panel(declared, [row for row in drawn_marks if row["panel"] == panel], differs=differs)
        for panel in panels
    ]
    stored = str(drawn_marks[0]["unit"])
    unit = points_or(stored) if differs else "%" if is_share(drawn_marks[0]) else stored
    what = (
        f"Difference in {unit} to {_reference_words(drawn_marks)}, without color if not significant or not tested"
        if differs
        else measure(drawn_marks)
    )
    rows_of, color = (f" and {noun} (rows)", f" and {noun}") if noun else ("", "")
    words = f"{what}, by {along(declared)} (columns){rows_of}"
    chart = heatmap_grid(
        made,
        over,
        up,
        columns=min(columns, 3),
        page=columns,
        unit=unit,
        centred=differs,
        row_height=30,
        marked=(x, series),
        summary=f"{len(made)} heatmap{'s' if len(made) > 1 else ''}, {len(drawn_marks)} cells {extent(made, unit)}.",
        uncertainty=uncertainty(drawn_marks),
        heading=f"{heading(declared, drawn_marks)}{color}",
        subtitle=". ".join([words, *left_out(rows, panels)]),
    )
    if columns == 1:
        turn_labels(chart, over.labels)
    return chart


def _panel(declared: Declared, rows: Sequence[Row], *, differs: bool) -> Panel:
    best = max(map(_goodness, rows)) if rows[0]["higher_is_better"] is not None else math.nan
    references = {line_of(row): row for row in rows if row["x"] == row["reference"]}
    cells = []
    for row in rows:
        value, words = row["shown"], hover(declared, row)
        marks = {BEST} if math.isclose(_goodness(row), best, abs_tol=1e-12) else set()
        if differs:
            value, marks = _difference(row, references.get(line_of(row)))
            words = "<br>".join([words, *sorted(marks)])
        label = with_sign(value) if differs and value is not None else ""
        cells.append(Cell(row["x"], row["color"], value, marks, words, label))
    return Panel(
        rows[0]["panel"],
        detail_of(rows),
        cells,
        sets={"panel": rows[0]["panel"]} if declared.panel else {},
        template=TEXT,
    )


def _difference(row: Row, reference: Row | None) -> tuple[float | None, set[str]]:
    """A mark minus the reference of its line, and what a test says of that."""
    if reference is None:
        return None, set()
    if row is reference:
        return 0.0, set()
    times, above = times_of(row), row["above"]
    difference = (row["value"] - reference["value"]) * times
    if above is None:
        return difference, {UNTESTED}
    return difference, set() if above.significant else {NOT_SIGNIFICANT}


def _goodness(row: Row) -> float:
    return float(row["value"] if row["higher_is_better"] is not False else -row["value"])


def _reference_words(rows: Sequence[Row]) -> str:
    places = {row["reference"] for row in rows if row["reference"]}
    return places.pop() if len(places) == 1 else "the first value of each row"


def _colors(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["color"] for row in sorted(rows, key=lambda row: -row["number"])))


def _short_names(names: Sequence[str], columns: int) -> dict[str, str]:
    """The names of rows with room for them: on a phone without their organizations."""
    if columns > 1:
        return cut_apart(names, _ON_A_DESK)
    bare = {name: name.rsplit("/", 1)[-1] for name in names}
    short = cut_apart(list(bare.values()), _ON_A_PHONE)
    return {name: short[words] for name, words in bare.items()}


def _label(x: str) -> str:
    try:
        return short(float(x))
    except ValueError:
        return plain(x)
