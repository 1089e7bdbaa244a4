"""What do my runs show? The roles of a declared study as dropdowns."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from reasonboard.charts.theme import Figure
from reasonboard.core.common_controls import INTERVALS, option, part_of_mark, segments, smoothing
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.findings.finding import Finding
from reasonboard.core.headline import Headline
from reasonboard.core.study import Mark, Saved, Study
from reasonboard.core.view import View
from reasonboard.store.database import Value
from reasonboard.studies.own.charts.heatmap import VALUE, heatmap
from reasonboard.studies.own.charts.lines import lines
from reasonboard.studies.own.charts.words import differing_words
from reasonboard.studies.own.declared import Declared, X, label_of, noun_of
from reasonboard.studies.own.findings import of_the_lines
from reasonboard.studies.own.headline import headline
from reasonboard.studies.own.rows import Row, models_of, prepared
from reasonboard.studies.own.suggested import path_of, quoted
from reasonboard.studies.own.table import TYPES, marks_of_row, table

NONE = "none"
"""Stands for no column in a role, and for a page without the filter `only`."""
AUTOMATIC = "auto"
ANSWERS = "answers."
"""Before the name of a statistic over answers, where a metric stands else."""
LINES, HEATMAP = "lines", "heatmap"
_WIDE = 8
"""From this ratio of the highest to the lowest place on, an axis can be logarithmic."""


_ROLES = ("metric", "along", "color", "panels", "average")
"""The controls that are roles."""


def declared(values: Mapping[str, Value], scale: str = "") -> Declared:
    """A study of the roles among these values, as charts, tables and findings take it."""
    metric, along, color, panels = (str(values[name]) for name in _ROLES[:-1])
    noun = noun_of(along)
    return Declared(
        path=f"by-{path_of(noun).removeprefix('by-')}"[:40],
        question=f"What does {noun} change?",
        rows_of="answers" if metric.startswith(ANSWERS) else "measurements",
        metrics=(metric.removeprefix(ANSWERS),),
        x=X(along, scale),
        color="" if color == NONE else color,
        panel="" if panels == NONE else panels,
        averaged=tuple(values["average"]),
        views=(LINES, HEATMAP),
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
    study_file = declared(values, scale_of(str(values["scale"]), rows))
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


_QUERIES = "studies/own/explore"
_UNCOMPARED = declared(dict.fromkeys(_ROLES, ""))
"""No role has a part in the tests: without a baseline each line is tested against its first place."""
MOST_MARKS = 2_000
"""Of sql/grid.sql."""
_SCALES = {
    AUTOMATIC: "Automatic", "linear": "Linear", "log2": "Log 2", "log10": "Log 10", "names": "Names"
}  # fmt: skip


def _label(column: str) -> str:
    return {NONE: "None", "seed": "Seed"}.get(column) or label_of(column)


def _first(choices: Sequence[Choice]) -> list[str]:
    return [choice.value for choice in choices[:1]]


def _seed(choices: Sequence[Choice]) -> list[str]:
    return [choice.value for choice in choices if choice.value == "seed"]


def _role(name: str, label: str) -> Control:
    return Control(name, label, f"{_QUERIES}/{name}_choices", labeled=_label)


def _draw(rows: Sequence[Row], *, columns: int, **options: Value) -> Figure:
    """Lines or heatmaps of the roles among the options."""
    study_file = declared(options, scale_of(str(options["scale"]), rows))
    if options["form"] == HEATMAP:
        x, series = str(options["x"]), str(options["series"])
        chart = heatmap(study_file, rows, mode=VALUE, series=series, x=x, columns=columns)
    else:
        line_options = {name: str(options[name]) for name in ("intervals", "smoothing")}
        chart = lines(study_file, rows, **line_options, columns=columns)
    meta = chart["layout"]["meta"]
    meta["of_models"] = models_of(study_file, rows)
    if len(rows) == MOST_MARKS and meta.get("subtitle"):
        meta["subtitle"] += f". The first {MOST_MARKS:,} marks"
    if study_file.averaged and meta.get("subtitle"):
        meta["subtitle"] += f". Mean over {', '.join(map(noun_of, study_file.averaged))}"
    return chart


def _table(rows: Sequence[Row], **options: Value) -> list[Row]:
    return table(declared(options), rows)


def _marks_of_row(row: Row, values: Values) -> list[Mark]:
    return marks_of_row(declared(values), row, values)


def _findings(rows: Sequence[Row], **options: Value) -> Iterable[Finding]:
    return of_the_lines(declared(options), rows)


def _headline(study: Study, values: Values) -> Headline:
    """The answer of a declared study of these roles, with a note where a column that varies has no role."""
    answer = headline(declared(values), study, values)
    rows = study.view_rows(study.views[0], values)
    lacking = any(row["differing"] for row in rows)
    part = f", of the first {MOST_MARKS:,} marks" if len(rows) == MOST_MARKS else ""
    return answer._replace(
        context=f"{answer.context} Give each a role." if lacking else answer.context,
        extent=f"{answer.extent}{part}",
    )


EXPLORE = Study(
    path="explore",
    name="Explore",
    question="What do my runs show?",
    lead=(
        "Choose the x axis, what gets its own line, and what gets its own panel. Anything "
        "else that varies needs a role too: average over it, or show only one of its values. "
        "Nothing is averaged unless you say so. “Download study file” saves these roles for "
        "`reasonboard study add FILE`."
    ),
    controls=(
        Control(
            "source",
            "Runs",
            f"{_QUERIES}/source_choices",
            multi=True,
            usual=_first,
            always_in_address=True,
        ),
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        _role("along", "X axis"),
        _role("color", "Color"),
        _role("panels", "Panels"),
        Control(
            "average",
            "Average",
            f"{_QUERIES}/average_choices",
            multi=True,
            usual=_seed,
            everything="nothing",
            labeled=_label,
        ),
        _role("only", "Only"),
        Control("value", "is", f"{_QUERIES}/value_choices"),
        INTERVALS,
        segments("chart", "form", "Form", {LINES: "Lines", HEATMAP: "Heatmap"}),
        option("chart", "scale", "Scale of x", _SCALES),
        smoothing("chart"),
        part_of_mark(_QUERIES, "panel", "Panel", optional=True),
        part_of_mark(_QUERIES, "series", "Line", optional=True),
        part_of_mark(_QUERIES, "x", "X", optional=True),
    ),
    views=(
        View(
            "chart",
            "Numbers by their roles",
            _draw,
            options=(*_ROLES, "scale", "form", "intervals", "smoothing", "series", "x"),
            query="grid",
            prepare_rows=partial(prepared, _UNCOMPARED, ()),
            place="main",
            table="grid",
            transform_rows=_table,
            column_types=TYPES,
            table_options=_ROLES,
            observe=_findings,
        ),
    ),
    headline=_headline,
    evidence=("x",),
    row_marks={"grid": _marks_of_row},
    queries=_QUERIES,
    saved=Saved("study.toml", "Download study file", file_of),
    sources_query=f"{_QUERIES}/sources",
    disagreements_query=f"{_QUERIES}/disagreements",
)
