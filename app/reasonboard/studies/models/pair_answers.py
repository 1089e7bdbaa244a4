"""What the answers say of the rows of sql/pair.sql that are `are_open`: publishing has not paired them."""

from collections.abc import Sequence
from typing import Any

from reasonboard.store.database import query

Row = dict[str, Any]


def with_answers(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with what the answers say of those that are open; where there are none these are not asked for."""
    pairs = sorted((row for row in rows if row["are_open"]), key=lambda row: row["benchmark"])
    if not pairs:
        return rows
    answers = query(
        "core/paired_scores",
        benchmarks=[pair["a"]["of_benchmark"] for pair in pairs],
        **{f"runs_{side}": [str(run) for run in pairs[0][f"runs_{side}"]] for side in "ab"},
        **{f"metrics_{side}": [pair[side]["metric"] for pair in pairs] for side in "ab"},
    )
    of_benchmark = {row.pop("benchmark"): row for row in map(dict, answers)}
    return [
        row | of_benchmark.get(row["a"]["of_benchmark"], {}) if row["are_open"] else row
        for row in rows
    ]
