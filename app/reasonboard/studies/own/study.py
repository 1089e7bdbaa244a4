"""A declared study as a page: its controls and views follow from the roles."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from reasonboard.charts.theme import Figure
from reasonboard.core.common_controls import (
    INTERVALS,
    compared,
    filter_by,
    part_of_mark,
    segments,
    smoothing,
)
from reasonboard.core.control import Control
from reasonboard.core.findings.finding import Finding
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store.database import query
from reasonboard.studies.own.charts.frontier import frontier
from reasonboard.studies.own.charts.heatmap import DIFFERENCE, VALUE, heatmap
from reasonboard.studies.own.charts.lines import lines
from reasonboard.studies.own.declaration import DeclarationError, parse
from reasonboard.studies.own.declared import (
    ITEM,
    MOST_FILTERS,
    SETTING,
    Declared,
    label_of,
    noun_of,
)
from reasonboard.studies.own.findings import of_the_frontier, of_the_lines
from reasonboard.studies.own.headline import headline
from reasonboard.studies.own.rows import models_of, prepared
from reasonboard.studies.own.table import TYPES, marks_of_row, table
from reasonboard.studies.own.teaser import teaser

QUERIES = "studies/own"
_COMPARE = compared("metric", "filter1", "filter2", "filter3", "panel", "series", "x")
_TAKEN = {
    "study", "source", "metric", "intervals", "mode", "panel", "series", "x", "compare", "own", "tables", "columns",
    "data", "filter1", "filter2", "filter3", "smoothing",
}  # fmt: skip


class _Kind(NamedTuple):
    """A view that a study can have: its chart, title and options."""

    draw: Callable[..., Figure]
    title: str
    options: tuple[str, ...]


_KINDS = {
    "lines": _Kind(lines, "{y} by {x}", ("intervals", "smoothing")),
    "heatmap": _Kind(heatmap, "{y} by {x} and {color}", ("mode", "x", "series")),
    "frontier": _Kind(frontier, "{y} against its cost", ("intervals",)),
}


def study_of(declared: Declared) -> Study:
    """The page of a declared study."""
    names = control_names(declared)
    prepare = partial(prepared, declared, names)
    post_filters = tuple(name for name in names if name)
    # What a click on a mark selects: its place in each role.
    selection = [
        part_of_mark(QUERIES, name, label_of(column), optional=True)
        for name, column in declared.selecting.items()
    ]
    kinds = [view for view in declared.views if view != "table"]
    views = tuple(
        _view(declared, kind, post_filters, prepare, is_main=kind == kinds[0]) for kind in kinds
    )
    return Study(
        path=declared.path,
        name=declared.name,
        question=declared.question,
        lead=declared.lead or _lead(declared),
        controls=(*_filters(declared, names), *_options(kinds), *selection, _COMPARE),
        views=views,
        headline=partial(headline, declared),
        teaser=partial(teaser, declared),
        evidence=tuple(name for name, column in declared.selecting.items() if column),
        row_marks={"grid": partial(marks_of_row, declared)},
        queries=QUERIES,
        sources_query=f"{QUERIES}/sources",
        disagreements_query=f"{QUERIES}/disagreements",
        declaration=declared.text,
    )


def control_names(declared: Declared) -> tuple[str, ...]:
    """The names of the filters by color, panel and the columns with the role `filter`; "" where `source` is that."""
    names: list[str] = []
    for column in (declared.color, declared.panel):
        if column in ("", "source"):
            names.append("")
            continue
        name = (
            re.sub(r"\W+", "_", column.removeprefix(SETTING).removeprefix(ITEM)).strip("_").lower()
            or "setting"
        )
        while name in _TAKEN or name in names:
            name = f"{name}_"
        names.append(name)
    return (*names, *(f"filter{index}" for index in range(1, len(declared.filters) + 1)))


def _filters(declared: Declared, names: Sequence[str]) -> list[Control]:
    color, panel, *_ = names
    controls = [
        filter_by(QUERIES, "source", "Runs", "all runs"),
        Control("metric", "Metric", f"{QUERIES}/metric_choices"),
    ]
    for name, column, role in ((panel, declared.panel, "panel"), (color, declared.color, "series")):
        if name:
            label = label_of(column)
            controls.append(filter_by(QUERIES, name, label, f"all of {label}", f"{role}_choices"))
    # Queries name all filters, so that there are as many on every page: one without choices is hidden.
    labels = [*map(label_of, declared.filters), *[""] * MOST_FILTERS][:MOST_FILTERS]
    controls += [
        Control(f"filter{index}", label, f"{QUERIES}/filter_{index}_choices")
        for index, label in enumerate(labels, 1)
    ]
    return [*controls, INTERVALS]


def _options(kinds: Sequence[str]) -> list[Control]:
    modes = {VALUE: "Values", DIFFERENCE: "Differences"}
    controls = {
        "heatmap": segments("heatmap", "mode", "Show", modes),
        "lines": smoothing("lines"),
    }
    return [control for kind, control in controls.items() if kind in kinds]


def _view(
    declared: Declared,
    kind: str,
    post_filters: tuple[str, ...],
    prepare: partial[list[dict[str, object]]],
    *,
    is_main: bool,
) -> View:
    return View(
        kind,
        _title(declared, kind),
        partial(_chart, kind, declared),
        options=_KINDS[kind].options,
        query="grid",
        post_filters=post_filters,
        prepare_rows=prepare,
        place="main" if is_main else "wide",
        table="grid",
        transform_rows=partial(table, declared),
        column_types=TYPES,
        table_first=declared.views[0] == "table",
        observe=_findings(declared, kind),
    )


def _findings(declared: Declared, kind: str) -> Callable[..., list[Finding]] | None:
    """Lines and heatmap show the same marks: that is listed once."""
    if kind == "frontier":
        return partial(of_the_frontier, declared)
    first = next(view for view in declared.views if view in ("lines", "heatmap"))
    return partial(of_the_lines, declared) if kind == first else None


def _chart(
    kind: str, declared: Declared, rows: Sequence[dict[str, object]], **options: object
) -> Figure:
    chart = _KINDS[kind].draw(declared, rows, **options)
    chart["layout"]["meta"]["of_models"] = models_of(declared, rows)
    return chart


def _title(declared: Declared, kind: str) -> str:
    y = declared.metrics[0] if len(declared.metrics) == 1 else "Value"
    color = noun_of(declared.color) if declared.color else "line"
    words = _KINDS[kind].title.format(y=y, x=noun_of(declared.x.column), color=color)
    return words[0].upper() + words[1:]


def _lead(declared: Declared) -> str:
    roles = [f"along {label_of(declared.x.column)}"]
    roles += [f"a line for each {label_of(declared.color)}"] if declared.color else []
    roles += [f"a panel for each {label_of(declared.panel)}"] if declared.panel else []
    roles += (
        [f"averaged over {', '.join(map(label_of, declared.averaged))}"]
        if declared.averaged
        else []
    )
    return f"A custom study: {', '.join(roles)}."


def stored() -> tuple[Study, ...]:
    """The declared studies of the current snapshot, by their names."""
    return _stored(tuple((row["text"], row["path"]) for row in query("studies/own/declared")))


# A study is an object that pages and charts are kept by: the same one for as long as its file stays.
@lru_cache(maxsize=8)
def _stored(declared: tuple[tuple[str, str], ...]) -> tuple[Study, ...]:
    studies = []
    for text, path in declared:
        try:
            studies.append(study_of(parse(text.encode(), path)))
        except DeclarationError:
            continue  # declared to another release: its commands say so
    return tuple(sorted(studies, key=lambda study: study.name.lower()))
