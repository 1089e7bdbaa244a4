"""The roll-up of what votes of several answers bring: its formula is no SQL."""

from collections import defaultdict

import duckdb

from reasonboard.ingest.scripts import sql

_MOST = 64
"""The largest vote."""
_ROWS = 10_000
_COLUMNS = (
    "runs", "benchmarks", "metrics", "ks", "items", "scores", "squares", "gains", "gain_squares"
)  # fmt: skip


def roll_up(connection: duckdb.DuckDBPyConnection) -> None:
    """Add to `vote_score` what follows from `vote_pattern`: how the answers to each run's items divide."""
    patterns = sql.run(connection, "vote_patterns")
    rows = patterns.fetchmany(_ROWS)
    if not rows:
        return
    from reasonboard.ingest.snapshot.majority import Votes, majority_at  # noqa: PLC0415  (numpy takes a moment)

    sums: dict[tuple[str, str, str, int], list[float]] = defaultdict(lambda: [0.0] * 5)
    last, scores = None, {}
    while rows:
        for run, benchmark, metric, least, groups, silent, silent_right, items in rows:
            if (least, groups, silent, silent_right) != last:
                last = (least, groups, silent, silent_right)
                answers = [Votes(*group) for group in groups or ()]
                ks = sizes(least)
                shares = majority_at(answers, Votes(silent, silent_right), ks)
                scores = dict(zip(ks, shares, strict=True))
            for k, score in scores.items():
                gain = score - scores[1]
                sum_of = sums[run, benchmark, metric, k]
                for index, value in enumerate((1.0, score, score**2, gain, gain**2)):
                    sum_of[index] += items * value
        rows = patterns.fetchmany(_ROWS)
    columns = zip(
        *(
            (*key, round(n), *(part / n for part in rest))
            for key, (n, *rest) in sorted(sums.items())
        ),
        strict=True,
    )
    sql.run(connection, "vote_scores", dict(zip(_COLUMNS, map(list, columns), strict=True)))


def sizes(least: int) -> list[int]:
    """How many answers vote: 1, 2, 4 ... 64, and all of the least number of answers to an item."""
    most = min(least, _MOST)
    return sorted({*(2**power for power in range(most.bit_length())), most})
