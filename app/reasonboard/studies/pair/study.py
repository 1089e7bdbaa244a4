"""Which of two models is better, and is it real?"""

from reasonboard.core.common_controls import INTERVALS, part_of_mark
from reasonboard.core.control import Choice, Control
from reasonboard.core.findings import settings
from reasonboard.core.pair_answers import with_answers
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies.pair.charts.cut_off import cut_off_chart
from reasonboard.studies.pair.charts.differences import differences_chart
from reasonboard.studies.pair.charts.outcomes import outcomes_chart
from reasonboard.studies.pair.charts.settings import settings_chart
from reasonboard.studies.pair.headline import headline, selected
from reasonboard.studies.pair.problems import listed_total, listing
from reasonboard.studies.pair.rows import TYPES, table

_QUERIES = "studies/pair"
_IN_COMMON = "Benchmarks shared with A"
"""The heading that sql/b_choices.sql has over them."""


def _first_in_common(options: list[Choice]) -> list[str]:
    """The run that has most benchmarks in common with A, where any has."""
    return [option.value for option in options[:1] if option.group == _IN_COMMON]


def _none(_options: list[Choice]) -> list[str]:
    """No field. All values of one are a choice, too: other problems have none."""
    return []


PAIR = Study(
    path="pair",
    name="Two models",
    question="Which of two models is better, and is it real?",
    lead=(
        "Every benchmark that both models have: both scores, A minus B with its 95% interval, "
        "and the verdict. Below: settings that differ, and problems of the selected benchmark "
        "that one model solves and the other does not."
    ),
    controls=(
        Control(
            "a",
            "A",
            f"{_QUERIES}/a_choices",
            always_in_address=True,
            named=f"{_QUERIES}/named",
        ),
        Control(
            "b",
            "B",
            f"{_QUERIES}/b_choices",
            optional=True,
            usual=_first_in_common,
            always_in_address=True,
            named=f"{_QUERIES}/named",
        ),
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        part_of_mark(_QUERIES, "panel", "Benchmark"),
        INTERVALS,
        Control("items", "Problems", f"{_QUERIES}/items_choices", place="chart:problems"),
        Control("finish", "Finish", f"{_QUERIES}/finish_choices", place="chart:problems"),
        Control(
            "field",
            "Field",
            f"{_QUERIES}/field_choices",
            multi=True,
            usual=_none,
            everything="all problems",
            place="chart:problems",
        ),
    ),
    views=(
        View(
            "benchmarks",
            "Two models over all benchmarks",
            differences_chart,
            options=("a", "b", "panel", "intervals"),
            place="main",
            subtitle="A minus B, in points, with its 95% interval; strongest evidence first.",
            table="benchmarks",
            prepare_rows=with_answers,
            transform_rows=table,
            column_types=TYPES,
        ),
        View(
            "settings",
            "Settings",
            settings_chart,
            options=("b", "panel"),
            beside="cut_off",
            subtitle="Settings that can change a score, as recorded in each file.",
            table="settings",
            transform_rows=settings.table,
            column_types=settings.TYPES,
            counts=True,
        ),
        View(
            "cut_off",
            "Without truncated answers",
            cut_off_chart,
            options=("b", "panel", "intervals"),
            table="cut_off",
        ),
        View(
            "problems",
            "Problems",
            outcomes_chart,
            options=("b", "panel", "items", "field"),
            query="outcomes",
            beside="pairing",
            place="wide",
            table="problems",
            table_total=listed_total,
            listing=listing,
            searched=("item",),
        ),
    ),
    headline=headline,
    selected=selected,
    swaps=("a", "b"),
    parent="models",
    sources_query=f"{_QUERIES}/sources",
    disagreements_query="",
)
