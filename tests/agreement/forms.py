"""The forms of a view over HTTP as a comparison needs them: the rows of its CSV, the marks of its figure."""

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from reasonboard.charts.marks import without_marks
from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study
from reasonboard.core.view import View

Row = dict[str, str]
Place = tuple[str, ...]
Numbers = dict[Place, list[float]]
"""The numbers of each place, sorted."""
_ROUNDED = 0.056
"""Heatmaps draw one digit after the point, of differences of two that may have been rounded before ..."""
_TOKENS = (200, 0.51)
"""... and what is more than any percent is tokens, drawn without one."""
_TRUST = list(KIND_WORDS)


class Mark(NamedTuple):
    """A number that is drawn, with the controls that a click on it sets."""

    trace: dict[str, Any]
    at: dict[str, str]
    x: Any
    y: Any
    z: Any = None
    text: str = ""


class Forms(NamedTuple):
    """A view in one state."""

    values: Values
    header: list[str]
    rows: list[Row]
    marks: list[Mark]
    lines: list[tuple[dict[str, str], float]]
    """The level lines that a click can pick: what it sets, and where they are."""
    panels: list[dict[str, Any]]
    """Of its figure, as keys walk them; [] where it is one."""

    def cells(self, key: Callable[[Row], Place]) -> dict[Place, float]:
        """The cells of the CSV: over seeds their mean, else the most trusted number; fractions in percent."""
        return {place: _cell(rows) for place, rows in self._places(key).items()}

    def every(self, key: Callable[[Row], Place]) -> Numbers:
        """All numbers of the CSV, fractions in percent."""
        return {place: sorted(map(_number, rows)) for place, rows in self._places(key).items()}

    def _places(self, key: Callable[[Row], Place]) -> dict[Place, list[Row]]:
        places: dict[Place, list[Row]] = defaultdict(list)
        for row in self.rows:
            if not row["kind"].startswith("bound_"):
                places[key(row)].append(row)
        return places

    def panel(self, mark: Mark) -> str:
        """The title of the panel that a mark stands in."""
        return next(
            str(panel["title"]) for panel in self.panels if axes_of(mark.trace) in panel["axes"]
        )


def forms(client: FlaskClient, study: Study, view: View, values: Values) -> Forms:
    """What the addresses of the state answer; what its marks stand for is known to the server alone."""
    base = f"/api/{study.path}/{view.name}"
    search = url_state.encode(study, values)
    answer = client.get(f"{base}.csv{search}")
    assert answer.status_code == 200, f"{answer.text} of {base}.csv{search}"
    assert "Reasonboard-Notice" not in answer.headers
    body = [*csv.reader(io.StringIO(answer.text, newline=""))]
    # A table that statistics make of no row has no column.
    header = body[0] if body else []
    rows = [dict(zip(header, line, strict=True)) for line in body[1:]]
    figure = json.loads(client.get(f"{base}.figure.json{search}").data)
    in_chart = study.answer(view, values, 4).figure
    assert figure == json.loads(json.dumps(without_marks(in_chart)))
    metas = [trace.get("meta", {}) for trace in in_chart["data"]]
    marks = [
        mark
        for trace, meta in zip(figure["data"], metas, strict=True)
        for mark in _marks(trace, meta)
    ]
    lines = [
        (meta["sets"], trace["y"][0])
        for trace, meta in zip(figure["data"], metas, strict=True)
        if "sets" in meta and "xs" not in meta
    ]
    panels = figure["layout"]["meta"].get("panels", [])
    read = [trace for trace in figure["data"] if trace.get("hovertemplate") or "hovertext" in trace]
    places = {pair for panel in panels for pair in panel["axes"]}
    assert not panels or {axes_of(trace) for trace in read} <= places, (
        f"a mark is in no panel of {base}{search}"
    )
    return Forms(values, header, rows, marks, lines, panels)


def axes_of(trace: dict[str, Any]) -> str:
    """The two axes of a trace: "x2y2"."""
    return f"{trace.get('xaxis', 'x')}{trace.get('yaxis', 'y')}"


def together(marks: list[Mark], controls: tuple[str, ...], number: str) -> Numbers:
    """That number (`x`, `y` or `z`) of the marks, by what these controls are set to."""
    found: Numbers = defaultdict(list)
    for mark in marks:
        if getattr(mark, number) is not None:
            found[tuple(mark.at[control] for control in controls)].append(getattr(mark, number))
    return {place: sorted(numbers) for place, numbers in found.items()}


def _marks(trace: dict[str, Any], meta: dict[str, Any]) -> Iterator[Mark]:
    sets = meta.get("sets", {})
    if "xs" not in meta:
        return
    if trace["type"] == "heatmap":
        for row, line in enumerate(trace["z"]):
            for column, z in enumerate(line):
                at = {meta["x"]: meta["xs"][column], meta["y"]: meta["ys"][row]}
                yield Mark(trace, sets | at, None, None, _cell_number(trace, row, column, z))
        return
    texts = trace.get("text")
    for index, value in enumerate(meta["xs"]):
        x = trace["x"][index] if "x" in trace else None
        text = texts[index] if isinstance(texts, list) else ""
        yield Mark(trace, sets | {meta["x"]: value}, x, trace["y"][index], text=text)


def _cell_number(trace: dict[str, Any], row: int, column: int, z: float | None) -> float | None:
    """The number of a cell: a difference that is not significant has no color, only words."""
    words = trace.get("customdata", trace.get("text"))
    if z != 0 or not isinstance(words, list) or not isinstance(words[row][column], str):
        return z
    text = words[row][column]
    found = re.search(r"[+−-]?\d+\.\d(?= points)", text) or re.search(
        r"(?<![\w.])[+−-]\d+\.\d", text
    )
    return float(found[0].replace("−", "-")) if found else z


def _number(row: Row) -> float:
    return float(row["value"]) * (100 if row["unit"] == "fraction" else 1)


def _cell(rows: list[Row]) -> float:
    """See the script `cells` of ingest."""
    seeds: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        seeds[row.get("seed", "")].append(_number(row))
    known = [mean(of) for seed, of in seeds.items() if seed]
    if known:
        return mean(known)
    return _number(min(rows, key=lambda row: (_TRUST.index(row["kind"]), row["locator"])))


def near(one: float, other: float) -> bool:
    """Are both the same number, as far as it is drawn?"""
    large, whole = _TOKENS
    return abs(one - other) < (whole if abs(other) > large else _ROUNDED)


def at_places_of_chart(in_chart: Numbers, in_table: Numbers) -> Numbers:
    """Of the numbers that the CSV has at the places that are drawn, those that are drawn."""
    return {
        place: [
            one for one in in_table.get(place, []) if any(near(one, other) for other in numbers)
        ]
        for place, numbers in in_chart.items()
    }


def once(numbers: Numbers) -> Numbers:
    """The numbers without repetitions."""
    return {place: sorted({round(one, 2) for one in of}) for place, of in numbers.items()}
