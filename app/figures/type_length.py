"""Accuracy over task type and length: heatmaps of every method and size, and their difference."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from app.figures.grid import suffix
from app.figures.heatmap import Axis, Panel, heatmap_grid
from app.figures.stacked import stacked
from app.figures.theme import ACCENT, MUTED, PAPER, Figure, empty, plain

Row = dict[str, Any]

_ACROSS = 3
"""As many panels side by side at most: narrower cells could not be told apart."""
_NARROW = 60
"""Characters of a panel's title that fit on one line of a third of the page."""


def type_length_grid(
    rows: Sequence[Row], *, mode: str, first: str, second: str, type: str, length: str, columns: int
) -> Figure:
    """A heatmap per model, method and benchmark: types (the first on top) over length, percent.

    Rows are one per panel and type, with `lengths`, `shown` (percent) and `disputed` as equally
    long lists, and how many `panels` there are in all. In mode 'difference' the panels are `first`
    and `second`, and their difference stands over them. `type` is isolated: the others fade.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    of = {panel: list(group) for panel, group in groupby(rows, key=lambda row: row["panel"])}
    types = sorted({row["task_type"] for row in rows}, reverse=True)
    lengths = _lengths(rows)
    if mode == "difference":
        if first not in of or second not in of:
            return empty("No difference: choose two panels that are not the same.")
        return _difference(of[first], of[second], types, lengths, (type, length), columns)
    panels = [_panel(panel, group, types, lengths, picks=True) for panel, group in of.items()]
    more = f"{len(of)} of {rows[0]['panels']} panels" if len(of) < rows[0]["panels"] else ""
    drawn = _heatmaps(panels, types, lengths, min(columns, _ACROSS), _said(list(of.values()), more))
    _isolate(drawn, types, lengths, type, length, [panel.title for panel in panels], first)
    return drawn


def _difference(
    first: list[Row], second: list[Row], types: list[str], lengths: list[int], mark: tuple[str, str], columns: int
) -> Figure:
    """First minus second in points over the two of them, on the cells that both have."""
    names = (first[0]["panel"], second[0]["panel"])
    pair = [_panel(group[0]["panel"], group, types, lengths, picks=False) for group in (first, second)]
    points = [
        [None if a is None or b is None else round(a - b, 1) for a, b in zip(*line, strict=True)]
        for line in zip(pair[0].values, pair[1].values, strict=True)
    ]
    both = [value for line in points for value in line if value is not None]
    title = f"{names[0]} − {names[1]}"
    ends = f"from {min(both):+.1f} to {max(both):+.1f} points on {len(both)} common cells" if both else "no common cells"
    upper = heatmap_grid(
        [Panel(title, "" if columns == 1 else ends, points)],
        x=("length", _length_axis(lengths, columns)),
        y=("type", Axis("", types, types)),
        columns=2 if columns > 1 else 1,
        unit="points",
        centred=True,
        row_height=26,
        summary="",
    )
    lower = _heatmaps(pair, types, lengths, min(columns, 2), _said([first, second], ""))
    _finish(upper, columns, "points")
    _isolate(upper, types, lengths, *mark, [title], title)
    _isolate(lower, types, lengths, *mark, [panel.title for panel in pair], names[0])
    return stacked(upper, lower, summary=f"{title}: {ends}.")


def _heatmaps(panels: list[Panel], types: list[str], lengths: list[int], across: int, said: str) -> Figure:
    values = [value for panel in panels for line in panel.values for value in line if value is not None]
    drawn = heatmap_grid(
        panels,
        x=("length", _length_axis(lengths, across)),
        y=("type", Axis("", types, types)),
        columns=across,
        unit="%",
        summary=(
            f"{len(panels)} heatmap{'s' if len(panels) > 1 else ''} of {len(types)} types by {len(lengths)} lengths; "
            f"values from {min(values):.1f} to {max(values):.1f} %; {said}."
        ),
    )
    _finish(drawn, across, "%")
    _footnote(drawn, said)
    return drawn


def _panel(name: str, rows: list[Row], types: list[str], lengths: list[int], *, picks: bool) -> Panel:
    values: dict[tuple[str, int], float] = {}
    disputed = set()
    column = {length: index for index, length in enumerate(lengths)}
    for row in rows:
        for length, value, doubt in zip(row["lengths"], row["shown"], row["disputed"], strict=True):
            values[row["task_type"], length] = value
            if doubt:
                disputed.add((types.index(row["task_type"]), column[length]))
    return Panel(
        name,
        "",
        [[values.get((one, length)) for length in lengths] for one in types],
        sets={"first": name} if picks else {},
        disputed=frozenset(disputed),
    )


def _said(panels: list[list[Row]], more: str) -> str:
    """What a cell is a mean of, and what the marks mean: the line under the heatmaps."""
    means = {mean_of(rows) for rows in panels}
    of = means.pop() if len(means) == 1 else "number of seeds and items differs by panel"
    disputed = any(any(row["disputed"]) for rows in panels for row in rows)
    return " · ".join(words for words in (of, more, "corner: sources disagree" if disputed else "") if words)


def mean_of(rows: Sequence[Row]) -> str:
    """Over how many seeds and items the values of these rows are."""
    seeds, items = min(row["n_seeds"] for row in rows), max((row["n_items"] or 0 for row in rows))
    n = f"n {items:,}" if items else "n not stated"
    return f"mean of {seeds} seeds, {n} each" if seeds > 1 else n


def _finish(drawn: Figure, across: int, unit: str) -> None:
    """Names of type and length in the hover text, long titles on two lines."""
    for trace in drawn["data"]:
        if trace["type"] == "heatmap":
            trace["hovertemplate"] = (
                f"<b>{trace['name']}</b><br>%{{y}}, length %{{x}}<br>%{{z:.1f}} {unit}<extra></extra>"
            )
    limit = _NARROW * (_ACROSS / across if across > 1 else 0.75)
    for note in drawn["layout"]["annotations"]:
        if len(note["text"]) - len("<b></b>") > limit:
            note["text"] = note["text"].replace(" − ", "<br>− ", 1) if " − " in note["text"] else note["text"].replace(" · ", "<br>", 1)


def _footnote(drawn: Figure, words: str) -> None:
    drawn["layout"]["annotations"].append(
        {
            "text": plain(words), "showarrow": False, "xref": "paper", "yref": "paper", "x": 0, "y": 0,
            "xanchor": "left", "yanchor": "top", "yshift": -40, "font": {"size": 11, "color": MUTED},
        }
    )  # fmt: skip
    layout = drawn["layout"]
    layout["margin"] = layout["margin"] | {"b": layout["margin"]["b"] + 16}
    layout["height"] += 16


def _isolate(
    drawn: Figure, types: list[str], lengths: list[int], type: str, length: str, panels: list[str], picked: str
) -> None:
    """Fade all types but one in every panel; outline the picked length in the picked panel."""
    if type not in types:
        return
    row = types.index(type)
    column = [str(one) for one in lengths].index(length) if length in map(str, lengths) else None
    shapes = drawn["layout"]["shapes"]
    for index, panel in enumerate(panels):
        axes = {"type": "rect", "xref": f"x{suffix(index)}", "yref": f"y{suffix(index)}", "layer": "above"}
        whole = {"x0": -0.5, "x1": len(lengths) - 0.5}
        for low, high in ((-0.5, row - 0.5), (row + 0.5, len(types) - 0.5)):
            if low < high:
                veil = {"y0": low, "y1": high, "fillcolor": PAPER, "opacity": 0.72, "line": {"width": 0}}
                shapes.append(axes | whole | veil)
        level = {"y0": row - 0.5, "y1": row + 0.5}
        shapes.append(axes | whole | level | {"line": {"color": ACCENT, "width": 1.5}})
        if column is not None:
            width = 3 if panel == picked else 1.5
            shapes.append(
                axes | level | {"x0": column - 0.5, "x1": column + 0.5, "line": {"color": ACCENT, "width": width}}
            )


def _lengths(rows: Sequence[Row]) -> list[int]:
    """Every whole length from 0 to the longest: one that no type has stays visible as a gap."""
    return list(range(max(max(row["lengths"]) for row in rows) + 1))


def _length_axis(lengths: list[int], across: int) -> Axis:
    labels = [str(length) for length in lengths]
    every = 1 if across in (1, 2) and len(lengths) <= 24 else 2  # noqa: PLR2004
    return Axis("length", labels, labels, None, [float(length) for length in lengths if length % every == 0])
