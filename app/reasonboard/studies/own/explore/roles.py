"""The roles that a reader chose on the page, as a declared study and as its file."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.studies.own.charts.words import differing_words
from reasonboard.studies.own.declared import Declared, X, noun_of
from reasonboard.studies.own.rows import Row
from reasonboard.studies.own.suggested import path_of, quoted

NONE = "none"
"""Stands for no column in a role, and for a page without the filter `only`."""
AUTOMATIC = "auto"
ANSWERS = "answers."
"""Before the name of a statistic over answers, where a metric stands else."""
LINES, HEATMAP = "lines", "heatmap"
_WIDE = 8
"""From this ratio of the highest to the lowest place on, an axis can be logarithmic."""


class Roles(NamedTuple):
    """The values of the controls that are roles, by their names."""

    metric: str
    along: str
    color: str
    panels: str
    average: Sequence[str]


def declared(roles: Roles, scale: str = "") -> Declared:
    """A study of these roles, as charts, tables and findings take it."""
    noun = noun_of(roles.along)
    of_answers = roles.metric.startswith(ANSWERS)
    return Declared(
        path=f"by-{path_of(noun).removeprefix('by-')}"[:40],
        name="",
        question=f"What does {noun} change?",
        lead="",
        rows_of="answers" if of_answers else "measurements",
        metrics=(roles.metric.removeprefix(ANSWERS),),
        wanted={},
        x=X(roles.along, scale),
        color="" if roles.color == NONE else roles.color,
        panel="" if roles.panels == NONE else roles.panels,
        filters=(),
        averaged=tuple(roles.average),
        baseline="",
        cost="",
        views=(LINES, HEATMAP),
        text="",
    )


def roles_of(values: Values) -> Roles:
    """The roles among the values of a page's controls."""
    average = values["average"]
    return Roles(
        str(values["metric"]),
        str(values["along"]),
        str(values["color"]),
        str(values["panels"]),
        [average] if isinstance(average, str) else average,
    )


def scale_of(chosen: str, rows: Sequence[Row]) -> str:
    """The scale of x: of places that stand more evenly on a logarithmic axis that one, unless a reader chose."""
    if chosen != AUTOMATIC:
        return chosen
    places = sorted({row["at"] for row in rows if row["at"] is not None})
    if len(places) < 3 or places[0] <= 0 or places[-1] < _WIDE * places[0]:  # noqa: PLR2004
        return ""
    middle, low, high = places[len(places) // 2], places[0], places[-1]
    off_linear = abs(math.log(middle / ((low + high) / 2)))
    return "log2" if abs(math.log(middle / math.sqrt(low * high))) < off_linear else ""


def file_of(study: Study, values: Values) -> str:
    """The file of a study that shows what the page shows; `study add` takes it where every number has its role."""
    rows = study.view_rows(study.views[0], values)
    study_file = declared(roles_of(values), scale_of(str(values["scale"]), rows))
    scale = f", scale = {quoted(study_file.x.scale)}" if study_file.x.scale else ""
    where = {"source": list(values["source"])}
    if values["only"] != NONE:
        where[str(values["only"])] = [str(values["value"])]
    views = [HEATMAP, LINES] if values["form"] == HEATMAP else [LINES, HEATMAP]
    lacking = differing_words(rows)
    of_answers = study_file.rows_of == "answers"
    return "\n".join([
        f"path = {quoted(study_file.path)}",
        f"question = {quoted(study_file.question)}",
        "[rows]",
        'of = "answers"' if of_answers else f"metric = {_list(study_file.metrics)}",
        f"where = {{ {', '.join(f'{quoted(name)} = {_list(values_)}' for name, values_ in where.items())} }}",
        "[roles]",
        f"x = {{ column = {quoted(study_file.x.column)}{scale} }}",
        *([f"y = {quoted(study_file.metrics[0])}"] if of_answers else []),
        *([f"color = {quoted(study_file.color)}"] if study_file.color else []),
        *([f"panel = {quoted(study_file.panel)}"] if study_file.panel else []),
        *([f"average = {_list(study_file.averaged)}"] if study_file.averaged else []),
        f"views = {_list(views)}",
        *([f"# {lacking} Until it has one, the study is refused."] if lacking else []),
        "",
    ])  # fmt: skip


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(quoted, texts))}]"
