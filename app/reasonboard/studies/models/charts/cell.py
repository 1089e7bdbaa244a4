"""A cell of the heatmap of models: a run on a benchmark."""

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    IMPOSSIBLE,
    NOT_SIGNIFICANT,
    TOGETHER,
    UNTESTED,
    Cell,
)
from reasonboard.charts.heatmap_scales import Span
from reasonboard.charts.intervals import problems
from reasonboard.charts.theme import plain
from reasonboard.core.findings.pairs import Row
from reasonboard.core.findings.words import change, change_range, points_or
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.uncertainty import Uncertainty
from reasonboard.studies.models.charts.shown import Options
from reasonboard.studies.models.columns import DIRECTION_UNKNOWN, Column, averaged
from reasonboard.studies.models.pair import Pair

_LONG = 1000
"""From here on a number has no decimal."""


def cell_of(row: Row, column: Column, ends: Span, options: Options, origin: str) -> Cell:
    """The score as a place on the scale of its column; its hover ends with `origin`."""
    value, marks = value_of(row, column, options), _marks(row, column, options)
    share = None if value is None else _share(value, ends, column, options)
    cell = Cell(
        column.panel,
        row["key"],
        share,
        marks=marks,
        words="<br>".join([*_hover(row, column, value, options), *filter(None, [origin])]),
        label="" if value is None else _label(value, options.mode, column.decimals),
    )
    return cell._replace(value=0.0) if cell.is_colorless else cell


def value_of(row: Row, column: Column, options: Options) -> float | None:
    """What a cell shows: percent, a rank, or points; None where the selected run has no score here, or no rank."""
    if options.mode == "rank":
        return column.ranks.get(row["key"])
    if options.mode != "selected":
        value: float = row["value"]
        return value * column.times
    if row["key"] == options.b:
        return 0.0
    if pair := _against(row, column, options):
        return pair.difference.estimate * column.times
    return None


def _against(row: Row, column: Column, options: Options) -> Pair | None:
    """Its difference to B; None for B itself, and if B has no score here."""
    if options.against is None or not column.has(options.b):
        return None
    return options.against.pair(row["key"], column.benchmark)


def origin_of(row: Row) -> str:
    """Kind and source of a score."""
    return f"{plain(KIND_WORDS[row['kind']])}, {plain(row['title'])}"


def _share(value: float, ends: Span, column: Column, options: Options) -> float:
    """The place of a value on its scale: high is good, whatever the metric; what is not ranked is pale."""
    if not column.is_ranked:
        return 0.0
    if options.mode == "selected":
        return round(max(-1.0, min(1.0, column.sign * value / (ends.high or 1.0))), 4)
    if len(column.rows) == 1:
        return 0.0
    share = round(ends.share(value), 4)
    return 1 - share if options.mode == "rank" or column.sign < 0 else share


def _marks(row: Row, column: Column, options: Options) -> set[str]:
    """Of a single score there is no highest, but what is wrong with it is marked."""
    key, marks = row["key"], set()
    if options.mode == "selected":
        pair = _against(row, column, options)
        if pair and pair.difference.verdict is None:
            marks.add(UNTESTED)
        elif pair and options.intervals and not pair.difference.is_significant:
            marks.add(NOT_SIGNIFICANT)
        return marks
    if key in column.best and len(column.rows) > 1:
        marks.add(BEST)
    elif column.sharing is not None and key in column.sharing:
        marks.add(TOGETHER)
    if row["ambiguous"]:
        marks.add(DISPUTED)
    elif key in column.impossible:
        marks.add(IMPOSSIBLE)
    return marks


def ends_in_words(ends: Uncertainty, column: Column) -> str:
    """The ends of an interval as they are shown: '45.2 to 53.1'; of small numbers with as many digits as they have."""
    if column.is_share:
        return f"{ends.low * 100:.1f} to {ends.high * 100:.1f}"
    return f"{ends.low:.4g} to {ends.high:.4g}".replace("-", "−")


def _label(value: float, mode: str, decimals: int) -> str:
    if mode == "rank":
        return f"{value:g}"
    is_change = mode == "selected"
    places = 0 if abs(value) >= _LONG and not is_change else decimals
    value = value if round(value, places) else 0.0
    sign = "+" if is_change and value else ""
    return f"{value:{sign}.{places}f}".replace("-", "−")


def _hover(row: Row, column: Column, value: float | None, options: Options) -> list[str]:
    """The run and benchmark, score with interval, verdict, problems."""
    key = row["key"]
    ends = column.interval(key)
    score = f"{row['value'] * 100:.1f}%" if column.is_share else f"{row['value']:.4g} {row['unit']}"
    within = f" ({ends_in_words(ends, column)})" if ends else ", no uncertainty available"
    lines = [
        f"<b>{plain(row['name'])}, {plain(column.benchmark)}</b>",
        f"{plain(row['metric'])} {plain(score)}{within}",
    ]
    if options.mode == "selected":
        lines += _compared(row, column, options)
    elif column.sharing is not None:
        lines.append(f"{_place(key, column)}, {rank_words(key, column)}")
    elif not column.is_ranked:
        lines.append(DIRECTION_UNKNOWN)
    size = problems(row["n_items"], row["n_repeats"]) or "number of problems unknown"
    lines.append(", ".join(filter(None, [size, averaged(row)])))
    if key in column.impossible:
        lines.append("impossible value: no whole number of correct answers gives it")
    return lines


def _compared(row: Row, column: Column, options: Options) -> list[str]:
    """What is known of its difference to B."""
    pair = _against(row, column, options)
    if pair is None:
        return []
    unit, ends = pair.unit, pair.difference.interval
    number = f"{change(pair.difference.estimate, unit)} {plain(points_or(unit))}"
    within = f" ({change_range(ends.low, ends.high, unit)})" if ends else ""
    words = {
        "A better": "significantly better than B",
        "B better": "significantly worse than B",
        "A higher": "significantly higher than B",
        "B higher": "significantly lower than B",
    }
    return [f"{number}{within}", f"{words.get(pair.words, pair.words)}, {pair.how}"]


def rank_words(key: str, column: Column) -> str:
    """The ranks that a run can have: 'rank 2 to 5', 'rank 1'."""
    best, worst = column.rank_ranges[key]
    return f"rank {best}" if best == worst else f"rank {best} to {worst}"


def _place(key: str, column: Column) -> str:
    """Its place on the benchmark by the tests."""
    below, above = ("below", "above") if column.sign > 0 else ("above", "below")
    if key not in (column.sharing or ()):
        return f"significantly {below} the best"
    return (
        "tied for first" if len(column.sharing or ()) > 1 else f"significantly {above} all others"
    )
