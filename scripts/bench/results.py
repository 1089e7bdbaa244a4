"""What is measured, as rows: printed as tables, written as JSON."""

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

Number = float | int
_WIDE = 34


class Row(NamedTuple):
    """Numbers that were measured of one thing; their names say their units."""

    part: str
    what: str
    size: int
    """Measurements (of roll-ups: answers) that the store has beside the bundled ones; 0 for none."""
    values: dict[str, Number]


def median(values: Sequence[float]) -> float:
    """The median, 0 of nothing."""
    return statistics.median(values) if values else 0.0


def p95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed: the nearest rank, 0 of nothing."""
    return percentile(values, 95)


def percentile(values: Sequence[float], percent: int) -> float:
    """A percentile by the nearest rank; 0 of no values."""
    if not values:
        return 0.0
    return sorted(values)[max(0, -(-percent * len(values) // 100) - 1)]


def show(row: Row, before: Row | None) -> None:
    """Print a row, under a head of its own where it is not of the table of the one before."""
    widths = [max(len(name), 8) for name in row.values]
    if before is None or (row.part, list(row.values)) != (before.part, list(before.values)):
        head = "  ".join(name.rjust(width) for name, width in zip(row.values, widths, strict=True))
        print(f"\n{row.part:{_WIDE}}  {'size':>6}  {head}")
    numbers = zip(row.values.values(), widths, strict=True)
    cells = "  ".join(_cell(value).rjust(width) for value, width in numbers)
    print(f"{row.what:{_WIDE}}  {f'{row.size:.0e}' if row.size else '':>6}  {cells}", flush=True)


def write(path: Path, machine: dict[str, Any], rows: Sequence[Row]) -> None:
    """Write all rows so far, and what is known of the machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"machine": machine, "rows": [row._asdict() for row in rows]}
    path.write_text(json.dumps(content, indent=1) + "\n")


def _cell(value: Number) -> str:
    most, least = 10_000, 100
    if isinstance(value, int) or abs(value) >= most:
        return f"{value:,.0f}"
    return (
        f"{value:.0f}"
        if abs(value) >= least
        else f"{value:.2f}"
        if abs(value) < 1
        else f"{value:.1f}"
    )
