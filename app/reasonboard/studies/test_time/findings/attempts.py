"""What several attempts bring to each run of a benchmark."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import conclusion, how_tested, percent, points
from reasonboard.studies.test_time.attempts import Attempts, attempts
from reasonboard.studies.test_time.rows import Row


def of_attempts(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with several attempts at every problem: pass@k of all of them, and their vote, minus one attempt."""
    runs = [attempt for attempt in attempts(rows) if attempt.gain]
    return [_finding(run, panel) for run in runs] + [
        _of_vote(run, panel) for run in runs if run.majority
    ]


def _finding(one: Attempts, panel: str) -> Finding:
    name, result = str(one.row["name"]), one.result
    first, last, together = one.any_right[0], one.any_right[-1], one.all_right[-1]
    return Finding.of(
        name,
        result,
        f"{name} on {panel}: of {last.k} attempts at least one is right on {percent(last.value)} of the problems, "
        f"{points(last.value - first.value)} more than of one ({conclusion(result)}); all are right on "
        f"{percent(together.value)}.",
        how_tested(
            result,
            "runs of the benchmark",
            test="z test of the mean over problems of pass@k minus the share of right attempts",
            note="",
        ),
        {"panel": panel, "run": str(one.row["key"])},
        estimate=(last.value - first.value) * 100,
        facts=(("one attempt", percent(first.value)), ("all of them", percent(last.value))),
    )


def _of_vote(one: Attempts, panel: str) -> Finding:
    name, result = str(one.row["name"]), one.vote_result
    first, last = one.majority[0], one.majority[-1]
    gain = last.value - first.value
    more = f"{points(abs(gain))} {'more' if gain >= 0 else 'less'} than one"
    return Finding.of(
        f"{name}, vote",
        result,
        f"{name} on {panel}: the most frequent of {last.k} answers is right on {percent(last.value)} of the problems, "
        f"{more} ({conclusion(result)}).",
        how_tested(
            result,
            "runs of the benchmark",
            test="z test of the mean over problems of majority@k minus the share of right attempts",
            note="",
        ),
        {"panel": panel, "run": str(one.row["key"])},
        estimate=gain * 100,
        facts=(("one attempt", percent(first.value)), ("all of them", percent(last.value))),
    )
