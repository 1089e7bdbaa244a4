"""The paired answers of two runs on the benchmarks that publishing has not paired."""

from reasonboard.store.database import Rows, query


def with_answers(rows: Rows) -> Rows:
    """Rows of `a` and `b`; the open ones with their paired answers, which are queried here."""
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
