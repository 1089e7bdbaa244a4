"""Accuracy over task type and length: heatmaps of each method and size, and their difference."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reasonboard.charts.cells import NOT_SIGNIFICANT, TEXT, UNTESTED, Cell, Panel
from reasonboard.charts.combined import stacked
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import signed_range, with_sign
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.type_length.charts.heatmaps import ROLES, Plan, heatmaps
from reasonboard.studies.type_length.charts.marks import methods
from reasonboard.studies.type_length.rows import (
    CellKey,
    Row,
    cell_differences,
    cells_of,
    tested_lengths,
)


def type_length_grid(
    rows: Sequence[Row],
    *,
    panels: str,
    mode: str,
    first: str,
    second: str,
    type: str,
    length: str,
    intervals: str,
    columns: int,
) -> Figure:
    """A heatmap per model, method and benchmark: types (the first on top) over length, percent.

    Rows are one per panel and type, with `lengths`, `rows_by_panel` (percent), `disputed`, `accuracy` (a
    fraction) and what is known of each as equally long lists; drawn are `panels` (a number or
    'all') of them, the lowest by `rank`. In mode 'difference' they are `first` and `second`, and
    their difference stands over them. `type` is isolated: the others fade.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if panels == "all" or row["rank"] <= int(panels)]
    rows_by_panel = {group[0]["panel"]: group for group in ROLES.groups(rows)}
    types = sorted({row["task_type"] for row in rows}, reverse=True)
    plan = Plan(
        types, tested_lengths(rows), type, length, columns, most=3, intervals=intervals == "on"
    )
    if mode == "difference":
        if first not in rows_by_panel or second not in rows_by_panel:
            return empty("No difference: choose two different panels.")
        return difference(rows_by_panel[first], rows_by_panel[second], replace(plan, most=2))
    how = methods(rows) if plan.intervals else ""
    return heatmaps(list(rows_by_panel.values()), plan, first, clicked=True, methods=how)


def difference(first: list[Row], second: list[Row], plan: Plan) -> Figure:
    """First minus second in points over the two of them, on the cells that both have."""
    a, b = _percent_by_cell(first), _percent_by_cell(second)
    points = {
        cell_key: round(value - b[cell_key], 1) for cell_key, value in a.items() if cell_key in b
    }
    name = first[0]["panel"]
    title = _title(name, second[0]["panel"])
    ends = "no common cells"
    if points:
        low, high = min(points.values()), max(points.values())
        ends = f"{with_sign(low)} to {with_sign(high)} points on {len(points)} common cells"
    tests = cell_differences(cells_of(first), cells_of(second))
    detail = ends if plan.columns > 2 else ""  # noqa: PLR2004
    cells = [
        _cell(cell_key, value, tests.get(cell_key), plan.intervals)
        for cell_key, value in points.items()
    ]
    panel = Panel(title, detail, cells, template=TEXT)
    upper = plan.chart([panel], title, unit="points", centred=True, row_height=26, summary="")
    lower = heatmaps([first, second], plan, name, clicked=False)
    return stacked(
        upper,
        lower,
        summary=f"{title}: {ends}{_counts(tests)}.",
        uncertainty=_tested(tests, len(points)),
        heading=_heading(tests, len(points)),
        subtitle="A minus B in points over the accuracy of both in %, by type (rows) and length (columns).",
    )


def _title(a: str, b: str) -> str:
    """'Qwen-2.5 1.5B · Core: Meta-learning − Baseline': what both have is said once."""
    of_a, of_b = (name.split(" · ") for name in (a, b))
    shared = [part for part in of_a if part in of_b]
    rests = [[part for part in parts if part not in shared] for parts in (of_a, of_b)]
    if not shared or not all(rests):
        return f"{a} − {b}"
    return f"{' · '.join(shared)}: {' − '.join(' · '.join(rest) for rest in rests)}"


def _heading(tests: Mapping[CellKey, Result], cells: int) -> str:
    """How many cells are significantly higher, and how many lower."""
    untested = cells - len(tests)
    if not tests:
        return "Not tested: number of problems unknown" if cells else ""
    verdicts = [test.verdict for test in tests.values()]
    up, down = (verdicts.count(verdict) for verdict in (Verdict.BETTER, Verdict.WORSE))
    left = f"; {untested} not tested" if untested else ""
    if not up + down:
        return f"None of {len(tests)} cells differs significantly{left}"
    counts = [f"{way} in {count}" for way, count in (("higher", up), ("lower", down)) if count]
    (first, *others) = counts
    return f"A is significantly {', '.join([f'{first} of {len(tests)} cells', *others])}{left}"


def _percent_by_cell(rows: list[Row]) -> dict[CellKey, float]:
    """The values in percent by type and length."""
    return {
        (row["task_type"], length): value
        for row in rows
        for length, value in zip(row["lengths"], row["shown"], strict=True)
    }


def _cell(key: CellKey, points: float, test: Result | None, intervals: bool) -> Cell:
    """A cell with its difference, and a hover that says its interval and its verdict."""
    kind, length = key
    if test is None or test.interval is None:
        about = UNTESTED
    elif intervals:
        about = f"{signed_range(*test.interval)}, {test.verdict.value}"
    else:
        about = test.verdict.value
    return Cell(
        str(length),
        kind,
        points,
        marks=[UNTESTED if test is None else NOT_SIGNIFICANT]
        if test is None or test.verdict is Verdict.NOT_SIGNIFICANT
        else [],
        words=f"{plain(kind)}, length {length}: {with_sign(points)} points<br>{about}",
    )


def _tested(tests: Mapping[CellKey, Result], cells: int) -> str:
    if not tests:
        return f"no color: {UNTESTED}"
    untested = f" or {UNTESTED}" if len(tests) < cells else ""
    return (
        f"no color: {NOT_SIGNIFICANT}{untested} ({next(iter(tests.values())).test}, Benjamini-Hochberg over "
        f"{len(tests)} cells; both panels have the same items, which counts as independent)"
    )


def _counts(tests: Mapping[CellKey, Result]) -> str:
    if not tests:
        return ""
    verdicts = [test.verdict for test in tests.values()]
    each = (Verdict.BETTER, Verdict.WORSE, Verdict.NOT_SIGNIFICANT)
    counts = [f"{verdicts.count(verdict)} {verdict.value}" for verdict in each]
    return f"; {', '.join(counts)}"
