"""How many numbers there are, and of which kind."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK
from reasonboard.charts.grid import cut
from reasonboard.charts.theme import Figure, Trace, axis, colour, empty, figure, plain, title

_ROW = 22
_SHORT = 24
_LONG = 60
_KINDS = (
    "measured", "stated", "read_off", "approximate", "bound_low", "bound_high", "extrapolated", "illustrative",
)  # fmt: skip
_PATTERNS = ("", "/", "x", "-", "|", "+", ".", "\\")


def numbers_by_source(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """Horizontal bars of counts on a log axis, a row per source and kind; a click picks the source."""
    return _bars(rows, "source", columns)


def numbers_by_benchmark(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """Horizontal bars of counts on a log axis, a row per benchmark and kind; a click picks the benchmark."""
    return _bars(rows, "benchmark", columns)


def runs_by_study(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """Horizontal bars of counts on a log axis, a row per load and study that shows its runs."""
    if not rows:
        return empty("Nothing is loaded yet. `reasonboard load PATH...` adds your own results.")
    counted = [row | {"kind": "measured", "numbers": row["runs"]} for row in rows]
    return _bars(counted, "", columns, [row["label"] for row in rows], "runs")


def doubtful_by_benchmark(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """Horizontal bars of counts on a log axis, a row per source, benchmark and kind of such numbers."""
    if not rows:
        return empty("Every printed value is a share of the answers that are known for it.")
    counts = Counter((row["title"], row["benchmark"], row["kind"]) for row in rows)
    counted = [
        {"label": f"{source}: {benchmark}", "kind": kind, "numbers": number, "value": benchmark}
        for (source, benchmark, kind), number in counts.most_common()
    ]
    return _bars(counted, "benchmark", columns, what="doubtful numbers")


def _bars(
    rows: Sequence[dict[str, Any]],
    control: str,
    columns: int,
    labels: Sequence[str] = (),
    what: str = "numbers",
) -> Figure:
    if not rows:
        return empty("No number passes these filters.")
    labels = labels or [f"{row['label']} · {row['kind'].replace('_', ' ')}" for row in rows]
    longest = _LONG if columns > 1 else _SHORT
    shown = [cut(label, longest) for label in labels]
    most = max(row["numbers"] for row in rows)
    layout = {
        "xaxis": axis(
            type="log",
            range=[-0.3, math.log10(most) + 0.35],
            title=title(f"{what} (log axis)"),
            dtick=1,
        ),
        "yaxis": axis(
            range=[len(rows) - 0.4, -0.6],
            tickvals=list(range(len(rows))),
            ticktext=[plain(label) for label in shown],
            showgrid=False,
        ),
        "margin": {"l": 40 + 6 * max(map(len, shown)), "r": 40, "t": 12, "b": 44},
        "bargap": 0.3,
    }
    return figure(
        [_trace(rows, control, what)],
        layout,
        height=_ROW * len(rows) + 56,
        summary=f"{sum(row['numbers'] for row in rows):,} {what} in {len(rows)} rows.",
    )


def _trace(rows: Sequence[dict[str, Any]], control: str, what: str) -> Trace:
    """One bar per row of the result: on a log axis stacked parts would not add up to the eye."""
    return {
        "type": "bar",
        "orientation": "h",
        "x": [row["numbers"] for row in rows],
        "y": list(range(len(rows))),
        "text": [f"{row['numbers']:,}" for row in rows],
        "textposition": "outside",
        "textfont": {"color": INK, "size": 11},
        "cliponaxis": False,
        "hovertemplate": f"%{{text}} {what}<extra></extra>",
        "marker": {
            "color": [colour(_KINDS.index(row["kind"])) for row in rows],
            "pattern": {
                "shape": [_PATTERNS[_KINDS.index(row["kind"])] for row in rows],
                "solidity": 0.25,
            },
        },
        "meta": {"x": control, "xs": [row["value"] for row in rows]} if control else {},
    }
