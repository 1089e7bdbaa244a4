"""What do my runs show? The roles of a declared study as dropdowns."""

from collections.abc import Iterable, Mapping, Sequence

from reasonboard.charts.theme import Figure
from reasonboard.core.common_controls import INTERVALS, part_of_mark, smoothing
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.findings.finding import Finding
from reasonboard.core.headline import Headline
from reasonboard.core.study import Mark, Saved, Study
from reasonboard.core.view import View
from reasonboard.store.database import Value
from reasonboard.studies.own.charts.heatmap import VALUE, heatmap
from reasonboard.studies.own.charts.lines import lines
from reasonboard.studies.own.declared import SCALES, label_of, noun_of
from reasonboard.studies.own.explore.roles import (
    AUTOMATIC,
    HEATMAP,
    LINES,
    NONE,
    Roles,
    declared,
    file_of,
    roles_of,
    scale_of,
)
from reasonboard.studies.own.findings import of_the_lines
from reasonboard.studies.own.headline import headline
from reasonboard.studies.own.rows import Row, models_of, prepared
from reasonboard.studies.own.table import TYPES, marks_of_row, table

_QUERIES = "studies/own/explore"
_UNCOMPARED = declared(Roles("", "", NONE, NONE, ()))
"""No role has a part in the tests: without a baseline each line is tested against its first place."""
MOST_MARKS = 2_000
"""Of sql/grid.sql."""
_SCALE_LABELS = {"linear": "Linear", "log2": "Log 2", "log10": "Log 10", "names": "Names"}


def _label(column: str) -> str:
    return {NONE: "None", "seed": "Seed"}.get(column) or label_of(column)


def _first(choices: Sequence[Choice]) -> list[str]:
    return [choice.value for choice in choices[:1]]


def _seed(choices: Sequence[Choice]) -> list[str]:
    return [choice.value for choice in choices if choice.value == "seed"]


def _role(name: str, label: str) -> Control:
    return Control(name, label, f"{_QUERIES}/{name}_choices", labeled=_label)


def _prepare(rows: Sequence[Row]) -> list[Row]:
    return prepared(_UNCOMPARED, (), rows)


def _draw(rows: Sequence[Row], *, columns: int, **options: Value) -> Figure:
    """Lines or heatmaps of the roles among the options."""
    study_file = declared(_chosen_roles(options), scale_of(str(options["scale"]), rows))
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


def _chosen_roles(options: Mapping[str, Value]) -> Roles:
    return roles_of({name: options[name] for name in Roles._fields})


def _table(rows: Sequence[Row], **options: Value) -> list[Row]:
    return table(declared(_chosen_roles(options)), rows)


def _marks_of_row(row: Row, values: Values) -> list[Mark]:
    return marks_of_row(declared(roles_of(values)), row, values)


def _findings(rows: Sequence[Row], **options: Value) -> Iterable[Finding]:
    return of_the_lines(declared(_chosen_roles(options)), rows)


def _headline(study: Study, values: Values) -> Headline:
    """The answer of a declared study of these roles, with a note where a column that varies has no role."""
    answer = headline(declared(roles_of(values)), study, values)
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
        Control(
            "form",
            "Form",
            (Choice(LINES, "Lines"), Choice(HEATMAP, "Heatmap")),
            place="chart:chart",
        ),
        Control(
            "scale",
            "Scale of x",
            (
                Choice(AUTOMATIC, "Automatic"),
                *(Choice(scale, _SCALE_LABELS[scale]) for scale in SCALES),
            ),
            place="options:chart",
        ),
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
            options=(*Roles._fields, "scale", "form", "intervals", "smoothing", "series", "x"),
            query="grid",
            prepare_rows=_prepare,
            place="main",
            table="grid",
            transform_rows=_table,
            column_types=TYPES,
            table_options=Roles._fields,
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
